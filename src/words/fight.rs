//! What is said of combat: how it is fought, what changes strengths, columns and rolls, and what comes afterwards.

use super::Teller;
use super::effect::whom;
use super::fields::{Fields, bounds, counted, plain, signed};
use super::pieces::role;
use super::text::listed;
use super::when::{quoted, rounding};

impl Teller<'_> {
    /// How a kind of combat is fought; its modifiers stand below.
    pub(super) fn fight(&self, fields: &mut Fields) -> String {
        let mut parts: Vec<String> = Vec::new();
        let kind = match fields.word("kind").as_deref() {
            Some("difference") => "by the difference of strengths",
            Some("chits") => "by chits",
            Some("barrage") => "by points of fire",
            _ => "by odds",
        };
        let table = fields.word("table").map(|it| format!(" on {}", self.table(&it))).unwrap_or_default();
        parts.push(format!("Decided {kind}{table}"));
        parts.extend(self.phases(fields, "phase").map(|it| format!("in the phase {it}")));
        parts.extend(self.phases(fields, "assault").map(|it| format!("out of a move in the phase {it}")));
        parts.extend(self.phases(fields, "resolve").map(|it| format!("resolved in the phase {it}")));
        parts.extend(fields.take("who").map(|it| format!("by {}", self.units(&it))));
        parts.extend(fields.take("against").map(|it| format!("against {}", self.units(&it))));
        parts.extend(fields.take("range").map(|it| format!("up to {} away", hexes_of(&self.amount(&it)))));
        match (fields.word("attack"), fields.word("defense")) {
            (Some(attack), Some(defense)) => parts.push(format!("{attack} against {defense}")),
            (Some(attack), None) => parts.push(format!("with {attack}")),
            (None, Some(defense)) => parts.push(format!("against {defense}")),
            (None, None) => {}
        }
        parts.extend(fields.take("points").map(|it| format!("points: {}", self.amount(&it))));
        parts.extend(fields.word("round").map(|it| {
            if it == "nearest" { "odds rounded to the nearest column".to_owned() } else { format!("odds rounded for the {it}") }
        }));
        for (name, word) in [
            ("below", "below the first column"),
            ("above", "above the last column"),
            ("raw-below", "below the first column before shifts"),
            ("raw-above", "above the last column before shifts"),
        ] {
            parts.extend(fields.word(name).map(|it| match it.as_str() {
                "clamp" => format!("{word}: that column"),
                "forbidden" => format!("{word}: not allowed"),
                code => format!("{word}: {code}"),
            }));
        }
        if let Some(draws) = fields.take("draws") {
            let mut draws = Fields::of(&draws);
            let count = draws.take("count").map(|it| self.amount(&it)).unwrap_or_default();
            let mut words = format!("drawn from {}: {count}", self.deck(&draws.word("deck").unwrap_or_default()));
            words.extend(draws.take("at-least").map(|it| format!(", at least {}", self.amount(&it))));
            words.extend(draws.take("at-most").map(|it| format!(", at most {}", self.amount(&it))));
            parts.push(words);
            parts.extend(self.rest(draws));
        }
        if let Some(hits) = fields.take("hits") {
            let mut hits = Fields::of(&hits);
            for (name, whose) in [("on-attacker", "attacker"), ("on-defender", "defender")] {
                let effects = hits.list(name);
                if !effects.is_empty() {
                    parts.push(format!("each hit on the {whose}: {}", self.effects_of(&effects)));
                }
            }
            if hits.flag("cancel") == Some(true) {
                parts.push("hits that nobody is left to suffer cancel as many of the other side".to_owned());
            }
            parts.extend(self.rest(hits));
        }
        if let Some(attacks) = fields.take("attacks") {
            let mut attacks = Fields::of(&attacks);
            parts.extend(
                attacks.word("unit").map(|it| format!("a unit attacks up to {} in a phase", counted(&it, "time", "times"))),
            );
            parts.extend(
                attacks.word("hex").map(|it| format!("a hex is attacked up to {} in a phase", counted(&it, "time", "times"))),
            );
            parts.extend(self.rest(attacks));
        }
        parts.extend(fields.word("target").filter(|it| it == "unit").map(|_| "one unit of a hex is attacked".to_owned()));
        parts.extend(fields.word("first").map(|it| format!("{} suffers first", whom(&it))));
        if fields.flag("together") == Some(true) {
            parts.push("the units of a hex retreat together".to_owned());
        }
        parts.extend(
            fields.word("further").map(|it| format!("a retreat without room goes on up to {}", counted(&it, "hex", "hexes"))),
        );
        let after = fields.list("after");
        if !after.is_empty() {
            parts.push(format!("afterwards {}", self.effects_of(&after)));
        }
        parts.join("; ")
    }

    pub(super) fn value(&self, fields: &mut Fields) -> String {
        let ratings = listed(&fields.words("rating").unwrap_or_default(), "and");
        let mut parts: Vec<String> = Vec::new();
        parts.extend(fields.take("set").map(|it| format!("= {}", self.amount(&it))));
        parts.extend(fields.word("times").map(|it| format!("× {it}")));
        parts.extend(fields.take("add").map(|it| match self.amount(&it) {
            number if it.is_object() => format!("+ {number}"),
            number => signed(&number),
        }));
        parts.extend(fields.word("round").map(|it| format!("rounded {}", rounding(&it))));
        parts.extend(fields.word("min").map(|it| format!("at least {it}")));
        parts.extend(fields.take("max").map(|it| format!("at most {}", self.amount(&it))));
        let mut words = format!("{ratings} {}", parts.join(", "));
        words.push_str(&format!(": {}", self.who(fields)));
        let roles = fields.words("as");
        words.extend(roles.map(|it| format!(", as {}", listed(&it.iter().map(|it| role(it)).collect::<Vec<_>>(), "or"))));
        words.extend(fields.word("level").map(|it| match it.as_str() {
            "hex" => "; of the sum of each hex".to_owned(),
            "side" => "; of the sum of the side".to_owned(),
            _ => String::new(),
        }));
        words.extend(fields.word("once").map(|it| format!("; only the first that fits of {}", quoted(&it))));
        words
    }

    pub(super) fn modifier(&self, fields: &mut Fields) -> String {
        // The author's own words say when; the number and what bounds it are told beside them.
        let text = fields.word("text");
        let mut words = fields.take("add").map(|it| signed(&self.amount(&it))).unwrap_or_default();
        if let Some(each) = fields.take("each") {
            words.push_str(&format!(" for each: {}", self.group(&each)));
        }
        words.extend(text.map(|it| format!(" {it}")));
        words.extend(fields.word("at-most").map(|it| format!(", never beyond {it} either way")));
        words.extend(
            fields
                .words("cancelled-by")
                .map(|it| format!(", not with {}", listed(&it.iter().map(|it| quoted(it)).collect::<Vec<_>>(), "or"))),
        );
        words.extend(fields.word("once").map(|it| format!(", only the best of {}", quoted(&it))));
        words.extend(fields.word("stage").map(|it| format!(", in stage {it}")));
        words
    }

    pub(super) fn cap(&self, fields: &mut Fields) -> String {
        let of = fields.word("of").unwrap_or_default();
        let what = match of.as_str() {
            "shifts" => "All shifts together",
            "rolls" => "All that is added to the roll",
            _ => "The column after all shifts",
        };
        let mut words = what.to_owned();
        words.extend(fields.word("stage").map(|it| format!(" of stage {it}")));
        words.extend(bounds(fields).map(|it| format!(": {it}")));
        words.extend(fields.word("lowest").map(|it| format!(": {it} at the lowest")));
        words.extend(fields.word("highest").map(|it| format!(": {it} at the highest")));
        words
    }

    pub(super) fn support(&self, fields: &mut Fields) -> String {
        let amount = fields.take("amount").map(|it| self.amount(&it));
        let one = matches!(amount.as_deref(), Some("1" | "−1"));
        let gives = match fields.word("gives").as_deref() {
            Some("shift") if one => "column",
            Some("shift") => "columns",
            Some("roll") => "to the roll",
            Some("points") => "points of fire",
            _ => "strength",
        };
        let amount = amount.map(|it| format!("{} ", signed(&it))).unwrap_or_default();
        let mut words = format!("{} give {amount}{gives}", self.who(fields));
        let before = if gives == "to the roll" { "of" } else { "to" };
        words.extend(
            fields
                .words("for")
                .map(|it| format!(" {before} {}", listed(&it.iter().map(|it| whom(it)).collect::<Vec<_>>(), "or"))),
        );
        words.extend(fields.take("range").map(|it| format!(" from up to {} away", hexes_of(&self.amount(&it)))));
        words.extend(fields.word("at-most").map(|it| format!(", at most {it} in a battle")));
        let after = fields.list("after");
        if !after.is_empty() {
            words.push_str(&format!("; afterwards {}", self.effects_of(&after)));
        }
        words
    }

    pub(super) fn preference(&self, fields: &mut Fields) -> String {
        let must = fields.flag("must") == Some(true);
        let mut how = if must { "Must be" } else { "If possible" };
        let mut parts: Vec<String> = Vec::new();
        for (name, word) in [
            ("path", "every hex of the way"),
            ("later", "every hex but the first"),
            ("end", "the last hex"),
            ("toward", "as near as can be to"),
        ] {
            let Some(hexes) = fields.take(name).map(|it| self.hexes(&it)) else { continue };
            // A way that must end in no hex is none.
            if must && hexes == "no hexes" {
                how = "Not possible";
            } else {
                parts.push(format!("{word}: {hexes}"));
            }
        }
        parts.extend(fields.take("across").map(|it| format!("every hexside: {}", self.sides(&it))));
        if let Some(hexes) = fields.take("hexes") {
            let mut range = Fields::of(&hexes);
            let many = bounds(&mut range).unwrap_or_else(|| plain(&hexes));
            parts.push(format!("for a way of {}", counted(&many, "hex", "hexes")));
        }
        if fields.flag("away") == Some(true) {
            parts.push("the last hex as far from the battle as the way is long".to_owned());
        }
        if fields.flag("stacking") == Some(true) {
            parts.push("with room in the last hex".to_owned());
        }
        let who = fields.take("who").map(|it| self.units(&it));
        let mut words = match (parts.is_empty(), who) {
            (true, Some(who)) if how == "Must be" => who,
            (true, Some(who)) => format!("{how}: {who}"),
            (true, None) => how.to_owned(),
            (false, Some(who)) => format!("{how}: {} ({who})", parts.join(", ")),
            (false, None) => format!("{how}: {}", parts.join(", ")),
        };
        let other = fields.list("else");
        if !other.is_empty() {
            words.push_str(&format!("; where it cannot: {}", self.effects_of(&other)));
        }
        words
    }

    pub(super) fn after_combat(&self, fields: &mut Fields) -> String {
        let hexes = fields
            .take("hexes")
            .map_or_else(|| "as many hexes as the loser retreated".to_owned(), |it| hexes_of(&self.amount(&it)));
        let mut words = format!("{} advance up to {hexes}", self.who(fields));
        if let Some(road) = fields.take("by-road") {
            let mut road = Fields::of(&road);
            let far = road.take("hexes").map(|it| hexes_of(&self.amount(&it))).unwrap_or_default();
            let roads = road.words("roads").map_or_else(|| "roads".to_owned(), |it| listed(&it, "or"));
            words.push_str(&format!(", along {roads} up to {far}"));
        }
        match fields.flag("vacated-first") {
            Some(true) => words.push_str("; first into the hex that was attacked"),
            Some(false) => words.push_str("; not only into the hex that was attacked"),
            None => {}
        }
        words.extend(fields.word("zones").map(|it| format!("; ends in the {} hex in an enemy zone", ordinal(&it))));
        words.extend(fields.word("pass").map(|it| format!("; from zone to zone {}", passing(&it))));
        words.extend(fields.take("first-only").map(|it| format!("; only the first step across {}", self.sides(&it))));
        if fields.flag("as-move") == Some(true) {
            words.push_str("; only where and as far as it could move");
        }
        words.extend(fields.word("at-most").map(|it| format!("; at most {it} of them")));
        words.extend(fields.word("each-hexside").map(|it| format!("; at most {it} of them across each hexside")));
        words
    }
}

pub(super) fn passing(word: &str) -> String {
    match word {
        "never" => "never",
        "first-step" => "only as the first step of a move",
        "first-or-other" => "only as the first step of a move, or from the zone of one unit into that of another",
        "other-unit" => "only from the zone of one unit into that of another",
        "with-friend" => "only where one's own unit stands in the hex entered",
        other => other,
    }
    .to_owned()
}

fn ordinal(n: &str) -> String {
    match n {
        "1" => "1st".to_owned(),
        "2" => "2nd".to_owned(),
        "3" => "3rd".to_owned(),
        n => format!("{n}th"),
    }
}

/// An amount of hexes.
fn hexes_of(words: &str) -> String {
    if words.chars().all(|c| c.is_ascii_digit()) {
        counted(words, "hex", "hexes")
    } else if words.contains("hexes") {
        words.to_owned()
    } else {
        format!("{words} (in hexes)")
    }
}
