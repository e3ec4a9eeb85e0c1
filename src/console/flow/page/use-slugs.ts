import { useMemo } from 'react';
import { queries } from '../../api/client.ts';
import { below } from '../../api/project.ts';

const base = '/api/owner/projects/{project_id}';

/** What steps may name in the project, by the name of the field. @param isOn off for whoever only reads, and may not see some of them */
export function useSlugs(projectId: string, isOn: boolean): Readonly<Record<string, readonly string[]>> {
  const here = below(projectId);
  const when = { enabled: isOn };
  const operations = queries.useQuery('get', `${base}/operations`, here, when).data;
  const workflows = queries.useQuery('get', `${base}/workflows`, here, when).data;
  const tables = queries.useQuery('get', `${base}/tables`, here, when).data;
  const receivers = queries.useQuery('get', `${base}/receivers`, here, when).data;
  return useMemo(
    () => ({
      operation: operations?.items.map(({ id }) => id) ?? [],
      workflow: workflows?.items.map(({ id }) => id) ?? [],
      table: tables?.items.map(({ table_id: id }) => id) ?? [],
      receiver: receivers?.items.map(({ slug }) => slug) ?? [],
    }),
    [operations, workflows, tables, receivers],
  );
}
