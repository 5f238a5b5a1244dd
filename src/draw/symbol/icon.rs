//! Icons of markers: what a marker means, in one picture.

use super::names::plain;
use super::sketch;
use crate::draw::scene::{Color, Node, Rect, Transform};

/// What a marker is about: each has a colour of its own, all equally dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Something bad befell a unit or a place.
    Bad,
    /// What a unit does or has done.
    Mode,
    /// What was built.
    Works,
    /// What players keep count of.
    Admin,
    Weather,
    Air,
    Supply,
}

/// A picture with a name.
#[derive(Clone, Copy, Debug)]
pub struct Icon {
    name: &'static str,
    kind: Kind,
    /// With blanks between them.
    aliases: &'static str,
    sketch: &'static str,
}

const fn icon(name: &'static str, kind: Kind, aliases: &'static str, sketch: &'static str) -> Icon {
    Icon { name, kind, aliases, sketch }
}

impl Icon {
    /// All of them, in the order of the alphabet.
    #[must_use]
    pub const fn all() -> &'static [Icon] {
        ICONS
    }

    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The icon of that name, or of another word for it.
    #[must_use]
    pub fn named(text: &str) -> Option<&'static Icon> {
        let text = plain(text);
        ICONS.iter().find(|icon| icon.words().any(|word| word == text))
    }

    /// The icon of a marker: that of its id or of its name; else that of the longest word which one of the two holds.
    #[must_use]
    pub fn of_marker(id: &str, name: &str) -> Option<&'static Icon> {
        let whole = [id, name].into_iter().find_map(Icon::named);
        whole.or_else(|| {
            let told = format!("-{}-{}-", plain(id), plain(name));
            let held = ICONS.iter().flat_map(|icon| icon.words().map(move |word| (word, icon)));
            let held = held.filter(|(word, _)| word.len() > 2 && told.contains(&format!("-{word}-")));
            held.max_by_key(|(word, icon)| (word.len(), std::cmp::Reverse(icon.name))).map(|(_, icon)| icon)
        })
    }

    fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.split(' '))
    }

    /// The ground of a marker with this icon: dark enough for white, by what it is about.
    #[must_use]
    pub const fn ground(&self) -> Color {
        Color::hex(match self.kind {
            Kind::Bad => 0x89_2922,
            Kind::Mode => 0x52_417c,
            Kind::Works => 0x5b_4831,
            Kind::Admin => 0x2f_4d6f,
            Kind::Weather => 0x35_4f5c,
            Kind::Air => 0x12_5359,
            Kind::Supply => 0x60_4804,
        })
    }

    /// Draws it in the middle of a room, as large as fits; all icons have the same scale.
    #[must_use]
    pub fn draw(&self, room: Rect, ink: Color, ground: Color) -> Vec<Node> {
        let side = room.width.min(room.height);
        if !(side.is_finite() && side > 0.0) {
            return Vec::new();
        }
        // A few reach a little over the box of 100.
        let scale = side / 104.0;
        let (x, y) = (room.x + room.width / 2.0 - 50.0 * scale, room.y + room.height / 2.0 - 50.0 * scale);
        sketch::draw(self.sketch, Transform::shift(x, y).after(Transform::scale(scale, scale)), ink, ground)
    }
}

