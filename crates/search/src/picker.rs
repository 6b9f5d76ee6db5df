//! The order in which moves are tried: the likely refutations first, and
//! each stage generated only when the ones before it have not cut off.

use arrayvec::ArrayVec;
use chess::{CheckSquares, MAX_MOVES, Move, MoveList, Position};

use crate::history::Histories;
use crate::ordering::{Context, Threats, Wanted, quiet_bonus, score_capture, score_quiet};
use crate::{Technique, Techniques};

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    Killers,
    CounterMove,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

#[derive(Copy, Clone)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Hands out the moves of one node.
pub(crate) struct Picker<T> {
    techniques: T,
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    context: Context,
    killer: usize,
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    bad: ArrayVec<Move, 64>,
    next_bad: usize,
    /// Quiet moves are no longer wanted.
    skip_quiets: bool,
    /// From where checks are given, once somebody has asked.
    checks: Option<CheckSquares>,
}

impl<T: Techniques> Picker<T> {
    pub(crate) fn new(
        techniques: T,
        position: &Position,
        wanted: Wanted,
        table_move: Option<Move>,
        context: Context,
    ) -> Picker<T> {
        let fits = |mv: &Move| wanted == Wanted::All || !mv.is_quiet();
        Picker {
            techniques,
            stage: Stage::TableMove,
            wanted,
            table_move: table_move.filter(fits).filter(|&mv| position.is_legal(mv)),
            context,
            killer: 0,
            moves: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
            skip_quiets: false,
            checks: None,
        }
    }

    /// Hand out no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Are quiet moves no longer handed out?
    pub(crate) fn skips_quiets(&self) -> bool {
        self.skip_quiets
    }

    /// Have all moves but losing captures been handed out?
    pub(crate) fn is_late(&self) -> bool {
        self.stage >= Stage::BadCaptures
    }

    /// Does a man who moves give check from where he arrives?
    #[inline]
    pub(crate) fn is_check(&mut self, position: &Position, mv: Move) -> bool {
        self.checks.get_or_insert_with(|| CheckSquares::new(position)).contains(position, mv)
    }

    /// Is the move handed out last known to lose nothing by exchange?
    pub(crate) fn is_sound(&self) -> bool {
        self.stage == Stage::GoodCaptures && self.techniques.on(Technique::SeeOrdering)
    }

