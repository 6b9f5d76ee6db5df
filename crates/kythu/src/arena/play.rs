//! Playing a tournament from the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use arena::{End, Entrant, OpeningSource, TimeControl, Tournament, TournamentPlan};

use super::progress::ProgressReport;
use super::summary;

/// What shells have for a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Plays what is left of a plan. Does not come back when it was interrupted:
/// then all is written, and the program ends with status 130.
pub(super) fn play(mut plan: TournamentPlan, state: Option<PathBuf>, every: u64) -> Result<()> {
    make_absolute(&mut plan)?;
    let state = state.map_or_else(default_state, Ok)?;
    let (json, reports) = (plan.json.clone(), plan.reports.clone());
    let mut tournament = Tournament::open(plan, &state)?;
    warn(&tournament);
    let stop = Arc::new(AtomicBool::new(false));
    let hand = Arc::clone(&stop);
    ctrlc::set_handler(move || hand.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;

    // What cannot be written is better known before the first game.
    summary::write_files(tournament.standings(), json.as_deref(), &reports)?;
    let mut progress = ProgressReport::new(tournament.standings(), every);
    let end = tournament
        .play(&stop, &mut |tournament, record| progress.show(tournament.standings(), record));
    progress.finish();
    let end = match end {
        Ok(end) => end,
        Err(error) => {
            eprintln!("{}", resume_command(&tournament));
            return Err(error.into());
        }
    };
    if end == End::Interrupted {
        eprintln!("Interrupted. {}", resume_command(&tournament));
    }
    summary::print(tournament.standings(), std::io::stdout().lock())?;
    summary::write_files(tournament.standings(), json.as_deref(), &reports)?;
    if end == End::Interrupted {
        std::process::exit(INTERRUPTED);
    }
    Ok(())
}

/// Says what may spoil the results.
fn warn(tournament: &Tournament) {
    let (plan, entrants) = (tournament.run().plan(), tournament.run().entrants());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if let Some(warning) = clock_warning(entrants, plan.concurrency, cores) {
        eprintln!("{warning}");
    }
    let build = arena::build();
    let mut sessions = tournament.standings().sessions().iter();
    if let Some(session) = sessions.find(|session| session.build != build)
        && tournament.left() > 0
    {
        eprintln!(
            "Warning: earlier games were played by another build ({} on {}, now {build})",
            session.build, session.host
        );
    }
}

/// Who thinks by the clock needs a core to itself.
fn clock_warning(entrants: &[Entrant], concurrency: usize, cores: usize) -> Option<String> {
    let has_clock = |entrant: &Entrant| {
        matches!(entrant.tc, TimeControl::Clock { .. } | TimeControl::MoveTime(_))
    };
    (concurrency > cores && entrants.iter().any(has_clock)).then(|| {
        format!(
            "Warning: {concurrency} games at a time with clocks on {cores} cores: players will \
             lose time to each other"
        )
    })
}

fn resume_command(tournament: &Tournament) -> String {
    format!("To go on: kythu arena resume '{}'", tournament.state().display())
}

/// A resumed tournament finds its files from anywhere.
fn make_absolute(plan: &mut TournamentPlan) -> Result<()> {
    let openings = match &mut plan.openings.from {
        OpeningSource::File(path) => Some(path),
        _ => None,
    };
    let files = [openings, plan.pgn.as_mut(), plan.json.as_mut()];
    for path in files.into_iter().flatten().chain(&mut plan.reports) {
        *path = std::path::absolute(&*path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Where states are kept when nobody says: where programs keep what should
/// survive a restart.
pub(super) fn default_folder() -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let folder = variable("XDG_STATE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&variable("HOME")?).join(".local/state")))
        .unwrap_or_else(std::env::temp_dir);
    Ok(folder.join("kythu").join("arena"))
}

fn default_state() -> Result<PathBuf> {
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed()?.as_millis();
    Ok(default_folder()?.join(format!("{time}-{}.jsonl", std::process::id())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use arena::Player;

    #[test]
    fn clocks_want_cores() {
        let entrants = |tc: &str| {
            let player = Player { spec: "random".to_owned(), name: None, tc: None };
            let tc = Some(tc.parse().unwrap());
            TournamentPlan { tc, ..TournamentPlan::new(vec![player; 2]) }.entrants().unwrap()
        };
        let warning = clock_warning(&entrants("1+0.01"), 5, 4).unwrap();
        assert!(warning.contains("5 games at a time with clocks on 4 cores"), "{warning}");
        assert!(clock_warning(&entrants("movetime=0.1"), 5, 4).is_some());
        assert_eq!(clock_warning(&entrants("1+0.01"), 4, 4), None);
        assert_eq!(clock_warning(&entrants("nodes=100"), 5, 4), None);
    }
}
