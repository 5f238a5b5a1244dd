//! A decision as people read it.

use serde_json::Value;

use super::{Decision, Match};

impl Match<'_> {
    /// A decision for people: a unit with its name and where it stands, a hex with its ground and what the step costs.
    pub fn described(&self, decision: &Decision) -> String {
        let (naming, model) = (self.naming(), self.engine().game());
        match decision {
            Decision::Piece(counter) => {
                let unit = model.units.at(counter.0);
                let words = unit.and_then(|unit| unit.designation.clone().or_else(|| unit.name.clone())).unwrap_or_default();
                let at = self.state().position.piece(*counter).map(|(at, _)| format!(" in {}", naming.location(at)));
                format!("{}  {words}{}", naming.counter(*counter), at.unwrap_or_default())
            }
            Decision::Hex(hex) => {
                let map = model.map.as_ref();
                let ground = map.and_then(|map| model.terrain.at(map.ground(*hex)?)).map(|terrain| terrain.id.clone());
                let there: Vec<String> =
                    self.state().position.stack(*hex).iter().map(|piece| naming.counter(piece.counter())).collect();
                let there = if there.is_empty() { String::new() } else { format!("  with {}", there.join(", ")) };
                let cost = self.step_cost(*hex).map(|(spent, of)| format!("  {spent} of {of}")).unwrap_or_default();
                format!("{}  {}{cost}{there}", naming.hex(*hex), ground.unwrap_or_default())
            }
            Decision::Action(n) => {
                let action = model.rules.actions.list.get(usize::from(*n));
                action.map(|action| format!("{}  {}", action.id.0, action.name.clone().unwrap_or_default())).unwrap_or_default()
            }
            Decision::Done => "done".to_owned(),
            Decision::Pass => "pass".to_owned(),
            other => match naming.decision(other) {
                Value::Object(fields) => {
                    let words = fields.iter().map(|(name, value)| format!("{name} {}", value.to_string().trim_matches('"')));
                    words.collect::<Vec<_>>().join(", ")
                }
                value => value.to_string(),
            },
        }
    }
}
