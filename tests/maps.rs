//! Whole maps of published size, compared hex by hex with the facts they were written from.
//!
//! The facts are in tests/maps/facts, one line a hex, a river side, a road link or a place: nothing of what
//! map.json says in runs, banks and glyphs is used to check it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use muster::compile::{Compiled, compile};
use muster::hexgrid::Hexside;
use muster::model::{Game, Map, TerrainOn};

use crate::support::{folder, lines, said};

/// The rows of a sheet of facts below its headings.
fn facts<const N: usize>(name: &str) -> Vec<[String; N]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/maps/facts").join(format!("{name}.csv"));
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    rows.map(|cells| cells.try_into().unwrap_or_else(|cells| panic!("{name}: {cells:?} is not {N} cells"))).collect()
}

/// A map that has nothing wrong with it.
fn compiled(name: &str) -> Compiled {
    let compiled = compile(&folder(&format!("tests/maps/{name}")));
    assert_eq!(lines(&compiled), [""; 0]);
    compiled
}

struct Look<'a> {
    game: &'a Game,
    map: &'a Map,
}

impl<'a> Look<'a> {
    fn new(compiled: &'a Compiled) -> Look<'a> {
        Look { game: &compiled.game, map: compiled.game.map.as_ref().unwrap() }
    }

    fn side(&self, a: &str, b: &str) -> Hexside {
        self.map.board.parse_hexside(&format!("{a}/{b}")).unwrap()
    }

    fn ground(&self, hex: &str) -> &str {
        let hex = self.map.board.parse(hex).unwrap();
        &self.game.terrain[self.map.ground(hex).unwrap()].id
    }

    /// How many hexes of each ground.
    fn grounds(&self) -> BTreeMap<&str, usize> {
        let mut count = BTreeMap::new();
        for hex in self.map.board.hexes() {
            *count.entry(self.game.terrain[self.map.ground(hex).unwrap()].id.as_str()).or_default() += 1;
        }
        count
    }

    /// The features of these classes, each side once, with the id of what runs there.
    fn sides(&self, classes: &[&str]) -> BTreeMap<Hexside, &str> {
        let mut sides = BTreeMap::new();
        for feature in self.map.features.values() {
            if classes.contains(&self.game.terrain[feature.class].id.as_str()) {
                for &side in &feature.sides {
                    let before = sides.insert(side, feature.id.as_deref().unwrap());
                    assert_eq!(before, None, "two rivers at {}", self.map.board.hexside_name(side));
                }
            }
        }
        sides
    }

    /// The links of all roads, each once, with their class.
    fn links(&self) -> BTreeMap<Hexside, &str> {
        let mut links = BTreeMap::new();
        for road in self.map.roads.values() {
            for pair in road.through.windows(2) {
                let side = self.map.board.hexside_between(pair[0], pair[1]).unwrap();
                let before = links.insert(side, self.game.terrain[road.class].id.as_str());
                assert_eq!(before, None, "two roads over {}", self.map.board.hexside_name(side));
            }
        }
        links
    }

    fn bridges(&self) -> BTreeSet<Hexside> {
        self.map.bridges.values().map(|bridge| bridge.side).collect()
    }

    /// Name, class and hexes of the places of these classes.
    fn places(&self, classes: &[&str]) -> BTreeSet<[String; 3]> {
        let places = self.map.places.values().filter_map(|place| {
            let class = &self.game.terrain[place.class?];
            assert_eq!(class.on, TerrainOn::Feature);
            let hexes: Vec<String> = place.hexes.iter().map(|&hex| self.map.board.name(hex)).collect();
            classes.contains(&class.id.as_str()).then(|| [place.name.clone(), class.id.clone(), hexes.join(" ")])
        });
        places.collect()
    }

    /// Where the second hex lies from the first.
    fn way(&self, a: &str, b: &str) -> &'static str {
        let (a, b) = (self.map.board.parse(a).unwrap(), self.map.board.parse(b).unwrap());
        self.map.board.direction(a, b).unwrap().word()
    }

    /// How many pairs of hexes touch.
    fn pairs(&self) -> usize {
        self.map.board.hexes().map(|hex| self.map.board.neighbours(hex).into_iter().flatten().count()).sum::<usize>() / 2
    }
}

/// What is said of a map when nothing is allowed.
fn said_strictly(name: &str) -> Vec<String> {
    let mut memory = folder(&format!("tests/maps/{name}"));
    let module = String::from_utf8(memory.files["module.json"].clone()).unwrap();
    let (before, after) = module.split_once("  \"levels\": {\n").unwrap();
    let (_, after) = after.split_once("\n  },\n").unwrap();
    memory.files.insert("module.json".to_owned(), format!("{before}{after}").into_bytes());
    said(&memory).into_iter().map(|line| line.split(" | ").next().unwrap().split("» ").nth(1).unwrap().to_owned()).collect()
}

