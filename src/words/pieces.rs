//! Which units, hexes and hexsides are meant, as phrases: `German units, except Headquarters`.

use serde_json::Value;

use super::Teller;
use super::fields::{Fields, bounds, counted, plain, readable, single};
use super::text::{CLOSE, listed};
use super::when::quoted;
use crate::model::Rating;

impl Teller<'_> {
    /// `enemy Armor or Infantry units that are disrupted, except …`.
    pub(super) fn units(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let (noun, mut tail) = self.units_noun(&mut fields);
        for it in fields.list("at") {
            tail.push(format!("in {}", self.hexes(&it)));
        }
        for it in fields.list("start") {
            tail.push(format!("whose move began in {}", self.hexes(&it)));
        }
        for it in fields.list("with") {
            tail.push(format!("where in the same stack {}", self.group(&it)));
        }
        match fields.flag("alone") {
            Some(true) => tail.push("alone in the hex".to_owned()),
            Some(false) => tail.push("not alone in the hex".to_owned()),
            None => {}
        }
        for it in fields.list("near") {
            tail.push(self.near(&it));
        }
        for it in fields.list("across") {
            tail.push(format!("across {}", self.sides(&it)));
        }
        if let Some(traces) = fields.words("supplied") {
            tail.push(format!("supplied by {}", self.traces(&traces)));
        }
        for it in fields.list("same") {
            let mut same = Fields::of(&it);
            let with = same.word("as").unwrap_or_default();
            let level = same.word("level").map_or_else(|| "formation".to_owned(), |level| readable(&level));
            tail.push(format!("of the same {level} as {}", role(&with)));
        }
        if let Some(roles) = fields.words("role") {
            // One unit has nobody among it.
            let own = !roles.is_empty() && roles.iter().all(|it| it == "unit");
            let roles: Vec<String> = roles.iter().map(|it| role(it)).collect();
            tail.push(format!("{} {}", if own { "that are" } else { "among" }, listed(&roles, "or")));
        }
        self.ended(fields, noun, tail, "units", |teller, it| teller.units(it))
    }

    /// What the units are by themselves, and what is said of them behind.
    fn units_noun(&self, fields: &mut Fields) -> (String, Vec<String>) {
        let or = |words: Vec<String>| listed(&words, "or");
        let mut noun: Vec<String> = Vec::new();
        match fields.flag("full") {
            Some(true) => noun.push("full-strength".to_owned()),
            Some(false) => noun.push("reduced".to_owned()),
            None => {}
        }
        noun.extend(fields.words("side").map(or));
        noun.extend(fields.words("nation").map(or));
        noun.extend(fields.words("class").map(or));
        noun.extend(fields.words("type").map(or));
        noun.push("units".to_owned());
        let mut tail: Vec<String> = Vec::new();
        tail.extend(fields.words("id").map(|it| or(it.iter().map(|it| self.unit(it)).collect())));
        tail.extend(fields.words("formation").map(|it| format!("of {}", or(it))));
        tail.extend(fields.words("size").map(|it| format!("of size {}", or(it))));
        tail.extend(fields.words("tags").map(|it| format!("marked {}", or(it.iter().map(|word| quoted(word)).collect()))));
        for it in fields.list("rating") {
            let mut test = Fields::of(&it);
            let name = test.word("name").unwrap_or_default();
            let printed = test.flag("printed");
            let words = match (bounds(&mut test), printed) {
                // What is 0 or 1 is there or not.
                (Some(bounds), _) if bounds == "at most 0" && self.is_mark(&name) => format!("without {name} (0)"),
                (Some(bounds), _) => format!("with {name} of {bounds}"),
                (None, Some(false)) => format!("without a printed {name}"),
                (None, _) => format!("with a printed {name}"),
            };
            tail.push(words);
        }
        if let Some(steps) = fields.take("steps") {
            let mut range = Fields::of(&steps);
            let many = bounds(&mut range).unwrap_or_else(|| plain(&steps));
            tail.push(format!("with {}", counted(&many, "step", "steps")));
        }
        tail.extend(fields.words("state").map(|it| format!("that are {}", or(it))));
        tail.extend(fields.words("marker").map(|it| format!("with a marker {}", or(it))));
        tail.extend(fields.words("did").map(|it| format!("that {} this turn", or(it.iter().map(|it| deed(it)).collect()))));
        tail.extend(fields.words("mode").map(|it| format!("moving by {}", self.modes(&it))));
        (noun.join(" "), tail)
    }

    /// Whether that is a rating of 0 or 1.
    fn is_mark(&self, name: &str) -> bool {
        let called = |it: &&Rating| it.name.as_deref().unwrap_or(&it.id) == name;
        self.game.ratings.values().find(called).is_some_and(|it| (it.min, it.max) == (Some(0), Some(1)))
    }

    /// `within 2 hexes of enemy units`.
    fn near(&self, value: &Value) -> String {
        let mut near = Fields::of(value);
        let far = near.word("within").unwrap_or_else(|| "1".to_owned());
        let mut of: Vec<String> = near.take("units").iter().map(|it| self.units(it)).collect();
        of.extend(near.take("hexes").iter().map(|it| self.hexes(it)));
        let road = if near.flag("linked") == Some(true) { " along a road" } else { "" };
        let rest = self.rest(near);
        let words = format!("within {} of {}{road}", counted(&far, "hex", "hexes"), listed(&of, "and"));
        [vec![words], rest].concat().join(" ")
    }

    /// A clause about a group: `all attackers are …`, `there are at least 2 … among the attackers`.
    pub(super) fn group(&self, value: &Value) -> String {
        let mut group = Fields::of(value);
        let of = group.take("of").map(|it| self.units(&it));
        let place = group.word("in").map(|it| role(&it));
        let count = group.word("count");
        let bounds = bounds(&mut group);
        let quantity = group.word("is");
        let whose = match (group.word("box"), &place) {
            (Some(in_box), _) => format!(" in the box {in_box}"),
            (None, Some(place)) => format!(" among {place}"),
            (None, None) => String::new(),
        };
        let who = of.clone().unwrap_or_else(|| "units".to_owned());
        let mut words = match (quantity.as_deref(), bounds) {
            (_, Some(bounds)) => {
                let one = single(&bounds);
                let what = match count.as_deref() {
                    None | Some("units") if one && who == "units" => "unit".to_owned(),
                    None | Some("units") if one => format!("of the {who}"),
                    None | Some("units") => who,
                    Some("steps") => format!("{} of {who}", if one { "step" } else { "steps" }),
                    Some(rating) => format!("{} of {who}", self.counted_word(rating)),
                };
                format!("there {} {bounds} {what}{whose}", if one { "is" } else { "are" })
            }
            (Some("all"), None) => format!("all of {} are {who}", place.unwrap_or_else(|| "the units".to_owned())),
            (Some("none"), None) => format!("there are no {who}{whose}"),
            _ => format!("there are {who}{whose}"),
        };
        words.extend(group.word("by").map(|level| format!(" of one {}", readable(&level))));
        if let Some(hexes) = group.take("hexes") {
            let mut range = Fields::of(&hexes);
            let many = super::fields::bounds(&mut range).unwrap_or_default();
            words.push_str(&format!(" from {}", counted(&many, "hex", "hexes")));
        }
        match group.flag("apart") {
            Some(true) => words.push_str(" that do not all touch"),
            Some(false) => words.push_str(" that all touch"),
            None => {}
        }
        [vec![words], self.rest(group)].concat().join(", ")
    }

    /// `Forest or Town hexes in an enemy zone of control`.
    pub(super) fn hexes(&self, value: &Value) -> String {
        if !value.is_object() {
            return plain(value);
        }
        let mut fields = Fields::of(value);
        let or = |words: Vec<String>| listed(&words, "or");
        let mut noun: Vec<String> = Vec::new();
        if fields.flag("vacant") == Some(true) {
            noun.push("empty".to_owned());
        }
        noun.extend(fields.words("terrain").map(or));
        noun.push("hexes".to_owned());
        let mut noun = noun.join(" ");
        match fields.word("role").as_deref() {
            Some("target") if noun == "hexes" => noun = "the target hex".to_owned(),
            Some("start") if noun == "hexes" => noun = "the hex where the move began".to_owned(),
            Some(other) => noun = format!("{noun} that are the {other} hex"),
            None => {}
        }
        let mut tail: Vec<String> = Vec::new();
        if let Some(hexes) = fields.word("hex") {
            let (hexes, several) = each_of(&hexes);
            if noun == "hexes" {
                noun = format!("{} {hexes}", if several { "hexes" } else { "hex" });
            } else {
                tail.push(format!("({hexes})"));
            }
        }
        tail.extend(fields.words("place").map(|it| format!("of {}", or(it))));
        tail.extend(fields.words("area").map(|it| format!("in {}", or(it))));
        tail.extend(fields.words("entry").map(|it| format!("of entry {}", or(it))));
        tail.extend(fields.words("ahead").map(|it| format!("to which the {} points", or(it))));
        tail.extend(fields.words("edge").map(|it| format!("at the {} edge", or(it))));
        for it in fields.list("value") {
            let mut test = Fields::of(&it);
            let name = test.word("name").map(|name| self.value_name(&name)).unwrap_or_default();
            tail.push(format!("with {name} of {}", bounds(&mut test).unwrap_or_default()));
        }
        tail.extend(fields.words("road").map(|it| format!("on a {}", or(it))));
        for it in fields.list("sides") {
            tail.push(format!("with {}", self.sides(&it)));
        }
        tail.extend(fields.word("control").map(|it| format!("held by {}", side(&it))));
        tail.extend(fields.words("marker").map(|it| format!("with a marker {}", or(it))));
        for it in fields.list("units") {
            tail.push(format!("where {}", self.group(&it)));
        }
        tail.extend(fields.word("zone").map(|it| format!("in a zone of control of {}", side(&it))));
        tail.extend(fields.word("bond").map(|it| format!("in a bond of {}", side(&it))));
        for it in fields.list("near") {
            tail.push(self.near(&it));
        }
        if let Some(traces) = fields.words("supplied") {
            tail.push(format!("reached by {}", self.traces(&traces)));
        }
        self.ended(fields, noun, tail, "hexes", |teller, it| teller.hexes(it))
    }

    /// `River hexsides with an intact bridge`.
    pub(super) fn sides(&self, value: &Value) -> String {
        if !value.is_object() {
            return plain(value);
        }
        let mut fields = Fields::of(value);
        let or = |words: Vec<String>| listed(&words, "or");
        let mut noun = fields.words("kind").map_or_else(|| "hexsides".to_owned(), |it| format!("{} hexsides", or(it)));
        let mut tail: Vec<String> = Vec::new();
        if let Some(between) = fields.word("between") {
            let (between, several) = each_of(&between);
            if noun == "hexsides" {
                noun = format!("{} {between}", if several { "hexsides" } else { "hexside" });
            } else {
                tail.push(format!("({between})"));
            }
        }
        if let Some(bridges) = fields.words("bridge") {
            let one = |word: &String| match word.as_str() {
                "none" => "without a bridge".to_owned(),
                "intact" => "with an intact bridge".to_owned(),
                "blown" => "with a blown bridge".to_owned(),
                "building" => "with a bridge being built".to_owned(),
                "ford" => "with a ford".to_owned(),
                other => format!("with a bridge {other}"),
            };
            tail.push(or(bridges.iter().map(one).collect()));
        }
        tail.extend(fields.word("owner").map(|it| format!("whose bridge {} holds", side(&it))));
        tail.extend(fields.words("road").map(|it| format!("crossed by a {}", or(it))));
        match fields.flag("linked") {
            Some(true) => tail.push("crossed by a road".to_owned()),
            Some(false) => tail.push("without a road".to_owned()),
            None => {}
        }
        for (name, word) in [("from", "out of"), ("to", "into"), ("both", "between two")] {
            for it in fields.list(name) {
                tail.push(format!("{word} {}", self.hexes(&it)));
            }
        }
        tail.extend(fields.word("boundary").map(|it| format!("on a boundary of {}", readable(&it))));
        tail.extend(fields.word("bond").map(|it| format!("in a bond of {}", side(&it))));
        tail.extend(fields.words("marker").map(|it| format!("with a marker {}", or(it))));
        self.ended(fields, noun, tail, "hexsides", |teller, it| teller.sides(it))
    }

    /// The end of a phrase about units, hexes or hexsides: what is nested in it, and what is left.
    fn ended(
        &self,
        mut fields: Fields,
        noun: String,
        mut tail: Vec<String>,
        bare: &str,
        inner: fn(&Self, &Value) -> String,
    ) -> String {
        let nested = |list: Vec<Value>, last: &str| {
            let words: Vec<String> = list.iter().map(|it| inner(self, it)).collect();
            (!words.is_empty()).then(|| listed(&words, last))
        };
        let all = nested(fields.list("all"), "and also");
        let any = nested(fields.list("any"), "or");
        let not = fields.take("not").map(|it| those(inner(self, &it), bare));
        tail.extend(self.rest(fields));
        let plain = tail.is_empty() && noun == bare;
        // All but all of them are none.
        if plain && any.is_none() && all.is_none() && not.as_deref() == Some(bare) {
            return format!("no {bare}");
        }
        let mut words = [vec![noun], tail].concat().join(" ");
        match (any, plain) {
            (Some(any), true) => words = any,
            (Some(any), false) => words = format!("{words} that are {any}"),
            (None, _) => {}
        }
        words.extend(all.map(|all| format!(" that are {all}")));
        words.extend(not.map(|not| format!(", except {not}{CLOSE}")));
        words
    }
}

