import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';

export type Connection = Shape<'Connection'>;

const listPath = '/api/owner/projects/{project_id}/connections';
export const connectionPath = '/api/owner/projects/{project_id}/connections/{slug}';
export const testPath = '/api/owner/projects/{project_id}/connections/{slug}/test';

/** Reads anew what is shown of connections. */
export const renewConnections = () => renew(listPath, connectionPath);

/** The parameters of the path of a connection, for requests. */
export const ofSlug = (project_id: string, slug: string) => ({ params: { path: { project_id, slug } } });

export const useConnections = () => queries.useQuery('get', listPath, below(useProjectId()));

export const useConnection = (slug: string) =>
  queries.useQuery('get', connectionPath, ofSlug(useProjectId(), slug));

/** The operations that use a connection. */
export function useOperationsOf(slug: string): Shape<'Operation'>[] | undefined {
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/operations',
    below(useProjectId()),
  );
  return data?.items.filter(({ connection }) => connection === slug);
}
