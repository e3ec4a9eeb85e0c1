import { useEffect, useMemo } from 'react';
import { type Search, useAddress, wordAt } from './address.ts';

/** One of some values. While the options are not known, every value passes. */
interface ChoiceFilter {
  kind: 'choice';
  options: readonly (readonly [value: string, name: string])[] | undefined;
}

/** Any words. */
interface TextFilter {
  kind: 'text';
  placeholder?: string;
  /** What is offered while somebody types. */
  suggestions?: readonly string[];
}

/** A value of one of some keys, in the address as `city=Riga`. */
interface PairFilter {
  kind: 'pair';
  options: readonly (readonly [key: string, name: string])[] | undefined;
  /** Above the field for the value. */
  valueName: string;
}

/** One of more than can be listed: what fits some words is asked for. Every value passes. */
interface FindFilter {
  kind: 'find';
  /** A hook that gives what fits; undefined while it is asked for. Nothing is asked for without words. */
  useFound(words: string): readonly (readonly [value: string, name: string])[] | undefined;
  /** How a value is called; the value itself if that is not known. */
  nameOf(value: string): string | undefined;
}

/** From a day to a day, in the address as `2026-11-01..2026-11-30`; one of them may be missing. */
interface DaysFilter {
  kind: 'days';
}

/** Something by which a list can be narrowed. Its value is in the address at its `key`. */
export type Filter = { key: string; name: string } & (
  | ChoiceFilter
  | TextFilter
  | PairFilter
  | FindFilter
  | DaysFilter
);

const days = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;
const isDay = (day: string | undefined) => day === undefined || !Number.isNaN(Date.parse(day));

/** The first and the last day of such a value. */
export function daysOf(value: string): { from?: string | undefined; to?: string | undefined } {
  const [, from, to] = days.exec(value) ?? [];
  return { from, to };
}

const has = (options: readonly (readonly [string, string])[] | undefined, id: string) =>
  options === undefined || options.some(([each]) => each === id);

/** Whether a filter takes a value. */
export function takes(filter: Filter, value: string): boolean {
  if (filter.kind === 'choice') return has(filter.options, value);
  if (filter.kind === 'text' || filter.kind === 'find') return value.trim() !== '';
  if (filter.kind === 'pair') {
    const at = value.indexOf('=');
    return at > 0 && at < value.length - 1 && has(filter.options, value.slice(0, at));
  }
  const { from, to } = daysOf(value);
  return (from ?? to) !== undefined && isDay(from) && isDay(to);
}

/** The values of filters in the address, those that they take. */
export function valuesOf(filters: readonly Filter[], search: Search): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const value = wordAt(search, filter.key);
      return value !== undefined && takes(filter, value) ? [[filter.key, value]] : [];
    }),
  );
}

/** The moments for a request: from the beginning of the first day to the end of the last one, in the zone of the device. */
export function momentsOf(value: string | undefined): { from?: string; to?: string } {
  const { from, to } = daysOf(value ?? '');
  const start = (day: string, more: number) => {
    const [year, month, date] = day.split('-').map(Number);
    return new Date(year!, month! - 1, date! + more).toISOString();
  };
  return { ...(from && { from: start(from, 0) }), ...(to && { to: start(to, 1) }) };
}

/**
 * The filters that are set in the address; what they do not take is taken away from it.
 * @param filters the same ones at each call, as long as nothing about them changes
 */
export function useFilters(filters: readonly Filter[]) {
  const [search, change] = useAddress();
  const values = useMemo(() => valuesOf(filters, search), [filters, search]);
  useEffect(() => {
    const wrong = filters.filter(({ key }) => search[key] !== undefined && values[key] === undefined);
    if (wrong.length > 0) change(Object.fromEntries(wrong.map(({ key }) => [key, undefined])));
  }, [filters, search, values, change]);
  return {
    values,
    isAny: Object.keys(values).length > 0,
    set: (key: string, value: string | undefined) => change({ [key]: value }),
    clear: () => change(Object.fromEntries(filters.map(({ key }) => [key, undefined]))),
  };
}
