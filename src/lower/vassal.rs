//! vassal-ids.csv: the numbers that pieces have in VASSAL; vassal.json: what the author adds to the module.

use std::collections::BTreeMap;

use super::xml::{self, Unread};
use super::{Lower, Read};
use crate::diag::{Diag, codes};
use crate::format;
use crate::model::{Component, Kept, KitPart, Vassal};
use crate::schema::Vocabulary;
use crate::source::sheet::same_heading;
use crate::span::Origin;

/// Prototypes that the module has already.
const TAKEN: [&str; 7] = ["Counter", "Unit", "Marker", "Sign", "Arrives", "Zone", "Range"];
/// How the names of others begin that it has: those of sides, types, states, steps and entries.
const TAKEN_KINDS: [&str; 5] = ["Side: ", "Type: ", "State: ", "Steps: ", "Entry: "];

impl Lower<'_, '_, '_> {
    pub(super) fn vassal(&mut self, module: Origin, named: Option<&str>) {
        let Some(Read { origin, value, .. }) = self.part::<format::Vassal>(module, "vassal", named) else { return };
        if value.kept == Some(true) {
            self.kept_module(origin);
        }
        let part = |part: &format::KitPart| match part {
            format::KitPart::Rules => KitPart::Rules,
            format::KitPart::Charts => KitPart::Charts,
            format::KitPart::Setup => KitPart::Setup,
            format::KitPart::OrderOfAppearance => KitPart::OrderOfAppearance,
            format::KitPart::TurnTrack => KitPart::TurnTrack,
            format::KitPart::Map => KitPart::Map,
            format::KitPart::Counters => KitPart::Counters,
            format::KitPart::Cards => KitPart::Cards,
        };
        self.game.vassal.kit = value.kit.iter().flatten().map(part).collect();
        self.origins.kit = value.kit.is_some().then_some(origin);
        let mut names: Vec<String> = TAKEN.map(str::to_owned).to_vec();
        let mut kinds: &[&str] = &TAKEN_KINDS;
        // A kept module has its own, and none of ours.
        if let Some(kept) = &self.game.vassal.kept {
            names.clear();
            kinds = &[];
            prototypes(&kept.tree, &mut names);
        }
        for Read { origin, value, .. } in self.list::<format::VassalPrototype>(origin, "prototypes").items {
            if names.contains(&value.name) || kinds.iter().any(|kind| value.name.starts_with(kind)) {
                let message = format!("there is a prototype `{}` already", value.name);
                self.sink.report(Diag::new(&codes::DUPLICATE_ID, origin.at("name"), message).help("give it another name"));
                continue;
            }
            self.whole(&value.traits, origin, "traits");
            names.push(value.name.clone());
            self.game.vassal.prototypes.push((value.name, value.traits));
        }
        for Read { origin, value, .. } in self.list::<format::VassalTraits>(origin, "traits").items {
            let who = self.take(origin, "for");
            self.whole(&value.add, origin, "add");
            for (n, one) in value.add.iter().enumerate() {
                let name = one.strip_prefix("prototype;").map(|rest| rest.split(';').next().unwrap_or(rest));
                if let Some(name) = name.filter(|name| !names.iter().any(|known| known == name)) {
                    let help = crate::diag::did_you_mean(name, names.iter().map(String::as_str))
                        .unwrap_or_else(|| "write it into `prototypes`".to_owned());
                    let place = origin.at("add").index(n);
                    self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place, format!("unknown prototype `{name}`")).help(help));
                }
            }
            self.game.vassal.traits.push((who, value.add));
        }
        for Read { origin, value, .. } in self.list::<format::VassalComponent>(origin, "components").items {
            if let Some(map) =
                value.map.as_deref().filter(|map| !Vassal::WINDOWS.contains(map) && self.game.vassal.kept.is_none())
            {
                let help = format!("name one of: {}", Vassal::WINDOWS.join(", "));
                let message = format!("unknown map window `{map}`");
                self.sink.report(Diag::new(&codes::UNKNOWN_NAME, origin.at("map"), message).help(help));
                continue;
            }
            match xml::component(&value.xml) {
                Ok(part) => {
                    self.game.vassal.components.push((value.map, part));
                    self.origins.components.push(origin);
                }
                Err(Unread { at, why }) => {
                    let message = format!("this is no component of VASSAL: {why}");
                    let help = "copy one element with everything in it from VASSAL's build file";
                    self.sink.report(Diag::new(&codes::WRONG_FORM, origin.at("xml").bytes(at), message).help(help));
                }
            }
        }
    }

    /// The module that the game was imported from.
    fn kept_module(&mut self, origin: Origin) {
        let path = Kept::build_file();
        if !self.art_file(&path, origin.at("kept")) {
            return;
        }
        let read = self.load.project.world().read(&path).map_err(|why| why.to_string());
        let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_owned()));
        let tree = text.and_then(|text| {
            // VASSAL writes a line before its tree.
            let text = text.trim_start();
            let text = text.strip_prefix("<?xml").and_then(|rest| Some(rest.split_once("?>")?.1)).unwrap_or(text);
            xml::component(text).map_err(|unread| {
                let line = text.get(..unread.at.start).map_or(0, |before| before.matches('\n').count()) + 1;
                format!("line {line}: {}", unread.why)
            })
        });
        match tree {
            Ok(tree) => {
                if let Some((count, places)) = listed(&tree) {
                    let what = format!("{count} expressions of VASSAL in `{path}`");
                    let why = format!("they were kept from an import, and run in VASSAL alone: {places}");
                    self.sink.unchecked(what, why);
                }
                self.game.vassal.kept = Some(std::sync::Arc::new(Kept { tree }));
            }
            Err(why) => {
                let message = format!("`{path}` cannot be read: {why}");
                let help = "import the module again into another folder and take the file from there, or leave out `kept`";
                self.sink.report(Diag::new(&codes::UNREADABLE_FILE, origin.at("kept"), message).help(help));
            }
        }
    }

    /// A trait that ends in a backslash would swallow the next one.
    fn whole(&mut self, traits: &[String], origin: Origin, field: &'static str) {
        for (n, one) in traits.iter().enumerate() {
            if one.ends_with('\\') || one.is_empty() {
                let place = origin.at(field).index(n);
                let message = format!("`{one}` is no trait: it is empty or ends in a backslash");
                self.sink.report(Diag::new(&codes::WRONG_FORM, place, message).help("copy it from VASSAL's build file"));
            }
        }
    }

    /// Where the numbers of pieces are kept: a sheet in the game's own folder, because `muster build` adds to it.
    fn vassal_ids_sheet(&mut self, module: Origin) {
        let node = self.load.project.files.tree(module.file).and_then(|tree| tree.node(module.node));
        let stated = node.and_then(|node| node.get("vassal-ids"));
        let path = match stated {
            Some(list) => list.get("csv").and_then(|path| path.text()).map(|path| path.into_owned()),
            None => {
                let world = self.load.project.world();
                (!world.has("vassal-ids.json") && !world.has("vassal-ids.xlsx")).then(|| "vassal-ids.csv".to_owned())
            }
        };
        let Some(path) = path.filter(|path| !path.starts_with("series/")) else {
            let message = "the numbers of pieces must stand in a sheet of the game's own folder: `muster build` adds to it";
            let help = "write them into vassal-ids.csv, with the columns gpid, kind, id";
            self.sink.report(Diag::new(&codes::WRONG_FORM, module.at("vassal-ids"), message).help(help));
            return;
        };
        let sheet = &mut self.game.vassal_ids_sheet;
        if let Some(own) = self.load.sheets.get(&path).and_then(|mapping| mapping.columns.as_ref()) {
            for heading in &mut sheet.headings {
                if let Some((theirs, _)) = own.iter().find(|(_, field)| same_heading(field, heading)) {
                    heading.clone_from(theirs);
                }
            }
        }
        sheet.path = path;
    }

    pub(super) fn vassal_ids(&mut self, module: Origin) {
        self.vassal_ids_sheet(module);
        let list = self.usual::<format::VassalId>(module, "vassal-ids", &Vocabulary::default());
        let mut numbers: BTreeMap<u32, Origin> = BTreeMap::new();
        for Read { origin, value, .. } in list.items {
            let key = (value.kind.0.clone(), value.id.0.clone());
            let twice = numbers.contains_key(&value.gpid) || self.game.vassal_ids.contains_key(&key);
            if twice {
                let message = match numbers.contains_key(&value.gpid) {
                    true => format!("the number {} stands twice", value.gpid),
                    false => format!("{} `{}` has two numbers", key.0, key.1),
                };
                let help = "take the line out that was added later; games that are being played know the other one";
                self.sink.report(Diag::new(&codes::DUPLICATE_ID, origin.at("gpid"), message).help(help));
                continue;
            }
            numbers.insert(value.gpid, origin);
            if let Some((kind, name)) = named(&value.kind.0, &value.id.0).filter(|_| self.sink.listens()) {
                let at = name.as_ptr().addr() - value.id.0.as_ptr().addr();
                self.vassal_names.push((origin.at("id").bytes(at..at + name.len()), kind, name.to_owned()));
            }
            self.game.vassal_ids.insert(key, value.gpid);
        }
    }
}

