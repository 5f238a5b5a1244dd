//! The terrain effects chart.

use std::collections::BTreeMap;

use super::names::Names;
use super::{Lower, Read};
use crate::diag::{Diag, Role, codes};
use crate::format;
use crate::model::*;
use crate::schema::Vocabulary;
use crate::source::damage;
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    pub(super) fn terrain(&mut self, module: Origin) {
        let classes = self.names.classes.all().map(str::to_owned).collect();
        let words = Vocabulary { maps: vec![("cost", Some(classes))], lost: self.names.classes.partial() };
        let list = self.usual::<format::Terrain>(module, "terrain", &words);
        self.names.terrain.absorb(&list);
        let file = list.items.first().map(|read| read.origin.file);
        self.names.classes.hear_headings(file, &self.load.project.files, self.sink);
        for Read { origin, value, .. } in list.items {
            let on = match value.on {
                None | Some(format::TerrainOn::Hex) => TerrainOn::Hex,
                Some(format::TerrainOn::Feature) => TerrainOn::Feature,
                Some(format::TerrainOn::Hexside) => TerrainOn::Hexside,
                Some(format::TerrainOn::Road) => TerrainOn::Road,
            };
            let layer = match (value.layer, on) {
                (Some(format::Layer::Replaces), _) => Layer::Replaces,
                (Some(format::Layer::Adds), _) => Layer::Adds,
                (Some(format::Layer::Ignores), _) => Layer::Ignores,
                (None, TerrainOn::Hexside) => Layer::Adds,
                (None, _) => Layer::Replaces,
            };
            let cost = self.costs(value.cost.as_ref(), on, &value.id.0, &origin.at("cost"));
            let mut grounds = BTreeMap::new();
            for (ground, costs) in value.grounds.iter().flatten() {
                let place = origin.at("grounds").field(ground);
                grounds.insert(ground.clone(), self.costs(Some(costs), on, &value.id.0, &place));
            }
            if self.sink.listens() {
                for (name, _) in value.values.iter().flat_map(|values| &values.0) {
                    let place = origin.at("values").field(name).key();
                    self.sink.hear_word(WordKind::Value.word(), name, &place, Role::Refers);
                }
            }
            let values = values(value.values);
            let rule = value.rule.map(|r| r.0);
            let terrain = Terrain {
                id: value.id.0.clone(),
                name: value.name,
                on,
                layer,
                water: value.water,
                bridge_alone: value.bridge_alone.unwrap_or(false),
                cost,
                grounds,
                values,
                rule,
            };
            let names: &mut Names<TerrainId> = &mut self.names.terrain;
            names.add(&mut self.game.terrain, &value.id.0, Some(origin), origin.at("id"), terrain, self.sink);
        }
    }

    /// What each class pays.
    fn costs(
        &mut self,
        words: Option<&BTreeMap<String, format::CostWord>>,
        on: TerrainOn,
        terrain: &str,
        at: &Place,
    ) -> Vec<Option<TerrainCost>> {
        let mut cost: Vec<Option<TerrainCost>> = vec![None; self.game.classes.len()];
        for (class, word) in words.into_iter().flatten() {
            let place = at.clone().field(class);
            let Some(id) = self.class(class, place.clone().key()) else { continue };
            let Some(parsed) = self.toll(&word.0, on, terrain, place) else { continue };
            if cost.len() <= id.index() {
                cost.resize(id.index() + 1, None);
            }
            if let Some(slot) = cost.get_mut(id.index()) {
                *slot = Some(parsed);
            }
        }
        cost
    }

    /// `first +1 stop`: only as the first step, one more, then the move ends.
    fn toll(&mut self, word: &str, on: TerrainOn, terrain: &str, place: Place) -> Option<TerrainCost> {
        let (first, rest) = match word.strip_prefix("first") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, word),
        };
        let (stop, rest) = match rest.strip_suffix("stop") {
            Some(rest) => (true, rest.trim_end()),
            None => (false, rest),
        };
        if let Some(mode) = rest.strip_prefix("mode:") {
            self.mode_words.push((mode.to_owned(), place));
            let cost = if on == TerrainOn::Hexside { Cost::Add(Points(0)) } else { Cost::Points(Points::ONE) };
            return Some(TerrainCost { cost, first, stop, mode: Some(self.word_lists.get_mut().modes.add(mode)) });
        }
        let cost = if rest.is_empty() { Cost::Add(Points(0)) } else { self.cost(rest, on, terrain, place)? };
        Some(TerrainCost { cost, first, stop, mode: None })
    }

    fn cost(&mut self, word: &str, on: TerrainOn, terrain: &str, place: Place) -> Option<Cost> {
        let inexact = |number: &str| {
            let message = format!("cost `{number}` of `{terrain}` is not exact in 1/5040 of a point");
            Diag::new(&codes::WRONG_FORM, place.clone(), message)
                .help("use halves, thirds, quarters, fifths, sixths, sevenths, eighths, ninths or tenths")
        };
        Some(match word {
            "no" => Cost::No,
            "road" => Cost::Road,
            "all" => Cost::All,
            "other" => Cost::Other,
            "?" => Cost::Unknown,
            _ => {
                let (number, add) = match word.strip_prefix('+') {
                    Some(number) => (number, true),
                    None => (word, false),
                };
                let Some(points) = Points::parse(number) else {
                    self.sink.report(inexact(word));
                    return None;
                };
                if on == TerrainOn::Hexside && !add && points != Points(0) {
                    let message =
                        format!("hexside `{terrain}` costs `{word}`, expected `+{word}`: a hexside adds to the hex behind it");
                    let help = format!("write \"+{word}\"; spreadsheets drop the plus sign: {}", damage::CURE);
                    self.sink.report(Diag::new(&codes::SPREADSHEET_DAMAGE, place, message).help(help).folded_by("lost plus"));
                    return None;
                }
                if add { Cost::Add(points) } else { Cost::Points(points) }
            }
        })
    }
}

/// Numbers of the author's own; unknown ones are left out.
pub(super) fn values(values: Option<format::Named<format::Unsure<i32>>>) -> Values {
    values.into_iter().flat_map(|values| values.0).filter_map(|(name, value)| Some((name, value.known()?))).collect()
}
