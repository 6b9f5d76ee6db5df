//! The parameters of self-play. Unless stated otherwise they are usual values of
//! engines that train their nets on their own games.

use search::{Technique, TechniqueSet};

/// Centipawns from which on a game counts as won …
pub const WIN_SCORE: i32 = 2_500;
/// … after so many plies in a row.
pub const WIN_PLIES: u32 = 4;

/// Centipawns up to which a game counts as level …
pub const DRAW_SCORE: i32 = 4;
/// … after so many plies in a row …
pub const DRAW_PLIES: u32 = 12;
/// … of which the first is this one or later. Move 40 is when endgames are.
pub const DRAW_FROM_PLY: u32 = 80;

/// Plies after which a game is adjudicated as a draw. Readers of viriformat
/// reserve room for 512.
pub const LONGEST_GAME: u32 = 500;

/// Openings worth more centipawns than this to either side are not played.
pub const OPENING_BALANCE: i32 = 1_000;

/// So many openings in a row may be out of balance or over at once before it
/// is clear that no others will come.
pub const OPENING_TRIES: u32 = 1_000;

/// The hard node limit of a search, as a multiple of the soft one.
pub const HARD_LIMIT: u64 = 10;

/// The soft node limit of each move varies by up to one part in so many, so that
/// games with the same opening do not become the same game.
pub const LIMIT_VARIATION: u64 = 8;

/// Positions before this ply are too near the random moves to train on.
pub const FIRST_KEPT_PLY: u32 = 16;

/// The level of Zstandard at which tools pack games. Of 38.5M positions of
/// self-play it leaves 84%; level 9 leaves 80% and level 19 76%, in far more time.
pub const PACKING_LEVEL: i32 = 3;

/// Different games, or start positions, of which repeats are counted one by one.
/// Beyond that a sample of them is, so that statistics take no more than some 100 MB.
pub const REPEATS_IN_MEMORY: usize = 1 << 21;

/// What the engine uses whose scores nets learn: not the scaling by men, which the search
/// multiplies a net's values with. A net that had learned it would be scaled twice.
pub(crate) const LABELLING: TechniqueSet = TechniqueSet::ALL.without(Technique::MenScaling);
