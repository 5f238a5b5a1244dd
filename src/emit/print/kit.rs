//! Which files a kit has, and what is in each. They are made at once, as many as there are cores.

use super::manifest::{self, Entry};
use super::{Artifacts, EmitContext, Failed, Progress, Settings, wanted};
use crate::draw::counter::{Art, Counter, CounterKind, inventory};
use crate::draw::page::{self, Paper};
use crate::draw::scene::{Page, Picture, Scene};
use crate::draw::sheet::{Cutout, Cutting, On, alignment, unusable};
use crate::draw::words::Ruler;
use crate::draw::{card, chart, hexmap, roster, tiles};
use crate::model::{Backs, Called, Card, DieSheet, Game};
use crate::render::{explained, pdf};
use crate::threads;

/// A file of the kit.
#[derive(Clone, Copy)]
enum Job<'g> {
    Counters(Paper, Backs, bool),
    Die(&'g DieSheet),
    Alignment(Paper, Backs),
    Cards(Paper, Backs),
    Poster,
    Tiles(Paper),
    Charts(Paper),
    Track(Paper),
    Appearance(Paper),
    Setups(Paper),
}

/// What came of a job: pages, the pictures on them, and lines for the list.
struct JobResult {
    pages: Vec<Page>,
    pictures: Vec<Picture>,
    lines: String,
}

impl JobResult {
    fn plain(pages: Vec<Page>) -> JobResult {
        JobResult { pages, pictures: Vec::new(), lines: String::new() }
    }
}

/// The whole kit, or the sheets of some counters.
pub(super) fn make(context: &EmitContext<'_>, settings: &Settings, told: &mut Progress<'_>) -> Result<Artifacts, Failed> {
    let kit = Kit { context, settings, game: context.game, art: Art::new(context.game) };
    let jobs = kit.jobs();
    if jobs.iter().any(|job| matches!(job, Job::Poster)) {
        hexmap::printable(context.game).map_err(|why| Failed { what: kit.name(&Job::Poster), why: why.to_string() })?;
    }
    for (n, die) in context.game.art.print.die_sheets.iter().enumerate() {
        if let Some(why) = unusable(context.game, n) {
            return Err(Failed { what: kit.name(&Job::Die(die)), why });
        }
    }
    let made = threads::map_told(&jobs, |job| (kit.name(job), kit.file(job)), &mut |done| told(done, jobs.len()));
    let mut artifacts = Artifacts::new();
    let mut lists: Vec<(String, String)> = Vec::new();
    for (name, made) in made {
        match made {
            Ok(Some((bytes, lines))) => {
                if !lines.is_empty() {
                    lists.push((name.clone(), lines));
                }
                artifacts.insert(format!("print/{name}"), bytes);
            }
            Ok(None) => {}
            Err(why) => return Err(Failed { what: name, why }),
        }
    }
    // The list has the order of the names.
    lists.sort();
    if !lists.is_empty() {
        let text: String = std::iter::once(manifest::HEAD).chain(lists.iter().map(|(_, lines)| lines.as_str())).collect();
        artifacts.insert(format!("print/{}-manifest.csv", context.game.slug()), text.into_bytes());
    }
    Ok(artifacts)
}

struct Kit<'a> {
    context: &'a EmitContext<'a>,
    settings: &'a Settings,
    game: &'a Game,
    art: Art,
}

