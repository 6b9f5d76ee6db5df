//! Our files as the viriformat crate reads them, and its files as we do.

mod random_games;

use chess::Position;
use data::{Reader, ScoredGame, WhitePoints};
use random_games::random_game;
use thinking::SplitMix64;
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::Move;
use viriformat::chess::piece::Colour;
use viriformat::dataformat::{Filter, Game, WDL};

const GAMES: u64 = 300;

fn outcome(result: WhitePoints) -> GameOutcome {
    match result {
        WhitePoints::One => GameOutcome::WhiteWin(WinType::Mate),
        WhitePoints::Half => GameOutcome::Draw(DrawType::Stalemate),
        WhitePoints::Zero => GameOutcome::BlackWin(WinType::Mate),
    }
}

/// The move of `board` that is written `uci`, castling as king takes rook.
fn find(board: &mut Board, uci: &str) -> Move {
    let found = board.legal_moves().into_iter().find(|mv| mv.display(true).to_string() == uci);
    found.unwrap_or_else(|| panic!("{uci} is not legal in {board}"))
}

fn uci(position: &Position, mv: chess::Move) -> String {
    position.to_uci(mv, chess::CastlingStyle::Chess960).to_string()
}

/// The same game, put together by the crate from FEN and UCI moves.
fn theirs(game: &ScoredGame) -> Game {
    let mut board = Board::new();
    board.set_from_fen(&game.start.shredder_fen(), true).expect("a FEN");
    let mut theirs = Game::new(&board);
    for (position, scored) in game.positions() {
        let mv = find(&mut board, &uci(&position, scored.mv));
        theirs.add_move(mv, scored.score);
        board.make_move_simple(mv);
    }
    theirs.set_outcome(outcome(game.result));
    theirs
}

fn castling_rooks(board: &Board) -> chess::Bitboard {
    let rights = board.castling_rights();
    let rooks = Colour::all().flat_map(|side| [rights.kingside(side), rights.queenside(side)]);
    rooks.flatten().filter_map(|rook| chess::Square::from_index(rook.inner())).collect()
}

fn random_games() -> impl Iterator<Item = ScoredGame> {
    (0..GAMES).map(|seed| random_game(&mut SplitMix64::new(seed, 0)))
}

#[test]
fn the_bytes_are_the_same() {
    let mut kinds = [0; 4];
    for (seed, game) in random_games().enumerate() {
        let mut bytes = Vec::new();
        theirs(&game).serialise_into(&mut bytes).unwrap();
        assert_eq!(game.to_bytes(), bytes, "seed {seed}");
        let read: Vec<ScoredGame> =
            Reader::new(&bytes[..]).collect::<Result<_, _>>().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(read, std::slice::from_ref(&game), "seed {seed}");
        for scored in &game.moves {
            let mv = scored.mv;
            kinds[0] += u32::from(mv.is_castle());
            kinds[1] += u32::from(mv.promotion().is_some());
            kinds[2] += u32::from(mv.kind() == chess::MoveKind::EnPassant);
            kinds[3] += u32::from(mv.is_capture());
        }
    }
    // Else the test would prove little.
    assert!(kinds.iter().all(|&count| count >= 20), "{kinds:?}");
}

#[test]
fn the_crate_reads_what_we_write() {
    for (seed, game) in random_games().enumerate() {
        let read = Game::deserialise_from(&mut &game.to_bytes()[..], Vec::new()).unwrap();
        assert_eq!(read.len(), game.moves.len(), "seed {seed}");
        let result = match read.outcome() {
            WDL::Win => WhitePoints::One,
            WDL::Draw => WhitePoints::Half,
            WDL::Loss => WhitePoints::Zero,
        };
        assert_eq!(result, game.result, "seed {seed}");
        let mut positions = game.positions();
        read.visit_positions(|board, score| {
            let (position, scored) = positions.next().unwrap();
            assert_eq!(score, i32::from(scored.score), "seed {seed}");
            let men_and_turn = |fen: &str| fen.split(' ').take(2).collect::<String>();
            let (theirs, ours) = (men_and_turn(&board.to_string()), men_and_turn(&position.fen()));
            assert_eq!(theirs, ours, "seed {seed}");
            assert_eq!(castling_rooks(board), position.castling().rooks(), "seed {seed}: {board}");
            assert_eq!(u16::from(board.fifty_move_counter()), position.halfmoves(), "seed {seed}");
            assert_eq!(board.ply(), data::ply_of(&position) as usize, "seed {seed}");
        });
        assert!(positions.next().is_none());
    }
}

#[test]
fn the_filters_agree() {
    let (mut kept, mut all) = (0, 0);
    for (seed, game) in random_games().enumerate() {
        // What its default has beyond ours: few men, scores, which we leave to
        // the trainer.
        let filter = Filter { min_pieces: 0, max_eval: u32::MAX, ..Filter::default() };
        let theirs = theirs(&game).filter_pass_count(&filter);
        let ours = game.samples(data::Filter::default()).count() as u64;
        assert_eq!(ours, theirs, "seed {seed}");
        kept += ours;
        all += game.moves.len() as u64;
    }
    assert!(kept > all / 4 && kept < all, "{kept} of {all}");
}
