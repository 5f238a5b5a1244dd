//! Which files a kit has, and what is in each. They are made at once, as many as there are cores.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::manifest::{self, Entry};
use super::{Artifacts, EmitContext, Failed, Progress, Settings, wanted, wanted_card};
use crate::draw::chart::Listed;
use crate::draw::counter::{Art, Counter, CounterKind, inventory};
use crate::draw::page::{self, Paper};
use crate::draw::scene::{Page, Picture, Scene};
use crate::draw::sheet::{Cutout, Cuts, Cutting, Laid, On, alignment, unusable};
use crate::draw::words::Ruler;
use crate::draw::{card, chart, hexmap, roster, tiles};
use crate::model::{Backs, Called, Card, DieSheet, Game, KitPart};
use crate::render::pdf::Press;
use crate::render::{explained, pdf};
use crate::threads;

/// A file of the kit.
#[derive(Clone, Copy)]
enum Job<'g> {
    Counters(Paper, Backs, bool),
    Die(&'g DieSheet),
    Alignment(Paper, Backs),
    Cards(Paper, Backs, bool),
    Poster,
    Tiles(Paper),
    Charts(Paper),
    Rules(Paper),
    Track(Paper),
    Appearance(Paper),
    Setups(Paper),
}

/// What came of a job: pages, the pictures on them, lines for the list, and how it is printed and cut.
#[derive(Default)]
struct JobResult {
    pages: Vec<Page>,
    pictures: Vec<Picture>,
    lines: String,
    press: Press,
    cuts: Vec<Cuts>,
}

impl JobResult {
    fn plain(pages: Vec<Page>) -> JobResult {
        JobResult { pages, ..JobResult::default() }
    }

    fn with(pages: Vec<Page>, pictures: Vec<Picture>) -> JobResult {
        JobResult { pages, pictures, ..JobResult::default() }
    }

    /// Sheets that are cut.
    fn cut(laid: Laid, pictures: Vec<Picture>, lines: String, backs: Backs, bleed: f64) -> JobResult {
        let Laid { pages, sides, trims, cuts, .. } = laid;
        let label = |n: usize| match (sides, n % sides.max(1)) {
            (2, 0) => format!("{} front", n / 2 + 1),
            (2, _) => format!("{} back", n / 2 + 1),
            _ => (n + 1).to_string(),
        };
        let labels = (0..pages.len()).map(label).collect();
        let press = Press { duplex: backs.into(), labels, trims: trims.into_iter().map(|trim| (trim, bleed)).collect() };
        JobResult { pages, pictures, lines, press, cuts }
    }
}

/// A file that is made.
struct Made {
    bytes: Vec<u8>,
    pages: usize,
    lines: String,
    cuts: Vec<Cuts>,
}

