import type { Queryable, Transaction } from '../../platform/postgres.ts';
import type { MiniappSettings } from '../miniapp/settings.ts';
import type { RetentionName } from '../retention/rules.ts';

/** What an owner has set for a project, and may be shown. */
export interface ProjectSettings {
  /** An IANA name. */
  time_zone: string;
  /** Days, where they are fewer than those of the installation. */
  retention: Partial<Record<RetentionName, number>>;
  miniapp: MiniappSettings;
}

/**
 * A change of settings: what is absent stays. A limit of null is again that of the installation, and what is null
 * about mini apps has its default again.
 */
export interface SettingsChange {
  time_zone?: string;
  retention?: Partial<Record<RetentionName, number | null>>;
  miniapp?: MiniappSettings;
}

const defaults: ProjectSettings = { time_zone: 'UTC', retention: {}, miniapp: {} };

export async function readProjectSettings(tx: Queryable, projectId: string): Promise<ProjectSettings> {
  const { rows } = await tx.query<{ settings: Partial<ProjectSettings> }>(
    'SELECT settings FROM dialog.project_settings WHERE project_id = $1',
    [projectId],
  );
  return { ...defaults, ...rows[0]?.settings };
}

/**
 * Changes some settings and leaves the others, also when two changes meet: it holds their row until the transaction
 * ends. @returns all of them.
 */
export async function changeProjectSettings(
  tx: Transaction,
  projectId: string,
  change: SettingsChange,
): Promise<ProjectSettings> {
  await tx.query(
    'INSERT INTO dialog.project_settings (project_id) VALUES ($1) ON CONFLICT (project_id) DO NOTHING',
    [projectId],
  );
  await tx.query('SELECT 1 FROM dialog.project_settings WHERE project_id = $1 FOR UPDATE', [projectId]);
  const current = await readProjectSettings(tx, projectId);
  const changed: ProjectSettings = {
    time_zone: change.time_zone ?? current.time_zone,
    retention: withoutNulls({ ...current.retention, ...change.retention }),
    miniapp: withoutNulls({ ...current.miniapp, ...change.miniapp }),
  };
  await tx.query(
    'UPDATE dialog.project_settings SET settings = $2, updated_at = now() WHERE project_id = $1',
    [projectId, JSON.stringify(changed)],
  );
  return changed;
}

function withoutNulls(given: object): Record<string, never> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as Record<
    string,
    never
  >;
}
