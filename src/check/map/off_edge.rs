//! An entry or exit that is not on the edge of the map.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{Edge, Map};
use crate::span::Origin;

static RULE: Rule = Rule { code: "M0316", name: "off-edge", severity: Severity::Error, docs: include_str!("off_edge.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = &context.game.map else { return };
    let origins = &context.origins.map;
    for (entry, origin) in map.entries.values().zip(&origins.entries).filter(|(entry, _)| !entry.inland) {
        gate(map, ("entry", &entry.id), &entry.hexes, entry.edge, *origin, sink);
    }
    for (exit, origin) in map.exits.values().zip(&origins.exits) {
        gate(map, ("exit", &exit.id), &exit.hexes, exit.edge, *origin, sink);
    }
}

fn gate(map: &Map, (what, id): (&str, &str), hexes: &[HexId], edge: Option<Edge>, origin: Option<Origin>, sink: &mut Sink) {
    let Some(origin) = origin else { return };
    for &hex in hexes {
        let name = map.board.name(hex);
        let border = map.board.neighbours(hex).iter().any(Option::is_none);
        let (place, message, help) = match edge {
            _ if !border => {
                let message = format!("{what} `{id}` is at hex {name}, which is not on the edge of the map");
                (
                    origin.at("hexes"),
                    message,
                    format!(
                        "name a hex on the edge, cut `holes` beside it{}",
                        if what == "entry" { ", or say `inland`: units appear there" } else { "" }
                    ),
                )
            }
            Some(edge) if !map.on_edge(hex, edge) => {
                let message = format!("{what} `{id}` is at hex {name}, which is not on the {} edge", edge.word());
                let others: Vec<&str> = Edge::ALL.into_iter().filter(|edge| map.on_edge(hex, *edge)).map(Edge::word).collect();
                let help = match others.as_slice() {
                    [] => "correct the hex or the edge".to_owned(),
                    _ => format!("correct the hex, or write {} as the edge", others.join(" or ")),
                };
                (origin.at("edge"), message, help)
            }
            _ => continue,
        };
        // A range that was read wrongly is one mistake.
        sink.report(Diag::new(&RULE, place, message).help(help).at_hex(name).folded_by(format!("{what} {id}")));
    }
}
