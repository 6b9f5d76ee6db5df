//! A report as a page of its own: no other file, no script.

use std::fmt::Write;

use super::style::STYLE;
use super::svg::escape;
use super::{MeetingLine, TournamentReport, plots};

impl TournamentReport {
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
             <h1>{title}</h1><p class=\"soft\">{} between {} players</p>",
            self.progress(),
            self.players.len()
        );
        if let [meeting] = &self.meetings[..] {
            let _ = write!(page, "<p class=\"lead\">{}</p>", escape(&self.sentence(meeting)));
        }
        if let (Some(line), Some(sprt)) = (&self.sprt, self.plan.sprt) {
            let verdict = line.verdict_text();
            let _ = write!(
                page,
                "<p class=\"lead\">SPRT elo0 {} elo1 {}: LLR {:.2}, {verdict}</p>",
                sprt.elo0, sprt.elo1, line.llr
            );
        }
        if let Some(note) = &self.repeats {
            let _ = write!(page, "<p class=\"warning\">{}</p>", escape(note));
        }
        section(&mut page, "Strength", &plots::strength(self));
        section(&mut page, "Standings", &self.standings());
        if !self.is_match() {
            section(&mut page, "Who beat whom", &self.crosstable());
        }
        section(&mut page, "Meetings", &self.meeting_table());
        if let [meeting] = &self.meetings[..] {
            section(&mut page, "Pairs", &plots::pairs(meeting.pairs));
        }
        section(&mut page, "Score by opening", &self.opening_section());
        section(&mut page, "Length of games, in moves", &plots::lengths(&self.digest.lengths));
        section(&mut page, "Time for a move", &self.time_section());
        section(&mut page, "How games ended", &self.ending_table());
        section(&mut page, "Conditions", &self.condition_table());
        page.push_str("</main></body></html>\n");
        page
    }

    fn sentence(&self, meeting: &MeetingLine) -> String {
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

    fn opening_section(&self) -> String {
        let (shown, table) = self.opening_table();
        let whose =
            if let [meeting] = &self.meetings[..] { self.name(meeting.one) } else { "White" };
        format!(
            "<p class=\"soft\">Score of {}</p>{}<details><summary>{shown} of {} openings</summary>{table}</details>",
            escape(whose),
            plots::openings(self),
            self.digest.openings.len(),
        )
    }

    fn time_section(&self) -> String {
        let pictures = self.players.iter().filter_map(|player| {
            let times = &self.digest.thinking.get(&player.number)?.times;
            let picture = plots::times(&player.name, times)?;
            Some(format!("<div><p class=\"soft\">{}</p>{picture}</div>", escape(&player.name)))
        });
        format!("<div class=\"plots\">{}</div>", pictures.collect::<String>())
    }
}

fn section(page: &mut String, heading: &str, body: &str) {
    let _ = write!(page, "<section><h2>{heading}</h2>{body}</section>");
}
