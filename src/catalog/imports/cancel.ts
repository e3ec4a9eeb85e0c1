import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { statement } from '../../platform/statement.ts';
import { refuse } from '../errors.ts';
import { imports } from '../schema.ts';
import { idText } from '../sql.ts';
import { lockLists } from './apply.ts';
import { findImport } from './record.ts';
import { dropStaged, isInterrupted } from './run.ts';

const cancel = statement({
  name: 'catalog-cancel-import',
  params: { id: idText },
  query: ({ id }) => sql`
    UPDATE ${imports} SET state = 'cancelled', ended_at = now()
    WHERE ${imports.id} = ${id} AND (${imports.state} = 'needs_confirmation' OR ${isInterrupted} AND ${imports.stagedAt} IS NOT NULL)`,
});

/**
 * Drops a list that is staged and was not applied. It waits for an application that is under way, which reads the staged rows.
 * @throws Refusal 404, or 409 if it does not wait
 */
export async function cancelList(database: Database, id: string): Promise<void> {
  const { sourceId } = await findImport(database, id);
  await database.transaction(async (tx) => {
    if (sourceId !== null) await lockLists(tx, sourceId);
    if ((await cancel.run(tx, { id })) === 0) {
      throw refuse(409, 'This import does not wait for a confirmation.', undefined, 'import_ended');
    }
    await dropStaged(tx, [id]);
  });
}