/// What a row of vassal-ids.csv names, and the name in it: `quiet#2` is the second card `quiet`, `area bank @ 26 26 9 9` a box.
fn named<'i>(kind: &str, id: &'i str) -> Option<(&'static str, &'i str)> {
    let own = id.rsplit_once('#').filter(|(_, n)| n.parse::<u32>().is_ok()).map_or(id, |(own, _)| own);
    Some(match kind {
        "unit" => ("unit", own),
        // A marker, and the key that places one.
        "marker" | "place" => ("marker", own),
        "card" => ("card", own),
        // The sign of who holds a place.
        "control" => ("side", own),
        "tray" => {
            let (what, rest) = id.split_once(' ')?;
            let name = rest.split_once(" @ ").map_or(rest, |(name, _)| name);
            (if what == "area" { "area" } else { "side" }, name)
        }
        _ => return None,
    })
}

/// The names of the prototypes of a tree of components.
fn prototypes(part: &Component, names: &mut Vec<String>) {
    if part.name == Kept::PROTOTYPE {
        names.push(part.named().to_owned());
    }
    part.parts.iter().for_each(|inner| prototypes(inner, names));
}

/// How many expressions a tree of components has, by where they stand: programs between braces.
fn expressions<'p>(part: &'p Component, found: &mut BTreeMap<&'p str, usize>) {
    let texts = part.attributes.iter().map(|(_, value)| value.as_str()).chain([part.text.as_str()]);
    let own: usize = texts.map(|text| text.matches('{').count()).sum();
    if own > 0 {
        let kind = part.name.rsplit('.').next().unwrap_or_default();
        let place = match kind {
            "PieceSlot" | "CardSlot" => "pieces",
            "PrototypeDefinition" => "prototypes",
            kind => kind,
        };
        *found.entry(place).or_default() += own;
    }
    part.parts.iter().for_each(|part| expressions(part, found));
}

/// How many there are, and where: `3 in pieces, 1 in MassKeyCommand`, the most first.
fn listed(tree: &Component) -> Option<(usize, String)> {
    const KINDS: usize = 12;
    let mut found = BTreeMap::new();
    expressions(tree, &mut found);
    let mut all: Vec<(&str, usize)> = found.iter().map(|(kind, count)| (*kind, *count)).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rest: usize = all.iter().skip(KINDS).map(|(_, count)| count).sum();
    let mut words: Vec<String> = all.iter().take(KINDS).map(|(kind, count)| format!("{count} in {kind}")).collect();
    if rest > 0 {
        words.push(format!("{rest} elsewhere"));
    }
    let count: usize = all.iter().map(|(_, count)| count).sum();
    (count > 0).then(|| (count, words.join(", ")))
}
