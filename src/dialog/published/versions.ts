import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Batcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/postgres.ts';
import { as, outer, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { isSlug } from '../http/slug.ts';
import { operationRevisions, operations } from '../operations/schema.ts';
import type { Environment } from '../schema.ts';
import type { TemplateRules } from '../template/rules.ts';
import { workflows } from '../workflows/schema.ts';
import type { MethodDefinition } from './definition.ts';
import { inputSchema } from './input-schema.ts';
import { methodVersions } from './schema.ts';

/** Identifies a version. */
export interface VersionPlace {
  projectId: string;
  slug: string;
  version: number;
}

/** A published version in its current state. */
export interface FoundVersion extends VersionPlace {
  id: string;
  environment: Environment;
  retired: boolean;
  /** Its method was deleted. */
  removed: boolean;
  /** Its target exists, and still has the version's environment. */
  available: boolean;
  /** The pinned revision of an operation, or version of a workflow. */
  target:
    | { operation: string; revision: string; kind: string; connectionId: string | null }
    | { workflow: string; version: number };
}

/** The part of a version that never changes. */
export interface VersionContent {
  name: string;
  description: string;
  definition: MethodDefinition;
  /** The rules of its templates. */
  templateRules: TemplateRules;
  /** JSON Schema of the body of a call. */
  schema: Record<string, unknown>;
  /** JSON Schema of its operation's input. */
  targetSchema: Record<string, unknown>;
}

const mostKept = 1000;

/** Finds versions. Versions that are requested at the same time are read together, and their content is cached. */
export class PublishedVersions {
  readonly #database: Database;
  readonly #batcher: Batcher<VersionPlace, FoundVersion | undefined>;
  readonly #kept = new Map<string, VersionContent>();

  constructor(database: Database) {
    this.#database = database;
    this.#batcher = new Batcher((wanted) => readVersions(database, wanted), {
      maxParallel: 2,
      limitMs: database.limitMs,
    });
  }

  /** @returns undefined if there never was such a version */
  async find(place: VersionPlace): Promise<FoundVersion | undefined> {
    // A text that the database cannot take would fail whatever is read together with it.
    if (!isSlug(place.slug)) return undefined;
    return this.#batcher.submit(place);
  }

  /** The content of a version; the least recently used is dropped from the cache first. */
  async content({ projectId, id }: FoundVersion): Promise<VersionContent> {
    let content = this.#kept.get(id);
    if (content) this.#kept.delete(id);
    else {
      content = await readContent(this.#database, projectId, id);
      if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value!);
    }
    this.#kept.set(id, content);
    return content;
  }
}

const v = alias(methodVersions, 'v');
const o = alias(operations, 'o');
const r = alias(operationRevisions, 'r');
const w = alias(workflows, 'f');
const wantedVersions = rowsOf('w', { projectId: v.projectId, slug: v.slug, version: v.version });
const { at } = wantedVersions;

/** A version runs an operation or a workflow; the columns of the other one are null. */
const find = statement({
  name: 'published-versions',
  params: { wanted: wantedVersions },
  columns: {
    n: wantedVersions.n,
    id: v.id,
    environment: v.environment,
    retired: as(types.boolean, sql`${v.retiredAt} IS NOT NULL`),
    removed: as(types.boolean, sql`${v.removedAt} IS NOT NULL`),
    operation: v.operation,
    revision: as(types.uuid, v.revisionId),
    kind: r.kind,
    connectionId: r.connectionId,
    workflow: as(types.text, v.workflow),
    workflowVersion: as(types.int, v.workflowVersion),
    available: as(
      types.boolean,
      sql`CASE WHEN ${v.operation} IS NULL THEN ${w.slug} IS NOT NULL
        ELSE coalesce(${v.environment} = ANY (${o.environments}), false) END`,
    ),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.wanted}
    JOIN ${methodVersions} AS ${v}
      ON ${v.projectId} = ${at.projectId} AND ${v.slug} = ${at.slug} AND ${v.version} = ${at.version}
    LEFT JOIN ${operations} AS ${o} ON ${o.projectId} = ${v.projectId} AND ${o.slug} = ${v.operation}
    LEFT JOIN ${operationRevisions} AS ${r} ON ${r.projectId} = ${v.projectId} AND ${r.id} = ${v.revisionId}
    LEFT JOIN ${workflows} AS ${w}
      ON ${w.projectId} = ${v.projectId} AND ${w.slug} = ${v.workflow} AND ${w.deletedAt} IS NULL`,
});

const findContent = statement({
  name: 'published-content',
  params: { projectId: v.projectId, id: v.id },
  columns: {
    name: v.name,
    description: v.description,
    definition: v.definition,
    templateRules: v.templateRules,
    targetSchema: outer(r.inputSchema),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${methodVersions} AS ${v}
    LEFT JOIN ${operationRevisions} AS ${r} ON ${r.projectId} = ${v.projectId} AND ${r.id} = ${v.revisionId}
    WHERE ${v.projectId} = ${p.projectId} AND ${v.id} = ${p.id}`,
});

async function readVersions(
  database: Database,
  wanted: VersionPlace[],
): Promise<(FoundVersion | undefined)[]> {
  const rows = await find.all(database, { wanted });
  const found: (FoundVersion | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) {
    const { id, environment, retired, removed, available } = row;
    const target =
      row.operation === null
        ? { workflow: row.workflow, version: row.workflowVersion }
        : {
            operation: row.operation,
            revision: row.revision,
            kind: row.kind,
            connectionId: row.connectionId,
          };
    found[row.n - 1] = { ...wanted[row.n - 1]!, id, environment, retired, removed, available, target };
  }
  return found;
}

async function readContent(database: Database, projectId: string, id: string): Promise<VersionContent> {
  const { targetSchema, ...row } = await findContent.one(database, { projectId, id });
  const schema = inputSchema(row.definition.input);
  return { ...row, schema, targetSchema: targetSchema ?? {} };
}
