import { useState } from 'react';
import { useSearch } from '../api/search.ts';
import { Dialog } from '../kit/dialog.tsx';
import { type Column, Grid } from '../kit/grid.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import css from './customers.module.css';
import { type CustomerRow, customerColumns, keyOfCustomer } from './list-columns.tsx';

interface FindCustomerProps {
  /** Not this one. */
  except: string;
  onClose(): void;
  onFound(id: string): void;
}

/** Chooses another customer by words, for a merge. */
export function FindCustomer({ except, onClose, onFound }: FindCustomerProps) {
  const [words, setWords] = useState('');
  const { data, error, isFetching, refetch } = useSearch(words, { type: 'customers', keeps: true });
  const rows = words === '' ? [] : (data?.customers?.items ?? []).filter(({ id }) => id !== except);
  return (
    <Dialog title={t('customers.merge_with')} isOpen onClose={onClose} isWide>
      <SearchBox label={t('customers.search')} value={words} onChange={setWords} autoFocus />
      <Grid<CustomerRow>
        label={t('customers.merge_with')}
        columns={shortColumns()}
        rows={rows}
        keyOf={keyOfCustomer}
        hasKeys={false}
        isLoading={isFetching}
        onOpen={({ id }) => onFound(id)}
        fault={error && <ProblemNotice error={error} again={() => void refetch()} />}
        empty={
          <p className={css.muted}>{t(words === '' ? 'customers.type_words' : 'customers.none_found')}</p>
        }
      />
    </Dialog>
  );
}

const shortColumns = (): readonly Column<CustomerRow>[] =>
  customerColumns().filter(({ id }) => id === 'name' || id === 'channels' || id === 'active');
