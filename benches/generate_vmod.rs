//! Modules of VASSAL from a seed, as big ones are: pieces of two faces or more, markers, prototypes, a board of 100 × 70
//! hexes with its picture, predefined setups behind their key.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use image::{DynamicImage, ImageFormat, RgbImage};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::Random;

/// Columns and rows of hexes.
pub const HEXES: (usize, usize) = (100, 70);
/// Pieces of a panel.
const PANEL: usize = 100;
/// Hexes on which the pieces of a setup lie.
const STACKS: usize = 500;
/// What hides a save.
const KEY: u8 = 0x5a;

/// What a module has.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    /// Pieces in its palettes.
    pub pieces: usize,
    /// Pictures of a piece.
    pub faces: usize,
    /// How wide and high a picture is.
    pub pixels: u32,
    /// Whether pictures are noise, which nothing can pack, instead of a plain counter.
    pub noise: bool,
    /// Predefined setups.
    pub setups: usize,
    /// Pieces that lie on the map in each.
    pub placed: usize,
    /// Traits of a piece beside its own three: those of a prototype, which VASSAL puts into every piece of a setup.
    pub traits: usize,
}

/// What prototypes hold.
const TRAITS: [(&str, &str); 8] = [
    ("delete;Delete;68,130;", ""),
    ("clone;Clone;67,130;", ""),
    ("markmoved;moved.gif;14;-20;Mark Moved;77,130;;false;;;;", "false"),
    ("report;70\\,130,68\\,130;$pieceName$ is turned over;;;;false", "-1"),
    ("macro;Fire;Fire;70,195;{Attack>2&&Defense<4};57344\\,0\\,go;70\\,130;false;;;counted;;;1;false;;1;1", ""),
    ("footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;", "false;;0;false"),
    ("hideCmd;Never;Hide;{Side==\"Red\"};68\\,130", ""),
    ("sendto;Eliminate;69,130;Main;Field;40;40;Back;;0;0;0;0;;L;;;;", ";;"),
];

/// A module; the same one for the same seed.
pub fn module(wanted: Module, seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut add = |name: &str, bytes: &[u8]| {
        zip.start_file(name, stored).unwrap();
        zip.write_all(bytes).unwrap();
    };
    add("buildFile.xml", build_file(wanted).as_bytes());
    add("images/board.png", &board());
    for piece in 0..wanted.pieces {
        for face in 0..wanted.faces {
            add(&format!("images/p{piece}-{face}.png"), &picture(wanted, &mut random));
        }
    }
    for number in 0..wanted.setups {
        add(&format!("setup{number}.vsav"), &save(wanted, &mut random));
    }
    zip.finish().unwrap().into_inner()
}

fn build_file(wanted: Module) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<VASSAL.build.GameModule name=\"A Big One\" version=\"1.0\" VassalVersion=\"3.6.0\">\
         <VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Blue</entry></VASSAL.build.module.PlayerRoster>\
         <VASSAL.build.module.PrototypesContainer>",
    );
    for side in ["Red", "Blue"] {
        let marks = format!("{side},{side} Army");
        let definition = xml(&piece("null", &[("mark;Side,Army", &marks)], "", "", "", "null;0;0"));
        let _ = write!(
            text,
            "<VASSAL.build.module.PrototypeDefinition name=\"{side}\">{definition}</VASSAL.build.module.PrototypeDefinition>"
        );
    }
    if wanted.traits > 0 {
        let definition = xml(&piece("null", &common(wanted), "", "", "", "null;0;0"));
        let _ = write!(
            text,
            "<VASSAL.build.module.PrototypeDefinition name=\"Common\">{definition}</VASSAL.build.module.PrototypeDefinition>"
        );
    }
    text += "</VASSAL.build.module.PrototypesContainer>\
             <VASSAL.build.module.Map mapName=\"Main\"><VASSAL.build.module.map.BoardPicker>\
             <VASSAL.build.module.map.boardPicker.Board name=\"Field\" image=\"board.png\">\
             <VASSAL.build.module.map.boardPicker.board.HexGrid x0=\"40\" y0=\"25\" dx=\"50\" dy=\"60\">\
             <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering hOff=\"1\" vOff=\"1\" hLeading=\"2\" stagger=\"false\"/>\
             </VASSAL.build.module.map.boardPicker.board.HexGrid></VASSAL.build.module.map.boardPicker.Board>\
             </VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>\
             <VASSAL.build.module.PieceWindow name=\"Pieces\"><VASSAL.build.widget.TabWidget>";
    for panel in 0..wanted.pieces.div_ceil(PANEL) {
        let _ = write!(text, "<VASSAL.build.widget.PanelWidget entryName=\"Corps {panel}\">");
        for number in panel * PANEL..wanted.pieces.min((panel + 1) * PANEL) {
            let definition = xml(&counter("null", number, 1, wanted, "null;0;0"));
            let _ = write!(
                text,
                "<VASSAL.build.widget.PieceSlot entryName=\"{0}\" gpid=\"{1}\">{definition}</VASSAL.build.widget.PieceSlot>",
                name(number),
                number + 1
            );
        }
        text += "</VASSAL.build.widget.PanelWidget>";
    }
    text += "</VASSAL.build.widget.TabWidget></VASSAL.build.module.PieceWindow>";
    for number in 0..wanted.setups {
        let _ = write!(
            text,
            "<VASSAL.build.module.PredefinedSetup name=\"Setup {number}\" useFile=\"true\" file=\"setup{number}.vsav\"/>"
        );
    }
    text + "</VASSAL.build.GameModule>"
}