/// In the order of the alphabet.
const ICONS: &[Icon] = &[
    icon("activated", Kind::Mode, "active activation used done finished acted completed", "s9 O50 50 40;s12 M28 52L44 68L73 34"),
    icon(
        "air-power",
        Kind::Air,
        "air air-points air-support air-strike airstrike air-superiority aircraft sortie sorties air-point",
        "f M50 3C54.5 3 56.5 9 56.5 17V33L97 55V66L56.5 55L54.5 78L68 88V95L50 90L32 95V88L45.5 78L43.5 55L3 66V55\
         L43.5 33V17C43.5 9 45.5 3 50 3Z",
    ),
    icon(
        "airdrop",
        Kind::Air,
        "drop parachute airborne drop-zone paradrop airlanding supply-drop",
        "f M8 46C8 -4 92 -4 92 46C84 38 74 38 66 46C60 38 40 38 34 46C26 38 16 38 8 46Z;s4 M9 46L48 78M91 46L52 78\
         M35 46L49 78M65 46L51 78;f M40 76H60V96H40Z",
    ),
    icon(
        "attack",
        Kind::Bad,
        "assault combat battle fight engaged engagement melee declared attacking",
        "f M12 8L22 6L68 60L60 68L8 20ZM88 8L78 6L32 60L40 68L92 20Z;s7 M76 50L50 76M24 50L50 76;s10 M70 70L88 92\
         M30 70L12 92",
    ),
    icon(
        "bridge-blown",
        Kind::Bad,
        "blown destroyed-bridge bridge-destroyed blown-bridge demolished demolition",
        "f M2 34H98V46H90V84H80C80 66 68 56 50 56C32 56 20 66 20 84H10V46H2Z;g M38 20L46 46L40 62L48 92H62L58 62\
         L66 46L60 20Z;f M52 1L55.8 14.8L68.3 7.7L61.2 20.2L75 24L61.2 27.8L68.3 40.3L55.8 33.2L52 47L48.2 33.2\
         L35.7 40.3L42.8 27.8L29 24L42.8 20.2L35.7 7.7L48.2 14.8Z;s5 M8 24H24M10 34V22M76 24H92M90 34V22",
    ),
    icon(
        "bridge-built",
        Kind::Works,
        "bridge pontoon bridged crossing ferry intact",
        "f M2 34H98V46H90V84H80C80 66 68 56 50 56C32 56 20 66 20 84H10V46H2Z;s5 M10 34V24M30 34V24M50 34V24M70 34V24\
         M90 34V24M8 24H92",
    ),
    icon(
        "broken",
        Kind::Bad,
        "routed rout demoralized demoralised collapsed shattered panic",
        "f M12 14C26 14 38 11 50 5C62 11 74 14 88 14V46C88 70 72 86 50 96C28 86 12 70 12 46Z;k7 M56 2L42 32L60 44\
         L38 62L54 74L46 98",
    ),
    icon(
        "clear",
        Kind::Weather,
        "weather sun sunny fair clear-weather",
        "f O50 50 21;s8 M50 4V20M50 80V96M4 50H20M80 50H96M17.5 17.5L28.8 28.8M71.2 71.2L82.5 82.5M17.5 82.5\
         L28.8 71.2M71.2 28.8L82.5 17.5",
    ),
    icon(
        "command",
        Kind::Admin,
        "commander leader in-command hq headquarters out-of-command",
        "f M10 4H17V96H10ZM17 8L96 36L17 66Z;g M38 22L41.5 32.1L52.3 32.4L43.7 38.9L46.8 49.1L38 43L29.2 49.1\
         L32.3 38.9L23.7 32.4L34.5 32.1Z",
    ),
    icon(
        "control",
        Kind::Admin,
        "controlled flag owner captured ownership occupied",
        "f M16 6H24V96H16ZM24 10C40 2 52 20 90 10L80 33L90 56C52 66 40 48 24 56Z",
    ),
    icon(
        "disrupted",
        Kind::Bad,
        "disorganized disorganised disorder disruption disordered shaken halted dispersed scattered shocked stunned",
        "f M50 4L58.2 27.4L79.6 14.8L70.8 38L95.3 42L73.6 54.2L89.8 73L65.4 68.4L65.7 93.2L50 74L34.3 93.2L34.6 68.4\
         L10.2 73L26.4 54.2L4.7 42L29.2 38L20.4 14.8L41.8 27.4Z;g M58.5 26.5L58.4 40L71.7 37.5L62.8 47.7L74.6 54.3\
         L61.3 56.5L66.1 69.2L54.5 62.2L50 75L45.5 62.2L33.9 69.2L38.7 56.5L25.4 54.3L37.2 47.7L28.4 37.5L41.6 40\
         L41.5 26.5L50 37Z",
    ),
    icon(
        "entrenched",
        Kind::Works,
        "dug-in digging digging-in entrenchment entrenching foxhole trench trenches improved-position hasty",
        "f M2 92C10 72 24 64 34 70C42 60 58 60 66 70C76 64 90 72 98 92Z;g M32 34H68V52C68 64 58 72 50 80\
         C42 72 32 64 32 52Z;f M36 34H64V52C64 61 57 67 50 74C43 67 36 61 36 52ZM46.5 12H53.5V36H46.5Z;s6 M36 8H64V18\
         H36Z",
    ),
    icon(
        "fired",
        Kind::Mode,
        "has-fired barrage fire artillery-fire fire-mission shot",
        "f M10 62L62 30L68 40L24 74ZM2 84L30 62L36 70L10 92Z;g O36 72 19;f O36 72 15;g O36 72 5;f M79 2L82.4 16.7\
         L95.3 8.7L87.3 21.6L102 25L87.3 28.4L95.3 41.3L82.4 33.3L79 48L75.6 33.3L62.7 41.3L70.7 28.4L56 25L70.7 21.6\
         L62.7 8.7L75.6 16.7Z",
    ),
    icon(
        "fortification",
        Kind::Works,
        "fort fortified fortress bunker pillbox strongpoint works roadblock",
        "f M4 84L18 40H82L96 84ZM12 28H88V41H12Z;g M30 54H70V63H30Z",
    ),
    icon(
        "frost",
        Kind::Weather,
        "frozen ice cold freeze freezing",
        "f M36 10C36 3.4 41.4 -2 48 -2C54.6 -2 60 3.4 60 10V58C68.2 63.3 71.9 73.4 69.1 82.7\
         C66.3 92 57.7 98.4 48 98.4C38.3 98.4 29.7 92 26.9 82.7C24.1 73.4 27.8 63.3 36 58Z;g O48 77 12M44 50H52V70H44\
         Z;s6 M70 20H88M70 34H82M70 48H88",
    ),
    icon(
        "fuel",
        Kind::Supply,
        "petrol gas gasoline out-of-fuel no-fuel oil",
        "f M18 30L30 18H38V10H62V18H72L82 30V94H18Z;k6 M30 40L70 82M70 40L30 82;k5 M44 18H56",
    ),
    icon(
        "hidden",
        Kind::Admin,
        "unknown dummy decoy concealed unrevealed question surprise disguise disguised in-disguise",
        "s15 M26 36C26 4 76 6 76 34C76 54 51 52 51 72;f O51 88 9",
    ),
    icon(
        "minefield",
        Kind::Works,
        "mine mines mined booby-trap",
        "f O27 68 13.5O73 68 13.5O50 30 13.5;s5 M8 68H46M54 68H92M27 49V87M73 49V87M31 30H69M50 11V49;g O27 68 4.5\
         O73 68 4.5O50 30 4.5",
    ),
    icon(
        "moved",
        Kind::Mode,
        "has-moved move marched march advance advanced exploited exploitation breakthrough",
        "f M6 38H50V18L94 50L50 82V62H6Z",
    ),
    icon(
        "mud",
        Kind::Weather,
        "muddy thaw soft ground-condition",
        "s9 O50 40 29;s4.5 M50 12V68M22 40H78M30 20L70 60M70 20L30 60;f M0 100V66C10 56 18 56 27 64C36 72 44 72 52 64\
         C60 56 68 56 76 64C84 72 92 70 100 62V100Z;k5 M6 84C18 76 28 90 40 84C52 78 62 90 74 84C84 78 90 84 96 82",
    ),
    icon(
        "out-of-supply",
        Kind::Bad,
        "no-supply unsupplied oos isolated cut-off isolation out-of-ammunition no-ammunition low-ammunition low-supply short-of-supply",
        "f M12 92V44C12 26 18 14 22.5 6C27 14 33 26 33 44V92ZM39.5 92V44C39.5 26 45.5 14 50 6C54.5 14 60.5 26 60.5 44\
         V92ZM67 92V44C67 26 73 14 77.5 6C82 14 88 26 88 44V92Z;k5 M8 76H92;k24 M4 96L96 4;s11 M5 95L95 5",
    ),
    icon(
        "overcast",
        Kind::Weather,
        "cloud clouds cloudy fog mist haze",
        "f M26 76C17.3 75.9 10 69.2 9.2 60.5C8.5 51.8 14.4 43.9 23 42.3C24.1 32.7 31.5 24.9 41 23.2\
         C50.6 21.5 60.1 26.3 64.5 35C75.8 31.3 88 37.4 91.7 48.8C95.5 60.1 89.3 72.3 78 76Z",
    ),
    icon(
        "port",
        Kind::Supply,
        "anchor harbour harbor naval sea beach beachhead amphibious landing",
        "s8 M50 24V92M30 36H70;s8 M12 58C16 80 34 90 50 92C66 90 84 80 88 58;f M4 66L14 48L24 64ZM96 66L86 48L76 64Z\
         ;s6 O50 14 9",
    ),
    icon(
        "prisoner",
        Kind::Bad,
        "prisoners pow surrendered surrender captive",
        "f O50 27 13M34 44H66L69 96H55L52 72H48L45 96H31Z;s10 M36 50L15 42L20 10M64 50L85 42L80 10",
    ),
    icon(
        "rail-cut",
        Kind::Bad,
        "rail railway railroad cut railhead interdicted interdiction",
        "s7 M30 4V38M70 4V38M30 62V96M70 62V96M16 12H84M16 28H84M16 74H84M16 90H84;s6.5 M14 60L38 42L60 56L86 38",
    ),
    icon(
        "reinforcement",
        Kind::Admin,
        "reinforcements arrival arrives arriving arrived entry enters replacement replacements",
        "s9 M42 12H90V88H42;f M4 40H38V22L72 50L38 78V60H4Z",
    ),
    icon(
        "repair",
        Kind::Works,
        "repairs under-repair repaired repairing maintenance rebuild rebuilding",
        "f M10 82L54 38C48 22 60 6 78 10L66 22L70 32L80 36L92 24C96 42 80 54 64 48L20 92C14 96 6 88 10 82Z;g O17 85 4",
    ),
    icon(
        "reserve",
        Kind::Admin,
        "reserves rest rested camp refit recovering bivouac",
        "f M4 84L38 22L72 84Z;g M28 84L38 56L48 84Z;f M62 44L70 30L98 84H84Z;s5 M34 15L38 23L42 15",
    ),
    icon(
        "smoke",
        Kind::Mode,
        "smoke-screen screen",
        "f O34 34 21O62 28 24O74 52 18O46 56 17;k5 M36 30C36 20 48 18 52 25M58 50C64 42 74 46 72 54;f M38 78H62V97H38\
         ZM42 70H58V76H42Z",
    ),
    icon(
        "snow",
        Kind::Weather,
        "snowfall blizzard winter",
        "s7 M50 50L50 6M50 50L88.1 28M50 50L88.1 72M50 50L50 94M50 50L11.9 72M50 50L11.9 28M60.6 13.4L50 24M39.4 13.4\
         L50 24M87 40.9L72.5 37M76.4 22.6L72.5 37M76.4 77.4L72.5 63M87 59.1L72.5 63M39.4 86.6L50 76M60.6 86.6L50 76\
         M13.1 59.1L27.5 63M23.6 77.4L27.5 63M23.6 22.6L27.5 37M13.1 40.9L27.5 37",
    ),
    icon(
        "spent",
        Kind::Mode,
        "exhausted fatigue fatigued tired fought low inactive",
        "s7 M8 30H84V70H8Z;f M88 42H96V58H88ZM16 38H30V62H16Z",
    ),
    icon(
        "step-loss",
        Kind::Bad,
        "step loss losses depleted reduced casualty casualties attrition hit hits",
        "s5 M10 12H62V28H10Z;f M7 42H65V60H7ZM7 70H65V88H7ZM78 10H90V60H99L84 88L69 60H78Z",
    ),
    icon(
        "storm",
        Kind::Weather,
        "rain thunder thunderstorm heavy-rain wind gale sandstorm",
        "f M26 58C17.3 57.9 10 51.2 9.2 42.5C8.5 33.8 14.4 25.9 23 24.3C24.1 14.7 31.5 6.9 41 5.2\
         C50.6 3.5 60.1 8.3 64.5 17C75.8 13.3 88 19.4 91.7 30.8C95.5 42.1 89.3 54.3 78 58ZM52 58L34 82H47L40 99L64 74\
         H51L62 58Z;s6.5 M28 66L20 82M80 66L72 82",
    ),
    icon(
        "supply",
        Kind::Supply,
        "supplied depot dump supplies in-supply ammunition ammo supply-point supply-head",
        "f M10 34H48V58H10ZM52 34H90V58H52ZM10 62H48V88H10ZM52 62H90V88H52ZM31 8H69V30H31Z;k4 M29 34V58M71 34V58\
         M29 62V88M71 62V88M50 8V30",
    ),
    icon(
        "suppressed",
        Kind::Bad,
        "pinned suppression pin shelled under-fire held-down",
        "f M14 40C14 10 86 10 86 40L92 46V54H8V46Z;s8 M26 66V90M50 66V90M74 66V90;f M16 84L26 98L36 84ZM40 84L50 98\
         L60 84ZM64 84L74 98L84 84Z",
    ),
    icon(
        "truck",
        Kind::Supply,
        "trucks lorry transport motor motorized column convoy wagon",
        "f M2 22H58V68H2ZM62 36H82L96 54V68H62Z;g M68 42H79L87 54H68Z;f M2 68H98V75H2Z;g O22 76 15O76 76 15;f \
         O22 76 11.5O76 76 11.5;g O22 76 4O76 76 4",
    ),
    icon(
        "turn",
        Kind::Admin,
        "game-turn time hour day impulse round phase",
        "f M18 6H82V16H18ZM18 84H82V94H18ZM24 16H76C76 36 60 42 56 50C60 58 76 64 76 84H24C24 64 40 58 44 50\
         C40 42 24 36 24 16Z;g M34 22H66C63 32 54 36 50 42C46 36 37 32 34 22ZM50 60C56 66 64 70 67 79H33\
         C36 70 44 66 50 60Z",
    ),
    icon(
        "victory",
        Kind::Admin,
        "vp victory-points victory-point points score objective win",
        "f M50 6L61.2 37.6L94.7 38.5L68.1 58.9L77.6 91L50 72L22.4 91L31.9 58.9L5.3 38.5L38.8 37.6Z",
    ),
    icon(
        "withdrawn",
        Kind::Admin,
        "withdraw withdrawal exit exited leaves left retreat retreated retreating fell-back fallen-back slipping-away slipped-away",
        "s9 M52 12H10V88H52;f M28 40H62V22L96 50L62 78V60H28Z",
    ),
    icon(
        "wreck",
        Kind::Bad,
        "burning burned destroyed flames blaze burnt ablaze",
        "f M50 4C56 22 82 34 82 62C82 82 68 96 50 96C32 96 18 82 18 62C18 48 26 40 32 28C34 40 38 44 44 46\
         C40 30 42 16 50 4Z;g M51 48C54 58 66 64 66 76C66 86 59 91 50 91C41 91 34 86 34 76C34 68 40 64 43 58\
         C46 64 50 62 51 48Z",
    ),
];
