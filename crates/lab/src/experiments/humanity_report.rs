//! What `lab humanity` found, as tables and plots.

use std::path::PathBuf;

use super::humanity::{Found, Group, HumanityOptions, Subject};
use super::judgement::{
    FIRST_PLY, WITHIN, mean_and_error, mean_and_error_by_game, ratio_and_error,
};
use crate::Notebook;
use crate::human::{human_errors, human_mean_loss, table_ratings};
use crate::paper::{Cell, DataTable, Findings, LinePlot};

pub(super) fn report(
    options: &HumanityOptions,
    subjects: &[Subject],
    notebook: &Notebook<Found>,
    files: &[PathBuf],
) -> Findings {
    let mut findings = Findings::new("humanity", "Do levels err as people of their rating do?");
    findings.text(format!(
        "Games of `engine?elo=N` (level) and of the judge's program at `UCI_Elo` N (anchor), each with itself from \
         varied openings, judged as people's games were: moves after ply {FIRST_PLY} in positions within ±{} pawns, \
         loss of winning chance in points of 100 by lichess's curve from one position to the next, each judged to \
         depth {}. People: 900,000 moves of tournament games with FIDE ratings; below 1200 their mean loss is \
         extrapolated. ± is half of the 95% interval, with games and not moves as independent observations.",
        WITHIN / 100,
        options.judge_depth
    ));
    findings.text(
        "Who scores half of the points against another loses as much in their games as the other does, so a level \
         that is as strong as its anchor cannot err much less: where anchors err more than people of their number, \
         so do levels.",
    );
    let errors: Vec<(&Subject, Errors)> = subjects
        .iter()
        .filter_map(|subject| Some((subject, Errors::of(&subject.name(), notebook)?)))
        .collect();
    findings.table(error_table(&errors));
    findings.text(
        "Where strength makes a level err more or less than people of its number, its errors can still be of the \
         same kind. The mix is the percentage of moves that lose 10 points or more, for each point of mean loss:",
    );
    findings.table(mix_table(&errors));
    let mut means = LinePlot::new("Mean loss of winning chance", "rating", "points of 100");
    let mut shares = LinePlot::new("Moves that lose 10 points or more", "rating", "% of moves");
    for (group, name) in [(Group::Levels, "levels"), (Group::Anchors, "anchors")] {
        let of_group = || errors.iter().filter(|(subject, _)| subject.group == group);
        if of_group().next().is_none() {
            continue;
        }
        let points = |pick: fn(&Errors) -> f64| -> Vec<(f64, f64)> {
            of_group().map(|(subject, errors)| (f64::from(subject.rating), pick(errors))).collect()
        };
        means.curve(name, points(|errors| errors.mean.0));
        shares.curve(name, points(|errors| errors.mistakes.0));
    }
    let curve =
        |pick: fn(f64) -> Option<f64>| table_ratings().filter_map(move |x| Some((x, pick(x)?)));
    means.curve("people", curve(human_mean_loss));
    shares.curve("people", curve(|x| human_errors(x).map(|people| people.mistakes)));
    findings.lines(means);
    findings.lines(shares);
    report_matches(options, notebook, files, &mut findings);
    findings
}

/// How somebody errs; each figure with half of its 95% interval.
struct Errors {
    games: u64,
    moves: usize,
    /// Points of 100 lost by a move.
    mean: (f64, f64),
    /// Percentage of moves that lose 10 points or more, and 20 or more.
    mistakes: (f64, f64),
    blunders: (f64, f64),
    /// Percent of mistakes for each point of mean loss; none where nothing was lost.
    mix: Option<(f64, f64)>,
}

