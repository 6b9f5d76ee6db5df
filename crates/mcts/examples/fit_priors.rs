//! Fits the weights of the linear policy to the moves played in games of
//! self-play, and writes `weights.rs`:
//!
//! ```text
//! cargo run --release -p kythu-mcts --example fit_priors -- WEIGHTS.RS PASSES SHARE GAMES.vf.zst …
//! ```
//!
//! Softmax regression: every position asks which of its moves was played. Every
//! fiftieth game is kept apart to see what was learned.

use std::fmt::Write as _;
use std::fs::{self, File};

use anyhow::{Context, Result, ensure};
use chess::Move;
use data::{Reader, ScoredGame};
use mcts::{LinearPolicy, PolicyInput};
use pgn::Unpacker;

/// Positions of one step.
const BATCH: usize = 512;
/// Length of the first steps; each pass makes them this much shorter.
const STEP: f32 = 0.02;
const STEP_DECAY: f32 = 0.35;
/// Pulls weights of rare features to 0.
const WEIGHT_DECAY: f32 = 1e-6;
/// Every so many games one is kept apart.
const APART: usize = 50;
/// Positions beyond this score, in centipawns, teach how to win won games only.
const MOST_SCORE: u16 = 1_500;
/// Logits are written in hundredths.
const UNIT: f32 = 100.0;

/// Adam.
struct Fit {
    weights: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    in_batch: usize,
}

#[derive(Default)]
struct Tally {
    positions: u64,
    loss: f64,
    hits: u64,
}

impl Tally {
    fn loss(&self) -> f64 {
        self.loss / self.positions.max(1) as f64
    }

    fn percent(&self) -> f64 {
        100.0 * self.hits as f64 / self.positions.max(1) as f64
    }
}

impl Fit {
    fn new() -> Fit {
        let zeros = || vec![0.0; LinearPolicy::WEIGHTS];
        Fit {
            weights: zeros(),
            gradient: zeros(),
            mean: zeros(),
            square: zeros(),
            steps: 0,
            in_batch: 0,
        }
    }

    /// Looks at a position: counts in `tally`, and learns unless `step` is none.
    fn see(&mut self, input: &PolicyInput<'_>, played: Move, step: Option<f32>, tally: &mut Tally) {
        let Some(played) = input.moves.iter().position(|&mv| mv == played) else { return };
        let mut features: Vec<Vec<u16>> = Vec::with_capacity(input.moves.len());
        LinearPolicy::features(input, |_, seen| features.push(seen.to_vec()));
        let logit = |seen: &Vec<u16>| -> f32 {
            seen.iter().map(|&feature| self.weights[usize::from(feature)]).sum()
        };
        let mut chances: Vec<f32> = features.iter().map(logit).collect();
        let highest = chances.iter().copied().fold(f32::MIN, f32::max);
        tally.hits += u64::from(chances[played] == highest);
        chances.iter_mut().for_each(|chance| *chance = (*chance - highest).exp());
        let sum: f32 = chances.iter().sum();
        tally.loss -= f64::from((chances[played] / sum).max(1e-9).ln());
        tally.positions += 1;
        let Some(step) = step else { return };
        for (index, seen) in features.iter().enumerate() {
            let error = chances[index] / sum - f32::from(u8::from(index == played));
            seen.iter().for_each(|&feature| self.gradient[usize::from(feature)] += error);
        }
        self.in_batch += 1;
        if self.in_batch == BATCH {
            self.step(step);
        }
    }

    fn step(&mut self, step: f32) {
        self.in_batch = 0;
        self.steps += 1;
        let (keep, keep_square) = (0.9_f32, 0.999_f32);
        let (bias, bias_square) = (1.0 - keep.powi(self.steps), 1.0 - keep_square.powi(self.steps));
        for index in 0..self.weights.len() {
            let gradient = std::mem::take(&mut self.gradient[index]) / BATCH as f32
                + WEIGHT_DECAY * self.weights[index];
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = keep * *mean + (1.0 - keep) * gradient;
            *square = keep_square * *square + (1.0 - keep_square) * gradient * gradient;
            self.weights[index] -= step * (*mean / bias) / ((*square / bias_square).sqrt() + 1e-8);
        }
    }

    fn see_game(
        &mut self,
        game: &ScoredGame,
        step: Option<f32>,
        wanted: &mut impl FnMut() -> bool,
        tally: &mut Tally,
    ) {
        let mut previous = None;
        for (position, scored) in game.positions() {
            let before = previous.replace(scored.mv);
            let moves = position.legal_moves();
            let open = scored.score.unsigned_abs() <= MOST_SCORE && moves.len() > 1;
            if open && wanted() {
                let input = PolicyInput {
                    position: &position,
                    moves: &moves,
                    previous: before,
                    statistics: None,
                };
                self.see(&input, scored.mv, step, tally);
            }
        }
    }

    /// The file that the policy is compiled with.
    fn source(&self, about: &str) -> String {
        let mut text = format!("//! The weights of the linear policy.\n//!\n{about}");
        text.push_str("\nuse super::features::FEATURES;\n\n/// One logit.\n");
        let _ = writeln!(text, "pub(crate) const WEIGHT_UNIT: f32 = {UNIT:.1};\n");
        text.push_str("/// In the order of the features.\n#[rustfmt::skip]\n");
        text.push_str("pub(crate) const WEIGHTS: [i16; FEATURES] = [\n");
        for row in self.weights.chunks(16) {
            let row: Vec<_> =
                row.iter().map(|weight| (weight * UNIT).round().to_string()).collect();
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        text.push_str("];\n");
        text
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ensure!(arguments.len() >= 4, "expected: WEIGHTS.RS PASSES SHARE GAMES.vf.zst …");
    let passes: i32 = arguments[1].parse().context("PASSES is a whole number")?;
    let share: f64 = arguments[2].parse().context("SHARE is a number from 0 to 1")?;
    let files = &arguments[3..];
    let mut fit = Fit::new();
    let (mut learned, mut apart) = (Tally::default(), Tally::default());
    for pass in 0..passes {
        let mut rng = fastrand::Rng::with_seed(pass as u64 + 7);
        let mut wanted = || rng.f64() < share;
        let step = STEP * STEP_DECAY.powi(pass);
        (learned, apart) = (Tally::default(), Tally::default());
        for name in files {
            let file = File::open(name).with_context(|| name.clone())?;
            for (number, game) in Reader::new(Unpacker::new(file)).enumerate() {
                let game = game.with_context(|| name.clone())?;
                if number % APART == 0 {
                    fit.see_game(&game, None, &mut wanted, &mut apart);
                } else {
                    fit.see_game(&game, Some(step), &mut wanted, &mut learned);
                }
            }
        }
        println!(
            "pass {pass}: {} positions, loss {:.4}; apart {} positions, loss {:.4}, {:.1}%",
            learned.positions,
            learned.loss(),
            apart.positions,
            apart.loss(),
            apart.percent()
        );
    }
    let about = format!(
        "//! Fitted by `--example fit_priors` to the moves of {} files of self-play, {passes}\n\
         //! passes over {} positions each. On games kept apart the loss is {:.3}, and the\n\
         //! move played is the favourite in {:.1}% of the positions.\n",
        files.len(),
        learned.positions,
        apart.loss(),
        apart.percent()
    );
    fs::write(&arguments[0], fit.source(&about)).context(arguments[0].clone())
}
