//! The `map` section of art.json.

use super::{Lower, hexes};
use crate::diag::{Diag, codes};
use crate::format;
use crate::model::{LabelArt, LineArt, MapImage, MapLayer, PlaceSymbol, Relief, Rgb, TerrainArt, Texture};
use crate::span::Place;

/// A colour such as `#b8564a` or `#b54`; nothing if it is none, which the schema has said.
pub(super) fn rgb(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#')?;
    let digit = |n: usize| digits.chars().nth(n).and_then(|c| c.to_digit(16)).and_then(|n| u8::try_from(n).ok());
    let double = |n: usize| Some(digit(n)? * 16 + digit(n + 1)?);
    match digits.chars().count() {
        3 => Some((digit(0)? * 17, digit(1)? * 17, digit(2)? * 17)),
        6 => Some((double(0)?, double(2)?, double(4)?)),
        _ => None,
    }
}

impl Lower<'_, '_, '_> {
    pub(super) fn map_art(&mut self, art: &format::MapArt, place: &Place) {
        self.game.art.map.paper = art.paper.as_deref().and_then(rgb);
        for (name, look) in art.terrain.iter().flatten() {
            let key = place.clone().field("terrain").field(name).key();
            if let Some(terrain) = self.names.terrain.find(name, key, self.sink) {
                self.game.art.map.terrain.insert(terrain, terrain_art(look));
            }
        }
        if let Some(labels) = &art.labels {
            let format::LabelArt { places, hexsides, roads, numbers, areas } = *labels;
            self.game.art.map.labels = LabelArt { places, hexsides, roads, numbers, areas };
        }
        self.game.art.map.relief = match art.relief {
            Some(format::Relief::None) => Relief::None,
            Some(format::Relief::Plain) => Relief::Plain,
            Some(format::Relief::Spurs) | None => Relief::Spurs,
        };
        self.game.art.map.leave_out = art.leave_out.iter().flatten().map(|layer| map_layer(*layer)).collect();
        let one = art.image.iter().map(|image| (image, place.clone().field("image")));
        let more = art.images.iter().flatten().enumerate();
        let more = more.map(|(n, image)| (image, place.clone().field("images").index(n)));
        for (image, place) in one.chain(more) {
            self.map_image(image, place);
        }
    }

    fn map_image(&mut self, image: &format::MapImage, place: Place) {
        let path = place.clone().field("path");
        if self.game.art.map.images.iter().any(|known| known.path == image.path) {
            let message = format!("image `{}` stands twice", image.path);
            self.sink.report(Diag::new(&codes::DUPLICATE_ID, path, message).help("keep one of the two"));
            return;
        }
        if self.art_file(&image.path, path.clone()) {
            self.art_bytes(&image.path, &path);
        }
        let mut at = Vec::new();
        if let Some(map) = &self.game.map {
            for (name, pixel) in image.at.iter().flatten() {
                let key = place.clone().field("at").field(name).key();
                let hex = hexes::hex(&map.board, name, key, self.sink);
                if let (Some(hex), [x, y]) = (hex, pixel.0.as_slice()) {
                    at.push((hex, (*x, *y)));
                }
            }
        }
        self.origins.map_images.push(place);
        self.game.art.map.images.push(MapImage { path: image.path.clone(), at, width_mm: image.width_mm });
    }
}

fn terrain_art(look: &format::TerrainArt) -> TerrainArt {
    let of = |text: &Option<String>| text.as_deref().and_then(rgb);
    let texture = look.texture.map(|texture| match texture {
        format::Texture::None => Texture::None,
        format::Texture::Woods => Texture::Woods,
        format::Texture::Rough => Texture::Rough,
        format::Texture::Marsh => Texture::Marsh,
        format::Texture::Town => Texture::Town,
        format::Texture::City => Texture::City,
        format::Texture::Water => Texture::Water,
        format::Texture::Hills => Texture::Hills,
    });
    let line = look.line.as_ref();
    let line =
        line.map(|line| LineArt { color: of(&line.color), width: line.width, dash: line.dash.clone(), casing: of(&line.casing) });
    let symbol = look.symbol.map(|symbol| match symbol {
        format::PlaceSymbol::None => PlaceSymbol::None,
        format::PlaceSymbol::Star => PlaceSymbol::Star,
        format::PlaceSymbol::Fort => PlaceSymbol::Fort,
        format::PlaceSymbol::Dot => PlaceSymbol::Dot,
        format::PlaceSymbol::Square => PlaceSymbol::Square,
        format::PlaceSymbol::Cross => PlaceSymbol::Cross,
    });
    TerrainArt { fill: of(&look.fill), texture, line, symbol }
}

fn map_layer(layer: format::MapLayer) -> MapLayer {
    match layer {
        format::MapLayer::Terrain => MapLayer::Terrain,
        format::MapLayer::Grid => MapLayer::Grid,
        format::MapLayer::Rivers => MapLayer::Rivers,
        format::MapLayer::Roads => MapLayer::Roads,
        format::MapLayer::Bridges => MapLayer::Bridges,
        format::MapLayer::Places => MapLayer::Places,
        format::MapLayer::Arrows => MapLayer::Arrows,
        format::MapLayer::Areas => MapLayer::Areas,
        format::MapLayer::Numbers => MapLayer::Numbers,
        format::MapLayer::Names => MapLayer::Names,
        format::MapLayer::Entries => MapLayer::Entries,
        format::MapLayer::Boxes => MapLayer::Boxes,
        format::MapLayer::Title => MapLayer::Title,
        format::MapLayer::Key => MapLayer::Key,
    }
}
