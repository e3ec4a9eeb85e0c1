import { useParams, useSearch } from '@tanstack/react-router';
import { type ProjectGate, passes, type Role } from '../../dialog/rights/roles.ts';
import { mayGive } from '../../dialog/rights/scopes.ts';
import { queries } from './client.ts';

export { type ProjectGate, passes, type Role };
export type Environment = 'live' | 'sandbox';

/** The project of the address. */
export function useProjectId(): string {
  const { project } = useParams({ strict: false }) as { project?: string };
  if (project === undefined) throw new Error('this page belongs to a project');
  return project;
}

/** The environment of the address. */
export const useEnvironment = (): Environment =>
  (useSearch({ strict: false }) as { env?: string }).env === 'sandbox' ? 'sandbox' : 'live';

const kept = 'parley.project';

/** The project that was open last in this browser. */
export const lastProject = (): string | null => localStorage.getItem(kept);

/** Remembers that this project is open. */
export const keepProject = (id: string): void => localStorage.setItem(kept, id);

/** The parameters of a path below a project, for requests. */
export const below = (project_id: string) => ({ params: { path: { project_id } } });

/** The project, with the role of the person in it. */
export const useProject = (projectId: string) =>
  queries.useQuery('get', '/api/owner/projects/{project_id}', below(projectId), { staleTime: 60_000 });

/** Who works in the project. @param isOn whether somebody wants to know it */
export const usePeople = (projectId: string, isOn = true) =>
  queries.useQuery('get', '/api/owner/projects/{project_id}/people', below(projectId), {
    enabled: isOn,
    staleTime: 60_000,
  });

/** What the person is in the project of the address; undefined while that is not known. */
export const useRole = (): Role | undefined => useProject(useProjectId()).data?.role;

/** Tells whether the person may give a key a scope, and see to a key that has it; none while their role is not known. */
export function useMayGive(): (scope: string) => boolean {
  const role = useRole();
  return (scope) => role !== undefined && mayGive([role], scope);
}

/** Whether the person may call the routes of a gate; false while that is not known. */
export function useMay(gate: ProjectGate): boolean {
  const role = useRole();
  return role !== undefined && passes(role, gate);
}
