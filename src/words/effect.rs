//! What happens, in words.

use serde_json::{Number, Value};

use super::Teller;
use super::fields::{Fields, counted, readable, signed};
use super::pieces::{by_name, side};
use super::text::listed;

/// So many effects that repeat the one before with another number are told at once.
const AGAIN: usize = 3;

impl Teller<'_> {
    /// Effects one after the other. Flags and counts in a row that all become the same are told together: what becomes of
    /// one does not change what becomes of another.
    pub(super) fn effects_of(&self, list: &[Value]) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut row: Vec<Kept> = Vec::new();
        let mut left = list;
        while let Some((effect, rest)) = left.split_first() {
            left = rest;
            match self.becoming(effect) {
                Some(kept) if row.iter().all(|known| known.name != kept.name) => row.push(kept),
                kept => {
                    parts.extend(together(std::mem::take(&mut row)));
                    match kept {
                        Some(kept) => row.push(kept),
                        None => {
                            parts.push(self.effect(effect));
                            // What is said again and again with another number is said once.
                            if let Some((first, others)) = again(effect, rest) {
                                left = rest.get(others.len()..).unwrap_or_default();
                                parts.push(format!("then the same with {} instead of {first}", listed(&others, "and")));
                            }
                        }
                    }
                }
            }
        }
        parts.extend(together(row));
        parts.join("; ")
    }

    /// A flag or a count that becomes something, whatever else is so.
    fn becoming(&self, effect: &Value) -> Option<Kept> {
        let mut fields = Fields::of(effect);
        let kind = fields.word("kind")?;
        let name = self.kept_word(&fields.word("id")?);
        let becomes = match kind.as_str() {
            "flag" => Becomes::Holds(fields.flag("is") != Some(false)),
            "counter" => Becomes::Is(fields.word("set")?),
            _ => return None,
        };
        fields.rest().next().is_none().then_some(Kept { name, becomes })
    }

    fn effects_in(&self, fields: &mut Fields, name: &str) -> Option<String> {
        let list = fields.list(name);
        (!list.is_empty()).then(|| self.effects_of(&list))
    }

    /// One effect.
    fn effect(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let kind = fields.word("kind").unwrap_or_default();
        let amount = |fields: &mut Fields, name: &str| fields.take(name).map(|it| self.amount(&it));
        let mut words = match kind.as_str() {
            "lose" => {
                let steps = amount(&mut fields, "steps").unwrap_or_else(|| "1".to_owned());
                format!("{} loses {}", who(&mut fields), counted(&steps, "step", "steps"))
            }
            "eliminate" => {
                let who = who(&mut fields);
                let all = if who == "each side" { fields.take("of").map(|it| self.units(&it)) } else { None };
                all.map_or_else(|| format!("{who} is eliminated"), |all| format!("{all} are eliminated"))
            }
            "exchange" => {
                let rating = fields.word("rating").unwrap_or_default();
                let out = fields.word("who").unwrap_or_else(|| "defender".to_owned());
                format!("exchange: {} is eliminated, the other side loses at least as much {rating}", whom(&out))
            }
            "retreat" => {
                let hexes = amount(&mut fields, "hexes").unwrap_or_default();
                let mut words = format!("{} retreats {}", who(&mut fields), counted(&hexes, "hex", "hexes"));
                words.extend(
                    fields
                        .word("absorb")
                        .map(|it| format!(" (up to {} may be lost instead, each for a hex)", counted(&it, "step", "steps"))),
                );
                words
            }
            "advance" => {
                let hexes =
                    amount(&mut fields, "hexes").map(|it| format!(" {}", counted(&it, "hex", "hexes"))).unwrap_or_default();
                let whose = fields.word("who").map_or_else(|| "the attacker".to_owned(), |it| whom(&it));
                format!("{whose} may advance{hexes}")
            }
            "state" | "clear" => {
                let begins = kind == "state";
                let who = fields.word("who").unwrap_or_default();
                // All units of some kind, whoever is concerned, are named once.
                let all = if who == "both" { fields.take("of").map(|it| self.units(&it)) } else { None };
                let state = fields.word("state").unwrap_or_default();
                match (all, begins) {
                    (Some(all), true) => format!("{all} become {state}"),
                    (Some(all), false) => format!("{all} are no longer {state}"),
                    (None, true) if who == "both" => format!("the units of each side become {state}"),
                    (None, false) if who == "both" => format!("the units of each side are no longer {state}"),
                    (None, true) => format!("{} becomes {state}", whom(&who)),
                    (None, false) => format!("{} is no longer {state}", whom(&who)),
                }
            }
            "gain" => {
                let steps = amount(&mut fields, "steps").unwrap_or_else(|| "1".to_owned());
                format!("{} regains {}", who(&mut fields), counted(&steps, "step", "steps"))
            }
            "exit" => format!("{} leaves the map", who(&mut fields)),
            "place" | "remove" => {
                let marker = fields.word("marker").unwrap_or_default();
                let (verb, on) = if kind == "place" { ("is placed", "on") } else { ("is removed", "from") };
                let whose = match (fields.word("who").map(|it| whom(&it)), fields.take("of").map(|it| self.units(&it))) {
                    (Some(who), Some(of)) => format!(" {on} {who} ({of})"),
                    (Some(who), None) => format!(" {on} {who}"),
                    (None, Some(of)) => format!(" {on} {of}"),
                    (None, None) => String::new(),
                };
                format!("marker {marker} {verb}{whose}")
            }
            "flip" => format!("marker {} is turned over", fields.word("marker").unwrap_or_default()),
            "roll" => self.rolled(&mut fields),
            "when" => {
                let when = fields.take("if").or_else(|| fields.take("when"));
                let when = when.map(|it| self.provided(&it)).unwrap_or_default();
                let mut words =
                    format!("{when}: {}", self.effects_in(&mut fields, "then").unwrap_or_else(|| "nothing".to_owned()));
                words.extend(self.effects_in(&mut fields, "else").map(|it| format!(" — otherwise: {it}")));
                words
            }
            "choose" => {
                let by = fields.word("by").unwrap_or_default();
                let choices = fields.list("choices");
                let one = |it: &Value| self.effects_of(it.as_array().map(Vec::as_slice).unwrap_or_default());
                let mut names = fields.words("names").unwrap_or_default().into_iter();
                let called = |it: &Value| match (names.next(), one(it)) {
                    (Some(name), does) if does.is_empty() => format!("({name})"),
                    (Some(name), does) => format!("({name}: {does})"),
                    (None, does) => format!("({does})"),
                };
                let choices: Vec<String> = choices.iter().map(called).collect();
                format!("{} chooses: {}", whom(&by), choices.join(" or "))
            }
            "bridge" => {
                let is = fields.word("is").unwrap_or_default();
                let at = fields.take("at").map(|it| format!(" at {}", self.sides(&it))).unwrap_or_default();
                format!(
                    "the bridge{at} is {}",
                    match is.as_str() {
                        "building" => "being built",
                        other => other,
                    }
                )
            }
            "counter" => {
                let id = self.kept_word(&fields.word("id").unwrap_or_default());
                match (amount(&mut fields, "add"), amount(&mut fields, "set")) {
                    (Some(add), _) => format!("the count {id}: {}", signed(&add)),
                    (None, Some(set)) => format!("the count {id} becomes {set}"),
                    (None, None) => format!("the count {id} changes"),
                }
            }
            "flag" => {
                let id = self.kept_word(&fields.word("id").unwrap_or_default());
                format!("{id} {}", if fields.flag("is") == Some(false) { "no longer holds" } else { "holds" })
            }
            "control" => {
                let by = fields.word("by").map(|it| side(&it)).unwrap_or_default();
                format!("{by} holds {}", listed(&fields.words("of").unwrap_or_default(), "and"))
            }
            "draw" => {
                let count = amount(&mut fields, "count").unwrap_or_else(|| "1".to_owned());
                format!("{count} drawn from {}", self.deck(&fields.word("deck").unwrap_or_default()))
            }
            "shift" => format!("columns: {}", signed(&amount(&mut fields, "add").unwrap_or_default())),
            "modify" => format!("to the roll: {}", signed(&amount(&mut fields, "add").unwrap_or_default())),
            "result" => format!("the result is {}", fields.word("code").unwrap_or_default()),
            "attack-again" => "the attacker may attack once more".to_owned(),
            "return" => {
                let count = amount(&mut fields, "count").unwrap_or_else(|| "1".to_owned());
                let of = fields.take("of").map(|it| self.units(&it)).unwrap_or_default();
                let mut words = format!("up to {count} of {} may come back", by_name(&of));
                words.extend(amount(&mut fields, "steps").map(|it| format!(" with {}", counted(&it, "step", "steps"))));
                words.extend(
                    fields
                        .words("from")
                        .map(|it| format!(" ({})", listed(&it.iter().map(|it| whence(it)).collect::<Vec<_>>(), "or"))),
                );
                words
            }
            "move" => {
                let of = fields.take("of").map(|it| self.units(&it)).unwrap_or_default();
                let mut words = match amount(&mut fields, "count") {
                    Some(count) => format!("up to {count} of {of} may move now"),
                    None => format!("{of} may move now"),
                };
                words.extend(amount(&mut fields, "hexes").map(|it| format!(" up to {}", counted(&it, "hex", "hexes"))));
                words.extend(fields.word("mode").map(|it| format!(" by {}", self.mode(&it))));
                words
            }
            "run" => {
                let phases: Vec<String> = fields.words("phases").unwrap_or_default().iter().map(|it| self.phase(it)).collect();
                let by = fields.word("side").map(|it| format!(" by {}", side(&it))).unwrap_or_default();
                format!("played now{by}: {}", phases.join(", "))
            }
            "attack" => {
                let by = fields.word("by").map_or_else(|| "the enemy".to_owned(), |it| whom(&it));
                format!("{by} may attack now by {}", self.combat(&fields.word("combat").unwrap_or_default()))
            }
            "weather" => format!("the weather becomes {}", fields.word("is").unwrap_or_default()),
            "ground" => format!("the ground becomes {}", fields.word("is").unwrap_or_default()),
            "stop" => "the move ends".to_owned(),
            "cancel" => "it has no effect".to_owned(),
            "win" => {
                let level = fields.word("level").map(|it| format!(" ({it})")).unwrap_or_default();
                format!("{} wins{level}", fields.word("side").map(|it| side(&it)).unwrap_or_default())
            }
            other => readable(other),
        };
        words.extend(fields.take("of").map(|it| format!(", only {}", self.units(&it))));
        if let Some(at) = fields.take("at") {
            let hexes = self.hexes(&at);
            words.push_str(&if hexes == "hexes" { " in all hexes".to_owned() } else { format!(" in {hexes}") });
        }
        words.extend(fields.word("by").map(|it| format!(" (as {} chooses)", whom(&it))));
        words.extend(fields.word("until").map(|it| format!(" until the end of the {}", readable(&it))));
        words.extend(fields.take("if").map(|it| format!(", {}", self.provided(&it))));
        [vec![words], self.rest(fields)].concat().join(", ")
    }

    fn rolled(&self, fields: &mut Fields) -> String {
        let each = fields.word("each").map(|it| format!(" for each unit of {}", whom(&it))).unwrap_or_default();
        let roll = fields.take("roll");
        let table = fields.word("table");
        // Where nothing happens if it succeeds, only what happens otherwise is told.
        let (then, other) = (fields.list("then"), fields.list("else"));
        if let (Some(roll), true, false) = (&roll, then.is_empty(), other.is_empty()) {
            return format!("unless {}{each}: {}", self.roll(roll), self.effects_of(&other));
        }
        let mut words = match (roll, table) {
            (Some(roll), _) => format!("if {}{each}", self.roll(&roll)),
            (None, Some(table)) => format!("roll on {}{each}", self.table(&table)),
            (None, None) => format!("roll{each}"),
        };
        for (list, before) in [(then, ": "), (other, " — otherwise: ")] {
            if !list.is_empty() {
                words.push_str(&format!("{before}{}", self.effects_of(&list)));
            }
        }
        words
    }
}

