use std::time::{Duration, Instant};

use chess::{Color, Move};
use eval::EvaluatorSpec;
use thinking::{Clock, Progress, Score, Silent};

use super::*;
use crate::Proof;

/// Quiescence at the leaves: thousands of iterations take no time.
fn small() -> ModernSettings {
    ModernSettings { memory: 8, leaf_depth: 0, ..ModernSettings::default() }
}

/// As games are played, with shallower leaves.
fn searching() -> ModernSettings {
    ModernSettings { leaf_depth: 4, ..small() }
}

fn mcts(settings: ModernSettings) -> ModernMcts {
    ModernMcts::new(Arc::new(EvaluatorSpec::default().build()), settings).unwrap()
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::from_position(Position::from_fen(fen).unwrap());
    play(&mut game, moves);
    game
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(game.position().parse_san(text).unwrap()).unwrap();
    }
}

fn search(mcts: &mut ModernMcts, game: &Game, nodes: u64) -> MctsVerdict {
    mcts.search(game, &Limits::nodes(nodes), 1, &Signal::new(), &mut Silent)
}

fn find(fen: &str, nodes: u64) -> (String, Score) {
    let game = game(fen, "");
    let verdict = search(&mut mcts(small()), &game, nodes);
    (game.position().to_san(verdict.best.unwrap()), verdict.score)
}

