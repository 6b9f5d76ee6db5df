"""Plays and analyses with the engine through python-chess."""

import logging
import sys

import chess
import chess.engine

logging.basicConfig(level=logging.WARNING)


class Complaints(logging.Handler):
    """What python-chess finds strange in the engine's output is an error."""

    def emit(self, record):
        raise AssertionError(record.getMessage())


logging.getLogger("chess.engine").addHandler(Complaints(level=logging.WARNING))


def play(engine, board, limit, plies):
    """Plays on; every move that comes back is legal, or play() raises."""
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=False)
        assert result.move in board.legal_moves, (board.fen(), result)
        board.push(result.move)
    return board


def main(program):
    with chess.engine.SimpleEngine.popen_uci(program, timeout=60) as engine:
        assert engine.id["name"].startswith("Kythu "), engine.id
        assert engine.id["author"] == "the Kythu authors"
        for name in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_ShowWDL"]:
            assert name in engine.options, name
        engine.configure({"Hash": 8, "Move Overhead": 50, "UCI_ShowWDL": True})
        engine.ping()

        # A short game.
        board = play(engine, chess.Board(), chess.engine.Limit(nodes=2000), 60)
        assert board.ply() == 60 or board.is_game_over(claim_draw=True), board.fen()
        clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
        play(engine, chess.Board(), clock, 10)

        # Chess960, from positions where castling looks odd.
        for number in [0, 17, 405, 918, 959]:
            board = chess.Board.from_chess960_pos(number)
            play(engine, board, chess.engine.Limit(nodes=1500), 30)
        castled = chess.Board("4k3/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GB - 0 1", chess960=True)
        moves = [move for move in castled.legal_moves if castled.is_castling(move)]
        assert len(moves) == 2
        result = engine.play(castled, chess.engine.Limit(nodes=500), root_moves=moves[:1])
        assert result.move == moves[0], result

        # Analysis with several lines.
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
        infos = engine.analyse(board, chess.engine.Limit(depth=8), multipv=3)
        assert [info["multipv"] for info in infos] == [1, 2, 3], infos
        assert infos[0]["score"].relative == chess.engine.Mate(1), infos[0]
        assert infos[0]["pv"][0].uci() == "f3f7", infos[0]
        assert len({info["pv"][0] for info in infos}) == 3
        for info in infos:
            assert sum(info["wdl"].relative) == 1000, info
            assert info["score"].turn == chess.WHITE

        # A search that is watched and stopped.
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6 and "pv" in info:
                    break
        assert analysis.wait().move is not None

        # Pondering.
        board = chess.Board()
        for _ in range(6):
            result = engine.play(board, chess.engine.Limit(time=0.02), ponder=True)
            board.push(result.move)
            board.push(next(iter(board.legal_moves)))
    print("all done")


main(sys.argv[1])
