//! Traits by what they do, and the keys that do it.

use std::collections::BTreeSet;

use super::encode::{Trait, fields, list};
use super::trays::Lost;

/// Ctrl and a letter.
pub(super) fn ctrl(letter: char) -> String {
    format!("{},130", u32::from(letter))
}

/// A command that has a name in place of a key: nobody presses it by accident.
pub(super) fn command(name: &str) -> String {
    format!("57344,0,{name}")
}

/// Keys with ctrl and shift that nobody has taken yet.
#[derive(Default)]
pub(super) struct Keys {
    taken: BTreeSet<char>,
}

impl Keys {
    /// A key for something of that name: its first letter that is free, else a digit, else a command without a key.
    pub(super) fn of(&mut self, name: &str, kind: &str) -> String {
        let letters = name.chars().flat_map(char::to_uppercase).filter(char::is_ascii_uppercase);
        match letters.chain('0'..='9').find(|letter| !self.taken.contains(letter)) {
            Some(letter) => {
                self.taken.insert(letter);
                format!("{},195", u32::from(letter))
            }
            None => command(&format!("{kind}-{name}")),
        }
    }
}

/// A key as people read it; nothing for a command without a key.
pub(super) fn read_key(key: &str) -> Option<String> {
    let (code, held) = key.split_once(',')?;
    let letter = char::from_u32(code.parse().ok()?)?;
    match held {
        "130" => Some(format!("Ctrl+{letter}")),
        "195" => Some(format!("Ctrl+Shift+{letter}")),
        "520" => Some(format!("Alt+{letter}")),
        _ => None,
    }
}

pub(super) fn delete() -> Trait {
    Trait::new(fields("delete", ["Delete", &ctrl('D'), ""]), "")
}

/// The mark of a counter that has moved, so far from its middle.
pub(super) fn moved((x, y): (i64, i64)) -> Trait {
    let (x, y, key) = (x.to_string(), y.to_string(), ctrl('M'));
    let all = ["moved.png", &x, &y, "Mark moved", &key, "", "false", "", "", "", ""];
    Trait::new(fields("markmoved", all), "false")
}

pub(super) fn trail() -> Trait {
    let key = ctrl('T');
    let (white, black) = ("255,255,255", "0,0,0");
    let all = [&key, "Movement trail", "false", "false", "10", white, black, "100", "50", "20", "30", "1.0", "", "", "", ""];
    Trait::new(fields("footprint", all), "false;;0;false")
}

/// Says something in the chat whenever one of these keys was pressed, after it was done.
pub(super) fn report<T: AsRef<str>>(keys: impl IntoIterator<Item = T>, says: &str) -> Trait {
    Trait::new(fields("report", [list(keys).as_str(), says, "", "", "", "false"]), "-1")
}

/// Sends a piece to a point of a map window.
pub(super) fn send(menu: &str, key: &str, (map, board): (&str, &str), (x, y): (i64, i64)) -> Trait {
    let (x, y) = (x.to_string(), y.to_string());
    let all = [menu, key, map, board, &x, &y, "", "", "0", "0", "0", "0", "", "L", "", "", "", ""];
    Trait::new(fields("sendto", all), ";;")
}

/// Sends a piece to the next place of a box whose places fill up one after the other.
pub(super) fn send_to_box(menu: &str, key: &str, map: &str, to: &Lost) -> Trait {
    let (x, y, pitch) = (to.first.0.to_string(), to.first.1.to_string(), to.pitch.to_string());
    // So many lie there already.
    let zone = to.zone.replace(['"', '\\'], "");
    let held = format!("Count(\"{{CurrentZone==\\\"{zone}\\\"}}\",\"{map}\")");
    let (columns, rows) = (to.columns.max(1), to.rows.max(1));
    let column = format!("{{{held}%{columns}}}");
    let row = format!("{{({held}/{columns})%{rows}}}");
    let all = [menu, key, map, map, &x, &y, "", "", &column, &row, &pitch, &pitch, "", "L", "", "", "", ""];
    Trait::new(fields("sendto", all), ";;")
}

/// Sends a piece into a zone of a map window, so far below its middle. The zone may be an expression.
pub(super) fn send_to_zone(menu: &str, key: &str, (map, board): (&str, &str), zone: &str, below: i64) -> Trait {
    let below = below.to_string();
    let all = [menu, key, map, board, "0", "0", "", "", "0", "1", "0", &below, "", "Z", zone, "", "", ""];
    Trait::new(fields("sendto", all), ";;")
}

