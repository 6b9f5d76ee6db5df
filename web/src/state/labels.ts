// Names of players and moves, in the language of the page.

import type { AgentOption, Kind, Preset, Result, Seat } from '../api/types.ts';
import { bandOf } from '../game/bands.ts';
import { type SpokenMove, figurineSan, localSan, spoken } from '../game/notation.ts';
import type { Color } from '../game/position.ts';
import { house } from './house.svelte.ts';
import { t } from './i18n.svelte.ts';
import { settings } from './settings.svelte.ts';
import type { SeatChoice } from './setup.svelte.ts';

export const kindTitle = (kind: Kind): string => t().agents[kind.id]?.title ?? kind.title;
export const kindAbout = (kind: Kind): string => t().agents[kind.id]?.about ?? kind.about;
export const presetLabel = (preset: Pick<Preset, 'label'>): string => t().presets[preset.label]?.label ?? preset.label;
export const presetAbout = (preset: Preset): string => t().presets[preset.label]?.about ?? preset.about;
export const optionLabel = (option: AgentOption): string => t().options[option.name]?.label ?? option.label;
export const optionAbout = (option: AgentOption): string => t().options[option.name]?.about ?? option.about;

export const bandWord = (elo: number): string => t().bands[bandOf(elo)];

/** Somebody at a table, in a word or two. */
export function seatName(seat: Seat): string {
  if (seat.type === 'agent') return presetLabel(seat);
  if (seat.name === null) return t().seat.waiting;
  return seat.visitor !== null && seat.visitor === house.me?.id ? t().seat.you : seat.name;
}

/** An agent's Elo behind its name, and whether that is only a guess. */
export function ratingWords(seat: Seat): string {
  if (seat.type !== 'agent' || seat.rating === null) return '';
  const rating = Math.round(seat.rating);
  // "Kythu 1200" says it already.
  if (seat.label.endsWith(` ${rating}`)) return '';
  return seat.provisional ? t().seat.guess(rating) : `(${rating})`;
}

/** Who sits on a seat of the start page: a name, and what that means. */
export function choiceWords(choice: SeatChoice, both: boolean): { name: string; about: string } {
  if (choice.type === 'me') return both ? { name: t().seat.human, about: t().seat.here } : { name: t().seat.you, about: '' };
  if (choice.type === 'open') return { name: t().seat.open, about: t().seat.openAbout };
  const kind = house.kind(choice.agent);
  const title = kind ? kindTitle(kind) : choice.agent;
  const elo = Number(choice.options['elo']);
  if (elo) return { name: `${title} ${elo}`, about: bandWord(elo) };
  const preset = house.preset(choice.agent, choice.options);
  if (preset) return { name: presetLabel(preset), about: presetAbout(preset) };
  const changes = Object.entries(choice.options).map(([name, value]) => `${name} ${value}`);
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
