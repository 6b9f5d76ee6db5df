//! The vote of search threads: whose result counts.

use chess::Move;
use thinking::{INFINITE, is_decided};

use crate::deepening::Found;
use crate::params::VOTE_BASE;

/// Root splitting: the share with the best move, all having searched different
/// ones. Values of different depths do not compare well, but there are no others.
pub(crate) fn best_share(found: &[Found]) -> usize {
    (0..found.len()).max_by_key(|&index| (value(&found[index]), -(index as i64))).unwrap_or(0)
}

/// Lazy SMP: every thread votes for its move, with more weight the deeper it came
/// and the better its value; a proven win decides.
pub(crate) fn elect(found: &[Found]) -> usize {
    // A thread that finished nothing has no say in what is worst, either.
    let finished = found.iter().filter(|found| found.depth > 0);
    let worst = finished.map(value).min().unwrap_or(0);
    let weight =
        |found: &Found| i64::from(value(found) - worst + VOTE_BASE) * i64::from(found.depth);
    let votes = |wanted: Option<Move>| -> i64 {
        found.iter().filter(|other| best(other) == wanted).map(weight).sum()
    };
    let mut chosen = 0;
    for (index, candidate) in found.iter().enumerate().skip(1) {
        if candidate.depth == 0 {
            continue;
        }
        let (ours, theirs) = (value(&found[chosen]), value(candidate));
        let better = if is_decided(ours) && ours > 0 || is_decided(theirs) && theirs > 0 {
            theirs > ours
        } else {
            votes(best(candidate)) > votes(best(&found[chosen]))
                || best(candidate) == best(&found[chosen]) && candidate.depth > found[chosen].depth
        };
        if better {
            chosen = index;
        }
    }
    chosen
}

fn value(found: &Found) -> i32 {
    found.lines.first().map_or(-INFINITE, |line| line.value)
}

fn best(found: &Found) -> Option<Move> {
    found.lines.first().and_then(|line| line.line.first()).copied()
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use thinking::mates_at;

    use super::*;
    use crate::deepening::FoundLine;

    fn found(san: &str, value: i32, depth: i32) -> Found {
        let mv = Position::initial().parse_san(san).unwrap();
        Found { depth, lines: vec![FoundLine { value, line: [mv].into_iter().collect() }] }
    }

    #[test]
    fn the_majority_wins_unless_somebody_has_proof() {
        let two_for_d4 = [found("e4", 20, 12), found("d4", 25, 12), found("d4", 24, 12)];
        assert_eq!(elect(&two_for_d4), 1);
        let deeper = [found("e4", 20, 12), found("e4", 20, 13)];
        assert_eq!(elect(&deeper), 1);
        let proof = [found("e4", 20, 12), found("e4", 30, 14), found("a4", mates_at(5), 9)];
        assert_eq!(elect(&proof), 2);
        let nothing_finished = [found("e4", 20, 12), found("d4", 900, 0)];
        assert_eq!(elect(&nothing_finished), 0);
        // Weights are relative to the worst value: nonsense there would level them.
        let one_far_better = [found("e4", 20, 12), found("d4", 90, 11), found("e4", 18, 12)];
        let mut with_nonsense = one_far_better.to_vec();
        with_nonsense.push(found("a4", -30_000, 0));
        assert_eq!(elect(&one_far_better), 1);
        assert_eq!(elect(&with_nonsense), 1);
    }

    #[test]
    fn the_best_share_counts() {
        let shares = [found("e4", 20, 12), found("d4", 25, 9), found("c4", 25, 9)];
        assert_eq!(best_share(&shares), 1);
    }
}
