//! Which games to keep.

use chess::Position;
use thinking::SplitMix64;

use super::{Audience, GameFiles, GameOutput, ToolError};
use crate::WhitePoints;
use crate::scored_game::ScoredGame;

/// Keeps this stream apart from those that split games for validation, which
/// begin with a seed and an id too.
const STREAM: u64 = 0x5A3B_1E0F_6A3E_5000;

/// The kind of position that a game begins with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StartKind {
    /// The initial position of chess.
    Initial,
    /// One whose castling rights are those of ordinary chess, or that has none.
    Ordinary,
    /// One with castling rights that only Chess960 has.
    Chess960,
}

impl StartKind {
    fn is_of(self, start: &Position) -> bool {
        match self {
            StartKind::Initial => *start == Position::initial(),
            StartKind::Ordinary => !start.is_chess960(),
            StartKind::Chess960 => start.is_chess960(),
        }
    }
}

/// Chooses whole games; positions are chosen by a [`Filter`](crate::Filter)
/// when they are loaded, and stay in the files.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSelection {
    /// The results that are kept.
    pub results: Vec<WhitePoints>,
    /// Fewest plies.
    pub least_plies: usize,
    /// Most plies.
    pub most_plies: usize,
    /// Least score of the last position for White, in centipawns.
    pub least_final_score: i16,
    /// Greatest score of the last position for White, in centipawns.
    pub most_final_score: i16,
    /// The kind of position the game begins with, if it matters.
    pub start: Option<StartKind>,
    /// Of the games that are left, keep so many parts of one.
    pub sample: f64,
    /// Where the choice of a sample comes from.
    pub seed: u64,
}

impl Default for GameSelection {
    /// All games.
    fn default() -> GameSelection {
        GameSelection {
            results: WhitePoints::ALL.to_vec(),
            least_plies: 0,
            most_plies: usize::MAX,
            least_final_score: i16::MIN,
            most_final_score: i16::MAX,
            start: None,
            sample: 1.0,
            seed: 1,
        }
    }
}

impl GameSelection {
    /// Is the game kept? A sample goes by the game itself: the same game in
    /// another file, or relabelled, is in it or not alike.
    pub fn keeps(&self, game: &ScoredGame) -> bool {
        // A game without moves has no score; level is what is known of it.
        let last = game.moves.last().map_or(0, |last| last.score);
        self.results.contains(&game.result)
            && (self.least_plies..=self.most_plies).contains(&game.moves.len())
            && (self.least_final_score..=self.most_final_score).contains(&last)
            && self.start.is_none_or(|kind| kind.is_of(&game.start))
            && self.draws(game)
    }

    fn draws(&self, game: &ScoredGame) -> bool {
        let parts = 1u64 << 52;
        let drawn = SplitMix64::new(self.seed ^ STREAM, game.id()).below(parts);
        (drawn as f64) < self.sample * parts as f64
    }
}

impl GameFiles<'_> {
    /// Writes the games that `selection` keeps, at most `limit` of them.
    pub fn select(
        &mut self,
        selection: &GameSelection,
        limit: u64,
        output: &mut GameOutput,
        audience: &mut Audience<'_>,
    ) -> Result<(), ToolError> {
        while output.games() < limit
            && let Some(game) = self.next_for(audience)?
        {
            if selection.keeps(&game) {
                output.write(&game)?;
            }
        }
        Ok(())
    }
}
