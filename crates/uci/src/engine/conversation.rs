//! Commands to a process, and messages from it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::config::EngineConfig;
use super::error::EngineError;
use super::output::{Event, Line};
use super::process::{Ending, Process};
use crate::command::Command;
use crate::message::{Message, MessageError};
use crate::tokens::excerpt;

/// Bytes without meaning that are tolerated between two messages.
const MAX_NOISE: usize = 4 * 1024 * 1024;

/// A process that speaks UCI, more or less.
#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) process: Process,
    /// Lines that came together with one that has been read.
    unread: VecDeque<Line>,
    /// Bytes without meaning since the last message.
    noise: usize,
    /// Some of them.
    sample: String,
}

/// What a wait may bring.
#[derive(Debug)]
pub(super) enum Heard {
    /// A message, and when it came.
    Message(Instant, Message),
    /// A `bestmove` with this in place of a move.
    NoMove(String),
    /// Nothing, but a [`Signal`](thinking::Signal) has something to say.
    Wake,
    /// Nothing until the deadline.
    Silence,
}

impl Conversation {
    pub(super) fn start(config: &EngineConfig) -> Result<Conversation, EngineError> {
        let process = Process::spawn(config)
            .map_err(|source| EngineError::Spawn { program: config.program.clone(), source })?;
        Ok(Conversation { process, unread: VecDeque::new(), noise: 0, sample: String::new() })
    }

    pub(super) fn process_id(&self) -> u32 {
        self.process.id()
    }

    pub(super) fn stderr(&self) -> String {
        self.process.stderr()
    }

    pub(super) fn kill(&mut self) {
        self.process.kill();
    }

    /// Sends commands, all in one write.
    pub(super) fn send(&mut self, commands: &[Command]) -> Result<(), EngineError> {
        let lines = commands.iter().map(|command| format!("{command}\n")).collect();
        if self.process.send(lines) { Ok(()) } else { Err(self.died()) }
    }

    fn died(&mut self) -> EngineError {
        let status = match self.process.bury() {
            Ending::Exited(status) => Some(status),
            Ending::Lingered => None,
        };
        EngineError::Died { status, stderr: self.stderr() }
    }

    /// Forgets what the engine has written so far.
    pub(super) fn discard_output(&mut self) {
        self.unread.clear();
        self.process.discard_output();
    }

    /// The next thing that matters.
    pub(super) fn hear(&mut self, deadline: Option<Instant>) -> Result<Heard, EngineError> {
        loop {
            while let Some(line) = self.unread.pop_front() {
                if let Some(heard) = self.understand(line)? {
                    return Ok(heard);
                }
                // Noise alone must not keep us past the deadline.
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Ok(Heard::Silence);
                }
            }
            match self.process.next_event(deadline) {
                None => return Ok(Heard::Silence),
                Some(Event::Wake) => return Ok(Heard::Wake),
                Some(Event::Closed) => return Err(self.died()),
                Some(Event::Noise(bytes)) => self.add_noise(bytes, "(a line without end)")?,
                Some(Event::Lines(lines)) => self.unread.extend(lines),
            }
        }
    }

    /// What a line means; nothing if it is noise.
    fn understand(&mut self, line: Line) -> Result<Option<Heard>, EngineError> {
        match line.text.parse() {
            Ok(Message::Unknown(text)) => self.add_noise(text.len(), &text)?,
            Ok(message) => {
                self.noise = 0;
                self.sample.clear();
                return Ok(Some(Heard::Message(line.at, message)));
            }
            Err(MessageError::BestMove(text)) => return Ok(Some(Heard::NoMove(text))),
            Err(_) => self.add_noise(line.text.len(), &line.text)?,
        }
        Ok(None)
    }

    fn add_noise(&mut self, bytes: usize, text: &str) -> Result<(), EngineError> {
        if self.sample.is_empty() {
            self.sample = excerpt(text);
        }
        self.noise += bytes;
        if self.noise <= MAX_NOISE {
            return Ok(());
        }
        self.kill();
        Err(EngineError::BadOutput { excerpt: self.sample.clone() })
    }

    /// Hears messages until `done` accepts one; kills the engine if that
    /// takes too long.
    pub(super) fn wait(
        &mut self,
        waiting_for: &'static str,
        timeout: Duration,
        mut done: impl FnMut(Message) -> bool,
    ) -> Result<(), EngineError> {
        let deadline = Instant::now().checked_add(timeout);
        loop {
            let heard = self.hear(deadline)?;
            if let Heard::Message(_, message) = heard
                && done(message)
            {
                return Ok(());
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.kill();
                return Err(EngineError::Timeout { waiting_for, after: timeout });
            }
        }
    }
}
