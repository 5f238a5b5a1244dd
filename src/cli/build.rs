//! `muster build`: what is proven becomes files. Nothing is built while an error stands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::args::Build;
use super::build_dir::{self, BuildManifest, Written};
use super::check::{open, shown, view};
use super::exit::{Exit, Failure};
use super::folder::{Change, Folder, not_through_links_of};
use super::progress::Progress;
use super::stdout::Stdout;
use super::version::{like_bundle, version};
use crate::compile::{Compiled, compile};
use crate::diag::{Severity, did_you_mean};
use crate::diff::{are_all_markers_changed, changed_cards, changed_markers, changed_units};
use crate::draw::counter::{Aid, Shown, aids, inventory, side_colours};
use crate::draw::{card, chart};
use crate::emit::{AddedRows, Artifacts, Chosen, EMITTERS, EmitContext, Emitter, PrintChoice};
use crate::model::{Game, MarkerId, Paper, ScenarioId, SideId, Unit};
use crate::report;
use crate::source::World;

pub(super) fn run(args: &Build, out: &mut Stdout) -> Result<Exit, Failure> {
    let emitters = emitters(&args.emit)?;
    some_counters_can_be_printed(args, &emitters)?;
    let world = open(&args.dir)?;
    not_through_links_of(&args.dir, &args.output)?;
    let home = lock_home(&args.dir, &emitters)?;
    let compiled = compile(&world);
    if compiled.count(Severity::Error) > 0 {
        let style = out.style(args.color);
        let folder = shown(&args.dir);
        // It fails only when the output does; `Stdout` remembers why.
        let _ = report::render(report::Format::Human, &[view(&folder, &compiled)], &style, out);
        out.bytes(b"nothing was built: mend the errors first\n");
        return Ok(Exit::Findings);
    }
    let scenarios = wanted(&compiled.game, &args.scenario)?;
    let mut progress = Progress::new();
    let only = only(args, &compiled)?;
    if only.as_ref().is_some_and(Chosen::is_empty) {
        let since = args.changed_since.as_deref().unwrap_or_default();
        out.bytes(format!("nothing was built: no counter, card or chart is new or different since `{since}`\n").as_bytes());
        return Ok(Exit::Clean);
    }
    let site = Site::open(home, &args.dir, &args.output, args.force)?;
    let before = |path: &str| site.before(path);
    let home = |path: &str| world.read(path).ok();
    let input = EmitContext {
        game: &compiled.game,
        scenarios: &scenarios,
        only,
        print: print(args),
        before: Some(&before),
        home: Some(&home),
    };
    let built = match site.build(&input, &emitters, &mut progress) {
        Ok(built) => built,
        Err(failure) => {
            site.discard();
            return Err(failure);
        }
    };
    progress.clear();
    let files = built.manifest.files.iter().map(|file| (file.path.as_str(), file.bytes));
    out.bytes(build_dir::table(files, &args.output).as_bytes());
    out.bytes(build_dir::farewell(&built.gone, &args.output).as_bytes());
    for path in built.stay {
        let path = args.output.join(path);
        out.bytes(format!("`{}` is built no more; it stays, because you have changed it\n", path.display()).as_bytes());
    }
    out.bytes(left_out(&compiled, &emitters).as_bytes());
    Ok(Exit::Clean)
}

/// So many names are told one by one.
const MOST_NAMES: usize = 8;

/// Names that the map in what was built does not show.
fn left_out(compiled: &Compiled, emitters: &[&Emitter]) -> String {
    if !emitters.iter().any(|emitter| ["html", "print", "vmod"].contains(&emitter.name)) {
        return String::new();
    }
    let told: Vec<&str> =
        compiled.diags.iter().filter(|diag| diag.rule.code == "M0717").map(|diag| diag.message.as_str()).collect();
    let mut said: String = told.iter().take(MOST_NAMES).map(|message| format!("{message}\n")).collect();
    if told.len() > MOST_NAMES {
        said += &format!("and {} more names; `muster check` tells them\n", told.len() - MOST_NAMES);
    }
    said
}

/// What is wanted of what is printed.
fn print(args: &Build) -> PrintChoice {
    PrintChoice {
        paper: args.paper.iter().map(|paper| (*paper).into()).collect(),
        backs: args.backs.iter().map(|backs| (*backs).into()).collect(),
        back_offset: args.back_offset,
        low_ink: args.low_ink,
        counter: args.counter,
    }
}

