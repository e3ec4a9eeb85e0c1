import type { Database } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';

export interface PageRequest {
  projectId: string;
  slug: string;
  environment: Environment;
  offset: number;
  limit: number;
}

/**
 * A page of rows, oldest first, as the JSON text of its answer: Postgres joins the rows as they were sent, and nothing
 * here parses them. Rows, revision and total are of one moment.
 *
 * Positions without gaps make a page a range of the primary key, however far down it is. Where rows were deleted one
 * by one, the page is found by counting.
 *
 * @returns undefined when there is no such table
 */
export async function readPage(
  database: Database,
  { projectId, slug, environment, offset, limit }: PageRequest,
): Promise<string | undefined> {
  const { rows } = await database.query<{ rows: string; revision: string; total: string }>({
    name: 'table-page',
    text: `
      SELECT page.rows, s.revision, s.total
      FROM dialog.tables AS t
      JOIN dialog.table_sheets AS s
        ON s.project_id = t.project_id AND s.table_id = t.id AND s.environment = $3
      CROSS JOIN LATERAL (
        SELECT coalesce(string_agg(found.data::text, ',' ORDER BY found.position), '') AS rows
        FROM (
          SELECT r.position, r.data
          FROM dialog.table_rows AS r
          WHERE s.total = s.last - s.floor
            AND r.project_id = $1 AND r.table_id = s.table_id AND r.environment = $3
            AND r.position > s.floor + $4::bigint AND r.position <= s.floor + $4 + $5::bigint
          UNION ALL
          (SELECT r.position, r.data
          FROM dialog.table_rows AS r
          WHERE s.total < s.last - s.floor
            AND r.project_id = $1 AND r.table_id = s.table_id AND r.environment = $3
            AND r.position > s.floor
          ORDER BY r.position OFFSET $4 LIMIT $5)
        ) AS found
      ) AS page
      WHERE t.project_id = $1 AND t.slug = $2 AND t.deleted_at IS NULL`,
    values: [projectId, slug, environment, offset, limit],
  });
  const page = rows[0];
  if (!page) return undefined;
  const next = offset + limit < Number(page.total) ? offset + limit : null;
  return `{"rows":[${page.rows}],"revision":${page.revision},"total":${page.total},"next_offset":${next}}`;
}
