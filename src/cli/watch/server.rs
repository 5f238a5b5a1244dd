//! The page and what it shows, on this computer only: one thread a connection, one answer a connection.
//!
//! It serves the page, the state, word of new states, and what the desk tells of the game. It never serves a file, so there
//! is no path to escape by.

#![allow(clippy::disallowed_methods, reason = "a connection that does not speak is closed after a while")]

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::desk::{Desk, Told};
use super::request::{self, Asked, DeskAsk, Picture, Refused};
use crate::emit;

/// So many connections at once.
const MOST: usize = 32;
/// So many of them may wait for news; the others are for those who ask.
const MOST_WAITING: usize = 24;
/// How many ports are tried if the first is taken.
const PORTS: u16 = 50;
/// How long a request may take to come, and an answer to go.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long is waited for a picture or a desk that is still being drawn: a large game on a machine with much to do.
const DRAWING: Duration = Duration::from_secs(60);
/// How often it is asked whether a page that waits for news is still open.
const STILL_THERE: Duration = Duration::from_millis(500);
/// After so many such times without news it gets a sign of life.
const SILENCE: u32 = 30;

const PAGE: &str = include_str!("page.html");
/// What stands in the page where its name does.
const PARTS: [(&str, &str); 3] =
    [("STYLE", include_str!("page.css")), ("FINDINGS", include_str!("findings.js")), ("DESK", include_str!("desk.js"))];

/// The page, with a word in its script and style that nobody else knows.
fn page(nonce: &str) -> String {
    let parts = |page: String, (name, text): &(&str, &str)| page.replace(&format!("/*{name}*/"), text);
    PARTS.iter().fold(PAGE.to_owned(), parts).replace("NONCE", nonce)
}

/// What the page shows now; who waits is woken when it changes.
#[derive(Default)]
pub(super) struct Board {
    posted: Mutex<Posted>,
    changed: Condvar,
}

#[derive(Default)]
struct Posted {
    build: u64,
    state: Arc<str>,
    /// What was drawn last, if there is such a thing, and of which check.
    drawn: BTreeMap<Picture, (u64, Option<Arc<str>>)>,
    /// The game that is asked about, if there is one, and of which check.
    desk: (u64, Option<Arc<Desk>>),
}

impl Board {
    /// Shows a new state.
    pub(super) fn post(&self, build: u64, state: String) {
        let mut posted = self.posted();
        (posted.build, posted.state) = (build, state.into());
        drop(posted);
        self.changed.notify_all();
    }

    /// Shows a picture of a state.
    pub(super) fn draw(&self, picture: Picture, build: u64, drawn: Option<String>) {
        self.posted().drawn.insert(picture, (build, drawn.map(Into::into)));
        self.changed.notify_all();
    }

    /// Lets a game be asked about, if there is one.
    pub(super) fn set(&self, build: u64, desk: Option<Desk>) {
        self.posted().desk = (build, desk.map(Arc::new));
        self.changed.notify_all();
    }

    /// The game of this check or a later one, and of which.
    fn desk(&self, build: u64) -> Option<(u64, Arc<Desk>)> {
        let old = |posted: &mut Posted| posted.desk.0 < build;
        let (posted, _) = self.changed.wait_timeout_while(self.posted(), DRAWING, old).unwrap_or_else(PoisonError::into_inner);
        Some((posted.desk.0, posted.desk.1.clone()?))
    }

    /// The picture of this check or a later one, as soon as it is drawn.
    fn picture(&self, picture: Picture, build: u64) -> Option<Arc<str>> {
        let old = |posted: &mut Posted| posted.drawn.get(&picture).is_none_or(|(drawn, _)| *drawn < build);
        let (posted, _) = self.changed.wait_timeout_while(self.posted(), DRAWING, old).unwrap_or_else(PoisonError::into_inner);
        posted.drawn.get(&picture)?.1.clone()
    }

    fn posted(&self) -> MutexGuard<'_, Posted> {
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> Arc<str> {
        Arc::clone(&self.posted().state)
    }

    /// The build, as soon as it is not this one, or after a while.
    fn build_after(&self, known: u64, longest: Duration) -> u64 {
        let waited = self.changed.wait_timeout_while(self.posted(), longest, |posted| posted.build == known);
        waited.unwrap_or_else(PoisonError::into_inner).0.build
    }
}

/// Takes a port on this computer: the one that is wanted, or one of the next that is free, or any.
pub(super) fn bind(wanted: u16) -> io::Result<TcpListener> {
    for port in wanted..=wanted.saturating_add(PORTS) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Err(error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) => {}
            done => return done,
        }
    }
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
}

