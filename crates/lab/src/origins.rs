//! What the reports of the origin systems say: their figures stand beside ours.

/// One depth of the first system (`pychess`), averaged over up to 50 moves against
/// Random with at most 180 s a move.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct DepthFigures {
    /// Plies.
    pub depth: u32,
    /// Seconds a move.
    pub seconds: f64,
    /// Nodes a move, those of quiescence not included.
    pub nodes: f64,
    /// Nodes of quiescence a move.
    pub quiescence_nodes: f64,
    /// Look-ups in the table a move whose value or bound was used.
    pub table_hits: f64,
    /// Moves that were averaged over.
    pub moves: u32,
}

const fn figures(
    depth: u32,
    seconds: f64,
    nodes: f64,
    quiescence_nodes: f64,
    table_hits: f64,
    moves: u32,
) -> DepthFigures {
    DepthFigures { depth, seconds, nodes, quiescence_nodes, table_hits, moves }
}

/// The first system's Table 2.
pub const PYCHESS: [DepthFigures; 4] = [
    figures(2, 0.818, 140.0, 420.0, 0.0, 10),
    figures(3, 4.201, 2_790.0, 3_270.0, 0.0, 15),
    figures(4, 21.207, 5_080.0, 10_710.0, 172.3, 11),
    figures(5, 118.872, 44_000.0, 61_450.0, 625.2, 9),
];

/// The first system at its level Easy, depth 2, against Random: ten games, all won.
pub const PYCHESS_EASY: EasyGames = EasyGames { games: 10, wins: 10, seconds: 15.66, plies: 31.1 };

/// Games of a level against Random.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct EasyGames {
    /// How many.
    pub games: u32,
    /// How many were won.
    pub wins: u32,
    /// Seconds a game.
    pub seconds: f64,
    /// Half-moves a game.
    pub plies: f64,
}

/// Seconds a move of the second system (`negamax`), whose depth 3 is four plies.
pub const NEGAMAX_SECONDS: &str = "1–2";
/// Its plies.
pub const NEGAMAX_PLIES: u32 = 4;

/// Wins, draws and losses of a hundred games.
pub type Hundred = [u32; 3];

/// The third system's minimax of depth 3 as White against Random.
pub const TAPERED_WHITE: Hundred = [99, 1, 0];
/// The same as Black.
pub const TAPERED_BLACK: Hundred = [98, 2, 0];
/// Its network against Random.
pub const MLP_RANDOM: Hundred = [99, 1, 0];
/// Its network against its minimax.
pub const MLP_MINIMAX: Hundred = [0, 0, 100];

/// What the first system's report says each depth sees.
pub const SEEN: [(u32, &str); 3] = [
    (2, "single threats and hanging men"),
    (3, "short combinations of two or three moves"),
    (4, "longer combinations"),
];

/// The first system's figures at a depth.
pub fn pychess(depth: u32) -> Option<DepthFigures> {
    PYCHESS.into_iter().find(|figures| figures.depth == depth)
}
