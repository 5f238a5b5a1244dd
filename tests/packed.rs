//! The engine as a browser has it: a packed game is the game, and what a page asks is answered.

use muster::model::{Game, Packed};
use muster::web::Host;
use muster::wire::{Session, Table};
use muster::{Bundle, compile};
use serde_json::{Value, json};

use crate::support::unplayed;

fn module(name: &str) -> Game {
    compile(&unplayed(name)).game
}

fn packed(game: &Game, scenario: &str) -> (Vec<u8>, Game) {
    let id = game.scenarios.iter().find(|(_, it)| it.id == scenario).map(|(id, _)| id).unwrap();
    let alone = Bundle::open(&Bundle::write(game, id)).unwrap().compiled.game;
    let packed = Packed { built_from: "sha256:0".to_owned(), game: alone.clone() };
    (packed.bytes().unwrap(), alone)
}

fn host(game: &str, scenario: &str) -> Host {
    Host::open(&packed(&module(game), scenario).0).unwrap()
}

fn line(host: &mut Host, sent: &Value) -> Value {
    serde_json::from_str(&host.line(&sent.to_string())).unwrap()
}

fn ok(host: &mut Host, sent: Value) -> Value {
    let answer = line(host, &sent);
    answer.get("ok").unwrap_or_else(|| panic!("{sent}: {answer}")).clone()
}

/// Decides by lot as long as it is asked, at most so often.
fn by_lot(host: &mut Host, lot: &mut muster::play::Pcg, most: usize) {
    for _ in 0..most {
        let stands = ok(host, json!({"tell": "options"}));
        let Some(options) = stands["ask"]["options"].as_array() else { return };
        let pick = options[lot.below(u32::try_from(options.len()).unwrap()) as usize].clone();
        ok(host, json!({ "do": pick }));
    }
}

