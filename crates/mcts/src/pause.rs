//! Answering no earlier than asked.

use std::collections::BTreeSet;

use chess::{Game, Move};
use thinking::{Limits, Signal};

/// An infinite or pondering search has no right to answer before it is asked,
/// even when it has nothing left to search; `is_over` says that a limit ended it.
pub(crate) fn wait_until_asked(limits: &Limits, signal: &Signal, is_over: bool) {
    let infinite = limits.infinite && !is_over;
    signal.wait_while(|signal| !signal.is_stopped() && (infinite || signal.is_pondering()));
}

/// The root moves to look at: all legal ones, or those asked for that are legal.
pub(crate) fn root_moves(game: &Game, limits: &Limits) -> Vec<Move> {
    let mut moves = game.position().legal_moves();
    let wanted: BTreeSet<u16> = limits.search_moves.iter().map(|mv| mv.to_bits()).collect();
    if moves.iter().any(|mv| wanted.contains(&mv.to_bits())) {
        moves.retain(|mv| wanted.contains(&mv.to_bits()));
    }
    moves.to_vec()
}
