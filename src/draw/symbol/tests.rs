use super::*;

const ROOM: Rect = Rect { x: 2.0, y: 3.0, width: 6.6, height: 4.4 };

/// What designers write as the type of a unit.
const WRITTEN: &[&str] = &[
    "infantry",
    "foot",
    "grenadier",
    "panzergrenadier",
    "armoured-infantry",
    "armored-infantry",
    "mech-infantry",
    "mech",
    "mechanized",
    "mechanised",
    "motorized",
    "motorised",
    "armour",
    "armor",
    "tank",
    "tanks",
    "panzer",
    "reconnaissance",
    "recon",
    "cavalry",
    "cav",
    "artillery",
    "guns",
    "field-artillery",
    "towed-artillery",
    "rocket",
    "rockets",
    "rocket-artillery",
    "nebelwerfer",
    "werfer",
    "mobile-artillery",
    "sp-artillery",
    "self-propelled artillery",
    "mortar",
    "anti-tank",
    "at",
    "tank-destroyer",
    "tank destroyer",
    "td",
    "panzerjager",
    "Panzerjäger",
    "assault-gun",
    "assault gun",
    "stug",
    "flak",
    "anti-aircraft",
    "aa",
    "air-defence",
    "engineer",
    "engineers",
    "pioneer",
    "parachute",
    "airborne",
    "paratroop",
    "fallschirmjager",
    "glider",
    "mountain",
    "fortress",
    "fort",
    "fortification",
    "bunker",
    "headquarters",
    "hq",
    "HQ",
    "supply",
    "depot",
    "train",
    "transport",
    "truck",
    "lorry",
    "leader",
    "commander",
    "garrison",
    "security",
    "signal",
    "medical",
    "bridge",
    "bridging",
    "air",
    "aircraft",
    "machine-gun",
    "bicycle",
];

/// Some that lie over each other.
const TOGETHER: &[&str] = &[
    "artillery+parachute",
    "hq+mechanized",
    "hq+garrison+rocket+armour",
    "flak+armour+parachute",
    "supply+armour",
    "engineer+mechanized",
    "leader+infantry",
    "cavalry+artillery",
    "flak+machine-gun+armour+hq+garrison+mountain",
];

fn symbol(text: &str) -> Symbol {
    Symbol::parse(text).unwrap_or_else(|| panic!("{text} is not known"))
}

fn paint(line: f64) -> Paint {
    Paint { ink: Color::BLACK, frame: Color::BLACK, key: None, fill: Some(Color::WHITE), line }
}

/// The box around what is seen, the width of lines too.
fn seen(nodes: &[Node]) -> Rect {
    let boxes = nodes.iter().map(|node| {
        let Node::Shape(shape) = node else { panic!("{node:?} is no shape") };
        let mut around: Option<Rect> = None;
        for Point { x, y } in shape.path.flattened(40) {
            let point = Rect { x, y, width: 0.0, height: 0.0 };
            around = Some(around.map_or(point, |all| all.union(point)));
        }
        around.unwrap().grown(shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0))
    });
    boxes.reduce(Rect::union).unwrap()
}

fn lies_in(inner: Rect, outer: Rect) -> bool {
    let Rect { x, y, width, height } = outer.grown(1e-9);
    inner.x >= x && inner.y >= y && inner.x + inner.width <= x + width && inner.y + inner.height <= y + height
}

#[test]
fn what_designers_write_is_known() {
    for text in WRITTEN {
        assert!(Symbol::parse(text).is_some(), "{text}");
    }
    for text in ["", "+", "nonsense", "artillery+nonsense", "artillery+", "us-engineer", "exit-marker"] {
        assert_eq!(Symbol::parse(text), None, "{text}");
    }
}

#[test]
fn one_symbol_has_several_names() {
    assert_eq!(symbol("armor"), symbol("armour"));
    assert_eq!(symbol(" Field_Artillery "), symbol("artillery"));
    assert_eq!(symbol("artillery+armour"), symbol("mobile-artillery"));
    assert_eq!(symbol("armour + artillery"), symbol("artillery+armour"));
    assert_eq!(symbol("infantry+armour"), symbol("mechanized"));
    assert_eq!(symbol("anti-tank+armour"), symbol("tank-destroyer"));
    assert_eq!(symbol("mountain artillery"), symbol("mountain+artillery"));
    assert_ne!(symbol("artillery"), symbol("artillery+armour"));
}

#[test]
fn those_who_come_by_air_are_infantry_unless_an_arm_is_named() {
    assert_eq!(symbol("parachute"), symbol("parachute+infantry"));
    assert_eq!(symbol("hq+parachute"), symbol("hq+parachute+infantry"));
    assert_ne!(symbol("parachute+artillery"), symbol("parachute+artillery+infantry"));
    assert_ne!(symbol("mechanized+artillery"), symbol("mechanized+artillery+infantry"));
}

