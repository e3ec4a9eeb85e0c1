import { readNumber } from './decimal.ts';
import { type FieldErrors, invalid } from './errors.ts';
import { unstorable } from './fields.ts';
import type { Query } from './page.ts';
import { likeLiteral, Parameters } from './sql.ts';
import { readDateTime } from './times.ts';

/**
 * Filters as django-filter has them (https://django-filter.readthedocs.io): an empty one is ignored, an unknown one
 * too, every bad one is reported, and the last of repeated values counts.
 */
export class Filters {
  readonly conditions: string[] = [];
  readonly parameters = new Parameters();
  readonly #query: Query;
  readonly #errors: FieldErrors = {};

  constructor(query: Query) {
    this.#query = query;
  }

  /** True when something is filtered out. */
  get any(): boolean {
    return this.conditions.length > 0;
  }

  /** The conditions for a `WHERE`, or nothing. */
  get where(): string {
    return this.any ? `WHERE ${this.conditions.join(' AND ')}` : '';
  }

  /** The same filters have the same text, whatever the order of parameters in the address. */
  get key(): string {
    return JSON.stringify([this.conditions, this.parameters.values]);
  }

  /** What was given for a filter; empty for nothing. */
  value(name: string): string {
    return (this.#query.last(name) ?? '').trim();
  }

  /** Adds a condition on a text. @param condition gets the placeholder of the value */
  text(name: string, condition: (placeholder: string) => string, prepare = (text: string) => text): void {
    this.#read(name, (text) => {
      const faults = unstorable(text);
      if (faults.length > 0) return faults;
      this.conditions.push(condition(this.parameters.add(prepare(text))));
      return undefined;
    });
  }

  number(name: string, condition: (placeholder: string) => string): void {
    this.#read(name, (text) => {
      const number = readNumber(text);
      if (!number) return ['Enter a number.'];
      if ('large' in number) return ['Ensure this value is less than or equal to 1e+50.'];
      this.conditions.push(condition(`${this.parameters.add(number.value)}::numeric`));
      return undefined;
    });
  }

  time(name: string, condition: (placeholder: string) => string): void {
    this.#read(name, (text) => {
      const time = readDateTime(text);
      if (time === undefined) return ['Enter a valid date/time.'];
      this.conditions.push(condition(`${this.parameters.add(time)}::timestamptz`));
      return undefined;
    });
  }

  /** `true` or `false`, also `1` or `0`, in any case; everything else is ignored. */
  boolean(name: string, condition: (value: boolean) => string): void {
    this.#read(name, (text) => {
      const word = text.toLowerCase();
      if (word === 'true' || word === '1') this.conditions.push(condition(true));
      else if (word === 'false' || word === '0') this.conditions.push(condition(false));
      return undefined;
    });
  }

  /** A list with commas between its values. */
  list(
    name: string,
    condition: (placeholder: string) => string,
    check: (value: string) => string | undefined = (value) => unstorable(value)[0],
  ): void {
    this.#read(name, (text) => {
      const values = text.split(',').map((value) => value.trim());
      const fault = values.map(check).find((message) => message !== undefined);
      if (fault !== undefined) return [fault];
      this.conditions.push(condition(this.parameters.add(values)));
      return undefined;
    });
  }

  /** An id among others; a number that no id can be finds nothing. */
  id(name: string, condition: (placeholder: string) => string): void {
    this.#read(name, (text) => {
      if (!readNumber(text)) return ['Enter a number.'];
      this.conditions.push(
        /^\d{1,18}$/.test(text) ? condition(`${this.parameters.add(text)}::bigint`) : 'false',
      );
      return undefined;
    });
  }

  /** What a check of one's own says; undefined for nothing. */
  custom(name: string, read: (text: string) => string[] | undefined): void {
    this.#read(name, read);
  }

  /** Terms of `search`, all of which must be found. @throws Refusal 400, a bare list as in DRF, for a NUL */
  search(name: string, condition: (pattern: string, term: string) => string): void {
    const text = this.#query.last(name) ?? '';
    const faults = unstorable(text);
    if (faults.length > 0) throw invalid(faults);
    for (const term of searchTerms(text)) {
      if (term === '') continue; // found in every record
      this.conditions.push(condition(`'%' || lower(${this.parameters.add(likeLiteral(term))}) || '%'`, term));
    }
  }

  /** @throws Refusal 400 with all that is wrong */
  check(): void {
    if (Object.keys(this.#errors).length > 0) throw invalid(this.#errors);
  }

  #read(name: string, read: (text: string) => string[] | undefined): void {
    const text = this.value(name);
    if (text === '') return;
    const errors = read(text);
    if (errors) this.#errors[name] = errors;
  }
}

/** A run without white space that may hold quoted pieces, which may have some; or whatever is not white space. */
const token = /[^\s"']*(?:(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')[^\s"']*)+|\S+/gs;

/**
 * The terms of DRF's SearchFilter: split at white space and commas, except in quotes. A term loses its quotes only if
 * it begins and ends with the same one.
 */
export function searchTerms(text: string): string[] {
  return (text.match(token) ?? []).flatMap((found) => {
    const part = found.replace(/^,+|,+$/g, '');
    const quote = part[0];
    if ((quote === '"' || quote === "'") && part.at(-1) === quote) {
      return [part.slice(1, -1).replaceAll(`\\${quote}`, quote).replaceAll('\\\\', '\\')];
    }
    return part.split(',').filter((word) => word !== '');
  });
}
