import { describe, expect, test } from 'vitest';
import { keyAction } from './keys.ts';

describe('keys', () => {
  const press = (key: string) => ({ key, ctrlKey: false, altKey: false, metaKey: false });
  test('never in fields or on squares, letters only when wanted', () => {
    expect(keyAction(press('f'), 'page', true)).toBe('flip');
    expect(keyAction(press('f'), 'field', true)).toBeUndefined();
    expect(keyAction(press('ArrowLeft'), 'square', true)).toBeUndefined();
    expect(keyAction(press('f'), 'page', false)).toBeUndefined();
    expect(keyAction(press('ArrowLeft'), 'page', false)).toBe('back');
    expect(keyAction(press(' '), 'control', true)).toBeUndefined();
    expect(keyAction({ ...press('r'), ctrlKey: true }, 'page', true)).toBeUndefined();
  });
});
