//! The ground: rows of glyphs, and single hexes that count more.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Lower, Read, hexes};
use super::grid::{OFF_MAP, Written};
use crate::diag::{Diag, codes, so_many};
use crate::format;
use crate::hexgrid::{Board, Cell, HexId};
use crate::model::*;
use crate::origins::SheetOrigins;
use crate::source::glyphs;
use crate::span::{Origin, Place as At};

/// What the sheets say of the hexes that are printed on more than one.
#[derive(Default)]
struct Said {
    first: BTreeMap<HexId, (TerrainId, At)>,
    /// What is to be said where they disagree, unless the author settles it.
    otherwise: Vec<(HexId, Diag)>,
    /// Hexes of which a list says what counts.
    settled: BTreeSet<HexId>,
}

impl Said {
    /// What a sheet before said otherwise of this hex, and where.
    fn shared(&mut self, hex: HexId, id: Option<TerrainId>, board: &Board, place: impl Fn() -> At) -> Option<(TerrainId, At)> {
        let id = id?;
        let printed = board.place(hex).map_or(0, |at| board.sheets().iter().filter(|sheet| sheet.cell(at).is_some()).count());
        if printed < 2 {
            return None;
        }
        let (first, at) = self.first.entry(hex).or_insert_with(|| (id, place()));
        (*first != id).then(|| (*first, at.clone()))
    }
}

