//! The keys that the description of the Polyglot book format publishes.

use chess::Position;

const KEYS: [(&str, u64); 9] = [
    ("", 0x463b96181691fc9c),
    ("e2e4", 0x823c9b50fd114196),
    ("e2e4 d7d5", 0x0756b94461c50fb0),
    ("e2e4 d7d5 e4e5", 0x662fafb965db29d4),
    ("e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78),
    ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1),
    ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9),
    ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637),
    ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560),
];

#[test]
fn published_keys() {
    for (line, key) in KEYS {
        let mut position = Position::initial();
        for text in line.split_whitespace() {
            position.play(position.parse_uci(text).unwrap());
        }
        assert_eq!(position.polyglot_key(), key, "{line}");
        // The same from text, where nothing is incremental.
        let read = Position::from_fen(&position.fen()).unwrap();
        assert_eq!(read.polyglot_key(), key, "{line}");
    }
}

/// Polyglot counts the en-passant file where a pawn stands beside, although
/// its capture would leave the king in check; the rules on repetition do not.
#[test]
fn pinned_pawn_beside() {
    let before = Position::from_fen("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1").unwrap();
    let pushed = before.after(before.parse_san("e4").unwrap());
    assert_eq!(pushed.en_passant(), None);
    let other = Position::from_fen("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1").unwrap();
    assert_eq!(pushed.key(), other.key());
    // The 5th of the eight en-passant numbers, for the e-file.
    assert_eq!(pushed.polyglot_key() ^ other.polyglot_key(), 0xCF31_45DE_0ADD_4289);
}
