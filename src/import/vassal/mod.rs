//! Modules of VASSAL, 2.9 to 3.7, with their extensions, as a game's folder.
//!
//! - `archive`, `xml`: files, the tree of components
//! - `module`: what the tree means; `piece`, `traits`, `save`: pieces and where they lie; `grid`: names of points
//! - `places`, `hexes`, `calendar`, `counters`, `pictures`, `units`, `names`: all of that in our words
//! - `write`, `report`: the folder, and what could not be carried over

mod archive;
mod calendar;
mod counters;
mod drawing;
mod grid;
mod hexes;
mod module;
mod names;
mod picture;
mod pictures;
mod piece;
mod places;
mod report;
mod save;
mod traits;
mod units;
mod write;
mod xml;

use std::collections::BTreeMap;

pub use archive::{Files, Zip};

use super::{Imported, Refused};
use crate::source::limits;
use crate::vassal::text;
use archive::Shelf;
use calendar::Calendar;
use grid::Plain;
use hexes::Hexes;
use module::{Module, Reader, Setup};
use pictures::Pictures;
use places::Places;
use report::Report;
use save::Save;
use units::{Stock, Table};
use write::Folder;
use xml::Component;

/// Imports a module, and extensions of it: the name and files of each, the module first.
///
/// # Errors
/// If there is no build file, or none that can be read. Whatever else is wrong is told in the report.
pub fn import(sources: Vec<(String, &mut dyn Files)>) -> Result<Imported, Refused> {
    let mut shelf = Shelf::new(sources);
    let mut report = Report::default();
    let from = shelf.called(0).to_owned();
    let mut root = build_file(&mut shelf, 0)?;
    if root.kind() == "ModuleExtension" {
        report.guessed(format!(
            "`{from}` is an extension: by itself it becomes a game of its own, and `muster build --emit vmod` makes a module \
             of it, not an extension; to have it in its module, name both: `muster import Game.vmod {from}`"
        ));
    }
    for n in 1..shelf.len() {
        let extension = build_file(&mut shelf, n)?;
        module::extend(&mut root, extension, &mut report);
    }
    root.count();
    let mut module = Reader::read(&root, &mut report);
    data(&mut shelf, &mut module);
    let saves = saves(&mut shelf, &module, &mut report);
    let own_hexes = module.own.then(|| shelf.read(crate::model::Vassal::HEXES)).flatten().and_then(Result::ok);
    let own_hexes = own_hexes.and_then(|bytes| String::from_utf8(bytes).ok());
    let mut pictures = Pictures::new(&mut shelf);
    pictures.prepare(&mut report);
    module.shown = pictures.mentioned_in(&root);
    sizes(&mut module, &saves, &mut pictures, &mut report);
    let mut places = Places::of(&module.maps, &mut report);
    let mut stock = Stock::of(&module, &mut pictures, &mut report);
    let tables = tables(&module, &saves, &mut stock, &mut places, &mut pictures, &mut report);
    let sides = names::sides(&module, &mut stock, &mut report);
    names::kinds(&module, &mut stock, &tables, &mut report);
    let (formations, formation_of) = names::formations(&stock, &sides);
    let mut hexes = Hexes::of(&places, &module.maps, &mut report);
    if let Some(names) = &own_hexes {
        hexes.keep(&names.lines().collect());
    }
    let calendar = Calendar::of(&module.trackers, &sides, last_turn(&places, &tables), &mut report);
    let mut out = Imported::default();
    Folder {
        module: &module,
        stock: &mut stock,
        places: &places,
        hexes: &hexes,
        calendar: &calendar,
        tables: &tables,
        sides: &sides,
        formations: &formations,
        formation_of: &formation_of,
        pictures: &mut pictures,
        report: &mut report,
        out: &mut out,
        from: &from,
        tree: root,
    }
    .write();
    out.files.append(&mut pictures.files);
    let game = if module.name.is_empty() { &from } else { &module.name };
    out.files.insert("import-report.md".to_owned(), report.page(game, &from).into_bytes());
    for guess in report.guesses().iter().take(12) {
        out.note(guess);
    }
    let more = report.guesses().len().saturating_sub(12);
    if more > 0 {
        out.note(format!("{more} more guesses are in import-report.md"));
    }
    if report.count() > 0 {
        out.note(format!("{} things could not be carried over; import-report.md tells each, and why", report.count()));
    }
    Ok(out)
}

