//! The table: two seats, a game, and what the players may do.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::{ByColor, Color, Game, Position};
use pgn::Record;

use super::archive::{Archive, Found};
use super::command::Command;
use super::farewell::Farewell;
use super::opponent::Opponent;
use super::score_sheet;
use super::screen::Screen;
use super::transcript::{self, Thoughts};
use crate::input::{self, Input};

/// Who sits on one side.
pub(super) enum Seat {
    /// A person at the keyboard.
    Human,
    /// Somebody else.
    Opponent(Box<Opponent>),
}

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
    random: fastrand::Rng,
    screen: Screen<W>,
    farewell: Farewell,
    delay: Duration,
    pub(super) game: Game,
    /// The number of the start position, if this is Chess960.
    number: Option<u16>,
    /// Whose side of the board is nearer.
    pub(super) bottom: Color,
    /// What to tell with the next picture.
    pub(super) notes: Vec<String>,
    /// Has the board changed since it was last shown?
    pub(super) changed: bool,
    /// A human waits for another's answer to a draw offer.
    pub(super) offer_pending: bool,
    /// The number of moves at the last draw offer: one for each move will do.
    pub(super) offered_at: Option<usize>,
    /// What the opponents thought of their moves.
    thoughts: Thoughts,
    /// Files that games are saved in, the one used last at the end.
    archives: Vec<Archive>,
    /// Where the game is saved whenever it changes.
    diary: Option<Diary>,
}

