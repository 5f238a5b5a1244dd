//! The fields of a piece, taken out one by one, so that nothing of it is forgotten.

use serde_json::{Map, Value};

/// What is left of a piece.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of an object; none of anything else.
    pub(super) fn of(value: &Value) -> Fields {
        Fields(value.as_object().cloned().unwrap_or_default())
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    /// A single word or number.
    pub(super) fn word(&mut self, name: &str) -> Option<String> {
        let scalar = self.0.get(name).is_some_and(|value| value.is_string() || value.is_number());
        if scalar { self.take(name).map(|value| plain(&value)) } else { None }
    }

    /// Words of which one is enough; a single word is such a list too.
    pub(super) fn words(&mut self, name: &str) -> Option<Vec<String>> {
        let value = self.take(name)?;
        Some(match value {
            Value::Array(list) => list.iter().map(plain).collect(),
            one => vec![plain(&one)],
        })
    }

    /// Pieces in a list.
    pub(super) fn list(&mut self, name: &str) -> Vec<Value> {
        match self.take(name) {
            Some(Value::Array(list)) => list,
            Some(one) => vec![one],
            None => Vec::new(),
        }
    }

    /// What is so, or not so.
    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        let yes = self.0.get(name)?.as_bool()?;
        self.0.remove(name);
        Some(yes)
    }

    /// What nobody has taken.
    pub(super) fn rest(self) -> impl Iterator<Item = (String, Value)> {
        self.0.into_iter()
    }
}

/// A single value as it is printed.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => number(text).unwrap_or_else(|| super::text::plain(text)),
        Value::Number(n) => signless(&n.to_string()),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        _ => String::new(),
    }
}

/// A fraction, in one sign where every font has it.
fn number(text: &str) -> Option<String> {
    let (minus, text) = text.strip_prefix('-').map_or(("", text), |rest| ("−", rest));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (above, below) = text.split_once('/')?;
    if !digits(above) || !digits(below) || above.len() > 3 || below.len() > 3 {
        return None;
    }
    let sign = match text {
        "1/2" => "½",
        "1/4" => "¼",
        "3/4" => "¾",
        "3/2" => "1½",
        "5/2" => "2½",
        _ => return Some(format!("{minus}{text}")),
    };
    Some(format!("{minus}{sign}"))
}

/// A number with a real minus.
fn signless(text: &str) -> String {
    text.strip_prefix('-').map_or_else(|| text.to_owned(), |rest| format!("−{rest}"))
}

/// Something added: with its sign.
pub(super) fn signed(words: &str) -> String {
    let first = words.chars().next();
    if first.is_some_and(|c| c.is_ascii_digit() || matches!(c, '½' | '¼' | '¾')) && words != "0" {
        format!("+{words}")
    } else {
        words.to_owned()
    }
}

/// A word of the author's own, as people would write it.
pub(super) fn readable(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

/// Something counted: `1 hex`, `2 hexes`, `at least 1 hex`.
pub(super) fn counted(n: &str, one: &str, many: &str) -> String {
    format!("{n} {}", if single(n) { one } else { many })
}

/// Whether that many are one.
pub(super) fn single(n: &str) -> bool {
    n == "1" || n.ends_with(" 1") && !n.ends_with(" to 1")
}

/// The bounds of a number: `at least 2`, `2 to 4`, `exactly 3`.
pub(super) fn bounds(fields: &mut Fields) -> Option<String> {
    match (fields.word("at-least"), fields.word("at-most")) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {least}")),
        (Some(least), Some(most)) => Some(format!("{least} to {most}")),
        (Some(least), None) => Some(format!("at least {least}")),
        (None, Some(most)) => Some(format!("at most {most}")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_in_a_book() {
        let of = |value: Value| plain(&value);
        assert_eq!([of("1/2".into()), of("-1/4".into()), of("1/3".into())], ["½", "−¼", "1/3"]);
        assert_eq!([of("0408/0508".into()), of((-3).into()), of("a/b".into())], ["0408/0508", "−3", "a/b"]);
        assert_eq!(
            [signed("½"), signed("−1"), signed("0"), signed("the number of steps")],
            ["+½", "−1", "0", "the number of steps"]
        );
        let mut range = Fields::of(&serde_json::json!({ "at-least": 2, "at-most": 2, "more": true }));
        assert_eq!(bounds(&mut range).as_deref(), Some("exactly 2"));
        assert_eq!(range.flag("more"), Some(true));
        assert_eq!(counted("at least 1", "hex", "hexes"), "at least 1 hex");
        assert_eq!(
            [counted("0 to 1", "hex", "hexes"), counted("at most 11", "hex", "hexes")],
            ["0 to 1 hexes", "at most 11 hexes"]
        );
        assert_eq!(range.rest().count(), 0);
    }
}
