// The real program, with a data folder of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = process.env['KYTHU_PROGRAM'] ?? join(root, 'target/debug/kythu');

export class Server {
  private child: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'kythu-e2e-'));
  private port = 0;
  address = '';
  log = '';

  constructor(private readonly options: readonly string[] = []) {
    if (!existsSync(program)) throw new Error(`${program} is missing: cargo build -p kythu`);
  }

  /** Starts it, the second time on the port of the first. */
  async start(): Promise<void> {
    const options = ['serve', '--no-open', '--port', String(this.port), '--data-dir', this.folder, '--no-limits'];
    const child = spawn(program, [...options, ...this.options], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    child.stderr.on('data', (data) => (this.log += data));
    let output = '';
    this.address = await new Promise((resolve, reject) => {
      child.stdout.on('data', (data) => {
        output += data;
        const address = /kythu: (http:\/\/\S+)/.exec(output)?.[1];
        if (address) resolve(address.replace(/\/$/, ''));
      });
      child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${this.log}`)));
      child.on('error', reject);
    });
    this.port = Number(new URL(this.address).port);
    // Whatever address it prints, the tests reach it on this one.
    this.address = `http://127.0.0.1:${this.port}`;
  }

  /** Ends it without a word, as a power cut would. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
