//! What people write above the columns of a counter sheet, in English, German and French.

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Id,
    Name,
    /// What stands on the counter.
    Designation,
    Side,
    Nation,
    /// Its type.
    Kind,
    Size,
    /// The formation it belongs to; the lower the number, the nearer to the unit.
    Formation(u8),
    /// A number on the counter.
    Rating(String),
    /// Several numbers in one cell, such as 4-3-6; their names, where the heading says them.
    Factors(Vec<String>),
    /// How many steps it has.
    Steps,
    /// How many like it there are.
    Count,
    /// Where it stands at the start.
    Setup,
    /// When it arrives.
    Turn,
    /// Where it arrives.
    Entry,
    /// For people.
    Note,
}

/// Words for what is on the other side of the counter.
const BACK: [&str; 18] = [
    "back",
    "reduced",
    "flip",
    "flipped",
    "flipside",
    "reverse",
    "rev",
    "red",
    "verso",
    "ruckseite",
    "rueckseite",
    "reduziert",
    "reduit",
    "reduite",
    "dos",
    "hinten",
    "revers",
    "backside",
];
/// Words for the front, which tell nothing more.
const FRONT: [&str; 8] = ["front", "full", "fullstrength", "vorderseite", "vorne", "recto", "frontside", "plein"];
/// Words that tell nothing of what is counted.
const EMPTY: [&str; 16] = [
    "factor",
    "factors",
    "value",
    "values",
    "rating",
    "points",
    "point",
    "pts",
    "allowance",
    "wert",
    "werte",
    "faktor",
    "facteur",
    "side",
    "of",
    "unit",
];

/// The ratings that are known by name, and what they are called.
const RATINGS: [(&str, &[&str]); 18] = [
    (
        "attack",
        &[
            "attack",
            "att",
            "atk",
            "af",
            "as",
            "cf",
            "cs",
            "combat",
            "combat strength",
            "attack strength",
            "strength",
            "str",
            "sp",
            "battle",
            "angriff",
            "angriffswert",
            "angriffsstarke",
            "kampfkraft",
            "kampfwert",
            "kampfstarke",
            "starke",
            "attaque",
            "force",
            "puissance",
            "a",
        ],
    ),
    (
        "defense",
        &[
            "defense",
            "defence",
            "def",
            "df",
            "ds",
            "defensive",
            "defense strength",
            "defence strength",
            "verteidigung",
            "verteidigungswert",
            "vert",
            "abwehr",
            "d",
            "defensif",
        ],
    ),
    (
        "move",
        &[
            "move",
            "mov",
            "movement",
            "ma",
            "mp",
            "mf",
            "mv",
            "mps",
            "moves",
            "speed",
            "movement allowance",
            "movement points",
            "bewegung",
            "bew",
            "bewegungspunkte",
            "bewegungsweite",
            "beweglichkeit",
            "mouvement",
            "mvt",
            "pm",
            "points de mouvement",
            "m",
            "deplacement",
        ],
    ),
    ("range", &["range", "rng", "reichweite", "portee"]),
    ("morale", &["morale", "ml", "moral"]),
    ("quality", &["quality", "troop quality", "tq", "er", "efficiency", "effectiveness", "qualitat", "qualite", "efficacite"]),
    ("cohesion", &["cohesion", "koh", "kohasion"]),
    ("initiative", &["initiative", "init"]),
    ("barrage", &["barrage", "bombardment", "bombard", "beschuss", "bombardement"]),
    ("assault", &["assault", "sturm", "assaut"]),
    ("firepower", &["firepower", "fp", "fire", "feuerkraft", "feuer", "puissance de feu"]),
    ("anti-tank", &["anti tank", "antitank", "at", "panzerabwehr", "antichar"]),
    ("armor", &["armor value", "armour value", "armor", "armour", "panzerung", "blindage"]),
    ("leadership", &["leadership", "command rating", "fuhrung", "commandement"]),
    ("command", &["command range", "command radius"]),
    ("proficiency", &["proficiency", "prof"]),
    ("supply", &["supply", "versorgung", "ravitaillement"]),
    ("stacking", &["stacking", "stack", "stacking value", "stapelwert", "empilement"]),
];

