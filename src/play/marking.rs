//! Markers in play: how many lie out, who gets one, which are turned over or taken away.

use super::{About, Change, Frame, Match, Picking, Site};
use crate::hexgrid::HexId;
use crate::model::{CounterName, Hexes, Location, MarkerId, MarkerOn, SideId, Units, Who};
use crate::rules::Counter;

impl<'e> Match<'e> {
    /// How many of a marker's counters lie out, whichever side is up.
    fn lie_out(&self, marker: MarkerId) -> usize {
        let markers = &self.engine.game().markers;
        let back = markers.at(marker).and_then(|marker| marker.back);
        let front = markers.iter().find(|(_, other)| other.back == Some(marker)).map(|(id, _)| id);
        let same = |other: &&MarkerId| **other == marker || Some(**other) == back || Some(**other) == front;
        let position = &self.state.position;
        let all = position.markers.values().chain(position.side_markers.values()).chain(position.unit_markers.values());
        all.flatten().filter(same).count()
    }

    pub(super) fn is_left(&self, marker: MarkerId) -> bool {
        let markers = &self.engine.game().markers;
        let count = |id: MarkerId| markers.at(id).and_then(|marker| marker.count);
        let front = markers.iter().find(|(_, other)| other.back == Some(marker)).map(|(id, _)| id);
        let most = match (count(marker), front.and_then(count)) {
            (None, _) => return self.in_pool(marker),
            (Some(own), front) => own + front.unwrap_or(0),
        };
        self.lie_out(marker) < most as usize && self.in_pool(marker)
    }

    /// Whether the pools of a marker, where it has some, have one left.
    fn in_pool(&self, marker: MarkerId) -> bool {
        self.pools_of(marker).into_iter().all(|(counter, count)| match counter {
            Some(counter) => self.state.position.counters.get(&counter).is_some_and(|left| *left > 0),
            None => count.is_none_or(|count| self.lie_out(marker) < count),
        })
    }

    /// The pools of a marker: the counter of each, and how many it holds.
    fn pools_of(&self, marker: MarkerId) -> Vec<(Option<CounterName>, Option<usize>)> {
        let pools = &self.engine.game().rules.pools;
        if pools.list.iter().all(|pool| pool.marker != Some(marker)) {
            return Vec::new();
        }
        self.look(|situation| {
            let query = situation.query();
            let live = self.engine.live(pools, &situation.moment).filter(|pool| pool.marker == Some(marker));
            let count = |points: crate::model::Points| usize::try_from(points.floor()).unwrap_or(0);
            live.map(|pool| (pool.counter, query.amount(&pool.count).map(count))).collect()
        })
    }

    pub(super) fn put_marker(&mut self, on: Site, marker: MarkerId) {
        if !self.is_left(marker) || self.markers_on(on).contains(&marker) {
            return;
        }
        self.lay_marker(on, marker);
        for (counter, _) in self.pools_of(marker) {
            let Some((name, before)) = counter.and_then(|name| Some((name, *self.state.position.counters.get(&name)?))) else {
                continue;
            };
            self.change(Change::Count { name, before: Some(before), after: Some(before - 1) });
        }
    }

    /// The same, however many there are.
    pub(super) fn lay_marker(&mut self, on: Site, marker: MarkerId) {
        let mut markers = self.markers_on(on);
        if markers.contains(&marker) {
            return;
        }
        let apart = self.engine.game().markers.at(marker).map(|marker| marker.apart.clone()).unwrap_or_default();
        markers.retain(|other| !apart.contains(other));
        markers.push(marker);
        self.mark(on, markers);
    }

