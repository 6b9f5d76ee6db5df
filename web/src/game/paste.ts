// What somebody pasted: a position, a game, or nothing of ours.

import { parseFen } from 'chessops/fen';

export type Pasted = { type: 'fen'; fen: string } | { type: 'pgn'; pgn: string } | undefined;

const PIECES = /^[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}(\s|$)/;
const TAG = /^\s*\[\w+\s+"/m;
const MOVES = /\b1\s*\.(\s*\.\.)?\s*([a-h][1-8x]|[NBRQK][a-hx1-8]|O-O|0-0)/;

export function pasted(text: string): Pasted {
  const trimmed = text.trim();
  if (PIECES.test(trimmed) && !trimmed.includes('\n')) {
    // Only the pieces are needed to know what is meant; the editor says what is wrong with the rest.
    const fen = trimmed.replace(/\s+/g, ' ');
    return parseFen(fen.split(' ', 1)[0] as string).isOk ? { type: 'fen', fen } : undefined;
  }
  if (TAG.test(trimmed) || MOVES.test(trimmed)) return { type: 'pgn', pgn: trimmed };
  return undefined;
}
