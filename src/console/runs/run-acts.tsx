import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { t } from '../text/text.ts';
import { RerunButton } from './rerun-button.tsx';
import { RerunDialog } from './rerun-dialog.tsx';
import { restartOf } from './restart.ts';
import { hasEnded, type Run, runPath, runsPath } from './run.ts';

/** What can be done with a run: cancel it while it goes on, carry it out again when it has ended. */
export function RunActs({ run }: { run: Run }) {
  const project_id = useProjectId();
  const mayBuild = useMay('build');
  const [isAsking, setAsking] = useState(false);
  if (!mayBuild) return null;
  const { run_id, workflow: slug } = run;
  if (!hasEnded(run)) {
    const cancel = async () => {
      await api.POST('/api/owner/projects/{project_id}/workflows/{slug}/runs/{run_id}/cancel', {
        params: { path: { project_id, slug, run_id } },
      });
      say(t('runs.cancel_done'));
      await renew(runPath, runsPath);
    };
    return (
      <ConfirmButton
        title={t('runs.cancel_title')}
        text={t('runs.cancel_text')}
        verb={t('runs.cancel')}
        act={cancel}
      >
        {t('runs.cancel')}
      </ConfirmButton>
    );
  }
  const restart = restartOf(run);
  return (
    <>
      <Button look={restart ? 'plain' : 'main'} onPress={() => setAsking(true)}>
        {t('runs.again')}
      </Button>
      {restart && <RerunButton run={run} wish={{ from: 'failed' }} step={restart} look="main" />}
      {isAsking && <RerunDialog run={run} onClose={() => setAsking(false)} />}
    </>
  );
}
