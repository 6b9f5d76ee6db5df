//! `lab calibrate`: which rating each skill of the engine plays at.

use std::time::SystemTime;

use arena::TimeControl;
use arena::statistics::Trinomial;
use serde_json::json;

use super::former::FormerMatches;
use super::ladder::{Ladder, guess, interpolate, shortfall};
use super::pool::{Pool, meetings};
use crate::fit::{Rating, Weighted, rising, smooth_curve};
use crate::game_line::tally;
use crate::paper::{Cell, DataTable, Findings, LinePlot, PlotPoint, Series};
use crate::{GameLine, Lab, LabError, NamedPlayer, Notebook, Outcome};

const NAME: &str = "calibration";

/// Skills that are guessed to be so little weaker than the weakest anchor meet it,
/// too: they tie our own ladder to the anchors.
const REACH: f64 = 250.0;

/// How far, in Elo, a rung is taken to lie off the straight line between its neighbours.
const BEND: f64 = 30.0;
/// How far off, in Elo, the ladder in use may be where nothing was measured.
const GUESS_ERROR: f64 = 1_000.0;
/// Thousandths of skill within which matches say what one rung has to say.
const NEIGHBOURHOOD: u32 = 30;
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
    /// Matches of any skills that were played elsewhere.
    pub former: Option<FormerMatches>,
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
            former: None,
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
        } else if self.batch == 0 {
            "batches: at least one game"
        } else if self.games == 0 && self.former.as_ref().is_none_or(|former| former.games() == 0) {
            "at least one game, or matches that were played elsewhere"
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
        let measured = self.measured(pool, &games);
        let ladder = self.ladder(&measured);
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
        if let Some(former) = &self.former {
            findings.text(format!(
                "It counts {} games of the matches in `{}` as well, each as a rating of its own: here the lines with the \
                 rating of one opponent.",
                former.games(),
                former.path.display()
            ));
        }
        let mut table = DataTable::new(
            "skills",
            &["skill", "opponent", "rating", "error", "games", "score %", "ladder"],
        );
        for one in &measured {
            table.row([
                one.skill.into(),
                one.anchor.map_or(Cell::from("several"), Cell::from),
                Cell::number(Some(one.rating.value), 0),
                Cell::number(Some(one.rating.error), 0),
                one.tally.games().into(),
                Cell::number(Some(100.0 * one.tally.points() / one.tally.games() as f64), 1),
                Cell::number(interpolate(&ladder, one.x()), 0),
            ]);
        }
        findings.table(table);
        if let Some(words) = shortfall(&ladder) {
            findings.text(words);
        }
        let points = measured.iter().map(|one| {
            let Rating { value, error } = one.rating;
            PlotPoint { x: one.x(), y: value, error: Some(error) }
        });
        let mut plot = LinePlot::new("Rating by skill", "skill", "Elo");
        plot.series.push(Series { name: "measured".to_owned(), points: points.collect() });
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
        let all = games.len() as u64 + self.former.as_ref().map_or(0, FormerMatches::games);
        findings.data = json!({ "ladder": ladder, "games": all });
        findings
    }

    /// What is known of skills, ascending: by the games of the calibration and by each match that was
    /// played elsewhere.
    fn measured(&self, pool: &Pool, games: &[&GameLine]) -> Vec<Measured> {
        let ratings = pool.ratings(games.iter().copied());
        let played = self.skills.iter().enumerate().map(|(place, &skill)| Measured {
            skill,
            anchor: None,
            rating: ratings[place],
            tally: tally(games.iter().copied(), &pool.players()[place].name),
        });
        let former = self.former.iter().flat_map(|former| &former.matches);
        let former = former.map(|one| Measured {
            skill: one.skill,
            anchor: Some(one.anchor),
            rating: one.rating(),
            tally: one.tally,
        });
        let mut all: Vec<Measured> =
            played.chain(former).filter(|one| one.tally.games() > 0).collect();
        all.sort_by_key(|one| one.skill);
        all
    }

    /// The skills between which the ladder is straight: those that play, and of those that played
    /// elsewhere the ones that are not next to another.
    fn rungs(&self) -> Vec<u32> {
        let mut rungs = self.skills.clone();
        let mut former: Vec<u32> =
            self.former.iter().flat_map(|former| &former.matches).map(|one| one.skill).collect();
        former.sort_unstable();
        for skill in former {
            if rungs.iter().all(|&rung| rung.abs_diff(skill) >= NEIGHBOURHOOD) {
                rungs.push(skill);
            }
        }
        rungs.sort_unstable();
        rungs
    }

    /// The rising curve nearest to the ratings, smoothed where they are uncertain. Skills
    /// that came out alike are one rung in their middle.
    fn ladder(&self, measured: &[Measured]) -> Ladder {
        let skills = self.rungs();
        let x = |skill: u32| f64::from(skill) / 1000.0;
        let places: Vec<f64> = skills.iter().map(|&skill| x(skill)).collect();
        // Of skills without a game, the ladder in use says something.
        let guesses = skills.iter().map(|&skill| Weighted {
            x: x(skill),
            value: guess(skill),
            weight: GUESS_ERROR.powi(-2),
        });
        let points: Vec<Weighted> =
            measured.iter().map(Measured::weighted).chain(guesses).collect();
        let smooth = smooth_curve(&places, &points, BEND);
        let rungs = rising(&smooth.into_iter().map(|elo| (elo, 1.0)).collect::<Vec<_>>());
        let rungs = rungs.into_iter();
        rungs.map(|(first, last, elo)| ((places[first] + places[last]) / 2.0, elo)).collect()
    }

    /// The ladder as `crates/agents/levels/ladder.csv` has it.
    pub fn ladder_csv(&self, findings: &Findings, seed: u64) -> String {
        let ladder: Ladder =
            serde_json::from_value(findings.data["ladder"].clone()).unwrap_or_default();
        let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
        let skills: Vec<String> = self.skills.iter().map(u32::to_string).collect();
        let former =
            self.former.as_ref().map(|former| format!(" --also {}", former.path.display()));
        let mut text = format!(
            "# skill, rating. Measured by: kythu lab calibrate --anchor {} --skills {} --games {} --batch {} \
             --tc {} --seed {seed}{}\n# {} games until {}; anchors: UCI_Elo {} to {}.\n",
            program_name(&self.anchor),
            skills.join(","),
            self.games,
            self.batch,
            self.tc,
            former.unwrap_or_default(),
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

/// What games say of a skill.
#[derive(Clone, Debug)]
struct Measured {
    skill: u32,
    /// The opponent, if there was only one.
    anchor: Option<u32>,
    rating: Rating,
    tally: Trinomial,
}

impl Measured {
    fn x(&self) -> f64 {
        f64::from(self.skill) / 1000.0
    }

    fn weighted(&self) -> Weighted {
        let Rating { value, error } = self.rating;
        Weighted { x: self.x(), value, weight: (DEVIATIONS / error.max(1.0)).powi(2) }
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
    use super::super::former::FormerMatch;
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
        let measured = |error: f64| {
            let values = [420.0, 1500.0, 1400.0, 2500.0].into_iter().zip(&options.skills);
            let one = |(value, &skill)| Measured {
                skill,
                anchor: None,
                rating: Rating { value, error },
                tally: Trinomial::default(),
            };
            values.map(one).collect::<Vec<_>>()
        };
        let ladder = options.ladder(&measured(0.0));
        let ladder: Ladder = ladder.into_iter().map(|(skill, elo)| (skill, elo.round())).collect();
        assert_eq!(ladder, [(0.0, 420.0), (0.55, 1450.0), (1.0, 2500.0)]);
        // Where ratings are uncertain, their neighbours say which is the higher one.
        let smooth = options.ladder(&measured(90.0));
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
        let none = CalibrationOptions { games: 0, ..CalibrationOptions::default() };
        assert!(none.check().unwrap_err().to_string().contains("played elsewhere"));
        let former = Some(FormerMatches { path: "empty.csv".into(), matches: Vec::new() });
        assert!(CalibrationOptions { former, ..none }.check().is_err());
    }

    #[test]
    fn matches_from_elsewhere_bend_the_ladder() {
        let folder = tempfile::tempdir().unwrap();
        let ladder = |matches: Vec<FormerMatch>| -> Ladder {
            let former = Some(FormerMatches { path: "matches.csv".into(), matches });
            // Nobody plays, so nobody need be there.
            let options = CalibrationOptions {
                anchor: "a-program-that-is-not-there".to_owned(),
                skills: vec![400, 500, 600],
                games: 0,
                former,
                ..CalibrationOptions::default()
            };
            let lab = Lab {
                folder: folder.path().to_owned(),
                concurrency: 1,
                seed: 1,
                interruption: Interruption::new(),
                audience: &Nobody,
            };
            let outcome = options.run(&lab).unwrap();
            assert!(CalibrationOptions { games: 2, ..options }.run(&lab).is_err());
            assert!(outcome.is_complete && outcome.findings.markdown().contains("matches.csv"));
            serde_json::from_value(outcome.findings.data["ladder"].clone()).unwrap()
        };
        let even = |skill, anchor| FormerMatch {
            skill,
            anchor,
            tally: Trinomial { wins: 500, draws: 0, losses: 500 },
        };
        // One is near enough to a rung, the other is one of its own.
        let more = ladder(vec![even(610, 1800), even(700, 2000)]);
        let skills: Vec<f64> = more.iter().map(|(skill, _)| *skill).collect();
        assert_eq!(skills, [0.4, 0.5, 0.6, 0.7]);
        let straight = ladder(vec![even(400, 1400), even(520, 1640)]);
        let elos: Vec<f64> = straight.iter().map(|(_, elo)| elo.round()).collect();
        for (elo, expected) in elos.iter().zip([1400.0, 1600.0, 1800.0]) {
            assert!((elo - expected).abs() < 10.0, "{elos:?}");
        }
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
            former: None,
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
