//! Modules of VASSAL, written by hand for the tests: nothing here comes from the writer that Muster has.

use std::io::Write;

use muster::compile::{Compiled, compile};
use muster::import::vassal::{Files, Zip, import};
use muster::import::{Imported, Refused};
use muster::source::Memory;

/// One item of a sequence, as VASSAL quotes it.
pub(crate) fn item(text: &str, divider: char) -> String {
    let escaped = text.replace(divider, &format!("\\{divider}"));
    if text.starts_with('\\') { format!("'{escaped}'") } else { escaped }
}

/// A piece: traits from the outside in, each with its state, then name, picture and number.
pub(crate) fn piece(id: &str, traits: &[(&str, &str)], image: &str, name: &str, gpid: &str, at: &str) -> String {
    let mut kind = format!("piece;;;{image};{name}");
    let mut state = format!("{at};{gpid};0");
    for (outer, own) in traits.iter().rev() {
        kind = format!("{}\t{}", item(outer, '\t'), item(&kind, '\t'));
        state = format!("{}\t{}", item(own, '\t'), item(&state, '\t'));
    }
    format!("+/{id}/{}/{}", item(&kind, '/'), item(&state, '/'))
}

/// A slot of a palette.
pub(crate) fn slot(name: &str, image: &str, gpid: u32, traits: &[(&str, &str)]) -> String {
    let text = piece("null", traits, image, name, &gpid.to_string(), "null;0;0");
    format!(
        "<VASSAL.build.widget.PieceSlot entryName=\"{}\" gpid=\"{gpid}\">{}</VASSAL.build.widget.PieceSlot>",
        xml(name),
        xml(&text)
    )
}

pub(crate) fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A palette with one panel.
pub(crate) fn palette(panel: &str, slots: &[String]) -> String {
    format!(
        "<VASSAL.build.module.PieceWindow name=\"Pieces\"><VASSAL.build.widget.PanelWidget entryName=\"{panel}\">{}</VASSAL.build.widget.PanelWidget></VASSAL.build.module.PieceWindow>",
        slots.concat()
    )
}

/// A map window with boards.
pub(crate) fn map(name: &str, boards: &str, more: &str) -> String {
    format!(
        "<VASSAL.build.module.Map mapName=\"{name}\"><VASSAL.build.module.map.BoardPicker>{boards}</VASSAL.build.module.map.BoardPicker>{more}</VASSAL.build.module.Map>"
    )
}

/// A board without a picture.
pub(crate) fn board(name: &str, size: (u32, u32), grid: &str) -> String {
    format!(
        "<VASSAL.build.module.map.boardPicker.Board name=\"{name}\" width=\"{}\" height=\"{}\">{grid}</VASSAL.build.module.map.boardPicker.Board>",
        size.0, size.1
    )
}

pub(crate) const HEX: &str = "VASSAL.build.module.map.boardPicker.board.HexGrid";
pub(crate) const NUMBERS: &str = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering";

/// A grid of hexes with numbers.
pub(crate) fn hexes(grid: &str, numbers: &str) -> String {
    format!("<{HEX} {grid}><{NUMBERS} {numbers}/></{HEX}>")
}

/// An ordinary grid: 0101 has its middle at 40, 40; columns 50 apart, hexes 60.
pub(crate) fn usual() -> String {
    hexes("x0=\"40\" y0=\"40\" dx=\"50\" dy=\"60\"", "hOff=\"1\" vOff=\"1\" stagger=\"false\"")
}

