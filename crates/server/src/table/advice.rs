//! What the engine tells those who ask: hints and evaluations.

use std::time::Instant;

use agents::{Request, Spec};
use chess::{Game, Move};
use thinking::{Limits as SearchLimits, Signal};

use super::{Message, Table};
use crate::error::{Code, Refusal};
use crate::messages::ServerMessage;
use crate::params::{ADVICE_NODES, ADVICE_TIME};
use crate::search::{Search, thought_of_decision};

impl Table {
    /// Lets the engine look at a position of the game for a watcher.
    pub(super) fn advise(&mut self, watcher: u64, id: u64, ply: usize) -> Result<(), Refusal> {
        if self.thinking.advising.is_some() {
            let message = "The engine is thinking about this game already.";
            return Err(Refusal::new(Code::Busy, message));
        }
        let game = position_of(&self.state.game, ply)?;
        let spec: Spec = "engine?hash=8".parse().map_err(Refusal::internal)?;
        let own = self.own.upgrade().ok_or_else(Refusal::closing)?;
        let signal = Signal::new();
        let limits = SearchLimits {
            move_time: Some(ADVICE_TIME),
            nodes: Some(ADVICE_NODES),
            ..SearchLimits::default()
        };
        let search = Search {
            spec,
            agent: None,
            seed: 0,
            game,
            request: Request { analysis: true, ..limits.into() },
            signal: signal.clone(),
            since: Instant::now(),
        };
        let visitor = self.watchers.visitor(watcher).unwrap_or_default().to_owned();
        let work = move || {
            let position = *search.game.position();
            let answer = match search.run(|_| ()).decision {
                Ok(decision) => ServerMessage::Advice {
                    id,
                    ply,
                    uci: spell(&position, decision.best),
                    san: position.to_san(decision.best),
                    thought: thought_of_decision(&decision, &position).unwrap_or_default(),
                },
                Err(message) => {
                    ServerMessage::Refused { id: Some(id), code: Code::AgentFailed, message }
                }
            };
            own.blocking_send(Message::Advised { watcher, answer: Box::new(answer) }).ok();
        };
        self.app.pool.submit(&visitor, Box::new(work))?;
        self.app.metrics.searches.add(1);
        self.thinking.advising = Some(signal);
        Ok(())
    }
}

fn spell(position: &chess::Position, mv: Move) -> String {
    position.to_uci(mv, chess::CastlingStyle::Standard).to_string()
}

/// The game as it was after so many half-moves.
fn position_of(game: &Game, ply: usize) -> Result<Game, Refusal> {
    let mut earlier = game.clone();
    while earlier.moves().len() > ply {
        earlier.undo();
    }
    if earlier.moves().len() != ply || !earlier.position().has_legal_moves() {
        let message = "There is nothing to think about in this position.";
        return Err(Refusal::new(Code::NotAllowed, message));
    }
    Ok(earlier)
}