/// A file that is kept up to date, and the game as it stands there.
struct Diary {
    path: PathBuf,
    game: Game,
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
        let human = ByColor::new_with(|color| matches!(seats[color], Seat::Human));
        let bottom = Color::from_white(human[Color::White] || !human[Color::Black]);
        Table {
            seats,
            start,
            random,
            screen,
            farewell,
            delay: Duration::ZERO,
            game: Game::new(),
            number: None,
            bottom,
            notes: Vec::new(),
            changed: true,
            offer_pending: false,
            offered_at: None,
            thoughts: Thoughts::default(),
            archives: Vec::new(),
            diary: None,
        }
    }

    /// How long a position is shown when nobody is asked.
    pub(super) fn set_delay(&mut self, delay: Duration) {
        self.delay = delay;
    }

    /// Keeps this file up to date with every move.
    pub(super) fn keep_diary(&mut self, archive: Archive) {
        self.diary = Some(Diary { path: archive.path().to_owned(), game: self.game.clone() });
        self.archives.push(archive);
    }

    /// Plays until a human leaves or, without humans, the game is over. The
    /// pieces must have been set up.
    pub(super) fn play(&mut self, input: &mut impl BufRead) -> Result<()> {
        if self.has_human() {
            self.note("Type a move, or help.");
        }
        loop {
            self.farewell.prepare(&self.game);
            self.write_diary()?;
            if self.game.outcome().is_none() && !self.is_human(self.game.turn()) {
                self.let_opponent_move()?;
                continue;
            }
            self.show()?;
            if !self.has_human() {
                return Ok(());
            }
            self.screen.prompt(match (self.offer_pending, self.game.outcome()) {
                (true, _) => "yes or no ",
                (false, Some(_)) => "new, undo or quit ",
                (false, None) => "",
            })?;
            match input::read(input)? {
                Input::End => {
                    self.screen.say("")?;
                    break;
                }
                Input::TooLong(bytes) => self.note(format!("A line of {bytes} bytes is no move.")),
                Input::Line(line) => match Command::parse(&line) {
                    Command::Quit => break,
                    _ if self.offer_pending => self.answer_offer(&line),
                    command => self.obey(&command)?,
                },
            }
        }
        self.screen.say(&format!(" {}", self.farewell.words()))
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
        self.begin(Game::from_position(position))
    }

    /// Goes on with a game out of a file.
    pub(super) fn go_on_with(&mut self, found: Found) -> Result<()> {
        let of = found.of.map_or(String::new(), |of| format!(" of {of}"));
        let [white, black] =
            ["White", "Black"].map(|tag| found.record.tags.get(tag).unwrap_or("?"));
        let result = found.record.result();
        self.note(format!("Game {}{of}: {white} – {black} ({result}).", found.number));
        self.number = None;
        self.begin(found.game)
    }

    /// Puts a game on the table that is another than the one before.
    fn begin(&mut self, game: Game) -> Result<()> {
        self.game = game;
        self.changed = true;
        self.offered_at = None;
        self.thoughts = Thoughts::default();
        self.archives.iter_mut().for_each(Archive::begin_game);
        if let Some(diary) = &mut self.diary {
            diary.game = self.game.clone();
        }
        for seat in &mut self.seats.0 {
            if let Seat::Opponent(opponent) = seat {
                opponent.new_game().with_context(|| opponent.name())?;
            }
        }
        Ok(())
    }

    /// Saves the game in a file, or in the one used last. Returns its name.
    pub(super) fn save(&mut self, path: Option<&Path>) -> Result<String> {
        let known = match path {
            Some(path) => self.archives.iter().position(|archive| archive.is_at(path)),
            None => self.archives.len().checked_sub(1),
        };
        let mut archive = match (known, path) {
            (Some(index), _) => self.archives.remove(index),
            (None, Some(path)) => Archive::open(path)?,
            (None, None) => bail!("say where: save FILE"),
        };
        let saved = archive.save(&self.record());
        let name = archive.path().display().to_string();
        self.archives.push(archive);
        saved.map(|()| name)
    }

    fn record(&self) -> Record {
        let names = ByColor::new_with(|color| self.name(color));
        transcript::record(&self.game, &names, &self.thoughts)
    }

    /// Saves the game if it has changed. A human is told when that fails, and
    /// can save elsewhere; else nobody would know.
    fn write_diary(&mut self) -> Result<()> {
        if self.diary.as_ref().is_none_or(|diary| diary.game == self.game) {
            return Ok(());
        }
        let record = self.record();
        let Some(diary) = &mut self.diary else { return Ok(()) };
        diary.game = self.game.clone();
        let archive = self.archives.iter_mut().find(|archive| archive.path() == diary.path);
        match archive.map_or(Ok(()), |archive| archive.save(&record)) {
            Err(error) if self.has_human() => self.note(format!("{error:#}")),
            done => done?,
        }
        Ok(())
    }

    fn let_opponent_move(&mut self) -> Result<()> {
        let watched = !self.has_human();
        if watched {
            if self.screen.is_terminal() {
                self.show()?;
            }
            thread::sleep(self.delay);
        }
        let turn = self.game.turn();
        let Seat::Opponent(opponent) = &mut self.seats[turn] else { return Ok(()) };
        let decision = opponent.choose(&self.game).with_context(|| opponent.name())?;
        let ply = self.game.moves().len();
        self.game.play(decision.best).context("the opponent broke the rules")?;
        self.thoughts.keep(ply, decision.best, decision.score, decision.depth);
        self.changed = true;
        // A stream gets the moves; the board would be too much of it.
        if watched
            && !self.screen.is_terminal()
            && let Some(last) = score_sheet::last(&self.game)
        {
            self.screen.say(&format!(" {last}"))?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<()> {
        let notes = std::mem::take(&mut self.notes);
        if self.changed || self.screen.is_terminal() {
            let title = self.title();
            self.changed = false;
            return self.screen.show(&title, &self.game, self.bottom, &notes);
        }
        self.screen.show_notes(&notes)
    }

    fn title(&self) -> String {
        let number = self.number.map_or(String::new(), |n| format!("Chess960 position {n}    "));
        let [white, black] = Color::ALL.map(|color| self.name(color));
        format!("{number}White: {white}    Black: {black}")
    }

    pub(super) fn name(&self, color: Color) -> String {
        match &self.seats[color] {
            Seat::Human => "Human".to_owned(),
            Seat::Opponent(opponent) => opponent.name(),
        }
    }

    pub(super) fn is_human(&self, color: Color) -> bool {
        matches!(self.seats[color], Seat::Human)
    }

    pub(super) fn has_human(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.is_human(color))
    }

    /// Tells the player something, with the next picture.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}
