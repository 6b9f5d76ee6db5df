//! The ways to evaluate a position agree with each other.

mod mirror;
mod playout;

use chess::Position;
use eval::weights;
use eval::{AllTerms, Classic, Coefficient, Coefficients, Evaluator, TermSet, Terms, Walk};

fn from_scratch<T: Terms>(terms: T, position: &Position) -> i32 {
    let mut fresh = Walk::new(Classic::with_terms(terms));
    fresh.reset(position);
    fresh.evaluate(position)
}

#[test]
fn kept_along_a_game_equals_from_scratch() {
    let mut kept = Walk::new(Classic::new());
    for seed in 0..40 {
        let game = playout::game(seed, 200);
        kept.reset(&game[0].0);
        for (ply, (position, mv)) in game.iter().enumerate() {
            let value = kept.evaluate(position);
            assert_eq!(value, from_scratch(AllTerms, position), "seed {seed} {position}");
            if !position.is_check() {
                let passed = kept.push_null(position);
                assert_eq!(kept.evaluate(&passed), from_scratch(AllTerms, &passed), "{passed}");
                kept.pop();
            }
            for other in position.legal_moves().into_iter().skip(ply % 7).step_by(7) {
                let next = kept.push(position, other);
                assert_eq!(kept.evaluate(&next), from_scratch(AllTerms, &next), "{next}");
                kept.pop();
            }
            assert_eq!(kept.evaluate(position), value, "seed {seed} {position}");
            kept.push(position, *mv);
        }
    }
}

#[test]
fn colours_are_treated_alike() {
    let mut classic = Walk::new(Classic::new());
    let mut decided = 0;
    for position in playout::positions(60) {
        let other = mirror::mirrored(&position);
        classic.reset(&position);
        let value = classic.evaluate(&position);
        classic.reset(&other);
        assert_eq!(classic.evaluate(&other), value, "{position}");
        decided += (value != 0) as u32;
    }
    assert!(decided > 5000, "{decided}");
}

#[test]
fn trace_adds_up_to_the_value() {
    let sets = ["all", "material", "pst", "all-material", "mobility+scaling", "none"];
    for terms in sets.map(|text| text.parse::<TermSet>().unwrap()) {
        let classic = Classic::with_terms(terms);
        let mut walk = Walk::new(classic.clone());
        for position in playout::positions(40) {
            let trace = classic.trace(&position);
            walk.reset(&position);
            assert_eq!(trace.value, walk.evaluate(&position), "{terms}: {position}");
            assert_eq!(trace.recomputed(), trace.white, "{terms}: {position}");
        }
    }
}

#[test]
fn run_time_set_of_all_equals_the_constant_one() {
    for position in playout::positions(20) {
        let constant = from_scratch(AllTerms, &position);
        assert_eq!(from_scratch(TermSet::ALL, &position), constant, "{position}");
    }
}

fn sum(coefficients: &[Coefficient], of: impl Fn(usize) -> i32) -> i32 {
    coefficients.iter().map(|c| of(usize::from(c.number)) * i32::from(c.count)).sum()
}

#[test]
fn coefficients_times_weights_give_the_value() {
    use eval::params::{DANGER_ENDGAME_DIVISOR, DANGER_MIDDLEGAME_DIVISOR};
    let values = weights::values();
    let (mg, eg) = (|n: usize| values[n].middlegame(), |n: usize| values[n].endgame());
    let mut in_danger = 0;
    for position in playout::positions(60) {
        let Coefficients { linear, danger, blend } = Coefficients::new(&position);
        let (mut middlegame, mut endgame) = (sum(&linear, mg), sum(&linear, eg));
        for (danger, sign) in danger.iter().zip([-1, 1]) {
            let (mg, eg) = (sum(danger, mg).max(0), sum(danger, eg).max(0));
            middlegame += sign * (mg * mg / DANGER_MIDDLEGAME_DIVISOR);
            endgame += sign * (eg / DANGER_ENDGAME_DIVISOR);
            in_danger += (mg > 0) as u32;
        }
        let white = blend.value(eval::PackedScore::new(middlegame, endgame));
        assert_eq!(white, Classic::new().trace(&position).white, "{position}");
    }
    assert!(in_danger > 1000, "{in_danger}");
}

#[test]
fn every_weight_belongs_to_one_group() {
    let groups = weights::groups();
    let mut next = 0;
    for group in &groups {
        assert_eq!(group.first, next, "{}", group.name);
        next += group.len;
    }
    assert_eq!((next, weights::values().len()), (weights::COUNT, weights::COUNT));
}

#[test]
fn trace_can_be_read_by_people_and_programs() {
    let position = Position::initial();
    let trace = Classic::new().trace(&position);
    let text = trace.to_string();
    assert!(text.contains("bishop-pair") && text.contains("24 of 24"), "{text}");
    let json = serde_json::to_value(&trace).unwrap();
    assert_eq!(json["lines"][0]["term"], "material");
    assert_eq!(json["value"], trace.value);
}
