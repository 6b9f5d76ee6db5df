//! The page is embedded: when it is built anew, so is this crate. Its folder is
//! always there, if empty, so that the first build of the page is noticed as well.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=../../web/dist");
}