/// Everything else that is known by name.
const FIELDS: [(Meaning, &[&str]); 21] = [
    (Meaning::Id, &["id", "key", "counter id", "unit id", "counter code", "code", "kennung"]),
    (
        Meaning::Name,
        &[
            "name",
            "unit",
            "unit name",
            "units",
            "title",
            "full name",
            "counter",
            "counter name",
            "einheit",
            "einheiten",
            "bezeichnung",
            "nom",
            "unite",
            "nom de l unite",
            "unites",
        ],
    ),
    (
        Meaning::Designation,
        &[
            "designation",
            "unit designation",
            "abbr",
            "abbreviation",
            "short",
            "short name",
            "label",
            "kurzname",
            "abkurzung",
            "abrege",
        ],
    ),
    (Meaning::Side, &["side", "player", "faction", "owner", "seite", "spieler", "partei", "camp", "joueur", "force side"]),
    (Meaning::Nation, &["nation", "nationality", "country", "nat", "nationalitat", "land", "pays", "nationalite"]),
    (
        Meaning::Kind,
        &[
            "type",
            "unit type",
            "arm",
            "branch",
            "arm of service",
            "troop type",
            "kind",
            "class",
            "unit class",
            "typ",
            "einheitentyp",
            "truppengattung",
            "truppentyp",
            "waffengattung",
            "gattung",
            "arme",
            "type d unite",
            "symbol",
        ],
    ),
    (Meaning::Size, &["size", "echelon", "unit size", "grosse", "groesse", "einheitengrosse", "taille"]),
    (
        Meaning::Formation(0),
        &["formation", "parent", "parent formation", "command", "group", "verband", "unterstellung", "formation mere"],
    ),
    (Meaning::Formation(1), &["regiment", "regt", "rgt"]),
    (Meaning::Formation(2), &["brigade", "bde"]),
    (Meaning::Formation(3), &["division", "div"]),
    (Meaning::Formation(4), &["corps", "korps"]),
    (Meaning::Formation(5), &["army", "armee"]),
    (Meaning::Formation(6), &["hq", "headquarters", "hauptquartier", "qg"]),
    (Meaning::Steps, &["steps", "step", "no steps", "number steps", "step losses", "stufen", "schritte", "pas", "paliers"]),
    (
        Meaning::Count,
        &[
            "qty",
            "quantity",
            "count",
            "no",
            "number",
            "num",
            "nr",
            "copies",
            "number counters",
            "no counters",
            "counters",
            "x",
            "anzahl",
            "menge",
            "stuck",
            "stueck",
            "nombre",
            "quantite",
            "qte",
            "nb",
            "how many",
            "amount",
        ],
    ),
    (
        Meaning::Setup,
        &[
            "setup",
            "set up",
            "hex",
            "start",
            "start hex",
            "starting hex",
            "setup hex",
            "set up hex",
            "location",
            "position",
            "deploy",
            "deployment",
            "placement",
            "setup location",
            "at start",
            "aufstellung",
            "startfeld",
            "feld",
            "startposition",
            "aufstellungsort",
            "depart",
            "hex de depart",
            "mise en place",
            "emplacement",
            "case",
        ],
    ),
    (
        Meaning::Turn,
        &[
            "turn",
            "arrives",
            "arrival",
            "arrival turn",
            "reinforcement",
            "reinforcements",
            "reinforcement turn",
            "entry turn",
            "turn entry",
            "gt",
            "game turn",
            "available",
            "turn available",
            "zug",
            "runde",
            "ankunft",
            "verstarkung",
            "verstarkungen",
            "eintreffen",
            "tour",
            "arrivee",
            "renfort",
            "renforts",
            "tour d arrivee",
            "tour d entree",
        ],
    ),
    (
        Meaning::Entry,
        &["entry", "entry hex", "entry area", "enters", "enters at", "eintritt", "eintrittsfeld", "entree", "zone d entree"],
    ),
    (
        Meaning::Note,
        &[
            "note",
            "notes",
            "remarks",
            "remark",
            "comment",
            "comments",
            "bemerkung",
            "bemerkungen",
            "anmerkung",
            "anmerkungen",
            "notiz",
            "notizen",
            "kommentar",
            "remarque",
            "remarques",
            "commentaire",
            "commentaires",
        ],
    ),
    (
        Meaning::Factors(Vec::new()),
        &[
            "factors",
            "values",
            "combat values",
            "ratings",
            "stats",
            "combat factors",
            "werte",
            "facteurs",
            "valeurs",
            "attack defense move",
        ],
    ),
];

/// A heading in plain small words: no accents, no units in brackets.
pub(super) fn words(heading: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0usize;
    let mut before = ' ';
    for c in heading.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '#' | '№' => plain.push_str(" no "),
            c if c.is_alphanumeric() => {
                // startHex is two words.
                if before.is_lowercase() && c.is_uppercase() {
                    plain.push(' ');
                }
                c.to_lowercase().for_each(|c| fold(c, &mut plain));
            }
            _ => plain.push(' '),
        }
        before = c;
    }
    plain.split_whitespace().map(str::to_owned).collect()
}

