//! Room for all: whether everybody who must stand somewhere can, shown by a way, ruled out, or neither within bounds.

use std::collections::BTreeMap;

use super::{Piece, Query, Situation, Standing};
use crate::hexgrid::HexId;
use crate::model::{Act, Ban, Limit, Per, Points, StackingAt, TerrainId};
use crate::sorting::Arrange;

/// Whether all find room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Room {
    /// They do, each in that hex.
    Yes(Vec<(Piece, HexId)>),
    /// This one may stand in none of its hexes, whoever else is there.
    Nowhere(Piece),
    /// They are too many for their hexes.
    Crowded(Box<Crowd>),
    /// Every way was tried, and this one was left over.
    No(Piece),
    /// It could not be found out within bounds.
    Unknown,
}

/// More than a limit allows in so many hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crowd {
    pub limit: Limit,
    /// What they count together.
    pub found: Points,
    /// What all their hexes hold.
    pub most: Points,
    /// How many hexes.
    pub hexes: usize,
    /// One of them.
    pub piece: Piece,
}

/// Why a unit may not be set up in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSetUp<'g> {
    /// The terrain is closed to it.
    Closed(TerrainId),
    /// An enemy stands there.
    Enemy,
    /// The rules forbid it.
    Banned(&'g Ban),
}

/// So many tries, then it is undecided.
const TRIES: usize = 100_000;
/// So many for all scenarios of a game: where there are very many, each has fewer.
const ALL_TRIES: usize = 10_000_000;
/// More pieces than this are not tried in every order.
const FEW: usize = 64;

