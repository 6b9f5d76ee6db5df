//! What is to be played.

use std::path::PathBuf;

use agents::{Spec, SpecError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::adjudication::Adjudication;
use crate::openings::OpeningChoice;
use crate::statistics::Sprt;
use crate::time_control::TimeControl;

/// The clock where nobody says anything and a player needs one.
pub const DEFAULT_CLOCK: &str = "5+0.05";

/// Games at the same time; each has threads and processes of its own.
const MOST_TABLES: u64 = 1_024;

/// Seconds that anybody may wait: a week.
const LONGEST: u64 = 7 * 24 * 3_600;

/// A tournament, as a TOML file or the command line describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<Player>,
    /// Games in all. Two in a row have the same opening with colours swapped.
    #[serde(default = "default_games")]
    pub games: u32,
    /// The time control of players without their own. Where none is given
    /// either, players that limit themselves play without a clock.
    #[serde(default)]
    pub tc: Option<TimeControl>,
    /// Where games begin.
    #[serde(default)]
    pub openings: OpeningChoice,
    /// What everything random follows from.
    #[serde(default)]
    pub seed: u64,
    /// Which games are ended early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Milliseconds by which a clock may be exceeded: what the operating
    /// system takes between a move and its being noticed.
    #[serde(default = "default_margin")]
    pub margin: u64,
    /// Seconds after which a player without a clock counts as stalled.
    #[serde(default = "default_patience")]
    pub patience: u64,
    /// The test that ends the tournament as soon as it is decided.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// What to call it in PGN.
    #[serde(default = "default_event")]
    pub event: String,
    /// Games at the same time.
    #[serde(default = "default_concurrency")]
    pub concurrency: usize,
    /// Where to write the games.
    #[serde(default)]
    pub pgn: Option<PathBuf>,
    /// Where to write the results as JSON.
    #[serde(default)]
    pub json: Option<PathBuf>,
    /// Where to write reports, in HTML or Markdown as their names say.
    #[serde(default)]
    pub reports: Vec<PathBuf>,
}

fn default_games() -> u32 {
    100
}

fn default_margin() -> u64 {
    50
}

fn default_patience() -> u64 {
    120
}

fn default_event() -> String {
    "Kythu arena".to_owned()
}

fn default_concurrency() -> usize {
    1
}

/// Who meets whom.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody everybody; two players are a match.
    #[default]
    RoundRobin,
    /// The first player everybody else.
    Gauntlet,
}

/// A participant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Its spec.
    pub spec: String,
    /// What to call it, if not by its spec.
    #[serde(default)]
    pub name: Option<String>,
    /// Its own time control.
    #[serde(default)]
    pub tc: Option<TimeControl>,
}

