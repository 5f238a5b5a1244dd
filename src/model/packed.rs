//! A game as bytes that are read straight into the model: nothing is looked up, nothing is checked again. For a player in a
//! browser, who has no room for what reads a game as people write it.

use borsh::{BorshDeserialize, BorshSerialize};

use super::Game;

/// A proven game, packed.
#[derive(BorshSerialize, BorshDeserialize)]
pub struct Packed {
    /// What it was built from: the word that logs carry.
    pub built_from: String,
    /// All of it but what only drawing, VASSAL and checks want.
    pub game: Game,
}

impl Packed {
    /// As bytes.
    ///
    /// # Errors
    /// Why they cannot be made.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        borsh::to_vec(self).map_err(|error| error.to_string())
    }

    /// From bytes.
    ///
    /// # Errors
    /// Why they are no game.
    pub fn read(bytes: &[u8]) -> Result<Packed, String> {
        borsh::from_slice(bytes).map_err(|error| error.to_string())
    }
}
