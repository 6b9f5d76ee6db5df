//! Games as people read them.

use chess::CastlingStyle;
use pgn::{Comment, Eval, EvalScore, GameResult, Record};

use crate::WhitePoints;
use crate::scored_game::{MATE_SCORE, ScoredGame};

impl WhitePoints {
    /// As PGN writes it: `1-0`, `1/2-1/2` or `0-1`.
    pub fn text(self) -> &'static str {
        GameResult::from(self).text()
    }
}

impl From<WhitePoints> for GameResult {
    fn from(points: WhitePoints) -> GameResult {
        match points {
            WhitePoints::One => GameResult::WhiteWins,
            WhitePoints::Half => GameResult::Draw,
            WhitePoints::Zero => GameResult::BlackWins,
        }
    }
}

impl ScoredGame {
    /// The game as PGN. The comment of a move has the score of the position
    /// before it, for White; `number` is its round.
    pub fn to_record(&self, number: u64) -> Record {
        let mut record = Record::new(self.start);
        record.tags.set("Event", "self-play");
        record.tags.set("Round", &number.to_string());
        record.tags.set_result(self.result.into());
        let mut node = record.tree.root();
        for scored in &self.moves {
            // Every move is legal; only a tree without room for it ends here.
            let Some(next) = record.tree.add(node, scored.mv) else { break };
            node = next;
            record.tree.set_comment(node, comment(scored.score));
        }
        record
    }

    /// A line for every position: `FEN | move | score for White | result`.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.positions().map(|(position, best)| {
            let style = match position.is_chess960() {
                true => CastlingStyle::Chess960,
                false => CastlingStyle::Standard,
            };
            let mv = position.to_uci(best.mv, style);
            format!("{} | {mv} | {} | {}", position.fen(), best.score, self.result.text())
        })
    }
}

fn comment(score: i16) -> Comment {
    // Files do not keep how far a mate is.
    if score.abs_diff(0) >= MATE_SCORE.unsigned_abs() {
        return Comment::parse(if score > 0 { "White mates" } else { "Black mates" });
    }
    let mut comment = Comment::default();
    comment.eval = Some(Eval { score: EvalScore::Cp(score.into()), depth: None });
    comment
}
