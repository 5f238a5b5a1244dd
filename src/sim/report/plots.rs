//! The pictures of the page. Each is a drawing of its own, so that none spoils another's names.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Writer, escaped};
use crate::draw::hexmap::{self, Options};
use crate::draw::plot::{self, Bar, Series};
use crate::draw::scene::Scene;
use crate::hexgrid::HexId;
use crate::model::{Game, Points};
use crate::render::svg;
use crate::sim::{Counts, interval, share};

/// So many places are plotted; the rest stand in the files beside.
const PLACES: usize = 60;

fn source(scene: &Scene) -> Option<String> {
    let svg = svg::render(scene, 0).ok()?;
    Some(format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg)))
}

fn picture(scene: &Scene, told: &str) -> String {
    source(scene).map_or_else(String::new, |source| format!("<figure><img alt=\"{}\" src=\"{source}\"></figure>", escaped(told)))
}

/// Turns in the order of the calendar; those that it does not have by their numbers.
pub(super) fn in_order<'t>(game: &Game, turns: impl Iterator<Item = &'t str>) -> Vec<String> {
    let place = |turn: &str| {
        let found = game.turns.values().position(|other| other.id == turn);
        (found.unwrap_or(usize::MAX), turn.parse::<u64>().unwrap_or(u64::MAX), turn.to_owned())
    };
    let mut all: Vec<_> = turns.map(place).collect();
    all.sort();
    all.dedup();
    all.into_iter().map(|(_, _, turn)| turn).collect()
}

fn side_place(game: &Game, id: &str) -> usize {
    game.sides.values().position(|side| side.id == id).unwrap_or(6)
}

/// Who won, as bars.
pub(super) fn won(writer: &Writer<'_>, counts: &Counts) -> String {
    let games = counts.number(&["games"]);
    let bar = |(side, count): &(&str, i64)| Bar {
        label: if *side == "nobody" { "nobody".to_owned() } else { writer.side(side) },
        share: *count as f64 / games.max(1) as f64,
        between: Some(interval(*count, games)),
        note: share(*count, games),
        color: plot::color(side_place(writer.game, side)),
    };
    let won = counts.numbers(&["won"]);
    let told: Vec<String> = won.iter().map(|(side, count)| format!("{side} {}", share(*count, games))).collect();
    picture(&plot::bars("Who wins", &won.iter().map(bar).collect::<Vec<_>>()), &format!("Who wins: {}", told.join(", ")))
}

/// Steps lost a game, by side and turn.
pub(super) fn losses(writer: &Writer<'_>, lost: &Counts) -> String {
    let turns = lost.each().flat_map(|(_, types)| types.each()).flat_map(|(_, turns)| turns.each()).map(|(turn, _)| turn);
    let turns = in_order(writer.game, turns);
    let games = writer.games().max(1) as f64;
    let series: Vec<Series> = lost
        .each()
        .map(|(side, types)| Series {
            name: writer.side(side),
            color: plot::color(side_place(writer.game, side)),
            values: turns
                .iter()
                .map(|turn| Some(types.each().map(|(_, by_turn)| by_turn.number(&[turn])).sum::<i64>() as f64 / games))
                .collect(),
        })
        .collect();
    picture(&plot::lines("Steps lost a game, by turn", &turns, &series), "Steps lost a game, by side and turn")
}

/// Victory points on average, by side and turn.
pub(super) fn points(writer: &Writer<'_>) -> String {
    let Some(points) = writer.counts().at(&["points"]) else { return String::new() };
    let turns = in_order(writer.game, points.each().flat_map(|(_, turns)| turns.each()).map(|(turn, _)| turn));
    let mean = |of: &Counts, turn: &str| {
        let games = of.number(&[turn, "games"]);
        (games > 0).then(|| of.number(&[turn, "sum"]) as f64 / games as f64 / Points::ONE.0 as f64)
    };
    let series: Vec<Series> = points
        .each()
        .map(|(side, of)| Series {
            name: writer.side(side),
            color: plot::color(side_place(writer.game, side)),
            values: turns.iter().map(|turn| mean(of, turn)).collect(),
        })
        .collect();
    picture(&plot::lines("Victory points, by turn", &turns, &series), "Victory points on average, by side and turn")
}

