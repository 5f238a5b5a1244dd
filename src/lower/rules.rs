//! rules.json: every section is a piece; what scenarios and options change becomes variants of its entries.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::names::unseen;
use super::resolve::RuleNames;
use super::{Lower, Read};
use crate::diag::{Diag, PRINTED, Role, codes, did_you_mean};
use crate::format;
use crate::model::*;
use crate::source::{Mismatch, NodeRef, Shape};
use crate::span::{Origin, Place};

/// What an entry of the rules is called when it is named by its list and id.
pub(super) const ENTRY: &str = "entry of the rules";
const MODE: &str = "mode of movement";
const MODIFIER: &str = "modifier";

/// Lists whose entries are named by their id alone, and what these are called there.
const NAMED_LISTS: [(&str, &str); 7] = [
    ("movement.modes", MODE),
    ("supply.traces", "supply trace"),
    ("bans", "ban"),
    ("combat", "combat"),
    ("actions", "action"),
    ("decks", "deck"),
    ("values", MODIFIER),
];

/// Changes of whole kinds of combat before changes inside them, which then hold for both.
pub(super) fn whole_first(mut changes: Vec<(RuleChange, Origin)>) -> Vec<(RuleChange, Origin)> {
    changes.sort_by_key(|(change, _)| nested(&change.entry).is_some());
    changes
}

/// A list inside the entries of another: the names of both.
fn nested(list: &str) -> Option<(&str, &str)> {
    list.split_once('.').filter(|(outer, _)| <format::Rules as format::Entity>::LISTS.contains(outer))
}

/// For whom and when a change counts.
struct Scope<'a> {
    change: &'a RuleChange,
    origin: Origin,
    scenario: Option<ScenarioId>,
    option: Option<OptionId>,
}

/// Reads the sections of a rules.json, and remembers where the entries of their lists stand.
struct Sections<'l, 'p, 'w, 's> {
    lower: &'l mut Lower<'p, 'w, 's>,
    rules: Origin,
}

impl SectionReader for Sections<'_, '_, '_, '_> {
    fn section<T: for<'de> Deserialize<'de>>(&mut self, name: &'static str) -> Option<T> {
        self.lower.take(self.rules, name)
    }
}

impl ListVisitor for Sections<'_, '_, '_, '_> {
    fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
        self.lower.know(list, self.rules, entries);
    }
}

/// Makes the changed entry in each list of that name.
struct Variation<'l, 'p, 'w, 's, 'a> {
    lower: &'l mut Lower<'p, 'w, 's>,
    list: &'a str,
    id: &'a str,
    scope: &'a Scope<'a>,
    /// Whether there is a list of that name.
    listed: bool,
}

impl ListVisitor for Variation<'_, '_, '_, '_, '_> {
    fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
        if self.list == list {
            self.listed = true;
            self.lower.vary_one(list, self.id, entries, self.scope);
        }
    }
}

