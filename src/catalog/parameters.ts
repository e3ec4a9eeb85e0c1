import { LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import { readNumber } from './decimal.ts';
import { type Reading, unstorable } from './fields.ts';
import { isRecord, parseJson, writeJson } from './json.ts';
import { defaultSize, maxSize } from './page.ts';
import { searchTerms } from './search-tokens.ts';
import { readDateTime } from './times.ts';
import { words } from './words.ts';

/**
 * The parameters of a query, like those of django-filter (https://django-filter.readthedocs.io): all are optional, and an
 * empty one counts as absent. Each reads the text of its parameter, and describes itself in the OpenAPI document.
 */

type Described = Record<string, unknown>;

/** Reads a text that is not empty: returns a value, messages, or undefined if it filters nothing. */
type Read<Value> = (text: string) => Reading<Value> | undefined;

/** A parameter that filters. Its value is undefined if it is absent or filters nothing. */
function filter<Value>(read: Read<Value>, described: Described) {
  return z
    .unknown()
    .transform((input, ctx): Value | undefined => {
      const text = typeof input === 'string' ? input.trim() : '';
      const reading = text === '' ? undefined : read(text);
      if (reading === undefined) return undefined;
      if ('value' in reading) return reading.value;
      for (const message of reading.errors) ctx.issues.push({ code: 'custom', message, input });
      return z.NEVER;
    })
    .meta(described)
    .optional();
}

const storable = (text: string): Reading<string> => {
  const errors = unstorable(text);
  return errors.length > 0 ? { errors } : { value: text };
};

/** A parameter that filters nothing, such as the order; its value is its text. */
export const option = (description: string, more: Described = {}) =>
  z
    .string()
    .optional()
    .meta({ type: 'string', description, ...more });

/** One of some words. */
export const choice = <Word extends string>(among: readonly Word[], description: string) =>
  filter(
    (text) => {
      const word = among.find((each) => each === text);
      return word === undefined ? { errors: [words.notChoice(text)] } : { value: word };
    },
    { type: 'string', enum: among, description },
  );

/** What a function reads from the text. */
export const reading = <Value>(read: (text: string) => Reading<Value>, description: string) =>
  filter(read, { type: 'string', description });

/** A filter by a whole text. */
export const exactText = (description: string) => filter(storable, { type: 'string', description });

/** The key of a record that may not exist, as text. */
export const givenKey = (description: string) =>
  filter((text) => ({ value: text }), { type: 'integer', description });

/** Like `exactText`, but required in the document. The handler reports its absence. */
export const neededText = (description: string) => exactText(description).unwrap();

/** A number as text for Postgres' `numeric`. */
export const number = (description: string) =>
  filter(
    (text) => {
      const number = readNumber(text);
      if (!number) return { errors: [words.enterNumber] };
      return 'large' in number ? { errors: [words.most('1e+50')] } : number;
    },
    { type: 'number', description },
  );

/** An id that no record has. */
const noId = '0';

/** An id as text. An impossible id finds nothing. */
export const recordId = (description: string) =>
  filter(
    (text) => {
      if (!readNumber(text)) return { errors: [words.enterNumber] };
      return { value: /^\d{1,18}$/.test(text) ? text : noId };
    },
    { type: 'integer', description },
  );

/** A time as text for Postgres' `timestamptz`. */
export const time = (description: string) =>
  filter(
    (text) => {
      const value = readDateTime(text);
      return value === undefined ? { errors: [words.enterTime] } : { value };
    },
    { type: 'string', format: 'date-time', description },
  );

/** `true` or `false`, also `1` or `0`, in any case; any other word filters nothing. */
export const flag = (description: string) =>
  filter(
    (text) => {
      const word = text.toLowerCase();
      if (word === 'true' || word === '1') return { value: true };
      return word === 'false' || word === '0' ? { value: false } : undefined;
    },
    { type: 'boolean', description },
  );

/** `true` or `false`, also `1` or `0`, in any case. Unlike `flag` it refuses other words, for what must not happen by a mistake. */
export const strictFlag = (description: string) =>
  filter(
    (text): Reading<boolean> => {
      const word = text.toLowerCase();
      if (word === 'true' || word === '1') return { value: true };
      return word === 'false' || word === '0' ? { value: false } : { errors: [words.notChoice(text)] };
    },
    { type: 'boolean', description },
  );

/** A list with values separated by commas. Empty values are ignored, and an empty list filters nothing. */
export const list = (
  description: string,
  faultOf: (value: string) => string | undefined = (value) => unstorable(value)[0],
) =>
  filter(
    (text) => {
      const values = text.split(',').flatMap((value) => value.trim() || []);
      if (values.length === 0) return undefined;
      const fault = values.map(faultOf).find((message) => message !== undefined);
      return fault === undefined ? { value: values } : { errors: [fault] };
    },
    { type: 'string', description },
  );

/** A filter by ids, separated by commas. */
export const idList = (description: string) =>
  list(description, (value) => (/^\d{1,18}$/.test(value) ? undefined : words.enterNumber));

/** JSON as it is written when it is stored. */
export const json = (description: string) =>
  filter(
    (text) => {
      const parsed = parseJson(text);
      if ('error' in parsed || unstorable(text).length > 0) return { errors: [words.enterJson] };
      return { value: writeJson(parsed.value) };
    },
    { type: 'string', description },
  );

/**
 * An object of texts and numbers in JSON; each value as its text, and the names without white space around them.
 * @param faultOf what is wrong with a value, beside the values of the names before it
 */
export const textByName = (
  description: string,
  faultOf: (name: string, value: string, before: readonly [string, string][]) => string | undefined,
) =>
  filter(
    (text): Reading<Record<string, string>> => {
      const parsed = parseJson(text);
      if ('error' in parsed || !isRecord(parsed.value) || unstorable(text).length > 0) {
        return { errors: ['Enter a JSON object, such as {"Name": "value"}.'] };
      }
      const given = Object.entries(parsed.value);
      const unwritten = given.filter(
        ([, value]) =>
          typeof value !== 'string' && typeof value !== 'number' && !(value instanceof LosslessNumber),
      );
      if (unwritten.length > 0) {
        return { errors: unwritten.map(([name]) => `The value of "${name}" has to be a text or a number.`) };
      }
      const values = given.map(([name, value]): [string, string] => [
        name.trim(),
        typeof value === 'string' ? value : writeJson(value),
      ]);
      const errors = values.flatMap(([name, value], i) => faultOf(name, value, values.slice(0, i)) ?? []);
      return errors.length > 0 ? { errors } : { value: Object.fromEntries(values) };
    },
    { type: 'string', description },
  );

/** A whole number. */
export const wholeNumber = (least: number, most: number, description: string) =>
  filter(
    (text): Reading<number> => {
      if (!/^\d{1,9}$/.test(text)) return { errors: [words.enterNumber] };
      const number = Number(text);
      if (number < least) return { errors: [words.least(least)] };
      return number > most ? { errors: [words.most(String(most))] } : { value: number };
    },
    { type: 'integer', minimum: least, maximum: most, description },
  );

/** Most terms of a search, because each term is searched in every record that passes the other ones. */
export const maxTerms = 20;

/**
 * The terms of a search. An invalid search is reported alone, as a bare list, before all other errors.
 * @param max the number of terms; absent if terms of another search count too
 */
export const search = (description: string, max?: number) =>
  z
    .unknown()
    .transform((input, ctx): string[] | undefined => {
      if (typeof input !== 'string') return undefined;
      const terms = searchTerms(input).filter((term) => term !== ''); // an empty term matches every record
      const faults = unstorable(input);
      if (faults.length === 0 && max !== undefined && terms.length > max) {
        faults.push(words.manyTerms(max, terms.length));
      }
      for (const message of faults)
        ctx.issues.push({ code: 'custom', message, input, params: { isAlone: true } });
      return terms.length > 0 ? terms : undefined;
    })
    .meta({ type: 'string', description })
    .optional();

const fewTerms = `at most ${maxTerms} terms.`;
/** Adds the limit of terms to the description of a search. */
export const describeTerms = (description: string): string => `${description}; ${fewTerms}`;

/** The parameters of a list with pages. */
export const pages = {
  page: option('Number of the page, or `last`.'),
  page_size: option('Items of a page.', {
    type: 'integer',
    minimum: 1,
    maximum: maxSize,
    default: defaultSize,
  }),
  cursor: option('Deep paging without `count`: empty for the first page, then follow `next`.'),
};

/** @param names the fields, in words */
export const ordering = (names: string) =>
  option(`Fields with commas between them, \`-\` for downwards: ${names}. \`id\` always comes last.`);