/// The emitters of these names.
pub(super) fn emitters(names: &[String]) -> Result<Vec<&'static Emitter>, Failure> {
    let find = |name: &String| {
        EMITTERS.iter().find(|emitter| emitter.name == name).ok_or_else(|| {
            let names: Vec<&str> = EMITTERS.iter().map(|emitter| emitter.name).collect();
            Failure::new(format!("nothing is called `{name}` that could be built"))
                .help(format!("name one of: {}", names.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// Locks the game's folder if one of these adds to its sheets: before it is read, so that no number is given twice.
pub(super) fn lock_home(dir: &Path, emitters: &[&Emitter]) -> Result<Option<Folder>, Failure> {
    emitters.iter().any(|emitter| emitter.adds).then(|| Folder::lock(dir)).transpose()
}

/// The folders that a build writes into; nobody else does meanwhile.
pub(super) struct Site {
    /// The game's own folder, if something is added to it.
    home: Option<Folder>,
    /// The folder of what is built, if it is not the game's own.
    output: Option<Folder>,
    /// What the last build wrote.
    old: Option<BuildManifest>,
    force: bool,
}

impl Site {
    pub(super) fn open(home: Option<Folder>, dir: &Path, output: &Path, force: bool) -> Result<Site, Failure> {
        let same = output.canonicalize().is_ok_and(|output| dir.canonicalize().is_ok_and(|dir| dir == output));
        // To lock one folder twice would be to wait for oneself.
        let apart = (home.is_none() || !same).then(|| Folder::lock(output)).transpose()?;
        let old = match build_dir::manifest(output) {
            Err(_) if force => None,
            read => read?,
        };
        Ok(Site { home, output: apart, old, force })
    }

    fn output(&self) -> Option<&Folder> {
        self.output.as_ref().or(self.home.as_ref())
    }

    /// A file of the last build, if it is still as it was written.
    pub(super) fn before(&self, path: &str) -> Option<Vec<u8>> {
        build_dir::before(self.output()?, self.old.as_ref(), path)
    }

    /// Deletes the folder of what is built again, if it was made for this and nothing came of it.
    fn discard(self) {
        self.output.into_iter().for_each(Folder::discard);
    }

    /// Makes everything and writes it.
    pub(super) fn build(
        &self,
        input: &EmitContext<'_>,
        emitters: &[&Emitter],
        progress: &mut Progress,
    ) -> Result<Written, Failure> {
        let (mut artifacts, mut added) = (Artifacts::new(), Vec::new());
        for emitter in emitters {
            let made = (emitter.emit)(input, &mut |done, of| progress.say(emitter.name, done, of));
            let made = made.map_err(|failed| Failure::new(format!("`{}` cannot be made: {}", failed.what, failed.why)))?;
            artifacts.extend(made.files);
            added.extend(made.added);
        }
        let Some(output) = self.output().filter(|_| !artifacts.is_empty()) else {
            return Err(Failure::new("there is nothing to build: the game has no scenarios").help("write one into scenarios/"));
        };
        // Some parts stand for themselves: what holds the others stays.
        let whole = input.only.is_none();
        let owned = |path: &str| emitters.iter().any(|emitter| (whole || !emitter.per_counter) && (emitter.owns)(path));
        let plan = build_dir::plan(output, self.old.as_ref(), input.game, &artifacts, &owned, self.force)?;
        // Numbers are only ever added, so the old module is right beside the new list, but not the other way round.
        for rows in &added {
            self.add(rows)?;
        }
        plan.write(output, &mut |done, of| progress.say("writing", done, of))
    }

    fn add(&self, added: &AddedRows) -> Result<(), Failure> {
        let Some(home) = &self.home else { return Err(Failure::new("the game's folder is not locked")) };
        let shown = home.join(&added.path);
        let old = home.read(&added.path);
        let new = added.to(old.as_deref()).ok_or_else(|| {
            let (columns, shown) = (added.headings.join("`, `"), shown.display());
            Failure::new(format!("`{shown}` gets new rows, and it does not have the columns `{columns}`"))
                .help("give it these columns")
        })?;
        home.write(&[Change { path: &added.path, bytes: Some(&new) }], &mut |_, _| {})
    }
}

/// Refuses to leave counters out of what always holds them all.
fn some_counters_can_be_printed(args: &Build, emitters: &[&Emitter]) -> Result<(), Failure> {
    let flag = match (args.only.is_empty(), &args.changed_since) {
        (false, _) => "--only",
        (true, Some(_)) => "--changed-since",
        (true, None) => return Ok(()),
    };
    if emitters.iter().any(|emitter| emitter.per_counter) {
        return Ok(());
    }
    let able: Vec<&str> = EMITTERS.iter().filter(|emitter| emitter.per_counter).map(|emitter| emitter.name).collect();
    let able = match able.as_slice() {
        [] => "nothing that can be built takes it yet".to_owned(),
        names => format!("or ask for what takes it: {}", names.join(", ")),
    };
    let asked: Vec<String> = emitters.iter().map(|emitter| format!("`{}`", emitter.name)).collect();
    let asked = asked.join(" and ");
    Err(Failure::new(format!("`{flag}` is for what is printed counter by counter, {asked} always holds the whole game"))
        .help(format!("leave out `{flag}`; {able}")))
}

/// The parts that are wanted; all if none.
fn only(args: &Build, compiled: &Compiled) -> Result<Option<Chosen>, Failure> {
    let Some(since) = &args.changed_since else {
        return (!args.only.is_empty()).then(|| named(&compiled.game, &args.only)).transpose();
    };
    let old = version(since, &args.dir)?;
    Ok(Some(match &old.scenario {
        None => changed(&old.compiled.game, &compiled.game),
        // The units of a bundle stand in the order of the game.
        Some(scenario) => changed(&old.compiled.game, &like_bundle(compiled, &args.dir.to_string_lossy(), scenario)?.game),
    }))
}

/// What is not printed as it was.
fn changed(old: &Game, new: &Game) -> Chosen {
    let pages = |game: &Game| format!("{:?}{:?}", chart::charts(game, Paper::A4), chart::rules(game, Paper::A4));
    // Charts that are drawn already.
    let own = |game: &Game| {
        let files = game.art.charts.iter().map(|it| (it.name.clone(), game.art.files.get(&it.picture).cloned()));
        files.collect::<Vec<_>>()
    };
    let mut chosen = Chosen {
        units: changed_units(old, new),
        markers: changed_markers(old, new),
        aids: changed_aids(old, new),
        cards: changed_cards(old, new),
        charts: pages(old) != pages(new) || own(old) != own(new),
    };
    // Colours that nobody chose go by those of other sides, and by whose the other cards of a deck are.
    let is_repainted = |id: &SideId| {
        let own = new.sides.at(*id).and_then(|side| old.sides.iter().find(|(_, before)| before.id == side.id));
        own.is_some_and(|(before, _)| side_colours(old, before) != side_colours(new, *id))
    };
    let repainted: BTreeSet<SideId> = new.sides.ids().filter(is_repainted).collect();
    let of_those = |unit: &Unit| unit.side.is_some_and(|side| repainted.contains(&side));
    chosen.units.extend(new.units.iter().filter(|(_, unit)| of_those(unit)).map(|(id, _)| id));
    for (id, it) in new.cards.iter() {
        let before = old.cards.values().find(|before| before.id == it.id);
        if before.is_some_and(|before| card::deck_colour(old, before) != card::deck_colour(new, it)) {
            chosen.cards.insert(id);
        }
    }
    chosen.markers.extend(recounted(old, new));
    chosen
}

/// What the kit adds now and did not add before, under that name and so many; all of it where no marker is as it was.
fn changed_aids(old: &Game, new: &Game) -> BTreeSet<Aid> {
    let added = |game: &Game| -> Vec<(Aid, u32)> {
        let all = inventory(game).into_iter();
        all.filter_map(|it| if let Shown::Aid(aid) = it.front { Some((aid, it.copies)) } else { None }).collect()
    };
    let all = are_all_markers_changed(old, new);
    let before: BTreeMap<String, u32> = added(old).into_iter().map(|(aid, copies)| (aid.name(old), copies)).collect();
    let is_other = |aid: Aid, copies: u32| all || before.get(&aid.name(new)) != Some(&copies);
    added(new).into_iter().filter(|(aid, copies)| is_other(*aid, *copies)).map(|(aid, _)| aid).collect()
}

/// The markers of which there is another number: where their list does not tell it, it hangs on what scenarios begin with.
fn recounted(old: &Game, new: &Game) -> BTreeSet<MarkerId> {
    let copies = |game: &Game| -> BTreeMap<String, u32> {
        let markers = inventory(game).into_iter().filter(|it| matches!(it.front, Shown::Marker(_)));
        markers.map(|it| (it.id, it.copies)).collect()
    };
    let (before, now) = (copies(old), copies(new));
    let of_other_number = |id: &String| before.get(id) != now.get(id);
    new.markers.iter().filter(|(_, it)| of_other_number(&it.id)).map(|(id, _)| id).collect()
}

/// The parts of these names: units, those of formations, markers, cards, those of decks; and all of a kind by its word.
fn named(game: &Game, names: &[String]) -> Result<Chosen, Failure> {
    let mut all = Chosen::default();
    let added: Vec<(String, Aid)> = aids(game).into_iter().map(|aid| (aid.id(game), aid)).collect();
    for name in names {
        let before = all.clone();
        let formation = game.formations.iter().find(|(_, formation)| formation.id == *name).map(|(id, _)| id);
        let inside = |unit: &Unit| unit.formation.zip(formation).is_some_and(|(below, above)| game.belongs(below, above));
        all.units.extend(game.units.iter().filter(|(_, unit)| unit.id == *name || inside(unit)).map(|(id, _)| id));
        all.markers.extend(game.markers.iter().filter(|(_, marker)| marker.id == *name).map(|(id, _)| id));
        all.aids.extend(added.iter().filter(|(id, _)| id == name).map(|(_, aid)| *aid));
        all.cards.extend(game.cards.iter().filter(|(_, card)| card.id == *name || card.deck == *name).map(|(id, _)| id));
        if all == before && formation.is_none() {
            // A name of the game goes before a word for all of a kind.
            match name.as_str() {
                "units" => all.units.extend(game.units.ids()),
                "markers" => {
                    all.markers.extend(game.markers.ids());
                    all.aids.extend(added.iter().map(|(_, aid)| *aid));
                }
                "cards" => all.cards.extend(game.cards.ids()),
                "charts" => all.charts = true,
                _ => {}
            }
        }
        let found = all != before || formation.is_some() || KINDS.contains(&name.as_str()) || named_before(game, &added, name);
        if !found {
            let units = game.units.values().map(|unit| unit.id.as_str()).chain(game.formations.values().map(|f| f.id.as_str()));
            let others = game.markers.values().map(|it| it.id.as_str()).chain(game.cards.values().map(|it| it.id.as_str()));
            let decks = game.cards.values().map(|it| it.deck.as_str());
            let added = added.iter().map(|(id, _)| id.as_str());
            let near = did_you_mean(name, units.chain(others).chain(added).chain(decks).chain(KINDS));
            return Err(Failure::new(format!("the game has no unit, formation, marker, card or deck `{name}`"))
                .help(near.unwrap_or_else(|| "name an id, or one of: units, markers, cards, charts".to_owned())));
        }
    }
    Ok(all)
}

/// Words for all parts of a kind.
const KINDS: [&str; 4] = ["units", "markers", "cards", "charts"];

/// Whether something has that id, even if it was named already.
fn named_before(game: &Game, added: &[(String, Aid)], name: &str) -> bool {
    added.iter().any(|(id, _)| id == name)
        || game.units.values().any(|it| it.id == name)
        || game.markers.values().any(|it| it.id == name)
        || game.cards.values().any(|it| it.id == name || it.deck == name)
}

/// The scenarios that are named, or all.
pub(super) fn wanted(game: &Game, names: &[String]) -> Result<Vec<ScenarioId>, Failure> {
    if names.is_empty() {
        return Ok(game.scenarios.ids().collect());
    }
    let find = |name: &String| {
        game.scenarios.iter().find(|(_, scenario)| scenario.id == *name).map(|(id, _)| id).ok_or_else(|| {
            let near = did_you_mean(name, game.scenarios.values().map(|s| s.id.as_str()));
            Failure::new(format!("the game has no scenario `{name}`"))
                .help(near.unwrap_or_else(|| "name one of its scenarios".to_owned()))
        })
    };
    let mut found = Vec::new();
    for name in names {
        let id = find(name)?;
        // Who names one twice means it once.
        if !found.contains(&id) {
            found.push(id);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::cli::args::{Cli, Command};

    fn first_steps() -> Compiled {
        compile(&open(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/modules/first-steps"))).unwrap())
    }

    fn ids(game: &Game, chosen: &Chosen) -> Vec<String> {
        let units = chosen.units.iter().map(|id| game.units[*id].id.clone());
        let markers = chosen.markers.iter().map(|id| game.markers[*id].id.clone());
        units.chain(markers).chain(chosen.cards.iter().map(|id| game.cards[*id].id.clone())).collect()
    }

    #[test]
    fn units_are_named_alone_or_by_their_formation() {
        let game = first_steps().game;
        let of = |names: &[&str]| named(&game, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(ids(&game, &of(&["a-hq", "a-tank"]).unwrap()), ["a-hq", "a-tank"]);
        assert_eq!(ids(&game, &of(&["1-inf"]).unwrap()), ["a-1-i", "a-1-ii", "a-1-iii", "a-eng"]);
        assert!(of(&["1-div"]).unwrap().units.is_superset(&of(&["1-inf", "a-hq"]).unwrap().units), "with everything below it");
        assert_eq!(ids(&game, &of(&["oos", "jam", "jam"]).unwrap()), ["oos", "jam"], "markers and cards too, named twice or not");
        assert_eq!(of(&["events"]).unwrap().cards.len(), game.cards.len(), "a deck is all its cards");
        assert_eq!(of(&["markers"]).unwrap().markers.len(), game.markers.len());
        assert!(of(&["charts"]).unwrap().charts && !of(&["markers"]).unwrap().charts);
        let no = "the game has no unit, formation, marker, card or deck `a-1-iiii`";
        assert_eq!(
            format!("{:?}", of(&["a-1-iiii"]).unwrap_err()),
            format!("{:?}", Failure::new(no).help("did you mean `a-1-iii`?"))
        );
    }

    #[test]
    fn what_the_kit_adds_is_chosen_with_the_markers_or_by_its_id() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/modules/bitter-woods"));
        let game = compile(&open(folder).unwrap()).game;
        let of = |name: &str| named(&game, &[name.to_owned()]).unwrap();
        let all: BTreeSet<Aid> = aids(&game).into_iter().collect();
        assert!(!all.is_empty() && of("markers").aids == all && of("units").aids.is_empty());
        let one: Vec<String> = of("state-shocked").aids.into_iter().map(|aid| aid.name(&game)).collect();
        assert_eq!(one, ["Shocked"]);
        assert!(changed(&game, &game).aids.is_empty());
        let none = Game { markers: game.markers.clone(), ..Game::default() };
        assert_eq!(changed(&none, &game).aids, all);
        let mut smaller = game.clone();
        smaller.art.counter_mm = Some(12.7);
        assert_eq!(changed(&game, &smaller).aids, all, "what is too large now");
    }

    #[test]
    fn markers_are_printed_again_where_a_scenario_begins_with_more() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/modules/bitter-woods"));
        let game = compile(&open(folder).unwrap()).game;
        let none = Game { scenarios: Default::default(), ..game.clone() };
        let more: Vec<&str> = recounted(&none, &game).into_iter().map(|id| game.markers[id].id.as_str()).collect();
        assert!(more.contains(&"ip") && !more.contains(&"fort"), "{more:?}");
        assert!(recounted(&game, &game).is_empty());
    }

    #[test]
    fn what_holds_the_whole_game_takes_no_choice_of_counters() {
        use clap::Parser;
        let refused = |emitters: &[&Emitter], flags: &[&str]| {
            let Command::Build(args) = Cli::parse_from([&["muster", "build"], flags].concat()).command else { unreachable!() };
            some_counters_can_be_printed(&args, emitters).is_err()
        };
        let emitter = |per_counter| Emitter {
            name: "x",
            about: "",
            per_counter,
            adds: false,
            owns: |_| false,
            emit: |_, _| Ok(Artifacts::new().into()),
        };
        let (whole, each) = (emitter(false), emitter(true));
        for flags in [&["--only", "a-hq"][..], &["--changed-since", "HEAD"]] {
            assert!(refused(&[&whole], flags));
            assert!(!refused(&[&each], flags));
            assert!(!refused(&[&whole, &each], flags), "one of them can");
        }
        assert!(!refused(&[&whole], &[]));
    }
}
