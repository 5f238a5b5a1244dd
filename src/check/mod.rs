//! The checks: one file each, one line each in a sorted table.
//!
//! A check asks the rules engine and says what it hears. What was left out of the game because it could not be
//! read is in [`CheckContext::incomplete`]: a check that counts, or looks for what is never used, asks there first.

mod arriving;
mod art;
#[cfg(feature = "svg")]
mod faces;
mod formation;
mod happening;
mod import;
mod map;
mod order;
mod peers;
mod rules;
mod setup;
mod slot_fields;
mod spoken;
mod table;
mod unit;
mod vassal;

pub use happening::silent_tables;

use std::cell::OnceCell;
use std::sync::OnceLock;

use crate::diag::{Levels, Rule, Sink};
use crate::model::{FormationId, Game, ScenarioId, TableId, UnitId};
use crate::origins::{Incomplete, Origins, ScenarioOrigins};
use crate::rules::{Engine, Position, Situation};
use crate::span::{Origin, Place};
use crate::threads;

/// What a check sees.
pub struct CheckContext<'a> {
    pub game: &'a Game,
    /// Where everything stands.
    pub origins: &'a Origins,
    /// What had to be left out.
    pub incomplete: Incomplete,
    /// What the author allows.
    pub levels: &'a Levels,
    /// The rules that hold in all scenarios.
    pub engine: &'a Engine<'a>,
    /// What is on the counters; found when first asked for.
    #[cfg(feature = "svg")]
    faces: OnceLock<faces::Seen>,
    /// Units that may be compared; found when first asked for.
    alike: OnceLock<peers::Alike>,
}

impl<'a> CheckContext<'a> {
    /// What checks see of a game.
    #[must_use]
    pub fn new(
        game: &'a Game,
        origins: &'a Origins,
        incomplete: Incomplete,
        levels: &'a Levels,
        engine: &'a Engine<'a>,
    ) -> CheckContext<'a> {
        CheckContext {
            game,
            origins,
            incomplete,
            levels,
            engine,
            #[cfg(feature = "svg")]
            faces: OnceLock::new(),
            alike: OnceLock::new(),
        }
    }

    /// Units that may be compared with each other.
    fn alike(&self) -> &peers::Alike {
        self.alike.get_or_init(|| peers::alike(self))
    }

    fn unit_at(&self, id: UnitId, field: &'static str) -> Place {
        self.place(crate::origins::of(&self.origins.units, id), field)
    }

    /// A field of an entity; module.json where the entity has no place of its own.
    fn place(&self, origin: Option<Origin>, field: &'static str) -> Place {
        match origin.or(self.origins.module) {
            Some(origin) => origin.at(field),
            None => Place::file(crate::span::FileId(0)),
        }
    }
}

/// A scenario as a check sees it.
pub struct ScenarioContext<'a> {
    pub id: ScenarioId,
    pub engine: &'a Engine<'a>,
    /// Where its lines stand.
    pub origins: &'a ScenarioOrigins,
    /// Who stands where at the start.
    pub start: &'a Position,
    /// The start, as questions see it.
    pub situation: &'a Situation<'a>,
    /// The start with nobody on the map.
    pub nobody: &'a Position,
    /// Whether all who arrive fit; found when first asked for.
    arriving: OnceCell<Vec<arriving::Group>>,
}

