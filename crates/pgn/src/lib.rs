//! PGN and EPD, streaming in and out.
//!
//! [`Reader`] reads games one after the other in constant memory, plain or
//! packed by gzip or Zstandard. [`Reader::main_lines`] is the fast way, for
//! counting and importing: tags and the moves of the main line, of those
//! games only whose tags are liked, and no further than asked for.
//!
//! ```
//! use chess::Color;
//! use pgn::Reader;
//!
//! let text = "[White \"A\"]\n[WhiteElo \"2300\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
//!             [White \"B\"]\n[WhiteElo \"1500\"]\n\n1. d4 Nf3 *\n";
//! let mut reader = Reader::new(text.as_bytes()); // or Reader::open(path)?
//! let strong = |tags: &pgn::Tags| tags.elo(Color::White) >= Some(2000);
//! for game in reader.main_lines().plies(24).only(strong) {
//!     match game {
//!         Ok(game) => assert_eq!(game.moves.len(), 3),
//!         // The next call goes on with the game after the broken one.
//!         Err(error) => eprintln!("{error}"),
//!     }
//! }
//! assert_eq!((reader.games(), reader.skipped(), reader.broken()), (2, 1, 0));
//! ```
//!
//! [`Reader::records`] gives all there is: a [`Record`] is the tags and a
//! [`Tree`] of moves with variations, comments and marks. Written (`{record}`)
//! it is PGN's export format, with an empty line behind each game.
//!
//! ```
//! use pgn::Reader;
//!
//! let text = "1. e4 {[%clk 0:05:00] best by test} e5 (1... c5 2. Nf3) 2. Nf3! *";
//! let mut reader = Reader::new(text.as_bytes());
//! let record = reader.records().next().expect("one game")?;
//! let e4 = record.tree.main_line().next().expect("a move");
//! let comment = record.tree.comment(e4).expect("a comment");
//! assert_eq!(comment.text(), "best by test");
//! assert_eq!(comment.clock.map(|time| time.as_secs()), Some(300));
//! let moves = "1. e4 {[%clk 0:05:00] best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3 $1 *\n\n";
//! assert!(record.to_string().ends_with(moves));
//! # Ok::<(), pgn::ReadError>(())
//! ```
//!
//! [`Epd`] is a position with operations; [`EpdReader`] reads files of them.
//!
//! What people write is read: castling with zeros, `e8Q`, long algebraic,
//! `e.p.`, bare coordinates, comments of both kinds, missing results, Latin-1. A game that makes
//! no sense is an error that names its number and line, and the next one is
//! read all the same. Where the `Result` tag and the last word of the moves
//! disagree, the word counts, unless it is `*` and only the tag knows. Passing
//! (`--`) is kept in variations, where annotators show threats by it; a game in
//! which somebody passes is broken.

#![forbid(unsafe_code)]

mod builder;
mod comment;
mod date;
mod dialect;
mod epd;
mod error;
mod game_result;
mod header;
mod main_line;
pub mod params;
mod reader;
mod record;
mod san;
mod splitter;
mod tag_pair;
mod tags;
mod text;
mod tree;
mod unpacker;
mod walker;
mod writer;

pub use builder::Records;
pub use comment::{Comment, Eval, EvalScore};
pub use date::date;
pub use epd::{Epd, EpdFault, EpdReadError, EpdReader, Operand, Operands, Operation};
pub use error::{Fault, ReadError};
pub use game_result::GameResult;
pub use main_line::{MainLine, MainLines};
pub use reader::Reader;
pub use record::Record;
pub use splitter::game_ranges;
pub use tags::Tags;
pub use tree::{NodeId, Tree};
pub use unpacker::Unpacker;