/// Answers from now on, until the process ends.
pub(super) fn serve(listener: TcpListener, board: Arc<Board>) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let counts = Arc::new(Counts::default());
    let accept = move || {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // Too many open files, or one that went away: neither lasts.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            let Some(place) = Place::take(&counts, |counts| &counts.all, MOST) else {
                refuse(&stream, request::TOO_MANY);
                continue;
            };
            let (board, counts) = (Arc::clone(&board), Arc::clone(&counts));
            let answer = move || {
                let _place = place;
                // Whoever asked has gone away.
                let _ = answer(stream, port, &board, &counts);
            };
            // If there is no thread to be had, the connection closes.
            let _ = thread::Builder::new().name("page".to_owned()).stack_size(256 * 1024).spawn(answer);
        }
    };
    thread::Builder::new().name("pages".to_owned()).spawn(accept).map(drop)
}

#[derive(Debug, Default)]
struct Counts {
    all: AtomicUsize,
    waiting: AtomicUsize,
}

/// One of a limited number of places, given back at the end.
struct Place {
    counts: Arc<Counts>,
    of: fn(&Counts) -> &AtomicUsize,
}

impl Place {
    fn take(counts: &Arc<Counts>, of: fn(&Counts) -> &AtomicUsize, most: usize) -> Option<Self> {
        let place = Place { counts: Arc::clone(counts), of };
        // If there is none, it is given back at once.
        (of(counts).fetch_add(1, Ordering::Relaxed) < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        (self.of)(&self.counts).fetch_sub(1, Ordering::Relaxed);
    }
}

fn answer(mut stream: TcpStream, port: u16, board: &Board, counts: &Arc<Counts>) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    match head(&mut stream).and_then(|head| request::read(&head, port)) {
        Ok(Asked::Page) => {
            let nonce = nonce();
            let policy = format!(
                "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
                 img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            );
            let more = format!("Content-Security-Policy: {policy}\r\n");
            send(&stream, "200 OK", "text/html; charset=utf-8", &more, page(&nonce).as_bytes())
        }
        Ok(Asked::State) => send(&stream, "200 OK", "application/json", "", board.state().as_bytes()),
        Ok(Asked::Picture(picture, build)) => match board.picture(picture, build) {
            Some(drawn) => send_picture(&stream, &drawn),
            None => {
                refuse(&stream, request::NO_PICTURE);
                Ok(())
            }
        },
        Ok(Asked::Desk(asked, build)) => match board.desk(build).and_then(|(build, desk)| told(desk, asked, build)) {
            Some(Told::Json(text)) => send(&stream, "200 OK", "application/json", "", text.as_bytes()),
            Some(Told::Picture(drawn)) => send_picture(&stream, &drawn),
            None => {
                refuse(&stream, request::NO_SUCH);
                Ok(())
            }
        },
        Ok(Asked::Play(scenario, build)) => match board.desk(build).and_then(|(_, desk)| played(desk, scenario)) {
            // The page says itself what it may do: nothing beyond itself.
            Some(Ok(page)) => {
                send(&stream, "200 OK", "text/html; charset=utf-8", "Content-Security-Policy: frame-ancestors 'none'\r\n", &page)
            }
            Some(Err(why)) => send(&stream, "404 Not Found", "text/plain; charset=utf-8", "", format!("{why}\n").as_bytes()),
            None => {
                refuse(&stream, request::NO_GAME);
                Ok(())
            }
        },
        Ok(Asked::Events) => match Place::take(counts, |counts| &counts.waiting, MOST_WAITING) {
            Some(_place) => events(&stream, board),
            None => {
                refuse(&stream, request::TOO_MANY);
                Ok(())
            }
        },
        Err(refused) => {
            refuse(&stream, refused);
            // What was not read would make the system take back the answer.
            let _ = stream.shutdown(Shutdown::Write);
            stream.set_read_timeout(Some(Duration::from_millis(200)))?;
            io::copy(&mut stream.take(64 * 1024), &mut io::sink()).map(drop)
        }
    }
}

/// The page that plays a scenario; why there is none, or nothing if there is no such scenario.
fn played(desk: Arc<Desk>, scenario: usize) -> Option<Result<Vec<u8>, String>> {
    let id = desk.game().scenarios.ids().nth(scenario).filter(|_| desk.is_sound())?;
    Some(deep(move || emit::play_page(desk.game(), id)).unwrap_or_else(|| Err("the page cannot be drawn".to_owned())))
}

/// What the desk says.
fn told(desk: Arc<Desk>, asked: DeskAsk, build: u64) -> Option<Told> {
    deep(move || desk.answer(asked, build)).flatten()
}

