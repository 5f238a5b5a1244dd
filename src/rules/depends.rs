//! What asks for what: zones of control, bonds and supply may each hang on the others.
//!
//! The entries of a game say so themselves, so it is read from them once, when an engine is made. What hangs on nothing
//! but the position is found first, and so on; every question then has one answer, whoever asks first. Where entries ask
//! for each other in a circle there is no such order: while one thing of a circle is found, the others of it count as not
//! there, and a check names the entries.

use std::collections::{BTreeMap, BTreeSet};

use super::Changed;
use crate::model::{
    Always, Amount, Bond, BondBlocks, BondEnd, Condition, Entries, Exert, Game, Group, Hexes, Hexsides, Key, Measure, Near,
    Ruled, Segment, SideId, SideWord, Target, Trace, TraceName, Units, Value, ZoneEffect, ZoneEffectKind,
};

/// Something that is found from a position for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    /// Its zones of control.
    Zones,
    Bonds,
    /// What a trace reaches, by the trace's place in the list.
    Trace(u32),
    /// What cuts every trace: it is found with each of them.
    Cuts,
    /// Who has every trace whatever happens: that too.
    Always,
}

/// Something that is found for one side.
pub(super) type Finding = (Thing, SideId);

/// Which findings hang on each other.
#[derive(Debug, Default)]
pub(crate) struct Dependencies {
    /// For each finding of a circle, which one.
    circles: BTreeMap<Finding, u32>,
    /// The entries of each circle, by list and id.
    entries: Vec<BTreeSet<String>>,
    /// The place of each trace in its list.
    traces: BTreeMap<TraceName, u32>,
    /// What each finding reads of a position, by itself or through others.
    reads: BTreeMap<Finding, Reads>,
}

/// Sides, a bit for each; those beyond the 63rd share the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sides(u64);

impl Sides {
    fn add(&mut self, side: SideId) {
        self.0 |= 1 << side.index().min(63);
    }

    fn has(self, side: Option<SideId>) -> bool {
        side.map_or(self.0 != 0, |side| self.0 & 1 << side.index().min(63) != 0)
    }
}

/// What is read of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reads {
    places: Sides,
    shown: Sides,
    others: Others,
}

impl Reads {
    fn and(&mut self, more: Reads) {
        self.places.0 |= more.places.0;
        self.shown.0 |= more.shown.0;
        self.others |= more.others;
    }

    fn touched(self, changed: Changed) -> bool {
        match changed {
            Changed::Places(side) => self.places.has(side),
            Changed::Shown(side) => self.shown.has(side),
            other => self.others & bit(other) != 0,
        }
    }
}

/// What else is read, a bit for each kind of change.
type Others = u16;

fn bit(changed: Changed) -> Others {
    match changed {
        // These are known side by side.
        Changed::Places(_) | Changed::Shown(_) => 0,
        Changed::Markers => 1,
        Changed::Bridges => 1 << 1,
        Changed::Control => 1 << 2,
        Changed::Flags => 1 << 3,
        Changed::Counters => 1 << 4,
        Changed::Losses => 1 << 5,
        Changed::Declared => 1 << 6,
        Changed::Moment => 1 << 7,
    }
}

impl Dependencies {
    /// Reads the entries of a game.
    pub(super) fn new(game: &Game) -> Self {
        let mut graph =
            Graph { game, traces: BTreeMap::new(), wanted: BTreeMap::new(), entries: Vec::new(), reads: BTreeMap::new() };
        graph.read();
        graph.circles()
    }

    /// Whether a finding may be another after a change.
    pub(super) fn reads(&self, finding: Finding, changed: Changed) -> bool {
        self.reads.get(&finding).is_some_and(|reads| reads.touched(changed))
    }

    /// Whether two findings are of one circle.
    pub(super) fn in_one_circle(&self, a: Finding, b: Finding) -> bool {
        self.circles.get(&a).is_some_and(|circle| self.circles.get(&b) == Some(circle))
    }

