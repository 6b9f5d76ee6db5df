//! Who watches an experiment.

/// Is told how far an experiment is.
pub trait Audience: Sync {
    /// A stage begins: so many pieces of work, of which some are done already.
    fn begin(&self, stage: &str, total: u64, done: u64);

    /// One piece more is done.
    fn advance(&self, piece: &str);

    /// Something that its user should know.
    fn remark(&self, text: &str);

    /// The stage is over.
    fn end(&self);
}

/// Nobody.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Nobody;

impl Audience for Nobody {
    fn begin(&self, _stage: &str, _total: u64, _done: u64) {}

    fn advance(&self, _piece: &str) {}

    fn remark(&self, _text: &str) {}

    fn end(&self) {}
}
