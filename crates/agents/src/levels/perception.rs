//! Which of several moves a player of some skill takes for the best.

use chess::{Game, Move, Rank, Role};
use thinking::Score;

use super::params::*;
use super::skill::Skill;

/// One move and what the search found it to be worth.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Weighed {
    pub(super) mv: Move,
    pub(super) score: Score,
}

/// The index of the move that seems best. What is random about it comes from
/// `random`, in an order that depends on the moves alone.
pub(super) fn seems_best(
    game: &Game,
    moves: &[Weighed],
    skill: Skill,
    random: &mut fastrand::Rng,
) -> usize {
    let best = moves.iter().map(|weighed| worth(weighed.score)).fold(-VALUE_MOST, f64::max);
    let moment = (MOMENTS * normal(random)).exp();
    let distance = best.abs().min(DISTANCE_MOST) / DISTANCE_MOST;
    let mut misjudgement = skill.misjudgement() * moment * (1.0 + DISTANCE_GROWTH * distance);
    if game.moves().len() < OPENING_PLIES {
        misjudgement = misjudgement.max(OPENING_MISJUDGEMENT);
    }
    let mut seen = (0, f64::NEG_INFINITY);
    for (index, weighed) in moves.iter().enumerate() {
        let eye = catches_the_eye(game, weighed);
        let (error, overlooked) = (normal(random), random.f64());
        let costs = winning_chance(best) - winning_chance(worth(weighed.score));
        // Something has to be played: where every move is passed over, the first is.
        if overlooked < skill.overlooks() * overlookable(eye) || costs > skill.gives_away() {
            continue;
        }
        let seems = worth(weighed.score) + misjudgement * eye * error;
        if seems > seen.1 {
            seen = (index, seems);
        }
    }
    seen.0
}

/// A score as a player feels it, in centipawns.
fn worth(score: Score) -> f64 {
    match score {
        Score::Mate(1) => MATE_AT_ONCE,
        Score::Mate(moves) if moves > 0 => MATE_LATER - f64::from(moves),
        Score::Mate(moves) => -MATE_LATER - f64::from(moves),
        other => f64::from(other.centipawns()).clamp(-VALUE_MOST, VALUE_MOST),
    }
}

/// The winning chance that a worth means, in points of 100, by lichess's curve.
fn winning_chance(worth: f64) -> f64 {
    100.0 / (1.0 + (-CHANCE_SLOPE * worth).exp())
}

/// How much a move is misjudged: 1 for an ordinary quiet one, less for what
/// catches the eye.
fn catches_the_eye(game: &Game, weighed: &Weighed) -> f64 {
    let (position, mv) = (game.position(), weighed.mv);
    if weighed.score == Score::Mate(1) {
        return MATING;
    }
    let just_taken = game.moves().last().filter(|last| last.is_capture()).map(|last| last.to());
    if mv.is_capture() && just_taken == Some(mv.to()) {
        return RECAPTURE;
    }
    if mv.is_capture() || mv.is_promotion() {
        return CAPTURE;
    }
    if position.after(mv).is_check() {
        return CHECK;
    }
    let us = position.turn();
    let rank = |rank: Rank| if us.is_white() { rank as i32 } else { 7 - rank as i32 };
    let mut eye = 1.0;
    if !mv.is_castle() {
        let is_piece = position.piece_at(mv.from()).is_some_and(|piece| piece.role() != Role::King);
        if is_piece && rank(mv.to().rank()) < rank(mv.from().rank()) {
            eye *= BACKWARD;
        }
        if u32::from(mv.from().distance(mv.to())) >= LONG_SQUARES {
            eye *= LONG;
        }
    }
    eye
}

/// How likely such a move is overlooked, of what the skill overlooks: nothing
/// that catches the eye is.
fn overlookable(eye: f64) -> f64 {
    if eye < 1.0 { 0.0 } else { (eye - 0.5).min(1.0) }
}

/// A draw from the normal distribution (Box and Muller).
fn normal(random: &mut fastrand::Rng) -> f64 {
    let (radius, angle) = (1.0 - random.f64(), random.f64() * std::f64::consts::TAU);
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Position;

    use super::*;

    fn weigh(game: &Game, moves: &[(&str, Score)]) -> Vec<Weighed> {
        let read = |san: &str| game.position().parse_san(san).unwrap();
        moves.iter().map(|&(san, score)| Weighed { mv: read(san), score }).collect()
    }

    /// How often the first of these moves is chosen, of a thousand.
    fn first_of_1000(game: &Game, moves: &[(&str, Score)], skill: f64) -> usize {
        let moves = weigh(game, moves);
        let choose = |seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            seems_best(game, &moves, Skill::new(skill), &mut random)
        };
        (0..1000).filter(|&seed| choose(seed) == 0).count()
    }

    #[test]
    fn the_normal_distribution_is_one() {
        let mut random = fastrand::Rng::with_seed(1);
        let draws: Vec<f64> = (0..20_000).map(|_| normal(&mut random)).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }

    #[test]
    fn skill_chooses_the_better_move_more_often() {
        let game = Game::new();
        let moves = [("e4", Score::Cp(30)), ("f3", Score::Cp(-60))];
        let often = [0.0, 0.2, 0.7].map(|skill| first_of_1000(&game, &moves, skill));
        assert!(often.is_sorted() && often[0] < 850 && often[2] > 950, "{often:?}");
    }

    #[test]
    fn recaptures_are_seen_and_queens_not_thrown_away() {
        // After Bxf6 Black takes back, or loses a piece.
        let fen = "rnbqkb1r/ppp1pppp/5n2/3p2B1/3P4/8/PPP1PPPP/RN1QKBNR w KQkq - 0 3";
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        game.play(game.position().parse_san("Bxf6").unwrap()).unwrap();
        let moves = [("exf6", Score::Cp(40)), ("a6", Score::Cp(-280))];
        assert!(first_of_1000(&game, &moves, 0.1) > 900);
        assert!(first_of_1000(&game, &moves, 0.6) > 998);
    }

    #[test]
    fn nobody_gives_away_more_than_its_skill_allows() {
        let game = Game::new();
        let moves = [("e4", Score::Cp(30)), ("f3", Score::Cp(-60)), ("g4", Score::Cp(-1_500))];
        let weighed = weigh(&game, &moves);
        for seed in 0..1000 {
            let mut random = fastrand::Rng::with_seed(seed);
            // However much a beginner misjudges: nobody gives away 50 points with
            // open eyes.
            assert_ne!(seems_best(&game, &weighed, Skill::new(0.2), &mut random), 2, "{seed}");
        }
    }

    #[test]
    fn mates_count_more_than_material() {
        let worths = [
            Score::Mate(1),
            Score::Mate(3),
            Score::Mate(5),
            Score::Cp(9_000),
            Score::Cp(0),
            Score::Mate(-9),
            Score::Mate(-2),
        ];
        assert!(worths.map(worth).is_sorted_by(|a, b| a > b));
    }
}
