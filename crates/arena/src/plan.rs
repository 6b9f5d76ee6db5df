//! What is to be played.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::adjudication::AdjudicationRules;
use crate::fingerprint::Fingerprint;
use crate::openings::{OpeningChoice, OpeningSource};
use crate::part::Part;
use crate::plan_error::TournamentPlanError;
use crate::schedule::{Fixture, Schedule};
use crate::statistics::Sprt;
use crate::time_control::TimeControl;

/// The clock where nobody says anything and a player needs one.
pub const DEFAULT_CLOCK: &str = "5+0.05";

/// Games of a match or tournament where nobody says how many.
const DEFAULT_GAMES: u32 = 100;

/// A tournament, as a TOML file or the command line describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentPlan {
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<Player>,
    /// Games in all; two in a row are a pair, with the same opening and
    /// colours swapped. If nobody says, 100, or with SPRT until it is decided.
    #[serde(default)]
    pub games: Option<u32>,
    /// The time control of players without their own. If nobody says, there
    /// is a clock only if a player needs one.
    #[serde(default)]
    pub tc: Option<TimeControl>,
    /// Where games begin.
    #[serde(default)]
    pub openings: OpeningChoice,
    /// The seed of the order of openings and of the players.
    #[serde(default)]
    pub seed: u64,
    /// When games are adjudicated.
    #[serde(default)]
    pub adjudication: AdjudicationRules,
    /// Milliseconds by which a player may overstep its time: what the
    /// operating system takes between a move and its being noticed.
    #[serde(default = "default_margin")]
    pub margin: u64,
    /// Seconds after which a player without a clock counts as stalled.
    #[serde(default = "default_patience")]
    pub patience: u64,
    /// The sequential test that ends a match as soon as it is decided.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// PGN's tag `Event`.
    #[serde(default = "default_event")]
    pub event: String,
    /// Games at the same time.
    #[serde(default = "default_concurrency")]
    pub concurrency: usize,
    /// The share of the games to play here; all of them if nobody says.
    #[serde(default)]
    pub part: Option<Part>,
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

impl TournamentPlan {
    /// A plan for these players, everything else as usual.
    pub fn new(players: Vec<Player>) -> TournamentPlan {
        TournamentPlan {
            format: Format::default(),
            players,
            games: None,
            tc: None,
            openings: OpeningChoice::default(),
            seed: 0,
            adjudication: AdjudicationRules::default(),
            margin: default_margin(),
            patience: default_patience(),
            sprt: None,
            event: default_event(),
            concurrency: default_concurrency(),
            part: None,
            pgn: None,
            json: None,
            reports: Vec::new(),
        }
    }

    /// Reads a TOML file.
    pub fn from_toml(text: &str) -> Result<TournamentPlan, TournamentPlanError> {
        toml::from_str(text).map_err(|error| TournamentPlanError::Toml(error.to_string()))
    }

    /// How many games there are in all.
    pub fn total_games(&self) -> u32 {
        self.games.unwrap_or(if self.sprt.is_some() { u32::MAX } else { DEFAULT_GAMES })
    }

    /// How many games are to be played here: all, or those of the part.
    pub fn own_games(&self) -> u32 {
        self.part.map_or(self.total_games(), |part| part.games(self.total_games()))
    }

    /// Is this game to be played here?
    pub fn has_game(&self, number: u32) -> bool {
        number < self.total_games() && self.part.is_none_or(|part| part.has(number))
    }

    /// Game `number` of the plan: who has which colour, which opening, and the
    /// players' seeds. A pure function; how many games are planned does not
    /// matter to it.
    ///
    /// # Panics
    /// If there are fewer than two players.
    pub fn fixture(&self, number: u32) -> Fixture {
        Schedule::new(self).fixture(number)
    }

    /// What must be the same for games to belong to one run: everything but
    /// how many games are played, how many at a time, where, and where the
    /// results go. Openings count by what is in their file.
    pub(crate) fn identity(&self, openings: Fingerprint) -> serde_json::Value {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            for free in ["games", "concurrency", "part", "pgn", "json", "reports"] {
                fields.remove(free);
            }
        }
        if matches!(self.openings.from, OpeningSource::File(_)) {
            value["openings"]["from"] = openings.to_string().into();
        }
        value
    }

    /// The name of the run: games of two files belong together if and only if
    /// their runs have the same name and no two of them the same number.
    pub fn run_id(&self, openings: Fingerprint) -> Fingerprint {
        // Keys of a JSON object are sorted, so the text is always the same.
        Fingerprint::of(self.identity(openings).to_string().as_bytes())
            .and(openings.to_string().as_bytes())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_describes_a_tournament() {
        let plan = TournamentPlan::from_toml(
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
            from = "book.epd"
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
        assert_eq!(plan.openings.from, OpeningSource::File("book.epd".into()));
        let again: TournamentPlan = toml::from_str(&toml::to_string(&plan).unwrap()).unwrap();
        assert_eq!(again, plan);
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| match TournamentPlan::from_toml(text) {
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
            ("games = 0", "at least one game"),
            ("part = \"3/2\"", "no part"),
            ("part = \"1/2\"\nsprt = { elo0 = 0, elo1 = 5 }", "in parts"),
        ] {
            let found = error(&format!("{setting}\n{two}"));
            assert!(found.contains(expected), "{setting}: {found}");
        }
    }

    #[test]
    fn how_many_games() {
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        let plan = TournamentPlan::new(vec![player; 2]);
        assert_eq!(plan.total_games(), DEFAULT_GAMES);
        let sprt = toml::from_str("elo0 = 0\nelo1 = 5").unwrap();
        assert_eq!(TournamentPlan { sprt: Some(sprt), ..plan.clone() }.total_games(), u32::MAX);
        let part = Some("2/3".parse().unwrap());
        let part = TournamentPlan { games: Some(9), part, ..plan };
        let own: Vec<u32> = (0..20).filter(|&number| part.has_game(number)).collect();
        assert_eq!((own, part.own_games()), (vec![2, 3, 8], 3));
    }

    #[test]
    fn a_run_is_known_by_what_decides_its_games() {
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        let mut plan = TournamentPlan::new(vec![player; 2]);
        plan.openings.from = OpeningSource::File("/a/x.epd".into());
        let openings = Fingerprint::of(b"x");
        let id = plan.run_id(openings);
        let mut same = plan.clone();
        (same.games, same.concurrency) = (Some(7), 9);
        same.openings.from = OpeningSource::File("/b/y.epd".into());
        assert_eq!(same.run_id(openings), id);
        assert_ne!(plan.run_id(Fingerprint::of(b"y")), id);
        assert_ne!(TournamentPlan { seed: 1, ..plan }.run_id(openings), id);
    }
}
