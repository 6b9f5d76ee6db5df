//! The two sides of the table.

use std::time::Duration;

use agents::AgentError;

use super::opponent::Opponent;
use super::who::Who;

/// Who sits on one side.
pub(super) enum Seat {
    /// A person at the keyboard.
    Human,
    /// Somebody else.
    Opponent(Box<Opponent>),
}

impl Seat {
    /// Seats somebody. Who sets itself no limit thinks for `time` a move.
    pub(super) fn new(
        who: &Who,
        time: Option<Duration>,
        random: &mut fastrand::Rng,
    ) -> Result<Seat, AgentError> {
        // Drawn in any case: a seed makes a player play the same against anybody.
        let seed = random.u64(..);
        Ok(match who {
            Who::Human => Seat::Human,
            Who::Agent(spec) => Seat::Opponent(Box::new(Opponent::new(spec, time, seed)?)),
        })
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }

    /// What to call whoever sits there.
    pub(super) fn name(&self) -> String {
        match self {
            Seat::Human => "Human".to_owned(),
            Seat::Opponent(opponent) => opponent.name(),
        }
    }

    /// The option of the command line that seats the same again, unless it is
    /// the default.
    pub(super) fn as_option(&self, option: &str, default: &str) -> String {
        let who = match self {
            Seat::Human => "human".to_owned(),
            Seat::Opponent(opponent) => opponent.spec().to_string(),
        };
        if who == default {
            return String::new();
        }
        // Specs have letters in them that shells read.
        let is_plain = who.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_plain { format!(" {option} {who}") } else { format!(" {option} {}", quoted(&who)) }
    }
}

/// As one word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn options_seat_the_same_again() {
        let option = |who: &str| {
            let mut random = fastrand::Rng::with_seed(1);
            let seat = Seat::new(&who.parse().unwrap(), None, &mut random).unwrap();
            seat.as_option("--black", "random")
        };
        assert_eq!(option("random"), "");
        assert_eq!(option("human"), " --black human");
        assert_eq!(option("minimax?depth=1"), " --black 'minimax?depth=1'");
        assert_eq!(option("random?name=O'Kelly"), r" --black 'random?name=O'\''Kelly'");
    }
}
