//! `muster watch`: checks a game again whenever one of its files changes, and shows what was found, here and on a
//! page in the browser.
//!
//! - [`trace`] remembers what a check has asked of the folder, and sees what has changed of it.
//! - [`settle`] says when a change is done.
//! - [`server`] serves the page; [`request`] says to whom; [`link`] makes the links on it; [`desk`] answers what it asks.
//!
//! The check and the words are those of `muster check`.

#![allow(clippy::disallowed_methods, reason = "it measures how long a check takes")]

mod desk;
mod link;
mod request;
mod server;
mod settle;
mod trace;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::Watch;
use super::build::{self, Site};
use super::check::{below_here, open, shown, view};
use super::exit::{Exit, Failure, plain};
use super::folder::{Folder as Locked, not_through_links_of};
use super::map;
use super::progress::Progress;
use super::stdout::Stdout;
use crate::compile::{Compiled, compile};
use crate::diag::Severity;
use crate::draw::counter::inventory;
use crate::draw::{font, scene};
use crate::emit::{EmitContext, Emitter};
use crate::model::Called;
use crate::render::svg;
use crate::report::{self, Format, Live, Style};
use crate::source::{Disk, World};
use desk::{Desk, Shows};
use link::Link;
use request::Picture;
use server::Board;
use settle::{LOOK, Next, Settle, Sight};
use trace::{Recorder, Trace};

/// Looking takes at most this part of the time: a folder that is slow is looked at less often.
const PART: u32 = 20;

pub(super) fn run(args: &Watch, out: &mut Stdout) -> Result<Exit, Failure> {
    let link = Link::parse(&args.link)?;
    // A folder without a game is refused here; later one waits for it to come back.
    open(&args.dir)?;
    let (stop, stopped) = mpsc::channel();
    let end = move || {
        // If nobody listens any more, it is ending already.
        let _ = stop.send(());
    };
    ctrlc::set_handler(end).map_err(|error| Failure::new(format!("Ctrl-C cannot be listened for: {error}")))?;
    let board = Arc::new(Board::default());
    let no_page = |error: &std::io::Error| {
        Failure::new(format!("the page cannot be served: {}", plain(error))).help("`--no-page` does without it")
    };
    let listener = if args.no_page { None } else { Some(server::bind(args.port).map_err(|error| no_page(&error))?) };
    let address = listener.as_ref().and_then(|listener| listener.local_addr().ok());
    let mut heading = format!("watching {}; Ctrl-C ends it\n", report::harmless(&shown(&args.dir)));
    if let Some(address) = address {
        heading.push_str(&format!("live page: http://{address}/\n"));
    }
    let works = Works { dir: args.dir.clone(), output: args.output.clone(), emitters: build::emitters(&args.emit)? };
    let mut watcher = Watcher::new(Folder::new(&args.dir), works, link, out.style(args.color));
    let mut screen = Screen { heading, shown: None };
    let clock = Instant::now();
    let (outcome, drawable) = watcher.check(&board);
    screen.show(outcome, out);
    if let Some(listener) = listener {
        server::serve(listener, Arc::clone(&board)).map_err(|error| no_page(&error))?;
    }
    // What was found is told already; the pictures follow.
    out.flush();
    drawable.into_iter().for_each(|drawable| drawable.draw(&board));
    let mut wait = LOOK;
    // A reader that has gone away ends it too.
    while out.flush() {
        match stopped.recv_timeout(wait) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
        }
        let looked = Instant::now();
        let seen = watcher.look();
        let cost = looked.elapsed() * PART;
        wait = match watcher.settle.next(clock.elapsed(), &watcher.checked, seen) {
            Next::Wait(time) => time.max(cost),
            Next::Check => {
                watcher.style = out.style(args.color);
                let (outcome, drawable) = watcher.check(&board);
                screen.show(outcome, out);
                out.flush();
                drawable.into_iter().for_each(|drawable| drawable.draw(&board));
                LOOK
            }
        };
    }
    if out.is_terminal() {
        // Behind the `^C`.
        out.bytes(b"\n");
    }
    Ok(Exit::Clean)
}

/// The game's folder, which may go and come back.
struct Folder {
    /// As it was named: from there its files are called.
    named: PathBuf,
    /// If it was named from the current folder and that is no more.
    full: PathBuf,
}

impl Folder {
    fn new(dir: &Path) -> Self {
        Folder { named: dir.to_owned(), full: dir.canonicalize().unwrap_or_else(|_| dir.to_owned()) }
    }

