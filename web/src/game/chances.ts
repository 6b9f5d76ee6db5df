// What a thinker expects, as people read it.

import type { Score, Thought } from '../api/types.ts';
import type { Color } from './position.ts';

/** The expected score in percent for the side that thought: a draw is half a win. */
export function percentOf(thought: Pick<Thought, 'chances' | 'score'>): number | undefined {
  if (thought.chances) return Math.round((thought.chances.win + thought.chances.draw / 2) / 10);
  const score = thought.score;
  if (!score) return undefined;
  if ('mate' in score) return score.mate > 0 ? 100 : 0;
  if ('tablebase' in score) return score.tablebase > 0 ? 100 : score.tablebase < 0 ? 0 : 50;
  // Without measured chances: the logistic curve of common use, 400 centipawns to a factor of ten.
  return Math.round(100 / (1 + 10 ** (-score.cp / 400)));
}

export function percentForWhite(thought: Thought, turn: Color): number | undefined {
  const percent = percentOf(thought);
  return percent === undefined || turn === 'white' ? percent : 100 - percent;
}

export type ScoreWords =
  | { type: 'pawns'; text: string }
  | { type: 'mate'; moves: number }
  | { type: 'tablebase' };

/** The number behind the percentage, for those who want it. */
export function scoreWords(score: Score | null): ScoreWords | undefined {
  if (!score) return undefined;
  if ('mate' in score) return { type: 'mate', moves: score.mate };
  if ('tablebase' in score) return { type: 'tablebase' };
  return { type: 'pawns', text: signed(score.cp / 100, 2) };
}

function signed(number: number, digits: number): string {
  return `${number > 0 ? '+' : number < 0 ? '−' : ''}${Math.abs(number).toFixed(digits)}`;
}

/** What a net expects, from thousandths: all of them, as good moves often differ by so little. */
export function netWords(thousandths: number): string {
  return signed(thousandths / 1000, 3);
}

/** 12,345,678 positions as `12.3 M`. */
export function shortNumber(number: number): string {
  if (number < 10_000) return String(number);
  const [divisor, unit] = number < 1e6 ? [1e3, 'k'] : number < 1e9 ? [1e6, 'M'] : [1e9, 'G'];
  return `${(number / divisor).toFixed(number / divisor < 100 ? 1 : 0)} ${unit}`;
}
