import type { Queryable } from '../../platform/postgres.ts';
import { readProfiles } from './store.ts';

/** Profiles that exist, as the project API shows them: JSON texts in the order asked for. */
export async function showProfiles(tx: Queryable, projectId: string, ids: string[]): Promise<string[]> {
  const found = await readProfiles(
    tx,
    ids.map((profileId) => ({ projectId, profileId })),
  );
  return found.filter((profile) => profile !== undefined);
}
