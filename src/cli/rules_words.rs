//! `muster rules --words`: the rules in short, in the sentences that the kit prints.

use crate::model::Game;
use crate::words::Teller;

/// Every entry in words beside its printed number, in the chapters of a rulebook.
pub(super) fn table(game: &Game) -> String {
    let mut text = String::new();
    for chapter in Teller::new(game).book() {
        if !text.is_empty() {
            text.push('\n');
        }
        let rule = chapter.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        text.push_str(&format!("{}{rule}\n", chapter.title));
        let wide = chapter.told.iter().filter_map(|told| told.rule.as_ref()).map(|rule| rule.chars().count()).max().unwrap_or(0);
        let mut before = "";
        for told in &chapter.told {
            if told.section != before {
                text.push_str(&format!("  {}\n", told.section));
                before = told.section;
            }
            let rule = told.rule.as_deref().unwrap_or_default();
            let note = told.note.as_ref().map(|note| format!(" Note: {note}")).unwrap_or_default();
            text.push_str(&format!("  {rule:<wide$}  {}: {}{note}\n", told.name, told.words));
        }
    }
    match text.is_empty() {
        true => "The game states no rules.\n".to_owned(),
        false => text,
    }
}
