import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';

export type Method = Shape<'Method'>;
export type Version = Shape<'MethodVersion'>;
export type Finding = Shape<'MethodFinding'>;

const listPath = '/api/owner/projects/{project_id}/methods';
export const methodPath = '/api/owner/projects/{project_id}/methods/{slug}';
const checkPath = '/api/owner/projects/{project_id}/methods/{slug}/check';
const versionsPath = '/api/owner/projects/{project_id}/methods/{slug}/versions';

/** Reads anew what is shown of methods, and checks them again. */
export const renewMethods = () => renew(listPath, methodPath, checkPath, versionsPath);

/** The parameters of the path of a method, for requests. */
export const ofSlug = (project_id: string, slug: string) => ({ params: { path: { project_id, slug } } });

export const useMethods = () => queries.useQuery('get', listPath, below(useProjectId()));

export const useMethod = (slug: string) => queries.useQuery('get', methodPath, ofSlug(useProjectId(), slug));

/** What stands in the way of publishing the draft that is stored, and what would break. */
export const useCheck = (slug: string) => queries.useQuery('post', checkPath, ofSlug(useProjectId(), slug));

export const useVersions = (slug: string) =>
  queries.useQuery('get', versionsPath, ofSlug(useProjectId(), slug));

/** What a method may run: `operation:order`, with its name, and the schema of its input if there is one. */
export interface TargetOption {
  id: string;
  name: string;
  schema: unknown;
}

/** What the methods of the project may run. */
export function useTargets(): TargetOption[] | undefined {
  const project = below(useProjectId());
  const operations = queries.useQuery('get', '/api/owner/projects/{project_id}/operations', project);
  const workflows = queries.useQuery('get', '/api/owner/projects/{project_id}/workflows', project);
  if (!operations.data || !workflows.data) return undefined;
  return [
    ...operations.data.items.map(({ id, name, input_schema: schema }) => ({
      ...{ id: `operation:${id}`, name, schema },
    })),
    ...workflows.data.items.map(({ id, name }) => ({ id: `workflow:${id}`, name, schema: undefined })),
  ];
}
