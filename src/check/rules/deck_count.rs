//! A deck or cup that does not add up: the cards that it should hold, the hand, the draw.

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Amount, CombatKind, Points, Ruled};

static RULE: Rule = Rule { code: "M0216", name: "deck-count", severity: Severity::Error, docs: include_str!("deck_count.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(input: &Input<'_>, sink: &mut Sink) {
    let game = input.game;
    if input.incomplete.rules || input.incomplete.cards {
        return;
    }
    let held = |deck: &str| game.cards.values().filter(|card| card.deck == deck).map(|card| i64::from(card.count)).sum::<i64>();
    for deck in game.rules.decks.iter() {
        let found = held(&deck.id.0);
        let Some(origin) = input.origins.rules.get(&format!("decks/{}", deck.id.0)) else { continue };
        let cards = |n: i64| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") };
        if let Some(stated) = deck.cards.map(i64::from).filter(|stated| *stated != found) {
            let message = format!("deck `{}` should hold {}, {found} found", deck.id.0, cards(stated));
            let diag = Diag::new(&RULE, origin.at("cards"), message).printed_rule(deck.rule());
            sink.report(diag.help("correct the number, or the `count` and `deck` of its cards"));
        }
        let wants = [("hand", "a hand holds", &deck.hand), ("draw", "a player draws", &deck.draw)];
        for (field, words, amount) in wants {
            let Some(Amount::Number(n)) = amount else { continue };
            if *n > Points::whole(i32::try_from(found).unwrap_or(i32::MAX)) && deck.returns != Some(true) {
                let message = format!("{words} {n} cards of deck `{}`, which has {}", deck.id.0, cards(found));
                let diag = Diag::new(&RULE, origin.at(field), message).printed_rule(deck.rule());
                sink.report(diag.help("correct the number, or add cards"));
            }
        }
    }
    for combat in game.rules.combat.iter().flat_map(|combat| combat.iter()).filter(|c| c.kind == Some(CombatKind::Chits)) {
        let Some(draws) = combat.draws.as_ref().filter(|draws| held(&draws.deck.0) == 0) else { continue };
        let Some(origin) = input.origins.rules.get(&format!("combat/{}", combat.id.0)) else { continue };
        let message = format!("combat `{}` draws from `{}`, which holds nothing", combat.id.0, draws.deck.0);
        let diag = Diag::new(&RULE, origin.at("draws"), message).printed_rule(combat.rule());
        sink.report(diag.help("give its chits that `deck`"));
    }
}
