//! What a browser may ask: a few paths with numbers in them, by GET, of this computer. Everything else is refused.
//!
//! A page of another site can make a browser send requests here, also under a name of its own that it lets point
//! to this computer. So the name that was asked for must be ours, and so must the page that asks.

/// A head of a request that is longer is refused.
pub(super) const LONGEST: usize = 8 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// The page itself.
    Page,
    /// What was found, as JSON.
    State,
    /// Word of every new check.
    Events,
    /// A picture of that check.
    Picture(Picture, u64),
    /// A scenario to be played, by its place in the game, as it was at that check.
    Play(usize, u64),
    /// Something about the game of that check.
    Desk(DeskAsk, u64),
}

/// What the desk is asked; everything is named by its place in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeskAsk {
    /// Everything that the page needs at once.
    Overview,
    Hex(usize),
    /// A unit, as it stands at a turn of a scenario; 0 is the setup.
    Unit {
        unit: usize,
        scenario: usize,
        step: usize,
    },
    /// The counters of a scenario at a turn, as a picture.
    Standing {
        scenario: usize,
        step: usize,
    },
    /// The counters of a unit, as a picture.
    Counter(usize),
    /// The pages of a part of the kit.
    Part(usize),
    /// One of them, as a picture.
    PageOf(usize, usize),
}

/// What is drawn for the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Picture {
    /// The map, with what was found marked on it.
    Map,
    Counters,
}

/// Why there is no answer: a status of HTTP and a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused(pub(super) u16, pub(super) &'static str);

const MALFORMED: Refused = Refused(400, "this is not a request");
const STRANGER: Refused = Refused(403, "this page is only for this computer");
/// For a head that is longer than [`LONGEST`].
pub(super) const TOO_LONG: Refused = Refused(431, "the request is too long");
/// For a head that does not come.
pub(super) const TOO_SLOW: Refused = Refused(408, "the request did not come");
/// For a map or counters that are not there.
pub(super) const NO_PICTURE: Refused = Refused(404, "there is no such picture");
/// For a scenario that is not there, or a game with errors.
pub(super) const NO_GAME: Refused = Refused(404, "there is no such scenario, or the game has errors");
/// For something that the game does not have.
pub(super) const NO_SUCH: Refused = Refused(404, "the game has no such thing");
/// For one connection too many.
pub(super) const TOO_MANY: Refused = Refused(503, "too many pages are open");

impl Refused {
    /// The words of HTTP for the status.
    pub(super) fn reason(self) -> &'static str {
        match self.0 {
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            408 => "Request Timeout",
            431 => "Request Header Fields Too Large",
            503 => "Service Unavailable",
            _ => "Bad Request",
        }
    }
}

/// Whether the head is there as a whole.
pub(super) fn is_whole(head: &[u8]) -> bool {
    head.windows(4).any(|four| four == b"\r\n\r\n")
}

/// Reads the head of a request to the server at that port.
pub(super) fn read(head: &[u8], port: u16) -> Result<Asked, Refused> {
    let text = std::str::from_utf8(head).map_err(|_| MALFORMED)?;
    let (head, _) = text.split_once("\r\n\r\n").ok_or(MALFORMED)?;
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or("").split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(MALFORMED);
    };
    let mut hosts = 0;
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(MALFORMED)?;
        let value = value.trim_matches([' ', '\t']);
        match name.to_ascii_lowercase().as_str() {
            "host" if !is_ours(value, port) => return Err(STRANGER),
            "host" => hosts += 1,
            "origin" if !value.strip_prefix("http://").is_some_and(|host| is_ours(host, port)) => return Err(STRANGER),
            "transfer-encoding" => return Err(MALFORMED),
            "content-length" if value != "0" => return Err(MALFORMED),
            _ => {}
        }
    }
    if hosts != 1 {
        return Err(STRANGER);
    }
    if method != "GET" {
        return Err(Refused(405, "only GET"));
    }
    // A picture is asked for with the number of the check that it belongs to.
    let build = || target.split_once('?').and_then(|(_, build)| build.parse().ok()).unwrap_or(0);
    match target.split('?').next() {
        Some("/") => Ok(Asked::Page),
        Some("/state") => Ok(Asked::State),
        Some("/events") => Ok(Asked::Events),
        Some("/map.svg") => Ok(Asked::Picture(Picture::Map, build())),
        Some("/counters.svg") => Ok(Asked::Picture(Picture::Counters, build())),
        Some(path) => numbered(path, build()).ok_or(Refused(404, "there is nothing here")),
        None => Err(Refused(404, "there is nothing here")),
    }
}

