//! What training on an NVIDIA GPU needs whatever the net: the device, kernels compiled
//! at run time by NVRTC, the way of a batch to the device, and AdamW there.
//!
//! burn, with which the MLP is trained, has no sparse gather and scatter-add; the nets
//! with sparse layers (`nnue`, `policy`) have kernels of their own.

// Allocating without writing and launching kernels are unsafe.
#![allow(unsafe_code)]

mod compiler;
mod device_state;
mod transfer;

use std::sync::Arc;

use anyhow::{Context, Result};
use cudarc::driver::{CudaContext, CudaModule, CudaStream};

pub(crate) use device_state::{Clips, DeviceState};
pub(crate) use transfer::{Lane, Turns};

/// The first GPU, ready for work.
pub(crate) struct Gpu {
    /// What it is, for people.
    pub(crate) name: String,
    pub(crate) context: Arc<CudaContext>,
    pub(crate) stream: Arc<CudaStream>,
    /// The kernels of a net, and those of `shared.cu`.
    pub(crate) module: Arc<CudaModule>,
}

impl Gpu {
    /// Opens it and compiles the kernels of a net.
    pub(crate) fn new(kernels: &str) -> Result<Gpu> {
        compiler::libraries_are_there()?;
        let context = CudaContext::new(0).context("the first GPU cannot be used")?;
        let (major, minor) = context.compute_capability()?;
        let memory = context.total_mem()? as f64 / (1u64 << 30) as f64;
        let name = format!("{}, sm_{major}{minor}, {memory:.0} GiB", context.name()?);
        tell!("GPU: {name}; compiling kernels");
        let module = context
            .load_module(compiler::compile(kernels, major, minor)?)
            .context("the driver refuses the kernels: is it older than NVRTC?")?;
        let stream = context.default_stream();
        Ok(Gpu { name, context, stream, module })
    }
}