/// How many of each class.
fn count<'a>(classes: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut count = BTreeMap::new();
    classes.for_each(|class| *count.entry(class).or_default() += 1);
    count
}

#[test]
fn bastogne_is_the_published_map() {
    for path in ["tests/maps/bastogne", "modules/bastogne-breakout"] {
        let compiled = compile(&folder(path));
        assert_eq!(lines(&compiled), [""; 0], "{path}");
        published_bastogne(&compiled);
    }
}

fn published_bastogne(compiled: &Compiled) {
    let look = Look::new(compiled);
    assert_eq!((look.map.board.len(), look.pairs()), (1025, 2944));

    let hexes = facts::<3>("bastogne-hexes");
    assert_eq!(
        count(hexes.iter().map(|[_, terrain, _]| terrain.as_str())),
        [("clear", 479), ("forest", 501), ("town", 9), ("village", 36)].into()
    );
    // Four villages lie in forest; towns and the other villages are open ground.
    assert_eq!(look.grounds(), [("clear", 479 + 9 + 32), ("forest", 501 + 4)].into());
    for [hex, terrain, in_forest] in &hexes {
        let expected = if terrain == "forest" || in_forest == "1" { "forest" } else { "clear" };
        assert_eq!(look.ground(hex), expected, "{hex}");
    }
    let places: BTreeSet<[String; 3]> = facts("bastogne-places").into_iter().collect();
    assert_eq!(look.places(&["town", "village"]), places);
    let built = hexes.iter().filter(|[_, terrain, _]| terrain == "town" || terrain == "village").count();
    assert_eq!((places.len(), built), (44, places.iter().flat_map(|[_, _, hexes]| hexes.split(' ')).count()));

    let rivers = look.sides(&["river"]);
    let stated = facts::<4>("bastogne-rivers");
    assert_eq!((rivers.len(), stated.len()), (242, 242));
    for [a, b, way, name] in &stated {
        assert_eq!(look.way(a, b), way);
        assert_eq!(rivers[&look.side(a, b)] == "Our", name == "Our", "{a}/{b}");
    }

    let links = look.links();
    let stated = facts::<4>("bastogne-roads");
    assert_eq!((links.len(), stated.len()), (357, 357));
    assert_eq!(count(links.values().copied()), [("major", 94), ("minor", 263)].into());
    for [a, b, way, class] in &stated {
        assert_eq!((look.way(a, b), links[&look.side(a, b)]), (way.as_str(), class.as_str()), "{a}/{b}");
    }

    assert_eq!((look.map.bridges.len(), look.bridges().len()), (16, 16));
    for [a, b, id] in facts("bastogne-bridges") {
        let bridge = look.map.bridges.values().find(|bridge| bridge.id.as_deref() == Some(&id)).unwrap();
        assert_eq!(bridge.side, look.side(&a, &b), "{id}");
    }

    let mut points = BTreeSet::new();
    let named = |hexes: &[muster::hexgrid::HexId]| hexes.iter().map(|&hex| look.map.board.name(hex)).collect::<Vec<_>>();
    for entry in look.map.entries.values() {
        let side = &look.game.sides[entry.side.unwrap()].id;
        points.extend(named(&entry.hexes).into_iter().map(|hex| [format!("{side}_entry"), hex]));
    }
    for area in look.map.areas.values() {
        let kind = match area.id.as_str() {
            "introduction" => "victory_hex",
            "closed-to-german" | "closed-in-introduction" => "german_barred",
            // What only rules speak of.
            _ => continue,
        };
        points.extend(named(&area.hexes).into_iter().map(|hex| [kind.to_owned(), hex]));
    }
    for exit in look.map.exits.values() {
        assert_eq!(look.game.sides[exit.side.unwrap()].id, "german");
        points.extend(named(&exit.hexes).into_iter().map(|hex| ["exit".to_owned(), hex]));
    }
    for source in look.map.sources.values() {
        let side = &look.game.sides[source.side.unwrap()].id;
        let optional = if source.id == "G4" { "_optional" } else { "" };
        points.extend(named(&source.hexes).into_iter().map(|hex| [format!("{side}_supply{optional}"), hex]));
    }
    // A game may name the places that are fought for instead of their hexes.
    let fought_for = look.map.areas.values().any(|area| area.id == "introduction");
    let stated = facts::<2>("bastogne-points").into_iter().filter(|[kind, _]| fought_for || kind != "victory_hex");
    assert_eq!(points, stated.collect());
    assert!(!look.map.bridged);
}

