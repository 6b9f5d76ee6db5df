//! Which positions of a game are taken.

use chess::Position;
use thinking::SplitMix64;

use super::imported_game::ImportedGame;
use crate::WhitePoints;

/// How positions are picked from games. The defaults are those of the origin
/// system whose net this trains.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sampling {
    /// Half-moves that a game must have.
    pub min_plies: usize,
    /// Half-moves count from 0; those up to and including this one are not
    /// taken.
    pub skip_first: usize,
    /// Nor are the last so many, counted like `i < n − skip_last`.
    pub skip_last: usize,
    /// The chance of each other one to be taken.
    pub probability: f64,
    /// Take drawn games too?
    pub draws: bool,
    /// Take only positions out of check whose next move neither captures nor
    /// promotes?
    pub quiet: bool,
    /// Another seed picks other positions.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling {
            min_plies: 10,
            skip_first: 8,
            skip_last: 5,
            probability: 0.1,
            draws: false,
            quiet: false,
            seed: 1,
        }
    }
}

/// One position that was picked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SampledPosition {
    /// Moves played before it.
    pub ply: u16,
    /// Centipawns for White, where an engine gave them.
    pub score: Option<i16>,
}

impl Sampling {
    /// Is this game good enough to pick from?
    pub fn takes(&self, game: &ImportedGame) -> bool {
        game.moves.len() >= self.min_plies && (self.draws || game.result != WhitePoints::Half)
    }

    /// The positions picked from `game`: those after half-move i, for some i
    /// with `skip_first` < i < n − `skip_last`. The same game, sampling and
    /// seed give the same positions.
    pub fn pick(&self, game: &ImportedGame) -> Vec<SampledPosition> {
        if !self.takes(game) {
            return Vec::new();
        }
        let mut random = SplitMix64::new(self.seed, game.id());
        let chances = 1u64 << 32;
        let wanted = (self.probability.clamp(0.0, 1.0) * chances as f64) as u64;
        let last = game.moves.len().saturating_sub(self.skip_last).min(usize::from(u16::MAX));
        let mut picked = Vec::new();
        for (ply, position) in game.positions().skip(1) {
            let half_move = ply - 1;
            if half_move >= last {
                break;
            }
            if half_move <= self.skip_first || random.below(chances) >= wanted {
                continue;
            }
            if self.quiet && !is_quiet(game, ply, &position) {
                continue;
            }
            let score = game.scores.as_ref().and_then(|scores| scores.get(ply)).copied();
            picked.push(SampledPosition { ply: ply as u16, score });
        }
        picked
    }
}

fn is_quiet(game: &ImportedGame, ply: usize, position: &Position) -> bool {
    !position.is_check() && game.moves.get(ply).is_none_or(|mv| mv.is_quiet())
}

#[cfg(test)]
mod tests {
    use super::super::imported_game::tests::game;
    use super::*;

    /// 24 half-moves.
    const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 \
                         Rxd1 Bg4 f3 Be6 Nc3 Bd6 Be3 b6";

    fn plies(sampling: Sampling) -> Vec<u16> {
        sampling.pick(&game(MOVES, WhitePoints::One)).iter().map(|picked| picked.ply).collect()
    }

    #[test]
    fn the_ends_of_a_game_are_left_out() {
        let all = Sampling { probability: 1.0, ..Sampling::default() };
        // Half-moves 9 to 18 of 24, so after 10 to 19 moves.
        assert_eq!(plies(all), (10..=19).collect::<Vec<_>>());
        assert!(plies(Sampling { probability: 0.0, ..all }).is_empty());
        let none = Sampling { skip_first: 30, ..all };
        assert!(plies(none).is_empty());
        let last = Sampling { skip_last: 0, ..all };
        assert_eq!(plies(last).last(), Some(&24));
        let far = Sampling { skip_last: 100, ..all };
        assert!(plies(far).is_empty());
    }

    #[test]
    fn short_and_drawn_games_are_not_taken() {
        let sampling = Sampling { probability: 1.0, ..Sampling::default() };
        assert!(!sampling.takes(&game("e4 e5", WhitePoints::One)));
        assert!(!sampling.takes(&game(MOVES, WhitePoints::Half)));
        assert!(Sampling { draws: true, ..sampling }.takes(&game(MOVES, WhitePoints::Half)));
        assert!(sampling.takes(&game(MOVES, WhitePoints::Zero)));
    }

    #[test]
    fn captures_are_not_quiet() {
        let quiet = Sampling { probability: 1.0, quiet: true, ..Sampling::default() };
        // Taken are: after 10 moves d4, not 11 (exd4 follows), not 12 (Nxd4),
        // 13, 14, not 15 (Qxd1), not 16 (Rxd1), 17 and so on.
        assert_eq!(plies(quiet), [10, 13, 14, 17, 18, 19]);
    }

    #[test]
    fn a_tenth_is_about_a_tenth_and_depends_on_the_seed() {
        let mut taken = 0;
        let mut differ = false;
        for seed in 0..1_000 {
            let sampling = Sampling { seed, ..Sampling::default() };
            let picked = plies(sampling);
            assert_eq!(picked, plies(sampling));
            differ |= picked != plies(Sampling { seed: seed + 1, ..sampling });
            taken += picked.len();
        }
        assert!(differ && (900..1_100).contains(&taken), "{taken} of 10000");
    }

    #[test]
    fn scores_belong_to_the_position_before_the_move() {
        let mut scored = game(MOVES, WhitePoints::One);
        scored.scores = Some((0..24).collect());
        let all = Sampling { probability: 1.0, skip_last: 0, ..Sampling::default() };
        let picked = all.pick(&scored);
        assert_eq!(picked[0], SampledPosition { ply: 10, score: Some(10) });
        // Nothing was played in the last one, so nobody scored it.
        assert_eq!(picked[14], SampledPosition { ply: 24, score: None });
    }
}