impl<'a> Situation<'a> {
    /// Bans of setting up that hold for a piece in a hex.
    pub fn set_up_ban(&'a self, piece: Piece, hex: HexId) -> Option<&'a Ban> {
        let bans = &self.engine.game().rules.bans;
        let changed = bans.variants.iter().filter_map(|variant| variant.instead.as_ref());
        if !bans.iter().chain(changed).any(|ban| ban.of.contains(&Act::SetUp)) {
            return None;
        }
        let query = Query { target: Some(hex), ..self.about(piece, Some(hex)) };
        self.bans(&query, &[Act::SetUp]).into_iter().find(|ban| query.forbids(ban, hex, hex))
    }

    /// Whether a piece may be set up in a hex, as far as terrain, enemies who stand there and bans say.
    pub fn may_set_up(&'a self, piece: Piece, hex: HexId) -> Result<(), NoSetUp<'a>> {
        match self.engine.standing(piece.unit, hex) {
            Standing::Never(terrain) | Standing::OnlyByRoad(terrain) => return Err(NoSetUp::Closed(terrain)),
            Standing::Yes | Standing::Unknown => {}
        }
        let apart = self.engine.game().rules.stacking.as_ref().is_some_and(|stacking| stacking.with_enemy != Some(true));
        if apart && self.engine.side_of(&piece).is_some_and(|side| self.has_enemy(hex, side)) {
            return Err(NoSetUp::Enemy);
        }
        self.set_up_ban(piece, hex).map_or(Ok(()), |ban| Err(NoSetUp::Banned(ban)))
    }

    /// How many tries one search has.
    fn tries(&self) -> usize {
        TRIES.min(ALL_TRIES / self.engine.game().scenarios.len().max(1))
    }

    /// Whether all pieces find room, each in one of its hexes, beside those who stand there already.
    pub fn room(&self, wishes: &[(Piece, &[HexId])], may: &dyn Fn(Piece, HexId) -> bool, at: StackingAt) -> Room {
        let mut order: Vec<usize> = (0..wishes.len()).collect();
        // Those with the fewest hexes choose first.
        order.arrange_by_key(|n| wishes.get(*n).map_or(0, |(_, hexes)| hexes.len()));
        let wish = |n: usize| order.get(n).and_then(|n| wishes.get(*n)).copied();
        let mut taken: BTreeMap<HexId, Vec<Piece>> = BTreeMap::new();
        let mut placed = Vec::with_capacity(wishes.len());
        let (mut tries, most) = (0, self.tries());
        for n in 0..wishes.len() {
            let Some((piece, hexes)) = wish(n) else { continue };
            // Each begins at another hex, so that a crowd spreads at once.
            let mut around = (0..hexes.len()).filter_map(|i| hexes.get((i + n) % hexes.len()).copied());
            let found = around.find(|hex| {
                tries += 1;
                tries > most || may(piece, *hex) && self.has_room(*hex, &taken, piece, at)
            });
            match found.filter(|_| tries <= most) {
                Some(hex) => {
                    taken.entry(hex).or_default().push(piece);
                    placed.push((piece, hex));
                }
                None if tries > most => return Room::Unknown,
                None if !hexes.iter().any(|hex| may(piece, *hex)) => return Room::Nowhere(piece),
                None => {
                    return self
                        .crowded(wishes, hexes, piece, at)
                        .map_or_else(|| self.search(wishes, may, at), |crowd| Room::Crowded(Box::new(crowd)));
                }
            }
        }
        Room::Yes(placed)
    }

    pub(super) fn has_room(&self, hex: HexId, taken: &BTreeMap<HexId, Vec<Piece>>, piece: Piece, at: StackingAt) -> bool {
        let mut stack: Vec<Piece> = self.stack(hex).to_vec();
        stack.extend(taken.get(&hex).into_iter().flatten());
        stack.push(piece);
        !self.is_overstacked(hex, &stack, at) && self.apart(hex, &stack).is_none()
    }

    /// Whether there is room for one more in a hex.
    pub fn room_for(&self, hex: HexId, piece: Piece, at: StackingAt) -> bool {
        self.has_room(hex, &BTreeMap::new(), piece, at)
    }

    /// A limit that all who share these hexes break, however they are spread.
    fn crowded(&self, wishes: &[(Piece, &[HexId])], hexes: &[HexId], piece: Piece, at: StackingAt) -> Option<Crowd> {
        let stacking = self.engine.game().rules.stacking.as_ref()?;
        let sharing: Vec<Piece> = wishes.iter().filter(|(_, own)| *own == hexes).map(|(piece, _)| *piece).collect();
        self.engine.live(&stacking.limits, &self.moment).find_map(|limit| {
            let binds = limit.at.as_ref().is_none_or(|at_times| at_times.contains(&at) || at_times.contains(&StackingAt::Always));
            let plain = limit.modes.is_none()
                && limit.per.is_none_or(|per| per == Per::Hex)
                && limit.when.is_none()
                && limit.by.is_none();
            let max = limit.raise.iter().flatten().map(|raise| raise.to).chain([limit.max?]).max()?;
            let least = |piece: &Piece| {
                let query = self.about(*piece, None);
                let full = self.engine.weight(piece, limit.count).unwrap_or(Points(0));
                if limit.of.as_ref().is_some_and(|of| !query.fits(of, piece, None).sure()) {
                    return Points(0);
                }
                let weighed = limit.weigh.iter().flatten().filter(|weigh| query.fits(&weigh.of, piece, None).possible());
                weighed.map(|weigh| full.times(weigh.weight)).chain([full]).min().unwrap_or(full)
            };
            let found: Points = sharing.iter().map(least).sum();
            let most = Points(Points::whole(max).0.saturating_mul(i64::try_from(hexes.len()).unwrap_or(i64::MAX)));
            let over = binds && plain && found > most;
            over.then(|| Crowd { limit: limit.clone(), found, most, hexes: hexes.len(), piece })
        })
    }

    /// Tries every way, if they are few.
    fn search(&self, wishes: &[(Piece, &[HexId])], may: &dyn Fn(Piece, HexId) -> bool, at: StackingAt) -> Room {
        // Where more may make a stack legal again, a stack that is illegal now rules nothing out.
        let stacking = self.engine.game().rules.stacking.as_ref();
        let exact = stacking.is_none_or(|stacking| {
            let simple =
                |limit: &Limit| limit.raise.is_none() && limit.weigh.is_none() && limit.when.is_none() && limit.by.is_none();
            self.engine.live(&stacking.limits, &self.moment).all(simple)
        });
        if wishes.len() > FEW || !exact {
            return Room::Unknown;
        }
        let allowed =
            wishes.iter().map(|(piece, hexes)| (*piece, hexes.iter().copied().filter(|hex| may(*piece, *hex)).collect()));
        let mut wishes: Vec<(Piece, Vec<HexId>)> = allowed.collect();
        wishes.arrange_by_key(|(_, hexes)| hexes.len());
        let mut search =
            Search { situation: self, wishes: &wishes, at, taken: BTreeMap::new(), tries: 0, most: self.tries(), stuck: 0 };
        match search.from(0) {
            Some(true) => {
                let placed = search.taken.into_iter().flat_map(|(hex, pieces)| pieces.into_iter().map(move |piece| (piece, hex)));
                Room::Yes(placed.collect())
            }
            Some(false) => wishes.get(search.stuck).map_or(Room::Unknown, |(piece, _)| Room::No(*piece)),
            None => Room::Unknown,
        }
    }
}

struct Search<'s, 'a> {
    situation: &'s Situation<'a>,
    wishes: &'s [(Piece, Vec<HexId>)],
    at: StackingAt,
    taken: BTreeMap<HexId, Vec<Piece>>,
    tries: usize,
    most: usize,
    /// The furthest that none fitted.
    stuck: usize,
}

impl Search<'_, '_> {
    /// Puts the rest somewhere; nothing if that would take too long. At most [`FEW`] deep.
    fn from(&mut self, n: usize) -> Option<bool> {
        let Some((piece, hexes)) = self.wishes.get(n) else { return Some(true) };
        for hex in hexes {
            self.tries += 1;
            if self.tries > self.most {
                return None;
            }
            if !self.situation.has_room(*hex, &self.taken, *piece, self.at) {
                continue;
            }
            self.taken.entry(*hex).or_default().push(*piece);
            match self.from(n + 1) {
                Some(false) => drop(self.taken.entry(*hex).or_default().pop()),
                done => return done,
            }
        }
        self.stuck = self.stuck.max(n);
        Some(false)
    }
}
