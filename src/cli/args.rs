//! What may be typed, and the help that explains it to someone who designs games, not programs.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::args_new::New;
use crate::draw::page::Paper;
use crate::model::{Backs, MOST_BACK_OFFSET};
use crate::report::Format;

/// Muster proves a wargame written as data: map, counters, tables, rules and scenarios.
#[derive(Debug, Parser)]
#[command(
    name = "muster",
    version,
    about = "Checks a hex-and-counter wargame that is written as data",
    long_about = "Checks a hex-and-counter wargame that is written as data.\n\n\
        A game is a folder with a file module.json in it, and beside it its map, counters, terrain, tables, rules and \
        scenarios. Muster reads them all and says what does not fit, at the very place in the file.",
    after_help = "Examples:\n  \
        muster new my-game       write a small game to begin with\n  \
        muster check my-game     look for everything that is wrong with it\n\n\
        `muster help COMMAND` tells more about a command.",
    max_term_width = 100,
    disable_help_subcommand = false
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

// In the order of use: that is the order of the help.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    New(New),
    Import(Import),
    Check(Check),
    Watch(Watch),
    Build(Build),
    Map(Map),
    Sheet(Sheet),
    Why(Why),
    Odds(Odds),
    Rules(RulesArgs),
    Play(Play),
    Replay(Replay),
    Simulate(Simulate),
    Inspect(Inspect),
    Diff(Diff),
    Migrate(Migrate),
    Explain(Explain),
    Schema(Schema),
    Lsp(Lsp),
    Completions(Completions),
    #[command(hide = true)]
    Man(Man),
}

/// Begin with what you have: a module of VASSAL, a map of Tiled, a sheet of counters
///
/// Makes the folder of a game from a file of another program, and says what it had to guess. What it makes checks
/// without errors; what the file does not say, such as movement costs, is left out and can be added.
///
/// Nothing is ever overwritten.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster import Game.vmod -o my-game       a module of VASSAL, and what lies in Game_ext\n  \
    muster import Game.vmod More.vmdx        a module with an extension\n  \
    muster import crossing.tmx               a hexagonal map of Tiled, into the folder crossing\n  \
    muster import counters.xlsx -o my-game   a sheet of counters")]
pub(super) struct Import {
    /// The file: .vmod (or the folder of a module), .tmx, .tmj, .csv, .xlsx, .ods; after a module its extensions
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The folder to write into [default: what the file is called, in the current folder]
    #[arg(short, long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,
}

/// Make the files that people play with
///
/// Checks the game first, and builds nothing while an error stands. A build that is interrupted leaves every file
/// wholly old or wholly new; `muster inspect` says whether the set is whole.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster build my-game -o out                    one bundle for each scenario\n  \
    muster build my-game -o out --scenario short   only that one\n  \
    muster build my-game -o out --emit html        a page for each scenario, to be played in a browser\n  \
    muster build my-game -o out --emit vmod        a module for VASSAL\n  \
    muster build my-game -o out --emit print       a kit to print, cut and play with\n  \
    muster build my-game -o out --emit print --paper a4 --backs fold --only 1-div")]
