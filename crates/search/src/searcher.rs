//! The search without its type parameters, and the one place that chooses them.

use std::fmt;
use std::sync::Arc;

use chess::{Game, Position};
use eval::{Classic, Evaluator, EvaluatorSpec, Nnue, Trace};
use knowledge::syzygy::EndgameTables;
use thinking::{Chances, Limits, Observer, Signal};

use crate::{
    AllTechniques, Engine, Settings, TableTooLarge, Techniques, TreeRecorder, TunedTechniques,
    Verdict,
};

/// An [`Engine`] whatever its evaluator and techniques.
pub trait Searcher: Send + fmt::Debug {
    /// Searches the present position of `game` until a limit is reached or
    /// `signal` says stop.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Verdict;

    /// The same, and `recorder` keeps the tree.
    fn search_recorded(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        recorder: &mut TreeRecorder,
        observer: &mut dyn Observer,
    ) -> Verdict;

    /// Forgets everything, as before a new game.
    fn new_game(&mut self);

    /// Forgets the transposition table.
    fn clear_hash(&mut self);

    /// The present settings.
    fn settings(&self) -> &Settings;

    /// Changes the settings, or leaves them as they were if there is not enough
    /// memory.
    fn configure(&mut self, settings: Settings) -> Result<(), TableTooLarge>;

    /// Gives it endgame tables, or takes them away.
    fn set_endgame_tables(&mut self, tables: Option<Arc<EndgameTables>>);

    /// What a value says of the chances, by its evaluator.
    fn chances(&self, value: i32, position: &Position) -> Chances;

    /// Why its evaluator values a position as it does.
    fn trace(&self, position: &Position) -> Trace;
}

/// The engine with this evaluator and these techniques.
///
/// What tournaments are played with is compiled for them, and pays for no switch
/// that nobody asks for; everything else is chosen at run time.
pub fn build(
    evaluator: &EvaluatorSpec,
    techniques: impl Into<TunedTechniques>,
    settings: Settings,
) -> Result<Box<dyn Searcher>, TableTooLarge> {
    let techniques = techniques.into();
    Ok(match evaluator {
        classic if classic.is_default() && techniques.is_default() => {
            Box::new(Engine::new(Classic::new(), AllTechniques, settings)?)
        }
        EvaluatorSpec::Nnue(net) if techniques.is_default() => {
            Box::new(Engine::new(Nnue::new(net), AllTechniques, settings)?)
        }
        _ => Box::new(Engine::new(evaluator.build(), techniques, settings)?),
    })
}

impl<E: Evaluator + fmt::Debug, T: Techniques + fmt::Debug> Searcher for Engine<E, T> {
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Verdict {
        Engine::search(self, game, limits, signal, observer)
    }

    fn search_recorded(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        recorder: &mut TreeRecorder,
        observer: &mut dyn Observer,
    ) -> Verdict {
        self.search_observed(game, limits, signal, recorder, observer)
    }

    fn new_game(&mut self) {
        Engine::new_game(self);
    }

    fn clear_hash(&mut self) {
        Engine::clear_hash(self);
    }

    fn settings(&self) -> &Settings {
        Engine::settings(self)
    }

    fn configure(&mut self, settings: Settings) -> Result<(), TableTooLarge> {
        Engine::configure(self, settings)
    }

    fn set_endgame_tables(&mut self, tables: Option<Arc<EndgameTables>>) {
        Engine::set_endgame_tables(self, tables);
    }

    fn chances(&self, value: i32, position: &Position) -> Chances {
        self.evaluator().chances(value, position)
    }

    fn trace(&self, position: &Position) -> Trace {
        self.evaluator().trace(position)
    }
}
