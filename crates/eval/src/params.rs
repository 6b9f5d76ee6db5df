//! Every number of the evaluation.
//!
//! The weights are in hundredths of a pawn, for the middlegame and the
//! endgame. `kythu-train tune` fits them and writes the part of this file
//! between the two marks; the rest is set by hand.

use crate::Score;
use crate::weights::Params;

/// Shorthand that keeps the tables readable.
#[allow(non_snake_case)]
const fn S(middlegame: i32, endgame: i32) -> Score {
    Score::new(middlegame, endgame)
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

/// The enemy has nothing but his king.
pub(crate) const SCALE_MOP_UP: i32 = 8;

// Against a bare king, in hundredths of a pawn.

/// The win is certain.
pub(crate) const MOP_UP_WIN: i32 = 300;
/// Each step of the bare king towards the edge, and along it to a corner.
pub(crate) const MOP_UP_EDGE: i32 = 20;
/// Each step of the bare king towards a corner of the bishop's colour.
pub(crate) const MOP_UP_CORNER: i32 = 60;
/// Each step of the kings towards each other.
pub(crate) const MOP_UP_NEARNESS: i32 = 20;

// <fitted>
// Not fitted yet: the piece-square tables and the worth of the men are those
// of PeSTO, the rest is set by hand after what public engines found.
#[rustfmt::skip]
pub(crate) const PARAMS: Params = Params {
    // Having the move.
    tempo: [S(20, 15)],
    // A pawn, knight, bishop, rook, queen.
    material: [S(82, 94), S(337, 281), S(365, 297), S(477, 512), S(1025, 936)],
    // A pawn's square, a8 first.
    pawn_squares: [
        S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0),
        S( 49, 89), S( 67, 86), S( 30, 79), S( 47, 67), S( 34, 73), S( 63, 66), S( 17, 82), S( -6, 93),
        S( -3, 47), S(  3, 50), S( 13, 42), S( 15, 33), S( 32, 28), S( 28, 26), S( 12, 41), S(-10, 42),
        S(-14, 16), S( 13, 12), S(  6,  6), S( 21,  2), S( 23, -1), S( 12,  2), S( 17,  8), S(-23,  8),
        S(-27, 13), S( -2,  9), S( -5, -3), S( 12, -7), S( 17, -7), S(  6, -8), S( 10,  3), S(-25, -1),
        S(-26,  4), S( -4,  7), S( -4, -6), S(-10,  1), S(  3,  0), S(  3, -5), S( 33, -1), S(-12, -8),
        S(-35, 13), S( -1,  8), S(-20,  8), S(-23, 10), S(-15, 13), S( 24,  0), S( 38,  2), S(-22, -7),
        S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0), S(  0,  0),
    ],
    // A knight's square, a8 first.
    knight_squares: [
        S(-167, -58), S( -89, -38), S( -34, -13), S( -49, -28), S(  61, -31), S( -97, -27), S( -15, -63), S(-107, -99),
        S( -73, -25), S( -41,  -8), S(  72, -25), S(  36,  -2), S(  23,  -9), S(  62, -25), S(   7, -24), S( -17, -52),
        S( -47, -24), S(  60, -20), S(  37,  10), S(  65,   9), S(  84,  -1), S( 129,  -9), S(  73, -19), S(  44, -41),
        S(  -9, -17), S(  17,   3), S(  19,  22), S(  53,  22), S(  37,  22), S(  69,  11), S(  18,   8), S(  22, -18),
        S( -13, -18), S(   4,  -6), S(  16,  16), S(  13,  25), S(  28,  16), S(  19,  17), S(  21,   4), S(  -8, -18),
        S( -23, -23), S(  -9,  -3), S(  12,  -1), S(  10,  15), S(  19,  10), S(  17,  -3), S(  25, -20), S( -16, -22),
        S( -29, -42), S( -53, -20), S( -12, -10), S(  -3,  -5), S(  -1,  -2), S(  18, -20), S( -14, -23), S( -19, -44),
        S(-105, -29), S( -21, -51), S( -58, -23), S( -33, -15), S( -17, -22), S( -28, -18), S( -19, -50), S( -23, -64),
    ],
    // A bishop's square, a8 first.
    bishop_squares: [
        S(-29, -14), S(  4, -21), S(-82, -11), S(-37,  -8), S(-25,  -7), S(-42,  -9), S(  7, -17), S( -8, -24),
        S(-26,  -8), S( 16,  -4), S(-18,   7), S(-13, -12), S( 30,  -3), S( 59, -13), S( 18,  -4), S(-47, -14),
        S(-16,   2), S( 37,  -8), S( 43,   0), S( 40,  -1), S( 35,  -2), S( 50,   6), S( 37,   0), S( -2,   4),
        S( -4,  -3), S(  5,   9), S( 19,  12), S( 50,   9), S( 37,  14), S( 37,  10), S(  7,   3), S( -2,   2),
        S( -6,  -6), S( 13,   3), S( 13,  13), S( 26,  19), S( 34,   7), S( 12,  10), S( 10,  -3), S(  4,  -9),
        S(  0, -12), S( 15,  -3), S( 15,   8), S( 15,  10), S( 14,  13), S( 27,   3), S( 18,  -7), S( 10, -15),
        S(  4, -14), S( 15, -18), S( 16,  -7), S(  0,  -1), S(  7,   4), S( 21,  -9), S( 33, -15), S(  1, -27),
        S(-33, -23), S( -3,  -9), S(-14, -23), S(-21,  -5), S(-13,  -9), S(-12, -16), S(-39,  -5), S(-21, -17),
    ],
    // A rook's square, a8 first.
    rook_squares: [
        S( 32,  13), S( 42,  10), S( 32,  18), S( 51,  15), S( 63,  12), S(  9,  12), S( 31,   8), S( 43,   5),
        S( 27,  11), S( 32,  13), S( 58,  13), S( 62,  11), S( 80,  -3), S( 67,   3), S( 26,   8), S( 44,   3),
        S( -5,   7), S( 19,   7), S( 26,   7), S( 36,   5), S( 17,   4), S( 45,  -3), S( 61,  -5), S( 16,  -3),
        S(-24,   4), S(-11,   3), S(  7,  13), S( 26,   1), S( 24,   2), S( 35,   1), S( -8,  -1), S(-20,   2),
        S(-36,   3), S(-26,   5), S(-12,   8), S( -1,   4), S(  9,  -5), S( -7,  -6), S(  6,  -8), S(-23, -11),
        S(-45,  -4), S(-25,   0), S(-16,  -5), S(-17,  -1), S(  3,  -7), S(  0, -12), S( -5,  -8), S(-33, -16),
        S(-44,  -6), S(-16,  -6), S(-20,   0), S( -9,   2), S( -1,  -9), S( 11,  -9), S( -6, -11), S(-71,  -3),
        S(-19,  -9), S(-13,   2), S(  1,   3), S( 17,  -1), S( 16,  -5), S(  7, -13), S(-37,   4), S(-26, -20),
    ],
    // A queen's square, a8 first.
    queen_squares: [
        S(-28,  -9), S(  0,  22), S( 29,  22), S( 12,  27), S( 59,  27), S( 44,  19), S( 43,  10), S( 45,  20),
        S(-24, -17), S(-39,  20), S( -5,  32), S(  1,  41), S(-16,  58), S( 57,  25), S( 28,  30), S( 54,   0),
        S(-13, -20), S(-17,   6), S(  7,   9), S(  8,  49), S( 29,  47), S( 56,  35), S( 47,  19), S( 57,   9),
        S(-27,   3), S(-27,  22), S(-16,  24), S(-16,  45), S( -1,  57), S( 17,  40), S( -2,  57), S(  1,  36),
        S( -9, -18), S(-26,  28), S( -9,  19), S(-10,  47), S( -2,  31), S( -4,  34), S(  3,  39), S( -3,  23),
        S(-14, -16), S(  2, -27), S(-11,  15), S( -2,   6), S( -5,   9), S(  2,  17), S( 14,  10), S(  5,   5),
        S(-35, -22), S( -8, -23), S( 11, -30), S(  2, -16), S(  8, -16), S( 15, -23), S( -3, -36), S(  1, -32),
        S( -1, -33), S(-18, -28), S( -9, -22), S( 10, -43), S(-15,  -5), S(-25, -32), S(-31, -20), S(-50, -41),
    ],
    // The king's square, a8 first.
    king_squares: [
        S(-65, -74), S( 23, -35), S( 16, -18), S(-15, -18), S(-56, -11), S(-34,  15), S(  2,   4), S( 13, -17),
        S( 29, -12), S( -1,  17), S(-20,  14), S( -7,  17), S( -8,  17), S( -4,  38), S(-38,  23), S(-29,  11),
        S( -9,  10), S( 24,  17), S(  2,  23), S(-16,  15), S(-20,  20), S(  6,  45), S( 22,  44), S(-22,  13),
        S(-17,  -8), S(-20,  22), S(-12,  24), S(-27,  27), S(-30,  26), S(-25,  33), S(-14,  26), S(-36,   3),
        S(-49, -18), S( -1,  -4), S(-27,  21), S(-39,  24), S(-46,  27), S(-44,  23), S(-33,   9), S(-51, -11),
        S(-14, -19), S(-14,  -3), S(-22,  11), S(-46,  21), S(-44,  23), S(-30,  16), S(-15,   7), S(-27,  -9),
        S(  1, -27), S(  7, -11), S( -8,   4), S(-64,  13), S(-43,  14), S(-16,   4), S(  9,  -5), S(  8, -17),
        S(-15, -53), S( 36, -34), S( 12, -21), S(-54, -11), S(  8, -28), S(-28, -14), S( 24, -24), S( 14, -43),
    ],
    // A pawn behind another of its file: with a pawn beside them, without.
    pawn_doubled: [S(-6, -16), S(-12, -30)],
    // No pawn on the files beside, by distance of the file from the edge.
    pawn_isolated: [S(-6, -8), S(-8, -12), S(-12, -14), S(-14, -16)],
    // The same where no enemy pawn stands in front.
    pawn_isolated_open: [S(-10, -4)],
    // A pawn that cannot be defended by pawns nor advance: file closed, open.
    pawn_backward: [S(-4, -8), S(-14, -12)],
    // A pawn beside it, by rank.
    pawn_phalanx: [
        S( 0,  0), S( 4,  0), S( 8,  4), S(12, 10), S(22, 22), S(40, 45), S(60, 60), S( 0,  0),
    ],
    // Defended by a pawn, by rank.
    pawn_supported: [
        S( 0,  0), S( 0,  0), S(14,  8), S(12,  8), S(18, 16), S(40, 40), S(60, 50), S( 0,  0),
    ],
    // Each group of neighbouring files with pawns.
    pawn_islands: [S(-3, -5)],
    // No passed pawn, but more pawns help it than stand against it, by rank.
    pawn_candidate: [
        S( 0,  0), S( 0,  4), S( 0,  6), S( 6, 14), S(16, 30), S(30, 50), S( 0,  0), S( 0,  0),
    ],
    // A passed pawn, by rank.
    passed_rank: [
        S( 0,  0), S( 0,  4), S( 0,  8), S( 0, 18), S(10, 35), S(30, 60), S(60, 90), S( 0,  0),
    ],
    // Own king to the square before the passed pawn, by distance (from rank 4 on).
    passed_own_king: [
        S(0,   0), S(4,  30), S(2,  18), S(0,   6), S(0,  -2), S(0,  -6), S(0,  -8), S(0, -10),
    ],
    // Enemy king to the square before the passed pawn, by distance (from rank 4 on).
    passed_enemy_king: [
        S( 0, -10), S(-4, -30), S( 0, -10), S( 0,   4), S( 0,  14), S( 0,  22), S( 2,  26), S( 4,  28),
    ],
    // The square before is held by an enemy piece, by rank.
    passed_blocked: [
        S(  0,   0), S( -2,  -4), S( -4,  -8), S( -6, -14), S( -8, -26), S(-14, -44), S(-24, -70), S(  0,   0),
    ],
    // The square before is free and not attacked, by rank.
    passed_safe_step: [
        S( 0,  0), S( 0,  2), S( 0,  4), S( 2,  8), S( 6, 16), S(12, 30), S(20, 50), S( 0,  0),
    ],
    // The square before is defended by an own man, by rank.
    passed_defended_step: [
        S( 0,  0), S( 2,  2), S( 2,  4), S( 6,  8), S(10, 14), S(18, 22), S(30, 34), S( 0,  0),
    ],
    // The whole way is free and not attacked, by rank.
    passed_safe_way: [
        S( 0,  0), S( 0,  2), S( 0,  4), S( 2,  8), S( 4, 18), S( 8, 36), S(14, 60), S( 0,  0),
    ],
    // Own rook behind the passed pawn.
    passed_rook_behind: [S(6, 16)],
    // Enemy rook behind the passed pawn.
    passed_enemy_rook_behind: [S(-6, -16)],
    // The enemy has no pieces and his king comes too late.
    passed_unstoppable: [S(0, 300)],
    // Rearmost own pawn before the king, by file from the edge (line) and rank (first: no pawn).
    shield: [
        S( -6, 0), S( 16, 0), S( 18, 0), S(  8, 0), S(  4, 0), S(  2, 0), S(  0, 0), S(  0, 0),
        S(-24, 0), S( 22, 0), S( 18, 0), S( -6, 0), S( -8, 0), S( -4, 0), S(  0, 0), S(  0, 0),
        S(-14, 0), S( 16, 0), S(  4, 0), S( -4, 0), S( -2, 0), S( -4, 0), S( -4, 0), S(  0, 0),
        S(-10, 0), S(  8, 0), S(  6, 0), S( -4, 0), S( -6, 0), S( -4, 0), S( -4, 0), S(  0, 0),
    ],
    // Nearest enemy pawn before the king, by file from the edge (line) and rank as the king sees it (first: no pawn).
    storm: [
        S(  6, 0), S( 10, 0), S(-40, 0), S(-24, 0), S(-10, 0), S( -4, 0), S( -2, 0), S(  0, 0),
        S(  4, 0), S(  6, 0), S(-30, 0), S(-24, 0), S( -8, 0), S( -2, 0), S(  0, 0), S(  0, 0),
        S(  2, 0), S(  4, 0), S(-30, 0), S(-26, 0), S(-10, 0), S( -4, 0), S(  0, 0), S(  0, 0),
        S(  2, 0), S(  4, 0), S(-20, 0), S(-22, 0), S( -8, 0), S( -4, 0), S(  0, 0), S(  0, 0),
    ],
    // The same where an own pawn stands in its way, by rank.
    storm_blocked: [
        S(  0,   0), S(  0,   0), S(-12, -12), S( -2,  -6), S(  2,  -2), S(  2,   0), S(  0,   0), S(  0,   0),
    ],
    // Open, then half-open: the king's file and each beside it.
    king_files: [S(-24, 0), S(-14, 4), S(-8, 0), S(-6, 4)],
    // An enemy bishop, a queen, on a diagonal of the king with no pawn between; both on one.
    king_diagonals: [S(-6, -2), S(-8, -2), S(-12, 0)],
    // Danger: at the outset.
    danger_base: [S(-74, -26)],
    // Danger: knights, bishops, rooks, queens that attack a square around the king.
    danger_attackers: [S(48, 41), S(24, 35), S(36, 8), S(30, 6)],
    // Danger: each such attack.
    danger_hits: [S(14, 8)],
    // Danger: attacked squares around the king that only king or queen defend.
    danger_weak: [S(42, 41)],
    // Danger: safe checks by knight, bishop, rook, queen.
    danger_checks: [S(112, 117), S(59, 59), S(90, 98), S(93, 83)],
    // Danger: other checks.
    danger_unsafe_checks: [S(10, 8)],
    // Danger: the enemy has no queen.
    danger_no_queen: [S(-237, -259)],
    // Danger: squares of the king's wing that the enemy attacks once, twice.
    danger_wing_attacks: [S(4, 2), S(6, 2)],
    // Danger: squares of the king's wing that are defended.
    danger_wing_defence: [S(-4, 0)],
    // Danger: men that shield the king from a rook, bishop or queen.
    danger_pinned: [S(20, 10)],
    // Danger: files at the king without own pawns.
    danger_files: [S(20, 0)],
    // Danger: a knight defends the king.
    danger_knight: [S(-20, 0)],
    // Each step that a knight, bishop, rook, queen is nearer to the enemy king than seven.
    tropism: [S(2, 0), S(1, 0), S(1, 0), S(2, 2)],
    // Knight, by squares it reaches.
    knight_mobility: [
        S(-60, -80), S(-40, -45), S(-10, -22), S( -3, -10), S(  4,   6), S( 12,  12), S( 20,  18), S( 26,  20), S( 32,  20),
    ],
    // Bishop, by squares it reaches.
    bishop_mobility: [
        S(-48, -60), S(-22, -32), S(  8,  -8), S( 16,   6), S( 22,  16), S( 28,  24), S( 32,  30),
        S( 34,  34), S( 36,  38), S( 40,  40), S( 46,  42), S( 52,  42), S( 54,  46), S( 60,  50),
    ],
    // Rook, by squares it reaches.
    rook_mobility: [
        S(-60, -78), S(-20, -20), S( -8,  10), S( -4,  24), S( -2,  34), S(  0,  46), S(  4,  54), S( 10,  58),
        S( 14,  64), S( 18,  70), S( 20,  76), S( 22,  80), S( 26,  82), S( 30,  84), S( 34,  86),
    ],
    // Queen, by squares it reaches.
    queen_mobility: [
        S(-30, -48), S(-20, -30), S( -8, -14), S( -6,  -8), S(  4,   2), S(  8,  10), S( 10,  16),
        S( 12,  22), S( 16,  28), S( 20,  32), S( 22,  36), S( 24,  42), S( 26,  46), S( 28,  50),
        S( 30,  54), S( 32,  58), S( 34,  60), S( 36,  62), S( 38,  64), S( 40,  66), S( 42,  68),
        S( 44,  70), S( 46,  72), S( 48,  74), S( 50,  76), S( 52,  78), S( 54,  80), S( 56,  82),
    ],
    // A pawn on d4, e4, d5, e5.
    center_pawns: [S(6, 0)],
    // Each of them that pawns attack; that minor pieces attack.
    center_attacks: [S(4, 0), S(3, 0)],
    // A knight, a bishop that is still at home.
    undeveloped: [S(-8, 0), S(-8, 0)],
    // The queen is out, for each minor piece that is not.
    early_queen: [S(-3, 0)],
    // A rook shut in by its own uncastled king.
    shut_in_rook: [S(-40, -10)],
    // A pawn attacks a knight, bishop, rook, queen.
    threat_by_pawn: [S(60, 35), S(60, 45), S(70, 30), S(65, 30)],
    // A minor piece attacks a pawn (undefended by pawns), knight, bishop, rook, queen.
    threat_by_minor: [S(4, 20), S(25, 25), S(28, 28), S(50, 40), S(45, 40)],
    // A rook attacks a pawn (undefended by pawns), knight, bishop, rook, queen.
    threat_by_rook: [S(2, 20), S(20, 30), S(20, 30), S(6, 20), S(50, 40)],
    // The king attacks an undefended man.
    threat_by_king: [S(10, 40)],
    // An attacked and undefended pawn, knight, bishop, rook, queen.
    hanging: [S(5, 10), S(20, 15), S(20, 15), S(15, 10), S(10, 10)],
    // A pawn can step to where it attacks a piece.
    threat_by_push: [S(16, 12)],
    // A knight, a bishop or rook can go safely where it attacks the queen.
    threat_on_queen: [S(12, 8), S(20, 12)],
    // Squares of the enemy's reach that are attacked too.
    restricted: [S(3, 3)],
    // A rook on an open file, a half-open one.
    rook_file: [S(32, 10), S(14, 8)],
    // A rook on the seventh rank, the king being on the eighth or pawns on the seventh.
    rook_seventh: [S(4, 30)],
    // Rooks that defend each other.
    rook_connected: [S(6, 2)],
    // A rook with hardly a square, by the side of its king.
    rook_trapped: [S(-30, -8)],
    // Both bishops.
    bishop_pair: [S(24, 55)],
    // Each own pawn on the colour of a bishop; each blocked one of the middle files.
    bishop_pawns: [S(-3, -5), S(-4, -4)],
    // A bishop on a long diagonal sees both squares of the centre.
    bishop_long_diagonal: [S(20, 8)],
    // A knight, a bishop right behind a pawn.
    minor_behind_pawn: [S(5, 20), S(4, 18)],
    // A knight that no pawn can drive away: not defended by a pawn, defended.
    knight_outpost: [S(12, 6), S(32, 20)],
    // A bishop that no pawn can drive away: not defended by a pawn, defended.
    bishop_outpost: [S(10, 2), S(34, 12)],
    // A knight can go to such a square.
    knight_reaches_outpost: [S(14, 8)],
    // Each safe square on the middle files of ranks 2 to 4; each such behind a pawn.
    space: [S(2, 0), S(2, 0)],
};
// </fitted>
