import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { queries } from '../../api/client.ts';
import { useProjectId } from '../../api/project.ts';
import type { DraftPlace } from '../save/calls.ts';
import { DraftPage } from './scenario-page.tsx';

/** The draft of a workflow, to be edited and published. */
export function WorkflowPage() {
  const projectId = useProjectId();
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const place = useMemo((): DraftPlace => ({ projectId, kind: 'workflow', slug }), [projectId, slug]);
  const path = { project_id: projectId, slug };
  const { data } = queries.useQuery('get', '/api/owner/projects/{project_id}/workflows/{slug}', {
    params: { path },
  });
  return <DraftPage key={slug} place={place} title={data?.name ?? slug} />;
}
