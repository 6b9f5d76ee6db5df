//! Which game comes when.

use crate::plan::{Format, Plan};

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
    /// Which opening of the tournament it has.
    pub opening: usize,
}

/// All games in order. A longer tournament begins like a shorter one.
#[derive(Clone, Debug)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    games: u32,
}

impl Schedule {
    /// The schedule of a plan.
    pub fn new(plan: &Plan) -> Schedule {
        let count = plan.players.len();
        let meetings = match plan.format {
            Format::Gauntlet => (1..count).map(|other| (0, other)).collect(),
            Format::RoundRobin => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
            }
        };
        Schedule { meetings, games: plan.games }
    }

    /// How many games there are.
    pub fn len(&self) -> u32 {
        self.games
    }

    /// Is there nothing to play?
    pub fn is_empty(&self) -> bool {
        self.games == 0
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
        Fixture { id, white, black, pair, opening: round }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Player;

    fn schedule(players: usize, format: Format, games: u32) -> Schedule {
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        Schedule::new(&Plan { format, games, ..Plan::new(vec![player; players]) })
    }

    #[test]
    fn pairs_swap_colours_on_one_opening() {
        let schedule = schedule(4, Format::RoundRobin, 60);
        for id in (0..60).step_by(2) {
            let (first, second) = (schedule.fixture(id), schedule.fixture(id + 1));
            assert_eq!((first.white, first.black), (second.black, second.white));
            assert_eq!((first.pair, first.opening), (second.pair, second.opening));
        }
        let whites = (0..12).filter(|&id| schedule.fixture(id).white == 0).count();
        assert_eq!((whites, schedule.meetings().len()), (3, 6));
        assert_eq!(schedule.fixture(12).opening, 1);
    }

    #[test]
    fn in_a_gauntlet_one_plays_all() {
        let schedule = schedule(4, Format::Gauntlet, 12);
        for id in 0..12 {
            let fixture = schedule.fixture(id);
            assert!(fixture.white == 0 || fixture.black == 0);
        }
    }
}