fn name(number: usize) -> String {
    format!("{}. Regiment {}", number % 97 + 1, number / 97)
}

/// A counter: its faces as a layer, numbers and words as markers, its side from a prototype.
fn counter(id: &str, number: usize, level: usize, wanted: Module, at: &str) -> String {
    let images: Vec<String> = (0..wanted.faces).map(|face| format!("p{number}-{face}.png")).collect();
    let names: Vec<String> =
        (0..wanted.faces).map(|face| if face == 0 { String::new() } else { format!("+ (Step {face})") }).collect();
    let layer = format!(
        "emb2;;128;;Flip;128;;;128;;;;1;false;0;0;{};{};true;Step;;;false;;1;1;true;;70,130;;;1.0;;true",
        images.join(","),
        names.join(",")
    );
    let marks = format!("{},{},{},Colonel {}", number % 9, number % 7, number % 5 + 3, number % 400);
    let side = if number.is_multiple_of(2) { "prototype;Red" } else { "prototype;Blue" };
    let level = level.to_string();
    let mut traits = vec![(side, ""), (layer.as_str(), level.as_str()), ("mark;Attack,Defense,Move,Commander", marks.as_str())];
    if id != "null" {
        traits.extend(common(wanted));
    } else if wanted.traits > 0 {
        traits.push(("prototype;Common", ""));
    }
    piece(id, &traits, "", &name(number), &(number + 1).to_string(), at)
}

/// The traits that all pieces have.
fn common(wanted: Module) -> Vec<(&'static str, &'static str)> {
    TRAITS.into_iter().cycle().take(wanted.traits).collect()
}

/// One item of a sequence, as VASSAL quotes it.
fn item(text: &str, divider: char) -> String {
    let escaped = text.replace(divider, &format!("\\{divider}"));
    if text.starts_with('\\') { format!("'{escaped}'") } else { escaped }
}

/// A piece: traits from the outside in, each with its state, then name, picture and number.
fn piece(id: &str, traits: &[(&str, &str)], image: &str, name: &str, gpid: &str, at: &str) -> String {
    let mut kind = format!("piece;;;{image};{name}");
    let mut state = format!("{at};{gpid};0");
    for (outer, own) in traits.iter().rev() {
        kind = format!("{}\t{}", item(outer, '\t'), item(&kind, '\t'));
        state = format!("{}\t{}", item(own, '\t'), item(&state, '\t'));
    }
    format!("+/{id}/{}/{}", item(&kind, '/'), item(&state, '/'))
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A save behind its key: pieces in stacks on hexes.
fn save(wanted: Module, random: &mut Random) -> Vec<u8> {
    let mut commands = vec!["begin_save".to_owned(), String::new()];
    let mut stacks: Vec<(String, Vec<String>)> = (0..STACKS.min(wanted.placed))
        .map(|_| {
            let (column, row) = (random.below(HEXES.0), random.below(HEXES.1));
            (format!("Main;{};{}", 40 + 50 * column, 25 + 60 * row + 30 * (column % 2)), Vec::new())
        })
        .collect();
    // Each piece once: the stride is a prime.
    let first = random.below(wanted.pieces);
    for n in 0..wanted.placed {
        let number = (first + n * 7_919) % wanted.pieces;
        let level = random.below(wanted.faces) + 1;
        let at = n % stacks.len();
        let stack = &mut stacks[at];
        let id = format!("{}", 1_000_000 + n);
        commands.push(counter(&id, number, level, wanted, &stack.0));
        stack.1.push(id);
    }
    for (n, (at, inside)) in stacks.iter().enumerate() {
        commands.push(format!("+/{}/stack/{at};{};@@0", 2_000_000 + n, inside.join(";")));
    }
    commands.extend(["SETUP_STACK\t".to_owned(), "end_save".to_owned()]);
    let text = commands.iter().map(|command| item(command, '\u{1b}')).collect::<Vec<_>>().join("\u{1b}");
    let mut hidden = format!("!VCSK{KEY:02x}");
    for byte in text.bytes() {
        let _ = write!(hidden, "{:02x}", byte ^ KEY);
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("savedGame", SimpleFileOptions::default()).unwrap();
    zip.write_all(hidden.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

/// The picture of a face; no two are the same.
fn picture(wanted: Module, random: &mut Random) -> Vec<u8> {
    let ground = random.next().to_le_bytes();
    let bars: Vec<u64> = (0..wanted.pixels).map(|_| random.next()).collect();
    png(RgbImage::from_fn(wanted.pixels, wanted.pixels, |x, y| {
        if wanted.noise {
            let [r, g, b, ..] = random.next().to_le_bytes();
            return image::Rgb([r, g, b]);
        }
        let inked = (8..wanted.pixels - 8).contains(&x) && bars[y as usize] >> (x / 4) & 1 == 1;
        image::Rgb(if inked { [20, 20, 20] } else { [ground[0] | 0x80, ground[1] | 0x80, ground[2] | 0x80] })
    }))
}

/// The picture of the board: hexes are not drawn, but it is no single colour either.
fn board() -> Vec<u8> {
    // The middles of the hexes lie on it, and those of no others.
    let (width, height) = (50 * HEXES.0 + 15, 60 * HEXES.1 + 10);
    png(RgbImage::from_fn(width as u32, height as u32, |x, y| {
        image::Rgb([(x / 50 % 64) as u8 + 120, (y / 60 % 64) as u8 + 130, ((x / 10 + y / 10) % 32) as u8 + 90])
    }))
}

fn png(picture: RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(picture).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}
