import { Download, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAddress } from '../kit/address.ts';
import { Button, buttonClass } from '../kit/button.tsx';
import { FilterBar } from '../kit/filters.tsx';
import { type Column, Grid } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showDay, showMoment, showNumber, showSince } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './catalog.module.css';
import { Facets } from './facets.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { useOfferFilters } from './offer-filters.ts';
import { useOffers } from './offers.tsx';
import type { Offer } from './paths.ts';
import { SelectedOffers } from './selected-offers.tsx';

const none: ReadonlySet<string> = new Set();
const keyOf = ({ id }: Offer) => String(id);

export const priceOf = ({
  price_raw,
  price_currency,
}: Pick<Offer, 'price_raw' | 'price_currency'>): string =>
  price_raw === null ? '' : [price_raw, price_currency].filter(Boolean).join(' ');

const columns = (): readonly Column<Offer>[] => [
  {
    ...{ id: 'pn', name: t('catalog.pn'), width: 'minmax(0, 1.4fr)', order: 'pn_raw' },
    text: ({ pn_raw }) => pn_raw,
  },
  {
    ...{ id: 'brand', name: t('catalog.brand'), width: 'minmax(0, 1fr)', order: 'brand_raw' },
    text: ({ brand_raw }) => brand_raw,
  },
  {
    ...{ id: 'source', name: t('catalog.source'), width: 'minmax(0, 1.2fr)' },
    text: ({ source_name }) => source_name,
  },
  {
    ...{ id: 'condition', name: t('catalog.condition'), width: 'minmax(0, 0.8fr)' },
    text: ({ condition_raw }) => condition_raw,
  },
  {
    ...{ id: 'status', name: t('catalog.status'), width: 'minmax(0, 0.8fr)', narrow: 'none' as const },
    text: ({ status_raw }) => status_raw,
  },
  {
    ...{ id: 'price', name: t('catalog.price'), width: '136px', isNumber: true, order: 'price_raw' },
    narrow: 'end',
    text: priceOf,
  },
  {
    ...{ id: 'made', name: t('catalog.made'), width: '104px', isNumber: true, order: 'created_at' },
    narrow: 'none',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <time title={showMoment(created_at)}>{showSince(created_at)}</time>,
  },
];

/** What suppliers offer: any number of offers, found by words, filters and facets. */
export function Offers() {
  const given = useOfferFilters();
  const { filters, set, query, words, setWords } = given;
  const [, change] = useAddress();
  const { long, count, error, isLoading, again } = useOffers(query);
  const [isImporting, setImporting] = useState(false);
  // Offers that are not in the list any more are not selected either.
  const [selection, setSelection] = useState({ query, keys: none });
  const selected = selection.query === query ? selection.keys : none;
  const select = (keys: ReadonlySet<string>) => setSelection({ query, keys });
  const shown = useMemo(columns, []);
  const exported = `/api/owner/catalog/offers/export?${new URLSearchParams({
    format: 'csv',
    ...(Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])) as object),
  })}`;
  const isNarrow = words !== '' || set.isAny;
  const clear = () =>
    change({ q: undefined, ...Object.fromEntries(filters.map(({ key }) => [key, undefined])) });
  const imports = (
    <Button look="main" onPress={() => setImporting(true)}>
      <Upload size={16} aria-hidden="true" />
      {t('catalog.import')}
    </Button>
  );
  return (
    <Page
      isWide
      title={t('catalog.offers')}
      acts={
        <>
          <a className={`${buttonClass()} ${css.act}`} href={exported} download>
            <Download size={16} aria-hidden="true" />
            {t(isNarrow ? 'catalog.export_shown' : 'catalog.export')}
          </a>
          {imports}
        </>
      }
    >
      <div className={css.columns}>
        <Facets values={set.values} onSet={set.set} />
        <div className={css.list}>
          <FilterBar
            filters={filters}
            set={set}
            showDay={showDay}
            end={
              count !== undefined && (
                <span role="status">{t('catalog.count', { count, shown: showNumber(count) })}</span>
              )
            }
          >
            <SearchBox label={t('catalog.search')} value={words} onChange={setWords} />
          </FilterBar>
          <Grid
            label={t('catalog.offers')}
            rows={[]}
            {...{ long, keyOf, selected, isLoading }}
            fault={error && <ProblemNotice error={error} again={again} />}
            columns={shown}
            onSelect={select}
            onOpen={({ id }) => given.setOpen(id)}
            openKey={given.open}
            {...(given.order && { order: given.order })}
            onOrder={given.setOrder}
            empty={
              isNarrow ? (
                <Empty title={t('catalog.none_fits')}>
                  <Button onPress={clear}>{t('kit.filter_clear')}</Button>
                </Empty>
              ) : (
                <Empty title={t('catalog.none')} text={t('catalog.none_text')}>
                  {imports}
                </Empty>
              )
            }
          />
          <SelectedOffers selected={selected} onSelect={select} />
        </div>
      </div>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {given.open !== undefined && (
        <OfferDialog key={given.open} id={Number(given.open)} onClose={() => given.setOpen(undefined)} />
      )}
    </Page>
  );
}
