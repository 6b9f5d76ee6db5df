//! A finished game.

use std::time::Duration;

use chess::{Color, Game, Position};
use serde::{Deserialize, Serialize};
use thinking::Score;

use crate::ending::Ending;
use crate::fingerprint::Fingerprint;
use crate::schedule::Fixture;

/// Everything about a finished game, enough to write it down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule.
    pub id: u32,
    /// Who had White, by place among the players.
    pub white: usize,
    /// Who had Black.
    pub black: usize,
    /// The pair of games with swapped colours that it belongs to.
    pub pair: u32,
    /// The place of its opening in the file, from 0.
    pub opening: usize,
    /// Where it began.
    pub fen: String,
    /// The moves of UCI with blanks between them.
    pub moves: String,
    /// How many of them are the opening's.
    pub book: usize,
    /// What was thought of the others.
    pub thoughts: Vec<MoveThought>,
    /// How it ended.
    pub ending: Ending,
    /// Seconds since 1970 when it began.
    pub began: u64,
    /// Milliseconds it lasted.
    pub lasted: u64,
}

/// What was thought of one move.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveThought {
    /// Centipawns for the mover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Microseconds it took.
    pub us: u64,
}

impl MoveThought {
    pub(crate) fn new(decision: &agents::Decision, elapsed: Duration) -> MoveThought {
        let (cp, mate) = match decision.score {
            Some(Score::Mate(mate)) => (None, Some(mate)),
            Some(score) => (Some(score.centipawns()), None),
            None => (None, None),
        };
        let us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        MoveThought { cp, mate, depth: decision.depth, nodes: decision.nodes, us }
    }
}

impl GameRecord {
    /// Who had which colour.
    pub fn player(&self, color: Color) -> usize {
        if color.is_white() { self.white } else { self.black }
    }

    /// Half-moves, those of the opening included.
    pub fn plies(&self) -> usize {
        self.book + self.thoughts.len()
    }

    /// Who was to move at the end.
    pub fn turn(&self) -> Color {
        let black_first = self.fen.split_whitespace().nth(1) == Some("b");
        Color::from_white(self.plies().is_multiple_of(2) != black_first)
    }

    /// Which side was at fault, if any was: the loser, or where the opponent
    /// could not win, the side whose flag fell.
    pub fn culprit(&self) -> Option<Color> {
        let is_fault = self.ending.reason.is_fault();
        is_fault.then(|| self.ending.result.winner().map_or(self.turn(), |winner| !winner))
    }

    /// A hash of what the game was: the players, the start position, the moves
    /// and the result. Games with the same hash are repeats of each other.
    pub fn fingerprint(&self) -> Fingerprint {
        let players = format!("{} {}\n", self.white, self.black);
        [&players, &self.fen, "\n", &self.moves, "\n", self.ending.result.text()]
            .iter()
            .fold(Fingerprint::EMPTY, |hash, text| hash.and(text.as_bytes()))
    }

    /// Is it the game that the schedule wants at this place?
    pub(crate) fn fits(&self, fixture: &Fixture) -> bool {
        (self.white, self.black, self.pair) == (fixture.white, fixture.black, fixture.pair)
    }

    /// The game itself, as far as the record makes sense.
    pub(crate) fn game(&self) -> Option<Game> {
        let mut game = Game::from_position(Position::from_fen_tolerant(&self.fen).ok()?);
        for text in self.moves.split_whitespace() {
            let mv = game.position().parse_uci(text).ok()?;
            game.play(mv).ok()?;
        }
        Some(game)
    }
}
