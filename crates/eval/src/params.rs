//! Every number of the evaluation.
//!
//! The weights are in hundredths of a pawn, for the middlegame and the
//! endgame. `kythu-train tune` fits them and writes the part of this file
//! between the two marks; the rest is set by hand.

use crate::PackedScore;
use crate::weights::Params;

/// Shorthand that keeps the tables readable.
#[allow(non_snake_case)]
const fn S(middlegame: i32, endgame: i32) -> PackedScore {
    PackedScore::new(middlegame, endgame)
}

/// The square of the danger to a king is divided by this in the middlegame…
pub const DANGER_MIDDLEGAME_DIVISOR: i32 = 720;
/// …and the danger itself by this in the endgame.
pub const DANGER_ENDGAME_DIVISOR: i32 = 20;

// How much of an endgame advantage counts, of 64.

/// No pawns, hardly more pieces, and the enemy has a minor piece at most.
pub(crate) const SCALE_NO_PAWNS_V_MINOR: i32 = 4;
/// No pawns and hardly more pieces.
pub(crate) const SCALE_NO_PAWNS: i32 = 14;
/// Bishops of opposite colours, nothing else but pawns…
pub(crate) const SCALE_OPPOSITE_BISHOPS: i32 = 18;
/// …and for each passed pawn.
pub(crate) const SCALE_PER_PASSED: i32 = 5;
/// Bishops of opposite colours with other pieces…
pub(crate) const SCALE_OPPOSITE_BISHOPS_AND_MORE: i32 = 26;
/// …and for each man of the stronger side.
pub(crate) const SCALE_PER_MAN: i32 = 4;
/// Everything else…
pub(crate) const SCALE_FEW_PAWNS: i32 = 38;
/// …and for each pawn of the stronger side.
pub(crate) const SCALE_PER_PAWN: i32 = 8;

// Against a bare king, in hundredths of a pawn.

/// The win is certain.
pub(crate) const MOP_UP_WIN: i32 = 300;
/// Each step of the bare king towards the edge, and along it to a corner.
pub(crate) const MOP_UP_EDGE: i32 = 10;
/// Each step of the bare king towards a corner of the bishop's colour.
pub(crate) const MOP_UP_CORNER: i32 = 90;
/// Each step of the kings towards each other.
pub(crate) const MOP_UP_NEARNESS: i32 = 10;
/// Each step of a knight or bishop towards the bare king.
pub(crate) const MOP_UP_MINORS: i32 = 5;
/// Each square to which the bare king can go.
pub(crate) const MOP_UP_FREEDOM: i32 = 5;

