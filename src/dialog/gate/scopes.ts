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
