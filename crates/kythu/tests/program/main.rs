//! Tests of the program as it is run, and of what it is made of.

mod arena;
mod book;
mod command_line;
mod data;
mod data_tools;
mod datagen;
mod dependencies;
mod kythu;
mod lab;
mod net;
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_feature = "avx2"))]
mod old_processor;
mod opening;
mod play;
mod tb;
mod uci;