/// What a check is asked about.
enum Scope {
    Game(fn(&CheckContext<'_>, &mut Sink)),
    EachFormation(fn(&CheckContext<'_>, FormationId, &mut Sink)),
    EachUnit(fn(&CheckContext<'_>, UnitId, &mut Sink)),
    EachTable(fn(&CheckContext<'_>, TableId, &mut Sink)),
    EachScenario(fn(&CheckContext<'_>, &ScenarioContext<'_>, &mut Sink)),
}

pub struct Check {
    /// What it finds.
    pub rule: &'static Rule,
    run: Scope,
}

/// Every check, by code.
pub static CHECKS: &[Check] = &[
    unit::wrong_side::CHECK,
    formation::formation_count::CHECK,
    formation::stray_formation::CHECK,
    unit::rating_out_of_range::CHECK,
    unit::misplaced_rating::CHECK,
    unit::steps_and_faces::CHECK,
    unit::stronger_back::CHECK,
    unit::alike_names::CHECK,
    formation::same_regiment::CHECK,
    formation::roster_differs::CHECK,
    rules::deck_count::CHECK,
    formation::remnant_circle::CHECK,
    unit::unstorable_id::CHECK,
    unit::unlikely_rating::CHECK,
    unit::unlikely_class::CHECK,
    unit::unlikely_type::CHECK,
    unit::exchanged_ratings::CHECK,
    unit::copied_counter::CHECK,
    unit::unchanged_back::CHECK,
    unit::printed_differs::CHECK,
    map::unused_glyph::CHECK,
    map::unbridged_crossing::CHECK,
    map::river_end::CHECK,
    map::off_edge::CHECK,
    map::roadless_entry::CHECK,
    map::unreached_source::CHECK,
    map::isolated_road::CHECK,
    map::road_stops_short::CHECK,
    map::two_names::CHECK,
    map::overlapping_areas::CHECK,
    map::shared_entry::CHECK,
    map::road_at_edge::CHECK,
    map::place_off_roads::CHECK,
    setup::placed_twice::CHECK,
    setup::off_the_map::CHECK,
    setup::overstacked::CHECK,
    setup::prohibited_terrain::CHECK,
    setup::with_the_enemy::CHECK,
    setup::arrival_out_of_turn::CHECK,
    setup::nowhere::CHECK,
    setup::enemy_entry::CHECK,
    setup::idle_removal::CHECK,
    setup::too_many_markers::CHECK,
    setup::trackless_marker::CHECK,
    setup::forbidden_setup::CHECK,
    setup::no_room::CHECK,
    setup::out_of_supply::CHECK,
    setup::needless_marker::CHECK,
    setup::at_odds::CHECK,
    setup::misplaced_marker::CHECK,
    setup::shut_entry::CHECK,
    setup::cannot_enter::CHECK,
    setup::crowded_entry::CHECK,
    setup::two_holders::CHECK,
    setup::half_placed::CHECK,
    setup::early_withdrawal::CHECK,
    setup::kept_apart::CHECK,
    setup::lone_arrival::CHECK,
    rules::idle_selector::CHECK,
    rules::unused::CHECK,
    rules::never_set::CHECK,
    rules::never_holds::CHECK,
    rules::victory_never::CHECK,
    rules::victory_always::CHECK,
    rules::victory_gap::CHECK,
    rules::idle_change::CHECK,
    rules::idle_place::CHECK,
    rules::unknown_rule::CHECK,
    rules::rule_circle::CHECK,
    rules::idle_phase::CHECK,
    rules::unshown_back::CHECK,
    rules::idle_effect::CHECK,
    rules::idle_outcome::CHECK,
    rules::never_comes::CHECK,
    rules::unsaid_result::CHECK,
    rules::hidden_entry::CHECK,
    rules::said_twice::CHECK,
    rules::absent_cast::CHECK,
    rules::odd_calendar::CHECK,
    rules::near_word::CHECK,
    table::result_differs::CHECK,
    rules::named_twice::CHECK,
    rules::idle_surcharge::CHECK,
    rules::policy_field::CHECK,
    rules::idle_field::CHECK,
    table::roll_without_row::CHECK,
    table::roll_with_two_rows::CHECK,
    table::undefined_result::CHECK,
    table::unused_result::CHECK,
    table::columns_out_of_order::CHECK,
    table::impossible_roll::CHECK,
    table::reprint_differs::CHECK,
    table::example_differs::CHECK,
    table::cells_out_of_order::CHECK,
    table::nearly_ordered::CHECK,
    art::unknown_slot_word::CHECK,
    art::blank_slot::CHECK,
    art::crooked_image::CHECK,
    #[cfg(feature = "svg")]
    art::crowded_slot::CHECK,
    #[cfg(feature = "svg")]
    art::low_contrast::CHECK,
    #[cfg(feature = "svg")]
    art::unknown_symbol::CHECK,
    #[cfg(feature = "svg")]
    art::missing_picture::CHECK,
    #[cfg(feature = "svg")]
    art::unused_picture::CHECK,
    #[cfg(feature = "svg")]
    art::picture_size::CHECK,
    #[cfg(feature = "svg")]
    art::unreadable_picture::CHECK,
    #[cfg(feature = "svg")]
    art::missing_letters::CHECK,
    #[cfg(feature = "svg")]
    art::box_off_image::CHECK,
    #[cfg(feature = "svg")]
    art::unprintable_map::CHECK,
    #[cfg(feature = "svg")]
    art::unusable_die_sheet::CHECK,
    art::alike_colours::CHECK,
    #[cfg(feature = "svg")]
    art::large_counters::CHECK,
    #[cfg(feature = "svg")]
    art::unplaced_name::CHECK,
    #[cfg(feature = "svg")]
    art::unwritten_letters::CHECK,
    #[cfg(feature = "svg")]
    art::unknown_icon::CHECK,
    art::slot_off_counter::CHECK,
    vassal::trailing_backslash::CHECK,
    vassal::misfit_component::CHECK,
    #[cfg(feature = "svg")]
    vassal::missing_kit_part::CHECK,
    import::idle_prototype::CHECK,
    import::unknown_prototype::CHECK,
    import::idle_picture::CHECK,
    import::lost_picture::CHECK,
    import::doubled_counter::CHECK,
    import::stray_counter::CHECK,
    import::off_board::CHECK,
    import::between_hexes::CHECK,
    import::name_and_place::CHECK,
    import::property_spelling::CHECK,
];

/// What one thread takes at a time: a check of the whole game, or a scenario with all that is asked of it.
enum Job {
    Check(&'static Check),
    Scenario(ScenarioId),
}

fn jobs(game: &Game) -> Vec<Job> {
    let checks = CHECKS.iter().filter(|check| !matches!(check.run, Scope::EachScenario(_)));
    checks.map(Job::Check).chain(game.scenarios.ids().map(Job::Scenario)).collect()
}

/// Runs every check, and says its name when it ends. On several threads it says nothing, but what is found stands in the
/// same order.
pub fn run(context: &CheckContext<'_>, sink: &mut Sink, ended: &mut dyn FnMut(&'static str), threads: usize) {
    let jobs = jobs(context.game);
    if threads < 2 {
        for job in &jobs {
            // As on several threads: what is held of too many findings depends on how they are joined.
            let mut part = sink.beside();
            job.run(context, &mut part, ended);
            sink.take(part);
        }
        return;
    }
    let beside = || Sink::beside(sink);
    let run = |job: &Job| {
        let mut part = beside();
        job.run(context, &mut part, &mut |_| {});
        part
    };
    let found = threads::within(threads, || threads::map(&jobs, run));
    ended("checks");
    found.into_iter().for_each(|part| sink.take(part));
}

impl Job {
    fn run(&self, context: &CheckContext<'_>, sink: &mut Sink, ended: &mut dyn FnMut(&'static str)) {
        let check = match self {
            Job::Check(check) => check,
            Job::Scenario(id) => return scenario(context, *id, sink, ended),
        };
        match check.run {
            Scope::Game(run) => run(context, sink),
            Scope::EachFormation(run) => context.game.formations.ids().for_each(|id| run(context, id, sink)),
            Scope::EachUnit(run) => context.game.units.ids().for_each(|id| run(context, id, sink)),
            Scope::EachTable(run) => context.game.tables.ids().for_each(|id| run(context, id, sink)),
            Scope::EachScenario(_) => return,
        }
        ended(check.rule.name);
    }
}

/// Everything that is asked of a scenario; nothing where parts of it could not be read.
fn scenario(context: &CheckContext<'_>, id: ScenarioId, sink: &mut Sink, ended: &mut dyn FnMut(&'static str)) {
    let Some(scenario) = context.game.scenarios.at(id) else { return };
    let Some(origins) = context.origins.scenarios.get(crate::model::Key::index(id)).filter(|o| !o.partial) else { return };
    let engine = context.engine.of(Some(id));
    let start = Position::start(context.game, scenario);
    let situation = Situation::new(&engine, &start, engine.start());
    let mut nobody = start.clone();
    nobody.clear();
    ended("engine");
    let seen = ScenarioContext {
        id,
        engine: &engine,
        origins,
        start: &start,
        situation: &situation,
        nobody: &nobody,
        arriving: OnceCell::new(),
    };
    for check in CHECKS {
        if let Scope::EachScenario(run) = check.run {
            run(context, &seen, sink);
            ended(check.rule.name);
        }
    }
}