impl<'a> Kit<'a> {
    fn jobs(&self) -> Vec<Job<'a>> {
        let settings = self.settings;
        let mut jobs: Vec<Job<'a>> = Vec::new();
        let all = self.context.only.is_none();
        // The longest first, so that nobody waits for them at the end.
        if all && self.game.map.is_some() {
            jobs.push(Job::Poster);
            jobs.extend(settings.paper.iter().map(|paper| Job::Tiles(*paper)));
        }
        for paper in &settings.paper {
            for backs in &settings.backs {
                jobs.push(Job::Counters(*paper, *backs, false));
                if settings.low_ink {
                    jobs.push(Job::Counters(*paper, *backs, true));
                }
                if matches!(backs, Backs::DuplexLong | Backs::DuplexShort) {
                    jobs.push(Job::Alignment(*paper, *backs));
                }
                if all {
                    jobs.push(Job::Cards(*paper, *backs));
                }
            }
            if all {
                jobs.extend([Job::Setups(*paper), Job::Appearance(*paper), Job::Charts(*paper), Job::Track(*paper)]);
            }
        }
        jobs.extend(self.game.art.print.die_sheets.iter().map(Job::Die));
        jobs
    }

    /// File names that explain themselves.
    fn name(&self, job: &Job<'_>) -> String {
        let id = self.game.slug();
        match job {
            Job::Counters(paper, backs, false) => format!("{id}-counters-{}-{}.pdf", paper.word(), backs.word()),
            Job::Counters(paper, backs, true) => format!("{id}-counters-{}-{}-low-ink.pdf", paper.word(), backs.word()),
            Job::Die(die) => format!("{id}-counters-{}.pdf", die.id),
            Job::Alignment(paper, backs) => format!("{id}-alignment-{}-{}.pdf", paper.word(), backs.word()),
            Job::Cards(paper, backs) => format!("{id}-cards-{}-{}.pdf", paper.word(), backs.word()),
            Job::Poster => format!("{id}-map-poster.pdf"),
            Job::Tiles(paper) => format!("{id}-map-{}.pdf", paper.word()),
            Job::Charts(paper) => format!("{id}-charts-{}.pdf", paper.word()),
            Job::Track(paper) => format!("{id}-turn-track-{}.pdf", paper.word()),
            Job::Appearance(paper) => format!("{id}-order-of-appearance-{}.pdf", paper.word()),
            Job::Setups(paper) => format!("{id}-setup-{}.pdf", paper.word()),
        }
    }

    /// The bytes of a file and its lines in the list; nothing if there is nothing to print.
    fn file(&self, job: &Job<'_>) -> Result<Option<(Vec<u8>, String)>, String> {
        let JobResult { pages, pictures, lines } = self.made(job)?;
        if pages.is_empty() {
            return Ok(None);
        }
        let scene = Scene { title: self.game.name.clone(), pages, pictures };
        let made = pdf::render(&scene).map(|bytes| Some((bytes, lines)));
        made.map_err(|why| explained(&why, &self.art, |scene| pdf::render(scene).map(drop)))
    }

    fn made(&self, job: &Job<'_>) -> Result<JobResult, String> {
        let (game, settings) = (self.game, self.settings);
        Ok(match *job {
            Job::Counters(paper, backs, low_ink) => self.counters(job, On::Paper(paper), backs, settings.counter, low_ink)?,
            Job::Die(die) => {
                self.counters(job, On::Die(die), Backs::DuplexLong, die.counter_mm.unwrap_or(settings.counter), false)?
            }
            Job::Alignment(paper, backs) => JobResult::plain(alignment(game, paper, backs, settings.offset)),
            Job::Cards(paper, backs) => self.cards(job, paper, backs)?,
            Job::Poster => self.map().map_or_else(
                || JobResult::plain(Vec::new()),
                |mut scene| {
                    if let Some(page) = scene.pages.first_mut() {
                        page::signed(game, page, "Map");
                    }
                    JobResult { pages: scene.pages, pictures: scene.pictures, lines: String::new() }
                },
            ),
            Job::Tiles(paper) => self.map().map_or_else(
                || JobResult::plain(Vec::new()),
                |scene| {
                    let pages = tiles::tiles(game, &scene, paper, settings.overlap);
                    JobResult { pages, pictures: scene.pictures, lines: String::new() }
                },
            ),
            Job::Charts(paper) => {
                let faces = self.art.faces(game, game.art.counter());
                let mut pages = chart::charts(game, paper);
                pages.extend(chart::pictures(game, &faces, paper));
                JobResult { pages, pictures: faces.pictures().to_vec(), lines: String::new() }
            }
            Job::Track(paper) => JobResult::plain(chart::turn_track(game, paper, settings.counter)),
            Job::Appearance(paper) => {
                let faces = self.art.faces(game, game.art.counter());
                let pages = game.sides.ids().flat_map(|side| roster::appearance(game, &faces, side, paper)).collect();
                JobResult { pages, pictures: faces.pictures().to_vec(), lines: String::new() }
            }
            Job::Setups(paper) => {
                let faces = self.art.faces(game, game.art.counter());
                let scenarios = self.context.scenarios.iter().filter_map(|id| game.scenarios.at(*id));
                let pages = scenarios.flat_map(|scenario| roster::setup(game, &faces, scenario, paper)).collect();
                JobResult { pages, pictures: faces.pictures().to_vec(), lines: String::new() }
            }
        })
    }

    fn map(&self) -> Option<Scene> {
        let game = self.game;
        hexmap::draw(game, &hexmap::Options { images: self.art.map_images(game), ..hexmap::Options::default() })
            .map(|drawn| drawn.scene)
    }

    fn counters(&self, job: &Job<'_>, on: On<'_>, backs: Backs, size: f64, low_ink: bool) -> Result<JobResult, String> {
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
            Cutout {
                front: faces.draw(counter.front),
                back: faces.draw(counter.back),
                copies: counter.copies,
                whose: whose.unwrap_or_default(),
            }
        };
        let parts: Vec<Cutout> = counters.iter().map(part).collect();
        let cutting = Cutting {
            what: "Counters",
            part: (size, size),
            backs,
            bleed: self.settings.bleed,
            gutter: self.settings.gutter,
            offset: self.settings.offset,
            margin: page::MARGIN,
            on,
        };
        let laid = cutting.lay_out(game, &parts).map_err(|_| too_small("a counter", (size, size)))?;
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
        Ok(JobResult { pages: laid.pages, pictures: faces.pictures().to_vec(), lines })
    }

    fn cards(&self, job: &Job<'_>, paper: Paper, backs: Backs) -> Result<JobResult, String> {
        let game = self.game;
        let cards: Vec<&Card> = game.cards.values().filter(|card| card.faces.is_empty()).collect();
        let (faces, ruler) = (self.art.faces(game, game.art.counter()), Ruler::new());
        let size = card::size(self.settings.bridge);
        let part = |it: &&Card| Cutout {
            front: card::side(&faces, game, it, true, size, &ruler),
            back: card::side(&faces, game, it, false, size, &ruler),
            copies: it.count,
            whose: it.deck.clone(),
        };
        let parts: Vec<Cutout> = cards.iter().map(part).collect();
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
        let laid = cutting.lay_out(game, &parts).map_err(|_| too_small("a card", size))?;
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
        Ok(JobResult { pages: laid.pages, pictures: faces.pictures().to_vec(), lines })
    }
}

fn too_small(what: &str, (width, height): (f64, f64)) -> String {
    format!("{what} of {width} × {height} mm does not fit on the sheet")
}
