// One live game on the screen: what the server says, what the player looks at,
// and the move that is on its way.

import { Refusal, getGame } from '../api/client.ts';
import { type Connection, LiveSocket } from '../api/socket.ts';
import type { Command, Game, ServerFrame, Thought } from '../api/types.ts';
import {
  type Color, type Position, type Promotion, type SquareName,
  fenOf, moveOf, moveOfUci, opposite, play, positionOf, squaresOf, uciOf,
} from '../game/position.ts';
import { type Session, fenAt, hasGap, received } from '../game/session.ts';
import { type Step, type Viewed, goTo, walk } from '../game/walk.ts';
import { toasts } from './toasts.svelte.ts';

interface Pending {
  uci: string;
  ply: number;
  fen: string;
  squares: [SquareName, SquareName] | undefined;
}

export interface Advice {
  ply: number;
  uci: string;
  san: string;
  thought: Thought;
}

export class Table {
  session = $state.raw<Session | undefined>();
  connection = $state<Connection>('connecting');
  viewed = $state<Viewed>();
  flipped = $state(false);
  pending = $state.raw<Pending | undefined>();
  thoughts = $state.raw<Partial<Record<Color, Thought>>>({});
  hint = $state.raw<Advice | undefined>();
  hintWanted = $state(false);
  evaluation = $state.raw<Advice | undefined>();
  watchers = $state(0);
  wasDeleted = $state(false);
  /** The server knows no such game. */
  missing = $state(false);

  private readonly socket: LiveSocket;
  private thoughtsOn = false;
  private target = 0;
  private evaluating = -1;

  constructor(
    readonly id: string,
    private readonly onchange: (session: Session, frame: ServerFrame) => void,
  ) {
    this.socket = new LiveSocket(id, {
      onframe: (frame) => this.queue(frame),
      onconnection: (connection) => this.connected(connection),
      since: () => this.lastSeq(),
    });
  }

  close(): void {
    this.socket.close();
  }

  /** The last event that came, shown already or not. */
  private lastSeq(): number | undefined {
    for (const frame of this.frames) this.receive(frame);
    this.frames = [];
    return this.session?.seq;
  }

  readonly game: Game | undefined = $derived(this.session?.game);
  readonly last = $derived(this.session?.plies.length ?? 0);
  readonly ply = $derived(this.viewed ?? this.last);
  readonly isPast = $derived(this.viewed !== undefined);
  readonly isOver = $derived(this.game?.status.state === 'over');
  readonly fen = $derived.by(() => {
    if (!this.session) return undefined;
    if (this.viewed !== undefined) return fenAt(this.session, this.viewed);
    return this.pending?.fen ?? this.session.game.status.fen;
  });
  readonly position: Position | undefined = $derived(this.fen ? positionOf(this.fen) : undefined);
  readonly lastMove = $derived.by(() => {
    if (this.viewed === undefined && this.pending) return this.pending.squares;
    return this.session?.plies[this.ply - 1]?.squares;
  });
  /** Whose pieces you see from: yours, or White's. */
  readonly orientation: Color = $derived.by(() => {
    const you = this.game?.you ?? [];
    const natural: Color = you.length === 1 && you[0] === 'black' ? 'black' : 'white';
    return this.flipped ? opposite(natural) : natural;
  });
  /** The colour whose pieces the player may touch now. */
  readonly movable: Color | undefined = $derived.by(() => {
    const game = this.game;
    if (!game || this.isPast || this.isOver || game.you.length === 0) return undefined;
    if (game.status.state === 'waiting') return undefined;
    if (this.pending) return game.you.length === 2 ? undefined : game.you[0];
    return game.you.length === 2 ? game.status.turn : game.you[0];
  });
  readonly turn: Color = $derived.by(() => {
    const turn = this.game?.status.turn ?? 'white';
    return this.pending && !this.isPast ? opposite(turn) : turn;
  });

  private frames: ServerFrame[] = [];

  /** Agents can play hundreds of moves a second: what comes between two pictures is shown at once. */
  private queue(frame: ServerFrame): void {
    this.frames.push(frame);
    if (this.frames.length > 1) return;
    const take = (): void => {
      const frames = this.frames;
      this.frames = [];
      for (const each of frames) this.receive(each);
    };
    if (document.hidden) queueMicrotask(take);
    else requestAnimationFrame(take);
  }

