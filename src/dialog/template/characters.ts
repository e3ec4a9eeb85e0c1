import { type Allowance, TemplateError } from './allowance.ts';

/**
 * Texts as readers see them: one character is a letter with its accents, a flag, or an emoji with its skin, however many code
 * points that are (UAX #29). No filter cuts one.
 */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Latin, Greek and Cyrillic without marks that join the letter before them: each code unit is a character. */
const separate = /^[\t\n -\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u20a0-\u20bf\u2116]*$/;

/** The characters of a text. @throws TemplateError if they are more than `most` */
export function charactersOf(text: string, allowance: Allowance, most = Number.POSITIVE_INFINITY): string[] {
  const characters: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    allowance.step();
    if (characters.length >= most) throw new TemplateError(`a list has at most ${most} characters of a text`);
    characters.push(segment);
  }
  return characters;
}

/** Where the characters end that follow an index of the text; its length if it has fewer. Below 0, no character is meant. */
export function indexAfter(text: string, from: number, characters: number, allowance: Allowance): number {
  if (separate.test(text)) return Math.min(from + Math.max(Math.ceil(characters), 0), text.length);
  const segments = segmenter.segment(text);
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left--) {
    allowance.longStep();
    at += segments.containing(at)!.segment.length;
  }
  return at;
}

/** Where the last characters of a text begin; undefined if it has fewer. */
export function indexBefore(text: string, characters: number, allowance: Allowance): number | undefined {
  if (separate.test(text)) return characters > text.length ? undefined : text.length - Math.ceil(characters);
  const segments = segmenter.segment(text);
  let at = text.length;
  for (let left = characters; left > 0; left--) {
    allowance.longStep();
    if (at === 0) return undefined;
    at = segments.containing(at - 1)!.index;
  }
  return at;
}