/// What a surveyed map must have, beside what its facts say line by line.
struct Expected {
    grounds: &'static [(&'static str, usize)],
    /// Sides of the Meuse, and of all other rivers.
    rivers: (usize, usize),
    /// Primary and secondary links.
    links: (usize, usize),
    bridges: usize,
    places: &'static [(&'static str, usize)],
    wall: usize,
}

fn surveyed(name: &str, expected: &Expected) -> Compiled {
    let compiled = compiled(name);
    let look = Look::new(&compiled);

    let hexes = facts::<4>(&format!("{name}-hexes"));
    assert_eq!(look.map.board.len(), hexes.len());
    assert_eq!(look.grounds(), expected.grounds.iter().copied().collect());
    let wall: BTreeSet<&str> = hexes.iter().filter(|[_, _, _, wall]| wall == "1").map(|[hex, ..]| hex.as_str()).collect();
    assert_eq!(look.map.values.len(), hexes.len());
    for [hex, terrain, elevation, _] in &hexes {
        let values = &look.map.values[&look.map.board.parse(hex).unwrap()];
        assert_eq!(
            (look.ground(hex), values.get("elevation").unwrap().to_string()),
            (terrain.as_str(), elevation.clone()),
            "{hex}"
        );
    }
    let walls = look.places(&["west-wall"]);
    let found: BTreeSet<&str> = walls.iter().flat_map(|[_, _, hexes]| hexes.split(' ')).collect();
    assert_eq!((found.len(), found), (expected.wall, wall));

    let places: BTreeSet<[String; 3]> = facts(&format!("{name}-places")).into_iter().collect();
    assert_eq!(look.places(&["city", "town", "village"]), places);
    assert_eq!(count(places.iter().map(|[_, class, _]| class.as_str())), expected.places.iter().copied().collect());

    let (meuse, minor) = (look.sides(&["major-river"]), look.sides(&["river"]));
    assert_eq!((meuse.len(), minor.len()), expected.rivers);
    let others = look.sides(&["cliff", "lake"]);
    let (links, bridges) = (look.links(), look.bridges());
    let stated = facts::<5>(&format!("{name}-rivers"));
    assert_eq!(stated.len(), meuse.len() + minor.len());
    for [a, b, river, bridge, also] in &stated {
        let side = look.side(a, b);
        // A side of two rivers belongs to the one named first.
        let river = river.split(" + ").next().unwrap().to_lowercase().replace(' ', "-");
        assert_eq!(if river == "meuse" { meuse[&side] } else { minor[&side] }, river, "{a}/{b}");
        assert_eq!((bridges.contains(&side), links.contains_key(&side)), (bridge == "1", bridge == "1"), "{a}/{b}");
        assert_eq!(others.contains_key(&side), !also.is_empty(), "{a}/{b}");
    }
    assert_eq!((look.map.bridges.len(), bridges.len()), (expected.bridges, expected.bridges));

    let stated = facts::<3>(&format!("{name}-roads"));
    let classes = count(links.values().copied());
    assert_eq!((classes["primary"], classes["secondary"], stated.len()), (expected.links.0, expected.links.1, links.len()));
    for [a, b, class] in &stated {
        assert_eq!(links[&look.side(a, b)], class, "{a}/{b}");
    }
    compiled
}

#[test]
fn enemy_action_is_as_surveyed() {
    let compiled = surveyed(
        "enemy-action",
        &Expected {
            grounds: &[("broken", 95), ("clear", 319), ("forest", 148), ("woods", 192)],
            rivers: (64, 274),
            links: (338, 382),
            bridges: 107,
            places: &[("city", 3), ("town", 61), ("village", 122)],
            wall: 34,
        },
    );
    let look = Look::new(&compiled);
    // The corner is in the north-east, rows first, even rows further west.
    assert_eq!((look.way("0101", "0102"), look.way("0101", "0201"), look.way("0102", "0201")), ("w", "sw", "se"));
    // What the rules say of the Meuse: it parts Liège, and it runs past Namur and Dinant.
    for (a, b) in [("0116", "0117"), ("0625", "0626"), ("1126", "1127"), ("1728", "1729")] {
        assert_eq!(look.sides(&["major-river"])[&look.side(a, b)], "meuse");
    }
    // Over the Our the Germans have no bridge at the start, over the Prüm they have three.
    let german = look.map.bridges.values().filter(|bridge| bridge.owner.is_some());
    let german: BTreeSet<_> = german.map(|b| (look.map.board.hexside_name(b.side), b.state.as_deref())).collect();
    let down = ["1708/1707", "1908/1907", "2107/2106", "2303/2403"].map(|side| (side.to_owned(), Some("blown")));
    let up = ["1803/1802", "1904/1903", "2203/2202"].map(|side| (side.to_owned(), None));
    assert_eq!(german, down.into_iter().chain(up).collect());
    assert_eq!((look.map.exits.len(), look.map.sources.len()), (3, 6));
    let rur = "river `Rur` ends at 0104/0103/0203 and at 0306/0405/0406, and reaches neither an edge of the map nor other water";
    assert_eq!(said_strictly("enemy-action"), [rur]);
}

