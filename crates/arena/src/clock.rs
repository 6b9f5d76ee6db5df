//! The clocks beside the board.

use std::time::Duration;

use chess::{ByColor, Color};
use thinking::{Clock, Limits};

use crate::TimeControl;

/// Both sides' time in one game.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    controls: ByColor<TimeControl>,
    left: ByColor<Duration>,
    moves: ByColor<u32>,
}

/// The flag fell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct FlagFall {
    /// By how much the time was exceeded.
    pub(crate) late: Duration,
}

impl Clocks {
    pub(crate) fn new(controls: ByColor<TimeControl>) -> Clocks {
        let left = ByColor::new_with(|color| match controls[color] {
            TimeControl::Clock { base, .. } => base,
            _ => Duration::ZERO,
        });
        Clocks { controls, left, moves: ByColor::default() }
    }

    /// What the side to move is told.
    pub(crate) fn limits(&self, turn: Color) -> Limits {
        let mut limits = self.controls[turn].limits();
        let clock = |color: Color| match self.controls[color] {
            TimeControl::Clock { increment, .. } => {
                Some(Clock { left: self.left[color], increment })
            }
            _ => None,
        };
        if let TimeControl::Clock { moves, .. } = self.controls[turn] {
            limits.clocks = ByColor::new_with(clock);
            limits.moves_to_go = moves.map(|moves| moves - self.moves[turn] % moves);
        }
        limits
    }

    /// The time after which a move is late, if time counts.
    pub(crate) fn allowed(&self, turn: Color) -> Option<Duration> {
        match self.controls[turn] {
            TimeControl::Clock { .. } => Some(self.left[turn]),
            TimeControl::MoveTime(time) => Some(time),
            _ => None,
        }
    }

    /// A move took so long. Up to `margin` too long is forgiven.
    pub(crate) fn press(
        &mut self,
        turn: Color,
        elapsed: Duration,
        margin: Duration,
    ) -> Result<(), FlagFall> {
        if let Some(allowed) = self.allowed(turn)
            && elapsed > allowed + margin
        {
            return Err(FlagFall { late: elapsed - allowed });
        }
        self.moves[turn] += 1;
        if let TimeControl::Clock { moves, base, increment } = self.controls[turn] {
            self.left[turn] = self.left[turn].saturating_sub(elapsed) + increment;
            if moves.is_some_and(|moves| self.moves[turn].is_multiple_of(moves)) {
                self.left[turn] += base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn increments_controls_and_flags() {
        let mut clocks =
            Clocks::new(ByColor(["2/1+0.1", "movetime=0.2"].map(|t| t.parse().unwrap())));
        let white = clocks.limits(Color::White);
        assert_eq!(white.clocks[Color::White].unwrap().left, MS(1000));
        assert_eq!((white.clocks[Color::Black], white.moves_to_go), (None, Some(2)));
        assert_eq!(clocks.limits(Color::Black).move_time, Some(MS(200)));
        clocks.press(Color::White, MS(400), MS(0)).unwrap();
        assert_eq!(clocks.allowed(Color::White), Some(MS(700)));
        assert_eq!(clocks.limits(Color::White).moves_to_go, Some(1));
        // The second move fills the clock up; a small delay is forgiven.
        clocks.press(Color::White, MS(720), MS(50)).unwrap();
        assert_eq!(clocks.allowed(Color::White), Some(MS(1100)));
        let fall = clocks.press(Color::White, MS(1151), MS(50)).unwrap_err();
        assert_eq!(fall.late, MS(51));
        assert!(clocks.press(Color::Black, MS(251), MS(50)).is_err());
        assert!(clocks.press(Color::Black, MS(250), MS(50)).is_ok());
    }
}
