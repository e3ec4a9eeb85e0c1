import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Row, Rows } from '../kit/page.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showAgo, showDay } from '../text/format.ts';
import { t } from '../text/text.ts';

const path = '/api/owner/projects/{project_id}/people/{person_id}/keys';

/** After somebody has left, or may make no keys any more: the keys that they made and may still know, if there are any. */
export function KeysLeft({ person, onClose }: { person: Shape<'Person'>; onClose(): void }) {
  const params = { path: { project_id: useProjectId(), person_id: person.id } };
  const { data } = queries.useQuery('get', path, { params }, { staleTime: 0, retry: false });
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const end = async () => {
    setPending(true);
    setError(undefined);
    try {
      const { data: done } = await api.DELETE(path, { params });
      void renew('/api/owner/projects/{project_id}/keys', '/api/owner/projects/{project_id}/method-keys');
      say(t('team.keys_ended', { count: done!.ended }));
      onClose();
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  if (!data?.items.length) return null;
  return (
    <Dialog title={t('team.keys_left_title', { email: person.email })} isOpen onClose={onClose}>
      <p>{t('team.keys_left_text')}</p>
      <Rows label={t('team.keys_left')}>
        {data.items.map(({ id, name, hint, created_at: made, last_used_at: used }) => (
          <Row
            key={id}
            title={
              <>
                {name} <code>…{hint}</code>
              </>
            }
            about={[
              t('team.key_made', { when: showDay(made) }),
              used ? t('team.key_used', { when: showAgo(used) }) : t('team.key_unused'),
            ].join(' · ')}
          />
        ))}
      </Rows>
      <ProblemNotice error={error} />
      <DialogButtons>
        <Button onPress={onClose}>{t('team.keys_keep')}</Button>
        <Button look="bad" isPending={isPending} onPress={() => void end()}>
          {t('team.keys_end')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
