import { useMemo, useState } from 'react';
import { queries } from '../api/client.ts';
import type { Pages } from '../api/pages.ts';
import type { Column } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { countsOf } from './import-counts.ts';
import { ImportRecordDialog } from './import-record.tsx';
import { type ImportRecord, importsPath } from './paths.ts';

const looks: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  ...{ done: 'good', needs_confirmation: 'warn', interrupted: 'warn', failed: 'bad' },
};

const columns = (): readonly Column<ImportRecord>[] => [
  {
    ...{ id: 'source', name: t('catalog.source'), width: 'minmax(0, 1fr)' },
    text: ({ source_name }) => source_name ?? t('catalog.import_many'),
  },
  {
    ...{ id: 'what', name: t('catalog.imports_what'), width: 'minmax(0, 2fr)' },
    text: (record) =>
      countsOf(record)
        .map((pair) => pair.join(' '))
        .join(', '),
  },
  {
    ...{ id: 'state', name: t('catalog.imports_state'), width: '144px', narrow: 'end' },
    text: ({ state }) => t('catalog.import_state', { state }),
    cell: ({ state }) => <Badge look={looks[state] ?? 'plain'}>{t('catalog.import_state', { state })}</Badge>,
  },
  {
    ...{ id: 'when', name: t('catalog.imports_when'), width: '176px' },
    text: ({ started_at }) => showMoment(started_at),
  },
];

/** The imported files of the last 90 days: what they did, what waits for a word, and what can be taken back. */
export function Imports() {
  const params = { query: { page_size: 200 } };
  const query = queries.useQuery('get', importsPath, { params });
  const [open, setOpen] = useState<ImportRecord>();
  const shown = useMemo(columns, []);
  const pages: Pages<ImportRecord, unknown> = {
    ...{ rows: query.data?.results ?? [], first: undefined, isLoading: query.isPending },
    ...{ error: query.error as Error | null, hasMore: false, isLoadingMore: false, more: () => {} },
    again: () => void query.refetch(),
  };
  return (
    <Page isWide title={t('catalog.imports')}>
      <List
        label={t('catalog.imports')}
        pages={pages}
        columns={shown}
        keyOf={(record) => String(record.id)}
        onOpen={(record) => setOpen(record)}
        empty={<Empty title={t('catalog.imports_none')} text={t('catalog.imports_none_text')} />}
      />
      {open && <ImportRecordDialog record={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
