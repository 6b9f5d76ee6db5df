//! Files that games are saved in and loaded from.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chess::Game;
use pgn::{Reader, Record};

/// A PGN file that games are added to. A game that was saved before is
/// replaced, as long as it is still the last one there: nothing else of the
/// file is ever touched.
pub(super) struct Archive {
    path: PathBuf,
    /// The game that was saved last: where it begins, and its text.
    last: Option<(u64, String)>,
}

impl Archive {
    /// A file to save games in, if games can be added to it.
    pub(super) fn open(path: &Path) -> Result<Archive> {
        check(path).with_context(|| path.display().to_string())?;
        Ok(Archive { path: path.to_owned(), last: None })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Is this its file, by this name or another?
    pub(super) fn is_at(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        self.path == path || real(path).is_some_and(|path| real(&self.path) == Some(path))
    }

    /// What is saved next is another game.
    pub(super) fn begin_game(&mut self) {
        self.last = None;
    }

    /// Writes a game: over the one that was saved last, if the same game grew,
    /// else at the end.
    pub(super) fn save(&mut self, record: &Record) -> Result<()> {
        let written = self.write(record.to_string());
        self.last = Some(written.with_context(|| format!("cannot save {}", self.path.display()))?);
        Ok(())
    }

    fn write(&self, text: String) -> io::Result<(u64, String)> {
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(&self.path)?;
        let end = file.metadata()?.len();
        let (begin, old, gap) = match &self.last {
            Some((begin, last)) if is_last(&mut file, *begin, last, end)? => {
                (*begin, last.as_str(), "")
            }
            _ => (end, "", gap_after(&mut file, end)?),
        };
        if let Err(error) = end_with(&mut file, begin, &[gap, &text]) {
            // No room, perhaps: there was some for what stood there.
            end_with(&mut file, begin, &[old]).ok();
            return Err(error);
        }
        Ok((begin + gap.len() as u64, text))
    }
}

/// Writes texts where the file will end with them.
fn end_with(file: &mut File, begin: u64, texts: &[&str]) -> io::Result<()> {
    file.seek(SeekFrom::Start(begin))?;
    texts.iter().try_for_each(|text| file.write_all(text.as_bytes()))?;
    let end = file.stream_position()?;
    file.set_len(end)?;
    file.sync_data()
}

/// Is this a file, or the name of a new one, that a game can be put into?
fn check(path: &Path) -> Result<()> {
    let is_new = matches!(path.metadata(), Err(error) if error.kind() == io::ErrorKind::NotFound);
    if is_new {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            bail!("there is no such folder");
        }
        return Ok(());
    }
    demand_file(path)?;
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut head = Vec::new();
    Read::by_ref(&mut file).take(1 << 12).read_to_end(&mut head)?;
    if head.starts_with(&[0x1f, 0x8b]) || head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        bail!("the file is packed, no game can be added to it");
    }
    file.seek(SeekFrom::Start(0))?;
    match Reader::new(file).main_lines().next() {
        // A broken game is a game, if it has tags.
        Some(Err(error)) if !begins_with_tag(&head) => bail!("is not a file of games: {error}"),
        _ => Ok(()),
    }
}

/// Refuses folders, and devices and pipes, which may never come to an end.
fn demand_file(path: &Path) -> Result<()> {
    if !path.metadata()?.is_file() {
        bail!("is not a file");
    }
    Ok(())
}

/// `[Event "..."]`
fn begins_with_tag(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or(head);
    matches!(line, [b'[', b'A'..=b'Z', ..]) && line.windows(2).any(|pair| pair == b" \"")
}

/// Does the file still end with the game that was saved last?
fn is_last(file: &mut File, begin: u64, text: &str, end: u64) -> io::Result<bool> {
    if begin + text.len() as u64 != end {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(begin))?;
    let mut there = Vec::with_capacity(text.len());
    file.take(text.len() as u64).read_to_end(&mut there)?;
    Ok(there == text.as_bytes())
}