/// Drawing and rules go deeper than a thread that only answers has room for. Nothing if it panics.
fn deep<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    thread::Builder::new().name("desk".to_owned()).stack_size(16 << 20).spawn(work).ok()?.join().ok()
}

/// A picture may contain others, and styles of its own; nothing else.
fn send_picture(stream: &TcpStream, drawn: &str) -> io::Result<()> {
    let policy = "Content-Security-Policy: default-src 'none'; img-src data:\r\n";
    send(stream, "200 OK", "image/svg+xml", policy, drawn.as_bytes())
}

/// The bytes up to the end of the head.
fn head(stream: &mut TcpStream) -> Result<Vec<u8>, Refused> {
    let begun = Instant::now();
    let mut head = Vec::new();
    let mut some = [0; 1024];
    while !request::is_whole(&head) {
        if head.len() > request::LONGEST {
            return Err(request::TOO_LONG);
        }
        let left = PATIENCE.saturating_sub(begun.elapsed());
        let read = if left.is_zero() { Ok(0) } else { stream.set_read_timeout(Some(left)).and_then(|()| stream.read(&mut some)) };
        match read {
            Ok(0) => return Err(request::TOO_SLOW),
            Ok(n) => head.extend_from_slice(some.get(..n).unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return Err(request::TOO_SLOW),
        }
    }
    Ok(head)
}

fn send(mut stream: &TcpStream, status: &str, kind: &str, more: &str, body: &[u8]) -> io::Result<()> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{COMMON}{more}\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}

/// What every answer says: ask anew each time, believe the type, tell no other site.
const COMMON: &str = "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n";

fn refuse(stream: &TcpStream, refused: Refused) {
    let Refused(status, words) = refused;
    let allow = if status == 405 { "Allow: GET\r\n" } else { "" };
    let line = format!("{status} {}", refused.reason());
    // If it cannot be said, the connection closes all the same.
    let _ = stream.set_write_timeout(Some(Duration::from_millis(200)));
    let _ = send(stream, &line, "text/plain; charset=utf-8", allow, format!("{words}\n").as_bytes());
}

/// Sends the number of each new build, until the page is closed.
fn events(mut stream: &TcpStream, board: &Board) -> io::Result<()> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{COMMON}\r\nretry: 500\n\n");
    stream.write_all(head.as_bytes())?;
    // Builds count from 1.
    let mut known = 0;
    let mut silent = 0;
    loop {
        let build = board.build_after(known, STILL_THERE);
        if build != known {
            known = build;
            silent = 0;
            stream.write_all(format!("data: {build}\n\n").as_bytes())?;
        } else if is_closed(stream)? {
            return Ok(());
        } else if silent < SILENCE {
            silent += 1;
        } else {
            silent = 0;
            stream.write_all(b": nothing new\n\n")?;
        }
    }
}

/// A page that is closed is seen by its end of the connection: it has nothing more to say.
fn is_closed(stream: &TcpStream) -> io::Result<bool> {
    stream.set_nonblocking(true)?;
    let closed = match stream.peek(&mut [0]) {
        Ok(0) => true,
        Ok(_) => false,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    };
    stream.set_nonblocking(false)?;
    Ok(closed)
}

/// A word that nobody can guess: only the page's own script and style carry it.
fn nonce() -> String {
    let random = || RandomState::new().hash_one(());
    format!("{:016x}{:016x}", random(), random())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_passed_over() {
        let first = bind(0).unwrap();
        let port = first.local_addr().unwrap().port();
        let second = bind(port).unwrap().local_addr().unwrap();
        assert!(second.port() != port && second.ip().is_loopback());
    }

    #[test]
    fn the_page_asks_nobody_else() {
        for word in [
            "http://",
            "https://",
            "//cdn",
            "innerHTML",
            "outerHTML",
            "insertAdjacent",
            "document.write",
            "eval(",
            " style=",
            " onclick",
        ] {
            assert!(!page("NONCE").contains(word), "{word}");
        }
        let page = page("NONCE");
        assert_eq!(page.matches("nonce=\"NONCE\"").count(), page.matches("<script").count() + page.matches("<style").count());
        assert!(PARTS.iter().all(|(name, text)| !page.contains(&format!("/*{name}*/")) && page.contains(text)));
        assert!(nonce() != nonce() && nonce().len() == 32);
    }

    #[test]
    fn places_are_given_back() {
        let counts = Arc::new(Counts::default());
        let take = || Place::take(&counts, |counts| &counts.all, 2);
        let (first, second) = (take(), take());
        assert!(first.is_some() && second.is_some() && take().is_none() && take().is_none());
        drop(first);
        assert!(take().is_some());
    }
}
