//! A name that is spelt otherwise where it is declared than wherever it is used: one word is wrong, and every use of it
//! seems to be. If the game has nothing against it once the declaration is changed, the declaration is blamed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Compiled;
use super::cause::{blaming, said};
use crate::diag::{Diag, codes, nearest};
use crate::source::{Files, NodeRef, Otherwise, World};
use crate::span::{FileId, Origin, Place};

/// So many uses must be wrong before the declaration can be.
const USES: usize = 3;
/// So many names that are near are tried.
const TRIED: usize = 3;

/// Where something is declared.
struct Declared {
    name: String,
    /// The object that has it.
    origin: Origin,
    field: &'static str,
    bytes: Range<usize>,
}

/// Looks for a declaration that is to blame for unknown names, and leaves only that.
pub(super) fn blamed(world: &dyn World, compiled: Compiled, again: &dyn Fn(&dyn World) -> Compiled) -> Compiled {
    let Some((wanted, uses)) = unknown(&compiled) else { return compiled };
    let declared = declarations(&compiled.files);
    // The same word may be the id of something else.
    let mut names: BTreeSet<&str> = declared.iter().map(|one| one.name.as_str()).filter(|name| *name != wanted).collect();
    for _ in 0..TRIED {
        let Some(near) = nearest(&wanted, names.iter().copied()) else { break };
        names.remove(near);
        let mut so_called = declared.iter().filter(|one| one.name == near);
        if let (Some(one), None) = (so_called.next(), so_called.next())
            && let Some(other) = otherwise(world, &compiled, one, &wanted, again)
        {
            let message = format!("nothing names `{near}`, and {uses} places name `{wanted}`");
            let diag = Diag::new(&codes::UNKNOWN_NAME, Place::from(one.origin).field(one.field), message);
            let help = format!("write `{wanted}` here, or `{near}` everywhere");
            return blaming(compiled, &other, diag.help(help), |_| true);
        }
    }
    compiled
}

/// The game with another name in a declaration, if that mends something and breaks nothing.
fn otherwise(
    world: &dyn World,
    compiled: &Compiled,
    one: &Declared,
    wanted: &str,
    again: &dyn Fn(&dyn World) -> Compiled,
) -> Option<Compiled> {
    let file = compiled.files.get(one.origin.file)?;
    let mut text = file.tree.text().to_owned();
    text.get(one.bytes.clone()).filter(|text| *text == one.name)?;
    text.replace_range(one.bytes.clone(), wanted);
    let other = again(&Otherwise { world, path: &file.path, text: text.into_bytes() });
    // A name that is right and misspelt elsewhere would be unknown now.
    let better = other.diags.len() < compiled.diags.len() && said(&other).is_subset(&said(compiled));
    (better && other.omitted.is_empty()).then_some(other)
}

/// The name that is unknown in most places, and in how many.
fn unknown(compiled: &Compiled) -> Option<(String, usize)> {
    // Uses, and the files that they are in.
    let mut names: BTreeMap<&str, (usize, BTreeSet<FileId>)> = BTreeMap::new();
    // A formation that is in no list makes itself.
    let codes = [codes::UNKNOWN_NAME.code, codes::UNKNOWN_COLUMN.code, "M0207"];
    for diag in compiled.diags.iter().filter(|diag| codes.contains(&diag.rule.code)) {
        let Some(name) = diag.message.split('`').nth(1) else { continue };
        // `back.attack` is a column of the rating `attack`.
        let name = name.rsplit('.').next().unwrap_or(name);
        let (uses, files) = names.entry(name).or_default();
        *uses += 1 + diag.repeated();
        files.extend(std::iter::once(&diag.place).chain(diag.repeats.iter().map(|(place, _)| place)).map(|place| place.file));
    }
    // In one file alone a slip may have been filled down.
    names.retain(|_, (uses, files)| *uses >= USES && files.len() > 1);
    let (name, (uses, _)) = names.into_iter().max_by_key(|(name, (uses, _))| (*uses, std::cmp::Reverse(*name)))?;
    Some((name.to_owned(), uses))
}

/// Everything that has an id, and the places of the map, which are known by their names.
fn declarations(files: &Files) -> Vec<Declared> {
    let mut out = Vec::new();
    for (n, file) in files.iter().enumerate() {
        let id = FileId(u32::try_from(n).unwrap_or(u32::MAX));
        let mut left: Vec<NodeRef<'_>> = file.tree.root().into_iter().collect();
        while let Some(node) = left.pop() {
            let place = node.get("name").filter(|_| node.get("hexes").is_some()).map(|name| ("name", name));
            if let Some((field, value)) = node.get("id").map(|id| ("id", id)).or(place) {
                let bytes = value.node().start as usize..value.node().end as usize;
                let name = file.tree.text().get(bytes.clone()).unwrap_or_default().to_owned();
                out.push(Declared { name, origin: Origin { file: id, node: node.id() }, field, bytes });
            }
            left.extend(node.members().map(|member| member.value));
            left.extend(node.elements());
        }
    }
    out
}
