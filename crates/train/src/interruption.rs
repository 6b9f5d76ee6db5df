//! Ctrl-C and SIGTERM during a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// A flag that is set when somebody wants the run to end. Who asks twice does not
/// want to wait for the checkpoint.
pub(crate) fn watch() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be watched for")?;
    Ok(stop)
}
