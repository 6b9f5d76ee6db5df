//! The clocks beside the board.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use chess::{ByColor, Color, Game};
use thinking::Clock;

/// The longest time a game or an increment may have.
const LONGEST: Duration = Duration::from_secs(24 * 3_600);

/// `5+3`: minutes for the game, and seconds won with every move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct ClockSetting {
    base: Duration,
    increment: Duration,
}

impl FromStr for ClockSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<ClockSetting, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let time = |text: &str, unit: f64| {
            let number: f64 = text.trim().parse().ok()?;
            Duration::try_from_secs_f64(number * unit).ok().filter(|&time| time <= LONGEST)
        };
        match (time(minutes, 60.0), time(seconds, 1.0)) {
            (Some(base), Some(increment)) if !base.is_zero() => {
                Ok(ClockSetting { base, increment })
            }
            _ => Err("expected minutes and the seconds won with every move, such as 5+3 or 10; \
                      a day at most"
                .to_owned()),
        }
    }
}

impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

impl ClockSetting {
    /// As PGN's tag TimeControl has it: all in seconds.
    pub(super) fn tag(&self) -> String {
        format!("{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The time of both sides. It is kept for every position of the game, so that
/// taking a move back gives its time back.
pub(super) struct Clocks {
    setting: ClockSetting,
    /// What both had left when the position of this ply arose; never empty.
    left: Vec<ByColor<Duration>>,
    /// The clock of the side to move.
    hand: Hand,
}

/// What a clock does in its turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Hand {
    /// It will run when somebody may move.
    Ready,
    RunsSince(Instant),
    /// It was stopped after so much time.
    Stopped(Duration),
}

impl Hand {
    /// Time used in this turn.
    fn used(self) -> Duration {
        match self {
            Hand::Ready => Duration::ZERO,
            Hand::RunsSince(start) => start.elapsed(),
            Hand::Stopped(used) => used,
        }
    }
}

impl Clocks {
    pub(super) fn new(setting: ClockSetting) -> Clocks {
        Clocks { setting, left: vec![ByColor([setting.base; 2])], hand: Hand::Ready }
    }

    pub(super) fn setting(&self) -> ClockSetting {
        self.setting
    }

    /// Fills both up for a game that has so many moves already.
    pub(super) fn reset(&mut self, plies: usize) {
        self.left = vec![ByColor([self.setting.base; 2]); plies + 1];
        self.hand = Hand::Ready;
    }

    /// Starts the clock of the side to move, from what it had when its turn came.
    pub(super) fn restart(&mut self) {
        self.hand = Hand::RunsSince(Instant::now());
    }

    /// Starts it, unless it runs or was stopped.
    pub(super) fn run(&mut self) {
        if self.hand == Hand::Ready {
            self.restart();
        }
    }

    /// Stops it for this turn, until it is restarted.
    pub(super) fn stop(&mut self) {
        self.hand = Hand::Stopped(self.hand.used());
    }

    /// What a side has left now.
    pub(super) fn left(&self, game: &Game, color: Color) -> Duration {
        let used = if color == game.turn() { self.hand.used() } else { Duration::ZERO };
        self.at(game.moves().len(), color).saturating_sub(used)
    }

    /// Has the side to move used up its time?
    pub(super) fn has_fallen(&self, game: &Game) -> bool {
        self.left(game, game.turn()).is_zero()
    }

    /// What an agent is told.
    pub(super) fn for_agents(&self, game: &Game) -> ByColor<Option<Clock>> {
        let increment = self.setting.increment;
        ByColor::new_with(|color| Some(Clock { left: self.left(game, color), increment }))
    }

    /// The last move of the game was just made: the other clock runs.
    pub(super) fn press(&mut self, game: &Game) {
        let (mover, ply) = (!game.turn(), game.moves().len().saturating_sub(1));
        self.enter(ply, mover, self.at(ply, mover).saturating_sub(self.hand.used()));
        self.restart();
    }

    fn enter(&mut self, ply: usize, mover: Color, left: Duration) {
        let mut both = ByColor::new_with(|color| self.at(ply, color));
        both[mover] = left + self.setting.increment;
        let last = self.left.last().copied().unwrap_or(both);
        self.left.resize(ply + 1, last);
        self.left.push(both);
    }

    /// What a side had left at a ply.
    pub(super) fn at(&self, ply: usize, color: Color) -> Duration {
        self.left.get(ply).or(self.left.last()).map_or(self.setting.base, |both| both[color])
    }

    /// Both, in words.
    pub(super) fn words(&self, game: &Game) -> String {
        let [white, black] = Color::ALL.map(|color| face(self.left(game, color)));
        format!("Clocks: White {white}, Black {black}.")
    }
}

/// `4:58`, `1:02:03`, seconds begun counted whole, and in the end `0:07.3`.
fn face(time: Duration) -> String {
    if time.as_secs() < 10 {
        return format!("0:0{}.{}", time.as_secs(), time.subsec_millis() / 100);
    }
    let seconds = time.as_millis().div_ceil(1_000);
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SECONDS: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn settings_as_people_type_them() {
        let read = |text: &str| text.parse::<ClockSetting>();
        let five = read("5+3").unwrap();
        assert_eq!(five, ClockSetting { base: SECONDS(300), increment: SECONDS(3) });
        assert_eq!((five.to_string(), five.tag()), ("5+3".to_owned(), "300+3".to_owned()));
        assert_eq!(read("10").unwrap(), read("10+0").unwrap());
        assert_eq!(read("0.5+0.1").unwrap().base, SECONDS(30));
        for bad in ["", "0", "0+5", "-1", "5+-3", "five", "5+3+2", "nan", "inf", "1e300", "1441"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn faces() {
        assert_eq!(face(SECONDS(298)), "4:58");
        assert_eq!(face(Duration::from_millis(299_700)), "5:00");
        assert_eq!(face(SECONDS(3_723)), "1:02:03");
        assert_eq!(face(Duration::from_millis(7_350)), "0:07.3");
    }

    #[test]
    fn a_move_taken_back_gives_its_time_back() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        let both = |clocks: &Clocks, ply| Color::ALL.map(|c| clocks.at(ply, c).as_secs());
        clocks.enter(0, Color::White, SECONDS(50));
        clocks.enter(1, Color::Black, SECONDS(30));
        assert_eq!(both(&clocks, 0), [60, 60]);
        assert_eq!(both(&clocks, 1), [52, 60]);
        assert_eq!(both(&clocks, 2), [52, 32]);
        // Another first move: what came after the old one is forgotten.
        clocks.enter(0, Color::White, SECONDS(10));
        assert_eq!(both(&clocks, 1), [12, 60]);
        assert_eq!(clocks.left.len(), 2);
        // A game out of a file begins with full clocks.
        clocks.reset(7);
        assert_eq!(both(&clocks, 7), [60, 60]);
    }

    #[test]
    fn only_the_clock_of_the_side_to_move_runs() {
        let mut clocks = Clocks::new("1+0".parse().unwrap());
        let game = Game::new();
        assert_eq!(clocks.words(&game), "Clocks: White 1:00, Black 1:00.");
        clocks.hand = Hand::RunsSince(Instant::now().checked_sub(SECONDS(90)).unwrap());
        assert!(clocks.has_fallen(&game));
        assert_eq!(clocks.left(&game, Color::Black), SECONDS(60));
        // A clock that was stopped shows what it showed.
        clocks.stop();
        clocks.run();
        assert_eq!(clocks.words(&game), "Clocks: White 0:00.0, Black 1:00.");
        clocks.restart();
        assert!(!clocks.has_fallen(&game));
    }
}
