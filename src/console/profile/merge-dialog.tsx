import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { renewAll } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Loading, Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { customerName, useCustomer } from './customer.ts';
import css from './profile.module.css';

const link = '/api/owner/projects/{project_id}/profiles/link';

interface MergeDialogProps {
  /** Two or more customers. */
  profileIds: string[];
  onClose(): void;
  /** @param survivorId the oldest, who goes on */
  onMerged?(survivorId: string, linkId: string): void;
}

type Preview = Shape<'MergePreview'>;

const wordOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A customer before the merge, as one line. */
function Before({ profileId, isKept }: { profileId: string; isKept: boolean }) {
  const { data } = useCustomer(profileId);
  if (!data) return null;
  const about = data.identities.map(({ external_id: external, channel }) => `${channel} ${external}`);
  return (
    <li className={css.item}>
      <span className={css.grow}>
        <strong>{customerName(data)}</strong>
        <span className={css.muted}>{about.join(', ')}</span>
      </span>
      <span className={css.muted}>{t(isKept ? 'profile.goes_on' : 'profile.becomes_part')}</span>
    </li>
  );
}

/** What comes of it: the values of the one who goes on win. */
function Result({ preview: { after, conflicts, identities } }: { preview: Preview }) {
  return (
    <>
      <dl className={css.facts}>
        {Object.entries(after.state).map(([key, value]) => (
          <div key={key} className={css.fact}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {after.tags.length > 0 && (
          <div className={css.fact}>
            <dt>{t('profile.tags')}</dt>
            <dd>{after.tags.join(', ')}</dd>
          </div>
        )}
      </dl>
      <p className={css.muted}>{t('profile.accounts_move', { count: identities.length })}</p>
      {conflicts.length > 0 && (
        <Notice look="warn" title={t('profile.conflicts')}>
          <ul>
            {conflicts.map(({ field, key, kept, dropped }) => (
              <li key={`${field} ${key}`}>
                {t('profile.conflict', {
                  name: key ?? field,
                  kept: wordOf(kept),
                  dropped: dropped.map(({ value }) => wordOf(value)).join(', '),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** Shows what a merge of customers would do, and does it; a toast takes it back. */
export function MergeDialog({ profileIds, onClose, onMerged }: MergeDialogProps) {
  const path = { project_id: useProjectId() };
  const [fault, setFault] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['merge', path, profileIds],
    queryFn: async () => {
      const { data: shown } = await api.POST(link, {
        params: { path, query: { dry_run: true } },
        body: { profile_ids: profileIds },
      });
      return shown as Preview;
    },
    // Once they are one customer there is nothing left to preview.
    enabled: !isPending,
  });
  const merge = async () => {
    setPending(true);
    try {
      const { data: merged } = await api.POST(link, { params: { path }, body: { profile_ids: profileIds } });
      const { id, link_id: linkId } = merged as Shape<'LinkedProfile'>;
      const undo = () =>
        void api
          .POST('/api/owner/projects/{project_id}/links/{link_id}/undo', {
            params: { path: { ...path, link_id: linkId } },
          })
          .then(renewAll, (why) => say((why as Error).message));
      say(t('profile.merged'), { name: t('profile.undo'), act: undo });
      renewAll();
      onMerged?.(id, linkId);
      onClose();
    } catch (why) {
      setFault(why);
      setPending(false);
    }
  };
  return (
    <Dialog title={t('profile.merge_title')} isOpen onClose={onClose} isWide>
      <ProblemNotice error={error ?? fault} />
      {!data && !error && <Loading label={t('shell.loading')} rows={4} />}
      {data && (
        <>
          <ul className={css.list}>
            {[data.survivor_id, ...data.absorbed_ids].map((id) => (
              <Before key={id} profileId={id} isKept={id === data.survivor_id} />
            ))}
          </ul>
          <h3>{t('profile.result')}</h3>
          <Result preview={data} />
        </>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{t('shell.cancel')}</Button>
        <Button look="main" isDisabled={!data} isPending={isPending} onPress={() => void merge()}>
          {t('profile.merge')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
