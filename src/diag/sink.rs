//! Collects diagnostics, applies the author's levels and exemptions, folds repetitions, sorts.
//!
//! A file in which everything is wrong has a million findings, and nobody reads them: of each code and file only the
//! first kinds of mistake are held, while all are counted.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::near::refill;
use super::{Diag, Meant, Named, Role, Rule, Severity, codes, shortened};
use crate::span::{FileId, Place};

/// What an author may make of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not reported.
    Allow,
    Warn,
    Error,
}

/// "This code, here, is meant": code plus scenario, hex, box or unit, with a reason.
#[derive(Clone, Debug)]
pub struct Exemption {
    pub code: String,
    /// Only in this scenario.
    pub scenario: Option<String>,
    /// Only at this hex.
    pub hex: Option<String>,
    /// Only in this box, or on this track.
    pub off_map: Option<String>,
    /// Only about this unit.
    pub unit: Option<String>,
    /// Where it is written.
    pub place: Place,
}

impl Exemption {
    fn covers(&self, diag: &Diag) -> bool {
        let subject = &diag.subject;
        self.code == diag.rule.code
            && self.scenario.as_ref().is_none_or(|scenario| subject.scenarios.contains(scenario))
            && self.hex.as_ref().is_none_or(|hex| subject.hex.as_ref() == Some(hex))
            && self.off_map.as_ref().is_none_or(|id| subject.off_map.as_ref() == Some(id))
            && self.unit.as_ref().is_none_or(|unit| subject.units.contains(unit))
    }
}

/// Levels per code and exemptions, as module.json states them.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    /// Level and where it is set.
    pub codes: BTreeMap<String, (Level, Place)>,
    /// Single exemptions.
    pub exemptions: Vec<Exemption>,
    /// Codes of hints: that what allows them is not needed is no more than a hint either.
    pub hints: BTreeSet<&'static str>,
}

impl Levels {
    /// Whether nobody hears of what a rule finds.
    #[must_use]
    pub fn allow(&self, rule: &Rule) -> bool {
        self.codes.get(rule.code).is_some_and(|(level, _)| *level == Level::Allow)
    }
}

/// Something the tool could not check, and why: never an error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unchecked {
    /// What: "stacking", "attack of `2-pz`".
    pub what: String,
    /// Why: "rules.json states no stacking limits".
    pub why: String,
}

impl Unchecked {
    /// Why something is undecided.
    const UNDECIDED: &'static str = "no way was found and none ruled out within the bounds of the search";

    /// Whether a search ended without an answer.
    pub fn is_undecided(&self) -> bool {
        self.why == Self::UNDECIDED
    }
}

/// What of one code in one file was counted and not held.
#[derive(Clone, Debug)]
pub struct Omitted {
    /// Which kind of fault.
    pub rule: &'static Rule,
    /// How bad, after levels.
    pub severity: Severity,
    /// Where.
    pub file: FileId,
    /// How many; one mistake made many times is one.
    pub count: usize,
    /// The same, with every place counted.
    pub places: usize,
}

/// What came of a run.
#[derive(Debug, Default)]
pub struct Finished {
    /// What is held: sorted, folded.
    pub diags: Vec<Diag>,
    /// What is only counted, by file and code.
    pub omitted: Vec<Omitted>,
}

/// Everything that was found.
#[derive(Debug, Default)]
pub struct Sink {
    groups: BTreeMap<(FileId, &'static str), Group>,
    /// How many were taken, the exempted too.
    count: usize,
    exemptions: Arc<[Exemption]>,
    /// Which exemptions and codes have met something.
    used: BTreeSet<usize>,
    met: BTreeSet<&'static str>,
    unchecked: BTreeSet<Unchecked>,
    more_unchecked: usize,
    /// Names that were looked up, if somebody wants to know.
    named: Option<Vec<Named>>,
}

/// So many repetitions of one mistake are still listed one by one.
const FOLD_OVER: usize = 3;
/// So many kinds of mistake of one code are held in each of the first files, and in each of the rest. The first few
/// dozen files of a game are its lists and its map; thousands of scenarios may follow.
const HELD: [usize; 2] = [2_000, 50];
/// How many files are the first.
const FIRST_FILES: u32 = 64;
/// So many places of one mistake are held.
const PLACES: usize = 1_000;
/// So many scenarios of one finding are named.
const SCENARIOS: usize = 64;
/// So many units of one finding are named.
const UNITS: usize = 100;
/// So many names are noted; a game of which an editor shows anything has far fewer.
const NAMED: usize = 500_000;
/// So much of what could not be checked is held.
const UNCHECKED: usize = 2_000;

impl Sink {
    /// Nothing found yet.
    pub fn new() -> Self {
        refill();
        Sink::default()
    }

