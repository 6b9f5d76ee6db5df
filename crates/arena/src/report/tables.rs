//! The tables of a page. On a narrow screen each row becomes a card, in which
//! a cell carries the heading of its column.

use std::fmt::Write;

use super::svg::escape;
use super::{MeetingLine, TournamentReport};

/// Openings listed in a report.
const MOST_OPENINGS: usize = 200;

/// A table as HTML.
struct HtmlTable {
    html: String,
    headings: Vec<String>,
}

/// How a cell looks.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Look {
    Plain,
    /// Left-aligned, may break; a card's first line.
    Text,
    /// The place in a list; not shown on a card.
    Place,
    Good,
    Bad,
    Soft,
}

impl HtmlTable {
    /// `class` is `cards`, or `pairs` for two columns that fit any screen.
    fn new(class: &str, headings: &[(&str, Look)]) -> HtmlTable {
        let mut html = format!("<table class=\"{class}\"><thead><tr>");
        for (heading, look) in headings {
            let _ = write!(html, "<th class=\"{}\">{}</th>", look.class(), escape(heading));
        }
        html.push_str("</tr></thead><tbody>");
        let headings = headings.iter().map(|(heading, _)| escape(heading)).collect();
        HtmlTable { html, headings }
    }

    fn row(&mut self, cells: &[(Look, String)]) {
        let hints = vec![""; cells.len()];
        self.row_with_hints(cells, &hints);
    }

    /// Cells and what each tells a pointer.
    fn row_with_hints(&mut self, cells: &[(Look, String)], hints: &[&str]) {
        self.html.push_str("<tr>");
        for (((look, text), hint), heading) in cells.iter().zip(hints).zip(&self.headings) {
            let hint = if hint.is_empty() {
                String::new()
            } else {
                format!(" title=\"{}\"", escape(hint))
            };
            let _ = write!(
                self.html,
                "<td class=\"{}\" data-label=\"{heading}\"{hint}>{}</td>",
                look.class(),
                escape(text)
            );
        }
        self.html.push_str("</tr>");
    }

    fn finish(self) -> String {
        self.html + "</tbody></table>"
    }
}

impl Look {
    fn class(self) -> &'static str {
        match self {
            Look::Plain => "",
            Look::Text => "text",
            Look::Place => "place",
            Look::Good => "good",
            Look::Bad => "bad",
            Look::Soft => "soft",
        }
    }
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

impl TournamentReport {
    /// In a match of two there are no ratings: the difference is what counts,
    /// and has its own table.
    pub(super) fn standings(&self) -> String {
        let mut headings = vec![("", Look::Place), ("Player", Look::Text)];
        if !self.is_match() {
            headings.push(("Rating", Look::Plain));
        }
        let others =
            ["Games", "Won", "Drawn", "Lost", "Score", "Faults", "ms a move", "Depth", "kn/s"];
        headings.extend(others.map(|heading| (heading, Look::Plain)));
        let mut table = HtmlTable::new("cards", &headings);
        for (place, player) in self.players.iter().enumerate() {
            let mut cells =
                vec![(Look::Place, (place + 1).to_string()), (Look::Text, player.name.clone())];
            if !self.is_match() {
                cells.push((Look::Plain, player.rating.to_string()));
            }
            let plain = |text: String| (Look::Plain, text);
            cells.extend(
                [player.games(), player.wins, player.draws, player.losses]
                    .map(|count| plain(count.to_string())),
            );
            cells.push(plain(format!("{:.1}%", 100.0 * player.score)));
            let look = if player.faults > 0 { Look::Bad } else { Look::Plain };
            cells.push((look, player.faults.to_string()));
            cells.push(plain(format!("{:.1}", player.mean_ms)));
            cells.push(plain(number(player.mean_depth, 1)));
            cells.push(plain(number(player.speed.map(|speed| speed / 1e3), 0)));
            let mut hints = vec![""; cells.len()];
            hints[1] = &player.spec;
            table.row_with_hints(&cells, &hints);
        }
        table.finish()
    }

