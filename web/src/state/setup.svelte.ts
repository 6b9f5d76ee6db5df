// The choices of the start page: who sits where, with which clock, from which
// position. They are remembered for the next visit.

import type { NewGame, SeatSpec, Start, TimeControl } from '../api/types.ts';
import { nearestPreset } from '../game/agent-options.ts';
import { chess960Fen, isChess960Number } from '../game/chess960.ts';
import { INITIAL_FEN, type Color, opposite } from '../game/position.ts';
import { house } from './house.svelte.ts';
import { remember, rememberedJson } from './storage.ts';

export type SeatChoice =
  | { type: 'me' }
  | { type: 'open' }
  | { type: 'agent'; agent: string; options: Record<string, string> };

export interface Setup {
  seats: Record<Color, SeatChoice>;
  random: boolean;
  clock: TimeControl | null;
  start: Start;
  natural: boolean;
}

export const TIME_CONTROLS = ['none', '3+2', '5+3', '10+0', '15+10'] as const;

/** `3+2` as minutes and seconds. */
export function timeControlOf(text: string): TimeControl | null {
  const parts = /^(\d+)\+(\d+)$/.exec(text);
  return parts ? { base_ms: Number(parts[1]) * 60_000, increment_ms: Number(parts[2]) * 1000 } : null;
}

export function timeControlText(clock: TimeControl | null): string {
  if (!clock) return 'none';
  const minutes = clock.base_ms / 60_000;
  return `${Number.isInteger(minutes) ? minutes : minutes.toFixed(1)}+${clock.increment_ms / 1000}`;
}

const STORE = 'kythu.setup';

class SetupStore {
  seats = $state.raw<Record<Color, SeatChoice>>({ white: { type: 'me' }, black: { type: 'me' } });
  random = $state(false);
  clock = $state.raw<TimeControl | null>(null);
  start = $state.raw<Start>({ type: 'initial' });
  natural = $state(true);
  private isChosen = false;

  readonly fen = $derived.by(() => {
    const start = this.start;
    if (start.type === 'fen') return start.fen;
    return start.type === 'chess960' ? chess960Fen(start.number) : INITIAL_FEN;
  });

  /** Fills the seats once agents and level are known. */
  prepare(): void {
    const stored = rememberedJson(STORE);
    if (typeof stored === 'object' && stored !== null) this.adopt(stored);
    if (!this.isChosen) this.seatEven('black');
  }

  private adopt(stored: Partial<Setup>): void {
    const { white, black } = stored.seats ?? {};
    if (isSeat(white) && isSeat(black)) {
      this.seats = { white, black };
      this.isChosen = true;
    }
    this.random = stored.random === true;
    this.natural = stored.natural !== false;
    if (stored.clock && stored.clock.base_ms > 0) this.clock = stored.clock;
    if (stored.start?.type === 'chess960' && isChess960Number(stored.start.number)) this.start = stored.start;
  }

  /** Call after every change by hand. */
  remember(): void {
    this.isChosen = true;
    const { seats, random, clock, start, natural } = this;
    remember(STORE, JSON.stringify({ seats, random, clock, start, natural }));
  }

  /** Puts the opponent of your level on a seat, and you on the other. */
  seatEven(color: Color): void {
    const level = house.me?.level;
    const even = level?.even ?? nearestPreset(house.agents.presets, level?.rating ?? 1200);
    if (!even) return;
    const agent: SeatChoice = { type: 'agent', agent: even.agent, options: { ...even.options } };
    this.seats = color === 'black' ? { white: { type: 'me' }, black: agent } : { white: agent, black: { type: 'me' } };
  }

  sit(color: Color, choice: SeatChoice): void {
    const seats = { ...this.seats, [color]: choice };
    // Only one seat can be for somebody else, and then the other one is yours.
    const other = opposite(color);
    if (choice.type === 'open' && seats[other].type !== 'me') seats[other] = { type: 'me' };
    if (choice.type === 'agent' && seats[other].type === 'open') seats[other] = { type: 'me' };
    this.seats = seats;
    this.remember();
  }

  swap(): void {
    this.seats = { white: this.seats.black, black: this.seats.white };
    this.remember();
  }

  /** Everybody who can sit down, in the order of the key 1 or 2. */
  nextPlayer(color: Color): void {
    const choices: SeatChoice[] = [
      { type: 'me' },
      ...house.agents.kinds.map((kind): SeatChoice => defaultSeat(kind.id)),
    ];
    const seat = this.seats[color];
    const here = choices.findIndex((choice) =>
      choice.type === 'agent' ? seat.type === 'agent' && seat.agent === choice.agent : choice.type === seat.type,
    );
    const next = choices[(here + 1) % choices.length];
    if (next) this.sit(color, next);
  }

  /** The game to ask for; a first move is played at once. */
  newGame(moves: string[] = []): NewGame {
    const swap = this.random && moves.length === 0 && Math.random() < 0.5;
    const seats = swap ? { white: this.seats.black, black: this.seats.white } : this.seats;
    return {
      white: specOf(seats.white),
      black: specOf(seats.black),
      start: this.start,
      clock: this.clock,
      natural: this.natural,
      pace_ms: 0,
      moves,
    };
  }

  /** May the player move this colour's pieces on the start page? */
  canBegin(color: Color): boolean {
    return this.seats[color].type === 'me';
  }
}

function isSeat(choice: SeatChoice | undefined): choice is SeatChoice {
  if (choice?.type === 'agent') return house.kind(choice.agent) !== undefined;
  return choice?.type === 'me' || choice?.type === 'open';
}

function specOf(choice: SeatChoice): SeatSpec {
  return choice.type === 'agent'
    ? { type: 'agent', agent: choice.agent, options: { ...choice.options } }
    : { type: choice.type };
}

/** An agent with the preset nearest to your level, or as it is. */
export function defaultSeat(agent: string): SeatChoice {
  const own = house.agents.presets.filter((preset) => preset.agent === agent);
  const preset = nearestPreset(own, house.me?.level.rating ?? 1200) ?? own[0];
  return { type: 'agent', agent, options: { ...preset?.options } };
}

export const setup = new SetupStore();
