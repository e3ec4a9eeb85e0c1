import { allPass, type Roles } from './roles.ts';

/** Everything that a project key may be allowed to do. A key has only the scopes that its owner chose. */
export const scopes = [
  'profiles:read',
  'profiles:write',
  'messages:write',
  'events:write',
  'integrations:read',
  'integrations:run',
  'payments:read',
  'payments:write',
  'audit:read',
  'data:read',
  'data:write',
  'files:read',
  'files:write',
  'analytics:read',
  'workflows:run',
  'workflows:read',
] as const;

export type Scope = (typeof scopes)[number];

/** What a route asks of a key: a scope, or one of two. */
export type ScopeGate = Scope | `${Scope} or ${Scope}`;

/** The scopes of which a key needs one. */
export const scopesOf = (gate: ScopeGate): Scope[] => gate.split(' or ') as Scope[];

/**
 * The scopes with which a key does what those who build may not do: read and change who customers are and what they send, read what runs
 * and jobs were given and what customers call their files, and give money back.
 */
const scopesOfOwners: ReadonlySet<string> = new Set<Scope>([
  ...(['profiles:read', 'profiles:write', 'files:read', 'files:write'] as const),
  ...(['workflows:read', 'integrations:read', 'audit:read', 'payments:write'] as const),
]);

/** Whether somebody may give a key this scope, and see to a key that has it. */
export const mayGive = (roles: Roles, scope: string): boolean =>
  allPass(roles, 'own') || !scopesOfOwners.has(scope);
