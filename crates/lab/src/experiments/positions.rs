//! Positions to search: openings, middlegames and endings.

use chess::Position;
use pgn::Epd;

/// Out of games that the engine played against itself from book openings.
const FILE: &str = include_str!("../../data/positions.epd");

/// All of them.
pub(crate) fn positions() -> Vec<Position> {
    let lines = FILE.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.filter_map(|line| line.parse::<Epd>().ok()).map(|epd| epd.position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_position() {
        let lines = FILE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert_eq!(positions().len(), lines);
        assert!(lines >= 20);
        assert!(positions().iter().all(Position::has_legal_moves));
    }
}
