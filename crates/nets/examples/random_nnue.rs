//! Writes a net with weights out of a hat: to measure how fast a shape is before
//! anybody trains it.
//!
//! Run: `cargo run -p kythu-nets --example random_nnue -- 512 random.knn`

use std::error::Error;

use nets::nnue::{Architecture, Network};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(hidden), Some(path)) = (words.next(), words.next()) else {
        return Err("two words are needed: hidden units and a file".into());
    };
    let net = Network::random(Architecture::plain(hidden.parse()?), 1)?;
    std::fs::write(path, net.to_bytes()?)?;
    Ok(())
}
