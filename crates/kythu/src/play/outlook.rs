//! How good something is, in words.

use thinking::{Chances, Score};

/// `mate in 3` or `winning chance 54%`, for the side whose score it is. Draws
/// count half. Empty if nothing is known.
pub(super) fn outlook(score: Option<Score>, chances: Option<Chances>) -> String {
    match (score, chances) {
        (Some(Score::Mate(moves)), _) if moves > 0 => format!("mate in {moves}"),
        (Some(Score::Mate(moves)), _) => format!("mated in {}", -moves),
        (Some(Score::Tablebase(moves)), _) if moves > 0 => "won by the endgame tables".to_owned(),
        (Some(Score::Tablebase(_)), _) => "lost by the endgame tables".to_owned(),
        (_, Some(chances)) => format!("winning chance {:.0}%", 100.0 * chances.expectation()),
        (Some(score @ Score::Cp(_)), None) => format!("score {score}"),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surest_knowledge_first() {
        let chances = Some(Chances { win: 300, draw: 500, loss: 200 });
        assert_eq!(outlook(Some(Score::Cp(20)), chances), "winning chance 55%");
        assert_eq!(outlook(Some(Score::Cp(20)), None), "score +0.20");
        assert_eq!(outlook(Some(Score::Mate(2)), chances), "mate in 2");
        assert_eq!(outlook(Some(Score::Mate(-1)), None), "mated in 1");
        assert_eq!(outlook(Some(Score::Tablebase(-4)), None), "lost by the endgame tables");
        assert_eq!(outlook(None, None), "");
    }
}
