//! The board as lines of text.

use chess::{Bitboard, Color, File, Game, Piece, Position, Rank, Square};

/// How squares and pieces look.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Chess figures on coloured squares, for terminals.
    Figures,
    /// Letters, with brackets around the last move.
    Letters,
}

/// Background colours of the 256-colour palette, for light and dark squares.
/// Middling tones, so that white and black figures both stand out.
mod palette {
    pub(super) const PLAIN: [u8; 2] = [137, 94];
    pub(super) const LAST_MOVE: [u8; 2] = [143, 100];
    pub(super) const CHECK: [u8; 2] = [160, 160];
    pub(super) const WHITE_MEN: u8 = 231;
    pub(super) const BLACK_MEN: u8 = 16;
}

/// Eight ranks and the letters of the files, seen by the player of `bottom`.
pub(super) fn lines(game: &Game, bottom: Color, style: Style) -> Vec<String> {
    let position = game.position();
    let marked = last_move(game);
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut lines: Vec<String> = Vec::with_capacity(9);
    for rank in ranks {
        let cells: String = files
            .iter()
            .map(|&file| cell(position, Square::new(file, rank), marked, style))
            .collect();
        let end = if style == Style::Figures { "\x1b[0m" } else { "" };
        lines.push(format!(" {rank} {cells}{end}"));
    }
    let letters: String = files.iter().map(|file| format!(" {file} ")).collect();
    lines.push(format!("   {letters}"));
    lines
}

/// The squares that the last move left and reached.
fn last_move(game: &Game) -> Bitboard {
    let (Some(&mv), [.., before, _]) = (game.moves().last(), game.positions()) else {
        return Bitboard::EMPTY;
    };
    Bitboard::of(mv.from()) | before.king_destination(mv).into()
}

fn cell(position: &Position, square: Square, marked: Bitboard, style: Style) -> String {
    let piece = position.piece_at(square);
    let is_marked = marked.contains(square);
    if style == Style::Letters {
        let letter = piece.map_or('.', Piece::letter);
        return if is_marked { format!("[{letter}]") } else { format!(" {letter} ") };
    }
    let in_check = position.is_check() && square == position.king(position.turn());
    let tones = match (in_check, is_marked) {
        (true, _) => palette::CHECK,
        (false, true) => palette::LAST_MOVE,
        (false, false) => palette::PLAIN,
    };
    let background = tones[usize::from(!square.is_light())];
    let men = match piece.map(Piece::color) {
        Some(Color::White) => palette::WHITE_MEN,
        _ => palette::BLACK_MEN,
    };
    // The filled figures for both sides: outlines are hard to see.
    let figure = piece.map_or(' ', |piece| piece.role().of(Color::Black).figurine());
    format!("\x1b[48;5;{background};38;5;{men}m {figure} ")
}

#[cfg(test)]
mod tests {
    use chess::Role;

    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        for san in moves.split_whitespace() {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn letters_from_both_sides() {
        let game = game("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O");
        let white = lines(&game, Color::White, Style::Letters);
        assert_eq!(white[0], " 8  .  .  .  .  k  .  .  . ");
        assert_eq!(white[7], " 1  R  .  .  . [.] R [K] . ");
        assert_eq!(white[8], "    a  b  c  d  e  f  g  h ");
        let black = lines(&game, Color::Black, Style::Letters);
        assert_eq!(black[0], " 1  . [K] R [.] .  .  .  R ");
        assert_eq!(black[8], "    h  g  f  e  d  c  b  a ");
    }

    #[test]
    fn colours_tell_men_squares_and_check_apart() {
        let game = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8");
        let rank = &lines(&game, Color::White, Style::Figures)[0];
        assert!(rank.starts_with(" 8 \x1b[48;5;143;38;5;231m ♜ "), "{rank:?}");
        assert!(rank.contains("\x1b[48;5;160;38;5;16m ♚ "), "{rank:?}");
        assert!(rank.ends_with("\x1b[0m"));
    }

    #[test]
    fn every_man_has_a_figure() {
        let figures: Vec<char> = Role::ALL.map(|role| role.of(Color::Black).figurine()).to_vec();
        let rank = &lines(&Game::new(), Color::White, Style::Figures).concat();
        assert!(figures.iter().all(|&figure| rank.contains(figure)));
    }
}
