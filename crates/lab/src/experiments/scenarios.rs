//! `lab scenarios`: the matches of the reports, played again.

use arena::OpeningSource;
use chess::Color;
use serde_json::json;

use crate::game_line::{GameLine, duel, play, tally};
use crate::origins::{Hundred, MLP_MINIMAX, MLP_RANDOM, TAPERED_BLACK, TAPERED_WHITE};
use crate::paper::{BarPlot, Cell, DataTable, Findings};
use crate::players::understood;
use crate::{Lab, LabError, Notebook, Outcome, Piece};

const NAME: &str = "scenarios";
const MINIMAX: &str = "origin?system=tapered";
const RANDOM: &str = "random";

/// Who meets whom.
#[derive(Copy, Clone, Debug)]
struct Scenario {
    one: &'static str,
    other: &'static str,
    /// The reports' hundred games as White, and as Black.
    origin: [Option<Hundred>; 2],
}

const fn scenario(one: &'static str, other: &'static str) -> Scenario {
    Scenario { one, other, origin: [None, None] }
}

/// Against Random from the standard position; others from varied openings, since
/// players without chance would repeat one game.
const SCENARIOS: [Scenario; 25] = [
    Scenario { origin: [Some(TAPERED_WHITE), Some(TAPERED_BLACK)], ..scenario(MINIMAX, RANDOM) },
    scenario("minimax?depth=3", RANDOM),
    scenario(MINIMAX, MINIMAX),
    scenario("minimax?depth=3", "minimax?depth=3"),
    scenario("minimax?depth=3", MINIMAX),
    scenario("origin?system=pychess", RANDOM),
    scenario("origin?system=negamax", RANDOM),
    scenario("mcts?level=easy", RANDOM),
    scenario("mcts?level=medium", RANDOM),
    scenario("mcts?level=hard", RANDOM),
    scenario("mcts?level=hard&sign=origin&choice=uct", RANDOM),
    // What each choice of the classic search is worth.
    scenario("mcts?level=easy&rollout=random", "mcts?level=easy"),
    scenario("mcts?level=easy&rollout=smart", "mcts?level=easy"),
    scenario("mcts?level=easy&reward=squashed", "mcts?level=easy"),
    scenario("mcts?level=easy&sign=origin", "mcts?level=easy"),
    scenario("mcts?level=easy&choice=uct", "mcts?level=easy"),
    // The network's games are reported without colours.
    Scenario { origin: [Some(MLP_RANDOM), Some(MLP_RANDOM)], ..scenario("mlp", RANDOM) },
    Scenario { origin: [Some(MLP_MINIMAX), Some(MLP_MINIMAX)], ..scenario("mlp", MINIMAX) },
    scenario("mlp", "minimax?depth=3"),
    scenario("mlp?depth=2", RANDOM),
    scenario("mlp?depth=3", RANDOM),
    scenario("mlp?depth=2", MINIMAX),
    scenario("mlp?depth=2", "minimax?depth=3"),
    scenario("mlp?depth=3", MINIMAX),
    scenario("mlp?depth=3", "minimax?depth=3"),
];

/// How much to play.
#[derive(Clone, Debug)]
pub struct ScenarioOptions {
    /// Games of each colour.
    pub games: u32,
    /// Only scenarios in which one of these players has a part; all if empty.
    pub only: Vec<String>,
}

impl Default for ScenarioOptions {
    fn default() -> ScenarioOptions {
        ScenarioOptions { games: 100, only: Vec::new() }
    }
}

