import { describe, expect, test } from 'vitest';
import type { AgentOption, OptionValues, Preset } from '../api/types.ts';
import {
  defaultText, formatSet, nearestPreset, numberProblem, parseSet, presetOf, valueOf, withMember, withValue,
} from './agent-options.ts';

const option = (values: OptionValues): AgentOption => ({
  name: 'it', uci: 'it', label: 'It', about: '', group: 'main', values,
});
const depth = option({ type: 'number', min: 1, max: 200, unit: 'plies', default: 3 });

describe('values', () => {
  test('what equals the default is not sent', () => {
    expect(withValue(depth, {}, '5')).toEqual({ it: '5' });
    expect(withValue(depth, { it: '5', other: 'x' }, '3')).toEqual({ other: 'x' });
    expect(withValue(depth, { it: '5' }, '')).toEqual({});
  });
  test('defaults as text', () => {
    expect(defaultText(depth)).toBe('3');
    expect(defaultText(option({ type: 'switch', default: true }))).toBe('on');
    expect(defaultText(option({ type: 'choice', choices: [], default: null }))).toBe('');
    expect(valueOf(depth, { it: '9' })).toBe('9');
  });
  test('numbers out of range are told', () => {
    expect(numberProblem(depth, '0')).toEqual({ min: 1, max: 200 });
    expect(numberProblem(depth, '2.5')).toBeDefined();
    expect(numberProblem(depth, 'x')).toBeDefined();
    expect(numberProblem(depth, '200')).toBeUndefined();
    expect(numberProblem(depth, '')).toBeUndefined();
  });
});

describe('sets', () => {
  test('read and written', () => {
    expect(parseSet('all-mobility+pawns')).toEqual({ preset: 'all', added: ['pawns'], removed: ['mobility'] });
    expect(formatSet(parseSet('all-mobility+pawns'))).toBe('all-mobility+pawns');
    expect(parseSet('classic')).toEqual({ preset: 'classic', added: [], removed: [] });
  });
  test('a member is in one state only', () => {
    const added = withMember(parseSet('all-x'), 'x', 'added');
    expect(formatSet(added)).toBe('all+x');
    expect(formatSet(withMember(added, 'x', 'kept'))).toBe('all');
  });
});

describe('presets', () => {
  const preset = (agent: string, options: Record<string, string>, rating: number | null): Preset => ({
    agent, options, label: agent, about: '', rating, provisional: false,
  });
  const presets = [preset('a', {}, 400), preset('b', { level: 'easy' }, 1200), preset('c', {}, null)];
  test('found by agent and options', () => {
    expect(presetOf(presets, 'b', { level: 'easy' })?.rating).toBe(1200);
    expect(presetOf(presets, 'b', { level: 'easy', qs: 'off' })).toBeUndefined();
  });
  test('the nearest that has a rating', () => {
    expect(nearestPreset(presets, 900)?.agent).toBe('b');
    expect(nearestPreset(presets, 100)?.agent).toBe('a');
    expect(nearestPreset([], 100)).toBeUndefined();
  });
});
