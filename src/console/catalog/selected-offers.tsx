import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { SelectionBar } from '../kit/selection-bar.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { t } from '../text/text.ts';
import { everything } from './paths.ts';

interface SelectedOffersProps {
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** What can be done with the offers that are selected, in a bar at the bottom. */
export function SelectedOffers({ selected, onSelect }: SelectedOffersProps) {
  const ids = [...selected].map(Number);
  const count = ids.length;
  if (count === 0) return null;
  const remove = async () => {
    const { data } = await api.POST('/api/owner/catalog/offers/bulk-delete', { body: { ids } });
    onSelect(new Set());
    await renew(...everything);
    say(t('catalog.deleted', { count: data!.deleted }));
  };
  return (
    <SelectionBar words={t('catalog.selected', { count })} onClear={() => onSelect(new Set())}>
      <ConfirmButton
        title={t('catalog.delete_title', { count })}
        text={t('catalog.delete_text')}
        verb={t('catalog.delete', { count })}
        act={remove}
      >
        {t('catalog.delete', { count })}
      </ConfirmButton>
    </SelectionBar>
  );
}
