//! The short way: whether a file is right, without finding out what is wrong with it.
//!
//! Our schemas need few keywords, and most files are right. The full validator takes longer to make than a small game takes
//! to read; so it is made for the first file that does not pass here. What is not understood here never passes.

use std::borrow::Cow;
use std::sync::OnceLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::shape::ANNOTATIONS;
use crate::source::{NodeKind, NodeRef, Tree};

/// A schema in the form in which a tree is passed by it.
pub(super) struct Quick {
    rules: Vec<Rule>,
}

/// What one schema asks of a value.
struct Rule {
    /// The kinds of value that it may be.
    kinds: u8,
    /// Whether any text will do.
    any_text: bool,
    words: Option<Vec<Box<str>>>,
    form: Option<Form>,
    letters: Bounds<usize>,
    range: Bounds<f64>,
    multiple: Option<i32>,
    elements: Bounds<usize>,
    element: Option<usize>,
    fields: Option<Fields>,
    /// Schemas that it must also pass.
    also: Vec<usize>,
    /// By its `kind`, what it must also pass.
    cases: Vec<(Box<str>, usize)>,
    /// Whether there is more in it than is understood here.
    unsure: bool,
}

#[derive(Clone, Copy, Default)]
struct Bounds<T> {
    least: Option<T>,
    most: Option<T>,
}

impl<T: PartialOrd> Bounds<T> {
    fn hold(&self, value: &T) -> bool {
        self.least.as_ref().is_none_or(|least| least <= value) && self.most.as_ref().is_none_or(|most| value <= most)
    }
}

struct Fields {
    known: Vec<(Box<str>, usize)>,
    /// A bit for each of them that must be there.
    required: u128,
    /// What other fields must pass; nothing if there may be none.
    others: Option<usize>,
}

/// The form of a text.
enum Form {
    /// `?` alone.
    Mark,
    /// A word: no blank, and nothing that divides.
    Word,
    Other(Box<str>, OnceLock<Option<Regex>>),
}

impl Rule {
    /// Anything at all.
    fn any() -> Rule {
        Rule {
            kinds: u8::MAX,
            any_text: true,
            words: None,
            form: None,
            letters: Bounds::default(),
            range: Bounds::default(),
            multiple: None,
            elements: Bounds::default(),
            element: None,
            fields: None,
            also: Vec::new(),
            cases: Vec::new(),
            unsure: false,
        }
    }

    /// What never passes.
    fn unsure() -> Rule {
        Rule { unsure: true, ..Rule::any() }
    }
}

const NULL: u8 = 1;
const TRUTH: u8 = 2;
const WHOLE: u8 = 4;
const NUMBER: u8 = 8;
const TEXT: u8 = 16;
const LIST: u8 = 32;
const OBJECT: u8 = 64;

/// The number of the first rule, which is the file's.
const ROOT: usize = 0;

impl Quick {
    pub(super) fn new(schema: &Value) -> Quick {
        let mut maker = Maker { schema, rules: Vec::new(), named: Vec::new() };
        maker.rule(schema);
        Quick { rules: maker.rules }
    }

    /// Whether a tree is surely right.
    pub(super) fn passes(&self, tree: &Tree) -> bool {
        tree.root().is_none_or(|root| self.pass(ROOT, root))
    }

    fn pass(&self, rule: usize, value: NodeRef<'_>) -> bool {
        let Some(rule) = self.rules.get(rule).filter(|rule| !rule.unsure) else { return false };
        let node = value.node();
        let kind = match node.kind {
            NodeKind::Null => NULL,
            NodeKind::True | NodeKind::False => TRUTH,
            NodeKind::Number => NUMBER,
            NodeKind::List => LIST,
            NodeKind::Object => OBJECT,
            _ => TEXT,
        };
        let whole = || kind == NUMBER && rule.kinds & WHOLE != 0 && is_whole(value.raw());
        if rule.kinds & kind == 0 && !whole() {
            return false;
        }
        let right = match kind {
            TEXT => rule.pass_text(value, node.kind),
            // Only words are listed and given.
            _ if rule.words.is_some() => false,
            NUMBER => rule.pass_number(value.raw()),
            LIST => self.pass_list(rule, value),
            OBJECT => self.pass_object(rule, value),
            _ => true,
        };
        right && rule.also.iter().all(|also| self.pass(*also, value))
    }

    fn pass_list(&self, rule: &Rule, list: NodeRef<'_>) -> bool {
        let mut count = 0;
        for element in list.elements() {
            count += 1;
            if rule.element.is_some_and(|rule| !self.pass(rule, element)) {
                return false;
            }
        }
        rule.elements.hold(&count)
    }