pub(super) struct Build {
    /// The folder of the game
    #[arg(value_name = "DIR", default_value = ".")]
    pub(super) dir: PathBuf,
    /// What to make: bundle, components, html, print, vmod
    #[arg(long, value_delimiter = ',', default_value = "bundle", value_name = "WHAT")]
    pub(super) emit: Vec<String>,
    /// The folder to write into
    #[arg(short, long, value_name = "OUT", default_value = "out")]
    pub(super) output: PathBuf,
    /// Replace files there that the last build did not write, or that were changed since
    #[arg(long)]
    pub(super) force: bool,
    /// Only this scenario; may be given several times
    #[arg(long, value_name = "ID")]
    pub(super) scenario: Vec<String>,
    /// Of what is printed part by part, only these: units, formations, markers, cards, decks by their ids; or all `units`,
    /// `markers`, `cards`, `charts`
    #[arg(long, value_delimiter = ',', value_name = "PARTS", conflicts_with = "changed_since")]
    pub(super) only: Vec<String>,
    /// Of what is printed part by part, only what is new or different since a version, as in `muster diff`
    #[arg(long, value_name = "OLD")]
    pub(super) changed_since: Option<String>,
    /// The paper to print on [default: as art.json says, else both]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PAPER", help_heading = "Print")]
    pub(super) paper: Vec<PaperWord>,
    /// How backs come behind fronts [default: as art.json says, else all ways]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WAY", help_heading = "Print")]
    pub(super) backs: Vec<BacksWord>,
    /// Move backs to the right and down, in millimetres, such as 0.5,-0.3; the alignment sheet tells how far
    #[arg(long, value_name = "X,Y", value_parser = offset, allow_hyphen_values = true, help_heading = "Print")]
    pub(super) back_offset: Option<(f64, f64)>,
    /// Counters and cards also on white with a coloured rim, to save ink
    #[arg(long, help_heading = "Print")]
    pub(super) low_ink: bool,
    /// The side of a counter: 1/2, 9/16, 5/8 of an inch, or millimetres such as 13mm [default: as art.json says, else 5/8]
    #[arg(long, value_name = "SIZE", value_parser = counter_size, help_heading = "Print")]
    pub(super) counter: Option<f64>,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,
}

/// Draw the map
///
/// Draws what map.json says, as it would be printed: terrain, rivers, roads, names, numbers, and what lies beside the
/// map. It also draws a map in which something is wrong, and marks on it what was found.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster map my-game -o map.svg                     the map, for a browser\n  \
    muster map my-game -o map.png --scale 100         as a picture, a hex 100 pixels wide\n  \
    muster map my-game -o map.pdf --only rivers,grid  only these, for print at true size\n  \
    muster map my-game -o map.png --highlight 0512    with that hex outlined")]
pub(super) struct Map {
    /// The folder of the game
    #[arg(value_name = "DIR", default_value = ".")]
    pub(super) dir: PathBuf,
    /// The file to write; its ending says what: svg, png or pdf
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Draw only these: terrain, grid, rivers, roads, bridges, places, arrows, areas, numbers, names, entries, boxes, title,
    /// key
    #[arg(long, value_delimiter = ',', value_name = "WHAT")]
    pub(super) only: Vec<String>,
    /// Outline these hexes: their numbers, or the names of areas and places
    #[arg(long, value_delimiter = ',', value_name = "HEX")]
    pub(super) highlight: Vec<String>,
    /// Lay grid, numbers, rivers and roads over the image that art.json names, to see whether they agree
    #[arg(long)]
    pub(super) proof: bool,
    /// An SVG to be worked on: letters stay words, but for those of fonts of your own, and parts are layers
    #[arg(long)]
    pub(super) live_text: bool,
    /// How many pixels a hex is wide, from flat side to flat side, in a PNG
    #[arg(long, value_name = "PIXELS", default_value_t = 64, value_parser = clap::value_parser!(u32).range(4..=2000))]
    pub(super) scale: u32,
    /// Draw it for this scenario: what it does not use is faded, and the turn track shows who comes
    #[arg(long, value_name = "ID")]
    pub(super) scenario: Option<String>,
    /// With the counters where the scenario sets them up
    #[arg(long, requires = "scenario")]
    pub(super) units: bool,
    /// With a mark for every hex and area where the scenario sets units up
    #[arg(long, requires = "scenario")]
    pub(super) setup: bool,
}

/// Draw counters, to look at them
///
/// Draws one counter large, front and back, or all of them on one picture by formation, as art.json says how they look.
/// It also draws counters of a game in which something is wrong.
#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("which").required(true).args(["unit", "contact"]),
    after_help = "Examples:\n  \
    muster sheet my-game --unit a-1-i -o unit.png   one counter, large\n  \
    muster sheet my-game --contact -o counters.png  all counters on one picture"
)]
pub(super) struct Sheet {
    /// The folder of the game
    #[arg(value_name = "DIR", default_value = ".")]
    pub(super) dir: PathBuf,
    /// The counter of this unit or marker; may be given several times
    #[arg(long, value_name = "ID")]
    pub(super) unit: Vec<String>,
    /// All counters on one picture
    #[arg(long)]
    pub(super) contact: bool,
    /// The file to write; its ending says what: svg, png or pdf
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// How many pixels a counter is wide in a PNG [default: 600 for one counter, 90 for all]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(8..=2000))]
    pub(super) scale: Option<u32>,
    /// On white, with a coloured rim
    #[arg(long)]
    pub(super) low_ink: bool,
    /// An SVG to be worked on: letters stay words, but for those of fonts of your own
    #[arg(long)]
    pub(super) live_text: bool,
}

