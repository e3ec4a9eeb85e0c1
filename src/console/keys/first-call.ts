import type { Scope } from './scopes.ts';

/** What each scope can read without an id, below the address of the project. */
const readable: Partial<Record<Scope, string>> = {
  'profiles:read': 'profiles',
  'payments:read': 'payments',
  'integrations:read': 'operations',
  'workflows:read': 'workflow-runs',
  'data:read': 'tables',
  'analytics:read': 'analytics',
  'audit:read': 'audit',
};

/**
 * A command for a shell that shows that a key works.
 * @param project the address of the project's API
 * @returns undefined if the key may read nothing of which one need not know an id
 */
export function firstCall(project: string, key: string, scopes: readonly Scope[]): string | undefined {
  const path = scopes.map((scope) => readable[scope]).find((each) => each !== undefined);
  return path && `curl -H 'Authorization: Bearer ${key}' ${project}/${path}`;
}
