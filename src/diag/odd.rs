//! Signs that look like others: what a word processor or a tired eye put there.

/// The first sign of a hex number or an id that cannot be right, named for what it is, with what to write.
pub fn odd_sign(text: &str) -> Option<String> {
    text.chars().find_map(|c| {
        let what = match c {
            '\u{2012}'..='\u{2015}' | '\u{2212}' | '\u{2010}' | '\u{2011}' => {
                return Some(format!("`{c}` is a dash of print: write the plain `-` of the keyboard"));
            }
            '\u{a0}' | '\u{2007}' | '\u{202f}' => "a no-break space stands in it",
            _ if is_unseen(c) => "a sign without width stands in it, which nobody sees",
            '\u{ad}' => "a soft hyphen stands in it, which nobody sees",
            '\t' => "a tab stands in it",
            _ => return None,
        };
        Some(format!("{what}: take it out"))
    })
}

/// The same for a hex number, in which letters look like digits too.
pub fn odd_in_hex(text: &str) -> Option<String> {
    if let Some(odd) = odd_sign(text) {
        return Some(odd);
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let alike = |c: char| match c {
        'O' | 'o' => Some('0'),
        'l' | 'I' | 'i' => Some('1'),
        'S' => Some('5'),
        'B' => Some('8'),
        'Z' | 'z' => Some('2'),
        _ => None,
    };
    let letter = text.chars().find_map(|c| alike(c).map(|digit| (c, digit)));
    if let Some((c, digit)) = letter.filter(|_| digits >= 2) {
        let right: String = text.chars().map(|c| alike(c).unwrap_or(c)).collect();
        return Some(format!("`{c}` is a letter, not the digit {digit}: write \"{right}\""));
    }
    let divided = text.split(';').all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || c == '/'));
    (divided && text.contains(';')).then(|| "hexes are divided by blanks or commas, not by `;`".to_owned())
}

/// Whether a sign has no width, or only turns the direction of writing.
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::{odd_in_hex, odd_sign};

    #[test]
    fn odd_signs_are_named() {
        assert_eq!(odd_in_hex("0423–0425").unwrap(), "`–` is a dash of print: write the plain `-` of the keyboard");
        assert_eq!(odd_in_hex("33l4").unwrap(), "`l` is a letter, not the digit 1: write \"3314\"");
        assert_eq!(odd_in_hex("2809;2910").unwrap(), "hexes are divided by blanks or commas, not by `;`");
        assert_eq!(odd_in_hex("2809/2810;2910/2911").unwrap(), "hexes are divided by blanks or commas, not by `;`");
        assert_eq!(odd_sign("1\u{a0}div").unwrap(), "a no-break space stands in it: take it out");
        for unseen in ["1\u{200b}", "\u{200f}1", "1\u{202e}", "1\u{2060}", "1\u{2069}", "\u{feff}1"] {
            assert_eq!(odd_sign(unseen).unwrap(), "a sign without width stands in it, which nobody sees: take it out");
        }
        assert_eq!(odd_in_hex("0423").or(odd_in_hex("lys")).or(odd_sign("1-div")), None);
    }
}