/// Settle whether a unit may be in a hex, and can come there
///
/// Says of a unit as a scenario sets it up: whether the hex is open to it, whether there is room for it, by which way it
/// comes there in one turn and for how much, or what stops it, and whether it has supply there. Terrain, zones of
/// control, bonds, bans, weather and ways of moving such as road march (`--mode`) count. Where the answer hangs on
/// something that is not known, such as the phase or a die, it says on what. Ends with 1 if something speaks against it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster why my-game crossing a-1-i 0704")]
pub(super) struct Why {
    /// The folder of the game
    pub(super) dir: PathBuf,
    /// The scenario
    pub(super) scenario: String,
    /// The unit
    pub(super) unit: String,
    /// The hex
    pub(super) hex: String,
    /// On this turn, as the scenario stands at its start [default: the scenario's first]
    #[arg(long, value_name = "TURN")]
    pub(super) turn: Option<String>,
    /// In this phase of the turn
    #[arg(long, value_name = "PHASE")]
    pub(super) phase: Option<String>,
    /// In this mode of movement
    #[arg(long, value_name = "MODE")]
    pub(super) mode: Option<String>,
    /// With this option; may be given several times
    #[arg(long, value_name = "OPTION")]
    pub(super) option: Vec<String>,
}

/// What a battle comes to: the column, everything that changes it, the chance of each result
///
/// The scenario stands as at its start; `unit@hex` puts a unit elsewhere first.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster odds my-game crossing --attack 0704                         everybody next to the hex\n  \
    muster odds my-game crossing --attack 0704 --with a-1-i,a-2-i@0604 these, one of them moved")]
pub(super) struct Odds {
    /// The folder of the game
    pub(super) dir: PathBuf,
    /// The scenario
    pub(super) scenario: String,
    /// The hex that is attacked
    #[arg(long, value_name = "HEX")]
    pub(super) attack: String,
    /// Who attacks: units, or unit@hex [default: every enemy next to the hex]
    #[arg(long, value_delimiter = ',', value_name = "UNITS")]
    pub(super) with: Vec<String>,
    /// Who supports either side: units, or unit@hex
    #[arg(long, value_delimiter = ',', value_name = "UNITS")]
    pub(super) support: Vec<String>,
    /// Who is put there to defend: unit@hex
    #[arg(long, value_delimiter = ',', value_name = "UNITS")]
    pub(super) against: Vec<String>,
    /// Which kind of combat [default: the first of the rules]
    #[arg(long, value_name = "COMBAT")]
    pub(super) combat: Option<String>,
    /// On this turn [default: the scenario's first]
    #[arg(long, value_name = "TURN")]
    pub(super) turn: Option<String>,
    /// In this phase of the turn
    #[arg(long, value_name = "PHASE")]
    pub(super) phase: Option<String>,
    /// With this option; may be given several times
    #[arg(long, value_name = "OPTION")]
    pub(super) option: Vec<String>,
}

/// Which printed rules the game has, and how
///
/// Lists every printed rule that the game's `coverage`, its entries or its reminders name.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster rules my-game\n  \
    muster rules my-game --play crossing  what is carried out in each phase, and what is left to the players")]
pub(super) struct RulesArgs {
    /// The folder of the game
    pub(super) dir: PathBuf,
    /// Phase by phase of a scenario: what `muster play` carries out, and what the players do by hand [default: the first]
    #[arg(long, value_name = "SCENARIO", num_args = 0..=1, default_missing_value = "")]
    pub(super) play: Option<String>,
    /// What values rest on: how many on each source of module.json, or all that rest on one of them
    #[arg(long, value_name = "SOURCE", num_args = 0..=1, default_missing_value = "", conflicts_with = "play")]
    pub(super) sources: Option<String>,
    /// The rules in short: every entry in a sentence beside its printed number, as the kit prints them
    #[arg(long, conflicts_with_all = ["play", "sources"])]
    pub(super) words: bool,
}