#[test]
fn mates_are_proven_and_the_shortest_is_played() {
    let (best, score) = find("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 200);
    assert_eq!((best.as_str(), score), ("Ra8#", Score::Mate(1)));
    let (_, score) = find("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3_000);
    assert_eq!(score, Score::Mate(2));
    // Philidor's legacy: Nh6+ Kh8 Qg8+ Rxg8 Nf7#.
    let (best, score) = find("5rk1/5Npp/8/8/2Q5/8/6PP/6K1 w - - 0 1", 20_000);
    assert_eq!((best.as_str(), score), ("Nh6+", Score::Mate(3)));
    // The line goes to the end.
    let game = game("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "");
    let line = search(&mut mcts(small()), &game, 3_000).line;
    let end = line.iter().fold(*game.position(), |position, &mv| position.after(mv));
    assert!(line.len() == 3 && end.is_checkmate(), "{line:?}");
}

#[test]
fn being_mated_is_proven_too() {
    // Whatever White does, the rooks mate on the next move but one.
    let game = game("1r4k1/r7/8/8/8/8/8/7K b - - 0 1", "Ra2");
    let verdict = search(&mut mcts(small()), &game, 3_000);
    assert_eq!(verdict.score, Score::Mate(-1));
    assert_eq!(verdict.root[0].proven, Some(Proof::Loss(1)));
    assert_eq!(verdict.chances.loss, 1000);
}

#[test]
fn a_won_ending_is_mated_in_the_fewest_moves_found() {
    let mut game = game("8/8/8/3k4/8/8/1Q6/1K5R w - - 0 1", "");
    let mut mcts = mcts(small());
    let mut last = i32::MAX;
    while game.outcome().is_none() {
        let verdict = search(&mut mcts, &game, 4_000);
        if let Score::Mate(moves) = verdict.score {
            assert!(moves <= last || game.turn() == Color::Black, "{moves} after {last}");
            if game.turn() == Color::White {
                last = moves - 1;
            }
        }
        game.play(verdict.best.unwrap()).unwrap();
        assert!(game.moves().len() < 60, "{}", game.position());
    }
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(Color::White));
}

#[test]
fn stalemates_and_dead_positions_are_draws() {
    let game = game("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "");
    let limits = Limits {
        search_moves: vec![game.position().parse_san("Qf7").unwrap()],
        ..Limits::nodes(100)
    };
    let mut mcts = mcts(small());
    let verdict = mcts.search(&game, &limits, 1, &Signal::new(), &mut Silent);
    assert_eq!(verdict.root.len(), 1);
    assert_eq!((verdict.root[0].proven, verdict.score), (Some(Proof::Draw), Score::Cp(0)));
    // Only taking the last man saves White.
    let (best, score) = find("8/8/8/8/3k4/8/1q6/K7 w - - 0 1", 100);
    assert_eq!((best.as_str(), score), ("Kxb2", Score::Cp(0)));
}

#[test]
fn perpetual_check_is_a_draw_and_saves() {
    // White is lost but for checks from e8 and h5.
    let fen = "6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1";
    let game = game(fen, "");
    let verdict = search(&mut mcts(small()), &game, 8_000);
    assert_eq!(game.position().to_san(verdict.best.unwrap()), "Qe8+");
    let best = verdict.root[0].value;
    assert!((best - 0.5).abs() < 0.15, "{best}");
    // By the way there only: nothing is proven.
    assert_eq!(verdict.root[0].proven, None);
}

#[test]
fn the_same_search_gives_the_same_tree() {
    let run = || {
        let mut mcts = mcts(small());
        let verdict = search(&mut mcts, &Game::new(), 3_000);
        (mcts.tree(10_000), MctsVerdict { time: Duration::ZERO, ..verdict })
    };
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    assert_eq!(first.0.nodes[0].visits, 3_000);
}

#[test]
fn searches_at_leaves_give_the_same_tree_too() {
    let line = |mcts: &mut ModernMcts| {
        let mut game = Game::new();
        let mut verdicts = Vec::new();
        for _ in 0..3 {
            let verdict = search(mcts, &game, 150);
            assert!(verdict.leaf_nodes > verdict.nodes);
            game.play(verdict.best.unwrap()).unwrap();
            verdicts.push(MctsVerdict { time: Duration::ZERO, ..verdict });
        }
        verdicts
    };
    let mut first = mcts(searching());
    let verdicts = line(&mut first);
    assert_eq!(verdicts, line(&mut mcts(searching())));
    // A new game forgets what leaves have taught, and so does every search without reuse.
    first.new_game();
    assert_eq!(verdicts, line(&mut first));
    let mut fresh = mcts(ModernSettings { reuse: false, ..searching() });
    let run = |mcts: &mut ModernMcts| MctsVerdict {
        time: Duration::ZERO,
        ..search(mcts, &Game::new(), 150)
    };
    assert_eq!(run(&mut fresh), run(&mut fresh));
}

#[test]
fn alpha_beta_is_asked_about_what_is_visited_much() {
    let settings = ModernSettings { opinion: 0.5, opinion_visits: 64, ..small() };
    let mut mcts = mcts(settings);
    search(&mut mcts, &Game::new(), 2_000);
    let tree = mcts.tree_mut();
    let mut open = vec![tree.root().unwrap()];
    let mut asked = 0;
    while let Some(id) = open.pop() {
        open.extend(tree.arena.children(id));
        let node = tree.arena.node(id);
        // A favourite of its parent may have one earlier.
        assert!(node.visits() < 64 || node.opinion().is_some());
        if let (Some(opinion), Some(mean)) = (node.opinion(), node.mean()) {
            asked += 1;
            assert_eq!(node.worth(0.5), Some(mean + 0.5 * (opinion - mean)));
        }
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn a_move_without_memory_can_be_reached() {
    let mut mcts = mcts(ModernSettings { opinion: 0.0, ..small() });
    search(&mut mcts, &Game::new(), 60);
    let policy = mcts.policy.clone();
    let settings = mcts.settings.clone();
    let tree = mcts.tree_mut();
    let root = tree.root().unwrap();
    let visits = |&id: &arena::NodeId| tree.arena.node(id).visits();
    let child = tree.arena.children(root).max_by_key(visits).unwrap();
    let position = Position::initial().after(tree.arena.node(child).mv().unwrap());
    let growth = expand::Growth {
        policy: &*policy,
        settings: &settings,
        position: &position,
        previous: tree.arena.node(child).mv(),
        is_root: false,
    };
    let moves = position.legal_moves();
    let unknown = moves.iter().rev().find(|&&mv| tree.child(child, mv).is_none());
    let mv = *unknown.expect("so few visits do not need all moves");
    let reached = growth.reach(tree, child, mv);
    assert!(reached.is_some() && reached == tree.child(child, mv));
}

#[test]
fn several_lines_are_told_in_order() {
    let mut mcts = mcts(ModernSettings { multi_pv: 3, ..small() });
    let mut told: Vec<Progress> = Vec::new();
    let mut observer = |progress: &Progress| told.push(progress.clone());
    let limits = Limits::nodes(1_000);
    let verdict = mcts.search(&Game::new(), &limits, 1, &Signal::new(), &mut observer);
    let last = &told[told.len() - 3..];
    assert_eq!(last.iter().map(|line| line.line_index).collect::<Vec<_>>(), [0, 1, 2]);
    for (line, child) in last.iter().zip(&verdict.root) {
        assert_eq!(line.line[0], child.mv);
        assert_eq!((line.score, line.visits), (Some(child.score), Some(child.visits)));
    }
    assert_eq!(verdict.best, Some(verdict.root[0].mv));
}

#[test]
fn pruning_keeps_what_the_choice_stands_on() {
    // A queen is to be won, with room for a fraction of the tree only.
    let game = game("2q1k3/8/8/8/4N3/8/8/3QK3 w - - 0 1", "");
    let mut mcts = mcts(small());
    mcts.tree = RwLock::new(Tree::with_blocks(1, 1_000, 1).unwrap());
    let early = search(&mut mcts, &game, 4_000);
    let late = search(&mut mcts, &game, 40_000);
    assert_eq!(game.position().to_san(early.best.unwrap()), "Nd6+");
    assert_eq!(early.best, late.best);
    assert!(late.root[0].visits > early.root[0].visits && late.line.len() > 1);
    assert!((late.root[0].value - early.root[0].value).abs() < 0.2);
}

#[test]
fn a_tree_that_is_kept_is_the_one_that_was_left() {
    let mut mcts = mcts(small());
    let mut game = Game::new();
    let verdict = search(&mut mcts, &game, 4_000);
    for &mv in &verdict.line[..2] {
        game.play(mv).unwrap();
    }
    let before = verdict.root[0].clone();
    assert!(before.visits > 100);
    // One more iteration stands on what is there.
    let next = search(&mut mcts, &game, 1);
    assert!(next.visits > 10 && next.visits < before.visits, "{}", next.visits);
    assert_eq!(next.line[..2], before.line[2..4]);
    let kept: u64 = next.root.iter().map(|child| child.visits).sum();
    assert!(kept + 1 >= next.visits && kept <= next.visits + 1, "{kept} {}", next.visits);

    // Both moves are taken back: the old root is still there, another reply too.
    game.undo();
    game.undo();
    let back = search(&mut mcts, &game, 1);
    assert_eq!(back.visits, 4_001);
    let reply =
        mcts.tree(2_000).nodes.into_iter().find(|node| {
            node.ply == 2 && node.parent == Some(1) && node.mv != Some(verdict.line[1])
        });
    game.play(verdict.line[0]).unwrap();
    let other: Move = reply.unwrap().mv.unwrap();
    game.play(other).unwrap();
    assert!(search(&mut mcts, &game, 1).visits > 1);

    // A new game begins with nothing, as does another one unasked.
    mcts.new_game();
    assert_eq!(search(&mut mcts, &game, 7).visits, 7);
    assert_eq!(search(&mut mcts, &Game::new(), 7).visits, 7);
}

#[test]
fn without_reuse_every_search_is_new() {
    let mut mcts = mcts(ModernSettings { reuse: false, ..small() });
    assert_eq!(search(&mut mcts, &Game::new(), 100).visits, 100);
    assert_eq!(search(&mut mcts, &Game::new(), 100).visits, 100);
}

#[test]
fn a_tiny_memory_is_never_exceeded() {
    let mut mcts = mcts(small());
    mcts.tree = RwLock::new(Tree::with_blocks(1, 1_000, 1).unwrap());
    let capacity = mcts.tree_mut().arena.capacity();
    assert!(capacity < 1_000);
    let verdict = search(&mut mcts, &Game::new(), 30_000);
    assert_eq!(verdict.nodes, 30_000);
    assert!(mcts.tree_mut().arena.used() <= capacity);
    assert!(verdict.hashfull <= 1000);
    let visits: u64 = verdict.root.iter().map(|child| child.visits).sum();
    assert!(visits + 1 >= verdict.visits, "no visit of the root's moves is pruned");
    // A game on the same memory: old branches go, new ones fit.
    let mut game = Game::new();
    for _ in 0..6 {
        let verdict = search(&mut mcts, &game, 2_000);
        game.play(verdict.best.unwrap()).unwrap();
    }
}

#[test]
fn threads_lose_no_visits() {
    let mut mcts = mcts(ModernSettings { threads: 3, ..small() });
    let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "");
    let verdict = search(&mut mcts, &game, 9_000);
    assert_eq!((verdict.nodes, verdict.visits), (9_000, 9_000));
    assert!(game.position().is_legal(verdict.best.unwrap()));
    let tree = mcts.tree_mut();
    let mut open = vec![tree.root().unwrap()];
    let mut expanded = 0;
    while let Some(id) = open.pop() {
        let node = tree.arena.node(id);
        assert_eq!(node.in_flight(), 0);
        let below: u32 = tree.arena.children(id).map(|id| tree.arena.node(id).visits()).sum();
        // A visit ends here or goes on; those that found it locked ended here.
        assert!(below <= node.visits(), "{below} {}", node.visits());
        let children: Vec<_> = tree.arena.children(id).collect();
        expanded += usize::from(!children.is_empty());
        open.extend(children);
    }
    assert!(expanded > 500);
    // The tiny memory is shared as well.
    mcts.tree = RwLock::new(Tree::with_blocks(1, 1_000, 1).unwrap());
    assert_eq!(search(&mut mcts, &game, 9_000).nodes, 9_000);
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let signal = Signal::new();
    signal.stop();
    let limits = Limits { infinite: true, ..Limits::default() };
    let game = Game::new();
    let mut mcts = mcts(ModernSettings { threads: 2, ..small() });
    let verdict = mcts.search(&game, &limits, 1, &signal, &mut Silent);
    assert!(verdict.stopped && verdict.best.is_some_and(|mv| game.position().is_legal(mv)));
    assert_eq!(verdict.nodes, 0);

    let signal = Signal::new();
    let hand = signal.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        hand.stop();
    });
    assert!(mcts.search(&game, &limits, 1, &signal, &mut Silent).nodes > 0);
    stopper.join().unwrap();
}

#[test]
fn infinite_search_waits_even_when_all_is_known() {
    let game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "");
    let signal = Signal::new();
    let hand = signal.clone();
    let begun = Instant::now();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(60));
        hand.stop();
    });
    let limits = Limits { infinite: true, ..Limits::default() };
    let verdict = mcts(small()).search(&game, &limits, 1, &signal, &mut Silent);
    assert!(begun.elapsed() >= Duration::from_millis(50));
    assert_eq!(verdict.score, Score::Mate(1));
    stopper.join().unwrap();
}

