//! What terrain does in combat by the rules, as short words for the key: shifts, dice, hits and strengths whose
//! condition is a kind of ground, a place or a hexside, and nothing else that a player would have to look up.

use std::collections::BTreeMap;

use crate::model::{Amount, Called, Combat, Condition, Game, Group, Hexes, Hexsides, Mod, Role, TerrainId, Units, Value};

/// The words for each kind of terrain: those of all combats first.
pub(super) fn effects(game: &Game) -> BTreeMap<TerrainId, Vec<String>> {
    let mut found = Found { game, words: BTreeMap::new() };
    for value in game.rules.values.iter() {
        found.value(value, None);
    }
    for (n, combat) in game.rules.combat.iter().flat_map(|all| all.iter()).enumerate() {
        // Of several kinds of combat the first is the usual one, which needs no name.
        let of = (n > 0).then(|| combat.name.as_deref().unwrap_or(combat.id.0.as_str()));
        found.combat(combat, of);
    }
    found.words.into_iter().map(|(id, words)| (id, words.into_iter().map(Word::said).collect())).collect()
}

/// What is said, and in which kinds of combat if not in the usual one.
struct Word {
    what: String,
    of: Vec<String>,
}

impl Word {
    fn said(self) -> String {
        if self.of.is_empty() { self.what } else { format!("{}: {}", self.of.join(", "), self.what) }
    }
}

struct Found<'g> {
    game: &'g Game,
    words: BTreeMap<TerrainId, Vec<Word>>,
}

impl Found<'_> {
    fn combat(&mut self, combat: &Combat, of: Option<&str>) {
        for value in &*combat.values {
            self.value(value, of);
        }
        self.mods(&combat.shifts, "shift", of);
        self.mods(&combat.rolls, "die", of);
        if let Some(draws) = &combat.draws {
            self.mods(&draws.mods, "draw", of);
        }
        if let Some(hits) = &combat.hits {
            self.mods(&hits.attacker, "attacker’s hits", of);
            self.mods(&hits.defender, "defender’s hits", of);
        }
    }

    fn mods(&mut self, mods: &[Mod], what: &str, of: Option<&str>) {
        for it in mods.iter().filter(|it| it.each.is_none()) {
            let (Amount::Number(add), Some(when)) = (&it.add, &it.when) else { continue };
            let ids = plain(when).unwrap_or_default();
            self.say(ids, format!("{what} {}", signed(add.0, add.to_string())), of);
        }
    }

    fn value(&mut self, value: &Value, of: Option<&str>) {
        let mut ids: Vec<TerrainId> = match &value.when {
            Some(when) => match plain(when) {
                Some(ids) => ids,
                None => return,
            },
            None => Vec::new(),
        };
        let mut who = String::new();
        if let Some(units) = &value.who {
            let Some((across, words)) = self.who(units) else { return };
            ids.extend(across);
            who = words;
        }
        let role = match value.role.as_deref() {
            Some([Role::Attackers]) => "attackers",
            Some([Role::Defenders]) => "defenders",
            _ => "strength",
        };
        let change = match (&value.times, &value.add, &value.set) {
            (Some(times), None, None) => format!("×{times}"),
            (None, Some(Amount::Number(add)), None) => signed(add.0, add.to_string()),
            (None, None, Some(Amount::Number(set))) => format!("= {set}"),
            _ => return,
        };
        let what = if who.is_empty() { format!("{role} {change}") } else { format!("{role} {change} ({who})") };
        self.say(ids, what, of);
    }

    /// The hexsides that units are across, and which units, in words; nothing if that takes more than a few.
    fn who(&self, units: &Units) -> Option<(Vec<TerrainId>, String)> {
        let rest = Units { across: None, class: None, not: None, ..units.clone() };
        if rest != Units::default() {
            return None;
        }
        let mut words: Vec<String> = Vec::new();
        let classes = units.class.iter().flatten().filter_map(|id| self.game.classes.at(*id));
        words.extend(classes.map(|class| class.called().to_owned()));
        if units.not.is_some() {
            words.push("not all".to_owned());
        }
        let ids = match &units.across {
            Some(across) => {
                if across.bridge.is_some() {
                    words.push("bridge".to_owned());
                }
                sides(&Hexsides { bridge: None, ..(**across).clone() })?
            }
            None => Vec::new(),
        };
        Some((ids, words.join(", ")))
    }

    fn say(&mut self, ids: Vec<TerrainId>, what: String, of: Option<&str>) {
        for id in ids {
            let words = self.words.entry(id).or_default();
            match (words.iter_mut().find(|word| word.what == what), of) {
                // What the usual combat says needs not be said of others.
                (Some(word), Some(of)) => {
                    if !word.of.is_empty() && !word.of.iter().any(|other| other == of) {
                        word.of.push(of.to_owned());
                    }
                }
                (Some(word), None) => word.of.clear(),
                (None, of) => words.push(Word { what: what.clone(), of: of.map(str::to_owned).into_iter().collect() }),
            }
        }
    }
}

/// The kinds of terrain that a condition asks for; nothing if it asks for something else too.
fn plain(when: &Condition) -> Option<Vec<TerrainId>> {
    let rest = Condition { target: None, hex: None, hexside: None, units: None, any: None, ..when.clone() };
    if rest != Condition::default() {
        return None;
    }
    let mut ids = Vec::new();
    for hexes in when.target.iter().chain(&when.hex) {
        ids.extend(grounds(hexes)?);
    }
    if let Some(side) = &when.hexside {
        ids.extend(sides(side)?);
    }
    for group in when.units.iter().flatten() {
        let Group { of: Some(units), .. } = group else { return None };
        let rest = Units { across: None, ..units.clone() };
        let across = units.across.as_ref().filter(|_| rest == Units::default())?;
        // A town and a river together are no effect of either.
        if !ids.is_empty() {
            return None;
        }
        ids.extend(sides(across)?);
    }
    // One of several is enough: those that are no terrain are another story.
    ids.extend(when.any.iter().flatten().filter_map(plain).flatten());
    (!ids.is_empty()).then_some(ids)
}

fn grounds(hexes: &Hexes) -> Option<Vec<TerrainId>> {
    let rest = Hexes { terrain: None, not: None, ..hexes.clone() };
    // What is taken out may only be other terrain, which has its own words.
    let other = |not: &Hexes| Hexes { terrain: None, ..not.clone() } == Hexes::default();
    let fits = rest == Hexes::default() && hexes.not.as_deref().is_none_or(other);
    hexes.terrain.clone().filter(|_| fits)
}

fn sides(side: &Hexsides) -> Option<Vec<TerrainId>> {
    let rest = Hexsides { kind: None, ..side.clone() };
    side.kind.clone().filter(|_| rest == Hexsides::default())
}

fn signed(value: i64, text: String) -> String {
    if value > 0 { format!("+{text}") } else { text.replace('-', "−") }
}
