//! Writes a net with weights out of a hat: to measure how fast a shape is before
//! anybody trains it.
//!
//! Run: `cargo run -p kythu-nets --example random_nnue -- 512 random.knn`, or with two
//! more layers `-- 512 random.knn 16 32`

use std::error::Error;

use nets::nnue::{Architecture, Network};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(hidden), Some(path)) = (words.next(), words.next()) else {
        return Err("two words are needed: hidden units and a file".into());
    };
    let shape = Architecture::plain(hidden.parse()?);
    let shape = match (words.next(), words.next()) {
        (Some(second), Some(third)) => shape.with_layers(second.parse()?, third.parse()?),
        _ => shape,
    };
    let net = Network::random(shape, 1)?;
    std::fs::write(path, net.to_bytes()?)?;
    Ok(())
}