fn fold(c: char, into: &mut String) {
    match c {
        'ä' | 'à' | 'â' | 'á' => into.push('a'),
        'é' | 'è' | 'ê' | 'ë' => into.push('e'),
        'î' | 'ï' | 'í' => into.push('i'),
        'ö' | 'ô' | 'ó' => into.push('o'),
        'ü' | 'û' | 'ù' | 'ú' => into.push('u'),
        'ç' => into.push('c'),
        'ß' => into.push_str("ss"),
        'œ' => into.push_str("oe"),
        c => into.push(c),
    }
}

/// What a heading means, if it is known, and whether it is about the back. One that says only "back" means its numbers.
pub(super) fn meaning(heading: &str) -> (Option<Meaning>, bool) {
    let words = words(heading);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let known = |words: &[&str]| rating(&words.join(" ")).or_else(|| field(&words.join(" ")));
    if let Some(found) = known(&words) {
        return (Some(found), false);
    }
    let back = words.iter().any(|word| BACK.contains(word));
    let turned = back || words.iter().any(|word| FRONT.contains(word));
    let rest: Vec<&str> = words.iter().copied().filter(|word| !BACK.contains(word) && !FRONT.contains(word)).collect();
    let rest: Vec<&str> = if turned { rest.into_iter().filter(|word| *word != "side").collect() } else { rest };
    if rest.is_empty() {
        return (turned.then(|| Meaning::Factors(Vec::new())), back);
    }
    let bare: Vec<&str> = rest.iter().copied().filter(|word| !EMPTY.contains(word)).collect();
    let several = || {
        let names: Option<Vec<String>> = bare.iter().map(|word| rated(word)).collect();
        names.filter(|names| names.len() > 1).map(Meaning::Factors)
    };
    let found = known(&rest).or_else(|| known(&bare)).or_else(several);
    // Only numbers stand on the back.
    let found = found.filter(|found| !back || matches!(found, Meaning::Rating(_) | Meaning::Factors(_)));
    (found, back)
}

fn rated(words: &str) -> Option<String> {
    RATINGS.iter().find(|(_, all)| all.contains(&words)).map(|(id, _)| (*id).to_owned())
}

fn rating(words: &str) -> Option<Meaning> {
    // A column `D` or `A` may be anything; only together with others are single letters ratings.
    rated(words).filter(|_| words.len() > 1).map(Meaning::Rating)
}

fn field(words: &str) -> Option<Meaning> {
    FIELDS.iter().find(|(_, all)| all.contains(&words)).map(|(meaning, _)| meaning.clone())
}

/// Whether a heading says that what stands below it is the back, or the front.
pub(super) fn face(heading: &str) -> Option<bool> {
    let words = words(heading);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(&BACK) { Some(true) } else { has(&FRONT).then_some(false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_mean_what_people_mean() {
        let rating = |id: &str| Some(Meaning::Rating(id.to_owned()));
        let cases = [
            ("CF", rating("attack"), false),
            ("Attack Factor", rating("attack"), false),
            ("Back Attack", rating("attack"), true),
            ("flip side strength", rating("attack"), true),
            ("Reduced MA (MP)", rating("move"), true),
            ("Angriffsstärke", rating("attack"), false),
            ("Défense", rating("defense"), false),
            ("Movement (hexes)", rating("move"), false),
            ("#", Some(Meaning::Count), false),
            ("No.", Some(Meaning::Count), false),
            ("Qté", Some(Meaning::Count), false),
            ("Größe", Some(Meaning::Size), false),
            ("startHex", Some(Meaning::Setup), false),
            ("Truppengattung", Some(Meaning::Kind), false),
            ("A-D-M", Some(Meaning::Factors(vec!["attack".into(), "defense".into(), "move".into()])), false),
            ("Back", Some(Meaning::Factors(Vec::new())), true),
            ("Favourite colour", None, false),
            ("Back colour", None, true),
            ("D", None, false),
            ("", None, false),
        ];
        for (heading, wanted, back) in cases {
            assert_eq!(meaning(heading), (wanted, back), "{heading}");
        }
    }

    #[test]
    fn no_word_means_two_things() {
        let mut all: Vec<&str> = RATINGS
            .iter()
            .flat_map(|(_, all)| all.iter())
            .chain(FIELDS.iter().flat_map(|(_, all)| all.iter()))
            .copied()
            .collect();
        all.sort_unstable();
        let twice: Vec<&[&str]> = all.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert_eq!(twice, [[""; 0]; 0]);
        for word in all {
            assert_eq!(words(word).join(" "), word, "is compared with plain words");
        }
    }
}
