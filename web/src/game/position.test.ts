import { describe, expect, test } from 'vitest';
import { INITIAL_FEN, destsOf, isPromotion, moveOf, positionOf, sanLine, squaresOf, uciOf } from './position.ts';

const at = (fen: string) => {
  const position = positionOf(fen);
  if (!position) throw new Error(`no position: ${fen}`);
  return position;
};

describe('position', () => {
  test('castling is the king’s two squares, and king takes rook in Chess960', () => {
    const position = at('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    const short = moveOf(position, 'e1', 'g1');
    expect(short && uciOf(position, short, false)).toBe('e1g1');
    expect(short && uciOf(position, short, true)).toBe('e1h1');
    expect(squaresOf(position, 'e1h1')).toEqual(['e1', 'g1']);
    expect(destsOf(position).get('e1')).toContain('g1');
    expect(destsOf(position, true).get('e1')).toContain('h1');
  });
  test('a promotion is known before it is chosen', () => {
    const position = at('8/P7/8/8/8/8/8/K1k5 w - - 0 1');
    expect(isPromotion(position, 'a7', 'a8')).toBe(true);
    expect(moveOf(position, 'a7', 'a8', 'knight')).toBeDefined();
  });
  test('illegal moves and impossible positions are nothing', () => {
    expect(moveOf(at(INITIAL_FEN), 'e2', 'e5')).toBeUndefined();
    expect(positionOf('8/8/8/8/8/8/8/8 w - - 0 1')).toBeUndefined();
    expect(positionOf('rubbish')).toBeUndefined();
  });
  test('a line stops where it becomes illegal', () => {
    expect(sanLine(INITIAL_FEN, ['e2e4', 'e7e5', 'e4e5', 'g1f3'])).toEqual(['e4', 'e5']);
  });
});
