//! What may be typed after `muster new`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Begin a new game
///
/// Writes a new folder with a small game that is in order already: it checks clean, can be played to its end, printed, and
/// built for VASSAL. On a terminal it asks what the game is to be; what flags say is not asked, and `--yes` asks nothing.
/// Change it from there.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster new my-game                                asks, then writes a game to begin with\n  \
    muster new my-game --yes                          asks nothing\n  \
    muster new my-game --kind chits --size 20x14 --sides Union,Rebels --combat difference --zones none\n  \
    muster new my-game --kind bare                    five short files without rules\n  \
    muster new --example first-steps                  a whole game with comments, to look things up in")]
pub(super) struct New {
    /// The folder to make. It must not exist yet, or be empty
    pub(super) dir: PathBuf,
    /// Write the whole example game First Steps instead
    #[arg(long, conflicts_with_all = ["name", "kind", "size", "sides", "combat", "zones"])]
    pub(super) example: bool,
    /// What the game is called [default: the folder's name in words]
    #[arg(long)]
    pub(super) name: Option<String>,
    /// What kind of game [default: classic]
    #[arg(long, value_enum, value_name = "KIND")]
    pub(super) kind: Option<KindWord>,
    /// How many columns and rows the map has [default: 12x8]
    #[arg(long, value_name = "COLUMNSxROWS")]
    pub(super) size: Option<SizeWord>,
    /// What the two sides are called [default: Blue,Red]
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub(super) sides: Option<Vec<String>>,
    /// How combat is decided [default: odds; in a tactical game fire]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) combat: Option<CombatWord>,
    /// Whether units have zones of control [default: yes; in a tactical game none]
    #[arg(long, value_enum, value_name = "WHETHER")]
    pub(super) zones: Option<ZonesWord>,
    /// Ask nothing: what no flag says is as usual
    #[arg(short, long)]
    pub(super) yes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum KindWord {
    /// One side moves and fights, then the other
    Classic,
    /// A chit drawn from a cup says which formation acts
    Chits,
    /// Cards from a hand say what is done
    Cards,
    /// Squads and tanks act one by one, in turn
    Tactical,
    /// Map, counters and a setup; no rules yet
    Bare,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CombatWord {
    /// By odds: strength against strength, as 3:1
    Odds,
    /// By the difference of both strengths
    Difference,
    /// By a table of fire, from a distance
    Fire,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ZonesWord {
    /// Whoever comes next to an enemy stops there
    Yes,
    /// There are none
    None,
}

impl ZonesWord {
    pub(super) fn yes(self) -> bool {
        self == ZonesWord::Yes
    }
}

/// How large a map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SizeWord {
    pub(super) columns: u32,
    pub(super) rows: u32,
}
