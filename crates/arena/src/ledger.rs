//! Where finished games are written: the state, and the PGN made from it.

use std::path::Path;

use serde_json::Value;

use crate::error::ArenaError;
use crate::game_file::GameFile;
use crate::pgn;
use crate::record::GameRecord;
use crate::run::Run;
use crate::saved::{Header, SavedTournament, SuiteStamp};
use crate::session::Session;
use crate::state::State;

/// The state comes first: the PGN may lack its last games after a crash, and
/// gets them from the state when the tournament is resumed.
#[derive(Debug)]
pub(crate) struct Ledger {
    state: State,
    pgn: Option<GameFile>,
}

impl Ledger {
    /// Begins both files.
    pub(crate) fn create(run: &Run, path: &Path) -> Result<Ledger, ArenaError> {
        let plan = run.plan();
        let pgn = plan.pgn.as_deref().map(GameFile::open).transpose()?;
        let offset = pgn.as_ref().map_or(Ok(0), GameFile::length)?;
        let header = Header::new(run.id(), plan.clone(), stamp(run), offset);
        Ok(Ledger { state: State::create(path, &header)?, pgn })
    }

    /// Goes on with both files.
    pub(crate) fn resume(
        run: &Run,
        state: State,
        saved: &SavedTournament,
    ) -> Result<Ledger, ArenaError> {
        check(run, state.path(), saved)?;
        let mut pgn = run.plan().pgn.as_deref().map(GameFile::open).transpose()?;
        if let Some(file) = &mut pgn {
            let texts = saved.games.iter().filter_map(|record| Ledger::text(run, record));
            file.complete(saved.pgn_offset, &texts.collect::<String>())?;
        }
        Ok(Ledger { state, pgn })
    }

    fn text(run: &Run, record: &GameRecord) -> Option<String> {
        pgn::write(record, &run.plan().event, run.entrants())
    }

    /// Where the state is.
    pub(crate) fn state(&self) -> &Path {
        self.state.path()
    }

    /// Writes down that somebody begins to play.
    pub(crate) fn begin(&mut self, session: Session) -> Result<(), ArenaError> {
        Ok(self.state.begin(session)?)
    }

    /// Writes a finished game down.
    pub(crate) fn add(&mut self, record: &GameRecord, run: &Run) -> Result<(), ArenaError> {
        self.state.add(record)?;
        match (&mut self.pgn, Ledger::text(run, record)) {
            (Some(file), Some(text)) => file.append(text.as_bytes()),
            _ => Ok(()),
        }
    }
}

/// The openings of a run.
pub(crate) fn stamp(run: &Run) -> SuiteStamp {
    SuiteStamp { hash: run.suite().fingerprint(), count: run.suite().count() }
}

/// Are these the games of this run?
fn check(run: &Run, path: &Path, saved: &SavedTournament) -> Result<(), ArenaError> {
    let (plan, state) = (run.plan(), path.display().to_string());
    let (was, now) = (saved.openings.hash, run.suite().fingerprint());
    // Two files are compared as if their openings were the same: if they are
    // not, there is a better message for that.
    let (new, old) = (plan.identity(was), saved.plan.identity(was));
    if let Some(difference) = difference(&new, &old) {
        return Err(ArenaError::Other { state, difference });
    }
    if was != now {
        let source_name = plan.openings.from.to_string();
        return Err(ArenaError::OpeningsChanged { state, source_name, was, now });
    }
    if plan.pgn != saved.plan.pgn {
        let shown = |path: &Option<std::path::PathBuf>| {
            path.as_ref().map_or("no file".to_owned(), |path| path.display().to_string())
        };
        let (now, before) = (shown(&plan.pgn), shown(&saved.plan.pgn));
        let difference = format!("its PGN is in {before}, not {now}");
        return Err(ArenaError::Other { state, difference });
    }
    match saved.games.iter().find(|record| !record.fits(&run.fixture(record.id))) {
        Some(record) => {
            let difference = format!("game {} has other players", record.id + 1);
            Err(ArenaError::Other { state, difference })
        }
        None => Ok(()),
    }
}

/// The first field in which two plans differ.
pub(crate) fn difference(new: &Value, old: &Value) -> Option<String> {
    let (new, old) = (new.as_object()?, old.as_object()?);
    let (field, now) = new.iter().find(|(field, value)| old.get(*field) != Some(value))?;
    let before = old.get(field).unwrap_or(&Value::Null);
    Some(format!("{field} was {before}, now it is {now}"))
}