    /// Another of the same kind, for a part of the work; [`Sink::take`] joins it.
    pub fn beside(&self) -> Self {
        Sink { exemptions: Arc::clone(&self.exemptions), ..Sink::new() }
    }

    /// Notes from now on which names are looked up, and where.
    pub fn listen(&mut self) {
        self.named = Some(Vec::new());
    }

    /// Whether names are noted.
    #[inline]
    pub fn listens(&self) -> bool {
        self.named.is_some()
    }

    /// Notes a name, if anybody listens.
    pub fn hear(&mut self, kind: &'static str, meant: Option<Meant>, name: &str, place: &Place, role: Role) {
        let Some(named) = &mut self.named else { return };
        if named.len() < NAMED {
            let meant = meant.unwrap_or_else(|| Meant::Word(name.to_owned()));
            named.push(Named { kind, meant, name: name.to_owned(), place: place.clone(), role });
        }
    }

    /// Notes a word that means whatever is called so, if anybody listens.
    pub fn hear_word(&mut self, kind: &'static str, name: &str, place: &Place, role: Role) {
        if self.listens() {
            self.hear(kind, None, name, place, role);
        }
    }

    /// The names that were noted.
    pub fn take_named(&mut self) -> Vec<Named> {
        self.named.take().unwrap_or_default()
    }

    /// What is exempted from now on, and of what is held.
    pub fn exempt(&mut self, exemptions: &[Exemption]) {
        self.exemptions = exemptions.into();
        for group in std::mem::take(&mut self.groups).into_values() {
            for diag in group.join(self) {
                self.put(diag);
            }
        }
    }

    /// Takes a diagnostic.
    pub fn report(&mut self, diag: Diag) {
        self.count += 1;
        self.put(diag.bounded());
    }

    fn put(&mut self, mut diag: Diag) {
        self.met.insert(diag.rule.code);
        let mut exempt = false;
        for (n, exemption) in self.exemptions.iter().enumerate() {
            if exemption.covers(&diag) {
                self.used.insert(n);
                exempt = true;
            }
        }
        if !exempt {
            diag.subject.units.truncate(UNITS);
            let key = (diag.place.file, diag.rule.code);
            self.groups.entry(key).or_insert_with(|| Group::new(diag.rule, diag.place.file)).put(diag);
        }
    }

    /// Takes over what another has collected.
    pub fn take(&mut self, other: Sink) {
        self.count += other.count;
        self.used.extend(other.used);
        self.met.extend(other.met);
        for (key, group) in other.groups {
            match self.groups.entry(key) {
                std::collections::btree_map::Entry::Vacant(slot) => {
                    slot.insert(group);
                }
                std::collections::btree_map::Entry::Occupied(mut slot) => slot.get_mut().take(group),
            }
        }
        self.more_unchecked += other.more_unchecked;
        for unchecked in other.unchecked {
            self.leave(unchecked);
        }
    }

    /// Notes that something was not checked.
    pub fn unchecked(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.leave(Unchecked { what: shortened(what.into()), why: shortened(why.into()) });
    }

    fn leave(&mut self, unchecked: Unchecked) {
        self.unchecked.insert(unchecked);
        if self.unchecked.len() > UNCHECKED {
            self.unchecked.pop_last();
            self.more_unchecked += 1;
        }
    }

    /// Notes that something could neither be shown nor ruled out within bounds.
    pub fn undecided(&mut self, what: impl Into<String>) {
        self.unchecked(what, Unchecked::UNDECIDED);
    }

