//! A sentence for each kind of entry.

use serde_json::Value;

use super::Teller;
use super::fields::{Fields, counted, readable, signed};
use super::fight::passing;
use super::text::listed;

impl Teller<'_> {
    /// What an entry of a list says; its id, name, rule and note stand elsewhere.
    pub(super) fn sentence(&self, list: &str, fields: &mut Fields) -> String {
        let when = fields.take("if");
        let mut words = match list {
            "stacking.limits" | "movement.limits" | "combat.limits" => self.limit(fields),
            "stacking.apart" => {
                let mut one = |name: &str| fields.take(name).map(|it| self.units(&it)).unwrap_or_default();
                format!("Never in one hex: {} and {}", one("a"), one("b"))
            }
            "zones.exert" => self.exert(fields),
            "zones.effects" => self.zone_effect(fields),
            "zones.bonds" => self.bond(fields),
            "movement.modes" => self.way(fields),
            "movement.surcharges" => self.surcharge(fields),
            "supply.traces" => self.supply(fields),
            "supply.always" => {
                let traces = fields.words("traces").map(|it| format!(" by {}", self.traces(&it))).unwrap_or_default();
                format!("Always supplied{traces}: {}", self.who(fields))
            }
            "entry.rules" => self.entering(fields),
            "combat" => self.fight(fields),
            "combat.values" | "values" => self.value(fields),
            "combat.shifts" | "combat.rolls" | "draws.mods" | "hits.attacker" | "hits.defender" => self.modifier(fields),
            "combat.caps" => self.cap(fields),
            "support" => self.support(fields),
            "retreat" => self.preference(fields),
            "advance" => self.after_combat(fields),
            "losses" => self.loss(fields),
            "taking" => match fields.word("by").as_deref() {
                Some("ending") => format!("A place is taken where a move, advance or retreat ends: {}", self.who(fields)),
                Some("never") => format!("Places are never taken by {}", self.who(fields)),
                _ => format!("A place is taken by passing through: {}", self.who(fields)),
            },
            "bans" => self.ban(fields),
            "actions" => self.deed(fields),
            "triggers" => self.trigger(fields),
            "policy" => self.policy(fields),
            "pools" => self.pool(fields),
            "decks" => self.drawing(fields),
            "points" => self.victory_points(fields),
            _ => String::new(),
        };
        let rest = self.rest(std::mem::take(fields));
        for part in rest {
            words.push_str(if words.is_empty() { "" } else { "; " });
            words.push_str(&part);
        }
        words.extend(when.map(|it| format!(" — {}", self.only(&it))));
        super::book::capital(words.trim())
    }

    /// Whom an entry is about.
    pub(super) fn who(&self, fields: &mut Fields) -> String {
        fields.take("who").map_or_else(|| "all units".to_owned(), |it| self.units(&it))
    }

    pub(super) fn phases(&self, fields: &mut Fields, name: &str) -> Option<String> {
        let mut phases: Vec<String> = Vec::new();
        for phase in fields.words(name)?.iter().map(|it| self.phase(it)) {
            // Phases of both sides may have one name.
            if !phases.contains(&phase) {
                phases.push(phase);
            }
        }
        (!phases.is_empty()).then(|| listed(&phases, "or"))
    }

    fn limit(&self, fields: &mut Fields) -> String {
        let count = fields.word("count").map_or_else(|| "units".to_owned(), |it| self.counted_word(&it));
        let of = fields.take("of").map(|it| self.units(&it));
        let per = match fields.word("per").as_deref() {
            None | Some("hex") => "in a hex".to_owned(),
            Some("hexside") => "across a hexside in a phase".to_owned(),
            Some("side") => "of a side on the map".to_owned(),
            Some("combat") => "in a battle".to_owned(),
            Some(other) => format!("in a {}", readable(other)),
        };
        let max = fields.word("max");
        let many = match (count.as_str(), &of, max.as_deref()) {
            ("units", Some(_), Some(max)) => format!("At most {max} {per}"),
            ("units", None, Some(max)) => format!("At most {} {per}", counted(max, "unit", "units")),
            ("steps", _, Some(max)) => format!("At most {} {per}", counted(max, "step", "steps")),
            (rating, _, Some(max)) => format!("At most {max} {rating} {per}"),
            (count, _, None) => format!("No limit of {count} {per}"),
        };
        let mut words = many;
        words.extend(of.map(|of| format!(": {of}")));
        words.extend(fields.words("modes").map(|it| format!(", moving by {}", self.modes(&it))));
        words.extend(
            fields.words("at").map(|it| format!(", {}", listed(&it.iter().map(|it| moment(it)).collect::<Vec<_>>(), "and"))),
        );
        words.extend(fields.word("by").map(|it| format!(", each {} counts once", readable(&it))));
        words.extend(fields.word("attached").map(|it| format!(", {it} of other formations count as its own")));
        for it in fields.list("raise") {
            let mut raise = Fields::of(&it);
            let mut if_so: Vec<String> = Vec::new();
            if_so.extend(raise.take("all").map(|it| format!("all are {}", self.units(&it))));
            if_so.extend(raise.take("some").map(|it| format!("with {}", self.units(&it))));
            if_so.extend(raise.take("at").map(|it| format!("in {}", self.hexes(&it))));
            let rule = raise.word("rule").map(|it| format!(" ({it})")).unwrap_or_default();
            words.push_str(&format!("; up to {} where {}{rule}", raise.word("to").unwrap_or_default(), if_so.join(" and ")));
        }
        for it in fields.list("weigh") {
            let mut weigh = Fields::of(&it);
            let of = weigh.take("of").map(|it| self.units(&it)).unwrap_or_default();
            let first = weigh.word("first").map(|it| format!("the first {it} ")).unwrap_or_default();
            let rule = weigh.word("rule").map(|it| format!(" ({it})")).unwrap_or_default();
            words.push_str(&format!("; {first}{of} count {} each{rule}", weigh.word("as").unwrap_or_default()));
        }
        words
    }

    fn exert(&self, fields: &mut Fields) -> String {
        let who = self.who(fields);
        if fields.flag("has") == Some(false) {
            return format!("No zone of control: {who}");
        }
        let own = if fields.flag("own-hex") == Some(true) { " in their own hex and" } else { "" };
        let reach =
            if fields.flag("adjacent") == Some(false) { " not in the six hexes around" } else { " in the six hexes around" };
        let mut words = format!("Zone of control{own}{reach}: {who}");
        words.extend(fields.take("not-into").map(|it| format!("; not into {}", self.hexes(&it))));
        words.extend(fields.take("not-from").map(|it| format!("; not out of {}", self.hexes(&it))));
        words.extend(fields.take("not-across").map(|it| format!("; not across {}", self.sides(&it))));
        words
    }

    fn zone_effect(&self, fields: &mut Fields) -> String {
        let kind = fields.word("kind").unwrap_or_default();
        let cost = fields.word("cost").map(|it| signed(&counted(&it, "movement point", "movement points")));
        let allow = fields.word("allow").map(|it| passing(&it));
        let what = match kind.as_str() {
            "stop" => "who enters an enemy zone of control stops".to_owned(),
            "enter" => format!("to enter an enemy zone of control costs {}", cost.clone().unwrap_or_default()),
            "leave" => format!("to leave an enemy zone of control costs {}", cost.clone().unwrap_or_default()),
            "pass" => format!("from zone to zone: {}", allow.clone().unwrap_or_else(|| "never".to_owned())),
            "supply" => "supply does not run through enemy zones of control".to_owned(),
            "retreat" => "no retreat into enemy zones of control".to_owned(),
            "advance" => "no advance into enemy zones of control".to_owned(),
            other => readable(other),
        };
        let mut words = what;
        words.extend(cost.filter(|_| !matches!(kind.as_str(), "enter" | "leave")).map(|it| format!(", {it}")));
        words.extend(allow.filter(|_| kind != "pass").map(|it| format!(", {it}")));
        words.extend(fields.take("who").map(|it| format!(": {}", self.units(&it))));
        words.extend(fields.take("unless").map(|it| format!("; not where one's own {} stand", self.units(&it))));
        words
    }

    fn bond(&self, fields: &mut Fields) -> String {
        let mut words = format!("Bond of {}", self.who(fields));
        let forms = fields.words("forms");
        let edges = fields.words("edges").unwrap_or_default();
        words.extend(forms.filter(|it| !it.is_empty()).map(|it| {
            let form = |word: &String| match word.as_str() {
                "hex" => "with a hex between them".to_owned(),
                "hexside" => "with a hexside between them".to_owned(),
                other => readable(other),
            };
            format!("; {}", listed(&it.iter().map(form).collect::<Vec<_>>(), "or"))
        }));
        if !edges.is_empty() {
            words.push_str(&format!("; with the {} edge of the map", listed(&edges, "or")));
        }
        words.extend(fields.words("blocks").map(|it| {
            let closed = |word: &String| match word.as_str() {
                "move" => "movement".to_owned(),
                "retreat" => "retreats".to_owned(),
                "advance" => "advances".to_owned(),
                other => readable(other),
            };
            format!("; closed to {}", listed(&it.iter().map(closed).collect::<Vec<_>>(), "and"))
        }));
        let least = fields.word("broken-count").map(|it| format!("at least {it} of ")).unwrap_or_default();
        words.extend(fields.take("broken-by").map(|it| format!("; broken by {least}{}", self.sides(&it))));
        for it in fields.list("ends") {
            let mut end = Fields::of(&it);
            let who = self.who(&mut end);
            let across = end.take("not-across").map(|it| format!(" across {}", self.sides(&it))).unwrap_or_default();
            words.push_str(&format!("; not from {who}{across}"));
        }
        words
    }

    fn way(&self, fields: &mut Fields) -> String {
        let mut words = self.who(fields);
        words.extend(self.phases(fields, "phase").map(|it| format!(", in the phase {it}")));
        words.extend(fields.word("times").map(|it| format!("; allowance × {it}")));
        words.extend(fields.word("add").map(|it| format!("; allowance {}", signed(&it))));
        words.extend(fields.word("set").map(|it| format!("; allowance {it}")));
        words.extend(fields.word("hexes").map(|it| format!("; up to {}, whatever they cost", counted(&it, "hex", "hexes"))));
        words.extend(fields.word("class").map(|it| format!("; pays as {it}")));
        words.extend(fields.words("roads").map(|it| format!("; only along {}", listed(&it, "or"))));
        for (name, word) in [("start", "only from"), ("through", "only through"), ("end", "only to")] {
            words.extend(fields.take(name).map(|it| format!("; {word} {}", self.hexes(&it))));
        }
        words.extend(
            fields
                .words("ignores")
                .map(|it| format!("; does not heed {}", listed(&it.iter().map(|it| readable(it)).collect::<Vec<_>>(), "and"))),
        );
        words.extend(fields.word("marker").map(|it| format!("; needs a marker {it}")));
        if fields.flag("into-enemy") == Some(true) {
            words.push_str("; may enter hexes with enemy units");
        }
        if fields.flag("assault") == Some(true) {
            words.push_str("; a step into an enemy's hex is an attack");
        }
        if fields.flag("goes-on") == Some(true) {
            words.push_str("; goes on after a won assault");
        }
        if let Some(after) = fields.words("follows") {
            let after = if after.is_empty() { "any move".to_owned() } else { self.modes(&after) };
            words.push_str(&format!("; a second move after {after}"));
        }
        words
    }

    fn surcharge(&self, fields: &mut Fields) -> String {
        let cost = fields.word("cost").map(|it| signed(&counted(&it, "movement point", "movement points")));
        let all = (fields.flag("all") == Some(true)).then(|| "the whole allowance".to_owned());
        let stop = fields.flag("stop") == Some(true);
        let crowd = fields.take("crowd");
        let only_stops = stop && cost.is_none() && all.is_none() && crowd.is_none();
        let more = if only_stops { "The move ends" } else { "More" };
        let mut words = cost.or(all).unwrap_or_else(|| more.to_owned());
        words.extend(fields.take("who").map(|it| format!(" for {}", self.units(&it))));
        words.extend(fields.take("into").map(|it| format!(" into {}", self.hexes(&it))));
        words.extend(fields.take("from").map(|it| format!(" out of {}", self.hexes(&it))));
        words.extend(fields.take("across").map(|it| format!(" across {}", self.sides(&it))));
        words.extend(fields.words("road").map(|it| format!(" along {}", listed(&it, "or"))));
        if let Some(crowd) = crowd {
            let mut crowd = Fields::of(&crowd);
            let count = crowd.word("count").map(|it| self.counted_word(&it)).unwrap_or_default();
            let of = crowd.take("of").map(|it| format!(" of {}", self.units(&it))).unwrap_or_default();
            let costs: Vec<String> = crowd
                .list("costs")
                .iter()
                .map(|it| {
                    let mut step = Fields::of(it);
                    format!(
                        "{} from {} {count} on",
                        signed(&step.word("add").unwrap_or_default()),
                        step.word("at-least").unwrap_or_default()
                    )
                })
                .collect();
            words.push_str(&format!(" where others{of} stand: {}", listed(&costs, "and")));
        }
        if stop && !only_stops {
            words.push_str("; the move ends there");
        }
        words
    }

    fn supply(&self, fields: &mut Fields) -> String {
        let mut words = self.who(fields);
        let segments: Vec<String> = fields.list("segments").iter().map(|it| self.segment(it)).collect();
        words.push_str(&format!(": {}", segments.join(", then ")));
        let targets: Vec<String> = fields.list("to").iter().map(|it| self.target(it)).collect();
        if !targets.is_empty() {
            words.push_str(&format!("; to {}", listed(&targets, "or")));
        }
        if fields.flag("chain") == Some(true) {
            words.push_str("; may run from unit to unit");
        }
        words.extend(fields.word("state").map(|it| format!("; who has none is {it}")));
        words.extend(fields.words("worse").map(|it| format!(", again without it {}", listed(&it, "then"))));
        words.extend(fields.word("marker").map(|it| format!("; who has none gets a marker {it}")));
        words.extend(self.phases(fields, "phase").map(|it| format!("; looked at in the phase {it}")));
        words
    }

    fn segment(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let far = match (fields.word("hexes"), fields.word("points")) {
            (Some(hexes), _) => counted(&hexes, "hex", "hexes"),
            (None, Some(points)) => {
                let class = fields.word("class").map(|it| format!(" of {it}")).unwrap_or_default();
                format!("{}{class}", counted(&points, "movement point", "movement points"))
            }
            (None, None) => "any distance".to_owned(),
        };
        let over = match fields.word("over").as_deref() {
            Some("road") => " along roads",
            Some("ground") => " over ground that may be crossed",
            _ => "",
        };
        let mut words = format!("{far}{over}");
        words.extend(fields.words("roads").map(|it| format!(" ({})", listed(&it, "or"))));
        words.extend(fields.take("blocked").map(|it| format!(", not through {}", self.hexes(&it))));
        words.extend(fields.take("blocked-side").map(|it| format!(", not across {}", self.sides(&it))));
        if fields.flag("start-free") == Some(false) {
            words.push_str(", the unit's own hex counts too");
        }
        if fields.flag("first-free") == Some(true) {
            words.push_str(", the first hex is free of enemy zones");
        }
        if fields.flag("friends-open") == Some(true) {
            words.push_str(", one's own units open a hex");
        }
        for it in fields.list("shorter") {
            let mut shorter = Fields::of(&it);
            let across = shorter.take("across").map(|it| self.sides(&it)).unwrap_or_default();
            words.push_str(&format!(
                ", only {} in all once across {across}",
                counted(&shorter.word("hexes").unwrap_or_default(), "hex", "hexes")
            ));
        }
        [vec![words], self.rest(fields)].concat().join(", ")
    }

    fn target(&self, value: &Value) -> String {
        let mut fields = Fields::of(value);
        let mut parts: Vec<String> = Vec::new();
        parts.extend(fields.words("source").map(|it| format!("source {}", listed(&it, "or"))));
        parts.extend(fields.take("hexes").map(|it| self.hexes(&it)));
        parts.extend(fields.take("units").map(|it| self.units(&it)));
        parts.extend(fields.words("leaves").map(|it| format!("a road over the {} edge", listed(&it, "or"))));
        let mut words = parts.join(" or ");
        words.extend(fields.take("who").map(|it| format!(" for {}", self.units(&it))));
        words.extend(fields.take("if").map(|it| format!(" {}", self.provided(&it))));
        words.extend(fields.word("rule").map(|it| format!(" ({it})")));
        [vec![words], self.rest(fields)].concat().join(", ")
    }

    fn entering(&self, fields: &mut Fields) -> String {
        let points = fields.word("points");
        let cost = |word: &str| match word {
            "terrain" => "the first hex costs as usual".to_owned(),
            "road" => "the first hex costs as the road that leads in".to_owned(),
            "free" => "the first hex costs nothing".to_owned(),
            "all" => "the first hex costs the whole allowance".to_owned(),
            other => format!("the first hex costs {other}"),
        };
        let (more, least) = (fields.word("each-more"), fields.word("at-least"));
        let mut words = self.who(fields);
        match (fields.word("cost").as_deref(), points) {
            (Some("points") | None, Some(points)) => {
                words.push_str(&format!(": the first hex costs {}", counted(&points, "movement point", "movement points")));
            }
            (Some(word), _) => words.push_str(&format!(": {}", cost(word))),
            // What is added, and the least, is told of the usual cost.
            (None, None) if more.is_some() || least.is_some() => words.push_str(&format!(": {}", cost("terrain"))),
            (None, None) => {}
        }
        words.extend(more.map(|it| format!(", {} for each unit that entered here before", signed(&it))));
        words.extend(least.map(|it| format!(", at least {it}")));
        words.extend(fields.take("blocked").map(|it| format!("; not into {}", self.hexes(&it))));
        if let Some(other) = fields.words("else") {
            let one = |it: &String| {
                match it.as_str() {
                    "wait" => "wait a turn",
                    "near" => "enter next to it",
                    "edge" => "enter at the nearest hex of the edge",
                    "other" => "enter at another entry",
                    other => other,
                }
                .to_owned()
            };
            words.push_str(&format!("; if closed: {}", listed(&other.iter().map(one).collect::<Vec<_>>(), "else")));
        }
        words.extend(fields.word("within").map(|it| format!(" (within {})", counted(&it, "hex", "hexes"))));
        words.extend(fields.word("else-cost").map(|it| format!("; then {}", cost(&it))));
        words.extend(fields.take("else-blocked").map(|it| format!("; nor into {}", self.hexes(&it))));
        words.extend(fields.word("state").map(|it| format!("; they come {it}")));
        words
    }
}

/// When a limit binds.
fn moment(word: &str) -> String {
    match word {
        "setup" => "at setup",
        "always" => "at every moment",
        "movement" => "at the end of a move",
        "phase-end" => "at the end of a movement phase",
        "retreat" => "at the end of a retreat",
        "advance" => "at the end of an advance",
        other => other,
    }
    .to_owned()
}
