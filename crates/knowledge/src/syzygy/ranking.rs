//! Which moves at the root of a search keep the outcome.

use chess::{Move, Position, Role};

use super::fault::ProbeError;
use super::{Dtz, EndgameTables, Wdl};

/// A legal move with its WDL, DTZ and rank from the endgame tables.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// How good it is: more is better, equal is equally good.
    pub rank: i32,
    /// The outcome for the side that plays it, with the half-move clock as it
    /// stands. A win that may come too late is cursed.
    pub wdl: Wdl,
    /// The distance to zeroing for the side that plays it, this move included;
    /// `None` where only outcomes are known.
    pub dtz: Option<Dtz>,
}

/// Every legal move, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The moves. None where the side to move is mated or stalemated.
    pub moves: Vec<RootMove>,
    /// Do the ranks come from distances? Then a won position stays won within
    /// the fifty-move rule whichever of the moves of the highest rank is played.
    /// If not, the outcomes are right, but it may take too long to get there.
    pub is_exact: bool,
}

impl Ranking {
    /// The moves of the highest rank.
    pub fn best(&self) -> &[RootMove] {
        let is_best = |root: &RootMove| root.rank == self.moves[0].rank;
        &self.moves[..self.moves.iter().take_while(|root| is_best(root)).count()]
    }

    /// The outcome of the best move.
    pub fn wdl(&self) -> Option<Wdl> {
        self.moves.first().map(|root| root.wdl)
    }
}

/// Ranks of a mate, of the shortest win, and of a cursed one; a draw is 0, and
/// losses are the same below it. No distance comes near the gaps between them.
const MATE: i32 = 40_000;
const WON: i32 = 30_000;
const CURSED: i32 = 10_000;

/// The half-move that makes the clock claim a draw.
const LIMIT: i32 = 100;

/// Up to here, clock and distance together, wins rank equal and a search has its
/// choice. From here to the limit the shortest is best, so that no half-move is
/// lost but the one that rounding may cost.
const LEISURE: i32 = 90;

impl EndgameTables {
    /// Every legal move with its rank, for a root whose half-move clock counts.
    ///
    /// `repeated` says that some position since the last capture or pawn move
    /// occurred more than once: then wins rank by their distance alone, so that
    /// it gets shorter with every move and nothing occurs a third time.
    /// Otherwise all wins that are well in time rank equal. Lost positions rank
    /// by how long they hold. With `fifty_move_rule` off a cursed win is a win.
    ///
    /// Where distances are missing, moves rank by their outcomes as if the clock
    /// stood at 0, and the ranking is not exact. Once `repeated`, winning
    /// captures and pawn moves then come first. Nobody can promise an end to
    /// that in time for the fifty-move rule.
    pub fn root_moves(
        &self,
        position: &Position,
        repeated: bool,
        fifty_move_rule: bool,
    ) -> Result<Ranking, ProbeError> {
        // Says at once if there is nothing to be known.
        self.wdl(position)?;
        let clock = i32::from(position.halfmoves());
        let rank_all = |rank: &dyn Fn(Move, &Position) -> Result<RootMove, ProbeError>| {
            let legal = position.legal_moves();
            legal.iter().map(|&mv| rank(mv, &position.after(mv))).collect::<Result<Vec<_>, _>>()
        };
        let by_distance = rank_all(&|mv, after| {
            let dtz = self.distance(mv, position, after)?;
            let spent = if is_zeroing(mv, position) { 0 } else { clock };
            let (rank, wdl) = judge_distance(dtz, spent, repeated, fifty_move_rule);
            Ok(RootMove { mv, rank, wdl, dtz: Some(dtz) })
        });
        let is_exact = by_distance.is_ok();
        let mut moves = by_distance.or_else(|_| {
            rank_all(&|mv, after| {
                let mut wdl = -self.outcome(after)?;
                if !fifty_move_rule {
                    wdl = wdl.without_fifty_move_rule();
                }
                let progress = repeated && wdl > Wdl::Draw && is_zeroing(mv, position);
                let rank = judge_outcome(wdl) + i32::from(progress);
                Ok(RootMove { mv, rank, wdl, dtz: None })
            })
        })?;
        for root in &mut moves {
            if position.after(root.mv).is_checkmate() {
                root.rank = MATE;
            }
        }
        moves.sort_by_key(|root| -root.rank);
        Ok(Ranking { moves, is_exact })
    }

    /// The outcome for the side to move; without tables where the game is over.
    pub(super) fn outcome(&self, position: &Position) -> Result<Wdl, ProbeError> {
        if position.has_legal_moves() {
            self.wdl(position)
        } else {
            Ok(if position.is_check() { Wdl::Loss } else { Wdl::Draw })
        }
    }

    /// How far it is to zeroing for the side that plays `mv`, which leads from
    /// `before` to `after`.
    pub(super) fn distance(
        &self,
        mv: Move,
        before: &Position,
        after: &Position,
    ) -> Result<Dtz, ProbeError> {
        if is_zeroing(mv, before) || !after.has_legal_moves() {
            return Ok(Dtz::before_zeroing(-self.outcome(after)?));
        }
        Ok(self.dtz(after)?.before_move())
    }
}

