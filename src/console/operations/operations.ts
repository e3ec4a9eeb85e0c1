import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';

export type Operation = Shape<'Operation'>;

const listPath = '/api/owner/projects/{project_id}/operations';
export const operationPath = '/api/owner/projects/{project_id}/operations/{slug}';
export const jobsPath = '/api/owner/projects/{project_id}/jobs';
export const jobPath = '/api/owner/projects/{project_id}/jobs/{job_id}';

/** Reads anew what is shown of operations. */
export const renewOperations = () => renew(listPath, operationPath);

/** The parameters of the path of an operation, for requests. */
export const ofSlug = (project_id: string, slug: string) => ({ params: { path: { project_id, slug } } });

export const useOperations = (isOn = true) =>
  queries.useQuery('get', listPath, below(useProjectId()), { enabled: isOn });

export const useOperation = (slug: string) =>
  queries.useQuery('get', operationPath, ofSlug(useProjectId(), slug));

export const useConnections = (isOn = true) =>
  queries.useQuery('get', '/api/owner/projects/{project_id}/connections', below(useProjectId()), {
    enabled: isOn,
  });

/** The kind of operation that a kind of connection carries out. */
export const kindFor = (connectionKind: string | undefined): Kind =>
  connectionKind === undefined || connectionKind === 'http'
    ? 'http'
    : connectionKind === 'webhook'
      ? 'webhook'
      : 'payment';

export type Kind = 'http' | 'webhook' | 'payment';
