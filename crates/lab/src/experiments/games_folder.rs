//! Games that people played, for comparison.

use std::path::{Path, PathBuf};

use chess::{Color, Game};
use pgn::{Reader, Tags};

use crate::LabError;

/// One game in so many is held back: nothing is fitted to those whose number in
/// their file is a multiple of it.
const HELD_BACK: u64 = 10;
/// Openings are known by heart: what is played from this ply on counts.
const FIRST_PLY: usize = 20;
/// How far the mover's rating may be from the level's.
const WINDOW: u16 = 100;
/// Between two positions of one game, so that they are not nearly the same.
const STEP: usize = 8;

/// A position of a held-back game, and what the human played there.
#[derive(Clone, Debug)]
pub(super) struct HumanMove {
    pub(super) game: Game,
    pub(super) played: chess::Move,
}

/// The files of games in a folder; none if there is no such folder.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().contains(".pgn"))
        .collect();
    files.sort();
    files
}

/// At most so many positions in which somebody of about this rating was to move.
pub(super) fn held_back(
    files: &[PathBuf],
    rating: u16,
    most: usize,
) -> Result<Vec<HumanMove>, LabError> {
    let is_near = |elo: Option<u16>| elo.is_some_and(|elo| elo.abs_diff(rating) <= WINDOW);
    let mut found = Vec::new();
    for path in files {
        let mut reader = Reader::open(path).map_err(LabError::file(path))?;
        let wish = |tags: &Tags| is_near(tags.elo(Color::White)) || is_near(tags.elo(Color::Black));
        for line in reader.main_lines().only(wish) {
            // A broken game is no reason to leave the others.
            let Ok(line) = line else { continue };
            if !line.number.is_multiple_of(HELD_BACK) {
                continue;
            }
            let mut game = Game::from_position(line.start);
            // Where the first position of a game lies differs from game to game.
            let offset = FIRST_PLY + (line.number / HELD_BACK) as usize % STEP;
            for (ply, &played) in line.moves.iter().enumerate() {
                let is_due = ply >= offset && (ply - offset).is_multiple_of(STEP + 1);
                if is_due && is_near(line.tags.elo(game.turn())) && game.outcome().is_none() {
                    found.push(HumanMove { game: game.clone(), played });
                    if found.len() == most {
                        return Ok(found);
                    }
                }
                if game.play(played).is_err() {
                    break;
                }
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn one_game_in_ten_is_held_back() {
        let folder = tempfile::tempdir().unwrap();
        let moves = "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O 5. d3 d6 6. e4 e5 7. Nc3 Nc6 8. Bg5 h6 \
                     9. Be3 Ng4 10. Bc1 f5 11. exf5 Bxf5 12. h3 Nf6 13. Be3 Qd7 14. Kh2 Rae8 15. Qd2 Kh7 1-0";
        let game = |elo: u32| {
            format!(
                "[White \"a\"]\n[Black \"b\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"2500\"]\n\n{moves}\n\n"
            )
        };
        let text: String =
            (0..30).map(|number| game(if number < 20 { 1210 } else { 1900 })).collect();
        std::fs::write(folder.path().join("games.pgn"), text).unwrap();
        let files = files(folder.path());
        let found = held_back(&files, 1200, 100).unwrap();
        // Games 10 and 20, of which only White's moves are by somebody of 1200.
        assert!(!found.is_empty() && found.len() <= 4, "{}", found.len());
        assert!(found.iter().all(|human| human.game.turn().is_white()));
        assert!(found.iter().all(|human| human.game.position().is_legal(human.played)));
        assert_eq!(held_back(&files, 1200, 1).unwrap().len(), 1);
        assert!(held_back(&files, 700, 9).unwrap().is_empty());
        assert!(super::files(Path::new("/nowhere/at/all")).is_empty());
    }
}
