//! The page is embedded: when it is built anew, so is this crate.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=migrations");
    // A folder that is missing would count as changed with every build.
    if Path::new("../../web/dist").exists() {
        println!("cargo:rerun-if-changed=../../web/dist");
    }
}
