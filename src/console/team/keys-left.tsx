import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
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

interface KeysLeftProps {
  /** Who has left, or may make no keys any more. */
  person: Shape<'Person'>;
  /** What they made and may still know. */
  keys: readonly Shape<'MadeKey'>[];
  onClose(): void;
}

/** Asks about the keys of somebody who is not to use them any more. */
export function KeysLeft({ person, keys, onClose }: KeysLeftProps) {
  const params = { path: { project_id: useProjectId(), person_id: person.id } };
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
  return (
    <Dialog title={t('team.keys_left_title', { email: person.email })} isOpen onClose={onClose}>
      <p>{t('team.keys_left_text')}</p>
      <Rows label={t('team.keys_left')}>
        {keys.map(({ id, name, hint, created_at: made, last_used_at: used }) => (
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
