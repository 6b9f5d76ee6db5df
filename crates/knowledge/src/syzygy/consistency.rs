//! Consistency of the endgame tables: the value of a position must follow from
//! those of its successors.

use chess::Position;

use super::fault::{Metric, ProbeError};
use super::{EndgameTables, Wdl};

/// Half-moves by which distances may differ from those one move later: both may
/// be rounded.
const ROUNDING: i32 = 2;

impl EndgameTables {
    /// Do the values of `position` and of its successors agree? A won position
    /// must have a move to a lost one that is a half-move nearer to zeroing, and
    /// so on. This finds damage that decodes to valid values.
    pub fn is_consistent(&self, position: &Position, metric: Metric) -> Result<bool, ProbeError> {
        let moves = position.legal_moves();
        let after = || moves.iter().map(|&mv| (mv, position.after(mv)));
        // Over a hundred half-moves without zeroing a win becomes a cursed one,
        // so only the outcome without that rule is the same on the way.
        let wdl = self.wdl(position)?.without_fifty_move_rule();
        match metric {
            Metric::Wdl => {
                let over = if position.is_check() { Wdl::Loss } else { Wdl::Draw };
                let mut best = if moves.is_empty() { over } else { Wdl::Loss };
                for (_, after) in after() {
                    best = best.max(-self.outcome(&after)?.without_fifty_move_rule());
                }
                Ok(best == wdl)
            }
            Metric::Dtz => {
                let dtz = self.dtz(position)?.plies;
                let mut nearest = None;
                for (mv, after) in after() {
                    let plies = self.distance(mv, position, &after)?.plies;
                    // Won: as soon as can be. Lost: as late.
                    if wdl != Wdl::Win || plies > 0 {
                        nearest = Some(nearest.map_or(plies, |nearest: i32| nearest.min(plies)));
                    }
                }
                let is_near = nearest.is_none_or(|nearest| (nearest - dtz).abs() <= ROUNDING);
                Ok(match wdl {
                    Wdl::Draw => dtz == 0,
                    Wdl::Win => dtz > 0 && nearest.is_some() && is_near,
                    _ => dtz < 0 && is_near,
                })
            }
        }
    }
}