impl Lower<'_, '_, '_> {
    pub(super) fn ground(&mut self, written: &[Written], map: &mut Map) {
        let mut said: Said = Said::default();
        for (nth, sheet) in written.iter().enumerate() {
            self.sheet_ground(nth, sheet, &mut said, map);
        }
        // On a geomorphic joint two half hexes may honestly differ: then a list of hexes says what the whole one is.
        for (_, diag) in said.otherwise.into_iter().filter(|(hex, _)| !said.settled.contains(hex)) {
            self.sink.report(diag);
        }
    }

    fn sheet_ground(&mut self, nth: usize, written: &Written, said: &mut Said, map: &mut Map) {
        let has = |is: fn(&format::TerrainRows) -> bool| written.terrain.as_ref().is_some_and(is);
        let (drawn, default) = (has(|terrain| terrain.rows.is_some()), has(|terrain| terrain.default.is_some()));
        self.origins.map.sheets.push(SheetOrigins { sheet: written.origin, drawn, default });
        let (origin, Some(terrain)) = (written.origin, &written.terrain) else { return };
        let at = |field: &str| origin.at("terrain").field(field);
        if let Some(default) = &terrain.default {
            let id = self.terrain_named(&default.0, TerrainOn::Hex, at("default"));
            let hexes: Vec<HexId> = map.board.sheets().get(nth).into_iter().flat_map(|sheet| sheet.hexes()).collect();
            for hex in hexes {
                if let Some(slot) = map.ground.get_mut(hex.index()).filter(|slot| slot.is_none()) {
                    *slot = id;
                }
            }
        }
        let mut legend: BTreeMap<char, Option<TerrainId>> = BTreeMap::new();
        for (glyph, name) in terrain.legend.iter().flatten() {
            let place = at("legend").field(glyph);
            let id = (name != OFF_MAP).then(|| self.terrain_named(name, TerrainOn::Hex, place.clone())).flatten();
            let mut chars = glyph.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) if !c.is_whitespace() => {
                    legend.insert(c, id);
                }
                (first, _) => {
                    legend.extend(first.map(|c| (c, id)));
                    let message = format!("legend entry `{glyph}` is not one glyph");
                    self.sink.report(
                        Diag::new(&codes::UNKNOWN_GLYPH, place.key(), message).help("use one letter or sign for each terrain"),
                    );
                }
            }
        }
        let mut used: BTreeSet<char> = BTreeSet::new();
        if let Some(rows) = &terrain.rows {
            self.glyphs(nth, rows, &at("rows"), &legend, &mut used, said, map);
            for (glyph, name) in terrain.legend.iter().flatten() {
                let is_used = glyph.chars().any(|c| used.contains(&c));
                self.origins.map.legend.push((at("legend").field(glyph).key(), glyph.clone(), name.clone(), is_used));
            }
        }
        let list = self.list::<format::Hex>(origin, "terrain.hexes");
        self.incomplete.map |= list.incomplete;
        let mut seen: BTreeMap<HexId, Origin> = BTreeMap::new();
        for Read { origin, value, .. } in list.items {
            let Some(hex) = hexes::hex(&map.board, &value.hex, origin.at("hex"), self.sink) else { continue };
            if let Some(&first) = seen.get(&hex) {
                let message = format!("hex {} stands twice in the list of hexes", map.board.name(hex));
                let diag = Diag::new(&codes::DUPLICATE_ID, origin.at("hex"), message).related(first.at("hex"), "first here");
                self.sink.report(diag.help("keep one of the two"));
                continue;
            }
            seen.insert(hex, origin);
            self.origins.map.hexes.insert(hex, origin);
            if let Some(name) = &value.terrain {
                let id = self.terrain_named(&name.0, TerrainOn::Hex, origin.at("terrain"));
                if let Some(slot) = map.ground.get_mut(hex.index()) {
                    *slot = id;
                }
                said.settled.insert(hex);
            }
            let values = self.map_values(value.values, || origin.at("values"), map);
            if !values.is_empty() {
                map.values.insert(hex, values);
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the rows, what they mean, and what came of them")]
    fn glyphs(
        &mut self,
        nth: usize,
        rows: &[String],
        place: &At,
        legend: &BTreeMap<char, Option<TerrainId>>,
        used: &mut BTreeSet<char>,
        said: &mut Said,
        map: &mut Map,
    ) {
        let several = map.board.sheets().len() > 1;
        let Some(sheet) = map.board.sheets().get(nth) else { return };
        let (columns, wanted) = (sheet.grid().columns() as usize, sheet.grid().rows() as usize);
        if rows.len() != wanted {
            let message = format!("{} of glyphs, the grid has {wanted}", so_many(rows.len(), "row", "rows"));
            self.sink.report(
                Diag::new(&codes::GLYPH_ROWS, place.clone(), message)
                    .help("write one row of glyphs for each row of the grid, north on top"),
            );
        }
        let lengths: BTreeSet<usize> = rows.iter().map(|row| row.chars().filter(|c| !c.is_whitespace()).count()).collect();
        let mut lengths = lengths.into_iter();
        if let (Some(length), None) = (lengths.next(), lengths.next())
            && length != columns
            && rows.len() > 1
        {
            let message = format!(
                "every row has {}, the grid has {}",
                so_many(length, "glyph", "glyphs"),
                so_many(columns, "column", "columns")
            );
            let place = place.clone();
            self.sink.report(Diag::new(&codes::GLYPH_ROWS, place, message).help("correct `columns` of the grid, or the rows"));
            used.extend(rows.iter().flat_map(|row| row.chars()));
            return;
        }
        for (r, row) in rows.iter().enumerate() {
            let glyphs: Vec<(usize, char)> = glyphs(row).collect();
            let here = place.clone().index(r);
            if glyphs.len() != columns {
                let found = so_many(glyphs.len(), "glyph", "glyphs");
                let message = format!("row {} has {found}, the grid has {}", r + 1, so_many(columns, "column", "columns"));
                self.sink.report(
                    Diag::new(&codes::GLYPH_ROWS, here.clone(), message)
                        .help("write one glyph for each hex; blanks do not count"),
                );
                used.extend(glyphs.iter().map(|(_, c)| *c));
                continue;
            }
            for (c, (byte, glyph)) in glyphs.into_iter().enumerate() {
                used.insert(glyph);
                let cell = Cell { column: u32::try_from(c).unwrap_or(0), row: u32::try_from(r).unwrap_or(0) };
                let hex = sheet.hex(cell);
                match legend.get(&glyph) {
                    Some(id) => {
                        let Some(hex) = hex else { continue };
                        let bytes = byte..byte + glyph.len_utf8();
                        if several
                            && let Some((first, place)) = said.shared(hex, *id, &map.board, || here.clone().bytes(bytes.clone()))
                        {
                            let words = |id: TerrainId| self.game.terrain[id].id.clone();
                            let name = map.board.names(hex).join(", also printed ");
                            let found = id.map(words).unwrap_or_default();
                            let message = format!("hex {name} is `{found}` here and `{}` on the sheet before", words(first));
                            let diag = Diag::new(&codes::SHEETS_DISAGREE, here.clone().bytes(bytes), message);
                            let help = "make both sheets say the same of the hexes on their joint, or say in `hexes` of `terrain` what the whole hex is";
                            let diag = diag.related(place, "the other sheet").help(help).at_hex(map.board.name(hex));
                            said.otherwise.push((hex, diag));
                            continue;
                        }
                        if let Some(slot) = map.ground.get_mut(hex.index()) {
                            *slot = *id;
                        }
                    }
                    None => {
                        self.incomplete.missed_terrain = true;
                        let name = hex.map(|hex| map.board.name(hex)).unwrap_or_default();
                        let message = format!("glyph `{glyph}` is not in the legend");
                        let diag = Diag::new(&codes::UNKNOWN_GLYPH, here.clone().bytes(byte..byte + glyph.len_utf8()), message);
                        self.sink
                            .report(diag.label(format!("hex {name}")).help("add it to `legend`, or correct it").at_hex(name));
                    }
                }
            }
        }
    }
}
