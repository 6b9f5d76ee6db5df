//! `see` against two oracles: the exchange as its documentation defines it,
//! on a plain array of squares, and real moves where those say the same.

use std::cell::Cell;

use chess::{Color, EXCHANGE_VALUES, Move, MoveKind, Piece, Position, Role, Square};

use crate::data;
use crate::random::{self, Random};

type Men = [Option<Piece>; 64];

fn value(role: Role) -> i32 {
    EXCHANGE_VALUES[role]
}

/// Does the man on `from` attack `to`, whoever stands there?
fn attacks(men: &Men, from: Square, to: Square) -> bool {
    let Some(piece) = men[from as usize] else { return false };
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
    let in_line = match piece.role() {
        Role::Pawn => {
            return files.abs() == 1 && ranks == if piece.color().is_white() { 1 } else { -1 };
        }
        Role::Knight => return files.abs() * ranks.abs() == 2,
        Role::King => return files.abs().max(ranks.abs()) == 1,
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight || diagonal,
    };
    let mut steps =
        (1..files.abs().max(ranks.abs())).map(|n| (n * files.signum(), n * ranks.signum()));
    from != to
        && in_line
        && steps
            .all(|(f, r)| from.offset(f, r).is_some_and(|square| men[square as usize].is_none()))
}

fn attackers(men: &Men, color: Color, to: Square) -> Vec<Square> {
    let owned = |square: &Square| men[*square as usize].is_some_and(|p| p.color() == color);
    Square::ALL.into_iter().filter(owned).filter(|&from| attacks(men, from, to)).collect()
}

fn moved(men: &Men, from: Square, to: Square) -> Men {
    let mut after = *men;
    after[to as usize] = after[from as usize].take();
    after
}

/// Would taking open a line from an enemy slider to the own king?
fn is_pinned(men: &Men, side: Color, from: Square, to: Square) -> bool {
    let Some(king) =
        Square::ALL.into_iter().find(|&s| men[s as usize] == Some(Role::King.of(side)))
    else {
        return false;
    };
    let before = attackers(men, !side, king);
    attackers(&moved(men, from, to), !side, king).iter().any(|s| !before.contains(s))
}

/// What `side` wins by taking on `to`, or not taking.
fn exchange(men: &Men, side: Color, to: Square) -> i32 {
    let role = |from: Square| men[from as usize].unwrap().role();
    let cheapest = attackers(men, side, to)
        .into_iter()
        .filter(|&from| match role(from) {
            Role::King => attackers(&moved(men, from, to), !side, to).is_empty(),
            _ => !is_pinned(men, side, from, to),
        })
        .min_by_key(|&from| (role(from), from));
    let Some(from) = cheapest else { return 0 };
    (value(role(to)) - exchange(&moved(men, from, to), !side, to)).max(0)
}

/// What the first move gains, whatever follows.
fn gain(position: &Position, mv: Move) -> i32 {
    position.captured(mv).map_or(0, |taken| value(taken.role()))
        + mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn))
}

fn expected(position: &Position, mv: Move) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let mut men: Men = std::array::from_fn(|i| position.piece_at(Square::ALL[i]));
    men = moved(&men, from, to);
    if mv.kind() == MoveKind::EnPassant {
        men[Square::new(to.file(), from.rank()) as usize] = None;
    }
    if let Some(role) = mv.promotion() {
        men[to as usize] = Some(role.of(position.turn()));
    }
    gain(position, mv) - exchange(&men, !position.turn(), to)
}

/// The same with real moves; nothing where a check or a promotion on the way
/// makes real chess another game than exchanging.
fn played(position: &Position, to: Square) -> Option<i32> {
    if position.is_check() {
        return None;
    }
    let role = |mv: &Move| position.piece_at(mv.from()).unwrap().role();
    let takes = position.legal_moves().into_iter().filter(|mv| mv.to() == to && mv.is_capture());
    let Some(mv) = takes.min_by_key(|mv| (role(mv), mv.from())) else { return Some(0) };
    if mv.is_promotion() {
        return None;
    }
    Some((gain(position, mv) - played(&position.after(mv), to)?).max(0))
}

