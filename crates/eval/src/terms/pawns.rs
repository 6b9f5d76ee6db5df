//! Pawn structure.

use chess::{Bitboard, Color, Role, Square, attacks};

use crate::area::{ahead, beside, edge_distance};
use crate::tally::Tally;
use crate::view::View;
use crate::weights::WEIGHTS as W;
use crate::{Recorder, Term};

/// Adds the pawn structure of one side.
pub(crate) fn add<R: Recorder>(view: &View, tally: &mut Tally<'_, R>) {
    let ours = view.ours(Role::Pawn);
    tally.add_times(Term::Pawns, W.pawn_islands.one(), islands(ours));
    for square in ours {
        add_pawn(view, square, tally);
    }
}

fn add_pawn<R: Recorder>(view: &View, square: Square, tally: &mut Tally<'_, R>) {
    let (ours, theirs) = (view.ours(Role::Pawn), view.theirs(Role::Pawn));
    let (ahead, rank) = (ahead(square), square.rank() as usize);
    let file = Bitboard::from(square.file());
    let neighbours = ours & beside(square.file());
    let level = neighbours & square.rank().into();
    let supporters = attacks::pawn(Color::Black, square) & ours;
    let opposed = theirs.intersects(file & ahead);

    if ours.intersects(file & ahead) {
        tally.add(Term::Pawns, W.pawn_doubled.at(neighbours.is_empty() as usize));
    }
    if neighbours.is_empty() {
        tally.add(Term::Pawns, W.pawn_isolated.at(edge_distance(square.file())));
        if !opposed {
            tally.add(Term::Pawns, W.pawn_isolated_open.one());
        }
    } else if is_backward(square, neighbours, theirs) {
        tally.add(Term::Pawns, W.pawn_backward.at(!opposed as usize));
    }
    if level.any() {
        tally.add(Term::Pawns, W.pawn_phalanx.at(rank));
    }
    if supporters.any() {
        tally.add(Term::Pawns, W.pawn_supported.at(rank));
    }
    if !opposed {
        let guards = theirs & beside(square.file()) & ahead;
        let helpers = neighbours.without(ahead);
        if guards.any() && helpers.len() >= guards.len() {
            tally.add(Term::Pawns, W.pawn_candidate.at(rank));
        }
    }
}

/// Have all its neighbours gone ahead, so that it cannot step forward without
/// being taken by a pawn?
fn is_backward(square: Square, neighbours: Bitboard, theirs: Bitboard) -> bool {
    let step = Bitboard::of(square).forward(Color::White);
    neighbours.is_subset(ahead(square)) && attacks::pawns(Color::Black, theirs).intersects(step)
}

/// The pawns of the view's side that no enemy pawn can stop or take, the
/// foremost of each file only.
pub(crate) fn passed(view: &View) -> Bitboard {
    let (ours, theirs) = (view.ours(Role::Pawn), view.theirs(Role::Pawn));
    ours.into_iter()
        .filter(|&square| {
            let file = Bitboard::from(square.file());
            let way = (file | beside(square.file())) & ahead(square);
            way.is_disjoint(theirs) && ours.is_disjoint(file & ahead(square))
        })
        .collect()
}

/// How many groups of neighbouring files have pawns.
fn islands(pawns: Bitboard) -> u32 {
    let files = crate::area::files_of(pawns).bits() as u8;
    (files & !(files << 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;

    fn view(fen: &str, color: Color) -> View {
        View::new(&Position::from_fen(fen).unwrap(), color)
    }

    #[test]
    fn passed_pawns_of_both_sides() {
        let fen = "4k3/1p3p2/8/P2p4/8/5PP1/3P2P1/4K3 w - - 0 1";
        assert!(passed(&view(fen, Color::White)).is_empty());
        assert!(passed(&view(fen, Color::Black)).is_empty());
        let fen = "4k3/5p2/P7/1p1p4/8/6PP/7P/4K3 w - - 0 1";
        let white: Bitboard = [Square::A6, Square::H3].into_iter().collect();
        assert_eq!(passed(&view(fen, Color::White)), white);
        // As Black sees them: b5 and d5.
        let black: Bitboard = [Square::B4, Square::D4].into_iter().collect();
        assert_eq!(passed(&view(fen, Color::Black)), black);
    }

    #[test]
    fn counting_islands() {
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        assert_eq!(islands(Bitboard::EMPTY), 0);
        assert_eq!(islands(set(&[Square::A2, Square::B5, Square::D3, Square::H2])), 3);
    }

    #[test]
    fn backward_pawns() {
        let fen = "4k3/8/3p4/8/2P1P3/3P4/8/4K3 w - - 0 1";
        let view = view(fen, Color::White);
        let is = |square: Square, theirs: Bitboard| {
            is_backward(square, view.ours(Role::Pawn) & beside(square.file()), theirs)
        };
        assert!(!is(Square::D3, view.theirs(Role::Pawn)));
        assert!(is(Square::D3, Square::E5.into()));
        assert!(!is(Square::E4, Square::D6.into()));
    }
}
