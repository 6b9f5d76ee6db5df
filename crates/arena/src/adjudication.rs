//! Ending games whose result nobody doubts.

use chess::{ByColor, Color, Game};
use knowledge::syzygy::{EndgameTables, Wdl};
use serde::{Deserialize, Serialize};
use thinking::Score;

use crate::ending::{EndReason, Ending};

/// When the arena ends a game by itself. Threefold repetition and the
/// fifty-move rule are always claimed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdjudicationRules {
    /// When a side has lost.
    pub resign: Option<ResignRule>,
    /// When it is a draw.
    pub draw: Option<DrawRule>,
    /// Where endgame tables are: games that reach them end there, with the
    /// outcome that they know. A list of folders, as `SyzygyPath` is.
    pub syzygy: Option<String>,
    /// Half-moves, those of the opening included, after which it is a draw.
    pub max_plies: Option<u32>,
}

impl AdjudicationRules {
    /// Do the rules make sense?
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.resign.is_some_and(|rule| rule.score < 1 || rule.moves < 1) {
            return Err("resign needs a score and moves of at least 1");
        }
        if self.draw.is_some_and(|rule| rule.score < 0 || rule.moves < 1) {
            return Err("draw needs a score of at least 0, and moves of at least 1");
        }
        if self.max_plies == Some(0) {
            return Err("max_plies must be at least 1");
        }
        Ok(())
    }
}

/// A side that so many times in a row thought itself so far behind has lost.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Centipawns.
    pub score: i32,
    /// Its own moves.
    pub moves: u32,
}

/// Two sides that so many times in a row thought the game so even have drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Centipawns.
    pub score: i32,
    /// Moves of each side.
    pub moves: u32,
    /// Not before this move of the game.
    pub from: u32,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator<'a> {
    rules: &'a AdjudicationRules,
    tables: Option<&'a EndgameTables>,
    hopeless: ByColor<u32>,
    even: u32,
}

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(
        rules: &'a AdjudicationRules,
        tables: Option<&'a EndgameTables>,
    ) -> Adjudicator<'a> {
        Adjudicator { rules, tables, hopeless: ByColor::default(), even: 0 }
    }

    /// `mover` just played and thinks `score` of it; `game` is after the move.
    pub(crate) fn judge(
        &mut self,
        game: &Game,
        mover: Color,
        score: Option<Score>,
    ) -> Option<Ending> {
        if let Some(wdl) = self.tables.and_then(|tables| outcome(tables, game)) {
            let turn = game.turn();
            return Some(match wdl {
                Wdl::Win => Ending::loss(!turn, EndReason::Tablebase, ""),
                Wdl::Loss => Ending::loss(turn, EndReason::Tablebase, ""),
                Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Ending::draw(EndReason::Tablebase),
            });
        }
        if let Some(rule) = self.rules.resign {
            let lost = score.is_some_and(|score| match score {
                Score::Mate(moves) => moves <= 0,
                score => score.centipawns() <= -rule.score,
            });
            self.hopeless[mover] = if lost { self.hopeless[mover] + 1 } else { 0 };
            if self.hopeless[mover] >= rule.moves {
                return Some(Ending::loss(mover, EndReason::Resigned, ""));
            }
        }
        if let Some(rule) = self.rules.draw {
            let even = score.is_some_and(|score| match score {
                Score::Mate(_) => false,
                score => score.centipawns().abs() <= rule.score,
            });
            self.even = if even { self.even + 1 } else { 0 };
            let number = u32::from(game.position().fullmoves());
            if self.even >= 2 * rule.moves && number >= rule.from {
                return Some(Ending::draw(EndReason::DrawAgreed));
            }
        }
        let plies = game.moves().len() as u32;
        let long = self.rules.max_plies.is_some_and(|most| plies >= most);
        long.then(|| Ending::draw(EndReason::MaxPlies))
    }
}

