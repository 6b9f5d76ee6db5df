//! The table: two seats, a game, and what is around it.

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::{ByColor, Color, Game, Position};
use pgn::Record;

use super::adviser::Adviser;
use super::archive::Found;
use super::clock::Clocks;
use super::command::Command;
use super::farewell::Farewell;
use super::keyboard::Keyboard;
use super::screen::{Picture, Screen};
use super::seat::Seat;
use super::shelf::Shelf;
use super::thoughts::Thoughts;
use super::transcript;
use super::who::DEFAULT_OPPONENT;
use crate::input::Input;

/// Where games begin.
pub(super) enum Start {
    Position(Box<Position>),
    Chess960(u16),
    /// Another number each time.
    AnyChess960,
}

/// A game in progress and everything around it.
pub(super) struct Table<W> {
    pub(super) seats: ByColor<Seat>,
    start: Start,
    pub(super) random: fastrand::Rng,
    pub(super) screen: Screen<W>,
    pub(super) farewell: Farewell,
    /// How long a position is shown when nobody is asked.
    pub(super) delay: Duration,
    /// How long an opponent thinks about a move, if that was said.
    pub(super) movetime: Option<Duration>,
    pub(super) clocks: Option<Clocks>,
    pub(super) game: Game,
    /// The number of the start position, if this is Chess960.
    number: Option<u16>,
    /// Whose side of the board is nearer.
    pub(super) bottom: Color,
    /// What to tell with the next picture.
    pub(super) notes: Vec<String>,
    /// Has the board changed since it was last shown?
    pub(super) changed: bool,
    /// How the opponent to move failed, until somebody decides what to do.
    pub(super) stalled: Option<String>,
    /// A human waits for another's answer to a draw offer.
    pub(super) offer_pending: bool,
    /// The number of moves at the last draw offer: one for each move will do.
    pub(super) offered_at: Option<usize>,
    /// What the opponents thought of their moves.
    pub(super) thoughts: Thoughts,
    pub(super) adviser: Adviser,
    pub(super) shelf: Shelf,
}

impl<W: Write> Table<W> {
    pub(super) fn new(
        seats: ByColor<Seat>,
        start: Start,
        random: fastrand::Rng,
        screen: Screen<W>,
        farewell: Farewell,
    ) -> Table<W> {
        // Black is nearer only to a Black player who plays no White.
        let human = ByColor::new_with(|color| seats[color].is_human());
        let bottom = Color::from_white(human[Color::White] || !human[Color::Black]);
        Table {
            seats,
            start,
            random,
            screen,
            farewell,
            delay: Duration::ZERO,
            movetime: None,
            clocks: None,
            game: Game::new(),
            number: None,
            bottom,
            notes: Vec::new(),
            changed: true,
            stalled: None,
            offer_pending: false,
            offered_at: None,
            thoughts: Thoughts::default(),
            adviser: Adviser::default(),
            shelf: Shelf::default(),
        }
    }

    /// Plays until a human leaves or, without humans, the game is over. The
    /// pieces must have been set up.
    pub(super) fn play(&mut self, keyboard: &Keyboard) -> Result<()> {
        Color::ALL.into_iter().for_each(|color| self.hear_remarks(color));
        if self.has_human() {
            self.note("Type a move, or help.");
        }
        loop {
            self.farewell.prepare(&self.game, &self.options());
            self.write_diary()?;
            self.keep_time();
            let is_agents = self.game.outcome().is_none() && !self.is_human(self.game.turn());
            if is_agents && self.stalled.is_none() {
                self.let_opponent_move()?;
                continue;
            }
            self.show()?;
            let is_asked = self.has_human() || (is_agents && self.screen.is_terminal());
            if !is_asked {
                return self.end_unwatched();
            }
            if !self.take_command(keyboard)? {
                return self.screen.say(&format!(" {}", self.farewell.words()));
            }
        }
    }

    /// The end of a game that nobody can do anything about.
    fn end_unwatched(&mut self) -> Result<()> {
        let Some(fault) = self.stalled.take() else { return Ok(()) };
        self.screen.say(&format!(" {}", self.farewell.words()))?;
        bail!(fault)
    }