    pub(super) fn place(&mut self, about: &About, marker: MarkerId, at: Option<&Hexes>, who: Option<Who>, of: Option<&Units>) {
        let on = self.engine.game().markers.at(marker).and_then(|marker| marker.on);
        match on {
            Some(MarkerOn::Unit) => match (who, of) {
                (Some(who), of) => {
                    for counter in self.struck(about, who, of) {
                        self.put_marker(Site::Unit(counter), marker);
                    }
                }
                (None, Some(of)) => {
                    let list = self.struck_anywhere(about, of);
                    let mut owners = list.iter().map(|counter| self.side_of(*counter));
                    let owner = owners.next().flatten().filter(|owner| owners.all(|other| other == Some(*owner)));
                    // Whose units they are chooses among them.
                    let by = owner.or(about.side).unwrap_or(SideId(0));
                    match list.as_slice() {
                        [only] => self.put_marker(Site::Unit(*only), marker),
                        _ => self.push(Frame::Pick(Box::new(Picking { marker, of: list, hexes: Vec::new(), by }))),
                    }
                }
                (None, None) => {
                    if let Some(unit) = about.unit {
                        self.put_marker(Site::Unit(unit), marker);
                    }
                }
            },
            Some(MarkerOn::Hexside) => {
                if let Some(side) = about.across {
                    self.put_marker(Site::Side(side), marker);
                }
            }
            _ => {
                let own = about.hex.or_else(|| about.unit.and_then(|unit| self.on_map(unit)).map(|(hex, _)| hex));
                let fits = |hex: &HexId| at.is_none_or(|at| self.asking(about, |_, query| query.is_hex(at, *hex).sure()));
                match (own, at) {
                    (Some(hex), _) if fits(&hex) => self.put_marker(Site::At(Location::Hex(hex)), marker),
                    // Where nothing says which hex, it lies in one of those, as the side chooses.
                    (None, Some(at)) => {
                        let mut hexes: Vec<HexId> = self.asking(about, |_, query| query.hexes(at));
                        hexes.retain(|hex| self.in_play(*hex));
                        let by = about.side.or_else(|| self.askers().first().copied()).unwrap_or(SideId(0));
                        match hexes.as_slice() {
                            [only] => self.put_marker(Site::At(Location::Hex(*only)), marker),
                            _ => self.push(Frame::Pick(Box::new(Picking { marker, of: Vec::new(), hexes, by }))),
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn struck_anywhere(&self, about: &About, of: &Units) -> Vec<Counter> {
        self.asking(about, |situation, query| {
            let all = situation.pieces().filter(|(hex, piece)| query.fits(of, piece, Some(*hex)).sure());
            all.map(|(_, piece)| piece.counter()).collect()
        })
    }

    pub(super) fn remove(&mut self, about: &About, marker: MarkerId, at: Option<&Hexes>, who: Option<Who>, of: Option<&Units>) {
        let sites: Vec<Site> = match (who, of, at) {
            (Some(who), of, _) => self.struck(about, who, of).into_iter().map(Site::Unit).collect(),
            (None, Some(of), _) => self.struck_anywhere(about, of).into_iter().map(Site::Unit).collect(),
            (None, None, at) => self.hexes_with(about, marker, at),
        };
        for site in sites {
            self.take_marker(site, marker);
        }
    }

    pub(super) fn take_marker(&mut self, on: Site, marker: MarkerId) {
        let mut markers = self.markers_on(on);
        markers.retain(|other| *other != marker);
        self.mark(on, markers);
    }

    /// Where a marker lies that an effect means.
    fn hexes_with(&self, about: &About, marker: MarkerId, at: Option<&Hexes>) -> Vec<Site> {
        let position = &self.state.position;
        let lies = |list: &Vec<MarkerId>| list.contains(&marker);
        let own = about.hex.or_else(|| about.unit.and_then(|unit| self.on_map(unit)).map(|(hex, _)| hex));
        if at.is_none() {
            if let Some(side) = about.across.filter(|side| position.side_markers.get(side).is_some_and(lies)) {
                return vec![Site::Side(side)];
            }
            if let Some(unit) = about.unit.filter(|unit| position.unit_markers.get(unit).is_some_and(lies)) {
                return vec![Site::Unit(unit)];
            }
            if let Some(hex) = own.filter(|hex| position.markers.get(&Location::Hex(*hex)).is_some_and(lies)) {
                return vec![Site::At(Location::Hex(hex))];
            }
        }
        let all = position.markers.iter().filter(|(_, list)| lies(list)).map(|(at, _)| *at);
        let fits = |location: &Location| match (location, at) {
            (Location::Hex(hex), Some(at)) => self.asking(about, |_, query| query.is_hex(at, *hex).sure()),
            _ => at.is_none() && own.is_none(),
        };
        // A hexside is meant by one of its hexes.
        let board = self.engine.land().map(|land| &land.map().board);
        let sides = position.side_markers.iter().filter(|(_, list)| lies(list)).map(|(side, _)| *side);
        let sides = sides.filter(|side| match board.map(|board| board.hexside_hexes(*side)) {
            Some((a, b)) => fits(&Location::Hex(a)) || b.is_some_and(|b| fits(&Location::Hex(b))),
            None => false,
        });
        let sides: Vec<Site> = sides.map(Site::Side).collect();
        all.filter(fits).map(Site::At).chain(sides).collect()
    }

    pub(super) fn flip(&mut self, about: &About, marker: MarkerId, at: Option<&Hexes>) {
        let markers = &self.engine.game().markers;
        let back = markers.at(marker).and_then(|marker| marker.back);
        let other = back.or_else(|| markers.iter().find(|(_, other)| other.back == Some(marker)).map(|(id, _)| id));
        let Some(other) = other else { return };
        let position = &self.state.position;
        let lies = |list: &Vec<MarkerId>| list.contains(&marker);
        let fits = |location: &Location| match (location, at) {
            (_, None) => true,
            (Location::Hex(hex), Some(at)) => self.asking(about, |_, query| query.is_hex(at, *hex).sure()),
            (Location::Box(_), Some(_)) => false,
        };
        let hexes = position.markers.iter().filter(|(at, list)| lies(list) && fits(at)).map(|(at, _)| Site::At(*at));
        let units = position.unit_markers.iter().filter(|(_, list)| lies(list) && at.is_none());
        let sides = position.side_markers.iter().filter(|(_, list)| lies(list) && at.is_none());
        let sites = hexes.chain(units.map(|(unit, _)| Site::Unit(*unit))).chain(sides.map(|(side, _)| Site::Side(*side)));
        for site in sites.collect::<Vec<Site>>() {
            let turned = self.markers_on(site).into_iter().map(|lying| if lying == marker { other } else { lying }).collect();
            self.mark(site, turned);
        }
    }
}
