import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { stateOf } from '../flows/standing.ts';
import { projectPath } from '../http/path.ts';
import { named } from '../http/shapes.ts';
import { dialogs } from './schema.ts';

/** How many dialogs each version still leads. */

const d = alias(dialogs, 'd');

/** As many dialogs are counted: reading so many takes a fraction of a second. */
const mostCounted = 50_000;

const countByVersion = statement({
  name: 'dialogs-by-version',
  params: { projectId: d.projectId, most: types.int },
  columns: { version: as(types.int, sql`version`), dialogs: as(types.int, sql`count(*)::integer`) },
  // Drafts that are tried have numbers below 0.
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${d.version} AS version FROM ${dialogs} AS ${d}
      WHERE ${d.projectId} = ${p.projectId} AND ${stateOf(d.position)} IN ('waiting', 'active') AND ${d.version} > 0
      LIMIT ${p.most}
    ) AS running GROUP BY version ORDER BY version DESC`,
});

const countsShape = named(
  'DialogsByVersion',
  z.object({
    items: z
      .array(
        z.object({
          version: z.int(),
          dialogs: z.int().describe('That wait for something or work at this moment.'),
        }),
      )
      .describe('The newest version first; versions that lead no dialog are left out.'),
    is_complete: z
      .boolean()
      .describe(
        'False: there are more dialogs than are counted, so each number is the least that it may be.',
      ),
  }),
  { items: [{ version: 7, dialogs: 31 }], is_complete: true },
);

export const countDialogsByVersion = endpoint(
  {
    operationId: 'countDialogsByVersion',
    tags: ['Scenario'],
    summary: 'Count the dialogs of each version',
    description: `The dialogs that are under way, of both environments; at most ${mostCounted} are counted.`,
    params: projectPath,
    answers: { 200: countsShape.describe('How many dialogs each version leads.') },
  },
  async ({ projectId }, _reply, { database }: { database: Database }) => {
    const items = await countByVersion.all(database, { projectId, most: mostCounted });
    const all = items.reduce((sum, { dialogs: count }) => sum + count, 0);
    return { items, is_complete: all < mostCounted };
  },
);
