//! How much time to spend on a move.

use std::time::{Duration, Instant};

use chess::Color;

use crate::Limits;
use crate::params::*;

/// The time of one search.
#[derive(Clone, Debug)]
pub struct Timer {
    start: Instant,
    /// No new iteration after this, before scaling.
    soft: Option<Duration>,
    /// Stop at once after this.
    hard: Option<Duration>,
    /// Nodes that count as a millisecond, where time is counted in nodes.
    nodes_per_ms: Option<u64>,
}

impl Timer {
    /// Starts the clock for one search of the side to move, `turn`.
    ///
    /// `overhead` is lost between the thinker and its clock; with `nodes_per_ms`
    /// time is counted in nodes.
    pub fn new(
        limits: &Limits,
        turn: Color,
        overhead: Duration,
        nodes_per_ms: Option<u64>,
    ) -> Timer {
        let mut timer = Timer { start: Instant::now(), soft: None, hard: None, nodes_per_ms };
        if let Some(clock) = limits.clocks[turn] {
            let usable = clock.left.saturating_sub(overhead).max(Duration::from_millis(1));
            let (soft, hard) =
                budget(usable.as_secs_f64(), clock.increment.as_secs_f64(), limits.moves_to_go);
            timer.soft = Some(Duration::from_secs_f64(soft));
            timer.hard = Some(Duration::from_secs_f64(hard));
        }
        if let Some(time) = limits.move_time {
            let time = time
                .saturating_sub(overhead.min(time / OVERHEAD_SHARE))
                .max(Duration::from_millis(1));
            timer.hard = Some(timer.hard.map_or(time, |hard| hard.min(time)));
        }
        timer
    }

    /// Time since the start, or what stands for it.
    pub fn elapsed(&self, nodes: u64) -> Duration {
        match self.nodes_per_ms {
            Some(rate) => Duration::from_micros(nodes.saturating_mul(1_000) / rate.max(1)),
            None => self.start.elapsed(),
        }
    }

    /// Time since the start by the clock on the wall.
    pub fn wall_time(&self) -> Duration {
        self.start.elapsed()
    }

    /// Is it time to stop at once?
    pub fn is_over(&self, nodes: u64) -> bool {
        self.hard.is_some_and(|hard| self.elapsed(nodes) >= hard)
    }

    /// Is it too late for another iteration?
    pub fn is_late(&self, nodes: u64, stability: &Stability) -> bool {
        self.soft.is_some_and(|soft| self.elapsed(nodes) >= soft.mul_f64(stability.factor()))
    }

    /// Is there a clock to be careful with at all?
    pub fn has_soft_limit(&self) -> bool {
        self.soft.is_some()
    }
}

/// Soft and hard limit in seconds.
fn budget(usable: f64, increment: f64, moves_to_go: Option<u32>) -> (f64, f64) {
    let soft = match moves_to_go {
        Some(moves) => {
            let moves = f64::from(moves.clamp(1, MOVES_TO_GO_MOST)) + MOVES_TO_GO_RESERVE;
            let moves = moves.min(MOVES_EXPECTED * MOVES_TO_GO_FACTOR);
            usable / moves + increment * INCREMENT_SHARE
        }
        None => usable / MOVES_EXPECTED + increment * INCREMENT_SHARE,
    };
    let most = match moves_to_go {
        Some(1) => usable * HARD_SHARE_LAST_MOVE,
        _ => usable * HARD_SHARE,
    };
    let hard = (soft * HARD_FACTOR).min(most);
    (soft.min(hard), hard)
}

/// How settled the choice of the best move is.
#[derive(Clone, Debug)]
pub struct Stability {
    /// Iterations since the best move changed.
    pub unchanged: u32,
    /// The share of all nodes that went into the best move.
    pub node_share: f64,
    /// Centipawns by which the value fell against earlier iterations.
    pub fall: i32,
}

impl Stability {
    /// By how much to stretch or shrink the soft limit.
    fn factor(&self) -> f64 {
        let last = STABILITY_FACTORS.len() - 1;
        let steady = STABILITY_FACTORS[(self.unchanged as usize).min(last)];
        let effort = (EFFORT_FULL - self.node_share) * EFFORT_FACTOR;
        let falling = 1.0 + f64::from(self.fall.clamp(FALL_LEAST, FALL_MOST)) / FALL_STEP;
        (steady * effort * falling).clamp(SCALE_LEAST, SCALE_MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_more_than_there_is() {
        for usable in [0.001, 0.01, 0.3, 1.0, 60.0, 7_200.0] {
            for increment in [0.0, 0.01, 2.0, 30.0] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) = budget(usable, increment, moves);
                    assert!(soft <= hard && hard <= usable, "{usable} {increment} {moves:?}");
                    assert!(soft > 0.0);
                }
            }
        }
    }

    #[test]
    fn an_unsettled_choice_gets_more_time() {
        let settled = Stability { unchanged: 8, node_share: 0.95, fall: 0 };
        let unsettled = Stability { unchanged: 0, node_share: 0.3, fall: 40 };
        assert!(settled.factor() < 0.75, "{}", settled.factor());
        assert!(unsettled.factor() > 2.0, "{}", unsettled.factor());
    }

    #[test]
    fn nodes_can_stand_for_time() {
        let limits = Limits::move_time(Duration::from_millis(100));
        let timer = Timer::new(&limits, Color::White, Duration::ZERO, Some(600));
        assert!(!timer.is_over(59_000) && timer.is_over(60_000));
    }
}