#[test]
fn clocks_are_kept() {
    let mut limits = Limits::default();
    let clock = Clock { left: Duration::from_millis(600), increment: Duration::ZERO };
    limits.clocks[Color::White] = Some(clock);
    let mut told = 0;
    let mut observer = |progress: &Progress| {
        assert!(progress.nodes.is_some() && progress.score.is_some() && !progress.line.is_empty());
        told += 1;
    };
    let verdict = mcts(small()).search(&Game::new(), &limits, 1, &Signal::new(), &mut observer);
    assert!(verdict.time < clock.left && verdict.nodes > 0);
    assert!(told >= 1);
}

#[test]
fn lines_and_trees_hang_together() {
    let mut mcts = mcts(small());
    let game = Game::new();
    let verdict = search(&mut mcts, &game, 2_000);
    assert_eq!(verdict.line[0], verdict.best.unwrap());
    let priors: f64 = verdict.root.iter().filter_map(|child| child.prior).sum();
    assert!((priors - 1.0).abs() < 0.01, "{priors}");
    let all = mcts.tree(usize::MAX);
    assert_eq!(all.omitted, 0);
    let part = mcts.tree(100);
    assert_eq!((part.nodes.len(), part.omitted), (100, all.nodes.len() as u64 - 100));
    for node in &part.nodes[1..] {
        let parent = &part.nodes[node.parent.unwrap()];
        assert!(parent.visits >= node.visits && node.ply == parent.ply + 1);
    }
    assert!(serde_json::to_string(&part).unwrap().contains("\"visits\":2000"));
}

