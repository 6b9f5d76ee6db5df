//! A small search with this evaluation mates a bare king within fifty moves,
//! the defender searching just as far.

use chess::{Move, Position};
use eval::{Classic, Walk};

const MATE: i32 = 30_000;

struct Player {
    evaluator: Walk<Classic>,
    /// Keys of the game and of the path searched.
    seen: Vec<u64>,
}

impl Player {
    fn search(&mut self, position: &Position, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.is_check() { -MATE - depth } else { 0 };
        }
        if depth == 0 {
            return self.evaluator.evaluate(position);
        }
        for mv in moves {
            alpha = alpha.max(-self.value_of(position, mv, depth, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    fn value_of(&mut self, before: &Position, mv: Move, depth: i32, alpha: i32, beta: i32) -> i32 {
        let next = before.after(mv);
        if self.seen.contains(&next.key()) {
            return 0;
        }
        self.evaluator.push(before, mv);
        self.seen.push(next.key());
        let value = self.search(&next, depth - 1, alpha, beta);
        self.seen.pop();
        self.evaluator.pop();
        value
    }

    fn best(&mut self, position: &Position, depth: i32) -> Option<Move> {
        self.evaluator.reset(position);
        let mut best = (None, -2 * MATE);
        for mv in position.legal_moves() {
            let value = -self.value_of(position, mv, depth, -2 * MATE, -best.1);
            if value > best.1 {
                best = (Some(mv), value);
            }
        }
        best.0
    }
}

/// Plays the position out; the number of moves to mate.
fn moves_to_mate(fen: &str, depth: i32) -> Option<usize> {
    let mut position = Position::from_fen(fen).expect("a lawful position");
    let mut player = Player { evaluator: Walk::new(Classic::new()), seen: vec![position.key()] };
    for ply in 0..100 {
        let Some(mv) = player.best(&position, depth) else {
            return position.is_checkmate().then_some(ply / 2);
        };
        position.play(mv);
        player.seen.push(position.key());
    }
    None
}

#[test]
fn queen_rook_and_two_bishops_mate() {
    for (fen, depth) in [
        ("8/8/8/4k3/8/8/8/K5Q1 w - - 0 1", 4),
        ("8/8/8/4k3/8/8/8/R6K w - - 0 1", 5),
        ("8/8/8/8/3K4/8/8/r6k b - - 0 1", 5),
        ("8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1", 5),
        ("8/8/2k5/8/8/8/3K4/Q6R w - - 0 1", 3),
    ] {
        let moves = moves_to_mate(fen, depth);
        assert!(moves.is_some(), "{fen}: no mate within fifty moves");
    }
}

/// From the wrong corner, from the centre, and with either colour.
#[test]
fn bishop_and_knight_mate() {
    for fen in [
        "7k/8/5K2/8/8/8/8/3B1N2 w - - 0 1",
        "k7/8/1K6/8/8/8/8/2B2N2 w - - 0 1",
        "8/8/8/8/3k4/8/8/3NKB2 w - - 0 1",
        "8/8/8/8/8/2n1bk2/8/4K3 w - - 0 1",
    ] {
        let moves = moves_to_mate(fen, 6);
        assert!(moves.is_some(), "{fen}: no mate within fifty moves");
    }
}
