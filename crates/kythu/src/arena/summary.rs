//! How a tournament stands, for the terminal and in files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arena::{Standings, TournamentReport};

/// How it stands, in a line; nothing before the first game.
pub(super) fn standing(standings: &Standings) -> String {
    let results = standings.results();
    if standings.entrants().len() > 2 {
        let mut order: Vec<usize> = (0..standings.entrants().len()).collect();
        let score = |&player: &usize| results.total(player).score().unwrap_or(0.0);
        order.retain(|&player| results.total(player).games.games() > 0);
        order.sort_by(|one, other| score(other).total_cmp(&score(one)));
        let best = order.iter().take(4).map(|player| {
            format!("{} {:.0}%", standings.entrants()[*player].name, 100.0 * score(player))
        });
        return best.collect::<Vec<_>>().join("  ");
    }
    let meeting = results.meeting(0, 1);
    let (Some(score), Some(estimate)) = (meeting.score(), meeting.estimate()) else {
        return String::new();
    };
    let games = meeting.games;
    let mut line = format!(
        "+{} ={} -{}  score {:.1}%  Elo {}  LOS {:.1}%",
        games.wins,
        games.draws,
        games.losses,
        100.0 * score,
        estimate.elo_text(),
        100.0 * estimate.los,
    );
    if results.distinct_games() < results.games() {
        line.push_str(&format!("  {} distinct games", results.distinct_games()));
    }
    if let Some(sprt) = standings.sprt_line() {
        let ((lower, upper), verdict) = (sprt.bounds, sprt.verdict_text());
        line.push_str(&format!("  LLR {:.2} ({lower:.2}, {upper:.2}) {verdict}", sprt.llr));
    }
    line
}

/// Everything, with the most important at the end: the score of a match, the
/// standings of a tournament.
pub(super) fn print(standings: &Standings, mut out: impl Write) -> Result<()> {
    let (results, entrants) = (standings.results(), standings.entrants());
    if results.games() > 0 {
        let reasons: Vec<_> =
            results.reasons().iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(out, "Endings: {}", reasons.join(", "))?;
    }
    for (player, entrant) in entrants.iter().enumerate() {
        match results.faults(player) {
            0 => {}
            1 => writeln!(out, "{} was at fault in 1 game", entrant.name)?,
            faults => writeln!(out, "{} was at fault in {faults} games", entrant.name)?,
        }
    }
    if let Some(note) = standings.repeat_note() {
        writeln!(out, "{note}")?;
    }
    if entrants.len() == 2 {
        let meeting = results.meeting(0, 1);
        if let Some(estimate) = meeting.estimate() {
            writeln!(
                out,
                "Pairs by points 0, ½, 1, 1½, 2: {:?}; normalised Elo {:.1}; LOS {:.2}%",
                meeting.pairs.0,
                estimate.normalised,
                100.0 * estimate.los
            )?;
        }
        if let (Some(line), Some(sprt)) = (standings.sprt_line(), standings.plan().sprt) {
            let ((lower, upper), verdict) = (line.bounds, line.verdict_text());
            writeln!(
                out,
                "SPRT elo0 {} elo1 {}: LLR {:.2} ({lower:.2}, {upper:.2}), {verdict}",
                sprt.elo0, sprt.elo1, line.llr
            )?;
        }
    }
    for &(one, other) in standings.meetings() {
        let meeting = results.meeting(one, other);
        let games = meeting.games;
        let (a, b) = (&entrants[one].name, &entrants[other].name);
        let (Some(score), Some(estimate)) = (meeting.score(), meeting.estimate()) else {
            writeln!(out, "{a} v {b}: no games")?;
            continue;
        };
        writeln!(
            out,
            "{a} v {b}: {} wins {} draws {} losses, score {:.1}%, Elo {}",
            games.wins,
            games.draws,
            games.losses,
            100.0 * score,
            estimate.elo_text()
        )?;
    }
    if entrants.len() > 2 {
        print_standings(&TournamentReport::new(standings), out)?;
    }
    Ok(())
}

/// A table of all players, best first.
fn print_standings(report: &TournamentReport, mut out: impl Write) -> Result<()> {
    let width = report.players.iter().map(|player| player.name.chars().count()).max();
    let width = width.unwrap_or(0).max("Player".len());
    writeln!(out)?;
    writeln!(out, "  #  {:width$}      Rating  Games    Won  Drawn   Lost   Score", "Player")?;
    for (player, place) in report.players.iter().zip(1..) {
        writeln!(
            out,
            "{place:3}  {:width$}  {:>10}  {:5}  {:5}  {:5}  {:5}  {:5.1}%",
            player.name,
            player.rating.to_string(),
            player.games(),
            player.wins,
            player.draws,
            player.losses,
            100.0 * player.score
        )?;
    }
    writeln!(out, "Ratings are logistic Elo with 95% intervals; their mean is 0.")?;
    Ok(())
}

/// Writes the results as JSON, and reports in the format that their names say.
pub(super) fn write_files(
    standings: &Standings,
    json: Option<&Path>,
    reports: &[PathBuf],
) -> Result<()> {
    if json.is_none() && reports.is_empty() {
        return Ok(());
    }
    let report = TournamentReport::new(standings);
    if let Some(path) = json {
        write(path, &report.json())?;
    }
    for path in reports {
        let text = match path.extension().and_then(|extension| extension.to_str()) {
            Some("md") => report.markdown(),
            Some("html" | "htm") => report.html(),
            _ => bail!("{}: a report is .html or .md", path.display()),
        };
        write(path, &text)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
