//! Fitting the WDL model: the chances of winning, drawing and losing that a
//! score gives.
//!
//! The model is that of `search::Wdl`: two logistic curves whose middle `a` and
//! width `b` are cubics of the material that is left.

mod matches;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use chess::{Position, Role};
use clap::Args;
use data::{MATE_SCORE, Reader, WhitePoints};

use crate::adam::Adam;
use crate::model::Weights;

/// The unit of material: about that of a middlegame.
const SCALE: f64 = 58.0;
/// Material is clamped to this range.
const MATERIAL: (u32, u32) = (10, 78);
/// Scores are counted together in steps of so many centipawns.
const STEP: i32 = 5;
/// Chances below this are taken for this, so that one upset among certain wins
/// does not outweigh all else.
const LEAST_CHANCE: f64 = 1e-4;
/// Gradient descent: so many steps at each of these learning rates.
const STEPS: usize = 4_000;
const RATES: [f64; 3] = [2.0, 0.3, 0.05];

/// What to fit to.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Files of games as `kythu datagen` writes them, or matches as `kythu arena`
    /// does (.pgn, .pgn.gz, .pgn.zst); slow games from book openings are worth most
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Of matches, take the scores of this player only
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
}

/// Wins, draws and losses of the side to move.
type Counts = [f64; 3];

/// Counts of results by material and score.
#[derive(Default)]
struct Tally {
    cells: BTreeMap<(u32, i32), Counts>,
    games: u64,
    positions: u64,
}

impl Tally {
    /// A position with its score for White.
    fn add(&mut self, position: &Position, score: i32, result: WhitePoints) {
        let white = match result {
            WhitePoints::One => 0,
            WhitePoints::Half => 1,
            WhitePoints::Zero => 2,
        };
        let ours = position.turn().is_white();
        let (score, outcome) = if ours { (score, white) } else { (-score, 2 - white) };
        let material = material(position).clamp(MATERIAL.0, MATERIAL.1);
        let cell = self.cells.entry((material, score.div_euclid(STEP))).or_default();
        cell[outcome] += 1.0;
        self.positions += 1;
    }
}

/// Pawn 1, minor 3, rook 5, queen 9, over both sides.
fn material(position: &Position) -> u32 {
    let worth =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    worth.iter().map(|&(role, points)| points * position.by_role(role).len()).sum()
}

/// Reads the games, fits the curves and prints them as `search::Wdl` has them.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut tally = Tally::default();
    for path in &options.games {
        let read = match is_pgn(path) {
            true => matches::tally(path, options.player.as_deref(), &mut tally),
            false => tally_self_play(path, &mut tally),
        };
        read.with_context(|| path.display().to_string())?;
    }
    ensure!(tally.positions > 0, "there is no position with a score in these files");
    let (curves, loss) = fit(&tally);
    let row = |side: usize| curves.map(|pair| format!("{:.1}", pair[side])).join(", ");
    tell!("{} positions of {} games, loss {loss:.4}", tally.positions, tally.games);
    tell!("const A: [f64; 4] = [{}];\nconst B: [f64; 4] = [{}];", row(0), row(1));
    tell!("\nmaterial     a     b");
    for material in (MATERIAL.0..=MATERIAL.1).step_by(17) {
        let [a, b] = curve(&curves, f64::from(material) / SCALE);
        tell!("{material:8} {a:5.0} {b:5.0}");
    }
    Ok(())
}

fn is_pgn(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    [".pgn", ".pgn.gz", ".pgn.zst"].iter().any(|end| name.ends_with(end))
}

fn tally_self_play(path: &Path, tally: &mut Tally) -> Result<()> {
    for game in Reader::new(File::open(path)?) {
        let game = game?;
        tally.games += 1;
        for (position, best) in game.positions() {
            if best.score.abs() < MATE_SCORE {
                tally.add(&position, best.score.into(), game.result);
            }
        }
    }
    Ok(())
}

/// The coefficients of both cubics, the highest power first.
type Curves = [[f64; 2]; 4];

/// Middle and width of the curves for this material.
fn curve(curves: &Curves, material: f64) -> [f64; 2] {
    let cubic = |side| curves.iter().fold(0.0, |sum, pair| sum * material + pair[side]);
    [cubic(0), f64::max(cubic(1), 1.0)]
}

