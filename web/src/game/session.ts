// A game as the page knows it: a pure function of the frames that the server
// sends. Events carry numbers; one that was seen already changes nothing.

import type { Game, GameEvent, MoveRecord, ServerFrame, Status } from '../api/types.ts';
import type { ClockReading } from './clock.ts';
import { type SquareName, fenOf, moveOfUci, play, positionOf, squaresOf } from './position.ts';

/** One half-move and what stands on the board after it. */
export interface Ply {
  record: MoveRecord;
  fen: string;
  squares: [SquareName, SquareName] | undefined;
}

export interface Session {
  game: Game;
  /** The half-moves, the first at index 0. */
  plies: Ply[];
  seq: number;
  /** The server's time minus the page's, in milliseconds. */
  offset: number;
  clock: ClockReading | undefined;
  /** The event that made this state, for sounds and announcements. */
  latest: GameEvent | undefined;
}

function pliesOf(startFen: string, records: readonly MoveRecord[], known: readonly Ply[]): Ply[] {
  const plies: Ply[] = [];
  let fen = startFen;
  records.forEach((record, index) => {
    const before = known[index];
    const same = before?.record.uci === record.uci && plies.length === index;
    const ply = same ? { ...before, record } : nextPly(fen, record);
    plies.push(ply);
    fen = ply.fen;
  });
  return plies;
}

function nextPly(fen: string, record: MoveRecord): Ply {
  const position = positionOf(fen);
  const move = position && moveOfUci(position, record.uci);
  if (!position || !move) return { record, fen, squares: undefined };
  return {
    record,
    fen: fenOf(play(position, move)),
    squares: squaresOf(position, record.uci),
  };
}

function readingOf(status: Status, offset: number): ClockReading | undefined {
  const clock = status.clock;
  if (!clock) return undefined;
  return {
    remaining: { white: clock.white_ms, black: clock.black_ms },
    running: clock.running ?? undefined,
    at: clock.at - offset,
  };
}

/** The whole game as it was received at `received`, by the page's time. */
export function sessionOf(game: Game, now: number, received: number): Session {
  const offset = now - received;
  return {
    game,
    plies: pliesOf(game.start_fen, game.moves, []),
    seq: game.seq,
    offset,
    clock: readingOf(game.status, offset),
    latest: undefined,
  };
}

/** What the event does to moves and seats; the status comes with the frame. */
function changed(game: Game, event: GameEvent): Game {
  switch (event.type) {
    case 'move':
      return { ...game, moves: [...game.moves, event.record] };
    case 'undo':
      return { ...game, moves: game.moves.slice(0, Math.max(0, game.moves.length - event.plies)) };
    case 'redo':
      return { ...game, moves: [...game.moves, ...event.records] };
    case 'joined':
      return {
        ...game,
        [event.color]: { type: 'human', name: event.name, visitor: event.visitor },
      };
    default:
      return game;
  }
}

/** The session after a frame; the same object when the frame says nothing new. */
export function received(
  session: Session | undefined,
  frame: ServerFrame,
  at: number,
): Session | undefined {
  if (frame.type === 'snapshot') return sessionOf(frame.game, frame.now, at);
  if (!session) return undefined;
  if (frame.type === 'resumed' || frame.type === 'pong') {
    const offset = frame.now - at;
    return { ...session, offset, clock: readingOf(session.game.status, offset), latest: undefined };
  }
  if (frame.type !== 'event') return session;
  if (frame.seq !== null && frame.seq <= session.seq) return session;
  const game = { ...changed(session.game, frame.event), status: frame.status };
  const moved = game.moves !== session.game.moves;
  return {
    game,
    plies: moved ? pliesOf(game.start_fen, game.moves, session.plies) : session.plies,
    seq: frame.seq ?? session.seq,
    offset: session.offset,
    clock: readingOf(frame.status, session.offset),
    latest: frame.event,
  };
}

/** Did an event get lost on the way? Then the page asks for the whole game again. */
export function hasGap(session: Session | undefined, frame: ServerFrame): boolean {
  return (
    frame.type === 'event' && frame.seq !== null && session !== undefined && frame.seq > session.seq + 1
  );
}

export function fenAt(session: Session, ply: number): string {
  return ply <= 0 ? session.game.start_fen : (session.plies[ply - 1]?.fen ?? session.game.status.fen);
}
