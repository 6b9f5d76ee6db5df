//! One line that says what somebody thinks, rewritten while it thinks.

use std::io::Write;
use std::time::{Duration, Instant};

use chess::Position;
use thinking::{Observer, Progress, ScoreBound};

use super::outlook::outlook;
use super::score_sheet;
use super::screen::Screen;

/// Faster than this nobody reads.
const PAUSE: Duration = Duration::from_millis(100);

/// How much of the line of play is shown.
const MOVES: usize = 6;

/// Watches a thinker on behalf of whoever sits before the screen.
pub(super) struct ThinkingLine<'a, W> {
    screen: &'a mut Screen<W>,
    position: Position,
    name: String,
    shown: Option<Instant>,
}

impl<W: Write> ThinkingLine<'_, W> {
    pub(super) fn new(
        screen: &mut Screen<W>,
        position: Position,
        name: String,
    ) -> ThinkingLine<'_, W> {
        ThinkingLine { screen, position, name, shown: None }
    }

    fn words(&self, progress: &Progress) -> String {
        let depth = progress.depth.map(|depth| format!("depth {depth}"));
        let outlook = Some(outlook(progress.score, progress.chances));
        let line = Some(score_sheet::line(&self.position, &progress.line, MOVES));
        let parts: Vec<String> =
            [depth, outlook, line].into_iter().flatten().filter(|part| !part.is_empty()).collect();
        format!("{} thinks: {}", self.name, parts.join(", "))
    }
}

impl<W: Write> Observer for ThinkingLine<'_, W> {
    fn progress(&mut self, progress: &Progress) {
        let is_news = progress.line_index == 0
            && !progress.line.is_empty()
            && progress.bound.is_none_or(|bound| bound == ScoreBound::Exact);
        if !is_news || self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        self.shown = Some(Instant::now());
        let words = self.words(progress);
        // A screen that has gone is noticed with the next picture.
        self.screen.overwrite(&words).ok();
    }

    fn listens(&self) -> bool {
        self.screen.is_terminal()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use thinking::{Chances, Score};

    use super::*;

    #[test]
    fn only_terminals_see_it() {
        let position = Position::initial();
        let line = ["e4", "d4"].map(|san| position.parse_san(san).unwrap());
        let progress = |mv| Progress {
            depth: Some(7),
            score: Some(Score::Cp(30)),
            chances: Some(Chances { win: 300, draw: 500, loss: 200 }),
            line: vec![mv],
            ..Progress::default()
        };
        let mut screen = Screen::of(Vec::new(), true);
        let mut watcher = ThinkingLine::new(&mut screen, position, "Deep".to_owned());
        assert!(watcher.listens());
        watcher.progress(&Progress { line_index: 1, ..progress(line[1]) });
        watcher.progress(&progress(line[0]));
        // Too soon to be read.
        watcher.progress(&progress(line[1]));
        let text = screen.into_text();
        assert!(text.contains("Deep thinks: depth 7, winning chance 55%, e4"), "{text:?}");
        assert!(text.starts_with('\r') && !text.contains("d4"), "{text:?}");

        let mut pipe = Screen::of(Vec::new(), false);
        assert!(!ThinkingLine::new(&mut pipe, position, String::new()).listens());
    }
}