    fn pass_object(&self, rule: &Rule, object: NodeRef<'_>) -> bool {
        if !rule.cases.is_empty() {
            let kind = object.get("kind").and_then(NodeRef::text);
            let case = kind.and_then(|kind| rule.cases.iter().find(|(name, _)| **name == *kind));
            if !case.is_some_and(|(_, case)| self.pass(*case, object)) {
                return false;
            }
        }
        let Some(fields) = &rule.fields else { return true };
        let (mut seen, mut next) = (0, 0);
        for member in object.members() {
            match fields.find(&member.name, next) {
                Some((n, rule)) => {
                    // A field that is there twice has been told; which of the two counts is not decided here.
                    if seen & (1 << n) != 0 || !self.pass(rule, member.value) {
                        return false;
                    }
                    seen |= 1 << n;
                    next = n + 1;
                }
                None if fields.others.is_some_and(|others| self.pass(others, member.value)) => {}
                None => return false,
            }
        }
        seen & fields.required == fields.required
    }
}

impl Rule {
    fn pass_text(&self, value: NodeRef<'_>, kind: NodeKind) -> bool {
        if self.any_text {
            return true;
        }
        let text = if kind == NodeKind::Text { Cow::Borrowed(value.raw()) } else { value.text().unwrap_or_default() };
        self.words.as_ref().is_none_or(|words| words.iter().any(|word| **word == *text))
            && self.form.as_ref().is_none_or(|form| form.fits(&text))
            // Never more letters than bytes; only where that is too many are the letters counted.
            && (self.letters.least.is_none_or(|least| least <= text.len().div_ceil(4)) && self.letters.most.is_none_or(|most| text.len() <= most)
                || self.letters.hold(&text.chars().count()))
    }

    fn pass_number(&self, number: &str) -> bool {
        if self.multiple.is_none() && self.range.least.is_none() && self.range.most.is_none() {
            return true;
        }
        // What has few digits is exact either way.
        let small = number.parse::<i32>();
        let multiple = |of: i32| small.as_ref().is_ok_and(|number| number.checked_rem(of) == Some(0));
        let exact = || small.as_ref().map_or_else(|_| number.parse(), |number| Ok(f64::from(*number)));
        self.multiple.is_none_or(multiple) && exact().is_ok_and(|number| self.range.hold(&number))
    }
}

