//! The rules of a game in words that a player reads: once, for charts, setup cards and errata.
//!
//! A piece comes as [`spoken`](crate::model::spoken) gives it. What there is a phrase for is put into a sentence;
//! what is left is told by its name, so that nothing of a rule is lost.
//!
//! - `text`: lists and numbers; `fields`: the parts of a piece; `pieces`: units, hexes, hexsides; `when`: conditions and amounts;
//!   `branch`: long conditions in lines; `effect`
//! - `entry`, `fight`, `deed`: a sentence for each kind of entry; `book`: all rules in chapters; `chits`: what
//!   cards and chits do; `kept`: what sets flags and changes counts; `meant`: whom marks and regions mean

mod book;
mod branch;
mod chits;
mod deed;
mod effect;
mod entry;
mod fields;
mod fight;
mod kept;
mod meant;
mod pieces;
mod text;
mod when;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::model::{Condition, Effect, Game, ModeName, PhaseName, spoken};

#[cfg(feature = "svg")]
pub(crate) use book::capital;
pub use book::{Chapter, Told};
use text::closed;
pub use text::{all_runs, joined, listed, natural, plain, runs};

/// Tells the rules of one game.
#[derive(Clone, Debug)]
pub struct Teller<'g> {
    game: &'g Game,
    /// What players call things that pieces name by their ids: phases, modes and the like, by kind and id.
    names: BTreeMap<(Kind, &'g str), &'g str>,
    /// All rules as pieces with names, once somebody asks for them.
    rules: OnceLock<Map<String, Value>>,
}

/// Kinds of things that pieces name by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Phase,
    Mode,
    Trace,
    Option,
    Table,
    Combat,
    Action,
    Deck,
    Card,
    Value,
    Kept,
    Side,
    Nation,
    Formation,
    Type,
    Class,
    State,
    Marker,
    Terrain,
    Place,
    Area,
    Rating,
    Unit,
}

