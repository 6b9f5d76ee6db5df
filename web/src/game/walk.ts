// Walking through the moves of a game. Ply 0 is the start position.

export type Step = 'first' | 'back' | 'forward' | 'last';

/** Where one looks: a ply of the past, or nothing for "the game as it stands". */
export type Viewed = number | undefined;

export function walk(viewed: Viewed, last: number, step: Step): Viewed {
  const here = viewed ?? last;
  const target = { first: 0, back: here - 1, forward: here + 1, last }[step];
  return goTo(target, last);
}

/** Looking at the last move means to follow the game. */
export function goTo(ply: number, last: number): Viewed {
  const inside = Math.min(last, Math.max(0, ply));
  return inside === last ? undefined : inside;
}

/** One row of the move list: number, White's ply and Black's. */
export interface MoveRow {
  number: number;
  white: number | undefined;
  black: number | undefined;
}

/** The rows for so many plies of a game that starts at this FEN. */
export function moveRows(startFen: string, plies: number): MoveRow[] {
  const fields = startFen.split(' ');
  const blackFirst = fields[1] === 'b';
  const first = Number(fields[5]) || 1;
  const rows: MoveRow[] = [];
  for (let ply = 1; ply <= plies; ply++) {
    const half = ply - 1 + (blackFirst ? 1 : 0);
    if (half % 2 === 0 || rows.length === 0) {
      rows.push({ number: first + Math.floor(half / 2), white: undefined, black: undefined });
    }
    const row = rows[rows.length - 1] as MoveRow;
    if (half % 2 === 0) row.white = ply;
    else row.black = ply;
  }
  return rows;
}
