//! Endgames with and without tables. Skipped where there are no tables.

#![allow(clippy::unwrap_used)]

use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use chess::{Color, Game, Outcome, Piece, Position, Role, Setup, Square};
use eval::Classic;
use fastrand::Rng;
use knowledge::syzygy::{Tables, Wdl};
use search::{Control, Engine, Limits, Score, Settings, Tournament};

const SEED: u64 = 5;

/// The 3- and 4-man tables of the shared data.
fn tables() -> Option<Arc<Tables>> {
    let folder = env::var_os("KYTHU_DATA").unwrap_or_else(|| "../shared/data".into());
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(folder).join("syzygy");
    let tables = path.to_str().map(|path| Tables::open(path).tables).unwrap_or_default();
    if tables.max_men() < 4 {
        eprintln!("skipped: no 4-man tables in {} (KYTHU_DATA names its folder)", path.display());
        return None;
    }
    Some(Arc::new(tables))
}

fn engine(tables: Option<&Arc<Tables>>) -> Engine<Classic> {
    let mut engine = Engine::new(Classic::new(), Tournament, Settings::default()).unwrap();
    engine.set_tables(tables.cloned());
    engine
}

/// A random position with these men besides the kings, the side to move winning;
/// none if there seems to be no such position.
fn won(men: &[Piece], tables: &Tables, random: &mut Rng) -> Option<Position> {
    for _ in 0..10_000 {
        let mut setup = Setup::empty();
        for &piece in [Piece::WhiteKing, Piece::BlackKing].iter().chain(men) {
            let square = Square::ALL[random.usize(..64)];
            setup.board.remove(square);
            setup.board.put(square, piece);
        }
        let Ok(position) = Position::try_from(setup) else { continue };
        let complete = position.occupied().len() as usize == men.len() + 2;
        if complete && position.has_legal_moves() && tables.wdl(&position) == Ok(Wdl::Win) {
            return Some(position);
        }
    }
    None
}

/// Plays a won position out against the defence that holds out longest.
fn play_out(
    engine: &mut Engine<Classic>,
    tables: &Tables,
    start: Position,
    nodes: u64,
) -> Option<Outcome> {
    let mut game = Game::from_position(start);
    engine.new_game();
    loop {
        let position = *game.position();
        let mv = if position.turn() == start.turn() {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            engine.search(&game, &limits, &Control::new(), &mut |_| {}).best?
        } else {
            tables.root_moves(&position, true, true).ok()?.moves.first()?.mv
        };
        game.play(mv).ok()?;
        if game.outcome().is_some() {
            return game.outcome();
        }
        if let Some(reason) = game.claimable_draw() {
            return Some(Outcome::Draw(reason));
        }
    }
}

fn wins(engine: &mut Engine<Classic>, tables: &Tables, starts: &[Position], nodes: u64) -> usize {
    let is_won = |start: &&Position| {
        let outcome = play_out(engine, tables, **start, nodes);
        if outcome.and_then(|outcome| outcome.winner()) != Some(start.turn()) {
            eprintln!("{}: {outcome:?}", start.fen());
            return false;
        }
        true
    };
    starts.iter().filter(is_won).count()
}

#[test]
fn two_hundred_wins_with_tables() {
    let Some(tables) = tables() else { return };
    let mut random = Rng::with_seed(SEED);
    let any = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let starts: Vec<_> = (0..200)
        .map(|_| {
            loop {
                let mut man = || Piece::new(Color::ALL[random.usize(..2)], any[random.usize(..5)]);
                let men = [man(), man()];
                if let Some(position) = won(&men, &tables, &mut random) {
                    break position;
                }
            }
        })
        .collect();
    let mut engine = engine(Some(&tables));
    assert_eq!(wins(&mut engine, &tables, &starts, 300), 200);
}

/// Rook and queen against a bare king always win, bishop and knight mostly,
/// with nothing but search and evaluation.
#[test]
fn elementary_mates_without_tables() {
    let Some(tables) = tables() else { return };
    use Piece::{WhiteBishop, WhiteKnight, WhiteQueen, WhiteRook};
    let mut random = Rng::with_seed(SEED);
    let mut engine = engine(None);
    // As many games as there is patience for.
    let times = if env::var_os("KYTHU_LONG").is_some() { 10 } else { 1 };
    for (men, games, nodes, least) in [
        (&[WhiteQueen][..], 20 * times, 5_000, 20 * times),
        (&[WhiteRook][..], 20 * times, 5_000, 20 * times),
        (&[WhiteBishop, WhiteKnight][..], 10 * times, 20_000, 9 * times),
    ] {
        let starts: Vec<_> = (0..games).filter_map(|_| won(men, &tables, &mut random)).collect();
        let wins = wins(&mut engine, &tables, &starts, nodes);
        eprintln!("{men:?}: {wins} of {games}");
        assert!(wins >= least, "{men:?}: {wins} of {games}");
    }
}

#[test]
fn what_the_tables_know_is_what_is_said() {
    let Some(tables) = tables() else { return };
    let mut engine = engine(Some(&tables));
    let mut think = |fen: &str| {
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        engine.search(&game, &Limits::depth(5), &Control::new(), &mut |_| {})
    };
    // A pawn that queens, a draw by the corner of the wrong colour, and a loss.
    let won = think("8/8/8/3k4/8/8/1P6/1K6 w - - 0 1");
    assert_eq!(won.score(), Score::Tablebase(1));
    assert!(won.statistics.tablebase_hits > 0);
    let drawn = think("k7/8/8/8/8/7P/8/5BK1 w - - 0 1");
    assert!(matches!(drawn.score(), Score::Tablebase(1)), "{:?}", drawn.score());
    let drawn = think("7k/8/8/8/8/7P/8/5BK1 w - - 0 1");
    assert_eq!(drawn.score(), Score::Cp(0));
    let lost = think("8/8/8/3K4/8/8/1p6/1k6 w - - 0 1");
    assert!(matches!(lost.score(), Score::Tablebase(-1) | Score::Mate(_)), "{:?}", lost.score());
    // One capture away from the tables.
    let before = think("8/8/8/3k4/1p6/2P5/1K6/8 w - - 0 1");
    assert!(before.statistics.tablebase_hits > 0);
}

/// With tables of several threads and of shares of the root the answer is the
/// same.
#[test]
fn many_threads_ask_the_same_tables() {
    let Some(tables) = tables() else { return };
    for parallelism in [search::Parallelism::LazySmp, search::Parallelism::RootSplitting] {
        let settings = Settings { threads: 3, parallelism, ..Settings::default() };
        let mut engine = Engine::new(Classic::new(), Tournament, settings).unwrap();
        engine.set_tables(Some(Arc::clone(&tables)));
        let position = Position::from_fen("8/8/8/3k4/8/8/1P6/1K6 w - - 0 1").unwrap();
        let game = Game::from_position(position);
        let verdict = engine.search(&game, &Limits::depth(8), &Control::new(), &mut |_| {});
        let after = position.after(verdict.best.unwrap());
        assert_eq!(tables.wdl(&after), Ok(Wdl::Loss));
    }
}
