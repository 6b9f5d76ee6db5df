//! What an agent thinks, in the words of UCI.

use std::time::Duration;

use ::agents::{Candidate, Decision, TreeSummary};
use ::uci::{BestMove, Info, Message, ScoreReport, UciBound, UciScore, UciWdl};
use chess::{Move, Position, UciMove};
use thinking::{Chances, Progress, Score, ScoreBound};

use super::options::Conventions;

/// A line of thought.
pub(super) fn info(progress: &Progress, root: &Position, conventions: &Conventions) -> Message {
    let Conventions { show_wdl, castling, .. } = *conventions;
    let bound = match progress.bound.unwrap_or_default() {
        ScoreBound::Exact => UciBound::Exact,
        ScoreBound::Lower => UciBound::Lower,
        ScoreBound::Upper => UciBound::Upper,
    };
    let speed = |(nodes, time)| crate::perft::nodes_per_second(nodes, time);
    Message::Info(Box::new(Info {
        depth: progress.depth,
        seldepth: progress.seldepth,
        multipv: Some(progress.line_index as u32 + 1),
        score: progress.score.map(|score| ScoreReport { score: said(score), bound }),
        wdl: progress.chances.filter(|_| show_wdl).map(wdl),
        nodes: progress.nodes,
        nps: progress.nodes.zip(progress.time).map(speed),
        hashfull: progress.hashfull,
        tbhits: progress.tablebase_hits,
        time: progress.time,
        pv: line(root, &progress.line, castling),
        ..Info::default()
    }))
}

/// What came out in the end.
pub(super) fn conclusion(
    decision: &Decision,
    root: &Position,
    conventions: &Conventions,
) -> Message {
    let progress = Progress {
        depth: decision.depth,
        score: decision.score,
        chances: decision.chances,
        nodes: decision.nodes,
        tablebase_hits: decision.tablebase_hits,
        time: decision.time,
        line: decision.line.clone(),
        ..Progress::default()
    };
    info(&progress, root, conventions)
}

/// The moves of the book with their chances, and the one that is played.
pub(super) fn from_book(
    decision: &Decision,
    root: &Position,
    conventions: &Conventions,
) -> [Message; 2] {
    let uci = |mv| root.to_uci(mv, conventions.castling);
    let choices = decision.explanation.iter().flat_map(|why| &why.candidates);
    let choice = |candidate: &Candidate| {
        let chance = candidate.probability.unwrap_or(0.0);
        format!(" {} {:.1}%", uci(candidate.mv), 100.0 * chance)
    };
    let known: String = choices.map(choice).collect();
    let pv = vec![uci(decision.best)];
    let line = Info { depth: Some(1), nodes: Some(0), pv, ..Info::default() };
    [remark(format!("book{known}")), Message::Info(Box::new(line))]
}

/// Nothing to play: the side to move is mated or stalemated.
pub(super) fn game_over(root: &Position) -> Message {
    let score = if root.is_check() { UciScore::Mate(0) } else { UciScore::Cp(0) };
    let score = Some(ScoreReport { score, bound: UciBound::Exact });
    Message::Info(Box::new(Info { depth: Some(0), score, ..Info::default() }))
}

/// A root move that is searched.
pub(super) fn root_move(
    depth: u32,
    mv: Move,
    index: usize,
    root: &Position,
    conventions: &Conventions,
) -> Message {
    Message::Info(Box::new(Info {
        depth: Some(depth),
        currmove: Some(root.to_uci(mv, conventions.castling)),
        currmovenumber: Some(index as u32 + 1),
        ..Info::default()
    }))
}

fn said(score: Score) -> UciScore {
    match score {
        Score::Mate(moves) => UciScore::Mate(moves),
        // UCI has no word for a win by endgame tables.
        other => UciScore::Cp(other.centipawns()),
    }
}

fn wdl(Chances { win, draw, loss }: Chances) -> UciWdl {
    UciWdl { win, draw, loss }
}

/// The end of a search: the best move and perhaps the reply expected to it.
pub(super) fn best_move(moves: &[Move], root: &Position, conventions: &Conventions) -> Message {
    let mut moves = line(root, moves, conventions.castling).into_iter();
    Message::BestMove(BestMove { best: moves.next(), ponder: moves.next() })
}

/// Counts for those who debug.
pub(super) fn statistics(counts: &TreeSummary, time: Option<Duration>) -> Message {
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let text = format!(
        "{} nodes in {:.3} s, {:.1}% in quiescence; table: {} probes, {:.1}% hits, {} cuts; \
         {} beta cuts, {:.1}% by the first move",
        counts.nodes,
        time.unwrap_or_default().as_secs_f64(),
        share(counts.quiescence_nodes, counts.nodes),
        counts.table_probes,
        share(counts.table_hits, counts.table_probes),
        counts.table_cuts,
        counts.beta_cuts,
        share(counts.first_move_cuts, counts.beta_cuts),
    );
    remark(text)
}

/// Something for people.
pub(super) fn remark(text: String) -> Message {
    Message::Info(Box::new(Info { string: Some(text), ..Info::default() }))
}

/// Moves as text, as far as they are legal.
fn line(root: &Position, moves: &[Move], castling: chess::CastlingStyle) -> Vec<UciMove> {
    let mut position = *root;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.legal_moves().contains(&mv) {
            break;
        }
        texts.push(position.to_uci(mv, castling));
        position.play(mv);
    }
    texts
}
