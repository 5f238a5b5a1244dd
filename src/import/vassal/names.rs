//! Ids, sides, formations, and whether a piece is a unit or a marker: what a module only hints at.

use std::collections::{BTreeMap, BTreeSet};

use super::module::Module;
use super::report::Report;
use super::units::{PieceKind, Stock, Table};
use crate::import::slug;

/// Copies of one counter or card.
pub(super) const COPIES: u32 = 999;
/// Counters that setups put down more often than they are there, by which a palette is known to be a supply.
const SUPPLY: usize = 8;
/// Properties that say whose a piece is.
const OWNERS: [&str; 8] = ["side", "player", "owner", "faction", "alliance", "army", "nation", "country"];
/// Words of panels that hold markers.
const MARKERS: [&str; 8] = ["marker", "status", "control", "token", "info", "misc", "admin", "reference"];
/// Words that say nothing of a side.
const EMPTY: [&str; 16] = [
    "player", "side", "army", "armies", "forces", "force", "the", "units", "counters", "pieces", "faction", "team", "list",
    "panel", "tab", "palette",
];

/// Ids that are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids(BTreeSet<String>);

impl Ids {
    /// An id for something of that name: the name itself in small letters, with a number if there is one already.
    pub(super) fn fresh(&mut self, name: &str, otherwise: &str) -> String {
        let base = Some(slug(name)).filter(|id| !id.is_empty()).unwrap_or_else(|| otherwise.to_owned());
        self.numbered(&base)
    }

    /// The same for a counter of so many pieces of card: the second is called after the first, with `-2`.
    pub(super) fn fresh_for(&mut self, name: &str, otherwise: &str, pieces: usize) -> String {
        loop {
            let id = self.fresh(name, otherwise);
            let others = |n: usize| format!("{id}-{n}");
            if (2..=pieces).all(|n| !self.0.contains(&others(n))) {
                self.0.extend((2..=pieces).map(others));
                return id;
            }
        }
    }

    /// That id as it is, if it may be one and is free.
    pub(super) fn kept(&mut self, id: &str, otherwise: &str) -> String {
        let fine =
            !id.is_empty() && id.len() <= 80 && !id.chars().any(|c| c.is_whitespace() || c.is_control() || "|@/,;".contains(c));
        if fine { self.free(id) } else { self.fresh(id, otherwise) }
    }

    fn numbered(&mut self, base: &str) -> String {
        // Whoever reads `3-mar` in a sheet takes it for a date.
        let date = |id: &str| crate::source::damage::recognise(id).is_some();
        let guarded = if date(base) || date(&format!("{base}-2")) { format!("n-{base}") } else { base.to_owned() };
        self.free(&guarded)
    }

    /// That id, or the same with a number.
    fn free(&mut self, base: &str) -> String {
        if self.0.insert(base.to_owned()) {
            return base.to_owned();
        }
        let mut n = 2u32;
        loop {
            let id = format!("{base}-{n}");
            if self.0.insert(id.clone()) {
                return id;
            }
            // Thousands of one name: far ahead rather than one by one.
            n += 1 + n / 64;
        }
    }
}

/// The words of a name that count.
fn core(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    let words =
        words.map(|word| word.strip_suffix('s').filter(|word| word.chars().count() > 3).map(ToOwned::to_owned).unwrap_or(word));
    words.filter(|word| !EMPTY.contains(&word.as_str()) && !EMPTY.contains(&format!("{word}s").as_str())).collect()
}

/// Whether a text speaks of a side.
fn speaks_of(text: &str, side: &[String]) -> bool {
    speak_of(&core(text), side)
}

fn speak_of(words: &[String], side: &[String]) -> bool {
    let alike = |a: &String, b: &String| {
        let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        short == long || (short.chars().count() >= 4 && long.starts_with(short.as_str()))
    };
    !side.is_empty() && side.iter().all(|word| words.iter().any(|known| alike(known, word)))
}

