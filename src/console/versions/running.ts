import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { t } from '../text/text.ts';
import type { Subject } from './subject.tsx';

/** How many dialogs each version of the scenario leads, in words; undefined until it is known, and of workflows. */
export function useRunning(subject: Subject): ((version: number) => string) | undefined {
  const project_id = useProjectId();
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/scenario/versions/dialogs',
    { params: { path: { project_id } } },
    { enabled: subject === undefined },
  );
  if (subject !== undefined || !data) return undefined;
  const counts = new Map(data.items.map(({ version, dialogs }) => [version, dialogs]));
  return (version) => {
    const count = counts.get(version) ?? 0;
    return t(data.is_complete ? 'versions.running' : 'versions.running_least', { count });
  };
}
