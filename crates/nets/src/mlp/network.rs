//! The net, ready to judge positions.

use std::path::Path;

use chess::{Color, Move, Piece, PieceChange, PieceChanges, Position, Square};

use super::accumulator::FirstLayer;
use super::second_layer::{Group, SecondLayer};
use super::{Accumulator, HIDDEN1, Metadata, Weights};
use crate::{Level, NetFileError, NetOpenError, tensor_file};

/// Positions that are taken at a time when there are many: bounds the memory.
const CHUNK: usize = 48;

/// Larger weights are no net's. With activations below 512 in the first layer, no
/// output can become infinite: 512 · 1024 · 10^6 · 512 · 10^6 is less than 10^21.
const LARGEST: u32 = 1_000_000;

/// A net. Its outputs are logits: tanh of one is what White may expect, between −1
/// and 1, and White's winning share is (1 + tanh z) / 2, which is 1 / (1 + exp(−2z)).
#[derive(Clone)]
pub struct Network {
    first: FirstLayer,
    second: SecondLayer,
    metadata: Metadata,
    level: Level,
}

/// What one thread needs to evaluate with, kept so that it need not be made anew.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    activations: Vec<[f32; HIDDEN1]>,
    groups: Vec<Group>,
}

impl Network {
    /// A net with these weights.
    pub fn new(weights: &Weights) -> Result<Network, NetFileError> {
        for ((name, shape), values) in Weights::TENSORS.into_iter().zip(weights.fields()) {
            if shape.iter().product::<usize>() != values.len() {
                let (found, expected) = (vec![values.len()], shape.to_vec());
                return Err(NetFileError::Shape { name: name.to_owned(), found, expected });
            }
            let fits = |value: &f32| value.abs() <= LARGEST as f32;
            if let Some(index) = values.iter().position(|value| !fits(value)) {
                let name = name.to_owned();
                return Err(NetFileError::TooLarge { name, index, most: LARGEST });
            }
        }
        Ok(Network {
            first: FirstLayer::new(weights)?,
            second: SecondLayer::new(weights),
            metadata: Metadata::new(),
            level: Level::best(),
        })
    }

    /// The net of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetFileError> {
        let (weights, metadata) = Weights::from_bytes(bytes)?;
        Ok(Network { metadata, ..Network::new(&weights)? })
    }

    /// The net of the file at this path.
    pub fn open(path: &Path) -> Result<Network, NetOpenError> {
        let bytes = tensor_file::read(path, tensor_file::MAX_FILE)?;
        let path = path.display().to_string();
        Network::from_bytes(&bytes).map_err(|error| NetOpenError::File { path, error })
    }

    /// The same with other instructions than the best of this machine.
    #[must_use]
    pub fn with_level(self, level: Level) -> Network {
        Network { level, ..self }
    }

    /// What its file says of it.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Counts the first layer from scratch.
    pub fn refresh(&self, into: &mut Accumulator, position: &Position) {
        self.first.refresh(into, position);
    }

    /// Makes the first layer of the position after a move from that before it.
    pub fn update(&self, from: &Accumulator, into: &mut Accumulator, changes: &PieceChanges) {
        self.first.update(from, into, changes);
    }

    /// The output for a position of which the first layer is known.
    pub fn evaluate(
        &self,
        accumulator: &Accumulator,
        turn: Color,
        workspace: &mut Workspace,
    ) -> f32 {
        workspace.activations.resize(1, [0.0; HIDDEN1]);
        self.first.activate(accumulator, turn, &mut workspace.activations[0]);
        let mut outputs = Vec::with_capacity(1);
        self.finish(workspace, &mut outputs);
        outputs[0]
    }

    /// The outputs for all positions that these moves lead to, in their order: only
    /// what each changes is counted. `parent` is the first layer of the position.
    pub fn successors(
        &self,
        position: &Position,
        parent: &Accumulator,
        moves: &[Move],
        workspace: &mut Workspace,
    ) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(moves.len());
        let mut child = Accumulator::zeroed();
        for moves in moves.chunks(CHUNK) {
            workspace.activations.resize(moves.len(), [0.0; HIDDEN1]);
            for (&mv, activations) in moves.iter().zip(&mut workspace.activations) {
                self.update(parent, &mut child, &position.changes(mv));
                self.first.activate(&child, !position.turn(), activations);
            }
            self.finish(workspace, &mut outputs);
        }
        outputs
    }

    /// The outputs for any positions, in their order. Those that differ little from
    /// the one before them are counted from there.
    pub fn positions(&self, positions: &[Position], workspace: &mut Workspace) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(positions.len());
        let mut accumulator = Accumulator::zeroed();
        let mut last: Option<&Position> = None;
        for positions in positions.chunks(CHUNK) {
            workspace.activations.resize(positions.len(), [0.0; HIDDEN1]);
            for (position, activations) in positions.iter().zip(&mut workspace.activations) {
                match last.and_then(|last| few_differences(last, position)) {
                    Some(changes) => {
                        changes.for_each(|change| self.first.change(&mut accumulator, change));
                    }
                    None => self.refresh(&mut accumulator, position),
                }
                last = Some(position);
                self.first.activate(&accumulator, position.turn(), activations);
            }
            self.finish(workspace, &mut outputs);
        }
        outputs
    }

    /// Takes the activations of the first layer through the others.
    fn finish(&self, workspace: &mut Workspace, outputs: &mut Vec<f32>) {
        let members = self.level.group();
        let count = workspace.activations.len().div_ceil(members);
        if workspace.groups.len() < count {
            workspace.groups.resize(count, Group::default());
        }
        let groups = &mut workspace.groups[..count];
        for (group, activations) in groups.iter_mut().zip(workspace.activations.chunks(members)) {
            group.gather(activations);
        }
        self.second.outputs(groups, self.level, outputs);
    }
}

/// How the men of one position differ from those of another, if that is less than
/// setting them all up.
fn few_differences<'a>(
    from: &'a Position,
    to: &'a Position,
) -> Option<impl Iterator<Item = PieceChange> + 'a> {
    let pieces = |position: &Position, piece: Piece| position.pieces(piece.color(), piece.role());
    let differing: u32 =
        Piece::ALL.into_iter().map(|piece| (pieces(from, piece) ^ pieces(to, piece)).len()).sum();
    let changes = move |piece: Piece| {
        let (before, after) = (pieces(from, piece), pieces(to, piece));
        let gone = move |square: Square| PieceChange::Removed(piece, square);
        let come = move |square: Square| PieceChange::Added(piece, square);
        (before & !after).into_iter().map(gone).chain((after & !before).into_iter().map(come))
    };
    (differing < to.occupied().len()).then(|| Piece::ALL.into_iter().flat_map(changes))
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network")
            .field("metadata", &self.metadata)
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}