/// What becomes of a flag or a count.
#[derive(Clone, PartialEq, Eq)]
enum Becomes {
    Holds(bool),
    Is(String),
}

/// A flag or a count, as players call it, and what becomes of it.
struct Kept {
    name: String,
    becomes: Becomes,
}

/// A row of them, those that become the same together.
fn together(row: Vec<Kept>) -> Vec<String> {
    let mut groups: Vec<(Becomes, Vec<String>)> = Vec::new();
    for Kept { name, becomes } in row {
        match groups.iter_mut().find(|(known, _)| *known == becomes) {
            Some((_, names)) => names.push(name),
            None => groups.push((becomes, vec![name])),
        }
    }
    let told = |(becomes, names): (Becomes, Vec<String>)| {
        let (one, who) = (names.len() == 1, listed(&names, "and"));
        match becomes {
            Becomes::Holds(true) => format!("{who} {}", if one { "holds" } else { "hold" }),
            Becomes::Holds(false) => format!("{who} no longer {}", if one { "holds" } else { "hold" }),
            Becomes::Is(amount) if one => format!("the count {who} becomes {amount}"),
            Becomes::Is(amount) => format!("the counts {who} become {amount}"),
        }
    };
    groups.into_iter().map(told).collect()
}

/// The number of an effect, and those of the effects after it that say the same but for it; nothing if they are few.
fn again(effect: &Value, rest: &[Value]) -> Option<(String, Vec<String>)> {
    let mut others: Vec<&Number> = Vec::new();
    let mut number: Option<&Number> = None;
    for next in rest {
        let mut apart = Vec::new();
        if !differ(effect, next, &mut apart) {
            break;
        }
        let Some((first, other)) = apart.first().copied() else { break };
        let one = apart.iter().all(|pair| *pair == (first, other)) && number.is_none_or(|known| known == first);
        if !one || others.contains(&other) {
            break;
        }
        number = Some(first);
        others.push(other);
    }
    let words = others.iter().map(ToString::to_string).collect();
    number.filter(|_| others.len() >= AGAIN).map(|number| (number.to_string(), words))
}

