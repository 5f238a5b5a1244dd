//! The rules as the engine reads them. A section that is not there is not checked.

use super::*;

/// An option.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GameOption {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is played by default.
    pub default: bool,
    /// The printed rule.
    pub rule: Option<String>,
    /// What it changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<RuleChange>,
}

/// An entry that is different in a scenario, with an option, or for some turns.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Variant<T> {
    /// The entry that it stands for, by its place in the list.
    pub entry: usize,
    /// What stands instead; nothing if the entry does not count then.
    pub instead: Option<T>,
    /// Only in this scenario.
    pub scenario: Option<ScenarioId>,
    /// Only with this option.
    pub option: Option<OptionId>,
    /// Only in these turns.
    pub turns: Option<Window>,
    /// Only when this holds.
    pub when: Option<Condition>,
}

/// What a printed rule is here.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum CoverageLevel {
    /// The engine enforces it.
    Enforced,
    /// A check proves it.
    Checked,
    /// It is only said.
    Reminder,
    /// It is not here.
    Absent,
}

/// A printed rule.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Coverage {
    /// Its number.
    pub rule: String,
    /// What it is about.
    pub title: Option<String>,
    /// What it is here.
    #[serde(rename = "is")]
    pub level: CoverageLevel,
    /// The entries that say it, by list and id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    /// The test that proves it.
    pub test: Option<String>,
}

/// A rule that is only to be remembered.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Reminder {
    /// The printed rule.
    pub rule: Option<String>,
    /// What it says.
    pub text: String,
    /// When play shows it; where it says nothing, it is only listed.
    #[serde(rename = "if", skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

/// What players call a flag or a counter.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct KeptName {
    /// The flag or the counter.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whether the log of play tells when it changes, and a page lists it.
    #[serde(skip_serializing_if = "usual")]
    pub told: bool,
}

/// What is so unless somebody says otherwise is not written.
fn usual(told: &bool) -> bool {
    *told
}

/// The sections of rules.json, each described once: what authors type, what the engine reads and what bundles hold all
/// follow from this table. `$then` is a macro that takes it.
///
/// The documentation of a section is what an editor shows. Its name is one word, the same here and in the file.
macro_rules! rule_sections {
    ($then:ident) => {
        $then! {
            // Objects with lists of entries in them. Without one, what it rules is not checked.
            sections {
                /// How many units may share a hex.
                stacking: Stacking [limits apart],
                /// Zones of control and bonds.
                zones: Zones [exert effects bonds],
                /// How units move. Costs stand in the terrain list.
                movement: Movement [modes surcharges limits],
                /// How units are supplied.
                supply: Supply [traces always],
                /// How units come onto the map.
                entry: Entering [rules],
            }
            // Lists whose entries have lists of their own. Without one, what it rules is not checked.
            nested {
                /// How combat is resolved: one entry for each kind of combat.
                combat: Combat [values shifts rolls caps limits],
            }
            // Lists of entries.
            lists {
                /// Support from afar: artillery, aircraft.
                support: Support,
                /// What a retreat must be, and what it should be if possible; read from the top.
                retreat: Prefer,
                /// Advances after combat.
                advance: Advance,
                /// Which units lose steps first; read from the top. Without it, whoever chooses is free.
                losses: Loss,
                /// How places change hands; by passing through if left out.
                taking: Taking,
                /// What units may not do, and the exceptions.
                bans: Ban,
                /// What changes ratings.
                values: Value,
                /// What sides may do beside moving and fighting: bridges, works, replacements, rallies.
                actions: Action,
                /// What happens by itself.
                triggers: Trigger,
                /// How players that are programs play, side by side; read from the top.
                policy: Policy,
                /// Markers or points that a side may use so often.
                pools: Pool,
                /// Decks of cards and cups of chits.
                decks: Deck,
            }
            // Lists that may be sheets: `format` and `lower` have a type and a reader for each.
            sheets {
                /// Optional rules.
                options: GameOption in List<OptionId, GameOption>,
                /// Rules that are only to be remembered, in your own words.
                reminders: Reminder in Vec<Reminder>,
                /// What this game's printed rules are here; for publishers.
                coverage: Coverage in Vec<Coverage>,
                /// What players call flags and counters: those without a name here are told by their ids.
                names: KeptName in Vec<KeptName>,
            }
        }
    };
}
pub(crate) use rule_sections;

