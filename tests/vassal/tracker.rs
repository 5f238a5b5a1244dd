//! The tracker gone through as VASSAL goes through it: forwards, to its end, and back.

use super::reader::Module;
use super::sequence::{items, list};
use super::tree::Xml;
use super::written::module;

/// A level of the tracker, in its state.
#[derive(Debug)]
struct Level {
    kind: Kind,
    current: i64,
    rolled: bool,
}

#[derive(Debug)]
enum Kind {
    List { names: Vec<String>, active: Vec<bool>, first: i64 },
    Counter { start: i64, step: i64, repeats: bool, limit: i64, text: String },
}

impl Level {
    fn read(xml: &Xml, state: Option<&String>) -> Level {
        let fields = state.map(|state| items(state, ';')).unwrap_or_default();
        let number = |n: usize| fields.get(n).and_then(|field| field.parse::<i64>().ok());
        if xml.kind() == "ListTurnLevel" {
            let names = list(xml.get("list"));
            let flags = fields.get(3).map(|flags| list(flags)).unwrap_or_default();
            let active = (0..names.len()).map(|n| flags.get(n).is_none_or(|flag| flag == "true")).collect();
            let kind = Kind::List { names, active, first: number(2).unwrap_or(0) };
            return Level { kind, current: number(0).unwrap_or(0), rolled: false };
        }
        let get = |name: &str| xml.get(name).parse::<i64>().unwrap();
        let kind = Kind::Counter {
            start: get("start"),
            step: get("incr"),
            repeats: fields.get(2).is_some_and(|field| field == "true"),
            limit: number(3).unwrap_or(-1),
            text: xml.get("turnFormat").to_owned(),
        };
        Level { kind, current: number(0).unwrap_or(get("start")), rolled: false }
    }

    fn text(&self) -> &str {
        match &self.kind {
            Kind::List { names, .. } => &names[usize::try_from(self.current).unwrap()],
            Kind::Counter { text, .. } => text,
        }
    }

    fn advance(&mut self) {
        self.rolled = false;
        match &self.kind {
            Kind::List { active, first, .. } => {
                let count = active.len() as i64;
                let mut done = false;
                for _ in 0..count {
                    self.current = (self.current + 1) % count;
                    self.rolled |= self.current == *first;
                    done = active[usize::try_from(self.current).unwrap()];
                    if done {
                        break;
                    }
                }
                self.rolled |= !done;
            }
            Kind::Counter { start, step, repeats, limit, .. } => {
                self.current += step;
                if *repeats && self.current > *limit {
                    self.current = *start;
                    self.rolled = true;
                }
            }
        }
    }

    fn retreat(&mut self) {
        self.rolled = false;
        match &self.kind {
            Kind::List { active, first, .. } => {
                let count = active.len() as i64;
                let mut done = false;
                for _ in 0..count {
                    self.rolled |= self.current == *first;
                    self.current = (self.current + count - 1) % count;
                    done = active[usize::try_from(self.current).unwrap()];
                    if done {
                        break;
                    }
                }
                self.rolled |= !done;
            }
            Kind::Counter { start, step, repeats, limit, .. } => {
                let old = self.current;
                self.current -= step;
                if *repeats && old <= *start {
                    self.current = *limit;
                    self.rolled = true;
                }
            }
        }
    }

    fn at(&mut self, low: bool) {
        self.rolled = false;
        match &self.kind {
            Kind::List { active, first, .. } => {
                let count = active.len() as i64;
                self.current = if low { *first } else { (*first + count - 1) % count };
                if !active[usize::try_from(self.current).unwrap()] {
                    if low { self.advance() } else { self.retreat() }
                }
                self.rolled = false;
            }
            Kind::Counter { start, limit, .. } => self.current = if low { *start } else { *limit },
        }
    }
}

struct Tracker {
    levels: Vec<Level>,
    current: usize,
}

impl Tracker {
    /// As a setup begins; an older save knows only so many levels.
    fn of(module: &Module, setup: &str, known: usize) -> Tracker {
        let tracker = module.tree.all(&["TurnTracker"])[0];
        let command = module.setup(setup).commands.iter().find_map(|command| command.strip_prefix("TURNTurnTracker0\t")).unwrap();
        let state = items(command, '|');
        let levels = tracker.children.iter().filter(|level| level.kind().ends_with("TurnLevel")).enumerate();
        let levels = levels.map(|(n, level)| Level::read(level, state.get(n + 1).filter(|_| n < known))).collect();
        Tracker { levels, current: state[0].parse().unwrap() }
    }

    fn goes(&mut self, on: bool, times: usize) -> &str {
        for _ in 0..times {
            let (from, count) = (self.current, self.levels.len());
            let level = &mut self.levels[from];
            if on {
                level.advance()
            } else {
                level.retreat()
            }
            while self.levels[self.current].rolled {
                self.current = (self.current + if on { 1 } else { count - 1 }) % count;
                if self.current == from {
                    break;
                }
                self.levels[self.current].at(on);
            }
        }
        self.levels[self.current].text()
    }
}

#[test]
fn one_step_back_leads_from_the_end_to_the_last_phase() {
    for name in ["modules/first-steps", "modules/bastogne-breakout"] {
        let (_, module) = module(name);
        for setup in &module.setups {
            for known in [3, 2] {
                let mut tracker = Tracker::of(&module, &setup.name, known);
                let first = tracker.goes(true, 0).to_owned();
                let mut last = first.clone();
                let mut steps = 0;
                while tracker.goes(true, 1) != "The game is over" {
                    last = tracker.goes(true, 0).to_owned();
                    steps += 1;
                    assert!(steps < 5_000, "{name}: {last}");
                }
                assert!(steps > 5, "{name}: {} {steps}", setup.name);
                assert_eq!(tracker.goes(true, 7), "The game is over", "however often");
                assert_eq!(tracker.goes(false, 1), last, "{name}: {}", setup.name);
                assert_eq!(tracker.goes(true, 1), "The game is over");
                // And from the first phase nobody comes to the end backwards.
                assert_eq!(tracker.goes(false, steps + 1), first);
                assert_eq!(tracker.goes(false, 1), "Before the game");
                assert_eq!(tracker.goes(true, 1), first);
                assert_eq!(tracker.goes(false, 5), "Before the game");
                assert_eq!(tracker.goes(true, 5), first);
            }
        }
    }
}
