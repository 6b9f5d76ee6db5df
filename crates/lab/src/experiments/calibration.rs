//! `lab calibrate`: which rating each skill of the engine plays at.

use std::time::SystemTime;

use arena::TimeControl;
use serde_json::json;

use super::ladder::{Ladder, guess, interpolate, shortfall};
use super::pool::{Pool, meetings};
use crate::fit::{Rating, Weighted, rising, smoothed};
use crate::game_line::tally;
use crate::paper::{Cell, DataTable, Findings, LinePlot, PlotPoint, Series};
use crate::{GameLine, Lab, LabError, NamedPlayer, Notebook, Outcome};

const NAME: &str = "calibration";

/// Skills that are guessed to be so little weaker than the weakest anchor meet it,
/// too: they tie our own ladder to the anchors.
const REACH: f64 = 250.0;

/// How far, in Elo, a rung is taken to lie off the straight line between its neighbours.
const BEND: f64 = 30.0;
/// Standard deviations in half of a 95% interval.
const DEVIATIONS: f64 = 1.96;

/// What to calibrate, and how.
#[derive(Clone, Debug)]
pub struct CalibrationOptions {
    /// The program of the anchors, which knows `UCI_Elo`.
    pub anchor: String,
    /// Ratings of the anchors.
    pub anchor_elos: Vec<u32>,
    /// Skills in thousandths, ascending.
    pub skills: Vec<u32>,
    /// Games of each skill.
    pub games: u32,
    /// Games of each skill before opponents are chosen anew, an even number.
    pub batch: u32,
    /// The time control.
    pub tc: TimeControl,
}

impl Default for CalibrationOptions {
    fn default() -> CalibrationOptions {
        CalibrationOptions {
            anchor: "stockfish".to_owned(),
            anchor_elos: (1350..=2850).step_by(50).collect(),
            skills: (0..=1000).step_by(50).collect(),
            games: 200,
            batch: 20,
            tc: "1+0.1".parse().unwrap_or_default(),
        }
    }
}

impl CalibrationOptions {
    fn check(&self) -> Result<(), LabError> {
        let fault = if self.skills.len() < 2 || !self.skills.is_sorted_by(|a, b| a < b) {
            "skills: at least two, ascending"
        } else if self.skills.iter().any(|&skill| skill > 1000) {
            "skills: from 0 to 1000"
        } else if self.anchor_elos.is_empty() || !self.anchor_elos.is_sorted_by(|a, b| a < b) {
            "anchors: at least one, ascending"
        } else if self.batch == 0 || self.games == 0 {
            "at least one game"
        } else {
            return Ok(());
        };
        Err(LabError::Request(fault.to_owned()))
    }

