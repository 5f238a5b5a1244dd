//! A field that counts for nothing where it stands: another one stands in its way, or one that it needs is not there.

use serde_json::{Map, Value};

use crate::check::happening::{all, each};
use crate::check::slot_fields;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{
    Action, Amount, Capped, Combat, CombatKind, Condition, Effect, EntryCost, EntryElse, EntryRule, Event, Gives, Mod, Mode, Per,
    Points, Role, Roll, Ruled, Trigger, Who, ZoneEffect, ZoneEffectKind, written,
};

static RULE: Rule = Rule { code: "M0527", name: "idle-field", severity: Severity::Warning, docs: include_str!("idle_field.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// What looks at an entry: its list, its name, its members.
type See<'s> = dyn FnMut(&str, &str, &Map<String, Value>) + 's;

/// Whether a field counts for nothing, which one, why, and what to do.
type Row = (bool, &'static str, &'static str, &'static str);

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    for (place, message, help) in slot_fields::idle(context) {
        sink.report(Diag::new(&RULE, place, message).help(help));
    }
    if context.incomplete.rules || context.incomplete.cards || context.incomplete.turns {
        return;
    }
    let rules = &game.rules;
    let mut told = Told { context, sink };
    rules.actions.list.iter().for_each(|entry| told.entry("actions", entry, action(entry)));
    rules.triggers.list.iter().for_each(|entry| told.entry("triggers", entry, trigger(entry)));
    rules.combat.iter().flat_map(|list| &list.list).for_each(|entry| told.entry("combat", entry, combat(entry)));
    let combats = || rules.combat.iter().flat_map(|list| list.all());
    let barrage = combats().any(|combat| combat.kind == Some(CombatKind::Barrage));
    for entry in &rules.support.list {
        let row = (entry.gives == Gives::Points && !barrage, "gives", "no combat is a barrage, which alone has points", CHANGE);
        told.entry("support", entry, vec![row]);
    }
    let assaults = combats().any(|combat| combat.assault.as_ref().is_some_and(|phases| !phases.is_empty()));
    if let Some(movement) = &rules.movement {
        movement.modes.list.iter().for_each(|entry| told.entry("movement.modes", entry, mode(entry, assaults)));
        for entry in &movement.limits.list {
            let crowd = matches!(entry.per, None | Some(Per::Hex | Per::Combat));
            let why = "moves are counted by hexside, phase, turn, side, unit or game only";
            let field = if entry.per.is_some() { "per" } else { "id" };
            told.entry("movement.limits", entry, vec![(crowd, field, why, "say in `per` what it is for")]);
        }
        for entry in &movement.surcharges.list {
            let nothing = entry.cost.is_none() && entry.all.is_none() && entry.crowd.is_none() && entry.stop.is_none();
            told.entry(
                "movement.surcharges",
                entry,
                vec![(nothing, "id", "it costs nothing", "add `cost`, `all`, `crowd` or `stop`")],
            );
        }
    }
    rules.zones.iter().flat_map(|zones| &zones.effects.list).for_each(|entry| told.entry("zones.effects", entry, zone(entry)));
    rules.entry.iter().flat_map(|entry| &entry.rules.list).for_each(|entry| told.entry("entry.rules", entry, entering(entry)));
    for entry in &rules.values.list {
        let bound = entry.min.is_some() || entry.max.is_some();
        let nothing = entry.set.is_none() && entry.times.is_none() && entry.add.is_none() && !bound;
        told.entry("values", entry, vec![(nothing, "id", "it changes nothing", "add `set`, `times`, `add`, `min` or `max`")]);
    }
    for entry in &rules.losses.list {
        let nothing = entry.of.is_none() && entry.most.is_none() && entry.least.is_none() && entry.spread.is_none();
        told.entry("losses", entry, vec![(nothing, "id", "it puts nobody first", "add `of`, `most`, `least` or `spread`")]);
    }
    for entry in &rules.retreat.list {
        let never = entry.otherwise.is_some() && entry.must != Some(true);
        told.entry(
            "retreat",
            entry,
            vec![(never, "else", "without `must` nothing happens where it is not so", "add `must`, or take `else` out")],
        );
    }
    for entry in &rules.pools.list {
        let nothing = entry.counter.is_none() && entry.marker.is_none();
        told.entry("pools", entry, vec![(nothing, "id", "it fills nothing", "add `counter` or `marker`")]);
    }
    told.cards();
    told.effects();
    told.measures();
}

const CHANGE: &str = "take it out, or change what stands in its way";
const NEVER: &str = "say how often, or take the entry out";

fn is_none(amount: &Amount) -> bool {
    matches!(amount, Amount::Number(points) if *points <= Points(0))
}

fn is_sure(roll: &Roll) -> bool {
    roll.at_least.is_none() && roll.at_most.is_none()
}

fn action(entry: &Action) -> Vec<Row> {
    let (rolls, table) = (entry.roll.is_some(), entry.table.is_some());
    let whole = |points: &Points| points.0 % Points::ONE.0 == 0;
    vec![
        (rolls && table, "roll", "only its `table` is rolled on", "take one of the two out"),
        (!table && entry.roll.as_ref().is_some_and(is_sure), "roll", "it succeeds whatever falls", "add `at-least` or `at-most`"),
        (entry.otherwise.is_some() && (table || !rolls), "else", "no roll of it can fail", "add `roll`, or take `else` out"),
        (entry.times.as_ref().is_some_and(is_none), "times", "so often is never", NEVER),
        (
            entry.costs.iter().flatten().any(|price| !whole(&price.points)),
            "costs",
            "a counter has whole points: what is left is rounded down",
            "count in smaller points, so that prices are whole",
        ),
    ]
}

fn trigger(entry: &Trigger) -> Vec<Row> {
    use Event::{Adjacent, Attacked, Attacks, Crosses, Enters, PhaseEnd, PhaseStart, TurnEnd, TurnStart};
    let turns = matches!(entry.on, TurnStart | TurnEnd);
    let calendar = turns || matches!(entry.on, PhaseStart | PhaseEnd);
    let fights = matches!(entry.on, Attacks | Attacked);
    let comes = fights || matches!(entry.on, Adjacent | Crosses | Enters);
    vec![
        (
            entry.phase.is_some() && turns,
            "phase",
            "a turn begins and ends in no phase: it never goes off",
            "let it hear `phase-start` or `phase-end`",
        ),
        (entry.across.is_some() && !comes, "across", "no hexside is crossed then: it never goes off", CHANGE),
        (entry.times == Some(0), "times", "so often is never", NEVER),
        (entry.once == Some(true) && !fights && !calendar, "once", "it goes off for each unit all the same", CHANGE),
        (entry.roll.as_ref().is_some_and(is_sure), "roll", "it succeeds whatever falls", "add `at-least` or `at-most`"),
    ]
}

fn combat(entry: &Combat) -> Vec<Row> {
    let kind = entry.kind.unwrap_or(CombatKind::Odds);
    let chits = kind == CombatKind::Chits;
    let columns = |cap: &crate::model::Cap| cap.lowest.is_some() || cap.highest.is_some();
    let numbers = |cap: &crate::model::Cap| cap.at_least.is_some() || cap.at_most.is_some();
    let capless = |cap: &crate::model::Cap| if cap.of == Capped::Columns { numbers(cap) } else { columns(cap) };
    let lost = "it speaks of a unit or its stack, and of a combat as a whole there is none";
    let whole = "say `attackers` or `defenders`, or write a value, which is asked of each unit";
    vec![
        (entry.shifts.all().any(of_a_unit), "shifts", lost, whole),
        (entry.rolls.all().any(of_a_unit), "rolls", lost, whole),
        (entry.points.is_some() && kind != CombatKind::Barrage, "points", "only a barrage finds its column by points", CHANGE),
        (entry.draws.is_some() && !chits, "draws", "only a combat by chits draws", CHANGE),
        (entry.hits.is_some() && !chits, "hits", "only a combat by chits has hits", CHANGE),
        (
            matches!(entry.first, Some(Who::Both | Who::Unit)),
            "first",
            "a result has a part for the attacker and one for the defender",
            "name one of the two",
        ),
        (
            entry.limits.all().any(|limit| matches!(limit.per, Some(Per::Hex | Per::Hexside))),
            "limits",
            "attacks are counted by combat, phase, turn, side, unit or game only",
            "say in `per` what they are for",
        ),
        (
            entry.caps.all().any(capless),
            "caps",
            "`at-least` and `at-most` are for shifts and rolls, `lowest` and `highest` for columns",
            "write the two that belong to what is capped",
        ),
    ]
}

/// Whether a modifier of a combat hangs on a unit that the rule speaks of.
fn of_a_unit(entry: &Mod) -> bool {
    let one = |place: Option<Role>| matches!(place, Some(Role::Unit | Role::Stack));
    let amount = |amount: &Amount| match amount {
        Amount::Number(_) => false,
        Amount::Measure(measure) => one(measure.place),
    };
    amount(&entry.add) || entry.each.as_ref().is_some_and(|each| one(each.place)) || entry.when.as_ref().is_some_and(on_a_unit)
}

fn on_a_unit(it: &Condition) -> bool {
    let one = |place: Option<Role>| matches!(place, Some(Role::Unit | Role::Stack));
    let compared = it.compare.iter().flat_map(|compare| [&compare.left, &compare.right]);
    let mut measured = compared.filter_map(|amount| match amount {
        Amount::Number(_) => None,
        Amount::Measure(measure) => Some(measure.place),
    });
    let mut parts = it.all.iter().flatten().chain(it.any.iter().flatten()).chain(it.not.as_deref());
    it.unit.is_some() || it.units.iter().flatten().any(|group| one(group.place)) || measured.any(one) || parts.any(on_a_unit)
}

fn mode(entry: &Mode, assaults: bool) -> Vec<Row> {
    let assault = entry.assault == Some(true);
    vec![
        (entry.goes_on == Some(true) && !assault, "goes-on", "it assaults nobody", "add `assault`, or take it out"),
        (assault && !assaults, "assault", "no combat is fought out of a move", "name phases in `assault` of a combat"),
    ]
}

fn zone(entry: &ZoneEffect) -> Vec<Row> {
    let costs = matches!(entry.kind, ZoneEffectKind::Enter | ZoneEffectKind::Leave);
    vec![
        (entry.cost.is_some() && !costs, "cost", "only `enter` and `leave` cost", CHANGE),
        (entry.cost.is_none() && costs, "kind", "it costs nothing", "add `cost`"),
        (entry.allow.is_some() && entry.kind != ZoneEffectKind::Pass, "allow", "only `pass` allows some steps", CHANGE),
    ]
}

fn entering(entry: &EntryRule) -> Vec<Row> {
    let by_points = [entry.cost, entry.else_cost].contains(&Some(EntryCost::Points));
    let elsewhere = entry.otherwise.iter().flatten().any(|other| matches!(other, EntryElse::Near | EntryElse::Edge));
    vec![
        (entry.points.is_some() && !by_points, "points", "its `cost` is not `points`", "write `\"cost\": \"points\"`"),
        (entry.within.is_some() && !elsewhere, "within", "nobody comes in `near` or along the `edge`", CHANGE),
    ]
}

/// Findings about one entry after the other.
struct Told<'c, 'g, 's> {
    context: &'c CheckContext<'g>,
    sink: &'s mut Sink,
}

impl Told<'_, '_, '_> {
    fn entry<T: Ruled>(&mut self, list: &str, entry: &T, rows: Vec<Row>) {
        let Some(origin) = self.context.origins.rules.get(&format!("{list}/{}", entry.id())) else { return };
        for (_, field, why, help) in rows.into_iter().filter(|(idle, ..)| *idle) {
            let message = match field {
                "id" => format!("`{list}/{}` counts for nothing: {why}", entry.id()),
                field => format!("`{field}` of `{list}/{}` counts for nothing: {why}", entry.id()),
            };
            self.sink.report(Diag::new(&RULE, origin.at(field), message).printed_rule(entry.rule()).help(help));
        }
    }

    /// When a card is played is asked of cards in a hand only.
    fn cards(&mut self) {
        let game = self.context.game;
        let held = |deck: &str| game.rules.decks.all().any(|other| other.id.0 == deck && other.hand.is_some());
        for (id, card) in game.cards.iter().filter(|(_, card)| !held(&card.deck)) {
            let Some(origin) = crate::origins::of(&self.context.origins.cards, id) else { continue };
            for (_, field) in [(!card.phase.is_empty(), "phase"), (card.when.is_some(), "if")].into_iter().filter(|(is, _)| *is) {
                let message = format!("`{field}` of card `{}` counts for nothing: its deck has no `hand`", card.id);
                let help = "give the deck a `hand`, or take it out; `in` says when a card is in its deck, an effect `when` what it hangs on";
                self.sink.report(Diag::new(&RULE, origin.at(field), message).help(help));
            }
        }
    }

    fn effects(&mut self) {
        for list in &all(self.context).lists {
            each(list.effects, list.place.as_ref(), list.around, &mut |effect, place, _| {
                let (Some(place), Some((field, message, help))) = (place, idle(effect)) else { return };
                self.sink.report(Diag::new(&RULE, place.field(field), message.to_owned()).help(help));
            });
        }
    }

    /// Amounts that say two things that are to be measured.
    fn measures(&mut self) {
        let game = self.context.game;
        let mut found = Vec::new();
        for (section, value) in game.rules.written(game) {
            entries(&section, &value, &mut |list, id, members| {
                if let Some((one, other)) = members.values().find_map(two_sources) {
                    found.push((format!("{list}/{id}"), one, other));
                }
            });
        }
        let entries = found.into_iter().filter_map(|(entry, one, other)| {
            let origin = self.context.origins.rules.get(&entry)?;
            Some((origin.at("id"), format!("`{entry}`"), one, other))
        });
        let tables = game.tables.values().zip(&self.context.origins.tables);
        let results = tables.flat_map(|(table, origins)| table.results.iter().flatten().zip(&origins.results));
        let results = results.filter_map(|(result, origin)| {
            let (one, other) = two_sources(&written(game, &result.effects)?)?;
            Some((origin.at("effects"), format!("result `{}`", result.code), one, other))
        });
        let cards = game.cards.iter().filter_map(|(id, card)| {
            let (one, other) = two_sources(&written(game, &card.effects)?)?;
            let origin = crate::origins::of(&self.context.origins.cards, id)?;
            Some((origin.at("effects"), format!("card `{}`", card.id), one, other))
        });
        let found: Vec<_> = entries.chain(results).chain(cards).collect();
        for (place, what, one, other) in found {
            let message = format!("an amount of {what} measures `{one}` and `{other}`, and only one of them counts");
            self.sink.report(Diag::new(&RULE, place, message).help("an amount has one source: take the other out"));
        }
    }
}

