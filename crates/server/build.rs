//! The page is embedded: when it is built anew, so is this crate. Its folder is
//! always there, if empty, so that the first build of the page is noticed as well.
//! So are the ratings that the lab has measured, once there are any.

use std::path::Path;
use std::{env, fs, io};

const LEVELS: &str = "../agents/levels";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=../../web/dist");
    // The folder, not the file: one that is missing would count as changed always.
    println!("cargo:rerun-if-changed={LEVELS}");
    let ratings = Path::new(LEVELS).join("ratings.csv");
    let text = if ratings.exists() { fs::read_to_string(ratings)? } else { String::new() };
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("ratings.csv"), text)
}
