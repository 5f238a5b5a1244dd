//! An entry of a list in which the first that fits counts, or the last, and that another one always hides.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Condition, Entries, Game, Look, PlateLayout, Ruled, Units};
use crate::rules::{Truth, counter_fits, covers, every_state, implies};
use crate::span::{Origin, Place};

static RULE: Rule =
    Rule { code: "M0518", name: "hidden-entry", severity: Severity::Warning, docs: include_str!("hidden_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// An entry as it stands in its list.
struct Entry<'g> {
    /// As authors call it.
    name: String,
    place: Place,
    who: Option<&'g Units>,
    when: Option<&'g Condition>,
    /// Whether it is something else in a scenario, with an option or for some turns: then it hides nothing.
    varies: bool,
}

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    plate_layouts(context, sink);
    if context.incomplete.units || context.incomplete.rules || game.units.is_empty() {
        return;
    }
    if let Some(zones) = &game.rules.zones {
        first_counts(context, &entries(context, "zones.exert", &zones.exert, |entry| entry.who.as_ref()), sink);
    }
    if let Some(entering) = &game.rules.entry {
        first_counts(context, &entries(context, "entry.rules", &entering.rules, |entry| entry.who.as_ref()), sink);
    }
    let layouts = game.layouts.iter().zip(&context.origins.layouts).enumerate().map(|(n, (layout, origin))| Entry {
        name: format!("layout {}", n + 1),
        place: origin.at("for"),
        who: layout.who.as_ref(),
        when: None,
        varies: false,
    });
    first_counts(context, &layouts.collect::<Vec<_>>(), sink);
    looks(context, sink);
}

fn entries<'g, T: Ruled>(
    context: &CheckContext<'_>,
    list: &str,
    entries: &'g Entries<T>,
    who: fn(&'g T) -> Option<&'g Units>,
) -> Vec<Entry<'g>> {
    let seen = entries.list.iter().enumerate().filter_map(|(n, entry)| {
        let origin = context.origins.rules.get(&format!("{list}/{}", entry.id()))?;
        Some(Entry {
            name: format!("`{}`", entry.id()),
            place: origin.at("id"),
            who: who(entry),
            when: entry.when(),
            varies: entries.variants.iter().any(|variant| variant.entry == n),
        })
    });
    seen.collect()
}

/// Of these the first that fits a unit counts.
fn first_counts(context: &CheckContext<'_>, list: &[Entry<'_>], sink: &mut Sink) {
    let game = context.game;
    // By those that hide them: one entry in the wrong place may hide all that come after it.
    let mut hidden: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (n, entry) in list.iter().enumerate().skip(1).filter(|(_, entry)| !entry.varies) {
        let before = list.iter().enumerate().take(n);
        let before = before.filter(|(_, other)| !other.varies && holds_too(game, other.when, entry.when));
        let (places, before): (Vec<usize>, Vec<&Entry<'_>>) = before.unzip();
        if let Some(hiders) = hidden_by(game, entry.who, &before) {
            hidden.entry(hiders.iter().filter_map(|n| places.get(*n)).copied().collect()).or_default().push(n);
        }
    }
    let named = |entries: &[usize]| {
        let names: Vec<&str> = entries.iter().filter_map(|n| list.get(*n)).map(|entry| entry.name.as_str()).collect();
        match names.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            all => all.join(""),
        }
    };
    for (hiders, entries) in &hidden {
        // Where one hides several, it is the one that stands in the wrong place.
        let (at, others) = match (hiders.as_slice(), entries.as_slice()) {
            ([one], [_, _, ..]) => (*one, entries),
            (_, [first, ..]) => (*first, hiders),
            _ => continue,
        };
        let Some(entry) = list.get(at) else { continue };
        let fits = if hiders.len() == 1 { "fits every unit" } else { "fit every unit" };
        let message = match entries.len() {
            1 => format!("{} never counts: {} before it {fits} that it fits", named(entries), named(hiders)),
            _ => format!("{} never count: {} before them {fits} that they fit", named(entries), named(hiders)),
        };
        let mut diag = Diag::new(&RULE, entry.place.clone(), message);
        for other in others.iter().filter_map(|n| list.get(*n)) {
            let what = if others == hiders { "this one counts" } else { "this one never counts" };
            diag = diag.related(other.place.clone(), what);
        }
        sink.report(diag.help("the first that fits counts: write the special one first, or take one of them out"));
    }
}

fn holds_too(game: &Game, before: Option<&Condition>, after: Option<&Condition>) -> bool {
    match (before, after) {
        (None, _) => true,
        (Some(before), Some(after)) => implies(game, after, before),
        (Some(_), None) => false,
    }
}

