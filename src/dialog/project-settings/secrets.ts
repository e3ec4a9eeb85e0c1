import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { openObject, type Vault } from '../../platform/secrets.ts';
import { build, statement } from '../../platform/statement.ts';
import type { MiniappSecret, MiniappSecrets } from './miniapp.ts';
import { projectSettings } from './schema.ts';

const { projectId: ofProject, secrets: sealedSecrets } = projectSettings;

const findSealed = statement({
  name: 'settings-secrets-find',
  prepared: false,
  params: { projectId: ofProject },
  columns: { secrets: sealedSecrets },
  query: (p) =>
    build.select({ secrets: sealedSecrets }).from(projectSettings).where(eq(ofProject, p.projectId)),
});

const keepSealed = statement({
  name: 'settings-secrets-keep',
  prepared: false,
  params: { projectId: ofProject, secrets: sealedSecrets },
  query: (p) => build.update(projectSettings).set({ secrets: p.secrets }).where(eq(ofProject, p.projectId)),
});

const placeOf = (projectId: string) => `project/${projectId}`;

/**
 * Reads the secret settings of a project; undefined if they cannot be opened, because they were sealed with another key.
 */
export async function readProjectSecrets(
  tx: Queryable,
  vault: Vault,
  projectId: string,
): Promise<MiniappSecrets | undefined> {
  const row = await findSealed.first(tx, { projectId });
  const sealed = row?.secrets ?? '';
  if (sealed === '') return {};
  try {
    return openObject(vault, placeOf(projectId), sealed) as MiniappSecrets;
  } catch {
    return undefined;
  }
}

/**
 * Sets some secrets, deletes those that are null, and keeps the others. Secrets that cannot be opened any more are lost. Call it
 * in a transaction that has locked the row: see `changeProjectSettings`.
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
  const isEmpty = Object.keys(secrets).length === 0;
  await keepSealed.run(tx, {
    projectId,
    secrets: isEmpty ? '' : vault.seal(placeOf(projectId), JSON.stringify(secrets)),
  });
}