    fn path(&self) -> &Path {
        if self.named.is_absolute() || std::env::current_dir().is_ok() { &self.named } else { &self.full }
    }

    /// The game, if there is one. Unlike `open` it does not find out why not.
    fn world(&self) -> Option<Disk> {
        Disk::open(&below_here(self.path())).ok().filter(|world| world.has("module.json"))
    }
}

/// What came of a check.
struct Outcome {
    /// The report for people.
    text: String,
    /// How long the check took, if there was a game.
    took: Option<Duration>,
    /// Whether not a byte of what was read has changed, and nothing of what was found.
    idle: bool,
}

/// What the page shows beside the findings, once it is drawn.
struct Drawable {
    build: u64,
    link: Link,
    /// The game, and the images that its map lies on.
    game: Option<(Compiled, Vec<Option<scene::Picture>>)>,
}

impl Drawable {
    fn has_map(&self) -> bool {
        self.game.as_ref().is_some_and(|(compiled, _)| compiled.game.map.is_some())
    }

    fn has_counters(&self) -> bool {
        self.game.as_ref().is_some_and(|(compiled, _)| !inventory(&compiled.game).is_empty())
    }

    fn draw(self, board: &Board) {
        let Some((compiled, images)) = self.game else {
            for picture in [Picture::Map, Picture::Counters] {
                board.draw(picture, self.build, None);
            }
            return board.set(self.build, None);
        };
        let map = map::live(&compiled, images);
        board.draw(Picture::Map, self.build, map.as_ref().and_then(|drawn| svg::render(&drawn.scene, 0).ok()));
        let (desk, counters) = Desk::new(compiled, self.link, map.as_ref());
        board.draw(Picture::Counters, self.build, counters);
        board.set(self.build, Some(desk));
    }

    fn shows(&self) -> Vec<Shows> {
        let Some((compiled, _)) = &self.game else { return Vec::new() };
        let board = compiled.game.map.as_ref().map(|map| &map.board);
        desk::shows(compiled, &|diag| map::hex_of(compiled, board?, diag))
    }

    /// The names of the scenarios that can be played.
    fn scenarios(&self) -> Vec<String> {
        let sound = self.game.as_ref().filter(|(compiled, _)| compiled.count(Severity::Error) == 0);
        sound.map(|(compiled, _)| compiled.game.scenarios.values().map(|it| it.called().to_owned()).collect()).unwrap_or_default()
    }
}

/// What is built whenever nothing is wrong.
struct Works {
    dir: PathBuf,
    output: Option<PathBuf>,
    emitters: Vec<&'static Emitter>,
}

impl Works {
    /// Locks the game's folder before it is read, if something is to be added to it.
    fn lock(&self) -> Result<Option<Locked>, Failure> {
        if self.output.is_some() { build::lock_home(&self.dir, &self.emitters) } else { Ok(None) }
    }

    /// Builds, and says what came of it. Only files that have become others are written.
    fn build(&self, compiled: &Compiled, home: Result<Option<Locked>, Failure>) -> String {
        let Some(output) = &self.output else { return String::new() };
        if compiled.count(Severity::Error) > 0 {
            return "nothing was built: mend the errors first\n".to_owned();
        }
        let scenarios: Vec<_> = compiled.game.scenarios.ids().collect();
        let built = not_through_links_of(&self.dir, output)
            .and(home)
            .and_then(|home| Site::open(home, &self.dir, output, false))
            .and_then(|site| {
                let before = |path: &str| site.before(path);
                let home = |path: &str| Disk::open(&self.dir).ok()?.read(path).ok();
                let context = EmitContext::new(&compiled.game, &scenarios);
                let input = EmitContext { before: Some(&before), home: Some(&home), ..context };
                site.build(&input, &self.emitters, &mut Progress::silent())
            });
        match built {
            Ok(built) => format!("{} files are up to date in `{}`\n", built.manifest.files.len(), output.display()),
            Err(failure) => format!("nothing was built: {}\n", failure.message()),
        }
    }
}

struct Watcher {
    folder: Folder,
    works: Works,
    link: Link,
    style: Style,
    /// What the last check of a game asked for.
    asked: Trace,
    /// What the last check saw.
    checked: Sight,
    settle: Settle,
    build: u64,
    text: String,
}

/// What the page gets.
#[derive(Serialize)]
struct State<'a> {
    version: u32,
    build: u64,
    milliseconds: f64,
    /// Why there is nothing to check.
    problem: Option<&'a str>,
    /// Whether there is a map to be drawn.
    map: bool,
    /// Whether there are counters to be drawn.
    counters: bool,
    /// The scenarios that can be played, as long as the game has no errors.
    scenarios: Vec<String>,
    /// What each of the findings is about.
    shows: Vec<Shows>,
    #[serde(flatten)]
    live: Option<Live>,
}

