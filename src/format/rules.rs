//! rules.json: which mechanisms the game has, with which numbers. What is left out is not checked.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Entity, Id, ListOf, Word, Written};
use crate::model::{self, Condition, CoverageLevel, Entries, rule_sections};

macro_rules! rules {
    (
        sections { $($(#[$section_doc:meta])* $section:ident: $section_type:ident [$($inner:ident)+],)+ }
        nested { $($(#[$nested_doc:meta])* $nested:ident: $nested_type:ident [$($deep:ident)+],)+ }
        lists { $($(#[$list_doc:meta])* $list:ident: $list_type:ident,)+ }
        sheets { $($(#[$sheet_doc:meta])* $sheet:ident: $sheet_type:ident in $held:ty,)+ }
    ) => {
        /// The rules. Every entry has an id, so that a scenario or an option can change it.
        #[derive(Clone, Debug, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        #[schemars(title = "Muster: rules.json", example = serde_json::json!({"stacking": {"limits": [{"id": "units", "count": "units", "max": 3, "rule": "5.1"}]}}))]
        pub struct Rules {
            /// Where the schema is; editors read it.
            #[serde(rename = "$schema")]
            pub schema: Option<String>,
            $($(#[$section_doc])* pub $section: Option<Written<model::$section_type>>,)+
            $($(#[$nested_doc])* pub $nested: Option<Written<Entries<model::$nested_type>>>,)+
            $($(#[$list_doc])* pub $list: Option<Written<Entries<model::$list_type>>>,)+
            $($(#[$sheet_doc])* pub $sheet: Option<ListOf<$sheet_type>>,)+
        }

        impl Entity for Rules {
            const LISTS: &'static [&'static str] = &[
                $($(concat!(stringify!($section), ".", stringify!($inner)),)+)+
                $(stringify!($nested),)+
                $(stringify!($list),)+
                $(stringify!($sheet),)+
            ];
        }

        impl Rules {
            /// The sections without which something is not checked, and whether each is written.
            pub fn stated(&self) -> impl Iterator<Item = (&'static str, bool)> {
                [
                    $((stringify!($section), self.$section.is_some()),)+
                    $((stringify!($nested), self.$nested.is_some()),)+
                ]
                .into_iter()
            }
        }
    };
}

rule_sections!(rules);

/// An optional rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameOption {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Whether it is played unless one says otherwise.
    pub default: Option<bool>,
    /// Entries of the rules that it changes.
    pub changes: Option<Written<Vec<model::RuleChange>>>,
    /// The rule.
    pub rule: Option<Word>,
}

/// A rule to be remembered.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reminder {
    /// The rule.
    pub rule: Option<Word>,
    /// What it says, in your own words.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub text: String,
    /// When play shows it, such as in a phase; one without is only listed.
    #[serde(rename = "if")]
    pub when: Option<Written<Condition>>,
}

/// A printed rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Coverage {
    /// Its number.
    pub rule: Word,
    /// What it is about.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub title: Option<String>,
    /// What it is here.
    #[serde(rename = "is")]
    pub level: CoverageLevel,
    /// What says it: entries by list and id, such as `stacking.limits/units`, or a file.
    pub by: Option<Vec<String>>,
    /// The test that proves it.
    pub test: Option<String>,
}

/// What players call a flag or a counter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KeptName {
    /// The flag or the counter, as effects and conditions name it.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// What players call it, in words.
    #[schemars(length(min = 1, max = super::NAME_LETTERS))]
    pub name: String,
    /// Whether the log of play tells when it changes, and a page lists it; so if left out. Not so is for what only the rules remember.
    pub told: Option<bool>,
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The table of sections has the names of fields; a file has those that are typed.
    #[test]
    fn every_list_is_typed_by_the_name_that_the_table_gives_it() {
        let schema = schemars::schema_for!(Rules).to_value();
        fn member<'s>(all: &'s Value, at: &'s Value, name: &str) -> Option<&'s Value> {
            if let Some(home) = at.get("$ref").and_then(Value::as_str) {
                return member(all, all.pointer(home.strip_prefix('#')?)?, name);
            }
            let choices = at.get("anyOf").and_then(Value::as_array);
            at.get("properties")
                .and_then(|all| all.get(name))
                .or_else(|| choices.into_iter().flatten().find_map(|choice| member(all, choice, name)))
        }
        for list in Rules::LISTS {
            let found = list.split('.').try_fold(&schema, |at, name| member(&schema, at, name));
            assert!(found.is_some(), "{list}");
        }
        assert_eq!(super::super::fields::<Reminder>(), ["rule", "text", "if"]);
    }
}
