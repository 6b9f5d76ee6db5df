//! A processor that cannot run the build gets a message, no crash. Seen with
//! `qemu-x86_64` (Debian package `qemu-user`); where that is not installed
//! there is nothing to see.

use std::process::{Command, Output};

/// `kythu perft 3` on an emulated processor, if there is an emulator.
fn perft_on(processor: &str) -> Option<Output> {
    let emulator = Command::new("qemu-x86_64")
        .args(["-cpu", processor])
        .arg(crate::kythu::program())
        .args(["perft", "3"])
        .output();
    if emulator.is_err() {
        eprintln!("qemu-x86_64 is not installed: nothing tested");
    }
    emulator.ok()
}

#[test]
fn old_ones_are_told_why() {
    for processor in ["qemu64", "core2duo", "Nehalem", "IvyBridge"] {
        let Some(output) = perft_on(processor) else { return };
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{processor}: {error}");
        assert!(error.contains("x86-64-v3") && error.contains("make PORTABLE=1"), "{error}");
        assert!(output.stdout.is_empty(), "{processor}");
    }
}

#[test]
fn new_ones_are_not_turned_away() {
    for processor in ["Haswell", "EPYC", "max"] {
        let Some(output) = perft_on(processor) else { return };
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with("8902 nodes "), "{processor}: {output:?}");
    }
}
