//! From the source of the kernels to functions on the device.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use cudarc::driver::{CudaContext, CudaFunction};
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};

const SOURCE: &str = include_str!("kernels.cu");

/// The kernels, ready to be launched.
pub(super) struct Kernels {
    pub(super) first_layer_forward: CudaFunction,
    pub(super) output_layer_forward: CudaFunction,
    pub(super) output_layer_backward: CudaFunction,
    pub(super) first_layer_backward: CudaFunction,
    pub(super) adamw: CudaFunction,
}

/// An error if the libraries that are loaded at run time are missing: the binding
/// would panic.
pub(super) fn libraries_are_there() -> Result<()> {
    // SAFETY: loading the driver's library runs its own start-up code only.
    let has_driver = unsafe { cudarc::driver::sys::is_culib_present() };
    ensure!(has_driver, "libcuda.so is not there: is the NVIDIA driver installed?");
    // SAFETY: likewise for NVRTC.
    let has_compiler = unsafe { cudarc::nvrtc::sys::is_culib_present() };
    ensure!(
        has_compiler,
        "libnvrtc.so is not there: install NVRTC, or name its folder in LD_LIBRARY_PATH"
    );
    Ok(())
}

impl Kernels {
    /// Compiles for a GPU of this compute capability.
    pub(super) fn compile(context: &Arc<CudaContext>, major: i32, minor: i32) -> Result<Kernels> {
        let architecture = format!("--gpu-architecture=compute_{major}{minor}");
        let vector = "--define-macro=VECTOR_ATOMICS".to_owned();
        // Hopper adds four floats at once, if NVRTC knows that.
        let ptx = if major >= 9 {
            compile(vec![architecture.clone(), vector]).or_else(|error| {
                println!("no atomic addition of four floats ({error}); one by one instead");
                compile(vec![architecture])
            })
        } else {
            compile(vec![architecture])
        }?;
        let module = context
            .load_module(ptx)
            .context("the driver refuses the kernels: is it older than NVRTC?")?;
        let function = |name: &str| module.load_function(name).with_context(|| name.to_owned());
        Ok(Kernels {
            first_layer_forward: function("first_layer_forward")?,
            output_layer_forward: function("output_layer_forward")?,
            output_layer_backward: function("output_layer_backward")?,
            first_layer_backward: function("first_layer_backward")?,
            adamw: function("adamw")?,
        })
    }
}

fn compile(options: Vec<String>) -> Result<Ptx> {
    let name = Some("kernels.cu".to_owned());
    let options = CompileOptions { options, name, ..CompileOptions::default() };
    compile_ptx_with_opts(SOURCE, options).map_err(|error| match error {
        CompileError::CompileError { log, .. } => {
            anyhow!("the kernels do not compile: {}", log.to_string_lossy())
        }
        other => anyhow!("NVRTC failed: {other}"),
    })
}
