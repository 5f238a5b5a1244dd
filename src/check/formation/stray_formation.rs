//! A formation that only a row of the counter sheet makes, and whose name is nearly that of another.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, TooMany, decided};
use crate::model::{FormationId, Key};

static RULE: Rule =
    Rule { code: "M0207", name: "stray-formation", severity: Severity::Warning, docs: include_str!("stray_formation.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachFormation(check) };

fn check(context: &CheckContext<'_>, id: FormationId, sink: &mut Sink) {
    let near = match meant(context, id) {
        Ok(Some(near)) => near,
        Ok(None) => return,
        Err(TooMany) => return sink.unchecked("formations that only a row makes", TooMany::WHY),
    };
    let name = &context.game.formations[id].id;
    let Some(origin) = crate::origins::of(&context.origins.formations, id) else { return };
    let message = format!("formation `{name}` is in no list; this row makes it");
    sink.report(
        Diag::new(&RULE, origin.at("formation"), message)
            .help(format!("did you mean `{near}`? If not, add it to the list of formations")),
    );
}

/// The declared formation that a row's own formation was probably meant to be.
pub(super) fn meant<'a>(context: &CheckContext<'a>, id: FormationId) -> Result<Option<&'a str>, TooMany> {
    let declared = |id: FormationId| context.origins.declared_formations.get(id.index()).copied().unwrap_or(false);
    if declared(id) || context.incomplete.formations {
        return Ok(None);
    }
    let formations = &context.game.formations;
    let Some(name) = formations.at(id).map(|formation| &formation.id) else { return Ok(None) };
    // Numbers tell formations apart: the 26th is not a slip for the 28th.
    let same = |other: &str| other.chars().filter(char::is_ascii_digit).eq(name.chars().filter(char::is_ascii_digit));
    let others = formations.iter().filter(|(other, _)| declared(*other)).map(|(_, f)| f.id.as_str());
    decided(name, others, same)
}
