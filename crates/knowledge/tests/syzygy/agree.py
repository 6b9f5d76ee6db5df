"""Does python-chess find the same in the tables?

Arguments: the folder of the tables. Input: a position a line, as FEN, outcome
(-2 to 2) and distance to zeroing, with a tab between them.
"""

import sys

import chess
import chess.syzygy

count = 0
with chess.syzygy.open_tablebase(sys.argv[1]) as tables:
    for line in sys.stdin:
        fen, wdl, dtz = line.rstrip("\n").split("\t")
        board = chess.Board(fen)
        found = tables.probe_wdl(board), tables.probe_dtz(board)
        assert found == (int(wdl), int(dtz)), f"{fen}: {found} here, {(wdl, dtz)} there"
        count += 1
print(f"{count} positions agree")
