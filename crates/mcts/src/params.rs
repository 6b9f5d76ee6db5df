//! The tunable numbers, with their units and origins.

/// Points of a leaf that come from the flatter curve. Small enough not to matter
/// while the game is open.
pub(crate) const TAIL_SHARE: f32 = 0.04;
/// Its width in centipawns.
pub(crate) const TAIL_SCALE: f32 = 700.0;

/// One point in the statistics of moves.
pub(crate) const STATISTICS_UNIT: f32 = 65_536.0;
/// Their means go this part of the way to each new result.
pub(crate) const STATISTICS_RATE: i32 = 32;

/// A check that leaves one reply is at least this likely, however bad it looks:
/// sacrifices that mate begin so.
pub(crate) const FORCING_PRIOR: f32 = 0.02;

/// The move that alpha-beta would play is at least this likely.
pub(crate) const OPINION_PRIOR: f32 = 0.2;
/// Nodes of an opinion at most, about a second: whoever asks grows no tree meanwhile.
pub(crate) const OPINION_NODES_MOST: u64 = 1 << 20;

/// Results of a move are taken to scatter by so many points at least when asking how
/// good it is for certain.
pub(crate) const LEAST_DEVIATION: f32 = 0.05;

/// A move stays chosen without another comparison for one visit in so many of its own: its
/// worth hardly changes by those.
pub(crate) const VISITS_A_STAY: u32 = 32;

/// Every mean up to so many visits is remembered for its position, and then one in so many.
pub(crate) const NOTED_VISITS: u32 = 16;

/// Milliseconds between two reports.
pub(crate) const REPORT_INTERVAL: u64 = 100;
/// Iterations between two looks at the clock, where leaves are quick.
pub(crate) const CLOCK_INTERVAL: u64 = 32;
/// Milliseconds after which a search under a clock asks whether its choice can
/// still change.
pub(crate) const CHOICE_INTERVAL: u64 = 5;

/// Iterations that a thread makes before it lets others at the tree to prune it.
pub(crate) const BATCH: usize = 16;
/// The tree counts as full from this share on.
pub(crate) const FULL_SHARE: f64 = 0.95;

/// The share of the memory that is the transposition table of the searches at the
/// leaves, if there are such searches; at least one MiB.
pub(crate) const LEAF_TABLE_SHARE: f64 = 0.125;
/// Points that a mate found at a leaf loses for each ply it is away: near ones first.
pub(crate) const MATE_FADE: f32 = 0.000_5;

/// The share of the memory that knows transpositions.
pub(crate) const VALUE_TABLE_SHARE: f64 = 0.15;
/// The share of the tree that is kept free of old branches when a search begins.
pub(crate) const FREE_AT_START: f64 = 0.5;
/// The share of the tree that pruning gives back at least.
pub(crate) const PRUNED_SHARE: f64 = 0.4;

/// Positions that may be looked at to find a shorter mate than the tree has.
pub(crate) const MATE_SEARCH_NODES: u64 = 300_000;

/// Evaluations that the classic search remembers, as its origin did.
pub(crate) const CLASSIC_CACHE: usize = 10_000;
/// Nodes of the classic search's tree at most: about 100 MB.
pub(crate) const CLASSIC_NODES: usize = 1 << 20;
/// Raw scores of the classic search are divided by this before they are squashed:
/// a piece is worth 6, and about 0.7 of a point.
pub(crate) const CLASSIC_SQUASH: f64 = 8.0;
