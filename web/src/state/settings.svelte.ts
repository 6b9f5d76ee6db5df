// What somebody likes: kept in the browser, and with the visitor on the server.

import { updateMe } from '../api/client.ts';
import { remember, remembered, rememberedJson } from './storage.ts';
import { type Language, browserLanguage, i18n, isLanguage } from './i18n.svelte.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['paper', 'lacquer', 'jade', 'slate', 'contrast'] as const;
export const PIECE_SETS = ['classic', 'seal', 'disc'] as const;
export const NOTATIONS = ['letters', 'figures'] as const;

export interface Settings {
  language: Language;
  theme: (typeof THEMES)[number];
  board: (typeof BOARDS)[number];
  pieces: (typeof PIECE_SETS)[number];
  notation: (typeof NOTATIONS)[number];
  sound: boolean;
  animation: boolean;
  coordinates: boolean;
  keys: boolean;
  wheel: boolean;
  premove: boolean;
  evalBar: boolean;
}

const STORE = 'kythu.settings';

function defaults(): Settings {
  return {
    language: browserLanguage(), theme: 'system', board: 'paper', pieces: 'classic', notation: 'letters',
    sound: true, animation: true, coordinates: true, keys: true, wheel: true, premove: true, evalBar: false,
  };
}

/** Takes over what makes sense; anything else keeps its default. */
export function settingsFrom(stored: unknown, base: Settings): Settings {
  if (typeof stored !== 'object' || stored === null) return base;
  const given = stored as Record<string, unknown>;
  const one = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
    known.find((word) => word === value) ?? otherwise;
  const flag = (value: unknown, otherwise: boolean): boolean =>
    typeof value === 'boolean' ? value : otherwise;
  return {
    language: isLanguage(given['language']) ? given['language'] : base.language,
    theme: one(given['theme'], THEMES, base.theme),
    board: one(given['board'], BOARDS, base.board),
    pieces: one(given['pieces'], PIECE_SETS, base.pieces),
    notation: one(given['notation'], NOTATIONS, base.notation),
    sound: flag(given['sound'], base.sound),
    animation: flag(given['animation'], base.animation),
    coordinates: flag(given['coordinates'], base.coordinates),
    keys: flag(given['keys'], base.keys),
    wheel: flag(given['wheel'], base.wheel),
    premove: flag(given['premove'], base.premove),
    evalBar: flag(given['evalBar'], base.evalBar),
  };
}

class SettingsStore {
  current = $state<Settings>(settingsFrom(rememberedJson(STORE), defaults()));
  private isStored = remembered(STORE) !== null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A visitor's settings of another browser count where this one has none yet. */
  adopt(fromServer: unknown): void {
    if (!this.isStored) this.current = settingsFrom(fromServer, this.current);
  }

  change(part: Partial<Settings>): void {
    this.current = { ...this.current, ...part };
    this.isStored = true;
    remember(STORE, JSON.stringify(this.current));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void updateMe({ settings: { ...this.current } }).catch(() => undefined), 500);
  }
}

export const settings = new SettingsStore();

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const calmSystem = matchMedia('(prefers-reduced-motion: reduce)');

class System {
  dark = $state(darkSystem.matches);
  calm = $state(calmSystem.matches);
  constructor() {
    darkSystem.addEventListener('change', (event) => (this.dark = event.matches));
    calmSystem.addEventListener('change', (event) => (this.calm = event.matches));
  }
}

export const system = new System();

export function isAnimated(): boolean {
  return settings.current.animation && !system.calm;
}

const LATER_SETS = {
  seal: () => import('../styles/pieces/seal.css'),
  disc: () => import('../styles/pieces/disc.css'),
};

/** Shows the settings on the document. Call inside an effect. */
export function applySettings(): void {
  const { language, theme, board, pieces } = settings.current;
  const root = document.documentElement;
  i18n.language = language;
  root.lang = language;
  root.dataset['theme'] = theme === 'system' ? (system.dark ? 'dark' : 'light') : theme;
  root.dataset['board'] = board;
  root.dataset['pieces'] = pieces;
  if (pieces !== 'classic') void LATER_SETS[pieces]();
  const paper = getComputedStyle(root).getPropertyValue('--paper').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
}
