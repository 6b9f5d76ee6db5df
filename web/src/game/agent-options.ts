// The form of an agent's options: what is shown, and what is sent. Values are
// text throughout, as the server reads them; what equals the default is left out.

import type { AgentOption, Preset } from '../api/types.ts';

export type Values = Record<string, string>;

export function defaultText(option: AgentOption): string {
  const values = option.values;
  switch (values.type) {
    case 'number':
    case 'decimal':
      return values.default === null ? '' : String(values.default);
    case 'choice':
      return values.default ?? '';
    case 'switch':
      return values.default ? 'on' : 'off';
    case 'set':
      return values.default;
    case 'text':
      return '';
  }
}

export function valueOf(option: AgentOption, values: Values): string {
  return values[option.name] ?? defaultText(option);
}

/** The values with one changed; one that is set back to its default disappears. */
export function withValue(option: AgentOption, values: Values, text: string): Values {
  const { [option.name]: _, ...others } = values;
  return text === defaultText(option) || text === '' ? others : { ...others, [option.name]: text };
}

/** What is wrong with a number, if anything: shown under its field. */
export function numberProblem(option: AgentOption, text: string): { min: number; max: number } | undefined {
  const values = option.values;
  if ((values.type !== 'number' && values.type !== 'decimal') || text === '') return undefined;
  const number = Number(text);
  const whole = values.type === 'decimal' || Number.isInteger(number);
  const fine = Number.isFinite(number) && whole && number >= values.min && number <= values.max;
  return fine ? undefined : { min: values.min, max: values.max };
}

export interface SetValue {
  preset: string;
  added: string[];
  removed: string[];
}

/** `all-mobility+pawns` in its parts. */
export function parseSet(text: string): SetValue {
  const parts = text.split(/(?=[+-])/);
  const changes = parts.slice(1);
  const named = (sign: string): string[] =>
    changes.filter((part) => part.startsWith(sign)).map((part) => part.slice(1));
  return { preset: parts[0] ?? '', added: named('+'), removed: named('-') };
}

export function formatSet({ preset, added, removed }: SetValue): string {
  return preset + removed.map((name) => `-${name}`).join('') + added.map((name) => `+${name}`).join('');
}

/** Cycles a member through: as the preset has it, added, taken away. */
export function withMember(set: SetValue, name: string, state: 'kept' | 'added' | 'removed'): SetValue {
  const others = (names: string[]): string[] => names.filter((other) => other !== name);
  return {
    preset: set.preset,
    added: state === 'added' ? [...others(set.added), name] : others(set.added),
    removed: state === 'removed' ? [...others(set.removed), name] : others(set.removed),
  };
}

function same(left: Values, right: Values): boolean {
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key]);
}

export function presetOf(presets: readonly Preset[], agent: string, options: Values): Preset | undefined {
  return presets.find((preset) => preset.agent === agent && same(preset.options, options));
}

/** The rated preset nearest to a rating. */
export function nearestPreset(presets: readonly Preset[], rating: number): Preset | undefined {
  let best: Preset | undefined;
  const distance = (preset: Preset): number => Math.abs((preset.rating ?? Infinity) - rating);
  for (const preset of presets) {
    if (preset.rating !== null && (!best || distance(preset) < distance(best))) best = preset;
  }
  return best;
}
