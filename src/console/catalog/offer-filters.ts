import { useMemo } from 'react';
import { queries } from '../api/client.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { type Filter, momentsOf, useFilters } from '../kit/filters.tsx';
import { t } from '../text/text.ts';
import { type OfferQuery, useStatistics } from './offers.tsx';
import { sourcesPath } from './paths.ts';

const orders = ['id', 'pn_raw', 'brand_raw', 'price_raw', 'created_at'] as const;

/** Sources whose name has these words. */
function useFoundSources(words: string) {
  const { data } = queries.useQuery(
    'get',
    sourcesPath,
    { params: { query: { search: words, page_size: 20 } } },
    { enabled: words !== '' },
  );
  return useMemo(() => data?.results.map(({ id, name }) => [String(id), name] as const), [data]);
}

const named = (values: readonly (string | null)[] | undefined) =>
  values?.filter((value) => value !== null && value !== '').map((value) => [value!, value!] as const);

/** By what offers are listed, in the words of the address. */
export function useOfferFilters() {
  const { data: figures } = useStatistics();
  const filters = useMemo<readonly Filter[]>(() => {
    const sources = figures?.by_source;
    return [
      {
        ...({ key: 'source', name: t('catalog.source'), kind: 'find' } as const),
        useFound: useFoundSources,
        nameOf: (id: string) => sources?.find((each) => String(each.source) === id)?.source_name,
      },
      { key: 'brand', name: t('catalog.brand'), kind: 'text' },
      { key: 'pn', name: t('catalog.pn_starts'), kind: 'text' },
      {
        ...({ key: 'condition', name: t('catalog.condition'), kind: 'choice' } as const),
        options: named(figures?.by_condition.map(({ condition_raw }) => condition_raw)),
      },
      {
        ...({ key: 'status', name: t('catalog.status'), kind: 'choice' } as const),
        options: named(figures?.by_status.map(({ status_raw }) => status_raw)),
      },
      {
        ...({ key: 'currency', name: t('catalog.currency'), kind: 'choice' } as const),
        options: named(figures?.by_currency.map(({ price_currency }) => price_currency)),
      },
      { key: 'price_min', name: t('catalog.price_min'), kind: 'text', placeholder: '10.50' },
      { key: 'price_max', name: t('catalog.price_max'), kind: 'text', placeholder: '99' },
      {
        ...({ key: 'priced', name: t('catalog.price'), kind: 'choice' } as const),
        options: [
          ['true', t('catalog.with_price')],
          ['false', t('catalog.without_price')],
        ],
      },
      { key: 'made', name: t('catalog.made'), kind: 'days' },
    ];
  }, [figures]);
  const set = useFilters(filters);
  const [search, change] = useAddress();
  const wanted = wordAt(search, 'order') ?? '';
  const isDown = wanted.startsWith('-');
  const by = orders.find((each) => each === wanted.replace(/^-/, ''));
  const words = wordAt(search, 'q') ?? '';
  const query = useMemo<OfferQuery>(() => {
    const { source, brand, pn, condition, status, currency, price_min, price_max, priced, made } = set.values;
    const { from, to } = momentsOf(made);
    // A number is sent as it was entered, so that it keeps its digits and the server judges it.
    const number = (text: string) => text.replace(',', '.') as unknown as number;
    return {
      ...(words && { q: words }),
      ...(source && { source: Number(source) }),
      ...(brand && { brand_raw__icontains: brand }),
      ...(pn && { pn_raw__startswith: pn }),
      ...(condition && { condition_raw: condition }),
      ...(status && { status_raw: status }),
      ...(currency && { currency }),
      ...(price_min && { price_min: number(price_min) }),
      ...(price_max && { price_max: number(price_max) }),
      ...(priced && { has_price: priced === 'true' }),
      ...(from && { created_after: from }),
      ...(to && { created_before: to }),
      ...(by && { ordering: `${isDown ? '-' : ''}${by}` }),
    };
  }, [set.values, words, by, isDown]);
  return {
    ...{ filters, set, query, words },
    setWords: (next: string) => change({ q: next || undefined }),
    order: by && { by, direction: isDown ? ('descending' as const) : ('ascending' as const) },
    /** A column is sorted up, then down, then no more. */
    setOrder: (column: string) =>
      change({ order: by !== column ? column : isDown ? undefined : `-${column}` }),
    open: wordAt(search, 'offer'),
    setOpen: (id: number | undefined) => change({ offer: id }, { isStep: id !== undefined }),
  };
}
