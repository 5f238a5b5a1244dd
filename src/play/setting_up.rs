//! Setting up: draws first, then each side puts its units where the scenario lets it.

use super::{Asker, Change, Decision, Drawn, Frame, Match, Next, Refused, SettingUp, What};
use crate::hexgrid::HexId;
use crate::model::{Location, Setup, SideId, StackingAt, Where};
use crate::rules::{Counter, NoSetUp, Piece, States};

impl<'e> Match<'e> {
    /// The counters of a line of the setup.
    fn counters_of(&self, line: &Setup) -> Vec<Counter> {
        match line.n {
            Some(n) => vec![(line.unit, n)],
            None => {
                let count = self.engine.game().units.at(line.unit).map_or(0, |unit| unit.count);
                (1..=count).map(|n| (line.unit, n)).collect()
            }
        }
    }

    /// The order in which sides set up.
    fn setters(&self) -> Vec<SideId> {
        let mut order = self.scenario.set_up.clone();
        order.extend(self.engine.game().sides.ids().filter(|side| !self.scenario.set_up.contains(side)));
        order
    }

    fn line_of(&self, counter: Counter) -> Option<&'e Setup> {
        self.scenario.setup.iter().find(|line| self.counters_of(line).contains(&counter))
    }

    /// Counters that are still to be put somewhere.
    fn waiting(&self, side: SideId) -> Vec<Counter> {
        let state = &self.state;
        let lines = self.scenario.setup.iter().filter(|line| line.drawn.is_some() || !matches!(line.at, Where::At(_)));
        let all = lines.flat_map(|line| self.counters_of(line).into_iter().map(move |counter| (line, counter)));
        let open = |(line, counter): &(&Setup, Counter)| {
            self.side_of(*counter) == Some(side)
                && (line.drawn.is_none() || state.drawn.contains(counter))
                && !state.left_out.contains(counter)
                && state.position.piece(*counter).is_none()
        };
        all.filter(open).map(|(_, counter)| counter).collect()
    }

    /// The first draw that is not complete: its number.
    fn open_draw(&self) -> Option<u32> {
        let draws = self.scenario.setup.iter().filter_map(|line| line.drawn);
        draws
            .filter(|(draw, count)| {
                let all = self.in_draw(*draw);
                let drawn = all.iter().filter(|counter| self.state.drawn.contains(counter)).count();
                drawn < (*count as usize).min(all.len())
            })
            .map(|(draw, _)| draw)
            .next()
    }

    fn in_draw(&self, draw: u32) -> Vec<Counter> {
        let lines = self.scenario.setup.iter().filter(|line| line.drawn.is_some_and(|(other, _)| other == draw));
        lines.flat_map(|line| self.counters_of(line)).collect()
    }

    fn hexes_for(&self, counter: Counter) -> Vec<HexId> {
        let Some(map) = &self.engine.game().map else { return Vec::new() };
        match self.line_of(counter).map(|line| &line.at) {
            Some(Where::In(area, except)) => {
                let hexes = map.areas.at(*area).map(|area| area.hexes.as_slice()).unwrap_or_default();
                hexes.iter().copied().filter(|hex| !except.contains(hex)).collect()
            }
            Some(Where::Within(hexes, far)) => map.board.within(hexes, *far),
            Some(Where::At(Location::Hex(hex))) => vec![*hex],
            _ => Vec::new(),
        }
    }

    fn as_set_up(&self, counter: Counter) -> Piece {
        let game = self.engine.game();
        let line = self.scenario.setup.iter().position(|line| self.counters_of(line).contains(&counter)).unwrap_or(0);
        let wanted = self.scenario.setup.get(line).map_or(crate::model::Game::FULL, |line| line.state);
        let faces = game.units.at(counter.0).map(|unit| unit.faces.as_slice()).unwrap_or_default();
        let is_face = faces.iter().any(|face| face.state == wanted);
        let (state, also) = match is_face {
            true => (wanted, States::default()),
            false => (crate::model::Game::FULL, States::default().with(wanted)),
        };
        Piece { unit: counter.0, n: counter.1, state, also, line }
    }

    fn may_be_set_up(&self, counter: Counter, hex: HexId) -> Result<(), Refused> {
        let piece = self.as_set_up(counter);
        self.look(|situation| {
            match situation.may_set_up(piece, hex) {
                Ok(()) => {}
                Err(NoSetUp::Closed(terrain)) => {
                    return Err(
                        self.refuse(|words| format!("{} is {}, which is closed to it", words.hex(hex), words.terrain(terrain)))
                    );
                }
                Err(NoSetUp::Enemy) => return Err(self.refuse(|words| format!("the enemy is in {}", words.hex(hex)))),
                Err(NoSetUp::Banned(ban)) => {
                    let rule = ban.rule.as_ref().map(|rule| format!(" ({})", rule.0)).unwrap_or_default();
                    return Err(Refused::new(format!("`{}` forbids it{rule}", ban.id.0)));
                }
            }
            let mut stack = situation.stack(hex).to_vec();
            stack.push(piece);
            if let Some(over) = situation.overstacks(hex, &stack, StackingAt::Setup).first() {
                return Err(self.refuse(|words| words.overstack(over, hex)));
            }
            match situation.apart(hex, &stack) {
                Some(_) => Err(Refused::new("two units there never share a hex")),
                None => Ok(()),
            }
        })
    }

    fn first_room(&self, counter: Counter) -> Option<HexId> {
        self.hexes_for(counter).into_iter().find(|hex| self.may_be_set_up(counter, *hex).is_ok())
    }

    pub(super) fn run_set_up(&mut self, frame: SettingUp) -> Next {
        if let Some(draw) = self.open_draw() {
            return Next::Asks(Asker::Dice, What::Draw(format!("draw {draw} of the setup")));
        }
        let setters = self.setters();
        let Some(side) = setters.get(usize::from(frame.side)).copied() else {
            self.pop();
            self.next_phase();
            return Next::Goes;
        };
        if let Some(piece) = frame.piece {
            return Next::Asks(Asker::Side(side), What::PlaceAt(piece));
        }
        // Who was drawn and has its place goes there; who finds no room is left out, and nothing waits for it.
        if let Some(counter) = self.waiting(side).first().copied() {
            match self.line_of(counter).map(|line| &line.at) {
                Some(Where::At(at)) => {
                    let at = *at;
                    self.put(self.as_set_up(counter), at);
                    self.set_up_markers(counter);
                    return Next::Goes;
                }
                _ if self.first_room(counter).is_none() => {
                    self.change(Change::LeftOut(counter));
                    return Next::Goes;
                }
                _ => return Next::Asks(Asker::Side(side), What::Place),
            }
        }
        self.step(Frame::SetUp(SettingUp { side: frame.side + 1, piece: None }));
        Next::Goes
    }

    fn set_up_markers(&mut self, counter: Counter) {
        let markers = self.line_of(counter).map(|line| line.markers.clone()).unwrap_or_default();
        if !markers.is_empty() {
            self.mark(super::Site::Unit(counter), markers);
        }
    }

    pub(super) fn candidates_set_up(&self, frame: &SettingUp) -> Vec<Decision> {
        if let Some(draw) = self.open_draw() {
            let open = self.in_draw(draw).into_iter().filter(|counter| !self.state.drawn.contains(counter));
            return open.map(|counter| Decision::Draw(Drawn::Counter(counter))).collect();
        }
        let Some(side) = self.setters().get(usize::from(frame.side)).copied() else { return Vec::new() };
        match frame.piece {
            None => self.waiting(side).into_iter().map(Decision::Piece).collect(),
            Some(piece) => self.hexes_for(piece).into_iter().map(Decision::Hex).collect(),
        }
    }

    pub(super) fn allow_set_up(&self, frame: &SettingUp, decision: &Decision) -> Result<(), Refused> {
        let Some(side) = self.setters().get(usize::from(frame.side)).copied() else {
            return Err(Refused::new("nobody sets up now"));
        };
        match (frame.piece, decision) {
            (None, Decision::Piece(counter)) => match self.waiting(side).contains(counter) {
                true if self.first_room(*counter).is_some() => Ok(()),
                true => Err(Refused::new("it finds no room")),
                false => Err(Refused::new("it is not set up now")),
            },
            (Some(piece), Decision::Hex(hex)) => match self.hexes_for(piece).contains(hex) {
                true => self.may_be_set_up(piece, *hex),
                false => Err(Refused::new(format!("the scenario does not set it up in {}", self.words().hex(*hex)))),
            },
            (None, _) => Err(Refused::new("name a unit that is to be set up")),
            (Some(_), _) => Err(Refused::new("name the hex where it is set up")),
        }
    }

    /// Whether there is room for a unit that may be named now, or in a hex that it may be set up in.
    pub(super) fn finds_room(&self, frame: &SettingUp, decision: &Decision) -> bool {
        match (frame.piece, decision) {
            (None, Decision::Piece(counter)) => self.first_room(*counter).is_some(),
            (Some(piece), Decision::Hex(hex)) => self.may_be_set_up(piece, *hex).is_ok(),
            _ => false,
        }
    }

    pub(super) fn decide_set_up(&mut self, frame: SettingUp, decision: &Decision) {
        match (frame.piece, decision) {
            (_, Decision::Draw(Drawn::Counter(counter))) => self.change(Change::Drawn(*counter)),
            (None, Decision::Piece(piece)) => self.step(Frame::SetUp(SettingUp { piece: Some(*piece), ..frame })),
            (Some(piece), Decision::Hex(hex)) => {
                self.put(self.as_set_up(piece), Location::Hex(*hex));
                self.set_up_markers(piece);
                self.step(Frame::SetUp(SettingUp { piece: None, ..frame }));
            }
            _ => {}
        }
    }
}
