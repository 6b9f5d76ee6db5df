//! Endgames with and without tables. Skipped where there are no tables.

#![allow(clippy::unwrap_used)]

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chess::{Color, Game, Outcome, Piece, Position, Role, Setup, Square};
use eval::Classic;
use fastrand::Rng;
use knowledge::syzygy::{EndgameTables, Wdl};
use search::{AllTechniques, Engine, Settings};
use thinking::{Clock, Limits, Score, Signal, Silent, is_decided};

const SEED: u64 = 5;

/// The 3- and 4-man tables of the shared data.
fn tables() -> Option<Arc<EndgameTables>> {
    let folder = env::var_os("KYTHU_DATA").unwrap_or_else(|| "../shared/data".into());
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join(folder).join("syzygy");
    let tables = path.to_str().map(|path| EndgameTables::open(path).tables).unwrap_or_default();
    if tables.max_men() < 4 {
        eprintln!("skipped: no 4-man tables in {} (KYTHU_DATA names its folder)", path.display());
        return None;
    }
    Some(Arc::new(tables))
}

fn engine(tables: Option<&Arc<EndgameTables>>) -> Engine<Classic> {
    let mut engine = Engine::new(Classic::new(), AllTechniques, Settings::default()).unwrap();
    engine.set_endgame_tables(tables.cloned());
    engine
}

