//! What the symbols are called.

use std::collections::BTreeSet;

use super::marks::Mark::{self, *};
use super::sketches::*;

/// What a part stands for among the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SymbolWord {
    /// An arm: it has a mark of its own.
    Arm,
    /// How soldiers come or where they fight. Alone it is infantry; `artillery+parachute` has no use for its cross.
    Way,
    /// What leads others: it says nothing of their arm.
    Lead,
}

/// A symbol with a name.
struct Known {
    name: &'static str,
    kind: SymbolWord,
    marks: &'static [Mark],
    /// With blanks between them.
    aliases: &'static str,
}

const fn arm(name: &'static str, marks: &'static [Mark], aliases: &'static str) -> Known {
    Known { name, kind: SymbolWord::Arm, marks, aliases }
}

const fn way(name: &'static str, marks: &'static [Mark], aliases: &'static str) -> Known {
    Known { name, kind: SymbolWord::Way, marks, aliases }
}

const fn lead(name: &'static str, marks: &'static [Mark], aliases: &'static str) -> Known {
    Known { name, kind: SymbolWord::Lead, marks, aliases }
}

/// All of them. Letters are plain here: `plain` takes away what stands over them.
const KNOWN: &[Known] = &[
    way("air-assault", &[Foot(GULL)], "airmobile air-mobile heliborne"),
    arm("air-defence-missile", &[Dome, Figure(MISSILE)], "air-defense-missile sam surface-to-air-missile anti-aircraft-missile"),
    arm(
        "air-reconnaissance",
        &[Silhouette(SCOUT_PLANE)],
        "reconnaissance-aircraft recon-plane observation-aircraft spotter spotter-plane",
    ),
    arm(
        "air-transport",
        &[Silhouette(TRANSPORT_PLANE)],
        "transport-aircraft transport-plane transport-planes cargo-plane airlift",
    ),
    arm("airborne-armour", &[Track, Foot(CANOPY)], "airborne-armor parachute-armour parachute-armor airborne-tank"),
    arm("aircraft", &[Figure(PROPELLER)], "air air-unit air-force plane planes aviation"),
    arm("aircraft-carrier", &[Silhouette(CARRIER)], "carrier carriers cv escort-carrier light-carrier"),
    arm("airfield", &[Figure(RUNWAYS)], "airfields airbase air-base airstrip aerodrome"),
    arm("ammunition", &[Figure(SHELL)], "ammo ammunition-dump ordnance"),
    arm("amphibious-armour", &[Track, Wave], "amphibious-armor amphibious-tank amphibious-tractor amtrac amtracs"),
    arm("amphibious-engineer", &[Figure(TEETH), Wave], "amphibious-engineers assault-boat assault-boats river-crossing"),
    arm(
        "anti-tank",
        &[AntiTank],
        "antitank at anti-tank-gun anti-tank-guns at-gun at-guns anti-armour anti-armor pak bazooka bazookas recoilless-rifle recoilless-rifles",
    ),
    arm("anti-tank-missile", &[AntiTank, Figure(MISSILE)], "anti-tank-rocket atgm anti-tank-guided-missile"),
    arm(
        "armour",
        &[Track],
        "armor armoured armored tank tanks panzer panzers pz arm light-tank medium-tank heavy-tank light-\
         armour light-armor heavy-armour heavy-armor super-heavy-tank super-heavy-tanks",
    ),
    arm("armoured-cavalry", &[Horse, Track], "armored-cavalry mechanized-cavalry mechanised-cavalry mech-cavalry"),
    arm(
        "armoured-engineer",
        &[Track, Figure(TEETH)],
        "armored-engineer armoured-engineers armored-engineers mechanized-engineer mechanised-engineer mech-\
         engineer",
    ),
    arm(
        "armoured-reconnaissance",
        &[Slash, Track],
        "armored-reconnaissance armoured-recon armored-recon armoured-car armored-car armoured-cars armored-\
         cars",
    ),
    arm("armoured-signal", &[Bolt, Track], "armored-signal armoured-signals armored-signals"),
    arm("armoured-train", &[Track, Rail], "armored-train armoured-trains armored-trains"),
    arm(
        "artillery",
        &[Dot],
        "art arty gun guns field-artillery field-gun field-guns towed-artillery light-artillery medium-\
         artillery heavy-artillery howitzer howitzers battery siege-artillery siege-train",
    ),
    arm("artillery-observer", &[Figure(LOOKOUT)], "forward-observer observer observers observation-post observation"),
    arm("assault-gun", &[GunLine, Track], "assault-guns assault-artillery stug sturmgeschutz sturmartillerie"),
    arm("battleship", &[Silhouette(BATTLESHIP)], "battleships bb dreadnought battlecruiser ironclad monitor"),
    way("bicycle", &[Foot(RING)], "bicycles bike cyclist cyclists"),
    arm("bomber", &[Silhouette(BOMBER)], "bombers heavy-bomber medium-bomber level-bomber"),
    arm("bridge", &[Figure(SPAN)], "bridging bridge-train bridging-train bridge-layer bridge-layers"),
    arm(
        "cavalry",
        &[Horse],
        "cav horse mounted dragoon dragoons hussar hussars lancer lancers cuirassier cuirassiers uhlan uhlans \
         cossack cossacks heavy-cavalry light-cavalry camel camels camel-corps",
    ),
    arm("chemical", &[Figure(RETORTS)], "nbc cbrn gas smoke decontamination"),
    arm("civil-affairs", &[Letters("CA")], "civil-military civil-affair"),
    arm("coastal-artillery", &[Dot, Wave], "coast-artillery coastal-gun coastal-guns coastal-battery shore-battery"),
    arm(
        "combined-arms",
        &[Track, Figure(INNER_CROSS)],
        "kampfgruppe kampfgruppen combat-team combat-teams battle-group battle-groups task-force task-forces",
    ),
    way("commando", &[Foot(DAGGER)], "commandos ranger rangers raider raiders brandenburger stosstrupp"),
    arm(
        "construction",
        &[Figure(TEETH), FootLetters("C")],
        "construction-engineer construction-engineers construction-battalion works",
    ),
    arm("cruiser", &[Silhouette(CRUISER)], "cruisers heavy-cruiser light-cruiser"),
    arm("destroyer", &[Silhouette(DESTROYER)], "destroyers dd frigate frigates corvette corvettes escort escorts"),
    arm(
        "dive-bomber",
        &[Silhouette(DIVE_BOMBER)],
        "dive-bombers stuka ground-attack ground-attack-aircraft close-air-support torpedo-bomber",
    ),
    arm("drone", &[Figure(DRONE)], "drones uav uas unmanned-aircraft"),
    arm("electronic-warfare", &[Letters("EW")], "ew jamming"),
    arm(
        "engineer",
        &[Figure(TEETH)],
        "engineers eng combat-engineer combat-engineers assault-engineer assault-engineers pioneer pioneers \
         pionier pioniere sapper sappers",
    ),
    arm(
        "fighter",
        &[Silhouette(FIGHTER)],
        "fighters fighter-bomber fighter-bombers interceptor interceptors night-fighter night-fighters jet jets",
    ),
    arm("flak", &[Dome], "aa aaa ack-ack air-defence air-defense anti-air anti-aircraft antiaircraft heavy-flak light-flak"),
    way("flamethrower", &[FootLetters("F")], "flamethrowers flame flame-thrower"),
    way("fortified-infantry", &[Battlement], "fortified fortress-infantry"),
    arm("fortress", &[Figure(WALL)], "fort forts fortification fortifications bunker bunkers pillbox strongpoint"),
    arm("fuel", &[Figure(FUNNEL)], "petroleum pol fuel-dump oil petrol"),
    way("garrison", &[Base], "static coastal depot-troops"),
    way("glider", &[Foot(GLIDER)], "gliders glider-borne glider-infantry air-landing airlanding"),
    lead("headquarters", &[Band, Staff], "hq headquarter command command-post cp staff army-hq corps-hq division-hq"),
    way("heavy-weapons", &[FootLetters("H")], "heavy-weapon weapons heavy-infantry support-weapons fire-support"),
    arm("helicopter", &[Figure(ROTOR)], "helicopters rotary-wing attack-helicopter gunship"),
    arm(
        "infantry",
        &[Cross],
        "inf foot rifle rifles light-infantry line-infantry fusilier fusiliers volksgrenadier jager jaeger \
         guards guard skirmisher skirmishers elite-infantry penal penal-battalion",
    ),
    arm("infantry-gun", &[GunLine, Dot], "infantry-guns infantry-artillery ig"),
    arm("labour", &[Letters("LAB")], "labor labourers pioneer-corps"),
    arm("landing-craft", &[Silhouette(LANDING_CRAFT)], "landing-crafts landing-ship landing-ships lst lct barge barges"),
    lead("leader", &[Star], "leaders commander commanders general officer"),
    way("light-weapons", &[FootLetters("L")], "light-weapon"),
    arm(
        "machine-gun",
        &[Figure(BARREL)],
        "machine-guns machinegun machineguns mg mgs heavy-machine-gun heavy-machine-guns light-machine-gun hmg lmg",
    ),
    arm("maintenance", &[Figure(WRENCH)], "repair workshop recovery mechanics"),
    way("marine", &[Wave], "marines amphibious amphibious-infantry sea-landing"),
    way(
        "mechanized",
        &[Track],
        "mechanised mech mechanized-infantry mechanised-infantry mech-infantry armoured-infantry armored-\
         infantry arm-inf grenadier grenadiers panzergrenadier panzergrenadiers panzer-grenadier half-track \
         halftrack",
    ),
    arm("medical", &[Upright], "medic medics hospital ambulance field-hospital sanitats"),
    way("medium-weapons", &[FootLetters("M")], "medium-weapon"),
    arm("military-intelligence", &[Letters("MI")], "intelligence"),
    arm("military-police", &[Letters("MP")], "mp gendarmerie feldgendarmerie provost"),
    way("militia", &[FootLetters("MIL")], "volkssturm home-guard territorial national-guard landwehr reserve-infantry"),
    arm("minelayer", &[Figure(TEETH), Foot(MINES)], "minelayers mine-laying mine-warfare mine-clearing mine mines mine-roller"),
    arm("missile", &[Figure(MISSILE)], "missiles surface-to-surface-missile ballistic-missile v-2"),
    arm("mortar", &[Figure(TUBE)], "mortars heavy-mortar heavy-mortars light-mortar"),
    way("motorcycle", &[Shaft, Foot(RING)], "motorcycles motorcyclist motorcyclists kradschutzen krad"),
    way(
        "motorized",
        &[Shaft],
        "motorised mot motor motorized-infantry motorised-infantry motor-infantry lorried lorried-infantry \
         truck-infantry",
    ),
    way("mountain", &[Foot(PEAK)], "mountain-infantry mountaineer mountaineers alpine alpini gebirgsjager gebirgsjaeger"),
    arm("naval", &[Figure(LARGE_ANCHOR)], "navy naval-base port harbour harbor"),
    way("naval-infantry", &[Foot(ANCHOR)], "marine-infantry sailors kriegsmarine naval-brigade"),
    arm(
        "naval-transport",
        &[Silhouette(FREIGHTER)],
        "transport-ship transport-ships freighter freighters merchant merchant-ship troopship cargo-ship tanker tankers oiler hospital-ship",
    ),
    way(
        "parachute",
        &[Foot(CANOPY)],
        "airborne airborne-infantry para paras parachute-infantry parachutist parachutists paratroop \
         paratroops paratrooper paratroopers fallschirmjager fallschirmjaeger",
    ),
    way(
        "partisan",
        &[FootLetters("G")],
        "partisans guerrilla guerrillas guerilla irregular irregulars insurgent insurgents resistance",
    ),
    arm("pontoon", &[Figure(PONTOON)], "pontoons pontoon-engineer bridging-engineer bridge-engineer"),
    arm("postal", &[Figure(LETTER)], "post courier couriers"),
    arm("psychological-operations", &[Figure(HORN)], "psyops psychological-warfare propaganda loudspeaker"),
    arm("quartermaster", &[Figure(KEY)], "quartermasters"),
    arm("radar", &[Figure(RADAR)], "radars"),
    arm("railway", &[Figure(WHEEL), Rail], "railroad rail railway-transport rail-transport"),
    arm("railway-artillery", &[Dot, Rail], "railroad-artillery railway-gun railway-guns rail-gun"),
    arm("railway-engineer", &[Figure(TEETH), Rail], "railroad-engineer railway-engineers"),
    arm("reconnaissance", &[Slash], "recon recce scout scouts aufklarung"),
    arm("replacement", &[Letters("RPL")], "replacements training ersatz cadre cadres"),
    arm(
        "rocket",
        &[Figure(ROCKET)],
        "rockets rocket-artillery rocket-launcher rocket-launchers nebelwerfer werfer katyusha mlrs multiple-rocket-launcher",
    ),
    arm("sailing-ship", &[Silhouette(SAILING_SHIP)], "ship-of-the-line sailing-ships man-of-war galleon sloop sloops"),
    arm("seaplane", &[Silhouette(SEAPLANE)], "seaplanes flying-boat flying-boats floatplane"),
    arm("security", &[Letters("SEC")], "sec police border-guard border-guards"),
    arm(
        "self-propelled-artillery",
        &[Track, Dot],
        "self-propelled-gun self-propelled-guns sp-artillery sp-gun sp-guns spa spg mobile-artillery \
         armoured-artillery armored-artillery mechanized-artillery mechanised-artillery",
    ),
    arm("self-propelled-flak", &[Dome, Track], "sp-flak sp-aa self-propelled-anti-aircraft mobile-flak flakpanzer"),
    arm("self-propelled-infantry-gun", &[GunLine, Track, Dot], "sp-infantry-gun self-propelled-infantry-guns"),
    arm("self-propelled-mortar", &[Track, Figure(TUBE)], "sp-mortar mortar-carrier"),
    arm("self-propelled-rocket", &[Track, Figure(ROCKET)], "sp-rocket self-propelled-rockets sp-rockets mobile-rocket"),
    arm("signal", &[Bolt], "signals communications radio"),
    way("ski", &[Foot(SKIS)], "skis ski-infantry ski-troops skier skiers"),
    arm("sniper", &[Figure(AIM)], "snipers marksman marksmen sharpshooter sharpshooters"),
    arm("special-forces", &[Letters("SF")], "sf special-force special-operations sof"),
    arm("submarine", &[Silhouette(SUBMARINE)], "submarines u-boat u-boats ss"),
    arm(
        "supply",
        &[Shelf],
        "supplies supply-unit supply-dump supply-depot supply-train depot depots dump logistics train trains",
    ),
    arm(
        "tank-destroyer",
        &[AntiTank, Track],
        "tank-destroyers td tank-hunter tank-hunters panzerjager panzerjaeger jagdpanzer self-propelled-anti-\
         tank sp-anti-tank",
    ),
    arm(
        "torpedo-boat",
        &[Silhouette(TORPEDO_BOAT)],
        "torpedo-boats pt-boat e-boat s-boat patrol-boat gunboat gunboats minesweeper",
    ),
    arm(
        "transport",
        &[Figure(WHEEL)],
        "transports truck trucks lorry lorries wagon wagons convoy supply-transport pack-train pack-animals mule mules mule-train caravan porters",
    ),
    arm("wheeled-anti-tank", &[AntiTank, Wheels], "wheeled-tank-destroyer tank-destroyer-wheeled"),
    arm("wheeled-armour", &[Track, Wheels], "wheeled-armor armoured-wheeled"),
    arm("wheeled-reconnaissance", &[Slash, Wheels], "wheeled-recon scout-car scout-cars"),
];

