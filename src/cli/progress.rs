//! How far a build has come, on a terminal in one line that is written over; in a pipe nothing.

use std::io::{IsTerminal, Write, stderr};

/// The line.
pub(super) struct Progress {
    shown: bool,
    to: Option<Box<dyn Write>>,
}

impl Progress {
    /// A line on the error stream, if a person sees that at once.
    pub(super) fn new() -> Self {
        let to = stderr().is_terminal().then(|| Box::new(stderr()) as Box<dyn Write>);
        Progress { shown: false, to }
    }

    /// Nothing is said.
    pub(super) fn silent() -> Self {
        Progress { shown: false, to: None }
    }

    /// So many of so many pieces of an artifact are done.
    pub(super) fn say(&mut self, what: &str, done: usize, of: usize) {
        self.write(&format!("\r\x1b[2K{what}: {done} of {of}"), true);
    }

    /// Says how far something has come.
    pub(super) fn line(&mut self, text: &str) {
        self.write(&format!("\r\x1b[2K{text}"), true);
    }

    /// Makes room for what comes after.
    pub(super) fn clear(&mut self) {
        if self.shown {
            self.write("\r\x1b[2K", false);
        }
    }

    fn write(&mut self, text: &str, shown: bool) {
        if let Some(to) = &mut self.to {
            // Whoever does not listen misses nothing that is not said at the end.
            let _ = to.write_all(text.as_bytes()).and_then(|()| to.flush());
            self.shown = shown;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    struct Seen(Arc<Mutex<Vec<u8>>>);

    impl Write for Seen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn one_line_is_written_over_and_taken_away() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let mut progress = Progress { shown: false, to: Some(Box::new(Seen(Arc::clone(&seen)))) };
        progress.say("bundle", 0, 2);
        progress.say("bundle", 1, 2);
        drop(progress);
        let text = String::from_utf8(seen.lock().unwrap().clone()).unwrap();
        assert_eq!(text, "\r\x1b[2Kbundle: 0 of 2\r\x1b[2Kbundle: 1 of 2\r\x1b[2K");
    }
}