/// A file of a module.
pub(crate) type File = (&'static str, Vec<u8>);

/// Packs files.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A save: commands one after the other, hidden behind a key if there is one.
pub(crate) fn save(commands: &[String], key: Option<u8>) -> Vec<u8> {
    let text = commands.iter().map(|command| item(command, '\u{1b}')).collect::<Vec<_>>().join("\u{1b}");
    let bytes = match key {
        None => text.into_bytes(),
        Some(key) => {
            let hidden: String = text.bytes().map(|byte| format!("{:02x}", byte ^ key)).collect();
            format!("!VCSK{key:02x}{hidden}").into_bytes()
        }
    };
    zip(&[("savedGame", &bytes)])
}

/// A module with these components, and files beside the build file.
pub(crate) fn module(parts: &str, files: &[File]) -> Vec<u8> {
    named("buildFile.xml", "VASSAL.build.GameModule", parts, files)
}

pub(crate) fn named(build: &str, root: &str, parts: &str, files: &[File]) -> Vec<u8> {
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} name=\"Made\" version=\"1.0\" VassalVersion=\"3.6.0\">{parts}</{root}>"
    );
    let data = b"<data version=\"1\"><version>1.0</version><VassalVersion>3.6.0</VassalVersion><name>Made</name></data>";
    let mut all: Vec<(&str, &[u8])> = vec![(build, text.as_bytes()), ("moduledata", data)];
    all.extend(files.iter().map(|(name, bytes)| (*name, bytes.as_slice())));
    zip(&all)
}

/// A picture of that size, in one colour.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let picture = image::RgbaImage::from_pixel(width, height, image::Rgba([90, 120, 60, 255]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::ImageRgba8(picture).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Imports modules: the first, and extensions of it.
pub(crate) fn tried(modules: &[&[u8]]) -> Result<Imported, Refused> {
    let mut zips: Vec<Zip<'_>> = modules.iter().map(|bytes| Zip::new(bytes).unwrap()).collect();
    import(zips.iter_mut().enumerate().map(|(n, zip)| (format!("made-{n}.vmod"), zip as &mut dyn Files)).collect())
}

/// The folder that a module becomes.
pub(crate) struct Become {
    pub(crate) files: Memory,
    pub(crate) compiled: Compiled,
}

impl Become {
    pub(crate) fn of(modules: &[&[u8]]) -> Become {
        let imported = tried(modules).unwrap();
        let mut files = Memory::new();
        files.files = imported.files;
        let compiled = compile(&files);
        let errors: Vec<_> = compiled.diags.iter().filter(|d| d.severity == muster::diag::Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        Become { files, compiled }
    }

    pub(crate) fn text(&self, path: &str) -> String {
        String::from_utf8(self.files.files.get(path).unwrap_or_else(|| panic!("no {path}")).clone()).unwrap()
    }

    pub(crate) fn json(&self, path: &str) -> serde_json::Value {
        serde_json::from_str(&self.text(path)).unwrap()
    }

    /// The report that goes with it.
    pub(crate) fn report(&self) -> String {
        self.text("import-report.md")
    }

    /// The names of all hexes.
    pub(crate) fn hexes(&self) -> std::collections::BTreeSet<String> {
        let map = self.compiled.game.map.as_ref().unwrap();
        map.board.hexes().map(|hex| map.board.name(hex)).collect()
    }

    /// Codes of what `check` says.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        self.compiled.diags.iter().map(|diag| diag.rule.code).collect()
    }

    /// Where a unit stands in a scenario: hex or box, and state.
    pub(crate) fn places(&self, scenario: &str, unit: &str) -> Vec<(String, String)> {
        let game = &self.compiled.game;
        let scenario =
            game.scenarios.values().find(|known| known.id == scenario).unwrap_or_else(|| panic!("no scenario {scenario}"));
        let lines = scenario.setup.iter().filter(|line| game.units[line.unit].id == unit);
        lines.map(|line| (place(game, &line.at), game.states[line.state].id.clone())).collect()
    }
}

/// A place in words.
pub(crate) fn place(game: &muster::model::Game, at: &muster::model::Where) -> String {
    use muster::model::{Location, Where};
    let map = game.map.as_ref().unwrap();
    match at {
        Where::At(Location::Hex(hex)) => map.board.name(*hex),
        Where::At(Location::Box(id)) => format!("box {}", map.boxes[*id].id),
        Where::In(area, _) => format!("in {}", map.areas[*area].name.clone().unwrap_or_else(|| map.areas[*area].id.clone())),
        Where::Within(..) => "near".to_owned(),
    }
}
