//! The same random games here and in shakmaty.

use std::cell::Cell;

use chess::{CastlingStyle, Color, Game, Move, Outcome, Position, WinReason};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::data;
use crate::random::{self, Random};

/// Their position of our FEN.
pub(crate) fn theirs(fen: &str) -> Result<Chess, String> {
    let fen: Fen = fen.parse().map_err(|error| format!("{error}"))?;
    fen.into_position(CastlingMode::Chess960).map_err(|error| format!("{error}"))
}

/// Our legal moves, in order of their text.
fn our_moves(position: &Position) -> Vec<(String, Move)> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (position.to_uci(mv, CastlingStyle::Chess960).to_string(), mv))
        .collect();
    moves.sort();
    moves
}

/// Theirs, in the same order.
fn their_moves(position: &Chess) -> Vec<(String, shakmaty::Move)> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (UciMove::from_chess960(mv).to_string(), mv))
        .collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

pub(crate) fn assert_same_moves(ours: &Position, theirs: &Chess) {
    let (our_moves, their_moves) = (our_moves(ours), their_moves(theirs));
    let (our_text, their_text): (Vec<_>, Vec<_>) =
        (our_moves.iter().map(|m| &m.0).collect(), their_moves.iter().map(|m| &m.0).collect());
    assert_eq!(our_text, their_text, "{ours}");
}

/// Our moves beside theirs.
fn pairs(ours: &Position, theirs: &Chess) -> Vec<(Move, shakmaty::Move)> {
    our_moves(ours).into_iter().zip(their_moves(theirs)).map(|(a, b)| (a.1, b.1)).collect()
}

/// Compares everything that is not about moves.
fn assert_same_state(ours: &Position, theirs: &Chess) {
    let fen = ours.fen();
    let their_fen = Fen::from_position(theirs, EnPassantMode::PseudoLegal).to_string();
    assert_eq!(fen, their_fen);
    assert_eq!(Position::from_fen(&fen).as_ref(), Ok(ours), "{fen}");
    assert_eq!(ours.is_check(), theirs.is_check(), "{fen}");
    assert_eq!(ours.checkers().bits(), theirs.checkers().0, "{fen}");
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "{fen}");
    assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "{fen}");
    assert_eq!(ours.is_insufficient_material(), theirs.is_insufficient_material(), "{fen}");
    for (color, their_color) in Color::ALL.into_iter().zip(shakmaty::Color::ALL) {
        let insufficient = theirs.has_insufficient_material(their_color);
        assert_eq!(ours.has_mating_material(color), !insufficient, "{fen}: {color}");
    }
    let legal_square = theirs.legal_ep_square().map(|square| square.to_string());
    assert_eq!(ours.en_passant().map(|square| square.to_string()), legal_square, "{fen}");
    assert_eq!(ours.key(), ours.key_from_scratch(), "{fen}");
    for square in chess::Square::ALL {
        assert_eq!(ours.piece_at(square), ours.board().piece_at(square), "{fen}: {square}");
    }
}

/// `is_legal` of moves that nobody generated.
fn assert_legality(position: &Position, previous: &[Move], random: &mut Random) {
    let moves = position.legal_moves();
    let check = |bits: u16| {
        if let Some(mv) = Move::from_bits(bits) {
            assert_eq!(position.is_legal(mv), moves.contains(&mv), "{position}: {mv:?}");
        }
    };
    if random.one_in(500) {
        (0..=u16::MAX).for_each(check);
    }
    // Moves of the position before, and legal moves with a bit turned, are
    // nearer to legal than chance comes.
    previous.iter().chain(&moves).for_each(|mv| check(mv.to_bits()));
    for _ in 0..16 {
        check(random.next() as u16);
        if !moves.is_empty() {
            check(random.pick(&moves).to_bits() ^ 1 << random.below(16));
        }
    }
}

