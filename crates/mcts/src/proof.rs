//! What is certain about a move.

use serde::Serialize;

/// The certain result of a position, for whoever moved to it. Distances are
/// half-moves from there to mate.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// It mates in so many half-moves; 0 is mate on the board.
    Win(u16),
    /// Nobody can win: stalemate or not enough men, at once or in every line.
    Draw,
    /// It is mated in so many half-moves.
    Loss(u16),
}

const DRAW_CODE: i16 = i16::MAX;
const FARTHEST: u16 = 10_000;

impl Proof {
    /// Expected points of whoever moved.
    pub fn points(self) -> f32 {
        match self {
            Proof::Win(_) => 1.0,
            Proof::Draw => 0.5,
            Proof::Loss(_) => 0.0,
        }
    }

    /// What follows for the position before, when these are the results of all
    /// its moves known so far; `complete` says whether they are all it has.
    pub(crate) fn from_moves(
        moves: impl Iterator<Item = Option<Proof>>,
        complete: bool,
    ) -> Option<Proof> {
        let mut nearest_win: Option<u16> = None;
        let mut farthest_loss = 0;
        let (mut open, mut drawn) = (!complete, false);
        for proof in moves {
            match proof {
                Some(Proof::Win(plies)) => {
                    nearest_win = Some(nearest_win.map_or(plies, |nearest| nearest.min(plies)));
                }
                Some(Proof::Draw) => drawn = true,
                Some(Proof::Loss(plies)) => farthest_loss = farthest_loss.max(plies),
                None => open = true,
            }
        }
        match (nearest_win, open, drawn) {
            (Some(plies), ..) => Some(Proof::Loss(plies.saturating_add(1))),
            (None, true, _) => None,
            (None, false, true) => Some(Proof::Draw),
            (None, false, false) => Some(Proof::Win(farthest_loss.saturating_add(1))),
        }
    }

    /// In sixteen bits; 0 is no proof.
    pub(crate) fn encode(proof: Option<Proof>) -> i16 {
        match proof {
            None => 0,
            Some(Proof::Draw) => DRAW_CODE,
            Some(Proof::Win(plies)) => 1 + plies.min(FARTHEST) as i16,
            Some(Proof::Loss(plies)) => -1 - plies.min(FARTHEST) as i16,
        }
    }

    pub(crate) fn decode(code: i16) -> Option<Proof> {
        match code {
            0 => None,
            DRAW_CODE => Some(Proof::Draw),
            code if code > 0 => Some(Proof::Win((code - 1) as u16)),
            code => Some(Proof::Loss((-1 - code) as u16)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        for proof in [Proof::Win(0), Proof::Win(7), Proof::Draw, Proof::Loss(1), Proof::Loss(600)] {
            assert_eq!(Proof::decode(Proof::encode(Some(proof))), Some(proof));
        }
        assert_eq!(Proof::decode(Proof::encode(None)), None);
    }

    #[test]
    fn the_nearest_win_and_the_farthest_loss() {
        let combine =
            |moves: &[Option<Proof>], complete| Proof::from_moves(moves.iter().copied(), complete);
        let (win, loss) = (|n| Some(Proof::Win(n)), |n| Some(Proof::Loss(n)));
        assert_eq!(combine(&[win(4), None, win(2)], false), loss(3));
        assert_eq!(combine(&[loss(1), loss(5)], true), win(6));
        assert_eq!(combine(&[loss(1), loss(5)], false), None);
        assert_eq!(combine(&[loss(1), None], true), None);
        assert_eq!(combine(&[loss(1), Some(Proof::Draw)], true), Some(Proof::Draw));
        // No moves at all and complete would be mate or stalemate: not asked for.
    }
}