/// Play a scenario
///
/// Asks whoever is to decide, shows what is allowed, and carries out what follows. `?` before a decision tells why it is
/// not allowed, `u` takes the last one back, `map FILE` draws the map, `help` tells the rest.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster play my-game crossing                 a folder and a scenario\n  \
    muster play out/crossing.muster --log g.mlog a bundle, with a log to go on from\n  \
    muster play my-game crossing --json          a line of JSON in, a line out")]
pub(super) struct Play {
    /// The folder of the game, or a bundle
    pub(super) game: PathBuf,
    /// The scenario [default: the only one]
    pub(super) scenario: Option<String>,
    /// Keep a log in this file; if it is there, go on from it
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// What the dice come from, a number [default: another one each time; 0 with --json]
    #[arg(long, value_name = "NUMBER")]
    pub(super) seed: Option<u64>,
    /// With this option; may be given several times [default: the usual ones]
    #[arg(long, value_name = "OPTION")]
    pub(super) option: Vec<String>,
    /// Nothing is done by hand, nothing can be forced
    #[arg(long, conflicts_with_all = ["warn", "free"])]
    pub(super) strict: bool,
    /// Everything can be done by hand, and a forbidden step can be forced; both are marked (this is the default)
    #[arg(long, conflicts_with = "free")]
    pub(super) warn: bool,
    /// As --warn, and no step or end of a move is refused
    #[arg(long)]
    pub(super) free: bool,
    /// This side decides by lot; may be given several times
    #[arg(long, value_name = "SIDE")]
    pub(super) random: Vec<String>,
    /// This side is played by a program: SIDE=KIND, with idle, random, greedy, search or policy; may be given several times
    #[arg(long, value_name = "SIDE=KIND")]
    pub(super) player: Vec<String>,
    /// Speak the protocol of docs/play.md: a line of JSON in, a line out
    #[arg(long, conflicts_with_all = ["log", "random", "player"])]
    pub(super) json: bool,
}

/// Play a log again
///
/// Proves that every decision is legal and that every digest is the same, and tells how the game stands.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster replay my-game g.mlog                           to its end\n  \
    muster replay my-game g.mlog --to 40 --scenario s.json a position becomes a scenario")]
pub(super) struct Replay {
    /// The folder of the game, or a bundle
    pub(super) game: PathBuf,
    /// The log
    pub(super) log: PathBuf,
    /// Only so many decisions
    #[arg(long, value_name = "NUMBER")]
    pub(super) to: Option<usize>,
    /// Write the position as a scenario file
    #[arg(long, value_name = "FILE")]
    pub(super) scenario: Option<PathBuf>,
    /// The game has changed since: go as far as the decisions are legal
    #[arg(long)]
    pub(super) rebase: bool,
}

/// Let programs play many games, and tell what happened
///
/// Plays games of a scenario strictly by its rules and counts who wins, what never happens and where a game gets stuck.
/// Game number n hangs on the seed and on n alone, so that the same command gives the same bytes everywhere. Ctrl-C keeps
/// what is done; the same command goes on from there. What the figures mean, and what not, is in docs/simulate.md.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster simulate my-game crossing --games 1000                   on all processors\n  \
    muster simulate my-game crossing --players greedy,random -o g   one player for each side\n  \
    muster simulate my-game crossing --shard 2/8 -o part-2          the second of eight parts\n  \
    muster simulate --merge part-1 part-2 part-3 -o all             the same bytes as one run\n  \
    muster simulate --unused random greedy                          what none of these games has used")]
