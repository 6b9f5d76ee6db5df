//! Files of games: which kind they are, and what is in them.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pgn::{GameResult, Unpacker};
use thiserror::Error;

use super::imported_game::ImportedGame;
use super::parquet_games;
use crate::{Reader, WhitePoints};

/// What a file of games is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SourceKind {
    /// PGN, plain or packed.
    Pgn,
    /// A table with the columns `winner` and `moves_uci`.
    Parquet,
    /// Games of self-play, as `kythu datagen` writes them, plain or packed.
    SelfPlay,
}

impl SourceKind {
    /// By the first bytes, which tables have of their own, and by the name.
    pub fn of(path: &Path) -> Result<SourceKind, ImportError> {
        let io = |source| ImportError::File { path: path.to_owned(), source };
        let mut head = Vec::new();
        let file = File::open(path).map_err(io)?;
        if file.metadata().map_err(io)?.is_dir() {
            return Err(io(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        file.take(4).read_to_end(&mut head).map_err(io)?;
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
        let name = name.unwrap_or_default();
        let bare = name.trim_end_matches(".zst").trim_end_matches(".gz");
        Ok(match head.as_slice() {
            b"PAR1" => SourceKind::Parquet,
            _ if bare.ends_with(".parquet") => SourceKind::Parquet,
            _ if bare.ends_with(".vf") => SourceKind::SelfPlay,
            _ => SourceKind::Pgn,
        })
    }
}

/// What is wrong with a file of games, or with one game of it.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file cannot be opened or read.
    #[error("{}: {source}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A game in PGN is broken, or the file ends too early.
    #[error("{}: {source}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: pgn::ReadError,
    },
    /// Games of self-play are damaged. Nothing more comes from this file.
    #[error("{}: {source}", path.display())]
    SelfPlay {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: crate::ReadError,
    },
    /// A table, or a row group of it, cannot be read.
    #[error("{}: {message}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What the library says, or which column is missing.
        message: String,
    },
    /// A row is no game.
    #[error("{}: row {row}: {message}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        row: u64,
        /// What is wrong.
        message: String,
    },
}

/// Gives each game of a file to `take`, or what is wrong with it; games without
/// a result are passed over. Stops when `take` breaks, and says whether it did.
/// `seen` is told the bytes that were read, bit by bit.
pub fn read_games(
    path: &Path,
    seen: &mut dyn FnMut(u64),
    take: &mut dyn FnMut(Result<ImportedGame, ImportError>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let kind = match SourceKind::of(path) {
        Ok(kind) => kind,
        Err(error) => return take(Err(error)),
    };
    if kind == SourceKind::Parquet {
        return parquet_games::read(path, seen, take);
    }
    let file = match File::open(path) {
        Ok(file) => Counted { file, seen },
        Err(source) => return take(Err(ImportError::File { path: path.to_owned(), source })),
    };
    match kind {
        SourceKind::SelfPlay => {
            for game in Reader::new(Unpacker::new(file)) {
                let path = path.to_owned();
                let game = game.map_err(|source| ImportError::SelfPlay { path, source });
                take(game.map(ImportedGame::from))?;
            }
        }
        _ => {
            let mut reader = pgn::Reader::new(file);
            for game in reader.main_lines() {
                match game {
                    Ok(game) => {
                        if let Some(result) = points(game.result) {
                            let (start, moves) = (game.start, game.moves);
                            take(Ok(ImportedGame { start, moves, scores: None, result }))?;
                        }
                    }
                    Err(source) => take(Err(ImportError::Pgn { path: path.to_owned(), source }))?,
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn points(result: GameResult) -> Option<WhitePoints> {
    match result {
        GameResult::WhiteWins => Some(WhitePoints::One),
        GameResult::BlackWins => Some(WhitePoints::Zero),
        GameResult::Draw => Some(WhitePoints::Half),
        GameResult::Unknown => None,
    }
}

/// A file that tells what is read of it.
struct Counted<'a> {
    file: File,
    seen: &'a mut dyn FnMut(u64),
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        (self.seen)(count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chess::Position;

    use super::*;
    use crate::{ScoredGame, ScoredMove};

    /// All games of a file, and its complaints.
    fn read(path: &Path) -> (Vec<ImportedGame>, Vec<String>, u64) {
        let (mut games, mut faults, mut bytes) = (Vec::new(), Vec::new(), 0);
        let flow = read_games(path, &mut |count| bytes += count, &mut |game| {
            match game {
                Ok(game) => games.push(game),
                Err(error) => faults.push(error.to_string()),
            }
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        (games, faults, bytes)
    }

    #[test]
    fn pgn_with_a_broken_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let text = "1. e4 e5 1-0\n\n1. e4 Ke7 0-1\n\n1. d4 d5 1/2-1/2\n\n1. c4 *\n\n1. f3 0-1\n";
        fs::write(&path, text).unwrap();
        let (games, faults, bytes) = read(&path);
        let results: Vec<_> = games.iter().map(|game| game.result).collect();
        assert_eq!(results, [WhitePoints::One, WhitePoints::Half, WhitePoints::Zero]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("games.pgn: game 2, line 3"), "{faults:?}");
        assert_eq!(bytes, text.len() as u64);
        // It can be stopped.
        let mut count = 0;
        let flow = read_games(&path, &mut |_| (), &mut |_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert!(flow.is_break() && count == 1);
    }

    #[test]
    fn self_play_with_scores_and_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.vf");
        let start = Position::initial();
        let mv = start.parse_san("e4").unwrap();
        let moves = vec![ScoredMove { mv, score: -7 }];
        let bytes = ScoredGame { start, result: WhitePoints::Half, moves }.to_bytes();
        let mut damaged = bytes.clone();
        damaged[32] ^= 0xff;
        fs::write(&path, [bytes.clone(), bytes.clone(), damaged].concat()).unwrap();
        let (games, faults, _) = read(&path);
        assert_eq!((games.len(), faults.len()), (2, 1), "{faults:?}");
        assert_eq!(games[0].scores, Some(vec![-7]));
        // Packed all the same.
        let packed = folder.path().join("games.vf.zst");
        fs::write(&packed, zstd::encode_all(&bytes[..], 1).unwrap()).unwrap();
        assert_eq!(read(&packed).0, games[..1]);
    }

    #[test]
    fn files_that_are_none() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("nowhere.pgn"), folder.path().to_owned()] {
            let (games, faults, _) = read(&path);
            assert_eq!((games.len(), faults.len()), (0, 1), "{faults:?}");
        }
    }
}
