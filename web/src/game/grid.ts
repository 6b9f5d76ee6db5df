// The 64 squares as a keyboard and a screen reader meet them.

import type { Color, SquareName } from './position.ts';

export const FILES = 'abcdefgh';

/** The squares row by row, as they are seen from one side. */
export function squareRows(orientation: Color): SquareName[][] {
  const files = orientation === 'white' ? [...FILES] : [...FILES].reverse();
  const ranks = orientation === 'white' ? [8, 7, 6, 5, 4, 3, 2, 1] : [1, 2, 3, 4, 5, 6, 7, 8];
  return ranks.map((rank) => files.map((file) => `${file}${rank}` as SquareName));
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-7, 0],
  End: [7, 0],
  PageUp: [0, 7],
  PageDown: [0, -7],
};

/** The square that a key leads to, or nothing if it is not a key for walking. */
export function squareAfter(
  square: SquareName,
  key: string,
  orientation: Color,
): SquareName | undefined {
  const step = STEPS[key];
  if (!step) return undefined;
  const sign = orientation === 'white' ? 1 : -1;
  const inside = (number: number): number => Math.min(7, Math.max(0, number));
  const file = inside(FILES.indexOf(square[0] as string) + sign * step[0]);
  const rank = inside(Number(square[1]) - 1 + sign * step[1]);
  return `${FILES[file]}${rank + 1}` as SquareName;
}