    /// The place of a trace in its list.
    pub(super) fn trace(&self, trace: TraceName) -> Option<u32> {
        self.traces.get(&trace).copied()
    }

    /// The circles, each by the lists and ids of its entries.
    pub(super) fn entries(&self) -> &[BTreeSet<String>] {
        &self.entries
    }
}

/// Whether what a trace found is a state of its units from then on.
pub(super) fn is_judged(trace: &Trace) -> bool {
    trace.phase.is_some() && (trace.state.is_some() || trace.marker.is_some())
}

/// Which sides a selector speaks of, seen from the side that it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    Own,
    Enemy,
    Is(SideId),
    Any,
}

impl From<SideWord> for Whose {
    fn from(word: SideWord) -> Whose {
        match word {
            SideWord::Own => Whose::Own,
            SideWord::Enemy => Whose::Enemy,
            SideWord::Is(side) => Whose::Is(side),
        }
    }
}

impl Whose {
    fn means(self, asking: SideId, side: SideId) -> bool {
        match self {
            Whose::Own => side == asking,
            Whose::Enemy => side != asking,
            Whose::Is(wanted) => side == wanted,
            Whose::Any => true,
        }
    }
}

/// Whether a trace is judged in a phase.
type Judged<'j> = &'j dyn Fn(TraceName) -> bool;

/// What entries ask for.
#[derive(Clone, Debug, Default)]
struct Asks {
    zones: BTreeSet<Whose>,
    bonds: BTreeSet<Whose>,
    /// What a trace reaches, or whether units have it.
    traces: BTreeSet<(TraceName, Whose)>,
    /// Whether they measure ratings, which any value may change.
    ratings: bool,
    /// Whose units they look for on the map.
    places: BTreeSet<Whose>,
    /// Of whose units they read what they show, carry or did.
    shown: BTreeSet<Whose>,
    /// What else they read.
    others: Others,
}

impl Asks {
    fn other(&mut self, read: bool, changed: Changed) {
        self.others |= if read { bit(changed) } else { 0 };
    }

    fn units(&mut self, units: &Units, judged: Judged<'_>, whose: Whose) {
        // Every field is named, so that a new one cannot be forgotten.
        let Units {
            all,
            any,
            not,
            id: _,
            side,
            nation: _,
            formation: _,
            kind: _,
            class: _,
            tags: _,
            size: _,
            rating,
            steps,
            full,
            state,
            marker,
            did,
            mode: _,
            at,
            start,
            with,
            // Whoever is looked for is looked for where he stands, with those of his side.
            alone: _,
            near,
            across,
            supplied,
            same,
            role,
        } = units;
        let words = side.iter().flatten().map(|word| Whose::from(*word));
        let whose: Vec<Whose> = if side.is_some() { words.collect() } else { vec![whose] };
        let shown = rating.is_some() || steps.is_some() || full.is_some() || state.is_some() || marker.is_some() || did.is_some();
        if same.is_some() || role.is_some() {
            self.places.insert(Whose::Any);
        }
        for whose in whose {
            self.places.insert(whose);
            // What a judged trace found is shown by the unit.
            if shown || supplied.is_some() {
                self.shown.insert(whose);
            }
            for part in all.iter().flatten().chain(any.iter().flatten()).chain(not.as_deref()) {
                self.units(part, judged, whose);
            }
            for group in with.iter().flatten() {
                self.group(group, judged, whose);
            }
            // Supply that is judged in a phase is a state of the unit: nothing is traced for it.
            let traced = supplied.iter().flatten().filter(|trace| !judged(**trace));
            self.traces.extend(traced.map(|trace| (*trace, whose)));
        }
        for hexes in at.iter().chain(start) {
            self.hexes(hexes, judged);
        }
        for near in near.iter().flatten() {
            self.near(near, judged);
        }
        across.iter().for_each(|sides| self.hexsides(sides, judged));
    }