    /// Puts everything aside for a moment; [`Sink::instead`] brings it back.
    pub fn aside(&mut self) -> Sink {
        let beside = self.beside();
        std::mem::replace(self, beside)
    }

    /// Brings back what was put aside, instead of what was reported since: that has been said already.
    pub fn instead(&mut self, before: Sink) {
        let mut since = std::mem::replace(self, before);
        for unchecked in std::mem::take(&mut since.unchecked) {
            self.leave(unchecked);
        }
    }

    /// How many have been reported so far.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether nothing has been reported.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What was not checked, in order, as far as it is held, and how much more there is.
    pub fn take_unchecked(&mut self) -> (Vec<Unchecked>, usize) {
        (std::mem::take(&mut self.unchecked).into_iter().collect(), std::mem::take(&mut self.more_unchecked))
    }

    /// Ends the run: levels, folding, order.
    pub fn finish(mut self, levels: &Levels) -> Finished {
        let mut used_levels: BTreeSet<&str> = BTreeSet::new();
        let mut groups: Vec<(Severity, Group)> = Vec::new();
        for code in &self.met {
            used_levels.extend(levels.codes.get_key_value(*code).map(|(code, _)| code.as_str()));
        }
        // A game that was left out from the start has levels that nobody has looked at.
        let idle: Vec<&Exemption> =
            self.exemptions.iter().enumerate().filter(|(n, _)| !self.used.contains(n)).map(|(_, e)| e).collect();
        let idle: Vec<(&str, Diag)> =
            idle.into_iter().map(|e| (e.code.as_str(), unused(&e.code, &e.place, "exemption"))).collect();
        let level = |code: &str| levels.codes.get(code).map(|(level, _)| *level);
        for ((_, code), group) in std::mem::take(&mut self.groups) {
            let severity = match level(code) {
                Some(Level::Allow) => continue,
                Some(Level::Warn) => Severity::Warning,
                Some(Level::Error) => Severity::Error,
                None => group.rule.severity,
            };
            groups.push((severity, group));
        }
        // Where something could not be read, what a level is for may not have been looked at.
        let lost = |(severity, group): &(Severity, Group)| {
            *severity == Severity::Error && ["M00", "M01", "M02", "M03"].iter().any(|c| group.rule.code.starts_with(c))
        };
        let whole = !groups.iter().any(lost);
        let idle_levels = levels
            .codes
            .iter()
            .filter(|(code, (level, _))| *level == Level::Allow && !used_levels.contains(code.as_str()) && whole);
        // The same of an exemption.
        let idle = idle
            .into_iter()
            .filter(|_| whole)
            .chain(idle_levels.map(|(code, (_, place))| (code.as_str(), unused(code, place, "level"))));
        // The findings about exemptions have a level of their own.
        let own = level(codes::UNUSED_EXEMPTION.code);
        let (mut rest, mut asked) = (Sink::default(), Sink::default());
        if own != Some(Level::Allow) {
            for (code, diag) in idle {
                let sink = if own.is_none() && levels.hints.contains(code) { &mut asked } else { &mut rest };
                sink.report(diag);
            }
        }
        let severity = if own == Some(Level::Error) { Severity::Error } else { Severity::Warning };
        groups.extend(rest.groups.into_values().map(|group| (severity, group)));
        groups.extend(asked.groups.into_values().map(|group| (Severity::Hint, group)));
        let mut done = Finished::default();
        groups.into_iter().for_each(|(severity, group)| group.finish(severity, &mut done));
        done.diags.sort_by(|a, b| (&a.place, a.rule.code, &a.message).cmp(&(&b.place, b.rule.code, &b.message)));
        done.diags = once_over_all_files(done.diags);
        done
    }
}

/// One mistake may be felt in every file: a name that is spelt otherwise where it is declared, or what says itself what it
/// is like.
fn once_over_all_files(diags: Vec<Diag>) -> Vec<Diag> {
    let key = |diag: &Diag| match &diag.fold_key {
        None if diag.rule.code == codes::UNKNOWN_NAME.code => Some((diag.rule.code, diag.message.clone())),
        like => like.clone().map(|like| (diag.rule.code, like)),
    };
    let mut sizes: HashMap<(&'static str, String), usize> = HashMap::new();
    for diag in &diags {
        key(diag).into_iter().for_each(|key| *sizes.entry(key).or_default() += 1 + diag.repeated());
    }
    let mut first: HashMap<(&'static str, String), usize> = HashMap::new();
    let mut out: Vec<Diag> = Vec::with_capacity(diags.len());
    for diag in diags {
        let many = key(&diag).filter(|key| sizes.get(key).is_some_and(|size| *size > FOLD_OVER));
        match many.as_ref().and_then(|key| first.get(key)).and_then(|n| out.get_mut(*n)) {
            Some(one) => {
                let Diag { place, message, repeats, more_repeats, subject, .. } = diag;
                one.again(place, Some(message.clone()));
                for (place, own) in repeats {
                    one.again(place, own.or_else(|| Some(message.clone())));
                }
                one.more_repeats += more_repeats;
                one.subject.join(subject);
            }
            None => {
                first.extend(many.map(|key| (key, out.len())));
                out.push(diag);
            }
        }
    }
    out
}

fn unused(code: &str, place: &Place, what: &str) -> Diag {
    let rule: &'static Rule = &codes::UNUSED_EXEMPTION;
    Diag::new(rule, place.clone(), format!("{what} for `{code}` is not needed: nothing it allows was found"))
        .help("remove it, or correct the code, scenario, hex, box or unit that it names")
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// What was found of one code in one file.
#[derive(Debug)]
struct Group {
    rule: &'static Rule,
    file: FileId,
    /// Every finding there is, and the kind of mistake that it is: two numbers each, so that all can be counted.
    seen: HashMap<u64, u64>,
    kinds: BTreeMap<u64, Mistake>,
    /// The kinds that are held, by their first place.
    order: BTreeSet<(Place, u64)>,
}

/// One mistake, however often it was made.
#[derive(Debug, Default)]
struct Mistake {
    /// The first, by place: so many as are listed one by one.
    first: Vec<Diag>,
    /// The places of the others, each with its message if they are not all alike.
    others: BTreeMap<(Place, u64), Option<String>>,
}

impl Group {
    fn new(rule: &'static Rule, file: FileId) -> Self {
        Group { rule, file, seen: HashMap::new(), kinds: BTreeMap::new(), order: BTreeSet::new() }
    }

    fn most(&self) -> usize {
        let [first, rest] = HELD;
        if self.file.0 < FIRST_FILES { first } else { rest }
    }

    fn put(&mut self, diag: Diag) {
        let like = match &diag.fold_key {
            Some(like) => hashed(like),
            None => hashed(&diag.message),
        };
        let known = self.seen.insert(hashed(&(&diag.place, &diag.message)), like).is_some();
        self.hold(diag, like, known);
    }

    fn hold(&mut self, diag: Diag, like: u64, known: bool) {
        if known {
            // The same thing said of several scenarios is said once, of all of them.
            let held = self.kinds.get_mut(&like).into_iter().flat_map(|kind| &mut kind.first);
            if let Some(first) = held.into_iter().find(|d| d.place == diag.place && d.message == diag.message) {
                first.subject.join(diag.subject);
            }
            return;
        }
        let full = self.order.len() >= self.most();
        if full && !self.kinds.contains_key(&like) && self.order.last().is_some_and(|(last, _)| *last <= diag.place) {
            return;
        }
        let kind = self.kinds.entry(like).or_default();
        let before = kind.first.first().map(|first| first.place.clone());
        kind.put(diag);
        let now = kind.first.first().map(|first| first.place.clone());
        if before != now {
            if let Some(before) = before {
                self.order.remove(&(before, like));
            }
            self.order.extend(now.map(|now| (now, like)));
        }
        if self.order.len() > self.most()
            && let Some((_, last)) = self.order.pop_last()
        {
            self.kinds.remove(&last);
        }
    }

    fn take(&mut self, other: Group) {
        let Group { seen, kinds, .. } = other;
        let mut kinds: Vec<(u64, Mistake)> = kinds.into_iter().collect();
        kinds.sort_by(|(_, a), (_, b)| a.at().cmp(&b.at()));
        let own: HashSet<u64> = seen.keys().filter(|finding| self.seen.contains_key(finding)).copied().collect();
        for (like, kind) in kinds {
            for diag in kind.first {
                let known = own.contains(&hashed(&(&diag.place, &diag.message)));
                self.hold(diag, like, known);
            }
            if let Some(held) = self.kinds.get_mut(&like) {
                kind.others.into_iter().for_each(|((place, message), own)| held.place(place, message, own));
            }
        }
        self.seen.extend(seen);
    }

    /// Gives back what is held, and leaves what is only counted in the sink.
    fn join(self, sink: &mut Sink) -> Vec<Diag> {
        let held: usize = self.kinds.values().map(|kind| kind.first.len() + kind.others.len()).sum();
        if held < self.seen.len() || self.kinds.values().any(|kind| !kind.others.is_empty()) {
            // So many findings of one code in a file are about the file, not about a hex or a unit.
            sink.groups.insert((self.file, self.rule.code), self);
            return Vec::new();
        }
        self.kinds.into_values().flat_map(|kind| kind.first).collect()
    }

    fn finish(self, severity: Severity, done: &mut Finished) {
        let mut sizes: HashMap<u64, usize> = HashMap::new();
        self.seen.values().for_each(|like| *sizes.entry(*like).or_default() += 1);
        let listed = |size: usize| if size <= FOLD_OVER { size } else { 1 };
        let mut omitted = Omitted { rule: self.rule, severity, file: self.file, count: 0, places: 0 };
        for size in sizes.iter().filter(|(like, _)| !self.kinds.contains_key(like)).map(|(_, size)| *size) {
            omitted.count += listed(size);
            omitted.places += size;
        }
        for (like, kind) in self.kinds {
            let size = sizes.get(&like).copied().unwrap_or(0);
            let before = done.diags.len();
            if size <= FOLD_OVER {
                omitted.count += size.saturating_sub(kind.first.len());
                omitted.places += size.saturating_sub(kind.first.len());
                done.diags.extend(kind.first);
            } else {
                // Three hundred rows with one mistake are one mistake, said once with the count.
                let mut first = kind.first.into_iter();
                let Some(mut one) = first.next() else { continue };
                first.for_each(|diag| one.again(diag.place, Some(diag.message)));
                kind.others.into_iter().for_each(|((place, _), own)| one.again(place, own));
                one.more_repeats = (size - 1).saturating_sub(one.repeats.len());
                done.diags.push(one);
            }
            done.diags.iter_mut().skip(before).for_each(|diag| diag.severity = severity);
        }
        if omitted.count > 0 {
            done.omitted.push(omitted);
        }
    }
}

impl Mistake {
    fn at(&self) -> Option<(&Place, &str)> {
        self.first.first().map(|first| (&first.place, first.message.as_str()))
    }

    fn put(&mut self, diag: Diag) {
        let at = self.first.partition_point(|held| (&held.place, &held.message) <= (&diag.place, &diag.message));
        if at >= FOLD_OVER {
            return self.counted(diag);
        }
        self.first.insert(at, diag);
        if self.first.len() > FOLD_OVER
            && let Some(last) = self.first.pop()
        {
            self.counted(last);
        }
    }

    /// Keeps the place alone, and the message where it is not that of all others.
    fn counted(&mut self, Diag { place, message, fold_key, .. }: Diag) {
        self.place(place, hashed(&message), fold_key.map(|_| message));
    }

    fn place(&mut self, place: Place, message: u64, own: Option<String>) {
        if self.others.len() >= PLACES && self.others.last_key_value().is_some_and(|((last, _), _)| *last < place) {
            return;
        }
        self.others.insert((place, message), own);
        if self.others.len() > PLACES {
            self.others.pop_last();
        }
    }
}

impl super::Subject {
    /// Joins the scenarios of the same finding, in the order of coming.
    fn join(&mut self, other: Self) {
        for scenario in other.scenarios {
            if self.scenarios.len() < SCENARIOS && !self.scenarios.contains(&scenario) {
                self.scenarios.push(scenario);
            }
        }
    }
}
