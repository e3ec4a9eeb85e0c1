import { IntlMessageFormat } from 'intl-messageformat';
import type { all } from './en/all.ts';
import { type Language, languages, spokenIn } from './languages.ts';

/** The name of a text: `shell.log_in`. */
export type TextKey = keyof typeof all;
type Texts = Partial<Record<TextKey, string>>;

const kept = 'parley.language';

/** The language of the page. */
export const language = spokenIn(localStorage.getItem(kept) ?? navigator.language.slice(0, 2));
/** How browsers name it together with its country. */
export const { locale } = languages[language];

let texts: Texts = {};
const formats = new Map<TextKey, IntlMessageFormat>();

/** Files of each language, loaded when they are asked for: with how much the console begins, and what some pages say in addition. */
const files = {
  first: import.meta.glob<Texts>('./*/first.ts', { import: 'first' }),
  all: import.meta.glob<Texts>('./*/all.ts', { import: 'all' }),
  outcomes: import.meta.glob<Texts>('./*/outcomes.ts', { import: 'outcomes' }),
  readiness: import.meta.glob<Texts>('./*/readiness.ts', { import: 'readiness' }),
  sample: import.meta.glob<Texts>('./*/sample.ts', { import: 'sample' }),
};
const load = (file: keyof typeof files): Promise<Texts> => files[file][`./${language}/${file}.ts`]!();

/** Loads the texts with which the console begins; before that there are none. */
export async function loadTexts(): Promise<void> {
  texts = await load('first');
  document.documentElement.lang = language;
}

/** Loads the texts of all features, for pages beyond those with which the console begins. */
export async function loadAllTexts(): Promise<void> {
  texts = await load('all');
}

/**
 * Loads what a part of the first pages says, if not everybody sees that part: a first visit has no room for all texts. Before that it has
 * none.
 */
export async function loadTextsOf(part: 'outcomes' | 'readiness' | 'sample'): Promise<void> {
  texts = { ...texts, ...(await load(part)) };
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
