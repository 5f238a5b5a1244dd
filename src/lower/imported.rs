//! imported.json: what an import saw in its source.

use super::{Lower, Read};
use crate::format;
use crate::model::Found;
use crate::span::Origin;

impl Lower<'_, '_, '_> {
    pub(super) fn imported(&mut self, module: Origin) {
        let Some(Read { origin, .. }) = self.part::<format::Sourced>(module, "imported", None) else { return };
        self.origins.from_import = true;
        for Read { origin, value, .. } in self.list::<format::Found>(origin, "found").items {
            let point = match (value.map, value.at.as_deref()) {
                (Some(map), Some([x, y])) => Some((map, *x, *y)),
                _ => None,
            };
            self.origins.imported.push(origin);
            self.game.imported.push(Found {
                is: value.is,
                name: value.name.unwrap_or_default(),
                pieces: value.piece.into_iter().chain(value.pieces.into_iter().flatten()).map(|id| id.0).collect(),
                scenario: value.scenario.map(|id| id.0),
                setup: value.setup,
                point,
                hex: value.hex,
                off: value.off,
                places: value.places.unwrap_or_default(),
                lies: value.lies,
                means: value.means,
            });
        }
    }
}
