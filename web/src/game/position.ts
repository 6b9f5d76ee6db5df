// What the page has to know of the rules: it marks legal moves, reads typed
// ones and shows a move at once. The server decides.

import { Chess, castlingSide, normalizeMove } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import {
  type Color,
  type Move,
  type NormalMove,
  type Role,
  type SquareName,
  kingCastlesTo,
  makeSquare,
  makeUci,
  parseSquare,
  parseUci,
} from 'chessops';

export { INITIAL_FEN };
export type { Color, Role, SquareName };
export type Dests = Map<SquareName, SquareName[]>;
export type Position = Chess;

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const PROMOTIONS = ['queen', 'rook', 'bishop', 'knight'] as const;
export type Promotion = (typeof PROMOTIONS)[number];

/** The position of a FEN, or nothing if no game can stand there. */
export function positionOf(fen: string): Position | undefined {
  return parseFen(fen).chain((setup) => Chess.fromSetup(setup)).unwrap(
    (position) => position,
    () => undefined,
  );
}

export function fenOf(position: Position): string {
  return makeFen(position.toSetup());
}

/** Where each piece may go. In Chess960 one castles by moving the king onto its rook. */
export function destsOf(position: Position, chess960 = false): Dests {
  return chessgroundDests(position, { chess960 });
}

/** Is this a pawn's move to the last rank? */
export function isPromotion(position: Position, from: SquareName, to: SquareName): boolean {
  const piece = position.board.get(parseSquare(from));
  return piece?.role === 'pawn' && (to[1] === '8' || to[1] === '1');
}

/** The move from one square to another, castling as king takes rook; nothing if it is illegal. */
export function moveOf(
  position: Position,
  from: SquareName,
  to: SquareName,
  promotion?: Promotion,
): Move | undefined {
  const move = normalizeMove(position, { from: parseSquare(from), to: parseSquare(to), promotion });
  return position.isLegal(move) ? move : undefined;
}

/**
 * The move as the server reads it: castling by the king's target square
 * (`e1g1`), and as king takes rook (`e1h1`) only in Chess960.
 */
export function uciOf(position: Position, move: Move, chess960: boolean): string {
  const side = castlingSide(position, move);
  if (side && !chess960 && 'from' in move) {
    return makeUci({ from: move.from, to: kingCastlesTo(position.turn, side) });
  }
  return makeUci(move);
}

/** Reads a move of either castling spelling. */
export function moveOfUci(position: Position, uci: string): NormalMove | undefined {
  const parsed = parseUci(uci);
  if (!parsed || !('from' in parsed)) return undefined;
  const move = normalizeMove(position, parsed);
  return 'from' in move && position.isLegal(move) ? move : undefined;
}

export function sanOf(position: Position, move: Move): string {
  return makeSan(position, move);
}

export function play(position: Position, move: Move): Position {
  const next = position.clone();
  next.play(move);
  return next;
}

/** The two squares to mark: where the piece came from and where it stands. */
export function squaresOf(position: Position, uci: string): [SquareName, SquareName] | undefined {
  const move = moveOfUci(position, uci);
  if (!move) return undefined;
  const side = castlingSide(position, move);
  const to = side ? kingCastlesTo(position.turn, side) : move.to;
  return [makeSquare(move.from), makeSquare(to)];
}

/** A line of UCI moves in SAN, as far as it is legal. */
export function sanLine(fen: string, moves: readonly string[]): string[] {
  let position = positionOf(fen);
  const sans: string[] = [];
  for (const uci of moves) {
    const move = position && moveOfUci(position, uci);
    if (!position || !move) break;
    sans.push(sanOf(position, move));
    position = play(position, move);
  }
  return sans;
}
