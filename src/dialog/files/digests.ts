import { and, eq, sql } from 'drizzle-orm';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { listOf } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { files } from './schema.ts';

const digest = { id: files.id, sha256: files.sha256 };

const findDigests = statement({
  name: 'file-digests',
  prepared: false,
  params: { projectId: files.projectId, ids: listOf(files.id) },
  columns: digest,
  query: (p) =>
    build
      .select(digest)
      .from(files)
      .where(
        and(eq(files.projectId, p.projectId), sql`${files.id} = ANY (${p.ids})`, eq(files.state, 'stored')),
      ),
});

/**
 * The SHA-256 of files by their names in the store. Those without are of no record, or their bytes may still change.
 * @param project the id that names their group in the store
 * @param names in this group
 */
export async function digestsOf(
  on: Queryable,
  project: string,
  names: readonly string[],
): Promise<Map<string, Buffer>> {
  const ids = isUuid(project) ? names.filter(isUuid) : [];
  if (ids.length === 0) return new Map();
  const found = await findDigests.all(on, { projectId: project, ids });
  return new Map(found.flatMap(({ id, sha256 }) => (sha256 ? [[id, sha256]] : [])));
}
