//! An effect that is on nobody: where it stands there is no unit, no combat, no hex or no hexside.

use crate::check::happening::{Around, Happening, all, each};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Effect, Game, MarkerOn, Units, Who};
use crate::rules::could_fit;

static RULE: Rule =
    Rule { code: "M0514", name: "idle-effect", severity: Severity::Warning, docs: include_str!("idle_effect.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let lost = context.incomplete;
    if lost.rules || lost.cards || lost.markers || context.origins.tables.iter().any(|table| table.incomplete) {
        return;
    }
    for list in &all(context).lists {
        each(list.effects, list.place.as_ref(), list.around, &mut |effect, place, around| {
            let Some(place) = place else { return };
            if let Some(lack) = lacks(context.game, effect, around) {
                let message = lack.message(list.here);
                let place = if lack.is_who() { place.field(lack.field) } else { place };
                sink.report(Diag::new(&RULE, place, message).help(lack.help));
            } else if let Some(of) = strangers(context, list, effect, around) {
                let message = "no unit that does this is one of these".to_owned();
                let diag = Diag::new(&RULE, place.field(of), message);
                sink.report(diag.help("correct one of the two selectors, or take the effect out"));
            }
        });
    }
}

/// What an effect needs and has not.
struct Lack {
    /// What it names or does, as a subject.
    what: String,
    missing: &'static str,
    /// The field that is wrong, if it is `who` or `each`.
    field: &'static str,
    help: &'static str,
}

impl Lack {
    fn is_who(&self) -> bool {
        !self.field.is_empty()
    }

    fn message(&self, here: &str) -> String {
        format!("{}: {here} there is no {}", self.what, self.missing)
    }
}

fn lacks(game: &Game, effect: &Effect, around: Around) -> Option<Lack> {
    let nobody = |who: Who, field: &'static str| {
        let (word, missing, help, there) = match who {
            Who::Unit => ("unit", "unit that does or suffers it", "name others in `who`, or say who does it", around.unit),
            Who::Attacker => ("attacker", "combat", "write `unit`, or `both` and `of`", around.battle),
            Who::Defender => ("defender", "combat", "write `unit`, or `both` and `of`", around.battle),
            Who::Both => return None,
        };
        (!there).then(|| Lack { what: format!("`{word}` is nobody"), missing, field, help })
    };
    let nothing = |there: bool, what: &str, missing: &'static str, help: &'static str| {
        (!there).then(|| Lack { what: what.to_owned(), missing, field: "", help })
    };
    let out = "take it out, or put it where that is";
    match effect {
        Effect::Lose { who, .. }
        | Effect::Eliminate { who, .. }
        | Effect::Retreat { who, .. }
        | Effect::State { who, .. }
        | Effect::Clear { who, .. }
        | Effect::Gain { who, .. }
        | Effect::Exit { who, .. } => nobody(*who, "who"),
        Effect::Roll { each, .. } => nobody((*each)?, "each"),
        Effect::Exchange { .. } => nothing(around.battle, "nobody is exchanged", "combat", out),
        Effect::Advance { who, .. } => {
            nothing(around.battle, "nobody advances", "combat", out).or_else(|| who.and_then(|who| nobody(who, "who")))
        }
        Effect::AttackAgain { .. } => nothing(around.battle, "nobody attacks again", "combat", out),
        Effect::Attack { .. } => nothing(around.unit || around.hex, "nobody is attacked", "unit or hex", out),
        Effect::Result { .. } => nothing(around.battle, "no result is changed", "combat", out),
        Effect::Stop {} => nothing(around.moving, "no move is stopped", "move that goes on", out),
        Effect::Bridge { at: None, .. } => nothing(around.across, "no bridge is changed", "hexside", "say in `at` which bridges"),
        Effect::Return { at: None, .. } => {
            nothing(around.hex, "nobody comes back", "hex to come to", "say in `at` where they come")
        }
        Effect::Place { marker, at, who, of } => {
            let marker = game.markers.at(*marker)?;
            let what = format!("marker `{}` is placed nowhere", marker.id);
            match (marker.on, who) {
                (Some(MarkerOn::Unit), Some(who)) => nobody(*who, "who"),
                (Some(MarkerOn::Unit), None) => nothing(
                    around.unit || of.is_some(),
                    &what,
                    "unit that does or suffers it",
                    "say in `who` or `of` which units get it",
                ),
                (Some(MarkerOn::Hexside), _) => nothing(around.across || at.is_some(), &what, "hexside", out),
                // Markers of tracks are moved by those who read them.
                (Some(MarkerOn::Track) | None, _) => None,
                (Some(MarkerOn::Hex), _) => nothing(around.hex || at.is_some(), &what, "hex", "say in `at` where it is placed"),
            }
        }
        Effect::Remove { marker, at, who, of } => {
            let marker = game.markers.at(*marker)?;
            let what = format!("marker `{}` is taken from nobody", marker.id);
            match (marker.on, who) {
                (_, Some(who)) => nobody(*who, "who"),
                (Some(MarkerOn::Unit), None) => nothing(
                    around.unit || of.is_some() || at.is_some(),
                    &what,
                    "unit that does or suffers it",
                    "say in `who` or `of` which units lose it; `\"of\": {}` is all",
                ),
                _ => None,
            }
        }
        Effect::Flip { .. }
        | Effect::When { .. }
        | Effect::Choose { .. }
        | Effect::Bridge { .. }
        | Effect::Counter { .. }
        | Effect::Flag { .. }
        | Effect::Control { .. }
        | Effect::Draw { .. }
        | Effect::Shift { .. }
        | Effect::Modify { .. }
        | Effect::Return { .. }
        | Effect::Move { .. }
        | Effect::Run { .. }
        | Effect::Weather { .. }
        | Effect::Ground { .. }
        | Effect::Cancel {}
        | Effect::Win { .. } => None,
    }
}

/// Whether an effect on the unit that does it is only for units none of which does it.
fn strangers(context: &CheckContext<'_>, list: &Happening<'_>, effect: &Effect, around: Around) -> Option<&'static str> {
    let game = context.game;
    // In a roll for each of others, `unit` is one of those.
    let who = list.who.filter(|_| around == list.around && !context.incomplete.units && !game.units.is_empty())?;
    let of: &Units = match effect {
        Effect::Lose { who: Who::Unit, of, .. }
        | Effect::Eliminate { who: Who::Unit, of, .. }
        | Effect::Retreat { who: Who::Unit, of, .. }
        | Effect::State { who: Who::Unit, of, .. }
        | Effect::Clear { who: Who::Unit, of, .. }
        | Effect::Gain { who: Who::Unit, of, .. }
        | Effect::Exit { who: Who::Unit, of, .. }
        | Effect::Place { who: Some(Who::Unit), of, .. }
        | Effect::Remove { who: Some(Who::Unit), of, .. } => of.as_deref()?,
        _ => return None,
    };
    let mut both = (false, false);
    for id in game.units.ids() {
        let fits = (could_fit(game, who, id), could_fit(game, of, id));
        if fits == (true, true) {
            return None;
        }
        both = (both.0 || fits.0, both.1 || fits.1);
    }
    // A selector that fits nobody at all is a fault of its own.
    (both == (true, true)).then_some("of")
}