#[test]
fn bitter_woods_is_as_surveyed() {
    let compiled = surveyed(
        "bitter-woods",
        &Expected {
            grounds: &[("broken", 325), ("clear", 893), ("forest", 347), ("light-woods", 395)],
            rivers: (112, 557),
            links: (555, 303),
            bridges: 94,
            places: &[("city", 3), ("town", 64), ("village", 187)],
            wall: 55,
        },
    );
    let look = Look::new(&compiled);
    assert_eq!((look.way("0101", "0102"), look.way("0101", "0201"), look.way("0102", "0201")), ("s", "sw", "nw"));
    // 0812 has one road, to 0912.
    let links = look.links();
    let hex = look.map.board.parse("0812").unwrap();
    let roads = look.map.board.neighbours(hex).into_iter().flatten();
    let roads = roads.filter(|&other| links.contains_key(&look.map.board.hexside_between(hex, other).unwrap()));
    assert_eq!(roads.map(|other| look.map.board.name(other)).collect::<Vec<_>>(), ["0912"]);
    // The Meuse parts the map: its west bank is an area, and Namur lies there.
    let west = look.map.areas.values().find(|area| area.id == "west-of-the-meuse").unwrap();
    let inside = |hex: &str| west.hexes.contains(&look.map.board.parse(hex).unwrap());
    assert_eq!((inside("4909"), inside("0101"), inside("5635")), (true, false, true));
}

#[test]
fn ardennes_44_is_as_surveyed_on_both_sheets() {
    let compiled = surveyed(
        "ardennes-44",
        &Expected {
            grounds: &[("clear", 1419), ("forest", 318), ("light-woods", 887), ("wooded-rough", 256)],
            rivers: (122, 825),
            links: (680, 397),
            bridges: 110,
            places: &[("city", 4), ("town", 65), ("village", 193)],
            wall: 65,
        },
    );
    let look = Look::new(&compiled);
    let board = &look.map.board;
    assert_eq!((look.way("E0101", "E0102"), look.way("E0101", "E0202"), look.way("E0101", "E0201")), ("n", "nw", "sw"));
    // 40 × 42 and 38 × 40 hexes, of which 8 × 40 are on both.
    assert_eq!(board.len(), 1680 + 1520 - 320);
    let both = board.hexes().map(|hex| board.names(hex)).filter(|names| names.len() == 2).collect::<Vec<_>>();
    assert_eq!(both.len(), 320);
    for names in both {
        let column = |name: &str| name[1..3].parse::<u32>().unwrap();
        assert_eq!((column(&names[0]), &names[0][3..]), (column(&names[1]) + 32, &names[1][3..]));
    }
    // Liège lies on both sheets, and the sheets touch where they should.
    assert_eq!(look.way("E4020", "W0920"), "nw");
    let liege = look.map.places.values().find(|place| place.name == "Liège").unwrap();
    assert_eq!(liege.hexes.iter().map(|&hex| board.name(hex)).collect::<Vec<_>>(), ["E4040", "E4041", "W0939", "W0940"]);
    for (at, id) in
        [("E2020/2119", "ouren"), ("E2016/2115", "dasburg"), ("E1913/2013", "gemuend"), ("E2928/3029", "trois-ponts-1")]
    {
        let bridge = look.map.bridges.values().find(|bridge| bridge.id.as_deref() == Some(id)).unwrap();
        assert_eq!((board.parse_hexside(at).unwrap(), id == "ouren"), (bridge.side, bridge.weak));
    }
    let drop = look.map.areas.values().find(|area| area.id == "drop").unwrap();
    // Eight hexes around, of which three lie beyond the north edge.
    assert_eq!(drop.hexes.len(), 217 - 3);
    // The survey cut three rivers in the towns through which they run.
    assert_eq!(
        said_strictly("ardennes-44"),
        [
            "river `Clerf` ends at E2518/E2418/E2517 and goes on at E2416/E2415/E2515",
            "river `Warche` ends at E2532/E2432/E2531 and goes on at E2631/E2531/E2530",
            "river `Ourthe Orientale` ends at E3020/E2919/E3019 and goes on at E3219/E3118/E3218",
        ]
    );
}
