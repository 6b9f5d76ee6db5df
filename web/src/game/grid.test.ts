import { describe, expect, test } from 'vitest';
import { squareAfter, squareRows } from './grid.ts';

describe('grid', () => {
  test('rows and steps turn with the board', () => {
    expect(squareRows('white')[0]?.[0]).toBe('a8');
    expect(squareRows('black')[0]?.[0]).toBe('h1');
    expect(squareAfter('e4', 'ArrowUp', 'white')).toBe('e5');
    expect(squareAfter('e4', 'ArrowUp', 'black')).toBe('e3');
    expect(squareAfter('a1', 'ArrowLeft', 'white')).toBe('a1');
    expect(squareAfter('e4', 'End', 'white')).toBe('h4');
    expect(squareAfter('e4', 'Enter', 'white')).toBeUndefined();
  });
});
