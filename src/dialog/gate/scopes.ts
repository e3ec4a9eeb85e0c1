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
  'analytics:read',
  'workflows:run',
  'workflows:read',
] as const;

export type Scope = (typeof scopes)[number];
