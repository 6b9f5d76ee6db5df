//! One decision of an agent, on a thread of the pool.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use agents::{Agent, Decision, Request, Spec};
use chess::{CastlingStyle, Game, Move, Position};
use thinking::{Observer, Progress, Signal};

use crate::messages::{Candidate, NetValue, Thought};
use crate::params::THOUGHT_PAUSE;

/// What is to be decided, and by whom.
pub(crate) struct Search {
    pub(crate) spec: Spec,
    /// The agent, if it was made before.
    pub(crate) agent: Option<Box<dyn Agent>>,
    /// For chance in this game.
    pub(crate) seed: u64,
    pub(crate) game: Game,
    pub(crate) request: Request,
    pub(crate) signal: Signal,
    /// Since when its clock runs.
    pub(crate) since: Instant,
}

/// What came of it. The agent comes back, unless it is broken.
pub(crate) struct Searched {
    pub(crate) agent: Option<Box<dyn Agent>>,
    /// What it calls itself.
    pub(crate) title: Option<String>,
    pub(crate) decision: Result<Decision, String>,
}

impl Search {
    /// Thinks; `tell` hears of it now and then.
    pub(crate) fn run(self, tell: impl FnMut(Thought)) -> Searched {
        let work = AssertUnwindSafe(|| self.decide(tell));
        catch_unwind(work).unwrap_or_else(|_| Searched {
            agent: None,
            title: None,
            decision: Err("The agent broke down.".to_owned()),
        })
    }

    fn decide(mut self, tell: impl FnMut(Thought)) -> Searched {
        let failed = |error: String| Searched { agent: None, title: None, decision: Err(error) };
        let mut agent = match self.agent.take() {
            Some(agent) => agent,
            None => match self.spec.build().and_then(|mut agent| {
                agent.new_game(self.seed)?;
                Ok(agent)
            }) {
                Ok(agent) => agent,
                Err(error) => return failed(error.to_string()),
            },
        };
        // What waiting in the queue took is gone from the clock.
        let waited = self.since.elapsed();
        if let Some(clock) = &mut self.request.limits.clocks[self.game.turn()] {
            clock.left = clock.left.saturating_sub(waited).max(Duration::from_millis(1));
        }
        let mut listener = Listener { position: *self.game.position(), last: None, tell };
        let decision = agent.decide(&self.game, &self.request, &self.signal, &mut listener);
        let title = agent.title();
        match decision {
            Ok(decision) if self.game.position().is_legal(decision.best) => {
                Searched { agent: Some(agent), title, decision: Ok(decision) }
            }
            Ok(_) => failed("The agent played an illegal move.".to_owned()),
            Err(error) => failed(error.to_string()),
        }
    }
}

/// Passes thoughts on, but not too many.
struct Listener<F> {
    position: Position,
    last: Option<Instant>,
    tell: F,
}

impl<F: FnMut(Thought)> Observer for Listener<F> {
    fn progress(&mut self, progress: &Progress) {
        let is_early = self.last.is_some_and(|last| last.elapsed() < THOUGHT_PAUSE);
        if is_early || progress.line_index > 0 || progress.line.is_empty() {
            return;
        }
        self.last = Some(Instant::now());
        (self.tell)(thought_of(progress, &self.position));
    }
}

fn thought_of(progress: &Progress, position: &Position) -> Thought {
    let (line, line_san) = spell(position, &progress.line);
    Thought {
        depth: progress.depth,
        seldepth: progress.seldepth,
        nodes: progress.nodes,
        time_ms: progress.time.map(|time| time.as_millis() as u64),
        score: progress.score.map(Into::into),
        chances: progress.chances.map(Into::into),
        line,
        line_san,
        candidates: Vec::new(),
        words: String::new(),
    }
}

/// What an agent thought of the move that it chose; none if it did not think.
pub(crate) fn thought_of_decision(decision: &Decision, position: &Position) -> Option<Thought> {
    let why = decision.explanation.as_deref().filter(|_| !decision.from_book);
    if decision.score.is_none() && why.is_none() {
        return None;
    }
    let (line, line_san) = spell(position, &decision.line);
    let considered = why.map_or(&[][..], |why| &why.candidates);
    let considered = considered.iter().filter(|it| position.is_legal(it.mv)).take(CANDIDATES);
    Some(Thought {
        depth: decision.depth,
        seldepth: None,
        nodes: decision.nodes,
        time_ms: decision.time.map(|time| time.as_millis() as u64),
        score: decision.score.map(Into::into),
        chances: decision.chances.map(Into::into),
        line,
        line_san,
        candidates: considered.map(|candidate| candidate_of(candidate, position)).collect(),
        words: why.map(|why| why.words.chars().take(WORDS).collect()).unwrap_or_default(),
    })
}

fn candidate_of(candidate: &agents::Candidate, position: &Position) -> Candidate {
    Candidate {
        uci: position.to_uci(candidate.mv, CastlingStyle::Standard).to_string(),
        san: position.to_san(candidate.mv),
        score: candidate.score.map(Into::into),
        chances: candidate.chances.map(Into::into),
        probability: candidate.probability.map(|share| (share.clamp(0.0, 1.0) * 1000.0) as u16),
        visits: candidate.visits,
        expected: candidate.successor.map(|successor| {
            let side = if position.turn().is_white() { 1.0 } else { -1.0 };
            let value = (side * successor.white * 1000.0).round().clamp(-1000.0, 1000.0);
            NetValue { value: value as i16, drawn: successor.drawn }
        }),
    }
}

/// How many moves an agent is asked to explain. The alpha-beta searches search
/// each of them in full, which would change how they play; others know the worth
/// of their moves anyway, as the network does unless it searches.
pub(crate) fn candidates_of(agent: &str, spec: &Spec) -> usize {
    let is_limit = |name: &str| matches!(name, "depth" | "nodes" | "movetime");
    match agent {
        "minimax" | "origin" | "engine" => 1,
        "mlp" if spec.options().iter().any(|(name, _)| is_limit(name)) => 1,
        _ if agent.starts_with(crate::catalogue::EXTERNAL) => 1,
        _ => CANDIDATES,
    }
}

/// Moves of an explanation that are shown.
const CANDIDATES: usize = 5;
/// Letters of an explanation that are shown.
const WORDS: usize = 300;
/// Plies of a line that are shown.
const LINE: usize = 16;

/// A line as programs and as people write it.
fn spell(position: &Position, line: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut position = *position;
    let mut texts = (Vec::new(), Vec::new());
    for &mv in line.iter().take(LINE) {
        if !position.is_legal(mv) {
            break;
        }
        texts.0.push(position.to_uci(mv, CastlingStyle::Standard).to_string());
        texts.1.push(position.to_san(mv));
        position = position.after(mv);
    }
    texts
}
