//! Games are a function of seed and number, and files survive what happens to
//! them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use data::{
    Archive, ArchiveError, Generation, GenerationError, GenerationPlan, GenerationProgress, Goal,
    PositionList, Reader, ScoredGame, SelfPlay, StartPositions, params,
};
use eval::EvaluatorSpec;
use tempfile::TempDir;

fn plan(seed: u64) -> GenerationPlan {
    GenerationPlan {
        seed,
        nodes: 100,
        random_plies: 8,
        stray_moves: 0,
        longest_game: params::LONGEST_GAME,
        evaluation: "classic".to_owned(),
        hash: 1,
        openings: StartPositions::Initial.name(),
    }
}

fn generate(
    path: &Path,
    plan: &GenerationPlan,
    openings: &StartPositions,
    threads: usize,
    games: u64,
) -> Result<GenerationProgress, GenerationError> {
    let mut archive = Archive::open(path, plan)?;
    let stop = AtomicBool::new(false);
    let goal = Goal { games: Some(games), time: None };
    let generation = Generation {
        plan,
        openings,
        evaluator: EvaluatorSpec::default(),
        threads,
        goal,
        stop: &stop,
    };
    generation.run(&mut archive, &mut |_| {})
}

fn read(path: &Path) -> Vec<ScoredGame> {
    let file = fs::File::open(path).expect("the file is there");
    Reader::new(file).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let (one, four) = (folder.path().join("one"), folder.path().join("four"));
    let progress = generate(&one, &plan(1), &StartPositions::Initial, 1, 12).unwrap();
    assert_eq!(progress.games, 12);
    generate(&four, &plan(1), &StartPositions::Initial, 4, 12).unwrap();
    assert_eq!(fs::read(&one).unwrap(), fs::read(&four).unwrap());
    let games = read(&one);
    assert_eq!(progress.positions, games.iter().map(|game| game.moves.len() as u64).sum::<u64>());
    assert!(progress.nodes > progress.positions * 50, "{progress:?}");
}

#[test]
fn any_order_gives_the_same_games() {
    let plan = plan(5);
    let mut player =
        SelfPlay::new(&plan, &StartPositions::Initial, &EvaluatorSpec::default()).unwrap();
    let forwards: Vec<_> = (0..5).map(|index| player.play(index).unwrap()).collect();
    let mut backwards: Vec<_> = (0..5).rev().map(|index| player.play(index).unwrap()).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}

#[test]
fn seeds_and_numbers_give_different_games() {
    let mut seen = HashSet::new();
    for seed in 0..6 {
        let plan = GenerationPlan { nodes: 30, ..plan(seed) };
        let mut player =
            SelfPlay::new(&plan, &StartPositions::Initial, &EvaluatorSpec::default()).unwrap();
        for index in 0..8 {
            let game = player.play(index).unwrap().game;
            assert!(seen.insert(game.to_bytes()), "seed {seed}, game {index}");
        }
    }
    // Not even where all games begin with the same position.
    let book = PositionList::from_epd(chess::Position::initial().fen().as_bytes()).unwrap();
    let openings = StartPositions::List(book);
    for seed in 0..2 {
        let plan =
            GenerationPlan { nodes: 300, random_plies: 0, openings: openings.name(), ..plan(seed) };
        let mut player = SelfPlay::new(&plan, &openings, &EvaluatorSpec::default()).unwrap();
        for index in 0..3 {
            let game = player.play(index).unwrap().game;
            assert!(seen.insert(game.to_bytes()), "seed {seed}, game {index}");
        }
    }
}

#[test]
fn games_are_as_they_should_be() {
    let plan = GenerationPlan { openings: StartPositions::Chess960.name(), ..plan(2) };
    let mut player =
        SelfPlay::new(&plan, &StartPositions::Chess960, &EvaluatorSpec::default()).unwrap();
    let mut turns = HashSet::new();
    for index in 0..20 {
        let game = player.play(index).unwrap().game;
        let plies = data::ply_of(&game.start);
        assert!((8..=9).contains(&plies), "{}", game.start);
        turns.insert(game.start.turn());
        let first = i32::from(game.moves[0].score);
        assert!(first.abs() <= params::OPENING_BALANCE, "{first}");
        assert!(game.moves.len() <= params::LONGEST_GAME as usize);
        // The same game as anybody would read it.
        let read = Reader::new(&game.to_bytes()[..]).next().unwrap().unwrap();
        assert_eq!(read, game);
    }
    assert_eq!(turns.len(), 2);
}

