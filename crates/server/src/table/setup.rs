//! What never changes about a game.

use std::collections::BTreeMap;

use chess::{CastlingStyle, Position};
use serde::{Deserialize, Serialize};

use crate::catalogue::Catalogue;
use crate::error::{Code, Refusal};
use crate::messages::{
    Color, GameEnd, MoveRecord, NewGame, Seat, SeatSpec, Start, TimeControl, UnratedReason,
};
use crate::params::{BASE_MS, FIRST_MOVES, INCREMENT_MS, PACE_MS};
use crate::secret;

/// How a game was set up; kept as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) created_at: u64,
    pub(crate) start: Start,
    pub(crate) start_fen: String,
    pub(crate) white: Seat,
    pub(crate) black: Seat,
    /// The seat that a link is for.
    pub(crate) open: Option<Color>,
    pub(crate) time_control: Option<TimeControl>,
    pub(crate) natural: bool,
    pub(crate) pace_ms: u64,
    /// What was played before the first event.
    pub(crate) moves: Vec<MoveRecord>,
    pub(crate) unrated: Option<UnratedReason>,
    pub(crate) imported: Option<ImportedFrom>,
}

/// What a game brought along from elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct ImportedFrom {
    pub(crate) end: Option<GameEnd>,
    pub(crate) tags: BTreeMap<String, String>,
}

impl Setup {
    /// A new game of a visitor.
    pub(crate) fn new(
        wish: &NewGame,
        visitor: (&str, &str),
        catalogue: &Catalogue,
        now: u64,
    ) -> Result<Setup, Refusal> {
        let bad = |message: &str| Refusal::new(Code::BadRequest, message);
        let (id, nickname) = visitor;
        let start = start_position(&wish.start)?;
        let seat = |spec: &SeatSpec| match spec {
            SeatSpec::Me => {
                let (name, visitor) = (Some(nickname.to_owned()), Some(id.to_owned()));
                Ok::<_, Refusal>(Seat::Human { name, visitor })
            }
            SeatSpec::Open => Ok(Seat::Human { name: None, visitor: None }),
            SeatSpec::Agent { agent, options } => {
                let spec = catalogue.spec(agent, options)?;
                Ok(catalogue.seat(agent, options, &spec))
            }
        };
        let (white, black) = (seat(&wish.white)?, seat(&wish.black)?);
        let open = match (&wish.white, &wish.black) {
            (SeatSpec::Open, SeatSpec::Me) => Some(Color::White),
            (SeatSpec::Me, SeatSpec::Open) => Some(Color::Black),
            (SeatSpec::Open, _) | (_, SeatSpec::Open) => {
                return Err(bad("Somebody can be invited to play against you only."));
            }
            _ => None,
        };
        if let Some(clock) = wish.clock
            && !(BASE_MS.contains(&clock.base_ms) && INCREMENT_MS.contains(&clock.increment_ms))
        {
            return Err(bad("A clock has 1 second to 3 hours and up to 3 minutes a move."));
        }
        if wish.pace_ms > PACE_MS {
            return Err(bad("The slowest pace is a move a minute."));
        }
        let moves = first_moves(start, &wish.moves)?;
        if !moves.is_empty() && open.is_some() {
            return Err(bad("No move can be played before the other seat is taken."));
        }
        let mine = |spec: &SeatSpec| *spec == SeatSpec::Me;
        let first_is_mine =
            if start.turn().is_white() { mine(&wish.white) } else { mine(&wish.black) };
        let unrated = if !is_rated(&white, &black) {
            Some(UnratedReason::UnratedOpponent)
        } else if matches!(wish.start, Start::Fen { .. })
            || moves.len() > 1
            || (moves.len() == 1 && !first_is_mine)
        {
            Some(UnratedReason::Position)
        } else {
            None
        };
        Ok(Setup {
            id: secret::public_id(),
            owner: id.to_owned(),
            created_at: now,
            start: wish.start.clone(),
            start_fen: start.fen(),
            white,
            black,
            open,
            time_control: wish.clock,
            natural: wish.natural,
            pace_ms: wish.pace_ms,
            moves,
            unrated,
            imported: None,
        })
    }

    /// The same game again, with colours swapped.
    pub(crate) fn rematch(&self, white: Seat, black: Seat, now: u64) -> Result<Setup, Refusal> {
        let start = match self.start {
            Start::Chess960 { .. } => Start::Chess960 { number: fastrand::u16(..960) },
            _ => self.start.clone(),
        };
        let position = start_position(&start)?;
        let unrated = if !is_rated(&white, &black) {
            Some(UnratedReason::UnratedOpponent)
        } else {
            matches!(start, Start::Fen { .. }).then_some(UnratedReason::Position)
        };
        Ok(Setup {
            id: secret::public_id(),
            created_at: now,
            start_fen: position.fen(),
            start,
            white,
            black,
            open: None,
            moves: Vec::new(),
            unrated,
            ..self.clone()
        })
    }
}

/// Does one person play against one agent of known strength?
fn is_rated(white: &Seat, black: &Seat) -> bool {
    let known = |seat: &Seat| matches!(seat, Seat::Agent { rating: Some(_), .. });
    known(white) && !black.is_agent() || known(black) && !white.is_agent()
}

/// The position that a game starts from.
pub(crate) fn start_position(start: &Start) -> Result<Position, Refusal> {
    let bad = |message: String| Refusal::new(Code::BadPosition, message);
    match start {
        Start::Initial => Ok(Position::initial()),
        Start::Chess960 { number } => Position::chess960(*number)
            .ok_or_else(|| bad("Chess960 positions have numbers from 0 to 959.".to_owned())),
        Start::Fen { fen } => {
            let position = read_fen(fen)?;
            match chess::Game::from_position(position).outcome() {
                Some(outcome) => Err(bad(format!("Nothing can be played here: {outcome}."))),
                None => Ok(position),
            }
        }
    }
}

/// Bytes of a FEN; the longest lawful one is much shorter.
const FEN: usize = 200;

/// A position as people write it.
pub(crate) fn read_fen(fen: &str) -> Result<Position, Refusal> {
    let bad = |message: String| Refusal::new(Code::BadPosition, message);
    if fen.len() > FEN {
        return Err(bad("This is too long to be a FEN.".to_owned()));
    }
    Position::from_fen_tolerant(fen.trim()).map_err(|error| bad(error.to_string()))
}

/// Moves that come with a new game.
fn first_moves(start: Position, texts: &[String]) -> Result<Vec<MoveRecord>, Refusal> {
    if texts.len() > FIRST_MOVES {
        let message = format!("No more than {FIRST_MOVES} moves can come with a new game.");
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let illegal = |error: String| Refusal::new(Code::IllegalMove, error);
    let mut game = chess::Game::from_position(start);
    let mut records = Vec::new();
    for text in texts {
        let mv = game.position().parse_uci(text).map_err(|error| illegal(error.to_string()))?;
        records.push(record(game.position(), mv));
        game.play(mv).map_err(|error| illegal(error.to_string()))?;
    }
    match game.outcome() {
        Some(outcome) => Err(illegal(format!("The game would be over: {outcome}."))),
        None => Ok(records),
    }
}

/// A move without time or thought.
pub(crate) fn record(position: &Position, mv: chess::Move) -> MoveRecord {
    MoveRecord {
        uci: position.to_uci(mv, CastlingStyle::Standard).to_string(),
        san: position.to_san(mv),
        ms: 0,
        clock_ms: None,
        thought: None,
        book: false,
    }
}