#[test]
fn chance_is_off_unless_asked_for() {
    let choice = |settings: ModernSettings, seed| {
        let mut mcts = mcts(settings);
        let limits = Limits::nodes(200);
        mcts.search(&Game::new(), &limits, seed, &Signal::new(), &mut Silent).best
    };
    assert!((1..5).all(|seed| choice(small(), seed) == choice(small(), 0)));
    let hot = ModernSettings { choice_temperature: 1.0, noise: 0.25, ..small() };
    assert_eq!(choice(hot.clone(), 3), choice(hot.clone(), 3));
    let choices: std::collections::HashSet<_> =
        (1..12).map(|seed| choice(hot.clone(), seed)).collect();
    assert!(choices.len() > 1);
}

#[test]
fn random_players_are_beaten() {
    let mut rng = fastrand::Rng::with_seed(3);
    for own in [Color::White, Color::Black, Color::White] {
        let mut mcts = mcts(small());
        let mut game = Game::new();
        while game.outcome().is_none() && game.moves().len() < 300 {
            let mv = if game.turn() == own {
                search(&mut mcts, &game, 400).best.unwrap()
            } else {
                rng.choice(game.position().legal_moves()).unwrap()
            };
            game.play(mv).unwrap();
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(own), "{:?} {}", game.outcome(), game.position());
    }
}
