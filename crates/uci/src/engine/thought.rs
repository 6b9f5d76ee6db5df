//! `go` and what comes of it.

use std::time::{Duration, Instant};

use chess::{Game, Move, Position};
use thinking::Signal;

use super::conversation::Heard;
use super::output::Event;
use super::{CHESS960, Engine, EngineError};
use crate::command::{Command, GameText, Go};
use crate::message::{BestMove, Info, Message};

/// How often an engine is told to stop before it is killed. Some (Ethereal
/// 12) forget a `stop` that comes right behind `go`.
const STOPS: u32 = 2;

/// What an engine decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Its move, which is legal.
    pub best: Move,
    /// The answer it expects, if it names a legal one.
    pub ponder: Option<Move>,
    /// From `go`, or `ponderhit`, until its answer was read.
    pub elapsed: Duration,
    /// The last report on its best line that had a score.
    pub info: Option<Info>,
    /// How many nodes it says it has searched.
    pub nodes: Option<u64>,
}

impl Engine {
    /// Thinks about a game. While it does, `on_info` gets what it reports.
    ///
    /// When `patience` is over, or `signal` says so, the engine is told to
    /// stop and still has the time of [`stop`](super::Timeouts::stop) to
    /// answer: judge [`Thought::elapsed`]. Without patience, limits or a
    /// `signal` that stops it, it may think for ever.
    ///
    /// Chess960 is switched on by itself when the game needs it.
    pub fn go(
        &mut self,
        game: &Game,
        limits: &Go,
        patience: Option<Duration>,
        signal: &Signal,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Thought, EngineError> {
        self.conversation.process.set_quiet(false);
        self.think(game, limits, patience, signal, &mut on_info)
    }

    /// As [`go`](Engine::go), for those who only want the move: what the
    /// engine says meanwhile costs next to nothing.
    pub fn go_quietly(
        &mut self,
        game: &Game,
        limits: &Go,
        patience: Option<Duration>,
        signal: &Signal,
    ) -> Result<Thought, EngineError> {
        self.conversation.process.set_quiet(true);
        self.think(game, limits, patience, signal, &mut |_| {})
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Go,
        patience: Option<Duration>,
        signal: &Signal,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<Thought, EngineError> {
        let position = game.position();
        if !position.has_legal_moves() {
            return Err(EngineError::NothingToPlay(Box::new(*position)));
        }
        self.settle()?;
        if game.start().is_chess960() && !self.chess960 {
            self.set_option(CHESS960, Some("true"))?;
            self.ready()?;
        }
        let commands = self.commands(game, limits);
        self.conversation.discard_output();
        let waker = self.conversation.process.waker();
        // A full queue wakes the driver anyway, and it looks at the flags after
        // every event.
        let _subscription = signal.subscribe(move || drop(waker.try_send(Event::Wake)));

        let began = Instant::now();
        let mut started = began;
        self.conversation.send(&commands)?;
        self.thinking = true;

        let mut pondering = limits.ponder;
        let mut stops = 0;
        let after = |start: Instant| patience.and_then(|patience| start.checked_add(patience));
        let mut deadline = if pondering { None } else { after(started) };
        let (mut last_info, mut nodes) = (None, None);
        // Judged by what the engine said when, not by when we look at it: a
        // slow listener must not make it late.
        let mut late = false;
        loop {
            if pondering && stops == 0 && signal.is_ponder_hit() {
                pondering = false;
                started = Instant::now();
                deadline = after(started);
                self.conversation.send(&[Command::PonderHit])?;
            }
            if late && stops == STOPS {
                self.conversation.kill();
                let after = started.elapsed();
                return Err(EngineError::Timeout { waiting_for: "bestmove", after });
            }
            if late || (stops == 0 && signal.is_stopped()) {
                stops += 1;
                self.conversation.send(&[Command::Stop])?;
                deadline = Instant::now().checked_add(self.config.timeouts.stop / STOPS);
            }
            let heard = self.conversation.hear(deadline)?;
            late = match &heard {
                Heard::Silence => true,
                Heard::Message(at, _) => deadline.is_some_and(|deadline| *at >= deadline),
                Heard::NoMove(_) | Heard::Wake => false,
            };
            match heard {
                // What was kept from before is about another position.
                Heard::Message(at, Message::Info(info)) if at >= began => {
                    on_info(&info);
                    nodes = info.nodes.or(nodes);
                    if info.score.is_some() && info.multipv.is_none_or(|line| line == 1) {
                        last_info = Some(*info);
                    }
                }
                Heard::Message(at, Message::BestMove(answer)) => {
                    self.thinking = false;
                    let (best, ponder) = judge(position, answer)?;
                    let elapsed = at.saturating_duration_since(started);
                    return Ok(Thought { best, ponder, elapsed, info: last_info, nodes });
                }
                Heard::NoMove(text) => {
                    self.thinking = false;
                    return Err(illegal(position, text));
                }
                Heard::Message(..) | Heard::Wake | Heard::Silence => {}
            }
        }
    }

    /// `position` and `go`, with castling as the engine wants it.
    fn commands(&self, game: &Game, limits: &Go) -> [Command; 2] {
        let style = self.castling_style();
        let mut limits = limits.clone();
        for mv in &mut limits.searchmoves {
            if let Ok(legal) = game.position().find_uci(*mv) {
                *mv = game.position().to_uci(legal, style);
            }
        }
        [Command::Position(GameText::of(game, style)), Command::Go(Box::new(limits))]
    }
}

fn judge(position: &Position, answer: BestMove) -> Result<(Move, Option<Move>), EngineError> {
    let Some(text) = answer.best else {
        return Err(illegal(position, "(none)".to_owned()));
    };
    let best = position.find_uci(text).map_err(|_| illegal(position, text.to_string()))?;
    let ponder = answer.ponder.and_then(|text| position.after(best).find_uci(text).ok());
    Ok((best, ponder))
}

fn illegal(position: &Position, text: String) -> EngineError {
    EngineError::IllegalMove { text, position: Box::new(*position) }
}
