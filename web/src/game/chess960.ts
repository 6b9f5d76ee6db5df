// The 960 starting positions by Scharnagl's numbering; 518 is the usual one.

/** The squares, among the five left over, of the two knights. */
const KNIGHTS: readonly (readonly [number, number])[] = [
  [0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4],
];

export const STANDARD_NUMBER = 518;

/** White's first rank, a to h: `RNBQKBNR` for number 518. */
export function backRank(number: number): string {
  const rank: (string | undefined)[] = new Array(8).fill(undefined);
  const putFree = (nth: number, piece: string): void => {
    let free = -1;
    for (let file = 0; file < 8; file++) {
      if (rank[file] === undefined && ++free === nth) {
        rank[file] = piece;
        return;
      }
    }
  };
  let rest = number;
  rank[(rest % 4) * 2 + 1] = 'B';
  rest = Math.floor(rest / 4);
  rank[(rest % 4) * 2] = 'B';
  rest = Math.floor(rest / 4);
  putFree(rest % 6, 'Q');
  const [first, second] = KNIGHTS[Math.floor(rest / 6)] ?? [0, 1];
  // The second knight is placed first, so that its index is still right.
  putFree(second, 'N');
  putFree(first, 'N');
  for (const piece of 'RKR') putFree(0, piece);
  return rank.join('');
}

export function isChess960Number(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < 960;
}

/** The starting position of a number, as FEN. */
export function chess960Fen(number: number): string {
  const white = backRank(number);
  return `${white.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${white} w KQkq - 0 1`;
}

export function randomNumber(random: () => number = Math.random): number {
  return Math.floor(random() * 960);
}
