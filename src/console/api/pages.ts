import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cache } from './cache.ts';
import { api } from './client.ts';
import type { paths } from './owner-api.d.ts';

/** The answer of a list of the API: pages that go on at a cursor or at an offset. */
interface AnyPage {
  items: unknown[];
  next_cursor?: string | null;
  next_offset?: number | null;
}

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** A path that answers with pages. */
export type ListPath = { [Path in keyof paths]: Answer<Path> extends AnyPage ? Path : never }[keyof paths];
type Page<Path extends ListPath> = Extract<Answer<Path>, AnyPage>;
type Parameters<Path extends ListPath> = paths[Path] extends { get: { parameters: infer All } }
  ? Omit<All, 'header' | 'cookie'>
  : never;

/** A list that grows as somebody scrolls, in the form that `Grid` takes. */
export interface Pages<Row, OnePage> {
  /** What was read so far, in order. */
  rows: readonly Row[];
  /** The first page, for what it says beside its rows. */
  first: OnePage | undefined;
  isLoading: boolean;
  /** Of the first page or of the last attempt to read on. */
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  more(): void;
  again(): void;
}

type Place = string | number | undefined;

/**
 * Reads a list page by page. `renew` of its path reads the pages anew that are there.
 * @param params of the path and the query, without the cursor
 */
export function usePages<Path extends ListPath>(
  path: Path,
  params: Parameters<Path>,
  { isOn = true }: { isOn?: boolean } = {},
): Pages<Page<Path>['items'][number], Page<Path>> {
  const list = useInfiniteQuery<
    Page<Path>,
    Error,
    InfiniteData<Page<Path>, Place>,
    readonly unknown[],
    Place
  >({
    queryKey: ['get', path, { params }, 'pages'],
    enabled: isOn,
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { query, ...others } = params as { query?: object };
      const place =
        pageParam === undefined ? {} : { [typeof pageParam === 'number' ? 'offset' : 'cursor']: pageParam };
      const init = { signal, params: { ...others, query: { ...query, ...place } } };
      // The parameters were checked against the path above.
      const { data } = (await api.GET(path as never, init as never)) as { data: unknown };
      return data as Page<Path>;
    },
    getNextPageParam: ({ next_cursor, next_offset }) => next_cursor ?? next_offset ?? undefined,
  });
  return usePagesOf(list, itemsIn<Page<Path>>);
}

/** Shows a list that is read page by page in the form that `Grid` takes. @param rowsIn of a page; the same function each time */
export function usePagesOf<OnePage, Row>(
  list: UseInfiniteQueryResult<InfiniteData<OnePage, unknown>>,
  rowsIn: (page: OnePage) => readonly Row[],
): Pages<Row, OnePage> {
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(rowsIn) ?? [], [pages, rowsIn]);
  return {
    rows,
    first: pages?.[0],
    isLoading: list.isPending,
    error: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    again: () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch()),
  };
}

const itemsIn = <OnePage extends AnyPage>({ items }: OnePage): OnePage['items'] => items;

/** Changes rows of the lists that were read of a path, at their places, such as after a change that somebody made. */
export function changeRows<Row>(path: ListPath, change: (row: Row) => Row): void {
  cache.setQueriesData<InfiniteData<{ items: Row[] }>>(
    { predicate: ({ queryKey }) => queryKey[1] === path && queryKey[3] === 'pages' },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
  );
}
