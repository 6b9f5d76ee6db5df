//! Whether playing by the ranking really wins, and in time.

use std::fs;

use chess::{Color, Game, Outcome, Position};
use knowledge::syzygy::{EndgameTables, Material, Metric, Ranking, Wdl};
use tempfile::TempDir;

use crate::data;

const SEED: u64 = 17;

/// Did some position since the last capture or pawn move occur more than once?
fn is_repeated(game: &Game) -> bool {
    let reversible = usize::from(game.position().halfmoves()).min(game.moves().len());
    let recent = &game.positions()[game.positions().len() - 1 - reversible..];
    recent
        .iter()
        .enumerate()
        .any(|(at, position)| recent[..at].iter().any(|earlier| earlier.is_repetition_of(position)))
}

fn rank(tables: &EndgameTables, game: &Game) -> Ranking {
    let ranking = tables.root_moves(game.position(), is_repeated(game), true);
    ranking.unwrap_or_else(|error| panic!("{}: {error}", game.position()))
}

/// The position with another half-move clock.
fn with_clock(position: &Position, clock: u16) -> Position {
    let mut setup = position.to_setup();
    setup.halfmoves = clock;
    Position::try_from(setup).expect("lawful")
}

/// Plays to the end, either side choosing at random among its best moves: the
/// stronger has its leisure, the weaker holds out.
fn play_out(tables: &EndgameTables, start: Position, dice: &mut fastrand::Rng) -> Game {
    let mut game = Game::from_position(start);
    while game.outcome().is_none() && game.claimable_draw().is_none() {
        let ranking = rank(tables, &game);
        assert!(ranking.is_exact);
        let choice = dice.choice(ranking.best()).expect("a move");
        game.play(choice.mv).expect("legal");
    }
    game
}

fn winner(game: &Game) -> Option<Color> {
    game.outcome().and_then(Outcome::winner)
}

#[test]
fn won_endings_are_won_in_time() {
    let Some(tables) = data::tables() else { return };
    println!("seed {SEED}");
    let mut dice = fastrand::Rng::with_seed(SEED);
    let names = ["KQvK", "KRvK", "KPvK", "KBNvK", "KBBvK", "KQvKR", "KRvKN", "KPvKP", "KQvKP"];
    let mut longest = 0;
    for name in names {
        let material: Material = name.parse().expect(name);
        let mut won = 0;
        while won < 8 {
            let start = material.random_position(&mut dice);
            let wdl = tables.wdl(&start).expect("all tables are there");
            if wdl == Wdl::Draw {
                continue;
            }
            won += 1;
            // As late as it can be, or early.
            let dtz = tables.dtz(&start).expect("all tables are there");
            let latest = 100 - dtz.plies.unsigned_abs() as u16 - u16::from(dtz.rounded);
            let start = with_clock(&start, if won % 2 == 0 { latest } else { 0 });
            let game = play_out(&tables, start, &mut dice);
            let expected = if wdl == Wdl::Win { start.turn() } else { !start.turn() };
            let text = format!("{start} to {}", game.position());
            assert_eq!(winner(&game), Some(expected), "{text}");
            longest = longest.max(game.moves().len());
        }
    }
    assert!(longest > 90, "nobody took their time: {longest} moves at most");
}

#[test]
fn a_win_too_late_is_cursed_and_saves_the_other() {
    let Some(tables) = data::tables() else { return };
    let lone_king = "8/8/8/8/4k3/8/1BN5/K7 w - - 0 1";
    let start = Position::from_fen(lone_king).expect("a FEN");
    let plies = tables.dtz(&start).expect("a distance").plies;
    assert!(plies > 20, "{plies}");
    let late = with_clock(&start, 102 - plies as u16);
    let ranking = tables.root_moves(&late, false, true).expect("a ranking");
    assert_eq!(ranking.wdl(), Some(Wdl::CursedWin));
    let without = tables.root_moves(&late, false, false).expect("a ranking");
    assert_eq!(without.wdl(), Some(Wdl::Win));
    // With the clock at 0 it is won, and whoever defends is lost.
    assert_eq!(tables.root_moves(&start, false, true).expect("a ranking").wdl(), Some(Wdl::Win));
    let mut defender = late;
    defender.play(ranking.best()[0].mv);
    let defence = tables.root_moves(&defender, false, true).expect("a ranking");
    assert_eq!(defence.wdl(), Some(Wdl::BlessedLoss));
    let draw = play_out(&tables, late, &mut fastrand::Rng::with_seed(SEED));
    assert_eq!((winner(&draw), draw.position().halfmoves()), (None, 100));
}

#[test]
fn mates_come_first_and_blunders_last() {
    let Some(tables) = data::tables() else { return };
    for repeated in [false, true] {
        let position = Position::from_fen("k7/8/1K6/8/8/8/8/7R w - - 96 90").expect("a FEN");
        let ranking = tables.root_moves(&position, repeated, true).expect("a ranking");
        let [mate] = ranking.best() else { panic!("{ranking:?}") };
        assert_eq!(position.to_san(mate.mv), "Rh8#");
        assert_eq!((mate.wdl, mate.dtz.map(|dtz| dtz.plies)), (Wdl::Win, Some(1)));
    }
    // Take the queen, or be lost.
    let position = Position::from_fen("8/8/8/8/8/8/1q6/2K4k w - - 0 1").expect("a FEN");
    let ranking = tables.root_moves(&position, false, true).expect("a ranking");
    let line: Vec<(String, Wdl)> =
        ranking.moves.iter().map(|root| (position.to_san(root.mv), root.wdl)).collect();
    assert_eq!(line, [("Kxb2".to_owned(), Wdl::Draw), ("Kd1".to_owned(), Wdl::Loss)]);
    // Where the game is over there is nothing to rank.
    for over in ["k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "k7/8/1Q6/8/8/8/8/K7 b - - 0 1"] {
        let position = Position::from_fen(over).expect("a FEN");
        let ranking = tables.root_moves(&position, false, true).expect("a ranking");
        assert!(ranking.moves.is_empty() && ranking.best().is_empty());
    }
}

#[test]
fn outcomes_alone_still_rank() {
    let Some(folder) = data::shared("syzygy") else { return };
    let place = TempDir::new().expect("a folder");
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|end| end == Metric::Wdl.extension()) {
            fs::copy(&path, place.path().join(path.file_name().expect("a name"))).expect("copied");
        }
    }
    let opened = EndgameTables::open(place.path().to_str().expect("UTF-8"));
    assert_eq!((opened.tables.len(), opened.problems.len()), (35, 0));
    let position = Position::from_fen("8/8/8/4k3/8/8/4P3/4K2R w - - 0 1").expect("a FEN");
    let ranking = opened.tables.root_moves(&position, false, true).expect("a ranking");
    assert!(!ranking.is_exact && ranking.wdl() == Some(Wdl::Win));
    assert!(ranking.moves.iter().all(|root| root.dtz.is_none()));
    let free = ranking.best().len();
    let repeated = opened.tables.root_moves(&position, true, true).expect("a ranking");
    let zeroing: Vec<String> =
        repeated.best().iter().map(|root| position.to_san(root.mv)).collect();
    assert_eq!(zeroing, ["e3", "e4"]);
    assert!(free > zeroing.len());
    assert_eq!(opened.tables.take_problems(), []);
}
