//! New scores for the positions of a game.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chess::{Color, Game, Position};
use eval::{AnyEvaluator, Evaluator, EvaluatorSpec};
use search::{Searcher, Settings, TableTooLarge};
use thinking::{Limits, Signal, Silent};

use crate::params::{HARD_LIMIT, LABELLING};
use crate::scored_game::{MATE_SCORE, ScoredGame};
use crate::self_play::white_score;

/// How a position is judged.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum RelabelSearch {
    /// By the static evaluation.
    Static,
    /// By a search of so many plies.
    Depth(u32),
    /// By a search that begins no new iteration after so many nodes.
    Nodes(u64),
}

impl fmt::Display for RelabelSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RelabelSearch::Static => f.write_str("static evaluation"),
            RelabelSearch::Depth(depth) => write!(f, "depth {depth}"),
            RelabelSearch::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// Scores games, one after another. What it says of a game does not depend on
/// the games before.
#[derive(Debug)]
pub struct Relabeller {
    judge: Judge,
}

#[derive(Debug)]
enum Judge {
    Static(Box<AnyEvaluator>),
    Search(Box<dyn Searcher>, Limits),
}

impl Relabeller {
    /// With an engine of its own, whose table has `hash` MiB.
    pub fn new(
        evaluator: &EvaluatorSpec,
        search: RelabelSearch,
        hash: usize,
    ) -> Result<Relabeller, TableTooLarge> {
        let limits = match search {
            RelabelSearch::Static => {
                return Ok(Relabeller { judge: Judge::Static(Box::new(evaluator.build())) });
            }
            RelabelSearch::Depth(depth) => Limits::depth(depth),
            RelabelSearch::Nodes(nodes) => Limits {
                soft_nodes: Some(nodes),
                nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
                ..Limits::default()
            },
        };
        let settings = Settings { hash, threads: 1, ..Settings::default() };
        let engine = search::build(evaluator, LABELLING, settings)?;
        Ok(Relabeller { judge: Judge::Search(engine, limits) })
    }

    /// The same game with new scores, unless `stop` is set meanwhile.
    pub fn relabel(&mut self, game: &ScoredGame, stop: &AtomicBool) -> Option<ScoredGame> {
        let scores = match &mut self.judge {
            Judge::Static(evaluator) => static_scores(evaluator, game),
            Judge::Search(engine, limits) => searched_scores(&mut **engine, limits, game, stop)?,
        };
        let mut relabelled = game.clone();
        for (scored, score) in relabelled.moves.iter_mut().zip(scores) {
            scored.score = score;
        }
        Some(relabelled)
    }
}

fn static_scores(evaluator: &AnyEvaluator, game: &ScoredGame) -> Vec<i16> {
    let positions: Vec<Position> = game.positions().map(|(position, _)| position).collect();
    let judgements = evaluator.judge(&positions);
    let most = i32::from(MATE_SCORE) - 1;
    let score = |(position, value): (&Position, i32)| {
        let score = value.clamp(-most, most) as i16;
        if position.turn() == Color::White { score } else { -score }
    };
    positions.iter().zip(judgements.iter().map(|judgement| judgement.value)).map(score).collect()
}

fn searched_scores(
    engine: &mut dyn Searcher,
    limits: &Limits,
    scored: &ScoredGame,
    stop: &AtomicBool,
) -> Option<Vec<i16>> {
    engine.new_game();
    let mut game = Game::from_position(scored.start);
    let mut scores = Vec::with_capacity(scored.moves.len());
    for (position, best) in scored.positions() {
        if stop.load(Relaxed) {
            return None;
        }
        let mut verdict = engine.search(&game, limits, &Signal::new(), &mut Silent);
        if verdict.depth == 0 {
            // Not even one ply was done within the limit.
            verdict = engine.search(&game, &Limits::depth(1), &Signal::new(), &mut Silent);
        }
        scores.push(white_score(&verdict, position.turn()));
        if game.play(best.mv).is_err() {
            // By the rules it was over. Whoever played on began anew here.
            game = Game::from_position(position.after(best.mv));
        }
    }
    Some(scores)
}
