import type { Queryable, Transaction } from '../../platform/postgres.ts';
import type { RetentionName } from '../retention/rules.ts';

/** What an owner has set for a project, and may be shown. */
export interface ProjectSettings {
  /** An IANA name. */
  time_zone: string;
  /** Days, where they are fewer than those of the installation. */
  retention: Partial<Record<RetentionName, number>>;
}

/** A change of settings: what is absent stays, and a limit of null is again that of the installation. */
export interface SettingsChange {
  time_zone?: string;
  retention?: Partial<Record<RetentionName, number | null>>;
}

const defaults: ProjectSettings = { time_zone: 'UTC', retention: {} };

export async function readProjectSettings(tx: Queryable, projectId: string): Promise<ProjectSettings> {
  const { rows } = await tx.query<{ settings: Partial<ProjectSettings> }>(
    'SELECT settings FROM dialog.project_settings WHERE project_id = $1',
    [projectId],
  );
  return { ...defaults, ...rows[0]?.settings };
}

/** Changes some settings and leaves the others, also when two changes meet. @returns all of them. */
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
  const limits = Object.entries({ ...current.retention, ...change.retention });
  const changed: ProjectSettings = {
    time_zone: change.time_zone ?? current.time_zone,
    retention: Object.fromEntries(limits.filter(([, days]) => days != null)),
  };
  await tx.query(
    'UPDATE dialog.project_settings SET settings = $2, updated_at = now() WHERE project_id = $1',
    [projectId, JSON.stringify(changed)],
  );
  return changed;
}
