/** The words by which something is found. Pure. */

/** The longest word, in code points; what follows is cut off. */
const longestWord = 40;
/** Most words of one text. */
const mostWords = 1000;
/** Most words of a question. */
const mostAsked = 10;
/** Shorter ones begin too many others. */
const leastBeginning = 4;

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that have no spaces between words: each sign is a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const pieces = new RegExp(`${unspaced.source}|(?:(?!${unspaced.source})[\\s\\S])+`, 'gu');

/** Spellings that look the same are the same, and so are capitals: https://www.unicode.org/reports/tr15/ (NFKC). */
const plain = (text: string) => text.normalize('NFKC').toLowerCase();

const cut = (found: string) =>
  found.length > longestWord ? [...found].slice(0, longestWord).join('') : found;

function* eachWord(text: string): Generator<string> {
  for (const [found] of plain(text).matchAll(word)) {
    if (!unspaced.test(found)) yield cut(found);
    else for (const [piece] of found.matchAll(pieces)) yield cut(piece);
  }
}

/** The different words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const each of eachWord(text)) {
    words.add(each);
    if (words.size === mostWords) break;
  }
  return [...words];
}

/** Things of one bucket. A question is put to each bucket by itself, the newest first. */
export const inBucket = 10_000;

/** The bucket of what came as the n-th since the project is followed, or of the n-th of those that were there before. */
export const bucketOf = {
  newer: (n: number): number => Math.floor(n / inBucket),
  older: (n: number): number => -1 - Math.floor(n / inBucket),
};

/**
 * Words as they stand in the index: each begins with its project and its bucket, so that one index serves all projects, and a
 * question reads nothing of another one.
 * @param number of the project @returns with a space between them
 */
export function indexed(number: number, bucket: number, words: readonly string[]): string {
  const place = placeOf(number, bucket);
  return words.map((each) => place + each).join(' ');
}

const placeOf = (number: number, bucket: number): string => `${number}.${bucket}:`;

/**
 * A question in the language of Postgres, with a percent sign where `number.bucket:` has to stand. Words of four letters on, and the last
 * one, may be beginnings: many languages change the ends of words. Words have letters and digits only, so nothing is to be escaped.
 * @returns undefined for a question without a word
 */
export function questionOf(text: string): string | undefined {
  const words = [...eachWord(text)].slice(0, mostAsked);
  const last = words.pop();
  if (last === undefined) return undefined;
  const parts = [...new Set(words)].map(
    (each) => `'%${each}'${[...each].length < leastBeginning ? '' : ':*'}`,
  );
  return [...parts, `'%${last}':*`].join(' & ');
}

const excerptLength = 160;
/** Shown before the first word that was found. */
const before = 40;

/** The piece of a text around the first word that a question has, in one line. */
export function excerptOf(text: string, question: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const asked = [...eachWord(question)];
  const places = [...line.matchAll(word)].filter(([found]) => {
    const its = [...eachWord(found)];
    return asked.some((each) => its.some((one) => one === each || one.startsWith(each)));
  });
  const signs = [...line];
  if (signs.length <= excerptLength) return line;
  const first = [...line.slice(0, places[0]?.index ?? 0)].length;
  const from = Math.max(0, Math.min(first - before, signs.length - excerptLength));
  const to = from + excerptLength;
  return `${from > 0 ? '…' : ''}${signs.slice(from, to).join('').trim()}${to < signs.length ? '…' : ''}`;
}