/// Why a plan cannot be carried out.
#[derive(Debug, Error)]
pub enum PlanError {
    /// Too few players.
    #[error("a tournament needs at least two players")]
    Players,
    /// Nothing to play.
    #[error("a tournament needs at least one game")]
    Games,
    /// A number is too small or too large.
    #[error("{what}: {number} is not from {least} to {most}")]
    Range {
        /// Which one.
        what: &'static str,
        /// What it is.
        number: u64,
        /// The smallest that makes sense.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// A rule for ending games makes no sense.
    #[error("adjudication: {0}")]
    Adjudication(&'static str),
    /// A test of more or fewer than two.
    #[error("SPRT compares two players, not {0}")]
    SprtPlayers(usize),
    /// The test makes no sense.
    #[error("SPRT: {0}")]
    Sprt(&'static str),
    /// A player is unknown.
    #[error("player {number}, {text}: {source}")]
    Spec {
        /// Which one, from 1.
        number: usize,
        /// Its spec.
        text: String,
        /// What is wrong with it.
        source: SpecError,
    },
    /// The file is not as it should be.
    #[error("{0}")]
    Toml(String),
}

/// A player that is understood.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// How to make it.
    pub spec: Spec,
    /// What to call it; no other has the same name.
    pub name: String,
    /// Its time control.
    pub tc: TimeControl,
}

impl Plan {
    /// A plan for these players, everything else as usual.
    pub fn new(players: Vec<Player>) -> Plan {
        Plan {
            format: Format::default(),
            players,
            games: default_games(),
            tc: None,
            openings: OpeningChoice::default(),
            seed: 0,
            adjudication: Adjudication::default(),
            margin: default_margin(),
            patience: default_patience(),
            sprt: None,
            event: default_event(),
            concurrency: default_concurrency(),
            pgn: None,
            json: None,
            reports: Vec::new(),
        }
    }

    /// Reads a TOML file.
    pub fn from_toml(text: &str) -> Result<Plan, PlanError> {
        toml::from_str(text).map_err(|error| PlanError::Toml(error.to_string()))
    }

    /// Checks the plan and understands its players.
    pub fn entrants(&self) -> Result<Vec<Entrant>, PlanError> {
        if self.players.len() < 2 {
            return Err(PlanError::Players);
        }
        if self.games == 0 {
            return Err(PlanError::Games);
        }
        in_range("concurrency", self.concurrency as u64, 1, MOST_TABLES)?;
        in_range("margin", self.margin, 0, 1_000 * LONGEST)?;
        in_range("patience", self.patience, 1, LONGEST)?;
        self.adjudication.check().map_err(PlanError::Adjudication)?;
        if let Some(sprt) = &self.sprt {
            if self.players.len() != 2 {
                return Err(PlanError::SprtPlayers(self.players.len()));
            }
            sprt.check().map_err(PlanError::Sprt)?;
        }
        let specs = self.players.iter().zip(1..).map(|(player, number)| {
            let text = player.spec.clone();
            player.spec.parse::<Spec>().map_err(|source| PlanError::Spec { number, text, source })
        });
        let specs = specs.collect::<Result<Vec<_>, _>>()?;
        let free = specs.iter().all(Spec::is_bounded);
        let usual = match self.tc {
            Some(tc) => tc,
            None if free => TimeControl::None,
            None => DEFAULT_CLOCK.parse().unwrap_or_default(),
        };
        let known: Vec<_> =
            specs.iter().map(|spec| (spec.name().to_owned(), spec.to_string())).collect();
        let is_shared = |spec: &Spec| {
            known.iter().any(|(name, text)| name == spec.name() && *text != spec.to_string())
        };
        let mut entrants: Vec<Entrant> = Vec::new();
        for (player, spec) in self.players.iter().zip(specs) {
            let wanted = match &player.name {
                Some(name) => name.clone(),
                // Programs of the same name in two folders are told apart by
                // their specs.
                None if is_shared(&spec) => spec.to_string(),
                None => spec.name().to_owned(),
            };
            let taken = |name: &str| entrants.iter().any(|entrant| entrant.name == name);
            let name = (1..)
                .map(|number| match number {
                    1 => wanted.clone(),
                    number => format!("{wanted} ({number})"),
                })
                .find(|name| !taken(name))
                .unwrap_or_default();
            entrants.push(Entrant { spec, name, tc: player.tc.unwrap_or(usual) });
        }
        Ok(entrants)
    }

    /// What must be the same for games to belong to one tournament, as JSON:
    /// everything but where the results go and how many games there are.
    pub(crate) fn identity(&self) -> serde_json::Value {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            for free in ["games", "concurrency", "pgn", "json", "reports"] {
                fields.remove(free);
            }
        }
        value
    }
}

fn in_range(what: &'static str, number: u64, least: u64, most: u64) -> Result<(), PlanError> {
    if (least..=most).contains(&number) {
        Ok(())
    } else {
        Err(PlanError::Range { what, number, least, most })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_describes_a_tournament() {
        let plan = Plan::from_toml(
            r#"
            format = "gauntlet"
            games = 40
            tc = "1+0.01"
            [[player]]
            spec = "engine"
            name = "new"
            tc = "2+0.02"
            [[player]]
            spec = "random"
            [[player]]
            spec = "random"
            [openings]
            file = "book.epd"
            order = "sequential"
            [adjudication]
            max_plies = 400
            resign = { score = 600, moves = 4 }
            "#,
        )
        .unwrap();
        let entrants = plan.entrants().unwrap();
        let names: Vec<_> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["new", "random", "random (2)"]);
        assert_eq!(entrants[0].tc.to_string(), "2+0.02");
        assert_eq!(entrants[1].tc.to_string(), "1+0.01");
        let again: Plan = toml::from_str(&toml::to_string(&plan).unwrap()).unwrap();
        assert_eq!(again, plan);
    }

    #[test]
    fn names_tell_players_apart() {
        let names = |specs: &[&str]| {
            let player = |spec: &&str| Player { spec: (*spec).to_owned(), name: None, tc: None };
            let plan = Plan::new(specs.iter().map(player).collect());
            plan.entrants().unwrap().into_iter().map(|entrant| entrant.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&["uci?cmd=/a/x", "uci?cmd=/a/x&Hash=1"]), ["x", "x?Hash=1"]);
        assert_eq!(names(&["uci?cmd=/a/x", "uci?cmd=/b/x"]), ["uci?cmd=/a/x", "uci?cmd=/b/x"]);
        assert_eq!(names(&["uci?cmd=/a/x", "uci?cmd=/a/x"]), ["x", "x (2)"]);
        assert_eq!(names(&["random?name=r", "engine?name=r"]), ["random?name=r", "engine?name=r"]);
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| match Plan::from_toml(text) {
            Err(error) => error.to_string(),
            Ok(plan) => plan.entrants().unwrap_err().to_string(),
        };
        assert!(error("gmaes = 3\nplayer = []").contains("gmaes"));
        assert!(error("player = []").contains("two players"));
        let two = "[[player]]\nspec=\"random\"\n[[player]]\nspec=\"rnadom\"";
        assert!(error(two).contains("player 2, rnadom: no agent is called"), "{}", error(two));
        assert!(error("tc = \"x\"\nplayer = []").contains("no time control"));
        let two = "[[player]]\nspec=\"random\"\n[[player]]\nspec=\"random\"";
        for (setting, expected) in [
            ("concurrency = 0", "concurrency: 0 is not from 1 to 1024"),
            ("concurrency = 5000", "concurrency: 5000"),
            ("patience = 0", "patience: 0"),
            ("patience = 9223372036854775807", "patience: 9223372036854775807"),
            ("margin = 9223372036854775807", "margin: "),
            ("adjudication.resign = { score = 600, moves = 0 }", "resign"),
            ("adjudication.resign = { score = -600, moves = 3 }", "resign"),
            ("adjudication.draw = { score = 5, moves = 0, from = 1 }", "draw"),
            ("adjudication.max_plies = 0", "max_plies"),
        ] {
            let found = error(&format!("{setting}\n{two}"));
            assert!(found.contains(expected), "{setting}: {found}");
        }
    }

    #[test]
    fn a_clock_only_for_those_who_need_one() {
        let tc = |specs: [&str; 2]| {
            let player = |spec: &str| Player { spec: spec.to_owned(), name: None, tc: None };
            Plan::new(specs.map(player).to_vec()).entrants().unwrap()[0].tc.to_string()
        };
        assert_eq!(tc(["random", "minimax"]), "none");
        assert_eq!(tc(["engine", "random"]), DEFAULT_CLOCK);
    }
}