    fn group(&mut self, group: &Group, judged: Judged<'_>, whose: Whose) {
        self.places.insert(whose);
        group.of.iter().for_each(|units| self.units(units, judged, whose));
    }

    fn near(&mut self, near: &Near, judged: Judged<'_>) {
        let Near { units, hexes, within: _, linked: _ } = near;
        units.iter().for_each(|units| self.units(units, judged, Whose::Any));
        hexes.iter().for_each(|hexes| self.hexes(hexes, judged));
    }

    fn hexes(&mut self, hexes: &Hexes, judged: Judged<'_>) {
        let Hexes {
            all,
            any,
            not,
            hex: _,
            terrain: _,
            place: _,
            area: _,
            entry: _,
            edge: _,
            value: _,
            road: _,
            ahead,
            sides,
            control,
            marker,
            units,
            zone,
            bond,
            near,
            supplied,
            vacant,
            role: _,
        } = hexes;
        self.other(control.is_some(), Changed::Control);
        self.other(marker.is_some(), Changed::Markers);
        self.other(ahead.is_some(), Changed::Bridges);
        if vacant.is_some() {
            self.places.insert(Whose::Any);
        }
        for part in all.iter().flatten().chain(any.iter().flatten()).chain(not.as_deref()) {
            self.hexes(part, judged);
        }
        sides.iter().for_each(|sides| self.hexsides(sides, judged));
        for group in units.iter().flatten() {
            self.group(group, judged, Whose::Any);
        }
        for near in near.iter().flatten() {
            self.near(near, judged);
        }
        self.zones.extend(zone.map(Whose::from));
        self.bonds.extend(bond.map(Whose::from));
        self.traces.extend(supplied.iter().flatten().map(|trace| (*trace, Whose::Own)));
    }

    fn hexsides(&mut self, sides: &Hexsides, judged: Judged<'_>) {
        let Hexsides {
            all,
            any,
            not,
            kind: _,
            between: _,
            bridge,
            owner,
            road: _,
            linked: _,
            from,
            to,
            both,
            boundary: _,
            bond,
            marker,
        } = sides;
        self.other(bridge.is_some() || owner.is_some(), Changed::Bridges);
        self.other(marker.is_some(), Changed::Markers);
        for part in all.iter().flatten().chain(any.iter().flatten()).chain(not.as_deref()) {
            self.hexsides(part, judged);
        }
        for hexes in from.iter().chain(to).chain(both) {
            self.hexes(hexes, judged);
        }
        self.bonds.extend(bond.map(Whose::from));
    }

    fn condition(&mut self, condition: &Condition, judged: Judged<'_>) {
        let Condition {
            all,
            any,
            not,
            turns,
            phase,
            option,
            side,
            ground,
            weather,
            unit,
            units,
            hex,
            target,
            hexside,
            control,
            exited,
            eliminated,
            bridge,
            compare,
            roll,
            flag,
            counter,
            deck,
            result: _,
            combat: _,
            applied: _,
            declared,
        } = condition;
        let when = turns.is_some() || phase.is_some() || option.is_some() || side.is_some() || ground.is_some();
        self.other(when || weather.is_some(), Changed::Moment);
        self.other(control.is_some(), Changed::Control);
        self.other(exited.is_some() || eliminated.is_some(), Changed::Losses);
        self.other(bridge.is_some(), Changed::Bridges);
        self.other(flag.is_some(), Changed::Flags);
        self.other(counter.is_some() || deck.is_some(), Changed::Counters);
        self.other(declared.is_some(), Changed::Declared);
        for part in all.iter().flatten().chain(any.iter().flatten()).chain(not.as_deref()) {
            self.condition(part, judged);
        }
        unit.iter().for_each(|units| self.units(units, judged, Whose::Own));
        for group in units.iter().flatten() {
            self.group(group, judged, Whose::Any);
        }
        for hexes in hex.iter().chain(target) {
            self.hexes(hexes, judged);
        }
        hexside.iter().for_each(|sides| self.hexsides(sides, judged));
        self.traces.extend(control.iter().flat_map(|control| &control.supplied).map(|trace| (*trace, Whose::Any)));
        for units in exited.iter().map(|exited| &exited.of).chain(eliminated.iter().map(|lost| &lost.of)) {
            self.units(units, judged, Whose::Any);
        }
        for amount in compare.iter().flat_map(|compare| [&compare.left, &compare.right]) {
            self.amount(amount, judged);
        }
        for amount in roll.iter().flat_map(|roll| roll.at_least.iter().chain(&roll.at_most)) {
            self.amount(amount, judged);
        }
    }