/// The whole kit, or the sheets of some counters.
pub(super) fn make(context: &EmitContext<'_>, settings: &Settings, told: &mut Progress<'_>) -> Result<Artifacts, Failed> {
    let kit = Kit::new(context, settings);
    let mut jobs = kit.jobs();
    // The longest first, so that nobody waits for them at the end; the tiles later, so that nobody waits for the map.
    jobs.sort_by_key(|job| match job {
        Job::Poster => 0,
        Job::Setups(_) => 1,
        Job::Tiles(_) => 2,
        _ => 3,
    });
    if jobs.iter().any(|job| matches!(job, Job::Poster)) {
        hexmap::printable(context.game).map_err(|why| Failed { what: kit.name(&Job::Poster), why: why.to_string() })?;
    }
    for (n, die) in context.game.art.print.die_sheets.iter().enumerate() {
        if let Some(why) = unusable(context.game, n) {
            return Err(Failed { what: kit.name(&Job::Die(die)), why });
        }
    }
    let made = threads::map_told(&jobs, |job| (*job, kit.name(job), kit.file(job)), &mut |done| told(done, jobs.len()));
    let mut artifacts = Artifacts::new();
    let mut lists: Vec<(String, String)> = Vec::new();
    let mut contents: Vec<Listed> = Vec::new();
    for (job, name, made) in made {
        match made {
            Ok(Some(Made { bytes, pages, lines, cuts })) => {
                if !lines.is_empty() {
                    lists.push((name.clone(), lines));
                }
                contents.push(Listed { name: name.clone(), about: about(&job), paper: paper(&job), pages, cuts });
                artifacts.insert(format!("print/{name}"), bytes);
            }
            Ok(None) => {}
            Err(why) => return Err(Failed { what: name, why }),
        }
    }
    // The list has the order of the names.
    lists.sort();
    contents.sort_by(|a, b| a.name.cmp(&b.name));
    if !lists.is_empty() {
        let text: String = std::iter::once(manifest::HEAD).chain(lists.iter().map(|(_, lines)| lines.as_str())).collect();
        artifacts.insert(format!("print/{}-manifest{}.csv", context.game.slug(), kit.part()), text.into_bytes());
    }
    if context.only.is_none() && !artifacts.is_empty() {
        for paper in &settings.paper {
            let pages = chart::components(context.game, *paper, &contents, settings.counter, card::size(settings.bridge));
            let name = format!("{}-components-{}.pdf", context.game.slug(), paper.word());
            let title = title(context.game, &format!("Components, {}", paper.name()));
            let scene = Scene { title, pages, pictures: Vec::new() };
            let bytes = pdf::render(&scene).map_err(|why| Failed { what: name.clone(), why: why.to_string() })?;
            artifacts.insert(format!("print/{name}"), bytes);
        }
    }
    Ok(artifacts)
}

/// Some parts of a kit: what each is, the name of its file, and its content. On one kind of paper, with backs one way.
pub(super) fn documents(
    context: &EmitContext<'_>,
    settings: &Settings,
    wanted: &[KitPart],
) -> Result<Vec<(String, String, Vec<u8>)>, Failed> {
    let kit = Kit::new(context, settings);
    let part = |job: &Job<'_>| match job {
        Job::Counters(_, _, false) => Some(KitPart::Counters),
        Job::Cards(_, _, false) => Some(KitPart::Cards),
        Job::Poster => Some(KitPart::Map),
        Job::Charts(_) => Some(KitPart::Charts),
        Job::Rules(_) => Some(KitPart::Rules),
        Job::Track(_) => Some(KitPart::TurnTrack),
        Job::Appearance(_) => Some(KitPart::OrderOfAppearance),
        Job::Setups(_) => Some(KitPart::Setup),
        Job::Counters(_, _, true) | Job::Cards(_, _, true) | Job::Die(_) | Job::Alignment(..) | Job::Tiles(_) => None,
    };
    let mut jobs: Vec<(usize, Job<'_>)> = kit
        .jobs()
        .into_iter()
        .filter_map(|job| Some((wanted.iter().position(|wanted| part(&job) == Some(*wanted))?, job)))
        .collect();
    // In the order in which the author names them.
    jobs.sort_by_key(|(place, _)| *place);
    if jobs.iter().any(|(_, job)| matches!(job, Job::Poster)) {
        hexmap::printable(context.game).map_err(|why| Failed { what: kit.name(&Job::Poster), why: why.to_string() })?;
    }
    let made = threads::map_told(&jobs, |(_, job)| (*job, kit.name(job), kit.file(job)), &mut |_| {});
    let mut documents = Vec::new();
    for (job, name, made) in made {
        match made {
            Ok(Some(made)) => {
                let title = about(&job).split(',').next().unwrap_or_default().to_owned();
                documents.push((title, name, made.bytes));
            }
            Ok(None) => {}
            Err(why) => return Err(Failed { what: name, why }),
        }
    }
    Ok(documents)
}

