//! Diagnostics as data: codes, messages, and the sink that collects them.
//!
//! Nothing here prints. `report/` words a [`Diag`] for people and machines; `source` finds its bytes.

pub mod codes;
mod count;
mod named;
mod near;
mod odd;
mod short;
mod sink;

pub use count::so_many;
pub use named::{DECLARED, HEX, LEVEL, Meant, Named, PRINTED, RESULT, Role, SHARED_BY_MODIFIERS, SHARED_BY_VALUES};
pub use near::{TooMany, decided, did_you_mean, nearest, suggested};
pub use odd::{is_unseen, odd_in_hex, odd_sign};
pub use short::shortened;
pub use sink::{Exemption, Finished, Level, Levels, Omitted, Sink, Unchecked};

use crate::span::Place;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game is wrong; nothing is built from it.
    Error,
    /// The game can be built, but this is probably not what was meant.
    Warning,
    /// Nothing contradicts it, but a careful reader would ask: never more than a question, and no reason to end with 1.
    Hint,
}

impl Severity {
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        }
    }
}

/// A kind of fault: its permanent code, its name, and the text that explains it.
#[derive(Debug)]
pub struct Rule {
    /// `M0403`; never reused.
    pub code: &'static str,
    /// Kebab-case, named after the fault.
    pub name: &'static str,
    /// How bad, unless the author sets a level.
    pub severity: Severity,
    /// What it checks, why, an example before and after: Markdown, for `muster explain` and docs/checks.md.
    pub docs: &'static str,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}
impl Eq for Rule {}

/// What a diagnostic is about, so that an exemption can name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// Ids of the scenarios.
    pub scenarios: Vec<String>,
    /// Printed number of the hex.
    pub hex: Option<String>,
    /// Id of the box or track.
    pub off_map: Option<String>,
    /// Ids of the units.
    pub units: Vec<String>,
}

/// One fault, found at one place.
#[derive(Clone, Debug)]
pub struct Diag {
    /// Which kind of fault.
    pub rule: &'static Rule,
    /// How bad, after levels.
    pub severity: Severity,
    /// A lower-case phrase: the thing, and found against expected.
    pub message: String,
    /// Where to edit.
    pub place: Place,
    /// A few words under the underlined place.
    pub label: Option<String>,
    /// Other places that matter, with a few words each.
    pub related: Vec<(Place, String)>,
    /// What to do.
    pub help: Option<String>,
    /// The number in the printed rules.
    pub printed_rule: Option<String>,
    /// What it is about.
    pub subject: Subject,
    /// Diagnostics of one code with equal keys are one mistake made many times.
    pub fold_key: Option<String>,
    /// The other places of that mistake, once the sink has folded them: the first of them, each with its own message where
    /// that is another.
    pub repeats: Vec<(Place, Option<String>)>,
    /// How many other places there are besides.
    pub more_repeats: usize,
    /// How many related places there are besides.
    pub more_related: usize,
}

/// So many related places are held; people see six of them.
const RELATED: usize = 100;

impl Diag {
    /// A diagnostic of this rule's own severity.
    pub fn new(rule: &'static Rule, place: impl Into<Place>, message: impl Into<String>) -> Self {
        Diag {
            rule,
            severity: rule.severity,
            message: message.into(),
            place: place.into(),
            label: None,
            related: Vec::new(),
            help: None,
            printed_rule: None,
            subject: Subject::default(),
            fold_key: None,
            repeats: Vec::new(),
            more_repeats: 0,
            more_related: 0,
        }
    }

    /// Adds an act that mends it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the act, if there is one.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Adds words under the underlined place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds another place that matters.
    #[must_use]
    pub fn related(mut self, place: impl Into<Place>, what: impl Into<String>) -> Self {
        if self.related.len() < RELATED {
            self.related.push((place.into(), what.into()));
        } else {
            self.more_related += 1;
        }
        self
    }

    /// The names one of which was probably meant, if the help or the message says any.
    pub fn meant(&self) -> impl Iterator<Item = &str> {
        self.help.as_deref().into_iter().chain([self.message.as_str()]).flat_map(suggested)
    }

    /// How often the mistake was made besides.
    pub fn repeated(&self) -> usize {
        self.repeats.len() + self.more_repeats
    }

    /// Each of the other places, with what is said of it.
    pub fn others(&self) -> impl Iterator<Item = (&Place, &str)> {
        self.repeats.iter().map(move |(place, own)| (place, own.as_deref().unwrap_or(&self.message)))
    }

    /// Adds another place of the same mistake; the message is this one's if none is given.
    fn again(&mut self, place: Place, message: Option<String>) {
        let own = message.filter(|message| *message != self.message);
        self.repeats.push((place, own));
    }

    /// With all words cut to what can be read.
    fn bounded(self) -> Self {
        Diag {
            message: shortened(self.message),
            label: self.label.map(shortened),
            related: self.related.into_iter().map(|(place, what)| (place, shortened(what))).collect(),
            help: self.help.map(shortened),
            printed_rule: self.printed_rule.map(shortened),
            ..self
        }
    }

    /// Adds the number in the printed rules.
    #[must_use]
    pub fn printed_rule(mut self, rule: Option<&str>) -> Self {
        self.printed_rule = rule.map(str::to_owned);
        self
    }

    /// Says that equal keys are the same mistake.
    #[must_use]
    pub fn folded_by(mut self, key: impl Into<String>) -> Self {
        self.fold_key = Some(key.into());
        self
    }

    /// Names the scenario it is about.
    #[must_use]
    pub fn in_scenario(mut self, scenario: &str) -> Self {
        self.subject.scenarios.push(scenario.to_owned());
        self
    }

    /// Names the hex it is about.
    #[must_use]
    pub fn at_hex(mut self, hex: impl Into<String>) -> Self {
        self.subject.hex = Some(hex.into());
        self
    }

    /// Names the box or track it is about.
    #[must_use]
    pub fn in_box(mut self, id: &str) -> Self {
        self.subject.off_map = Some(id.to_owned());
        self
    }

    /// Names a unit it is about.
    #[must_use]
    pub fn of_unit(mut self, unit: &str) -> Self {
        self.subject.units.push(unit.to_owned());
        self
    }
}
