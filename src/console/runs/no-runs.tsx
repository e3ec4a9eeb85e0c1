import type { ReactNode } from 'react';
import { queries } from '../api/client.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/states.tsx';
import { useTurnTo } from '../shell/environment.ts';
import { t } from '../text/text.ts';
import { runsPath } from './run.ts';

/** Says that nothing has run in this environment; if something has in the other one, that is shown by one press. */
export function NoRuns({ children }: { children: ReactNode }) {
  const projectId = useProjectId();
  const other = useEnvironment() === 'live' ? 'sandbox' : 'live';
  const turnTo = useTurnTo();
  const { data, isPending } = queries.useQuery('get', runsPath, {
    params: { path: { project_id: projectId }, query: { environment: other } },
  });
  if (isPending) return null;
  if (!data?.items.length)
    return (
      <Empty title={t('runs.empty')} text={t('runs.empty_text')}>
        {children}
      </Empty>
    );
  return (
    <Empty
      title={t(other === 'sandbox' ? 'runs.empty_live' : 'runs.empty_sandbox')}
      text={t(other === 'sandbox' ? 'runs.ran_in_sandbox' : 'runs.ran_live')}
    >
      <Button look="main" onPress={() => turnTo(other)}>
        {t(other === 'sandbox' ? 'runs.see_sandbox' : 'runs.see_live')}
      </Button>
      {children}
    </Empty>
  );
}