/// The same seed and the same lots give the same game, packed or not, to the last digest.
#[test]
fn a_packed_game_plays_the_same() {
    for (name, scenario) in [("first-steps", "crossing"), ("bastogne-breakout", "breakout")] {
        let (bytes, game) = packed(&module(name), scenario);
        let mut host = Host::open(&bytes).unwrap();
        let table = Table::new(&game);
        let mut session = Session::new(&table, Some("sha256:0".to_owned()));
        let open = json!({"open": {"seed": "9", "hand": "strict"}}).to_string();
        assert_eq!(host.line(&open), session.line(&open));
        let mut lot = muster::play::Pcg::new(5, 5);
        for _ in 0..500 {
            let stands: Value = serde_json::from_str(&session.line(r#"{"tell":"options"}"#)).unwrap();
            let Some(options) = stands["ok"]["ask"]["options"].as_array() else { break };
            let pick = &options[lot.below(u32::try_from(options.len()).unwrap()) as usize];
            let sent = json!({ "do": pick, "words": true }).to_string();
            assert_eq!(host.line(&sent), session.line(&sent));
        }
        for tell in ["digest", "view", "log", "said"] {
            let sent = json!({ "tell": tell }).to_string();
            assert_eq!(host.line(&sent), session.line(&sent), "{name}: {tell}");
        }
    }
}

#[test]
fn bytes_that_are_no_game_are_refused() {
    let (bytes, _) = packed(&module("first-steps"), "dash");
    assert!(Host::open(&[]).is_err());
    assert!(Host::open(&bytes[..bytes.len() / 2]).is_err());
    assert!(Host::open(&[bytes.as_slice(), b"!"].concat()).is_err(), "nothing may stand behind it");
}

#[test]
fn every_moment_can_be_seen_again() {
    let mut host = host("first-steps", "dash");
    ok(&mut host, json!({"open": {"seed": "3"}}));
    let mut lot = muster::play::Pcg::new(1, 1);
    let mut seen = vec![ok(&mut host, json!({"tell": "view"}))];
    for _ in 0..40 {
        by_lot(&mut host, &mut lot, 1);
        seen.push(ok(&mut host, json!({"tell": "view"})));
    }
    // What was taken back was never there.
    let before = seen.last().unwrap()["decisions"].as_u64().unwrap();
    by_lot(&mut host, &mut lot, 1);
    let now = ok(&mut host, json!({"tell": "view"}))["decisions"].as_u64().unwrap();
    ok(&mut host, json!({ "takeback": now - before }));
    for view in &seen {
        assert_eq!(ok(&mut host, json!({"tell": "view", "at": view["decisions"]})), *view);
    }
    assert!(line(&mut host, &json!({"tell": "view", "at": 100_000})).get("no").is_some());
    let said = ok(&mut host, json!({"tell": "said"}));
    let said = said.as_array().unwrap();
    assert!(said.iter().any(|one| one["text"].as_str().unwrap().contains("goes from")), "{said:?}");
    assert!(said.iter().all(|one| one["n"].as_u64().unwrap() <= before));
}

#[test]
fn a_log_is_loaded_and_another_is_told_apart() {
    let mut one = host("first-steps", "crossing");
    ok(&mut one, json!({"open": {"seed": "12"}}));
    by_lot(&mut one, &mut muster::play::Pcg::new(2, 2), 60);
    let lines = ok(&mut one, json!({"tell": "log"}));
    let text: String = lines.as_array().unwrap().iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect();
    let digest = ok(&mut one, json!({"tell": "digest"}));

    let mut two = host("first-steps", "crossing");
    let loaded = ok(&mut two, json!({ "load": text }));
    assert_eq!((loaded.get("cut"), ok(&mut two, json!({"tell": "digest"}))), (None, digest.clone()));
    let cut = ok(&mut two, json!({ "load": format!("{text}{{\"n\":") }));
    assert_eq!((&cut["cut"], ok(&mut two, json!({"tell": "digest"}))), (&json!(true), digest.clone()));
    // Refused, and the game that is open stays.
    let wrong = [
        (text.replacen("first-steps", "second-steps", 1), "the log is of the game `second-steps`"),
        (text.replacen("sha256:0", "sha256:1", 1), "another bundle"),
        (text.replacen("\"digest\":\"", "\"digest\":\"0", 1), "the digest differs"),
        (text.replacen("\"hex\":\"0", "\"hex\":\"1", 1), "of the log"),
        ("no log".to_owned(), "of the log"),
    ];
    for (text, why) in wrong {
        let answer = line(&mut two, &json!({ "load": text }));
        assert!(answer["no"]["why"].as_str().is_some_and(|told| told.contains(why)), "{why}: {answer}");
        assert_eq!(ok(&mut two, json!({"tell": "digest"})), digest);
    }
}

#[test]
fn a_page_hears_ways_targets_supply_and_words() {
    let mut host = host("first-steps", "dash");
    ok(&mut host, json!({"open": {"seed": "1"}}));
    let mut stands = ok(&mut host, json!({"do": [{"piece": "a-recon"}, {"hex": "0604"}], "words": true}));
    assert_eq!(stands["said"][0], "a-recon comes to 0604");
    while stands["phase"] != "move" || stands["ask"]["by"] != "aster" {
        let options = stands["ask"]["options"].as_array().unwrap();
        assert_eq!(options.len(), stands["ask"]["words"].as_array().unwrap().len());
        let next = options.iter().find(|option| **option == "pass").unwrap_or(&options[0]).clone();
        stands = ok(&mut host, json!({ "do": next, "words": true }));
    }
    // The engineers stand beside the recon company; both face the militia of Lys across the river.
    let targets = ok(&mut host, json!({"tell": "targets"}));
    assert!(targets["0704"].as_array().unwrap().contains(&json!("a-recon")), "{targets}");
    let way = ok(&mut host, json!({"tell": "way", "piece": "a-recon", "hex": "0404"}))["do"].clone();
    assert_eq!((&way[0], way.as_array().unwrap().last().unwrap()), (&json!({"piece": "a-recon"}), &json!("done")));
    ok(&mut host, json!({ "do": way }));
    let view = ok(&mut host, json!({"tell": "view"}));
    let recon = view["pieces"].as_array().unwrap().iter().find(|piece| piece["piece"] == "a-recon").unwrap();
    assert_eq!((&recon["at"], &recon["did"]), (&json!("0404"), &json!(["moved"])));
    assert_eq!(view["level"]["side"], "brenn");
    assert!(view["later"].as_array().unwrap().iter().any(|later| later["turn"] == "2"), "{}", view["later"]);
    let away = line(&mut host, &json!({"tell": "way", "piece": "a-1-i", "hex": "1405"}));
    assert!(away["no"]["why"].as_str().is_some_and(|why| !why.is_empty()), "{away}");
    let supply = ok(&mut host, json!({"tell": "supply", "side": "aster"}));
    assert!(supply["a-1-i"][0]["is"].is_boolean(), "{supply}");
    assert!(supply.get("b-8-i").is_none());
}

/// Greedy decides for both, as a worker of the page would let it; the policy decides for the side that has one.
#[test]
fn programs_play_in_the_page() {
    let mut host = host("first-steps", "dash");
    assert!(line(&mut host, &json!({"bot": "greedy"})).get("no").is_some(), "no game is open");
    ok(&mut host, json!({"open": {"seed": "4", "hand": "strict"}}));
    let mut stands = ok(&mut host, json!({"tell": "options"}));
    let mut made = 0;
    while stands.get("over").is_none() {
        let player = if stands["ask"]["by"] == "brenn" { "policy" } else { "greedy" };
        let decision = ok(&mut host, json!({ "bot": player }))["decision"].clone();
        stands = ok(&mut host, json!({ "do": decision }));
        made += 1;
        assert!(made < 5000);
    }
    ok(&mut host, json!({"open": {"seed": "4", "hand": "strict"}}));
    let refused = line(&mut host, &json!({"id": 8, "bot": "clever"}));
    assert_eq!((&refused["id"], refused.get("ok")), (&json!(8), None));
    while ok(&mut host, json!({"tell": "options"}))["ask"]["by"] != "aster" {
        let decision = ok(&mut host, json!({"bot": "random"}))["decision"].clone();
        ok(&mut host, json!({ "do": decision }));
    }
    let refused = line(&mut host, &json!({"bot": "policy"}));
    assert_eq!(refused["no"]["why"], "the game has no policy for that side");
}
