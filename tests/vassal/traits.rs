//! What is known of each trait: which fields it has, of what sort, and what is wrong with one.

use super::pieces::{Definition, Trait};
use super::sequence::{is_colour, is_integer, is_key, is_key_list, items, list};

/// A trait by its id: one letter for each field after it.
/// `k` key, `K` list of keys, `i` integer, `d` decimal, `b` true or false, `c` colour, `m` image, `M` list of images,
/// `C` commands of a property, `D` definition of another piece, `.` anything. A last `*` lets more follow.
const TRAITS: &[(&str, &str)] = &[
    ("emb2", "..........k.biiM.b.k.b.i.bkkk.d.b"),
    ("label", "k.icc.i.i....ii..b"),
    ("mark", "."),
    ("PROP", "..C."),
    ("prototype", ".."),
    ("delete", ".k."),
    ("clone", ".k."),
    ("markmoved", "mii.k.b.k.k"),
    ("footprint", "k.bbicciiiidkkk."),
    ("rotate", "ikk..k...k..b"),
    ("obs", "km......bk."),
    ("hide", "k.c.d.b"),
    ("restrict", ".bb."),
    ("immob", "...."),
    ("sendto", ".k..ii.kiiii......"),
    ("return", ".k....b."),
    ("report", "K.K..b"),
    ("macro", "..k.KKbkk....b..."),
    ("hideCmd", "...K"),
    ("calcProp", "..."),
    ("placemark", ".kD.iibk......."),
    ("replace", ".kD.iibk......."),
    ("propertysheet", "....iiik."),
    ("submenu", "..."),
    ("menuSeparator", ".k"),
    ("globalkey", ".kk.bibb..i.b."),
    ("setprop", "..C..."),
    ("setpieceprop", "..C........."),
    ("globalhotkey", ".kk."),
    ("playSound", "..kb.b"),
    ("button", "kiiii....i*"),
    ("deselect", ".k.b."),
    ("locmsg", "..."),
    ("cmt", "."),
    ("locCommand", "....kb"),
    ("attach", "....................."),
    ("nonRect2", "d*"),
    ("translate", ".kiibiiii."),
    ("pivot", ".kiibd..kd"),
    ("AreaOfEffect", "ciib.k.b....k.kb"),
    ("table", "ii.k."),
    ("basicName", "."),
    ("border", "..ic.."),
    ("mat", ".."),
    ("matPiece", ".b..kk"),
];

/// Traits that VASSAL 3.6 does not know.
pub(super) const NEW_IN_3_7: [&str; 5] = ["border", "setpieceprop", "attach", "cmt", "locCommand"];

/// Traits whose state is always empty.
const STATELESS: &[&str] = &[
    "prototype",
    "delete",
    "clone",
    "immob",
    "return",
    "macro",
    "hideCmd",
    "calcProp",
    "placemark",
    "replace",
    "submenu",
    "menuSeparator",
    "globalkey",
    "setprop",
    "setpieceprop",
    "globalhotkey",
    "playSound",
    "button",
    "deselect",
    "locmsg",
    "cmt",
    "locCommand",
];

/// The letters of a trait's fields. A trait that can turn freely has fewer than one with facings.
pub(super) fn sorts(id: &str, fields: &[String]) -> Option<&'static str> {
    if id == "rotate" && fields.first().is_some_and(|n| n == "1") {
        return Some("ik.k...k..b");
    }
    TRAITS.iter().find(|(known, _)| *known == id).map(|(_, sorts)| *sorts)
}

/// A text that was, or will be, cut in the wrong place.
pub(super) fn broken(whose: &str, text: &str) -> Option<String> {
    if text.ends_with('\\') {
        Some(format!("{whose}: a text ends in a backslash: {text:?}"))
    } else {
        text.contains('\t').then(|| format!("{whose}: a tab within a text: {text:?}"))
    }
}

/// What is wrong with one trait.
pub(super) fn faults(t: &Trait) -> Vec<String> {
    let id = &t.id;
    let Some(sorts) = sorts(id, &t.fields) else { return vec![format!("unknown trait {id:?}: {:?}", t.kind)] };
    let mut found = Vec::new();
    if t.fields.len() > sorts.len() && !sorts.ends_with('*') {
        found.push(format!("{id}: {} fields, but there are {}: {:?}", t.fields.len(), sorts.len(), t.kind));
    }
    for (n, (sort, field)) in sorts.chars().zip(&t.fields).enumerate() {
        let good = match sort {
            // A place for a parameter of a prototype.
            'k' | 'K' | 'd' | 'b' | 'c' | 'C' if field.contains('$') => true,
            // An expression.
            'i' if field.starts_with('{') && field.ends_with('}') => true,
            'k' => is_key(field),
            'K' => is_key_list(field),
            'i' => is_integer(field),
            'd' => field.is_empty() || field.starts_with('{') || field.parse::<f64>().is_ok(),
            'b' => matches!(field.as_str(), "" | "true" | "false"),
            'c' => is_colour(field),
            'C' => list(field).iter().all(|command| is_command(command)),
            'D' if field != "null" => {
                found.extend(Definition::read(field).faults);
                continue;
            }
            _ => true,
        };
        if !good {
            let what = ["key k", "key list K", "integer i", "decimal d", "boolean b", "colour c", "command list C"];
            let what = what.iter().find(|w| w.ends_with(sort)).map_or("", |w| &w[..w.len() - 2]);
            found.push(format!("{id}: field {n} is no {what}: {field:?}"));
        }
        found.extend(broken(id, field));
        if matches!(sort, 'M') || (id == "mark" || id == "emb2" && n == 16) {
            found.extend(list(field).iter().filter_map(|item| broken(id, item)));
        }
    }
    found.extend(broken(id, &t.state).filter(|_| id != "label"));
    let state = t.state.as_str();
    let state_is_good = match id.as_str() {
        "mark" => t.marks().0.len() == t.marks().1.len(),
        "emb2" => {
            let (images, names) = (list(t.field(15)).len(), list(t.field(16)).len());
            if names != images && names != 0 {
                found.push(format!("emb2: {images} images, {names} names"));
            }
            state.parse::<i64>().is_ok_and(|n| n != 0 && n.unsigned_abs() as usize <= images)
        }
        "markmoved" => matches!(state, "true" | "false"),
        "footprint" => {
            items(state, ';').get(2).and_then(|n| n.parse().ok()).map(|n: usize| n + 4) == Some(items(state, ';').len())
        }
        "obs" => state.contains(';'),
        "hide" => !state.is_empty(),
        "rotate" => state.parse::<f64>().is_ok(),
        "sendto" => items(state, ';').len() == 3,
        "report" => state.parse::<i64>().is_ok(),
        _ => !STATELESS.contains(&id.as_str()) || state.is_empty(),
    };
    if !state_is_good {
        found.push(format!("{id}: a state that does not fit: {state:?}"));
    }
    found
}

/// Whether a text is `menu:key:change`.
fn is_command(text: &str) -> bool {
    let parts = items(text, ':');
    let change = list(parts.get(2).map_or("", String::as_str));
    let kind = change.first().map_or("", String::as_str);
    parts.len() == 3 && is_key(&parts[1]) && matches!((kind, change.len()), ("P" | "I" | "R", 2) | ("E", 3..))
}