    fn players(&self) -> Result<Vec<NamedPlayer>, LabError> {
        let skills =
            self.skills.iter().map(|skill| NamedPlayer::new(&format!("engine?skill={skill}")));
        let anchors = self.anchor_elos.iter().map(|&elo| NamedPlayer::anchor(&self.anchor, elo));
        skills.chain(anchors).collect()
    }

    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        self.check()?;
        self.run_with(lab, self.players()?)
    }

    fn run_with(&self, lab: &Lab<'_>, players: Vec<NamedPlayer>) -> Result<Outcome, LabError> {
        let setup = json!({
            "skills": self.skills, "anchor": self.anchor, "anchors": self.anchor_elos,
            "batch": self.batch, "tc": self.tc, "seed": lab.seed,
        });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let pool = Pool::new(players, self.tc, lab.seed)?;
        let guesses: Vec<f64> = self.skills.iter().map(|&skill| guess(skill)).collect();
        let mut rounds = vec![vec![0u32; pool.players().len()]; self.skills.len()];
        let mut pieces = Vec::new();
        let mut is_complete = true;
        for batch in 0..self.games.div_ceil(self.batch) {
            // Whom anybody meets depends on finished batches only, so that after an
            // interruption it is the same again.
            let games = pieces.iter().filter_map(|(name, _)| notebook.results().get(name));
            let ratings = self.estimates(&pool, games, &guesses);
            for (skill, round) in rounds.iter_mut().enumerate() {
                let opponent = self.opponent(skill, &ratings, batch);
                for _ in 0..self.batch.div_ceil(2) {
                    pieces.extend(pool.pair(skill, opponent, round[opponent]));
                    round[opponent] += 1;
                }
            }
            let stage = format!("batch {} of {}", batch + 1, self.games.div_ceil(self.batch));
            is_complete = pool.play(lab, &stage, &mut notebook, &pieces)?;
            if !is_complete {
                break;
            }
        }
        Ok(Outcome { findings: self.report(&pool, &notebook), is_complete })
    }

    /// What is known of the skills so far: before its first game, the ladder in use.
    fn estimates<'a>(
        &self,
        pool: &Pool,
        games: impl Iterator<Item = &'a GameLine>,
        guesses: &[f64],
    ) -> Vec<f64> {
        let games: Vec<&GameLine> = games.collect();
        if games.is_empty() {
            return guesses.to_vec();
        }
        let ratings = pool.ratings(games);
        ratings[..self.skills.len()].iter().map(|rating| rating.value).collect()
    }

    /// Whom a skill meets in a batch: the anchor nearest to its rating, so that the
    /// score moves towards 50%; below all anchors one of the next stronger skills.
    fn opponent(&self, skill: usize, ratings: &[f64], batch: u32) -> usize {
        let elo = ratings[skill];
        let weakest = f64::from(self.anchor_elos[0]);
        let is_below = elo < weakest;
        let anchors_turn = !is_below || (batch % 2 == 1 && elo > weakest - REACH);
        if anchors_turn || skill + 1 == self.skills.len() {
            let distance = |place: &usize| (f64::from(self.anchor_elos[*place]) - elo).abs();
            let nearest = (0..self.anchor_elos.len())
                .min_by(|one, other| distance(one).total_cmp(&distance(other)));
            return self.skills.len() + nearest.unwrap_or(0);
        }
        let next = skill + 1 + (batch % 2) as usize;
        next.min(self.skills.len() - 1)
    }

    fn report(&self, pool: &Pool, notebook: &Notebook<GameLine>) -> Findings {
        let games: Vec<&GameLine> = notebook.results().values().collect();
        let ratings = pool.ratings(games.iter().copied());
        let ladder = self.ladder(&ratings);
        let mut findings = Findings::new(NAME, "Which rating each skill plays at");
        findings.text(format!(
            "`engine?skill=K` in {} games at {} against `{}` at its UCI_Elo from {} to {}, chosen anew after \
             every {} games so that the score moves towards 50%; below those, against the next stronger skills. \
             Ratings are the most likely ones given all games, with the anchors fixed; errors are half of the \
             95% interval. The ladder is the rising curve nearest to them, smoothed as if rungs lay about {BEND} points off \
             the line between their neighbours (then pool adjacent violators).",
            games.len(), self.tc, program_name(&self.anchor), self.anchor_elos[0],
            self.anchor_elos[self.anchor_elos.len() - 1], self.batch
        ));
        let mut table =
            DataTable::new("skills", &["skill", "rating", "error", "games", "score %", "ladder"]);
        let mut measured = Series { name: "measured".to_owned(), points: Vec::new() };
        for (place, &skill) in self.skills.iter().enumerate() {
            let (rating, tally) =
                (ratings[place], tally(games.iter().copied(), &pool.players()[place].name));
            let is_played = tally.games() > 0;
            let x = f64::from(skill) / 1000.0;
            let score = is_played.then(|| 100.0 * tally.points() / tally.games() as f64);
            table.row([
                skill.into(),
                Cell::number(is_played.then_some(rating.value), 0),
                Cell::number(is_played.then_some(rating.error), 0),
                tally.games().into(),
                Cell::number(score, 1),
                Cell::number(interpolate(&ladder, x), 0),
            ]);
            if is_played {
                measured.points.push(PlotPoint { x, y: rating.value, error: Some(rating.error) });
            }
        }
        findings.table(table);
        if let Some(words) = shortfall(&ladder) {
            findings.text(words);
        }
        let mut plot = LinePlot::new("Rating by skill", "skill", "Elo");
        plot.series.push(measured);
        plot.curve("ladder", ladder.iter().copied());
        findings.lines(plot);
        let mut results = DataTable::new("results", &["white", "black", "wins", "draws", "losses"]);
        for ((white, black), tally) in meetings(games.iter().copied()) {
            results.row([
                white.into(),
                black.into(),
                tally.wins.into(),
                tally.draws.into(),
                tally.losses.into(),
            ]);
        }
        findings.table(results);
        findings.data = json!({ "ladder": ladder, "games": games.len() });
        findings
    }

    /// The rising curve nearest to the ratings, smoothed where they are uncertain. Skills
    /// that came out alike are one rung in their middle.
    fn ladder(&self, ratings: &[Rating]) -> Ladder {
        let skill = |place: usize| f64::from(self.skills[place]) / 1000.0;
        let points: Vec<Weighted> = ratings[..self.skills.len()]
            .iter()
            .enumerate()
            .map(|(place, rating)| Weighted {
                x: skill(place),
                value: rating.value,
                weight: (DEVIATIONS / rating.error.max(1.0)).powi(2),
            })
            .collect();
        let smooth = smoothed(&points, BEND).into_iter();
        let weighted: Vec<_> =
            smooth.zip(&points).map(|(elo, point)| (elo, point.weight)).collect();
        let rungs = rising(&weighted).into_iter();
        rungs.map(|(first, last, value)| ((skill(first) + skill(last)) / 2.0, value)).collect()
    }

    /// The ladder as `crates/agents/levels/ladder.csv` has it.
    pub fn ladder_csv(&self, findings: &Findings, seed: u64) -> String {
        let ladder: Ladder =
            serde_json::from_value(findings.data["ladder"].clone()).unwrap_or_default();
        let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
        let skills: Vec<String> = self.skills.iter().map(u32::to_string).collect();
        let mut text = format!(
            "# skill, rating. Measured by: kythu lab calibrate --anchor {} --skills {} --games {} --batch {} \
             --tc {} --seed {seed}\n# {} games until {}; anchors: UCI_Elo {} to {}.\n",
            program_name(&self.anchor),
            skills.join(","),
            self.games,
            self.batch,
            self.tc,
            findings.data["games"],
            pgn::date(now),
            self.anchor_elos[0],
            self.anchor_elos[self.anchor_elos.len() - 1],
        );
        for (skill, elo) in ladder {
            text.push_str(&format!("{skill:.4},{elo:.1}\n"));
        }
        text
    }
}