impl Errors {
    fn of(name: &str, notebook: &Notebook<Found>) -> Option<Errors> {
        let mut games: Vec<Vec<f64>> = Vec::new();
        for found in notebook.results().values() {
            if let Found::Losses { player, losses, .. } = found
                && player == name
            {
                games.push(losses.clone());
            }
        }
        let moves = games.iter().map(Vec::len).sum();
        let percent = |losses: &[f64], points: f64| -> f64 {
            100.0 * losses.iter().filter(|&&loss| loss >= points).count() as f64
        };
        let at_least = |points: f64| {
            let shares = games.iter().map(|game| (percent(game, points), game.len() as f64));
            ratio_and_error(shares)
        };
        let mix = games.iter().map(|game| (percent(game, 10.0), game.iter().sum::<f64>()));
        (moves > 0).then(|| Errors {
            games: games.len() as u64,
            moves,
            mean: mean_and_error_by_game(&games),
            mistakes: at_least(10.0),
            blunders: at_least(20.0),
            mix: Some(ratio_and_error(mix)).filter(|(mix, _)| mix.is_finite()),
        })
    }
}

/// By how many percent ours is more than theirs.
fn off(ours: f64, theirs: Option<f64>) -> Option<f64> {
    theirs.map(|theirs| 100.0 * (ours / theirs - 1.0))
}

fn error_table(errors: &[(&Subject, Errors)]) -> DataTable {
    let mut table = DataTable::new(
        "errors by level",
        &[
            "player",
            "games",
            "moves",
            "mean loss",
            "±",
            "people's",
            "difference %",
            "≥ 10 %",
            "±  of it",
            "people's ≥ 10 %",
            "difference of it %",
            "≥ 20 %",
            "people's ≥ 20 %",
        ],
    );
    for (subject, errors) in errors {
        let rating = f64::from(subject.rating);
        let (people, people_mean) = (human_errors(rating), human_mean_loss(rating));
        let people_mistakes = people.map(|people| people.mistakes);
        table.row([
            subject.name().into(),
            errors.games.into(),
            errors.moves.into(),
            Cell::number(errors.mean.0, 2),
            Cell::number(errors.mean.1, 2),
            Cell::number(people_mean, 2),
            Cell::number(off(errors.mean.0, people_mean), 0),
            Cell::number(errors.mistakes.0, 1),
            Cell::number(errors.mistakes.1, 1),
            Cell::number(people_mistakes, 1),
            Cell::number(off(errors.mistakes.0, people_mistakes), 0),
            Cell::number(errors.blunders.0, 1),
            Cell::number(people.map(|people| people.blunders), 1),
        ]);
    }
    table
}

fn mix_table(errors: &[(&Subject, Errors)]) -> DataTable {
    let mut table =
        DataTable::new("mix of errors", &["player", "mix", "±", "people's", "difference %"]);
    for (subject, errors) in errors {
        let Some((mix, error)) = errors.mix else { continue };
        let people = human_errors(f64::from(subject.rating));
        let people = people.map(|people| people.mistakes / people.mean_loss);
        table.row([
            subject.name().into(),
            Cell::number(mix, 2),
            Cell::number(error, 2),
            Cell::number(people, 2),
            Cell::number(off(mix, people), 0),
        ]);
    }
    table
}

fn report_matches(
    options: &HumanityOptions,
    notebook: &Notebook<Found>,
    files: &[PathBuf],
    findings: &mut Findings,
) {
    if files.is_empty() {
        findings.text(
            "How often levels play the move of people was not measured: there were no games.",
        );
        return;
    }
    findings.text(format!(
        "How often `engine?elo=N` plays the move that somebody rated N ± 100 played, after ply {FIRST_PLY} of \
         tournament games that nothing was fitted to (each tenth of its file):"
    ));
    let mut table = DataTable::new("human-move match", &["level", "positions", "matched %", "±"]);
    for &level in &options.levels {
        let (mut all, mut right) = (0u32, 0u32);
        for found in notebook.results().values() {
            if let Found::Matches { level: of, asked, matched } = found
                && *of == level
            {
                (all, right) = (all + asked, right + matched);
            }
        }
        if all > 0 {
            let hits = (0..all).map(|index| if index < right { 100.0 } else { 0.0 });
            let (share, error) = mean_and_error(hits);
            table.row([level.into(), all.into(), Cell::number(share, 1), Cell::number(error, 1)]);
        }
    }
    findings.table(table);
}
