//! How a tournament ended.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use arena::{Report, Tournament};

/// How it stands, in a line.
pub(super) fn standing(tournament: &Tournament) -> String {
    let results = tournament.results();
    if tournament.entrants().len() > 2 {
        let mut order: Vec<usize> = (0..tournament.entrants().len()).collect();
        let score = |&player: &usize| {
            let games = results.total(player).games;
            games.points() / games.games().max(1) as f64
        };
        order.sort_by(|one, other| score(other).total_cmp(&score(one)));
        let best = order.iter().take(4).map(|player| {
            format!("{} {:.0}%", tournament.entrants()[*player].name, 100.0 * score(player))
        });
        return best.collect::<Vec<_>>().join("  ");
    }
    let meeting = results.meeting(0, 1);
    if meeting.games.games() == 0 {
        return String::new();
    }
    let estimate = meeting.estimate();
    let games = meeting.games;
    let mut line = format!(
        "+{} ={} -{}  score {:.1}%  Elo {}  LOS {:.1}%",
        games.wins,
        games.draws,
        games.losses,
        100.0 * estimate.score,
        estimate.elo_text(),
        100.0 * estimate.los,
    );
    if let (Some((llr, verdict)), Some(sprt)) = (tournament.sprt(), tournament.plan().sprt) {
        let (lower, upper) = sprt.bounds();
        line.push_str(&format!("  LLR {llr:.2} ({lower:.2}, {upper:.2}) {verdict}"));
    }
    line
}

/// Tables and, in the end, a line for every meeting.
pub(super) fn print(tournament: &Tournament, mut out: impl Write) -> Result<()> {
    let (results, entrants) = (tournament.results(), tournament.entrants());
    let reasons: Vec<_> =
        results.reasons().iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    writeln!(out, "Endings: {}", reasons.join(", "))?;
    for (player, entrant) in entrants.iter().enumerate() {
        let faults = results.faults(player);
        if faults > 0 {
            writeln!(out, "{} lost {faults} games by its own fault", entrant.name)?;
        }
    }
    if entrants.len() == 2 {
        let meeting = results.meeting(0, 1);
        let estimate = meeting.estimate();
        writeln!(
            out,
            "Pairs by points 0, ½, 1, 1½, 2: {:?}; normalised Elo {:.1}; LOS {:.2}%",
            meeting.pairs.0,
            estimate.normalised,
            100.0 * estimate.los
        )?;
        if let (Some((llr, verdict)), Some(sprt)) = (tournament.sprt(), tournament.plan().sprt) {
            let (lower, upper) = sprt.bounds();
            writeln!(
                out,
                "SPRT elo0 {} elo1 {}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {verdict}",
                sprt.elo0, sprt.elo1
            )?;
        }
    }
    for &(one, other) in tournament.meetings() {
        let meeting = results.meeting(one, other);
        let games = meeting.games;
        let (a, b) = (&entrants[one].name, &entrants[other].name);
        if games.games() == 0 {
            writeln!(out, "{a} v {b}: no games")?;
            continue;
        }
        let estimate = meeting.estimate();
        writeln!(
            out,
            "{a} v {b}: {} wins {} draws {} losses, score {:.1}%, Elo {}",
            games.wins,
            games.draws,
            games.losses,
            100.0 * estimate.score,
            estimate.elo_text()
        )?;
    }
    Ok(())
}

/// Writes what the plan asks for.
pub(super) fn write_files(tournament: &Tournament) -> Result<()> {
    let plan = tournament.plan();
    if plan.json.is_none() && plan.reports.is_empty() {
        return Ok(());
    }
    let report = Report::new(tournament);
    if let Some(path) = &plan.json {
        write(path, &report.json())?;
    }
    for path in &plan.reports {
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
