import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { slugOf } from '../kit/slug.ts';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { asNew } from '../shell/slug-field.tsx';
import { t, word } from '../text/text.ts';
import type { Receiver } from './receivers.ts';

const list = '/api/owner/projects/{project_id}/workflows';

/** Makes a workflow that calls of this receiver start, in the environment of the page, and leads to it. */
export function MakeWorkflow({ receiver: { slug: receiver, name } }: { receiver: Receiver }) {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const mayBuild = useMay('build');
  const navigate = useNavigate();
  const { data } = queries.useQuery('get', list, below(projectId));
  const [error, setError] = useState<unknown>();
  const [isMaking, setMaking] = useState(false);
  if (!mayBuild || !data) return null;
  const make = async () => {
    setMaking(true);
    setError(undefined);
    try {
      const taken = data.items.map(({ id }) => id);
      const slug = slugOf(name, taken, receiver);
      const definition = {
        triggers: [{ type: 'receiver', receiver }],
        // What came is the output, so that the first run shows what can be read.
        steps: [{ id: 'came', type: 'end', output: '{{ event.body }}' }],
      };
      await api.PUT(`${list}/{slug}`, {
        ...asNew(projectId, slug),
        body: { name, environment, definition },
      });
      void renew(list);
      await navigate({ to: `/p/${projectId}/workflows/${slug}`, search: keepEnvironment } as never);
    } catch (problem) {
      setError(problem);
      setMaking(false);
    }
  };
  return (
    <>
      <p>{t('receivers.workflow_where', { environment: word('flow_value', environment) })}</p>
      <Button onPress={() => void make()} isPending={isMaking}>
        {t('receivers.make_workflow')}
      </Button>
      <ProblemNotice error={error} />
    </>
  );
}
