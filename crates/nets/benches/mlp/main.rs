//! All successors of a position at once: what leaving out zeros saves, against a
//! plain dense product with AVX2 that leaves out nothing.
//!
//! Run: `cargo bench -p kythu-nets`

#[path = "../../tests/he_net/mod.rs"]
mod he_net;

fn main() {
    #[cfg(target_arch = "x86_64")]
    successors::check();
    divan::main();
}

#[cfg(target_arch = "x86_64")]
mod dense;
#[cfg(target_arch = "x86_64")]
mod successors;