/// Hexes or hexsides that are named one after the other, and whether they are several.
fn each_of(numbers: &str) -> (String, bool) {
    let each: Vec<String> = numbers.split_whitespace().map(str::to_owned).collect();
    (listed(&each, "or"), each.len() > 1)
}

/// Words that go on behind `those`.
const BEHIND: [&str; 21] = [
    "that", "in", "with", "of", "across", "within", "marked", "supplied", "whose", "moving", "alone", "among", "held", "on",
    "at", "where", "crossed", "without", "reached", "out", "to",
];

/// What is left out of things that were just named: `those within 1 hex of …`.
fn those(words: String, bare: &str) -> String {
    let rest = words.strip_prefix(bare).and_then(|rest| rest.strip_prefix(' '));
    let behind = |rest: &&str| rest.split(' ').next().is_some_and(|first| BEHIND.contains(&first));
    rest.filter(behind).map_or_else(|| words.clone(), |rest| format!("those {rest}"))
}

/// One of several that are meant: `one of the Town hexes`, `hex 0120`, `not one of the Town hexes`.
pub(super) fn one_of(words: &str) -> String {
    // All but some: it is none of these.
    for bare in ["hexes", "units"] {
        let left_out = words.strip_prefix(bare).and_then(|rest| rest.strip_prefix(", except ")?.strip_suffix(CLOSE));
        if let Some(left_out) = left_out.filter(|it| !it.contains([';', CLOSE])) {
            let whole = left_out.strip_prefix("those ").map_or_else(|| left_out.to_owned(), |rest| format!("{bare} {rest}"));
            return format!("not {}", one_of(&whole));
        }
    }
    let single = ["hex ", "hexside ", "the "].iter().any(|start| words.starts_with(start));
    if single { words.to_owned() } else { format!("one of the {words}") }
}

/// Units that are named one by one need not be called units: `“KG Peiper”`.
pub(super) fn by_name(words: &str) -> &str {
    words.strip_prefix("units ").filter(|rest| rest.starts_with('“')).unwrap_or(words)
}

/// A side inside a sentence.
pub(super) fn side(word: &str) -> String {
    match word {
        "own" => "one's own side".to_owned(),
        "enemy" => "the enemy".to_owned(),
        name => name.to_owned(),
    }
}

/// A part in the battle, as a noun.
pub(super) fn role(word: &str) -> String {
    match word {
        "attackers" => "the attackers",
        "defenders" => "the defenders",
        "supporters" => "the supporters",
        "participants" => "all who take part",
        "unit" => "the unit itself",
        "stack" => "the stack",
        "hex" => "the units of the hex",
        "map" => "all units on the map",
        other => return readable(other),
    }
    .to_owned()
}

fn deed(word: &str) -> String {
    match word {
        "defended" => "were attacked".to_owned(),
        other => readable(other),
    }
}
