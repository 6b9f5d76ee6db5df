// How a clock is read and shown. The server keeps it; the page counts on from
// the last reading, by its own time, so that both need not agree on the hour.

import type { Color } from './position.ts';

export interface ClockReading {
  /** Milliseconds left when the reading was taken. */
  remaining: Record<Color, number>;
  /** Whose clock runs, if any does. */
  running: Color | undefined;
  /** When the page received it, by performance.now(). */
  at: number;
}

export function remaining(reading: ClockReading, side: Color, now: number): number {
  const passed = reading.running === side ? Math.max(0, now - reading.at) : 0;
  return Math.max(0, reading.remaining[side] - passed);
}

/** `1:02:03`, `5:03`, and with tenths when less than twenty seconds are left: `0:09.4`. */
export function clockText(milliseconds: number): string {
  const tenths = milliseconds < 20_000;
  // Whole seconds are rounded up, so that 0:00 is shown only when the flag falls.
  const unit = tenths ? Math.floor(milliseconds / 100) : Math.ceil(milliseconds / 1000) * 10;
  const seconds = Math.floor(unit / 10);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (number: number): string => String(number).padStart(2, '0');
  const whole = hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
  return tenths ? `${whole}.${unit % 10}` : whole;
}

/** Is this little enough to warn? An eighth of the base time, at least 10 s and at most 30 s. */
export function isLow(milliseconds: number, baseSeconds: number): boolean {
  return milliseconds < Math.min(30, Math.max(10, baseSeconds / 8)) * 1000;
}
