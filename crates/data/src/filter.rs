//! Which positions are good training samples.

use chess::Position;

use crate::WhitePoints;
use crate::params::FIRST_KEPT_PLY;
use crate::scored_game::{ScoredGame, ScoredMove, ply_of};

/// Keeps quiet positions, in which a static evaluation can be expected to agree
/// with the search: not in check, and with a best move that neither captures
/// nor promotes. Early ones are left out, since random moves made them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Plies that must have been played, random ones included.
    pub first_ply: u32,
    /// Leave out positions in check.
    pub no_checks: bool,
    /// Leave out positions whose move takes or promotes.
    pub quiet_moves: bool,
    /// Leave out scores beyond so many centipawns, for either side.
    pub most_score: u16,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            first_ply: FIRST_KEPT_PLY,
            no_checks: true,
            quiet_moves: true,
            most_score: u16::MAX,
        }
    }
}

/// A training sample.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// Its move and its score for White.
    pub best: ScoredMove,
    /// How the game ended.
    pub result: WhitePoints,
}

impl Filter {
    /// Is a position with this best move kept?
    pub fn keeps(&self, position: &Position, best: ScoredMove) -> bool {
        ply_of(position) >= self.first_ply
            && !(self.no_checks && position.is_check())
            && (best.mv.is_quiet() || !self.quiet_moves)
            && best.score.unsigned_abs() <= self.most_score
    }
}

impl ScoredGame {
    /// The positions that `filter` keeps.
    pub fn samples(&self, filter: Filter) -> impl Iterator<Item = Sample> + '_ {
        let kept = self.positions().filter(move |(position, best)| filter.keeps(position, *best));
        kept.map(|(position, best)| Sample { position, best, result: self.result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The game of these moves from `fen`, all scored 7.
    fn game(fen: &str, moves: &str) -> ScoredGame {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start;
        let mut scored = Vec::new();
        for san in moves.split(' ') {
            let mv = position.parse_san(san).unwrap();
            scored.push(ScoredMove { mv, score: 7 });
            position.play(mv);
        }
        ScoredGame { start, result: WhitePoints::One, moves: scored }
    }

    fn kept(game: &ScoredGame, filter: Filter) -> Vec<String> {
        game.samples(filter).map(|sample| sample.position.to_san(sample.best.mv)).collect()
    }

    #[test]
    fn quiet_moves_out_of_check_and_late_enough() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPPBPPP/RNB1K1NR w KQkq - 4 8";
        // Ply 14 and 15 are too early; Qxf7 takes, and Kxf7 gets out of check.
        let game = game(fen, "Nf3 Nf6 Qxf7+ Kxf7 Nxe5+ Kg8 O-O d6");
        assert_eq!(kept(&game, Filter::default()), ["O-O", "d6"]);
        let all =
            Filter { first_ply: 0, no_checks: false, quiet_moves: false, ..Filter::default() };
        assert_eq!(kept(&game, all).len(), 8);
        assert_eq!(kept(&game, Filter { no_checks: false, ..Filter::default() })[0], "Kg8");
        let takes = Filter { quiet_moves: false, ..Filter::default() };
        assert_eq!(kept(&game, takes), ["Qxf7+", "Nxe5+", "O-O", "d6"]);
        assert_eq!(kept(&game, Filter { most_score: 7, ..all }).len(), 8);
        assert_eq!(kept(&game, Filter { most_score: 6, ..all }).len(), 0);
        let sample = game.samples(all).nth(1).unwrap();
        assert_eq!((sample.best.score, sample.result), (7, WhitePoints::One));
    }
}
