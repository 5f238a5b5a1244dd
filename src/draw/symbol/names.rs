//! What the symbols are called.

use std::collections::BTreeSet;

use super::marks::Mark::{self, *};

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
    arm("aircraft", &[Aircraft], "air air-unit air-force plane planes fighter fighters bomber bombers"),
    arm("anti-tank", &[AntiTank], "antitank at anti-tank-gun anti-tank-guns at-gun at-guns anti-armour anti-armor pak"),
    arm(
        "armour",
        &[Track],
        "armor armoured armored tank tanks panzer panzers pz arm light-tank medium-tank heavy-tank light-armour \
         light-armor heavy-armour heavy-armor",
    ),
    arm(
        "armoured-reconnaissance",
        &[Slash, Track],
        "armored-reconnaissance armoured-recon armored-recon armoured-car armored-car armoured-cars armored-cars \
         armoured-cavalry armored-cavalry mechanized-cavalry mechanised-cavalry mech-cavalry",
    ),
    arm(
        "artillery",
        &[Dot],
        "art arty gun guns field-artillery field-gun field-guns towed-artillery light-artillery medium-artillery \
         heavy-artillery howitzer howitzers battery",
    ),
    arm("assault-gun", &[Track, Wedge], "assault-guns assault-artillery stug sturmgeschutz"),
    way("bicycle", &[Wheels], "bicycles bike cyclist cyclists"),
    arm("bridge", &[Span], "bridging bridge-train bridging-train pontoon pontoons"),
    arm("cavalry", &[Horse], "cav horse mounted dragoon dragoons hussar hussars lancer lancers"),
    arm(
        "engineer",
        &[Teeth],
        "engineers eng combat-engineer combat-engineers assault-engineer assault-engineers pioneer pioneers pionier \
         pioniere sapper sappers",
    ),
    arm("flak", &[Dome], "aa aaa ack-ack air-defence air-defense anti-air anti-aircraft antiaircraft"),
    arm("fortress", &[Wall], "fort forts fortified fortification fortifications bunker bunkers pillbox strongpoint"),
    way("garrison", &[Base], "static coastal militia home-guard territorial"),
    way("glider", &[Glider], "gliders glider-borne glider-infantry air-landing airlanding"),
    lead("headquarters", &[Band], "hq headquarter command command-post cp staff"),
    arm("infantry", &[Cross], "inf foot rifle rifles light-infantry line-infantry fusilier fusiliers volksgrenadier"),
    lead("leader", &[Star], "leaders commander commanders general officer"),
    arm("machine-gun", &[Barrel], "machine-guns machinegun machineguns mg mgs"),
    way(
        "mechanized",
        &[Track],
        "mechanised mech mechanized-infantry mechanised-infantry mech-infantry armoured-infantry armored-infantry \
         arm-inf grenadier grenadiers panzergrenadier panzergrenadiers panzer-grenadier half-track halftrack",
    ),
    arm("medical", &[Upright], "medic medics hospital ambulance"),
    arm("mortar", &[Tube], "mortars"),
    way(
        "motorized",
        &[Shaft],
        "motorised mot motor motorized-infantry motorised-infantry motor-infantry lorried lorried-infantry \
         truck-infantry",
    ),
    way("mountain", &[Peak], "mountain-infantry mountaineer mountaineers alpine alpini gebirgsjager gebirgsjaeger"),
    way(
        "parachute",
        &[Canopy],
        "airborne airborne-infantry para paras parachute-infantry parachutist parachutists paratroop paratroops \
         paratrooper paratroopers fallschirmjager fallschirmjaeger",
    ),
    arm("reconnaissance", &[Slash], "recon recce scout scouts aufklarung"),
    arm("rocket", &[Rocket], "rockets rocket-artillery rocket-launcher rocket-launchers nebelwerfer werfer katyusha"),
    arm("security", &[Letters], "sec police"),
    arm(
        "self-propelled-artillery",
        &[Track, Dot],
        "self-propelled-gun self-propelled-guns sp-artillery sp-gun sp-guns spa spg mobile-artillery \
         armoured-artillery armored-artillery mechanized-artillery mechanised-artillery",
    ),
    arm("self-propelled-flak", &[Dome, Track], "sp-flak sp-aa self-propelled-anti-aircraft mobile-flak flakpanzer"),
    arm("signal", &[Bolt], "signals communications radio"),
    arm(
        "supply",
        &[Shelf],
        "supplies supply-unit supply-dump supply-depot supply-train depot depots dump logistics train trains",
    ),
    arm(
        "tank-destroyer",
        &[AntiTank, Track],
        "tank-destroyers td tank-hunter tank-hunters panzerjager panzerjaeger jagdpanzer self-propelled-anti-tank \
         sp-anti-tank",
    ),
    arm("transport", &[Wheel], "transports truck trucks lorry lorries wagon wagons convoy supply-transport"),
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
