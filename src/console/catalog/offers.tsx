import { useMemo } from 'react';
import { api, queries } from '../api/client.ts';
import { type PagesRead, readRows, useFirstPage, usePartOf } from '../api/long-list.ts';
import type { operations } from '../api/owner-api.d.ts';
import type { LongRows } from '../kit/grid.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { type Offer, offerStatsPath, offersPath } from './paths.ts';

export type OfferQuery = NonNullable<operations['offers_search_list']['parameters']['query']>;

/** So many are deleted together. */
const mostRead = 1000;

/** The offers that filters choose, however many, and how many they are. */
export function useOffers(query: OfferQuery) {
  const list = useMemo<PagesRead<Offer>>(
    () => ({
      key: ['get', offersPath, query],
      async page(page, size, signal) {
        const params = { query: { ...query, page: String(page), page_size: size } };
        const { count, results } = (await api.GET(offersPath, { params, signal })).data!;
        return { count: count!, rows: results };
      },
    }),
    [query],
  );
  const { data, error, isPending, isPlaceholderData, refetch } = useFirstPage(list);
  const count = data?.count;
  const long = useMemo<LongRows<Offer>>(() => {
    const all = isPlaceholderData ? 0 : (count ?? 0);
    return {
      count: all,
      usePart(first, last) {
        const { at, error, again } = usePartOf(list, first, last, all);
        return { at, fault: error && <ProblemNotice error={error} again={again} /> };
      },
      read: (first, last) => readRows(list, first, last, mostRead),
      mostRead,
      allLabel: t(all > mostRead ? 'catalog.select_most' : 'catalog.select_all', { count: mostRead }),
    };
  }, [list, count, isPlaceholderData]);
  return { long, count, error, isLoading: isPending || isPlaceholderData, again: () => void refetch() };
}

/** Figures of all offers, whatever the filters. */
export const useStatistics = () => queries.useQuery('get', offerStatsPath, {}, { staleTime: 60_000 });