/// A random position with these men besides the kings, the side to move winning;
/// none if there seems to be no such position.
fn won(men: &[Piece], tables: &EndgameTables, random: &mut Rng) -> Option<Position> {
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

/// The same with the half-move clock as far on as it may be: half-moves to the
/// next capture or pawn move are just enough.
fn in_haste(position: Position, tables: &EndgameTables) -> Position {
    let dtz = tables.dtz(&position).unwrap();
    let mut setup = position.to_setup();
    setup.halfmoves = u16::try_from(100 - dtz.plies - i32::from(dtz.rounded)).unwrap();
    Position::try_from(setup).unwrap()
}

/// Plays a won position out against the defence that holds out longest.
fn play_out(
    engine: &mut Engine<Classic>,
    tables: &EndgameTables,
    start: Position,
    nodes: u64,
) -> Option<Outcome> {
    let mut game = Game::from_position(start);
    engine.new_game();
    loop {
        let position = *game.position();
        let mv = if position.turn() == start.turn() {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            engine.search(&game, &limits, &Signal::new(), &mut Silent).best?
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

fn wins(
    engine: &mut Engine<Classic>,
    tables: &EndgameTables,
    starts: &[Position],
    nodes: u64,
) -> usize {
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
        .map(|number| {
            loop {
                let mut man = || Piece::new(Color::ALL[random.usize(..2)], any[random.usize(..5)]);
                let men = [man(), man()];
                if let Some(position) = won(&men, &tables, &mut random) {
                    break if number % 4 == 0 { in_haste(position, &tables) } else { position };
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
        engine.search(&game, &Limits::depth(5), &Signal::new(), &mut Silent)
    };
    // A pawn that queens; one whose corner is of the wrong colour, with the king
    // too far away to get there, and there already; and a loss.
    let won = think(ONLY_MOVE);
    assert_eq!(won.score(), Score::Tablebase(1));
    assert!(won.statistics.tablebase_hits > 0);
    let won = think("k7/8/8/8/8/7P/8/5BK1 w - - 0 1");
    assert_eq!(won.score(), Score::Tablebase(1));
    let drawn = think("7k/8/8/8/8/7P/8/5BK1 w - - 0 1");
    assert_eq!(drawn.score(), Score::Cp(0));
    let lost = think("8/8/8/3K4/8/8/1p6/1k6 w - - 0 1");
    assert!(matches!(lost.score(), Score::Tablebase(-1) | Score::Mate(_)), "{:?}", lost.score());
    // One capture away from the tables.
    let before = think("8/8/8/3k4/1p6/2P5/1K6/8 w - - 0 1");
    assert!(before.statistics.tablebase_hits > 0);
}

const ONLY_MOVE: &str = "8/8/8/3k4/8/8/1P6/1K6 w - - 0 1";

/// Every line says what its own move comes to, the better outcome first.
#[test]
fn lines_of_different_outcomes() {
    let Some(tables) = tables() else { return };
    // Only one move wins; the queen can be lost; and the king may step away from
    // a queen that it could take.
    let mixed = [ONLY_MOVE, "8/5k2/8/8/8/1r6/2K5/Q7 w - - 0 1", "8/8/8/8/8/8/1q6/2K4k w - - 0 1"];
    for fen in mixed {
        let position = Position::from_fen(fen).unwrap();
        let ranking = tables.root_moves(&position, false, true).unwrap();
        let expected: Vec<_> = ranking.moves.iter().map(|root| root.wdl).collect();
        assert_ne!(expected.first(), expected.last(), "{fen}");
        for threads in [1, 2] {
            let settings = Settings { multi_pv: 99, threads, ..Settings::default() };
            let mut engine = Engine::new(Classic::new(), AllTechniques, settings).unwrap();
            engine.set_endgame_tables(Some(Arc::clone(&tables)));
            let game = Game::from_position(position);
            let verdict = engine.search(&game, &Limits::depth(6), &Signal::new(), &mut Silent);
            let found: Vec<_> = verdict
                .lines
                .iter()
                .map(|line| match line.value {
                    0 => Wdl::Draw,
                    value if is_decided(value) && value > 0 => Wdl::Win,
                    value if is_decided(value) => Wdl::Loss,
                    value => panic!("{fen}: {value} is no outcome"),
                })
                .collect();
            assert_eq!(found, expected, "{fen}");
        }
    }
}

/// Whoever asks about moves that throw the win away hears so.
#[test]
fn only_the_moves_asked_for() {
    let Some(tables) = tables() else { return };
    let position = Position::from_fen(ONLY_MOVE).unwrap();
    let search_moves = ["Kc1", "b4"].map(|san| position.parse_san(san).unwrap()).to_vec();
    let limits = Limits { search_moves: search_moves.clone(), ..Limits::depth(8) };
    let game = Game::from_position(position);
    let verdict = engine(Some(&tables)).search(&game, &limits, &Signal::new(), &mut Silent);
    assert!(search_moves.contains(&verdict.best.unwrap()));
    assert_eq!(verdict.score(), Score::Cp(0));
}

/// The clock is not spent on a choice that there is not.
#[test]
fn the_only_move_that_wins_is_played_at_once() {
    let Some(tables) = tables() else { return };
    // Nodes stand for time: so many that the search would get far.
    let settings = Settings { nodes_per_ms: Some(10), ..Settings::default() };
    let depth = |fen: &str| {
        let mut engine = Engine::new(Classic::new(), AllTechniques, settings.clone()).unwrap();
        engine.set_endgame_tables(Some(Arc::clone(&tables)));
        let clock = Clock { left: Duration::from_secs(60), increment: Duration::ZERO };
        let mut limits = Limits::default();
        limits.clocks[Color::White] = Some(clock);
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        engine.search(&game, &limits, &Signal::new(), &mut Silent).depth
    };
    assert_eq!(depth(ONLY_MOVE), 4);
    assert!(depth("8/8/8/8/8/2k5/8/K6Q w - - 0 1") > 4);
}

/// Without the fifty-move rule there is time to win, and with it again there is not.
#[test]
fn the_fifty_move_rule_can_be_switched() {
    let Some(tables) = tables() else { return };
    let mut engine = engine(Some(&tables));
    // Too late to mate in time.
    let position = Position::from_fen("8/8/8/8/8/2k5/8/K6Q w - - 97 80").unwrap();
    let game = Game::from_position(position);
    for (probe_fifty_moves, expected) in
        [(true, Score::Cp(1)), (false, Score::Tablebase(1)), (true, Score::Cp(1))]
    {
        let settings = Settings { probe_fifty_moves, ..engine.settings().clone() };
        engine.configure(settings).unwrap();
        let verdict = engine.search(&game, &Limits::depth(8), &Signal::new(), &mut Silent);
        assert_eq!(verdict.score(), expected, "{probe_fifty_moves}");
    }
}

/// With tables of several threads and of shares of the root the answer is the
/// same.
#[test]
fn many_threads_ask_the_same_tables() {
    let Some(tables) = tables() else { return };
    for parallelism in [search::Parallelism::LazySmp, search::Parallelism::RootSplitting] {
        let settings = Settings { threads: 3, parallelism, ..Settings::default() };
        let mut engine = Engine::new(Classic::new(), AllTechniques, settings).unwrap();
        engine.set_endgame_tables(Some(Arc::clone(&tables)));
        let position = Position::from_fen(ONLY_MOVE).unwrap();
        let game = Game::from_position(position);
        let verdict = engine.search(&game, &Limits::depth(8), &Signal::new(), &mut Silent);
        let after = position.after(verdict.best.unwrap());
        assert_eq!(tables.wdl(&after), Ok(Wdl::Loss));
    }
}

/// The largest tables are asked only with so much depth left.
#[test]
fn depth_left_to_ask() {
    let Some(tables) = tables() else { return };
    let hits = |probe_depth: i32| {
        let settings = Settings { probe_depth, ..Settings::default() };
        let mut engine = Engine::new(Classic::new(), AllTechniques, settings).unwrap();
        engine.set_endgame_tables(Some(Arc::clone(&tables)));
        // Five men; one capture leaves four, a second is far away.
        let position = Position::from_fen("7k/7p/8/8/8/1p6/8/2N1K3 w - - 0 1").unwrap();
        let game = Game::from_position(position);
        let verdict = engine.search(&game, &Limits::depth(4), &Signal::new(), &mut Silent);
        verdict.statistics.tablebase_hits
    };
    assert!(hits(1) > 0);
    assert_eq!(hits(100), 0);
}
