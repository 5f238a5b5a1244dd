//! `muster map`: the map as a picture. It draws whatever was understood, and marks on it what was found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::args::Map as Args;
use super::check::open;
use super::exit::{Exit, Failure};
use super::folder::{not_through_links_of, write_one};
use super::picture::{self, PictureFormat};
use super::stdout::Stdout;
use crate::compile::{Compiled, compile};
use crate::diag::{Diag, Severity, did_you_mean};
use crate::draw::font::shown;
use crate::draw::hexmap::{self, Drawn, LayoutIssue, Options, SetupMark};
use crate::draw::limits::MAP_PIXELS;
use crate::draw::picture::sound;
use crate::draw::scene::Picture;
use crate::draw::standing;
use crate::hexgrid::{Board, HexId};
use crate::model::{Called, Game, Location, Map, MapImage, MapLayer, Scenario, ScenarioId, Setup, Where};
use crate::source::World;

/// So many places are marked at once; more would hide the map.
const MOST_MARKS: usize = 99;

pub(super) fn run(args: &Args, out: &mut Stdout) -> Result<Exit, Failure> {
    let kind = PictureFormat::of(&args.output)?.with_live_text(args.live_text)?;
    let world = open(&args.dir)?;
    let compiled = compile(&world);
    let game = &compiled.game;
    let Some(map) = &game.map else {
        return Err(Failure::new("the game has no map that could be drawn").help("`muster check` says what is wrong"));
    };
    hexmap::drawable(game).map_err(|why| Failure::new(why.to_string()).help("make it of fewer hexes"))?;
    let scenario = args.scenario.as_deref().map(|id| scenario(game, id)).transpose()?;
    let used: Option<BTreeSet<HexId>> =
        scenario.and_then(|(_, scenario)| map.areas.at(scenario.map?)).map(|area| area.hexes.iter().copied().collect());
    let stacks = scenario.filter(|_| args.units).map(|(_, scenario)| standing::at_start(game, scenario)).unwrap_or_default();
    let options = Options {
        counters: standing::counted(&stacks),
        only: layers(&args.only)?,
        highlight: highlight(map, &args.highlight)?,
        faded: used.map(|used| map.board.hexes().filter(|hex| !used.contains(hex)).collect()).unwrap_or_default(),
        marks: marks(&compiled, map),
        images: images(game, &world)?,
        proof: args.proof,
        subtitle: scenario.map(|(_, scenario)| scenario.called().to_owned()),
        scenario: scenario.map(|(id, _)| id),
        setup: scenario.filter(|_| args.setup).map(|(_, scenario)| setup(game, map, scenario)).unwrap_or_default(),
    };
    if args.proof && options.images.iter().all(Option::is_none) {
        return Err(Failure::new("there is no image to lay the grid over")
            .help("name it in art.json: \"map\": {\"image\": {\"path\": …, \"at\": {…}}}"));
    }
    let mut drawn = hexmap::draw(game, &options).ok_or_else(|| Failure::new("the map has neither hexes nor boxes"))?;
    standing::put(game, &mut drawn, &stacks);
    let smaller = "make the hexes smaller: `across-flats-mm` in map.json";
    let bytes = picture::render(&drawn.scene, kind, f64::from(args.scale) / drawn.across, "the map", smaller, game)?;
    not_through_links_of(&args.dir, &args.output)?;
    write_one(&args.output, &bytes)?;
    tell(args, map, &options, &drawn, bytes.len(), out);
    Ok(Exit::Clean)
}

/// The map as it stands, with what is wrong marked on it; nothing if there is none that could be drawn.
pub(super) fn live(compiled: &Compiled, images: Vec<Option<Picture>>) -> Option<Drawn> {
    let map = compiled.game.map.as_ref()?;
    let options = Options { marks: marks(compiled, map), images, ..Options::default() };
    hexmap::draw(&compiled.game, &options)
}

