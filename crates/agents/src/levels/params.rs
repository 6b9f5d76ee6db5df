//! The numbers behind the levels.
//!
//! Set by hand so that the mix of errors follows that of people (`kythu lab
//! humanity`); what rating a skill amounts to is measured, not set here
//! (`kythu lab calibrate`, `ladder.csv`).

/// Nodes after which the least and the most skilled begin no new iteration.
pub(crate) const NODES_LEAST: f64 = 1.0;
pub(crate) const NODES_MOST: f64 = 2_000_000.0;

/// Centipawns by which the least skilled misjudges a move in an ordinary moment,
/// and how that falls with skill.
pub(crate) const MISJUDGEMENT_MOST: f64 = 260.0;
pub(crate) const MISJUDGEMENT_CURVE: f64 = 1.5;

/// How likely the least skilled overlooks a quiet move, and how that falls.
pub(crate) const OVERLOOK_MOST: f64 = 0.35;
pub(crate) const OVERLOOK_CURVE: f64 = 1.2;

/// Moves that are weighed against each other, by skill.
pub(crate) const CANDIDATES_LEAST: usize = 1;
pub(crate) const CANDIDATES_MOST: usize = 24;

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
