//! The files of a game as text, and edits at the very place, so that everything around it stays as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::source::{Member, NodeRef, Shape, parse_json};

/// Some editors begin a file with it.
pub(super) const MARK: char = '\u{feff}';

/// Files by their paths in the game's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    texts: BTreeMap<String, String>,
    /// Files that are there and are no text, such as workbooks: a step that would have to change one must say so.
    pub others: BTreeSet<String>,
}

impl Files {
    /// No files yet.
    pub fn new() -> Self {
        Files::default()
    }

    /// The text of a file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// Adds a file, or replaces it.
    pub fn set(&mut self, path: &str, text: impl Into<String>) {
        self.texts.insert(path.to_owned(), text.into());
    }

    /// Takes a file away.
    pub fn remove(&mut self, path: &str) -> Option<String> {
        self.texts.remove(path)
    }

    /// All files, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The paths of all files whose name ends so: `.json`.
    pub fn paths(&self, ending: &str) -> Vec<String> {
        self.texts.keys().filter(|path| path.ends_with(ending)).cloned().collect()
    }

    /// Edits a JSON file: looks at its tree, collects edits, and makes them all. Gives how many there were.
    ///
    /// # Errors
    /// If there is no such file, it is no JSON, or two edits overlap; then it stays as it is.
    pub fn edit(&mut self, path: &str, edit: impl FnOnce(NodeRef<'_>, &mut Edits)) -> Result<usize, String> {
        let text = self.texts.get(path).ok_or_else(|| format!("there is no text file {path}"))?;
        let body = text.trim_start_matches(MARK);
        let mark = if body.len() < text.len() { "\u{feff}" } else { "" };
        let (tree, faults) = parse_json(body.to_owned());
        let Some(root) = tree.root() else {
            let why = faults.first().map_or("it is empty", |fault| fault.message());
            return Err(format!("{path} cannot be read: {why}"));
        };
        let mut edits = Edits::default();
        edit(root, &mut edits);
        let count = edits.list.len();
        let edited = edits.apply(body).map_err(|why| format!("{path}: {why}"))?;
        self.set(path, format!("{mark}{edited}"));
        Ok(count)
    }

    /// Renames a heading of a sheet, and tells whether it was there. The heading is compared without blanks around it.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn rename_heading(&mut self, path: &str, from: &str, to: &str) -> Result<bool, String> {
        let text = self.texts.get(path).ok_or_else(|| format!("there is no text file {path}"))?;
        let Some(range) = heading(text, from) else { return Ok(false) };
        let mut edited = text.clone();
        edited.replace_range(range, to);
        self.set(path, edited);
        Ok(true)
    }
}

/// Where a heading stands: in the first row that is neither blank nor a remark.
fn heading(text: &str, name: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches(MARK).trim();
        if bare.trim_matches([',', ';', '\t']).is_empty() || bare.starts_with('#') {
            at += line.len();
            continue;
        }
        // The divider that occurs most is the divider.
        let count = |c: char| line.matches(c).count();
        let divider = [',', ';', '\t'].into_iter().max_by_key(|c| count(*c)).unwrap_or(',');
        let mut start = at;
        for cell in line.split(divider) {
            let inner = cell.trim_start_matches(MARK).trim().trim_matches('"').trim();
            if inner == name {
                let from = start + cell.find(inner).unwrap_or(0);
                return Some(from..from + inner.len());
            }
            start += cell.len() + divider.len_utf8();
        }
        return None;
    }
    None
}

/// Edits of one text.
#[derive(Debug, Default)]
pub struct Edits {
    list: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Gives a member of an object another name.
    pub fn rename(&mut self, member: &Member<'_>, name: &str) {
        let span = member.value.tree.key_span(member.key).range();
        let quoted = serde_json::Value::from(name).to_string();
        let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or(name);
        self.list.push((span, inner.to_owned()));
    }

    /// Gives the member of that name, if there is one, another; tells whether there was.
    pub fn rename_key(&mut self, object: NodeRef<'_>, from: &str, to: &str) -> bool {
        let member = object.members().find(|member| member.name == from);
        member.iter().for_each(|member| self.rename(member, to));
        member.is_some()
    }

    /// Writes other JSON instead of a value.
    pub fn replace(&mut self, value: NodeRef<'_>, json: &str) {
        let node = value.node();
        let mut range = node.start as usize..node.end as usize;
        // The place of a text is what stands between its quotes.
        if value.shape() == Shape::Text {
            range = range.start.saturating_sub(1)..range.end + 1;
        }
        self.list.push((range, json.to_owned()));
    }

    /// Writes something behind a value: another member of its object.
    pub fn add_after(&mut self, value: NodeRef<'_>, text: &str) {
        let end = value.node().end as usize + usize::from(value.shape() == Shape::Text);
        self.list.push((end..end, text.to_owned()));
    }

    fn apply(mut self, text: &str) -> Result<String, String> {
        self.list.sort_by_key(|(range, _)| (range.start, range.end));
        let overlap = self.list.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a.end > b.start));
        if overlap {
            return Err("two edits of one step overlap".to_owned());
        }
        let mut edited = String::with_capacity(text.len());
        let mut at = 0;
        for (range, with) in &self.list {
            edited.push_str(text.get(at..range.start).ok_or("an edit lies outside the text")?);
            edited.push_str(with);
            at = range.end;
        }
        edited.push_str(text.get(at..).ok_or("an edit lies outside the text")?);
        Ok(edited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, edit: impl FnOnce(NodeRef<'_>, &mut Edits)) -> Result<String, String> {
        let mut files = Files::new();
        files.set("a.json", text);
        files.edit("a.json", edit)?;
        Ok(files.get("a.json").unwrap().to_owned())
    }

    #[test]
    fn only_the_place_changes() {
        let text = "{ // why\n  \"a\" : \"x\", /* b */ \"b\": [1, {\"c\": true}],\n}\n";
        let renamed = edited(text, |root, edits| {
            assert!(edits.rename_key(root, "a", "ä\"q"));
            assert!(!edits.rename_key(root, "none", "x"));
            edits.replace(root.get("a").unwrap(), "\"y\"");
            let second = root.get("b").unwrap().elements().nth(1).unwrap();
            edits.replace(second, "null");
        });
        assert_eq!(renamed.unwrap(), "{ // why\n  \"ä\\\"q\" : \"y\", /* b */ \"b\": [1, null],\n}\n");
        assert_eq!(edited("\u{feff}{}", |_, _| {}).unwrap(), "\u{feff}{}");
        let twice = edited(text, |root, edits| {
            edits.replace(root.get("b").unwrap(), "1");
            edits.replace(root.get("b").unwrap().elements().next().unwrap(), "2");
        });
        assert_eq!(twice.unwrap_err(), "a.json: two edits of one step overlap");
    }

    #[test]
    fn a_heading_is_renamed_in_its_row_only() {
        let mut files = Files::new();
        files.set("u.csv", "\u{feff}# size,,\n\nid;\"size\"; name\n1;size;a,b,c\n");
        assert_eq!(files.rename_heading("u.csv", "size", "strength"), Ok(true));
        assert_eq!(files.rename_heading("u.csv", "name", "title"), Ok(true));
        assert_eq!(files.rename_heading("u.csv", "1", "x"), Ok(false));
        assert_eq!(files.get("u.csv").unwrap(), "\u{feff}# size,,\n\nid;\"strength\"; title\n1;size;a,b,c\n");
    }
}
