import { and, asc, eq, sql } from 'drizzle-orm';
import { lock } from '../../platform/advisory-locks.ts';
import { Batcher } from '../../platform/batcher.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { connections } from '../connections/schema.ts';
import type { Environment } from '../schema.ts';
import { presentRules } from '../template/rules.ts';
import type { Definition } from './definition.ts';
import { operationRevisions, operations } from './schema.ts';

type Orm = Pick<Transaction, 'orm'>;

const { slug, name: called, description, environments, revisionId, createdAt, updatedAt } = operations;
const { kind, connectionId, inputSchema, definition, templateRules } = operationRevisions;

const shown = {
  ...{ slug, name: called, description, environments, revisionId },
  ...{ kind, connectionId },
  /** The slug of the connection. */
  connection: connections.slug,
  ...{ inputSchema, definition, templateRules, createdAt, updatedAt },
};

const isRevision = and(
  eq(operationRevisions.projectId, operations.projectId),
  eq(operationRevisions.id, operations.revisionId),
);
const isConnection = and(
  eq(connections.projectId, operations.projectId),
  eq(connections.id, operations.connectionId),
);

const selectOperations = ({ orm }: Orm) =>
  orm
    .select(shown)
    .from(operations)
    .innerJoin(operationRevisions, isRevision)
    .leftJoin(connections, isConnection);

/** An operation with its current revision. */
export type OperationRow = Awaited<ReturnType<typeof selectOperations>>[number];

/** At most `limit` operations by slug, from `offset` on. */
export function listOperations(
  database: Orm,
  projectId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<OperationRow[]> {
  return selectOperations(database)
    .where(eq(operations.projectId, projectId))
    .orderBy(asc(operations.slug))
    .offset(offset)
    .limit(limit);
}

/** Reads an operation. @param slug must be well-formed */
export async function readOperation(
  tx: Orm,
  projectId: string,
  slug: string,
): Promise<OperationRow | undefined> {
  const [row] = await selectOperations(tx).where(isOf(projectId, slug));
  return row;
}

const wantedOperations = rowsOf('w', { projectId: operations.projectId, slug: operations.slug });

const findRunnable = statement({
  name: 'operations-by-slug',
  params: { wanted: wantedOperations },
  columns: {
    n: wantedOperations.n,
    ...{ slug, environments, revisionId, kind, connectionId, inputSchema },
    repeatable: as(types.boolean, sql`coalesce((${definition} ->> 'repeatable')::boolean, false)`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.wanted}
    JOIN ${operations} ON ${operations.projectId} = ${wantedOperations.at.projectId}
      AND ${operations.slug} = ${wantedOperations.at.slug}
    JOIN ${operationRevisions} ON ${isRevision}`,
});

/** The data by which a run is accepted. */
export type RunnableOperation = Omit<Awaited<ReturnType<typeof findRunnable.one>>, 'n'>;

/** Reads operations for runs. Operations that are requested at the same time are read together. */
export function operationReader(
  database: Database,
): (projectId: string, slug: string) => Promise<RunnableOperation | undefined> {
  const batcher = new Batcher<{ projectId: string; slug: string }, RunnableOperation | undefined>(
    (wanted) => readRunnable(database, wanted),
    { maxParallel: 2, limitMs: database.limitMs },
  );
  return (projectId, slug) => batcher.submit({ projectId, slug });
}

/** One answer for each item of `wanted`, in its order; undefined if the project has no such operation. */
export async function readRunnable(
  database: Queryable,
  wanted: { projectId: string; slug: string }[],
): Promise<(RunnableOperation | undefined)[]> {
  const rows = await findRunnable.all(database, { wanted });
  const found: (RunnableOperation | undefined)[] = wanted.map(() => undefined);
  for (const { n, ...row } of rows) found[n - 1] = row;
  return found;
}

/** The wanted state of an operation. A new revision is stored with it. */
export interface WantedOperation {
  projectId: string;
  slug: string;
  name: string;
  description: string;
  environments: Environment[];
  revision: {
    id: string;
    isNew: boolean;
    kind: string;
    connectionId: string | null;
    inputSchema: Record<string, unknown>;
    definition: Definition;
  };
}

/** Stores an operation under its slug, with its revision. */
export async function writeOperation({ orm }: Orm, wanted: WantedOperation): Promise<void> {
  const { revision, ...operation } = wanted;
  const { projectId, slug: ofSlug } = operation;
  const { id: revisionId, isNew, ...content } = revision;
  if (isNew) {
    const made = { ...content, templateRules: presentRules };
    await orm.insert(operationRevisions).values({ projectId, id: revisionId, slug: ofSlug, ...made });
  }
  const said = { ...operation, revisionId, connectionId: revision.connectionId };
  const { projectId: _, slug: __, ...changes } = said;
  await orm
    .insert(operations)
    .values(said)
    .onConflictDoUpdate({
      target: [operations.projectId, operations.slug],
      set: { ...changes, updatedAt: sql`now()` },
    });
}

/** Deletes an operation. Its revisions stay for the jobs that use them. */
export async function removeOperation({ orm }: Orm, projectId: string, slug: string): Promise<void> {
  await orm.delete(operations).where(isOf(projectId, slug));
}

/** The slugs of the operations that use a connection. */
export async function operationsThrough(
  { orm }: Orm,
  projectId: string,
  throughId: string,
): Promise<string[]> {
  const rows = await orm
    .select({ slug })
    .from(operations)
    .where(and(eq(operations.projectId, projectId), eq(operations.connectionId, throughId)))
    .orderBy(asc(operations.slug));
  return rows.map((row) => row.slug);
}

function isOf(projectId: string, name: string) {
  return and(eq(operations.projectId, projectId), eq(operations.slug, name));
}

/** Takes a lock, so that two writers of one operation take turns even before it exists. */
export function takeTurn(tx: Queryable, projectId: string, slug: string): Promise<void> {
  return lock(tx, `operation/${projectId}/${slug}`);
}
