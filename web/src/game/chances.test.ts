import { expect, test } from 'vitest';
import type { Thought } from '../api/types.ts';
import { netWords, percentForWhite, percentOf, scoreWords, shortNumber } from './chances.ts';

const thought = (change: Partial<Thought>): Thought => ({
  depth: 1, seldepth: 1, nodes: 1, time_ms: 1, score: null, chances: null, line: [], line_san: [], ...change,
});

test('chances in percent, a draw is half a win', () => {
  expect(percentOf(thought({ chances: { win: 300, draw: 200, loss: 500 } }))).toBe(40);
  expect(percentOf(thought({ score: { cp: 0 } }))).toBe(50);
  expect(percentOf(thought({ score: { cp: 400 } }))).toBe(91);
  expect(percentOf(thought({ score: { mate: -3 } }))).toBe(0);
  expect(percentOf(thought({}))).toBeUndefined();
});

test('the same for White', () => {
  const good = thought({ chances: { win: 800, draw: 0, loss: 200 } });
  expect(percentForWhite(good, 'white')).toBe(80);
  expect(percentForWhite(good, 'black')).toBe(20);
});

test('numbers for experts', () => {
  expect(scoreWords({ cp: -85 })).toEqual({ type: 'pawns', text: '−0.85' });
  expect(scoreWords({ mate: 4 })).toEqual({ type: 'mate', moves: 4 });
  expect([27, -4, 0, 1000].map(netWords)).toEqual(['+0.027', '−0.004', '0.000', '+1.000']);
  expect(shortNumber(9999)).toBe('9999');
  expect(shortNumber(1_234_567)).toBe('1.2 M');
});