fn layers(words: &[String]) -> Result<Option<BTreeSet<MapLayer>>, Failure> {
    if words.is_empty() {
        return Ok(None);
    }
    let all = MapLayer::ALL.map(MapLayer::word);
    let read = words.iter().map(|word| {
        MapLayer::parse(word).ok_or_else(|| {
            let help = did_you_mean(word, all).unwrap_or_else(|| format!("name some of: {}", all.join(", ")));
            Failure::new(format!("no part of the map is called `{word}`")).help(help)
        })
    });
    read.collect::<Result<_, _>>().map(Some)
}

fn highlight(map: &Map, words: &[String]) -> Result<BTreeSet<HexId>, Failure> {
    let mut hexes = BTreeSet::new();
    for word in words {
        let area = map.areas.values().find(|area| area.id == *word || area.name.as_ref() == Some(word));
        let place = map.places.values().find(|place| place.id == *word || place.name == *word);
        match (map.board.parse(word), area, place) {
            (Ok(hex), _, _) => hexes.extend([hex]),
            (_, Some(area), _) => hexes.extend(&area.hexes),
            (_, _, Some(place)) => hexes.extend(&place.hexes),
            (Err(error), None, None) => {
                let known = map.areas.values().map(|a| a.id.as_str()).chain(map.places.values().map(|p| p.id.as_str()));
                let help = did_you_mean(word, known).unwrap_or_else(|| "name a hex, an area or a place".to_owned());
                return Err(Failure::new(error.to_string()).help(help));
            }
        }
    }
    Ok(hexes)
}

/// Where a scenario sets units up, as marks.
fn setup(game: &Game, map: &Map, scenario: &Scenario) -> Vec<SetupMark> {
    let side_of = |entry: &Setup| game.units.at(entry.unit).and_then(|unit| unit.side);
    let mut draws = BTreeSet::new();
    let marks = scenario.setup.iter().filter_map(|entry| {
        let mut side = side_of(entry);
        let count = match entry.drawn {
            // All of a draw are one mark, of nobody if several sides are in it: as many come as are drawn.
            Some((draw, count)) => {
                if !draws.insert(draw) {
                    return None;
                }
                let all = scenario.setup.iter().filter(|other| other.drawn == entry.drawn);
                side = side.filter(|side| all.map(side_of).all(|of| of == Some(*side)));
                count
            }
            // An entry is one counter of several alike, or all of them.
            None if entry.n.is_some() => 1,
            None => game.units.at(entry.unit).map_or(1, |unit| unit.count.max(1)),
        };
        let mut mark = SetupMark { side, hexes: Vec::new(), area: true, count, name: String::new() };
        match &entry.at {
            Where::At(Location::Hex(hex)) => (mark.hexes, mark.area) = (vec![*hex], false),
            Where::At(Location::Box(_)) => return None,
            Where::In(area, less) => {
                let area = map.areas.at(*area)?;
                mark.hexes = area.hexes.iter().copied().filter(|hex| !less.contains(hex)).collect();
                mark.name = area.called().to_owned();
            }
            Where::Within(of, far) => {
                mark.hexes = map.board.within(of, *far);
                let names = of.iter().take(3).map(|hex| map.board.name(*hex)).collect::<Vec<_>>().join(", ");
                let more = if of.len() > 3 { " and others" } else { "" };
                mark.name = format!("within {far} of {names}{more}");
            }
        }
        Some(mark)
    });
    marks.collect()
}

fn scenario<'g>(game: &'g Game, id: &str) -> Result<(ScenarioId, &'g Scenario), Failure> {
    game.scenarios.iter().find(|(_, scenario)| scenario.id == id).ok_or_else(|| {
        let near = did_you_mean(id, game.scenarios.values().map(|scenario| scenario.id.as_str()));
        Failure::new(format!("the game has no scenario `{id}`"))
            .help(near.unwrap_or_else(|| "name one of its scenarios".to_owned()))
    })
}

