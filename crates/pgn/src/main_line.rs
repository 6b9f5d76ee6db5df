//! The fast way to read: tags and main lines only.

use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;

use chess::{Move, Position};
use pgn_reader::{Outcome, SanPlus, Skip, Visitor};

use crate::error::{Fault, ReadError};
use crate::game_result::GameResult;
use crate::reader::Reader;
use crate::tags::Tags;
use crate::walker::{Walker, known_result, played, result_of};

/// A game without comments and variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    /// Its place in the file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its tags, but for `FEN` and `SetUp`.
    pub tags: Tags,
    /// Where it begins.
    pub start: Position,
    /// What was played, as far as asked for.
    pub moves: Vec<Move>,
    /// How it ended.
    pub result: GameResult,
}

impl MainLine {
    /// Each move with the position that it was played in.
    pub fn plies(&self) -> impl Iterator<Item = (Position, Move)> + '_ {
        self.moves.iter().scan(self.start, |position, &mv| {
            let before = *position;
            position.play(mv);
            Some((before, mv))
        })
    }
}

/// Decides by the tags whether a game is read.
type Wish<'a> = Box<dyn FnMut(&Tags) -> bool + 'a>;

/// The games of a [`Reader`] as [`MainLine`]s.
pub struct MainLines<'a, R: Read> {
    reader: &'a mut Reader<R>,
    plies: usize,
    wish: Option<Wish<'a>>,
}

impl<R: Read> fmt::Debug for MainLines<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MainLines").field("plies", &self.plies).finish_non_exhaustive()
    }
}

impl<'a, R: Read> MainLines<'a, R> {
    pub(crate) fn new(reader: &'a mut Reader<R>) -> MainLines<'a, R> {
        MainLines { reader, plies: usize::MAX, wish: None }
    }

    /// Reads so many half-moves of each game; what comes after is not even
    /// looked at.
    #[must_use]
    pub fn plies(self, plies: usize) -> MainLines<'a, R> {
        MainLines { plies, ..self }
    }

    /// Reads only games whose tags are liked, all of them as they stand in
    /// the file. The others are skipped fast.
    #[must_use]
    pub fn only(self, wish: impl FnMut(&Tags) -> bool + 'a) -> MainLines<'a, R> {
        MainLines { wish: Some(Box::new(wish)), ..self }
    }

    /// The reader, for its counts.
    pub fn reader(&self) -> &Reader<R> {
        self.reader
    }
}

impl<R: Read> Iterator for MainLines<'_, R> {
    type Item = Result<MainLine, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let wish = self.wish.as_mut().map(|wish| wish.as_mut() as &mut dyn FnMut(&Tags) -> bool);
        let mut walk = Walk::new(self.plies);
        let game = self.reader.read(wish, self.plies, &mut walk)?;
        Some(game.map(|game| MainLine {
            number: game.number,
            line: game.line,
            result: known_result(walk.result, game.tags.result()),
            tags: game.tags,
            start: game.start,
            moves: walk.moves,
        }))
    }
}

/// Walks along the main line.
struct Walk {
    position: Position,
    moves: Vec<Move>,
    limit: usize,
    /// Variations that have begun and not ended: one at most, as they are
    /// skipped whole.
    depth: usize,
    result: Option<GameResult>,
    moves_seen: usize,
    fault: Option<Fault>,
}

impl Walk {
    fn new(limit: usize) -> Walk {
        Walk {
            position: Position::initial(),
            moves: Vec::new(),
            limit,
            depth: 0,
            result: None,
            moves_seen: 0,
            fault: None,
        }
    }

    fn stop(&mut self, fault: Fault) -> ControlFlow<()> {
        self.fault = Some(fault);
        ControlFlow::Break(())
    }
}

impl Walker for Walk {
    const SKIPS_VARIATIONS: bool = true;

    fn begin(&mut self, start: &Position) {
        self.position = *start;
    }

    fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }

    fn found_something(&self) -> bool {
        !self.moves.is_empty() || self.result.is_some()
    }

    fn moves_seen(&self) -> usize {
        self.moves_seen.max(1)
    }
}

impl Visitor for Walk {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut (), san_plus: SanPlus) -> ControlFlow<()> {
        self.moves_seen += 1;
        if self.moves.len() == self.limit {
            return ControlFlow::Break(());
        }
        if self.result.is_some() {
            return self.stop(Fault::AfterResult);
        }
        match played(&san_plus.san, &self.position) {
            Ok(mv) => {
                self.position.play(mv);
                self.moves.push(mv);
                ControlFlow::Continue(())
            }
            Err(fault) => self.stop(fault),
        }
    }

    fn begin_variation(&mut self, _: &mut ()) -> ControlFlow<(), Skip> {
        if self.moves.is_empty() {
            self.fault = Some(Fault::NothingToVary);
            return ControlFlow::Break(());
        }
        self.depth += 1;
        ControlFlow::Continue(Skip(true))
    }

    fn end_variation(&mut self, _: &mut ()) -> ControlFlow<()> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                ControlFlow::Continue(())
            }
            None => self.stop(Fault::StrayParenthesis),
        }
    }

    fn outcome(&mut self, _: &mut (), outcome: Outcome) -> ControlFlow<()> {
        self.result = Some(result_of(outcome));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {
        if self.depth > 0 {
            self.fault = Some(Fault::OpenVariation);
        }
    }
}
