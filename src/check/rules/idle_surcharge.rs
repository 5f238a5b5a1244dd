//! A surcharge for a step that a ban forbids.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Act, Ban, Hexes, Hexsides, Surcharge};
use crate::rules::{Moment, Position, Query, Situation, covers, implies};

static RULE: Rule =
    Rule { code: "M0525", name: "idle-surcharge", severity: Severity::Warning, docs: include_str!("idle_surcharge.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// What a step is.
const STEPS: [Act; 4] = [Act::Move, Act::Enter, Act::Leave, Act::Cross];

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    let Some(movement) = &game.rules.movement else { return };
    if lost.rules || lost.units || lost.map || lost.lines || lost.missed_terrain || game.map.is_none() {
        return;
    }
    let bans = &game.rules.bans;
    let lifted = |ban: &Ban| bans.all().any(|other| other.lifts.iter().flatten().any(|lifts| lifts.0 == ban.id.0));
    let varies = |n: usize| bans.variants.iter().any(|variant| variant.entry == n);
    let plain =
        |ban: &Ban| ban.of.iter().any(|act| STEPS.contains(act)) && ban.only != Some(true) && ban.mode.is_none() && !lifted(ban);
    let nobody = Position::default();
    let situation = Situation::new(context.engine, &nobody, Moment { open: true, ..Moment::default() });
    let query = situation.ever();
    for surcharge in movement.surcharges.iter() {
        let mut forbidding = bans.list.iter().enumerate().filter(|(n, ban)| !varies(*n) && plain(ban)).map(|(_, ban)| ban);
        let Some(ban) = forbidding.find(|ban| forbids(context, &query, ban, surcharge)) else { continue };
        let place = |list: &str, id: &str| context.origins.rules.get(&format!("{list}/{id}")).map(|origin| origin.at("id"));
        let Some(at) = place("movement.surcharges", &surcharge.id.0) else { continue };
        let message = format!("nobody ever pays `{}`: `{}` forbids the step", surcharge.id.0, ban.id.0);
        let mut diag = Diag::new(&RULE, at, message).printed_rule(surcharge.rule.as_ref().map(|rule| rule.0.as_str()));
        if let Some(other) = place("bans", &ban.id.0) {
            diag = diag.related(other, "the ban");
        }
        sink.report(diag.help("take one of the two out, or let the ban be for others"));
    }
}

/// Whether a ban forbids every step that a surcharge is for.
fn forbids(context: &CheckContext<'_>, query: &Query<'_>, ban: &Ban, surcharge: &Surcharge) -> bool {
    let game = context.game;
    let when = match (&ban.when, &surcharge.when) {
        (None, _) => true,
        (Some(ban), Some(surcharge)) => implies(game, surcharge, ban),
        (Some(_), None) => false,
    };
    when && covers(game, ban.who.as_ref(), surcharge.who.as_ref())
        && hexes(context, query, ban.to.as_ref(), surcharge.into.as_ref())
        && hexes(context, query, ban.from.as_ref(), surcharge.from.as_ref())
        && hexsides(context, query, ban.across.as_ref(), surcharge.across.as_ref())
}

fn hexes(context: &CheckContext<'_>, query: &Query<'_>, ban: Option<&Hexes>, surcharge: Option<&Hexes>) -> bool {
    let (Some(ban), Some(map)) = (ban, &context.game.map) else { return true };
    let Some(surcharge) = surcharge else { return false };
    // What is written alike is alike, also where play decides.
    ban == surcharge || map.board.hexes().all(|hex| !query.is_hex(surcharge, hex).possible() || query.is_hex(ban, hex).sure())
}

fn hexsides(context: &CheckContext<'_>, query: &Query<'_>, ban: Option<&Hexsides>, surcharge: Option<&Hexsides>) -> bool {
    let (Some(ban), Some(map)) = (ban, &context.game.map) else { return true };
    let Some(surcharge) = surcharge else { return false };
    let board = &map.board;
    let within = |hex| {
        let mut near = board.neighbours(hex).into_iter().flatten();
        near.all(|to| !query.is_hexside(surcharge, hex, to).possible() || query.is_hexside(ban, hex, to).sure())
    };
    ban == surcharge || board.hexes().all(within)
}
