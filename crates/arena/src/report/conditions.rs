//! Under which conditions a tournament was played.

use std::fmt::Write;

use super::TournamentReport;

impl TournamentReport {
    /// The conditions, as names and values.
    pub(super) fn conditions(&self) -> Vec<(&'static str, String)> {
        let mut controls: Vec<&str> =
            self.players.iter().map(|player| player.tc.as_str()).collect();
        controls.dedup();
        let mut rows = vec![("Time control", controls.join(", "))];
        let from = &self.plan.openings.from;
        let openings = format!(
            "{from}: {} openings, hash {}; each with both colours, seed {}",
            self.openings.count, self.openings.hash, self.plan.seed
        );
        rows.push(("Openings", openings));
        rows.push(("Games at a time", self.plan.concurrency.to_string()));
        rows.push(("Adjudication", self.adjudication()));
        if let (Some(line), Some(sprt)) = (&self.sprt, self.plan.sprt) {
            let text = format!(
                "elo0 {}, elo1 {} ({:?}): LLR {:.2} between {:.2} and {:.2}, {}",
                sprt.elo0,
                sprt.elo1,
                sprt.model,
                line.llr,
                line.bounds.0,
                line.bounds.1,
                line.verdict_text()
            );
            rows.push(("SPRT", text));
        }
        let mut places: Vec<String> = Vec::new();
        for session in &self.sessions {
            let place = format!("{}, build {}", session.host, session.build);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        if !places.is_empty() {
            rows.push(("Played on", places.join("; ")));
        }
        rows
    }

    fn adjudication(&self) -> String {
        let mut rules = String::from("threefold repetition and fifty moves are claimed");
        let adjudication = &self.plan.adjudication;
        // Writing to a string cannot fail, here and below.
        if let Some(rule) = adjudication.resign {
            let _ = write!(rules, "; lost after {} moves of −{} cp", rule.moves, rule.score);
        }
        if let Some(rule) = adjudication.draw {
            let _ = write!(
                rules,
                "; drawn after {} moves within {} cp from move {}",
                rule.moves, rule.score, rule.from
            );
        }
        if adjudication.syzygy.is_some() {
            rules.push_str("; endgame tables");
        }
        if let Some(plies) = adjudication.max_plies {
            let _ = write!(rules, "; drawn after {plies} plies");
        }
        rules
    }
}