/// The parts of a kit that somebody may look at before anything is printed, in words: on one kind of paper, backs one way.
pub(super) fn parts(context: &EmitContext<'_>, settings: &Settings) -> Vec<String> {
    let kit = Kit::new(context, settings);
    kit.jobs().iter().map(about).collect()
}

/// One of these parts as a scene.
pub(super) fn part(context: &EmitContext<'_>, settings: &Settings, nth: usize) -> Result<Option<Scene>, String> {
    let kit = Kit::new(context, settings);
    let jobs = kit.jobs();
    let Some(job) = jobs.get(nth) else { return Ok(None) };
    if matches!(job, Job::Poster) {
        hexmap::printable(context.game).map_err(|why| why.to_string())?;
    }
    let JobResult { pages, pictures, .. } = kit.made(job)?;
    Ok(Some(Scene { title: about(job), pages, pictures }))
}

/// What a file is for, in a few words.
fn about(job: &Job<'_>) -> String {
    let cut = |what: &str, paper: &Paper, backs: &Backs, low_ink: bool| {
        format!("{what}, {}, {}{}", paper.name(), backs.name(), if low_ink { ", little ink" } else { "" })
    };
    match job {
        Job::Counters(paper, backs, low_ink) => cut("Counters", paper, backs, *low_ink),
        Job::Die(die) => format!("Counters on the sheet {}", die.id),
        Job::Alignment(paper, backs) => format!("Alignment test, {}, {}", paper.name(), backs.name()),
        Job::Cards(paper, backs, low_ink) => cut("Cards", paper, backs, *low_ink),
        Job::Poster => "Map on one sheet".to_owned(),
        Job::Tiles(paper) => format!("Map in parts, {}", paper.name()),
        Job::Charts(paper) => format!("Charts, {}", paper.name()),
        Job::Rules(paper) => format!("Rules in short, {}", paper.name()),
        Job::Track(paper) => format!("Turn track, {}", paper.name()),
        Job::Appearance(paper) => format!("Order of appearance, {}", paper.name()),
        Job::Setups(paper) => format!("Setup of each scenario, {}", paper.name()),
    }
}

/// The title of a document: the game, and what it is of it.
fn title(game: &Game, about: &str) -> String {
    let mut letters = about.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    format!("{}: {first}{}", game.name, letters.as_str())
}

/// The paper that a file is for.
fn paper(job: &Job<'_>) -> Option<Paper> {
    match *job {
        Job::Counters(paper, ..) | Job::Alignment(paper, _) | Job::Cards(paper, ..) => Some(paper),
        Job::Tiles(paper) | Job::Charts(paper) | Job::Rules(paper) | Job::Track(paper) => Some(paper),
        Job::Appearance(paper) | Job::Setups(paper) => Some(paper),
        Job::Die(_) | Job::Poster => None,
    }
}

struct Kit<'a> {
    context: &'a EmitContext<'a>,
    settings: &'a Settings,
    game: &'a Game,
    art: Art,
    /// What several files have on them is drawn once, by the first that asks: counters of each size and kind of ink,
    /// cards, and the map.
    counters: BTreeMap<(u64, bool), OnceLock<Cut>>,
    cards: OnceLock<(Vec<Cutout>, Vec<Picture>)>,
    pale_cards: OnceLock<(Vec<Cutout>, Vec<Picture>)>,
    map: OnceLock<Option<Scene>>,
}

/// Counters that are drawn.
struct Cut {
    counters: Vec<Counter>,
    parts: Vec<Cutout>,
    area: (f64, f64),
    pictures: Vec<Picture>,
}

