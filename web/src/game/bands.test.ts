import { expect, test } from 'vitest';
import { bandOf } from './bands.ts';

test('bands', () => {
  expect(bandOf(0)).toBe('newcomer');
  expect(bandOf(1200)).toBe('improver');
  expect(bandOf(1699)).toBe('club');
  expect(bandOf(3200)).toBe('engine');
});
