import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { files } from './schema.ts';

const { projectId, id, state } = files;

const hold = statement({
  name: 'file-hold',
  prepared: false,
  params: { projectId, id },
  columns: { type: files.type, size: as(types.bigint, files.size) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${files}
    WHERE ${projectId} = ${p.projectId} AND ${id} = ${p.id} AND ${state} = 'stored' AND ${files.identityId} IS NULL
    FOR SHARE`,
});

/**
 * Finds a file that owners or clients have uploaded, for something that needs it for as long as it stands there. Until the transaction
 * ends nobody can delete it. Files of customers are none: they are deleted by their age.
 */
export const holdFile = (
  tx: Transaction,
  project: string,
  file: string,
): Promise<ResultOf<typeof hold> | undefined> => hold.first(tx, { projectId: project, id: file });
