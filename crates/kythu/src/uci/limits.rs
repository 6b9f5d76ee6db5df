//! What `go` says about time, in the words of the search.

use std::num::NonZeroU32;

use ::uci::Go;
use anyhow::{Result, anyhow};
use chess::{ByColor, Color, Game, UciMove};
use thinking::{Clock, Limits};

/// How long `go` lets us think about this game.
pub(super) fn limits(go: &Go, game: &Game) -> Result<Limits> {
    let position = game.position();
    let legal =
        |&mv: &UciMove| position.find_uci(mv).map_err(|error| anyhow!("go searchmoves: {error}"));
    let clock = |color: Color| {
        let (time, increment) = (go.time[color], go.increment[color]);
        let clock =
            Clock { left: time.unwrap_or_default(), increment: increment.unwrap_or_default() };
        time.or(increment).map(|_| clock)
    };
    let mut clocks = ByColor([clock(Color::White), clock(Color::Black)]);
    let us = position.turn();
    // With the opponent's clock only, ours is taken to show the same.
    clocks[us] = clocks[us].or(clocks[!us]);
    let limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        move_time: go.movetime,
        clocks,
        moves_to_go: go.movestogo.map(NonZeroU32::get),
        mate: go.mate,
        search_moves: go.searchmoves.iter().map(legal).collect::<Result<_>>()?,
        infinite: go.infinite,
        ponder: go.ponder,
    };
    // A bare `go` has no end either.
    let infinite = limits.infinite || limits == Limits::default();
    Ok(Limits { infinite, ..limits })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ::uci::Command;

    use super::*;

    #[test]
    fn clocks_that_are_not_given() {
        let clock = |line: &str, moves: &str| {
            let Ok(Command::Go(go)) = line.parse() else { panic!("{line}") };
            let Ok(Command::Position(text)) = format!("position startpos {moves}").parse() else {
                panic!("{moves}")
            };
            let game = text.to_game().unwrap();
            limits(&go, &game).unwrap().clocks[game.turn()]
        };
        let ms = |left, increment| {
            let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
            Some(Clock { left, increment })
        };
        assert_eq!(clock("go wtime 100 btime 200 winc 3 binc 4", ""), ms(100, 3));
        assert_eq!(clock("go wtime 100 btime 200 winc 3 binc 4", "moves e2e4"), ms(200, 4));
        assert_eq!(clock("go wtime 100", ""), ms(100, 0));
        assert_eq!(clock("go wtime 100 winc 5", "moves e2e4"), ms(100, 5));
        assert_eq!(clock("go winc 5", ""), ms(0, 5));
        assert_eq!(clock("go depth 5", ""), None);
    }
}
