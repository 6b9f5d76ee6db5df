//! What the search reports, in the words of UCI.

use std::time::Duration;

use ::uci::{BestMove, Bound, Info, Message, ScoreReport};
use chess::{Move, Position, UciMove};
use search::{Report, ReportBound, RootMoveReport, Statistics, Verdict, Wdl};

use super::options::Options;

/// A line of thought.
pub(super) fn info(report: &Report, root: &Position, options: &Options) -> Message {
    Message::Info(Box::new(Info {
        depth: Some(report.depth.max(0).unsigned_abs()),
        seldepth: Some(report.seldepth as u32),
        multipv: Some(report.line_index as u32 + 1),
        hashfull: Some(report.hashfull as u32),
        tbhits: Some(report.tablebase_hits),
        pv: line(root, &report.line, options),
        ..about(report.value, report.bound, report.nodes, report.time, root, options)
    }))
}

/// A root move that is looked at.
pub(super) fn root_move(report: &RootMoveReport, root: &Position, options: &Options) -> Message {
    Message::Info(Box::new(Info {
        depth: Some(report.depth.max(0).unsigned_abs()),
        currmove: Some(root.to_uci(report.mv, options.castling)),
        currmovenumber: Some(report.index as u32 + 1),
        ..Info::default()
    }))
}

/// What came out in the end.
pub(super) fn last_info(verdict: &Verdict, root: &Position, options: &Options) -> Message {
    let moves = verdict.lines.first().map_or(&[][..], |line| &line.moves);
    let (nodes, time) = (verdict.statistics.nodes, verdict.time);
    Message::Info(Box::new(Info {
        depth: Some(verdict.depth.max(0).unsigned_abs()),
        multipv: Some(1),
        tbhits: Some(verdict.statistics.tablebase_hits),
        pv: line(root, moves, options),
        ..about(verdict.value(), ReportBound::Exact, nodes, time, root, options)
    }))
}

fn about(
    value: i32,
    bound: ReportBound,
    nodes: u64,
    time: Duration,
    root: &Position,
    options: &Options,
) -> Info {
    let score = match search::Score::from_value(value) {
        search::Score::Mate(moves) => ::uci::Score::Mate(moves),
        // UCI has no word for a win by endgame tables.
        other => ::uci::Score::Cp(other.centipawns()),
    };
    let bound = match bound {
        ReportBound::Exact => Bound::Exact,
        ReportBound::Lower => Bound::Lower,
        ReportBound::Upper => Bound::Upper,
    };
    let wdl = options.show_wdl.then(|| {
        let Wdl { win, draw, loss } = Wdl::new(value, root);
        ::uci::Wdl { win, draw, loss }
    });
    Info {
        score: Some(ScoreReport { score, bound }),
        wdl,
        nodes: Some(nodes),
        nps: Some(crate::perft::nodes_per_second(nodes, time)),
        time: Some(time),
        ..Info::default()
    }
}

/// The end of a search: the best move and perhaps the reply expected to it.
pub(super) fn best_move(moves: &[Move], root: &Position, options: &Options) -> Message {
    let mut moves = line(root, moves, options).into_iter();
    Message::BestMove(BestMove { best: moves.next(), ponder: moves.next() })
}

/// Counts for those who debug.
pub(super) fn statistics(counts: &Statistics) -> Message {
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let text = format!(
        "{} nodes, {:.1}% in quiescence; table: {} probes, {:.1}% hits, {} cuts; \
         {} beta cuts, {:.1}% by the first move",
        counts.nodes,
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
fn line(root: &Position, moves: &[Move], options: &Options) -> Vec<UciMove> {
    let mut position = *root;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.legal_moves().contains(&mv) {
            break;
        }
        texts.push(position.to_uci(mv, options.castling));
        position.play(mv);
    }
    texts
}
