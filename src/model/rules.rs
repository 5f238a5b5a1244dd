//! The rules as the engine reads them. A section that is not there is not checked.

use super::*;

/// An option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOption {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is played by default.
    pub default: bool,
    /// The printed rule.
    pub rule: Option<String>,
    /// What it changes.
    pub changes: Vec<RuleChange>,
}

/// An entry that is different in a scenario, with an option, or for some turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant<T> {
    /// The entry that it stands for, by its place in the list.
    pub entry: usize,
    /// What stands instead; nothing if the entry does not count then.
    pub instead: Option<T>,
    /// Only in this scenario.
    pub scenario: Option<ScenarioId>,
    /// Only with this option.
    pub option: Option<OptionId>,
    /// Only in these turns.
    pub turns: Option<Window>,
    /// Only when this holds.
    pub when: Option<Condition>,
}

/// What a printed rule is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverageLevel {
    /// The engine enforces it.
    Enforced,
    /// A check proves it.
    Checked,
    /// It is only said.
    Reminder,
    /// It is not here.
    Absent,
}

/// A printed rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Its number.
    pub rule: String,
    /// What it is about.
    pub title: Option<String>,
    /// What it is here.
    pub level: CoverageLevel,
    /// The entries that say it, by list and id.
    pub by: Vec<String>,
    /// The test that proves it.
    pub test: Option<String>,
}

/// The rules.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Stacking; nothing if not said.
    pub stacking: Option<Stacking>,
    /// Zones of control; nothing if not said.
    pub zones: Option<Zones>,
    /// Movement; nothing if not said.
    pub movement: Option<Movement>,
    /// Supply; nothing if not said.
    pub supply: Option<Supply>,
    /// Entry; nothing if not said.
    pub entry: Option<Entering>,
    /// Kinds of combat; nothing if not said.
    pub combat: Option<Entries<Combat>>,
    /// Support from afar.
    pub support: Entries<Support>,
    /// What a retreat must be and should be.
    pub retreat: Entries<Prefer>,
    /// Advances after combat.
    pub advance: Entries<Advance>,
    /// What is forbidden.
    pub bans: Entries<Ban>,
    /// What changes ratings.
    pub values: Entries<Value>,
    /// What sides may do.
    pub actions: Entries<Action>,
    /// What happens by itself.
    pub triggers: Entries<Trigger>,
    /// What may be used so often.
    pub pools: Entries<Pool>,
    /// Decks and cups.
    pub decks: Entries<Deck>,
    /// Options, of the rules and of all scenarios.
    pub options: List<OptionId, GameOption>,
    /// What is only to be remembered: printed rule and words.
    pub reminders: Vec<(Option<String>, String)>,
    /// What the printed rules are here.
    pub coverage: Vec<Coverage>,
}

impl Rules {
    /// The rules as an author would write them.
    pub fn written(&self, game: &Game) -> serde_json::Map<String, serde_json::Value> {
        self.sections(&Writing { game, spoken: false })
    }

    /// The same, with the names that players know.
    pub fn spoken(&self, game: &Game) -> serde_json::Map<String, serde_json::Value> {
        self.sections(&Writing { game, spoken: true })
    }

    fn sections(&self, to: &Writing<'_>) -> serde_json::Map<String, serde_json::Value> {
        let option = |option: &GameOption| {
            let mut members = serde_json::Map::new();
            members.insert("id".to_owned(), option.id.clone().into());
            members.extend(option.name.clone().map(|name| ("name".to_owned(), name.into())));
            members.insert("default".to_owned(), option.default.into());
            members.extend(option.rule.clone().map(|rule| ("rule".to_owned(), rule.into())));
            let changes = to.piece(&option.changes).filter(|_| !option.changes.is_empty());
            members.extend(changes.map(|changes| ("changes".to_owned(), changes)));
            serde_json::Value::Object(members)
        };
        let sections = [
            ("stacking", self.stacking.as_ref().and_then(|it| to.piece(it))),
            ("zones", self.zones.as_ref().and_then(|it| to.piece(it))),
            ("movement", self.movement.as_ref().and_then(|it| to.piece(it))),
            ("supply", self.supply.as_ref().and_then(|it| to.piece(it))),
            ("entry", self.entry.as_ref().and_then(|it| to.piece(it))),
            ("combat", self.combat.as_ref().and_then(|it| to.piece(it))),
            ("support", to.piece(&self.support)),
            ("retreat", to.piece(&self.retreat)),
            ("advance", to.piece(&self.advance)),
            ("bans", to.piece(&self.bans)),
            ("values", to.piece(&self.values)),
            ("actions", to.piece(&self.actions)),
            ("triggers", to.piece(&self.triggers)),
            ("pools", to.piece(&self.pools)),
            ("decks", to.piece(&self.decks)),
            ("options", (!self.options.is_empty()).then(|| self.options.values().map(option).collect())),
        ];
        sections.into_iter().filter_map(|(name, section)| Some((name.to_owned(), section?))).collect()
    }
}

struct Writing<'g> {
    game: &'g Game,
    spoken: bool,
}

impl Writing<'_> {
    fn piece<T: serde::Serialize>(&self, piece: &T) -> Option<serde_json::Value> {
        if self.spoken { spoken(self.game, piece) } else { written(self.game, piece) }
    }
}

/// Does something with every list of entries: its name as authors write it, and the list.
#[macro_export]
macro_rules! each_rule_list {
    ($rules:expr, $do:ident) => {{
        let rules = $rules;
        if let Some(stacking) = &mut rules.stacking {
            $do!("stacking.limits", &mut stacking.limits);
            $do!("stacking.apart", &mut stacking.apart);
        }
        if let Some(zones) = &mut rules.zones {
            $do!("zones.exert", &mut zones.exert);
            $do!("zones.effects", &mut zones.effects);
            $do!("zones.bonds", &mut zones.bonds);
        }
        if let Some(movement) = &mut rules.movement {
            $do!("movement.modes", &mut movement.modes);
            $do!("movement.surcharges", &mut movement.surcharges);
            $do!("movement.limits", &mut movement.limits);
        }
        if let Some(supply) = &mut rules.supply {
            $do!("supply.traces", &mut supply.traces);
            $do!("supply.always", &mut supply.always);
        }
        if let Some(entry) = &mut rules.entry {
            $do!("entry.rules", &mut entry.rules);
        }
        if let Some(combat) = &mut rules.combat {
            $do!("combat", &mut *combat);
            // What stands instead of an entry has lists of its own.
            let instead = combat.variants.iter_mut().filter_map(|variant| variant.instead.as_mut());
            for combat in combat.list.iter_mut().chain(instead) {
                $do!("combat.values", &mut combat.values);
                $do!("combat.shifts", &mut combat.shifts);
                $do!("combat.rolls", &mut combat.rolls);
                $do!("combat.caps", &mut combat.caps);
                $do!("combat.limits", &mut combat.limits);
            }
        }
        $do!("support", &mut rules.support);
        $do!("retreat", &mut rules.retreat);
        $do!("advance", &mut rules.advance);
        $do!("bans", &mut rules.bans);
        $do!("values", &mut rules.values);
        $do!("actions", &mut rules.actions);
        $do!("triggers", &mut rules.triggers);
        $do!("pools", &mut rules.pools);
        $do!("decks", &mut rules.decks);
    }};
}
