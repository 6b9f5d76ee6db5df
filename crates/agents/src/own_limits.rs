//! The limits that an agent sets itself, whatever the game allows.

use std::time::Duration;

use thinking::Limits;

/// Part of an agent's spec: `depth=3`, `nodes=20000`, `movetime=0.5`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct OwnLimits {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) soft_nodes: Option<u64>,
    pub(crate) move_time: Option<Duration>,
}

impl OwnLimits {
    /// Is there any?
    pub(crate) fn any(&self) -> bool {
        *self != OwnLimits::default()
    }

    /// The game's limits and these: whatever is reached first.
    pub(crate) fn narrow(&self, limits: &Limits) -> Limits {
        Limits {
            depth: lower(limits.depth, self.depth),
            nodes: lower(limits.nodes, self.nodes),
            soft_nodes: lower(limits.soft_nodes, self.soft_nodes),
            move_time: lower(limits.move_time, self.move_time),
            ..limits.clone()
        }
    }
}

/// The lower of two limits, either of which may be missing.
pub(crate) fn lower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrower_limit_counts() {
        let own = OwnLimits { depth: Some(3), nodes: Some(100), ..OwnLimits::default() };
        let game = Limits { nodes: Some(50), move_time: Some(Duration::ZERO), ..Limits::default() };
        let both = own.narrow(&game);
        assert_eq!((both.depth, both.nodes), (Some(3), Some(50)));
        assert_eq!(both.move_time, Some(Duration::ZERO));
        assert!(own.any() && !OwnLimits::default().any());
    }
}