impl Watcher {
    fn new(folder: Folder, works: Works, link: Link, style: Style) -> Self {
        let (settle, text) = (Settle::default(), String::new());
        Watcher { folder, works, link, style, asked: Trace::default(), checked: Sight::Gone, settle, build: 0, text }
    }

    fn look(&self) -> Sight {
        self.folder.world().map_or(Sight::Gone, |world| Sight::There(self.asked.again(&world)))
    }

    /// Checks the game as it is now, and posts what was found; what is then to be drawn, if anything has changed.
    fn check(&mut self, board: &Board) -> (Outcome, Option<Drawable>) {
        let begun = Instant::now();
        // Nothing is drawn any more with the fonts of the check before; saved anew, they would pile up.
        font::forget();
        let mut text = String::new();
        let dir = self.folder.path().to_owned();
        let mut drawable = None;
        let (sight, problem, live) = match open(&dir) {
            Ok(world) => {
                let home = self.works.lock();
                let recorder = Recorder::new(&world);
                let compiled = compile(&recorder);
                // Asked for here, so that an image that changes is seen.
                let images = map::images(&compiled.game, &recorder).unwrap_or_default();
                let trace = recorder.into_trace();
                let folder = shown(&dir);
                let checked = view(&folder, &compiled);
                // Writing into a string does not fail.
                let _ = report::render(Format::Human, &[checked], &self.style, &mut text);
                let live = report::live(&checked, &|file, line, column| self.link.to(file, line, column));
                text += &report::plain(&self.works.build(&compiled, home));
                drawable = Some((compiled, images));
                (Sight::There(trace), None, Some(live))
            }
            Err(failure) => {
                text = report::plain(&format!("{}; watching for it to come back\n", failure.message())).into_owned();
                (Sight::Gone, Some(failure.message().to_owned()), None)
            }
        };
        let took = begun.elapsed();
        let idle = text == self.text
            && match (&sight, &self.checked) {
                (Sight::There(now), Sight::There(before)) => now.read_the_same(before),
                (Sight::Gone, Sight::Gone) => true,
                _ => false,
            };
        if let Sight::There(trace) = &sight {
            self.asked = trace.clone();
        }
        self.checked = sight;
        self.text.clone_from(&text);
        let mut drawn = None;
        if !idle {
            self.build += 1;
            let milliseconds = (took.as_secs_f64() * 10_000.0).round() / 10.0;
            let drawable = Drawable { build: self.build, link: self.link.clone(), game: drawable };
            let (map, counters) = (drawable.has_map(), drawable.has_counters());
            let (problem, scenarios) = (problem.as_deref(), drawable.scenarios());
            let shows = drawable.shows();
            let state = State { version: 1, build: self.build, milliseconds, problem, map, counters, scenarios, shows, live };
            board.post(self.build, serde_json::to_string(&state).unwrap_or_default());
            drawn = Some(drawable);
        }
        let took = matches!(self.checked, Sight::There(_)).then_some(took);
        (Outcome { text, took, idle }, drawn)
    }
}

/// What was printed last.
struct Screen {
    heading: String,
    shown: Option<String>,
}

impl Screen {
    /// Prints a report, or if it is the same as before only that it is. A terminal is cleared, a file grows.
    fn show(&mut self, outcome: Outcome, out: &mut Stdout) {
        if outcome.idle {
            return;
        }
        let line = match outcome.took {
            Some(took) => format!("checked in {} ms\n", took.as_millis().max(1)),
            None => String::new(),
        };
        let again = self.shown.as_ref() == Some(&outcome.text);
        let text = match (again, out.is_terminal()) {
            // Over the line before, so that nothing else moves.
            (true, true) => format!("\x1b[1A\x1b[2K{}, as before\n", line.trim_end()),
            (true, false) => format!("{}, as before\n", line.trim_end()),
            (false, true) => format!("\x1b[2J\x1b[H{}\n{}{line}", self.heading, outcome.text),
            (false, false) if self.shown.is_none() => format!("{}\n{}{line}", self.heading, outcome.text),
            (false, false) => format!("\n{}{line}", outcome.text),
        };
        // The escapes are ours; what is between them has been made harmless.
        out.raw(text.as_bytes());
        self.shown = Some(outcome.text);
    }
}
