import { describe, expect, test } from 'vitest';
import { backRank, chess960Fen } from './chess960.ts';
import { positionOf } from './position.ts';

describe('chess960', () => {
  test.each([[518, 'RNBQKBNR'], [0, 'BBQNNRKR'], [959, 'RKRNNQBB'], [534, 'RNBKQBNR']])('%i is %s', (number, rank) => {
    expect(backRank(number)).toBe(rank);
  });
  test('all 960 are different and lawful', () => {
    const all = new Set(Array.from({ length: 960 }, (_, number) => chess960Fen(number)));
    expect(all.size).toBe(960);
    for (const fen of all) expect(positionOf(fen)).toBeDefined();
  });
});