/// What of an effect does nothing: the field, in words, and what to do.
fn idle(effect: &Effect) -> Option<(&'static str, &'static str, &'static str)> {
    const NOTHING: &str = "say how many, or take the effect out; `\"effects\": []` says that nothing happens";
    let none = |amount: &Option<Amount>| amount.as_ref().is_some_and(is_none);
    match effect {
        Effect::Roll { roll: None, table: None, .. } => {
            Some(("kind", "nothing is rolled: the effect has neither `roll` nor `table`", "add one of the two"))
        }
        Effect::Roll { roll: Some(_), table: Some(_), .. } => {
            Some(("roll", "this roll counts for nothing: only the `table` is rolled on", "take one of the two out"))
        }
        Effect::Roll { roll: Some(roll), .. } if is_sure(roll) => {
            Some(("roll", "this roll succeeds whatever falls", "add `at-least` or `at-most`"))
        }
        Effect::Lose { steps, .. } if is_none(steps) => Some(("steps", "no step is lost", NOTHING)),
        Effect::Retreat { hexes, .. } if is_none(hexes) => Some(("hexes", "nobody retreats", NOTHING)),
        Effect::Gain { steps, .. } if none(steps) => Some(("steps", "no step is regained", NOTHING)),
        Effect::Draw { count, .. } if none(count) => Some(("count", "no card is drawn", NOTHING)),
        Effect::Move { hexes, .. } if none(hexes) => Some(("hexes", "nobody moves", NOTHING)),
        _ => None,
    }
}

/// The entries of a section of the rules.
fn entries(list: &str, value: &Value, see: &mut See<'_>) {
    match value {
        Value::Array(found) => {
            for members in found.iter().filter_map(Value::as_object) {
                if let Some(id) = members.get("id").and_then(Value::as_str) {
                    see(list, id, members);
                }
            }
        }
        Value::Object(sections) => {
            sections.iter().for_each(|(name, value)| entries(&format!("{list}.{name}"), value, see));
        }
        _ => {}
    }
}

/// Two things that an amount in a value measures at once.
fn two_sources(value: &Value) -> Option<(&'static str, &'static str)> {
    const SOURCES: [&str; 9] = ["count", "highest", "lowest", "value", "counter", "points", "distance", "retreated", "dice"];
    match value {
        Value::Array(list) => list.iter().find_map(two_sources),
        Value::Object(members) => {
            let price = members.len() == 2 && members.contains_key("counter") && members.contains_key("points");
            let other = price || members.contains_key("kind") || members.contains_key("id");
            let mut sources = SOURCES.into_iter().filter(|name| !other && members.contains_key(*name));
            let two = sources.next().zip(sources.next());
            two.or_else(|| members.values().find_map(two_sources))
        }
        _ => None,
    }
}
