//! Turn trackers: what a saved state makes them show.

use std::collections::BTreeMap;

use super::sequence::{filled, items, list};
use super::tree::Xml;

/// A tracker with its levels.
#[derive(Clone, Debug)]
pub(super) struct Tracker {
    pub(super) name: String,
    pub(super) format: String,
    pub(super) levels: Vec<Level>,
}

/// A level: a counter, or a list of names.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) name: String,
    pub(super) property: String,
    pub(super) format: String,
    /// The names of a list; a counter has none.
    pub(super) names: Option<Vec<String>>,
    pub(super) start: i64,
    pub(super) levels: Vec<Level>,
}

/// What a tracker shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Now {
    pub(super) tracker: String,
    /// The whole text.
    pub(super) text: String,
    /// The text of each level, the slowest first.
    pub(super) levels: Vec<String>,
    /// The properties that follow the levels.
    pub(super) properties: BTreeMap<String, String>,
    pub(super) faults: Vec<String>,
}

fn levels(xml: &Xml) -> Vec<Level> {
    let is_level = |c: &&Xml| matches!(c.kind(), "CounterTurnLevel" | "ListTurnLevel");
    let level = |c: &Xml| Level {
        name: c.get("name").to_owned(),
        property: c.get("property").to_owned(),
        format: c.attributes.get("turnFormat").map_or("$value$", String::as_str).to_owned(),
        names: (c.kind() == "ListTurnLevel").then(|| list(c.get("list"))),
        start: c.get("start").parse().unwrap_or(1),
        levels: levels(c),
    };
    xml.children.iter().filter(is_level).map(level).collect()
}

impl Tracker {
    pub(super) fn read(xml: &Xml) -> Tracker {
        Tracker { name: xml.get("name").to_owned(), format: xml.get("turnFormat").to_owned(), levels: levels(xml) }
    }

    /// What the tracker shows when a game starts without a state.
    pub(super) fn first(&self) -> Now {
        let mut now = Now { tracker: self.name.clone(), ..Now::default() };
        let mut level = self.levels.first();
        while let Some(l) = level {
            now.add(l, l.names.as_ref().map_or(l.start.to_string(), |names| names.first().cloned().unwrap_or_default()));
            level = l.levels.first();
        }
        now.finished(&self.format)
    }

    /// What the tracker shows in a saved state.
    pub(super) fn now(&self, state: &str) -> Now {
        let mut now = Now { tracker: self.name.clone(), ..Now::default() };
        let parts = items(state, '|');
        now.inner(&self.levels, &parts[0], &parts[1..], "the tracker", true);
        now.finished(&self.format)
    }
}

impl Now {
    fn add(&mut self, level: &Level, value: String) {
        if !level.property.is_empty() {
            self.properties.insert(level.property.clone(), value.clone());
        }
        self.levels.push(filled(&level.format, |key| (key == "value").then(|| value.clone())));
    }

    fn finished(mut self, format: &str) -> Now {
        let level = |key: &str| key.strip_prefix("level")?.parse::<usize>().ok()?.checked_sub(1);
        self.text = filled(format, |key| level(key).map(|n| self.levels.get(n).cloned().unwrap_or_default()));
        self
    }

    /// Levels side by side, of which one is current.
    fn inner(&mut self, levels: &[Level], current: &str, states: &[String], of: &str, counts: bool) {
        if states.len() != levels.len() {
            self.faults.push(format!("{of}: {} levels, but {} states", levels.len(), states.len()));
        }
        let current = current.parse::<usize>().unwrap_or(usize::MAX);
        if current >= levels.len().max(1) {
            self.faults.push(format!("{of}: no level of the current number"));
        }
        for (n, (level, state)) in levels.iter().zip(states).enumerate() {
            self.level(level, state, counts && n == current);
        }
    }

    fn level(&mut self, level: &Level, state: &str, counts: bool) {
        let (fields, of) = (items(state, ';'), format!("level {}", level.name));
        if fields.len() < 4 {
            self.faults.push(format!("{of}: only {} fields of state", fields.len()));
            return;
        }
        let value = match (&level.names, fields[0].parse::<i64>()) {
            (None, Ok(value)) => Some(value.to_string()),
            (Some(names), Ok(index)) => usize::try_from(index).ok().and_then(|n| names.get(n).cloned()),
            _ => None,
        };
        if value.is_none() {
            self.faults.push(format!("{of}: no such value: {:?}", fields[0]));
        }
        match &level.names {
            None if !matches!(fields[2].as_str(), "true" | "false") || fields[3].parse::<i64>().is_err() => {
                self.faults.push(format!("{of}: no proper loop and limit: {state:?}"));
            }
            Some(names) if list(&fields[3]).len() != names.len() => {
                self.faults.push(format!("{of}: {} names, but flags {:?}", names.len(), fields[3]));
            }
            Some(names) if fields[2].parse::<usize>().is_ok_and(|first| first < names.len()) => {}
            Some(_) => self.faults.push(format!("{of}: no such first name: {:?}", fields[2])),
            None => {}
        }
        if counts {
            self.add(level, value.unwrap_or_default());
        }
        self.inner(&level.levels, &fields[1], &fields[4..], &of, counts);
    }
}
