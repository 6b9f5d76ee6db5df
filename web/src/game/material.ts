// What has been captured, and who is ahead by how much.

import type { Color, Role } from './position.ts';
import { opposite } from './position.ts';

export const CAPTURABLE = ['queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
type Capturable = (typeof CAPTURABLE)[number];
export type Counts = Record<Capturable, number>;

const WORTH: Counts = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };
const LETTERS: Record<string, Capturable> = {
  q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn',
};

export interface Material {
  /** The enemy pieces that this side has taken, most valuable first. */
  taken: Role[];
  /** How much this side is ahead, in pawns; 0 if it is not. */
  ahead: number;
}

export function countsOf(fen: string): Record<Color, Counts> {
  const empty = (): Counts => ({ queen: 0, rook: 0, bishop: 0, knight: 0, pawn: 0 });
  const counts = { white: empty(), black: empty() };
  for (const letter of fen.split(' ', 1)[0] ?? '') {
    const role = LETTERS[letter.toLowerCase()];
    if (role) counts[letter === letter.toLowerCase() ? 'black' : 'white'][role]++;
  }
  return counts;
}

/** What a side has lost since the start; a promoted pawn is not lost. */
function lost(start: Counts, now: Counts): Counts {
  const missing = { ...start };
  let promoted = 0;
  for (const role of CAPTURABLE) {
    const difference = start[role] - now[role];
    missing[role] = Math.max(0, difference);
    if (role !== 'pawn') promoted += Math.max(0, -difference);
  }
  missing.pawn = Math.max(0, missing.pawn - promoted);
  return missing;
}

function worth(counts: Counts): number {
  return CAPTURABLE.reduce((sum, role) => sum + counts[role] * WORTH[role], 0);
}

export function materialOf(startFen: string, fen: string, side: Color): Material {
  const start = countsOf(startFen);
  const now = countsOf(fen);
  const enemy = opposite(side);
  const captured = lost(start[enemy], now[enemy]);
  return {
    taken: CAPTURABLE.flatMap((role) => new Array<Role>(captured[role]).fill(role)),
    ahead: Math.max(0, worth(now[side]) - worth(now[enemy])),
  };
}