impl ScenarioOptions {
    fn scenarios(&self) -> Vec<Scenario> {
        let is_wanted = |scenario: &Scenario| {
            let has = |spec: &String| scenario.one == spec || scenario.other == spec;
            self.only.is_empty() || self.only.iter().any(has)
        };
        let is_known = |scenario: &Scenario| understood(&[scenario.one, scenario.other]).len() == 2;
        SCENARIOS.into_iter().filter(|scenario| is_wanted(scenario) && is_known(scenario)).collect()
    }

    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let mut notebook = Notebook::open(&lab.folder, NAME, &json!({ "seed": lab.seed }))?;
        let scenarios = self.scenarios();
        if scenarios.is_empty() {
            return Err(LabError::Request(format!("no scenario has {}", self.only.join(" or "))));
        }
        let runs = scenarios.iter().map(|scenario| {
            let openings =
                if scenario.other == RANDOM { OpeningSource::Start } else { OpeningSource::Book };
            let [one, other] = names(scenario);
            let players = [(one.as_str(), scenario.one), (other.as_str(), scenario.other)];
            duel(players, openings, None, lab.seed)
        });
        let runs = runs.collect::<Result<Vec<_>, _>>()?;
        let pieces: Vec<Piece<(usize, u32)>> = scenarios
            .iter()
            .enumerate()
            .flat_map(|(index, scenario)| {
                (0..2 * self.games).map(move |game| (piece(scenario, game), (index, game)))
            })
            .collect();
        let is_complete = lab.work(NAME, &mut notebook, &pieces, |&(index, game)| {
            play(&runs[index], game, &lab.interruption)
        })?;
        Ok(Outcome { findings: self.report(&notebook), is_complete })
    }

    fn report(&self, notebook: &Notebook<GameLine>) -> Findings {
        let mut findings = Findings::new(NAME, "The matches of the reports, played again");
        findings.text(
            "Against Random: from the standard position, with other seeds in every game. Between players \
             without chance: from varied openings, each played with both colours. The origin's minimax is \
             `origin?system=tapered`; its figures are of 100 games from the standard position.",
        );
        let mut table = DataTable::new(
            "scenarios",
            &[
                "player",
                "opponent",
                "colour",
                "games",
                "wins",
                "draws",
                "losses",
                "score %",
                "origin's + = −",
                "distinct games",
                "s a game",
                "plies a game",
            ],
        );
        let mut plot =
            BarPlot::new("Score of the first player", "% of the points", &["as White", "as Black"]);
        for scenario in self.scenarios() {
            let [one, other] = names(&scenario);
            let mut bars = Vec::new();
            for color in [Color::White, Color::Black] {
                let is_one = |game: &&GameLine| {
                    let had = if color.is_white() { &game.white } else { &game.black };
                    *had == one
                };
                let all = (0..2 * self.games)
                    .filter_map(|game| notebook.results().get(&piece(&scenario, game)));
                let games: Vec<&GameLine> = all.filter(is_one).collect();
                if games.is_empty() {
                    bars.push(None);
                    continue;
                }
                let tally = tally(games.iter().copied(), &one);
                let score = 100.0 * tally.points() / tally.games() as f64;
                let mut hashes: Vec<&str> = games.iter().map(|game| game.hash.as_str()).collect();
                hashes.sort_unstable();
                hashes.dedup();
                let mean = |value: fn(&GameLine) -> f64| {
                    games.iter().map(|game| value(game)).sum::<f64>() / games.len() as f64
                };
                let origin = scenario.origin[if color.is_white() { 0 } else { 1 }];
                let origin = origin.map(|[wins, draws, losses]| format!("{wins}–{draws}–{losses}"));
                table.row([
                    one.as_str().into(),
                    other.as_str().into(),
                    if color.is_white() { "White" } else { "Black" }.into(),
                    games.len().into(),
                    tally.wins.into(),
                    tally.draws.into(),
                    tally.losses.into(),
                    Cell::number(score, 1),
                    origin.map_or(Cell::Empty, Cell::from),
                    hashes.len().into(),
                    Cell::number(mean(|game| game.ms as f64 / 1_000.0), 3),
                    Cell::number(mean(|game| game.plies as f64), 1),
                ]);
                bars.push(Some(score));
            }
            if bars.iter().any(Option::is_some) {
                plot.bar(&format!("{one} v {other}"), bars);
            }
        }
        findings.table(table);
        findings.bars(plot);
        findings
    }
}

/// What the players are called: nobody has the name of its opponent.
fn names(scenario: &Scenario) -> [String; 2] {
    let (one, other) = (scenario.one.to_owned(), scenario.other.to_owned());
    if one == other { [one.clone(), format!("{other} (2)")] } else { [one, other] }
}

fn piece(scenario: &Scenario, game: u32) -> String {
    format!("{} v {} game {game}", scenario.one, scenario.other)
}
