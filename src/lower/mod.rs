//! Format to model: names become typed ids, hex numbers hexes, chains hexsides. Each fault is said once, at its
//! place; what depends on a broken thing stays silent.
//!
//! The files here mirror those of `format`. `load` reads, `names` resolves, `hexes` knows printed numbers.

mod art;
mod columns;
mod example;
mod hexes;
mod imported;
mod load;
mod map;
mod map_art;
mod module;
mod names;
mod printed;
mod reader;
mod resolve;
mod resting;
mod results;
mod roster;
mod rules;
mod scenario;
mod scenario_parts;
mod tables;
mod terrain;
mod turns;
mod units;
mod vassal;
mod xml;

use std::borrow::Cow;
use std::cell::RefCell;

use crate::diag::{Levels, Named, PRINTED, Role, Sink};
use crate::format;
use crate::model::*;
use crate::origins::{Incomplete, Origins};
use crate::schema::Vocabulary;
use crate::source::{FileRequest, NodeRef, Project, Shape};
use crate::span::{FileId, Origin, Place};

pub use load::Validated;
use load::{Loader, Read, ReadList};
use names::Names;

/// What lowering does, in the order in which a file meets it.
pub const STEPS: &[&str] = &["read", "schemas", "validate", "type", "lower"];

/// What lowering gives.
#[derive(Default)]
pub struct Lowered {
    /// The game, as far as it could be understood.
    pub game: Game,
    /// Where its parts stand.
    pub origins: Origins,
    /// What was left out.
    pub incomplete: Incomplete,
    /// What the author allows.
    pub levels: Levels,
    /// Which file was validated by which schema.
    pub validated: Validated,
    /// Names that were looked up, if the sink listens.
    pub named: Vec<Named>,
}

struct AllNames {
    sides: Names<SideId>,
    nations: Names<NationId>,
    types: Names<TypeId>,
    classes: Names<ClassId>,
    ratings: Names<RatingId>,
    states: Names<StateId>,
    formations: Names<FormationId>,
    units: Names<UnitId>,
    markers: Names<MarkerId>,
    cards: Names<CardId>,
    terrain: Names<TerrainId>,
    tables: Names<TableId>,
    turns: Names<TurnId>,
    places: Names<PlaceId>,
    features: Names<FeatureId>,
    bridges: Names<BridgeId>,
    areas: Names<AreaId>,
    entries: Names<EntryId>,
    exits: Names<ExitId>,
    sources: Names<SourceId>,
    arrows: Names<ArrowId>,
    boxes: Names<BoxId>,
    options: Names<OptionId>,
    scenarios: Names<ScenarioId>,
}

impl AllNames {
    fn new() -> Self {
        AllNames {
            sides: Names::new("side", "`sides` of module.json"),
            nations: Names::new("nation", "`nations` of module.json"),
            types: Names::new("unit type", "`types` of module.json"),
            classes: Names::new("movement class", "`classes` of module.json"),
            ratings: Names::new("rating", "`ratings` of module.json"),
            states: Names::new("state", "`states` of module.json"),
            formations: Names::new("formation", "the list of formations"),
            units: Names::new("unit", "the list of units"),
            markers: Names::new("marker", "the list of markers"),
            cards: Names::new("card", "the list of cards"),
            terrain: Names::new("terrain", "the list of terrain"),
            tables: Names::new("table", "the list of tables"),
            turns: Names::new("turn", "`turns` of turns.json"),
            places: Names::new("place", "`places` of map.json"),
            features: Names::new("hexside feature", "`hexsides` of map.json"),
            bridges: Names::new("bridge", "`bridges` of map.json"),
            areas: Names::new("area", "`areas` of map.json"),
            entries: Names::new("entry", "`entries` of map.json"),
            exits: Names::new("exit", "`exits` of map.json"),
            sources: Names::new("source of supply", "`sources` of map.json"),
            arrows: Names::new("kind of arrow", "`arrows` of map.json"),
            boxes: Names::new("box", "`boxes` of map.json"),
            options: Names::new("option", "`options` of rules.json or of the scenario"),
            scenarios: Names::new("scenario", "scenarios/"),
        }
    }
}

