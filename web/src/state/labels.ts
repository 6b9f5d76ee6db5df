// Names of players and moves, in the language of the page.

import type { AgentOption, Kind, Preset, Result, Seat } from '../api/types.ts';
import { bandOf } from '../game/bands.ts';
import { type SpokenMove, figurineSan, localSan, spoken } from '../game/notation.ts';
import type { Color } from '../game/position.ts';
import { house } from './house.svelte.ts';
import { i18n, t } from './i18n.svelte.ts';
import { settings } from './settings.svelte.ts';
import type { SeatChoice } from './setup.svelte.ts';

export const kindTitle = (kind: Kind): string => t().agents[kind.id]?.title ?? kind.title;
export const kindAbout = (kind: Kind): string => t().agents[kind.id]?.about ?? kind.about;

/** `MCTS, Hard` in the language of the page; the server's words where there are no better ones. */
export function presetLabel({ agent, options, label }: Pick<Preset, 'agent' | 'options' | 'label'>): string {
  const known = t().presets[label]?.label;
  const title = t().agents[agent]?.title;
  if (known || !title || options['name']) return known ?? label;
  const { elo, ...rest } = options;
  const set = Object.entries(rest).map(([name, value]) => optionWords(name, value));
  return [elo ? `${title} ${elo}` : title, ...set].join(', ');
}

function optionWords(name: string, value: string): string {
  const words = { ...t().levels, on: t().option.on, off: t().option.off }[value]?.toLowerCase() ?? value;
  if (name === 'level' || name === 'system') return words;
  return `${t().options[name]?.label?.toLowerCase() ?? name} ${words}`;
}

export function presetAbout(preset: Preset): string {
  const known = t().presets[preset.label]?.about;
  if (known || i18n.language === 'en') return known ?? preset.about;
  return preset.rating === null ? preset.about : bandWord(preset.rating);
}

export const optionLabel = (option: AgentOption): string => t().options[option.name]?.label ?? option.label;
export const optionAbout = (option: AgentOption): string => t().meanings[option.about] ?? t().options[option.name]?.about ?? option.about;

export const bandWord = (elo: number): string => t().bands[bandOf(elo)];

/** Somebody at a table, in a word or two. */
export function seatName(seat: Seat): string {
  if (seat.type === 'agent') return presetLabel(seat);
  if (seat.name === null) return t().seat.waiting;
  return seat.visitor !== null && seat.visitor === house.me?.id ? t().seat.you : seat.name;
}

/** Both players; two people at one screen are told apart by their colours. */
export function seatNames({ white, black }: Record<Color, Seat>): Record<Color, string> {
  const isOneScreen =
    white.type !== 'agent' && black.type !== 'agent' && white.visitor !== null && white.visitor === black.visitor;
  return isOneScreen ? t().colors : { white: seatName(white), black: seatName(black) };
}

export function gameTitle(game: Record<Color, Seat>): string {
  const { white, black } = seatNames(game);
  return t().games.versus(white, black);
}

/** An agent's Elo behind its name, and whether that is only a guess. */
export function ratingWords(seat: Seat): string {
  return seat.type === 'agent' ? strengthWords(seat) : '';
}

function strengthWords({ rating, label, provisional }: Pick<Preset, 'rating' | 'label' | 'provisional'>): string {
  if (rating === null) return '';
  // Random may be below zero.
  const words = `${Math.round(rating)}`.replace('-', '−');
  // "Kythu 1200" says it already.
  if (label.endsWith(` ${words}`)) return '';
  return provisional ? t().seat.guess(words) : `(${words})`;
}

/** Who sits on a seat of the start page: a name, and what that means. */
export function choiceWords(choice: SeatChoice, both: boolean): { name: string; rating?: string; about: string } {
  if (choice.type === 'me') return both ? { name: t().seat.human, about: t().seat.here } : { name: t().seat.you, about: '' };
  if (choice.type === 'open') return { name: t().seat.open, about: t().seat.openAbout };
  const kind = house.kind(choice.agent);
  const title = kind ? kindTitle(kind) : choice.agent;
  const elo = Number(choice.options['elo']);
  if (elo) return { name: `${title} ${elo}`, about: bandWord(elo) };
  const preset = house.preset(choice.agent, choice.options);
  if (preset) return { name: presetLabel(preset), rating: strengthWords(preset), about: presetAbout(preset) };
  const changes = Object.entries(choice.options).map(([name, value]) => optionWords(name, value));
  return { name: choice.options['name'] ?? title, about: changes.join(', ') || (kind ? kindAbout(kind) : '') };
}

/** A move as the move list shows it. */
export function moveText(san: string, side: Color): string {
  return settings.current.notation === 'figures' ? figurineSan(san, side) : localSan(san, t().letters);
}

/** A move as it is said. */
export function moveWords(san: string): string {
  const parts: SpokenMove | undefined = spoken(san);
  return parts ? t().say.move(parts) : san;
}

/** `White wins by checkmate`, in two parts. */
export function resultWords(result: Result, you: readonly Color[]): { headline: string; reason: string } {
  const words = t().result;
  const mine = you.length === 1 ? you[0] : undefined;
  const headline =
    result.winner === null
      ? words.draw
      : mine === undefined
        ? words.won(result.winner)
        : mine === result.winner
          ? words.youWon
          : words.youLost;
  return { headline, reason: words.reasons[result.reason] ?? '' };
}

export function resultSentence(result: Result): string {
  const { headline, reason } = resultWords(result, []);
  return t().result.sentence(headline, reason);
}