// <fitted>
// Fitted by `kythu-train tune` to 1041438 positions of twic_sf_evals.csv.gz, 40 epochs,
// target 25% game result and 75% engine score. Mean squared error on 118200
// positions of other games: 0.029960 before, 0.029412 after.
#[rustfmt::skip]
pub(crate) const PARAMS: Params = Params {
    // Having the move.
    tempo: [S(15, 12)],
    // A pawn, knight, bishop, rook, queen.
    material: [S(48, 100), S(218, 337), S(237, 362), S(312, 567), S(771, 1008)],
    // A pawn's square, a8 first.
    pawn_squares: [
        S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0),
        S( 23,  70), S( 31,  60), S( 65,  61), S( 39,  19), S( 33,  40), S( 26,  34), S(  9,  46), S( 24,  64),
        S( 34,  28), S( 14,  20), S( 27,   1), S( 36, -21), S( 34,  -8), S( 13,  19), S( 47,  25), S( 41,  28),
        S(  6,  30), S(  3,  12), S( -2,   1), S( 10, -10), S( 21,  -9), S( 11,  -9), S( 15,   8), S( 15,  13),
        S( -3,  15), S( -4,  12), S( -3, -24), S(  6, -22), S( 13, -16), S(  4, -22), S(  7,   4), S(  8,   1),
        S(-10,   8), S(-13,   9), S(-17, -14), S( -9,  -5), S( -2,  -7), S( -4, -18), S( -3,  -2), S( -9,  -2),
        S(  0,  13), S( -5,  14), S( -9,   7), S(  2,   1), S( -2,  22), S(  5,   1), S( 11,   5), S(  1,   6),
        S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0), S(  0,   0),
    ],
    // A knight's square, a8 first.
    knight_squares: [
        S(-111, -12), S( -49,  -3), S( -29,   1), S( -28,  -2), S(  42,  14), S( -39,  20), S( -14, -37), S( -77, -66),
        S(   6, -14), S(   0,  11), S(  24,  -4), S(  42,  -2), S(  20,  16), S(  24,  -2), S(  18, -11), S(  21,  -8),
        S( -16,   6), S(   9,  -1), S(  20,  18), S(  13,  13), S(  45,   2), S(  49,   4), S(  -9,  -3), S( -17,  -9),
        S(   2,  -1), S(  -3,   3), S(  10,  11), S(   8,  25), S(   2,  18), S(   8,  25), S(   8,  -4), S(  29,   2),
        S(  -3,   2), S(   0,   5), S(   4,  14), S(   3,  13), S(   2,  24), S(  13,  16), S(  10,  12), S(  11,  -1),
        S( -14,  -9), S( -12,  -7), S(  -5,  -7), S(   0,  11), S(   6,   5), S(   0,  -4), S(   5, -11), S(   1,  -2),
        S( -23,   2), S( -16, -13), S(  -5,  -9), S(  -1,  -2), S(   1,  -4), S(   3,   5), S(  -9,  15), S(  -6,  -7),
        S( -54,  -1), S(  -5, -14), S( -11,   0), S(   1,   6), S(   0,   7), S(   3,  -9), S(  -3, -14), S( -18, -12),
    ],
    // A bishop's square, a8 first.
    bishop_squares: [
        S(-26,   0), S(  7,  10), S(-43,  27), S(-28,  12), S(-22,  27), S(-41,  11), S(  5,  12), S(-15, -15),
        S( -7,   4), S(  7, -18), S( 13,   9), S(  1,  15), S( 24,  14), S( 21,  18), S(-15,  -6), S(-11,  15),
        S( -4,   0), S(  7,   4), S(-25,  -2), S( 17,   8), S( 13,  10), S( 30,   3), S(-14,  33), S(  5,  23),
        S(-18,  10), S( -2,  10), S(  4,  15), S( 14,  14), S( 16,  16), S( 13,   4), S( 12,   3), S(-11,  10),
        S(  1, -23), S( -6,  13), S( -2,  11), S( 14,  10), S( 16,   4), S(  5,  13), S(  3,   5), S( 22, -11),
        S(  0,  -8), S( 10,  -2), S( -9,   0), S(  4,   7), S(  2,  20), S( -9,  -5), S(  8,  -8), S(  9,  -8),
        S( -5, -13), S( -7, -22), S(  7, -12), S( -8,  12), S( -5,   2), S(  7,   2), S( -1, -20), S( 16, -31),
        S( -2, -11), S( 15, -17), S( -2,   0), S( -8,   1), S(  2,  10), S( -5,   0), S( 17, -28), S( -7, -12),
    ],
    // A rook's square, a8 first.
    rook_squares: [
        S( 24,  20), S(  0,  31), S( 36,  21), S( 36,  17), S( 34,  17), S( 17,  32), S( 42,  23), S( 41,  19),
        S( -1,   8), S( 18,   0), S( 14,   8), S( 34, -17), S( 24, -10), S( 45,  -5), S( 30,   8), S( 46,  -9),
        S( -4,  28), S( 15,  21), S( 12,  25), S( 20,   6), S( 16,  12), S( 30,  10), S( 25,   6), S( -6,  23),
        S( -3,  33), S(  8,  28), S( -5,  34), S( 13,   5), S( 10,  11), S( -5,  27), S( 17,  16), S( -3,  32),
        S(-20,  27), S(-12,  24), S(-17,  23), S(-16,  14), S( -6,  11), S(-12,  15), S( -8,  27), S(-19,  18),
        S(-15,  17), S(-15,  14), S(-13,   9), S( -2,  -2), S( -5,   6), S( -8,   9), S(  3,   1), S(-15,   4),
        S(-15,   6), S(-23,   3), S( -7,   4), S(  1,  -3), S(  0,  -8), S(  9, -20), S( 17, -13), S(  7,  -5),
        S( -8,   6), S( -4,  -5), S( -2,  -1), S(  1,  -7), S(  6, -19), S(  0,  -2), S(  4,  -8), S( -3,  -7),
    ],
    // A queen's square, a8 first.
    queen_squares: [
        S(  0,  21), S( -2,  19), S( 18,   5), S( 20,  15), S( 20,   4), S( 29,  16), S( 30,   3), S( 31,  19),
        S(  4,  24), S( -4,  19), S(  3,  32), S(  5,  20), S(-16,  40), S( -1,  -5), S( 22,  12), S( 33, -21),
        S(  9,   6), S(  3,  24), S(  5,  19), S(  9,   6), S( 10,  21), S(  7,  -3), S( 10,  12), S(  2,   1),
        S(  8,   5), S( -1,  38), S(  4,  10), S(  3,   9), S( -4,  21), S(  0,   5), S(-13,  31), S(  2,   0),
        S( -5,  16), S( -2,  17), S( -2,  14), S( -4,  17), S(  2,  13), S(  3,  12), S( 10,  -9), S( 10, -13),
        S( -5,   7), S( -1,  -8), S( -4,  19), S( -2,   7), S(  1,   9), S(  4,   9), S(  7, -10), S(  8, -32),
        S( -3, -15), S( -1, -14), S( -1,  -9), S(  4,  -7), S(  5, -10), S(  7, -16), S( 16, -34), S( 14, -34),
        S( 12, -12), S( -8,  -5), S(-12,   9), S( -8,   1), S( -1,  -3), S(-11, -17), S(-12,  -5), S(-12, -14),
    ],
    // The king's square, a8 first.
    king_squares: [
        S(-33, -39), S( 25,  18), S( 18,   9), S(  7,  13), S(-18,  11), S( -7,  36), S(  9,  29), S(  3, -20),
        S( 30,  11), S(  9,  48), S(  1,  50), S( 20,  32), S(  4,  27), S( 11,  52), S(  7,  69), S(-17,  -7),
        S(  0,  18), S( 29,  51), S( 17,  59), S( -7,  48), S(-20,  43), S(  6,  64), S( 20,  67), S(  2,  16),
        S(  7,   4), S(  0,  40), S(-12,  48), S(-39,  57), S(-59,  58), S(-26,  49), S(-12,  47), S(-19,  24),
        S(-11,   2), S( 12,  29), S(-18,  32), S(-28,  41), S(-43,  33), S(-45,  35), S(-45,  36), S(-35,  15),
        S( 23, -18), S( 21,  13), S(  5,  16), S( -8,  16), S(-24,  21), S(-20,  17), S(-20,  21), S(-22,  -8),
        S( -6,   0), S(  5,  12), S(  8,   7), S( -6,   3), S( -9,   1), S( -9,   9), S( 11,  13), S(  5, -12),
        S( 20, -43), S( 22,  -8), S( 20, -15), S(-29,   2), S( -1, -23), S( -7, -12), S( 11,  -5), S(  4, -33),
    ],
    // A pawn behind another of its file: with a pawn beside them, without.
    pawn_doubled: [S(-3, -7), S(-19, -12)],
    // No pawn on the files beside, by distance of the file from the edge.
    pawn_isolated: [S(3, -2), S(-2, -2), S(-1, -1), S(1, -5)],
    // The same where no enemy pawn stands in front.
    pawn_isolated_open: [S(1, -13)],
    // A pawn that cannot be defended by pawns nor advance: file closed, open.
    pawn_backward: [S(-4, 2), S(-11, -14)],
    // A pawn beside it, by rank.
    pawn_phalanx: [
        S( 0,  0), S(-1,  1), S( 5,  4), S( 6,  7), S(17, 22), S(54, 30), S(43, 54), S( 0,  0),
    ],
    // Defended by a pawn, by rank.
    pawn_supported: [
        S( 0,  0), S( 0,  0), S( 8, 12), S( 7,  6), S(14,  9), S(37, 30), S(57, 67), S( 0,  0),
    ],
    // Each group of neighbouring files with pawns.
    pawn_islands: [S(-17, 1)],
    // No passed pawn, but more pawns help it than stand against it, by rank.
    pawn_candidate: [
        S( 0,  0), S( 2, -1), S( 2,  3), S( 2, 13), S( 8, 16), S(17, 47), S( 0,  0), S( 0,  0),
    ],
    // A passed pawn, by rank.
    passed_rank: [
        S( 0,  0), S( 4, 15), S( 1,  8), S(-9,  8), S(12, 29), S( 7, 79), S(75, 99), S( 0,  0),
    ],
    // Own king to the square before the passed pawn, by distance (from rank 4 on).
    passed_own_king: [
        S( 21, 41), S( 13, 49), S( -5, 38), S(-12, 16), S(  3, -2), S(  3, -9), S(  9, -9), S( -2, -6),
    ],
    // Enemy king to the square before the passed pawn, by distance (from rank 4 on).
    passed_enemy_king: [
        S(-27, -15), S(  5, -14), S(  7,  -9), S( 10,  12), S(  9,  34), S(  6,  42), S( 12,  39), S(  3,  37),
    ],
    // The square before is held by an enemy piece, by rank.
    passed_blocked: [
        S(  0,   0), S(  3,  -1), S( -3, -11), S(  4,  -4), S( -3,  -7), S(  0, -14), S(-31, -28), S(  0,   0),
    ],
    // The square before is free and not attacked, by rank.
    passed_safe_step: [
        S( 0,  0), S( 0,  5), S( 7,  0), S(-1, 11), S( 3, 20), S(36,  0), S(19, 36), S( 0,  0),
    ],
    // The square before is defended by an own man, by rank.
    passed_defended_step: [
        S( 0,   0), S(-6,  -1), S( 0,  13), S(16,   1), S(15,  13), S(30,  34), S(51, 104), S( 0,   0),
    ],
    // The whole way is free and not attacked, by rank.
    passed_safe_way: [
        S(  0,  0), S(-21, 10), S( -6, 10), S(-30, 18), S(-35, 27), S( 16, 40), S( 16, 43), S(  0,  0),
    ],
    // Own rook behind the passed pawn.
    passed_rook_behind: [S(6, 24)],
    // Enemy rook behind the passed pawn.
    passed_enemy_rook_behind: [S(-6, -45)],
    // The enemy has no pieces and his king comes too late.
    passed_unstoppable: [S(-1, 139)],
    // Rearmost own pawn before the king, by file from the edge (line) and rank (first: no pawn).
    shield: [
        S(  4,  -9), S( 15, -32), S( 17, -23), S(  4, -11), S( -3, -11), S(-17,   8), S( 15,  54), S(  0,   0),
        S( -8,   0), S( 23, -18), S( 17, -12), S( -4,  -7), S(-18,   4), S(-10,  20), S( 10,  29), S(  0,   0),
        S( -7,   1), S( 13,   2), S( -4,   2), S( -7,  -2), S(  0,  -9), S(  1,   0), S(  0,   6), S(  0,   0),
        S( -2,   3), S( -7,   6), S( -5,  -2), S( -9,   1), S(-13,   6), S(-27,  16), S(  3,   6), S(  0,   0),
    ],
    // Nearest enemy pawn before the king, by file from the edge (line) and rank as the king sees it (first: no pawn).
    storm: [
        S( -7,  -6), S( 48,  32), S( 34,  31), S(-35,  10), S( -5,  -5), S( -7, -11), S( -8, -12), S(  0,   0),
        S(-21,   3), S( 32,  46), S(-17,  28), S(-27,  13), S(-14,  -5), S( -7,  -7), S( -6, -11), S(  0,   0),
        S( 11,  -8), S(  9,  20), S(-46,  23), S( -9,  -4), S(  8, -13), S( 10, -16), S( 15, -23), S(  0,   0),
        S( -5,   0), S(  0,  44), S(-38,  30), S(-16,  -5), S( -5, -15), S(  2,  -7), S( -5,   0), S(  0,   0),
    ],
    // The same where an own pawn stands in its way, by rank.
    storm_blocked: [
        S(  0,   0), S(  0,   0), S(-15, -32), S( -6, -15), S(  2, -15), S(  6, -17), S( -1, -20), S(  0,   0),
    ],
    // Open, then half-open: the king's file and each beside it.
    king_files: [S(-26, -16), S(-10, -10), S(-9, 4), S(-5, -1)],
    // An enemy bishop, a queen, on a diagonal of the king with no pawn between; both on one.
    king_diagonals: [S(-18, -57), S(-10, -31), S(-15, -6)],
    // Danger: at the outset.
    danger_base: [S(11, -11)],
    // Danger: knights, bishops, rooks, queens that attack a square around the king.
    danger_attackers: [S(55, 47), S(33, 30), S(34, -9), S(-11, 2)],
    // Danger: each such attack.
    danger_hits: [S(1, -13)],
    // Danger: attacked squares around the king that only king or queen defend.
    danger_weak: [S(25, -6)],
    // Danger: safe checks by knight, bishop, rook, queen.
    danger_checks: [S(75, 73), S(66, 48), S(108, 66), S(65, 65)],
    // Danger: other checks.
    danger_unsafe_checks: [S(19, 29)],
    // Danger: the enemy has no queen.
    danger_no_queen: [S(-128, -157)],
    // Danger: squares of the king's wing that the enemy attacks once, twice.
    danger_wing_attacks: [S(10, -12), S(7, -1)],
    // Danger: squares of the king's wing that are defended.
    danger_wing_defence: [S(-8, 13)],
    // Danger: men that shield the king from a rook, bishop or queen.
    danger_pinned: [S(36, 16)],
    // Danger: files at the king without own pawns.
    danger_files: [S(23, -9)],
    // Danger: a knight defends the king.
    danger_knight: [S(-29, -6)],
    // Each step that a knight, bishop, rook, queen is nearer to the enemy king than seven.
    tropism: [S(4, 0), S(1, -2), S(4, -1), S(-1, 12)],
    // Knight, by squares it reaches.
    knight_mobility: [
        S(-27, -60), S(-14, -13), S( -5,  19), S(  0,  32), S(  4,  42), S(  8,  51), S( 10,  51), S( 14,  48), S( 18,  41),
    ],
    // Bishop, by squares it reaches.
    bishop_mobility: [
        S(-5, -50), S(-6,   5), S( 5,  18), S( 8,  29), S(13,  35), S(16,  41), S(19,  44),
        S(18,  49), S(20,  49), S(22,  47), S(22,  49), S(31,  44), S(31,  44), S( 6,  40),
    ],
    // Rook, by squares it reaches.
    rook_mobility: [
        S(-38, -44), S(-14,   1), S( -5,  28), S( -2,  40), S( -1,  49), S(  3,  53), S(  6,  59), S(  8,  62),
        S( 13,  64), S( 16,  68), S( 14,  72), S( 17,  77), S( 22,  77), S( 22,  77), S( 12,  79),
    ],
    // Queen, by squares it reaches.
    queen_mobility: [
        S(-19, -29), S(-11, -18), S(  9, -23), S(  5, -17), S( 11, -13), S( 10,  30), S( 12,  50),
        S( 14,  46), S( 16,  57), S( 19,  58), S( 22,  61), S( 23,  65), S( 25,  68), S( 27,  70),
        S( 28,  72), S( 30,  76), S( 30,  77), S( 35,  64), S( 32,  69), S( 35,  64), S( 42,  56),
        S( 36,  51), S( 33,  48), S( 32,  38), S( 21,  34), S( 26,  38), S( 28,  42), S( 30,  43),
    ],
    // A pawn on d4, e4, d5, e5.
    center_pawns: [S(0, -12)],
    // Each of them that pawns attack; that minor pieces attack.
    center_attacks: [S(-2, 13), S(2, 0)],
    // A knight, a bishop that is still at home.
    undeveloped: [S(5, 7), S(3, 7)],
    // The queen is out, for each minor piece that is not.
    early_queen: [S(-3, -9)],
    // A rook shut in by its own uncastled king.
    shut_in_rook: [S(-18, -3)],
    // Each rook that may still castle.
    castling_right: [S(12, -3)],
    // A pawn attacks a knight, bishop, rook, queen.
    threat_by_pawn: [S(37, 36), S(32, 35), S(45, 33), S(36, 15)],
    // A minor piece attacks a pawn (undefended by pawns), knight, bishop, rook, queen.
    threat_by_minor: [S(0, 15), S(3, 37), S(18, 16), S(36, 34), S(33, 24)],
    // A rook attacks a pawn (undefended by pawns), knight, bishop, rook, queen.
    threat_by_rook: [S(0, 19), S(11, 28), S(15, 29), S(2, -9), S(33, 38)],
    // The king attacks an undefended man.
    threat_by_king: [S(16, 28)],
    // An attacked and undefended pawn, knight, bishop, rook, queen.
    hanging: [S(7, 18), S(16, 7), S(8, 13), S(16, -9), S(2, 4)],
    // A pawn can step to where it attacks a piece.
    threat_by_push: [S(10, 10)],
    // Having the move, for each piece that a pawn attacks; for each hanging man.
    threat_to_move: [S(2, 5), S(3, 9)],
    // A knight, a bishop or rook can go safely where it attacks the queen.
    threat_on_queen: [S(6, 5), S(9, 6)],
    // Squares of the enemy's reach that are attacked too.
    restricted: [S(3, 1)],
    // A rook on an open file, a half-open one.
    rook_file: [S(14, 13), S(7, 2)],
    // A rook on the seventh rank, the king being on the eighth or pawns on the seventh.
    rook_seventh: [S(-14, 15)],
    // Rooks that defend each other.
    rook_connected: [S(-5, -4)],
    // A rook with hardly a square, by the side of its king.
    rook_trapped: [S(8, -16)],
    // Both bishops.
    bishop_pair: [S(27, 65)],
    // Each own pawn on the colour of a bishop; each blocked one of the middle files.
    bishop_pawns: [S(-3, -6), S(-4, -12)],
    // A bishop on a long diagonal sees both squares of the centre.
    bishop_long_diagonal: [S(16, 13)],
    // A knight, a bishop right behind a pawn.
    minor_behind_pawn: [S(4, 11), S(5, 8)],
    // A knight that no pawn can drive away: not defended by a pawn, defended.
    knight_outpost: [S(10, 0), S(22, -2)],
    // A bishop that no pawn can drive away: not defended by a pawn, defended.
    bishop_outpost: [S(10, -1), S(22, 5)],
    // A knight can go to such a square.
    knight_reaches_outpost: [S(17, 8)],
    // Each safe square on the middle files of ranks 2 to 4; each such behind a pawn.
    space: [S(-2, 1), S(2, 4)],
};
// </fitted>
