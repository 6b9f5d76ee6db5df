//! How often a position has occurred, and the draws by repetition and clock,
//! against counting the plain way.

use chess::{DrawReason, Game, Outcome, Position};
use shakmaty::Chess;

use crate::differential::theirs;
use crate::{data, random};

/// Few men and little room, so that positions come back; rights and
/// en-passant captures that make equal boards unequal positions.
const STARTS: [&str; 7] = [
    "k7/p1p1p1p1/P1P1P1P1/8/8/p1p1p1p1/P1P1P1P1/K7 w - - 0 1",
    "k7/p7/P7/8/8/8/7p/7K w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 90 60",
    "7k/7p/7P/8/3p4/8/4P3/7K w - - 0 1",
    "1rk5/pp6/8/8/8/8/PP6/1RK5 w Bb - 120 70",
    "8/8/8/8/k2p3R/8/4P3/K7 w - - 0 1",
];

#[test]
fn occurrences_and_draws() {
    let games = if data::is_long() { 20_000 } else { 400 };
    let mut left = games;
    let mut seen = [false; 3];
    let more = std::iter::from_fn(move || {
        left -= 1;
        (left >= 0).then_some(())
    });
    for ((), mut random) in more.zip(random::games(2, || false)) {
        let start = Position::from_fen(random.pick(&STARTS)).unwrap();
        let mut game = Game::from_position(start);
        // Their equality is that of the rules on repetition.
        let mut before: Vec<Chess> = Vec::new();
        loop {
            let position = game.position();
            let now = theirs(&position.fen()).unwrap();
            let occurrences = before.iter().filter(|earlier| **earlier == now).count() + 1;
            assert_eq!(game.occurrences(), occurrences, "{position}");
            before.push(now);

            let halfmoves = position.halfmoves();
            if let Some(outcome) = game.outcome() {
                let by_board = !position.has_legal_moves() || position.is_insufficient_material();
                match outcome {
                    Outcome::Draw(DrawReason::Fivefold) => assert!(occurrences >= 5),
                    Outcome::Draw(DrawReason::SeventyFiveMoves) => assert!(halfmoves >= 150),
                    _ => assert!(by_board, "{position}: {outcome}"),
                }
                seen[0] |= outcome == Outcome::Draw(DrawReason::Fivefold);
                seen[1] |= outcome == Outcome::Draw(DrawReason::SeventyFiveMoves);
                break;
            }
            assert!(occurrences < 5 && halfmoves < 150, "{position} goes on");
            let claim = match (occurrences, halfmoves) {
                (3.., _) => Some(DrawReason::Threefold),
                (_, 100..) => Some(DrawReason::FiftyMoves),
                _ => None,
            };
            assert_eq!(game.claimable_draw(), claim, "{position}");

            let mv = random.pick(&position.legal_moves());
            let announced = game.claimable_draw_with(mv);
            game.play(mv).unwrap();
            // A move that mates or stalemates ends the game without a claim;
            // everything else that could be claimed after it, could before.
            if game.outcome().is_none() {
                assert_eq!(announced, game.claimable_draw(), "{}", game.position());
                seen[2] |= announced == Some(DrawReason::Threefold);
            }
        }
    }
    assert_eq!(seen, [true; 3], "fivefold, seventy-five moves and a claim all occur");
}