    /// The next move to try.
    pub(crate) fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateCaptures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.select() {
                    Some(mv) if self.is_losing(position, mv) => {
                        if self.bad.try_push(mv).is_err() {
                            return Some(mv);
                        }
                    }
                    Some(mv) => return Some(mv),
                    None if self.wanted == Wanted::Captures => {
                        self.stage = Stage::BadCaptures;
                    }
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => {
                    let killer = self.context.killers.get(self.killer).copied();
                    self.killer += 1;
                    match killer {
                        None => self.stage = Stage::CounterMove,
                        Some(mv) => {
                            if let Some(mv) = mv.filter(|&mv| self.takes_early(position, mv)) {
                                return Some(mv);
                            }
                        }
                    }
                }
                Stage::CounterMove => {
                    self.stage = Stage::GenerateQuiets;
                    let counter = self.context.counter.filter(|_| self.wanted == Wanted::All);
                    let fresh = counter.filter(|mv| !self.context.killers.contains(&Some(*mv)));
                    if let Some(mv) = fresh.filter(|&mv| self.takes_early(position, mv)) {
                        return Some(mv);
                    }
                    self.context.counter = None;
                }
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(position, histories);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.select() {
                    Some(mv) if !self.skip_quiets => return Some(mv),
                    _ => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => match self.bad.get(self.next_bad) {
                    Some(&mv) => {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// May this remembered quiet move be handed out before the others?
    fn takes_early(&self, position: &Position, mv: Move) -> bool {
        !self.skip_quiets
            && self.wanted == Wanted::All
            && mv.is_quiet()
            && Some(mv) != self.table_move
            && position.is_legal(mv)
    }

    fn is_losing(&self, position: &Position, mv: Move) -> bool {
        self.techniques.on(Technique::SeeOrdering) && !position.see(mv, 0)
    }

    /// The best of the moves that are left.
    #[inline]
    fn select(&mut self) -> Option<Move> {
        let rest = &mut self.moves[self.next..];
        let (mut best, mut score) = (0, rest.first()?.score);
        for (index, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.score > score {
                (best, score) = (index, candidate.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].mv)
    }

    fn generate_captures(&mut self, position: &Position, histories: &Histories) {
        let mut list = MoveList::new();
        position.captures(&mut list);
        for mv in list {
            if Some(mv) == self.table_move {
                continue;
            }
            let score = score_capture(self.techniques, position, histories, mv);
            self.moves.push(Scored { mv, score });
        }
    }

    fn generate_quiets(&mut self, position: &Position, histories: &Histories) {
        let mut list = MoveList::new();
        let checks = self.checks.get_or_insert_with(|| CheckSquares::new(position));
        if self.wanted == Wanted::CapturesAndChecks {
            position.quiet_checks(checks, &mut list);
            if list.is_empty() {
                return;
            }
            self.context.threats = Threats::new(position);
        } else {
            position.quiets(&mut list);
        }
        // All captures have been handed out or set aside as losing.
        self.moves.clear();
        self.next = 0;
        for mv in list {
            let early = Some(mv) == self.table_move
                || self.wanted == Wanted::All
                    && (self.context.killers.contains(&Some(mv))
                        || self.context.counter == Some(mv));
            if early {
                continue;
            }
            let checking = checks.contains(position, mv);
            let score = score_quiet(self.techniques, position, histories, &self.context, mv)
                + quiet_bonus(self.techniques, position, &self.context, mv, checking);
            self.moves.push(Scored { mv, score });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Continuation;
    use crate::{AllTechniques, TechniqueSet};

    fn context(killers: [Option<Move>; 2], counter: Option<Move>) -> Context {
        let continuations = [Continuation::NONE; 3];
        Context { killers, counter, continuations, threats: Threats::NONE }
    }

    fn all<T: Techniques>(mut picker: Picker<T>, position: &Position) -> Vec<Move> {
        let histories = Histories::new();
        std::iter::from_fn(|| picker.next(position, &histories)).collect()
    }

    const FENS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    ];

    #[test]
    fn every_move_comes_once_whatever_is_remembered() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            legal.sort();
            for (i, &table) in legal.iter().enumerate() {
                let killers = [legal.get(i / 2).copied(), legal.get(i + 1).copied()];
                let counter = Some(legal[legal.len() - 1 - i]);
                for set in [TechniqueSet::ALL, TechniqueSet::MINIMAX] {
                    let context = context(killers, counter);
                    let picker = Picker::new(set, &position, Wanted::All, Some(table), context);
                    let mut found = all(picker, &position);
                    assert_eq!(found[0], table);
                    found.sort();
                    assert_eq!(found, legal, "{fen}");
                }
            }
        }
    }

    #[test]
    fn captures_come_before_quiets_and_losing_ones_last() {
        let position = Position::from_fen(FENS[0]).unwrap();
        let picker =
            Picker::new(AllTechniques, &position, Wanted::All, None, context([None; 2], None));
        let found = all(picker, &position);
        let last = found[found.len() - 1];
        assert!(last.is_capture() && !position.see(last, 0));
        assert!(found[0].is_capture() && position.see(found[0], 0));
        let first_quiet = found.iter().position(|mv| mv.is_quiet()).unwrap();
        assert!(found[..first_quiet].iter().all(|&mv| position.see(mv, 0)));
    }

    #[test]
    fn quiescence_wants_captures_and_perhaps_checks() {
        let position = Position::from_fen("4k3/8/8/8/8/3n4/8/R3K2R w - - 0 1").unwrap();
        let position = {
            let mut p = position;
            p.play(p.parse_san("Ke2").unwrap());
            p.play(p.parse_san("Kf8").unwrap());
            p
        };
        let with = |wanted| {
            let picker =
                Picker::new(AllTechniques, &position, wanted, None, context([None; 2], None));
            all(picker, &position)
        };
        assert_eq!(with(Wanted::Captures).len(), 1);
        let checks = with(Wanted::CapturesAndChecks);
        assert!(checks.len() > 1);
        assert!(checks.iter().all(|&mv| mv.is_capture() || position.gives_check(mv)));
    }
}
