//! Saves: commands one after the other, in groups within groups.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::archive::{Files, Zip};
use super::piece::{self, Lies, Piece, Thing};
use super::text::{PYWARGAME, revealed, split};
use crate::source::limits;
use crate::vassal::save::{COMMANDS, DEPTH, commands};

/// A piece on the table. What it is, others of all setups share.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    pub(super) id: String,
    pub(super) gpid: String,
    pub(super) at: Option<Lies>,
    pub(super) body: Arc<Piece>,
}

/// Pieces that were read, by how they are written: many setups hold the same in other places.
#[derive(Default)]
pub(super) struct Bodies {
    known: BTreeMap<(String, String), Arc<Piece>>,
}

/// What a command puts on the table.
enum Read {
    Piece(Saved),
    Other(Thing),
}

impl Bodies {
    fn read(&mut self, command: &str) -> Result<Read, String> {
        let mut items = split(command, '/').into_iter().skip(1);
        let (id, kind, state) = (items.next(), items.next(), items.next());
        let (Some(id), Some(kind), Some(state)) = (id, kind, state) else {
            return piece::read(command).map(Read::Other);
        };
        // Where it lies stands last; only what is plainly written is known again.
        let (states, lies) = state.rsplit_once('\t').unwrap_or(("", &state));
        let plain = !lies.contains(['\\', '\'']) && !kind.starts_with("deck;") && kind != "stack";
        let key = (kind, states.to_owned());
        if let Some(body) = self.known.get(&key).filter(|_| plain) {
            let (at, gpid) = piece::basic_state(lies);
            return Ok(Read::Piece(Saved { id, gpid, at, body: body.clone() }));
        }
        let thing = piece::read(command)?;
        match thing {
            Thing::Piece(piece) => {
                let (at, gpid) = (piece.at.clone(), piece.gpid.clone());
                let told = piece::basic_state(lies);
                let body = Arc::new(Piece { id: String::new(), gpid: String::new(), at: None, ..piece });
                if plain && told == (at.clone(), gpid.clone()) {
                    self.known.insert(key, body.clone());
                }
                Ok(Read::Piece(Saved { id, gpid, at, body }))
            }
            other => Ok(Read::Other(other)),
        }
    }
}

/// What lies on the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Save {
    pub(super) pieces: Vec<Saved>,
    /// The ids of pieces in decks.
    pub(super) in_decks: BTreeMap<String, String>,
    /// Boards by map: what its picker says.
    pub(super) boards: BTreeMap<String, String>,
    /// Whether the module's own stacks are left away.
    pub(super) complete: bool,
    /// The states of the trackers, by their number.
    pub(super) turns: BTreeMap<usize, String>,
    pub(super) notes: String,
    /// Whether VASSAL cannot open it, though we can.
    pub(super) ours_alone: bool,
    /// What could not be read, and why.
    pub(super) faults: Vec<String>,
}

/// Reads a `.vsav`: a zip with the game in it, or in old modules the game itself. `left` is how many bytes of all saves
/// are still read.
pub(super) fn read(bytes: &[u8], left: &mut u64, bodies: &mut Bodies) -> Result<Save, String> {
    let unpacked;
    let game = if bytes.starts_with(b"PK") {
        let mut zip = Zip::new(bytes)?;
        let names = zip.names();
        let name = names.iter().find(|name| name.eq_ignore_ascii_case("savedGame")).ok_or("it holds no `savedGame`")?;
        unpacked = zip.at_most(name, limits::SAVE_BYTES).map_err(|why| format!("its `savedGame`: {why}"))?;
        unpacked.as_slice()
    } else {
        bytes
    };
    let size = game.len() as u64;
    if size > limits::SAVE_BYTES {
        return Err(format!("it has more than {} MiB", limits::SAVE_BYTES >> 20));
    }
    *left = left.checked_sub(size).ok_or_else(|| format!("all saves have more than {} MiB", limits::SAVES_BYTES >> 20))?;
    let (text, broken) = revealed(game);
    let mut save = Save { ours_alone: game.starts_with(PYWARGAME), ..Save::default() };
    if broken {
        save.faults.push("its hidden text is cut off or damaged; what stands before that was read".to_owned());
    }
    let mut table = Table::default();
    let extent = commands(text, &mut |command| save.command(command, &mut table, bodies));
    if extent.deep > 0 {
        save.faults.push(format!("it has groups within more than {DEPTH} others; {} of them were not read", extent.deep));
    }
    if extent.is_cut() {
        save.faults.push(format!("it has more than {COMMANDS} commands; the rest was not read"));
    }
    if extent.count <= 1 && save.pieces.is_empty() {
        return Err("it holds no commands of VASSAL".to_owned());
    }
    save.stacked(table);
    Ok(save)
}

/// What stacks and decks say of their pieces.
#[derive(Default)]
struct Table {
    stacked: BTreeMap<String, (Lies, usize)>,
    order: usize,
}

