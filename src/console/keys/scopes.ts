import type { Shape } from '../api/shapes.ts';
import type { TextKey } from '../text/text.ts';

export type Scope = Shape<'NewKey'>['scopes'][number];

/** What a key may be allowed to do, by what it concerns. The compiler says which are missing. */
const names: Record<Scope, TextKey> = {
  'messages:write': 'keys.scope_messages_write',
  'events:write': 'keys.scope_events_write',
  'profiles:read': 'keys.scope_profiles_read',
  'profiles:write': 'keys.scope_profiles_write',
  'workflows:run': 'keys.scope_workflows_run',
  'workflows:read': 'keys.scope_workflows_read',
  'integrations:run': 'keys.scope_integrations_run',
  'integrations:read': 'keys.scope_integrations_read',
  'payments:read': 'keys.scope_payments_read',
  'payments:write': 'keys.scope_payments_write',
  'data:read': 'keys.scope_data_read',
  'data:write': 'keys.scope_data_write',
  'files:read': 'keys.scope_files_read',
  'files:write': 'keys.scope_files_write',
  'analytics:read': 'keys.scope_analytics_read',
  'audit:read': 'keys.scope_audit_read',
};

/** Each with the name of its text. */
export const scopes = Object.entries(names) as [Scope, TextKey][];

const reading = scopes.map(([scope]) => scope).filter((scope) => scope.endsWith(':read'));

/** What keys are usually for. */
export const presets = [
  { id: 'backend', rights: ['messages:write', 'events:write', 'profiles:read', 'profiles:write'] },
  { id: 'payments', rights: ['payments:read', 'payments:write', 'profiles:read', 'integrations:run'] },
  { id: 'read', rights: reading },
  { id: 'all', rights: scopes.map(([scope]) => scope) },
] as const satisfies readonly { id: string; rights: readonly Scope[] }[];
