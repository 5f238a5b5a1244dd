//! game.json of a bundle: the game and one scenario, with nothing left to look up.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Map, Module, Rules, Scenario, Turns};

/// The resolved game in a `.muster` bundle. Every list stands in place, and the scenario extends none.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: game.json of a bundle", example = serde_json::json!({"bundle": 1, "module": {"format": 2, "name": "First Steps"}, "scenario": {"id": "short"}}))]
pub struct Bundle {
    /// The version of the bundle's layout: 1.
    #[schemars(range(min = 1, max = 1000))]
    pub bundle: u32,
    /// What stands in module.json, with units, formations, markers, cards, terrain and tables.
    pub module: Module,
    /// What stands in map.json, every hex by itself.
    pub map: Option<Map>,
    /// What stands in turns.json, the phases of each side by themselves.
    pub turns: Option<Turns>,
    /// What stands in rules.json.
    pub rules: Option<Rules>,
    /// The scenario.
    pub scenario: Scenario,
}
