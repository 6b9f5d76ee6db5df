//! Which positions are lawful, here and in shakmaty.

use std::cell::Cell;
use std::collections::BTreeMap;

use chess::{
    Bitboard, CastlingFault, CastlingRights, Color, FenError, Piece, Position, PositionError, Rank,
    Setup, Square,
};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use crate::data;
use crate::differential::{assert_same_moves, assert_same_texts, theirs};
use crate::random::{self, Random};

/// Why we reject what they accept. We are never laxer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stricter {
    /// A king in a corner has no rook on either side of it at the start of
    /// any game, so there is no right to castle. They take it.
    KingInCorner,
    /// The pawn that has just pushed twice gives check, but before it did,
    /// a slider behind its way gave check already: that was no turn of the
    /// pawn's owner. They look no further than the pawn.
    CheckBeforePush,
}

fn stricter(setup: &Setup, error: &FenError) -> Option<Stricter> {
    match error {
        FenError::Position(PositionError::CastlingRight { reason, .. }) => {
            (*reason == CastlingFault::KingInCorner).then_some(Stricter::KingInCorner)
        }
        FenError::Position(PositionError::ImpossibleCheck { checkers }) => {
            let skipped = Bitboard::of(setup.en_passant?);
            (*checkers == skipped.forward(!setup.turn)).then_some(Stricter::CheckBeforePush)
        }
        _ => None,
    }
}

/// Changes one thing, in ways that often come near to the lawful.
fn mutate(setup: &mut Setup, random: &mut Random) {
    let any_square = |random: &mut Random| Square::ALL[random.below(64)];
    let men: Vec<(Square, Piece)> = setup.board.iter().collect();
    match random.below(10) {
        0 if random.one_in(2) && !men.is_empty() => {
            let alike = random.pick(&men).1;
            (0..3).for_each(|_| setup.board.put(any_square(random), alike));
        }
        0 => setup.board.put(any_square(random), random.pick(&Piece::ALL)),
        1 if !men.is_empty() => setup.board.remove(random.pick(&men).0),
        2 | 3 if !men.is_empty() => {
            let (from, piece) = random.pick(&men);
            setup.board.remove(from);
            setup.board.put(any_square(random), piece);
        }
        4 if !men.is_empty() => {
            let ((a, first), (b, second)) = (random.pick(&men), random.pick(&men));
            setup.board.put(a, second);
            setup.board.put(b, first);
        }
        5 => setup.turn = !setup.turn,
        6 => {
            let ends = Bitboard::from(Rank::First) | Rank::Eighth.into();
            let rooks = Bitboard::from_bits(random.next() & random.next()) & ends;
            setup.castling = CastlingRights::of_rooks(rooks);
        }
        7 => {
            let rooks = setup.board.by_role(chess::Role::Rook);
            let ends = Bitboard::from(Rank::First) | Rank::Eighth.into();
            setup.castling = CastlingRights::of_rooks(rooks & ends);
        }
        8 => {
            let pusher = !setup.turn;
            let pushed = setup.board.pieces(pusher, chess::Role::Pawn)
                & Rank::Fourth.relative_to(pusher).into();
            let skipped: Vec<Square> = pushed.forward(setup.turn).into_iter().collect();
            setup.en_passant = if skipped.is_empty() || random.one_in(4) {
                Some(any_square(random))
            } else {
                Some(random.pick(&skipped))
            };
        }
        _ => setup.en_passant = None,
    }
}

