//! How a tournament stands while it is played.

use std::io::{IsTerminal, stderr};

use arena::{GameRecord, Standings};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::summary;

/// A bar where there is a terminal, else a line now and then.
pub(super) struct ProgressReport {
    bar: ProgressBar,
    every: u64,
}

impl ProgressReport {
    pub(super) fn new(standings: &Standings, every: u64) -> ProgressReport {
        let target = if stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(planned(standings), target);
        let style = ProgressStyle::with_template(
            "{bar:24} {pos}/{len}  {elapsed} of {duration}\n{wide_msg}",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(standings.results().games());
        bar.reset_eta();
        bar.set_message(summary::standing(standings));
        ProgressReport { bar, every: every.max(1) }
    }

    /// A game is over.
    pub(super) fn show(&mut self, standings: &Standings, record: &GameRecord) {
        let games = standings.results().games();
        self.bar.set_position(games);
        self.bar.set_message(summary::standing(standings));
        if record.ending.reason.is_fault() {
            let entrants = standings.entrants();
            let (white, black) = (&entrants[record.white].name, &entrants[record.black].name);
            self.say(&format!("Game {}, {white} v {black}: {}", record.id + 1, record.ending));
        }
        if self.bar.is_hidden() && games.is_multiple_of(self.every) {
            let of = planned(standings).map_or(String::new(), |planned| format!("/{planned}"));
            eprintln!("{games}{of}  {}", summary::standing(standings));
        }
    }

    fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            eprintln!("{line}");
        } else {
            self.bar.println(line);
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many games there will be; nobody knows before SPRT is decided.
fn planned(standings: &Standings) -> Option<u64> {
    let plan = standings.plan();
    let is_known = plan.games.is_some() || plan.sprt.is_none();
    is_known.then(|| plan.own_games().into())
}
