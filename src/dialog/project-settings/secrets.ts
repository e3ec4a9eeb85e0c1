import type { Queryable, Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { MiniappSecret, MiniappSecrets } from '../miniapp/settings.ts';

const placeOf = (projectId: string) => `project/${projectId}`;

/**
 * The secret settings of a project; undefined where they cannot be opened, because they were sealed with another key.
 */
export async function readProjectSecrets(
  tx: Queryable,
  vault: Vault,
  projectId: string,
): Promise<MiniappSecrets | undefined> {
  const { rows } = await tx.query<{ secrets: string }>(
    'SELECT secrets FROM dialog.project_settings WHERE project_id = $1',
    [projectId],
  );
  const sealed = rows[0]?.secrets ?? '';
  if (sealed === '') return {};
  try {
    return JSON.parse(vault.open(placeOf(projectId), sealed)) as MiniappSecrets;
  } catch {
    return undefined;
  }
}

/**
 * Sets some secrets, takes away those that are null, and leaves the others. What cannot be opened any more is lost by
 * it. In a transaction that holds the row: see `changeProjectSettings`.
 */
export async function changeProjectSecrets(
  tx: Transaction,
  vault: Vault,
  projectId: string,
  change: Partial<Record<MiniappSecret, string | null>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const merged = Object.entries({ ...(await readProjectSecrets(tx, vault, projectId)), ...change });
  const secrets = Object.fromEntries(merged.filter(([, secret]) => secret !== null));
  await tx.query('UPDATE dialog.project_settings SET secrets = $2 WHERE project_id = $1', [
    projectId,
    Object.keys(secrets).length === 0 ? '' : vault.seal(placeOf(projectId), JSON.stringify(secrets)),
  ]);
}