    fn amount(&mut self, amount: &Amount, judged: Judged<'_>) {
        let Amount::Measure(measure) = amount else { return };
        let Measure { of, max, count, highest, lowest, counter, points, .. } = measure.as_ref();
        let rates = count.is_some() || highest.is_some() || lowest.is_some() || points.is_some();
        for what in [Changed::Losses, Changed::Control, Changed::Flags, Changed::Counters, Changed::Moment] {
            self.other(points.is_some(), what);
        }
        self.ratings |= rates;
        self.other(counter.is_some(), Changed::Counters);
        if rates {
            self.places.insert(Whose::Any);
            self.shown.insert(Whose::Any);
        }
        of.iter().for_each(|units| self.units(units, judged, Whose::Any));
        max.iter().for_each(|amount| self.amount(amount, judged));
    }

    fn exert(&mut self, entry: &Exert, judged: Judged<'_>) {
        let Exert { who, not_into, not_from, not_across, when, .. } = entry;
        who.iter().for_each(|units| self.units(units, judged, Whose::Own));
        not_into.iter().chain(not_from).for_each(|hexes| self.hexes(hexes, judged));
        not_across.iter().for_each(|sides| self.hexsides(sides, judged));
        when.iter().for_each(|when| self.condition(when, judged));
    }

    fn bond(&mut self, bond: &Bond, judged: Judged<'_>) {
        let Bond { who, not_through, broken_by, ends, when, .. } = bond;
        who.iter().for_each(|units| self.units(units, judged, Whose::Own));
        not_through.iter().for_each(|hexes| self.hexes(hexes, judged));
        broken_by.iter().for_each(|sides| self.hexsides(sides, judged));
        for BondEnd { who, not_across } in ends.iter().flatten() {
            self.units(who, judged, Whose::Own);
            self.hexsides(not_across, judged);
        }
        when.iter().for_each(|when| self.condition(when, judged));
    }

    fn effect(&mut self, effect: &ZoneEffect, judged: Judged<'_>) {
        effect.unless.iter().for_each(|units| self.units(units, judged, Whose::Own));
        effect.when.iter().for_each(|when| self.condition(when, judged));
    }

    fn trace(&mut self, trace: &Trace, judged: Judged<'_>) {
        // Whoever holds a hex cuts it; what stands over a river, and what the ground costs, may change.
        self.places.insert(Whose::Enemy);
        self.other(true, Changed::Bridges);
        self.other(true, Changed::Moment);
        for segment in &trace.segments {
            let Segment { blocked, blocked_side, shorter, friends_open, .. } = segment;
            if friends_open == &Some(true) {
                self.places.insert(Whose::Own);
            }
            blocked.iter().for_each(|hexes| self.hexes(hexes, judged));
            blocked_side.iter().for_each(|sides| self.hexsides(sides, judged));
            shorter.iter().flatten().for_each(|shorter| self.hexsides(&shorter.across, judged));
        }
        for target in trace.to.iter().flatten() {
            let Target { hexes, units, who, when, source: _, leaves: _, rule: _ } = target;
            hexes.iter().for_each(|hexes| self.hexes(hexes, judged));
            units.iter().chain(who).for_each(|units| self.units(units, judged, Whose::Own));
            when.iter().for_each(|when| self.condition(when, judged));
        }
    }

