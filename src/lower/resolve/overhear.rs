//! Words in the pieces of the rules that no type tells from other words: codes of results, columns of caps, levels of
//! victory, and what only an editor asks for.

use super::super::columns::Bound;
use super::super::results::{Code, Whose};
use super::Resolver;
use crate::diag::{DECLARED, Diag, LEVEL, Role, SHARED_BY_MODIFIERS, SHARED_BY_VALUES, codes, so_many};
use crate::model::TableId;
use crate::source::{NodeRef, Shape};

impl Resolver<'_> {
    /// Words in a piece that no type tells from other words: codes that must be known, the others for whoever listens.
    /// `base` is the entry that the piece changes.
    pub(in crate::lower) fn overhear(&self, kind: &str, node: NodeRef<'_>, base: Option<NodeRef<'_>>) {
        let listens = self.sink.borrow().listens();
        let table = || {
            let name = node.get("table").or_else(|| base?.get("table"))?.text()?;
            self.names.tables.get(&name)
        };
        match kind {
            "Combat" => {
                let whose = Whose::Ends(table().into_iter().collect());
                // Two words are no codes there.
                let code = |node: &NodeRef<'_>| node.text().is_some_and(|text| text != "clamp" && text != "forbidden");
                for end in ["below", "above", "raw-below", "raw-above"] {
                    self.codes_in(node.get(end).filter(code), &whose);
                }
                let Some(table) = table() else { return };
                caps(node).for_each(|cap| self.bounds_in(cap, None, Some(table)));
            }
            // Inside its combat it is looked at with that one's table.
            "Cap" if base.is_some() => self.bounds_in(node, base, None),
            "Effect" => match node.get("kind").and_then(NodeRef::text).as_deref() {
                Some("result") => self.codes_in(node.get("code"), &Whose::Battle),
                Some("choose") => self.names_of_choices(node),
                Some("win") => {
                    let level = node.get("level");
                    if listens {
                        self.words_in(level, LEVEL);
                    }
                    self.won.borrow_mut().extend(level.and_then(|node| Some((self.place(node), node.text()?.into_owned()))));
                }
                _ => {}
            },
            _ if !listens => {}
            "Condition" => {
                self.codes_in(node.get("result"), &Whose::Any);
                self.words_in(node.get("declared"), DECLARED);
            }
            "Value" => self.words_in(node.get("once"), SHARED_BY_VALUES),
            "Mod" => self.words_in(node.get("once"), SHARED_BY_MODIFIERS),
            "Policy" => self.codes_in(node.get("on"), &Whose::Of(table().into_iter().collect())),
            _ => {}
        }
    }

    /// Either every choice has a name, or none.
    fn names_of_choices(&self, node: NodeRef<'_>) {
        let list = |field: &str| node.get(field).filter(|list| list.shape() == Shape::List);
        let (Some(names), Some(choices)) = (list("names"), list("choices")) else { return };
        let (named, choices) = (names.elements().count(), choices.elements().count());
        if named != choices {
            let message = format!("{} for {}", so_many(named, "name", "names"), so_many(choices, "choice", "choices"));
            let diag = Diag::new(&codes::UNCLEAR_ENTRY, self.place(names), message);
            self.sink.borrow_mut().report(diag.help("give each choice its name, in the order of `choices`"));
        }
    }

    /// A code of a result, or a list of them.
    fn codes_in(&self, node: Option<NodeRef<'_>>, whose: &Whose) {
        for node in node.into_iter().flat_map(texts) {
            let code = node.text().unwrap_or_default().into_owned();
            self.codes.borrow_mut().push(Code { place: self.place(node), code, whose: whose.clone(), own: None });
        }
    }

    /// The columns that a cap names, perhaps one that changes another.
    fn bounds_in(&self, cap: NodeRef<'_>, base: Option<NodeRef<'_>>, table: Option<TableId>) {
        let of = cap.get("of").or_else(|| base?.get("of")).and_then(NodeRef::text);
        for end in ["lowest", "highest"].into_iter().filter(|_| of.as_deref() == Some("columns")) {
            let Some((node, column)) = cap.get(end).and_then(|node| Some((node, node.text()?.into_owned()))) else { continue };
            self.bounds.borrow_mut().push(Bound { place: self.place(node), column, table });
        }
    }

    /// A word that means whatever is called so, or a list of them.
    fn words_in(&self, node: Option<NodeRef<'_>>, kind: &'static str) {
        for node in node.into_iter().flat_map(texts) {
            let word = node.text().unwrap_or_default();
            self.sink.borrow_mut().hear_word(kind, &word, &self.place(node), Role::Refers);
        }
    }
}

fn caps(combat: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    combat.get("caps").into_iter().flat_map(|caps| caps.elements())
}

/// A text, or the texts of a list.
fn texts(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    std::iter::once(node).chain(node.elements()).filter(|node| node.shape() == Shape::Text)
}
