//! The line of best play.

use chess::{Move, Position};

use super::fault::ProbeError;
use super::ranking::is_zeroing;
use super::{EndgameTables, Wdl};

/// Longer than any line of best play to the next capture or pawn move.
const LONGEST: usize = 2_000;

impl EndgameTables {
    /// The line of best play until a capture, a pawn move or mate, those
    /// included: the shortest for who wins, the longest for who loses. Empty in
    /// drawn positions, and where distances are missing.
    pub fn best_line(
        &self,
        position: &Position,
        fifty_move_rule: bool,
    ) -> Result<Vec<Move>, ProbeError> {
        let mut line = Vec::new();
        let mut position = *position;
        while line.len() < LONGEST {
            let ranking = self.root_moves(&position, true, fifty_move_rule)?;
            let Some(best) = ranking.moves.first() else { break };
            if !ranking.is_exact || best.wdl == Wdl::Draw {
                break;
            }
            line.push(best.mv);
            if is_zeroing(best.mv, &position) {
                break;
            }
            position.play(best.mv);
        }
        Ok(line)
    }
}