  private receive(frame: ServerFrame): void {
    if (hasGap(this.session, frame)) {
      this.session = undefined;
      this.socket.restart();
      return;
    }
    switch (frame.type) {
      case 'thought':
        this.thoughts = { ...this.thoughts, [frame.color]: frame.thought };
        return;
      case 'advice':
        if (this.hintWanted && frame.ply === this.last) {
          this.hint = frame;
          this.hintWanted = false;
        }
        this.evaluation = frame;
        return;
      case 'watchers':
        this.watchers = frame.count;
        return;
      case 'bye':
        if (frame.code === 'deleted') this.wasDeleted = true;
        return;
      case 'resumed':
        this.target = frame.seq;
        break;
      case 'snapshot':
        this.target = frame.game.seq;
        this.pending = undefined;
        break;
      default:
    }
    const before = this.session;
    const after = received(before, frame, performance.now());
    if (!after || after === before) return this.catchUp();
    this.session = after;
    if (before && after.plies.length !== before.plies.length) this.moved();
    this.onchange(after, frame);
    this.catchUp();
  }

  /** After a change of moves nothing that was said about the old position holds. */
  private moved(): void {
    if (this.pending && this.pending.ply < this.last) this.pending = undefined;
    this.hint = undefined;
    this.hintWanted = false;
    this.thoughts = {};
    if (this.viewed !== undefined) this.viewed = goTo(this.viewed, this.last);
  }

  private connected(connection: Connection): void {
    this.connection = connection;
    if (connection === 'lost' && !this.session) void this.lookForGame();
    if (connection !== 'live') return;
    if (this.thoughtsOn) void this.command({ type: 'thoughts', on: true });
  }

  /** A browser does not say why a connection failed; the game itself does. */
  private async lookForGame(): Promise<void> {
    try {
      await getGame(this.id);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_found') return;
      this.missing = true;
      this.socket.close();
    }
  }

  /** Once all events are in: a move that was lost on the way is sent again. */
  private catchUp(): void {
    const pending = this.pending;
    if (!pending || !this.session || this.session.seq < this.target || pending.ply !== this.last) return;
    if (this.resend) {
      this.resend = false;
      void this.sendMove(pending);
    }
  }

  private resend = false;

  /** Plays a move of the board; false if it is not legal here. */
  play(from: SquareName, to: SquareName, promotion?: Promotion): boolean {
    const position = this.position;
    const move = position && moveOf(position, from, to, promotion);
    return move && position ? this.playUci(uciOf(position, move, this.game?.chess960 ?? false)) : false;
  }

  playUci(uci: string): boolean {
    const position = this.position;
    const move = position && moveOfUci(position, uci);
    if (!position || !move || this.isPast || this.pending || !this.game) return false;
    const pending = {
      uci,
      ply: this.last,
      fen: fenOf(play(position, move)),
      squares: squaresOf(position, uci),
    };
    this.pending = pending;
    void this.sendMove(pending);
    return true;
  }

  private async sendMove(pending: Pending): Promise<void> {
    try {
      await this.socket.send({ type: 'move', uci: pending.uci, ply: pending.ply });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'offline') {
        this.resend = true;
        return;
      }
      if (this.pending === pending) {
        this.pending = undefined;
        toasts.problem(error);
      }
    }
  }

  async command(command: Command): Promise<boolean> {
    try {
      await this.socket.send(command);
      return true;
    } catch (error) {
      if (command.type === 'hint') this.hintWanted = false;
      if (command.type !== 'evaluate' && command.type !== 'thoughts') toasts.problem(error);
      return false;
    }
  }

  askHint(): void {
    this.hintWanted = true;
    void this.command({ type: 'hint' });
  }

  /** Asks for the worth of what is on the board, unless that is known already. */
  evaluate(): void {
    const ply = this.ply;
    if (this.evaluation?.ply === ply || this.evaluating === ply) return;
    this.evaluating = ply;
    void this.command({ type: 'evaluate', ply }).then(() => (this.evaluating = -1));
  }

  showThoughts(on: boolean): void {
    this.thoughtsOn = on;
    if (!on) this.thoughts = {};
    if (this.connection === 'live') void this.command({ type: 'thoughts', on });
  }

  walk(step: Step): void {
    this.viewed = walk(this.viewed, this.last, step);
  }

  goTo(ply: number): void {
    this.viewed = goTo(ply, this.last);
  }
}
