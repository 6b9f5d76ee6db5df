//! Why an alpha-beta search decided as it did, from what that search left behind.

use chess::Game;
use eval::Trace;
use search::{Searcher, Verdict};
use thinking::Score;

use crate::{Candidate, Explanation, TreeSummary};

pub(crate) fn explain(game: &Game, verdict: &Verdict, searcher: &dyn Searcher) -> Explanation {
    let position = game.position();
    let all: u64 = verdict.root_moves.iter().map(|root| root.nodes).sum();
    let effort = |mv| {
        let root = verdict.root_moves.iter().find(|root| root.mv == mv)?;
        Some(root.nodes as f64 / all.max(1) as f64)
    };
    let lines = verdict.lines.iter().filter(|line| !line.moves.is_empty());
    let candidates = lines.clone().map(|line| Candidate {
        score: Some(Score::from_value(line.value)),
        chances: Some(line.chances),
        effort: effort(line.moves[0]),
        line: line.moves.clone(),
        ..Candidate::new(line.moves[0])
    });
    let best = lines.clone().next().map_or(&[][..], |line| &line.moves);
    let end = best.iter().fold(*position, |position, &mv| position.after(mv));
    let (trace, goal) = (searcher.trace(position), searcher.trace(&end));
    let counts = &verdict.statistics;
    Explanation {
        candidates: candidates.collect(),
        words: words(game, verdict, &trace, &goal),
        trace: Some(trace),
        goal: Some(goal),
        summary: Some(TreeSummary {
            depth: u32::try_from(verdict.depth).unwrap_or(0),
            nodes: counts.nodes,
            quiescence_nodes: counts.quiescence_nodes,
            table_probes: counts.table_probes,
            table_hits: counts.table_hits,
            table_cuts: counts.table_cuts,
            beta_cuts: counts.beta_cuts,
            first_move_cuts: counts.first_move_cuts,
        }),
        tree: None,
    }
}

/// The line, its worth, and the terms that it improves most.
fn words(game: &Game, verdict: &Verdict, now: &Trace, then: &Trace) -> String {
    let mut position = *game.position();
    let mut line = String::new();
    for &mv in verdict.lines.first().iter().flat_map(|line| &line.moves).take(5) {
        line.push_str(&position.to_san(mv));
        line.push(' ');
        position = position.after(mv);
    }
    let score = verdict.score();
    let sign = if game.turn().is_white() { 1 } else { -1 };
    let worth = |trace: &Trace, term| {
        let line = trace.lines.iter().find(|line| line.term == term);
        line.map_or(0, |line| sign * trace.worth(line))
    };
    let mut gains: Vec<_> = then
        .lines
        .iter()
        .map(|line| (line.term, worth(then, line.term) - worth(now, line.term)))
        .filter(|&(_, gain)| gain > 0)
        .collect();
    gains.sort_by_key(|&(_, gain)| -gain);
    let gains: Vec<_> =
        gains.iter().take(3).map(|(term, gain)| format!("{term} +{gain}")).collect();
    let why =
        if gains.is_empty() { String::new() } else { format!("; gains {}", gains.join(", ")) };
    format!("{line}is worth {score} at depth {}{why}", verdict.depth)
}
