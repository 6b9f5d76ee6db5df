// A text as a QR code, drawn as one path of squares.

import { encode } from 'uqr';

/** Light squares around the code, as the standard asks: readers look for them. */
const QUIET_ZONE = 4;

export interface QrPicture {
  /** Squares on a side, the quiet zone included. */
  size: number;
  path: string;
  dark: (x: number, y: number) => boolean;
}

export function qrCode(text: string): QrPicture {
  const { size, data } = encode(text, { border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path, dark: (x, y) => data[y]?.[x] ?? false };
}
