import { useParams, useSearch } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { type ProjectGate, passes, type Role } from '../../dialog/rights/roles.ts';
import { mayGive } from '../../dialog/rights/scopes.ts';
import { queries } from './client.ts';

export { type ProjectGate, passes, type Role };
export type Environment = 'live' | 'sandbox';

/** The project of the address; undefined for a page that belongs to none. */
export const useOwnProject = () => (useParams({ strict: false }) as { project?: string }).project;

/** The project in whose frame the page stands: its own, or the one that was open last. */
export const FrameProject = createContext<string | undefined>(undefined);

/** The project in whose frame the page stands. */
export function useProjectId(): string {
  const project = use(FrameProject);
  if (project === undefined) throw new Error('this page stands in the frame of a project');
  return project;
}

/** The environment of the address. */
export const useEnvironment = (): Environment =>
  (useSearch({ strict: false }) as { env?: string }).env === 'sandbox' ? 'sandbox' : 'live';

const kept = 'parley.project';

/** Remembers that this project is open. */
export const keepProject = (id: string): void => localStorage.setItem(kept, id);

/**
 * The projects in which the person has a role, and which of them was open last in this browser; the first if that is none of them.
 * @param isOn whether somebody wants to know it
 */
export function useProjects(isOn = true) {
  const read = queries.useQuery('get', '/api/owner/projects', {}, { enabled: isOn });
  const items = read.data?.items;
  const id = localStorage.getItem(kept);
  return { ...read, last: items?.find((each) => each.id === id) ?? items?.[0] };
}

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