/// The outcome under best play, the fifty-move rule included.
fn outcome(tables: &EndgameTables, game: &Game) -> Option<Wdl> {
    let position = game.position();
    if position.halfmoves() == 0 {
        return tables.wdl(position).ok();
    }
    // A game that began among the tables: its clock counts.
    let ranking = tables.root_moves(position, false, true).ok()?;
    ranking.wdl().filter(|_| ranking.is_exact)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Position;

    use super::*;
    use ::pgn::GameResult;

    fn judge(rules: &AdjudicationRules, scores: &[Option<Score>]) -> Option<(usize, Ending)> {
        let mut adjudicator = Adjudicator::new(rules, None);
        let mut game = Game::new();
        scores.iter().enumerate().find_map(|(index, &score)| {
            let mover = game.turn();
            game.play(game.position().legal_moves()[0]).unwrap();
            adjudicator.judge(&game, mover, score).map(|ending| (index, ending))
        })
    }

    fn cp(scores: &[i32]) -> Vec<Option<Score>> {
        scores.iter().map(|&score| Some(Score::Cp(score))).collect()
    }

    #[test]
    fn hopeless_sides_lose() {
        let resign = Some(ResignRule { score: 600, moves: 2 });
        let rules = AdjudicationRules { resign, ..AdjudicationRules::default() };
        let (index, ending) = judge(&rules, &cp(&[0, -700, 0, 5, 0, -600, 0, -900])).unwrap();
        assert_eq!((index, ending.result), (7, GameResult::WhiteWins));
        assert_eq!(judge(&rules, &cp(&[0, -700, 0, 5, 0, -600])), None);
        let mated = [Some(Score::Mate(-3)), None, Some(Score::Mate(-2))];
        assert_eq!(judge(&rules, &mated).unwrap().1.result, GameResult::BlackWins);
    }

    #[test]
    fn even_games_are_drawn_late_enough() {
        let draw = Some(DrawRule { score: 10, moves: 2, from: 4 });
        let rules = AdjudicationRules { draw, ..AdjudicationRules::default() };
        // Four even scores in a row, and move 4 begins after six half-moves.
        assert_eq!(judge(&rules, &cp(&[0; 10])).unwrap().0, 5);
        assert_eq!(judge(&rules, &cp(&[0, 0, 0, 0, 0, 11, 0, -10, 0, 0])).unwrap().0, 9);
        assert_eq!(judge(&rules, &[None; 12]), None);
        let rules = AdjudicationRules { max_plies: Some(3), ..AdjudicationRules::default() };
        assert_eq!(judge(&rules, &[None; 12]).unwrap(), (2, Ending::draw(EndReason::MaxPlies)));
    }

    #[test]
    fn tables_end_what_they_know() {
        let folder = std::env::var_os("KYTHU_DATA").unwrap_or_else(|| "../shared/data".into());
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = root.join(folder).join("syzygy");
        let tables = EndgameTables::open(path.to_str().unwrap()).tables;
        if tables.max_men() < 4 {
            eprintln!("skipped: no tables in {} (KYTHU_DATA names its folder)", path.display());
            return;
        }
        let rules = AdjudicationRules::default();
        let judge = |fen: &str, mv: &str| {
            let mut game = Game::from_position(Position::from_fen(fen).unwrap());
            let (mover, mv) = (game.turn(), game.position().parse_san(mv).unwrap());
            game.play(mv).unwrap();
            Adjudicator::new(&rules, Some(&tables)).judge(&game, mover, None)
        };
        let draw = Some(Ending::draw(EndReason::Tablebase));
        let white = Some(Ending::loss(Color::Black, EndReason::Tablebase, ""));
        assert_eq!(judge("8/8/8/3k4/8/8/1p6/1K4R1 w - - 0 1", "Kxb2"), white);
        assert_eq!(judge("8/8/8/3k4/8/8/1p6/1KB5 w - - 0 1", "Kxb2"), draw);
        // Nothing was captured, but the game was there from the start. With the
        // clock nearly run down the same win comes too late.
        assert_eq!(judge("8/8/8/3k4/8/8/8/1K4R1 w - - 0 1", "Kc2"), white);
        assert_eq!(judge("8/8/8/3k4/8/8/8/1K4R1 w - - 90 80", "Kc2"), draw);
        assert_eq!(judge("8/pp6/8/3k4/8/8/PP6/1K4R1 w - - 0 1", "Kc2"), None);
    }
}