struct Lower<'p, 'w, 's> {
    load: Loader<'p, 'w>,
    sink: &'s mut Sink,
    game: Game,
    origins: Origins,
    incomplete: Incomplete,
    levels: Levels,
    names: AllNames,
    /// The names of the entries of the rules.
    rule_names: resolve::RuleNames,
    /// The words that have numbers so far; resolvers add to them while they borrow the rest.
    word_lists: RefCell<WordLists>,
    /// Modes that terrain costs speak of.
    mode_words: Vec<(String, crate::span::Place)>,
    /// What has been said of changes that several scenarios share.
    told: std::collections::BTreeSet<(crate::span::Place, String)>,
    /// Lists of rules whose entries are known.
    known_lists: std::collections::BTreeSet<&'static str>,
    /// Entries that have been changed: in which list, and how.
    changed_entries: std::collections::BTreeSet<(usize, String)>,
    /// Entries that have been reported to stand twice.
    told_twice: std::collections::BTreeSet<Origin>,
    /// Whether the map lists every value that its hexes and places may carry.
    values_known: bool,
    /// Where the exemptions stand, in the order of `levels.exemptions`.
    exempted: Vec<Origin>,
    /// Codes of results that are named: what they mean is known when all tables and combats are.
    codes: Vec<results::Code>,
    /// Columns that caps of combats name, which must be in their tables.
    bounds: Vec<columns::Bound>,
    /// What vassal-ids.csv names, for whoever listens: most of it is read later.
    vassal_names: Vec<(Place, &'static str, String)>,
    /// Bytes of fonts and pictures so far.
    art_held: u64,
    /// Counters, markers and cards so far.
    counters_held: usize,
    /// How many hexes lists may still come to.
    hexes_left: hexes::Budget,
    /// How many values the pieces of the rules may still come to; nothing once they were too many, which was said.
    values_left: Option<usize>,
}

/// Reads and lowers a game. Nothing but what module.json says about itself if that cannot be read.
///
/// `ended` hears the name of each of the [`STEPS`] as it ends; with several threads a step may have had help.
pub fn lower(project: &mut Project<'_>, sink: &mut Sink, ended: &mut dyn FnMut(&'static str), threads: usize) -> Lowered {
    let mut lower = Lower {
        load: Loader::new(project, ended, threads),
        sink,
        game: Game::default(),
        origins: Origins::default(),
        incomplete: Incomplete::default(),
        levels: Levels::default(),
        names: AllNames::new(),
        rule_names: resolve::RuleNames::default(),
        word_lists: RefCell::default(),
        mode_words: Vec::new(),
        told: Default::default(),
        changed_entries: Default::default(),
        known_lists: Default::default(),
        told_twice: Default::default(),
        values_known: false,
        exempted: Vec::new(),
        codes: Vec::new(),
        bounds: Vec::new(),
        vassal_names: Vec::new(),
        art_held: 0,
        counters_held: 0,
        hexes_left: hexes::Budget::new(),
        values_left: Some(crate::source::limits::RULE_VALUES),
    };
    if !lower.our_format() {
        return Lowered::default();
    }
    if let Some(module) = lower.load.root::<format::Module>(&FileRequest::usual("module.json"), lower.sink) {
        lower.module(module);
    }
    lower.named_rules();
    (lower.load.ended)("lower");
    let Lower { load, sink, game, word_lists, origins, incomplete, levels, .. } = lower;
    let game = Game { words: word_lists.into_inner(), ..game };
    let named = sink.take_named();
    Lowered { game, origins, incomplete, levels, validated: load.validated, named }
}

