//! A change of a rule, by a scenario or an option, that leaves the rule as it is.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Entries, Key, ListVisitor, RuleChange, Ruled, Variant};
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0508", name: "idle-change", severity: Severity::Warning, docs: include_str!("idle_change.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.rules {
        return;
    }
    let mut rules = game.rules.clone();
    let mut look = Look { context, idle: Vec::new() };
    rules.each_list(&mut look);
    for (place, entry, rule) in look.idle {
        let message = format!("this change leaves `{entry}` as it is");
        let mut diag = Diag::new(&RULE, place, message).printed_rule(rule.as_deref());
        if let Some(origin) = context.origins.rules.get(&entry) {
            diag = diag.related(*origin, "as it is");
        }
        sink.report(diag.help("correct what it sets, or take the change out"));
    }
}

/// Looks through the variants of every list.
struct Look<'c, 'a> {
    context: &'c CheckContext<'a>,
    /// Where an idle change stands, the entry that it names, and its printed rule.
    idle: Vec<(Place, String, Option<String>)>,
}

impl ListVisitor for Look<'_, '_> {
    fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>) {
        for variant in &entries.variants {
            let base = entries.list.get(variant.entry);
            if let Some(base) = base.filter(|base| variant.instead.as_ref() == Some(*base)) {
                let entry = format!("{list}/{}", base.id());
                let place = place(self.context, variant, &entry);
                self.idle.extend(place.map(|place| (place, entry, base.rule().map(str::to_owned))));
            }
        }
    }
}

/// Where a variant was written.
fn place<T>(context: &CheckContext<'_>, variant: &Variant<T>, entry: &str) -> Option<Place> {
    let game = context.game;
    let is = |change: &RuleChange| change.entry == entry && change.turns == variant.turns && change.when == variant.when;
    match (variant.scenario, variant.option) {
        (Some(id), _) => {
            let at = game.scenarios[id].changes.iter().position(is)?;
            context.origins.scenarios.get(id.index())?.changes.get(at).cloned()
        }
        (None, Some(id)) => {
            let at = game.rules.options[id].changes.iter().position(is)?;
            Some(crate::origins::of(&context.origins.options, id)?.at("changes").index(at).field("entry"))
        }
        (None, None) => None,
    }
}
