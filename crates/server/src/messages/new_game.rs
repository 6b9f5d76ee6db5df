//! How games come into being.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ending::GameEnd;
use super::game::{Color, GameSummary, Start, TimeControl};

/// A game to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// Who has White.
    pub white: SeatSpec,
    /// Who has Black.
    pub black: SeatSpec,
    /// Where it begins.
    #[serde(default)]
    pub start: Start,
    /// The clocks; none if left out.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// Do agents take natural time?
    #[serde(default = "yes")]
    pub natural: bool,
    /// Agent against agent: the least time for a move.
    #[serde(default)]
    pub pace_ms: u64,
    /// Moves that are played at once.
    #[serde(default)]
    pub moves: Vec<String>,
}

fn yes() -> bool {
    true
}

/// Who is to sit at one side of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatSpec {
    /// Whoever asks.
    Me,
    /// Somebody else, who gets a link.
    Open,
    /// A program.
    Agent {
        /// Its kind.
        agent: String,
        /// What is set.
        #[serde(default)]
        options: BTreeMap<String, String>,
    },
}

/// Games to be imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Import {
    /// The text of a PGN file.
    pub pgn: String,
}

/// What came of an import.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Imported {
    /// The games that could be read.
    pub games: Vec<GameSummary>,
    /// What is wrong with the others.
    pub errors: Vec<ImportError>,
}

/// Why a game could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportError {
    /// Which game, from 1.
    pub game: u64,
    /// Where, from 1.
    pub line: u64,
    /// What is wrong, for people.
    pub message: String,
}

/// A link for the empty seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// The secret.
    pub token: String,
    /// The path of the link.
    pub path: String,
    /// The seat.
    pub color: Color,
}

/// What an invitation is for.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct InvitationView {
    /// The game.
    pub game: String,
    /// The seat.
    pub color: Color,
    /// Who invites.
    pub by: String,
    /// The clocks.
    pub clock: Option<TimeControl>,
    /// Has it been used?
    pub taken: bool,
}

/// A position to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FenText {
    /// As FEN.
    pub fen: String,
}

/// A start position of Chess960.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Chess960Number {
    /// 0 to 959.
    pub number: u16,
}

/// A lawful position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// As FEN, tidied up.
    pub fen: String,
    /// Always true: what is not valid is an error.
    pub valid: bool,
    /// Which start position of Chess960 it is, if it is one.
    pub chess960: Option<u16>,
    /// Who is to move.
    pub turn: Color,
    /// Is that side in check?
    pub check: bool,
    /// What can be played.
    pub legal_moves: Vec<String>,
    /// Has the game ended here?
    pub outcome: Option<GameEnd>,
}
