//! What happens when a player types a command.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use chess::Game;

use super::archive;
use super::command::{Command, HELP};
use super::entry::read_move;
use super::screen::wrapped;
use super::table::{Seat, Table};

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
            Command::Save(file) => self.save_as_told(file),
            Command::Load(file, number) => self.load_as_told(file, number)?,
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            _ if self.game.outcome().is_some() => self.note(OVER),
            Command::Move(text) => self.make_move(text),
            Command::Resign => self.declare(|game| game.resign(game.turn())),
            Command::Draw(None) if self.game.claimable_draw().is_some() => {
                self.declare(Game::claim_draw)
            }
            Command::Draw(None) => self.offer_draw(),
            Command::Draw(Some(text)) => self.claim_with(text),
        }
        Ok(())
    }

    fn save_as_told(&mut self, file: Option<&str>) {
        match self.save(file.map(Path::new)) {
            Ok(path) => self.note(format!("Saved in {path}.")),
            Err(error) => self.note(format!("Not saved: {error:#}")),
        }
    }

    fn load_as_told(&mut self, file: &str, number: Option<u64>) -> Result<()> {
        if file.is_empty() {
            self.note("Say from where: load FILE.");
            return Ok(());
        }
        match archive::load(Path::new(file), number) {
            Ok(found) => self.go_on_with(found),
            Err(error) => {
                self.note(format!("Not loaded: {error:#}"));
                Ok(())
            }
        }
    }

    fn redraw(&mut self) {
        self.changed = true;
    }

    fn make_move(&mut self, text: &str) {
        match read_move(self.game.position(), text) {
            Ok(mv) => match self.game.play(mv) {
                Ok(()) => self.redraw(),
                Err(error) => self.note(error.to_string()),
            },
            Err(reason) => self.note(reason),
        }
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

    /// Takes moves back until it is a human's turn again.
    fn undo(&mut self) {
        let before = self.game.clone();
        while self.game.undo().is_some() {
            if self.is_human(self.game.turn()) {
                self.offered_at = None;
                self.redraw();
                return self.note("Taken back. Type redo to play it again.");
            }
        }
        self.game = before;
        self.note("There is no move of yours to take back.")
    }

    /// Plays moves again until it is a human's turn or the game is over.
    fn redo(&mut self) {
        if self.game.redo().is_none() {
            return self.note("There is nothing to play again.");
        }
        while !self.is_human(self.game.turn()) && self.game.redo().is_some() {}
        self.redraw()
    }

    fn declare<E: ToString>(&mut self, how: impl FnOnce(&mut Game) -> Result<chess::Outcome, E>) {
        match how(&mut self.game) {
            Ok(_) => self.redraw(),
            Err(error) => self.note(error.to_string()),
        }
    }

    /// Claims the draw that a move, not yet made, would bring about.
    fn claim_with(&mut self, text: &str) {
        let mv = match read_move(self.game.position(), text) {
            Ok(mv) => mv,
            Err(reason) => return self.note(reason),
        };
        if self.game.claimable_draw_with(mv).is_none() {
            let san = self.game.position().to_san(mv);
            return self.note(format!(
                "No draw can be claimed with {san}: it neither brings the position about \
                 for the third time\nnor completes fifty moves without capture or pawn move."
            ));
        }
        match self.game.play(mv) {
            // The move itself may have ended the game, by a rule that needs no claim.
            Ok(()) if self.game.outcome().is_some() => self.redraw(),
            Ok(()) => self.declare(Game::claim_draw),
            Err(error) => self.note(error.to_string()),
        }
    }

    /// Offers a draw to the other side.
    fn offer_draw(&mut self) {
        let turn = self.game.turn();
        let now = self.game.moves().len();
        if self.offered_at.replace(now) == Some(now) {
            return self.note("You have offered a draw already. Make a move first.");
        }
        match &mut self.seats[!turn] {
            Seat::Human => {
                self.offer_pending = true;
                self.note(format!("{turn} offers a draw. {}, do you accept?", !turn))
            }
            Seat::Opponent(opponent) => {
                let accepted = opponent.accepts_draw();
                let name = opponent.name();
                if !accepted {
                    return self.note(format!("{name} declines the draw."));
                }
                self.notes.push(format!("{name} accepts the draw."));
                self.declare(Game::agree_draw)
            }
        }
    }

    /// Hears a human's answer to a draw offer.
    pub(super) fn answer_offer(&mut self, line: &str) {
        match line.trim().to_ascii_lowercase().as_str() {
            "yes" | "y" => {
                self.offer_pending = false;
                self.declare(Game::agree_draw)
            }
            "no" | "n" => {
                self.offer_pending = false;
                self.note("The offer is declined.")
            }
            _ => {
                self.note(format!("{}, do you accept the draw? Type yes or no.", !self.game.turn()))
            }
        }
    }
}