#[test]
fn a_run_goes_on_where_it_was_cut_off() {
    let folder = TempDir::new().unwrap();
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    generate(&whole, &plan(9), &StartPositions::Initial, 2, 8).unwrap();
    generate(&cut, &plan(9), &StartPositions::Initial, 2, 5).unwrap();
    let bytes = fs::read(&cut).unwrap();
    assert_eq!(fs::read(&whole).unwrap()[..bytes.len()], bytes);
    // As after a kill in the middle of a game.
    fs::write(&cut, &bytes[..bytes.len() - 7]).unwrap();
    let archive = Archive::open(&cut, &plan(9)).unwrap();
    let last = read(&whole)[4].to_bytes().len() as u64;
    assert_eq!((archive.games(), archive.unfinished()), (4, last - 7));
    // Nothing is cut off before the games are known to be those of the plan.
    assert_eq!(fs::read(&cut).unwrap().len(), bytes.len() - 7);
    drop(archive);
    let progress = generate(&cut, &plan(9), &StartPositions::Initial, 1, 8).unwrap();
    assert_eq!(progress.games, 4);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&cut).unwrap());
    // Nothing is left to do.
    assert_eq!(generate(&cut, &plan(9), &StartPositions::Initial, 2, 8).unwrap().games, 0);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&cut).unwrap());
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    generate(&path, &plan(1), &StartPositions::Initial, 1, 1).unwrap();
    let before = fs::read(&path).unwrap();
    let refused = |plan: &GenerationPlan| Archive::open(&path, plan).unwrap_err().to_string();
    assert!(refused(&plan(2)).contains("begun with seed 1, not 2"), "{}", refused(&plan(2)));
    let fast = GenerationPlan { nodes: 50, ..plan(1) };
    assert!(refused(&fast).contains("begun with nodes 100, not 50"), "{}", refused(&fast));

    let holder = Archive::open(&path, &plan(1)).unwrap();
    assert!(matches!(Archive::open(&path, &plan(1)), Err(ArchiveError::Busy { .. })));
    drop(holder);
    fs::remove_file(GenerationPlan::path(&path)).unwrap();
    assert!(refused(&plan(1)).contains("that says how they were made"), "{}", refused(&plan(1)));
    assert_eq!(fs::read(&path).unwrap(), before);

    // A file that is no file of ours is not cut to size either.
    let poem = folder.path().join("poem");
    fs::write(&poem, "Shall I compare thee to a summer's day? Thou art more lovely").unwrap();
    fs::write(GenerationPlan::path(&poem), serde_json::to_string(&plan(1)).unwrap()).unwrap();
    assert!(matches!(Archive::open(&poem, &plan(1)), Err(ArchiveError::Damaged { .. })));
    assert_eq!(fs::read(&poem).unwrap().len(), 60);
}