/// Both spellings of our move, and whether it gives check.
fn assert_same_text(ours: &Position, mv: Move, theirs: &Chess, their_mv: shakmaty::Move) {
    let their_san = SanPlus::from_move(theirs.clone(), their_mv).to_string();
    assert_eq!(ours.to_san(mv), their_san, "{ours}");
    assert_eq!(ours.parse_san(&their_san), Ok(mv), "{ours}: {their_san}");
    let gives_check = their_san.ends_with(['+', '#']);
    assert_eq!(ours.gives_check(mv), gives_check, "{ours}: {their_san}");
    if CastlingMode::detect(&theirs.to_setup(EnPassantMode::Legal)) == CastlingMode::Standard {
        let their_uci = UciMove::from_standard(their_mv).to_string();
        assert_eq!(ours.to_uci(mv, CastlingStyle::Standard).to_string(), their_uci, "{ours}");
        assert_eq!(ours.parse_uci(&their_uci), Ok(mv), "{ours}: {their_uci}");
    }
}

/// The spellings of all moves.
pub(crate) fn assert_same_texts(ours: &Position, theirs: &Chess) {
    for (mv, their_mv) in pairs(ours, theirs) {
        assert_same_text(ours, mv, theirs, their_mv);
    }
}

/// Plays one game to its end or 400 half-moves; returns how many positions
/// were compared.
fn compare_game(random: &mut Random) -> usize {
    let mut game = Game::from_position(random.start());
    let mut their = theirs(&game.position().fen()).unwrap();
    let mut previous: Vec<Move> = Vec::new();
    for ply in 1..=400 {
        let ours = *game.position();
        assert_same_state(&ours, &their);
        assert_same_moves(&ours, &their);
        assert_legality(&ours, &previous, random);

        if random.one_in(8) {
            assert_same_texts(&ours, &their);
        }

        let pairs = pairs(&ours, &their);
        if pairs.is_empty() || ours.is_insufficient_material() {
            let winner = match their.outcome() {
                shakmaty::Outcome::Known(known) => known.winner(),
                shakmaty::Outcome::Unknown => panic!("{ours} is over for us, not for them"),
            };
            let winner = winner.map(|color| Color::from_white(color.is_white()));
            let outcome = game.outcome().unwrap();
            assert_eq!(outcome.winner(), winner, "{ours}");
            let mate = matches!(outcome, Outcome::Win { reason: WinReason::Checkmate, .. });
            assert_eq!(mate, winner.is_some(), "{ours}");
            return ply;
        }
        assert_eq!(their.outcome(), shakmaty::Outcome::Unknown, "{ours}");
        if game.outcome().is_some() {
            // By repetition or clock, of which they know nothing.
            return ply;
        }
        previous = pairs.iter().map(|pair| pair.0).collect();
        let mv = random.pick_move(&previous);
        let their_mv = pairs.iter().find(|pair| pair.0 == mv).unwrap().1;
        assert_same_text(&ours, mv, &their, their_mv);
        game.play(mv).unwrap();
        their = their.play(their_mv).unwrap();
    }
    400
}

#[test]
fn random_games() {
    let wanted = if data::is_long() { 4_000_000 } else { 300_000 };
    let positions = Cell::new(0);
    let mut games = 0;
    for mut random in random::games(1, || positions.get() >= wanted) {
        positions.set(positions.get() + compare_game(&mut random));
        games += 1;
    }
    eprintln!("{} positions of {games} games are the same", positions.get());
}

#[test]
fn start_positions_have_the_same_numbers() {
    for number in 0..960 {
        let ours = Position::chess960(number).unwrap();
        let board = shakmaty::Board::chess960(number.into()).to_string();
        let fen = ours.fen();
        assert_eq!(fen, format!("{board} w KQkq - 0 1"), "{number}");
        assert_same_state(&ours, &theirs(&fen).unwrap());
        assert_same_moves(&ours, &theirs(&fen).unwrap());
    }
}
