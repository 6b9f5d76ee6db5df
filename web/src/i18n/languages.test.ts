// Every language says everything. Types say so too; this looks at what is really
// there, and at what the server can send.

import { describe, expect, test } from 'vitest';
import api from '../api/openapi.json' with { type: 'json' };
import { en } from './en.ts';
import { vi } from './vi.ts';

const languages = { en, vi };

const codes: string[] = api.components.schemas.Code.enum;

/** `game.undo`, and what stands there. */
function leaves(words: object, path = ''): [string, unknown][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? leaves(value as object, `${path}${key}.`) : [[path + key, value] as [string, unknown]],
  );
}

/** What the server calls its agents is English: only other languages have words of their own for it. */
const isServers = (path: string): boolean => /^(agents|presets|options|meanings)\./.test(path);

describe.each(Object.entries(languages))('%s', (_, words) => {
  test('has a sentence for every code of the server', () => {
    expect(codes.length).toBeGreaterThan(25);
    const errors: Record<string, string> = words.errors;
    for (const code of [...codes, 'offline', 'unknown']) {
      expect(errors[code], code).toMatch(/^\p{Lu}.*[.?]$/u);
    }
    expect(Object.keys(errors).sort()).toEqual([...codes, 'offline', 'unknown'].sort());
  });

  test('leaves nothing empty', () => {
    const empty = leaves(words).filter(([path, value]) => value === '' && path !== 'result.reasons.unknown');
    expect(empty).toEqual([]);
  });
});

test('languages say the same things', () => {
  const paths = (words: object): string[] => leaves(words).map(([path]) => path).filter((path) => !isServers(path)).sort();
  expect(paths(vi)).toEqual(paths(en));
});

test('Vietnamese is not English that was left standing', () => {
  const english = new Map(leaves(en));
  const same = leaves(vi).filter(([path, text]) => typeof text === 'string' && /[a-z]{3}/i.test(text) && english.get(path) === text);
  // Names and marks that are the same in both.
  expect(same.map(([path]) => path)).toEqual(['editor.fen']);
});
