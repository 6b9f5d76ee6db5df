// Short messages at the foot of the page, and what screen readers are told.

import { Refusal } from '../api/client.ts';
import type { ProblemCode } from '../i18n/en.ts';
import { i18n, t } from './i18n.svelte.ts';

export interface Toast {
  id: number;
  text: string;
  kind: 'plain' | 'problem';
  action: { label: string; run: () => void } | undefined;
}

class Toasts {
  list = $state<Toast[]>([]);
  private next = 1;

  show(text: string, options: Partial<Pick<Toast, 'kind' | 'action'>> = {}): void {
    const id = this.next++;
    this.list = [
      ...this.list.filter((toast) => toast.text !== text).slice(-2),
      { id, text, kind: options.kind ?? 'plain', action: options.action },
    ];
    // Something to undo stays longer: one has to read and reach it.
    setTimeout(() => this.dismiss(id), options.action ? 10_000 : 5_000);
  }

  problem(error: unknown): void {
    this.show(sentence(error), { kind: 'problem' });
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

/** Refusals whose own sentence says what exactly is wrong; ours only says what kind of thing. */
const DETAILED: ReadonlySet<string> = new Set<ProblemCode>([
  'bad_request', 'not_allowed', 'bad_position', 'bad_agent', 'option_not_allowed', 'agent_failed',
]);

/** A refusal in the language of the page; the server's English one where it says more, or is all there is. */
export function sentence(error: unknown): string {
  if (!(error instanceof Refusal)) return t().errors.unknown;
  const { code, message } = error;
  const known: string | undefined = (t().errors as Record<string, string>)[code];
  if (!known) return message || t().errors.unknown;
  if (!message || !DETAILED.has(code)) return known;
  return i18n.language === 'en' ? message : `${known} (${message})`;
}

export const toasts = new Toasts();

class LiveRegion {
  text = $state('');
  private saidAt = -Infinity;
  private lastWords = '';

  say(text: string): void {
    const now = performance.now();
    // What comes at the same moment belongs together: the second would swallow the first.
    if (now - this.saidAt < 250) this.text = `${this.lastWords}. ${text}`;
    // The same words twice are announced twice: a changed space makes them new.
    else this.text = this.text === text ? `${text}\u00a0` : text;
    this.saidAt = now;
    this.lastWords = text;
  }
}

export const liveRegion = new LiveRegion();
