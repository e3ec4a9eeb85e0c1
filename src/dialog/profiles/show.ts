import type { Queryable } from '../../platform/postgres.ts';
import { readProfiles } from './store.ts';

/** Those of these profiles that exist, as in the project API: JSON texts in the order of `ids`. */
export async function showProfiles(tx: Queryable, projectId: string, ids: string[]): Promise<string[]> {
  const found = await readProfiles(
    tx,
    ids.map((profileId) => ({ projectId, profileId })),
  );
  return found.filter((profile) => profile !== undefined);
}
