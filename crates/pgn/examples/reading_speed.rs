//! How fast games are read: `cargo run --release -p kythu-pgn --example reading_speed -- [--plies N] FILE...`

use std::path::PathBuf;
use std::time::Instant;

use pgn::Reader;

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let mut plies = usize::MAX;
    if arguments.next_if(|argument| argument == "--plies").is_some() {
        plies = arguments.next().and_then(|plies| plies.parse().ok()).unwrap_or(usize::MAX);
    }
    for path in arguments.map(PathBuf::from) {
        let began = Instant::now();
        let mut reader = match Reader::open(&path) {
            Ok(reader) => reader,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                continue;
            }
        };
        let mut moves = 0;
        for game in reader.main_lines().plies(plies) {
            match game {
                Ok(game) => moves += game.moves.len(),
                Err(error) => eprintln!("{}: {error}", path.display()),
            }
        }
        println!(
            "{}: {} games, {} broken, {moves} moves, {:.2} s",
            path.display(),
            reader.games(),
            reader.broken(),
            began.elapsed().as_secs_f64()
        );
    }
}
