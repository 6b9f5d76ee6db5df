//! Players of one scale: who has met whom, and what ratings follow.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use arena::statistics::Trinomial;
use arena::{Player, Run, TimeControl, TournamentPlan};

use crate::fit::{Rating, fit};
use crate::game_line::{GameLine, bouts, play};
use crate::thinker::{Thinker, parse};
use crate::{Lab, LabError, NamedPlayer, Notebook, Piece};

/// All games that the players can play are numbered; which of them are played is
/// decided on the way.
#[derive(Debug)]
pub(super) struct Pool {
    players: Vec<NamedPlayer>,
    run: Run,
    meetings: HashMap<(usize, usize), u32>,
    seed: u64,
    is_checked: OnceLock<()>,
}

impl Pool {
    /// Checks that everybody is somebody we know.
    pub(super) fn new(
        players: Vec<NamedPlayer>,
        tc: TimeControl,
        seed: u64,
    ) -> Result<Pool, LabError> {
        for player in &players {
            parse(&player.spec)?;
        }
        let entrants = players.iter().map(|player| Player {
            spec: player.spec.clone(),
            name: Some(player.name.clone()),
            tc: None,
        });
        let plan = TournamentPlan { tc: Some(tc), seed, ..TournamentPlan::new(entrants.collect()) };
        let run = Run::new(plan)?;
        let meetings = run.schedule().meetings().iter().copied().zip(0..).collect();
        Ok(Pool { players, run, meetings, seed, is_checked: OnceLock::new() })
    }

    /// Checks that everybody can start.
    fn check(&self) -> Result<(), LabError> {
        if self.is_checked.get().is_some() {
            return Ok(());
        }
        for player in &self.players {
            // One of a family of anchors speaks for the others.
            let family = |other: &&NamedPlayer| program(&other.spec) == program(&player.spec);
            if self.players.iter().find(family) == Some(player) {
                Thinker::new(&player.spec, self.seed)?;
            }
        }
        self.is_checked.get_or_init(|| ());
        Ok(())
    }

    pub(super) fn players(&self) -> &[NamedPlayer] {
        &self.players
    }

    /// A pair of games with swapped colours, the `round`-th of these two players.
    /// Every round has an opening of its own.
    pub(super) fn pair(&self, one: usize, other: usize, round: u32) -> Vec<Piece<u32>> {
        let Some(&meeting) = self.meetings.get(&(one.min(other), one.max(other))) else {
            return Vec::new();
        };
        let first = 2 * (round * self.meetings.len() as u32 + meeting);
        [first, first + 1].map(|game| (format!("game {game}"), game)).to_vec()
    }

    /// Plays games, if there are any that were not played yet; says whether all are played.
    pub(super) fn play(
        &self,
        lab: &Lab<'_>,
        stage: &str,
        notebook: &mut Notebook<GameLine>,
        pieces: &[Piece<u32>],
    ) -> Result<bool, LabError> {
        if pieces.iter().any(|(name, _)| !notebook.has(name)) {
            self.check()?;
        }
        lab.work(stage, notebook, pieces, |&game| play(&self.run, game, &lab.interruption))
    }

    /// The ratings that follow from games.
    pub(super) fn ratings<'a>(&self, games: impl IntoIterator<Item = &'a GameLine>) -> Vec<Rating> {
        let known: Vec<Option<f64>> = self.players.iter().map(|player| player.known).collect();
        let places =
            self.players.iter().zip(0..).map(|(player, place)| (player.name.clone(), place));
        fit(&known, &bouts(games, &places.collect()))
    }
}

/// What two players have done to each other.
pub(super) type Meetings = BTreeMap<(String, String), Trinomial>;

/// All meetings, each under the player who had White first.
pub(super) fn meetings<'a>(games: impl IntoIterator<Item = &'a GameLine>) -> Meetings {
    let mut meetings = Meetings::new();
    for game in games {
        let key = (game.white.clone(), game.black.clone());
        let turned = (game.black.clone(), game.white.clone());
        if meetings.contains_key(&turned) {
            meetings.entry(turned).or_default().add(2 - game.half_points);
        } else {
            meetings.entry(key).or_default().add(game.half_points);
        }
    }
    meetings
}

/// The spec without what may differ between the levels of one engine.
fn program(spec: &str) -> &str {
    spec.split("UCI_Elo").next().unwrap_or(spec)
}