pub(super) struct Simulate {
    /// The folder of the game, or a bundle
    #[arg(required_unless_present_any = ["merge", "compare", "unused"])]
    pub(super) game: Option<PathBuf>,
    /// The scenario [default: the only one]
    pub(super) scenario: Option<String>,
    /// How many games
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) games: u64,
    /// What all games come from, a number
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// Who plays: one for all sides, one for each in their order, or SIDE=PLAYER
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    pub(super) players: Vec<String>,
    /// With this option; may be given several times [default: the usual ones]
    #[arg(long, value_name = "OPTION")]
    pub(super) option: Vec<String>,
    /// How many games of weaker players are played to compare with [default: a tenth, at least 50]
    #[arg(long, value_name = "NUMBER")]
    pub(super) beside: Option<u64>,
    /// Only a part of the games, as in 2/8: the second of eight
    #[arg(long, value_name = "K/N")]
    pub(super) shard: Option<String>,
    /// Add up the folders of all parts
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["game", "scenario", "shard", "players", "option", "beside"])]
    pub(super) merge: Vec<PathBuf>,
    /// List what of the rules, tables and cards was used in none of these simulations of one game, as CSV
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["game", "scenario", "shard", "players", "option", "beside", "merge", "compare", "vary", "report"])]
    pub(super) unused: Vec<PathBuf>,
    /// Play two versions with the same luck and tell what differs: OLD and NEW, or OLD and the game; folders, bundles, revisions
    #[arg(long, value_name = "VERSION", num_args = 1..=2, conflicts_with_all = ["merge", "vary"])]
    pub(super) compare: Vec<String>,
    /// Play with other values and tell what they do, as in units.csv:a-1-i.attack=3..6
    #[arg(long, value_name = "WHAT", conflicts_with = "merge")]
    pub(super) vary: Option<String>,
    /// Tell what was found in the game's files instead of a summary
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "human")]
    pub(super) report: Option<FormatWord>,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,
    /// On so many threads [default: all there are]
    #[arg(long, value_name = "NUMBER")]
    pub(super) threads: Option<usize>,
    /// The folder for what comes of it
    #[arg(short, long, value_name = "DIR", default_value = "simulated")]
    pub(super) output: PathBuf,
}

/// Tell whether something that was built is whole
///
/// Checks the hashes of a bundle, or of a folder that `muster build` wrote, and lists what is in it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster inspect out                  a folder that was built\n  \
    muster inspect out/crossing.muster  a bundle")]
pub(super) struct Inspect {
    /// A bundle, or a folder
    pub(super) path: PathBuf,
}

/// Look for everything that is wrong with a game
///
/// Reads all files of a game and lists what is wrong, each with its place in the file and what to do about it.
///
/// Ends with 0 if nothing is wrong, with 1 if something is, and with 2 if there was nothing to check. Warnings
/// alone are no reason to end with 1, unless you say so. Hints, which ask whether something unlikely is meant, never
/// are.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster check                            the game in the current folder\n  \
    muster check --format short my-game     one line for each finding")]
pub(super) struct Check {
    /// Folders of games, each with a module.json
    #[arg(value_name = "DIR", default_value = ".")]
    pub(super) dirs: Vec<PathBuf>,
    /// How to write the findings
    #[arg(long, value_enum, default_value_t = FormatWord::Human)]
    pub(super) format: FormatWord,
    /// How many findings of one code in one file to show, or `all`; the rest is counted [default: 12, a line each 100,
    /// for programs 1000]
    #[arg(long, value_name = "N", value_parser = findings)]
    pub(super) max_findings: Option<usize>,
    /// Let warnings count as errors do
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) deny: Option<Deny>,
    /// Which hints to show; they never change how the command ends
    #[arg(long, value_enum, default_value_t = Hints::All, value_name = "WHICH")]
    pub(super) hints: Hints,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,
    /// Tell how long each step and each check took
    #[arg(long)]
    pub(super) timings: bool,
}

/// Check a game again whenever you save one of its files
///
/// Shows what is wrong with a game, and shows it again whenever a file of the game changes, here and on a page in
/// your browser that keeps itself up to date. Only programs on this computer can see the page. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster watch                 the game in the current folder\n  \
    muster watch my-game --port 8080\n  \
    muster watch my-game -o out  builds it too, whenever nothing is wrong\n  \
    muster watch --link \"idea://open?file={path}&line={line}&column={column}\"")]
