import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { customerName } from './customer.ts';
import { MergeDialog } from './merge-dialog.tsx';
import css from './profile.module.css';

const suggestions = '/api/owner/projects/{project_id}/link-suggestions';

/** Customers who are probably the same one: they have the same number or address. */
export function MergeSuggestions({
  profileId,
  onMerged,
}: {
  profileId: string;
  onMerged?: (survivorId: string) => void;
}) {
  const projectId = useProjectId();
  const path = { project_id: projectId };
  const [merging, setMerging] = useState<string>();
  const [fault, setFault] = useState<unknown>();
  const { data } = queries.useQuery('get', suggestions, {
    params: { path, query: { profile_id: profileId } },
  });
  const dismiss = async (otherId: string) => {
    try {
      await api.POST(`${suggestions}/dismiss`, {
        params: { path },
        body: { profile_ids: [profileId, otherId] },
      });
    } catch (error) {
      setFault(error);
    }
    renew(suggestions);
  };
  const others = (data?.items ?? []).flatMap(({ kind, value, customers }) =>
    customers.filter(({ id }) => id !== profileId).map((customer) => ({ kind, value, customer })),
  );
  return (
    <>
      {others.slice(0, 3).map(({ kind, value, customer }) => (
        <Notice key={`${kind} ${customer.id}`} look="plain">
          <p>
            {t(kind === 'mail' ? 'profile.same_mail' : 'profile.same_phone', {
              name: customerName(customer),
              value,
            })}
          </p>
          <div className={css.acts}>
            <Button onPress={() => setMerging(customer.id)}>{t('profile.look_at_merge')}</Button>
            <Button look="quiet" onPress={() => void dismiss(customer.id)}>
              {t('profile.not_same')}
            </Button>
          </div>
        </Notice>
      ))}
      <ProblemNotice error={fault} />
      {merging && (
        <MergeDialog
          profileIds={[profileId, merging]}
          onClose={() => setMerging(undefined)}
          {...(onMerged && { onMerged })}
        />
      )}
    </>
  );
}
