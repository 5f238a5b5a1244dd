//! A deck, a cup or a pool that does not add up: the cards that it should hold, the hand, the draw, the markers.

use std::collections::BTreeSet;

use crate::check::spoken::{all_rules, named};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean, so_many};
use crate::model::{Amount, CombatKind, Points, Ruled};

static RULE: Rule = Rule { code: "M0216", name: "deck-count", severity: Severity::Error, docs: include_str!("deck_count.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.rules || context.incomplete.cards || context.incomplete.markers {
        return;
    }
    let held = |deck: &str| game.cards.values().filter(|card| card.deck == deck).map(|card| i64::from(card.count)).sum::<i64>();
    // A game without cards does not say what its decks hold.
    for deck in game.rules.decks.iter().filter(|_| !game.cards.is_empty()) {
        let found = held(&deck.id.0);
        let Some(origin) = context.origins.rules.get(&format!("decks/{}", deck.id.0)) else { continue };
        let cards = |n: i64| so_many(n, "card", "cards");
        if let Some(stated) = deck.cards.map(i64::from).filter(|stated| *stated != found) {
            let message = format!("deck `{}` should hold {}, {found} found", deck.id.0, cards(stated));
            let diag = Diag::new(&RULE, origin.at("cards"), message).printed_rule(deck.rule());
            sink.report(diag.help("correct the number, or the `count` and `deck` of its cards"));
        }
        let wants = [("hand", "a hand holds", &deck.hand), ("draw", "a player draws", &deck.draw)];
        for (field, words, amount) in wants {
            let Some(Amount::Number(n)) = amount else { continue };
            if *n > Points::whole(i32::try_from(found).unwrap_or(i32::MAX)) && deck.returns != Some(true) {
                let message = format!("{words} {} of deck `{}`, which has {}", cards(n.floor()), deck.id.0, cards(found));
                let diag = Diag::new(&RULE, origin.at(field), message).printed_rule(deck.rule());
                sink.report(diag.help("correct the number, or add cards"));
            }
        }
    }
    for pool in game.rules.pools.iter() {
        let (Some(id), Amount::Number(wanted)) = (pool.marker, &pool.count) else { continue };
        // Counters that show it: with it in front, or on their back; without a number there are as many as needed.
        let counters = game.markers.iter().filter(|(other, marker)| *other == id || marker.back == Some(id));
        let counters: Option<u32> = counters.map(|(_, marker)| marker.count).sum();
        let Some(counters) = counters.filter(|n| *wanted > Points::whole(i32::try_from(*n).unwrap_or(i32::MAX))) else {
            continue;
        };
        let Some(origin) = context.origins.rules.get(&format!("pools/{}", pool.id.0)) else { continue };
        let message = format!(
            "pool `{}` holds {} `{}`, the game has {}",
            pool.id.0,
            so_many(wanted.floor(), "marker", "markers"),
            game.markers[id].id,
            so_many(counters, "such counter", "such counters")
        );
        let mut diag = Diag::new(&RULE, origin.at("count"), message).printed_rule(pool.rule());
        if let Some(marker) = crate::origins::of(&context.origins.markers, id) {
            diag = diag.related(marker.at("count"), "this marker");
        }
        sink.report(diag.help("correct one of the two numbers"));
    }
    // Where decks are listed, a card in none of them, and that nothing draws from, is in the wrong one.
    let mut drawn: BTreeSet<String> = game.rules.decks.iter().map(|deck| deck.id.0.clone()).collect();
    if !drawn.is_empty() {
        drawn.extend(game.tables.values().filter_map(|table| table.draw.clone()));
        drawn.extend(named(&all_rules(game), "deck"));
        for (id, card) in game.cards.iter().filter(|(_, card)| !drawn.contains(&card.deck)) {
            let message = format!("card `{}` is in deck `{}`, which the rules do not have", card.id, card.deck);
            let near = did_you_mean(&card.deck, drawn.iter().map(String::as_str));
            let place = context.place(crate::origins::of(&context.origins.cards, id), "deck");
            let help = near.unwrap_or_else(|| "add the deck to `decks` of rules.json".to_owned());
            sink.report(Diag::new(&RULE, place, message).folded_by(&card.deck).help(help));
        }
    }
    for combat in game.rules.combat.iter().flat_map(|combat| combat.iter()).filter(|c| c.kind == Some(CombatKind::Chits)) {
        let Some(draws) = combat.draws.as_ref().filter(|draws| held(&draws.deck.0) == 0) else { continue };
        let Some(origin) = context.origins.rules.get(&format!("combat/{}", combat.id.0)) else { continue };
        let message = format!("combat `{}` draws from `{}`, which holds nothing", combat.id.0, draws.deck.0);
        let diag = Diag::new(&RULE, origin.at("draws"), message).printed_rule(combat.rule());
        sink.report(diag.help("give its chits that `deck`"));
    }
}
