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
    /// Points of 100 of winning chance: no move that it sees to cost more is played.
    pub(crate) gives_away: f64,
}

/// The rung of so many twelfths of skill.
const fn rung(
    twelfths: f64,
    nodes: f64,
    misjudgement: f64,
    overlooks: f64,
    candidates: f64,
    gives_away: f64,
) -> Rung {
    Rung { skill: twelfths / 12.0, nodes, misjudgement, overlooks, candidates, gives_away }
}

/// The rungs; between them by straight lines, nodes by their logarithms. Few nodes make
/// a player blind: with 1,500 of them, of 100 errors of 10 points and more 30 cost 20
/// points or more, with 4,000 to 10,000 and more misjudgement 21 do, and 22 to 27 of
/// those of people (11 settings near 1600, 10 to 20 games of each, judged to depth 10).
/// So levels from some 1300 to 1800 see much and misjudge much.
pub(crate) const RUNGS: [Rung; 13] = [
    rung(0.0, 1.0, 250.0, 0.30, 30.0, 100.0),
    rung(1.0, 1.0, 180.0, 0.20, 20.0, 70.0),
    rung(2.0, 30.0, 130.0, 0.12, 14.0, 50.0),
    rung(3.0, 300.0, 100.0, 0.08, 10.0, 35.0),
    rung(4.0, 1_500.0, 70.0, 0.04, 8.0, 25.0),
    rung(5.0, 3_000.0, 60.0, 0.03, 7.0, 22.0),
    rung(6.0, 5_000.0, 50.0, 0.02, 6.0, 20.0),
    rung(7.0, 8_000.0, 36.0, 0.01, 5.0, 20.0),
    rung(8.0, 12_000.0, 16.0, 0.0, 4.0, 20.0),
    rung(9.0, 20_000.0, 8.0, 0.0, 3.0, 20.0),
    rung(10.0, 50_000.0, 2.0, 0.0, 2.0, 20.0),
    rung(11.0, 200_000.0, 0.0, 0.0, 1.0, 20.0),
    rung(12.0, 4_000_000.0, 0.0, 0.0, 1.0, 20.0),
];

/// Good and bad moments: the misjudgement of one position is that of the skill
/// times e to so many standard deviations.
pub(crate) const MOMENTS: f64 = 0.4;

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

/// The steepness of lichess's curve from centipawns to winning chances.
pub(crate) const CHANCE_SLOPE: f64 = 0.003_682_08;

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
