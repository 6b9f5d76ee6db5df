import { describe, expect, test } from 'vitest';
import { clockText, isLow, remaining } from './clock.ts';

describe('clock', () => {
  test.each([[300_000, '5:00'], [299_001, '5:00'], [62_000, '1:02'], [3_723_000, '1:02:03'], [9_470, '0:09.4'], [0, '0:00.0']])(
    '%i ms is %s', (milliseconds, text) => expect(clockText(milliseconds)).toBe(text),
  );
  test('only the running one falls, and not below zero', () => {
    const reading = { remaining: { white: 1000, black: 5000 }, running: 'white' as const, at: 100 };
    expect(remaining(reading, 'white', 600)).toBe(500);
    expect(remaining(reading, 'black', 600)).toBe(5000);
    expect(remaining(reading, 'white', 9000)).toBe(0);
  });
  test('low time depends on the base', () => {
    expect(isLow(12_000, 60)).toBe(false);
    expect(isLow(12_000, 180)).toBe(true);
    expect(isLow(31_000, 3600)).toBe(false);
  });
});
