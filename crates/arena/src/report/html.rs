//! A report as a page of its own: no other file, no script.

use std::fmt::Write;

use super::style::STYLE;
use super::svg::escape;
use super::{MeetingLine, Report, plots};

/// Openings listed in a report.
const OPENINGS: usize = 200;

impl Report {
    /// As a page.
    pub fn html(&self) -> String {
        let mut page = String::new();
        let title = escape(&self.event);
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            page,
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <title>{title}</title><style>{STYLE}</style></head><body><main>\
             <h1>{title}</h1><p class=\"soft\">{} of {} games between {} players</p>",
            self.games.0,
            self.games.1,
            self.players.len()
        );
        for meeting in self.meetings.iter().filter(|_| self.meetings.len() == 1) {
            let _ = write!(page, "<p class=\"lead\">{}</p>", escape(&self.sentence(meeting)));
        }
        self.section(&mut page, "Strength", &plots::elo(self));
        self.section(&mut page, "Standings", &self.standings());
        if self.players.len() > 2 {
            self.section(&mut page, "Who beat whom", &self.crosstable());
        }
        self.section(&mut page, "Meetings", &self.meeting_table());
        if let [meeting] = &self.meetings[..] {
            self.section(&mut page, "Pairs", &plots::pairs(meeting.pairs));
        }
        self.section(&mut page, "Score by opening", &self.opening_section());
        self.section(&mut page, "Length of games, in moves", &plots::lengths(self));
        self.section(&mut page, "Time for a move", &self.time_section());
        self.section(&mut page, "How games ended", &self.ending_table());
        self.section(&mut page, "Conditions", &self.condition_table());
        page.push_str("</main></body></html>\n");
        page
    }

    fn section(&self, page: &mut String, heading: &str, body: &str) {
        let _ = write!(page, "<section><h2>{heading}</h2>{body}</section>");
    }

    pub(super) fn sentence(&self, meeting: &MeetingLine) -> String {
        let (a, b) = (self.name(meeting.one), self.name(meeting.other));
        let MeetingLine { wins, draws, losses, estimate, .. } = meeting;
        match estimate {
            Some(estimate) => format!(
                "{a} v {b}: {wins} wins {draws} draws {losses} losses, score {:.1}%, Elo {}",
                100.0 * meeting.score(),
                estimate.elo_text()
            ),
            None => format!("{a} v {b}: no games"),
        }
    }

    fn standings(&self) -> String {
        let rows = self.players.iter().enumerate().map(|(place, player)| {
            let number = |value: Option<f64>, digits: usize| {
                value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
            };
            let speed = player.speed.map(|speed| speed / 1e3);
            format!(
                "<tr><td>{}</td><td class=\"text name\" title=\"{}\">{}</td><td>{}</td><td>{}</td>\
                 <td>{}</td><td>{}</td><td>{}</td><td>{:.1}%</td><td{}>{}</td><td>{:.1}</td>\
                 <td>{}</td><td>{}</td></tr>",
                place + 1,
                escape(&player.spec),
                escape(&player.name),
                player.rating,
                player.wins + player.draws + player.losses,
                player.wins,
                player.draws,
                player.losses,
                100.0 * player.score,
                if player.faults > 0 { " class=\"bad\"" } else { "" },
                player.faults,
                player.mean_ms,
                number(player.mean_depth, 1),
                number(speed, 0),
            )
        });
        let head = "<th></th><th class=\"text\">Player</th><th>Elo ± 95%</th><th>Games</th>\
                    <th>Won</th><th>Drawn</th><th>Lost</th><th>Score</th><th>Faults</th>\
                    <th>ms a move</th><th>Depth</th><th>kn/s</th>";
        table(head, rows)
    }

    fn crosstable(&self) -> String {
        let mut head = "<th></th><th class=\"text\">Player</th>".to_owned();
        for place in 1..=self.players.len() {
            let _ = write!(head, "<th>{place}</th>");
        }
        let rows = self.players.iter().enumerate().map(|(place, player)| {
            let mut row =
                format!("<tr><td>{}</td><td class=\"text name\">{}</td>", place + 1, escape(&player.name));
            for other in &self.players {
                let cell = match self.meeting(player.number, other.number) {
                    _ if other.number == player.number => "<td class=\"self\">·</td>".to_owned(),
                    Some(meeting) if meeting.games() > 0 => {
                        let score = meeting.score();
                        let class = if score > 0.5 { "good" } else if score < 0.5 { "bad" } else { "" };
                        let MeetingLine { wins, draws, losses, .. } = meeting;
                        format!(
                            "<td class=\"{class}\" title=\"+{wins} ={draws} −{losses}\">{:.0}%</td>",
                            100.0 * score
                        )
                    }
                    _ => "<td class=\"self\">–</td>".to_owned(),
                };
                row.push_str(&cell);
            }
            row + "</tr>"
        });
        table(&head, rows)
    }

    fn meeting_table(&self) -> String {
        let rows = self.meetings.iter().filter_map(|meeting| {
            let cells = meeting.cells()?.map(|cell| format!("<td>{cell}</td>")).concat();
            let (one, other) = (escape(self.name(meeting.one)), escape(self.name(meeting.other)));
            Some(format!("<tr><td class=\"text\">{one} v {other}</td>{cells}</tr>"))
        });
        let head = "<th class=\"text\">Players</th><th>Won</th><th>Drawn</th><th>Lost</th>\
                    <th>Score</th><th>Elo ± 95%</th><th>Normalised</th><th>LOS</th>\
                    <th>Pairs 0 ½ 1 1½ 2</th>";
        table(head, rows)
    }

    fn opening_section(&self) -> String {
        let openings = &self.digest.openings;
        let rows = openings.iter().take(OPENINGS).map(|(number, opening)| {
            format!(
                "<tr><td>{}</td><td class=\"text\">{}</td><td>{}</td><td>{:.0}%</td></tr>",
                number + 1,
                escape(&opening.text),
                opening.games,
                50.0 * opening.white as f64 / opening.games as f64
            )
        });
        let head = "<th></th><th class=\"text\">Opening</th><th>Games</th><th>White</th>";
        let shown = openings.len().min(OPENINGS);
        let whose =
            if self.meetings.len() == 1 { self.name(self.meetings[0].one) } else { "White" };
        format!(
            "<p class=\"soft\">Score of {}</p>{}<details><summary>{shown} of {} openings</summary>{}</details>",
            escape(whose),
            plots::openings(self),
            openings.len(),
            table(head, rows)
        )
    }

    fn time_section(&self) -> String {
        let pictures = self.players.iter().filter_map(|player| {
            let picture = plots::times(self, player.number)?;
            Some(format!("<p class=\"soft\">{}</p>{picture}", escape(&player.name)))
        });
        pictures.collect()
    }

    fn ending_table(&self) -> String {
        let rows = self.endings.iter().map(|(reason, count)| {
            format!("<tr><td class=\"text\">{reason}</td><td>{count}</td></tr>")
        });
        table("<th class=\"text\">Reason</th><th>Games</th>", rows)
    }

    fn condition_table(&self) -> String {
        let rows = self.conditions().into_iter().map(|(name, value)| {
            format!("<tr><td>{name}</td><td class=\"text\">{}</td></tr>", escape(&value))
        });
        let players = self.players.iter().map(|player| {
            let (name, spec) = (escape(&player.name), escape(&player.spec));
            format!("<tr><td class=\"text name\">{name}</td><td class=\"text\">{spec}</td></tr>")
        });
        table("<th class=\"text\">What</th><th class=\"text\">How</th>", rows.chain(players))
    }
}

fn table(head: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.collect();
    format!(
        "<div class=\"scroll\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}
