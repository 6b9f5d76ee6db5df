import { describe, expect, test } from 'vitest';
import { INITIAL_FEN } from './position.ts';
import { goTo, moveRows, walk } from './walk.ts';

describe('walking', () => {
  test('the last ply is the present', () => {
    expect(walk(undefined, 5, 'back')).toBe(4);
    expect(walk(4, 5, 'forward')).toBeUndefined();
    expect(walk(2, 5, 'first')).toBe(0);
    expect(walk(0, 5, 'back')).toBe(0);
    expect(goTo(9, 5)).toBeUndefined();
  });
  test('rows begin with the side that moves first', () => {
    expect(moveRows(INITIAL_FEN, 3)).toEqual([
      { number: 1, white: 1, black: 2 },
      { number: 2, white: 3, black: undefined },
    ]);
    expect(moveRows('8/8/8/8/8/8/8/K1k5 b - - 0 30', 2)).toEqual([
      { number: 30, white: undefined, black: 1 },
      { number: 31, white: 2, black: undefined },
    ]);
  });
});
