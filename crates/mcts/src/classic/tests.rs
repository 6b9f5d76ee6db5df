use chess::{Color, Game, Move, Position};
use thinking::{Limits, Score, Signal, Silent};

use super::*;
use crate::{MctsVerdict, Proof};

fn game(fen: &str) -> Game {
    Game::from_position(Position::from_fen(fen).unwrap())
}

fn search(settings: ClassicSettings, game: &Game, limits: &Limits) -> MctsVerdict {
    ClassicMcts::new(settings).search(game, limits, 1, &Signal::new(), &mut Silent)
}

#[test]
fn the_uct_formula() {
    let (exploitation, exploration) = uct(6.0, 4, 100, 1.44);
    assert_eq!(exploitation, 1.5);
    assert!((exploration - 1.44 * (100.0_f64.ln() / 4.0).sqrt()).abs() < 1e-12);
    assert_eq!(uct(0.0, 1, 1, 2.0), (0.0, 0.0));
}

#[test]
fn iterations_follow_the_level() {
    for (level, iterations) in
        [(ClassicLevel::Easy, 89), (ClassicLevel::Medium, 220), (ClassicLevel::Hard, 540)]
    {
        let settings = ClassicSettings::level(level);
        assert_eq!(settings.iterations(20), iterations);
        let verdict = search(settings, &Game::new(), &Limits::default());
        assert_eq!((verdict.nodes, verdict.visits), (iterations, iterations));
        let visits: u64 = verdict.root.iter().map(|child| child.visits).sum();
        assert_eq!(visits, iterations, "every iteration went through a root move");
    }
}

#[test]
fn mates_in_one_are_played_by_every_setting() {
    let game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    for rollout in [Rollout::Eval, Rollout::Random, Rollout::Smart] {
        for reward in [Reward::Raw, Reward::Squashed] {
            let settings = ClassicSettings {
                rollout,
                reward,
                iterations: Some(400),
                ..ClassicSettings::default()
            };
            let verdict = search(settings, &game, &Limits::default());
            let best = verdict.best.unwrap();
            assert_eq!(game.position().to_san(best), "Ra8#", "{rollout:?} {reward:?}");
            assert_eq!(verdict.score, Score::Mate(1));
            assert_eq!(verdict.root[0].proven, Some(Proof::Win(0)));
        }
    }
}

#[test]
fn the_origins_sign_rule_turns_white_around() {
    // One iteration from White's turn: the leaf has Black to move, whose reward is
    // White's for both rules. From Black's turn the leaf has White to move, and
    // the origin gives Black's move White's score.
    let value = |fen: &str, sign| {
        let settings = ClassicSettings { sign, iterations: Some(1), ..ClassicSettings::default() };
        search(settings, &game(fen), &Limits::default()).root[0].value
    };
    let white = "4k3/pppppppp/8/8/8/8/PPPPPPPP/Q3K3 w - - 0 1";
    assert!(value(white, SignRule::Mover) > 10.0 && value(white, SignRule::Origin) > 10.0);
    let black = "q3k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1";
    assert!(value(black, SignRule::Mover) > 10.0);
    assert!(value(black, SignRule::Origin) < -10.0);
}

#[test]
fn the_origins_choice_includes_exploration() {
    let settings = ClassicSettings { choice: FinalChoice::Uct, ..ClassicSettings::default() };
    let verdict = search(settings, &Game::new(), &Limits::nodes(200));
    let sum = |index: usize| verdict.root[index].exploitation + verdict.root[index].exploration;
    assert!((1..verdict.root.len()).all(|index| sum(index - 1) >= sum(index)));
    assert_eq!(verdict.best, Some(verdict.root[0].mv));
}

#[test]
fn the_same_seed_gives_the_same_tree() {
    let settings = ClassicSettings { rollout: Rollout::Smart, ..ClassicSettings::default() };
    let tree = |seed| {
        let mut mcts = ClassicMcts::new(settings.clone());
        mcts.search(&Game::new(), &Limits::nodes(60), seed, &Signal::new(), &mut Silent);
        mcts.tree(50)
    };
    assert_eq!(tree(1), tree(1));
    assert_ne!(tree(1), tree(2));
}

#[test]
fn repetitions_and_stalemates_are_worth_nothing() {
    // White is a queen up; Qf7 stalemates.
    let game = game("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    let settings = ClassicSettings { iterations: Some(600), ..ClassicSettings::default() };
    let verdict = search(settings, &game, &Limits::default());
    let stale = game.position().parse_san("Qf7").unwrap();
    let child = verdict.root.iter().find(|child| child.mv == stale).unwrap();
    assert_eq!((child.value, child.proven), (0.0, Some(Proof::Draw)));
    assert_eq!(verdict.score, Score::Mate(1));
}

#[test]
fn root_moves_and_stops_are_respected() {
    let game = Game::new();
    let wanted = game.position().parse_san("a3").unwrap();
    let limits = Limits { search_moves: vec![wanted], ..Limits::default() };
    let verdict = search(ClassicSettings::default(), &game, &limits);
    assert_eq!((verdict.best, verdict.root.len()), (Some(wanted), 1));

    let signal = Signal::new();
    signal.stop();
    for rollout in [Rollout::Eval, Rollout::Random] {
        let settings = ClassicSettings { rollout, ..ClassicSettings::default() };
        let mut mcts = ClassicMcts::new(settings);
        let limits = Limits { infinite: true, ..Limits::default() };
        let verdict = mcts.search(&game, &limits, 1, &signal, &mut Silent);
        assert!(verdict.stopped && verdict.best.is_some_and(|mv| game.position().is_legal(mv)));
        assert_eq!(verdict.nodes, 1);
    }
}

#[test]
fn a_lost_game_has_a_verdict_and_no_move() {
    let mated = game("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let verdict = search(ClassicSettings::default(), &mated, &Limits::default());
    assert_eq!((verdict.best, verdict.score), (None, Score::Mate(0)));
}

#[test]
fn random_players_are_beaten() {
    let mut rng = fastrand::Rng::with_seed(11);
    for own in [Color::White, Color::Black] {
        let mut mcts = ClassicMcts::new(ClassicSettings::level(ClassicLevel::Medium));
        let mut game = Game::new();
        while game.outcome().is_none() && game.moves().len() < 400 {
            let mv: Move = if game.turn() == own {
                let limits = Limits::default();
                mcts.search(&game, &limits, 1, &Signal::new(), &mut Silent).best.unwrap()
            } else {
                rng.choice(game.position().legal_moves()).unwrap()
            };
            game.play(mv).unwrap();
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(own), "{:?} {}", game.outcome(), game.position());
    }
}