/// A path of a word and some numbers.
fn numbered(path: &str, build: u64) -> Option<Asked> {
    let mut parts = path.strip_prefix('/')?.split('/');
    let word = parts.next()?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+')).map(|n| n as usize);
    let numbers: Vec<usize> = parts.map(number).collect::<Option<_>>()?;
    let desk = match (word, numbers.as_slice()) {
        ("play", &[scenario]) => return Some(Asked::Play(scenario, build)),
        ("desk", []) => DeskAsk::Overview,
        ("hex", &[hex]) => DeskAsk::Hex(hex),
        ("unit", &[unit, scenario, step]) => DeskAsk::Unit { unit, scenario, step },
        ("standing", &[scenario, step]) => DeskAsk::Standing { scenario, step },
        ("counter", &[unit]) => DeskAsk::Counter(unit),
        ("kit", &[part]) => DeskAsk::Part(part),
        ("kit", &[part, page]) => DeskAsk::PageOf(part, page),
        _ => return None,
    };
    Some(Asked::Desk(desk, build))
}

fn is_ours(host: &str, port: u16) -> bool {
    let (name, number) = host.rsplit_once(':').unwrap_or((host, "80"));
    (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")) && number == port.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(head: &str) -> u16 {
        match read(head.as_bytes(), 4747) {
            Ok(_) => 200,
            Err(Refused(status, _)) => status,
        }
    }

    #[test]
    fn a_few_paths_are_answered() {
        let ask =
            |path: &str| read(format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1:4747\r\nAccept: */*\r\n\r\n").as_bytes(), 4747);
        assert_eq!(ask("/"), Ok(Asked::Page));
        assert_eq!(ask("/state?x=1"), Ok(Asked::State));
        assert_eq!(ask("/events"), Ok(Asked::Events));
        assert_eq!(ask("/map.svg?7"), Ok(Asked::Picture(Picture::Map, 7)));
        assert_eq!(ask("/counters.svg"), Ok(Asked::Picture(Picture::Counters, 0)));
        assert_eq!(ask("/play/1?7"), Ok(Asked::Play(1, 7)));
        assert_eq!(ask("/desk?3"), Ok(Asked::Desk(DeskAsk::Overview, 3)));
        assert_eq!(ask("/hex/12?3"), Ok(Asked::Desk(DeskAsk::Hex(12), 3)));
        let unit = DeskAsk::Unit { unit: 4, scenario: 1, step: 0 };
        assert_eq!(ask("/unit/4/1/0?3"), Ok(Asked::Desk(unit, 3)));
        assert_eq!(ask("/standing/1/2?3"), Ok(Asked::Desk(DeskAsk::Standing { scenario: 1, step: 2 }, 3)));
        assert_eq!(ask("/kit/1/2?3"), Ok(Asked::Desk(DeskAsk::PageOf(1, 2), 3)));
        for path in [
            "/desk/1",
            "/hex",
            "/hex/",
            "/hex/+1",
            "/hex/1/",
            "/hex/99999999999999999999",
            "/unit/1",
            "/kit/1/2/3",
            "/play/",
            "/play/-1",
            "/play/1/2",
            "/play/../module.json",
            "/module.json",
            "/../etc/passwd",
            "/state/",
            "//",
            "http://127.0.0.1:4747/",
            "*",
            "",
        ] {
            assert!(ask(path).is_err(), "{path}");
        }
    }

    #[test]
    fn strangers_are_refused() {
        for host in ["evil.example", "evil.example:4747", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:4747", "", ":4747"]
        {
            assert_eq!(status(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")), 403, "{host}");
        }
        assert_eq!(status("GET / HTTP/1.1\r\n\r\n"), 403);
        assert_eq!(status("GET / HTTP/1.1\r\nHost: localhost:4747\r\nHost: localhost:4747\r\n\r\n"), 403);
        assert_eq!(status("GET / HTTP/1.1\r\nHost: LocalHost:4747\r\n\r\n"), 200);
        for origin in ["http://evil.example", "null", "https://127.0.0.1:4747", "http://127.0.0.1:1"] {
            assert_eq!(status(&format!("GET /state HTTP/1.1\r\nHost: localhost:4747\r\nOrigin: {origin}\r\n\r\n")), 403);
        }
        assert_eq!(status("GET /state HTTP/1.1\r\nHost: localhost:4747\r\nOrigin: http://localhost:4747\r\n\r\n"), 200);
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let host = "Host: 127.0.0.1:4747\r\n";
        for method in ["POST", "HEAD", "OPTIONS", "get"] {
            assert_eq!(status(&format!("{method} / HTTP/1.1\r\n{host}\r\n")), 405, "{method}");
        }
        for head in [
            "",
            "GET /",
            "GET / HTTP/2\r\n\r\n",
            "GET  / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1 x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
        ] {
            assert_eq!(status(head), 400, "{head}");
        }
        assert_eq!(status(&format!("GET / HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\nhello")), 400);
        assert_eq!(status(&format!("GET / HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n")), 400);
        assert_eq!(read(b"\xff\xfe\r\n\r\n", 4747), Err(MALFORMED));
    }
}
