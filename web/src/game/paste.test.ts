import { describe, expect, test } from 'vitest';
import { pasted } from './paste.ts';
import { INITIAL_FEN } from './position.ts';

describe('paste', () => {
  test('positions, games and other text', () => {
    expect(pasted(` ${INITIAL_FEN}\n`)).toEqual({ type: 'fen', fen: INITIAL_FEN });
    expect(pasted('[Event "x"]\n\n1. e4 e5 *')?.type).toBe('pgn');
    expect(pasted('1.d4 Nf6 2.c4')?.type).toBe('pgn');
    expect(pasted('see you at 1. floor')).toBeUndefined();
    expect(pasted('https://example.org/')).toBeUndefined();
  });
});