pub(super) struct Watch {
    /// The folder of a game, with a module.json
    #[arg(value_name = "DIR", default_value = ".")]
    pub(super) dir: PathBuf,
    /// The port of the page; if it is taken, the next one. 0 takes any
    #[arg(long, value_name = "N", default_value_t = 4747)]
    pub(super) port: u16,
    /// Only here, without a page
    #[arg(long)]
    pub(super) no_page: bool,
    /// Build too, whenever nothing is wrong, into this folder
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: Option<PathBuf>,
    /// What to build: bundle, components, html, print, vmod
    #[arg(long, value_delimiter = ',', default_value = "bundle", value_name = "WHAT", requires = "output")]
    pub(super) emit: Vec<String>,
    /// What the page's links look like, so that they open your editor
    #[arg(long, value_name = "LINK", default_value = "vscode://file/{path}:{line}:{column}")]
    pub(super) link: String,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum PaperWord {
    /// 210 × 297 mm
    A4,
    /// 8½ × 11 inches
    Letter,
}

impl From<PaperWord> for Paper {
    fn from(word: PaperWord) -> Self {
        match word {
            PaperWord::A4 => Paper::A4,
            PaperWord::Letter => Paper::Letter,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum BacksWord {
    /// On both sides, turned over the long edge
    DuplexLong,
    /// On both sides, turned over the short edge
    DuplexShort,
    /// On one side, to be folded and glued
    Fold,
    /// No backs
    Fronts,
}

impl From<BacksWord> for Backs {
    fn from(word: BacksWord) -> Self {
        match word {
            BacksWord::DuplexLong => Backs::DuplexLong,
            BacksWord::DuplexShort => Backs::DuplexShort,
            BacksWord::Fold => Backs::Fold,
            BacksWord::Fronts => Backs::Fronts,
        }
    }
}

/// Two numbers with a comma between them, no further than any printer shifts.
fn offset(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|mm| mm.abs() <= MOST_BACK_OFFSET);
    let pair = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    pair.ok_or_else(|| "expected two numbers up to 20 such as 0.5,-0.3".to_owned())
}

/// How many findings of one code in one file.
fn findings(text: &str) -> Result<usize, String> {
    match text.trim() {
        "all" => Ok(usize::MAX),
        text => text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "expected a number from 1 on, or `all`".to_owned()),
    }
}

/// The side of a counter in millimetres.
fn counter_size(text: &str) -> Result<f64, String> {
    let text = text.trim().trim_end_matches(['"', '″']);
    let mm = match text.split_once('/') {
        Some((part, whole)) => match (part.trim().parse::<f64>(), whole.trim().parse::<f64>()) {
            (Ok(part), Ok(whole)) if whole > 0.0 => Some(part / whole * 25.4),
            _ => None,
        },
        None => text.trim_end_matches("mm").trim().parse::<f64>().ok(),
    };
    mm.filter(|mm| (5.0..=100.0).contains(mm))
        .ok_or_else(|| "expected 1/2, 9/16, 5/8, or 5 to 100 millimetres such as 13mm".to_owned())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FormatWord {
    /// With the lines of the file
    Human,
    /// One line for each finding
    Short,
    /// For other programs
    Json,
    /// For code scanning, SARIF 2.1.0
    Sarif,
    /// Remarks in a GitHub pull request
    Github,
}

impl From<FormatWord> for Format {
    fn from(word: FormatWord) -> Self {
        match word {
            FormatWord::Human => Format::Human,
            FormatWord::Short => Format::Short,
            FormatWord::Json => Format::Json,
            FormatWord::Sarif => Format::Sarif,
            FormatWord::Github => Format::Github,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// End with 1 if there is a warning
    Warnings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Hints {
    /// None
    None,
    /// All
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// If the output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Tell what changed between two versions of a game
///
/// Compares two games and writes what is different as errata: counters, ratings, hexes, setups, arrivals, tables,
/// rules. Only what is played with counts: a comment or another order of rows is no change.
///
/// A version is a folder; a bundle, of which only its scenario is compared; or a revision of the git repository that
/// you are in: REVISION alone means the same folder as the other version, or this one, and REVISION:FOLDER names
/// another, as seen from the top of the repository, or from here if it begins with `./`. Needs git; nothing is checked
/// out.
///
/// Ends with 0 if nothing changed, with 1 if something did, and with 2 if the two could not be compared.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster diff old-game my-game                   two folders\n  \
    muster diff v1.0 --format markdown             the game in the current folder, since v1.0\n  \
    muster diff HEAD~1 my-game                     that folder, since the commit before\n  \
    muster diff v1.0:games/old games/new           it lay elsewhere then\n  \
    muster diff old/crossing.muster my-game        a bundle and what it is built from")]
pub(super) struct Diff {
    /// The older version
    pub(super) old: String,
    /// The newer version
    #[arg(default_value = ".")]
    pub(super) new: String,
    /// How to write the errata
    #[arg(long, value_enum, default_value_t = ErrataWord::Text)]
    pub(super) format: ErrataWord,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ErrataWord {
    /// To be read here
    Text,
    /// To be published
    Markdown,
    /// For other programs
    Json,
}

impl From<ErrataWord> for crate::diff::Format {
    fn from(word: ErrataWord) -> Self {
        match word {
            ErrataWord::Text => crate::diff::Format::Text,
            ErrataWord::Markdown => crate::diff::Format::Markdown,
            ErrataWord::Json => crate::diff::Format::Json,
        }
    }
}

/// Carry a game forward to the newest format
///
/// When a newer muster writes some things differently, this changes the files of your game accordingly. Comments
/// and layout stay as they are. Everything is written, or nothing. A game that is current stays as it is.
///
/// Ends with 0, or with 2 if it could not be done; with `--check` with 1 if there is something to change.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster migrate --dry-run     tell what would change\n  \
    muster migrate my-game")]
pub(super) struct Migrate {
    /// The folder of the game
    #[arg(value_name = "DIR", default_value = ".")]
    pub(super) dir: PathBuf,
    /// Only tell what would change
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Only tell what would change, and end with 1 if something would
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) check: bool,
}

/// Tell what a finding means, and how to mend it
///
/// Every finding has a code, such as M0302. This tells what is checked under that code, why, and shows an example
/// before and after. Without a code it lists them all.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster explain M0302\n  \
    muster explain unknown-hex")]
pub(super) struct Explain {
    /// The code or the name of the finding
    #[arg(conflicts_with = "all")]
    pub(super) code: Option<String>,
    /// Print all explanations as one document
    #[arg(long)]
    pub(super) all: bool,
}

/// Help your editor to complete and check as you type
///
/// Prints the description of a kind of file that editors understand (a JSON Schema). Without a kind it lists the
/// kinds. A file that names its description in "$schema" is completed and checked while you type.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster schema -o schemas      write all descriptions into the folder schemas\n  \
    muster schema map             print the one for map.json")]
pub(super) struct Schema {
    /// The kind of file, such as map or units
    #[arg(conflicts_with_all = ["output", "plain"])]
    pub(super) kind: Option<String>,
    /// Write all descriptions into this folder
    #[arg(short, long, value_name = "DIR", conflicts_with = "plain")]
    pub(super) output: Option<PathBuf>,
    /// Write the pages of the reference instead, as the book has them
    #[arg(long, requires = "output", hide = true)]
    pub(super) pages: bool,
    /// Print a file of a game as plain JSON, without comments, for other programs; sheets too
    #[arg(long, value_name = "FILE")]
    pub(super) plain: Option<PathBuf>,
}

/// Help an editor while you type
///
/// Speaks the Language Server Protocol over standard input and output: findings while you type, in JSON and in
/// sheets, with what stands under the cursor, completion, definitions and references of every id, renaming, quick
/// fixes and formatting. An editor starts it; docs/editor.md tells how to set one up.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster lsp  what an editor is told to start")]
pub(super) struct Lsp {
    /// Taken because editors give it: the only way there is
    #[arg(long, hide = true)]
    pub(super) stdio: bool,
}

/// Write the pages that `man` shows
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    pub(super) dir: PathBuf,
}

/// Let your shell complete muster's commands
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    muster completions bash > ~/.local/share/bash-completion/completions/muster\n  \
    muster completions fish > ~/.config/fish/completions/muster.fish")]
pub(super) struct Completions {
    /// Which shell
    pub(super) shell: clap_complete::Shell,
}