/// Whether a number is surely a whole one.
fn is_whole(number: &str) -> bool {
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
    (1..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

impl Fields {
    /// The field of a name: most often the one after the last, as authors write their fields in one order.
    fn find(&self, name: &str, next: usize) -> Option<(usize, usize)> {
        let (before, after) = self.known.split_at_checked(next)?;
        let is = |(_, (known, _)): &(usize, &(Box<str>, usize))| **known == *name;
        let found = after.iter().enumerate().find(is).map(|(n, field)| (next + n, field));
        let found = found.or_else(|| before.iter().enumerate().find(is));
        found.map(|(n, (_, rule))| (n, *rule))
    }
}

impl Form {
    fn new(pattern: &str) -> Form {
        match pattern {
            "^\\?$" => Form::Mark,
            r"^[^\s|@/,;]+$" => Form::Word,
            _ => Form::Other(pattern.into(), OnceLock::new()),
        }
    }

    fn fits(&self, text: &str) -> bool {
        // JSON Schema and Rust do not agree on whether these two are blanks.
        let disputed = |c: char| matches!(c, '\u{85}' | '\u{feff}');
        match self {
            Form::Mark => text == "?",
            Form::Word if text.is_ascii() => {
                !text.is_empty() && !text.bytes().any(|b| b <= b' ' || matches!(b, b'|' | b'@' | b'/' | b',' | b';'))
            }
            Form::Word => {
                let divides = |c: char| c.is_whitespace() || disputed(c) || matches!(c, '|' | '@' | '/' | ',' | ';');
                !text.is_empty() && !text.contains(divides)
            }
            Form::Other(pattern, made) => {
                let form = made.get_or_init(|| Regex::new(pattern).ok());
                form.as_ref().is_some_and(|form| form.is_match(text)) && !text.contains(disputed)
            }
        }
    }
}

/// Makes rules of schemas.
struct Maker<'s> {
    schema: &'s Value,
    rules: Vec<Rule>,
    /// The rules of references.
    named: Vec<(&'s str, usize)>,
}

impl<'s> Maker<'s> {
    fn rule(&mut self, schema: &'s Value) -> usize {
        // Its number is taken before what is in it is made: types may contain themselves.
        let at = self.rules.len();
        self.rules.push(Rule::unsure());
        let rule = match schema {
            Value::Object(map) => self.make(map).unwrap_or_else(Rule::unsure),
            Value::Bool(true) => Rule::any(),
            _ => Rule::unsure(),
        };
        if let Some(slot) = self.rules.get_mut(at) {
            *slot = rule;
        }
        at
    }

    /// The rule of a schema; nothing if there is anything in it that is not understood.
    fn make(&mut self, schema: &'s Map<String, Value>) -> Option<Rule> {
        let mut rule = Rule::any();
        for (key, value) in schema {
            let count = || usize::try_from(value.as_u64()?).ok();
            match key.as_str() {
                "$schema" | "$defs" => {}
                // These three go together, below.
                "properties" | "required" | "additionalProperties" => {}
                key if ANNOTATIONS.contains(&key) => {}
                "type" => rule.kinds = kinds(value)?,
                "const" => rule.words = Some(vec![value.as_str()?.into()]),
                "enum" => rule.words = Some(value.as_array()?.iter().map(|w| Some(w.as_str()?.into())).collect::<Option<_>>()?),
                "pattern" => rule.form = Some(Form::new(value.as_str()?)),
                "minLength" => rule.letters.least = Some(count()?),
                "maxLength" => rule.letters.most = Some(count()?),
                "minItems" => rule.elements.least = Some(count()?),
                "maxItems" => rule.elements.most = Some(count()?),
                "minimum" => rule.range.least = Some(value.as_f64()?),
                "maximum" => rule.range.most = Some(value.as_f64()?),
                "multipleOf" => rule.multiple = Some(i32::try_from(value.as_i64()?).ok()?),
                "items" => rule.element = Some(self.rule(value)),
                "$ref" => rule.also.push(self.reference(value.as_str()?)?),
                "allOf" => rule.cases = value.as_array()?.iter().map(|case| self.case(case)).collect::<Option<_>>()?,
                _ => return None,
            }
        }
        rule.fields = self.fields(schema)?;
        let letters = rule.letters.least.is_some() || rule.letters.most.is_some();
        rule.any_text = rule.words.is_none() && rule.form.is_none() && !letters;
        Some(rule)
    }

    fn fields(&mut self, schema: &'s Map<String, Value>) -> Option<Option<Fields>> {
        let (known, required) = (schema.get("properties"), schema.get("required"));
        let others = schema.get("additionalProperties");
        if known.is_none() && required.is_none() && others.is_none() {
            return Some(None);
        }
        let mut fields = Fields { known: Vec::new(), required: 0, others: None };
        for (name, schema) in known.and_then(Value::as_object).into_iter().flatten() {
            fields.known.push((name.as_str().into(), self.rule(schema)));
        }
        for name in required.and_then(Value::as_array).into_iter().flatten() {
            let (n, _) = fields.find(name.as_str()?, 0)?;
            fields.required |= 1_u128.checked_shl(u32::try_from(n).ok()?)?;
        }
        fields.others = match others {
            Some(Value::Bool(false)) => None,
            Some(others) => Some(self.rule(others)),
            None => Some(self.rule(&Value::Bool(true))),
        };
        (fields.known.len() <= 128).then_some(Some(fields))
    }

    fn reference(&mut self, to: &'s str) -> Option<usize> {
        if let Some((_, known)) = self.named.iter().find(|(name, _)| *name == to) {
            return Some(*known);
        }
        let target = self.schema.pointer(to.strip_prefix('#')?)?;
        self.named.push((to, self.rules.len()));
        Some(self.rule(target))
    }

    /// `if` it is of a kind, `then` it is so.
    fn case(&mut self, case: &'s Value) -> Option<(Box<str>, usize)> {
        let kind = case.pointer("/if/properties/kind/const")?.as_str()?;
        let asked = serde_json::json!({ "properties": { "kind": { "const": kind } }, "required": ["kind"] });
        (case.as_object()?.len() == 2 && case.get("if") == Some(&asked)).then_some(())?;
        Some((kind.into(), self.rule(case.get("then")?)))
    }
}

fn kinds(value: &Value) -> Option<u8> {
    let one = |word: &Value| {
        Some(match word.as_str()? {
            "null" => NULL,
            "boolean" => TRUTH,
            "integer" => WHOLE,
            "number" => NUMBER,
            "string" => TEXT,
            "array" => LIST,
            "object" => OBJECT,
            _ => return None,
        })
    };
    match value {
        Value::Array(words) => words.iter().map(one).try_fold(0, |all, word| Some(all | word?)),
        _ => one(value),
    }
}

#[cfg(all(test, feature = "explain"))]
mod tests {
    use serde_json::json;

    use super::super::{PUBLISHED, shape, tape};
    use super::*;
    use crate::source::{Disk, World, parse_json};

    fn tree(value: &Value) -> Tree {
        parse_json(value.to_string()).0
    }

    #[test]
    fn every_published_schema_is_understood() {
        for published in PUBLISHED {
            let unsure = Quick::new(&published.json()).rules.iter().filter(|rule| rule.unsure).count();
            assert_eq!(unsure, 0, "{}", published.name);
        }
        assert!(!Quick::new(&json!({ "oneOf": [true] })).passes(&tree(&json!(1))), "what is not understood never passes");
    }

    /// The pointers of all values in a value.
    fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
        all.push(at.to_owned());
        match value {
            Value::Object(map) => map.iter().for_each(|(name, child)| {
                pointers(child, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), all);
            }),
            Value::Array(list) => list.iter().enumerate().for_each(|(n, child)| pointers(child, &format!("{at}/{n}"), all)),
            _ => {}
        }
    }

    /// What an author might have written instead.
    fn instead(value: &Value) -> Vec<Value> {
        let mut all = vec![
            Value::Null,
            json!(true),
            json!(0),
            json!(-1),
            json!(45),
            json!(90),
            json!(1.5),
            json!(99_999_999_999_i64),
            json!(""),
            json!("?"),
            json!("two words"),
            json!("word"),
            json!("wörd"),
            json!("a|b"),
            json!("1/2"),
            json!("#a0b1c2"),
            json!("x.PNG"),
            json!("first 1/2 stop"),
            json!("x".repeat(3000)),
            json!([]),
            json!({}),
            json!([value]),
            json!({ "zz": value }),
        ];
        if let Value::Object(map) = value {
            all.extend(map.keys().map(|gone| {
                let rest = map.iter().filter(|(name, _)| *name != gone);
                Value::Object(rest.map(|(name, child)| (name.clone(), child.clone())).collect())
            }));
            let mut more = map.clone();
            more.insert("zz".to_owned(), json!(1));
            all.push(Value::Object(more));
        }
        all
    }

    #[test]
    fn the_short_way_and_the_full_one_agree() {
        let modules = Disk::open(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("modules")).unwrap();
        let (mut right, mut wrong) = (0, 0);
        for published in PUBLISHED {
            let json = published.json();
            let (quick, full) = (Quick::new(&json), tape::compile(&shape::bare(&json)));
            let paths = ["first-steps/", "bastogne-breakout/", "first-steps/scenarios/", "bastogne-breakout/scenarios/"];
            let names = [published.name, "crossing", "breakout"]
                .into_iter()
                .filter(|name| (*name == published.name) != (published.name == "scenario"));
            let files = names.flat_map(|name| paths.map(|path| format!("{path}{name}.json")));
            let texts = files.filter_map(|path| String::from_utf8(modules.read(&path).ok()?).ok());
            let read = texts.filter_map(|text| Some(parse_json(text).0.root()?.to_value()));
            // Lists that are sheets there: the rows that the schema itself shows.
            let shown = json.get("$defs").and_then(Value::as_object).into_iter().flatten();
            let shown = shown.filter(|_| json.get("items").is_some()).filter_map(|(_, schema)| schema.get("examples").cloned());
            for value in read.chain(shown) {
                assert!(quick.passes(&tree(&value)), "{}", published.name);
                let mut places = Vec::new();
                pointers(&value, "", &mut places);
                let changes: Vec<(&String, Value)> = places
                    .iter()
                    .flat_map(|at| instead(value.pointer(at).unwrap()).into_iter().map(move |other| (at, other)))
                    .collect();
                // Not all, for that takes minutes; in odd steps, so that every kind of change comes up somewhere.
                let step = (changes.len() / 100).max(20) | 1;
                for (at, other) in changes.into_iter().step_by(step) {
                    let mut changed = value.clone();
                    let said = other.to_string();
                    *changed.pointer_mut(at).unwrap() = other;
                    let tree = tree(&changed);
                    let passes = tape::passes(&full, &tree);
                    assert_eq!(quick.passes(&tree), passes, "{} at {at}: {said}", published.name);
                    if passes { right += 1 } else { wrong += 1 }
                }
            }
        }
        assert!(right > 200 && wrong > 1000, "{right} right and {wrong} wrong ones were tried");
    }
}
