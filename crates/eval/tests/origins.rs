//! The evaluations of the origin systems agree with themselves.

mod mirror;
mod playout;

use eval::{AnyEvaluator, Evaluator, EvaluatorSpec, Walk};

const SPECS: [EvaluatorSpec; 3] =
    [EvaluatorSpec::Pesto, EvaluatorSpec::Simplified, EvaluatorSpec::Document];

#[test]
fn kept_along_a_game_equals_from_scratch() {
    for spec in SPECS {
        let mut kept = Walk::new(spec.build());
        let mut fresh = Walk::new(spec.build());
        let mut from_scratch = |position: &chess::Position| {
            fresh.reset(position);
            fresh.evaluate(position)
        };
        for seed in 0..10 {
            let game = playout::game(seed, 200);
            kept.reset(&game[0].0);
            for (position, mv) in &game {
                assert_eq!(kept.evaluate(position), from_scratch(position), "{spec}: {position}");
                if !position.is_check() {
                    let passed = kept.push_null(position);
                    assert_eq!(kept.evaluate(&passed), from_scratch(&passed), "{spec}: {passed}");
                    kept.pop();
                }
                for other in position.legal_moves().into_iter().step_by(9) {
                    let next = kept.push(position, other);
                    assert_eq!(kept.evaluate(&next), from_scratch(&next), "{spec}: {next}");
                    kept.pop();
                }
                kept.push(position, *mv);
            }
        }
    }
}

#[test]
fn trace_adds_up_to_the_value() {
    for spec in SPECS {
        let evaluator: AnyEvaluator = spec.build();
        let mut spread = 0;
        for position in playout::positions(40) {
            let trace = evaluator.trace(&position);
            let judgement = &evaluator.judge(&[position])[0];
            assert_eq!(trace.value, judgement.value, "{spec}: {position}");
            assert_eq!(trace.recomputed(), trace.white, "{spec}: {position}");
            spread = trace.lines.iter().map(|line| trace.worth(line).abs()).fold(spread, i32::max);
        }
        assert!(spread > 500, "{spec}: {spread}");
    }
}

#[test]
fn colours_are_treated_alike() {
    for spec in SPECS {
        let evaluator = spec.build();
        let mut decided = 0;
        for position in playout::positions(40) {
            let judged = evaluator.judge(&[position, mirror::mirrored(&position)]);
            assert_eq!(judged[0], judged[1], "{spec}: {position}");
            decided += u32::from(judged[0].value != 0);
        }
        assert!(decided > 3000, "{spec}: {decided}");
    }
}

#[test]
fn every_term_has_its_say() {
    for spec in SPECS {
        let evaluator = spec.build();
        let mut says = vec![false; evaluator.trace(&chess::Position::initial()).lines.len()];
        for position in playout::positions(20) {
            for (says, line) in says.iter_mut().zip(&evaluator.trace(&position).lines) {
                *says |= line.white != line.black;
                assert!(line.about.ends_with('.'), "{}", line.about);
            }
        }
        assert!(says.iter().all(|&says| says), "{spec}: {says:?}");
    }
}
