//! The clocks beside the board. Times are milliseconds.

use crate::messages::{Clock, Color, TimeControl};

/// The time ran out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct FlagFall;

impl Clock {
    /// Both clocks full, none running.
    pub(crate) fn new(control: TimeControl, now: u64) -> Clock {
        Clock { white_ms: control.base_ms, black_ms: control.base_ms, running: None, at: now }
    }

    /// What a side had left as of `at`.
    pub(crate) fn left(&self, color: Color) -> u64 {
        match color {
            Color::White => self.white_ms,
            Color::Black => self.black_ms,
        }
    }

    pub(crate) fn set(&mut self, color: Color, ms: u64) {
        match color {
            Color::White => self.white_ms = ms,
            Color::Black => self.black_ms = ms,
        }
    }

    /// What a side has left now.
    pub(crate) fn left_at(&self, color: Color, now: u64) -> u64 {
        let gone = if self.running == Some(color) { now.saturating_sub(self.at) } else { 0 };
        self.left(color).saturating_sub(gone)
    }

    /// The same, told as of now.
    #[must_use]
    pub(crate) fn settled(mut self, now: u64) -> Clock {
        for color in [Color::White, Color::Black] {
            self.set(color, self.left_at(color, now));
        }
        self.at = now.max(self.at);
        self
    }

    /// Stops both, or lets one run.
    pub(crate) fn run(&mut self, color: Option<Color>, now: u64) {
        *self = self.settled(now);
        self.running = color;
    }

    /// `mover` has moved: its clock stops, and gains the increment if it ran; the
    /// other one starts. A clock at zero is too late.
    pub(crate) fn press(
        &mut self,
        mover: Color,
        increment_ms: u64,
        now: u64,
    ) -> Result<(), FlagFall> {
        let ran = self.running == Some(mover);
        let left = self.left_at(mover, now);
        if ran && left == 0 {
            return Err(FlagFall);
        }
        self.run(Some(other(mover)), now);
        self.set(mover, if ran { left + increment_ms } else { left });
        Ok(())
    }

    /// When the running clock will be at zero, and whose it is.
    pub(crate) fn flag_falls(&self) -> Option<(Color, u64)> {
        self.running.map(|color| (color, self.at + self.left(color)))
    }
}

/// The other side.
pub(crate) fn other(color: Color) -> Color {
    match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    const CONTROL: TimeControl = TimeControl { base_ms: 10_000, increment_ms: 500 };

    #[test]
    fn the_first_move_is_free_and_increments_count() {
        let mut clock = Clock::new(CONTROL, 0);
        assert_eq!(clock.flag_falls(), None);
        clock.press(White, 500, 60_000).unwrap();
        assert_eq!((clock.white_ms, clock.running), (10_000, Some(Black)));
        clock.press(Black, 500, 63_000).unwrap();
        assert_eq!((clock.black_ms, clock.running), (7_500, Some(White)));
        assert_eq!(clock.flag_falls(), Some((White, 73_000)));
        assert_eq!(clock.left_at(White, 70_000), 3_000);
        assert_eq!(clock.press(White, 500, 73_000), Err(FlagFall));
        clock.press(White, 500, 72_999).unwrap();
        assert_eq!(clock.white_ms, 501);
    }

    #[test]
    fn a_stopped_clock_keeps_what_is_left() {
        let mut clock = Clock::new(CONTROL, 0);
        clock.run(Some(Black), 1_000);
        clock.run(None, 3_000);
        assert_eq!((clock.black_ms, clock.running, clock.at), (8_000, None, 3_000));
        assert_eq!(clock.left_at(Black, 99_000), 8_000);
        clock.run(Some(Black), 50_000);
        assert_eq!(clock.flag_falls(), Some((Black, 58_000)));
    }
}