/// The sides of a module, and whose each counter is.
pub(super) fn sides(module: &Module, stock: &mut Stock, report: &mut Report) -> Vec<String> {
    let mut sides = module.sides.clone();
    if sides.is_empty() {
        let mut told: Vec<String> = Vec::new();
        for entry in &stock.entries {
            if let Some(value) = entry.counter.words.get("Side").filter(|value| !told.iter().any(|known| known == value)) {
                told.push(value.to_owned());
            }
            if told.len() > 8 {
                break;
            }
        }
        if !told.is_empty() && told.len() <= 8 {
            report.guessed("the module lists no sides; they are taken from the property `Side`");
            sides = told;
        }
    }
    let cores: Vec<Vec<String>> = sides.iter().map(|side| core(side)).collect();
    // The same words stand around many counters.
    let mut found: BTreeMap<String, Option<usize>> = BTreeMap::new();
    let look = |text: &str| {
        let exact = sides.iter().position(|side| side.trim().eq_ignore_ascii_case(text.trim()));
        exact.or_else(|| {
            let words = core(text);
            let mut all = cores.iter().enumerate().filter(|(_, side)| speak_of(&words, side)).map(|(n, _)| n);
            // Two that fit are none.
            all.next().filter(|_| all.next().is_none())
        })
    };
    let mut find = |text: &str| {
        if let Some(known) = found.get(text) {
            return *known;
        }
        // A text of any length is no name of a side.
        let side = Some(text).filter(|text| text.len() <= 1_000).and_then(look);
        found.insert(text.to_owned(), side);
        side
    };
    for entry in &mut stock.entries {
        let counter = &entry.counter;
        let mut side = counter.words.about(&OWNERS).find_map(&mut find);
        if let ([one], None) = (counter.owners.as_slice(), side) {
            side = find(one);
        }
        side = side.or_else(|| entry.path.iter().rev().find_map(|name| find(name)));
        entry.side = side.or_else(|| counter.made_of.iter().find_map(|name| find(name)));
    }
    sides
}

/// Which pieces are markers, and how many there are of each.
pub(super) fn kinds(module: &Module, stock: &mut Stock, tables: &[Table], report: &mut Report) {
    let mut most: BTreeMap<usize, (u32, u32, u32)> = BTreeMap::new();
    // Twins: pieces that look the same and were taken from slots of their own.
    let mut twins: BTreeMap<usize, u32> = BTreeMap::new();
    // Those that other pieces place, as many as are wanted.
    let mut placed: BTreeSet<usize> = BTreeSet::new();
    for table in tables {
        let mut here: BTreeMap<usize, u32> = BTreeMap::new();
        let mut slots: BTreeSet<(usize, &str)> = BTreeSet::new();
        let mut own: BTreeMap<usize, u32> = BTreeMap::new();
        for put in &table.puts {
            *here.entry(put.entry).or_default() += 1;
            if module.placed_as.contains(&put.gpid) {
                placed.insert(put.entry);
            }
            if !put.gpid.is_empty() && slots.insert((put.entry, &put.gpid)) {
                *own.entry(put.entry).or_default() += 1;
            }
        }
        for (entry, count) in own {
            let most = twins.entry(entry).or_default();
            *most = (*most).max(count);
        }
        for (entry, count) in here {
            let (highest, several, setups) = most.entry(entry).or_default();
            *highest = (*highest).max(count);
            *several += u32::from(count > 1);
            *setups += 1;
        }
    }
    // Where many lie there more often than in the palettes, those are a supply from which all take.
    let again = |(n, (highest, ..)): &(&usize, &(u32, u32, u32))| {
        let twins = twins.get(*n).copied().unwrap_or(0);
        stock.entries.get(**n).is_some_and(|entry| entry.kind == PieceKind::Unit && *highest > entry.count.max(twins))
    };
    let often = most.iter().filter(again).count();
    let supply = often >= SUPPLY && often * 10 >= most.len();
    for (n, entry) in stock.entries.iter_mut().enumerate() {
        if entry.kind != PieceKind::Unit {
            continue;
        }
        let (highest, several, setups) = most.get(&n).copied().unwrap_or_default();
        entry.count = entry.count.max(twins.get(&n).copied().unwrap_or(0));
        let words = &entry.counter.words;
        let around = entry.path.join(" ").to_lowercase();
        let marked = words.tag("Marker").is_some();
        let looks_so = MARKERS.iter().any(|word| around.contains(word));
        let strewn = entry.path.is_empty() && highest > entry.count.max(2);
        if words.tag("Unit").is_none() && (marked || (entry.side.is_none() && (looks_so || strewn || highest >= 3))) {
            entry.kind = PieceKind::Marker;
            continue;
        }
        if let Some(count) = words.tag("Count").and_then(|count| count.parse().ok()) {
            entry.count = count;
        } else if highest > entry.count && (highest >= 3 || supply || placed.contains(&n) || (several == setups && setups > 1)) {
            // So many lie on the table: a palette gives as many as are taken.
            entry.count = highest;
            report.guessed(format!("`{}` is placed {highest} times, so there are {highest} of it", entry.counter.name));
        }
        let beyond = usize::try_from(entry.count.saturating_sub(COPIES)).unwrap_or(0);
        report.cut("copy of a unit", &format!("it is there at most {COPIES} times"), &entry.counter.name, beyond);
        entry.count = entry.count.clamp(1, COPIES);
    }
}

