//! A game in a browser: one page a scenario that needs no other file and no network. The engine goes in as WebAssembly,
//! everything that is seen is drawn here.
//!
//! - `info`: what a page must know of the game before anybody asks the engine
//! - `pictures`: map, counters, markers, cards and charts as SVG
//! - `page.html`, `player.css` and the scripts in `player/`: what is the same for every game

mod info;
mod pictures;

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use flate2::{Compression, GzBuilder};
use serde_json::Value;

use super::{Artifacts, EmitContext, Failed, Progress};
use crate::bundle::{self, Bundle};
use crate::model::{Called, Game, Packed, ScenarioId};

/// The engine for browsers, packed by gzip; empty where nobody has built it.
pub(super) static PLAYER: &[u8] = include_bytes!("player.wasm.gz");

static PAGE: &str = include_str!("page.html");
static STYLE: &str = include_str!("player.css");
/// What unpacks the rest; it is the only script that stands in the page as it is.
static LOADER: &str = include_str!("player/loader.js");
/// The parts of the script, in the order in which they are read.
static SCRIPT: &[&str] = &[
    include_str!("player/strings.js"),
    include_str!("player/engine.js"),
    include_str!("player/dom.js"),
    include_str!("player/info.js"),
    include_str!("player/game.js"),
    include_str!("player/map.js"),
    include_str!("player/keys.js"),
    include_str!("player/panels.js"),
    include_str!("player/tabs.js"),
    include_str!("player/byhand.js"),
    include_str!("player/mail.js"),
    include_str!("player/replay.js"),
    include_str!("player/start.js"),
];

/// A page for each scenario.
pub(super) fn emit(context: &EmitContext<'_>, told: &mut Progress<'_>) -> Result<Artifacts, Failed> {
    let mut artifacts = Artifacts::new();
    for (done, &id) in context.scenarios.iter().enumerate() {
        told(done, context.scenarios.len());
        let Some(scenario) = context.game.scenarios.at(id) else { continue };
        let name = format!("{}.html", scenario.id);
        let page = page(context.game, id, PLAYER).map_err(|why| Failed { what: name.clone(), why })?;
        artifacts.insert(name, page);
    }
    Ok(artifacts)
}

/// The page of a scenario, with the engine that is handed over, packed by gzip.
///
/// # Errors
/// If there is no engine, or something cannot be drawn.
pub fn page(game: &Game, scenario: ScenarioId, player: &[u8]) -> Result<Vec<u8>, String> {
    if player.is_empty() {
        return Err("this program was built without the player for browsers: `bash tools/player.sh` builds it, \
                    then build muster again"
            .to_owned());
    }
    let opened = Bundle::open(&bundle::write(game, scenario))?;
    let built_from = bundle::built_from(&opened);
    let drawn = pictures::draw(game, scenario)?;
    let info = info::told(game, scenario, &drawn, &built_from);
    let packed = Packed { built_from, game: opened.compiled.game }.bytes()?;
    let title = match game.scenarios.at(scenario) {
        Some(scenario) => format!("{}: {}", game.name, scenario.called()),
        None => game.name.clone(),
    };
    let parts = [
        ("title", escaped(&title)),
        ("policy", policy()),
        ("style", STYLE.to_owned()),
        ("info", embedded(&info)),
        ("pictures", letters(&zipped(drawn.pictures.to_string().as_bytes())?)),
        ("game", letters(&zipped(&packed)?)),
        ("engine", letters(player)),
        ("script", letters(&zipped(SCRIPT.concat().as_bytes())?)),
        ("loader", LOADER.to_owned()),
    ];
    Ok(filled(PAGE, &parts).into_bytes())
}

/// The address under which a page shows a log: the log stands in it, packed, since a page on a disk may open no other file.
/// `start.js` reads it.
pub(super) fn link(page: &str, log: &str) -> Option<String> {
    let packed = zipped(log.as_bytes()).ok()?;
    Some(format!("{page}#log={}", URL_SAFE_NO_PAD.encode(packed)))
}

/// What the browser may do for this page: run this script and this style, run and compile what they unpack, show what the
/// page brings along. There is no way out: no address can be opened, nothing sent anywhere. Markup alone can run nothing.
fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(bundle::sha256_bytes(text.as_bytes())));
    format!(
        "default-src 'none'; script-src {} blob: 'wasm-unsafe-eval'; worker-src blob:; style-src {}; img-src data: blob:; \
         base-uri 'none'; form-action 'none'",
        hash(LOADER),
        hash(STYLE)
    )
}

/// A page with its parts in their places: `{{name}}` stands once for each. What is put in is never looked at again, so that
/// no part can ask for another.
fn filled(page: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, behind)) = after.split_once("}}") else { break };
        let part = parts.iter().find(|(known, _)| *known == name);
        out.push_str(part.map(|(_, text)| text.as_str()).unwrap_or_default());
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn zipped(bytes: &[u8]) -> Result<Vec<u8>, String> {
    // No name and no time go in: the same game gives the same bytes.
    let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
    writer.write_all(bytes).and_then(|()| writer.finish()).map_err(|why| why.to_string())
}

/// Bytes as letters, closer than base64 has them: two hold 13 bits. The number of bytes stands before them. `loader.js`
/// reads it.
fn letters(bytes: &[u8]) -> String {
    let alphabet: Vec<char> = ('!'..='~').filter(|c| !matches!(c, '<' | '&' | '\\')).collect();
    let letter = |n: u32| usize::try_from(n).ok().and_then(|n| alphabet.get(n)).copied().unwrap_or('!');
    let mut out = format!("{}:", bytes.len());
    out.reserve(bytes.len().saturating_mul(5) / 4);
    let (mut held, mut bits) = (0u32, 0u32);
    let mut write = |held: u32| out.extend([letter(held / 91), letter(held % 91)]);
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        if bits >= 13 {
            bits -= 13;
            write(held >> bits);
            held &= (1 << bits) - 1;
        }
    }
    if bits > 0 {
        write(held << (13 - bits));
    }
    out
}

/// JSON that may stand inside a page: nothing in it can end the element it stands in.
fn embedded(value: &Value) -> String {
    value.to_string().replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e")
}

/// A text that may stand inside a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_never_asks_for_another() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "secret".to_owned())];
        assert_eq!(filled("x{{a}}y{{c}}z", &parts), "x{{b}}yz");
    }

    #[test]
    fn letters_hold_every_byte_and_end_no_element() {
        let bytes: Vec<u8> = (0..=255).cycle().take(2000).collect();
        let text = letters(&bytes);
        assert!(!text.contains(['<', '&', '\\']));
        let (length, text) = text.split_once(':').expect("the number stands before");
        let alphabet: String = ('!'..='~').filter(|c| !matches!(c, '<' | '&' | '\\')).collect();
        let values: Vec<u32> = text.chars().filter_map(|c| u32::try_from(alphabet.find(c)?).ok()).collect();
        let bits: String = values.chunks(2).map(|two| format!("{:013b}", two[0] * 91 + two[1])).collect();
        let read: Vec<u8> = (0..bits.len() / 8).filter_map(|n| u8::from_str_radix(bits.get(8 * n..8 * n + 8)?, 2).ok()).collect();
        assert_eq!(read.get(..length.parse().unwrap_or(0)), Some(&bytes[..]));
    }

    #[test]
    fn json_cannot_end_its_element() {
        assert_eq!(embedded(&Value::from("</script>&")), "\"\\u003c/script\\u003e\\u0026\"");
    }
}
