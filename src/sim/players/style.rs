//! Manners of greedy play: the same player, who weighs things otherwise. A player who searches tries them and keeps the one
//! that ends best.

use crate::play::Pcg;

/// As usual: weights are counted in thousandths of that.
pub(super) const USUAL: i64 = 1000;

/// How a greedy player weighs things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// Aims that are left alone, a bit for each by its place among those of the side.
    pub(super) spared: u32,
    /// How much it is worth to come nearer to an aim.
    pub(super) haste: i64,
    /// How much it is worth to stand in a hex that is wanted.
    pub(super) hold: i64,
    /// How much danger counts.
    pub(super) danger: i64,
    /// How much it is worth to stand where an attack promises something.
    pub(super) prey: i64,
    /// How much it is worth in a battle that the enemy leaves a hex that is wanted.
    pub(super) ground: i64,
    /// How much own losses count in a battle.
    pub(super) losses: i64,
    /// Whether actions are carried out of which nobody can tell what they are good for.
    pub(super) busy: bool,
}

impl Style {
    /// What greedy does.
    pub(super) const PLAIN: Style =
        Style { spared: 0, haste: USUAL, hold: USUAL, danger: USUAL, prey: USUAL, ground: USUAL, losses: USUAL, busy: false };

    /// Whether an aim is left alone.
    pub(super) fn spares(&self, aim: usize) -> bool {
        u32::try_from(aim).ok().and_then(|aim| self.spared.checked_shr(aim)).is_some_and(|bits| bits & 1 == 1)
    }

    /// So many other styles that are worth trying where a side has so many aims: clear-cut ones and some by lot, shuffled.
    pub(super) fn others(aims: usize, count: usize, pcg: &mut Pcg) -> Vec<Style> {
        let plain = Style::PLAIN;
        let bold = Style { losses: 300, ground: 2500, danger: 400, ..plain };
        let all = (0..aims.min(31)).fold(0, |all, aim| all | 1 << aim);
        let mut list = vec![
            bold,
            Style { hold: 3000, danger: 1500, losses: 2000, ..plain },
            Style { haste: 2500, danger: 300, ..plain },
            Style { prey: 3000, danger: 600, ..plain },
            Style { busy: true, ..plain },
        ];
        // All go for one of the aims.
        list.extend((0..aims.min(5)).filter(|_| aims > 1).map(|aim| Style { spared: all & !(1 << aim), ..bold }));
        while list.len() < count {
            list.push(Style::by_lot(all, pcg));
        }
        let mut shuffled = Vec::with_capacity(count);
        while shuffled.len() < count && !list.is_empty() {
            let n = pcg.below(u32::try_from(list.len()).unwrap_or(u32::MAX)) as usize;
            shuffled.push(list.swap_remove(n));
        }
        shuffled
    }

    fn by_lot(all: u32, pcg: &mut Pcg) -> Style {
        let mut weight = || [200, 450, USUAL, USUAL, 2200, 5000].get(pcg.below(6) as usize).copied().unwrap_or(USUAL);
        let (haste, hold, danger) = (weight(), weight(), weight());
        let (prey, ground, losses) = (weight(), weight(), weight());
        let spared = if pcg.below(2) == 0 { 0 } else { pcg.next() & all };
        let spared = if spared == all { 0 } else { spared };
        Style { spared, haste, hold, danger, prey, ground, losses, busy: pcg.below(2) == 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_as_many_as_asked_for_and_spare_no_more_than_all_but_one() {
        for aims in 0..40usize {
            let styles = Style::others(aims, 16, &mut Pcg::new(7, 1));
            assert_eq!(styles, Style::others(aims, 16, &mut Pcg::new(7, 1)));
            assert_eq!(styles.len(), 16);
            let goes_on = |style: &Style| aims == 0 || (0..aims).any(|aim| !style.spares(aim));
            assert!(styles.iter().all(goes_on), "{aims}");
        }
    }
}