impl Lower<'_, '_, '_> {
    /// Another format may mean something else by the same words: say only that.
    fn our_format(&mut self) -> bool {
        let Some(file) = self.load.project.json(&FileRequest::usual("module.json"), self.sink) else { return false };
        let root = self.load.project.files.tree(file).and_then(|tree| tree.root());
        let stated = root.and_then(|root| Some((root.id(), root.get("format")?.number()?.parse::<u32>().ok()?)));
        let Some((node, format)) = stated.filter(|(_, format)| *format != format::FORMAT && (1..=1000).contains(format)) else {
            return true;
        };
        let message = format!("this game is written in format {format}, this program knows {}", format::FORMAT);
        let (rule, help) = match format > format::FORMAT {
            true => (&crate::diag::codes::NEWER_FORMAT, "use a newer muster"),
            false => (&crate::diag::codes::OLDER_FORMAT, "run `muster migrate` in its folder"),
        };
        self.sink.report(crate::diag::Diag::new(rule, Origin { file, node }.at("format"), message).help(help));
        false
    }

    /// Every printed rule that is named, wherever that is; only where they are listed or somebody listens, for nobody else
    /// asks.
    fn named_rules(&mut self) {
        let listed = !self.game.rules.coverage.is_empty();
        if !listed && !self.sink.listens() {
            return;
        }
        let mut named = Vec::new();
        for (file, _) in &self.load.validated {
            if let Some(root) = self.load.project.files.tree(*file).and_then(|tree| tree.root()) {
                named_in(root, *file, &mut named);
            }
        }
        if self.sink.listens() {
            for (place, text) in &named {
                self.hear_rules(place, text);
            }
        }
        if listed {
            self.origins.named_rules = named;
        }
    }

    /// Says which printed rules a text names: `6.2, 7.1` are two.
    fn hear_rules(&mut self, place: &Place, text: &str) {
        for rule in text.split([',', ';']).map(str::trim).filter(|rule| !rule.is_empty() && *rule != "?") {
            let start = rule.as_ptr().addr() - text.as_ptr().addr();
            let part = if rule == text { place.clone() } else { place.clone().bytes(start..start + rule.len()) };
            self.sink.hear_word(PRINTED, rule, &part, Role::Refers);
        }
    }

    fn module(&mut self, module: Read<format::Module>) {
        let Read { origin, value, partial } = module;
        self.load.lost_sheets = partial;
        self.origins.module = Some(origin);
        self.load.module = Some(origin);
        self.load.begin::<format::Unit>(origin, "units");
        self.words(origin, &value);
        self.terrain(origin);
        self.map(origin, value.map.as_deref());
        let turns = self.calendar(origin, value.turns.as_deref());
        self.phase_names(turns.as_ref());
        self.formations(origin);
        self.units(origin);
        self.roster(origin);
        self.vassal_ids(origin);
        self.markers(origin);
        // Conditions speak of options, which rules and scenarios declare: read those first.
        let rules = self.read_rules(origin, value.rules.as_deref());
        let scenarios = self.read_scenarios(origin, value.scenarios.as_deref());
        let cards = self.cards(origin);
        self.tables(origin);
        // Effects speak of tables and decks: read them when both are known.
        self.table_effects();
        self.card_effects(cards);
        self.phases(turns);
        self.rating_selectors(origin);
        self.marker_places();
        let ruled = rules.as_ref().map(|rules| rules.origin);
        self.rules(rules);
        self.scenarios(scenarios);
        if let Some(ruled) = ruled {
            self.kept_names(ruled);
        }
        self.examples(origin);
        self.result_codes();
        self.bounding_columns();
        for (place, kind, name) in std::mem::take(&mut self.vassal_names) {
            self.hear_any(&name, &place, &[kind]);
        }
        self.art(origin, value.art.as_deref());
        self.vassal(origin, value.vassal.as_deref());
        self.imported(origin);
        self.exemptions();
        self.finish();
        self.resting(origin);
        self.unread_files();
    }

    /// A list of a module, in it or in the file of its usual name.
    fn usual<T: format::Entity>(&mut self, module: Origin, name: &str, words: &Vocabulary) -> ReadList<T> {
        self.load.usual_list(module, name, words, self.sink)
    }

    /// A list inside an entity.
    fn list<T: format::Entity>(&mut self, parent: Origin, name: &str) -> ReadList<T> {
        self.load.list(parent, name, &Vocabulary::default(), self.sink)
    }

    /// A file that module.json names, or the one of the usual name if it is there.
    fn part<T: format::Entity>(&mut self, module: Origin, field: &'static str, named: Option<&str>) -> Option<Read<T>> {
        let usual = format!("{field}.json");
        let wanted = match named {
            Some(path) => FileRequest { path: path.to_owned(), sheet: None, workbook: false, asked: Some(module.at(field)) },
            None if self.load.project.world().has(&usual) => FileRequest::usual(&usual),
            None => return None,
        };
        self.load.root(&wanted, self.sink)
    }

    /// Ratings that have columns of their own.
    fn rating_words(&self) -> Vocabulary {
        let names = self.names.ratings.all().map(str::to_owned).collect();
        Vocabulary { maps: vec![("ratings", Some(names))], lost: self.names.ratings.partial() }
    }

    fn finish(&mut self) {
        let brought = self.game.effects().into_iter().filter_map(|effect| match effect {
            Effect::Weather { is, .. } => Some(is.0.clone()),
            Effect::Ground { is, .. } => Some(is.0.clone()),
            _ => None,
        });
        self.game.brought = brought.collect();
        let names = &self.names;
        let origins = &mut self.origins;
        origins.units = names.units.origins.clone();
        origins.types = names.types.origins.clone();
        origins.markers = names.markers.origins.clone();
        origins.nations = names.nations.origins.clone();
        origins.sides = names.sides.origins.clone();
        origins.states = names.states.origins.clone();
        origins.turns = names.turns.origins.clone();
        origins.options = names.options.origins.clone();
        origins.cards = names.cards.origins.clone();
        origins.ratings = names.ratings.origins.clone();
        origins.terrain = names.terrain.origins.clone();
        origins.formations = names.formations.origins.clone();
        let map = &mut origins.map;
        map.areas = names.areas.origins.clone();
        map.entries = names.entries.origins.clone();
        map.places = names.places.origins.clone();
        map.boxes = names.boxes.origins.clone();
        self.incomplete.units |= names.units.partial() || names.units.absent();
        let said: [(&str, bool, &str); 6] = [
            ("counters", names.units.absent(), "there is no list of units"),
            ("map", self.game.map.is_none() && !self.incomplete.map, "there is no map.json"),
            ("terrain closed to units", names.terrain.absent() || !self.names.terrain.stated, "there is no list of terrain"),
            ("turns", names.turns.absent(), "there is no turns.json"),
            ("tables", names.tables.absent(), "there is no list of tables"),
            ("scenarios", self.game.scenarios.is_empty() && !names.scenarios.incomplete, "there are no scenarios"),
        ];
        for (what, missing, why) in said {
            if missing {
                self.sink.unchecked(what, why);
            }
        }
        self.incomplete.formations |= names.formations.partial();
        self.incomplete.ratings |= names.ratings.partial();
        self.incomplete.markers |= names.markers.partial();
        self.incomplete.cards |= names.cards.partial();
        self.incomplete.turns |= names.turns.partial();
        self.incomplete.map |= [
            names.terrain.partial(),
            names.areas.partial(),
            names.places.partial(),
            names.features.partial(),
            names.bridges.partial(),
            names.entries.partial(),
            names.exits.partial(),
            names.arrows.partial(),
            names.boxes.partial(),
        ]
        .contains(&true);
        self.incomplete.scenarios |= names.scenarios.partial();
        self.incomplete.missed_area |= names.areas.missed.get() || names.boxes.missed.get();
        self.incomplete.missed_terrain |= names.terrain.missed.get();
        self.incomplete.missed_nation |= names.nations.missed.get();
        self.incomplete.missed_unit |= names.units.missed.get();
        self.incomplete.markers |= names.markers.missed.get();
        for (sheet, place) in self.unused_sheets() {
            let message = format!("`sheets` speaks of `{sheet}`, which this game does not read");
            let read = self.load.used_sheets.iter().map(String::as_str);
            let help =
                crate::diag::did_you_mean(&sheet, read).unwrap_or_else(|| "correct the file's name, or take it out".to_owned());
            self.sink.report(crate::diag::Diag::new(&crate::diag::codes::IDLE_HEADING, place, message).help(help));
        }
    }

    /// Files that nothing reads and whose name is nearly that of one that would be read.
    fn unread_files(&mut self) {
        let Some(module) = self.origins.module else { return };
        let lists = [
            "units",
            "roster",
            "printed",
            "vassal-ids",
            "formations",
            "markers",
            "cards",
            "terrain",
            "tables",
            "examples",
            "map",
            "turns",
            "rules",
            "art",
            "vassal",
            "imported",
            "scenarios",
        ];
        let read: std::collections::BTreeSet<String> =
            self.load.project.files.iter().map(|file| file.path.split('#').next().unwrap_or("").to_owned()).collect();
        for name in self.load.project.world().list("").unwrap_or_default() {
            // The folder of a module that was imported.
            if name == crate::model::Kept::FOLDER {
                continue;
            }
            let has = |list: &str| read.iter().any(|path| path.split(['.', '/']).next() == Some(list));
            // Some editors put another ending behind the one that was typed, and hide it.
            if let Some(typed) = without_txt(&name)
                && lists.iter().any(|list| typed.rsplit_once('.').is_some_and(|(stem, _)| stem == *list) && !has(list))
            {
                self.unread_file(module, &name, typed);
                continue;
            }
            let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
            let data = matches!(ending.to_ascii_lowercase().as_str(), "json" | "csv" | "xlsx" | "");
            let Ok(near) = crate::diag::decided(stem, lists, |list| !has(list)) else {
                return self.sink.unchecked("files that nothing reads", crate::diag::TooMany::WHY);
            };
            if let Some(near) = near.filter(|near| data && !read.contains(&name) && *near != stem) {
                let wanted = if ending.is_empty() { near.to_owned() } else { format!("{near}.{}", ending.to_ascii_lowercase()) };
                self.unread_file(module, &name, &wanted);
            }
        }
        for name in self.load.project.world().list("scenarios").unwrap_or_default() {
            if let Some(typed) = without_txt(&name).filter(|typed| typed.to_ascii_lowercase().ends_with(".json")) {
                self.unread_file(module, &format!("scenarios/{name}"), &format!("scenarios/{typed}"));
            }
        }
    }

    fn unread_file(&mut self, module: Origin, name: &str, wanted: &str) {
        let message = format!("nothing reads `{name}`");
        let diag = crate::diag::Diag::new(&crate::diag::codes::UNREAD_FILE, module, message);
        self.sink.report(diag.help(format!("did you mean `{wanted}`? If not, move it elsewhere")).folded_by(name.to_owned()));
    }

    /// Says what a name means that may be of several kinds, the first that knows it; nobody complains here.
    fn hear_any(&mut self, name: &str, place: &Place, kinds: &[&'static str]) {
        if !self.sink.listens() {
            return;
        }
        let (names, rules, sink, at) = (&self.names, &self.rule_names, &mut *self.sink, || place.clone());
        let board = self.game.map.as_ref().map(|map| &map.board);
        // The only entry of that id, in whatever list.
        let entry = || {
            let mut all = self.origins.rules.keys().filter(|key| key.rsplit_once('/').is_some_and(|(_, id)| id == name));
            all.next().filter(|_| all.next().is_none())
        };
        for &kind in kinds {
            let mut word = |known: bool| {
                if known {
                    sink.hear_word(kind, name, place, Role::Refers);
                }
                known
            };
            let found = match kind {
                "phase" => word(rules.phases.contains(name)),
                "mode of movement" => word(rules.modes.contains(name)),
                "supply trace" => word(rules.traces.contains(name)),
                "ban" => word(rules.bans.contains(name)),
                "combat" => word(rules.combats.contains(name)),
                "action" => word(rules.actions.contains(name)),
                // They live where they are named.
                "flag" | "counter" | crate::diag::DECLARED => word(true),
                "deck" => word(self.game.cards.values().any(|card| card.deck == name)),
                crate::diag::HEX => word(board.is_some_and(|it| it.parse(name).is_ok() || it.parse_hexside(name).is_ok())),
                rules::ENTRY => match entry() {
                    Some(key) => {
                        sink.hear_word(kind, key, place, Role::Refers);
                        true
                    }
                    None => false,
                },
                "side" => names.sides.seen(name, at, sink).is_some(),
                "nation" => names.nations.seen(name, at, sink).is_some(),
                "formation" => names.formations.seen(name, at, sink).is_some(),
                "unit" => names.units.seen(name, at, sink).is_some(),
                "marker" => names.markers.seen(name, at, sink).is_some(),
                "card" => names.cards.seen(name, at, sink).is_some(),
                "rating" => names.ratings.seen(name, at, sink).is_some(),
                "state" => names.states.seen(name, at, sink).is_some(),
                "table" => names.tables.seen(name, at, sink).is_some(),
                "turn" => names.turns.seen(name, at, sink).is_some(),
                "option" => names.options.seen(name, at, sink).is_some(),
                "scenario" => names.scenarios.seen(name, at, sink).is_some(),
                "place" => names.places.seen(name, at, sink).is_some(),
                "bridge" => names.bridges.seen(name, at, sink).is_some(),
                "area" => names.areas.seen(name, at, sink).is_some(),
                "box" => names.boxes.seen(name, at, sink).is_some(),
                "entry" => names.entries.seen(name, at, sink).is_some(),
                "exit" => names.exits.seen(name, at, sink).is_some(),
                _ => false,
            };
            if found {
                return;
            }
        }
    }

    /// What exemptions name must be there; one that names nothing is not also idle.
    fn exemptions(&mut self) {
        let mut kept = Vec::new();
        for (exemption, origin) in std::mem::take(&mut self.levels.exemptions).into_iter().zip(std::mem::take(&mut self.exempted))
        {
            let before = self.sink.len();
            if let Some(scenario) = &exemption.scenario {
                self.names.scenarios.find(scenario, origin.at("scenario"), self.sink);
            }
            if let Some(unit) = &exemption.unit {
                self.names.units.find(unit, origin.at("unit"), self.sink);
            }
            if let (Some(hex), Some(map)) = (&exemption.hex, &self.game.map) {
                hexes::hex(&map.board, hex, origin.at("hex"), self.sink);
            }
            if self.sink.len() == before {
                kept.push(exemption);
            }
        }
        self.levels.exemptions = kept;
    }

    fn unused_sheets(&self) -> Vec<(String, crate::span::Place)> {
        let Some(module) = self.origins.module else { return Vec::new() };
        let unused = self.load.sheets.keys().filter(|sheet| !self.load.used_sheets.contains(*sheet));
        unused.map(|sheet| (sheet.clone(), module.at("sheets").field(sheet).key())).collect()
    }
}

/// A name without the `.txt` behind it.
fn without_txt(name: &str) -> Option<&str> {
    let (typed, ending) = name.rsplit_once('.')?;
    ending.eq_ignore_ascii_case("txt").then_some(typed)
}

/// The fields `rule` of an object and of all below it.
fn named_in(node: NodeRef<'_>, file: FileId, named: &mut Vec<(Place, String)>) {
    for element in node.elements() {
        named_in(element, file, named);
    }
    for member in node.members() {
        match member.name.as_ref() {
            "rule" if !member.value.is_marked() => {
                let number = member.value.text().or_else(|| member.value.number().map(Cow::Borrowed));
                let place = Origin { file, node: node.id() }.at("rule");
                named.extend(number.map(|number| (place, number.into_owned())));
            }
            // There the names are the author's own.
            "properties" | "ratings" | "values" | "cost" if member.value.shape() == Shape::Object => {}
            _ => named_in(member.value, file, named),
        }
    }
}
