//! The numbers that are ours: the reports name these terms and give no weight.
//!
//! Round numbers set by hand, in hundredths of a pawn, small against a pawn as
//! such terms are in every textbook. No match and no fit stands behind them.

use thinking::ChanceCurve;

/// `simplified`: each pawn behind another one of its side.
pub(crate) const DOUBLED: i32 = -10;
/// `simplified`: each pawn without a neighbour.
pub(crate) const ISOLATED: i32 = -15;
/// `simplified`: a passed pawn by its rank, the first to the eighth.
pub(crate) const PASSED: [i32; 8] = [0, 5, 10, 20, 35, 60, 100, 0];
/// `simplified`: each pawn of the king's shield.
pub(crate) const SHIELD: i32 = 10;
/// `simplified`: each man on d4, e4, d5, e5, and each of these squares attacked.
pub(crate) const CENTER_OCCUPIED: i32 = 10;
pub(crate) const CENTER_ATTACKED: i32 = 5;
/// `simplified`: the same for the twelve squares around them.
pub(crate) const AROUND_OCCUPIED: i32 = 4;
pub(crate) const AROUND_ATTACKED: i32 = 2;

/// What a value says of the chances, whatever the material: winning is likelier
/// than not from a pawn and a half on, an even game is drawn three times of four.
/// The reports know no such thing; plain, and not fitted.
pub(crate) const CHANCES: ChanceCurve =
    ChanceCurve { a: [0.0, 0.0, 0.0, 150.0], b: [0.0, 0.0, 0.0, 75.0] };

/// `mlp`: centipawns for each unit of log odds. A player who is a pawn ahead gets
/// 64% of the points, the scale on which ratings are counted (400 / ln 10).
pub(crate) const MLP_SCALE: f64 = 173.7;
/// `mlp`: the most that the net may say, in centipawns. It knows nothing beyond
/// 99.999%, and a queen more should not look like mate.
pub(crate) const MLP_BOUND: i32 = 2_000;
