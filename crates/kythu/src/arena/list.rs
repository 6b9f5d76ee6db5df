//! `kythu arena list`.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena::{Format, SavedTournament, Standings};

use super::summary;

/// A line or two for each state file in a folder, the oldest first. Other
/// files are passed over; a damaged one is told of.
pub(super) fn list(folder: &Path, mut out: impl Write) -> Result<()> {
    let states = states(folder)?;
    if states.is_empty() {
        writeln!(out, "No tournaments in {}", folder.display())?;
    }
    for path in states {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match SavedTournament::read(&path) {
            Ok(saved) => match Standings::of(&saved) {
                Ok(standings) => {
                    let (what, result) = describe(&saved, &standings);
                    writeln!(out, "{name}  {what}")?;
                    if !result.is_empty() {
                        writeln!(out, "    {result}")?;
                    }
                }
                Err(error) => writeln!(out, "{name}  {error}")?,
            },
            Err(error) => writeln!(out, "{name}  {error}")?,
        }
    }
    Ok(())
}

fn states(folder: &Path) -> Result<Vec<PathBuf>> {
    let name = folder.display();
    let entries = match fs::read_dir(folder) {
        // Nobody has played yet.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {name}"))?,
    };
    let mut states = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {name}"))?.path();
        let mut beginning = [0; 15];
        let is_state = path.is_file()
            && File::open(&path).and_then(|mut file| file.read_exact(&mut beginning)).is_ok()
            && SavedTournament::is_state(&beginning);
        if is_state {
            let time = fs::metadata(&path).and_then(|file| file.modified()).ok();
            states.push((time, path));
        }
    }
    states.sort();
    Ok(states.into_iter().map(|(_, path)| path).collect())
}

/// What a tournament is and how far, and its result.
fn describe(saved: &SavedTournament, standings: &Standings) -> (String, String) {
    let (plan, played) = (standings.plan(), standings.results().games());
    let names: Vec<&str> =
        standings.entrants().iter().map(|entrant| entrant.name.as_str()).collect();
    let kind = match (plan.format, names.len()) {
        _ if plan.sprt.is_some() => "SPRT",
        (_, 2) => "match",
        (Format::RoundRobin, _) => "round-robin",
        (Format::Gauntlet, _) => "gauntlet",
    };
    let date =
        saved.sessions.first().map_or("not begun".to_owned(), |first| pgn::date(first.began));
    let games = match plan.games {
        None if plan.sprt.is_some() => format!("{played} games"),
        _ => format!("{played} of {} games", plan.own_games()),
    };
    let part = plan.part.map_or(String::new(), |part| format!(" (part {part})"));
    (format!("{date}  {kind} {}, {games}{part}", names.join(" v ")), summary::standing(standings))
}