/// Both judge the same text; returns whether it is lawful.
fn compare(setup: &Setup, tally: &mut BTreeMap<Stricter, usize>) -> bool {
    let fen = setup.fen();
    match (Position::from_fen(&fen), theirs(&fen)) {
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(ours.fen(), fen);
            assert_eq!(ours.to_setup(), *setup, "{fen}");
            let their_fen = Fen::from_position(&theirs, EnPassantMode::Always).to_string();
            assert_eq!(their_fen, fen);
            assert_same_moves(&ours, &theirs);
            // Mutation brings many pieces of a kind together, which SAN must
            // tell apart.
            if ours.key().is_multiple_of(16) {
                assert_same_texts(&ours, &theirs);
            }
            true
        }
        (Err(error), Ok(_)) => {
            let Some(reason) = stricter(setup, &error) else { panic!("{fen}: {error}") };
            *tally.entry(reason).or_default() += 1;
            false
        }
        (Ok(_), Err(error)) => panic!("{fen}: we accept, they say: {error}"),
        (Err(_), Err(_)) => false,
    }
}

#[test]
fn mutated_positions() {
    let wanted = if data::is_long() { 5_000_000 } else { 600_000 };
    let judged = Cell::new(0);
    let (mut lawful, mut tally) = (0, BTreeMap::new());
    for mut random in random::games(3, || judged.get() >= wanted) {
        let mut position = random.start();
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(random.pick_move(&moves));
            for _ in 0..6 {
                let mut setup = position.to_setup();
                for _ in 0..1 + random.below(4) {
                    mutate(&mut setup, &mut random);
                }
                judged.set(judged.get() + 1);
                lawful += usize::from(compare(&setup, &mut tally));
            }
        }
    }
    eprintln!("{} judged, {lawful} lawful, stricter: {tally:?}", judged.get());
    // The mutations must come near the border from both sides.
    assert!(lawful > judged.get() / 20 && lawful < judged.get() * 19 / 20);
}

/// Text with a few bytes changed: what we read strictly, they read too, and
/// both mean the same.
#[test]
fn damaged_text() {
    const BYTES: &[u8] = b"pnbrqkPNBRQK12345678/ wb-KQkqABCDEFGHabcdefgh0~+\t\xc3";
    let games = if data::is_long() { 50_000 } else { 2_000 };
    let played = Cell::new(0);
    let mut accepted = 0;
    for mut random in random::games(4, || played.replace(played.get() + 1) >= games) {
        let mut position = random.start();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(random.pick_move(&moves));
            let mut text = position.fen().into_bytes();
            for _ in 0..1 + random.below(3) {
                let at = random.below(text.len());
                match random.below(3) {
                    0 => text[at] = random.pick(BYTES),
                    1 => text.insert(at, random.pick(BYTES)),
                    _ => drop(text.remove(at)),
                }
            }
            let text = String::from_utf8_lossy(&text);
            let strict = Position::from_fen(&text);
            if let Ok(read) = &strict {
                accepted += 1;
                let theirs = theirs(&text).unwrap_or_else(|e| panic!("{text}: they say {e}"));
                assert!(*text == read.fen() || *text == read.shredder_fen(), "{text}");
                assert_same_moves(read, &theirs);
                assert_eq!(Position::from_fen_tolerant(&text).as_ref(), Ok(read), "{text}");
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn documented_differences() {
    let cornered = "4k3/8/8/8/8/8/8/R6K w Q - 0 1";
    // The bishop on a1 saw the king on e5 before the pawn went to d4.
    let pushed = "8/8/8/4k3/3P4/8/8/B3K3 b - d3 0 1";
    for (fen, expected) in [(cornered, Stricter::KingInCorner), (pushed, Stricter::CheckBeforePush)]
    {
        assert!(theirs(fen).is_ok(), "{fen}");
        let error = Position::from_fen(fen).unwrap_err();
        let setup = Setup::from_fen(fen).unwrap();
        assert_eq!(stricter(&setup, &error), Some(expected), "{fen}: {error}");
    }
    // Two knights cannot both have come to give check; neither takes it.
    let knights = "8/8/8/4k3/8/3N1N2/8/4K3 b - - 0 1";
    assert!(theirs(knights).is_err() && Position::from_fen(knights).is_err());
    assert_eq!(Setup::from_fen(knights).unwrap().turn, Color::Black);
}
