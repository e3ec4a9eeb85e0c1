import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type SealedSecret, sealedColumns } from './places.ts';

const found = {
  column: as(types.int, sql`s.place`),
  id: as(types.uuid, sql`s.id`),
  title: as(types.text, sql`s.title`),
  sealed: as(types.text, sql`s.sealed`),
};

/** Every secret of a project that is in force. */
const findSealed = statement({
  name: 'sealed-of-project',
  prepared: false,
  params: { projectId: types.uuid },
  columns: found,
  query: (p, columns) => {
    const parts = sealedColumns.map(
      ({ table, projectId, id, title, column, inForce }, place) => sql`
      SELECT ${sql.raw(String(place))} AS place, ${id} AS id, ${title} AS title, ${column} AS sealed
      FROM ${table} WHERE ${projectId} = ${p.projectId} AND ${inForce}`,
    );
    return sql`
      SELECT ${columns} FROM (${sql.join(parts, sql` UNION ALL `)}) AS s
      WHERE s.sealed <> '' ORDER BY s.place, s.title, s.id`;
  },
});

/** All secrets of a project that are in force, sealed. */
export async function sealedOf(database: Database, projectId: string): Promise<SealedSecret[]> {
  const rows = await findSealed.all(database, { projectId });
  return rows.map((row) => ({ ...row, projectId, column: sealedColumns[row.column]! }));
}
