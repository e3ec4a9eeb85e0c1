import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Target } from './definition.ts';
import { methodVersions } from './schema.ts';

/**
 * Prevents the deletion of an operation or a workflow that a version in force runs.
 * @throws Problem 409 `target_published`, which names the methods
 */
export async function refuseWhilePublished(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  target: Target,
): Promise<void> {
  const [column, slug] =
    'operation' in target
      ? (['operation', target.operation] as const)
      : (['workflow', target.workflow] as const);
  const rows = await orm
    .selectDistinct({ slug: methodVersions.slug })
    .from(methodVersions)
    .where(
      and(
        eq(methodVersions.projectId, projectId),
        eq(methodVersions[column], slug),
        isNull(methodVersions.retiredAt),
        isNull(methodVersions.removedAt),
      ),
    )
    .orderBy(asc(methodVersions.slug));
  if (rows.length === 0) return;
  throw new Problem(
    409,
    'target_published',
    `Versions of ${rows.map((row) => row.slug).join(', ')} are in force and run this ${column}. Retire them or ` +
      'delete these methods first.',
  );
}