#[test]
fn all_names_are_listed_once_in_order_and_known() {
    let names: Vec<&str> = Symbol::names().collect();
    assert!(names.windows(2).all(|two| two[0] < two[1]), "{names:?}");
    assert!(names.contains(&"armour") && names.contains(&"armor"));
    for name in names {
        assert_eq!(names::plain(name), name);
        symbol(name);
    }
}

#[test]
fn nothing_is_drawn_outside_the_room() {
    for name in names::main().chain(TOGETHER.iter().copied()) {
        for line in [0.0, 0.1, 50.0, f64::NAN] {
            let seen = seen(&symbol(name).draw(ROOM, &paint(line)));
            assert!(lies_in(seen, ROOM), "{name} with a line of {line}: {seen:?}");
        }
    }
    let narrow = Rect { width: 2.0, ..ROOM };
    for size in Size::ALL {
        for room in [ROOM, narrow] {
            let seen = seen(&size.draw(room, Color::BLACK));
            assert!(lies_in(seen, room), "{size:?}: {seen:?}");
        }
    }
}

#[test]
fn the_frame_is_the_largest_that_fits() {
    let wide = seen(&symbol("infantry").draw(Rect { x: 0.0, y: 0.0, width: 10.0, height: 4.0 }, &paint(0.0)));
    let high = seen(&symbol("infantry").draw(Rect { x: 0.0, y: 0.0, width: 6.0, height: 10.0 }, &paint(0.0)));
    for (found, expected) in [(wide, [2.0, 0.0, 6.0, 4.0]), (high, [0.0, 3.0, 6.0, 4.0])] {
        let found = [found.x, found.y, found.width, found.height];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }
    assert!(symbol("infantry").draw(Rect { width: 0.0, ..ROOM }, &paint(0.0)).is_empty());
    assert!(Size::Corps.draw(Rect { height: 0.0, ..ROOM }, Color::BLACK).is_empty());
}

#[test]
fn only_a_leader_has_no_frame_and_only_a_paint_has_a_ground() {
    let filled = |name: &str, fill: Option<Color>| symbol(name).draw(ROOM, &Paint { fill, ..paint(0.0) }).len();
    assert_eq!(filled("leader", Some(Color::WHITE)), 1);
    assert_eq!(filled("infantry", None), 2);
    assert_eq!(filled("infantry", Some(Color::WHITE)), 3);
}

#[test]
fn no_two_symbols_look_the_same() {
    let looks = |name: &str| format!("{:?}", symbol(name).draw(ROOM, &paint(0.0)));
    let all: Vec<(&str, String)> = names::main().map(|name| (name, looks(name))).collect();
    let sizes = Size::ALL.map(|size| (size.name(), format!("{:?}", size.draw(ROOM, Color::BLACK))));
    for all in [all.as_slice(), &sizes] {
        for (n, (name, look)) in all.iter().enumerate() {
            for (other, same) in &all[n + 1..] {
                assert_ne!(look, same, "{name} and {other}");
            }
        }
    }
}

#[test]
fn sizes_are_read_from_marks_and_names() {
    let marks = ["Ø", "•", "••", "•••", "I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX"];
    for (size, mark) in Size::ALL.into_iter().zip(marks) {
        assert_eq!(Size::parse(mark), Some(size), "{mark}");
        assert_eq!(Size::parse(&mark.to_lowercase()), Some(size), "{mark}");
        assert_eq!(Size::parse(size.name()), Some(size));
    }
    let others = [("ooo", Size::Platoon), ("• •", Size::Section), ("...", Size::Platoon), ("||", Size::Battalion)];
    for (text, size) in
        others.into_iter().chain([("Bn", Size::Battalion), ("Army_Group", Size::ArmyGroup), (" XX ", Size::Division)])
    {
        assert_eq!(Size::parse(text), Some(size), "{text}");
    }
    for text in ["", "KG", "TF", "IIII", "XXXXXX", "IX", "••••", "-"] {
        assert_eq!(Size::parse(text), None, "{text}");
    }
}

/// A marker has the icon of what it means: what is short of supply has not got it.
#[test]
fn markers_have_icons_of_what_they_mean() {
    for (name, icon) in [
        ("Low supply", "out-of-supply"),
        ("Short of supply", "out-of-supply"),
        ("Air supply", "supply"),
        ("Dispersed", "disrupted"),
        ("Shocked", "disrupted"),
        ("Held down", "suppressed"),
        ("Fell back", "withdrawn"),
        ("Slipping away", "withdrawn"),
        ("In disguise", "hidden"),
        ("Just arrived", "reinforcement"),
        ("Breakthrough", "moved"),
        ("Sandstorm", "storm"),
    ] {
        assert_eq!(Icon::of_marker("x", name).map(Icon::name), Some(icon), "{name}");
    }
}