fn check(position: &Position, mv: Move) {
    let expected = expected(position, mv);
    let thresholds = [-951, -500, -101, -100, -1, 0, 1, 100, 220, 320, 330, 499, 950, 1_500];
    for threshold in thresholds.into_iter().chain(expected - 1..=expected + 1) {
        assert_eq!(
            position.see(mv, threshold),
            expected >= threshold,
            "{position}: {} against {threshold}, expected {expected}",
            position.to_san(mv)
        );
    }
}

/// A position full of pieces that look at each other: random games never
/// bring so many together.
fn crowded(random: &mut Random) -> Option<Position> {
    let mut setup = random.start().to_setup();
    let men: Vec<(Square, Piece)> = setup.board.iter().collect();
    setup.board = chess::Board::empty();
    setup.castling = chess::CastlingRights::NONE;
    for (_, piece) in men {
        let place = |random: &mut Random| {
            if piece.role() == Role::Pawn { 8 + random.below(48) } else { random.below(64) }
        };
        if piece.role() == Role::King || !random.one_in(3) {
            let square = Square::ALL[place(random)];
            if setup.board.piece_at(square).is_none_or(|there| there.role() != Role::King) {
                setup.board.put(square, piece);
            }
        }
    }
    Position::try_from(setup).ok()
}

#[test]
fn random_exchanges() {
    let wanted = if data::is_long() { 20_000_000 } else { 1_000_000 };
    let compared = Cell::new(0);
    for mut random in random::games(5, || compared.get() >= wanted) {
        let mut positions: Vec<Position> = (0..60).filter_map(|_| crowded(&mut random)).collect();
        let mut position = random.start();
        for _ in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(random.pick_move(&moves));
            positions.push(position);
        }
        for position in positions {
            for mv in position.legal_moves() {
                if !mv.is_quiet() || random.one_in(4) {
                    check(&position, mv);
                    compared.set(compared.get() + 1);
                }
            }
        }
    }
    eprintln!("{} exchanges are as defined", compared.get());
}

#[test]
fn exchanges_are_real_chess_where_no_check_interferes() {
    let wanted = if data::is_long() { 10_000_000 } else { 500_000 };
    let (compared, mut fought) = (Cell::new(0), 0);
    for mut random in random::games(6, || compared.get() >= wanted) {
        let Some(position) = (0..9).find_map(|_| crowded(&mut random)) else { continue };
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castle()) {
            if let Some(reply) = played(&position.after(mv), mv.to()) {
                let real = gain(&position, mv) - reply;
                let text = position.to_san(mv);
                assert!(position.see(mv, real), "{position}: {text} is worth {real}");
                assert!(!position.see(mv, real + 1), "{position}: {text} is worth only {real}");
                compared.set(compared.get() + 1);
                fought += usize::from(reply > 0);
            }
        }
    }
    assert!(fought > compared.get() / 10, "{fought}");
}

#[test]
fn known_exchanges() {
    for (fen, san, expected) in [
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100 - 500),
        // The rook behind joins in.
        ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100 - 500 + 100),
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100 - 500),
        // A pinned man does not take back, but it keeps the king away.
        ("4k3/8/4p3/3p4/4R3/8/8/3RK3 w - - 0 1", "Rxd5", 100),
        ("8/8/8/8/3k4/4p3/8/1B2KR2 w - - 0 1", "Rf3", 0),
        // En passant removes a man from the line that then takes back.
        ("4k3/8/8/2pP4/8/8/8/3QK3 w - c6 0 1", "dxc6", 100),
        ("4k3/1p6/8/2pP4/8/8/8/3QK3 w - c6 0 1", "dxc6", 0),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q", 500 + 850 - 950),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q", 850),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", 0),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_san(san).unwrap();
        assert_eq!(self::expected(&position, mv), expected, "{fen}: {san}");
        check(&position, mv);
    }
}
