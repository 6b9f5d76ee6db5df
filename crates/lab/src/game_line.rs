//! One game of an experiment.

use std::collections::{HashMap, HashSet};

use arena::statistics::Trinomial;
use arena::{
    EndReason, GameRecord, OpeningChoice, OpeningSource, Player, Run, TimeControl, TournamentPlan,
};
use chess::Color;
use serde::{Deserialize, Serialize};

use crate::fit::Bout;
use crate::{Interruption, LabError};

/// What a notebook keeps of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// Half-points of White: 2, 1 or 0.
    pub half_points: u32,
    /// Half-moves.
    pub plies: usize,
    /// Milliseconds it lasted.
    pub ms: u64,
    /// How it ended.
    pub reason: EndReason,
    /// A hash of the game: equal ones are repeats of each other.
    pub hash: String,
}

impl GameLine {
    fn new(record: &GameRecord, run: &Run) -> GameLine {
        let name = |player: usize| run.entrants()[player].name.clone();
        GameLine {
            white: name(record.white),
            black: name(record.black),
            half_points: record.ending.half_points(Color::White),
            plies: record.plies(),
            ms: record.lasted,
            reason: record.ending.reason,
            hash: record.fingerprint().to_string(),
        }
    }

    /// Half-points of a player, if it had a part in the game.
    pub fn half_points_of(&self, player: &str) -> Option<u32> {
        if self.white == player {
            Some(self.half_points)
        } else {
            (self.black == player).then(|| 2 - self.half_points)
        }
    }
}

/// A match of two: its games are numbers, two in a row with swapped colours.
pub(crate) fn duel(
    players: [(&str, &str); 2],
    openings: OpeningSource,
    tc: Option<TimeControl>,
    seed: u64,
) -> Result<Run, LabError> {
    let players = players.map(|(name, spec)| Player {
        spec: spec.to_owned(),
        name: Some(name.to_owned()),
        tc: None,
    });
    let openings = OpeningChoice { from: openings, ..OpeningChoice::default() };
    // The games are asked for by number; the plan's own count does not matter.
    let plan = TournamentPlan { openings, tc, seed, ..TournamentPlan::new(players.to_vec()) };
    Ok(Run::new(plan)?)
}

/// Plays a game; none if it was broken off.
pub(crate) fn play(
    run: &Run,
    number: u32,
    interruption: &Interruption,
) -> Result<Option<GameLine>, LabError> {
    let Some(record) = run.play(number, interruption.flag())? else { return Ok(None) };
    // A player that is not there has not lost a game of chess.
    if record.ending.reason == EndReason::Unable {
        return Err(LabError::Request(format!("game {number}: {}", record.ending)));
    }
    Ok(Some(GameLine::new(&record, run)))
}

/// The games of one player, from its view.
pub(crate) fn tally<'a>(games: impl IntoIterator<Item = &'a GameLine>, player: &str) -> Trinomial {
    let mut tally = Trinomial::default();
    games.into_iter().filter_map(|game| game.half_points_of(player)).for_each(|p| tally.add(p));
    tally
}

/// Games as ratings see them: by pair of players, without repeats, for the same
/// game played twice is no second observation.
pub(crate) fn bouts<'a>(
    games: impl IntoIterator<Item = &'a GameLine>,
    places: &HashMap<String, usize>,
) -> Vec<Bout> {
    let mut seen = HashSet::new();
    let mut bouts: HashMap<(usize, usize), Bout> = HashMap::new();
    for game in games {
        let (Some(&one), Some(&other)) = (places.get(&game.white), places.get(&game.black)) else {
            continue;
        };
        if one == other || !seen.insert((&game.white, &game.black, &game.hash)) {
            continue;
        }
        let points = f64::from(game.half_points) / 2.0;
        let (key, points) =
            if one < other { ((one, other), points) } else { ((other, one), 1.0 - points) };
        let bout =
            bouts.entry(key).or_insert(Bout { one: key.0, other: key.1, games: 0.0, points: 0.0 });
        bout.games += 1.0;
        bout.points += points;
    }
    let mut bouts: Vec<Bout> = bouts.into_values().collect();
    // The order of sums decides their last digits.
    bouts.sort_by_key(|bout| (bout.one, bout.other));
    bouts
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn line(white: &str, black: &str, half_points: u32, hash: &str) -> GameLine {
        GameLine {
            white: white.to_owned(),
            black: black.to_owned(),
            half_points,
            plies: 60,
            ms: 5,
            reason: EndReason::Checkmate,
            hash: hash.to_owned(),
        }
    }

    #[test]
    fn repeats_count_once_for_ratings() {
        let games = [
            line("a", "b", 2, "1"),
            line("b", "a", 1, "2"),
            line("a", "b", 2, "1"),
            line("b", "c", 0, "3"),
        ];
        let places = HashMap::from([("a".to_owned(), 0), ("b".to_owned(), 1)]);
        let bout = Bout { one: 0, other: 1, games: 2.0, points: 1.5 };
        assert_eq!(bouts(&games, &places), [bout]);
        assert_eq!(tally(&games, "a"), Trinomial { wins: 2, draws: 1, losses: 0 });
        assert_eq!(tally(&games, "b"), Trinomial { wins: 0, draws: 1, losses: 3 });
    }

    #[test]
    fn games_are_numbers() {
        let run =
            duel([("one", "random"), ("two", "random")], OpeningSource::Start, None, 7).unwrap();
        let play = |number| play(&run, number, &Interruption::new()).unwrap().unwrap();
        let (first, second) = (play(0), play(1));
        assert_eq!((first.white.as_str(), second.white.as_str()), ("one", "two"));
        assert_eq!(play(0).hash, first.hash);
        assert_ne!(first.hash, second.hash);
        let stopped = Interruption::new();
        stopped.stop();
        assert!(super::play(&run, 0, &stopped).unwrap().is_none());
    }
}