impl<'a> Kit<'a> {
    fn new(context: &'a EmitContext<'a>, settings: &'a Settings) -> Kit<'a> {
        let game = context.game;
        let mut sizes = vec![(settings.counter, false), (settings.counter, true)];
        sizes.extend(game.art.print.die_sheets.iter().filter_map(|die| Some((die.counter_mm?, false))));
        let counters = sizes.into_iter().map(|(size, low_ink)| ((size.to_bits(), low_ink), OnceLock::new())).collect();
        let (cards, pale_cards, map) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Kit { context, settings, game, art: Art::new(game), counters, cards, pale_cards, map }
    }

    fn jobs(&self) -> Vec<Job<'a>> {
        let settings = self.settings;
        let mut jobs: Vec<Job<'a>> = Vec::new();
        let all = self.context.only.is_none();
        let only = self.context.only.as_ref();
        let counters = inventory(self.game).iter().any(|counter| wanted(self.context, counter));
        let cards = self.game.cards.iter().any(|(id, card)| wanted_card(self.context, id, card));
        if all && self.game.map.is_some() {
            jobs.push(Job::Poster);
            jobs.extend(settings.paper.iter().map(|paper| Job::Tiles(*paper)));
        }
        for paper in &settings.paper {
            for backs in &settings.backs {
                if counters {
                    jobs.push(Job::Counters(*paper, *backs, false));
                    jobs.extend(settings.low_ink.then_some(Job::Counters(*paper, *backs, true)));
                }
                let turned = matches!(backs, Backs::DuplexLong | Backs::DuplexShort);
                jobs.extend((turned && (all || counters || cards)).then_some(Job::Alignment(*paper, *backs)));
                if cards {
                    jobs.push(Job::Cards(*paper, *backs, false));
                    jobs.extend(settings.low_ink.then_some(Job::Cards(*paper, *backs, true)));
                }
            }
            if all {
                jobs.extend([Job::Setups(*paper), Job::Appearance(*paper), Job::Track(*paper)]);
            }
            if only.is_none_or(|only| only.charts) {
                jobs.extend([Job::Charts(*paper), Job::Rules(*paper)]);
            }
        }
        if counters {
            jobs.extend(self.game.art.print.die_sheets.iter().map(Job::Die));
        }
        jobs
    }

