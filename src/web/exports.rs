//! What a browser calls. Bytes go in through [`room`] and come out through [`answer`]; only numbers are handed over.
#![allow(unsafe_code, reason = "a name that others call is unsafe to give; nothing else here is")]

use std::cell::RefCell;

use super::Host;

thread_local! {
    static SENT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// So many bytes a page may hand over at once.
const MOST: usize = 64 << 20;

/// Room for so many bytes, to be written before the next call.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    SENT.with_borrow_mut(|sent| {
        sent.clear();
        sent.resize(bytes.min(MOST), 0);
        sent.as_mut_ptr()
    })
}

/// Reads the game that was written there; how long the answer is: nothing if all is well, else why not.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> usize {
    let sent = SENT.take();
    match Host::open(&sent) {
        Ok(host) => {
            HOST.set(Some(host));
            say(String::new())
        }
        Err(why) => say(why),
    }
}

/// Answers the line that was written there; how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn line() -> usize {
    let sent = SENT.take();
    let answer = HOST.with_borrow_mut(|host| match (host, std::str::from_utf8(&sent)) {
        (Some(host), Ok(line)) => host.line(line),
        _ => r#"{"no":{"why":"there is no game"}}"#.to_owned(),
    });
    say(answer)
}

/// Where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn say(text: String) -> usize {
    let length = text.len();
    ANSWER.set(text);
    length
}