    fn always(&mut self, entry: &Always, judged: Judged<'_>) {
        self.units(&entry.who, judged, Whose::Own);
        entry.when.iter().for_each(|when| self.condition(when, judged));
    }

    fn value(&mut self, value: &Value, judged: Judged<'_>) {
        value.who.iter().for_each(|units| self.units(units, judged, Whose::Any));
        value.when.iter().for_each(|when| self.condition(when, judged));
    }
}

/// What things ask for, by the first entry that asks.
type Wanted = BTreeMap<(Thing, Whose), u32>;

/// The entries of a game, read.
struct Graph<'g> {
    game: &'g Game,
    traces: BTreeMap<TraceName, u32>,
    /// What a thing asks for, for every side or only for one.
    wanted: BTreeMap<(Thing, Option<SideId>), Wanted>,
    entries: Vec<String>,
    /// What a thing reads, for every side or only for one.
    reads: BTreeMap<(Thing, Option<SideId>), Asks>,
}

/// The entries of a list, with whatever a scenario or an option puts in their place.
fn every<T: Ruled>(entries: &Entries<T>) -> impl Iterator<Item = &T> {
    entries.iter().chain(entries.variants.iter().filter_map(|variant| variant.instead.as_ref()))
}

/// The sides for whose units alone a selector is; nothing if it may be for all.
fn sides_of(units: Option<&Units>) -> Vec<Option<SideId>> {
    let words = units.and_then(|units| units.side.as_ref());
    let named = |word: &SideWord| if let SideWord::Is(side) = word { Some(*side) } else { None };
    let named: Option<Vec<SideId>> = words.and_then(|words| words.iter().map(named).collect());
    named.map_or_else(|| vec![None], |sides| sides.into_iter().map(Some).collect())
}

