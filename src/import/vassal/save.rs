//! Saves: commands one after the other, in groups within groups.

use std::collections::BTreeMap;

use super::archive::{Files, Zip};
use super::piece::{self, Lies, Piece, Thing};
use super::text::{revealed, split};
use crate::source::limits;

/// Commands of one save.
const COMMANDS: usize = 200_000;
/// Groups within groups.
const DEPTH: usize = 32;

/// What lies on the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Save {
    pub(super) pieces: Vec<Piece>,
    /// The ids of pieces in decks.
    pub(super) in_decks: BTreeMap<String, String>,
    /// Boards by map: what its picker says.
    pub(super) boards: BTreeMap<String, String>,
    /// Whether the module's own stacks are left away.
    pub(super) complete: bool,
    /// The states of the trackers, by their number.
    pub(super) turns: BTreeMap<usize, String>,
    pub(super) notes: String,
    /// What could not be read, and why.
    pub(super) faults: Vec<String>,
}

/// Reads a `.vsav`: a zip with the game in it, or in old modules the game itself. `left` is how many bytes of all saves
/// are still read.
pub(super) fn read(bytes: &[u8], left: &mut u64) -> Result<Save, String> {
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
    *left = left.checked_sub(size).ok_or_else(|| format!("all saves have more than {} MiB", (4 * limits::SAVE_BYTES) >> 20))?;
    let (text, broken) = revealed(game);
    let mut save = Save::default();
    if broken {
        save.faults.push("its hidden text is cut off or damaged; what stands before that was read".to_owned());
    }
    let mut table = Table::default();
    let mut count = 0;
    let deep = commands(text, &mut count, &mut |command| save.command(command, &mut table));
    if deep > 0 {
        save.faults.push(format!("it has groups within more than {DEPTH} others; {deep} of them were not read"));
    }
    if count > COMMANDS {
        save.faults.push(format!("it has more than {COMMANDS} commands; the rest was not read"));
    }
    if count <= 1 && save.pieces.is_empty() {
        return Err("it holds no commands of VASSAL".to_owned());
    }
    save.stacked(table);
    Ok(save)
}

/// Splits groups until single commands are left. A group is dropped when it has been split, so that groups within groups
/// do not hold the same text many times. Told: how many groups lie too deep.
fn commands(text: String, count: &mut usize, take: &mut impl FnMut(&str)) -> usize {
    let mut deep = 0;
    let mut waiting = vec![(text, 0usize)];
    while let Some((text, depth)) = waiting.pop() {
        if *count > COMMANDS {
            return deep;
        }
        let mut items = if text.contains('\u{1b}') { split(&text, '\u{1b}') } else { vec![text] };
        // One item may hold an escaped sign: it belongs to it.
        if let [one] = items.as_slice() {
            *count += 1;
            take(one);
        } else if depth < DEPTH {
            waiting.extend(items.drain(..).rev().map(|item| (item, depth + 1)));
        } else {
            deep += 1;
        }
    }
    deep
}

/// What stacks and decks say of their pieces.
#[derive(Default)]
struct Table {
    stacked: BTreeMap<String, (Lies, usize)>,
    order: usize,
}

impl Save {
    fn command(&mut self, command: &str, table: &mut Table) {
        if command.starts_with("+/") {
            match piece::read(command) {
                Ok(Thing::Piece(piece)) => self.pieces.push(piece),
                Ok(Thing::Stack(lies, inside)) => {
                    for id in inside {
                        table.order += 1;
                        table.stacked.insert(id, (lies.clone(), table.order));
                    }
                }
                Ok(Thing::Deck(_, name, cards)) => self.in_decks.extend(cards.into_iter().map(|id| (id, name.clone()))),
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
        let order = |piece: &Piece| table.stacked.get(&piece.id).map_or(0, |(_, order)| *order);
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
        let save = read(text.as_bytes(), &mut { u64::MAX }).unwrap();
        let two = save.pieces.iter().find(|piece| piece.name == "Two").unwrap();
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
        assert!(read(b"PK\x03\x04", &mut { u64::MAX }).is_err());
        assert!(read(b"hello", &mut { u64::MAX }).is_err());
        assert!(read(b"!VCSKzz", &mut { u64::MAX }).is_err());
        let hidden: String =
            format!("begin_save{ESC}+/1/piece;;;;One/Main;1;2;7;0").bytes().map(|b| format!("{:02x}", b ^ 0x3f)).collect();
        let save = read(format!("!VCSK3f{hidden}").as_bytes(), &mut { u64::MAX }).unwrap();
        assert_eq!(save.pieces.len(), 1);
        let cut = hidden.get(..hidden.len() - 3).unwrap();
        let save = read(format!("!VCSK3f{cut}").as_bytes(), &mut { u64::MAX }).unwrap();
        assert_eq!((save.pieces.len(), save.faults.len()), (1, 1));
    }
}
