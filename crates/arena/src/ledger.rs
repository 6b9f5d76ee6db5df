//! Where finished games are written: the state, and the PGN made from it.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::pgn;
use crate::plan::{Entrant, Plan};
use crate::record::GameRecord;
use crate::schedule::Schedule;
use crate::state::{State, StateError};
use crate::tournament::ArenaError;

/// The state comes first: the PGN may lack its last games after a crash, and
/// is made anew from the state when the tournament is resumed.
#[derive(Debug)]
pub(crate) struct Ledger {
    state: State,
    pgn: Option<(PathBuf, File)>,
    event: String,
}

impl Ledger {
    /// Begins both files, or goes on with them. Also gives the games that
    /// were finished earlier.
    pub(crate) fn open(
        plan: &Plan,
        entrants: &[Entrant],
        path: &Path,
    ) -> Result<(Ledger, Vec<GameRecord>), ArenaError> {
        let found = if path.exists() { State::open(path)? } else { None };
        let (state, records) = match found {
            Some((state, records)) => {
                check(plan, &state, &records)?;
                (state, records)
            }
            None => {
                let length = |pgn: &PathBuf| pgn.metadata().map_or(0, |file| file.len());
                let offset = plan.pgn.as_ref().map_or(0, length);
                (State::create(path, plan, offset)?, Vec::new())
            }
        };
        let mut ledger = Ledger { state, pgn: None, event: plan.event.clone() };
        if let Some(path) = &plan.pgn {
            ledger.open_pgn(path, entrants, &records)?;
        }
        Ok((ledger, records))
    }

    /// Cuts the PGN file where the tournament began, and writes its games
    /// again.
    fn open_pgn(
        &mut self,
        path: &Path,
        entrants: &[Entrant],
        records: &[GameRecord],
    ) -> Result<(), ArenaError> {
        let write = |source| ArenaError::Write { what: path.display().to_string(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(write)?;
        }
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(write)?;
        let length = file.metadata().map_err(write)?.len();
        file.set_len(length.min(self.state.pgn_offset)).map_err(write)?;
        let games: String =
            records.iter().filter_map(|record| pgn::write(record, &self.event, entrants)).collect();
        file.write_all(games.as_bytes()).map_err(write)?;
        self.pgn = Some((path.to_owned(), file));
        Ok(())
    }

    /// The plan of the tournament in a state file.
    pub(crate) fn plan_of(path: &Path) -> Result<Plan, ArenaError> {
        match State::open(path)? {
            Some((state, _)) => Ok(state.plan),
            None => Err(StateError::Damaged {
                path: path.to_owned(),
                line: 1,
                detail: "no tournament in it".to_owned(),
            }
            .into()),
        }
    }

    /// Where the state is.
    pub(crate) fn state(&self) -> &Path {
        self.state.path()
    }

    /// Writes a finished game down.
    pub(crate) fn add(
        &mut self,
        record: &GameRecord,
        entrants: &[Entrant],
    ) -> Result<(), ArenaError> {
        self.state.add(record)?;
        if let Some((path, file)) = &mut self.pgn
            && let Some(text) = pgn::write(record, &self.event, entrants)
        {
            file.write_all(text.as_bytes())
                .map_err(|source| ArenaError::Write { what: path.display().to_string(), source })?;
        }
        Ok(())
    }
}

/// Are these the games of this plan?
fn check(plan: &Plan, state: &State, records: &[GameRecord]) -> Result<(), ArenaError> {
    let other = |difference: String| {
        Err(ArenaError::Other { state: state.path().display().to_string(), difference })
    };
    let (new, old) = (plan.identity(), state.plan.identity());
    if let (Value::Object(new), Value::Object(old)) = (&new, &old)
        && let Some((field, now)) = new.iter().find(|(field, value)| old.get(*field) != Some(value))
    {
        let before = old.get(field).unwrap_or(&Value::Null);
        return other(format!("{field} was {before}, now it is {now}"));
    }
    if plan.pgn != state.plan.pgn {
        return other(format!("its games are in {:?}, not {:?}", state.plan.pgn, plan.pgn));
    }
    let schedule = Schedule::new(plan);
    match records.iter().find(|record| !record.fits(&schedule.fixture(record.id))) {
        Some(record) => other(format!("game {} has other players", record.id + 1)),
        None => Ok(()),
    }
}
