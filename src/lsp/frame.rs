//! Messages as they lie on the wire: a few header lines, a blank one, then so many bytes of JSON.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// The largest message that is read: twice the largest file, which an editor may send with escapes.
pub const MESSAGE_BYTES: usize = 128 << 20;
/// No header line is longer.
const HEADER_BYTES: u64 = 4096;
/// No message has more of them.
const HEADERS: usize = 32;

/// What came.
#[derive(Debug)]
pub enum Frame {
    /// A message.
    Message(Value),
    /// Something that is no message; the next one may be. In words.
    Broken(String),
    /// Nothing that comes after it can be understood. In words.
    Lost(String),
    /// The other side has closed the line.
    End,
}

/// Reads what comes next.
pub fn read(from: &mut impl BufRead) -> Frame {
    let mut length: Option<usize> = None;
    for _ in 0..HEADERS {
        let mut line = Vec::new();
        match from.by_ref().take(HEADER_BYTES).read_until(b'\n', &mut line) {
            Ok(0) => return Frame::End,
            Err(error) => return Frame::Lost(format!("the line cannot be read: {error}")),
            Ok(_) => {}
        }
        if !line.ends_with(b"\n") {
            return Frame::Lost("a header line has no end".to_owned());
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            return match length {
                Some(length) => body(from, length),
                None => Frame::Lost("there is no Content-Length".to_owned()),
            };
        }
        if let Some((name, value)) = text.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            match value.trim().parse() {
                Ok(found) => length = Some(found),
                Err(_) => return Frame::Lost("Content-Length is no number that can be read".to_owned()),
            }
        }
    }
    Frame::Lost(format!("a message has more than {HEADERS} header lines"))
}

fn body(from: &mut impl BufRead, length: usize) -> Frame {
    if length > MESSAGE_BYTES {
        // It is passed over, so that the next message is found.
        let told = u64::try_from(length).unwrap_or(u64::MAX);
        return match io::copy(&mut from.by_ref().take(told), &mut io::sink()) {
            Ok(passed) if passed == told => {
                Frame::Broken(format!("a message has {length} bytes, at most {MESSAGE_BYTES} are read"))
            }
            Ok(_) => Frame::End,
            Err(error) => Frame::Lost(format!("the line cannot be read: {error}")),
        };
    }
    // What is promised may never come: room is made for what has come.
    let mut bytes = Vec::new();
    match from.by_ref().take(u64::try_from(length).unwrap_or(u64::MAX)).read_to_end(&mut bytes) {
        Ok(read) if read == length => {}
        Ok(_) => return Frame::End,
        Err(error) => return Frame::Lost(format!("the line cannot be read: {error}")),
    }
    match serde_json::from_slice(&bytes) {
        Ok(message) => Frame::Message(message),
        Err(error) => Frame::Broken(format!("a message is no JSON: {error}")),
    }
}

/// Writes a message.
///
/// # Errors
/// If the other side no longer listens.
pub fn write(to: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut from = text.as_bytes();
        let mut seen = Vec::new();
        loop {
            let (said, last) = match read(&mut from) {
                Frame::Message(value) => (value.to_string(), false),
                Frame::Broken(why) => (format!("broken: {why}"), false),
                Frame::Lost(why) => (format!("lost: {why}"), true),
                Frame::End => ("end".to_owned(), true),
            };
            seen.push(said);
            if last {
                return seen;
            }
        }
    }

    #[test]
    fn a_broken_message_does_not_spoil_the_next() {
        let two = "Content-Length: 3\r\nContent-Type: x\r\n\r\n{a}content-length:2\r\n\r\n{}";
        let seen = all(two);
        assert!(seen[0].starts_with("broken: a message is no JSON"), "{seen:?}");
        assert_eq!(seen[1..], ["{}", "end"]);
    }

    #[test]
    fn what_cannot_be_understood_ends_the_line() {
        assert_eq!(all("hello\r\n\r\n"), ["lost: there is no Content-Length"]);
        assert_eq!(all("Content-Length: -1\r\n\r\n"), ["lost: Content-Length is no number that can be read"]);
        assert_eq!(all(&"x".repeat(5000)), ["lost: a header line has no end"]);
        assert_eq!(all(&"a: b\r\n".repeat(40)), ["lost: a message has more than 32 header lines"]);
        assert_eq!(all("Content-Length: 18446744073709551615\r\n\r\n{}"), ["end"], "nothing is made for what never comes");
        assert_eq!(all("Content-Length: 10\r\n\r\n{}"), ["end"]);
    }
}
