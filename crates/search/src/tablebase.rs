//! The endgame tables as the search uses them: outcomes at its nodes, distances
//! at its root.

use chess::{Game, Position};
use eval::Evaluator;
use knowledge::syzygy::{EndgameTables, Wdl};

use crate::observer::TreeObserver;
use crate::root_move::RootMove;
use crate::table::Bound;
use crate::worker::Worker;
use crate::{Settings, Techniques};
use thinking::{DRAW, TABLEBASE};

/// How one search may probe the endgame tables.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Probing<'a> {
    tables: &'a EndgameTables,
    /// Positions of more men are not probed.
    most_men: usize,
    /// Positions of as many men only with so much depth left.
    depth: i32,
    fifty_move_rule: bool,
}

impl<'a> Probing<'a> {
    /// None if there is nothing to ask, or it shall not be asked.
    pub(crate) fn new(tables: &'a EndgameTables, settings: &Settings) -> Option<Probing<'a>> {
        let most_men = settings.probe_limit.min(tables.max_men());
        (most_men > 0).then_some(Probing {
            tables,
            most_men,
            depth: settings.probe_depth,
            fifty_move_rule: settings.probe_fifty_moves,
        })
    }

    /// Ranks the moves of a root that is in the endgame tables, the best first. Returns
    /// what nodes are to be probed with, and how many moves were ranked.
    pub(crate) fn rank(
        self,
        game: &Game,
        root_moves: &mut [RootMove],
    ) -> (Option<Probing<'a>>, u64) {
        let position = game.position();
        if position.occupied().len() as usize > self.most_men {
            return (Some(self), 0);
        }
        let ranking = self.tables.root_moves(position, has_repeated(game), self.fifty_move_rule);
        let Ok(ranking) = ranking else { return (Some(self), 0) };
        for root in root_moves.iter_mut() {
            if let Some(ranked) = ranking.moves.iter().find(|ranked| ranked.mv == root.mv) {
                root.rank = ranked.rank;
                root.known = Some(self.value(ranked.wdl, 0));
            }
        }
        root_moves.sort_by_key(|root| -root.rank);
        // With distances (DTZ) the ranks alone make progress, and probing at nodes would
        // only hide mates. With outcomes (WDL) alone a win still needs probing.
        let is_winning = ranking.wdl().is_some_and(|wdl| wdl > Wdl::Draw);
        let below = (is_winning && !ranking.is_exact).then_some(self);
        (below, ranking.moves.len() as u64)
    }

    /// What an outcome is worth `ply` half-moves below the root. The nearest
    /// draw to a win or loss is a shade more or less than a draw.
    pub(crate) fn value(&self, wdl: Wdl, ply: usize) -> i32 {
        let wdl = if self.fifty_move_rule { wdl } else { wdl.without_fifty_move_rule() };
        match wdl {
            Wdl::Win => TABLEBASE - ply as i32,
            Wdl::CursedWin => DRAW + 1,
            Wdl::Draw => DRAW,
            Wdl::BlessedLoss => DRAW - 1,
            Wdl::Loss => ply as i32 - TABLEBASE,
        }
    }
}

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    /// The value of a position that is in the endgame tables, and how it bounds the
    /// true value: a win from below, a loss from above.
    #[inline]
    pub(crate) fn probe_endgame_tables(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Bound)> {
        let probing = self.shared.probing?;
        let men = position.occupied().len() as usize;
        // Outcomes (WDL) are those of a half-move clock of 0.
        if men > probing.most_men
            || position.halfmoves() != 0
            || men == probing.most_men && depth < probing.depth
        {
            return None;
        }
        let wdl = probing.tables.wdl(position).ok()?;
        self.count_tablebase_hits(1);
        let value = probing.value(wdl, ply);
        let bound = match value {
            value if value > DRAW + 1 => Bound::Lower,
            value if value < DRAW - 1 => Bound::Upper,
            _ => Bound::Exact,
        };
        Some((value, bound))
    }
}

/// Has any position occurred twice since the last capture or pawn move?
fn has_repeated(game: &Game) -> bool {
    let reversible = usize::from(game.position().halfmoves());
    let positions = game.positions();
    let recent = &positions[positions.len().saturating_sub(reversible + 1)..];
    let mut keys: Vec<_> = recent.iter().map(Position::key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_since_the_last_zeroing_move() {
        let mut game = Game::new();
        let mut play = |moves: &str| {
            for text in moves.split_whitespace() {
                let mv = game.position().parse_san(text).unwrap();
                game.play(mv).unwrap();
            }
            has_repeated(&game)
        };
        assert!(!play("Nf3 Nf6 Ng1"));
        assert!(play("Ng8"));
        assert!(play("Nf3"));
        assert!(!play("d5"));
    }
}