impl Save {
    fn command(&mut self, command: &str, table: &mut Table, bodies: &mut Bodies) {
        if command.starts_with("+/") {
            match bodies.read(command) {
                Ok(Read::Piece(saved)) => self.pieces.push(saved),
                Ok(Read::Other(Thing::Piece(_))) => {}
                Ok(Read::Other(Thing::Stack(lies, inside))) => {
                    for id in inside {
                        table.order += 1;
                        table.stacked.insert(id, (lies.clone(), table.order));
                    }
                }
                Ok(Read::Other(Thing::Deck(_, name, cards))) => {
                    self.in_decks.extend(cards.into_iter().map(|id| (id, name.clone())))
                }
                Err(why) => self.faults.push(format!("a piece: {why}")),
            }
            return;
        }
        if command.starts_with("SETUP_STACK") {
            self.complete = true;
        } else if let Some(state) = command.strip_prefix("TURN") {
            let mut parts = split(state, '\t').into_iter();
            let number = parts.next().and_then(|id| id.strip_prefix("TurnTracker")?.parse().ok());
            if let Some(number) = number {
                self.turns.insert(number, parts.next().unwrap_or_default());
            }
        } else if let Some(notes) = command.strip_prefix("NOTES\t") {
            self.notes = notes.replace('|', "\n");
        } else if let Some((map, _)) = command.split_once("BoardPicker\t")
            && !map.contains('\t')
        {
            self.boards.insert(map.to_owned(), command.to_owned());
        }
    }

    /// A piece in a stack lies where the stack does.
    fn stacked(&mut self, table: Table) {
        for piece in &mut self.pieces {
            if let Some((lies, _)) = table.stacked.get(&piece.id) {
                piece.at = Some(lies.clone());
            }
        }
        // From the lowest of a stack to the highest; what lies alone stays where it was.
        let order = |piece: &Saved| table.stacked.get(&piece.id).map_or(0, |(_, order)| *order);
        self.pieces.sort_by_key(order);
    }
}

/// The turn that a tracker shows: the indices (or numbers) of its levels from the outside in.
pub(super) fn shown(state: &str) -> Vec<i64> {
    let mut parts = split(state, '|').into_iter();
    let top = parts.next().and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let mut level = parts.nth(top);
    let mut values = Vec::new();
    while let Some(text) = level.take().filter(|_| values.len() < 10) {
        let fields = split(&text, ';');
        let Some(value) = fields.first().and_then(|value| value.trim().parse().ok()) else { break };
        values.push(value);
        let inner = fields.get(1).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
        // Both kinds of level have four fields before those inside.
        level = fields.get(4 + inner).cloned();
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESC: char = '\u{1b}';

    #[test]
    fn groups_within_groups_are_read_flat() {
        let inner = format!("+/1/mark;A\\\tx/y\\{ESC}+/2/piece;;;;Two/Main;1;2;7;0");
        let text = format!(
            "begin_save{ESC}{ESC}{inner}{ESC}+/3/stack/Main;5;6;2;@@0{ESC}SETUP_STACK\t{ESC}MainBoardPicker\tField\t0\t0{ESC}TURNTurnTracker0\t0|3;0;true;10;1\\;0\\;0\\;true,true{ESC}end_save"
        );
        let save = read(text.as_bytes(), &mut { u64::MAX }, &mut Bodies::default()).unwrap();
        let two = save.pieces.iter().find(|piece| piece.body.name == "Two").unwrap();
        assert_eq!(two.at, Some(Lies { map: "Main".to_owned(), x: 5, y: 6 }));
        assert_eq!(two.gpid, "7");
        assert!(save.complete && save.boards.contains_key("Main"));
        assert_eq!(shown(save.turns.get(&0).unwrap()), [3, 1]);
    }

    #[test]
    fn the_example_of_a_turn_is_understood() {
        assert_eq!(shown("0|3;0;true;10;1\\;0\\;0\\;true,true\\;2\\\\;0\\\\;0\\\\;true,true,true"), [3, 1, 2]);
        assert_eq!(shown("nonsense"), Vec::<i64>::new());
    }

    #[test]
    fn what_is_no_save_is_said_to_be_none() {
        assert!(read(b"PK\x03\x04", &mut { u64::MAX }, &mut Bodies::default()).is_err());
        assert!(read(b"hello", &mut { u64::MAX }, &mut Bodies::default()).is_err());
        assert!(read(b"!VCSKzz", &mut { u64::MAX }, &mut Bodies::default()).is_err());
        let hidden: String =
            format!("begin_save{ESC}+/1/piece;;;;One/Main;1;2;7;0").bytes().map(|b| format!("{:02x}", b ^ 0x3f)).collect();
        let save = read(format!("!VCSK3f{hidden}").as_bytes(), &mut { u64::MAX }, &mut Bodies::default()).unwrap();
        assert_eq!(save.pieces.len(), 1);
        let cut = hidden.get(..hidden.len() - 3).unwrap();
        let save = read(format!("!VCSK3f{cut}").as_bytes(), &mut { u64::MAX }, &mut Bodies::default()).unwrap();
        assert_eq!((save.pieces.len(), save.faults.len()), (1, 1));
    }
}
