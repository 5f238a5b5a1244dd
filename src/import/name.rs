//! Ids and names of what had only a heading, a caption or a file's name.

/// The longest id that is made.
const LONGEST: usize = 60;

/// An id: small letters and digits of any script, with single hyphens between words. Empty if the text has none.
///
/// ```
/// assert_eq!(muster::import::slug("The  Crossing_v2!"), "the-crossing-v2");
/// assert_eq!(muster::import::slug("Élan"), "élan");
/// assert_eq!(muster::import::slug("--"), "");
/// ```
#[must_use]
pub fn slug(text: &str) -> String {
    let mut id = String::new();
    let mut gap = false;
    let mut letters = 0;
    for c in text.chars().flat_map(char::to_lowercase) {
        if !c.is_alphanumeric() {
            gap = !id.is_empty();
            continue;
        }
        if letters + usize::from(gap) >= LONGEST {
            break;
        }
        if gap {
            id.push('-');
            letters += 1;
            gap = false;
        }
        id.push(c);
        letters += 1;
    }
    id
}

/// A name in words: `my-first_map` becomes `My First Map`. Empty if the text has no letters and digits.
///
/// ```
/// assert_eq!(muster::import::title("my-first_map.2"), "My First Map 2");
/// ```
#[must_use]
pub fn title(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '-' | '_' | '.'));
    let words: Vec<String> = words.filter(|word| word.chars().any(char::is_alphanumeric)).map(capital).collect();
    words.join(" ").chars().take(200).collect()
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
