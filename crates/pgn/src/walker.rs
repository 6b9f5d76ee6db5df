//! Through one game, move by move.

use std::ops::ControlFlow;

use chess::{Move, Position};
use pgn_reader::{Outcome, SanPlus, Skip, Visitor};
use shakmaty::san::San;

use crate::dialect::{self, Located};
use crate::error::Fault;
use crate::game_result::GameResult;
use crate::header;
use crate::san;
use crate::splitter::RawGame;
use crate::tags::Tags;

/// A visitor that walks a game, and can say why it stopped.
pub(crate) trait Walker: Visitor<Tags = (), Movetext = (), Output = ()> {
    /// Puts the pieces up.
    fn begin(&mut self, start: &Position);

    /// What stopped it.
    fn take_fault(&mut self) -> Option<Fault>;

    /// Has it come upon anything at all?
    fn found_something(&self) -> bool;

    /// How many moves it has come upon, the one that stopped it included; one
    /// at least.
    fn moves_seen(&self) -> usize;

    /// Does it pass variations by?
    const SKIPS_VARIATIONS: bool;
}

/// What every way of reading wants to know of a game.
pub(crate) struct Opening {
    pub(crate) number: u64,
    pub(crate) line: u64,
    pub(crate) tags: Tags,
    pub(crate) start: Position,
}

/// The result by the moves' last word and by the tag. The word counts, unless
/// only the tag knows.
pub(crate) fn known_result(word: Option<GameResult>, tag: GameResult) -> GameResult {
    word.filter(|&result| result != GameResult::Unknown).unwrap_or(tag)
}

/// Walks through one game.
pub(crate) fn walk<W: Walker>(
    raw: &RawGame<'_>,
    (mut tags, has_tags): (Tags, bool),
    plies: usize,
    respelled: &mut Vec<u8>,
    walker: &mut W,
) -> Result<Opening, Located> {
    if raw.is_cut {
        return Err((0, Fault::TooLong));
    }
    let start = header::take_start(&mut tags).map_err(|fault| (line_of_fen(raw.tags), fault))?;
    let before_moves = count_lines(raw.tags);
    walker.begin(&start);
    let (moves, spelled) = dialect::respell(raw.movetext, plies, respelled);
    // The moves before a fault that only spelling shows may have one as well.
    // It cannot be an error of input or output: there is none.
    let _ = pgn_reader::Reader::new(moves).read_game(walker);
    if let Some(fault) = walker.take_fault() {
        let line = match fault {
            Fault::OpenVariation if spelled.is_err() => None,
            Fault::OpenVariation => Some(count_lines(raw.movetext.trim_ascii_end())),
            _ => Some(line_of_move(moves, walker.moves_seen(), W::SKIPS_VARIATIONS)),
        };
        if let Some(line) = line {
            return Err((before_moves + line, fault));
        }
    }
    spelled.map_err(|(line, fault)| (before_moves + line, fault))?;
    if !has_tags && !walker.found_something() {
        return Err((0, Fault::NoGame));
    }
    Ok(Opening { number: 0, line: 0, tags, start })
}

fn count_lines(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// The line, from 0, of the FEN among the tags.
fn line_of_fen(tags: &[u8]) -> u64 {
    let place = tags.windows(4).position(|letters| letters == b"[FEN");
    place.map_or(0, |place| count_lines(&tags[..place]))
}

/// The line, from 0, of the `nth` move. pgn-reader does not tell lines, so
/// the shortest beginning is looked for that has the move in it.
fn line_of_move(moves: &[u8], nth: usize, skips_variations: bool) -> u64 {
    let ends: Vec<usize> = (0..moves.len()).filter(|&at| moves[at] == b'\n').collect();
    let is_before = |&end: &usize| {
        let mut count = Count { left: nth, skips_variations };
        // A comment that is cut has no moves in it.
        let _ = pgn_reader::Reader::new(&moves[..end]).read_game(&mut count);
        count.left > 0
    };
    ends.partition_point(is_before) as u64
}

/// Counts moves.
struct Count {
    left: usize,
    skips_variations: bool,
}

impl Visitor for Count {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut (), _: SanPlus) -> ControlFlow<()> {
        self.left -= 1;
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn begin_variation(&mut self, _: &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(self.skips_variations))
    }

    fn end_game(&mut self, (): ()) {}
}

/// The move that is meant, or what is wrong with it.
pub(crate) fn played(san: &San, position: &Position) -> Result<Move, Fault> {
    let (number, color) = (position.fullmoves(), position.turn());
    match san {
        San::Null => Err(Fault::Pass { number, color }),
        san => san::resolve(san, position).map_err(|source| Fault::Move { number, color, source }),
    }
}

pub(crate) fn result_of(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Known(known) => match known.winner() {
            Some(shakmaty::Color::White) => GameResult::WhiteWins,
            Some(shakmaty::Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        },
        Outcome::Unknown => GameResult::Unknown,
    }
}