impl<'g> Teller<'g> {
    /// One for that game.
    #[must_use]
    pub fn new(game: &'g Game) -> Teller<'g> {
        let rules = &game.rules;
        let mut names: BTreeMap<(Kind, &'g str), &'g str> = BTreeMap::new();
        let mut add = |kind: Kind, id: &'g str, name: Option<&'g str>| {
            if let Some(name) = name.filter(|name| !name.trim().is_empty()) {
                // Two phases of one id, one for each side, have one name.
                names.entry((kind, id)).or_insert(name);
            }
        };
        game.phases.values().for_each(|it| add(Kind::Phase, &it.id, it.name.as_deref()));
        rules.movement.iter().flat_map(|it| it.modes.iter()).for_each(|it| add(Kind::Mode, &it.id.0, it.name.as_deref()));
        rules.supply.iter().flat_map(|it| it.traces.iter()).for_each(|it| add(Kind::Trace, &it.id.0, it.name.as_deref()));
        rules.options.values().for_each(|it| add(Kind::Option, &it.id, it.name.as_deref()));
        game.tables.values().for_each(|it| add(Kind::Table, &it.id, it.title.as_deref()));
        rules.combat.iter().flat_map(|it| it.iter()).for_each(|it| add(Kind::Combat, &it.id.0, it.name.as_deref()));
        rules.actions.iter().for_each(|it| add(Kind::Action, &it.id.0, it.name.as_deref()));
        rules.decks.iter().for_each(|it| add(Kind::Deck, &it.id.0, it.name.as_deref()));
        rules.names.iter().for_each(|it| add(Kind::Kept, &it.id, Some(&it.name)));
        game.cards.values().for_each(|it| add(Kind::Card, &it.id, it.name.as_deref()));
        game.map.iter().flat_map(|map| &map.value_names).for_each(|it| add(Kind::Value, &it.id, it.name.as_deref()));
        // Pieces that come from the model have the names of these already; a change of the rules has their ids.
        game.sides.values().for_each(|it| add(Kind::Side, &it.id, it.name.as_deref()));
        game.nations.values().for_each(|it| add(Kind::Nation, &it.id, it.name.as_deref()));
        game.formations.values().for_each(|it| add(Kind::Formation, &it.id, it.name.as_deref()));
        game.types.values().for_each(|it| add(Kind::Type, &it.id, it.name.as_deref()));
        game.classes.values().for_each(|it| add(Kind::Class, &it.id, it.name.as_deref()));
        game.states.values().for_each(|it| add(Kind::State, &it.id, it.name.as_deref()));
        game.markers.values().for_each(|it| add(Kind::Marker, &it.id, it.name.as_deref()));
        game.units.values().for_each(|it| add(Kind::Unit, &it.id, it.name.as_deref()));
        game.terrain.values().for_each(|it| add(Kind::Terrain, &it.id, it.name.as_deref()));
        game.ratings.values().for_each(|it| add(Kind::Rating, &it.id, it.name.as_deref()));
        if let Some(map) = &game.map {
            map.places.values().for_each(|it| add(Kind::Place, &it.id, Some(&it.name)));
            map.areas.values().for_each(|it| add(Kind::Area, &it.id, it.name.as_deref()));
        }
        Teller { game, names, rules: OnceLock::new() }
    }

    /// A condition as a clause.
    #[must_use]
    pub fn when(&self, when: &Condition) -> String {
        spoken(self.game, when).map(|it| closed(&self.condition(&it))).unwrap_or_default()
    }

    /// A condition as it stands behind a statement: `if the ground is mud`, `on turn 3`.
    #[must_use]
    pub fn provided_that(&self, when: &Condition) -> String {
        spoken(self.game, when).map(|it| closed(&self.provided(&it))).unwrap_or_default()
    }

    /// The same as it stands behind a dash or in brackets: `only if the ground is mud`, `not on turn 3`.
    #[must_use]
    pub fn only_when(&self, when: &Condition) -> String {
        spoken(self.game, when).map(|it| closed(&self.only(&it))).unwrap_or_default()
    }

    /// What happens, as a sentence without its full stop.
    #[must_use]
    pub fn effects(&self, effects: &[Effect]) -> String {
        let told: Vec<Value> = effects.iter().filter_map(|it| spoken(self.game, it)).collect();
        closed(&self.effects_of(&told))
    }

    /// Whether players are told of an effect: not of what the rules only remember, unless nothing else happens.
    #[must_use]
    pub fn tells(&self, effect: &Effect) -> bool {
        match effect {
            Effect::Flag { .. } => false,
            Effect::Counter { id, .. } => {
                let kept = self.game.rules.kept_name(self.game.words.counters.word(*id));
                kept.is_none_or(|kept| kept.told)
            }
            _ => true,
        }
    }

    /// What players call a phase.
    #[must_use]
    pub fn phase_name(&self, phase: PhaseName) -> String {
        self.phase(self.game.words.phases.word(phase))
    }

    /// What players call a way of moving.
    #[must_use]
    pub fn mode_name(&self, mode: ModeName) -> String {
        self.mode(self.game.words.modes.word(mode))
    }

    fn rules(&self) -> &Map<String, Value> {
        self.rules.get_or_init(|| self.game.rules.spoken(self.game))
    }

    fn named(&self, kind: Kind, id: &str) -> Option<&'g str> {
        self.names.get(&(kind, id)).copied()
    }

    fn or_readable(&self, kind: Kind, id: &str) -> String {
        self.named(kind, id).map_or_else(|| fields::readable(id), str::to_owned)
    }

    fn phase(&self, id: &str) -> String {
        self.or_readable(Kind::Phase, id)
    }

    fn mode(&self, id: &str) -> String {
        self.or_readable(Kind::Mode, id)
    }

    /// Several ways of moving, of which one is enough.
    fn modes(&self, ids: &[String]) -> String {
        text::listed(&text::each_once(ids.iter().map(|id| self.mode(id))), "or")
    }

    /// Several supply lines, of which one is enough.
    fn traces(&self, ids: &[String]) -> String {
        text::listed(&text::each_once(ids.iter().map(|id| self.trace(id))), "or")
    }

    /// What players call a unit: its id is printed nowhere.
    fn unit(&self, id: &str) -> String {
        format!("“{}”", self.named(Kind::Unit, id).unwrap_or(id))
    }

    fn trace(&self, id: &str) -> String {
        format!("“{}”", self.or_readable(Kind::Trace, id))
    }

    fn option(&self, id: &str) -> String {
        format!("option “{}”", self.or_readable(Kind::Option, id))
    }

    fn table(&self, id: &str) -> String {
        format!("the table “{}”", self.or_readable(Kind::Table, id))
    }

    fn combat(&self, id: &str) -> String {
        format!("“{}”", self.or_readable(Kind::Combat, id))
    }

    fn action(&self, id: &str) -> String {
        format!("“{}”", self.or_readable(Kind::Action, id))
    }

    fn deck(&self, id: &str) -> String {
        format!("“{}”", self.or_readable(Kind::Deck, id))
    }

    fn card(&self, id: &str) -> String {
        format!("“{}”", self.or_readable(Kind::Card, id))
    }

    /// What players call a flag or a counter, marked as a word of the author's own.
    fn kept_word(&self, id: &str) -> String {
        format!("“{}”", self.or_readable(Kind::Kept, id))
    }

    fn value_name(&self, id: &str) -> String {
        self.or_readable(Kind::Value, id)
    }

    /// What is counted: units, steps, or a rating.
    fn counted_word(&self, word: &str) -> String {
        match word {
            "units" | "steps" => word.to_owned(),
            rating => self.or_readable(Kind::Rating, rating),
        }
    }
}