/// Who holds what, turn by turn; only places that are not always held by the same side.
pub(super) fn places(writer: &Writer<'_>) -> String {
    let Some(places) = writer.counts().at(&["places"]) else { return String::new() };
    let turns = in_order(writer.game, places.each().flat_map(|(_, turns)| turns.each()).map(|(turn, _)| turn));
    let mut html = String::new();
    for (place, by_turn) in places.each().take(PLACES * 4) {
        let holders: std::collections::BTreeSet<&str> =
            by_turn.each().flat_map(|(_, holders)| holders.each()).map(|(holder, _)| holder).collect();
        if holders.len() < 2 {
            continue;
        }
        let series: Vec<Series> = holders
            .iter()
            .map(|holder| Series {
                name: writer.side(holder),
                color: plot::color(side_place(writer.game, holder)),
                values: turns
                    .iter()
                    .map(|turn| {
                        let all = by_turn.at(&[turn]).map_or(0, Counts::sum);
                        (all > 0).then(|| by_turn.number(&[turn, holder]) as f64 / all as f64)
                    })
                    .collect(),
            })
            .collect();
        let map = writer.game.map.as_ref();
        let name = map.and_then(|map| map.places.values().find(|other| other.id == place)).map_or(place, |place| &place.name);
        let drawn = picture(&plot::shares(name, &turns, &series), &format!("Who holds {name}, by turn"));
        html.push_str(&drawn.replacen("</figure>", &format!("<figcaption>{}</figcaption></figure>", escaped(name)), 1));
    }
    if html.is_empty() { html } else { format!("<div class=plots>{html}</div>") }
}

/// The map, and over it where counters stood, fought and were lost.
pub(super) fn heat(writer: &Writer<'_>) -> String {
    let Some(map) = &writer.game.map else { return String::new() };
    let Some(drawn) = hexmap::draw(writer.game, &Options { images: hexmap::images(writer.game), ..Options::default() }) else {
        return String::new();
    };
    let hexes = |words: &[&str]| -> Vec<(HexId, i64)> {
        let all = writer.counts().numbers(words);
        all.into_iter().filter_map(|(hex, count)| Some((map.board.parse(hex).ok()?, count))).collect()
    };
    let mut layers = Vec::new();
    for (n, side) in writer.game.sides.values().enumerate() {
        layers.push((format!("{} at the ends of turns", writer.side(&side.id)), hexes(&["presence", &side.id]), plot::color(n)));
    }
    layers.push(("attacks against a hex".to_owned(), hexes(&["battles"]), plot::color(1)));
    layers.push(("steps lost in a hex".to_owned(), hexes(&["losses"]), plot::color(3)));
    layers.retain(|(_, hexes, _)| !hexes.is_empty());
    let Some(ground) = source(&drawn.scene).filter(|_| !layers.is_empty()) else { return String::new() };
    let (mut choices, mut over) = (String::new(), String::new());
    for (n, (name, hexes, color)) in layers.iter().enumerate() {
        let checked = if n == 0 { " checked" } else { "" };
        choices.push_str(&format!("<label><input type=radio name=heat value={n}{checked}> {}</label> ", escaped(name)));
        let Some(source) = source(&plot::heat(name, &drawn, map.board.top(), hexes, *color)) else { continue };
        over.push_str(&format!("<img class=over data-heat={n} alt=\"{}\" src=\"{source}\">\n", escaped(name)));
    }
    format!("<p>{choices}</p>\n<div class=heat><img alt=\"The map\" src=\"{ground}\">\n{over}</div>")
}
