//! `lab humanity`: do levels err as people of their rating do?

use std::path::PathBuf;

use agents::Request;
use arena::{OpeningSource, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::Silent;

use super::games_folder::{self, HumanMove};
use super::judgement::{FIRST_PLY, WITHIN, losses, mean_and_error, replay};
use crate::game_line::duel;
use crate::human::{human_errors, human_mean_loss, table_ratings};
use crate::paper::{Cell, DataTable, Findings, LinePlot};
use crate::thinker::{Thinker, with_option};
use crate::{Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "humanity";

/// Held-back positions that are asked about in one piece of work.
const AT_ONCE: usize = 25;

/// Which levels are judged, and by whom.
#[derive(Clone, Debug)]
pub struct HumanityOptions {
    /// Ratings of the levels.
    pub levels: Vec<u32>,
    /// Games of each with itself.
    pub games: u32,
    /// Their time control.
    pub tc: TimeControl,
    /// The program that judges.
    pub judge: String,
    /// How deep it looks.
    pub judge_depth: u32,
    /// Where games of people are.
    pub people: PathBuf,
    /// Positions of held-back games, for each level.
    pub positions: usize,
}

impl Default for HumanityOptions {
    fn default() -> HumanityOptions {
        let data = std::env::var_os("KYTHU_DATA").unwrap_or_else(|| "../shared/data".into());
        HumanityOptions {
            levels: vec![800, 1200, 1600, 2000, 2400],
            games: 50,
            tc: TimeControl::None,
            judge: "stockfish".to_owned(),
            judge_depth: 14,
            people: PathBuf::from(data).join("games"),
            positions: 500,
        }
    }
}

#[derive(Clone, Debug)]
enum Work {
    Game(u32, u32),
    Match(u32, usize),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Found {
    /// The losses of all moves of a game that were judged.
    Losses { level: u32, losses: Vec<f64>, plies: usize },
    /// How many of the humans' moves were found.
    Matches { level: u32, asked: u32, matched: u32 },
}

impl HumanityOptions {
    /// The spec of the judge.
    fn judge_spec(&self) -> String {
        let command = self.judge.replace('%', "%25").replace('&', "%26");
        format!("uci?cmd={command}&depth={}", self.judge_depth)
    }

    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        self.run_with(lab, &self.judge_spec())
    }

    fn run_with(&self, lab: &Lab<'_>, judge: &str) -> Result<Outcome, LabError> {
        let setup = json!({ "judge": judge, "tc": self.tc, "seed": lab.seed });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        // Better to know before the first game.
        Thinker::new(judge, 0)?;
        let files = games_folder::files(&self.people);
        if files.is_empty() && self.positions > 0 {
            lab.audience.remark(&format!(
                "skipped the human-move match: no games in {} (KYTHU_DATA names the folder above it)",
                self.people.display()
            ));
        }
        let mut people = Vec::new();
        for &level in &self.levels {
            let rating = u16::try_from(level).unwrap_or(u16::MAX);
            let most = if files.is_empty() { 0 } else { self.positions };
            people.push(if most == 0 {
                Vec::new()
            } else {
                games_folder::held_back(&files, rating, most)?
            });
        }
        let mut runs = Vec::new();
        for level in &self.levels {
            let spec = format!("engine?elo={level}");
            let players = [("one", spec.as_str()), ("two", spec.as_str())];
            let seed = lab.seed.wrapping_add(u64::from(*level));
            runs.push(duel(players, OpeningSource::Book, Some(self.tc), seed)?);
        }
        let place = |level: u32| self.levels.iter().position(|&other| other == level);
        let pieces = self.pieces(&people);
        let is_complete = lab.work(NAME, &mut notebook, &pieces, |work| match *work {
            Work::Game(level, number) => {
                let Some(place) = place(level) else { return Ok(None) };
                let Some(record) = runs[place].play(number, lab.interruption.flag())? else {
                    return Ok(None);
                };
                let game = replay(&record.fen, &record.moves)?;
                let losses = losses(&game, judge, &lab.interruption)?;
                Ok(losses.map(|losses| Found::Losses { level, losses, plies: record.plies() }))
            }
            Work::Match(level, batch) => {
                let Some(place) = place(level) else { return Ok(None) };
                let humans = people[place].chunks(AT_ONCE).nth(batch).unwrap_or_default();
                matches(level, humans, lab)
            }
        })?;
        Ok(Outcome { findings: self.report(&notebook, &files), is_complete })
    }

    fn pieces(&self, people: &[Vec<HumanMove>]) -> Vec<Piece<Work>> {
        let games = self.levels.iter().flat_map(|&level| {
            (0..self.games)
                .map(move |game| (format!("{level} game {game}"), Work::Game(level, game)))
        });
        let matches = self.levels.iter().zip(people).flat_map(|(&level, humans)| {
            (0..humans.len().div_ceil(AT_ONCE))
                .map(move |batch| (format!("{level} people {batch}"), Work::Match(level, batch)))
        });
        games.chain(matches).collect()
    }

    fn report(&self, notebook: &Notebook<Found>, files: &[PathBuf]) -> Findings {
        let mut findings = Findings::new(NAME, "Do levels err as people of their rating do?");
        findings.text(format!(
            "Games of `engine?elo=N` with itself from varied openings, judged as people's games were: moves after \
             ply {FIRST_PLY} in positions within ±{} pawns, loss of winning chance in points of 100 by lichess's \
             curve from one position to the next, each judged to depth {}. People: 900,000 moves of tournament \
             games with FIDE ratings; below 1200 their mean loss is extrapolated. ± is half of the 95% interval.",
            WITHIN / 100, self.judge_depth
        ));
        let mut table = DataTable::new(
            "errors by level",
            &[
                "level",
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
        let mut means = LinePlot::new("Mean loss of winning chance", "rating", "points of 100");
        let mut shares = LinePlot::new("Moves that lose 10 points or more", "rating", "% of moves");
        let (mut mean_points, mut share_points) = (Vec::new(), Vec::new());
        for &level in &self.levels {
            let (mut losses, mut games) = (Vec::new(), 0u64);
            for found in notebook.results().values() {
                if let Found::Losses { level: of, losses: some, .. } = found
                    && *of == level
                {
                    losses.extend(some);
                    games += 1;
                }
            }
            if losses.is_empty() {
                continue;
            }
            let rating = f64::from(level);
            let (mean, mean_error) = mean_and_error(losses.iter().copied());
            let at_least = |points: f64| {
                let is_lost =
                    losses.iter().map(move |&loss| if loss >= points { 100.0 } else { 0.0 });
                mean_and_error(is_lost)
            };
            let ((mistakes, mistakes_error), (blunders, _)) = (at_least(10.0), at_least(20.0));
            let (people, people_mean) = (human_errors(rating), human_mean_loss(rating));
            let off =
                |ours: f64, theirs: Option<f64>| theirs.map(|theirs| 100.0 * (ours / theirs - 1.0));
            let people_mistakes = people.map(|people| people.mistakes);
            table.row([
                level.into(),
                games.into(),
                losses.len().into(),
                Cell::number(mean, 2),
                Cell::number(mean_error, 2),
                Cell::number(people_mean, 2),
                Cell::number(off(mean, people_mean), 0),
                Cell::number(mistakes, 1),
                Cell::number(mistakes_error, 1),
                Cell::number(people_mistakes, 1),
                Cell::number(off(mistakes, people_mistakes), 0),
                Cell::number(blunders, 1),
                Cell::number(people.map(|people| people.blunders), 1),
            ]);
            mean_points.push((rating, mean));
            share_points.push((rating, mistakes));
        }
        means.curve("levels", mean_points);
        shares.curve("levels", share_points);
        let curve =
            |pick: fn(f64) -> Option<f64>| table_ratings().filter_map(move |x| Some((x, pick(x)?)));
        means.curve("people", curve(human_mean_loss));
        shares.curve("people", curve(|x| human_errors(x).map(|people| people.mistakes)));
        findings.table(table);
        findings.lines(means);
        findings.lines(shares);
        self.report_matches(notebook, files, &mut findings);
        findings
    }

    fn report_matches(
        &self,
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
        let mut table =
            DataTable::new("human-move match", &["level", "positions", "matched %", "±"]);
        for &level in &self.levels {
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
                table.row([
                    level.into(),
                    all.into(),
                    Cell::number(share, 1),
                    Cell::number(error, 1),
                ]);
            }
        }
        findings.table(table);
    }
}

/// How many of the humans' moves a level plays.
fn matches(level: u32, humans: &[HumanMove], lab: &Lab<'_>) -> Result<Option<Found>, LabError> {
    let spec = with_option("engine", &format!("elo={level}"));
    let mut thinker = Thinker::new(&spec, lab.seed)?;
    let (mut asked, mut matched) = (0, 0);
    for (index, human) in humans.iter().enumerate() {
        thinker.new_game(lab.seed.wrapping_add(index as u64))?;
        let request = Request { analysis: false, ..Request::default() };
        let Some(thought) = thinker.think(&human.game, &request, &lab.interruption, &mut Silent)?
        else {
            return Ok(None);
        };
        asked += 1;
        matched += u32::from(thought.decision.best == human.played);
    }
    Ok(Some(Found::Matches { level, asked, matched }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{Audience, Interruption};

    /// Keeps what it is told.
    #[derive(Default)]
    struct Remarks(Mutex<Vec<String>>);

    impl Audience for Remarks {
        fn begin(&self, _stage: &str, _total: u64, _done: u64) {}
        fn advance(&self, _piece: &str) {}
        fn end(&self) {}

        fn remark(&self, text: &str) {
            self.0.lock().unwrap().push(text.to_owned());
        }
    }

    #[test]
    fn a_level_is_judged_beside_people() {
        let (folder, remarks) = (tempfile::tempdir().unwrap(), Remarks::default());
        let lab = Lab {
            folder: folder.path().to_owned(),
            concurrency: 2,
            seed: 3,
            interruption: Interruption::new(),
            audience: &remarks,
        };
        let options = HumanityOptions {
            levels: vec![1200],
            games: 2,
            people: folder.path().join("nowhere"),
            ..HumanityOptions::default()
        };
        let outcome = options.run_with(&lab, "minimax?depth=2").unwrap();
        assert!(outcome.is_complete);
        let text = outcome.findings.markdown();
        assert!(text.contains("3.31") && text.contains("9.9"), "people stand beside it: {text}");
        assert!(remarks.0.lock().unwrap()[0].contains("skipped the human-move match"));
        // No judge, no judgement: an error rather than games that nobody judges.
        let options = HumanityOptions { judge: "/nowhere/at/all".to_owned(), ..options };
        let elsewhere = Lab { folder: folder.path().join("x"), ..lab };
        assert!(options.run(&elsewhere).unwrap_err().to_string().contains("/nowhere/at/all"));
    }
}
