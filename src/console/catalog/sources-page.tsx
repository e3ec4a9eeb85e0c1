import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { queries } from '../api/client.ts';
import type { Pages } from '../api/pages.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import type { Column } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './catalog.module.css';
import { type SourceFigures, sourceStatsPath } from './paths.ts';
import { SelectedSources } from './selected-sources.tsx';
import { NewSource, SourceDialog } from './source-dialog.tsx';

const none: ReadonlySet<string> = new Set();
const keyOf = ({ id }: SourceFigures) => String(id);

const pricesOf = ({ by_currency }: SourceFigures): string =>
  by_currency
    .filter(({ price_currency }) => price_currency)
    .map(({ price_currency, min_price, max_price }) => `${min_price}–${max_price} ${price_currency}`)
    .join(', ');

const columns = (): readonly Column<SourceFigures>[] => [
  {
    ...{ id: 'name', name: t('catalog.name'), width: 'minmax(0, 1.5fr)', order: 'name' },
    text: ({ name }) => name,
  },
  { id: 'url', name: t('catalog.address'), width: 'minmax(0, 1.5fr)', text: ({ url }) => url },
  {
    ...{ id: 'prices', name: t('catalog.prices_name'), width: 'minmax(0, 1.5fr)' },
    text: pricesOf,
  },
  {
    ...{ id: 'offers', name: t('catalog.offers'), width: '112px', isNumber: true, order: 'offers' },
    narrow: 'end',
    text: ({ offers_count }) => offers_count,
    cell: ({ offers_count }) => showNumber(offers_count),
  },
];

/** The sources that words find, in an order. The API gives all of them with their figures at once. */
function useSources(words: string, order: string) {
  const query = queries.useQuery('get', sourceStatsPath, {});
  const rows = useMemo(() => {
    const wanted = words.toLocaleLowerCase();
    const fits = ({ name, url }: SourceFigures) =>
      `${name} ${url ?? ''}`.toLocaleLowerCase().includes(wanted);
    const found = (query.data?.sources ?? []).filter(fits);
    return order === 'name'
      ? found.toSorted((a, b) => a.name.localeCompare(b.name))
      : found.toSorted((a, b) => b.offers_count - a.offers_count);
  }, [query.data, words, order]);
  const pages: Pages<SourceFigures, unknown> = {
    ...{ rows, first: undefined, isLoading: query.isPending, error: query.error as Error | null },
    ...{ hasMore: false, isLoadingMore: false, more: () => {} },
    again: () => void query.refetch(),
  };
  return { pages, figures: query.data };
}

/** Who the offers are of: names, addresses and figures, renamed, made one, and deleted with their offers. */
export function Sources() {
  const [search, change] = useAddress();
  const words = wordAt(search, 'q') ?? '';
  const order = wordAt(search, 'order') === 'name' ? 'name' : 'offers';
  const { pages, figures } = useSources(words, order);
  const [isMaking, setMaking] = useState(false);
  const [open, setOpen] = useState<SourceFigures>();
  const [selected, setSelected] = useState(none);
  const shown = useMemo(columns, []);
  const make = (
    <Button look="main" onPress={() => setMaking(true)}>
      <Plus size={16} aria-hidden="true" />
      {t('catalog.new_source')}
    </Button>
  );
  return (
    <Page isWide title={t('catalog.sources')} acts={make}>
      <div className={css.bar}>
        <SearchBox
          label={t('catalog.search_sources')}
          value={words}
          onChange={(q) => change({ q: q || undefined })}
        />
        {figures && (
          <span role="status" className={css.muted}>
            {t(words === '' ? 'catalog.source_count' : 'catalog.source_found', {
              count: figures.total_sources,
              shown: showNumber(figures.total_sources),
              found: showNumber(pages.rows.length),
              offers: showNumber(figures.total_offers),
              filled: showNumber(figures.sources_with_offers),
            })}
          </span>
        )}
      </div>
      <List
        label={t('catalog.sources')}
        {...{ pages, keyOf, selected }}
        columns={shown}
        onSelect={setSelected}
        onOpen={setOpen}
        order={{ by: order, direction: order === 'name' ? 'ascending' : 'descending' }}
        onOrder={(by) => change({ order: by === 'offers' ? undefined : by })}
        empty={
          words === '' ? (
            <Empty title={t('catalog.no_sources')} text={t('catalog.no_sources_text')} />
          ) : (
            <Empty title={t('catalog.no_source_fits')}>
              <Button onPress={() => change({ q: undefined })}>{t('kit.search_clear')}</Button>
            </Empty>
          )
        }
      />
      <SelectedSources rows={pages.rows} selected={selected} onSelect={setSelected} />
      {isMaking && <NewSource onClose={() => setMaking(false)} />}
      {open && <SourceDialog source={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
