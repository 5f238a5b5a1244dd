//! What players may do, must not do and draw, and what happens by itself: a sentence for each kind of entry.

use serde_json::Value;

use super::Teller;
use super::effect::whom;
use super::fields::{Fields, counted, readable, signed};
use super::kept::begins;
use super::pieces::side;
use super::text::listed;
use super::when::quoted;

impl Teller<'_> {
    pub(super) fn loss(&self, fields: &mut Fields) -> String {
        let whose = fields.word("who").map(|it| format!("Losses of {}: ", whom(&it))).unwrap_or_default();
        let mut parts: Vec<String> = Vec::new();
        parts.extend(fields.take("of").map(|it| format!("first {}", self.units(&it))));
        parts.extend(fields.word("most").map(|it| format!("those with the most {} first", self.counted_word(&it))));
        parts.extend(fields.word("least").map(|it| format!("those with the least {} first", self.counted_word(&it))));
        if fields.flag("spread") == Some(true) {
            parts.push("those first that have lost the fewest steps".to_owned());
        }
        format!("{whose}{}", parts.join(", "))
    }

    pub(super) fn ban(&self, fields: &mut Fields) -> String {
        let acts: Vec<String> = fields.words("of").unwrap_or_default().iter().map(|it| act(it)).collect();
        let lifted = fields.words("lifts");
        let only = fields.flag("only") == Some(true);
        let verb = match (&lifted, only) {
            (Some(_), _) => "may",
            (None, true) => "may only",
            (None, false) => "may not",
        };
        let alone = |act: &str| acts.len() == 1 && acts.iter().any(|it| it == act);
        let (into, out, over) = (alone("enter"), alone("leave"), alone("cross"));
        let (who, verb) = match self.who(fields) {
            // That all of them may not could mean that some may.
            all if all == "all units" && verb == "may not" => ("no unit".to_owned(), "may"),
            who => (who, verb),
        };
        let mut words = format!("{who} {verb} {}", listed(&acts, "or"));
        words.extend(fields.take("to").map(|it| format!("{} {}", if into { "" } else { " into" }, self.hexes(&it))));
        words.extend(fields.take("from").map(|it| format!("{} {}", if out { "" } else { " out of" }, self.hexes(&it))));
        words.extend(fields.take("across").map(|it| format!("{} {}", if over { "" } else { " across" }, self.sides(&it))));
        words.extend(fields.words("mode").map(|it| format!(" by {}", self.modes(&it))));
        words.extend(lifted.map(|it| {
            let name = |id: &String| self.entry("bans", id)?.get("name")?.as_str().map(|name| format!("“{name}”"));
            let bans: Vec<String> = it.iter().map(|id| name(id).unwrap_or_else(|| quoted(id))).collect();
            format!(", in spite of {}", listed(&bans, "and"))
        }));
        words
    }

    pub(super) fn deed(&self, fields: &mut Fields) -> String {
        let must = fields.flag("must") == Some(true);
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.phases(fields, "phase").map(|it| format!("In the phase {it}")));
        let by = fields.word("by").map(|it| side(&it));
        let who = fields.take("who").map(|it| self.units(&it));
        let doer = match (by, who) {
            (Some(by), Some(who)) => format!("{by} {} this with {who}", if must { "must do" } else { "may do" }),
            (Some(by), None) => format!("{by} {} this", if must { "must do" } else { "may do" }),
            (None, Some(who)) => format!("{} {who}", if must { "must be done by" } else { "by" }),
            (None, None) => {
                if must {
                    "must be done".to_owned()
                } else {
                    String::new()
                }
            }
        };
        parts.extend(Some(doer).filter(|it| !it.is_empty()));
        parts.extend(fields.take("at").map(|it| format!("in {}", self.hexes(&it))));
        parts.extend(fields.take("across").map(|it| format!("at {}", self.sides(&it))));
        let times = fields.take("times").map(|it| self.amount(&it));
        let per = fields.word("per").map(|it| span(&it));
        parts.extend(match (times, per) {
            (Some(times), Some(per)) => Some(format!("up to {} {per}", counted(&times, "time", "times"))),
            (Some(times), None) => Some(format!("up to {} for each unit", counted(&times, "time", "times"))),
            (None, Some(per)) => Some(format!("once {per}")),
            (None, None) => None,
        });
        let costs: Vec<String> = fields.list("costs").iter().map(|it| self.price(it)).collect();
        if !costs.is_empty() {
            parts.push(format!("costs {}", listed(&costs, "and")));
        }
        parts.extend(fields.take("roll").map(|it| format!("needs that {}", self.roll(&it))));
        parts.extend(fields.word("table").map(|it| format!("roll on {}", self.table(&it))));
        let mut words = parts.join(", ");
        self.happens(fields, &mut words);
        words
    }

    fn price(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let words = format!(
            "{} of {}",
            fields.word("points").unwrap_or_default(),
            self.kept_word(&fields.word("counter").unwrap_or_default())
        );
        [vec![words], self.rest(fields)].concat().join(", ")
    }

    /// What happens then, and otherwise.
    fn happens(&self, fields: &mut Fields, words: &mut String) {
        let (then, other) = (fields.list("do"), fields.list("else"));
        if !then.is_empty() {
            words.push_str(&format!(": {}", self.effects_of(&then)));
        }
        if !other.is_empty() {
            words.push_str(&format!(" — otherwise: {}", self.effects_of(&other)));
        }
    }

    pub(super) fn trigger(&self, fields: &mut Fields) -> String {
        let who = fields.take("who").map(|it| self.units(&it));
        let a = who.clone().unwrap_or_else(|| "a unit".to_owned());
        let several = who.is_some();
        let verb = |one: &str, many: &str| format!("{a} {}", if several { many } else { one });
        let on = fields.word("on").unwrap_or_default();
        let mut words = match on.as_str() {
            "enters" => format!("When {} a hex", verb("enters", "enter")),
            "adjacent" => format!("When {} next to an enemy", verb("comes", "come")),
            "crosses" => format!("When {} a hexside", verb("crosses", "cross")),
            "arrives" => format!("When {} onto the map", verb("comes", "come")),
            "attacks" => format!("When {}", verb("attacks", "attack")),
            "attacked" => format!("When {} attacked", verb("is", "are")),
            "retreats" => format!("When {}", verb("retreats", "retreat")),
            "eliminated" => format!("When {} lost", verb("is", "are")),
            "vacated" => "When a hex is left empty".to_owned(),
            "takes" => "When a side takes a place".to_owned(),
            "phase-start" => "When the phase begins".to_owned(),
            "phase-end" => "When the phase ends".to_owned(),
            "turn-start" => "When a turn begins".to_owned(),
            "turn-end" => "When a turn ends".to_owned(),
            "result" => "When the dice have given a result".to_owned(),
            other => format!("On {}", readable(other)),
        };
        if several
            && matches!(on.as_str(), "vacated" | "takes" | "phase-start" | "phase-end" | "turn-start" | "turn-end" | "result")
        {
            words.push_str(&format!(", for {a}"));
        }
        words.extend(fields.take("at").map(|it| format!(" in {}", self.hexes(&it))));
        words.extend(fields.take("across").map(|it| format!(" across {}", self.sides(&it))));
        words.extend(self.phases(fields, "phase").map(|it| format!(" ({it})")));
        words.extend(fields.word("times").map(|it| format!(", {} in the game", counted(&it, "time", "times"))));
        if fields.flag("once") == Some(true) {
            words.push_str(", for the first only");
        }
        words.extend(fields.word("may").map(|it| format!(", if {} wishes", chooser(&it))));
        words.extend(fields.take("roll").map(|it| format!(", if {}", self.roll(&it))));
        self.happens(fields, &mut words);
        words
    }

    pub(super) fn policy(&self, fields: &mut Fields) -> String {
        let side = fields.word("side").unwrap_or_default();
        let mut who = fields.take("who").map_or_else(|| "units".to_owned(), |it| self.units(&it));
        who.extend(fields.take("from").map(|it| format!(" standing in {}", self.hexes(&it))));
        let deed = fields.word("do").unwrap_or_default();
        let into = match deed.as_str() {
            "fight" => "against",
            "act" | "advance" | "stay" => "in",
            _ => "into",
        };
        let mut words = match deed.as_str() {
            "stay" => format!("{side}: {who} stay"),
            "move" => format!("{side}: {who} move"),
            "fight" => format!("{side}: attacks with {who}"),
            "act" => format!("{side}: acts with {who}"),
            "card" => format!("{side}: plays a card"),
            "choose" => format!("{side}: chooses"),
            "leave" => format!("{side}: {who} leave the map"),
            "advance" => format!("{side}: {who} advance"),
            other => format!("{side}: {}", readable(other)),
        };
        let name =
            |list: Vec<String>, of: &dyn Fn(&str) -> String| listed(&list.iter().map(|it| of(it)).collect::<Vec<_>>(), "or");
        words.extend(fields.words("action").map(|it| format!(": {}", name(it, &|id| self.action(id)))));
        words.extend(fields.words("card").map(|it| format!(": {}", name(it, &|id| self.card(id)))));
        for (field, word) in [("to", into), ("toward", "toward")] {
            words.extend(fields.take(field).map(|it| format!(" {word} {}", self.hexes(&it))));
        }
        if fields.flag("closer") == Some(true) {
            words.push_str(", only nearer than before");
        }
        for it in fields.list("prefer") {
            let mut wish = Fields::of(&it);
            words.extend(wish.take("end").map(|it| format!(", rather {}", self.hexes(&it))));
            words.extend(wish.take("toward").map(|it| format!(", rather near to {}", self.hexes(&it))));
        }
        if let Some(order) = fields.take("order") {
            let mut order = Fields::of(&order);
            words.extend(order.word("highest").map(|it| format!(", the highest {it} first")));
            words.extend(order.word("lowest").map(|it| format!(", the lowest {it} first")));
        }
        words.extend(fields.take("causes").map(|it| format!(", only where that makes more of {}", self.units(&it))));
        words.extend(fields.take("keeps").map(|it| format!(", only where that leaves no fewer of {}", self.units(&it))));
        words.extend(fields.word("mode").map(|it| format!(", by {}", self.mode(&it))));
        words.extend(fields.word("odds").map(|it| format!(", at {it} to 1 or better")));
        if fields.flag("best") == Some(true) {
            words.push_str(", the best odds first");
        }
        words.extend(fields.word("choice").map(|it| format!(" choice {it}, counted from 0")));
        words.extend(fields.take("roll").map(|it| format!(", if {}", self.roll(&it))));
        let (table, on) = (fields.word("table"), fields.words("on"));
        words.extend(table.map(|it| format!(", where {} gives {}", self.table(&it), listed(&on.unwrap_or_default(), "or"))));
        words
    }

    pub(super) fn pool(&self, fields: &mut Fields) -> String {
        let side = fields.word("side").map(|it| format!("{}: ", side(&it))).unwrap_or_default();
        let count = fields.take("count").map(|it| self.amount(&it)).unwrap_or_default();
        // Where something is counted, the number is only what the count begins with.
        let what = match (fields.word("marker"), fields.word("counter")) {
            (Some(marker), Some(counter)) => {
                format!("markers {marker}, as many as the count {} allows; it {}", self.kept_word(&counter), begins(&count))
            }
            (Some(marker), None) => counted(&count, &format!("marker {marker}"), &format!("markers {marker}")),
            (None, Some(counter)) => format!("the count {} {}", self.kept_word(&counter), begins(&count)),
            (None, None) => count,
        };
        let each = fields.word("each").map(|it| format!(", anew each {}", readable(&it))).unwrap_or_default();
        format!("{side}{what}{each}")
    }

    pub(super) fn drawing(&self, fields: &mut Fields) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(fields.word("cards").map(|it| format!("{it} cards or chits")));
        parts.extend(fields.word("side").map(|it| format!("for {}", side(&it))));
        parts.extend(fields.take("draw").map(|it| format!("draw {}", self.amount(&it))));
        let choose = fields.flag("choose") == Some(true);
        let hand = fields.take("hand").map(|it| self.amount(&it));
        parts.extend(hand.map(|it| format!("a hand of {it}{}", if choose { ", chosen" } else { "" })));
        parts.extend(self.phases(fields, "phase").map(|it| format!("in the phase {it}")));
        parts.extend(fields.flag("returns").map(|returns| match returns {
            true => "what was drawn goes back".to_owned(),
            false => "what was drawn stays out, that of combats too".to_owned(),
        }));
        parts.extend(fields.word("each").map(|it| format!("all goes back each {}", readable(&it))));
        if fields.flag("reshuffles") == Some(true) {
            parts.push("all goes back when nothing is left".to_owned());
        }
        parts.join("; ")
    }

    pub(super) fn victory_points(&self, fields: &mut Fields) -> String {
        let side = fields.word("side").unwrap_or_default();
        let add = fields.take("add").map(|it| signed(&self.amount(&it))).unwrap_or_default();
        let count = match fields.word("count") {
            None => "unit".to_owned(),
            Some(it) if it == "units" => "unit".to_owned(),
            Some(it) if it == "steps" => "step".to_owned(),
            Some(it) => format!("point of {}", self.counted_word(&it)),
        };
        let mut words = format!("{side} {add}");
        words.extend(fields.take("each").map(|it| format!(" for each {count}: {}", self.group(&it))));
        words.extend(fields.words("places").map(|it| match it.as_slice() {
            [one] => format!(" for holding {one}"),
            all => format!(" for each of {} that it holds", listed(all, "and")),
        }));
        let of = |it: &Value| match count.as_str() {
            "unit" => format!("of the {}", self.units(it)),
            _ => format!("{count} of {}", self.units(it)),
        };
        words.extend(fields.take("lost").map(|it| format!(" for each {} that was lost", of(&it))));
        words.extend(fields.take("exited").map(|it| format!(" for each {} that left the map", of(&it))));
        words
    }
}

fn act(word: &str) -> String {
    match word {
        "set-up" => "be set up",
        "end-move" => "end a move",
        "attack-into" => "attack",
        "advance" => "advance after combat",
        "mode" => "move",
        "exit" => "leave the map",
        "replace" => "regain steps",
        "rally" => "recover",
        "build" => "build, blow or repair",
        other => return readable(other),
    }
    .to_owned()
}

/// Within what an action may be done so often.
fn span(per: &str) -> String {
    match per {
        "hex" | "hexside" => format!("at a {per} in a phase"),
        "unit" => "by a unit in a phase".to_owned(),
        "side" => "by each side in the whole game".to_owned(),
        "game" => "in the whole game".to_owned(),
        "combat" => "in a battle".to_owned(),
        other => format!("in a {}", readable(other)),
    }
}

fn chooser(word: &str) -> String {
    match word {
        "owner" => "its owner".to_owned(),
        other => whom(other),
    }
}