    pub(super) fn crosstable(&self) -> String {
        let places: Vec<String> = (1..=self.players.len()).map(|place| place.to_string()).collect();
        let mut headings = vec![("", Look::Place), ("Player", Look::Text)];
        headings.extend(places.iter().map(|place| (place.as_str(), Look::Plain)));
        let mut table = HtmlTable::new("cards cross", &headings);
        // A card has no columns: there the opponent's name is the heading.
        for (heading, player) in table.headings.iter_mut().skip(2).zip(&self.players) {
            *heading = escape(&format!("v {}", player.name));
        }
        for (place, player) in self.players.iter().enumerate() {
            let mut cells =
                vec![(Look::Place, (place + 1).to_string()), (Look::Text, player.name.clone())];
            let mut hints = vec![String::new(); 2];
            for other in &self.players {
                let (cell, hint) = match self.meeting(player.number, other.number) {
                    _ if other.number == player.number => {
                        ((Look::Soft, "·".to_owned()), String::new())
                    }
                    Some(meeting) if meeting.games() > 0 => {
                        let score = meeting.score();
                        let look = if score > 0.5 {
                            Look::Good
                        } else if score < 0.5 {
                            Look::Bad
                        } else {
                            Look::Plain
                        };
                        let MeetingLine { wins, draws, losses, .. } = meeting;
                        let hint = format!("+{wins} ={draws} −{losses}");
                        ((look, format!("{:.0}%", 100.0 * score)), hint)
                    }
                    _ => ((Look::Soft, "–".to_owned()), String::new()),
                };
                cells.push(cell);
                hints.push(hint);
            }
            let hints: Vec<&str> = hints.iter().map(String::as_str).collect();
            table.row_with_hints(&cells, &hints);
        }
        table.finish()
    }

    pub(super) fn meeting_table(&self) -> String {
        let mut headings = vec![("Players", Look::Text)];
        let others = [
            "Won",
            "Drawn",
            "Lost",
            "Score",
            "Elo difference",
            "Normalised",
            "LOS",
            "Pairs 0 ½ 1 1½ 2",
        ];
        headings.extend(others.map(|heading| (heading, Look::Plain)));
        let mut table = HtmlTable::new("cards", &headings);
        for meeting in &self.meetings {
            let Some(found) = meeting.cells() else { continue };
            let names = format!("{} v {}", self.name(meeting.one), self.name(meeting.other));
            let mut cells = vec![(Look::Text, names)];
            cells.extend(found.map(|text| (Look::Plain, text)));
            table.row(&cells);
        }
        table.finish()
    }

    /// The openings that were played first, and how many there were in all.
    pub(super) fn opening_table(&self) -> (usize, String) {
        let headings = [
            ("", Look::Place),
            ("Opening", Look::Text),
            ("Games", Look::Plain),
            ("White", Look::Plain),
        ];
        let mut table = HtmlTable::new("cards", &headings);
        for (number, opening) in self.digest.openings.iter().take(MOST_OPENINGS) {
            let share = 50.0 * opening.white as f64 / opening.games as f64;
            table.row(&[
                (Look::Place, (number + 1).to_string()),
                (Look::Text, opening.text.clone()),
                (Look::Plain, opening.games.to_string()),
                (Look::Plain, format!("{share:.0}%")),
            ]);
        }
        (self.digest.openings.len().min(MOST_OPENINGS), table.finish())
    }

    pub(super) fn ending_table(&self) -> String {
        let mut table = HtmlTable::new("pairs", &[("Reason", Look::Text), ("Games", Look::Plain)]);
        for (reason, count) in &self.endings {
            table.row(&[(Look::Text, reason.clone()), (Look::Plain, count.to_string())]);
        }
        table.finish()
    }

    pub(super) fn condition_table(&self) -> String {
        let mut table = HtmlTable::new("pairs", &[("What", Look::Text), ("How", Look::Text)]);
        for (name, value) in self.conditions() {
            table.row(&[(Look::Text, name.to_owned()), (Look::Text, value)]);
        }
        for player in &self.players {
            table.row(&[(Look::Text, player.name.clone()), (Look::Text, player.spec.clone())]);
        }
        table.finish()
    }
}