/// What must stand between the last game and the next.
fn gap_after(file: &mut File, end: u64) -> io::Result<&'static str> {
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(end.saturating_sub(2)))?;
    file.take(2).read_to_end(&mut tail)?;
    Ok(match tail[..] {
        [] | [.., b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}

/// A game that was found, and where.
pub(super) struct Found {
    pub(super) record: Record,
    pub(super) game: Game,
    pub(super) number: u64,
    /// How many there are in the file, if they were counted.
    pub(super) of: Option<u64>,
}

/// Reads a game of a file: the one of this number, from 1, or the last.
pub(super) fn load(path: &Path, number: Option<u64>) -> Result<Found> {
    find(path, number).with_context(|| path.display().to_string())
}

fn find(path: &Path, number: Option<u64>) -> Result<Found> {
    demand_file(path)?;
    let of = match number {
        Some(_) => None,
        None => Some(Reader::open(path)?.skip(u64::MAX)?),
    };
    let number = match (number, of) {
        (Some(0), _) => bail!("games are counted from 1"),
        (None, Some(0)) => bail!("there is no game in it"),
        (number, of) => number.or(of).unwrap_or(1),
    };
    let mut reader = Reader::open(path)?;
    let passed = reader.skip(number - 1)?;
    let Some(record) = reader.records().next() else {
        match passed {
            0 => bail!("there is no game in it"),
            1 => bail!("there is only one game in it"),
            _ => bail!("there are only {passed} games in it"),
        }
    };
    let record = record?;
    let game = record.game().with_context(|| format!("game {number}"))?;
    Ok(Found { record, game, number, of })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;

    fn record(moves: &str) -> Record {
        let mut game = Game::new();
        for san in moves.split_whitespace() {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        Record::from_game(&game)
    }

    #[test]
    fn games_are_added_and_the_own_one_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, "1. c4 *").unwrap();
        let mut archive = Archive::open(&path).unwrap();
        for moves in ["e4", "e4 e5", "d4"] {
            if moves == "d4" {
                archive.begin_game();
            }
            archive.save(&record(moves)).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("1. c4 *\n\n[Event"), "{text}");
        let games = |number| load(&path, number).unwrap().game.moves().len();
        assert_eq!([games(Some(1)), games(Some(2)), games(Some(3)), games(None)], [1, 2, 1, 1]);
        assert_eq!(load(&path, None).unwrap().of, Some(3));

        // Somebody else has added a game: ours is no longer the last.
        fs::write(&path, text + "1. f4 *\n").unwrap();
        archive.save(&record("d4 d5")).unwrap();
        assert_eq!(load(&path, None).unwrap().number, 5);
        assert_eq!(games(Some(4)), 1);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        fs::write(&path, "Dear Emanuel,\n").unwrap();
        let error = Archive::open(&path).err().unwrap();
        assert!(
            format!("{error:#}").contains("is not a file of games: game 1, line 1"),
            "{error:#}"
        );
        fs::write(&path, "[\"json\"]").unwrap();
        assert!(Archive::open(&path).is_err());
        fs::write(&path, "[Event \"?\"]\n\n1. e5 *").unwrap();
        assert!(Archive::open(&path).is_ok(), "broken, but a game");
        fs::write(&path, [0x1f, 0x8b, 8, 0]).unwrap();
        assert!(format!("{:#}", Archive::open(&path).err().unwrap()).contains("packed"));
        assert!(Archive::open(folder.path()).is_err());
        let missing = Archive::open(&folder.path().join("none/games.pgn")).err().unwrap();
        assert!(format!("{missing:#}").contains("no such folder"), "{missing:#}");
        // Were it read, that would never end.
        if Path::new("/dev/zero").exists() {
            assert!(Archive::open(Path::new("/dev/zero")).is_err());
            assert!(load(Path::new("/dev/zero"), None).is_err());
        }
    }

    #[test]
    fn games_that_are_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for (text, number, expected) in [
            ("\n", None, "there is no game in it"),
            ("\n", Some(1), "there is no game in it"),
            ("1. e4 *", Some(0), "games are counted from 1"),
            ("1. e4 *", Some(3), "there is only one game in it"),
            ("1. e4 *\n\n1. d4 *", Some(3), "there are only 2 games in it"),
            ("1. e4 *\n\n1. d5 *", None, "game 2, line 3: move 1 of White"),
        ] {
            fs::write(&path, text).unwrap();
            let error = load(&path, number).err().unwrap();
            assert!(format!("{error:#}").contains(expected), "{error:#}");
        }
    }
}
