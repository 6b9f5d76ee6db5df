//! What happens when a player types a command.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use chess::{DrawReason, Game, Move, Outcome, WinReason};

use super::archive;
use super::command::{Command, HELP};
use super::entry::read_move;
use super::reasons::reasons;
use super::screen::wrapped;
use super::table::Table;
use super::thinking_line::ThinkingLine;

pub(super) const STALLED: &str = "\
It is the turn of an opponent that failed. Type retry to ask it again, human
to take its seat, opponent WHO for another one, undo to go back, or quit.";

const OVER: &str = "The game is over. Type new for another one, undo to go back, or quit.";

impl<W: Write> Table<W> {
    /// Does what the human to move (or, after the end, any) asks for.
    pub(super) fn obey(&mut self, command: &Command<'_>) -> Result<()> {
        match *command {
            Command::Quit => {}
            Command::Help => self.note(HELP),
            Command::Fen => self.note(self.game.position().fen()),
            Command::Moves => self.list_moves(),
            Command::Show => self.redraw(),
            Command::Flip => {
                self.bottom = !self.bottom;
                self.redraw()
            }
            Command::New => {
                self.set_up()?;
                self.note("A new game.")
            }
            Command::Seat(color, who) => self.seat(color, who),
            Command::TakeSeat => self.take_seat(),
            Command::Retry => self.retry(),
            Command::Why => self.explain_last(),
            Command::Eval => self.evaluate(),
            Command::Save(file) => self.save_as_told(file),
            Command::Load(file, number) => self.load_as_told(file, number),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            _ if self.game.outcome().is_some() => self.note(OVER),
            Command::Hint => self.hint(),
            Command::Resign => {
                let loser = self.speaker();
                self.declare(|game| game.resign(loser))
            }
            _ if self.stalled.is_some() => self.note(STALLED),
            Command::Move(text) => self.make_move(text),
            Command::Draw(None) if self.game.claimable_draw().is_some() => {
                self.declare(Game::claim_draw)
            }
            Command::Draw(None) => self.offer_draw(),
            Command::Draw(Some(text)) => self.claim_with(text),
        }
        Ok(())
    }

    fn save_as_told(&mut self, file: Option<&str>) {
        let record = self.record();
        match self.shelf.save(file.map(Path::new), &record) {
            Ok(path) => self.note(format!("Saved in {path}.")),
            Err(error) => self.note(format!("Not saved: {error:#}")),
        }
    }

    fn load_as_told(&mut self, file: &str, number: Option<u64>) {
        if file.is_empty() {
            return self.note("Say from where: load FILE.");
        }
        match archive::load(Path::new(file), number) {
            Ok(found) => self.go_on_with(found),
            Err(error) => self.note(format!("Not loaded: {error:#}")),
        }
    }

    pub(super) fn redraw(&mut self) {
        self.changed = true;
    }

    fn make_move(&mut self, text: &str) {
        match read_move(self.game.position(), text) {
            Ok(mv) => self.play_move(mv),
            Err(reason) => self.note(reason),
        }
    }

    /// Makes a legal move and presses the clock.
    pub(super) fn play_move(&mut self, mv: Move) {
        match self.game.play(mv) {
            Ok(()) => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.press(&self.game);
                }
                self.redraw()
            }
            Err(error) => self.note(error.to_string()),
        }
    }

    /// A good move for the side to move.
    fn hint(&mut self) {
        let turn = self.game.turn();
        let left = self.clocks.as_ref().map(|clocks| clocks.left(&self.game, turn));
        let signal = self.begin_thought();
        let name = "The adviser".to_owned();
        let mut line = ThinkingLine::new(&mut self.screen, *self.game.position(), name);
        let hint = self.adviser.hint(&self.game, left, &signal, &mut line);
        self.farewell.end_thought();
        self.note(hint.unwrap_or_else(|error| format!("No hint: {error:#}.")))
    }

    /// Why the opponent played its last move.
    fn explain_last(&mut self) {
        let text = match self.thoughts.last(&self.game) {
            Some((ply, decision)) => reasons(&self.game, ply, decision),
            None => "No opponent has decided on a move of this game here.".to_owned(),
        };
        self.note(text)
    }

    /// The position's worth, term by term.
    fn evaluate(&mut self) {
        let evaluation = self.adviser.evaluation(self.game.position());
        self.note(evaluation.unwrap_or_else(|error| format!("No evaluation: {error:#}.")))
    }

    fn list_moves(&mut self) {
        let position = self.game.position();
        let mut moves: Vec<String> =
            position.legal_moves().into_iter().map(|mv| position.to_san(mv)).collect();
        moves.sort_unstable();
        let count = match moves.len() {
            1 => "1 legal move:".to_owned(),
            count => format!("{count} legal moves:"),
        };
        self.note(format!("{count}\n{}", wrapped(&moves)))
    }

    /// Gives back a game that was resigned, agreed drawn, claimed or lost on
    /// time; else takes moves back until it is a human's turn. To that turn it
    /// also goes when an opponent has lost on time, or it would lose again.
    fn undo(&mut self) {
        let reopened = reopened(&self.game);
        let mut game = reopened.clone().unwrap_or_else(|| self.game.clone());
        let has_turn = |game: &Game| self.is_human(game.turn());
        let mut is_back = reopened.is_some() && (has_turn(&game) || !is_on_time(&self.game));
        while !is_back && game.undo().is_some() {
            is_back = has_turn(&game);
        }
        // A game that was given up goes on even where no human has moved.
        match (is_back, reopened) {
            (true, None) => self.go_back_to(game, "Taken back. Type redo to play it again."),
            (true, Some(_)) => self.go_back_to(game, "The game goes on."),
            (false, Some(game)) => self.go_back_to(game, "The game goes on."),
            (false, None) => self.note("There is no move of yours to take back."),
        }
    }

    fn go_back_to(&mut self, game: Game, note: &str) {
        self.game = game;
        self.offered_at = None;
        self.turn_changes();
        self.note(note)
    }

    /// Plays moves again until it is a human's turn or the game is over.
    fn redo(&mut self) {
        if self.game.redo().is_none() {
            return self.note("There is nothing to play again.");
        }
        while !self.is_human(self.game.turn()) && self.game.redo().is_some() {}
        self.turn_changes()
    }

    /// Nobody's thought, fault or time from before counts now.
    pub(super) fn turn_changes(&mut self) {
        self.stalled = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.restart();
        }
        self.redraw()
    }
}

/// Did a flag end the game?
fn is_on_time(game: &Game) -> bool {
    matches!(
        game.outcome(),
        Some(
            Outcome::Win { reason: WinReason::Flag, .. }
                | Outcome::Draw(DrawReason::FlagWithoutMatingMaterial)
        )
    )
}

/// The game without an end that the players, not the board, brought about.
fn reopened(game: &Game) -> Option<Game> {
    game.outcome()?;
    let undone: Vec<Move> = game.redoable().collect();
    let mut open = Game::from_position(*game.start());
    for &mv in game.moves().iter().chain(&undone) {
        open.play(mv).ok()?;
    }
    for _ in &undone {
        open.undo();
    }
    open.outcome().is_none().then_some(open)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Color;

    use super::*;

    #[test]
    fn only_declared_ends_are_reopened() {
        let mut game = Game::new();
        for san in ["f3", "e5", "g4", "Qh4"] {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        assert_eq!(reopened(&game), None, "mate is mate");
        game.undo();
        let before = game.clone();
        assert_eq!(reopened(&game), None, "it is not over");
        game.resign(Color::Black).unwrap();
        assert_eq!(reopened(&game), Some(before), "what can be redone included");
    }
}