    /// Does what is typed next. Returns whether the game goes on.
    fn take_command(&mut self, keyboard: &Keyboard) -> Result<bool> {
        self.screen.prompt(match (self.offer_pending, self.game.outcome(), &self.stalled) {
            (true, ..) => "yes or no ",
            (false, Some(_), _) => "new, undo or quit ",
            (false, None, Some(_)) => "retry, human, opponent WHO or quit ",
            (false, None, None) => "",
        })?;
        let is_timed = self.game.outcome().is_none() && self.stalled.is_none();
        let clocks = self.clocks.as_ref().filter(|_| is_timed);
        let left = clocks.map(|clocks| clocks.left(&self.game, self.game.turn()));
        let input = keyboard.read(left)?;
        if is_timed && self.has_fallen() {
            self.fall();
        }
        match input {
            None => self.screen.say("")?,
            Some(Input::End) => {
                self.screen.say("")?;
                return Ok(false);
            }
            Some(Input::TooLong(bytes)) => {
                self.note(format!("A line of {bytes} bytes is no move."));
            }
            Some(Input::Line(line)) => match Command::parse(&line) {
                Command::Quit => return Ok(false),
                _ if self.offer_pending => self.answer_offer(&line),
                command => self.obey(&command)?,
            },
        }
        Ok(true)
    }

    /// A clock runs while somebody may move.
    fn keep_time(&mut self) {
        let is_still = self.game.outcome().is_some() || self.stalled.is_some();
        match &mut self.clocks {
            Some(clocks) if is_still => clocks.stop(),
            Some(clocks) => clocks.run(),
            None => {}
        }
    }

    /// The options of the command line that set the same table again.
    fn options(&self) -> String {
        let mut options = self.seats[Color::White].as_option("--white", "human");
        options += &self.seats[Color::Black].as_option("--black", DEFAULT_OPPONENT);
        if let Some(clocks) = &self.clocks {
            options += &format!(" --clock {}", clocks.setting());
        }
        options
    }

    /// Begins a new game.
    pub(super) fn set_up(&mut self) -> Result<()> {
        self.number = match self.start {
            Start::Position(_) => None,
            Start::Chess960(number) => Some(number),
            Start::AnyChess960 => Some(self.random.u16(..960)),
        };
        let position = match (&self.start, self.number) {
            (Start::Position(position), _) => **position,
            (_, number) => {
                number.and_then(Position::chess960).context("Chess960 has 960 start positions")?
            }
        };
        self.begin(Game::from_position(position));
        Ok(())
    }

    /// Goes on with a game out of a file.
    pub(super) fn go_on_with(&mut self, found: Found) {
        let of = found.of.map_or(String::new(), |of| format!(" of {of}"));
        let [white, black] =
            ["White", "Black"].map(|tag| found.record.tags.get(tag).unwrap_or("?"));
        let result = found.record.result();
        self.note(format!("Game {}{of}: {white} – {black} ({result}).", found.number));
        self.number = None;
        self.begin(found.game)
    }

    /// Puts a game on the table that is another than the one before. Opponents
    /// that are not ready for it will be asked again when it is their turn.
    fn begin(&mut self, game: Game) {
        self.game = game;
        self.changed = true;
        self.stalled = None;
        self.offer_pending = false;
        self.offered_at = None;
        self.thoughts = Thoughts::default();
        self.shelf.begin_game(&self.game);
        if let Some(clocks) = &mut self.clocks {
            clocks.reset(self.game.moves().len());
        }
        for seat in &mut self.seats.0 {
            if let Seat::Opponent(opponent) = seat
                && let Err(error) = opponent.new_game()
            {
                self.notes.push(format!("{} failed: {error}.", opponent.name()));
            }
        }
    }

    pub(super) fn record(&self) -> Record {
        let names = ByColor::new_with(|color| self.name(color));
        transcript::record(&self.game, &names, &self.thoughts, self.clocks.as_ref())
    }

    /// Saves the game if it has changed. A human is told when that fails, and
    /// can save elsewhere; else nobody would know.
    fn write_diary(&mut self) -> Result<()> {
        if !self.shelf.is_behind(&self.game) {
            return Ok(());
        }
        let record = self.record();
        match self.shelf.write_diary(&self.game, &record) {
            Err(error) if self.has_human() => self.note(format!("{error:#}")),
            done => done?,
        }
        Ok(())
    }

    pub(super) fn show(&mut self) -> Result<()> {
        let notes = std::mem::take(&mut self.notes);
        if !self.changed && !self.screen.is_terminal() {
            return self.screen.show_notes(&notes);
        }
        self.changed = false;
        let clocks = self.clocks.as_ref().map(|clocks| clocks.words(&self.game));
        self.screen.show(&Picture {
            title: &self.title(),
            game: &self.game,
            bottom: self.bottom,
            clocks: clocks.as_deref(),
            notes: &notes,
        })
    }

    fn title(&self) -> String {
        let number = self.number.map_or(String::new(), |n| format!("Chess960 position {n}    "));
        let [white, black] = Color::ALL.map(|color| self.name(color));
        format!("{number}White: {white}    Black: {black}")
    }

    pub(super) fn name(&self, color: Color) -> String {
        self.seats[color].name()
    }

    pub(super) fn is_human(&self, color: Color) -> bool {
        self.seats[color].is_human()
    }

    pub(super) fn has_human(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.is_human(color))
    }

    /// Tells the player something, with the next picture.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}
