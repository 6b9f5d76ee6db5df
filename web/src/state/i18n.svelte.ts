// The language of the page.

import { type Dictionary, en } from '../i18n/en.ts';
import { vi } from '../i18n/vi.ts';

export const LANGUAGES = { en, vi } satisfies Record<string, Dictionary>;
export type Language = keyof typeof LANGUAGES;

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text);
}

/** What the browser asks for, if we speak it. */
export function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
}

class I18n {
  language = $state<Language>('en');
}

export const i18n = new I18n();

/** The words of the page, in its language. */
export function t(): Dictionary {
  return LANGUAGES[i18n.language];
}
