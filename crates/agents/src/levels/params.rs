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
    /// How likely it plays what the first look at a position suggests.
    pub(crate) lapses: f64,
}

/// The rung of so many twelfths of skill.
const fn rung(
    twelfths: f64,
    nodes: f64,
    misjudgement: f64,
    overlooks: f64,
    candidates: f64,
    gives_away: f64,
    lapses: f64,
) -> Rung {
    Rung { skill: twelfths / 12.0, nodes, misjudgement, overlooks, candidates, gives_away, lapses }
}

/// The rungs; between them by straight lines, nodes by their logarithms.
///
/// The mean loss of a move hardly depends on how a level errs, only on how strong it
/// is: 29 settings from 1 to 8,000 nodes scattered by 12% around one curve, which is
/// about the error of the measurement (80 to 200 games for the strength, 9 to 50 for
/// the losses). So the mix of small and large errors is what these numbers are for: of
/// the settings near 1600, few candidates and a low bound on what is given away with
/// open eyes had a mix like people's. Who sees as much as 2000 demands errs too evenly,
/// whatever it weighs: there a look too short now and then makes the large errors.
pub(crate) const RUNGS: [Rung; 13] = [
    rung(0.0, 1.0, 130.0, 0.16, 15.0, 57.0, 0.0),
    rung(1.0, 1.0, 105.0, 0.13, 12.0, 46.0, 0.0),
    rung(2.0, 10.0, 82.0, 0.10, 10.0, 34.0, 0.0),
    rung(3.0, 60.0, 68.0, 0.07, 8.0, 26.0, 0.0),
    rung(4.0, 250.0, 60.0, 0.05, 7.0, 21.0, 0.0),
    rung(5.0, 600.0, 52.0, 0.03, 6.0, 18.0, 0.0),
    rung(6.0, 1_500.0, 42.0, 0.02, 5.0, 15.0, 0.0),
    rung(7.0, 2_500.0, 26.0, 0.0, 5.0, 15.0, 0.0),
    rung(8.0, 4_400.0, 13.0, 0.0, 4.0, 15.0, 0.08),
    rung(9.0, 12_500.0, 7.5, 0.0, 3.0, 15.0, 0.08),
    rung(10.0, 30_000.0, 3.0, 0.0, 2.0, 15.0, 0.0),
    rung(11.0, 120_000.0, 0.0, 0.0, 1.0, 15.0, 0.0),
    rung(12.0, 4_000_000.0, 0.0, 0.0, 1.0, 15.0, 0.0),
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
pub(crate) const OPENING_PLIES: usize = 10;
/// Moves that are weighed in those at least.
pub(crate) const OPENING_CANDIDATES: usize = 3;

/// Nodes that go into an elementary mate, whatever the skill.
pub(crate) const MATING_NODES: u64 = 20_000;
