//! Files that are damaged, cut short or no files of ours at all.

mod random_games;

use std::io::{self, Read};

use data::{ReadError, Reader, ScoredGame};
use proptest::prelude::*;
use random_games::random_game;
use thinking::SplitMix64;

/// Reads all that can be read.
fn read(bytes: &[u8]) -> (Vec<ScoredGame>, Option<ReadError>) {
    let mut games = Vec::new();
    for game in Reader::new(bytes) {
        match game {
            Ok(game) => games.push(game),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

fn some_games(seed: u64, count: usize) -> Vec<ScoredGame> {
    let mut random = SplitMix64::new(seed, 0);
    (0..count).map(|_| random_game(&mut random)).collect()
}

fn bytes_of(games: &[ScoredGame]) -> Vec<u8> {
    games.iter().flat_map(ScoredGame::to_bytes).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let (games, error) = read(&bytes);
        // What was read is what is there, up to the error. (Only the two
        // bytes that say nothing, and en-passant squares of no use, may
        // differ.)
        let length: usize = games.iter().map(|game| game.to_bytes().len()).sum();
        prop_assert!(length == bytes.len() || error.is_some());
    }

    /// Damage gets past the header far more often if the rest is right.
    #[test]
    fn damaged_games_do_no_harm(
        seed in 0u64..50,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let games = some_games(seed, 3);
        let mut bytes = bytes_of(&games);
        let mut first = bytes.len();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
            first = first.min(place);
        }
        let (read, _) = read(&bytes);
        // The games before the first damage are all there.
        let mut end = 0;
        for (index, game) in games.iter().enumerate() {
            end += game.to_bytes().len();
            if end <= first {
                prop_assert_eq!(read.get(index), Some(game));
            }
        }
    }
}

#[test]
fn a_file_cut_anywhere_keeps_its_whole_games() {
    let games = some_games(3, 3);
    let bytes = bytes_of(&games);
    let ends: Vec<usize> = games
        .iter()
        .scan(0, |end, game| {
            *end += game.to_bytes().len();
            Some(*end)
        })
        .collect();
    for cut in 0..=bytes.len() {
        let whole = ends.iter().filter(|&&end| end <= cut).count();
        let end = if whole == 0 { 0 } else { ends[whole - 1] };
        let (read, error) = read(&bytes[..cut]);
        assert_eq!(read, games[..whole], "cut at {cut}");
        match error {
            None => assert_eq!(cut, end),
            Some(ReadError::CutShort { offset }) => {
                assert!(cut > end);
                assert_eq!(offset, end as u64, "cut at {cut}");
            }
            Some(error) => panic!("cut at {cut}: {error}"),
        }
    }
}

#[test]
fn errors_say_where() {
    let games = some_games(4, 2);
    let bytes = bytes_of(&games);
    let second = games[0].to_bytes().len();

    let mut header = bytes.clone();
    header[second + 30] = 9;
    let error = read(&header).1.unwrap();
    assert_eq!(error.to_string(), format!("byte {second}: 9 is no result; 0, 1 or 2"));

    let mut mv = bytes.clone();
    mv[second + 32..second + 34].copy_from_slice(&[0xff, 0xff]);
    let (read, error) = read(&mv);
    assert_eq!(read, games[..1]);
    let expected =
        format!("byte {}: 0xffff is no legal move in {}", second + 32, games[1].start.fen());
    assert_eq!(error.unwrap().to_string(), expected);
}

/// A game of shuffling knights that never ends.
#[test]
fn endless_games_are_refused() {
    let game = chess::Position::initial();
    let mut bytes =
        ScoredGame { start: game, result: data::WhitePoints::Half, moves: Vec::new() }.to_bytes();
    bytes.truncate(32);
    let mut position = game;
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
        let mv = position.parse_san(san).unwrap();
        let bits = mv.from() as u16 | (mv.to() as u16) << 6;
        bytes.extend(bits.to_le_bytes());
        bytes.extend([1, 0]);
        position.play(mv);
    }
    let around = bytes[32..].repeat(10_000);
    bytes.extend(around);
    assert!(matches!(read(&bytes).1, Some(ReadError::TooLong { offset: 0 })));
}

/// Gives a byte at a time, is interrupted before each, and breaks.
struct Drip<'a> {
    bytes: &'a [u8],
    ready: bool,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.ready = !self.ready;
        if self.ready {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let Some((&first, rest)) = self.bytes.split_first() else {
            return Err(io::Error::other("the line is down"));
        };
        self.bytes = rest;
        buffer[0] = first;
        Ok(1)
    }
}

#[test]
fn slow_and_broken_sources() {
    let games = some_games(5, 2);
    let bytes = bytes_of(&games);
    let mut reader = Reader::new(Drip { bytes: &bytes, ready: false });
    assert_eq!(reader.next().unwrap().unwrap(), games[0]);
    assert_eq!(reader.next().unwrap().unwrap(), games[1]);
    assert_eq!(reader.whole(), bytes.len() as u64);
    let error = reader.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), format!("byte {}: the line is down", bytes.len()));
    assert!(reader.next().is_none());
}