/// Which of the entries before it take all that it fits; nothing if something is left to it, or if it fits nobody.
fn hidden_by(game: &Game, who: Option<&Units>, before: &[&Entry<'_>]) -> Option<Vec<usize>> {
    let mut hiders: Vec<usize> = Vec::new();
    let mut some = false;
    for (unit, state) in every_state(game) {
        if who.is_some_and(|who| counter_fits(game, who, unit, state) == Truth::False) {
            continue;
        }
        some = true;
        let fits = |entry: &Entry<'_>| entry.who.is_none_or(|who| counter_fits(game, who, unit, state) == Truth::True);
        let known = hiders.iter().any(|n| before.get(*n).is_some_and(|entry| fits(entry)));
        if !known {
            hiders.push(before.iter().position(|entry| fits(entry))?);
        }
    }
    hiders.sort_unstable();
    some.then_some(hiders)
}

/// Layouts of markers and of cards.
fn plate_layouts(context: &CheckContext<'_>, sink: &mut Sink) {
    let (game, art, origins) = (context.game, &context.game.art, context.origins);
    if !context.incomplete.markers {
        let markers: Vec<Vec<&str>> = game.markers.values().map(|it| vec![it.id.as_str()]).collect();
        plates("marker", &art.marker_layouts, &origins.marker_layouts, &markers, sink);
    }
    if !context.incomplete.cards {
        let cards: Vec<Vec<&str>> = game.cards.values().map(|it| vec![it.id.as_str(), it.deck.as_str()]).collect();
        plates("card", &art.card_layouts, &origins.card_layouts, &cards, sink);
    }
}

/// Layouts of markers or cards, of which the first counts that has one of the names that something goes by.
fn plates(what: &str, layouts: &[PlateLayout], origins: &[Origin], all: &[Vec<&str>], sink: &mut Sink) {
    let fits = |layout: &PlateLayout, names: &[&str]| {
        layout.who.is_empty() || layout.who.iter().any(|who| names.contains(&who.as_str()))
    };
    let first = |names: &Vec<&str>| layouts.iter().position(|layout| fits(layout, names));
    for (n, (layout, origin)) in layouts.iter().zip(origins).enumerate() {
        let mut hiders: Vec<usize> = all.iter().filter(|names| fits(layout, names)).filter_map(first).collect();
        hiders.sort_unstable();
        hiders.dedup();
        let Some(hider) = hiders.first().filter(|_| !hiders.contains(&n)).and_then(|n| origins.get(*n)) else { continue };
        let before: Vec<String> = hiders.iter().map(|n| (n + 1).to_string()).collect();
        let (s, fit) = if hiders.len() == 1 { ("", "fits") } else { ("s", "fit") };
        let message = format!(
            "{what} layout {} never counts: layout{s} {} before it {fit} every {what} that it fits",
            n + 1,
            before.join(" and ")
        );
        let diag = Diag::new(&RULE, origin.at("for"), message).related(hider.at("for"), "this one counts");
        sink.report(diag.help("the first that fits counts: write the special one first, or take one of them out"));
    }
}

/// Of looks all that fit are used, the later ones over the earlier.
fn looks(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let list: Vec<(&Look, &crate::span::Origin)> = game.art.looks.iter().zip(&context.origins.looks).collect();
    for (n, (look, origin)) in list.iter().enumerate() {
        let over = list.iter().enumerate().skip(n + 1).filter(|(_, (other, _))| goes_over(look, other));
        let over: Vec<_> = over.collect();
        let fits = |who: &Units| every_state(game).any(|(unit, state)| counter_fits(game, who, unit, state) != Truth::False);
        if look.who.as_ref().is_some_and(|who| !fits(who)) {
            continue;
        }
        if let Some((later, (_, other))) =
            over.into_iter().find(|(_, (other, _))| covers(game, other.who.as_ref(), look.who.as_ref()))
        {
            let message = format!("look {} is never seen: look {} goes over it on every counter that it fits", n + 1, later + 1);
            let diag = Diag::new(&RULE, origin.at("for"), message).related(other.at("for"), "this one is seen");
            sink.report(diag.help("the last that fits counts: write the special one last, or take one of them out"));
        }
    }
}

/// Whether a later look says something else of all that an earlier one speaks of.
fn goes_over(look: &Look, later: &Look) -> bool {
    let says = |has: bool, says: bool| !has || says;
    look.of == later.of
        && says(look.frame.is_some(), later.frame.is_some())
        && says(!look.before.is_empty(), !later.before.is_empty())
        && says(!look.after.is_empty(), !later.after.is_empty())
        && says(look.ink.is_some(), later.ink.is_some())
        && says(look.ground.is_some(), later.ground.is_some())
        && look.slots.iter().all(|(place, _)| later.slots.iter().any(|(other, _)| other == place))
}
