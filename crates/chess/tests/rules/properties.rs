//! What holds for every position, every text and every wild set-up.

use chess::{
    Bitboard, Board, CastlingRights, CastlingStyle, Color, Game, Move, Outcome, Piece, Position,
    Setup, Square,
};
use proptest::prelude::*;

/// A start position and choices that lead on from it: shrinks to the shortest
/// game that shows a fault.
fn games() -> impl Strategy<Value = Game> {
    let number = prop_oneof![Just(518u16), 0..960u16];
    (number, prop::collection::vec(any::<u16>(), 0..120)).prop_map(|(number, choices)| {
        let mut game = Game::from_position(Position::chess960(number).unwrap());
        for choice in choices {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    })
}

fn positions() -> impl Strategy<Value = Position> {
    games().prop_map(|game| *game.position())
}

/// Anything that the types allow.
fn setups() -> impl Strategy<Value = Setup> {
    let square = (0..64u8).prop_map(|index| Square::from_index(index).unwrap());
    // Mostly few men off the back ranks: most of those can be played on.
    let inner = (8..56u8).prop_map(|index| Square::from_index(index).unwrap());
    let place = prop_oneof![9 => inner, 1 => square.clone()];
    let man = (place, prop::sample::select(&Piece::ALL[..]));
    let rooks = prop_oneof![Just(0), Just(0x81 << 56 | 0x81), any::<u64>()];
    (
        prop_oneof![3 => prop::collection::vec(man.clone(), 0..8), 1 => prop::collection::vec(man, 0..40)],
        // Without two kings every set-up would fail at the first check.
        prop::option::weighted(0.9, (square.clone(), square.clone())),
        any::<bool>(),
        rooks,
        prop::option::weighted(0.3, square),
        prop_oneof![0..200u16, any::<u16>()],
        prop_oneof![1..200u16, any::<u16>()],
    )
        .prop_map(|(men, kings, white, rooks, en_passant, halfmoves, fullmoves)| {
            let mut board = Board::empty();
            for (square, piece) in men {
                if kings.is_none() || piece.role() != chess::Role::King {
                    board.put(square, piece);
                }
            }
            if let Some((first, second)) = kings {
                board.put(first, Piece::WhiteKing);
                board.put(second, Piece::BlackKing);
            }
            Setup {
                board,
                turn: Color::from_white(white),
                castling: CastlingRights::of_rooks(Bitboard::from_bits(rooks)),
                en_passant,
                halfmoves,
                fullmoves,
            }
        })
}

/// Asks a position everything that could panic.
fn exercise(position: &Position) {
    for mv in position.legal_moves() {
        assert!(position.is_legal(mv));
        let after = position.after(mv);
        assert_eq!(after.key(), after.key_from_scratch(), "{position}: {mv:?}");
        assert_eq!(Position::from_fen_tolerant(&after.fen()), Ok(after), "{position}: {mv:?}");
        position.see(mv, 0);
        assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv), "{position}");
    }
    let counted = u64::from(position.count_legal_moves());
    assert_eq!(position.perft(1), counted);
    assert_eq!(Game::from_position(*position).moves().len(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::data::is_long() { 100_000 } else { 3_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn fen_round_trip(position in positions()) {
        for text in [position.fen(), position.shredder_fen()] {
            prop_assert_eq!(Position::from_fen(&text), Ok(position));
            prop_assert_eq!(Position::from_fen_tolerant(&text), Ok(position));
            prop_assert_eq!(Setup::from_fen(&text), Ok(position.to_setup()));
        }
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        prop_assert_eq!(Position::try_from(position.to_setup()), Ok(position));
    }

    #[test]
    fn moves_round_trip_through_text(position in positions()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
            for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
                let text = position.to_uci(mv, style).to_string();
                prop_assert_eq!(position.parse_uci(&text), Ok(mv), "{}", text);
            }
            let san = position.to_san(mv);
            prop_assert_eq!(position.parse_san(&san), Ok(mv), "{}", san);
            // People leave the marks out, or add their own.
            let bare = san.trim_end_matches(['+', '#']);
            prop_assert_eq!(position.parse_san(bare), Ok(mv), "{}", bare);
            let praised = format!("{san}!?");
            prop_assert_eq!(position.parse_san(&praised), Ok(mv), "{}", praised);
            let zeros = san.replace('O', "0").replace('=', "");
            prop_assert_eq!(position.parse_san(&zeros), Ok(mv), "{}", zeros);
            let long = position.to_long_algebraic(mv);
            prop_assert_eq!(position.parse_san(&long), Ok(mv), "{}", long);
        }
    }

    #[test]
    fn different_moves_have_different_text(position in positions()) {
        let moves = position.legal_moves();
        let unique = |write: &dyn Fn(Move) -> String| {
            let texts: std::collections::HashSet<String> =
                moves.iter().map(|&mv| write(mv)).collect();
            texts.len() == moves.len()
        };
        prop_assert!(unique(&|mv| position.to_san(mv)));
        prop_assert!(unique(&|mv| position.to_long_algebraic(mv)));
        for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
            prop_assert!(unique(&|mv| position.to_uci(mv, style).to_string()));
        }
    }

    #[test]
    fn key_is_kept(game in games()) {
        for position in game.positions() {
            prop_assert_eq!(position.key(), position.key_from_scratch());
            if !position.is_check() {
                let mut passed = *position;
                passed.play_null();
                prop_assert_eq!(passed.key(), passed.key_from_scratch());
                prop_assert_eq!(passed.turn(), !position.turn());
                prop_assert_eq!(passed.board(), position.board());
            }
        }
    }

    #[test]
    fn undo_and_redo_restore_everything(
        game in games(),
        back in 0..200usize,
        end in prop::option::of(any::<bool>()),
    ) {
        let mut other = game.clone();
        if let Some(white) = end {
            // Resigning is undone with the move.
            let _ = other.resign(Color::from_white(white));
        }
        let back = back.min(game.moves().len());
        for step in 1..=back {
            let mv = other.undo();
            prop_assert_eq!(mv, Some(game.moves()[game.moves().len() - step]));
            let left = game.moves().len() - step;
            prop_assert_eq!(other.position(), &game.positions()[left]);
            prop_assert_eq!(other.moves(), &game.moves()[..left]);
            prop_assert_eq!(other.outcome(), None);
            prop_assert_eq!(other.redoable().next(), mv);
            prop_assert_eq!(other.redoable().count(), step);
        }
        if back == 0 {
            return Ok(());
        }
        // Another move forgets what could be redone.
        let mut branch = other.clone();
        let next = branch.redoable().next();
        if let Some(&mv) = branch.position().legal_moves().iter().find(|&&mv| Some(mv) != next) {
            prop_assert_eq!(branch.play(mv), Ok(()));
            prop_assert_eq!(branch.redo(), None);
        }
        // Half by redoing, half by playing the same moves again.
        for step in 0..back {
            let next = other.redoable().next().unwrap();
            if step % 2 == 0 {
                prop_assert_eq!(other.redo(), Some(next));
            } else {
                prop_assert_eq!(other.play(next), Ok(()));
            }
        }
        prop_assert_eq!(&other, &game);
        prop_assert_eq!(other.redo(), None);
        prop_assert_eq!(
            other.outcome().map(Outcome::result), game.outcome().map(Outcome::result)
        );
    }

    #[test]
    fn legal_is_membership(game in games(), bits in prop::collection::vec(any::<u16>(), 200)) {
        let position = game.position();
        let moves = position.legal_moves();
        for mv in bits.into_iter().filter_map(Move::from_bits).chain(game.moves().iter().copied()) {
            prop_assert_eq!(position.is_legal(mv), moves.contains(&mv), "{:?}", mv);
            let mut other = Game::from_position(*position);
            let playable = moves.contains(&mv) && other.outcome().is_none();
            prop_assert_eq!(other.play(mv).is_ok(), playable, "{:?}", mv);
        }
    }

    #[test]
    fn wild_setups_are_refused_or_playable(setup in setups()) {
        let text = setup.fen();
        // Neither reading panics, and the strict one agrees with the check.
        let tolerant = Position::from_fen_tolerant(&text);
        match Position::try_from(setup.clone()) {
            Ok(position) => {
                prop_assert_eq!(position.to_setup(), setup);
                prop_assert_eq!(Position::from_fen(&text), Ok(position));
                prop_assert_eq!(tolerant, Ok(position));
                exercise(&position);
            }
            Err(error) => {
                prop_assert!(!error.to_string().is_empty());
                prop_assert!(Position::from_fen(&text).is_err());
                if let Ok(position) = tolerant {
                    exercise(&position);
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in prop_oneof![
            any::<String>(),
            "[pnbrqkPNBRQK1-8/]{0,72} [wb] [KQkqA-Ha-h-]{0,5} (-|[a-h][36]) [0-9]{0,5} [0-9]{0,5}",
            "([pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] - - 0 1",
        ],
        position in positions(),
    ) {
        if let Ok(read) = Position::from_fen(&text) {
            prop_assert!(text == read.fen() || text == read.shredder_fen(), "{}", text);
        }
        if let Ok(read) = Position::from_fen_tolerant(&text) {
            exercise(&read);
        }
        let _ = (Setup::from_fen(&text).map(|setup| setup.fen()), position.parse_uci(&text));
        let _ = position.parse_san(&text);
    }

    #[test]
    fn any_move_text_is_legal_or_refused(
        text in prop_oneof![
            any::<String>(),
            "[a-h][1-8][a-h][1-8][nbrqk]?",
            "[PNBRQK]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[NBRQK])?( e\\.p\\.)?[+#!?]{0,3}",
            "[O0o](-?[O0o]){1,2}[+#]?",
        ],
        position in positions(),
    ) {
        if let Ok(mv) = position.parse_san(&text) {
            prop_assert!(position.is_legal(mv), "{} is {:?}", text, mv);
        }
        if let Ok(mv) = position.parse_uci(&text) {
            prop_assert!(position.is_legal(mv), "{} is {:?}", text, mv);
            let spelled = [CastlingStyle::Standard, CastlingStyle::Chess960]
                .map(|style| position.to_uci(mv, style).to_string());
            prop_assert!(spelled.contains(&text.to_ascii_lowercase()), "{} is {:?}", text, mv);
        }
    }
}
