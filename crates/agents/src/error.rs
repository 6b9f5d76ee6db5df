//! What can go wrong with an agent.

use std::fmt;

use chess::Position;
use thiserror::Error;
use uci::EngineError;

/// Why an agent did not decide.
#[derive(Debug, Error)]
pub enum AgentError {
    /// It was asked where no move is legal.
    #[error("there is no legal move in {0}")]
    NothingToPlay(Box<Position>),
    /// There is not enough memory for its table.
    #[error(transparent)]
    Memory(#[from] search::TableTooLarge),
    /// There is not enough memory for its tree.
    #[error(transparent)]
    Tree(#[from] mcts::MctsError),
    /// Its opening book cannot be read.
    #[error(transparent)]
    Book(#[from] knowledge::book::BookError),
    /// There are no endgame tables where it should find them.
    #[error(transparent)]
    Tables(#[from] knowledge::syzygy::NoEndgameTables),
    /// Its net cannot be read.
    #[error(transparent)]
    Net(#[from] nets::NetOpenError),
    /// The external engine failed.
    #[error(transparent)]
    External(#[from] EngineError),
}

/// What kind of failure it is, for whoever keeps the score.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// It cannot play at all.
    Unable,
    /// It ended when it should not.
    Crash,
    /// It did not answer.
    Stall,
    /// It answered with what is no legal move.
    IllegalMove,
    /// It wrote what nobody understands.
    Garbage,
}

impl AgentError {
    /// What kind of failure this is.
    pub fn fault(&self) -> Fault {
        match self {
            AgentError::External(error) => match error {
                EngineError::Died { .. } => Fault::Crash,
                EngineError::Timeout { .. } | EngineError::Handshake { .. } => Fault::Stall,
                EngineError::IllegalMove { .. } => Fault::IllegalMove,
                EngineError::BadOutput { .. } => Fault::Garbage,
                EngineError::Spawn { .. }
                | EngineError::UnknownOption { .. }
                | EngineError::BadOption { .. }
                | EngineError::NothingToPlay(_) => Fault::Unable,
            },
            AgentError::NothingToPlay(_)
            | AgentError::Memory(_)
            | AgentError::Tree(_)
            | AgentError::Book(_)
            | AgentError::Tables(_)
            | AgentError::Net(_) => Fault::Unable,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Unable => "unable to play",
            Fault::Crash => "crash",
            Fault::Stall => "stall",
            Fault::IllegalMove => "illegal move",
            Fault::Garbage => "garbage",
        })
    }
}