#[test]
fn games_of_another_engine_are_not_added_to() {
    let folder = TempDir::new().unwrap();
    let (path, other) = (folder.path().join("games"), folder.path().join("other"));
    generate(&path, &plan(1), &StartPositions::Initial, 1, 2).unwrap();
    generate(&other, &plan(2), &StartPositions::Initial, 1, 2).unwrap();
    // The plan is the same, but its games come out differently.
    fs::copy(&other, &path).unwrap();
    let before = fs::read(&path).unwrap();
    let error = generate(&path, &plan(1), &StartPositions::Initial, 1, 3).unwrap_err();
    assert!(error.to_string().contains("the engine has changed"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// `cat a b >> games`, with the plan of the first part beside it.
#[test]
fn joined_files_are_not_added_to() {
    let folder = TempDir::new().unwrap();
    let (path, other) = (folder.path().join("games"), folder.path().join("other"));
    let starts = &StartPositions::Initial;
    generate(&path, &plan(1), starts, 1, 3).unwrap();
    generate(&other, &plan(2), starts, 1, 2).unwrap();
    let (own, foreign) = (fs::read(&path).unwrap(), fs::read(&other).unwrap());
    let last = read(&path)[2].to_bytes();
    for (joined, number) in [
        ([&own[..], &foreign].concat(), 5),
        // The same games twice, and a part of another plan before our own end.
        ([&own[..], &own].concat(), 6),
        ([&own[..], &foreign, &last].concat(), 6),
        // An unfinished game at the end is not cut off either.
        ([&own[..], &foreign, &last[..40]].concat(), 5),
    ] {
        fs::write(&path, &joined).unwrap();
        let error = generate(&path, &plan(1), starts, 1, 9).unwrap_err();
        assert!(
            matches!(error, GenerationError::OtherGames { number: found } if found == number),
            "{error}"
        );
        assert_eq!(fs::read(&path).unwrap(), joined);
    }
    fs::write(&path, &own).unwrap();
    assert_eq!(generate(&path, &plan(1), starts, 1, 4).unwrap().games, 1);
}

#[test]
fn hopeless_openings_are_an_error() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let book = PositionList::from_epd(b"4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1").unwrap();
    let openings = StartPositions::List(book);
    let plan = GenerationPlan { random_plies: 0, openings: openings.name(), ..plan(1) };
    let error = generate(&path, &plan, &openings, 2, 4).unwrap_err();
    assert!(matches!(error, GenerationError::NoOpening(_)), "{error}");
    assert!(read(&path).is_empty());
}

#[test]
fn a_run_stops_when_told_or_when_its_time_is_over() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let plan = plan(3);
    let mut archive = Archive::open(&path, &plan).unwrap();
    let stop = AtomicBool::new(false);
    let mut generation = Generation {
        plan: &plan,
        openings: &StartPositions::Initial,
        evaluator: EvaluatorSpec::default(),
        threads: 2,
        goal: Goal { games: None, time: Some(Duration::from_millis(300)) },
        stop: &stop,
    };
    let timed = generation.run(&mut archive, &mut |_| {}).unwrap();
    assert!(timed.games >= 2 && timed.elapsed >= Duration::from_millis(300), "{timed:?}");
    generation.goal = Goal::default();
    let stopped = generation
        .run(&mut archive, &mut |progress| {
            if progress.games >= 3 {
                stop.store(true, Relaxed);
            }
        })
        .unwrap();
    // What had begun was played to its end.
    assert!(stopped.games >= 3 && stopped.games < 50, "{stopped:?}");
    assert_eq!(read(&path).len() as u64, timed.games + stopped.games);
}

/// Random moves lose men, and the score of the next position says so.
#[test]
fn stray_moves_are_paid_for_in_the_next_score() {
    let folder = TempDir::new().unwrap();
    let mean_swing = |name: &str, stray_moves: u32| {
        let path = folder.path().join(name);
        let plan = GenerationPlan { stray_moves, ..plan(5) };
        generate(&path, &plan, &StartPositions::Initial, 2, 6).unwrap();
        let games = read(&path);
        let swings: Vec<f64> = games
            .iter()
            .flat_map(|game| game.moves.windows(2))
            .map(|pair| f64::from(pair[0].score) - f64::from(pair[1].score))
            .map(|swing| swing.abs().min(1_000.0))
            .collect();
        swings.iter().sum::<f64>() / swings.len() as f64
    };
    let (best, stray) = (mean_swing("best", 0), mean_swing("stray", 40));
    assert!(stray > 1.5 * best, "{stray} {best}");
    // Every move of such a game is legal, and the same plan makes the same game.
    let plan = GenerationPlan { stray_moves: 40, ..plan(5) };
    let again = folder.path().join("again");
    generate(&again, &plan, &StartPositions::Initial, 1, 6).unwrap();
    assert_eq!(read(&again), read(&folder.path().join("stray")));
}

/// Short games end undecided, and what is decided within them stays so.
#[test]
fn games_are_as_long_as_the_plan_lets_them_be() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("short");
    let plan = GenerationPlan { longest_game: 5, ..plan(6) };
    generate(&path, &plan, &StartPositions::Initial, 2, 20).unwrap();
    let games = read(&path);
    assert_eq!(games.len(), 20);
    assert!(games.iter().all(|game| game.moves.len() <= 5));
    assert!(games.iter().any(|game| game.moves.len() == 5));
}
