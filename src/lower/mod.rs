//! Format to model: names become typed ids, hex numbers hexes, chains hexsides. Each fault is said once, at its
//! place; what depends on a broken thing stays silent.
//!
//! The files here mirror those of `format`. `load` reads, `names` resolves, `hexes` knows printed numbers.

mod art;
mod hexes;
mod load;
mod map;
mod module;
mod names;
mod rules;
mod scenario;
mod scenario_parts;
mod select;
mod tables;
mod terrain;
mod turns;
mod units;

use crate::diag::{Levels, Sink};
use crate::format;
use crate::model::*;
use crate::origins::{Incomplete, Origins};
use crate::schema::Vocabulary;
use crate::source::{Project, Wanted};
use crate::span::Origin;

pub use load::Validated;
use load::{Loader, Read, ReadList};
use names::Names;

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
    boxes: Names<BoxId>,
    limits: Names<LimitId>,
    modes: Names<ModeId>,
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
            boxes: Names::new("box", "`boxes` of map.json"),
            limits: Names::new("stacking limit", "`stacking.limits` of rules.json"),
            modes: Names::new("mode of movement", "`movement.modes` of rules.json"),
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
}

/// Reads and lowers a game. Nothing but what module.json says about itself if that cannot be read.
pub fn lower(project: &mut Project<'_>, sink: &mut Sink) -> Lowered {
    let mut lower = Lower {
        load: Loader::new(project),
        sink,
        game: Game::default(),
        origins: Origins::default(),
        incomplete: Incomplete::default(),
        levels: Levels::default(),
        names: AllNames::new(),
    };
    if let Some(module) = lower.load.root::<format::Module>(&Wanted::usual("module.json"), lower.sink) {
        lower.module(module);
    }
    let Lower { load, game, origins, incomplete, levels, .. } = lower;
    Lowered { game, origins, incomplete, levels, validated: load.validated }
}

impl Lower<'_, '_, '_> {
    fn module(&mut self, module: Read<format::Module>) {
        let Read { origin, value, partial } = module;
        self.load.lost_sheets = partial;
        self.origins.module = Some(origin);
        self.load.module = Some(origin);
        if !self.words(origin, &value) {
            return;
        }
        self.terrain(origin);
        self.map(origin, value.map.as_deref());
        let turns = self.calendar(origin, value.turns.as_deref());
        self.formations(origin);
        self.units(origin);
        self.markers(origin);
        // Conditions speak of options, which rules and scenarios declare: read those first.
        let rules = self.read_rules(origin, value.rules.as_deref());
        let scenarios = self.read_scenarios(origin, value.scenarios.as_deref());
        self.modes(rules.as_ref());
        self.cards(origin);
        self.tables(origin);
        self.phases(turns);
        self.rating_selectors(origin);
        self.rules(rules);
        self.scenarios(scenarios);
        self.art(origin, value.art.as_deref());
        self.finish();
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
    fn part<T: format::Entity>(&mut self, module: Origin, field: &str, named: Option<&str>) -> Option<Read<T>> {
        let usual = format!("{field}.json");
        let wanted = match named {
            Some(path) => Wanted { path: path.to_owned(), sheet: None, asked: Some(module.at(field)) },
            None if self.load.project.world().has(&usual) => Wanted::usual(&usual),
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
        let names = &self.names;
        let origins = &mut self.origins;
        origins.units = names.units.origins.clone();
        origins.markers = names.markers.origins.clone();
        origins.nations = names.nations.origins.clone();
        origins.ratings = names.ratings.origins.clone();
        origins.terrain = names.terrain.origins.clone();
        origins.limits = names.limits.origins.clone();
        origins.formations = names.formations.origins.clone();
        let map = &mut origins.map;
        map.areas = names.areas.origins.clone();
        map.entries = names.entries.origins.clone();
        map.places = names.places.origins.clone();
        map.boxes = names.boxes.origins.clone();
        self.incomplete.units |= names.units.partial();
        self.incomplete.formations |= names.formations.partial();
        self.incomplete.ratings |= names.ratings.partial();
        self.incomplete.markers |= names.markers.partial();
        self.incomplete.map |= [
            names.terrain.partial(),
            names.areas.partial(),
            names.places.partial(),
            names.features.partial(),
            names.bridges.partial(),
            names.entries.partial(),
            names.boxes.partial(),
        ]
        .contains(&true);
        self.incomplete.scenarios |= names.scenarios.partial();
        for (sheet, place) in self.unused_sheets() {
            let message = format!("`sheets` speaks of `{sheet}`, which this game does not read");
            self.sink.report(
                crate::diag::Diag::new(&crate::diag::codes::UNKNOWN_NAME, place, message)
                    .help("correct the file's name, or take it out"),
            );
        }
    }

    fn unused_sheets(&self) -> Vec<(String, crate::span::Place)> {
        let Some(module) = self.origins.module else { return Vec::new() };
        let unused = self.load.sheets.keys().filter(|sheet| !self.load.used_sheets.contains(*sheet));
        unused.map(|sheet| (sheet.clone(), module.at("sheets").field(sheet).key())).collect()
    }
}
