//! Quiescence: captures, promotions and a few checks are played out before a
//! position is evaluated.

use chess::{EXCHANGE_VALUES, Position, Role};
use eval::Evaluator;

use crate::node::NodeKind;
use crate::observer::{RaisedBy, Reason, TableUse, TreeEvent, TreeObserver};
use crate::ordering::Wanted;
use crate::parameter::Parameter;
use crate::params::{CHECK_PLIES, CHECK_PLIES_LOPSIDED};
use crate::picker::Picker;
use crate::table::{Bound, NO_EVAL};
use crate::worker::Worker;
use crate::{Technique, Techniques};
use thinking::{INFINITE, MAX_PLY, TABLEBASE_BOUND, is_decided, mated_at};

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    /// The value of a position at the end of the main search, after `played`
    /// moves of quiescence.
    pub(crate) fn quiesce<N: NodeKind>(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        ply: usize,
        played: usize,
    ) -> i32 {
        if !O::LISTENS {
            return self.quiesce_node::<N>(position, alpha, beta, ply, played);
        }
        self.enter(ply, -(played as i32), alpha, beta);
        let value = self.quiesce_node::<N>(position, alpha, beta, ply, played);
        self.observer.leave(value, self.reason);
        value
    }

    fn quiesce_node<N: NodeKind>(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        played: usize,
    ) -> i32 {
        let alpha_at_start = alpha;
        if N::PV {
            self.frame_mut(ply).line.clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }

        // Step 1. The end of the search, the game or the stack.
        if self.must_stop() {
            self.leave(Reason::Stopped);
            return 0;
        }
        if ply > 0 && self.is_drawn(position, ply) {
            self.leave(Reason::GameOver);
            return self.draw_value();
        }
        let in_check = position.is_check();
        if ply >= MAX_PLY {
            self.leave(Reason::Evaluated);
            return if in_check { self.draw_value() } else { self.raw_eval(position) };
        }
        if !self.on(Technique::Quiescence) || played >= self.shared.quiescence_plies {
            return self.evaluate_leaf(position, ply);
        }

        // Step 2. Transposition table. Every entry is deep enough here.
        let entry = self.probe(position, ply);
        if let Some(entry) = entry
            && !self.must_be_exact::<N>()
            && entry.bound.settles(entry.value, alpha, beta)
            && self.table_may_cut(position, ply)
        {
            self.statistics.table_cuts += 1;
            self.tell(|| TreeEvent::TableUsed { as_what: TableUse::CutOff });
            self.leave(Reason::Table);
            return entry.value;
        }

        // Step 3. Stand pat: nobody has to capture, so the static evaluation is a lower
        // bound.
        let mut best = -INFINITE;
        let mut raw = NO_EVAL;
        if !in_check {
            raw = match entry {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.raw_eval(position),
            };
            best = self.corrected(raw, position, ply);
            self.tell(|| TreeEvent::StaticEval { value: best });
            if let Some(entry) = entry
                && !is_decided(entry.value)
                && entry.bound.allows_cut(entry.value, best + 1)
            {
                best = entry.value;
                self.tell(|| TreeEvent::TableUsed { as_what: TableUse::Guess });
            }
            self.tell(|| TreeEvent::StandPat { value: best });
            if self.on(Technique::AlphaBeta) && best >= beta {
                if entry.is_none() {
                    self.store(position, ply, None, best, raw, 0, Bound::Lower, false);
                }
                self.leave(Reason::StandPat);
                return best;
            }
            if best > alpha {
                alpha = best;
                self.tell_raised(RaisedBy::StandPat, None, best);
            }
        }
        let stand_pat = best;

        // Step 4. The moves: captures and promotions, quiet checks on the first ply (on
        // three where what is left to find is mate), all evasions in check.
        let wanted = if in_check {
            Wanted::All
        } else if played < self.check_plies() && self.on(Technique::QuiescenceChecks) {
            Wanted::CapturesAndChecks
        } else {
            Wanted::Captures
        };
        if wanted == Wanted::All {
            self.find_threats(position, ply);
        }
        let context = self.context(ply, self.continuations(ply));
        let table_move = entry.and_then(|entry| entry.mv);
        let mut picker = Picker::new(self.techniques, position, wanted, table_move, context);
        let mut best_move = None;
        let mut moves = 0;
        let technique = Technique::QuiescencePruning;
        let pruning = self.on(technique);

        while let Some(mv) = picker.next(position, self.histories) {
            moves += 1;
            self.shared.table.prefetch(position.likely_key_after(mv));
            if pruning && best > -TABLEBASE_BOUND {
                // Once an evasion does not lose, further quiet ones are skipped.
                if in_check && mv.is_quiet() {
                    self.tell_skipped_quiets(&picker, technique);
                    picker.skip_quiets();
                    if moves > 1 {
                        self.tell_skipped(mv, technique);
                        continue;
                    }
                }
                if !in_check && mv.is_capture() && !mv.is_promotion() {
                    let victim = position.captured(mv).map_or(Role::Pawn, |piece| piece.role());
                    let hope =
                        stand_pat + self.value(Parameter::DeltaMargin) + EXCHANGE_VALUES[victim];
                    if hope <= alpha {
                        best = best.max(hope);
                        self.tell_skipped(mv, technique);
                        continue;
                    }
                }
                // What loses nothing by exchange is good enough.
                if !picker.is_sound() && !position.see(mv, -self.value(Parameter::QuiescenceLoss)) {
                    self.tell_skipped(mv, technique);
                    continue;
                }
            }

            self.statistics.quiescence_nodes += 1;
            let next = self.play(position, mv, ply);
            let (low, high) = self.window_below(alpha, beta);
            let value = -self.quiesce::<N>(&next, low, high, ply + 1, played + 1);
            self.unplay();
            if self.stopped {
                self.leave(Reason::Stopped);
                return 0;
            }

            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    self.tell_raised(RaisedBy::Move, best_move, value);
                    if N::PV {
                        self.extend_line(ply, mv);
                    }
                    if self.on(Technique::AlphaBeta) && alpha >= beta {
                        break;
                    }
                }
            }
        }

        // Step 5. Checkmate. (Stalemate goes unseen: quiet moves are not generated.)
        if in_check && moves == 0 {
            self.leave(Reason::GameOver);
            return mated_at(ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.store(position, ply, best_move, best, raw, 0, bound, false);
        self.leave(Reason::of(best, alpha_at_start, beta));
        best
    }

    /// On how many plies of quiescence quiet checks are tried.
    #[inline]
    fn check_plies(&self) -> usize {
        if self.lopsided { CHECK_PLIES_LOPSIDED } else { CHECK_PLIES }
    }

    /// The plain evaluation of a leaf, when nothing is played out.
    fn evaluate_leaf(&mut self, position: &Position, ply: usize) -> i32 {
        if !position.has_legal_moves() {
            self.leave(Reason::GameOver);
            return if position.is_check() { mated_at(ply) } else { self.draw_value() };
        }
        self.leave(Reason::Evaluated);
        let raw = self.raw_eval(position);
        let value = self.corrected(raw, position, ply);
        self.tell(|| TreeEvent::StaticEval { value });
        value
    }
}
