//! Scores that know how the game went on.
//!
//! The score of a short search is noisy. The searches of the next moves have looked
//! further along the line that was played, and err otherwise: a mean of them, in which
//! each counts less than the one before, is nearer to what a long search says.

use std::str::FromStr;

use data::{MATE_SCORE, ScoredGame};
use nets::nnue::SCALE;

use super::target::sigmoid;

/// The share of what comes later in the score of a position: 0 is its own score alone.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct LookAhead(f64);

impl LookAhead {
    /// The scores of the positions of a game, for White: each the position's own winning
    /// chance and, by the share, that of the next one, which looks ahead itself. Behind
    /// the last stands the result.
    pub(crate) fn scores(self, game: &ScoredGame) -> Vec<i16> {
        let mut scores: Vec<i16> = game.moves.iter().map(|scored| scored.score).collect();
        if self.0 > 0.0 {
            let mut chance = game.result.points();
            for score in scores.iter_mut().rev() {
                let own = sigmoid(f64::from(*score) / f64::from(SCALE));
                chance = own + self.0 * (chance - own);
                *score = score_of(chance);
            }
        }
        scores
    }
}

/// The centipawns of a winning chance. Certainty is a mate.
fn score_of(chance: f64) -> i16 {
    let score = f64::from(SCALE) * (chance / (1.0 - chance)).ln();
    score.round().clamp(f64::from(-MATE_SCORE), f64::from(MATE_SCORE)) as i16
}

impl FromStr for LookAhead {
    type Err = String;

    fn from_str(text: &str) -> Result<LookAhead, String> {
        let share: Option<f64> = text.trim().parse().ok();
        let share = share.filter(|share| (0.0..1.0).contains(share));
        share.map(LookAhead).ok_or_else(|| format!("'{text}' is no share from 0 up to below 1"))
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use data::{ScoredMove, WhitePoints};

    use super::*;

    /// A game of knights that go out and back, with these scores.
    fn game(scores: &[i16], result: WhitePoints) -> ScoredGame {
        let start = Position::initial();
        let mut position = start;
        let moves = scores.iter().zip(["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle());
        let moves = moves.map(|(&score, uci)| {
            let mv = position.parse_uci(uci).unwrap();
            position.play(mv);
            ScoredMove { mv, score }
        });
        ScoredGame { start, result, moves: moves.collect() }
    }

    fn look_ahead(share: &str, scores: &[i16], result: WhitePoints) -> Vec<i16> {
        share.parse::<LookAhead>().unwrap().scores(&game(scores, result))
    }

    #[test]
    fn later_scores_count_less_and_less() {
        let raw = [0, 0, 0, 300, 300];
        assert_eq!(look_ahead("0", &raw, WhitePoints::One), raw);
        let smooth = look_ahead("0.5", &raw, WhitePoints::One);
        assert!(smooth.is_sorted() && smooth[0] > 0 && smooth[4] > 300, "{smooth:?}");
        // By hand: the last is half 300 and half a win, the one before half 300 and half that.
        let own = sigmoid(300.0 / f64::from(SCALE));
        let last = (own + 1.0) / 2.0;
        assert_eq!(smooth[4], score_of(last));
        assert_eq!(smooth[3], score_of((own + last) / 2.0));
        assert_eq!(smooth[2], score_of((0.5 + (own + last) / 2.0) / 2.0));
        // The other side sees the same.
        let other = look_ahead("0.5", &raw.map(|score| -score), WhitePoints::Zero);
        assert_eq!(other, smooth.iter().map(|score| -score).collect::<Vec<_>>());
    }

    #[test]
    fn a_score_that_sticks_out_is_drawn_to_the_others() {
        let smooth = look_ahead("0.6", &[10, -203, 6, 28, 10, 12], WhitePoints::Half);
        assert!((-120..-40).contains(&smooth[1]), "{smooth:?}");
        assert!(smooth[0] > -50, "{smooth:?}");
    }

    #[test]
    fn certainty_stays() {
        let mates = [MATE_SCORE; 3];
        assert_eq!(look_ahead("0.9", &mates, WhitePoints::One), mates);
        assert_eq!(
            look_ahead("0.9", &mates.map(|score| -score), WhitePoints::Zero),
            mates.map(|score| -score)
        );
        assert!(look_ahead("0.5", &[], WhitePoints::Half).is_empty());
    }

    #[test]
    fn shares_are_read() {
        for wrong in ["", "1", "-0.1", "nan", "half"] {
            assert!(wrong.parse::<LookAhead>().is_err(), "{wrong}");
        }
    }
}
