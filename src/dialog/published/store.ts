import { and, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { isSlug } from '../http/slug.ts';
import type { Environment } from '../schema.ts';
import { presentRules, type TemplateRules } from '../template/rules.ts';
import type { Target } from './definition.ts';
import { methods, methodVersions } from './schema.ts';

type Orm = Pick<Transaction, 'orm'>;

const m = alias(methods, 'm');
const v = alias(methodVersions, 'v');

/** The columns of a method for owners. */
const shown = {
  slug: m.slug,
  name: m.name,
  description: m.description,
  definition: m.definition,
  created_at: m.createdAt,
  updated_at: m.updatedAt,
  /** The newest version in force; null if there is none. */
  published_version: as(
    orNull(types.int),
    sql`(SELECT max(${v.version}) FROM ${methodVersions} AS ${v}
      WHERE ${v.projectId} = ${m.projectId} AND ${v.slug} = ${m.slug} AND ${v.retiredAt} IS NULL
        AND ${v.removedAt} IS NULL)`,
  ),
};

/** The columns of a version for owners. */
const shownOfVersion = {
  version: methodVersions.version,
  name: methodVersions.name,
  description: methodVersions.description,
  definition: methodVersions.definition,
  published_at: methodVersions.publishedAt,
  published_by: methodVersions.publishedBy,
  retired_at: methodVersions.retiredAt,
  template_rules: methodVersions.templateRules,
};

export type VersionRow = Pick<
  typeof methodVersions.$inferSelect,
  'version' | 'name' | 'description' | 'definition'
> & { published_at: Date; published_by: string; retired_at: Date | null; template_rules: TemplateRules };

const selectMethods = statement({
  name: 'methods',
  prepared: false,
  params: { projectId: m.projectId },
  columns: shown,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${methods} AS ${m} WHERE ${m.projectId} = ${p.projectId} ORDER BY ${m.slug}`,
});

const selectMethod = (name: string, lock = sql``) =>
  statement({
    name,
    prepared: false,
    params: { projectId: m.projectId, slug: m.slug },
    columns: shown,
    query: (p, columns) => sql`
      SELECT ${columns} FROM ${methods} AS ${m}
      WHERE ${m.projectId} = ${p.projectId} AND ${m.slug} = ${p.slug} ${lock}`,
  });
const find = selectMethod('method');
const findAndLock = selectMethod('method-lock', sql`FOR UPDATE`);

export type MethodRow = Awaited<ReturnType<typeof find.one>>;

/** Methods by slug. */
export function listMethods(tx: Queryable, projectId: string): Promise<MethodRow[]> {
  return selectMethods.all(tx, { projectId });
}

/** Reads a method. @param lock locks it until the transaction ends, so that publications take turns */
export async function readMethod(
  tx: Queryable,
  projectId: string,
  slug: string,
  { lock = false } = {},
): Promise<MethodRow | undefined> {
  if (!isSlug(slug)) return undefined;
  return (lock ? findAndLock : find).first(tx, { projectId, slug });
}

/** Those of these slugs that name methods. */
export async function knownMethods({ orm }: Orm, projectId: string, slugs: string[]): Promise<Set<string>> {
  const rows = await orm
    .select({ slug: methods.slug })
    .from(methods)
    .where(and(eq(methods.projectId, projectId), inArray(methods.slug, slugs.filter(isSlug))));
  return new Set(rows.map((row) => row.slug));
}

/** Creates or replaces a draft. @returns true for a new method */
export async function writeMethod(
  { orm }: Orm,
  projectId: string,
  { slug, name, description, definition }: Pick<MethodRow, 'slug' | 'name' | 'description' | 'definition'>,
): Promise<boolean> {
  const said = { name, description, definition };
  const [row] = await orm
    .insert(methods)
    .values({ projectId, slug, ...said })
    .onConflictDoUpdate({
      target: [methods.projectId, methods.slug],
      set: { ...said, updatedAt: sql`now()` },
    })
    // Only a row that existed before was locked for the update, and so has an xmax.
    .returning({ made: sql<boolean>`xmax = 0` });
  return row!.made;
}

/** Deletes a method. Its versions accept no more calls; they stay for the calls that were accepted. */
export async function removeMethod({ orm }: Orm, projectId: string, slug: string): Promise<void> {
  await orm.delete(methods).where(and(eq(methods.projectId, projectId), eq(methods.slug, slug)));
  await orm.update(methodVersions).set({ removedAt: sql`now()` }).where(isVersionOf(projectId, slug));
}

/** Most versions in a list. */
const maxVersions = 1000;

/** The versions of a method, newest first. */
export function listVersions({ orm }: Orm, projectId: string, slug: string): Promise<VersionRow[]> {
  return orm
    .select(shownOfVersion)
    .from(methodVersions)
    .where(isVersionOf(projectId, slug))
    .orderBy(desc(methodVersions.version))
    .limit(maxVersions);
}

/** The newest version in force. */
export async function newestVersion(
  { orm }: Orm,
  projectId: string,
  slug: string,
): Promise<VersionRow | undefined> {
  const [row] = await orm
    .select(shownOfVersion)
    .from(methodVersions)
    .where(and(isVersionOf(projectId, slug), isNull(methodVersions.retiredAt)))
    .orderBy(desc(methodVersions.version))
    .limit(1);
  return row;
}

/** A version of a method that is not deleted. */
function isVersionOf(projectId: string, slug: string) {
  return and(
    eq(methodVersions.projectId, projectId),
    eq(methodVersions.slug, slug),
    isNull(methodVersions.removedAt),
  );
}

export interface NewVersion {
  id: string;
  method: MethodRow;
  environment: Environment;
  target: Target;
  pin: { revision: string } | { version: number };
  by: string;
}

/** Stores the next version of a method whose row the transaction has locked. */
export async function insertVersion(
  { orm }: Orm,
  projectId: string,
  { id, method, environment, target, pin, by }: NewVersion,
): Promise<VersionRow> {
  const { slug, name, description, definition } = method;
  // Versions of a deleted method with this slug count too, so that no number is used twice.
  const next = orm
    .select({ version: sql`coalesce(${max(methodVersions.version)}, 0) + 1` })
    .from(methodVersions)
    .where(and(eq(methodVersions.projectId, projectId), eq(methodVersions.slug, slug)));
  const [row] = await orm
    .insert(methodVersions)
    .values({
      ...{ projectId, slug, id, name, description, definition, environment },
      version: sql`(${next})`,
      operation: 'operation' in target ? target.operation : null,
      revisionId: 'revision' in pin ? pin.revision : null,
      workflow: 'workflow' in target ? target.workflow : null,
      workflowVersion: 'version' in pin ? pin.version : null,
      publishedBy: by,
      templateRules: presentRules,
    })
    .returning(shownOfVersion);
  return row!;
}

const before = alias(methodVersions, 'before');

const retire = statement({
  name: 'method-version-retire',
  prepared: false,
  params: { projectId: v.projectId, slug: v.slug, version: v.version },
  columns: {
    version: v.version,
    name: v.name,
    description: v.description,
    definition: v.definition,
    published_at: v.publishedAt,
    published_by: v.publishedBy,
    retired_at: v.retiredAt,
    template_rules: v.templateRules,
    was: before.retiredAt,
  },
  query: (p, columns) => sql`
    WITH ${before} AS (
      SELECT ${v.projectId}, ${v.slug}, ${v.version}, ${v.retiredAt} FROM ${methodVersions} AS ${v}
      WHERE ${v.projectId} = ${p.projectId} AND ${v.slug} = ${p.slug} AND ${v.version} = ${p.version}
        AND ${v.removedAt} IS NULL
      FOR UPDATE
    )
    UPDATE ${methodVersions} AS ${v} SET ${name(v.retiredAt)} = coalesce(${before.retiredAt}, now())
    FROM ${before}
    WHERE ${v.projectId} = ${before.projectId} AND ${v.slug} = ${before.slug}
      AND ${v.version} = ${before.version}
    RETURNING ${columns}`,
});

/** Retires a version; a second call changes nothing. @returns undefined if there is no such version */
export async function retireVersion(
  tx: Queryable,
  projectId: string,
  slug: string,
  version: number,
): Promise<{ row: VersionRow; wasRetired: boolean } | undefined> {
  const retired = await retire.first(tx, { projectId, slug, version });
  if (!retired) return undefined;
  const { was, ...row } = retired;
  return { row, wasRetired: was !== null };
}
