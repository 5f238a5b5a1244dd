//! Conditions and amounts in words.

use serde_json::Value;

use super::Teller;
use super::fields::{Fields, bounds, plain, readable, signed};
use super::pieces::{by_name, one_of, role, side};
use super::text::listed;

/// What a condition says: the moments in which it may hold, such as `on turn 3`, and what must be so then.
struct Parts {
    moments: Vec<String>,
    clauses: Vec<String>,
}

fn bracketed(words: String) -> String {
    if words.contains(" and ") || words.contains(" or ") { format!("({words})") } else { words }
}

impl Teller<'_> {
    /// A clause: `on turn 3 and the ground is mud`.
    pub(super) fn condition(&self, value: &Value) -> String {
        let Parts { moments, clauses } = self.parts(value);
        let all = [moments, clauses].concat();
        if all.is_empty() { "always".to_owned() } else { all.join(" and ") }
    }

    /// What stands behind `only`: `on turn 3`, `if the ground is mud`, `on turn 3, if the ground is mud`.
    pub(super) fn provided(&self, value: &Value) -> String {
        let Parts { mut moments, clauses } = self.parts(value);
        // What is excluded comes last, so that nobody takes the rest for excluded too.
        moments.sort_by_key(|moment| moment.starts_with("not "));
        match (moments.join(" and "), clauses.join(" and ")) {
            (moments, clauses) if moments.is_empty() && clauses.is_empty() => "always".to_owned(),
            (moments, clauses) if clauses.is_empty() => moments,
            (moments, clauses) if moments.is_empty() => format!("if {clauses}"),
            (moments, clauses) => format!("{moments}, if {clauses}"),
        }
    }

    /// The same behind a dash or in brackets: `only on turn 3`, `not on turn 3`.
    pub(super) fn only(&self, value: &Value) -> String {
        let words = self.provided(value);
        if words.starts_with("not ") { words } else { format!("only {words}") }
    }

    /// When it may hold, and what must be so then.
    pub(super) fn moments_and_clauses(&self, value: &Value) -> (Vec<String>, Vec<String>) {
        let Parts { moments, clauses } = self.parts(value);
        (moments, clauses)
    }

    fn parts(&self, value: &Value) -> Parts {
        let mut fields = Fields::of(value);
        let or = |words: Vec<String>| listed(&words, "or");
        let mut moments: Vec<String> = Vec::new();
        moments.extend(fields.take("turns").map(|it| self.window(&it)));
        moments.extend(self.phases(&mut fields, "phase").map(|it| format!("in the phase {it}")));
        moments.extend(fields.words("option").map(|it| format!("with {}", or(it.iter().map(|it| self.option(it)).collect()))));
        moments.extend(fields.words("side").map(|it| format!("in the turn of {}", or(it.iter().map(|it| side(it)).collect()))));
        let mut parts: Vec<String> = Vec::new();
        parts.extend(fields.words("ground").map(|it| format!("the ground is {}", or(it))));
        parts.extend(fields.words("weather").map(|it| format!("the weather is {}", or(it))));
        parts.extend(fields.take("unit").map(|it| format!("the unit is {}", one_of(&self.units(&it)))));
        parts.extend(fields.list("units").iter().map(|it| self.group(it)));
        parts.extend(fields.take("hex").map(|it| format!("the hex is {}", one_of(&self.hexes(&it)))));
        parts.extend(fields.take("target").map(|it| format!("the target is {}", one_of(&self.hexes(&it)))));
        moments.extend(fields.take("hexside").map(|it| format!("across {}", self.sides(&it))));
        parts.extend(fields.take("control").map(|it| self.control(&it)));
        if let Some(it) = fields.take("exited") {
            let mut exited = Fields::of(&it);
            let who = exited.take("of").map(|it| self.units(&it)).unwrap_or_default();
            let through = exited.words("through").map(|it| format!(" through {}", or(it))).unwrap_or_default();
            let steps = exited.word("steps").unwrap_or_else(|| "1".to_owned());
            let (steps, who) = (super::fields::counted(&steps, "step", "steps"), by_name(&who));
            parts.push(format!("at least {steps} of {who} left the map{through}"));
        }
        if let Some(it) = fields.take("eliminated") {
            let mut lost = Fields::of(&it);
            let who = lost.take("of").map(|it| self.units(&it)).unwrap_or_default();
            let least = lost.word("at-least").unwrap_or_else(|| "1".to_owned());
            let were = if least == "1" { "was" } else { "were" };
            parts.push(format!("at least {least} of the {who} {were} lost"));
        }
        if let Some(it) = fields.take("bridge") {
            let mut bridge = Fields::of(&it);
            let (at, is) = (bridge.word("at").unwrap_or_default(), bridge.word("is").unwrap_or_default());
            parts.push(format!("the bridge {at} is {}", if is == "building" { "being built" } else { &is }));
        }
        if let Some(it) = fields.take("compare") {
            let mut compare = Fields::of(&it);
            let amount = |it: Option<Value>| it.map(|it| self.amount(&it)).unwrap_or_default();
            let (left, right) = (amount(compare.take("left")), amount(compare.take("right")));
            let many = left.starts_with("the victory points") || left.starts_with("the hexes");
            let is = match compare.word("is").unwrap_or_default().as_str() {
                "less" => "is less than",
                "at-most" => "is at most",
                "equal" => "is",
                "at-least" => "is at least",
                "more" => "is more than",
                _ => "compares with",
            };
            let is = if many { is.replacen("is", "are", 1) } else { is.to_owned() };
            parts.push(format!("{left} {is} {right}"));
        }
        parts.extend(fields.take("roll").map(|it| self.roll(&it)));
        parts.extend(fields.words("flag").map(|it| format!("{} holds", or(it.iter().map(|it| self.kept_word(it)).collect()))));
        for (name, what) in [("counter", "the count"), ("deck", "what is left in")] {
            if let Some(it) = fields.take(name) {
                let mut test = Fields::of(&it);
                let id = test.word("id").unwrap_or_default();
                let id = if name == "deck" { self.deck(&id) } else { self.kept_word(&id) };
                parts.push(format!("{what} {id} is {}", bounds(&mut test).unwrap_or_else(|| "known".to_owned())));
            }
        }
        parts.extend(fields.words("result").map(|it| format!("the result is {}", or(it))));
        moments.extend(fields.words("combat").map(|it| format!("in {}", or(it.iter().map(|it| self.combat(it)).collect()))));
        parts.extend(fields.words("applied").map(|it| format!("{} counted", or(it.iter().map(|it| quoted(it)).collect()))));
        parts.extend(fields.words("declared").map(|it| format!("{} is declared", or(it.iter().map(|it| quoted(it)).collect()))));
        for it in fields.list("all") {
            let all = self.parts(&it);
            moments.extend(all.moments.into_iter().map(bracketed));
            parts.extend(all.clauses.into_iter().map(bracketed));
        }
        let any: Vec<String> = fields.list("any").iter().map(|it| self.inner(it)).collect();
        if !any.is_empty() {
            parts.push(format!("either {}", any.join(" or ")));
        }
        let not = fields.take("not");
        if let Some(contrary) = not.as_ref().and_then(contrary) {
            parts.extend(self.parts(&contrary).clauses);
        } else if let Some(it) = not {
            let words = self.inner(&it);
            match words.strip_suffix(" holds").filter(|_| !words.contains(" and ")) {
                Some(flag) => parts.push(format!("{flag} does not hold")),
                None if self.parts(&it).clauses.is_empty() => moments.push(format!("not {words}")),
                None => parts.push(denied(&words)),
            }
        }
        parts.extend(self.rest(fields));
        Parts { moments, clauses: parts }
    }

    /// A condition inside another: in brackets if it has parts of its own.
    fn inner(&self, value: &Value) -> String {
        bracketed(self.condition(value))
    }

    /// `from turn 3`, `on turns 2 or 4`, `in night turns`.
    pub(super) fn window(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let mut parts: Vec<String> = Vec::new();
        match (fields.word("from"), fields.word("to")) {
            (Some(from), Some(to)) => parts.push(format!("on turns {from} to {to}")),
            (Some(from), None) => parts.push(format!("from turn {from} on")),
            (None, Some(to)) => parts.push(format!("up to turn {to}")),
            (None, None) => {}
        }
        parts.extend(fields.words("on").map(|it| format!("on turn {}", listed(&it, "or"))));
        parts.extend(fields.words("tags").map(|it| format!("on {} turns", listed(&it, "or"))));
        parts.extend(fields.word("half").map(|it| format!("in the player turn of {it}")));
        parts.extend(self.rest(fields));
        if parts.is_empty() { "on every turn".to_owned() } else { parts.join(" and ") }
    }

    fn control(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let places = fields.words("of").unwrap_or_default();
        let by = fields.word("by").map(|it| side(&it)).unwrap_or_default();
        let least = fields.word("at-least");
        let mut words = match least {
            Some(least) if places.len() > 1 => format!("{by} holds at least {least} of {}", listed(&places, "and")),
            Some(least) => format!("{by} holds {} (at least {least})", listed(&places, "and")),
            None => format!("{by} holds {}", listed(&places, "and")),
        };
        words.extend(fields.word("supplied").map(|it| format!(" supplied by {}", self.trace(&it))));
        [vec![words], self.rest(fields)].concat().join(", ")
    }

    /// `a roll of d6 gives 3 or more`.
    pub(super) fn roll(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let dice = fields.word("dice").unwrap_or_default();
        let least = fields.take("at-least").map(|it| format!("{} or more", self.amount(&it)));
        let most = fields.take("at-most").map(|it| format!("{} or less", self.amount(&it)));
        let words: Vec<String> = least.into_iter().chain(most).collect();
        [vec![format!("a roll of {dice} gives {}", words.join(" and "))], self.rest(fields)].concat().join(", ")
    }

    /// A number, or what is measured.
    pub(super) fn amount(&self, value: &Value) -> String {
        if !value.is_object() {
            return plain(value);
        }
        let mut fields = Fields::of(value);
        let of = fields.take("of").map(|it| self.units(&it));
        let told = of.is_some();
        let place = fields.word("in");
        // A number of the unit itself.
        let own = of.is_none() && place.as_deref() == Some("unit");
        let whose = match (of, place.map(|it| role(&it))) {
            (Some(of), Some(place)) => format!(" of {of} among {place}"),
            (Some(of), None) => format!(" of {of}"),
            (None, Some(place)) => format!(" of {place}"),
            (None, None) => String::new(),
        };
        let printed = if fields.flag("printed") == Some(true) { "printed " } else { "" };
        let mut words = if let Some(count) = fields.word("count") {
            match count.as_str() {
                "units" if told => format!("the number{whose}"),
                "units" => format!("the number of units{whose}"),
                "steps" => format!("the number of steps{whose}"),
                rating => format!("the sum of the {printed}{}{whose}", self.counted_word(rating)),
            }
        } else if let Some(rating) =
            fields.word(if own { "highest" } else { "" }).or_else(|| fields.word(if own { "lowest" } else { "" }))
        {
            format!("its {printed}{rating}")
        } else if let Some(rating) = fields.word("highest") {
            format!("the highest {printed}{rating}{whose}")
        } else if let Some(rating) = fields.word("lowest") {
            format!("the lowest {printed}{rating}{whose}")
        } else if let Some(value) = fields.word("value") {
            let pick = match fields.word("pick").as_deref() {
                Some("lowest") => "the lowest ",
                Some("sum") => "the sum of ",
                _ => "the ",
            };
            format!("{pick}{} of the terrain or place{whose}", self.value_name(&value))
        } else if let Some(counter) = fields.word("counter") {
            format!("the count {}", self.kept_word(&counter))
        } else if let Some(of) = fields.word("points") {
            format!("the victory points of {}", side(&of))
        } else if fields.flag("distance").is_some() {
            "the distance in hexes".to_owned()
        } else if fields.flag("retreated").is_some() {
            "the hexes retreated".to_owned()
        } else if let Some(dice) = fields.word("dice") {
            format!("a roll of {dice}")
        } else {
            "an amount".to_owned()
        };
        match fields.word("times") {
            Some(times) if times == "½" => words = format!("half {words}"),
            Some(times) => words.push_str(&format!(" × {times}")),
            None => {}
        }
        let round = fields.word("round");
        words.extend(round.iter().map(|it| format!(", rounded {}", rounding(it))));
        let before = if round.is_some() { ", " } else { " " };
        words.extend(fields.word("add").map(|it| format!("{before}{}", signed(&it))));
        words.extend(fields.word("min").map(|it| format!(", at least {it}")));
        words.extend(fields.take("max").map(|it| format!(", at most {}", self.amount(&it))));
        [vec![words], self.rest(fields)].concat().join(", ")
    }
}

