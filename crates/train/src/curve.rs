//! The course of a run as a picture and as a table.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use lab::paper::LinePlot;
use serde::{Deserialize, Serialize};

use crate::whole_file::write_whole;

/// What came out of an epoch.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct EpochRecord {
    /// Counted from 1.
    pub(crate) epoch: usize,
    /// The learning rate at its end.
    pub(crate) rate: f64,
    /// Mean loss while training, and on the validation set after it.
    pub(crate) train_loss: f64,
    pub(crate) validation_loss: f64,
    /// The share of decisive games whose winner the sign of the output names; for a
    /// net of moves, that of positions whose move it likes best.
    pub(crate) validation_accuracy: f64,
}

/// Losses of this name by epoch, as SVG.
fn svg(title: &str, loss: &str, history: &[EpochRecord]) -> String {
    let mut plot = LinePlot::new(title, "epoch", loss);
    let curve = |loss: fn(&EpochRecord) -> f64| {
        history.iter().map(move |record| (record.epoch as f64, loss(record)))
    };
    plot.curve("training", curve(|record| record.train_loss));
    plot.curve("validation", curve(|record| record.validation_loss));
    plot.svg()
}

/// Writes both, as `curve.svg` and `curve.csv`.
pub(crate) fn write(folder: &Path, title: &str, loss: &str, history: &[EpochRecord]) -> Result<()> {
    write_whole(&folder.join("curve.svg"), svg(title, loss, history).as_bytes())?;
    write_whole(&folder.join("curve.csv"), csv(history).as_bytes())
}

/// All that is known of each epoch, as CSV.
fn csv(history: &[EpochRecord]) -> String {
    let mut text = "epoch,rate,train_loss,validation_loss,validation_accuracy\n".to_owned();
    for record in history {
        let EpochRecord { epoch, rate, train_loss, validation_loss, validation_accuracy } = record;
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{epoch},{rate:.3e},{train_loss:.6},{validation_loss:.6},{validation_accuracy:.5}"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_is_shown() {
        let history: Vec<EpochRecord> = (1..=3)
            .map(|epoch| EpochRecord {
                epoch,
                rate: 0.01,
                train_loss: 1.0 / epoch as f64,
                validation_loss: 2.0 / epoch as f64,
                validation_accuracy: 0.6,
            })
            .collect();
        assert_eq!(csv(&history).lines().count(), 4);
        assert!(csv(&history).ends_with("3,1.000e-2,0.333333,0.666667,0.60000\n"));
        let picture = svg("Training", "mean squared error", &history);
        assert!(picture.starts_with("<svg") && picture.contains("validation"));
    }
}