/// The tree of components of an archive.
fn build_file(shelf: &mut Shelf<'_>, n: usize) -> Result<Component, Refused> {
    let called = shelf.called(n).to_owned();
    let found = ["buildFile.xml", "buildFile"].iter().find_map(|name| shelf.read_of(n, name).map(|read| (*name, read)));
    let Some((name, read)) = found else {
        let why = "it has no buildFile.xml and no buildFile, which every module has";
        return Err(Refused::new(called, why, "name a VASSAL module (.vmod), an extension (.vmdx), or the folder of one"));
    };
    let what = format!("{called}, {name}");
    let help = "open the module in VASSAL's editor and save it again";
    let bytes = read.map_err(|why| Refused::new(what.clone(), why, help))?;
    let root = xml::read(&bytes).map_err(|why| Refused::new(what.clone(), why, help))?;
    // The classes of VASSAL and of whoever adds to it stand in packages.
    if !root.class.contains('.') {
        let class: String = root.class.chars().take(40).collect();
        let why = format!("its outermost element is `{class}`, expected that of a module, such as `VASSAL.build.GameModule`");
        return Err(Refused::new(what, why, help));
    }
    Ok(root)
}

/// What the module says of itself in another file, where the build file does not.
fn data(shelf: &mut Shelf<'_>, module: &mut Module) {
    let Some(Ok(bytes)) = shelf.read("moduledata") else { return };
    let Ok(data) = xml::read(&bytes) else { return };
    let text = |name: &str| data.parts.iter().find(|part| part.class == name).map(|part| part.text.clone()).unwrap_or_default();
    for (field, name) in [
        (&mut module.name, "name"),
        (&mut module.version, "version"),
        (&mut module.vassal, "VassalVersion"),
        (&mut module.about, "description"),
    ] {
        if field.trim().is_empty() {
            *field = text(name);
        }
    }
}

/// Every predefined setup whose file is there.
fn saves(shelf: &mut Shelf<'_>, module: &Module, report: &mut Report) -> BTreeMap<String, Save> {
    let mut saves = BTreeMap::new();
    let mut left = limits::SAVES_BYTES;
    let mut bodies = save::Bodies::default();
    for setup in &module.setups {
        let Some(file) = &setup.file else { continue };
        if saves.contains_key(file) {
            continue;
        }
        match shelf.read(file) {
            None => report.lost("setup", "its file is not in the module", format!("{} (`{file}`)", setup.name)),
            Some(Err(why)) => report.lost("setup", &why, format!("{} (`{file}`)", setup.name)),
            Some(Ok(bytes)) => match save::read(&bytes, &mut left, &mut bodies) {
                Ok(save) => {
                    if save.ours_alone {
                        report.guessed(format!(
                            "the setup `{}` (`{file}`) is read, but VASSAL 3.7 does not open what pywargame packs so; write \
                             it again with `vobs=False`, or save it in VASSAL",
                            setup.name
                        ));
                    }
                    for fault in &save.faults {
                        report.lost("part of a setup", fault, format!("{} (`{file}`)", setup.name));
                    }
                    saves.insert(file.clone(), save);
                }
                Err(why) => report.lost("setup", &why, format!("{} (`{file}`)", setup.name)),
            },
        }
    }
    saves
}

