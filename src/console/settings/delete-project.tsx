import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { Fields, Section } from '../kit/page.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';

const path = '/api/owner/projects/{project_id}';

/** The end of the project. Its name is typed, so that no other project is meant. */
export function DeleteProject() {
  const here = below(useProjectId());
  const [isOpen, setOpen] = useState(false);
  const { data } = queries.useQuery('get', path, here);
  return (
    <Section title={t('settings.delete_project')}>
      <p>{t('settings.delete_project_text')}</p>
      <div>
        <Button look="bad" isDisabled={!data} onPress={() => setOpen(true)}>
          {t('settings.delete_project')}
        </Button>
      </div>
      {isOpen && data && <Ask name={data.name} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Ask({ name, onClose }: { name: string; onClose(): void }) {
  const here = below(useProjectId());
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    setError(undefined);
    try {
      await api.DELETE(path, here);
      void renew('/api/owner/projects');
      say(t('settings.deleted', { name }));
      await navigate({ to: '/projects' as never });
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  return (
    <Dialog title={t('settings.delete_title', { name })} isOpen onClose={onClose} isQuestion>
      <p>{t('settings.delete_project_text')}</p>
      <Fields>
        <Field label={t('settings.type_name', { name })} autoFocus value={typed} onChange={setTyped} />
        <ProblemNotice error={error} />
        <DialogButtons>
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
          <Button
            look="bad"
            isDisabled={typed.trim() !== name}
            isPending={isPending}
            onPress={() => void remove()}
          >
            {t('settings.delete_verb')}
          </Button>
        </DialogButtons>
      </Fields>
    </Dialog>
  );
}
