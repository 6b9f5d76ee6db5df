//! The search of one node: negamax with everything that makes it fast.
//!
//! This is the one long function of the engine. Its steps are numbered; the
//! margins they use are small functions of their own in `margins`.

use arrayvec::ArrayVec;
use chess::{Color, Move, Position, Role};
use eval::Evaluator;

use crate::margins::{self, LateMove};
use crate::observer::{Purpose, RaisedBy, Reason, TableUse, TreeEvent, TreeObserver};
use crate::ordering::Wanted;
use crate::parameter::Parameter::*;
use crate::params::*;
use crate::picker::Picker;
use crate::table::{Bound, NO_EVAL};
use crate::worker::Worker;
use crate::{Technique, Techniques};
use thinking::{DRAW, INFINITE, MAX_PLY, TABLEBASE_BOUND, is_decided, mated_at, mates_at};

/// What kind of node is searched, known at compile time.
pub(crate) trait NodeKind {
    /// The root, where moves come from the list of root moves.
    const ROOT: bool;
    /// A node whose exact value matters.
    const PV: bool;
}

pub(crate) enum Root {}
pub(crate) enum Pv {}
pub(crate) enum NonPv {}

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeKind for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

impl<E: Evaluator, T: Techniques, O: TreeObserver> Worker<'_, E, T, O> {
    /// The value of `position`, `depth` plies deep, as far as it lies between
    /// `alpha` and `beta`.
    ///
    /// `cut_node`: a fail-high is expected here.
    pub(crate) fn search<N: NodeKind>(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return if N::PV {
                self.quiesce::<Pv>(position, alpha, beta, ply, 0)
            } else {
                self.quiesce::<NonPv>(position, alpha, beta, ply, 0)
            };
        }
        if !O::LISTENS {
            return self.search_node::<N>(position, alpha, beta, depth, ply, cut_node);
        }
        self.enter(ply, depth, alpha, beta);
        let value = self.search_node::<N>(position, alpha, beta, depth, ply, cut_node);
        self.observer.leave(value, self.reason);
        value
    }

    /// Is the exact value of such a node wanted, so that it is not to be cut short?
    /// Without principal variation search every window is open and nodes are alike:
    /// only the root is spared.
    #[inline]
    pub(crate) fn must_be_exact<N: NodeKind>(&self) -> bool {
        N::ROOT || N::PV && self.on(Technique::Pvs)
    }

    fn search_node<N: NodeKind>(
        &mut self,
        position: &Position,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        // Step 1. Book-keeping.
        if N::PV {
            self.frame_mut(ply).line.clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if self.must_stop() {
            self.leave(Reason::Stopped);
            return 0;
        }
        let in_check = position.is_check();
        let us = position.turn();
        let exact = self.must_be_exact::<N>();

        // Step 2. Draws, the last ply, mate distance pruning, upcoming repetitions.
        if !N::ROOT {
            if self.is_drawn(position, ply) {
                self.leave(Reason::GameOver);
                return self.draw_value();
            }
            if ply >= MAX_PLY {
                self.leave(Reason::Evaluated);
                return if in_check { self.draw_value() } else { self.raw_eval(position) };
            }
            if self.on(Technique::MateDistance) {
                if alpha < mated_at(ply) {
                    alpha = mated_at(ply);
                    self.tell_raised(RaisedBy::MateDistance, None, alpha);
                }
                beta = beta.min(mates_at(ply + 1));
                if alpha >= beta {
                    self.leave(Reason::Pruned(Technique::MateDistance));
                    return alpha;
                }
            }
            if alpha < DRAW && self.can_repeat(position, ply) {
                alpha = self.draw_value();
                self.tell_raised(RaisedBy::UpcomingRepetition, None, alpha);
                if alpha >= beta {
                    self.leave(Reason::GameOver);
                    return alpha;
                }
            }
        }
        let alpha_at_start = alpha;

        // Step 3. Transposition table. A singular verification search does not probe:
        // the entry is about the node with all its moves.
        let excluded = self.frame(ply).excluded;
        let entry = if excluded.is_none() { self.probe(position, ply) } else { None };
        let table_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        if let Some(entry) = entry
            && !exact
            && entry.depth >= depth
            && entry.bound.settles(entry.value, alpha, beta)
            // The key knows no half-move clock: near the fifty-move rule the entry
            // may be from a path that was not about to be drawn.
            && position.halfmoves() < TABLE_CUT_HALFMOVES
            && self.table_may_cut(position, ply)
        {
            if let Some(mv) = entry.mv
                && mv.is_quiet()
                && entry.value >= beta
                && position.is_legal(mv)
            {
                self.find_threats(position, ply);
                self.reward_quiet(position, mv, margins::bonus(self.techniques, depth), ply);
            }
            if entry.value >= beta {
                let malus = margins::bonus(self.techniques, depth) * TABLE_CUT_MALUS / 8;
                self.reward_last(position, -malus, ply);
            }
            self.statistics.table_cuts += 1;
            self.tell(|| TreeEvent::TableUsed { as_what: TableUse::CutOff });
            self.leave(Reason::Table);
            return entry.value;
        }
        let table_move = match N::ROOT {
            true => self.root_moves.get(self.line_index).map(|root| root.mv),
            false => entry.and_then(|entry| entry.mv),
        };

        // Step 4. Endgame tables. A win is a lower bound only, as there may be a mate,
        // and a loss an upper bound; at PV nodes such bounds limit the value.
        let mut best = -INFINITE;
        let mut ceiling = INFINITE;
        if !N::ROOT
            && excluded.is_none()
            && let Some((value, bound)) = self.probe_endgame_tables(position, depth, ply)
        {
            let settled = match bound {
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::Exact | Bound::None => true,
            };
            let as_what = if settled { TableUse::CutOff } else { TableUse::Bound };
            self.tell(|| TreeEvent::EndgameTables { value, bound, as_what });
            if settled {
                let depth = (depth + TABLEBASE_EXTRA_DEPTH).min(MAX_PLY as i32 - 1);
                self.store(position, ply, None, value, NO_EVAL, depth, bound, table_pv);
                self.leave(Reason::EndgameTables);
                return value;
            }
            if N::PV && bound == Bound::Lower {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.tell_raised(RaisedBy::EndgameTables, None, alpha);
                }
            } else if N::PV {
                ceiling = value;
            }
        }

        // Step 5. Static evaluation, and whether it is improving.
        let mut raw = NO_EVAL;
        let mut eval = NO_EVAL;
        if in_check {
            self.frame_mut(ply).eval = NO_EVAL;
        } else if excluded.is_some() {
            eval = self.frame(ply).eval;
        } else {
            raw = match entry {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.raw_eval(position),
            };
            eval = self.corrected(raw, position, ply);
            self.frame_mut(ply).eval = eval;
            if entry.is_none() {
                self.store(position, ply, None, 0, raw, 0, Bound::None, table_pv);
            }
            // Eval gain as history: a quiet move of the opponent is rewarded by how
            // much it changed the static evaluation.
            let before = self.frame_before(ply, 1).eval;
            if !N::ROOT && before != NO_EVAL {
                let gain = (-self.value(EvalGainFactor) * (before + eval))
                    .clamp(-self.value(EvalGainMost), self.value(EvalGainMost));
                self.reward_last(position, gain, ply);
            }
        }
        if !in_check {
            self.tell(|| TreeEvent::StaticEval { value: eval });
        }
        let improving = !in_check && {
            let before = match self.frame_before(ply, 2).eval {
                NO_EVAL => self.frame_before(ply, 4).eval,
                eval => eval,
            };
            before == NO_EVAL || eval > before
        };
        // A table value whose bound lies beyond the static evaluation is the better
        // guess for the pruning below.
        let guess = match entry {
            Some(entry)
                if !in_check
                    && !is_decided(entry.value)
                    && entry.bound.allows_cut(entry.value, eval + 1)
                    && entry.bound != Bound::None =>
            {
                self.tell(|| TreeEvent::TableUsed { as_what: TableUse::Guess });
                entry.value
            }
            _ => eval,
        };
        // Killers are shared by the nodes two plies below this one; what another node
        // of this ply left there is cleared.
        self.frame_mut(ply + 2).killers = [None; 2];
        self.frame_mut(ply + 1).excluded = None;
        self.frame_mut(ply + 1).cuts = 0;
        let double_extensions =
            if N::ROOT { 0 } else { self.frame_before(ply, 1).double_extensions };
        self.frame_mut(ply).double_extensions = double_extensions;

        // Step 6. Hindsight: what looked worth a reduction only has turned out well for
        // the side to move, which will fail high with less.
        if self.on(Technique::Hindsight)
            && !N::ROOT
            && !in_check
            && excluded.is_none()
            && depth >= 2
            && self.frame_before(ply, 1).reduction > 0
            && self.frame_before(ply, 1).eval != NO_EVAL
            && eval + self.frame_before(ply, 1).eval > self.value(HindsightMargin)
        {
            depth -= 1;
            self.tell(|| TreeEvent::NodeReduced { technique: Technique::Hindsight, depth });
        }

        if !exact && !in_check && excluded.is_none() {
            // Step 7. Reverse futility pruning: the static evaluation is above beta by
            // a margin that the depth left is not expected to lose.
            let unknown_cut = cut_node && entry.is_none();
            if self.on(Technique::ReverseFutility)
                && depth <= REVERSE_FUTILITY_DEPTH
                && !self.lopsided
                && guess - margins::reverse_futility(self.techniques, depth, improving, unknown_cut)
                    >= beta
                && !is_decided(beta)
                && guess < TABLEBASE_BOUND
            {
                self.leave(Reason::Pruned(Technique::ReverseFutility));
                return beta + (guess - beta) / REVERSE_FUTILITY_RETURN;
            }

            // Step 8. Razoring: the static evaluation is so far below alpha that only
            // captures can help; if quiescence confirms it, the node fails low.
            if self.on(Technique::Razoring)
                && !self.lopsided
                && depth <= RAZORING_DEPTH
                && guess + margins::razoring(self.techniques, depth) <= alpha
                && !is_decided(alpha)
            {
                let value = self.visiting(Purpose::Razoring).quiesce::<NonPv>(
                    position,
                    alpha,
                    alpha + 1,
                    ply,
                    0,
                );
                if value <= alpha {
                    self.leave(Reason::Pruned(Technique::Razoring));
                    return value;
                }
            }

            // Step 9. Null move pruning: if a reduced search fails high even after
            // passing, some move will, too. Not with pawns only, where zugzwang is near,
            // not twice in a row, and not in lopsided games: the side ahead can nearly
            // always afford to pass, so that its mates would go unseen.
            if self.on(Technique::NullMove)
                && !self.lopsided
                && depth >= NULL_MOVE_DEPTH
                && guess >= beta
                && eval
                    >= beta - self.value(NullMoveDepthMargin) * depth + self.value(NullMoveMargin)
                && self.frame_before(ply, 1).mv.is_some()
                && ply >= self.null_move_floor
                && !is_decided(beta)
                && has_pieces(position, us)
            {
                let saved = self.shared.null_move_reduction;
                let saved = saved.unwrap_or_else(|| {
                    margins::null_move_reduction(self.techniques, depth, guess - beta)
                });
                let reduced = depth - saved;
                let next = self.pass(position, ply);
                let value = -self.visiting(Purpose::NullMove).search::<NonPv>(
                    &next,
                    -beta,
                    -beta + 1,
                    reduced,
                    ply + 1,
                    !cut_node,
                );
                self.unplay();
                if self.stopped {
                    self.leave(Reason::Stopped);
                    return 0;
                }
                if value >= beta {
                    let value = if is_decided(value) { beta } else { value };
                    if self.null_move_floor > 0 || depth < NULL_MOVE_VERIFY_DEPTH {
                        self.leave(Reason::Pruned(Technique::NullMove));
                        return value;
                    }
                    // Verification search: in zugzwang passing is better than any move,
                    // so at high depth the cut-off must hold without null moves near.
                    self.null_move_floor = ply + margins::null_move_ban(reduced);
                    let verified = self.visiting(Purpose::NullVerification).search::<NonPv>(
                        position,
                        beta - 1,
                        beta,
                        reduced.max(1),
                        ply,
                        false,
                    );
                    self.null_move_floor = 0;
                    if verified >= beta {
                        self.leave(Reason::Pruned(Technique::NullMove));
                        return value;
                    }
                }
            }

            // Step 10. ProbCut: a capture that beats beta by a margin at
            // reduced depth will beat beta.
            let high = beta + self.value(ProbCutMargin)
                - if improving { self.value(ProbCutImproving) } else { 0 };
            let table_denies = entry.is_some_and(|entry| {
                entry.depth >= depth - PROBCUT_TABLE_SLACK
                    && entry.value < high
                    && entry.bound != Bound::None
            });
            if self.on(Technique::ProbCut)
                && depth >= PROBCUT_DEPTH
                && !is_decided(beta)
                && !table_denies
                && let Some(value) = self.prob_cut(position, high, depth, ply, cut_node, eval)
            {
                self.store(
                    position,
                    ply,
                    self.frame(ply).mv,
                    value,
                    raw,
                    depth - PROBCUT_TABLE_SLACK,
                    Bound::Lower,
                    table_pv,
                );
                self.leave(Reason::Pruned(Technique::ProbCut));
                // It was found against a raised beta.
                return if is_decided(value) { value } else { value - (high - beta) };
            }
            if self.stopped {
                self.leave(Reason::Stopped);
                return 0;
            }
        }

        // Step 11. Internal iterative reduction: without a table move the ordering is
        // poor; a shallower search finds the move for the next visit.
        if self.on(Technique::InternalReduction)
            && (N::PV || cut_node)
            && depth >= INTERNAL_REDUCTION_DEPTH
            && table_move.is_none()
        {
            depth -= 1;
            self.tell(|| TreeEvent::NodeReduced { technique: Technique::InternalReduction, depth });
        }

        // Step 12. The move loop.
        self.find_threats(position, ply);
        let continuations = self.continuations(ply);
        let context = self.context(ply, continuations);
        let mut picker = Picker::new(self.techniques, position, Wanted::All, table_move, context);
        let mut root_index = self.line_index;
        let mut best_move = None;
        let mut moves = 0;
        let mut quiets_tried: ArrayVec<Move, 64> = ArrayVec::new();
        let mut captures_tried: ArrayVec<Move, 32> = ArrayVec::new();

        loop {
            let mv = if N::ROOT {
                let mv = self.root_move(root_index);
                root_index += 1;
                mv
            } else {
                picker.next(position, self.histories)
            };
            let Some(mv) = mv else { break };
            if Some(mv) == excluded {
                continue;
            }
            moves += 1;
            self.shared.table.prefetch(position.likely_key_after(mv));
            if N::ROOT {
                self.announce(mv, root_index - 1);
            }
            let quiet = mv.is_quiet();
            let history = self.history_of(position, mv, &context);

            // Step 13. Pruning of moves at shallow depth: late move pruning, history
            // pruning, futility pruning, SEE pruning. Not before some move has shown
            // that the node is not lost.
            if !N::ROOT && best > -TABLEBASE_BOUND && has_pieces(position, us) {
                let reduced =
                    (depth - margins::reduction(self.techniques, depth, moves) / 1024).max(0);
                if self.on(Technique::LateMovePruning)
                    && depth <= LATE_MOVE_DEPTH
                    && moves >= margins::late_move_count(self.techniques, depth, improving)
                {
                    self.tell_skipped_quiets(&picker, Technique::LateMovePruning);
                    picker.skip_quiets();
                    if quiet {
                        self.tell_skipped(mv, Technique::LateMovePruning);
                        continue;
                    }
                }
                if quiet {
                    if self.on(Technique::HistoryPruning)
                        && reduced <= HISTORY_PRUNING_DEPTH
                        && history < -self.value(HistoryPruningMargin) * depth
                    {
                        self.tell_skipped(mv, Technique::HistoryPruning);
                        continue;
                    }
                    if self.on(Technique::Futility)
                        && !self.lopsided
                        && !in_check
                        && reduced <= FUTILITY_DEPTH
                        && eval
                            + margins::futility(self.techniques, reduced)
                            + history / self.value(FutilityHistory)
                            <= alpha
                        && !picker.is_check(position, mv)
                    {
                        self.tell_skipped(mv, Technique::Futility);
                        continue;
                    }
                    if self.on(Technique::SeePruning)
                        && depth <= SEE_PRUNING_DEPTH
                        && !position.see(mv, margins::see_quiet(self.techniques, reduced))
                    {
                        self.tell_skipped(mv, Technique::SeePruning);
                        continue;
                    }
                } else if self.on(Technique::SeePruning)
                    && depth <= SEE_PRUNING_DEPTH
                    && (picker.is_late() || !self.on(Technique::SeeOrdering))
                    && !position.see(mv, margins::see_capture(self.techniques, depth))
                {
                    self.tell_skipped(mv, Technique::SeePruning);
                    continue;
                }
            }

            // Step 14. Singular extension: a verification search without the table's
            // move, against a bound below its value. If all others fail low, the move is
            // extended; if one reaches beta too, that is a multi-cut; if the table
            // expects a fail-high anyway, the move is reduced.
            let mut extension = 0;
            if let Some(entry) = entry
                && self.on(Technique::Singular)
                && !N::ROOT
                && entry.mv == Some(mv)
                && depth >= SINGULAR_DEPTH
                && entry.depth >= depth - SINGULAR_TABLE_SLACK
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !is_decided(entry.value)
                && ply < SINGULAR_PLY_FACTOR * self.root_depth as usize
            {
                let limit = entry.value - margins::singular(self.techniques, depth);
                self.frame_mut(ply).excluded = Some(mv);
                let value = self.visiting(Purpose::Singular).search::<NonPv>(
                    position,
                    limit - 1,
                    limit,
                    margins::singular_depth(depth),
                    ply,
                    cut_node,
                );
                self.frame_mut(ply).excluded = None;
                if self.stopped {
                    self.leave(Reason::Stopped);
                    return 0;
                }
                if value < limit {
                    extension = 1;
                    if !N::PV
                        && value < limit - self.value(DoubleExtensionMargin)
                        && double_extensions < DOUBLE_EXTENSIONS_MOST
                    {
                        extension = 2;
                        self.frame_mut(ply).double_extensions = double_extensions + 1;
                    }
                } else if self.on(Technique::Multicut) && value >= beta && !is_decided(value) {
                    self.leave(Reason::Pruned(Technique::Multicut));
                    return value;
                } else if entry.value >= beta {
                    extension = i32::from(N::PV) - NEGATIVE_EXTENSION_FAIL_HIGH;
                } else if cut_node {
                    extension = -NEGATIVE_EXTENSION_CUT_NODE;
                }
                if extension != 0 {
                    self.tell_extended(mv, Technique::Singular, extension);
                }
            }

            let nodes_before = self.statistics.nodes;
            let next = self.play(position, mv, ply);
            if self.on(Technique::CheckExtension)
                && extension == 0
                && next.is_check()
                && N::PV
                && depth <= CHECK_EXTENSION_DEPTH
                && position.see(mv, 0)
            {
                extension = 1;
                self.tell_extended(mv, Technique::CheckExtension, extension);
            }
            let depth_below = depth - 1 + extension;
            let pvs = self.on(Technique::Pvs);
            let reduce = self.on(Technique::LateMoveReduction)
                && depth >= REDUCTION_DEPTH
                && moves > 1 + i32::from(N::ROOT)
                && (quiet || picker.is_late() || !N::PV);
            let mut value = alpha;
            let mut open = !pvs || N::PV && moves == 1;
            let mut purpose = Purpose::Main;

            // Step 15. Late move reductions: a reduced zero-window search, and a
            // re-search at full depth if it beats alpha.
            if reduce {
                let reduction = margins::late_move_reduction(
                    self.techniques,
                    &LateMove {
                        depth,
                        number: moves,
                        quiet,
                        improving,
                        cut_node,
                        table_pv,
                        pv: N::PV,
                        gives_check: next.is_check(),
                        noisy_table_move: table_move.is_some_and(|mv| !mv.is_quiet()),
                        refuted: self.frame(ply + 1).cuts > REDUCTION_REFUTED_CUTS,
                        killer: context.killers.contains(&Some(mv)),
                        threatened: quiet && context.threats.contains(mv.from()),
                        lopsided: self.lopsided,
                        history,
                    },
                );
                let reduced = (depth_below - reduction / 1024).clamp(1, depth_below.max(1));
                let is_less = reduced < depth_below;
                if is_less {
                    let (from, to) = (depth_below, reduced);
                    self.tell(|| TreeEvent::LateMoveReduced { mv, from, to });
                }
                self.frame_mut(ply).reduction = depth_below - reduced;
                purpose = if is_less { Purpose::Reduced } else { Purpose::ZeroWindow };
                value = -self.visiting(purpose).search::<NonPv>(
                    &next,
                    -alpha - 1,
                    -alpha,
                    reduced,
                    ply + 1,
                    true,
                );
                self.frame_mut(ply).reduction = 0;
                if value > alpha && reduced < depth_below && !self.stopped {
                    // Far above the best value it is searched deeper, barely above it
                    // less deep.
                    let deeper = value > best + margins::deeper(self.techniques, depth_below);
                    let shallower = value < best + self.value(ShallowerMargin);
                    let again = depth_below + i32::from(deeper) - i32::from(shallower && !deeper);
                    if again > reduced {
                        value = -self.visiting(Purpose::LmrReSearch).search::<NonPv>(
                            &next,
                            -alpha - 1,
                            -alpha,
                            again,
                            ply + 1,
                            !cut_node,
                        );
                    }
                    if quiet && !self.stopped {
                        let bonus = margins::bonus(self.techniques, depth);
                        let bonus = if value > alpha { bonus } else { -bonus };
                        self.update_continuations(position, mv, bonus, &continuations);
                    }
                }
                open = value > alpha && (N::PV || !pvs);
                purpose = if pvs { Purpose::PvsReSearch } else { Purpose::LmrReSearch };
            } else if !open {
                // Step 16. Principal variation search: a zero window is enough to tell
                // that a move does not beat alpha.
                value = -self.visiting(Purpose::ZeroWindow).search::<NonPv>(
                    &next,
                    -alpha - 1,
                    -alpha,
                    depth_below,
                    ply + 1,
                    !cut_node,
                );
                open = N::PV && value > alpha;
                purpose = Purpose::PvsReSearch;
            }

            // Step 17. The open window: for the first move of a PV node, and for one
            // that beat alpha with a zero window.
            if open && !self.stopped {
                let (low, high) = self.window_below(alpha, beta);
                self.visiting(purpose);
                value = if N::PV {
                    -self.search::<Pv>(&next, low, high, depth_below, ply + 1, false)
                } else {
                    -self.search::<NonPv>(&next, low, high, depth_below, ply + 1, !cut_node)
                };
            }
            self.unplay();
            if self.stopped {
                self.leave(Reason::Stopped);
                return 0;
            }

            if N::ROOT {
                let nodes = self.statistics.nodes - nodes_before;
                self.note_root_move(root_index - 1, mv, value, alpha, moves == 1, nodes);
            }

            // Step 18. A new best value, raised alpha, or a fail-high.
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV && !N::ROOT {
                        self.extend_line(ply, mv);
                    }
                    alpha = value;
                    self.tell_raised(RaisedBy::Move, best_move, value);
                    if self.on(Technique::AlphaBeta) && value >= beta {
                        self.statistics.beta_cuts += 1;
                        self.statistics.first_move_cuts += u64::from(moves == 1);
                        self.frame_mut(ply).cuts += 1;
                        break;
                    }
                    // Whether another move is better still can be found out less deep.
                    if self.on(Technique::RaisedReduction)
                        && RAISED_DEPTHS.contains(&depth)
                        && !is_decided(value)
                    {
                        depth -= 1;
                        let technique = Technique::RaisedReduction;
                        self.tell(|| TreeEvent::NodeReduced { technique, depth });
                    }
                }
            }
            if best_move != Some(mv) {
                // For the history malus. What does not fit came so late in the order
                // that it needs none.
                let _ = if quiet {
                    quiets_tried.try_push(mv).is_ok()
                } else {
                    captures_tried.try_push(mv).is_ok()
                };
            }
        }

        // Step 19. No legal move: mate or stalemate. In a singular verification search
        // the excluded move was the only one, which fails low.
        if moves == 0 {
            let only_excluded = excluded.is_some();
            self.leave(if only_excluded { Reason::FailLow } else { Reason::GameOver });
            return match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_at(ply),
                (None, false) => self.draw_value(),
            };
        }

        // Step 20. Histories: a bonus for the best move and a malus for those before
        // it; after a fail-low a bonus for the opponent's move that led here.
        if let Some(mv) = best_move {
            self.learn(position, mv, &quiets_tried, &captures_tried, depth, ply);
        } else if !N::ROOT {
            self.reward_last(
                position,
                margins::bonus(self.techniques, depth) * FAIL_LOW_BONUS / 8,
                ply,
            );
        }

        best = best.min(ceiling);

        // Step 21. Transposition table and correction history.
        if excluded.is_none() && !(N::ROOT && self.line_index > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha_at_start && N::PV {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(position, ply, best_move, best, raw, depth, bound, table_pv);
            let telling = match bound {
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
                _ => true,
            };
            if !in_check && telling && best_move.is_none_or(Move::is_quiet) && !is_decided(best) {
                self.learn_correction(position, best, eval, depth, ply);
            }
        }
        self.leave(Reason::of(best, alpha_at_start, beta));
        best
    }

    /// Tries good captures at reduced depth against a raised beta.
    fn prob_cut(
        &mut self,
        position: &Position,
        high: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
        eval: i32,
    ) -> Option<i32> {
        let continuations = self.continuations(ply);
        let context = self.context(ply, continuations);
        let mut picker = Picker::new(self.techniques, position, Wanted::Captures, None, context);
        while let Some(mv) = picker.next(position, self.histories) {
            if picker.is_late() {
                return None;
            }
            if !position.see(mv, high - eval) {
                continue;
            }
            let next = self.play(position, mv, ply);
            let mut value = -self.visiting(Purpose::ProbCut).quiesce::<NonPv>(
                &next,
                -high,
                -high + 1,
                ply + 1,
                0,
            );
            if value >= high && !self.stopped {
                let reduced = depth - PROBCUT_REDUCTION;
                value = -self.visiting(Purpose::ProbCut).search::<NonPv>(
                    &next,
                    -high,
                    -high + 1,
                    reduced,
                    ply + 1,
                    !cut_node,
                );
            }
            self.unplay();
            if self.stopped {
                return None;
            }
            if value >= high {
                return Some(value);
            }
        }
        None
    }

    /// Writes down what a root move turned out to be worth.
    fn note_root_move(
        &mut self,
        index: usize,
        mv: Move,
        value: i32,
        alpha: i32,
        first: bool,
        nodes: u64,
    ) {
        let seldepth = self.seldepth;
        let tail = self.frame(1).line.clone();
        let root = &mut self.root_moves[index];
        root.nodes += nodes;
        if first || value > alpha {
            root.value = value;
            root.seldepth = seldepth;
            root.line.clear();
            root.line.push(mv);
            root.line.extend(tail.into_iter().take(MAX_PLY - 1));
        } else {
            // A fail-low says nothing but that it is worse: such moves keep the order of
            // the last iteration.
            root.value = -INFINITE;
        }
    }
}

/// Has `color` more than king and pawns? Without, zugzwang is near.
#[inline]
fn has_pieces(position: &Position, color: Color) -> bool {
    let simple = position.by_role(Role::Pawn) | position.by_role(Role::King);
    position.by_color(color).without(simple).any()
}
