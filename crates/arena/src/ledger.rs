//! Where finished games are written: the state, and the PGN made from it.

use std::collections::HashSet;
use std::path::Path;

use serde_json::Value;

use crate::game_file::GameFile;
use crate::pgn;
use crate::plan::{Entrant, Plan};
use crate::record::GameRecord;
use crate::schedule::Schedule;
use crate::state::{State, StateError};
use crate::tournament::ArenaError;

/// The state comes first: the PGN may lack its last games after a crash, and
/// gets them from the state when the tournament is resumed.
#[derive(Debug)]
pub(crate) struct Ledger {
    state: State,
    pgn: Option<GameFile>,
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
        let mut pgn = plan.pgn.as_deref().map(GameFile::open).transpose()?;
        let (state, records) = match found {
            Some((state, mut records)) => {
                check(plan, &state, &records)?;
                // Two arenas may have written where files cannot be locked.
                let mut seen = HashSet::new();
                records.retain(|record| seen.insert(record.id));
                (state, records)
            }
            None => {
                let offset = pgn.as_ref().map_or(Ok(0), GameFile::length)?;
                (State::create(path, plan, offset)?, Vec::new())
            }
        };
        let event = plan.event.clone();
        if let Some(file) = &mut pgn {
            let texts = records.iter().filter_map(|record| pgn::write(record, &event, entrants));
            file.complete(state.pgn_offset, &texts.collect::<String>())?;
        }
        Ok((Ledger { state, pgn, event }, records))
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
        match (&mut self.pgn, pgn::write(record, &self.event, entrants)) {
            (Some(file), Some(text)) => file.append(text.as_bytes()),
            _ => Ok(()),
        }
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
