//! The quoting that every text of VASSAL uses, and the veil over saved games.

/// The items of a sequence. A sequence always has at least one item, perhaps an empty one.
pub(super) fn items(text: &str, delimiter: char) -> Vec<String> {
    let (mut found, mut item) = (Vec::new(), String::new());
    for c in text.chars() {
        if c != delimiter {
            item.push(c);
        } else if item.ends_with('\\') {
            item.pop();
            item.push(c);
        } else {
            found.push(unquoted(&item));
            item.clear();
        }
    }
    found.push(unquoted(&item));
    found
}

fn unquoted(item: &str) -> String {
    match item.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inner) => inner.to_owned(),
        None => item.to_owned(),
    }
}

/// A list of strings; an empty text is an empty list.
pub(super) fn list(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { items(text, ',') }
}

/// Whether a text is a key stroke: nothing, one letter, `code,modifiers`, or `code,0,name`.
pub(super) fn is_key(text: &str) -> bool {
    let number = |s: &str| s.parse::<i64>().is_ok();
    let parts: Vec<&str> = text.splitn(3, ',').collect();
    match parts.as_slice() {
        [one] => one.chars().count() <= 1 && !number(one),
        [code, modifiers] => number(code) && number(modifiers),
        [code, modifiers, name] => number(code) && number(modifiers) && !name.is_empty(),
        _ => false,
    }
}

/// Whether a text is a list of key strokes, none of them lost for want of a backslash.
pub(super) fn is_key_list(text: &str) -> bool {
    list(text).iter().all(|key| !key.is_empty() && is_key(key))
}

/// Whether a text is a whole number, or an expression that gives one.
pub(super) fn is_integer(text: &str) -> bool {
    text.is_empty() || text.starts_with('{') || text.contains('$') || text.parse::<i32>().is_ok()
}

/// Whether a text is a colour: nothing, `r,g,b`, `r,g,b,a` or `0xRRGGBB`.
pub(super) fn is_colour(text: &str) -> bool {
    let hex = |s: &str| s.len() == 6 && s.chars().all(|c| c.is_ascii_hexdigit());
    let parts: Vec<&str> = text.split(',').collect();
    text.is_empty()
        || text.strip_prefix("0x").is_some_and(hex)
        || ((3..=4).contains(&parts.len()) && parts.iter().all(|p| p.parse::<u8>().is_ok()))
}

/// A saved game as text, whether it is veiled or plain.
pub(super) fn unveiled(bytes: &[u8]) -> Result<String, String> {
    let Some(hidden) = bytes.strip_prefix(b"!VCSK") else {
        return String::from_utf8(bytes.to_vec()).map_err(|e| e.to_string());
    };
    let digit = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok()).ok_or("not a hex digit");
    let mut plain = Vec::new();
    for pair in hidden.chunks(2) {
        let [high, low] = pair else { return Err("an odd number of digits".to_owned()) };
        plain.push(digit(*high)? * 16 + digit(*low)?);
    }
    let Some((key, text)) = plain.split_first() else { return Err("no key".to_owned()) };
    String::from_utf8(text.iter().map(|b| b ^ key).collect()).map_err(|e| e.to_string())
}

/// The commands of a saved game in order; groups within groups are laid flat.
pub(super) fn commands(text: &str) -> Vec<String> {
    let parts = items(text, '\u{1b}');
    if parts.len() == 1 { parts } else { parts.iter().flat_map(|part| commands(part)).collect() }
}

/// `$name$` replaced where the name is known, left as it stands elsewhere.
pub(super) fn filled(format: &str, known: impl Fn(&str) -> Option<String>) -> String {
    let (mut out, mut rest) = (String::new(), format);
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        match after.split_once('$').and_then(|(name, tail)| Some((known(name)?, tail))) {
            Some((value, tail)) => {
                out.push_str(&value);
                rest = tail;
            }
            None => {
                out.push('$');
                rest = after;
            }
        }
    }
    out + rest
}