/// A formation: what it is called, and that above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Formation {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) above: Option<usize>,
    pub(super) side: Option<usize>,
}

/// The formations: what the pieces say, or else the panels they lie in. Told for each counter: its own.
pub(super) fn formations(stock: &Stock, sides: &[String]) -> (Vec<Formation>, BTreeMap<usize, usize>) {
    let units: Vec<(usize, &super::units::Entry)> =
        stock.entries.iter().enumerate().filter(|(_, entry)| entry.kind == PieceKind::Unit).collect();
    // What lies around all of them is no formation.
    let paths: Vec<&Vec<String>> = units.iter().map(|(_, entry)| &entry.path).filter(|path| !path.is_empty()).collect();
    let shared = match paths.split_first() {
        Some((first, rest)) => {
            let common = |path: &&Vec<String>| first.iter().zip(path.iter()).take_while(|(a, b)| a == b).count();
            rest.iter().map(common).min().unwrap_or(1).min(first.len())
        }
        None => 0,
    };
    let cores: Vec<Vec<String>> = sides.iter().map(|side| core(side)).collect();
    let is_side = |name: &str| {
        let words = core(name);
        cores.iter().any(|side| !side.is_empty() && speaks_of(name, side) && words.len() <= side.len())
    };
    let mut all: Vec<Formation> = Vec::new();
    let mut nodes: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut ids = Ids::default();
    let mut of = BTreeMap::new();
    for (n, entry) in units {
        let told = entry.counter.words.tag("Formation").map(|name| vec![name.to_owned()]);
        let own = entry.counter.words.tag("Unit").is_some();
        let path = match told {
            Some(path) => path,
            // A counter of ours that names no formation has none.
            None if own => Vec::new(),
            None => entry.path.iter().skip(shared).filter(|name| !is_side(name) && !core(name).is_empty()).cloned().collect(),
        };
        let mut above = None;
        for depth in 1..=path.len().min(12) {
            let key: Vec<String> = path.iter().take(depth).cloned().collect();
            let name = key.last().cloned().unwrap_or_default();
            let node = *nodes.entry(key).or_insert_with(|| {
                let told = entry.counter.words.tag("FormationId");
                let id = match told {
                    Some(id) => ids.kept(id, "formation"),
                    None => ids.fresh(&name, "formation"),
                };
                all.push(Formation { id, name, above, side: None });
                all.len() - 1
            });
            above = Some(node);
        }
        if let Some(node) = above {
            of.insert(n, node);
        }
    }
    // A formation has a side if all its units, and all below it, have that one.
    let mut found: Vec<Option<Option<usize>>> = vec![None; all.len()];
    for (n, node) in &of {
        let side = stock.entries.get(*n).and_then(|entry| entry.side);
        let mut here = Some(*node);
        while let Some(node) = here {
            if let Some(known) = found.get_mut(node) {
                *known = match *known {
                    None => Some(side),
                    Some(known) if known == side => Some(side),
                    Some(_) => Some(None),
                };
            }
            here = all.get(node).and_then(|formation| formation.above);
        }
    }
    for (formation, side) in all.iter_mut().zip(found) {
        formation.side = side.flatten();
    }
    (all, of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_found_in_other_words() {
        assert!(speaks_of("German Units", &core("Germans")));
        assert!(speaks_of("Germany", &core("German Player")));
        assert!(!speaks_of("Allied Units", &core("Germans")));
        assert!(!speaks_of("Pieces", &core("Player")));
        assert!(speaks_of("Anglo-Allied II Corps", &core("Anglo-Allied")));
    }

    #[test]
    fn ids_are_never_given_twice() {
        let mut ids = Ids::default();
        assert_eq!(ids.fresh("1st Inf!", "unit"), "1st-inf");
        assert_eq!(ids.fresh("1st INF", "unit"), "1st-inf-2");
        assert_eq!(ids.fresh("???", "unit"), "unit");
        assert_eq!(ids.kept("A_7", "unit"), "A_7");
        assert_eq!(ids.kept("a b", "unit"), "a-b");
        assert_eq!(ids.fresh("3 Mar", "unit"), "n-3-mar");
        // Further counters of a unit have its id and a number.
        assert_eq!(ids.fresh_for("Town", "unit", 3), "town");
        assert_eq!((ids.fresh("Town", "unit"), ids.fresh("Fort", "unit")), ("town-4".to_owned(), "fort".to_owned()));
        assert_eq!((ids.fresh("Fort", "unit"), ids.fresh_for("Fort", "unit", 2)), ("fort-2".to_owned(), "fort-3".to_owned()));
    }
}