/// The images that art.json names. That one is missing is a finding of its own.
pub(super) fn images(game: &Game, world: &dyn World) -> Result<Vec<Option<Picture>>, Failure> {
    let read = |image: &MapImage| {
        if !world.has(&image.path) {
            return Ok(None);
        }
        // The check has read it already, unless it was too large to be read at all.
        let bytes = match game.art.files.get(&image.path) {
            Some(bytes) => Arc::clone(bytes),
            None => world.read(&image.path).map(Arc::from).map_err(|why| Failure::new(format!("`{}`: {why}", image.path)))?,
        };
        sound(&bytes, MAP_PIXELS).map(Some).map_err(|why| {
            Failure::new(format!("`{}` cannot be used: {why}", image.path)).help("save the image anew as PNG or JPEG")
        })
    };
    game.art.map.images.iter().map(read).collect()
}

/// What was found, by the hex that it is about: one mark for each hex, errors first.
fn marks(compiled: &Compiled, map: &Map) -> Vec<(Location, String)> {
    let mut found: BTreeMap<HexId, (Severity, Vec<String>)> = BTreeMap::new();
    for diag in &compiled.diags {
        let Some(hex) = hex_of(compiled, &map.board, diag) else { continue };
        let (worst, texts) = found.entry(hex).or_insert((diag.severity, Vec::new()));
        *worst = (*worst).min(diag.severity);
        texts.push(format!("{} {}", diag.rule.code, diag.message));
    }
    let mut all: Vec<(Severity, HexId, String)> =
        found.into_iter().map(|(hex, (severity, texts))| (severity, hex, texts.join("; "))).collect();
    all.sort();
    all.truncate(MOST_MARKS);
    all.into_iter().map(|(_, hex, text)| (Location::Hex(hex), format!("{}: {text}", map.board.name(hex)))).collect()
}

/// The hex that a finding is about: the one it names, else the one that stands in the underlined text.
pub(super) fn hex_of(compiled: &Compiled, board: &Board, diag: &Diag) -> Option<HexId> {
    if let Some(hex) = &diag.subject.hex {
        return board.parse(hex).ok();
    }
    let file = compiled.files.get(diag.place.file)?;
    let text = file.tree.text().get(compiled.files.span(&diag.place).range())?;
    let word = text.trim_matches(|c: char| c == '"' || c == '\'' || c.is_whitespace());
    board.parse(word).ok().or_else(|| board.parse_hexside(word).ok().map(|side| side.hex()))
}

fn tell(args: &Args, map: &Map, options: &Options, drawn: &Drawn, bytes: usize, out: &mut Stdout) {
    let mut line = |text: String| out.bytes(format!("{text}\n").as_bytes());
    line(format!("{}  {bytes} bytes", args.output.display()));
    if !options.marks.is_empty() {
        let hexes = if options.marks.len() == 1 { "hex" } else { "hexes" };
        line(format!("what is wrong is marked in {} {hexes}; `muster check` says more", options.marks.len()));
    }
    for issue in &drawn.issues {
        let at = |hex: &Option<HexId>| hex.map(|hex| format!(" at {}", map.board.name(hex))).unwrap_or_default();
        line(match issue {
            LayoutIssue::NoRoom { name, hex } => format!("there is no room for the name `{}`{}", shown(name, 60), at(hex)),
            LayoutIssue::Guessed { name, hex } => {
                format!("which way `{}` flows is a guess{}; `mouth` in map.json says it", shown(name, 60), at(hex))
            }
            LayoutIssue::NoLetters { name, hex } => {
                format!("the fonts lack letters of the name `{}`{}", shown(name, 60), at(hex))
            }
        });
    }
    for (path, fit) in &drawn.registrations {
        let image = if drawn.registrations.len() > 1 { format!("the image `{path}`") } else { "the image".to_owned() };
        line(match fit {
            Ok(fit) => format!(
                "{image} lies on the grid within {:.2} hexes, turned by {:.1} degrees, {:.1} % out of square",
                fit.worst(),
                fit.turn,
                fit.stretch * 100.0
            ),
            Err(why) => format!("{image} is not used: {why}"),
        });
    }
}