    /// What a file of some parts has in its name, so that it does not stand for the whole.
    fn part(&self) -> &'static str {
        if self.context.only.is_some() { "-part" } else { "" }
    }

    /// File names that explain themselves.
    fn name(&self, job: &Job<'_>) -> String {
        let id = self.game.slug();
        let part = self.part();
        match job {
            Job::Counters(paper, backs, false) => format!("{id}-counters{part}-{}-{}.pdf", paper.word(), backs.word()),
            Job::Counters(paper, backs, true) => format!("{id}-counters{part}-{}-{}-low-ink.pdf", paper.word(), backs.word()),
            Job::Die(die) => format!("{id}-counters{part}-{}.pdf", die.id),
            Job::Alignment(paper, backs) => format!("{id}-alignment-{}-{}.pdf", paper.word(), backs.word()),
            Job::Cards(paper, backs, false) => format!("{id}-cards{part}-{}-{}.pdf", paper.word(), backs.word()),
            Job::Cards(paper, backs, true) => format!("{id}-cards{part}-{}-{}-low-ink.pdf", paper.word(), backs.word()),
            Job::Poster => format!("{id}-map-poster.pdf"),
            Job::Tiles(paper) => format!("{id}-map-{}.pdf", paper.word()),
            Job::Charts(paper) => format!("{id}-charts-{}.pdf", paper.word()),
            Job::Rules(paper) => format!("{id}-rules-{}.pdf", paper.word()),
            Job::Track(paper) => format!("{id}-turn-track-{}.pdf", paper.word()),
            Job::Appearance(paper) => format!("{id}-order-of-appearance-{}.pdf", paper.word()),
            Job::Setups(paper) => format!("{id}-setup-{}.pdf", paper.word()),
        }
    }

    /// A file; nothing if there is nothing to print.
    fn file(&self, job: &Job<'_>) -> Result<Option<Made>, String> {
        let JobResult { pages, pictures, lines, press, cuts } = self.made(job)?;
        if pages.is_empty() {
            return Ok(None);
        }
        let count = pages.len();
        let scene = Scene { title: title(self.game, &about(job)), pages, pictures };
        let made = pdf::render_for(&scene, &press).map(|bytes| Some(Made { bytes, pages: count, lines, cuts }));
        made.map_err(|why| explained(&why, &self.art, |scene| pdf::render(scene).map(drop)))
    }

    fn made(&self, job: &Job<'_>) -> Result<JobResult, String> {
        let (game, settings) = (self.game, self.settings);
        let _fonts = self.art.lend();
        Ok(match *job {
            Job::Counters(paper, backs, low_ink) => self.counters(job, On::Paper(paper), backs, settings.counter, low_ink)?,
            Job::Die(die) => {
                self.counters(job, On::Die(die), Backs::DuplexLong, die.counter_mm.unwrap_or(settings.counter), false)?
            }
            Job::Alignment(paper, backs) => {
                let press = Press { duplex: backs.into(), ..Press::default() };
                JobResult { press, ..JobResult::plain(alignment(game, paper, backs, settings.offset)) }
            }
            Job::Cards(paper, backs, low_ink) => self.cards(job, paper, backs, low_ink)?,
            Job::Poster => self.map().cloned().map_or_else(JobResult::default, |mut scene| {
                if let Some(page) = scene.pages.first_mut() {
                    page::signed(game, page, "Map");
                }
                JobResult::with(scene.pages, scene.pictures)
            }),
            Job::Tiles(paper) => self.map().map_or_else(JobResult::default, |scene| {
                let pages = tiles::tiles(game, scene, paper, settings.overlap);
                JobResult::with(pages, scene.pictures.clone())
            }),
            Job::Charts(paper) => {
                let faces = self.art.faces(game, game.art.counter());
                let mut pages = chart::charts(game, paper);
                pages.extend(chart::pictures(game, &faces, paper));
                JobResult::with(pages, faces.pictures().to_vec())
            }
            Job::Rules(paper) => JobResult::plain(chart::rules(game, paper)),
            Job::Track(paper) => JobResult::plain(chart::turn_track(game, paper, settings.counter)),
            Job::Appearance(paper) => {
                let faces = self.art.faces(game, game.art.counter());
                let pages = game.sides.ids().flat_map(|side| roster::appearance(game, &faces, side, paper)).collect();
                JobResult::with(pages, faces.pictures().to_vec())
            }
            Job::Setups(paper) => {
                let faces = self.art.faces(game, game.art.counter());
                let scenarios = self.context.scenarios.iter().filter_map(|id| game.scenarios.at(*id));
                let pages = scenarios.flat_map(|scenario| roster::setup(game, &faces, scenario, paper)).collect();
                JobResult::with(pages, faces.pictures().to_vec())
            }
        })
    }

    fn map(&self) -> Option<&Scene> {
        let game = self.game;
        let options = || hexmap::Options { images: self.art.map_images(game), ..hexmap::Options::default() };
        self.map.get_or_init(|| hexmap::draw(game, &options()).map(|drawn| drawn.scene)).as_ref()
    }

    /// The counters of a size, drawn.
    fn drawn(&self, size: f64, low_ink: bool) -> Cut {
        let game = self.game;
        let faces = self.art.faces(game, size);
        let faces = if low_ink { faces.low_ink() } else { faces };
        let counters: Vec<Counter> = inventory(game).into_iter().filter(|counter| wanted(self.context, counter)).collect();
        let part = |counter: &Counter| {
            let whose = match counter.kind {
                CounterKind::Unit => counter.side.and_then(|side| game.sides.at(side)).map(|s| s.called().to_owned()),
                CounterKind::Marker => Some("markers".to_owned()),
                CounterKind::Chit => Some("chits".to_owned()),
            };
            let side = |shown| if low_ink { faces.draw(shown).framed(faces.area()) } else { faces.draw(shown) };
            Cutout {
                front: side(counter.front),
                back: side(counter.back),
                copies: counter.copies,
                whose: whose.unwrap_or_default(),
            }
        };
        let parts: Vec<Cutout> = counters.iter().map(part).collect();
        let (area, pictures) = (faces.area(), faces.pictures().to_vec());
        Cut { counters, parts, area, pictures }
    }

    fn counters(&self, job: &Job<'_>, on: On<'_>, backs: Backs, size: f64, low_ink: bool) -> Result<JobResult, String> {
        let game = self.game;
        let found;
        let Cut { counters, parts, area, pictures } = match self.counters.get(&(size.to_bits(), low_ink)) {
            Some(known) => known.get_or_init(|| self.drawn(size, low_ink)),
            None => {
                found = self.drawn(size, low_ink);
                &found
            }
        };
        let cutting = Cutting {
            what: "Counters",
            part: *area,
            backs,
            bleed: self.settings.bleed,
            gutter: self.settings.gutter,
            offset: self.settings.offset,
            margin: page::MARGIN,
            on,
        };
        let laid = cutting.lay_out(game, parts).map_err(|_| too_small("a counter", *area))?;
        let entries: Vec<Entry> = counters
            .iter()
            .map(|counter| Entry {
                kind: counter.kind.word(),
                id: counter.id.clone(),
                name: counter.name.clone(),
                side: counter.side.and_then(|side| game.sides.at(side)).map(|side| side.id.clone()).unwrap_or_default(),
                formation: counter.formation.and_then(|id| game.formations.at(id)).map(|f| f.id.clone()).unwrap_or_default(),
                copies: counter.copies,
            })
            .collect();
        let lines = manifest::lines(&self.name(job), &laid, &entries);
        Ok(JobResult::cut(laid, pictures.clone(), lines, backs, self.settings.bleed))
    }

    fn cards(&self, job: &Job<'_>, paper: Paper, backs: Backs, low_ink: bool) -> Result<JobResult, String> {
        let game = self.game;
        let cards = game.cards.iter().filter(|(id, card)| wanted_card(self.context, *id, card));
        let cards: Vec<&Card> = cards.map(|(_, card)| card).collect();
        let size = card::size(self.settings.bridge);
        let known = if low_ink { &self.pale_cards } else { &self.cards };
        let (parts, pictures) = known.get_or_init(|| {
            let (faces, ruler) = (self.art.faces(game, game.art.counter()), Ruler::new());
            let faces = if low_ink { faces.low_ink() } else { faces };
            let part = |it: &&Card| Cutout {
                front: card::side(&faces, game, it, true, size, &ruler),
                back: card::side(&faces, game, it, false, size, &ruler),
                copies: it.count,
                whose: card::deck_name(game, &it.deck),
            };
            (cards.iter().map(part).collect(), faces.pictures().to_vec())
        });
        let cutting = Cutting {
            what: "Cards",
            part: size,
            backs,
            bleed: self.settings.bleed,
            gutter: self.settings.gutter,
            offset: self.settings.offset,
            // Three poker cards are half a millimetre wider than what the usual margins leave of A4.
            margin: page::MARGIN - 0.5,
            on: On::Paper(paper),
        };
        let laid = cutting.lay_out(game, parts).map_err(|_| too_small("a card", size))?;
        let entries: Vec<Entry> = cards
            .iter()
            .map(|it| Entry {
                kind: "card",
                id: it.id.clone(),
                name: it.name.clone().unwrap_or_default(),
                side: it.side.and_then(|side| game.sides.at(side)).map(|side| side.id.clone()).unwrap_or_default(),
                formation: String::new(),
                copies: it.count,
            })
            .collect();
        let lines = manifest::lines(&self.name(job), &laid, &entries);
        Ok(JobResult::cut(laid, pictures.clone(), lines, backs, self.settings.bleed))
    }
}

fn too_small(what: &str, (width, height): (f64, f64)) -> String {
    format!("{what} of {width} × {height} mm does not fit on the sheet")
}
