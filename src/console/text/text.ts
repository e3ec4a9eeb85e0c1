import { IntlMessageFormat } from 'intl-messageformat';
import type { en } from './en.ts';

/** The name of a text: `shell.log_in`. */
export type TextKey = keyof typeof en;

export const languages = { en: 'English', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

const kept = 'parley.language';

function chosenLanguage(): Language {
  const wanted = localStorage.getItem(kept) ?? navigator.language.slice(0, 2);
  return wanted in languages ? (wanted as Language) : 'en';
}

/** The language of the page. */
export const language = chosenLanguage();

let texts: Partial<Record<TextKey, string>> = {};
const formats = new Map<TextKey, IntlMessageFormat>();

/** Loads the texts with which the console begins; before that there are none. */
export async function loadTexts(): Promise<void> {
  texts =
    language === 'ru' ? (await import('./ru-first.ts')).ruFirst : (await import('./en-first.ts')).enFirst;
  document.documentElement.lang = language;
}

/** Loads the texts of all features, for pages beyond those with which the console begins. */
export async function loadAllTexts(): Promise<void> {
  texts = language === 'ru' ? (await import('./ru.ts')).ru : (await import('./en.ts')).en;
}

/** What a part of the first pages says, if not everybody sees that part: a first visit has no room for all texts. */
const parts = {
  readiness: {
    en: async () => (await import('./en/readiness.ts')).readiness,
    ru: async () => (await import('./ru/readiness.ts')).readiness,
  },
  sample: {
    en: async () => (await import('./en/sample.ts')).sample,
    ru: async () => (await import('./ru/sample.ts')).sample,
  },
};

/** Loads the texts of such a part; before that it has none. */
export async function loadTextsOf(part: keyof typeof parts): Promise<void> {
  texts = { ...texts, ...(await parts[part][language]()) };
}

/** Changes the language. The page loads itself anew. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(kept, chosen);
  location.reload();
}

/** A text in the language of the page. @param values of its variables; counts choose the plural */
export function t(key: TextKey, values?: Record<string, string | number>): string {
  const text = texts[key] ?? key;
  if (!text.includes('{')) return text;
  let format = formats.get(key);
  if (!format) {
    format = new IntlMessageFormat(text, language);
    formats.set(key, format);
  }
  return String(format.format(values));
}

/** A text for a name of the API, such as the code of an error. @param other if there is no text for it @param values as in `t` */
export function textFor(
  group: string,
  name: string,
  other: string,
  values?: Record<string, string | number>,
): string {
  const key = `${group}.${name}` as TextKey;
  return texts[key] === undefined ? other : t(key, values);
}

/** A text for a word of the API, such as a role; the word itself if there is none yet. */
export const word = (group: string, name: string): string =>
  textFor(group, name, name.replaceAll(/[._]/g, ' '));