/// All names and aliases, in the order of the alphabet.
pub(super) fn all() -> Vec<&'static str> {
    let mut names: Vec<&str> = KNOWN.iter().flat_map(|known| [known.name].into_iter().chain(known.aliases.split(' '))).collect();
    names.sort_unstable();
    names
}

/// The first name of each.
pub(super) fn main() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name)
}

/// A text as names are written here: small letters, hyphens between words, nothing over a letter.
pub(super) fn plain(text: &str) -> String {
    let small = text.trim().to_lowercase();
    let letters = small.chars().map(|c| match c {
        'ä' => 'a',
        'ö' => 'o',
        'ü' => 'u',
        'é' | 'è' => 'e',
        '_' | '–' => '-',
        c if c.is_whitespace() => '-',
        c => c,
    });
    letters.collect::<String>().split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// The marks of a text with parts; `None` if one is not known.
pub(super) fn read(text: &str) -> Option<BTreeSet<Mark>> {
    let mut parts = Vec::new();
    for part in text.split('+') {
        parts.extend(words(&plain(part))?);
    }
    let mut marks: BTreeSet<Mark> = parts.iter().flat_map(|part| part.marks).copied().collect();
    let afoot = parts.iter().any(|part| part.kind == SymbolWord::Way) && parts.iter().all(|part| part.kind != SymbolWord::Arm);
    if afoot {
        marks.insert(Cross);
    }
    Some(marks)
}

/// A name; or several, one after the other, such as `mountain-artillery`: the longest that is known comes first.
fn words(text: &str) -> Option<Vec<&'static Known>> {
    let one = |text: &str| KNOWN.iter().find(|known| known.name == text || known.aliases.split(' ').any(|alias| alias == text));
    if let Some(known) = one(text) {
        return Some(vec![known]);
    }
    text.rmatch_indices('-').find_map(|(at, _)| {
        let first = one(text.get(..at)?)?;
        let mut all = vec![first];
        all.extend(words(text.get(at + 1..)?)?);
        Some(all)
    })
}