/// Notes the numbers in which two things differ; false if they differ in more than numbers.
fn differ<'v>(one: &'v Value, other: &'v Value, apart: &mut Vec<(&'v Number, &'v Number)>) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            if one != other {
                apart.push((one, other));
            }
            true
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| differ(one, other, apart))
        }
        (Value::Object(one), Value::Object(other)) => {
            let alike =
                |(name, one): (&String, &'v Value), apart: &mut _| other.get(name).is_some_and(|other| differ(one, other, apart));
            one.len() == other.len() && one.iter().all(|member| alike(member, apart))
        }
        (one, other) => one == other,
    }
}

/// To whom it happens.
fn who(fields: &mut Fields) -> String {
    whom(&fields.word("who").unwrap_or_default())
}

/// The same of a word.
pub(super) fn whom(word: &str) -> String {
    match word {
        "both" => "each side".to_owned(),
        "" => "it".to_owned(),
        other => format!("the {}", readable(other)),
    }
}

fn whence(word: &str) -> String {
    match word {
        "lost" => "from those that were lost",
        "exited" => "from those that left the map",
        "box" => "from a box",
        "unused" => "from those not in play yet",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_repeated_with_another_number_is_found() {
        let clear = |within: u32| json!({ "kind": "clear", "of": { "near": [{ "within": within }] }, "if": { "not": within } });
        let rest = [clear(2), clear(3), clear(5), json!({ "kind": "flag", "id": "over" })];
        let words = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(again(&clear(1), &rest), Some(("1".to_owned(), words(&["2", "3", "5"]))));
        assert_eq!(again(&clear(1), &rest[1..]), None, "twice is no row");
        // Two numbers that change apart, the same effect once more, and another word.
        let two = |a: u32, b: u32| json!({ "kind": "lose", "steps": a, "of": b });
        assert_eq!(again(&two(1, 1), &[two(2, 3), two(3, 4), two(4, 5)]), None);
        assert_eq!(again(&two(1, 9), &[two(2, 9), two(3, 8), two(4, 9), two(5, 9)]), None);
        assert_eq!(again(&clear(1), &[clear(1), clear(1), clear(1)]), None);
    }
}
