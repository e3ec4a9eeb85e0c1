import type jsonata from 'jsonata';
import { isInexact, leftOut } from './jsonata.ts';
import { newRealm } from './realm.ts';
import { type ExpressionResult, type ExpressionWork, mostBytesGiven } from './work.ts';

/** Evaluates an expression. Call it only where time and memory are limited from outside. It never rejects. */
export async function evaluate({ expression, input, at }: ExpressionWork): Promise<ExpressionResult> {
  const realm = newRealm(at);
  let compiled: jsonata.Expression;
  try {
    compiled = realm.jsonata(expression, { stack: deepestStack, sequence: longestSequence });
  } catch (error) {
    return { code: 'bad_expression', message: `The expression cannot be read: ${wordsOf(error, [])}` };
  }
  for (const name of leftOut) compiled.assign(name, undefined);
  try {
    const evaluated = compiled.evaluate(realm.parse(JSON.stringify(input)));
    return given(await Promise.race([evaluated, nothingLeft()]));
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, message: error.message };
    const texts = [...textsIn(compiled.ast()), ...withoutWords];
    return { code: 'transform_failed', message: `The expression failed: ${wordsOf(error, texts)}` };
  }
}

/**
 * Rejects when there is nothing left to do. The language goes on by promises alone and waits for no event, so an expression that is not
 * done by then never will be: JavaScript takes a value with a function as its "then" for a promise, and waits for it.
 */
const nothingLeft = () =>
  new Promise<never>((_, reject) => {
    setImmediate(() => {
      const message =
        'The expression would never end: a value has a function as its "then". Give that member another name.';
      reject(new Refused('transform_failed', message));
    });
  });

/** Calls inside each other, of functions and of parts of an expression. */
const deepestStack = 2000;
const longestSequence = 100_000;
const deepestResult = 100;
const longestWords = 300;

class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function given(result: unknown): ExpressionResult {
  let items = 0;
  // JSON.stringify would leave functions out and make null of what is no number.
  const plain = (value: unknown, depth: number): unknown => {
    if (++items > mostBytesGiven) throw tooLarge();
    if (depth > deepestResult)
      throw new Refused('transform_failed', `The result is nested more than ${deepestResult} deep.`);
    if (isInexact(value)) throw inexact;
    if (value === undefined) return null;
    if (typeof value === 'function' || isLambda(value))
      throw new Refused('transform_failed', 'The result has a function in it, which is no JSON.');
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part, depth + 1)]));
  };
  const json = JSON.stringify(plain(result, 0));
  if (Buffer.byteLength(json) > mostBytesGiven) throw tooLarge();
  return { json };
}

const inexact = new Refused(
  'number_too_large',
  'The result has a number beyond 9007199254740991, which would be rounded; keep it as text.',
);
const tooLarge = () => new Refused('output_too_large', 'The result has more than 64 KiB.');

/** Functions of the language itself and those that an expression defines are objects with a mark. */
const isLambda = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('_jsonata_function' in value || '_jsonata_lambda' in value);

/** The codes of `$error` and `$assert`, whose message the expression makes. */
const ownWords = ['D3137', 'D3141'];
/** The messages of both when the expression gives none. */
const withoutWords = ['$error() function evaluated', '$assert() statement failed'];

/**
 * What went wrong, without the values that the language quotes: they may be a customer's data. Of the words that the expression itself
 * makes, only those that stand in it are said.
 * @param texts in the expression
 */
function wordsOf(error: unknown, texts: string[]): string {
  const { message, position, code, ...quoted } = error as Record<string, unknown>;
  let words =
    typeof message === 'string' && message !== ''
      ? message
      : String(error instanceof Error ? error.name : 'it broke off');
  for (const value of [quoted.value, quoted.value2]) {
    const text = value === undefined ? undefined : JSON.stringify(value);
    if (text !== undefined && text !== '') words = words.replaceAll(text, '…');
  }
  if (ownWords.includes(String(code))) words = onlyOf(texts, words);
  const where = typeof position === 'number' ? ` (at character ${position})` : '';
  return `${words.slice(0, longestWords).replace(/\.$/, '')}${where}.`;
}

/** A text with an ellipsis for everything that is not one of these texts. */
function onlyOf(texts: string[], text: string): string {
  let shown = '';
  for (let at = 0; at < text.length && shown.length < longestWords; ) {
    const known = texts
      .filter((each) => each !== '' && text.startsWith(each, at))
      .reduce((longest, each) => (each.length > longest.length ? each : longest), '');
    if (known !== '') shown += known;
    else if (!shown.endsWith('…')) shown += '…';
    at += known.length || 1;
  }
  return shown;
}

/** The texts in a parsed expression, however deep it is. */
function textsIn(parsed: unknown): string[] {
  const texts: string[] = [];
  const left = [parsed];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { type, value } = node as Record<string, unknown>;
    if (type === 'string') texts.push(String(value));
    left.push(...Object.values(node));
  }
  return texts;
}
