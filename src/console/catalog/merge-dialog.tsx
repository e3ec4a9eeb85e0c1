import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './catalog.module.css';
import { everything, type SourceFigures } from './paths.ts';

interface MergeDialogProps {
  sources: readonly SourceFigures[];
  onClose(): void;
  onDone(): void;
}

/** Makes several sources one: their offers move, and those that are empty then are deleted. */
export function MergeDialog({ sources, onClose, onDone }: MergeDialogProps) {
  const largest = sources.toSorted((a, b) => b.offers_count - a.offers_count)[0]!;
  const [into, setInto] = useState(String(largest.id));
  const [isMerging, setIsMerging] = useState(false);
  const [left, setLeft] = useState<{ moved: number; kept: number }>();
  const [error, setError] = useState<unknown>();
  const target = sources.find(({ id }) => String(id) === into)!;
  const others = sources.filter((each) => each !== target);
  const count = others.reduce((sum, each) => sum + each.offers_count, 0);
  const merge = async () => {
    setError(undefined);
    setIsMerging(true);
    try {
      const { data } = await api.POST('/api/owner/catalog/sources/{id}/merge', {
        params: { path: { id: target.id } },
        body: { sources: others.map(({ id }) => id) },
      });
      if (data!.kept > 0) return setLeft(data!);
      say(t('catalog.merged', { name: target.name }));
      onDone();
    } catch (problem) {
      setError(problem);
    } finally {
      setIsMerging(false);
      void renew(...everything);
    }
  };
  return (
    <Dialog title={t('catalog.merge_title')} isOpen onClose={onClose} isKept={isMerging}>
      <div className={css.parts}>
        {left ? (
          <Notice look="warn" title={t('catalog.merge_kept', { count: left.kept, name: target.name })}>
            {t('catalog.merge_kept_text', { moved: showNumber(left.moved) })}
          </Notice>
        ) : (
          <>
            <Select
              label={t('catalog.merge_into')}
              value={into}
              options={sources.map(({ id, name, offers_count }) => [
                String(id),
                `${name} (${showNumber(offers_count)})`,
              ])}
              onChange={setInto}
              isDisabled={isMerging}
            />
            <p>{t('catalog.merge_text', { count, shown: showNumber(count), name: target.name })}</p>
          </>
        )}
        <ProblemNotice error={error} />
      </div>
      <DialogButtons>
        {left ? (
          <Button look="main" autoFocus onPress={onDone}>
            {t('shell.close')}
          </Button>
        ) : (
          <>
            <Button autoFocus isDisabled={isMerging} onPress={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button look="bad" isPending={isMerging} onPress={() => void merge()}>
              {t('catalog.merge')}
            </Button>
          </>
        )}
      </DialogButtons>
    </Dialog>
  );
}
