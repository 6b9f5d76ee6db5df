//! `lab ratings`: everybody against everybody, on the scale of the anchors.

use arena::TimeControl;
use serde_json::json;

use super::pool::{Pool, meetings};
use crate::fit::Rating;
use crate::game_line::tally;
use crate::paper::{Bar, BarPlot, Cell, DataTable, Findings, Section};
use crate::{GameLine, Lab, LabError, NamedPlayer, Notebook, Outcome, named_players};

const NAME: &str = "ratings";

/// Who plays, and how much.
#[derive(Clone, Debug)]
pub struct RatingsOptions {
    /// The players; everybody who has a name if empty.
    pub players: Vec<String>,
    /// The program of the anchors, which knows `UCI_Elo`.
    pub anchor: Option<String>,
    /// The ratings of the anchors.
    pub anchor_elos: Vec<u32>,
    /// Games of everybody with everybody, an even number.
    pub games: u32,
    /// Games more between neighbours in rating, in each of two rounds: those say
    /// most.
    pub near_games: u32,
    /// The time control of whoever needs one.
    pub tc: TimeControl,
}

impl Default for RatingsOptions {
    fn default() -> RatingsOptions {
        RatingsOptions {
            players: Vec::new(),
            anchor: None,
            anchor_elos: (1350..=2850).step_by(300).collect(),
            games: 2,
            near_games: 20,
            tc: "1+0.1".parse().unwrap_or_default(),
        }
    }
}

/// How many neighbours on each side a player meets again.
const NEIGHBOURS: usize = 2;

impl RatingsOptions {
    fn entrants(&self) -> Result<Vec<NamedPlayer>, LabError> {
        let mut players = if self.players.is_empty() {
            named_players()?
        } else {
            self.players.iter().map(|spec| NamedPlayer::new(spec)).collect::<Result<_, _>>()?
        };
        if let Some(command) = &self.anchor {
            for &elo in &self.anchor_elos {
                players.push(NamedPlayer::anchor(command, elo)?);
            }
        }
        Ok(players)
    }

    /// Makes the experiment.
    pub fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let players = self.entrants()?;
        let specs: Vec<&str> = players.iter().map(|player| player.spec.as_str()).collect();
        let setup = json!({ "players": specs, "tc": self.tc, "seed": lab.seed });
        let mut notebook = Notebook::open(&lab.folder, NAME, &setup)?;
        let pool = Pool::new(players, self.tc, lab.seed)?;

        let count = pool.players().len();
        let rounds = self.games.div_ceil(2);
        let mut pieces = Vec::new();
        for round in 0..rounds {
            for one in 0..count {
                for other in one + 1..count {
                    pieces.extend(pool.pair(one, other, round));
                }
            }
        }
        let mut is_complete = pool.play(lab, "everybody", &mut notebook, &pieces)?;
        // Twice, since the first ratings come from few games.
        for stage in 0..2 {
            if !is_complete {
                break;
            }
            let near = self.near_games.div_ceil(2);
            let ratings =
                pool.ratings(pieces.iter().filter_map(|(name, _)| notebook.results().get(name)));
            let first = rounds + stage * near;
            for (one, other) in neighbours(&ratings) {
                for round in first..first + near {
                    pieces.extend(pool.pair(one, other, round));
                }
            }
            is_complete = pool.play(lab, "neighbours", &mut notebook, &pieces)?;
        }
        Ok(Outcome { findings: self.report(&pool, &notebook), is_complete })
    }

    fn report(&self, pool: &Pool, notebook: &Notebook<GameLine>) -> Findings {
        let games: Vec<&GameLine> = notebook.results().values().collect();
        let ratings = pool.ratings(games.iter().copied());
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|&one, &other| ratings[other].value.total_cmp(&ratings[one].value));
        let mut findings = Findings::new(NAME, "Ratings of everybody who has a name");
        let scale = match self.anchor {
            Some(_) => {
                "Anchors have the ratings that their `UCI_Elo` says; all others follow from the games."
            }
            None => "Without anchors, only differences mean anything: the mean is 0.",
        };
        findings.text(format!(
            "{} games at {} ({} between any two players, and {} more in each of two rounds between neighbours), \
             from varied openings with both colours. {scale} Errors are half of the 95% interval. A game that \
             was played before counts once.",
            games.len(), self.tc, self.games, self.near_games
        ));
        let mut table = DataTable::new(
            "ratings",
            &["player", "rating", "error", "games", "wins", "draws", "losses", "score %", "faults"],
        );
        let mut plot = BarPlot::new("Ratings", "Elo", &["rating"]);
        for place in order {
            let (player, rating) = (&pool.players()[place], ratings[place]);
            let tally = tally(games.iter().copied(), &player.name);
            let score = (tally.games() > 0).then(|| 100.0 * tally.points() / tally.games() as f64);
            table.row([
                player.name.as_str().into(),
                Cell::number(rating.value, 0),
                Cell::number(rating.error, 0),
                tally.games().into(),
                tally.wins.into(),
                tally.draws.into(),
                tally.losses.into(),
                Cell::number(score, 1),
                faults(&games, &player.name).into(),
            ]);
            let values = vec![Some((rating.value, rating.error))];
            plot.bars.push(Bar { name: player.name.clone(), values });
        }
        findings.table(table);
        findings.bars(plot);
        let mut all = DataTable::new("meetings", &["one", "other", "wins", "draws", "losses"]);
        for ((one, other), tally) in meetings(games) {
            all.row([
                one.into(),
                other.into(),
                tally.wins.into(),
                tally.draws.into(),
                tally.losses.into(),
            ]);
        }
        findings.data = all.json();
        findings
    }

    /// The ratings for seat cards: player, rating, error and games a line.
    pub fn csv(findings: &Findings) -> Option<String> {
        let table = findings.sections.iter().find_map(|section| match section {
            Section::Table(table) if table.name == "ratings" => Some(table),
            _ => None,
        })?;
        let mut slim = DataTable::new("ratings", &["player", "rating", "error", "games"]);
        for row in table.rows() {
            slim.row(row.iter().take(4).cloned());
        }
        Some(slim.csv())
    }
}

/// Games that a player lost by its own fault, such as on time.
fn faults(games: &[&GameLine], player: &str) -> usize {
    let is_fault =
        |game: &&&GameLine| game.reason.is_fault() && game.half_points_of(player) == Some(0);
    games.iter().filter(is_fault).count()
}

/// Who stands near whom.
fn neighbours(ratings: &[Rating]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&one, &other| ratings[one].value.total_cmp(&ratings[other].value));
    let mut pairs = Vec::new();
    for distance in 1..=NEIGHBOURS {
        pairs.extend(order.windows(distance + 1).map(|window| (window[0], window[distance])));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_near() {
        let ratings = [100.0, 300.0, 200.0, 900.0].map(|value| Rating { value, error: 0.0 });
        assert_eq!(neighbours(&ratings), [(0, 2), (2, 1), (1, 3), (0, 1), (2, 3)]);
        assert!(neighbours(&ratings[..1]).is_empty());
    }
}