impl<'g> Graph<'g> {
    fn read(&mut self) {
        let rules = &self.game.rules;
        let (zones, supply) = (rules.zones.as_ref(), rules.supply.as_ref());
        for (n, trace) in supply.iter().flat_map(|supply| supply.traces.iter()).enumerate() {
            self.traces.entry(trace.id.number()).or_insert(u32::try_from(n).unwrap_or(u32::MAX));
        }
        let judged: BTreeSet<TraceName> = supply
            .iter()
            .flat_map(|supply| every(&supply.traces))
            .filter(|trace| is_judged(trace))
            .map(|trace| trace.id.number())
            .collect();
        let judged = |trace: TraceName| judged.contains(&trace);
        // What ratings hang on, for whoever measures them.
        let mut ratings = Asks::default();
        let combats = rules.combat.iter().flat_map(every);
        for value in every(&rules.values).chain(combats.flat_map(|combat| every(&combat.values))) {
            ratings.value(value, &judged);
        }
        for entry in zones.iter().flat_map(|zones| every(&zones.exert)) {
            let mut asks = Asks { places: BTreeSet::from([Whose::Own]), ..Asks::default() };
            asks.other(zones.is_some_and(|zones| !zones.exert.variants.is_empty()), Changed::Moment);
            asks.exert(entry, &judged);
            self.entry("zones.exert", &entry.id.0);
            self.ask(Thing::Zones, &sides_of(entry.who.as_ref()), &asks, &ratings);
        }
        for entry in zones.iter().flat_map(|zones| every(&zones.bonds)) {
            let mut asks = Asks { places: BTreeSet::from([Whose::Any]), ..Asks::default() };
            asks.other(zones.is_some_and(|zones| !zones.bonds.variants.is_empty()), Changed::Moment);
            asks.bond(entry, &judged);
            self.entry("zones.bonds", &entry.id.0);
            self.ask(Thing::Bonds, &sides_of(entry.who.as_ref()), &asks, &ratings);
            if entry.blocks.contains(&BondBlocks::Supply) {
                let cut = Asks { bonds: BTreeSet::from([Whose::Enemy]), ..Asks::default() };
                self.ask(Thing::Cuts, &[None], &cut, &ratings);
            }
        }
        for effect in zones.iter().flat_map(|zones| every(&zones.effects)).filter(|e| e.kind == ZoneEffectKind::Supply) {
            let mut asks = Asks { zones: BTreeSet::from([Whose::Enemy]), ..Asks::default() };
            asks.effect(effect, &judged);
            self.entry("zones.effects", &effect.id.0);
            self.ask(Thing::Cuts, &[None], &asks, &ratings);
        }
        for trace in supply.iter().flat_map(|supply| every(&supply.traces)) {
            let mut asks = Asks::default();
            asks.trace(trace, &judged);
            let Some(&n) = self.traces.get(&trace.id.number()) else { continue };
            let entry = self.entry("supply.traces", &trace.id.0);
            self.ask(Thing::Trace(n), &[None], &asks, &ratings);
            let wanted = self.wanted.entry((Thing::Trace(n), None)).or_default();
            wanted.entry((Thing::Cuts, Whose::Own)).or_insert(entry);
            wanted.entry((Thing::Always, Whose::Own)).or_insert(entry);
        }
        // Whoever asks whether a unit has a trace asks too whether it always has it.
        for entry in supply.iter().flat_map(|supply| every(&supply.always)) {
            let mut asks = Asks::default();
            asks.always(entry, &judged);
            self.entry("supply.always", &entry.id.0);
            let sides = sides_of(Some(&entry.who));
            match &entry.traces {
                Some(named) => {
                    let named: Vec<u32> = named.iter().filter_map(|trace| self.traces.get(trace).copied()).collect();
                    named.into_iter().for_each(|n| self.ask(Thing::Trace(n), &sides, &asks, &ratings));
                }
                None => self.ask(Thing::Always, &sides, &asks, &ratings),
            }
        }
    }

    /// The entry that asks from now on.
    fn entry(&mut self, list: &str, id: &str) -> u32 {
        self.entries.push(format!("{list}/{id}"));
        u32::try_from(self.entries.len() - 1).unwrap_or(u32::MAX)
    }

    fn ask(&mut self, thing: Thing, sides: &[Option<SideId>], asks: &Asks, ratings: &Asks) {
        let entry = u32::try_from(self.entries.len().saturating_sub(1)).unwrap_or(u32::MAX);
        for asks in [Some(asks), asks.ratings.then_some(ratings)].into_iter().flatten() {
            for side in sides {
                let reads = self.reads.entry((thing, *side)).or_default();
                reads.places.extend(&asks.places);
                reads.shown.extend(&asks.shown);
                reads.others |= asks.others;
            }
            let zones = asks.zones.iter().map(|whose| (Thing::Zones, *whose));
            let bonds = asks.bonds.iter().map(|whose| (Thing::Bonds, *whose));
            let traces = asks.traces.iter();
            let traces = traces.filter_map(|(trace, whose)| Some((Thing::Trace(*self.traces.get(trace)?), *whose)));
            let all: Vec<(Thing, Whose)> = zones.chain(bonds).chain(traces).collect();
            for side in sides.iter().filter(|_| !all.is_empty()) {
                let wanted = self.wanted.entry((thing, *side)).or_default();
                all.iter().for_each(|ask| {
                    wanted.entry(*ask).or_insert(entry);
                });
            }
        }
    }

    /// What one finding asks for, each with the entry that asks.
    fn next(&self, (thing, side): Finding) -> BTreeMap<Finding, u32> {
        let all = [None, Some(side)].into_iter().filter_map(|of| self.wanted.get(&(thing, of))).flatten();
        let sides = |whose: Whose| self.game.sides.ids().filter(move |other| whose.means(side, *other));
        all.flat_map(|((thing, whose), entry)| sides(*whose).map(|side| ((*thing, side), *entry))).collect()
    }