/// Sends a piece to where two of its properties say, on a map that it names; nowhere else where they say nothing.
pub(super) fn send_told(menu: &str, key: &str, map: &str, [x, y]: [&str; 2]) -> Trait {
    let told = |name: &str, here: &str| format!("{{(\"\"+{name})==\"\"?{here}:{name}}}");
    let map = format!("{{(\"\"+{x})==\"\"?CurrentMap:{map}}}");
    let (x, y) = (told(x, "CurrentX"), told(y, "CurrentY"));
    let all = [menu, key, &map, "", &x, &y, "", "", "0", "0", "0", "0", "", "L", "", "", "", ""];
    Trait::new(fields("sendto", all), ";;")
}

/// The key that shows the next level.
pub(super) fn levels_key() -> String {
    ctrl('F')
}

/// Levels that follow each other with ctrl-F; the menu says what that is.
pub(super) fn levels(name: &str, menu: &str, images: &[String], names: &[String]) -> Trait {
    let (images, names, flip) = (list(images), list(names), levels_key());
    let all = [
        "", "128", "", menu, "128", "", "", "128", "", "", "", "1", "false", "0", "0", &images, &names, "true", name, "", "",
        "false", "", "1", "1", "true", "", &flip, "", "", "1.0", "", "true",
    ];
    Trait::new(fields("emb2", all), "1").named(name)
}

/// A picture upon the counter that a key shows and hides, so far below its middle.
pub(super) fn overlay(name: &str, menu: &str, key: &str, image: &str, says: &str, below: i64) -> Trait {
    let (images, names, below) = (list([image]), list([says]), below.to_string());
    let all = [
        menu, "128", "", "", "128", "", "", "128", "", "", "", "1", "false", "0", &below, &images, &names, "true", name, "", "",
        "false", "", "1", "1", "false", key, "", "", "", "1.0", "", "true",
    ];
    Trait::new(fields("emb2", all), "-1").named(name)
}

/// Shows all hexes so near, in that colour, when a key is pressed: so many as a number says, or as a property of the piece.
pub(super) fn area(menu: &str, key: &str, color: &str, radius: Result<u32, &str>) -> Trait {
    let (fixed, number, property) = match radius {
        Ok(number) => ("true", number.to_string(), ""),
        Err(property) => ("false", "1".to_owned(), property),
    };
    let all = [color, "25", &number, "false", menu, key, "", fixed, property, menu, menu, "", "", "", "", "true"];
    Trait::new(fields("AreaOfEffect", all), "false")
}

/// Properties that never change.
pub(super) fn marks(pairs: &[(String, String)]) -> Option<Trait> {
    let names = list(pairs.iter().map(|(name, _)| name));
    (!pairs.is_empty()).then(|| Trait::new(fields("mark", [names]), list(pairs.iter().map(|(_, value)| value))))
}

/// A property that a setup gives a value.
pub(super) fn property(name: &str) -> Trait {
    Trait::new(fields("PROP", [name, "false,0,100,false", "", ""]), "").named(name)
}

/// Hides commands from the menu while a condition holds, and takes their keys away.
pub(super) fn hidden_while<T: AsRef<str>>(what: &str, keys: impl IntoIterator<Item = T>, when: &str) -> Trait {
    Trait::new(fields("hideCmd", [what, "Hide", when, &list(keys)]), "")
}

/// Presses other keys when one is pressed, if a condition holds.
pub(super) fn trigger(menu: &str, key: &str, when: &str, presses: &str) -> Trait {
    let keys = list([presses]);
    let all = ["", menu, key, when, "", &keys, "false", "", "", "counted", "", "", "1", "false", "", "1", "1"];
    Trait::new(fields("macro", all), "")
}

/// Places another piece upon this one.
pub(super) fn place(menu: &str, key: &str, made: &str, gpid: u32) -> Trait {
    let gpid = gpid.to_string();
    let all = [menu, key, made, "null", "0", "0", "false", "", "", &gpid, "0", "false", "false", "", "1"];
    Trait::new(fields("placemark", all), "")
}

/// Commands in a menu of their own.
pub(super) fn submenu<T: AsRef<str>>(name: &str, commands: impl IntoIterator<Item = T>) -> Trait {
    Trait::new(fields("submenu", [name, &list(commands), ""]), "")
}

/// Lies by itself, below counters, and is moved only when it is chosen.
pub(super) fn flat() -> Trait {
    Trait::new(fields("immob", ["g", "N", "R", ""]), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_given_once_and_then_there_are_none() {
        let mut keys = Keys::default();
        assert_eq!(keys.of("Disrupted", "state"), "68,195");
        assert_eq!(keys.of("Dug in", "state"), "85,195");
        assert_eq!(read_key("85,195").as_deref(), Some("Ctrl+Shift+U"));
        let all: BTreeSet<String> = (0..40).map(|_| keys.of("abcdefghijklmnopqrstuvwxyz", "state")).collect();
        assert_eq!(all.len(), 35, "34 keys are left, then there is a command");
        assert!(all.contains("57344,0,state-abcdefghijklmnopqrstuvwxyz"));
        assert_eq!(read_key(&command("x")), None);
    }
}
