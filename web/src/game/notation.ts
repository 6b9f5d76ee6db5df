// Moves as people write, type and say them. SAN has English letters; other
// languages have their own, and both are understood.

import { makeUci } from 'chessops';
import { parseSan } from 'chessops/san';
import { type Color, type Position, type Role, moveOfUci } from './position.ts';

export type PieceLetters = Record<'K' | 'Q' | 'R' | 'B' | 'N', string>;
type Letter = keyof PieceLetters;

const ROLES: Record<Letter, Role> = {
  K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight',
};

/** SAN with the letters of a language: `Nxf3=Q` becomes `Mxf3=H`. */
export function localSan(san: string, letters: PieceLetters): string {
  return san.replace(/[KQRBN]/g, (letter) => letters[letter as Letter]);
}

const FIGURES: Record<Color, PieceLetters> = {
  white: { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' },
  black: { K: '♚', Q: '♛', R: '♜', B: '♝', N: '♞' },
};

export function figurineSan(san: string, side: Color): string {
  return localSan(san, FIGURES[side]);
}

export interface SpokenMove {
  role: Role;
  castling: 'king' | 'queen' | undefined;
  /** What tells it from another piece of its kind: `b`, `1`, `b1`. */
  from: string;
  takes: boolean;
  to: string;
  promotion: Role | undefined;
  check: boolean;
  mate: boolean;
}

/** A SAN move in its parts, for saying it aloud. */
export function spoken(san: string): SpokenMove | undefined {
  const check = san.endsWith('+');
  const mate = san.endsWith('#');
  const bare = san.replace(/[+#]$/, '');
  const still = { from: '', takes: false, promotion: undefined, check, mate };
  if (bare === 'O-O') return { ...still, role: 'king', castling: 'king', to: '' };
  if (bare === 'O-O-O') return { ...still, role: 'king', castling: 'queen', to: '' };
  const parts = /^([KQRBN])?([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?$/.exec(bare);
  if (!parts) return undefined;
  return {
    role: parts[1] ? ROLES[parts[1] as Letter] : 'pawn',
    castling: undefined,
    from: parts[1] ? (parts[2] ?? '') : '',
    takes: parts[3] === 'x',
    to: parts[4] as string,
    promotion: parts[5] ? ROLES[parts[5] as Letter] : undefined,
    check,
    mate,
  };
}

/** The English SAN of something written with a language's letters. */
function toEnglish(text: string, letters: PieceLetters): string {
  let english = text;
  for (const [letter, local] of Object.entries(letters)) {
    // Only where a piece can be named: at the beginning and after a promotion.
    if (english.startsWith(local)) english = letter + english.slice(local.length);
    english = english.replace(new RegExp(`=?${local}([+#]?)$`), `=${letter}$1`);
  }
  return english;
}

/** All readings of what somebody typed, the likeliest first. */
function readings(text: string, letters: PieceLetters): string[] {
  const castling = text.replace(/[0oO]-?[0oO]-?[0oO]/, 'O-O-O');
  if (castling.startsWith('O-O-O')) return ['O-O-O'];
  if (/^[0oO]-?[0oO][+#]?$/.test(text)) return ['O-O'];
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return [text, toEnglish(text, letters), upper, toEnglish(upper, letters)];
}

/** The move that somebody typed (SAN, loosely, or UCI), as chessops's UCI; nothing if it is not legal. */
export function typedMove(position: Position, input: string, letters: PieceLetters): string | undefined {
  const text = input.trim().replace(/\s+|e\.?p\.?$/g, '');
  const plain = moveOfUci(position, text.toLowerCase());
  if (plain) return makeUci(plain);
  for (const reading of readings(text, letters)) {
    const move = parseSan(position, reading);
    if (move) return makeUci(move);
  }
  return undefined;
}