    /// What one finding reads by itself.
    fn own_reads(&self, (thing, side): Finding) -> Reads {
        let sides = |whose: &BTreeSet<Whose>| {
            let mut sides = Sides::default();
            let meant = self.game.sides.ids().filter(|other| whose.iter().any(|whose| whose.means(side, *other)));
            meant.for_each(|side| sides.add(side));
            sides
        };
        let mut reads = Reads::default();
        for asks in [None, Some(side)].into_iter().filter_map(|of| self.reads.get(&(thing, of))) {
            reads.and(Reads { places: sides(&asks.places), shown: sides(&asks.shown), others: asks.others });
        }
        reads
    }

    /// The circles: findings that can be come to from each other. By Tarjan's way, without recursion.
    fn circles(self) -> Dependencies {
        let mut out = Dependencies { traces: self.traces.clone(), ..Dependencies::default() };
        let mut number: BTreeMap<Finding, (usize, usize)> = BTreeMap::new();
        let mut open: Vec<Finding> = Vec::new();
        let mut closed: BTreeSet<Finding> = BTreeSet::new();
        let starts: BTreeSet<Thing> = self.wanted.keys().chain(self.reads.keys()).map(|(thing, _)| *thing).collect();
        for start in starts.into_iter().flat_map(|thing| self.game.sides.ids().map(move |side| (thing, side))) {
            if number.contains_key(&start) {
                continue;
            }
            let mut path = vec![(start, self.next(start).into_keys())];
            let first = number.len();
            number.insert(start, (first, first));
            open.push(start);
            while let Some((finding, rest)) = path.last_mut() {
                let finding = *finding;
                if let Some(wanted) = rest.next() {
                    match number.get(&wanted) {
                        None => {
                            let n = number.len();
                            number.insert(wanted, (n, n));
                            open.push(wanted);
                            path.push((wanted, self.next(wanted).into_keys()));
                        }
                        Some(&(n, _)) if !closed.contains(&wanted) => {
                            number.entry(finding).and_modify(|(_, low)| *low = (*low).min(n));
                        }
                        Some(_) => {}
                    }
                    continue;
                }
                path.pop();
                let (n, low) = number.get(&finding).copied().unwrap_or_default();
                if let Some((before, _)) = path.last() {
                    number.entry(*before).and_modify(|(_, least)| *least = (*least).min(low));
                }
                if n == low {
                    let mut circle = BTreeSet::new();
                    while let Some(last) = open.pop() {
                        circle.insert(last);
                        closed.insert(last);
                        if last == finding {
                            break;
                        }
                    }
                    // Whatever it asks for has been closed before it.
                    let mut reads = Reads::default();
                    for finding in &circle {
                        reads.and(self.own_reads(*finding));
                        self.next(*finding).keys().filter_map(|next| out.reads.get(next)).for_each(|more| reads.and(*more));
                    }
                    out.reads.extend(circle.iter().map(|finding| (*finding, reads)));
                    self.close(&circle, &mut out);
                }
            }
        }
        out
    }

    /// Notes a circle, if it is one: a single finding is one only if it asks for itself.
    fn close(&self, circle: &BTreeSet<Finding>, out: &mut Dependencies) {
        let inside = |from: &Finding| self.next(*from).into_iter().filter(|(to, _)| circle.contains(to));
        let entries: BTreeSet<u32> = circle.iter().flat_map(inside).map(|(_, entry)| entry).collect();
        if entries.is_empty() {
            return;
        }
        let id = u32::try_from(out.entries.len()).unwrap_or(u32::MAX);
        out.circles.extend(circle.iter().map(|finding| (*finding, id)));
        out.entries.push(entries.iter().filter_map(|n| self.entries.get(*n as usize).cloned()).collect());
    }
}
