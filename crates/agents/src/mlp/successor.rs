//! What a net says of the positions that moves lead to, and which move that makes
//! the best.

use chess::{Color, Game, Move};

use crate::SuccessorValue;

/// What a drawn game costs whoever chooses it, of a scale from −1 to 1. From the
/// origin's report.
const DRAW_COST: f64 = 0.5;

/// A move and what the net says of it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Successor {
    pub(super) mv: Move,
    /// The output of the net before tanh, for White.
    pub(super) output: f32,
    pub(super) value: SuccessorValue,
}

impl Successor {
    fn new(game: &Game, mv: Move, output: f32) -> Successor {
        let white = f64::from(output).tanh();
        let drawn = is_drawn_by(game, mv);
        let cost = match (drawn, game.turn()) {
            (false, _) => 0.0,
            (true, Color::White) => -DRAW_COST,
            (true, Color::Black) => DRAW_COST,
        };
        Successor { mv, output, value: SuccessorValue { white, weighed: white + cost, drawn } }
    }
}

/// The moves with the outputs of the net for their positions, the best of whoever is
/// to move first. Of equals the one that was first stays first; where tanh has come
/// to its end, outputs still differ.
pub(super) fn ranked(game: &Game, moves: &[Move], outputs: &[f32]) -> Vec<Successor> {
    let pairs = moves.iter().zip(outputs);
    let mut successors: Vec<Successor> =
        pairs.map(|(&mv, &output)| Successor::new(game, mv, output)).collect();
    let falling = |one: &Successor, other: &Successor| {
        let by_value = other.value.weighed.total_cmp(&one.value.weighed);
        by_value.then(other.output.total_cmp(&one.output))
    };
    successors.sort_by(|one, other| match game.turn() {
        Color::White => falling(one, other),
        Color::Black => falling(other, one),
    });
    successors
}

/// Is the game drawn after the move, or can it be claimed to be?
fn is_drawn_by(game: &Game, mv: Move) -> bool {
    let after = game.position().after(mv);
    let stalemate = !after.has_legal_moves() && !after.is_check();
    stalemate || after.is_insufficient_material() || game.claimable_draw_with(mv).is_some()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Position;

    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            game.play(game.position().parse_san(text).unwrap()).unwrap();
        }
        game
    }

    fn of(game: &Game, san: &str, output: f32) -> Successor {
        Successor::new(game, game.position().parse_san(san).unwrap(), output)
    }

    #[test]
    fn drawn_games_cost_whoever_chooses_them() {
        let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let round = "Ra2 Kd8 Ra1 Ke8 Ra2 Kd8 Ra1";
        for (game, san, drawn) in [
            // Stalemate.
            (game("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", ""), "Qf7", true),
            (game("8/8/8/8/8/5kq1/8/7K b - - 0 1", ""), "Qf2", true),
            // Dead material.
            (game("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", ""), "Kxd2", true),
            (game("4k3/3R4/8/8/8/8/8/4K3 b - - 0 1", ""), "Kxd7", true),
            // For the third time; the second is nothing.
            (game(rook, round), "Ke8", true),
            (game(rook, "Ra2 Kd8 Ra1"), "Ke8", false),
            (game(rook, &format!("{round} Ke8")), "Ra2", true),
            // Fifty moves.
            (game("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", ""), "Ra2", true),
            (game("4k3/8/8/8/8/8/r7/4K3 b - - 99 80", ""), "Ra3", true),
            (game("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", ""), "Ra2", false),
        ] {
            let value = of(&game, san, 0.2).value;
            let white = f64::from(0.2f32).tanh();
            let cost = if game.turn().is_white() { -0.5 } else { 0.5 };
            let weighed = if drawn { white + cost } else { white };
            assert_eq!(value, SuccessorValue { white, weighed, drawn }, "{san} {game:?}");
        }
    }

    #[test]
    fn both_sides_rank_from_their_end_and_equals_keep_their_order() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [4, 1, 2, 0, 3]),
            ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", [3, 0, 1, 2, 4]),
        ] {
            let game = game(fen, "");
            let moves = &game.position().legal_moves()[..5];
            let ranked = ranked(&game, moves, &[-0.5, 0.3, 0.3, -0.7, 0.9]);
            let found: Vec<Move> = ranked.iter().map(|successor| successor.mv).collect();
            assert_eq!(found, expected.map(|index: usize| moves[index]));
        }
    }

    /// tanh says 1 of both.
    #[test]
    fn won_games_are_still_told_apart() {
        let game = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "");
        let moves = &game.position().legal_moves()[..2];
        let ranked = ranked(&game, moves, &[30.0, 40.0]);
        assert_eq!(ranked[0].value.white, ranked[1].value.white);
        assert_eq!(ranked[0].mv, moves[1]);
    }
}
