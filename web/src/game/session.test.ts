import { describe, expect, test } from 'vitest';
import type { Game, GameEvent, MoveRecord, ServerFrame, Status } from '../api/types.ts';
import { INITIAL_FEN } from './position.ts';
import { type Session, fenAt, hasGap, received, sessionOf } from './session.ts';

const status = (change: Partial<Status> = {}): Status => ({
  state: 'playing', fen: INITIAL_FEN, turn: 'white', plies: 0, check: false, redo: 0, clock: null, failure: null, pace_ms: 0,
  draw_offer: null, undo_offer: null, rematch_offer: null, claim: null, thinking: null, rated: true, unrated: null,
  result: null, opening: null, rematch: null, ...change,
});

const game = (change: Partial<Game> = {}): Game => ({
  id: 'g', created_at: 0, start: { type: 'initial' }, start_fen: INITIAL_FEN, chess960: false,
  white: { type: 'human', name: 'A', visitor: 'a' }, black: { type: 'human', name: null, visitor: null },
  moves: [], time_control: null, natural: true, status: status(), seq: 3, you: ['white'], owner: true,
  deleted: false, imported: false, tags: {}, ...change,
});

const record = (uci: string, san: string): MoveRecord => ({ uci, san, ms: 1, clock_ms: null, thought: null, book: false });

const event = (seq: number | null, event: GameEvent, change: Partial<Status> = {}): ServerFrame => ({
  type: 'event', seq, at: 0, event, status: status(change),
});

const after = (session: Session, frame: ServerFrame): Session => {
  const next = received(session, frame, 1000);
  if (!next) throw new Error('no session');
  return next;
};

const E4 = event(4, { type: 'move', by: 'white', record: record('e2e4', 'e4') }, { turn: 'black', plies: 1 });
const E5 = event(5, { type: 'move', by: 'black', record: record('e7e5', 'e5') }, { plies: 2 });

describe('events', () => {
  test('moves are added with the position after them', () => {
    const session = after(sessionOf(game(), 0, 0), E4);
    expect(session.plies.map((ply) => ply.record.san)).toEqual(['e4']);
    expect(session.plies[0]?.squares).toEqual(['e2', 'e4']);
    expect(fenAt(session, 1)).toContain('4P3');
    expect(fenAt(session, 0)).toBe(INITIAL_FEN);
    expect(session.game.status.turn).toBe('black');
  });

  test('an event seen before changes nothing', () => {
    const once = after(sessionOf(game(), 0, 0), E4);
    expect(after(once, E4)).toBe(once);
  });

  test('a gap is noticed', () => {
    const session = sessionOf(game(), 0, 0);
    expect(hasGap(session, E4)).toBe(false);
    expect(hasGap(session, E5)).toBe(true);
    expect(hasGap(session, event(null, { type: 'thinking' }))).toBe(false);
  });

  test('thinking has no number and moves nothing', () => {
    const session = after(sessionOf(game(), 0, 0), event(null, { type: 'thinking' }, { thinking: 'black' }));
    expect(session.seq).toBe(3);
    expect(session.game.status.thinking).toBe('black');
  });

  test('undo and redo', () => {
    const two = after(after(sessionOf(game(), 0, 0), E4), E5);
    const none = after(two, event(6, { type: 'undo', plies: 2 }, { redo: 2 }));
    expect(none.plies).toEqual([]);
    const again = after(none, event(7, { type: 'redo', records: [record('e2e4', 'e4'), record('c7c5', 'c5')] }));
    expect(again.plies.map((ply) => ply.record.san)).toEqual(['e4', 'c5']);
    expect(again.plies[1]?.fen).toContain('2p5');
  });

  test('somebody sits down', () => {
    const session = after(sessionOf(game(), 0, 0), event(4, { type: 'joined', color: 'black', name: 'B', visitor: 'b' }));
    expect(session.game.black).toEqual({ type: 'human', name: 'B', visitor: 'b' });
  });

  test('a snapshot takes the place of everything', () => {
    const fresh = received(after(sessionOf(game(), 0, 0), E4), { type: 'snapshot', now: 5, game: game({ seq: 9 }) }, 0);
    expect(fresh?.seq).toBe(9);
    expect(fresh?.plies).toEqual([]);
  });

  test('events before the first snapshot are nothing', () => {
    expect(received(undefined, E4, 0)).toBeUndefined();
  });
});

describe('clock', () => {
  const clock = { white_ms: 60_000, black_ms: 60_000, running: 'white' as const, at: 1_000_000 };

  test('the reading is in the page’s own time', () => {
    // The server's clock is ahead by 999,900 ms; it read this one 50 ms ago.
    const session = sessionOf(game({ status: status({ clock }) }), 1_000_050, 150);
    expect(session.clock).toEqual({ remaining: { white: 60_000, black: 60_000 }, running: 'white', at: 100 });
  });

  test('resuming measures the difference again', () => {
    const session = sessionOf(game({ status: status({ clock }) }), 1_000_050, 150);
    expect(received(session, { type: 'resumed', now: 1_000_900, seq: 3 }, 500)?.clock?.at).toBe(-400);
  });
});
