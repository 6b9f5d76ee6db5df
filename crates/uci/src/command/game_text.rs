//! `position`: a game as text, a start and the moves from there.

use std::fmt;

use chess::{CastlingStyle, FenError, Game, Position, UciMove};
use thiserror::Error;

use super::CommandError;
use crate::tokens::{Tokens, excerpt};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `startpos`.
    Initial,
    /// `fen …`, not checked yet.
    Fen(String),
}

/// The arguments of `position`; [`GameText::to_game`] finds out what they mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// Where it begins.
    pub start: Start,
    /// What was played.
    pub moves: Vec<UciMove>,
}

/// Why a text is no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameTextError {
    /// The start is impossible.
    #[error("position: bad FEN '{fen}': {source}")]
    Fen {
        /// The beginning of the text.
        fen: String,
        /// What is wrong with it.
        source: FenError,
    },
    /// A move is not legal.
    #[error("position: move {number}, {mv}, is not legal in {position}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// The move.
        mv: UciMove,
        /// Where it was tried.
        position: Box<Position>,
    },
}

impl GameText {
    /// A game as text. FENs carry the files of the castling rooks in
    /// Chess960 style, the one spelling that every such program reads.
    pub fn of(game: &Game, style: CastlingStyle) -> GameText {
        let start = game.start();
        let start = match style {
            _ if *start == Position::initial() => Start::Initial,
            CastlingStyle::Standard => Start::Fen(start.fen()),
            CastlingStyle::Chess960 => Start::Fen(start.shredder_fen()),
        };
        let moves = game
            .positions()
            .iter()
            .zip(game.moves())
            .map(|(position, &mv)| position.to_uci(mv, style))
            .collect();
        GameText { start, moves }
    }

    /// Reads what follows the word `position`.
    pub(super) fn read(mut tokens: Tokens<'_>) -> Result<GameText, CommandError> {
        let start = match tokens.next() {
            Some("startpos") => {
                tokens.phrase(&["moves"]);
                Start::Initial
            }
            Some("fen") => {
                let fen = tokens.phrase(&["moves"]);
                if fen.is_empty() {
                    return Err(CommandError::EmptyFen);
                }
                Start::Fen(fen)
            }
            other => return Err(CommandError::Start(excerpt(other.unwrap_or_default()))),
        };
        tokens.next();
        let moves = tokens.zip(1..).map(|(text, number)| {
            text.parse().map_err(|_| CommandError::Move { number, text: excerpt(text) })
        });
        Ok(GameText { start, moves: moves.collect::<Result<_, _>>()? })
    }

    /// The game that is meant, castling in either style.
    ///
    /// Some GUIs play on after a draw that needs no claim (dead material,
    /// fivefold repetition, 75 moves). The game then starts anew from there.
    pub fn to_game(&self) -> Result<Game, GameTextError> {
        let mut game = match &self.start {
            Start::Initial => Game::new(),
            Start::Fen(fen) => Position::from_fen_tolerant(fen)
                .map(Game::from_position)
                .map_err(|source| GameTextError::Fen { fen: excerpt(fen), source })?,
        };
        for (&text, number) in self.moves.iter().zip(1..) {
            let position = *game.position();
            let mv = position.find_uci(text).map_err(|_| GameTextError::Move {
                number,
                mv: text,
                position: Box::new(position),
            })?;
            if game.play(mv).is_err() {
                game = Game::from_position(position.after(mv));
            }
        }
        Ok(game)
    }
}

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Initial => f.write_str("startpos")?,
            Start::Fen(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(arguments: &str) -> GameText {
        GameText::read(Tokens::new(arguments)).unwrap()
    }

    #[test]
    fn start_and_moves() {
        let game = read("startpos moves e2e4 e7e5 g1f3").to_game().unwrap();
        assert_eq!(game.moves().len(), 3);
        assert_eq!(read("startpos").to_game().unwrap(), Game::new());
        // No clocks, and rights that the board does not allow.
        let game = read("fen 4k3/8/8/8/8/8/8/4K2R  w KQkq moves e1g1").to_game().unwrap();
        assert!(game.moves()[0].is_castle());
    }

    #[test]
    fn syntax_errors() {
        let error = |text: &str| GameText::read(Tokens::new(text)).unwrap_err();
        assert_eq!(error(""), CommandError::Start(String::new()));
        assert_eq!(error("middle"), CommandError::Start("middle".into()));
        assert_eq!(error("fen moves e2e4"), CommandError::EmptyFen);
        assert_eq!(
            error("startpos moves e2e4 0000"),
            CommandError::Move { number: 2, text: "0000".into() }
        );
    }

    #[test]
    fn the_illegal_move_is_named() {
        let error = read("startpos moves e2e4 e7e5 e4e5").to_game().unwrap_err();
        assert_eq!(
            error.to_string(),
            "position: move 3, e4e5, is not legal in \
             rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        let error = read("fen 8/8/8/8/8/8/8/8 w - - 0 1").to_game().unwrap_err();
        assert!(matches!(error, GameTextError::Fen { .. }), "{error}");
    }

    #[test]
    fn moves_after_a_dead_draw() {
        let game = read("fen 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1 moves e1e2 e8e7 e2e3").to_game();
        let game = game.unwrap();
        assert_eq!(game.position().fen(), "8/4k3/8/8/8/4K3/8/8 b - - 2 2");
    }

    #[test]
    fn castling_is_written_in_the_style_asked_for() {
        let text = read("fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1");
        let game = text.to_game().unwrap();
        let written = GameText::of(&game, CastlingStyle::Chess960);
        assert_eq!(
            written.to_string(),
            "fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1"
        );
        assert_eq!(written.to_game().unwrap(), game);

        let castled = read("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1").to_game().unwrap();
        let text = |style| GameText::of(&castled, style).to_string();
        assert!(text(CastlingStyle::Standard).ends_with(" w K - 0 1 moves e1g1"));
        assert!(text(CastlingStyle::Chess960).ends_with(" w H - 0 1 moves e1h1"));
        assert_eq!(GameText::of(&Game::new(), CastlingStyle::Chess960).to_string(), "startpos");
    }
}