/// What is so when a comparison does not hold, or when it is not so that there are none.
fn contrary(value: &Value) -> Option<Value> {
    value.as_object().filter(|fields| fields.len() == 1)?;
    let mut contrary = value.clone();
    if let Some(is) = contrary.pointer_mut("/compare/is") {
        let other = match is.as_str()? {
            "less" => "at-least",
            "at-most" => "more",
            "at-least" => "less",
            "more" => "at-most",
            _ => return None,
        };
        *is = other.into();
        return Some(contrary);
    }
    let groups = contrary.get_mut("units")?.as_array_mut().filter(|groups| groups.len() == 1)?;
    let group = groups.first_mut()?.as_object_mut()?;
    let bounded = group.contains_key("at-least") || group.contains_key("at-most");
    if bounded || group.get("is").and_then(Value::as_str) != Some("none") {
        return None;
    }
    group.remove("is");
    Some(contrary)
}

/// What is so when a single clause is not: `the target is not one of …`. Several stand in brackets.
fn denied(words: &str) -> String {
    const SUBJECTS: [&str; 6] =
        ["the unit is ", "the hex is ", "the target is ", "the ground is ", "the weather is ", "the result is "];
    if let Some((subject, rest)) = SUBJECTS.iter().find_map(|subject| Some((subject, words.strip_prefix(*subject)?))) {
        // What is not so of what is not meant.
        return rest.strip_prefix("not ").map_or_else(|| format!("{subject}not {rest}"), |rest| format!("{subject}{rest}"));
    }
    match words.split_once(" holds ") {
        Some((by, what)) if !words.starts_with(['(', '“']) && !by.contains(" are ") => format!("{by} does not hold {what}"),
        _ => format!("not {words}"),
    }
}

/// A word of the author's own, marked as such.
pub(super) fn quoted(id: &str) -> String {
    format!("“{}”", readable(id))
}

/// How a fraction is rounded.
pub(super) fn rounding(word: &str) -> &str {
    match word {
        "nearest" => "to the nearest",
        other => other,
    }
}
