import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import { checkedForPublication } from '../flows/publication.ts';
import { readWorld } from '../flows/world.ts';
import { dict, laxInt, literal, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { isSlug, slugPath } from '../http/slug.ts';
import { checkDefinition } from '../scenario/check.ts';
import { readDefinition } from '../scenario/definition.ts';
import type { WorkflowTrigger } from '../scenario/triggers.ts';
import type { Environment } from '../schema.ts';
import { workflowNotFound } from '../workflows/routes.ts';
import { replaceTriggers } from '../workflows/triggers.ts';
import { ownerActor } from './session.ts';

const page = 100;

interface Row {
  slug: string;
  name: string;
  description: string;
  environment: Environment;
  definition: unknown;
  version: number | null;
  created_at: Date;
  updated_at: Date;
}

const columns = 'slug, name, description, environment, definition, version, created_at, updated_at';

/** The workflows of a project: drafts, publication, and their runs. */
export function ownerWorkflowRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get('/workflows', async ({ projectId }) => {
    const { rows } = await database.query<Row>(
      `SELECT ${columns} FROM dialog.workflows WHERE project_id = $1 AND deleted_at IS NULL ORDER BY slug`,
      [projectId],
    );
    return { items: rows.map(present) };
  });

  app.get('/workflows/:slug', async (request) => present(await find(database, request)));

  app.put(
    '/workflows/:slug',
    {
      schema: {
        params: slugPath,
        body: z.object({
          name: text({ min: 1, max: 100 }),
          description: text({ max: 1000, default: '' }),
          environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
          definition: dict({ default: { triggers: [], steps: [] } }),
        }),
      },
    },
    async (request, reply) => {
      const { projectId } = request;
      const { slug } = request.params;
      const { name, description, environment } = request.body;
      const definition = losslessField(request.bodyText, 'definition') ?? '{"triggers":[],"steps":[]}';
      const row = await database.transaction(async (tx) => {
        const { rows } = await tx.query<Row & { made: boolean }>(
          `INSERT INTO dialog.workflows AS w (project_id, slug, name, description, environment, definition)
           VALUES ($1, $2, $3, $4, $5, $6::json)
           ON CONFLICT (project_id, slug) DO UPDATE SET
             name = excluded.name, description = excluded.description, environment = excluded.environment,
             definition = excluded.definition, updated_at = now(),
             -- One that was deleted comes back unpublished, and its versions are counted on.
             version = CASE WHEN w.deleted_at IS NULL THEN w.version END,
             deleted_at = NULL
           RETURNING ${columns}, created_at = updated_at AS made`,
          [projectId, slug, name, description, environment, definition],
        );
        await writeAudit(tx, entryOf(request, rows[0]!.made ? 'created' : 'updated', slug));
        return rows[0]!;
      });
      const { made, ...shown } = row;
      const findings = checkDefinition(shown.definition, 'workflow', await readWorld(database, projectId));
      return reply.code(made ? 201 : 200).send({ ...present(shown), findings });
    },
  );

  app.delete('/workflows/:slug', async (request, reply) => {
    const { slug } = await find(database, request);
    await database.transaction(async (tx) => {
      await tx.query('UPDATE dialog.workflows SET deleted_at = now() WHERE project_id = $1 AND slug = $2', [
        request.projectId,
        slug,
      ]);
      await replaceTriggers(tx, request.projectId, slug, []);
      await writeAudit(tx, entryOf(request, 'deleted', slug));
    });
    return reply.code(204).send();
  });

  app.post('/workflows/:slug/publish', async (request, reply) => {
    const { projectId } = request;
    const { slug } = await find(database, request);
    const world = await readWorld(database, projectId);
    const published = await database.transaction(async (tx) => {
      // Locked, so that what is checked is what is published, and two publications get two numbers.
      const { definition } = await find(tx, request, { lock: true });
      const findings = checkedForPublication(definition, 'workflow', world);
      const { rows } = await tx.query<{ version: number; published_at: Date }>(
        `INSERT INTO dialog.workflow_versions (project_id, slug, version, definition, published_by)
         SELECT $1, $2, coalesce(max(version), 0) + 1, $3::json, $4
         FROM dialog.workflow_versions WHERE project_id = $1 AND slug = $2
         RETURNING version, published_at`,
        [projectId, slug, JSON.stringify(definition), request.owner.email],
      );
      const { version, published_at } = rows[0]!;
      await tx.query('UPDATE dialog.workflows SET version = $3 WHERE project_id = $1 AND slug = $2', [
        projectId,
        slug,
        version,
      ]);
      const triggers = readDefinition(definition, 'workflow').definition!.triggers as WorkflowTrigger[];
      await replaceTriggers(tx, projectId, slug, triggers);
      await writeAudit(tx, entryOf(request, 'published', slug, { version }));
      return { version, published_at: published_at.toISOString(), findings };
    });
    return reply.code(201).send({ id: slug, ...published });
  });

  app.get('/workflows/:slug/versions', async (request) => {
    const { slug } = await find(database, request);
    const { rows } = await database.query<{ version: number; definition: unknown; published_at: Date }>(
      `SELECT version, definition, published_at, published_by FROM dialog.workflow_versions
       WHERE project_id = $1 AND slug = $2 ORDER BY version DESC LIMIT 1000`,
      [request.projectId, slug],
    );
    return { items: rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() })) };
  });

  app.get(
    '/workflows/:slug/runs',
    { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
    async (request) => {
      const { slug } = await find(database, request);
      const { offset } = request.query;
      const { rows } = await database.query<RunRow>(
        `SELECT id, version, environment, status, identity_id, error, created_at, started_at, finished_at
         FROM dialog.workflow_runs WHERE project_id = $1 AND slug = $2
         ORDER BY id DESC OFFSET $3 LIMIT ${page + 1}`,
        [request.projectId, slug, offset],
      );
      return {
        items: rows.slice(0, page).map(presentRun),
        next_offset: rows.length > page ? offset + page : null,
      };
    },
  );
}

interface RunRow {
  id: string;
  version: number;
  environment: Environment;
  status: string;
  identity_id: string | null;
  error: unknown;
  created_at: Date;
  started_at: Date;
  finished_at: Date | null;
}

function presentRun(row: RunRow) {
  const { id, identity_id, created_at, started_at, finished_at, ...rest } = row;
  return {
    run_id: showId('run', id),
    ...rest,
    identity_id: identity_id && showId('identity', identity_id),
    created_at: created_at.toISOString(),
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

async function find(tx: Queryable, request: FastifyRequest, { lock = false } = {}): Promise<Row> {
  const { slug } = request.params as { slug: string };
  const { rows } = isSlug(slug)
    ? await tx.query<Row>(
        `SELECT ${columns} FROM dialog.workflows
         WHERE project_id = $1 AND slug = $2 AND deleted_at IS NULL ${lock ? 'FOR UPDATE' : ''}`,
        [request.projectId, slug],
      )
    : { rows: [] };
  if (!rows[0]) throw workflowNotFound();
  return rows[0];
}

function present({ slug, version, created_at, updated_at, ...row }: Row) {
  return {
    id: slug,
    ...row,
    published_version: version,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function entryOf(
  request: FastifyRequest,
  what: string,
  slug: string,
  data: Record<string, unknown> = {},
): AuditEntry {
  return {
    projectId: request.projectId,
    actor: ownerActor(request),
    action: `workflow.${what}`,
    subject: { type: 'workflow', id: slug },
    requestId: request.id,
    data,
  };
}
