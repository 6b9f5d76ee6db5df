//! The board with a number on every man.

use std::fmt;

use chess::{Color, File, Piece, Position, Rank, Square};

/// Letters of a square's two lines.
const WIDTH: usize = 8;

/// Backgrounds of the 256-colour palette, the strongest last: for men who are worth
/// something to their own side, and for those that it would be better off without.
const GAIN: [u8; 5] = [236, 22, 28, 34, 40];
const LOSS: [u8; 5] = [236, 52, 88, 124, 160];

/// What men are worth to White, where they stand. The redder or greener a man, the
/// more he is worth beside the others.
pub(super) struct HeatMap<'a> {
    pub(super) position: &'a Position,
    pub(super) men: &'a [(Square, Piece, i32)],
    pub(super) coloured: bool,
}

impl HeatMap<'_> {
    /// The man of a square and what he is worth; nothing for a king.
    fn cell(&self, square: Square) -> (String, String) {
        let Some(piece) = self.position.piece_at(square) else {
            return ("·".to_owned(), String::new());
        };
        let man = self.men.iter().find(|(at, ..)| *at == square);
        let worth = man.map(|(_, _, worth)| format!("{:+.2}", f64::from(*worth) / 100.0));
        (piece.letter().to_string(), worth.unwrap_or_default())
    }

    /// What switches to the background of a square.
    fn paint(&self, square: Square) -> String {
        let man = self.men.iter().find(|(at, ..)| *at == square);
        let (true, Some(&(_, piece, worth))) = (self.coloured, man) else { return String::new() };
        let most = self.men.iter().map(|(_, _, worth)| worth.unsigned_abs()).max().unwrap_or(0);
        let steps = GAIN.len() as u64;
        let step = u64::from(worth.unsigned_abs()) * (steps - 1) / u64::from(most.max(1));
        let is_gain = (worth >= 0) == (piece.color() == Color::White);
        let palette = if is_gain { GAIN } else { LOSS };
        format!("\x1b[48;5;{};38;5;231m", palette[step as usize])
    }
}

impl fmt::Display for HeatMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            let row = |text: &dyn Fn(Square) -> String| -> String {
                let cell = |square: Square| {
                    let (paint, text) = (self.paint(square), text(square));
                    let end = if paint.is_empty() { "" } else { "\x1b[0m" };
                    format!("{paint}{text:^WIDTH$}{end}")
                };
                squares.map(cell).concat()
            };
            writeln!(f, " {rank} {}", row(&|square| self.cell(square).0).trim_end())?;
            writeln!(f, "   {}", row(&|square| self.cell(square).1).trim_end())?;
        }
        let files = File::ALL.map(|file| format!("{:^WIDTH$}", file.to_char()));
        write!(f, "   {}", files.concat().trim_end())
    }
}

#[cfg(test)]
mod tests {
    use chess::Role;

    use super::*;

    fn map(coloured: bool) -> String {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/QN2K3 w - - 0 1").unwrap();
        let man = |square, role: Role, worth| (square, role.of(Color::White), worth);
        let men = [man(Square::A1, Role::Queen, 912), man(Square::B1, Role::Knight, -30)];
        HeatMap { position: &position, men: &men, coloured }.to_string()
    }

    #[test]
    fn numbers_stand_below_their_men() {
        let text = map(false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 17);
        assert!(lines[0].starts_with(" 8 ") && lines[14].starts_with(" 1 "));
        let place = |line: usize, text: &str| lines[line].find(text).unwrap_or(usize::MAX);
        assert!(place(14, "Q").abs_diff(place(15, "+9.12") + 2) <= 1, "{text}");
        assert!(place(14, "N").abs_diff(place(15, "-0.30") + 2) <= 1, "{text}");
        assert!(!text.contains('\x1b'));
    }

    #[test]
    fn colours_say_who_is_worth_something() {
        let text = map(true);
        assert!(text.contains("\x1b[48;5;40;38;5;231m   Q"), "{text:?}");
        // A knight that White would be better off without, but not by much.
        assert!(text.contains("\x1b[48;5;236;38;5;231m   N"), "{text:?}");
    }
}
