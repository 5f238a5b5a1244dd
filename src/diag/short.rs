//! Words of a bounded length: a name of a megabyte is quoted by its beginning.

/// A longer name between backticks is cut.
const QUOTED: usize = 120;
/// A longer word is cut wherever it stands.
const WORD: usize = 300;
/// What is left of either.
const LEFT: usize = 80;
/// A longer text is cut at its end.
const TEXT: usize = 2_000;

/// The text with everything in it that is absurdly long cut short, and dots where something is missing.
#[must_use]
pub fn shortened(text: String) -> String {
    if text.len() <= QUOTED {
        return text;
    }
    let mut out = String::new();
    let mut pieces = text.split('`');
    let mut long = false;
    let mut quoted = false;
    // What stands between two backticks is a name; each piece is looked at once.
    while let Some(piece) = pieces.next() {
        if quoted && piece.len() > QUOTED && head(piece, QUOTED).len() < piece.len() {
            out.push_str(head(piece, LEFT));
            out.push('…');
            long = true;
        } else {
            long |= words(piece, &mut out);
        }
        if pieces.clone().next().is_none() {
            break;
        }
        out.push('`');
        quoted = !quoted;
        if out.len() > 4 * TEXT {
            break;
        }
    }
    if !long && out.len() == text.len() {
        out = text;
    }
    let cut = head(&out, TEXT).len();
    if cut < out.len() {
        out.truncate(cut);
        out.push('…');
    }
    out
}

/// Copies words, long ones cut; whether one was. Stops where nobody reads any more.
fn words(text: &str, out: &mut String) -> bool {
    if text.len() <= WORD {
        out.push_str(text);
        return false;
    }
    let mut cut = false;
    for word in text.split_inclusive([' ', '\n']) {
        if word.len() > WORD && head(word, WORD).len() < word.len() {
            out.push_str(head(word, LEFT));
            out.push('…');
            out.extend(word.chars().next_back().filter(|c| c.is_whitespace()));
            cut = true;
        } else {
            out.push_str(word);
        }
        if out.len() > 8 * TEXT {
            return true;
        }
    }
    cut
}

/// The first so many letters.
fn head(text: &str, letters: usize) -> &str {
    text.char_indices().nth(letters).and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_anyone_would_write_stays() {
        for text in ["", "`a`", &"word ".repeat(350), &format!("unknown unit `{}`", "x".repeat(QUOTED)), &"é".repeat(WORD)] {
            assert_eq!(shortened(text.to_owned()), *text);
        }
    }

    #[test]
    fn what_is_absurd_is_cut() {
        let name = "x".repeat(1_000_000);
        let short = "x".repeat(LEFT);
        assert_eq!(shortened(format!("unknown unit `{name}`")), format!("unknown unit `{short}…`"));
        assert_eq!(shortened(format!("`{name}` and `{name}` and `b`")), format!("`{short}…` and `{short}…` and `b`"));
        assert_eq!(shortened(format!("found {name} here")), format!("found {short}… here"));
        assert_eq!(shortened("a b ".repeat(100_000)).chars().count(), TEXT + 1);
        assert!(shortened("`".repeat(1_000_000)).len() <= TEXT + 3);
        assert!(shortened(format!("`{}`", "é".repeat(QUOTED + 1))).ends_with("é…`"));
    }
}
