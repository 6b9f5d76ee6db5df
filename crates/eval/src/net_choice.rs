//! Which net an evaluation computes.

use std::sync::Arc;

/// Which net of its kind.
#[derive(Clone, Debug)]
pub enum NetChoice<N> {
    /// The one that the program carries with it.
    Embedded,
    /// One that was read from somewhere.
    Given(Arc<N>),
}

impl<N> NetChoice<N> {
    /// The net itself.
    pub(crate) fn net(&self, embedded: fn() -> Arc<N>) -> Arc<N> {
        match self {
            NetChoice::Embedded => embedded(),
            NetChoice::Given(net) => Arc::clone(net),
        }
    }
}

/// The same net, not an equal one.
impl<N> PartialEq for NetChoice<N> {
    fn eq(&self, other: &NetChoice<N>) -> bool {
        match (self, other) {
            (NetChoice::Embedded, NetChoice::Embedded) => true,
            (NetChoice::Given(one), NetChoice::Given(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl<N> Eq for NetChoice<N> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NnueNet;
    use nets::nnue::Network;

    #[test]
    fn the_same_net_and_not_an_equal_one() {
        let net = || NnueNet::Given(Arc::new(Network::of_material()));
        let one = net();
        assert_eq!(one, one.clone());
        assert_ne!(one, net());
        assert_ne!(one, NnueNet::Embedded);
        assert_eq!(NnueNet::Embedded, NnueNet::Embedded);
    }
}
