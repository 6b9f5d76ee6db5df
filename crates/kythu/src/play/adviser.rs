//! Somebody who looks over the shoulder of a human player.

use std::time::Duration;

use agents::{Agent, AgentError, Decision, Request, Spec};
use anyhow::{Context, Result};
use chess::{Game, Position};
use thinking::{Limits, Observer, Signal};

use super::outlook::outlook;
use super::score_sheet;

/// Who gives advice.
const ADVISER: &str = "engine";

/// How long it thinks about a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The share of the time on the player's clock that a hint may cost.
const LARGEST_SHARE: u32 = 10;

/// How much of the line is shown.
const MOVES: usize = 8;

/// An engine of its own, made when it is first asked.
#[derive(Default)]
pub(super) struct Adviser(Option<Box<dyn Agent>>);

impl Adviser {
    fn agent(&mut self) -> Result<&mut Box<dyn Agent>> {
        let agent = match self.0.take() {
            Some(agent) => agent,
            None => ADVISER.parse::<Spec>()?.build()?,
        };
        Ok(self.0.insert(agent))
    }

    /// A good move for the side to move, which has so much time left.
    pub(super) fn hint(
        &mut self,
        game: &Game,
        left: Option<Duration>,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<String> {
        let time = left.map_or(HINT_TIME, |left| HINT_TIME.min(left / LARGEST_SHARE));
        let limits = Limits::move_time(time.max(Duration::from_millis(1)));
        let request = Request { analysis: true, ..limits.into() };
        let advised: Result<Decision, AgentError> =
            self.agent()?.decide(game, &request, signal, observer);
        let decision = advised.context("the adviser failed")?;
        Ok(words(game.position(), &decision))
    }

    /// The evaluation of a position, term by term.
    pub(super) fn evaluation(&mut self, position: &Position) -> Result<String> {
        let trace = self.agent()?.trace(position).context("the adviser has no evaluation")?;
        Ok(trace.to_string())
    }
}

fn words(position: &Position, decision: &Decision) -> String {
    let turn = position.turn();
    let mut text = format!("{turn} could play {}", position.to_san(decision.best));
    let details = [
        outlook(decision.score, decision.chances),
        decision.depth.map_or_else(String::new, |depth| format!("depth {depth}")),
    ];
    let details: Vec<String> = details.into_iter().filter(|part| !part.is_empty()).collect();
    if !details.is_empty() {
        text.push_str(&format!(" ({})", details.join(", ")));
    }
    if decision.line.len() > 1 {
        text.push_str(&format!(": {}", score_sheet::line(position, &decision.line, MOVES)));
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use thinking::Silent;

    use super::*;

    #[test]
    fn a_mate_is_seen_however_short_the_time() {
        let mate = Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1").unwrap();
        let game = Game::from_position(mate);
        let mut adviser = Adviser::default();
        for left in [None, Some(Duration::ZERO)] {
            let hint = adviser.hint(&game, left, &Signal::new(), &mut Silent).unwrap();
            assert!(hint.starts_with("White could play Ra8# (mate in 1"), "{hint}");
        }
        let evaluation = adviser.evaluation(&mate).unwrap();
        assert!(evaluation.contains("for White"), "{evaluation}");
    }
}
