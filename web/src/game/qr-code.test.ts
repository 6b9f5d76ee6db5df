import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { type QrPicture, qrCode } from './qr-code.ts';

/** The picture as a camera would have it, so many pixels a square. */
function photograph(code: QrPicture, scale: number): { pixels: Uint8ClampedArray; width: number } {
  const width = code.size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      if (code.dark(Math.floor(x / scale), Math.floor(y / scale))) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { pixels, width };
}

test.each([
  'http://192.168.1.20:8064/join/984hsxvnpwvd2k7m3q5r8t9y1abcdefg',
  'http://[2001:db8::1]:8064/join/x',
  'http://chess.example.org/game/k57b',
  `http://192.0.2.2:40759/join/${'z'.repeat(160)}`,
])('a reader reads %s', (text) => {
  const { pixels, width } = photograph(qrCode(text), 4);
  expect(jsQR(pixels, width, width)?.data).toBe(text);
});

test('the corners are where readers look for them, behind a quiet zone', () => {
  const code = qrCode('http://127.0.0.1/');
  const last = code.size - 1;
  for (let step = 0; step < code.size; step++) {
    for (let edge = 0; edge < 4; edge++) {
      expect(code.dark(step, edge) || code.dark(edge, step) || code.dark(step, last - edge) || code.dark(last - edge, step)).toBe(false);
    }
  }
  // A finder pattern: dark ring, light ring, dark middle.
  const row = (y: number): string => Array.from({ length: 7 }, (_, x) => (code.dark(4 + x, y) ? '#' : '.')).join('');
  expect([4, 5, 6, 7, 8, 9, 10].map(row)).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']);
});
