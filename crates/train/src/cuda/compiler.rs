//! From the source of kernels to what the driver takes.

use anyhow::{Result, anyhow, ensure};
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};

/// What all kernels begin with.
const SHARED: &str = include_str!("shared.cu");

/// An error if the libraries that are loaded at run time are missing: the binding
/// would panic.
pub(super) fn libraries_are_there() -> Result<()> {
    // SAFETY: loading the driver's library runs its own start-up code only.
    let has_driver = unsafe { cudarc::driver::sys::is_culib_present() };
    ensure!(has_driver, "libcuda.so is not there: is the NVIDIA driver installed?");
    ensure!(
        has_compiler(),
        "libnvrtc.so is not there: install NVRTC, or name its folder in LD_LIBRARY_PATH"
    );
    Ok(())
}

fn has_compiler() -> bool {
    // SAFETY: loading the library runs its own start-up code only.
    unsafe { cudarc::nvrtc::sys::is_culib_present() }
}

/// Compiles kernels for a GPU of this compute capability.
pub(super) fn compile(kernels: &str, major: i32, minor: i32) -> Result<Ptx> {
    let source = format!("{SHARED}\n{kernels}");
    let architecture = format!("--gpu-architecture=compute_{major}{minor}");
    let vector = "--define-macro=VECTOR_ATOMICS".to_owned();
    // Hopper adds four floats at once, if NVRTC knows that.
    if major >= 9 {
        ptx(&source, vec![architecture.clone(), vector]).or_else(|error| {
            tell!("no atomic addition of four floats ({error}); one by one instead");
            ptx(&source, vec![architecture])
        })
    } else {
        ptx(&source, vec![architecture])
    }
}

fn ptx(source: &str, options: Vec<String>) -> Result<Ptx> {
    let name = Some("kernels.cu".to_owned());
    let options = CompileOptions { options, name, ..CompileOptions::default() };
    compile_ptx_with_opts(source, options).map_err(|error| match error {
        CompileError::CompileError { log, .. } => {
            anyhow!("the kernels do not compile: {}", log.to_string_lossy())
        }
        other => anyhow!("NVRTC failed: {other}"),
    })
}

#[cfg(test)]
mod tests {
    use nets::nnue::Architecture;

    use super::*;
    use crate::nnue::shape::NetShape;

    /// NVRTC needs no GPU. Where it is not installed there is nothing to check with.
    #[test]
    fn kernels_compile_with_and_without_vector_atomics() {
        if !has_compiler() {
            eprintln!("NVRTC is not installed: the kernels are not checked");
            return;
        }
        let nnue = |architecture| {
            crate::nnue::cuda::source(&NetShape { architecture, has_factoriser: false })
        };
        let plain = Architecture::plain(512);
        let kernels = [
            (nnue(plain.clone()), "output_layer_backward"),
            (nnue(plain.clone().with_layers(16, 32)), "deep_forward"),
            (nnue(plain.clone().with_layers(48, 16)), "deep_backward"),
            (nnue(plain.with_layers(64, 64)), "second_layer_backward"),
            (crate::policy::cuda::KERNELS.to_owned(), "policy_backward"),
        ];
        for (source, function) in &kernels {
            for (major, minor) in [(8, 0), (9, 0)] {
                let ptx = compile(source, major, minor).unwrap().to_src();
                assert!(ptx.contains(&format!(".entry {function}(")), "{function}");
                assert!(ptx.contains(".entry adamw("));
                // The fall-back would hide that the vector form does not compile.
                let is_vector = ptx.contains(".v4.f32");
                let has_vector_atomics = ptx.lines().any(|line| {
                    (line.contains("red.") || line.contains("atom.")) && line.contains(".v4.f32")
                });
                assert!(is_vector && has_vector_atomics == (major >= 9), "{function} {major}");
            }
        }
        let error = compile("nonsense", 9, 0).unwrap_err().to_string();
        assert!(error.contains("do not compile"), "{error}");
    }
}
