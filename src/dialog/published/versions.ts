import { Batcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import type { MethodDefinition } from './definition.ts';
import { compileCheck, inputSchema, type ValueCheck } from './input-schema.ts';

/** Where a version is found. */
export interface VersionPlace {
  projectId: string;
  slug: string;
  version: number;
}

/** A version that was published, as it stands now. */
export interface FoundVersion extends VersionPlace {
  id: string;
  environment: Environment;
  retired: boolean;
  /** Its method was deleted. */
  removed: boolean;
  /** What it runs is there, and still runs in its environment. */
  available: boolean;
  /** The revision of an operation that it runs, or the version of a workflow. */
  target:
    | { operation: string; revision: string; kind: string; connectionId: string | null }
    | { workflow: string; version: number };
}

/** What never changes about a version. */
export interface VersionContent {
  name: string;
  description: string;
  definition: MethodDefinition;
  /** JSON Schema of the body of a call. */
  schema: Record<string, unknown>;
  /** Checks a body by it. */
  check: ValueCheck;
  /** JSON Schema of what its operation takes. */
  targetSchema: Record<string, unknown>;
}

const mostKept = 1000;

/** Finds versions; those that are asked for together are read together, and what cannot change is remembered. */
export class PublishedVersions {
  readonly #database: Database;
  readonly #batcher: Batcher<VersionPlace, FoundVersion | undefined>;
  readonly #kept = new Map<string, VersionContent>();

  constructor(database: Database) {
    this.#database = database;
    this.#batcher = new Batcher((wanted) => readVersions(database, wanted), { maxParallel: 2 });
  }

  /** @returns undefined where there never was such a version */
  find(place: VersionPlace): Promise<FoundVersion | undefined> {
    return this.#batcher.submit(place);
  }

  /** What the version says; the least recently used is forgotten first. */
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

interface Row {
  n: number;
  id: string;
  environment: Environment;
  retired: boolean;
  removed: boolean;
  available: boolean;
  operation: string | null;
  revision_id: string;
  kind: string;
  connection_id: string | null;
  workflow: string;
  workflow_version: number;
}

async function readVersions(
  database: Database,
  wanted: VersionPlace[],
): Promise<(FoundVersion | undefined)[]> {
  const { rows } = await database.query<Row>({
    name: 'published-versions',
    text: `SELECT w.n::int AS n, v.id, v.environment, v.retired_at IS NOT NULL AS retired,
             v.removed_at IS NOT NULL AS removed, v.operation, v.revision_id, r.kind, r.connection_id, v.workflow,
             v.workflow_version,
             CASE WHEN v.operation IS NULL THEN f.slug IS NOT NULL
               ELSE coalesce(v.environment = ANY (o.environments), false) END AS available
           FROM unnest($1::uuid[], $2::text[], $3::int[]) WITH ORDINALITY AS w(project_id, slug, version, n)
           JOIN dialog.method_versions AS v
             ON v.project_id = w.project_id AND v.slug = w.slug AND v.version = w.version
           LEFT JOIN dialog.operations AS o ON o.project_id = v.project_id AND o.slug = v.operation
           LEFT JOIN dialog.operation_revisions AS r ON r.project_id = v.project_id AND r.id = v.revision_id
           LEFT JOIN dialog.workflows AS f
             ON f.project_id = v.project_id AND f.slug = v.workflow AND f.deleted_at IS NULL`,
    values: [wanted.map((w) => w.projectId), wanted.map((w) => w.slug), wanted.map((w) => w.version)],
  });
  const found: (FoundVersion | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) {
    const { id, environment, retired, removed, available } = row;
    const target =
      row.operation === null
        ? { workflow: row.workflow, version: row.workflow_version }
        : {
            operation: row.operation,
            revision: row.revision_id,
            kind: row.kind,
            connectionId: row.connection_id,
          };
    found[row.n - 1] = { ...wanted[row.n - 1]!, id, environment, retired, removed, available, target };
  }
  return found;
}

async function readContent(database: Database, projectId: string, id: string): Promise<VersionContent> {
  const { rows } = await database.query<{
    name: string;
    description: string;
    definition: MethodDefinition;
    input_schema: Record<string, unknown> | null;
  }>({
    name: 'published-content',
    text: `SELECT v.name, v.description, v.definition, r.input_schema
           FROM dialog.method_versions AS v
           LEFT JOIN dialog.operation_revisions AS r ON r.project_id = v.project_id AND r.id = v.revision_id
           WHERE v.project_id = $1 AND v.id = $2`,
    values: [projectId, id],
  });
  const { input_schema, ...row } = rows[0]!;
  const schema = inputSchema(row.definition.input);
  return { ...row, schema, check: compileCheck(schema), targetSchema: input_schema ?? {} };
}
