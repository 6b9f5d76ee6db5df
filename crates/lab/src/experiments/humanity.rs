//! `lab humanity`: do levels err as people of their rating do?

use std::path::PathBuf;

use agents::Request;
use arena::{OpeningSource, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::json;
use thinking::Silent;

use super::games_folder::{self, HumanMove};
use super::humanity_report::report;
use super::judgement::{losses, replay};
use crate::game_line::duel;
use crate::thinker::{Thinker, with_option};
use crate::{Lab, LabError, Notebook, Outcome, Piece, anchor_spec};

const NAME: &str = "humanity";

/// Held-back positions that are asked about in one piece of work.
const AT_ONCE: usize = 25;

/// What an anchor may search for a move: what it searches at 1+0.1, however busy the
/// machine is. Stockfish below its full strength chooses its move at a depth that its
/// rating fixes, but searches on, and is stronger for it, by its hash table as it seems:
/// at `UCI_Elo` 1600, 92% of 50 games against one that stops there.
const ANCHOR_NODES: TimeControl = TimeControl::Nodes(80_000);

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
    /// Ratings at which the judge's program plays, too: the levels are as strong as
    /// it is, so its errors are what theirs can be compared with.
    pub anchors: Vec<u32>,
}

/// Whose errors are compared.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Group {
    /// Our levels.
    Levels,
    /// The judge's program at a rating.
    Anchors,
}

/// Somebody whose games are judged.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub(super) group: Group,
    pub(super) rating: u32,
    spec: String,
    tc: TimeControl,
}

impl Subject {
    pub(super) fn name(&self) -> String {
        match self.group {
            Group::Levels => format!("level {}", self.rating),
            Group::Anchors => format!("anchor {}", self.rating),
        }
    }
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
            anchors: vec![1400, 1600, 2000, 2400],
        }
    }
}

#[derive(Clone, Debug)]
enum Work {
    /// Game so and so of a subject.
    Game(usize, u32),
    Match(u32, usize),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Found {
    /// The losses of all moves of a game that were judged.
    Losses { player: String, losses: Vec<f64>, plies: usize },
    /// How many of the humans' moves were found.
    Matches { level: u32, asked: u32, matched: u32 },
}

impl HumanityOptions {
    /// The spec of the judge.
    fn judge_spec(&self) -> String {
        let command = self.judge.replace('%', "%25").replace('&', "%26");
        format!("uci?cmd={command}&depth={}", self.judge_depth)
    }

    /// The levels, and the anchors below them.
    pub(super) fn subjects(&self) -> Result<Vec<Subject>, LabError> {
        let levels = self.levels.iter().map(|&rating| {
            let spec = format!("engine?elo={rating}");
            Ok(Subject { group: Group::Levels, rating, spec, tc: self.tc })
        });
        let anchors = self.anchors.iter().map(|&rating| {
            let spec = anchor_spec(&self.judge, rating)?;
            Ok(Subject { group: Group::Anchors, rating, spec, tc: ANCHOR_NODES })
        });
        levels.chain(anchors).collect()
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
        let subjects = self.subjects()?;
        let mut runs = Vec::new();
        for subject in &subjects {
            let players = [("one", subject.spec.as_str()), ("two", subject.spec.as_str())];
            let seed = lab.seed.wrapping_add(u64::from(subject.rating));
            runs.push(duel(players, OpeningSource::Book, Some(subject.tc), seed)?);
        }
        let place = |level: u32| self.levels.iter().position(|&other| other == level);
        let pieces = self.pieces(&subjects, &people);
        let is_complete = lab.work(NAME, &mut notebook, &pieces, |work| match *work {
            Work::Game(subject, number) => {
                let Some(record) = runs[subject].play(number, lab.interruption.flag())? else {
                    return Ok(None);
                };
                let game = replay(&record.fen, &record.moves)?;
                let losses = losses(&game, judge, &lab.interruption)?;
                let player = subjects[subject].name();
                Ok(losses.map(|losses| Found::Losses { player, losses, plies: record.plies() }))
            }
            Work::Match(level, batch) => {
                let Some(place) = place(level) else { return Ok(None) };
                let humans = people[place].chunks(AT_ONCE).nth(batch).unwrap_or_default();
                matches(level, humans, lab)
            }
        })?;
        Ok(Outcome { findings: report(self, &subjects, &notebook, &files), is_complete })
    }

    fn pieces(&self, subjects: &[Subject], people: &[Vec<HumanMove>]) -> Vec<Piece<Work>> {
        let games = subjects.iter().enumerate().flat_map(|(index, subject)| {
            (0..self.games).map(move |game| {
                (format!("{} game {game}", subject.name()), Work::Game(index, game))
            })
        });
        let matches = self.levels.iter().zip(people).flat_map(|(&level, humans)| {
            (0..humans.len().div_ceil(AT_ONCE))
                .map(move |batch| (format!("{level} people {batch}"), Work::Match(level, batch)))
        });
        games.chain(matches).collect()
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
            anchors: Vec::new(),
            ..HumanityOptions::default()
        };
        let outcome = options.run_with(&lab, "minimax?depth=2").unwrap();
        assert!(outcome.is_complete);
        let text = outcome.findings.markdown();
        assert!(text.contains("3.31") && text.contains("9.9"), "people stand beside it: {text}");
        // Their mix is 9.9 / 3.31.
        assert!(text.contains("| 2.99 |"), "and their mix of errors: {text}");
        assert!(remarks.0.lock().unwrap()[0].contains("skipped the human-move match"));
        // No judge, no judgement: an error rather than games that nobody judges.
        let options = HumanityOptions { judge: "/nowhere/at/all".to_owned(), ..options };
        let elsewhere = Lab { folder: folder.path().join("x"), ..lab };
        assert!(options.run(&elsewhere).unwrap_err().to_string().contains("/nowhere/at/all"));
    }
}
