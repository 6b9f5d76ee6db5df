import { describe, expect, test } from 'vitest';
import { materialOf } from './material.ts';
import { INITIAL_FEN } from './position.ts';

describe('material', () => {
  test('a promoted pawn is not a captured one', () => {
    const start = '4k3/P7/8/8/8/8/8/R3K3 w - - 0 1';
    expect(materialOf(start, 'Q3k3/8/8/8/8/8/8/R3K3 b - - 0 1', 'black')).toEqual({ taken: [], ahead: 0 });
  });
  test('captures most valuable first, with the balance', () => {
    const fen = 'rnb1kbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 4';
    expect(materialOf(INITIAL_FEN, fen, 'white')).toEqual({ taken: ['queen', 'pawn'], ahead: 7 });
    expect(materialOf(INITIAL_FEN, fen, 'black')).toEqual({ taken: ['knight'], ahead: 0 });
  });
});
