//! The numbers behind the levels.
//!
//! Set by hand so that the mix of errors follows that of people (`kythu lab
//! humanity`); what rating a skill amounts to is measured, not set here
//! (`kythu lab calibrate`, `ladder.csv`).

/// What a player of some skill sees and how well it judges.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rung {
    /// From 0 to 1.
    pub(crate) skill: f64,
    /// Nodes after which it begins no new iteration.
    pub(crate) nodes: f64,
    /// Centipawns by which it misjudges a move in an ordinary moment.
    pub(crate) misjudgement: f64,
    /// How likely it overlooks a quiet move.
    pub(crate) overlooks: f64,
    /// Moves that it weighs against each other.
    pub(crate) candidates: f64,
}

const fn rung(skill: f64, nodes: f64, misjudgement: f64, overlooks: f64, candidates: f64) -> Rung {
    Rung { skill, nodes, misjudgement, overlooks, candidates }
}

/// The rungs; between them by straight lines, nodes by their logarithms. Chosen so
/// that a twelfth of skill is about 200 points of rating (a round robin of 16
/// settings with Stockfish 15.1 at five ratings, 840 games at 1+0.1). Below some
/// 1,000 nodes it is misjudgement that makes the difference, above the nodes.
pub(crate) const RUNGS: [Rung; 13] = [
    rung(0.0, 1.0, 120.0, 0.20, 18.0),
    rung(1.0 / 12.0, 1.0, 90.0, 0.15, 16.0),
    rung(2.0 / 12.0, 30.0, 55.0, 0.10, 14.0),
    rung(3.0 / 12.0, 250.0, 30.0, 0.05, 10.0),
    rung(4.0 / 12.0, 600.0, 25.0, 0.04, 8.0),
    rung(5.0 / 12.0, 1_100.0, 19.0, 0.03, 7.0),
    rung(6.0 / 12.0, 2_400.0, 17.0, 0.01, 6.0),
    rung(7.0 / 12.0, 4_200.0, 11.0, 0.0, 5.0),
    rung(8.0 / 12.0, 10_000.0, 9.0, 0.0, 4.0),
    rung(9.0 / 12.0, 25_000.0, 4.0, 0.0, 3.0),
    rung(10.0 / 12.0, 80_000.0, 1.0, 0.0, 2.0),
    rung(11.0 / 12.0, 400_000.0, 0.0, 0.0, 1.0),
    rung(1.0, 4_000_000.0, 0.0, 0.0, 1.0),
];

/// Good and bad moments: the misjudgement of one position is that of the skill
/// times e to so many standard deviations.
pub(crate) const MOMENTS: f64 = 0.9;

/// What a misjudgement is multiplied by for moves that catch the eye less or more.
pub(crate) const RECAPTURE: f64 = 0.25;
pub(crate) const CAPTURE: f64 = 0.7;
pub(crate) const CHECK: f64 = 0.8;
pub(crate) const BACKWARD: f64 = 1.3;
pub(crate) const LONG: f64 = 1.2;
/// Squares from which on a move is long.
pub(crate) const LONG_SQUARES: u32 = 4;
/// The same for a move that mates at once.
pub(crate) const MATING: f64 = 0.3;

/// Centipawns beyond which more makes no difference to a player, and what mate
/// at once and later are worth.
pub(crate) const VALUE_MOST: f64 = 2_000.0;
pub(crate) const MATE_AT_ONCE: f64 = 3_000.0;
pub(crate) const MATE_LATER: f64 = 2_200.0;

/// Misjudgements grow with the distance from equality, up to so many centipawns,
/// by so much there: differences between won positions matter less.
pub(crate) const DISTANCE_MOST: f64 = 600.0;
pub(crate) const DISTANCE_GROWTH: f64 = 0.6;

/// The misjudgement, in centipawns, that nobody falls below in the first moves of
/// a game, so that no two games are the same, and how many half-moves those are.
pub(crate) const OPENING_MISJUDGEMENT: f64 = 12.0;
pub(crate) const OPENING_PLIES: usize = 16;
/// Moves that are weighed in those at least.
pub(crate) const OPENING_CANDIDATES: usize = 3;

/// Nodes that go into an elementary mate, whatever the skill.
pub(crate) const MATING_NODES: u64 = 20_000;
