import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cache } from './cache.ts';

/** A page of a list, with how many rows there are in all. */
export interface CountedPage<Row> {
  count: number;
  rows: readonly Row[];
}

/** How pages of a list are read. */
export interface PagesRead<Row> {
  /** Distinguishes the list from others; it begins as the keys of all queries do. */
  key: readonly unknown[];
  /** @param number from 1 on @throws ApiProblem */
  page(number: number, size: number, signal: AbortSignal): Promise<CountedPage<Row>>;
}

const pageSize = 100;
/** How long pages that are out of view are remembered. */
const keptMs = 30_000;
/** While somebody drags the scroll bar, pages are asked for no more often. */
const askEveryMs = 100;

const pageQuery = <Row>({ key, page }: PagesRead<Row>, number: number) => ({
  queryKey: [...key, 'page', number],
  queryFn: ({ signal }: { signal: AbortSignal }) => page(number, pageSize, signal),
  gcTime: keptMs,
});

/** The first page, which says how many rows there are. What was there before stays while another list comes. */
export function useFirstPage<Row>(list: PagesRead<Row>) {
  return useQuery({ ...pageQuery(list, 1), placeholderData: keepPreviousData });
}

/**
 * The rows of a part of a list, and then those on both sides of it. Pages that are out of view before they came are not waited for: the
 * server stops reading them.
 */
export function usePartOf<Row>(list: PagesRead<Row>, first: number, last: number, count: number) {
  const wanted = useSeldom({ first, last }, askEveryMs);
  const numberAt = (index: number) => Math.floor(Math.max(0, Math.min(count - 1, index)) / pageSize) + 1;
  const shown = { first: numberAt(wanted.first), last: numberAt(wanted.last) };
  const from = numberAt(wanted.first - pageSize);
  const to = numberAt(wanted.last + pageSize);
  const numbers = Array.from({ length: to - from + 1 }, (_, more) => from + more);
  const isShown = (number: number) => number >= shown.first && number <= shown.last;
  const pageAt = (number: number) => cache.getQueryData<CountedPage<Row>>([...list.key, 'page', number]);
  const isThere = numbers.filter(isShown).every((number) => pageAt(number) !== undefined);
  const pages = useQueries({
    queries: numbers.map((number) => ({ ...pageQuery(list, number), enabled: isThere || isShown(number) })),
  });
  const failed = pages.find(({ error }) => error !== null);
  const read = pages.map(({ data }) => data);
  return {
    at(index: number): Row | undefined {
      const number = numberAt(index);
      return (read[number - from] ?? pageAt(number))?.rows[index % pageSize];
    },
    error: failed?.error,
    // With the first page, which knows whether the list has become shorter.
    again: () => void cache.invalidateQueries({ queryKey: list.key }),
  };
}

/** A value that follows another one at most once in a while. */
function useSeldom<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are compared by what they say.
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setShown(latest.current);
    }, everyMs);
  }, [key, everyMs]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return shown;
}

/** Rows from one place to another, in one request. @throws ApiProblem */
export async function readRows<Row>({ page }: PagesRead<Row>, first: number, last: number, most: number) {
  const until = Math.min(last, first + most - 1);
  const { signal } = new AbortController();
  const from = Math.floor(first / most) + 1;
  const to = Math.floor(until / most) + 1;
  const found = await Promise.all(
    Array.from({ length: to - from + 1 }, (_, more) => page(from + more, most, signal)),
  );
  const skipped = (from - 1) * most;
  return found.flatMap(({ rows }) => rows).slice(first - skipped, until + 1 - skipped);
}
