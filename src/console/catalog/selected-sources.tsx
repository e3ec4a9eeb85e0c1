import { Combine } from 'lucide-react';
import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { SelectionBar } from '../kit/selection-bar.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { everything, type SourceFigures } from './paths.ts';

interface SelectedSourcesProps {
  rows: readonly SourceFigures[];
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** What can be done with the sources that are selected, in a bar at the bottom. */
export function SelectedSources({ rows, selected, onSelect }: SelectedSourcesProps) {
  const [isMerging, setMerging] = useState(false);
  const chosen = rows.filter(({ id }) => selected.has(String(id)));
  const count = chosen.length;
  if (count === 0) return null;
  const offers = chosen.reduce((sum, each) => sum + each.offers_count, 0);
  const remove = async () => {
    const { data } = await api.POST('/api/owner/catalog/sources/bulk-delete', {
      body: { ids: chosen.map(({ id }) => id) },
    });
    onSelect(new Set());
    await renew(...everything);
    say(t('catalog.sources_deleted', { count: data!.deleted }));
  };
  return (
    <SelectionBar words={t('catalog.sources_selected', { count })} onClear={() => onSelect(new Set())}>
      {count > 1 && (
        <Button onPress={() => setMerging(true)}>
          <Combine size={16} aria-hidden="true" />
          {t('catalog.merge')}
        </Button>
      )}
      <ConfirmButton
        title={t('catalog.delete_sources_title', { count })}
        text={t('catalog.delete_sources_text', { offers, shown: showNumber(offers) })}
        verb={t('catalog.delete_sources', { count })}
        act={remove}
      >
        {t('catalog.delete_sources', { count })}
      </ConfirmButton>
      {isMerging && (
        <MergeDialog
          sources={chosen}
          onClose={() => setMerging(false)}
          onDone={() => {
            setMerging(false);
            onSelect(new Set());
          }}
        />
      )}
    </SelectionBar>
  );
}