/// The curves under which the results are likeliest, and their mean loss.
fn fit(tally: &Tally) -> (Curves, f64) {
    let mut curves: Weights = vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [150.0, 80.0]];
    let mut adam = Adam::new(curves.len());
    let mut loss = f64::INFINITY;
    for rate in RATES {
        for _ in 0..STEPS {
            let slopes;
            (slopes, loss) = gradient(&as_curves(&curves), tally);
            adam.step(&mut curves, &slopes, rate);
        }
    }
    (as_curves(&curves), loss)
}

fn as_curves(weights: &Weights) -> Curves {
    [weights[0], weights[1], weights[2], weights[3]]
}

/// The slope of the mean loss for every coefficient, and that loss.
fn gradient(curves: &Curves, tally: &Tally) -> (Weights, f64) {
    let mut slopes = vec![[0.0; 2]; 4];
    let mut loss = 0.0;
    for (&(material, step), counts) in &tally.cells {
        let material = f64::from(material) / SCALE;
        let [a, b] = curve(curves, material);
        let value = (f64::from(step) + 0.5) * f64::from(STEP);
        // How far each side is from winning half its games.
        let distances = [(value - a) / b, (-value - a) / b];
        let [win, defeat] = distances.map(|distance| 1.0 / (1.0 + (-distance).exp()));
        let chances = [win, 1.0 - win - defeat, defeat].map(|chance| chance.max(LEAST_CHANCE));
        let pull = [0, 1, 2].map(|outcome| counts[outcome] / chances[outcome]);
        for (chance, distance, own) in [(win, distances[0], 0), (defeat, distances[1], 2)] {
            // What this chance gains, draws lose.
            let slope = (pull[1] - pull[own]) * chance * (1.0 - chance) / b;
            for (power, slopes) in (0..4).rev().zip(&mut slopes) {
                slopes[0] -= slope * material.powi(power);
                slopes[1] -= slope * distance * material.powi(power);
            }
        }
        loss -= (0..3).map(|outcome| counts[outcome] * chances[outcome].ln()).sum::<f64>();
    }
    let positions = tally.positions as f64;
    slopes.iter_mut().flatten().for_each(|slope| *slope /= positions);
    (slopes, loss / positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts exactly as these curves would have them.
    fn tally(curves: &Curves) -> Tally {
        let mut tally = Tally::default();
        for material in (MATERIAL.0..=MATERIAL.1).step_by(8) {
            for step in (-200..200).step_by(3) {
                let [a, b] = curve(curves, f64::from(material) / SCALE);
                let value = (f64::from(step) + 0.5) * f64::from(STEP);
                let chance = |value: f64| 1.0 / (1.0 + ((a - value) / b).exp());
                let (win, defeat) = (chance(value), chance(-value));
                tally.cells.insert((material, step), [win, 1.0 - win - defeat, defeat]);
                tally.positions += 1;
            }
        }
        tally
    }

    #[test]
    fn known_curves_are_found_again() {
        let curves = [[-40.0, 5.0], [60.0, -20.0], [-90.0, 30.0], [200.0, 60.0]];
        let (found, _) = fit(&tally(&curves));
        for material in [10.0, 30.0, 58.0, 78.0] {
            let expected = curve(&curves, material / SCALE);
            let fitted = curve(&found, material / SCALE);
            for side in 0..2 {
                let error = (fitted[side] - expected[side]).abs();
                assert!(error < 1.5, "{material}: {fitted:?}, not {expected:?}");
            }
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let tally = tally(&[[-40.0, 5.0], [60.0, -20.0], [-90.0, 30.0], [200.0, 60.0]]);
        let curves = [[1.0, 2.0], [-3.0, 1.0], [20.0, 5.0], [110.0, 70.0]];
        let (slopes, _) = gradient(&curves, &tally);
        for index in 0..4 {
            for side in 0..2 {
                let moved = |by: f64| {
                    let mut curves = curves;
                    curves[index][side] += by;
                    gradient(&curves, &tally).1
                };
                let slope = (moved(1e-3) - moved(-1e-3)) / 2e-3;
                let error = (slope - slopes[index][side]).abs();
                assert!(error < 1e-6 + 1e-3 * slope.abs(), "{index} {side}: {slope} {slopes:?}");
            }
        }
    }

    #[test]
    fn both_sides_are_seen_from_their_own_view() {
        let mut tally = Tally::default();
        let mut position = Position::initial();
        tally.add(&position, 52, WhitePoints::One);
        position.play(position.parse_san("e4").expect("a move"));
        tally.add(&position, 52, WhitePoints::One);
        let cells: Vec<_> = tally.cells.into_iter().collect();
        let (lost, won) = ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
        assert_eq!(cells, [((78, -11), lost), ((78, 10), won)]);
    }
}