/// A board is as large as its picture; one whose picture is lost is as large as what lies on it.
fn sizes(module: &mut Module, saves: &BTreeMap<String, Save>, pictures: &mut Pictures<'_, '_>, report: &mut Report) {
    for map in &mut module.maps {
        let named = map.name.clone();
        let lying =
            saves.values().flat_map(|save| &save.pieces).filter_map(|piece| piece.at.as_ref()).filter(|at| at.map == named);
        let far = lying.fold((0, 0), |(x, y), at| (x.max(at.x), y.max(at.y)));
        let stacks = map.stacks.iter().fold((0, 0), |(x, y), stack| (x.max(stack.at.0), y.max(stack.at.1)));
        let alone = map.boards.len() == 1;
        for board in &mut map.boards {
            if board.image.is_empty() {
                continue;
            }
            if let Some((width, height)) = pictures.size(&board.image, report) {
                board.size = (i64::from(width), i64::from(height));
                continue;
            }
            let mut size = if alone { (far.0.max(stacks.0), far.1.max(stacks.1)) } else { stacks };
            let mut reach = |x: i64, y: i64| size = (size.0.max(x), size.1.max(y));
            for zone in &board.grid.zones {
                let (_, _, right, bottom) = zone.bounds();
                reach(right, bottom);
            }
            let regions = board.grid.zones.iter().filter_map(|zone| zone.grid.as_ref()).chain(&board.grid.around);
            for grid in regions {
                if let Plain::Regions(regions) = grid {
                    regions.iter().for_each(|region| reach(region.at.0, region.at.1));
                }
            }
            board.size = ((size.0 + 64).clamp(64, 30_000), (size.1 + 64).clamp(64, 30_000));
            let (width, height) = board.size;
            report.guessed(format!(
                "the picture of board `{}` is missing; it is taken to be {width} × {height} pixels",
                board.name
            ));
        }
    }
}

/// Every setup as it lies on the table: those with a save, and what lies on the boards from the start.
fn tables(
    module: &Module,
    saves: &BTreeMap<String, Save>,
    stock: &mut Stock,
    places: &mut Places,
    pictures: &mut Pictures<'_, '_>,
    report: &mut Report,
) -> Vec<Table> {
    let start = stock.at_start(module, places, pictures, report);
    module.prototypes.begin_setups();
    let mut left = limits::PIECES;
    let mut tables: Vec<Table> = Vec::new();
    let mut bare = module.setups.is_empty();
    for Setup { name, file, number } in &module.setups {
        let save = file.as_ref().map(|file| saves.get(file));
        // Many setups may name one save, and each has what lies there from the start.
        let pieces = save.flatten().map_or(0, |save| save.pieces.len()) + start.len() + 1;
        let Some(rest) = left.checked_sub(pieces) else {
            let why = format!("all setups together have more than {} pieces", limits::PIECES);
            report.lost("setup", &why, name.clone());
            continue;
        };
        left = rest;
        match save {
            // A setup without a save is what lies there from the start.
            None if start.is_empty() => {}
            None => {
                bare = false;
                tables.push(Table { name: name.clone(), puts: start.clone(), ..Table::default() });
            }
            Some(None) => {}
            Some(Some(save)) => {
                let mut table = stock.setup(name, tables.len(), save, module, places, pictures, report);
                // What Muster writes is called after the scenario.
                let own =
                    file.as_deref().filter(|_| module.own).and_then(|file| file.strip_prefix("scenario-")?.strip_suffix(".vsav"));
                table.id = own.map(ToOwned::to_owned);
                table.setup = number.zip(file.clone());
                if !save.complete {
                    table.puts.extend(start.iter().cloned());
                }
                tables.push(table);
            }
        }
    }
    let already = tables.iter().any(|table| {
        table.puts.len() == start.len()
            && !start.is_empty()
            && module.setups.iter().any(|s| s.file.is_none() && s.name == table.name)
    });
    if !start.is_empty() && (bare || !already) {
        tables.push(Table { name: "At start".to_owned(), puts: start, ..Table::default() });
    }
    tables
}

/// The highest turn that boxes and setups speak of.
fn last_turn(places: &Places, tables: &[Table]) -> i64 {
    let named = places.rooms.iter().filter(|room| room.name.to_lowercase().contains("turn"));
    let named = named.filter_map(|room| room.name.rsplit(' ').next()?.parse::<i64>().ok());
    let shown = tables.iter().filter_map(|table| table.turn.first().copied());
    named.chain(shown).filter(|turn| *turn < 1000).max().unwrap_or(0)
}
