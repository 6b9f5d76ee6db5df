//! Opening books in the Polyglot format.
//!
//! A [`Book`] says which moves a position is known to have and how much each
//! of them weighs; a [`Variety`] turns weights into chances, a [`Repertoire`]
//! plays by them. A [`Builder`] makes a book by counting results. What is odd
//! about a file but does not keep it from being used is in [`Book::warnings`].
//!
//! ```
//! use chess::Position;
//! use knowledge::book::{Book, Variety};
//!
//! let (book, start) = (Book::embedded(), Position::initial());
//! let moves = book.moves(&start);
//! assert!(moves.iter().any(|known| known.mv == start.parse_san("e4").unwrap()));
//! let mut rng = fastrand::Rng::with_seed(1);
//! assert_eq!(book.pick(&start, Variety::BEST, &mut rng), Some(moves[0].mv));
//! ```

mod builder;
mod entry;
mod error;
mod merge;
mod move_code;
mod repertoire;
mod scale;
mod variety;
mod volume;
mod warning;

pub use builder::{Builder, Standard};
pub use entry::Entry;
pub use error::{BookError, FormatError};
pub use merge::merge;
pub use move_code::MoveCode;
pub use repertoire::{Choice, Repertoire};
pub use variety::Variety;
pub use volume::{Book, BookMove};
pub use warning::BookWarning;
