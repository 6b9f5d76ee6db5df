//! Joining parts of one run.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::ArenaError;
use crate::ledger::difference;
use crate::record::GameRecord;
use crate::saved::{Header, SavedTournament, SessionLine};
use crate::session::Session;
use crate::state::line_of;
use crate::state_error::StateError;

impl SavedTournament {
    /// Joins what several machines have played of one run: the games of all by
    /// their numbers, as one machine would have written them. The same game may
    /// be in several files; different games under one number may not.
    pub fn merge(first: &Path, others: &[PathBuf]) -> Result<SavedTournament, ArenaError> {
        let mut merged = SavedTournament::read(first)?;
        // One machine plays all parts, and has no PGN here.
        (merged.plan.part, merged.plan.pgn, merged.pgn_offset) = (None, None, 0);
        let mut games: BTreeMap<u32, (GameRecord, &Path)> = BTreeMap::new();
        let mut sessions: Vec<Session> = Vec::new();
        gather(&mut games, &mut sessions, merged.games, merged.sessions, first)?;
        for path in others {
            let part = SavedTournament::read(path)?;
            check(first, (&merged.plan, merged.openings.hash), path, &part)?;
            merged.plan.games = merged.plan.games.max(part.plan.games);
            gather(&mut games, &mut sessions, part.games, part.sessions, path)?;
        }
        sessions.iter_mut().for_each(|session| session.games = merged.plan.games);
        merged.sessions = Vec::new();
        for session in sessions {
            if !merged.sessions.iter().any(|other| other.is_like(&session)) {
                merged.sessions.push(session);
            }
        }
        merged.games = games.into_values().map(|(game, _)| game).collect();
        Ok(merged)
    }

    /// Writes a state file that does not exist yet.
    pub fn write(&self, path: &Path) -> Result<(), StateError> {
        let io = |source| StateError::Io { path: path.to_owned(), source };
        let header = Header::new(self.run, self.plan.clone(), self.openings, self.pgn_offset);
        let mut bytes = line_of(&header).map_err(io)?;
        for session in &self.sessions {
            bytes.extend(line_of(&SessionLine { session: session.clone() }).map_err(io)?);
        }
        for game in &self.games {
            bytes.extend(line_of(game).map_err(io)?);
        }
        let mut file = std::fs::File::create_new(path).map_err(io)?;
        file.write_all(&bytes).and_then(|()| file.sync_all()).map_err(io)
    }
}

/// Adds the games of a file to those of others.
fn gather<'a>(
    games: &mut BTreeMap<u32, (GameRecord, &'a Path)>,
    sessions: &mut Vec<Session>,
    new_games: Vec<GameRecord>,
    new_sessions: Vec<Session>,
    path: &'a Path,
) -> Result<(), ArenaError> {
    for game in new_games {
        match games.get(&game.id) {
            Some((same, _)) if *same == game => {}
            Some((_, other)) => {
                return Err(ArenaError::Conflict {
                    number: game.id,
                    one: other.display().to_string(),
                    other: path.display().to_string(),
                });
            }
            None => {
                games.insert(game.id, (game, path));
            }
        }
    }
    sessions.extend(new_sessions.into_iter().map(|session| Session { part: None, ..session }));
    Ok(())
}

/// Is it a part of the same run?
fn check(
    first: &Path,
    (plan, openings): (&crate::TournamentPlan, crate::Fingerprint),
    path: &Path,
    part: &SavedTournament,
) -> Result<(), ArenaError> {
    let state = first.display().to_string();
    let (ours, theirs) = (plan.identity(openings), part.plan.identity(openings));
    if let Some(difference) = difference(&theirs, &ours) {
        let difference = format!("{}: {difference}", path.display());
        return Err(ArenaError::Other { state, difference });
    }
    if part.openings.hash != openings {
        let source_name = format!("{} of {}", part.plan.openings.from, path.display());
        let (was, now) = (openings, part.openings.hash);
        return Err(ArenaError::OpeningsChanged { state, source_name, was, now });
    }
    Ok(())
}
