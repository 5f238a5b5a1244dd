//! The name that was probably meant.

/// The candidate closest to `wrong`, if one is close enough to be a slip of the hand.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(wrong);
    // A third of the letters may differ: `forrest` is `forest`, but `x` is not `us`.
    let most = (folded.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = fold(candidate);
        let far = other.chars().count().abs_diff(folded.chars().count()) > most;
        let distance = if far { usize::MAX } else { strsim::damerau_levenshtein(&folded, &other) };
        let close = distance <= most && (distance < folded.chars().count().max(1) || distance == 0);
        // `arm` for `armor`: a name that was cut short.
        let cut = folded.chars().count() >= 3 && other.starts_with(&folded);
        // `road-march` for `march`: a word too many or too few.
        let part = |long: &str, short: &str| short.chars().count() >= 3 && long.split(['-', ' ', '_', '.']).any(|p| p == short);
        let part =
            part(&wrong.to_lowercase(), &candidate.to_lowercase()) || part(&candidate.to_lowercase(), &wrong.to_lowercase());
        if (close || cut || part) && best.is_none_or(|(d, name)| (distance, candidate) < (d, name)) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// `did you mean `forest`?`, or nothing.
pub fn did_you_mean<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// Case, blanks, dashes and common accents do not tell names apart.
fn fold(name: &str) -> String {
    name.chars()
        .flat_map(char::to_lowercase)
        .filter(|c| !matches!(c, ' ' | '-' | '_'))
        .map(|c| match c {
            'à' | 'á' | 'â' | 'ä' => 'a',
            'è' | 'é' | 'ê' | 'ë' => 'e',
            'ì' | 'í' | 'î' | 'ï' => 'i',
            'ò' | 'ó' | 'ô' | 'ö' => 'o',
            'ù' | 'ú' | 'û' | 'ü' => 'u',
            'ç' => 'c',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let terrain = ["clear", "woods", "forest", "rough"];
        assert_eq!(nearest("forrest", terrain), Some("forest"));
        assert_eq!(nearest("Wood", terrain), Some("woods"));
        assert_eq!(nearest("rouhg", terrain), Some("rough"));
        assert_eq!(nearest("swamp", terrain), None);
        assert_eq!(nearest("x", ["us", "ge"]), None);
        assert_eq!(nearest("Liege", ["Liège", "Lierre"]), Some("Liège"));
        assert_eq!(nearest("rout", ["rough", "route"]), Some("route"));
        assert_eq!(nearest("road-march", ["march", "rail"]), Some("march"));
        assert_eq!(nearest("a", ["a-b", "b"]), None);
    }
}
