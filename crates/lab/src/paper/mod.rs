//! What is found, on paper: tables, plots, and the files they are written to.

mod bar_plot;
mod canvas;
mod cell;
mod data_table;
mod findings;
mod line_plot;

pub use bar_plot::{Bar, BarPlot};
pub use cell::Cell;
pub use data_table::DataTable;
pub use findings::{Findings, Section};
pub use line_plot::{LinePlot, PlotPoint, Series};
