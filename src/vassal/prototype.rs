//! What a piece says to a prototype: which one it uses, and the words that are put into its traits.

use super::text::{Fields, split};

/// One use of a prototype.
pub(crate) struct Use {
    pub(crate) name: String,
    /// What is looked for, and what is put in its stead.
    words: Vec<(String, String)>,
}

impl Use {
    /// Reads what follows `prototype;`.
    pub(crate) fn read(fields: &str) -> Use {
        let mut fields = Fields::new(fields, ';');
        let name = fields.text();
        let words = fields.list().into_iter().filter_map(|pair| {
            let mut pair = split(&pair, '=').into_iter();
            Some((format!("${}$", pair.next()?.trim()), pair.next()?))
        });
        Use { name, words: words.collect() }
    }

    /// A text with its words put in, and what that costs: as long as it becomes, and once more for each word that is
    /// looked for. One that costs more than `most` is not made.
    pub(crate) fn filled(&self, text: &str, most: u64) -> (u64, String) {
        let mut cost = text.len() as u64;
        let mut text = std::borrow::Cow::Borrowed(text);
        for (key, value) in &self.words {
            let times = text.matches(key.as_str()).count() as u64;
            cost = cost.saturating_add(text.len() as u64).saturating_add(times.saturating_mul(value.len() as u64));
            if times > 0 && cost <= most {
                text = text.replace(key.as_str(), value).into();
            }
        }
        (cost, text.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_in_while_they_are_paid_for() {
        let uses = Use::read("P;w=xyz=!, n =4\\,5,none");
        assert_eq!(uses.name, "P");
        assert_eq!(uses.filled("$w$-$n$-$w$", 100), (11 + 11 + 6 + 11 + 3, "xyz-4,5-xyz".to_owned()));
        assert_eq!(uses.filled("$w$$w$", 17).1, "$w$$w$");
        assert_eq!(Use::read("P").filled("$w$", 3), (3, "$w$".to_owned()));
    }
}