/// Rank and outcome of a move with this distance, when the clock stands at
/// `spent`.
fn judge_distance(dtz: Dtz, spent: i32, repeated: bool, fifty_move_rule: bool) -> (i32, Wdl) {
    let plies = dtz.plies.abs();
    let is_late = plies + spent > LIMIT && fifty_move_rule;
    match dtz.plies.signum() {
        1 => {
            // Right after zeroing, tables have no doubt about the limit.
            let is_sure = dtz.at_most() + spent <= LIMIT || spent == 0 && plies <= LIMIT;
            let wdl = if is_sure || !fifty_move_rule { Wdl::Win } else { Wdl::CursedWin };
            let rank = match (is_late, repeated) {
                (true, _) => CURSED - plies,
                (false, true) => WON - plies,
                (false, false) => WON - (plies + spent - LEISURE).max(0),
            };
            (rank, wdl)
        }
        -1 if is_late => (plies - CURSED, Wdl::BlessedLoss),
        -1 => (plies - WON, Wdl::Loss),
        _ => (0, Wdl::Draw),
    }
}

fn judge_outcome(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Loss => -WON,
        Wdl::BlessedLoss => -CURSED,
        Wdl::Draw => 0,
        Wdl::CursedWin => CURSED,
        Wdl::Win => WON,
    }
}

pub(super) fn is_zeroing(mv: Move, position: &Position) -> bool {
    mv.is_capture() || position.by_role(Role::Pawn).contains(mv.from())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDED: fn(i32) -> Dtz = |plies| Dtz { plies, rounded: true };

    fn rank(dtz: Dtz, spent: i32) -> i32 {
        judge_distance(dtz, spent, false, true).0
    }

    fn wdl(dtz: Dtz, spent: i32) -> Wdl {
        judge_distance(dtz, spent, false, true).1
    }

    #[test]
    fn ranks_follow_outcomes() {
        let falling = [
            (MATE, Wdl::Win),
            (rank(Dtz::exact(1), 0), wdl(Dtz::exact(1), 0)),
            (rank(Dtz::exact(100), 0), wdl(Dtz::exact(100), 0)),
            (rank(Dtz::exact(101), 0), wdl(Dtz::exact(101), 0)),
            (rank(Dtz::exact(400), 100), wdl(Dtz::exact(400), 100)),
            (rank(Dtz::exact(0), 50), wdl(Dtz::exact(0), 50)),
            (rank(Dtz::exact(-400), 0), wdl(Dtz::exact(-400), 0)),
            (rank(Dtz::exact(-101), 0), wdl(Dtz::exact(-101), 0)),
            (rank(Dtz::exact(-100), 0), wdl(Dtz::exact(-100), 0)),
            (rank(Dtz::exact(-2), 0), wdl(Dtz::exact(-2), 0)),
        ];
        assert!(falling.is_sorted_by(|a, b| a.0 > b.0), "{falling:?}");
        assert!(falling.is_sorted_by(|a, b| a.1 >= b.1), "{falling:?}");
        let outcomes = Wdl::ALL.map(judge_outcome);
        assert!(outcomes.is_sorted_by(|a, b| a < b) && outcomes[4] < MATE);
    }

    #[test]
    fn wins_in_good_time_are_equal_until_something_is_repeated() {
        assert_eq!(rank(Dtz::exact(3), 10), rank(Dtz::exact(79), 10));
        assert!(rank(Dtz::exact(81), 10) < rank(Dtz::exact(80), 10));
        let repeated = |plies| judge_distance(Dtz::exact(plies), 10, true, true).0;
        assert!(repeated(3) > repeated(5) && repeated(5) > repeated(95));
    }

    #[test]
    fn the_clock_curses_and_blesses() {
        assert_eq!(wdl(Dtz::exact(40), 60), Wdl::Win);
        assert_eq!(wdl(Dtz::exact(40), 61), Wdl::CursedWin);
        assert_eq!(wdl(Dtz::exact(-40), 60), Wdl::Loss);
        assert_eq!(wdl(Dtz::exact(-40), 61), Wdl::BlessedLoss);
        // It may be one half-move more than said, but not right after zeroing.
        assert_eq!(wdl(ROUNDED(40), 59), Wdl::Win);
        assert_eq!(wdl(ROUNDED(40), 60), Wdl::CursedWin);
        assert_eq!(wdl(ROUNDED(100), 0), Wdl::Win);
        assert!(rank(ROUNDED(40), 60) > rank(ROUNDED(42), 60));
    }

    #[test]
    fn without_the_rule_there_is_time() {
        let judge = |plies| judge_distance(Dtz::exact(plies), 90, false, false);
        assert_eq!(judge(250).1, Wdl::Win);
        assert!(judge(250).0 > CURSED && judge(40).0 > judge(250).0);
        assert_eq!(judge(-250).1, Wdl::Loss);
        assert!(judge(-250).0 < -CURSED);
    }
}
