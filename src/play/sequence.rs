//! The sequence of play: which phases a turn has, in which order, and what is done in each.

use crate::model::{Activity, Game, Key, Phase, PhaseName, Scenario, SideId};
use crate::sorting::Arrange;

/// A phase as it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayPhase {
    /// Its place in the game's list; nothing for one that the game does not name.
    pub number: Option<usize>,
    /// The number by which rules name it.
    pub id: Option<PhaseName>,
    /// What people call it.
    pub name: String,
    /// The side whose phase it is; everybody's if none.
    pub side: Option<SideId>,
    pub does: Vec<Activity>,
    /// Whether units move as usual in it, and not only in modes that name it.
    pub plain: bool,
    /// Whether it is played only when an effect says so.
    pub run: bool,
}

/// The phases of a turn in the order of a scenario. A game without phases has one for each side, in which everything is
/// done.
pub fn sequence(game: &Game, scenario: &Scenario) -> Vec<PlayPhase> {
    let mut phases: Vec<PlayPhase> = game.phases.values().enumerate().map(|(n, phase)| named(game, n, phase)).collect();
    let runs = game.run_phases();
    for phase in &mut phases {
        phase.run = phase.id.is_some_and(|id| runs.contains(&id));
    }
    if phases.is_empty() {
        let each = game.sides.iter().map(|(side, is)| PlayPhase {
            number: None,
            id: None,
            name: is.name.clone().unwrap_or_else(|| is.id.clone()),
            side: Some(side),
            does: Vec::new(),
            plain: false,
            run: false,
        });
        phases = each.collect();
    }
    in_order(&mut phases, &scenario.order);
    let everywhere = !phases.iter().any(|phase| phase.side.is_some() || phase.run);
    // What no phase is named for is done in every phase of a side.
    for activity in [Activity::Move, Activity::Fight, Activity::Act, Activity::Arrive] {
        let said = phases.iter().any(|phase| match activity {
            Activity::Move => phase.plain,
            activity => phase.does.contains(&activity),
        });
        // An action without a phase may be done in any.
        let loose = activity == Activity::Act && game.rules.actions.iter().any(|action| action.phase.is_none());
        if said && !loose {
            continue;
        }
        let moves = phases.iter().any(|phase| phase.does.contains(&Activity::Move));
        for phase in &mut phases {
            // Who arrives does so where units move, if that is known.
            let here = activity != Activity::Arrive || !moves || phase.does.contains(&Activity::Move);
            if here && (phase.side.is_some() || phase.run || everywhere) && !phase.does.contains(&activity) {
                phase.does.push(activity);
                phase.plain |= activity == Activity::Move;
            } else if activity == Activity::Move && (phase.side.is_some() || phase.run || everywhere) {
                phase.plain = true;
            }
        }
    }
    let supplied = phases.iter().any(|phase| phase.does.contains(&Activity::Supply));
    if let Some(last) = phases.last_mut().filter(|_| !supplied) {
        last.does.push(Activity::Supply);
    }
    phases
}

fn named(game: &Game, number: usize, phase: &Phase) -> PlayPhase {
    let rules = &game.rules;
    let names = |list: &Option<Vec<PhaseName>>| list.iter().flatten().any(|name| *name == phase.number);
    let modes = rules.movement.iter().flat_map(|movement| movement.modes.iter());
    let combats = || rules.combat.iter().flat_map(|combat| combat.iter());
    let traces = rules.supply.iter().flat_map(|supply| supply.traces.iter());
    let implied = [
        (Activity::Move, modes.into_iter().any(|mode| names(&mode.phase))),
        (Activity::Fight, combats().any(|combat| names(&combat.phase))),
        (Activity::Resolve, combats().any(|combat| names(&combat.resolve))),
        (Activity::Act, rules.actions.iter().any(|action| names(&action.phase))),
        (Activity::Supply, traces.into_iter().any(|trace| names(&trace.phase))),
        (Activity::Cards, rules.decks.iter().any(|deck| names(&deck.phase))),
    ];
    let said = phase.does.clone().unwrap_or_default();
    let plain = said.contains(&Activity::Move);
    let mut does = said;
    for (activity, _) in implied.into_iter().filter(|(_, there)| *there) {
        if !does.contains(&activity) {
            does.push(activity);
        }
    }
    PlayPhase {
        number: Some(number),
        id: Some(phase.number),
        name: phase.name.clone().unwrap_or_else(|| phase.id.clone()),
        side: phase.side,
        does,
        plain,
        run: false,
    }
}

/// Puts the turns of the sides into another order: phases of one side in a row stay together, and so does what stands
/// between them.
fn in_order(phases: &mut Vec<PlayPhase>, order: &[SideId]) {
    if order.is_empty() {
        return;
    }
    let place = |side: SideId| order.iter().position(|other| *other == side).unwrap_or(order.len() + side.index());
    let mut out: Vec<PlayPhase> = Vec::with_capacity(phases.len());
    // Blocks of one side each, until a side comes again.
    let mut blocks: Vec<(SideId, Vec<PlayPhase>)> = Vec::new();
    let close = |blocks: &mut Vec<(SideId, Vec<PlayPhase>)>, out: &mut Vec<PlayPhase>| {
        blocks.arrange_by_key(|(side, _)| place(*side));
        out.extend(blocks.drain(..).flat_map(|(_, block)| block));
    };
    for phase in phases.drain(..) {
        let Some(side) = phase.side else {
            close(&mut blocks, &mut out);
            out.push(phase);
            continue;
        };
        match blocks.last_mut() {
            Some((last, block)) if *last == side => block.push(phase),
            _ => {
                if blocks.iter().any(|(other, _)| *other == side) {
                    close(&mut blocks, &mut out);
                }
                blocks.push((side, vec![phase]));
            }
        }
    }
    close(&mut blocks, &mut out);
    *phases = out;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(id: &str, side: Option<u32>) -> PlayPhase {
        let side = side.map(SideId);
        PlayPhase { number: None, id: None, name: id.to_owned(), side, does: Vec::new(), plain: false, run: false }
    }

    fn ordered(phases: &[(&str, Option<u32>)], order: &[u32]) -> Vec<String> {
        let mut list: Vec<PlayPhase> = phases.iter().map(|(id, side)| phase(id, *side)).collect();
        in_order(&mut list, &order.iter().map(|n| SideId(*n)).collect::<Vec<_>>());
        let name = |phase: PlayPhase| format!("{}{}", phase.name, phase.side.map_or_else(String::new, |s| s.0.to_string()));
        list.into_iter().map(name).collect()
    }

    #[test]
    fn the_sides_change_places_and_what_stands_between_stays() {
        let turn = [("event", None), ("move", Some(0)), ("fight", Some(0)), ("move", Some(1)), ("fight", Some(1)), ("end", None)];
        assert_eq!(ordered(&turn, &[1, 0]), ["event", "move1", "fight1", "move0", "fight0", "end"]);
        assert_eq!(ordered(&turn, &[0, 1]), ["event", "move0", "fight0", "move1", "fight1", "end"]);
        assert_eq!(ordered(&turn, &[]), ["event", "move0", "fight0", "move1", "fight1", "end"]);
    }

    #[test]
    fn sides_that_take_turns_within_a_turn_change_places_each_time() {
        let turn = [("move", Some(0)), ("move", Some(1)), ("fight", Some(0)), ("fight", Some(1))];
        assert_eq!(ordered(&turn, &[1, 0]), ["move1", "move0", "fight1", "fight0"]);
    }
}