/// The command without its folders, which mean nothing elsewhere.
fn program_name(command: &str) -> String {
    let path = std::path::Path::new(command);
    path.file_name().map_or_else(|| command.to_owned(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Interruption, Nobody};

    #[test]
    fn opponents_come_near() {
        let options = CalibrationOptions {
            skills: vec![0, 100, 200, 300],
            anchor_elos: vec![1350, 1400, 1450],
            ..CalibrationOptions::default()
        };
        let ratings = [500.0, 1200.0, 1390.0, 2000.0];
        let opponents = |batch| -> Vec<usize> {
            (0..4).map(|skill| options.opponent(skill, &ratings, batch)).collect()
        };
        // The anchors are places 4, 5 and 6.
        assert_eq!(opponents(0), [1, 2, 5, 6]);
        assert_eq!(opponents(1), [2, 4, 5, 6]);
    }

    #[test]
    fn the_ladder_rises_and_reads_back() {
        let options =
            CalibrationOptions { skills: vec![0, 500, 600, 1000], ..CalibrationOptions::default() };
        let ratings = [420.0, 1500.0, 1400.0, 2500.0].map(|value| Rating { value, error: 0.0 });
        let ladder = options.ladder(&ratings);
        let ladder: Ladder = ladder.into_iter().map(|(skill, elo)| (skill, elo.round())).collect();
        assert_eq!(ladder, [(0.0, 420.0), (0.55, 1450.0), (1.0, 2500.0)]);
        // Where ratings are uncertain, their neighbours say which is the higher one.
        let smooth = options.ladder(&ratings.map(|rating| Rating { error: 90.0, ..rating }));
        assert_eq!(smooth.len(), 4, "{smooth:?}");
        assert!(smooth.is_sorted_by(|low, high| low.1 < high.1), "{smooth:?}");
        let mut findings = Findings::new(NAME, "x");
        findings.data = json!({ "ladder": ladder, "games": 800 });
        let csv = options.ladder_csv(&findings, 3);
        let rungs: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(rungs, ["0.0000,420.0", "0.5500,1450.0", "1.0000,2500.0"]);
        assert!(csv.contains("800 games") && csv.contains("--tc 1+0.1"), "{csv}");
        assert!(shortfall(&ladder).unwrap().contains("below the 2800"));
        assert_eq!(interpolate(&ladder, 0.275), Some(935.0));
        assert!(guess(0) < guess(500) && guess(500) < guess(1000));
    }

    #[test]
    fn bad_requests_are_refused() {
        let error = |skills: Vec<u32>| {
            let options = CalibrationOptions { skills, ..CalibrationOptions::default() };
            options.check().unwrap_err().to_string()
        };
        assert!(error(vec![5]).contains("at least two"));
        assert!(error(vec![50, 40]).contains("ascending"));
        assert!(error(vec![0, 1001]).contains("from 0 to 1000"));
    }

    /// Players of this program stand in for the anchors.
    #[test]
    fn a_tiny_ladder_is_measured_and_goes_on_after_an_interruption() {
        let folder = tempfile::tempdir().unwrap();
        let options = CalibrationOptions {
            anchor: "itself".to_owned(),
            anchor_elos: vec![1350, 2000],
            skills: vec![0, 200],
            games: 8,
            batch: 4,
            tc: TimeControl::None,
        };
        let player = |spec: &str, known| NamedPlayer { known, ..NamedPlayer::new(spec).unwrap() };
        let players = || {
            vec![
                player("random", None),
                player("minimax?depth=1&techniques=none", None),
                player("minimax?depth=1&eval=material&techniques=none", Some(1350.0)),
                player("minimax?depth=2&eval=material&techniques=none", Some(2000.0)),
            ]
        };
        let lab = || Lab {
            folder: folder.path().to_owned(),
            concurrency: 2,
            seed: 1,
            interruption: Interruption::new(),
            audience: &Nobody,
        };
        let stopped = lab();
        stopped.interruption.stop();
        assert!(!options.run_with(&stopped, players()).unwrap().is_complete);
        let outcome = options.run_with(&lab(), players()).unwrap();
        assert!(outcome.is_complete);
        // Two skills of eight games each; a meeting of both counts for both.
        let games = outcome.findings.data["games"].as_u64().unwrap();
        assert!((8..=16).contains(&games), "{games}");
        let again = options.run_with(&lab(), players()).unwrap();
        assert_eq!(again.findings.markdown(), outcome.findings.markdown());
    }
}
