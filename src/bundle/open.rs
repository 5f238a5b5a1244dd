//! Reads a bundle back and trusts nothing in it: sizes, names and hashes are checked, then the game is compiled
//! like any folder, so that what lowering would refuse is refused here too.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use super::{BUNDLE_VERSION, Manifest, sha256};
use crate::compile::{Compiled, compile};
use crate::diag::{Diag, Severity, codes};
use crate::source::{Memory, NodeRef, confined, limits, parse_json, shown};

/// A bundle that has been opened.
pub struct Bundle {
    /// What it says of itself; every entry has the hash that stands there.
    pub manifest: Manifest,
    /// The game in it, compiled anew.
    pub compiled: Compiled,
}

/// So many entries are read.
const ENTRIES: usize = 256;
/// A manifest is not longer; a game may be.
const MANIFEST_BYTES: usize = 1 << 20;

/// A refusal is not longer: names in a bundle may be.
const LETTERS: usize = 400;
/// A name in it is not longer.
const WORD: usize = 80;

/// Opens a bundle, or says in one sentence why it is none.
pub fn open(bytes: &[u8]) -> Result<Bundle, String> {
    opened(bytes).map_err(|why| shown(&why, LETTERS))
}

fn opened(bytes: &[u8]) -> Result<Bundle, String> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| format!("it is no zip archive: {error}"))?;
    if zip.len() > ENTRIES {
        return Err(format!("it has {} entries, at most {ENTRIES} are read", zip.len()));
    }
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    let mut names = BTreeSet::new();
    let mut left = limits::BUNDLE_BYTES;
    for i in 0..zip.len() {
        let entry = zip.by_index(i).map_err(|error| format!("entry {} cannot be read: {error}", i + 1))?;
        let name = entry.name().map_err(|error| format!("entry {} has no readable name: {error}", i + 1))?.into_owned();
        confined(&name).map_err(|why| why.to_string())?;
        if !names.insert(name.clone()) {
            return Err(format!("entry `{name}` stands twice"));
        }
        let mut content = Vec::new();
        // What an entry claims to be is not believed: it is counted while it unpacks.
        entry.take(left + 1).read_to_end(&mut content).map_err(|error| format!("entry `{name}` cannot be unpacked: {error}"))?;
        left = left
            .checked_sub(content.len() as u64)
            .ok_or_else(|| format!("it unpacks to more than {} MiB", limits::BUNDLE_BYTES >> 20))?;
        entries.push((name, content));
    }
    let content = |name: &str| entries.iter().find(|(n, _)| n == name).map(|(_, content)| content.as_slice());
    let manifest = content("manifest.json").ok_or("it has no manifest.json")?;
    if manifest.len() > MANIFEST_BYTES {
        return Err(format!("its manifest.json has {} bytes, at most {MANIFEST_BYTES} are read", manifest.len()));
    }
    let version = serde_json::from_slice::<serde_json::Value>(manifest).ok().and_then(|value| value.get("bundle")?.as_u64());
    match version {
        Some(version) if version == u64::from(BUNDLE_VERSION) => {}
        Some(version) => return Err(format!("it is a bundle of version {version}, this program knows {BUNDLE_VERSION}")),
        None => return Err("its manifest.json does not say which version of bundle it is".to_owned()),
    }
    let manifest: Manifest =
        serde_json::from_slice(manifest).map_err(|error| format!("its manifest.json cannot be read: {error}"))?;
    for stated in &manifest.entries {
        let found = content(&stated.path).ok_or_else(|| format!("entry `{}` is missing", stated.path))?;
        if found.len() as u64 != stated.bytes || sha256(found) != stated.sha256 {
            return Err(format!("entry `{}` is not what the manifest says: its hash differs", stated.path));
        }
    }
    let listed = |name: &str| name == "manifest.json" || manifest.entries.iter().any(|entry| entry.path == name);
    if let Some((stray, _)) = entries.iter().find(|(name, _)| !listed(name)) {
        return Err(format!("entry `{stray}` is not in the manifest"));
    }
    let game = content("game.json").ok_or("it has no game.json")?;
    let text = String::from_utf8(game.to_vec()).map_err(|_| "its game.json is not UTF-8".to_owned())?;
    let compiled = compile(&folder(text)?);
    // What a check finds its author may have allowed: exemptions are not part of a bundle, and a game with errors that nobody
    // allowed is never written. What could not be read is missing, and no author can allow that.
    let unread = |diag: &&Diag| diag.severity == Severity::Error && codes::CODES.iter().any(|rule| rule.code == diag.rule.code);
    let first = compiled.diags.iter().find(unread);
    match first {
        Some(diag) => Err(format!("its game is not in order: {} ({})", diag.message, diag.rule.code)),
        None => agree(&manifest, &compiled).map(|()| Bundle { manifest, compiled }),
    }
}

/// What a manifest says of a game is believed by whoever reads no more: it must be so.
fn agree(manifest: &Manifest, compiled: &Compiled) -> Result<(), String> {
    let game = &compiled.game;
    let scenarios: Vec<&str> = game.scenarios.values().map(|scenario| scenario.id.as_str()).collect();
    let [scenario] = scenarios.as_slice() else {
        return Err(format!("its game has {} scenarios, expected one", scenarios.len()));
    };
    let none = "none";
    let stated = [
        ("game", manifest.game.as_str(), game.id.as_str()),
        ("name", &manifest.name, &game.name),
        ("version", manifest.version.as_deref().unwrap_or(none), game.version.as_deref().unwrap_or(none)),
        ("scenario", &manifest.scenario, *scenario),
    ];
    match stated.into_iter().find(|(_, stated, found)| stated != found) {
        Some((what, stated, found)) => {
            let (stated, found) = (shown(stated, WORD), shown(found, WORD));
            Err(format!("its manifest does not agree with its game: `{what}` is `{stated}` there and `{found}` in the game"))
        }
        None => Ok(()),
    }
}

/// The resolved game as the files of a folder.
fn folder(text: String) -> Result<Memory, String> {
    let (tree, faults) = parse_json(text);
    if let Some(fault) = faults.first() {
        return Err(format!("its game.json is not in order: {}", fault.message()));
    }
    let root = tree.root().ok_or("its game.json is empty")?;
    let mut memory = Memory::new();
    for member in root.members() {
        let path = match &*member.name {
            "module" => "module.json",
            "map" => "map.json",
            "turns" => "turns.json",
            "rules" => "rules.json",
            "scenario" => "scenarios/scenario.json",
            "bundle" => continue,
            other => return Err(format!("its game.json has an unknown part `{other}`")),
        };
        memory.files.insert(path.to_owned(), NodeRef::to_value(member.value).to_string().into_bytes());
    }
    if memory.files.contains_key("module.json") { Ok(memory) } else { Err("its game.json has no module".to_owned()) }
}

/// What a bundle was built from, in one word: logs carry it.
pub fn built_from(bundle: &Bundle) -> String {
    let hashes: String = bundle.manifest.entries.iter().map(|entry| entry.sha256.as_str()).collect();
    format!("sha256:{}", super::sha256(hashes.as_bytes()))
}
