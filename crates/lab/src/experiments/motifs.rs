//! Positions in which one move is right, by motif and grade.

use std::sync::LazyLock;

use chess::{Move, Position};
use pgn::Epd;

/// Positions of our own, one a line: `bm` is the right move, `c0` the motif, `c1`
/// the grade.
const FILE: &str = include_str!("../../data/motifs.epd");

/// A position in which one move is right.
#[derive(Clone, Debug)]
pub struct Motif {
    /// Its name.
    pub id: String,
    /// What it is about: a fork, a pin, a mate.
    pub motif: String,
    /// How far one has to look: 1, a single threat, to 4, a long combination.
    pub grade: u32,
    /// The position.
    pub position: Position,
    /// What solves it; usually one move.
    pub solutions: Vec<Move>,
}

/// All of them, easy ones first.
pub fn motifs() -> &'static [Motif] {
    static MOTIFS: LazyLock<Vec<Motif>> = LazyLock::new(|| {
        let lines = FILE.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut motifs: Vec<Motif> = lines.filter_map(read).collect();
        motifs.sort_by(|one, other| (one.grade, &one.id).cmp(&(other.grade, &other.id)));
        motifs
    });
    &MOTIFS
}

fn read(line: &str) -> Option<Motif> {
    let epd: Epd = line.parse().ok()?;
    Some(Motif {
        id: epd.text("id")?.to_owned(),
        motif: epd.text("c0")?.to_owned(),
        grade: epd.number("c1")?,
        position: epd.position,
        solutions: epd.moves("bm").to_vec(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use chess::Game;
    use eval::EvaluatorSpec;
    use search::{Settings, TechniqueSet};
    use thinking::{Limits, Signal, Silent};

    use super::*;
    use crate::winning_chance;

    #[test]
    fn every_line_is_understood_and_named_once() {
        let lines = FILE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert_eq!(motifs().len(), lines);
        assert!(lines >= 24);
        let names: HashSet<_> = motifs().iter().map(|motif| &motif.id).collect();
        assert_eq!(names.len(), lines);
        let mut grades: HashMap<u32, usize> = HashMap::new();
        for motif in motifs() {
            *grades.entry(motif.grade).or_default() += 1;
            assert!(!motif.solutions.is_empty(), "{}", motif.id);
        }
        assert!((1..=4).all(|grade| grades[&grade] >= 4) && grades.len() == 4, "{grades:?}");
    }

    #[test]
    fn the_engine_finds_each_solution_and_nothing_nearly_as_good() {
        let settings = Settings { multi_pv: 3, hash: 16, ..Settings::default() };
        let mut engine =
            search::build(&EvaluatorSpec::default(), TechniqueSet::ALL, settings).unwrap();
        for motif in motifs() {
            engine.new_game();
            let game = Game::from_position(motif.position);
            let verdict = engine.search(&game, &Limits::depth(16), &Signal::new(), &mut Silent);
            let chance = |value: i32| winning_chance(value.clamp(-20_000, 20_000));
            let best = &verdict.lines[0];
            assert!(
                motif.solutions.contains(&best.moves[0]),
                "{}: {} instead",
                motif.id,
                motif.position.to_san(best.moves[0])
            );
            let other = verdict.lines.iter().find(|line| !motif.solutions.contains(&line.moves[0]));
            let Some(other) = other else { continue };
            let is_mate = thinking::is_mate(best.value) && !thinking::is_mate(other.value);
            let gap = chance(best.value) - chance(other.value);
            let is_faster = thinking::is_mate(best.value) && best.value > other.value;
            assert!(
                is_mate || is_faster || gap >= 15.0,
                "{}: {} is worth {} and {} is worth {}",
                motif.id,
                motif.position.to_san(best.moves[0]),
                best.value,
                motif.position.to_san(other.moves[0]),
                other.value
            );
        }
    }
}
