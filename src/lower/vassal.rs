//! vassal-ids.csv: the numbers that pieces have in VASSAL.

use std::collections::BTreeMap;

use super::{Lower, Read};
use crate::diag::{Diag, codes};
use crate::format;
use crate::schema::Vocabulary;
use crate::span::Origin;

impl Lower<'_, '_, '_> {
    pub(super) fn vassal_ids(&mut self, module: Origin) {
        let list = self.usual::<format::VassalId>(module, "vassal-ids", &Vocabulary::default());
        let mut numbers: BTreeMap<u32, Origin> = BTreeMap::new();
        for Read { origin, value, .. } in list.items {
            let key = (value.kind.0.clone(), value.id.0.clone());
            let twice = numbers.contains_key(&value.gpid) || self.game.vassal_ids.contains_key(&key);
            if twice {
                let message = match numbers.contains_key(&value.gpid) {
                    true => format!("the number {} stands twice", value.gpid),
                    false => format!("{} `{}` has two numbers", key.0, key.1),
                };
                let help = "take the line out that was added later; games that are being played know the other one";
                self.sink.report(Diag::new(&codes::DUPLICATE_ID, origin.at("gpid"), message).help(help));
                continue;
            }
            numbers.insert(value.gpid, origin);
            self.game.vassal_ids.insert(key, value.gpid);
        }
    }
}
