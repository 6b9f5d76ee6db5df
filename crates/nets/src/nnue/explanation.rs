//! What a net finds in a position, man by man.

use arrayvec::ArrayVec;
use chess::{Color, Piece, PieceChange, Position, Role, Square};

use super::{AccumulatorStack, Network};

/// What moves the value of a net, all of it in centipawns for White.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The value.
    pub value: i32,
    /// What it would be if the other side were to move.
    pub other_turn: i32,
    /// Every man but the kings, without which there is no value: how much more the
    /// position is worth to White with it than without it.
    pub men: ArrayVec<(Square, Piece, i32), 30>,
    /// What each output says, of which [`Explanation::bucket`] is the one that counts.
    pub outputs: Vec<i32>,
    /// The output for so many men.
    pub bucket: usize,
}

impl Explanation {
    /// What the men of a kind are worth to White, each by itself and added up.
    pub fn sum(&self, color: Color, role: Role) -> i32 {
        let men = self.men.iter().filter(|(_, piece, _)| *piece == role.of(color));
        men.map(|&(_, _, worth)| worth).sum()
    }

    /// What the move is worth to the side that has it: half of the difference.
    pub fn tempo(&self, turn: Color) -> i32 {
        let difference = self.value - self.other_turn;
        if turn.is_white() { difference / 2 } else { -difference / 2 }
    }
}

impl Network {
    /// Takes the value of a position apart.
    pub fn explain(&self, position: &Position) -> Explanation {
        let turn = position.turn();
        let mut stack = AccumulatorStack::new(self);
        stack.reset(self, position);
        let men = position.occupied().len();
        let bucket = self.architecture().output_bucket(men);
        let white = |turn: Color, value: i32| if turn.is_white() { value } else { -value };
        let outputs = 0..self.architecture().output_buckets;
        let outputs: Vec<i32> =
            outputs.map(|bucket| white(turn, stack.output(self, position, bucket))).collect();
        let value = outputs[bucket];
        let other_turn = white(!turn, stack.known_output(self, !turn, bucket));
        // Without a man there may be check where none can be: that is no position for
        // the rules, but the net sees no more than where men stand.
        let fewer = self.architecture().output_bucket(men - 1);
        let removable = position.board().iter().filter(|(_, piece)| piece.role() != Role::King);
        let men = removable.map(|(square, piece)| {
            let removed = PieceChange::Removed(piece, square);
            stack.push(self, &std::iter::once(removed).collect());
            let without = white(turn, stack.output(self, position, fewer));
            stack.pop();
            (square, piece, value - without)
        });
        let men = men.collect();
        Explanation { value, other_turn, men, outputs, bucket }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::nnue::Architecture;

    #[test]
    fn men_of_the_net_of_material_are_worth_what_they_are() {
        let net = Network::of_material();
        for turn in ["w", "b"] {
            let fen = format!("r3k3/8/8/3n4/8/8/4P3/3QK3 {turn} - - 0 1");
            let position = Position::from_fen(&fen).unwrap();
            let explanation = net.explain(&position);
            let near = |found: i32, expected: i32| (found - expected).abs() <= 2;
            assert!(near(explanation.value, 200), "{explanation:?}");
            assert_eq!(explanation.men.len(), 4);
            for (color, role, worth) in [
                (Color::White, Role::Queen, 900),
                (Color::White, Role::Pawn, 100),
                (Color::Black, Role::Rook, -500),
                (Color::Black, Role::Knight, -300),
                (Color::Black, Role::Queen, 0),
            ] {
                let found = explanation.sum(color, role);
                assert!(near(found, worth), "{color} {role:?}: {found}");
            }
            assert!(near(explanation.tempo(position.turn()), 0));
            assert_eq!(explanation.outputs.len(), 8);
        }
    }

    /// Values without a man are those of the position without it, where that is one.
    #[test]
    fn worth_is_the_difference_to_the_position_without() {
        let plain = Architecture::plain(64);
        for shape in [plain.clone(), plain.with_layers(16, 32)] {
            worth_of_men(&Network::random(shape, 3).unwrap());
        }
    }

    fn worth_of_men(net: &Network) {
        let position = Position::from_fen("4k3/1p6/8/3n4/8/8/4P3/3QK3 b - - 0 1").unwrap();
        let explanation = net.explain(&position);
        assert_eq!(explanation.value, -net.evaluate_from_scratch(&position));
        assert_eq!(explanation.outputs[explanation.bucket], explanation.value);
        for (fen, square) in [
            ("4k3/8/8/3n4/8/8/4P3/3QK3 b - - 0 1", Square::B7),
            ("4k3/1p6/8/8/8/8/4P3/3QK3 b - - 0 1", Square::D5),
            ("4k3/1p6/8/3n4/8/8/4P3/4K3 b - - 0 1", Square::D1),
        ] {
            let without = -net.evaluate_from_scratch(&Position::from_fen(fen).unwrap());
            let worth = explanation.men.iter().find(|(at, ..)| *at == square).unwrap().2;
            assert_eq!(worth, explanation.value - without, "{square}");
        }
        let other = Position::from_fen("4k3/1p6/8/3n4/8/8/4P3/3QK3 w - - 0 1").unwrap();
        assert_eq!(explanation.other_turn, net.evaluate_from_scratch(&other));
    }
}
