//! The page that plays a scenario in a browser: one file, without network, in which hostile names are only text.

use std::io::Read as _;

use muster::compile::compile;
use muster::diag::Severity;
use muster::emit::{EMITTERS, EmitContext, web_page};
use muster::model::{Game, Packed};

use crate::support::{edit, first_steps};

/// Stands in for the engine, which is built apart.
const PLAYER: &[u8] = b"no engine, only its place";

fn game() -> Game {
    compile(&first_steps()).game
}

fn pages(game: &Game) -> Vec<(String, String)> {
    let page = |id| String::from_utf8(web_page(game, id, PLAYER).unwrap()).unwrap();
    game.scenarios.iter().map(|(id, scenario)| (scenario.id.clone(), page(id))).collect()
}

/// What stands in an element with that id.
fn element<'p>(page: &'p str, id: &str) -> &'p str {
    let begin = page.find(&format!("id=\"{id}\">")).unwrap_or_else(|| panic!("no element `{id}`")) + id.len() + 6;
    &page[begin..begin + page[begin..].find("</script>").unwrap()]
}

/// Bytes from letters, as the page reads them: two hold 13 bits.
fn unpacked(text: &str) -> Vec<u8> {
    let alphabet: Vec<char> = ('!'..='~').filter(|c| !['<', '&', '\\'].contains(c)).collect();
    let (length, letters) = text.split_once(':').unwrap();
    let values: Vec<u64> = letters.chars().map(|c| alphabet.iter().position(|a| *a == c).unwrap() as u64).collect();
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0u64, 0);
    for two in values.chunks(2) {
        held = ((held << 13) | (two[0] * 91 + two[1])) & 0xffff_ffff;
        bits += 13;
        while bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes.truncate(length.parse().unwrap());
    bytes
}

fn unzipped(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut out).unwrap();
    out
}

#[test]
fn every_scenario_has_a_page_of_the_same_bytes_each_time() {
    let game = game();
    let made = pages(&game);
    assert_eq!(made.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["crossing", "dash"]);
    assert!(made == pages(&game), "the same game gives the same bytes");
    for (id, page) in &made {
        assert_eq!(unpacked(element(page, "engine")), PLAYER, "{id}");
        let packed = Packed::read(&unzipped(&unpacked(element(page, "packed-game")))).unwrap();
        assert_eq!(packed.game.scenarios.values().map(|it| it.id.as_str()).collect::<Vec<_>>(), [id.as_str()]);
        let info: serde_json::Value = serde_json::from_str(element(page, "info")).unwrap();
        assert_eq!(info["builtFrom"], packed.built_from.as_str());
        assert_eq!(info["units"].as_object().unwrap().len(), game.units.len());
        assert!(info["notEnforced"].as_array().unwrap().iter().any(|it| it["rule"] == "8.2"), "what is not enforced is said");
        let pictures: serde_json::Value = serde_json::from_slice(&unzipped(&unpacked(element(page, "pictures")))).unwrap();
        assert!(pictures["map"].as_str().unwrap().starts_with("<svg"));
        for unit in game.units.values() {
            let faces = pictures["units"][&unit.id].as_object().unwrap();
            assert_eq!(faces.len(), unit.faces.len(), "{}", unit.id);
        }
        assert_eq!(pictures["cards"].as_object().unwrap().len(), game.cards.len());
        assert!(!pictures["charts"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_page_has_no_way_out() {
    for (id, page) in pages(&game()) {
        let policy = page.split("Content-Security-Policy\" content=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{id}: {policy}");
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains("connect-src"),
            "{policy}"
        );
        let script = String::from_utf8(unzipped(&unpacked(element(&page, "player")))).unwrap();
        let pictures = String::from_utf8(unzipped(&unpacked(element(&page, "pictures")))).unwrap();
        for text in [page.as_str(), &script, &pictures] {
            for known in text
                .match_indices("http")
                .map(|(at, _)| &text[at..])
                .filter(|at| at[4..].trim_start_matches('s').starts_with("://"))
            {
                assert!(known.starts_with("http://www.w3.org/2000/svg"), "{id}: {}", &known[..known.len().min(60)]);
            }
        }
        // Texts never become markup.
        for wrong in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "fetch(",
            "XMLHttpRequest",
            "WebSocket",
        ] {
            assert!(!script.contains(wrong) && !page.contains(wrong), "{id}: {wrong}");
        }
    }
}

#[test]
fn hostile_names_are_only_text() {
    const EVIL: &str = "</script><img src=x onerror=alert(1)>{{engine}}";
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut files = edit(first_steps(), "module.json", "\"name\": \"First Steps\"", &format!("\"name\": {}", quoted(EVIL)));
    files = edit(files, "module.json", "\"name\": \"Aster\"", &format!("\"name\": {}", quoted("\"><img onerror=alert(2)>")));
    files = edit(files, "units.csv", "a-hq,,aster", "a-hq,</title><svg onload=alert(3)>,aster");
    let compiled = compile(&files);
    assert_eq!(compiled.count(Severity::Error), 0, "{:?}", compiled.diags);
    // Not one tag more than in a page with harmless names.
    let tags = |pages: &[(String, String)]| pages.iter().map(|(_, page)| page.matches('<').count()).collect::<Vec<_>>();
    let made = pages(&compiled.game);
    assert_eq!(tags(&made), tags(&pages(&game())));
    for (id, page) in made {
        assert!(!page.contains("<img") && page.contains("{{engine}}"), "{id}: a name is neither markup nor asks for a part");
        assert_eq!(page.matches("</script>").count(), 6, "{id}: each element ends once");
        assert_eq!(page.matches("</title>").count(), 1, "{id}");
        let info: serde_json::Value = serde_json::from_str(element(&page, "info")).unwrap();
        assert_eq!(info["game"]["name"], EVIL);
    }
}

#[test]
fn without_an_engine_it_says_so() {
    let game = game();
    let scenario = game.scenarios.ids().next().unwrap();
    let why = web_page(&game, scenario, b"").unwrap_err();
    assert_eq!(
        why,
        "this program was built without the player for browsers: `bash tools/player.sh` builds it, then build muster again"
    );
    // The emitter makes pages, or says just that.
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "html").unwrap();
    match (emitter.emit)(&EmitContext::new(&game, &[scenario]), &mut |_, _| {}) {
        Ok(made) => assert_eq!(made.files.keys().collect::<Vec<_>>(), ["crossing.html"]),
        Err(failed) => assert_eq!(failed.why, why),
    }
}