impl Lower<'_, '_, '_> {
    /// Reads the file, its options and the names of its entries.
    pub(super) fn read_rules(&mut self, module: Origin, named: Option<&str>) -> Option<Read<format::Rules>> {
        let there = named.is_some() || self.load.project.world().has("rules.json");
        let Some(read) = self.part::<format::Rules>(module, "rules", named) else {
            self.incomplete.rules |= there;
            self.rule_names.partial = there;
            self.names.options.incomplete |= there;
            if !there {
                self.sink.unchecked("rules", "there is no rules.json");
                // Options may have been meant to stand there.
                self.names.options.incomplete = true;
            }
            return None;
        };
        self.options(read.origin);
        let ids = |path: &str| self.rule_entries(read.origin, path).into_iter().map(|(id, _)| id).collect::<BTreeSet<_>>();
        let mut modifiers = ids("values");
        for list in ["values", "shifts", "rolls", "draws.mods"] {
            modifiers.extend(self.inner_entries(read.origin, "combat", list).into_iter().map(|(id, _)| id));
        }
        let nameless = self.nameless(read.origin);
        let names = RuleNames {
            modes: ids("movement.modes"),
            traces: ids("supply.traces"),
            bans: ids("bans"),
            combats: ids("combat"),
            actions: ids("actions"),
            decks: ids("decks"),
            modifiers,
            partial: read.partial || nameless,
            ..RuleNames::default()
        };
        self.hear_entries(read.origin);
        self.incomplete.rules |= read.partial || nameless;
        let RuleNames { phases, partial_phases, .. } = std::mem::take(&mut self.rule_names);
        self.rule_names = RuleNames { phases, partial_phases, ..names };
        for (mode, place) in std::mem::take(&mut self.mode_words) {
            self.sink.hear_word(MODE, &mode, &place, Role::Refers);
            if !self.rule_names.modes.contains(&mode) && !read.partial {
                let near = did_you_mean(&mode, self.rule_names.modes.iter().map(String::as_str));
                let help = near.unwrap_or_else(|| "declare it in `movement.modes` of rules.json".to_owned());
                let diag = Diag::new(&codes::UNKNOWN_NAME, place, format!("unknown mode of movement `{mode}`"));
                self.sink.report(diag.help(help));
            }
        }
        Some(read)
    }

    /// The entries of a list: their ids and places.
    fn rule_entries(&self, parent: Origin, path: &str) -> Vec<(String, Origin)> {
        let tree = self.load.project.files.tree(parent.file);
        let mut node = tree.and_then(|tree| tree.node(parent.node));
        for step in path.split('.') {
            node = node.and_then(|node| node.get(step));
        }
        let Some(list) = node.filter(|node| node.shape() == Shape::List) else { return Vec::new() };
        let entry = |node: NodeRef<'_>| {
            let id = node.get("id")?.text()?.into_owned();
            Some((id, Origin { file: parent.file, node: node.id() }))
        };
        list.elements().filter_map(entry).collect()
    }

    /// Says where the entries stand that other entries name by their id alone.
    fn hear_entries(&mut self, rules: Origin) {
        if !self.sink.listens() {
            return;
        }
        let mut all: Vec<(&'static str, Vec<(String, Origin)>)> = Vec::new();
        for (list, kind) in NAMED_LISTS {
            all.push((kind, self.rule_entries(rules, list)));
        }
        for list in ["values", "shifts", "rolls", "draws.mods"] {
            all.push((MODIFIER, self.inner_entries(rules, "combat", list)));
        }
        for (kind, (id, origin)) in all.into_iter().flat_map(|(kind, list)| list.into_iter().map(move |one| (kind, one))) {
            self.sink.hear_word(kind, &id, &origin.at("id"), Role::Defines);
        }
    }

    /// Whether an entry anywhere has no id that could be read: the name that it should have may be asked for.
    fn nameless(&self, rules: Origin) -> bool {
        let verdict = self.load.verdict(rules.file);
        let root = self.load.project.files.tree(rules.file).and_then(|tree| tree.node(rules.node));
        let lost = |node: NodeRef<'_>| match node.get("id") {
            Some(id) => verdict.is_some_and(|verdict| verdict.touches(id.id(), id.end_id())),
            None => verdict.is_some_and(|verdict| verdict.touches(node.id(), node.end_id())),
        };
        let lists = <format::Rules as format::Entity>::LISTS.iter().filter_map(|path| {
            let mut node = root?;
            for step in path.split('.') {
                node = node.get(step)?;
            }
            (node.shape() == Shape::List).then_some(node)
        });
        lists.into_iter().any(|list| list.elements().any(lost))
    }

    /// The entries of a list inside each entry of another.
    fn inner_entries(&self, parent: Origin, outer: &str, inner: &str) -> Vec<(String, Origin)> {
        self.rule_entries(parent, outer).into_iter().flat_map(|(_, origin)| self.rule_entries(origin, inner)).collect()
    }

    /// The names of all phases, whatever else is wrong with them.
    pub(super) fn phase_names(&mut self, turns: Option<&Read<format::Turns>>) {
        let Some(turns) = turns else {
            self.rule_names.partial_phases = true;
            return;
        };
        let tree = self.load.project.files.tree(turns.origin.file);
        let phases = tree.and_then(|tree| tree.node(turns.origin.node)).and_then(|root| root.get("phases"));
        let mut names = BTreeSet::new();
        let verdict = self.load.verdict(turns.origin.file);
        let lost = &mut false;
        fn collect(node: NodeRef<'_>, names: &mut BTreeSet<String>, bad: &dyn Fn(NodeRef<'_>) -> bool, lost: &mut bool) {
            for phase in node.elements() {
                let id = phase.get("id");
                *lost |= id.is_some_and(bad);
                names.extend(id.and_then(NodeRef::text).map(|id| id.into_owned()));
                if let Some(inner) = phase.get("phases") {
                    collect(inner, names, bad, lost);
                }
            }
        }
        let bad = |node: NodeRef<'_>| verdict.is_some_and(|verdict| verdict.touches(node.id(), node.end_id()));
        match phases {
            Some(list) if list.shape() == Shape::List => {
                collect(list, &mut names, &bad, lost);
                self.rule_names.partial_phases |= *lost;
            }
            // In a sheet, or not there: nobody here knows them.
            _ => self.rule_names.partial_phases = true,
        }
        self.rule_names.partial_phases |= turns.partial;
        self.rule_names.phases = names;
    }

    /// Options of the rules or of a scenario; gives those that were added.
    pub(super) fn options(&mut self, parent: Origin) -> Vec<OptionId> {
        let list = self.list::<format::GameOption>(parent, "options");
        self.names.options.absorb(&list);
        let mut added = Vec::new();
        for Read { origin, value, .. } in list.items {
            let option = GameOption {
                id: value.id.0.clone(),
                name: value.name,
                default: value.default.unwrap_or(false),
                rule: value.rule.map(|rule| rule.0),
                changes: Vec::new(),
            };
            added.extend(self.names.options.add(
                &mut self.game.rules.options,
                &value.id.0,
                Some(origin),
                origin.at("id"),
                option,
                self.sink,
            ));
        }
        added
    }

    pub(super) fn rules(&mut self, rules: Option<Read<format::Rules>>) {
        let Some(Read { origin, value, partial }) = rules else { return };
        self.incomplete.rules |= partial;
        // A section that is not there is unchecked; one that could not be read has been blamed already.
        for (name, stated) in value.stated() {
            if !stated && !partial {
                self.sink.unchecked(name, format!("rules.json has no section `{name}`"));
            }
        }
        let options = std::mem::take(&mut self.game.rules.options);
        let mut made = Rules { options, ..Rules::read(&mut Sections { lower: self, rules: origin }) };
        made.each_list(&mut Sections { lower: self, rules: origin });
        // The schema has said that there are too many.
        if let Some(supply) = &mut made.supply {
            supply.traces.list.truncate(MOST_TRACES);
            supply.traces.list.iter_mut().for_each(|trace| trace.segments.truncate(MOST_SEGMENTS));
        }
        self.game.rules = made;
        let stacking = self.game.rules.stacking.as_ref();
        let says_nothing = stacking.is_some_and(|stacking| stacking.limits.is_empty() && stacking.apart.is_empty());
        if says_nothing && !self.incomplete.rules {
            self.sink.unchecked("stacking", "rules.json states no limits");
        }
        self.unenforced();
        let reminders = self.list::<format::Reminder>(origin, "reminders");
        for Read { origin, value, .. } in reminders.items {
            let when = self.take(origin, "if");
            // What cannot be read has been told, and is not shown at any moment instead.
            let lost = value.when.is_some() && when.is_none();
            if !lost {
                self.game.rules.reminders.push(Reminder { rule: value.rule.map(|word| word.0), text: value.text, when });
            }
        }
        self.coverage(origin);
        self.option_changes();
    }

    /// Limits that can be said, but that a single position cannot show: what is counted over a turn is for the players.
    fn unenforced(&mut self) {
        let rules = &self.game.rules;
        let over_time = |limit: &Limit, here: Per| limit.per.is_some_and(|per| per != here);
        let stacking = rules.stacking.iter().flat_map(|s| s.limits.iter()).filter(|limit| over_time(limit, Per::Hex));
        let movement = rules.movement.iter().flat_map(|m| m.limits.iter());
        let movement = movement.filter(|limit| limit.per != Some(Per::Hexside));
        let named: Vec<String> = stacking
            .map(|limit| format!("stacking.limits/{}", limit.id.0))
            .chain(movement.map(|limit| format!("movement.limits/{}", limit.id.0)))
            .collect();
        for entry in named {
            self.sink.unchecked(entry, "it counts over a phase, a turn or a side, which no single position shows");
        }
    }

    fn coverage(&mut self, rules: Origin) {
        let list = self.list::<format::Coverage>(rules, "coverage");
        // What could not be read may be what is named.
        let lost = self.incomplete.rules || self.load.verdict(rules.file).is_some_and(|verdict| !verdict.bad().is_empty());
        for Read { origin, value, .. } in list.items {
            self.sink.hear_word(PRINTED, &value.rule.0, &origin.at("rule"), Role::Defines);
            for (n, entry) in value.by.iter().flatten().enumerate() {
                let (list, id) = entry.split_once('/').unwrap_or((entry, ""));
                let (names, at) = (&self.names, || origin.at("by").index(n));
                self.sink.hear_word(ENTRY, entry, &at(), Role::Refers);
                let option = list == "options" && (names.options.seen(id, at, self.sink).is_some() || names.options.silent(id));
                let listed = list == "terrain" && (names.terrain.seen(id, at, self.sink).is_some() || names.terrain.silent(id))
                    || list == "tables" && (names.tables.seen(id, at, self.sink).is_some() || names.tables.silent(id));
                let of_list = format!("{list}/");
                let stated = self.origins.rules.keys().any(|key| key.starts_with(&of_list));
                if option || listed || self.origins.rules.contains_key(entry) || lost || !stated {
                    continue;
                }
                let near = did_you_mean(entry, self.origins.rules.keys().map(String::as_str));
                let help = near.unwrap_or_else(|| "write the list and the id: stacking.limits/units".to_owned());
                let message = format!("unknown entry `{entry}` of the rules");
                self.sink.report(Diag::new(&codes::UNKNOWN_NAME, origin.at("by").index(n), message).help(help));
            }
            let level = value.level;
            let rule = value.rule.0;
            self.game.rules.coverage.push(Coverage {
                rule,
                title: value.title,
                level,
                by: value.by.unwrap_or_default(),
                test: value.test,
            });
        }
    }

    /// What players call flags and counters, when everything that may name one has been read.
    pub(super) fn kept_names(&mut self, rules: Origin) {
        let list = self.list::<format::KeptName>(rules, "names");
        let mut used: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
        for (_, kind, id) in &self.origins.asked {
            used.entry(id.as_str()).or_default().insert(*kind);
        }
        let mut first: BTreeMap<String, Origin> = BTreeMap::new();
        for Read { origin, value, .. } in list.items {
            let format::KeptName { id, name, told } = value;
            if let Some(first) = first.get(&id) {
                let diag = Diag::new(&codes::DUPLICATE_ID, origin.at("id"), format!("`{id}` stands twice in `names`"))
                    .related(*first, "first here");
                self.sink.report(diag.help("take one of the two out"));
                continue;
            }
            for &kind in used.get(id.as_str()).into_iter().flatten() {
                self.sink.hear_word(kind, &id, &origin.at("id"), Role::Defines);
            }
            self.origins.kept_names.push((origin.at("id"), id.clone()));
            first.insert(id.clone(), origin);
            self.game.rules.names.push(KeptName { id, name, told: told.unwrap_or(true) });
        }
    }

    /// Worked examples, when everything that they may name is known.
    pub(super) fn examples(&mut self, module: Origin) {
        let list = self.usual::<format::Written<Example>>(module, "examples", &Default::default());
        for Read { origin, .. } in list.items {
            if let Some(example) = self.piece(origin) {
                self.hear_example(origin);
                self.game.examples.push(example);
                self.origins.examples.push(origin);
            }
        }
    }

    /// Remembers where each entry stands; of two with one id the second is reported and lost.
    fn know<T: Ruled>(&mut self, list: &'static str, rules: Origin, entries: &mut Entries<T>) {
        // The lists inside combats are met once for each combat, and known after the first.
        let stated = match nested(list) {
            _ if !self.known_lists.insert(list) => Vec::new(),
            Some((outer, inner)) => self.inner_entries(rules, outer, inner),
            None => self.rule_entries(rules, list),
        };
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for (id, origin) in stated {
            let key = format!("{list}/{id}");
            match self.origins.rules.get(&key) {
                Some(first) if *first != origin && !self.told_twice.contains(&origin) => {
                    self.told_twice.insert(origin);
                    let diag = Diag::new(&codes::DUPLICATE_ID, origin.at("id"), format!("`{id}` stands twice in `{list}`"))
                        .related(*first, "first here");
                    self.sink.report(diag.help("give one of the two another id"));
                    self.incomplete.rules = true;
                }
                Some(_) => {}
                None => {
                    unseen(ENTRY, &key, &origin.at("id"), self.sink);
                    self.sink.hear_word(ENTRY, &key, &origin.at("id"), Role::Defines);
                    self.origins.rules.insert(key, origin);
                }
            }
        }
        entries.list.retain(|entry| seen.insert(entry.id().to_owned()));
    }

    fn option_changes(&mut self) {
        let options: Vec<OptionId> = self.game.rules.options.ids().collect();
        for id in options {
            let Some(origin) = crate::origins::of(&self.names.options.origins, id) else { continue };
            let changes = self.changes(origin);
            if let Some(option) = self.game.rules.options.at_mut(id) {
                option.changes = changes.iter().map(|(change, _)| change.clone()).collect();
            }
            for (change, origin) in whole_first(changes) {
                self.vary(&Scope { change: &change, origin, scenario: None, option: Some(id) });
            }
        }
    }

    /// The changes that an option or a scenario states, each with its place.
    pub(super) fn changes(&mut self, parent: Origin) -> Vec<(RuleChange, Origin)> {
        let tree = self.load.project.files.tree(parent.file);
        let list = tree.and_then(|tree| tree.node(parent.node)).and_then(|node| node.get("changes"));
        let nodes: Vec<_> = list.into_iter().flat_map(|list| list.elements().map(|node| node.id())).collect();
        let mut out = Vec::new();
        for node in nodes {
            let origin = Origin { file: parent.file, node };
            let bad = self.load.verdict(parent.file).is_some_and(|verdict| {
                let node = self.load.project.files.tree(parent.file).and_then(|tree| tree.node(node));
                node.is_some_and(|node| super::load::bad_inside(verdict, node, &[]))
            });
            if !bad {
                out.extend(self.piece::<RuleChange>(origin).map(|change| (change, origin)));
            }
        }
        out
    }

    /// A change of a scenario.
    pub(super) fn scenario_change(&mut self, change: &RuleChange, origin: Origin, scenario: ScenarioId) {
        self.vary(&Scope { change, origin, scenario: Some(scenario), option: None });
    }

    /// Makes the changed entry, beside the one that it stands for.
    fn vary(&mut self, scope: &Scope<'_>) {
        let (change, origin) = (scope.change, scope.origin);
        let place = origin.at("entry");
        self.sink.hear_word(ENTRY, &change.entry, &place, Role::Refers);
        if change.set.is_some() && change.off == Some(true) {
            let message = format!("`{}` is both changed and switched off here", change.entry);
            self.report_once(Diag::new(&codes::UNCLEAR_ENTRY, origin.at("off"), message).help("keep `set` or `off`"));
            return;
        }
        if change.set.is_none() && !change.off.unwrap_or(false) {
            let message = "a change must `set` something or switch the entry `off`";
            self.report_once(
                Diag::new(&codes::UNCLEAR_ENTRY, origin, message).help("write \"set\": {\"max\": 4}, or \"off\": true"),
            );
            return;
        }
        let (list, id) = change.entry.split_once('/').unwrap_or((&change.entry, ""));
        let mut rules = std::mem::take(&mut self.game.rules);
        let mut variation = Variation { lower: self, list, id, scope, listed: false };
        rules.each_list(&mut variation);
        let listed = variation.listed && !id.is_empty();
        self.game.rules = rules;
        // A list that no rules have is a slip, whatever could not be read.
        let known = <format::Rules as format::Entity>::LISTS.contains(&list) || nested(list).is_some();
        if self.origins.rules.contains_key(&change.entry) || self.incomplete.rules && known {
            return;
        }
        let start = change.entry.len() - id.len();
        let (message, place) = match listed {
            true => (format!("unknown entry `{id}` of `{list}`"), place.bytes(start..change.entry.len())),
            false => (format!("`{}` names no entry that can be changed", change.entry), place),
        };
        let near = did_you_mean(&change.entry, self.origins.rules.keys().map(String::as_str));
        let help = near.unwrap_or_else(|| "write the list and the id: stacking.limits/units".to_owned());
        self.report_once(Diag::new(&codes::UNKNOWN_NAME, place, message).help(help));
    }

    fn vary_one<T: Ruled>(&mut self, list: &str, id: &str, entries: &mut Entries<T>, scope: &Scope<'_>) {
        let Some(entry) = entries.list.iter().position(|entry| entry.id() == id) else { return };
        let Some(base) = self.origins.rules.get(&format!("{list}/{id}")).copied() else { return };
        let Scope { change, origin, scenario, option } = *scope;
        let mut instead = None;
        if change.set.is_some() {
            let node = self.load.project.files.tree(origin.file).and_then(|tree| tree.node(origin.node)?.get("set"));
            let Some(set) = node.map(|node| Origin { file: origin.file, node: node.id() }) else { return };
            match self.changed(base, set) {
                Ok(made) => instead = Some(made),
                Err(Some(error)) => {
                    self.misfit(list, change, &error, origin);
                    return;
                }
                Err(None) => return,
            }
        }
        let (turns, when) = (change.turns.clone(), change.when.clone());
        // A combat that stands instead of another has lists of its own, of the same names: they are told apart by where
        // they lie.
        let home = entries.list.as_ptr() as usize;
        let like = format!("{id} {scenario:?} {option:?} {turns:?} {when:?}");
        if !self.changed_entries.insert((home, like)) {
            let message = format!("`{}` is changed twice here, and only one change can count", change.entry);
            self.report_once(Diag::new(&codes::DUPLICATE_ID, origin.at("entry"), message).help("write both into one `set`"));
            return;
        }
        entries.vary(Variant { entry, instead, scenario, option, turns, when });
    }

    /// A change whose fields do not fit the entry.
    fn misfit(&mut self, list: &str, change: &RuleChange, error: &Mismatch, origin: Origin) {
        let set = origin.at("set");
        let diag = match error {
            Mismatch::UnknownField { field, known } => {
                let message = format!("an entry of `{list}` has no field `{field}`");
                let near = did_you_mean(field, known.iter().copied());
                let help = near.unwrap_or_else(|| "write a field of the entry".to_owned());
                Diag::new(&codes::UNKNOWN_NAME, set.field(field).key(), message).help(help)
            }
            Mismatch::Other(words) => {
                let message = format!("the change does not fit `{}`: {words}", change.entry);
                Diag::new(&codes::UNCLEAR_ENTRY, set, message).help("write its fields as the entry itself has them")
            }
        };
        self.report_once(diag);
    }

    /// A scenario that extends another repeats its changes: what is wrong with one is said once.
    pub(super) fn report_once(&mut self, diag: Diag) {
        if self.told.insert((Place::clone(&diag.place), diag.message.clone())) {
            self.sink.report(diag);
        }
    }
}
