// The live connection to one game. It reconnects by itself and goes on after
// the last event that was seen.

import { Refusal } from './client.ts';
import type { Command, ServerFrame } from './types.ts';

export type Connection = 'connecting' | 'live' | 'lost' | 'closed';

export interface SocketListener {
  onframe(frame: ServerFrame): void;
  onconnection(connection: Connection): void;
  /** The number of the last event seen, if any. */
  since(): number | undefined;
}

/** Milliseconds between attempts: quick at first, then patient. */
const DELAYS = [200, 500, 1000, 2000, 4000, 8000];
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;

interface Waiting {
  resolve: (seq: number | null) => void;
  reject: (refusal: Refusal) => void;
}

export class LiveSocket {
  private socket: WebSocket | undefined;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  private done = false;
  private readonly wake = (): void => {
    if (!this.socket && !this.done) this.open();
  };

  constructor(
    private readonly game: string,
    private readonly listener: SocketListener,
  ) {
    addEventListener('online', this.wake);
    this.open();
  }

  private open(): void {
    clearTimeout(this.timer);
    const since = this.listener.since();
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const query = since === undefined ? '' : `?since=${since}`;
    const address = `${scheme}//${location.host}/api/games/${encodeURIComponent(this.game)}/live${query}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.heart = setInterval(() => this.ping(), PING_EVERY);
    };
    socket.onmessage = (message) => this.receive(String(message.data));
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private receive(text: string): void {
    let frame: ServerFrame;
    try {
      frame = JSON.parse(text) as ServerFrame;
    } catch {
      return this.restart();
    }
    clearTimeout(this.deadline);
    this.deadline = undefined;
    switch (frame.type) {
      case 'ack':
        this.answered(frame.id)?.resolve(frame.seq);
        return;
      case 'refused':
        if (frame.id !== null) this.answered(frame.id)?.reject(new Refusal(frame.code, frame.message));
        return;
      case 'bye':
        if (frame.code === 'deleted') this.done = true;
        break;
      case 'snapshot':
      case 'resumed':
        this.attempt = 0;
        this.listener.onframe(frame);
        this.listener.onconnection('live');
        return;
      default:
    }
    this.listener.onframe(frame);
  }

  private answered(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  /** Sends a command; resolves when the server has it on disk. */
  send(command: Command): Promise<number | null> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal('offline', 'The connection is lost.'));
    }
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, ...command }));
    });
  }

  private ping(): void {
    void this.send({ type: 'ping' }).catch(() => undefined);
    this.deadline ??= setTimeout(() => this.restart(), PONG_WITHIN);
  }

  /** Hangs up and dials again at once. */
  restart(): void {
    const socket = this.socket;
    this.lose(true);
    socket?.close();
  }

  private lose(now = false): void {
    this.socket = undefined;
    clearInterval(this.heart);
    clearTimeout(this.deadline);
    this.deadline = undefined;
    for (const { reject } of this.waiting.values()) {
      reject(new Refusal('offline', 'The connection is lost.'));
    }
    this.waiting.clear();
    this.listener.onconnection(this.done ? 'closed' : 'lost');
    if (this.done) return;
    const delay = now ? 0 : (DELAYS[Math.min(this.attempt, DELAYS.length - 1)] as number);
    this.attempt++;
    // Spread out, so that a restarted server is not asked by everybody at once.
    this.timer = setTimeout(this.wake, delay * (0.75 + Math.random() / 2));
  }

  close(): void {
    this.done = true;
    removeEventListener('online', this.wake);
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = undefined;
    clearInterval(this.heart);
    clearTimeout(this.deadline);
    this.waiting.clear();
    socket?.close();
  }
}
