"""Does python-chess find the same in a book?

Arguments: the book. Input: a position a line, as FEN, key and moves with their
weights, with a tab between them; "960" in front of a FEN asks for Chess960.
"""

import sys

import chess
import chess.polyglot

count = 0
moves = 0
with chess.polyglot.open_reader(sys.argv[1]) as reader:
    for line in sys.stdin:
        fen, key, expected = line.rstrip("\n").split("\t")
        chess960 = fen.startswith("960 ")
        board = chess.Board(fen.removeprefix("960 "), chess960=chess960)
        assert board.is_valid() or chess960, fen
        assert chess.polyglot.zobrist_hash(board) == int(key, 16), f"key of {fen}"
        found = [f"{entry.move.uci()} {entry.weight}" for entry in reader.find_all(board)]
        assert sorted(found) == sorted(expected.split(",")) if expected else not found, (
            f"{fen}: {found} here, {expected} there"
        )
        count += 1
        moves += len(found)
    print(f"{count} positions, {moves} moves, {len(reader)} entries agree")
