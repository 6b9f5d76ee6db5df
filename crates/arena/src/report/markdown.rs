//! A report for a change log or a discussion.

use std::fmt::Write;

use super::TournamentReport;

impl TournamentReport {
    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "# {}\n", cell(&self.event));
        let _ = writeln!(text, "{}.\n", self.progress());
        if let Some(note) = &self.repeats {
            let _ = writeln!(text, "**{note}**\n");
        }
        self.standings_table(&mut text);
        text.push_str("\n| meeting | won | drawn | lost | score | Elo difference | normalised | LOS | pairs 0 ½ 1 1½ 2 |\n");
        text.push_str("|---|-:|-:|-:|-:|-:|-:|-:|-:|\n");
        for meeting in &self.meetings {
            let Some(cells) = meeting.cells() else { continue };
            let (one, other) = (cell(self.name(meeting.one)), cell(self.name(meeting.other)));
            let _ = writeln!(text, "| {one} v {other} | {} |", cells.join(" | "));
        }
        text.push_str("\n| ending | games |\n|---|-:|\n");
        for (reason, count) in &self.endings {
            let _ = writeln!(text, "| {reason} | {count} |");
        }
        text.push('\n');
        for (name, value) in self.conditions() {
            let _ = writeln!(text, "- {name}: {}", cell(&value));
        }
        text
    }

    /// In a match of two there are no ratings; the difference is below.
    fn standings_table(&self, text: &mut String) {
        let rating = if self.is_match() { "" } else { " rating |" };
        let rule = if self.is_match() { "" } else { "-:|" };
        let _ = writeln!(
            text,
            "| | player |{rating} games | won | drawn | lost | score | faults | ms a move | depth |"
        );
        let _ = writeln!(text, "|-:|---|{rule}-:|-:|-:|-:|-:|-:|-:|-:|");
        for (place, player) in self.players.iter().enumerate() {
            let depth = player.mean_depth.map_or("–".to_owned(), |depth| format!("{depth:.1}"));
            let rating =
                if self.is_match() { String::new() } else { format!(" {} |", player.rating) };
            let _ = writeln!(
                text,
                "| {} | {} |{rating} {} | {} | {} | {} | {:.1}% | {} | {:.1} | {depth} |",
                place + 1,
                cell(&player.name),
                player.games(),
                player.wins,
                player.draws,
                player.losses,
                100.0 * player.score,
                player.faults,
                player.mean_ms,
            );
        }
    }
}

/// Text that stays in its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
