//! One game of the engine against itself.

use chess::{Color, Game, Move, Position};
use eval::EvaluatorSpec;
use search::{Searcher, Settings, TableTooLarge, Verdict};
use thinking::{Limits, Signal, Silent, SplitMix64, is_mate};
use thiserror::Error;

use crate::params::{HARD_LIMIT, LABELLING, LIMIT_VARIATION, OPENING_BALANCE, OPENING_TRIES};
use crate::scored_game::{MATE_SCORE, ScoredGame, ScoredMove, ply_of};
use crate::{GenerationPlan, SelfPlayAdjudicator, StartPositions, WhitePoints};

/// Plays the games of a plan.
#[derive(Debug)]
pub struct SelfPlay<'a> {
    plan: &'a GenerationPlan,
    openings: &'a StartPositions,
    engine: Box<dyn Searcher>,
    nodes: u64,
}

/// A game and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The game.
    pub game: ScoredGame,
    /// Nodes searched for it, and for start positions that were rejected.
    pub nodes: u64,
}

/// No start position of a game was balanced enough to be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "game {game}: each of {OPENING_TRIES} openings gave one side more than {OPENING_BALANCE} \
     centipawns, or was over at once"
)]
pub struct NoOpening {
    game: u64,
}

impl<'a> SelfPlay<'a> {
    /// A player with an engine of its own.
    pub fn new(
        plan: &'a GenerationPlan,
        openings: &'a StartPositions,
        evaluator: &EvaluatorSpec,
    ) -> Result<SelfPlay<'a>, TableTooLarge> {
        let settings = Settings { hash: plan.hash, threads: 1, ..Settings::default() };
        let engine = search::build(evaluator, LABELLING, settings)?;
        Ok(SelfPlay { plan, openings, engine, nodes: 0 })
    }

    /// Game `index` of the plan. It does not depend on games played before.
    pub fn play(&mut self, index: u64) -> Result<Played, NoOpening> {
        self.engine.new_game();
        self.nodes = 0;
        let mut random = SplitMix64::new(self.plan.seed, index);
        for _ in 0..OPENING_TRIES {
            let Some(start) = self.opening(&mut random) else { continue };
            if let Some(game) = self.game(start, &mut random) {
                return Ok(Played { game, nodes: self.nodes });
            }
        }
        Err(NoOpening { game: index })
    }

    /// A start position with random moves played on it, if the game is not over
    /// by then.
    fn opening(&self, random: &mut SplitMix64) -> Option<Position> {
        let mut game = Game::from_position(self.openings.draw(random));
        let plies = match self.plan.random_plies {
            0 => 0,
            // One more or not, so that each side is to move in half of the starts.
            plies => u64::from(plies) + random.below(2),
        };
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return None;
            }
            game.play(moves[random.below(moves.len() as u64) as usize]).ok()?;
        }
        let start = *game.position();
        Game::from_position(start).outcome().is_none().then_some(start)
    }

    /// The game from `start`, unless the score of the first search is outside
    /// `OPENING_BALANCE`.
    fn game(&mut self, start: Position, random: &mut SplitMix64) -> Option<ScoredGame> {
        let mut game = Game::from_position(start);
        let mut adjudicator = SelfPlayAdjudicator::new(self.plan.longest_game);
        let mut moves: Vec<ScoredMove> = Vec::new();
        loop {
            let verdict = self.think(&game, random);
            let score = white_score(&verdict, game.turn());
            if moves.is_empty() && i32::from(score).abs() > OPENING_BALANCE {
                return None;
            }
            let best = verdict.best?;
            let mv = self.stray_move(game.position(), random).unwrap_or(best);
            moves.push(ScoredMove { mv, score });
            let clear = adjudicator.watch(score.into(), ply_of(game.position()));
            game.play(mv).expect("the engine plays legal moves in games that go on");
            let ended = game.outcome().map(WhitePoints::from);
            let claimed = || game.claimable_draw().map(|_| WhitePoints::Half);
            if let Some(result) = ended.or_else(claimed).or(clear) {
                return Some(ScoredGame { start, result, moves });
            }
        }
    }

    /// Now and then, if the plan has it, any legal move. What follows is scored like
    /// everything else, so that players who look no further than their own move can
    /// learn what mistakes cost.
    fn stray_move(&self, position: &Position, random: &mut SplitMix64) -> Option<Move> {
        let share = u64::from(self.plan.stray_moves);
        if share == 0 || random.below(100) >= share {
            return None;
        }
        let moves = position.legal_moves();
        Some(moves[random.below(moves.len() as u64) as usize])
    }

    fn think(&mut self, game: &Game, random: &mut SplitMix64) -> Verdict {
        let nodes = self.plan.nodes;
        let spread = nodes / LIMIT_VARIATION;
        let soft = nodes - spread + random.below(2 * spread + 1);
        let limits = Limits {
            soft_nodes: Some(soft),
            nodes: Some(soft.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        };
        let mut verdict = self.search(game, &limits);
        if verdict.depth == 0 {
            // Not even one ply was done within the hard limit: there is a
            // move, but no score.
            verdict = self.search(game, &Limits::depth(1));
        }
        verdict
    }

    fn search(&mut self, game: &Game, limits: &Limits) -> Verdict {
        let verdict = self.engine.search(game, limits, &Signal::new(), &mut Silent);
        self.nodes += verdict.statistics.nodes;
        verdict
    }
}

/// The score of a search as files have it: for White, mates as `MATE_SCORE`.
pub(crate) fn white_score(verdict: &Verdict, turn: Color) -> i16 {
    let value = verdict.value();
    let most = if is_mate(value) { MATE_SCORE } else { MATE_SCORE - 1 };
    let most = i32::from(most);
    // A mate is beyond `most`, whatever its length.
    let score = value.clamp(-most, most) as i16;
    if turn.is_white() { score } else { -score }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search::{Statistics, VerdictLine};
    use thinking::{Chances, MATE, MATE_BOUND, mated_at, mates_at};

    use super::*;

    #[test]
    fn scores_are_white_s_and_mates_are_one_number() {
        let score = |value, turn| {
            let line =
                VerdictLine { value, chances: Chances::from_expectation(0.5), moves: Vec::new() };
            let verdict = Verdict {
                best: None,
                lines: vec![line],
                root_moves: Vec::new(),
                stopped: false,
                depth: 1,
                time: Duration::ZERO,
                statistics: Statistics::default(),
            };
            white_score(&verdict, turn)
        };
        assert_eq!(score(35, Color::White), 35);
        assert_eq!(score(35, Color::Black), -35);
        for value in [mates_at(1), mates_at(100), MATE, MATE_BOUND] {
            assert_eq!(score(value, Color::White), MATE_SCORE);
            assert_eq!(score(value, Color::Black), -MATE_SCORE);
        }
        assert_eq!(score(mated_at(0), Color::White), -MATE_SCORE);
        assert_eq!(score(MATE_BOUND - 1, Color::White), MATE_SCORE - 1);
        assert_eq!(score(1 - MATE_BOUND, Color::White), 1 - MATE_SCORE);
    }
}
