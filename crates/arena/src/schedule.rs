//! Which game comes when.

use chess::ByColor;

use crate::plan::{Format, TournamentPlan};

/// One game to be played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub id: u32,
    /// Who has White, by place among the players.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
    /// The pair of games with swapped colours that it belongs to.
    pub pair: u32,
    /// Its opening, by place in the tournament's
    /// [`OpeningSuite`](crate::OpeningSuite).
    pub opening: usize,
    /// The seeds of the players.
    pub seeds: ByColor<u64>,
}

/// All games in order. A longer tournament begins like a shorter one.
#[derive(Clone, Debug)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    seed: u64,
}

impl Schedule {
    /// The schedule of a plan.
    pub fn new(plan: &TournamentPlan) -> Schedule {
        let count = plan.players.len();
        let meetings = match plan.format {
            Format::Gauntlet => (1..count).map(|other| (0, other)).collect(),
            Format::RoundRobin => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
            }
        };
        Schedule { meetings, seed: plan.seed }
    }

    /// Who meets whom, each meeting once.
    pub fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// The game with this number.
    pub fn fixture(&self, id: u32) -> Fixture {
        let pair = id / 2;
        let (round, meeting) =
            (pair as usize / self.meetings.len(), pair as usize % self.meetings.len());
        let (one, other) = self.meetings[meeting];
        // Nobody has White first in every pair.
        let swapped = (id as usize + round) % 2 == 1;
        let (white, black) = if swapped { (other, one) } else { (one, other) };
        let seed = |color: u64| {
            let game = u64::from(id) * 2 + color;
            self.seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(game)
        };
        Fixture { id, white, black, pair, opening: round, seeds: ByColor([seed(0), seed(1)]) }
    }

    /// How many openings the first `games` games go through.
    pub(crate) fn openings(&self, games: u32) -> usize {
        games.checked_sub(1).map_or(0, |last| self.fixture(last).opening + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Player;

    fn schedule(players: usize, format: Format) -> Schedule {
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        Schedule::new(&TournamentPlan { format, ..TournamentPlan::new(vec![player; players]) })
    }

    #[test]
    fn pairs_swap_colours_on_one_opening() {
        let schedule = schedule(4, Format::RoundRobin);
        for id in (0..60).step_by(2) {
            let (first, second) = (schedule.fixture(id), schedule.fixture(id + 1));
            assert_eq!((first.white, first.black), (second.black, second.white));
            assert_eq!((first.pair, first.opening), (second.pair, second.opening));
        }
        let whites = (0..12).filter(|&id| schedule.fixture(id).white == 0).count();
        assert_eq!((whites, schedule.meetings().len()), (3, 6));
        assert_eq!(schedule.fixture(12).opening, 1);
        assert_eq!((schedule.openings(0), schedule.openings(12), schedule.openings(13)), (0, 1, 2));
        let seeds: std::collections::HashSet<u64> =
            (0..60).flat_map(|id| schedule.fixture(id).seeds.0).collect();
        assert_eq!(seeds.len(), 120);
    }

    #[test]
    fn in_a_gauntlet_one_plays_all() {
        let schedule = schedule(4, Format::Gauntlet);
        for id in 0..12 {
            let fixture = schedule.fixture(id);
            assert!(fixture.white == 0 || fixture.black == 0);
        }
    }
}
