//! PUCT: which move to try next.

use super::arena::{BlockId, NodeId};
use super::settings::ModernSettings;
use super::tree::Tree;
use crate::Proof;
use crate::params::VISITS_A_STAY;

/// How much exploration counts after so many visits: it grows with their
/// logarithm, slowly below `base`.
pub fn cpuct(factor: f32, base: f32, visits: u32) -> f32 {
    factor * (1.0 + ((visits as f32 + base) / base).ln())
}

/// The second term of PUCT: how much it is worth to find out more about a move of
/// so many visits. `exploration` is [`cpuct`] times the root of the position's
/// visits; the first term is the worth of the move, the mean of its results mixed with
/// what alpha-beta says.
#[inline]
pub fn puct(exploration: f32, prior: f32, visits: u32) -> f32 {
    exploration * prior / (1.0 + visits as f32)
}

/// What selection comes to.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Selection {
    /// Try this move.
    Child(Choice),
    /// All moves with memory were tried; there are more. The best of those that
    /// were, in case there is no room.
    Exhausted(Option<Choice>),
    /// There is nothing to try.
    Nothing,
}

/// A move that was chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) id: NodeId,
    /// How many more visits in a row it would be chosen for, if they changed nothing but
    /// their number.
    pub(crate) stays: u32,
}

impl Choice {
    fn once(id: NodeId) -> Choice {
        Choice { id, stays: 0 }
    }
}

/// The best move of a comparison so far, and how far the others are behind.
#[derive(Copy, Clone, Debug)]
struct Contest {
    best: Option<(NodeId, Terms)>,
    highest: f32,
    second: f32,
}

/// The two terms of PUCT for one move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) exploitation: f32,
    pub(crate) exploration: f32,
}

impl Contest {
    fn new() -> Contest {
        Contest { best: None, highest: f32::MIN, second: f32::MIN }
    }

    #[inline]
    fn enter(&mut self, id: NodeId, terms: Terms) {
        let score = terms.exploitation + terms.exploration;
        if score > self.highest {
            (self.second, self.highest) = (self.highest, score);
            self.best = Some((id, terms));
        } else if score > self.second {
            self.second = score;
        }
    }
}

/// The choice at one node.
#[derive(Debug)]
pub(crate) struct Selector<'a> {
    tree: &'a Tree,
    /// [`cpuct`] times the root of the visits.
    exploration: f32,
    /// What the side to move expects here.
    expected: f32,
    fpu_reduction: f32,
    /// The share of alpha-beta in what moves are worth.
    share: f32,
}

