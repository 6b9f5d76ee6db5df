"""Tells what python-chess finds in a file of games, one line a game."""

import re
import sys

import chess.pgn


def words(text):
    return " ".join(text.split())


def tell(node, out):
    """The moves after a node, in the order of the text."""
    todo = [("children", node)]
    while todo:
        kind, node = todo.pop()
        if kind == "text":
            out.append(node)
        elif kind == "move":
            before = words(node.starting_comment)
            uci = node.parent.board().uci(node.move, chess960=True)
            nags = ",".join(map(str, sorted(node.nags)))
            out.append(f"{{{before}}} {uci} ${nags} {{{words(node.comment)}}}")
        elif node.variations:
            main, *others = node.variations
            steps = [("move", main)]
            for other in others:
                steps += [("text", "("), ("move", other), ("children", other), ("text", ")")]
            todo += reversed(steps + [("children", main)])


def main():
    with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors, game.errors
            # It does not take escapes out.
            tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in game.headers.items()}
            out = [";".join(f"{name}={tags[name]}" for name in sorted(tags))]
            out.append(f"{{{words(game.comment)}}}")
            tell(game, out)
            print(" | ".join(out))


main()