/// Something that reads sections by their names.
pub trait SectionReader {
    /// The section; nothing if it is not there or cannot be read.
    fn section<T: for<'de> serde::Deserialize<'de>>(&mut self, name: &'static str) -> Option<T>;
}

/// Something that is done with every list of entries.
pub trait ListVisitor {
    /// Does it with one list, by its name as authors write it.
    fn visit<T: Ruled>(&mut self, list: &'static str, entries: &mut Entries<T>);
}

macro_rules! rules {
    (
        sections { $($(#[$section_doc:meta])* $section:ident: $section_type:ident [$($inner:ident)+],)+ }
        nested { $($(#[$nested_doc:meta])* $nested:ident: $nested_type:ident [$($deep:ident)+],)+ }
        lists { $($(#[$list_doc:meta])* $list:ident: $list_type:ident,)+ }
        sheets { $($(#[$sheet_doc:meta])* $sheet:ident: $sheet_type:ident in $held:ty,)+ }
    ) => {
        /// The rules. A section that is nothing was not said, so what it rules is not checked.
        #[derive(Clone, Debug, Default, borsh::BorshSerialize, borsh::BorshDeserialize)]
        pub struct Rules {
            $($(#[$section_doc])* pub $section: Option<$section_type>,)+
            $($(#[$nested_doc])* pub $nested: Option<Entries<$nested_type>>,)+
            $($(#[$list_doc])* pub $list: Entries<$list_type>,)+
            $($(#[$sheet_doc])* pub $sheet: $held,)+
        }

        impl Rules {
            /// Reads every section that is a piece; those that may be sheets stay empty.
            pub fn read(by: &mut impl SectionReader) -> Self {
                Rules {
                    $($section: by.section(stringify!($section)),)+
                    $($nested: by.section(stringify!($nested)),)+
                    $($list: by.section(stringify!($list)).unwrap_or_default(),)+
                    $($sheet: Default::default(),)+
                }
            }

            /// Does something with every list of entries.
            pub fn each_list(&mut self, visitor: &mut impl ListVisitor) {
                $(if let Some(section) = &mut self.$section {
                    $(visitor.visit(concat!(stringify!($section), ".", stringify!($inner)), &mut section.$inner);)+
                })+
                $(if let Some(entries) = &mut self.$nested {
                    visitor.visit(stringify!($nested), entries);
                    // What stands instead of an entry has lists of its own.
                    let instead = entries.variants.iter_mut().filter_map(|variant| variant.instead.as_mut());
                    for entry in entries.list.iter_mut().chain(instead) {
                        $(visitor.visit(concat!(stringify!($nested), ".", stringify!($deep)), &mut entry.$deep);)+
                    }
                })+
                $(visitor.visit(stringify!($list), &mut self.$list);)+
            }

            /// The sections without which something is not checked, and whether each is there.
            pub fn stated(&self) -> impl Iterator<Item = (&'static str, bool)> {
                [
                    $((stringify!($section), self.$section.is_some()),)+
                    $((stringify!($nested), self.$nested.is_some()),)+
                ]
                .into_iter()
            }

            fn sections(&self, to: &Writing<'_>) -> serde_json::Map<String, serde_json::Value> {
                let sections = [
                    $((stringify!($section), to.piece(&self.$section)),)+
                    $((stringify!($nested), to.piece(&self.$nested)),)+
                    $((stringify!($list), to.piece(&self.$list)),)+
                    $((stringify!($sheet), to.piece(&self.$sheet).filter(|list| *list != serde_json::json!([]))),)+
                ];
                sections.into_iter().filter_map(|(name, section)| Some((name.to_owned(), section?))).collect()
            }
        }
    };
}

rule_sections!(rules);

impl Rules {
    /// What players call a flag or a counter; nothing if nobody says.
    pub fn kept_name(&self, id: &str) -> Option<&KeptName> {
        self.names.iter().find(|kept| kept.id == id)
    }

    /// The rules as an author would write them.
    pub fn written(&self, game: &Game) -> serde_json::Map<String, serde_json::Value> {
        self.sections(&Writing { game, spoken: false })
    }

    /// The same, with the names that players know.
    pub fn spoken(&self, game: &Game) -> serde_json::Map<String, serde_json::Value> {
        self.sections(&Writing { game, spoken: true })
    }
}

struct Writing<'g> {
    game: &'g Game,
    spoken: bool,
}

impl Writing<'_> {
    fn piece<T: serde::Serialize>(&self, piece: &T) -> Option<serde_json::Value> {
        if self.spoken { spoken(self.game, piece) } else { written(self.game, piece) }
    }
}