impl<'a> Selector<'a> {
    pub(crate) fn new(tree: &'a Tree, settings: &ModernSettings, id: NodeId) -> Selector<'a> {
        let node = tree.arena.node(id);
        let visits = node.visits() + node.in_flight();
        let mut exploration = cpuct(settings.cpuct, settings.cpuct_base, visits);
        if settings.variance > 0.0 && node.visits() > 1 {
            // Twice the deviation is about one where anything may happen.
            let scatter = 2.0 * node.variance().sqrt();
            exploration *= 1.0 + settings.variance * (scatter - 0.5);
        }
        exploration *= (visits.max(1) as f32).sqrt();
        let ModernSettings { fpu_reduction, opinion: share, .. } = *settings;
        let expected = 1.0 - node.worth(share).unwrap_or(0.5);
        Selector { tree, exploration, expected, fpu_reduction, share }
    }

    /// The two terms for one move, after moves of so much prior were tried.
    #[inline]
    pub(crate) fn terms(&self, id: NodeId, tried: f32) -> Terms {
        let node = self.tree.arena.node(id);
        let in_flight = node.in_flight();
        let visits = node.visits() + in_flight;
        let exploitation = match node.proof() {
            Some(proof) => proof.points(),
            // First-play urgency.
            None if visits == 0 => self.expected - self.fpu_reduction * tried.sqrt(),
            None => node.worth_with_losses(self.share, in_flight),
        };
        Terms { exploitation, exploration: puct(self.exploration, node.prior(), visits) }
    }

    /// The winner of a contest. A move of many visits is what it is: a few more change
    /// its number of visits, but not its worth, so that it stays the best for as long as its
    /// second term allows.
    fn winner(&self, contest: &Contest) -> Option<Choice> {
        let (id, Terms { exploitation, .. }) = contest.best?;
        let node = self.tree.arena.node(id);
        let visits = node.visits() + node.in_flight();
        let most = visits / VISITS_A_STAY;
        if most == 0 {
            return Some(Choice::once(id));
        }
        let lead = contest.second - exploitation;
        let reach =
            if lead > 0.0 { self.exploration * node.prior() / lead - 1.0 } else { f32::MAX };
        Some(Choice { id, stays: most.min((reach as u32).saturating_sub(visits)) })
    }

    /// Chooses below the root. New children are not asked for before all that are there
    /// were tried.
    pub(crate) fn choose(&self, first: BlockId) -> Selection {
        let arena = &self.tree.arena;
        let (mut contest, mut hopeless) = (Contest::new(), None);
        let (mut tried, mut seen, mut untried) = (0.0, 0, false);
        for id in arena.chain(first) {
            let node = arena.node(id);
            seen += 1;
            match node.proof() {
                Some(Proof::Win(_)) => return Selection::Child(Choice::once(id)),
                Some(Proof::Loss(_)) => {
                    hopeless = Some(Choice::once(id));
                    tried += node.prior();
                    continue;
                }
                Some(Proof::Draw) | None => {}
            }
            contest.enter(id, self.terms(id, tried));
            if node.visits() + node.in_flight() == 0 {
                untried = true;
            } else {
                tried += node.prior();
            }
        }
        let best = self.winner(&contest).or(hopeless);
        if !untried && seen < arena.moves(first) {
            return Selection::Exhausted(best.map(|best| Choice::once(best.id)));
        }
        best.map_or(Selection::Nothing, Selection::Child)
    }

    /// Chooses at the root among some moves, in whatever order.
    pub(crate) fn choose_among(&self, moves: &[NodeId]) -> Selection {
        let arena = &self.tree.arena;
        let open = |&id: &NodeId| !matches!(arena.node(id).proof(), Some(Proof::Loss(_)));
        let is_tried = |&&id: &&NodeId| arena.node(id).visits() + arena.node(id).in_flight() > 0;
        let tried: f32 = moves.iter().filter(is_tried).map(|&id| arena.node(id).prior()).sum();
        let mut contest = Contest::new();
        for &id in moves.iter().filter(|id| open(id)) {
            contest.enter(id, self.terms(id, tried));
        }
        let hopeless = || moves.first().map(|&id| Choice::once(id));
        self.winner(&contest).or_else(hopeless).map_or(Selection::Nothing, Selection::Child)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_formula() {
        let c = cpuct(0.5, 1_000.0, 0);
        assert_eq!(c, 0.5);
        assert!((cpuct(0.5, 1_000.0, 1_000) - 0.5 * (1.0 + 2.0_f32.ln())).abs() < 1e-6);
        // √100 visits of the position, 4 of the move.
        assert!((puct(0.5 * 10.0, 0.2, 4) - 0.5 * 0.2 * 10.0 / 5.0).abs() < 1e-6);
        // Untried moves are told apart by their priors.
        assert!(puct(0.5, 0.3, 0) > puct(0.5, 0.2, 0));
    }

    /// Visits that change nothing but their number.
    fn visit(tree: &Tree, id: NodeId, times: u32, points: f32) {
        for _ in 0..times {
            tree.arena.node(id).enter(true);
            tree.arena.node(id).leave(points, true);
        }
    }

    #[test]
    fn a_choice_stays_for_as_long_as_it_would_be_made_again() {
        let mut longest = 0;
        for (others_visits, others_points) in [(10, 0.4), (90, 0.5), (600, 0.59), (3, 0.1)] {
            let tree = Tree::with_blocks(8, 16, 0).unwrap();
            let (above, below) = (tree.arena.allocate().unwrap(), tree.arena.allocate().unwrap());
            tree.arena.add(above, |node| node.reset(None, 1.0));
            let parent = tree.arena.block(above).next().unwrap();
            tree.arena.set_moves(below, 2);
            for prior in [0.6, 0.4] {
                tree.arena.add(below, |node| node.reset(None, prior));
            }
            let children: Vec<NodeId> = tree.arena.chain(below).collect();
            visit(&tree, children[0], 640, 0.6);
            visit(&tree, children[1], others_visits, others_points);
            visit(&tree, parent, 640 + others_visits, 0.42);
            let settings = ModernSettings { variance: 0.0, ..ModernSettings::default() };
            let choose = || match Selector::new(&tree, &settings, parent).choose(below) {
                Selection::Child(choice) => choice,
                other => panic!("{other:?}"),
            };
            let Choice { id, stays } = choose();
            let points = if id == children[0] { 0.6 } else { others_points };
            assert!(stays <= tree.arena.node(id).visits() / VISITS_A_STAY);
            longest = longest.max(stays);
            for _ in 0..stays {
                visit(&tree, id, 1, points);
                assert_eq!(choose().id, id, "{others_visits} {stays}");
            }
        }
        assert!(longest > 0);
    }
}
