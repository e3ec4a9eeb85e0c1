import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { writeAudit } from '../audit/entry.ts';
import { checkedForPublication } from '../flows/publication.ts';
import { readWorld } from '../flows/world.ts';
import { dict } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { checkDefinition } from '../scenario/check.ts';
import { ownerActor } from './session.ts';

const draftBody = z.object({ definition: dict().describe('As docs/scenarios.md describes it.') });

interface Version {
  version: number;
  definition: unknown;
  published_at: Date;
  published_by: string;
  restored_from: number | null;
}

/** The scenario of a project: its draft, the check of it, and its published versions. */
export function scenarioRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get('/scenario', async ({ projectId }) => {
    const [draft, published] = await Promise.all([
      readDraft(database, projectId),
      currentVersion(database, projectId),
    ]);
    return {
      draft,
      published: published ? present(published) : null,
    };
  });

  app.get('/scenario/draft', async ({ projectId }) => readDraft(database, projectId));

  app.put('/scenario/draft', { schema: { body: draftBody } }, async (request) => {
    const { projectId } = request;
    // As written: the order of its fields is the owner's.
    const definition = losslessField(request.bodyText, 'definition')!;
    await database.transaction(async (tx) => {
      await saveDraft(tx, projectId, definition);
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'scenario.draft_saved',
        subject: { type: 'scenario', id: showId('project', projectId) },
        requestId: request.id,
      });
    });
    const findings = checkDefinition(
      request.body.definition,
      'scenario',
      await readWorld(database, projectId),
    );
    return { ...(await readDraft(database, projectId)), findings };
  });

  app.post(
    '/scenario/check',
    { schema: { body: z.object({ definition: dict().optional() }).nullish() } },
    async (request) => {
      const { projectId } = request;
      const definition = request.body?.definition ?? (await readDraft(database, projectId)).definition;
      const findings = checkDefinition(definition, 'scenario', await readWorld(database, projectId));
      return { publishable: !findings.some((finding) => finding.severity === 'blocking'), findings };
    },
  );

  app.post('/scenario/publish', async (request, reply) => {
    const { projectId } = request;
    const { definition } = await readDraft(database, projectId);
    const world = await readWorld(database, projectId);
    const findings = checkedForPublication(definition, 'scenario', world);
    const made = await database.transaction((tx) =>
      publish(tx, projectId, {
        definition,
        by: request.owner.email,
        restoredFrom: null,
        audit: { actor: ownerActor(request), requestId: request.id },
      }),
    );
    return reply.code(201).send({ ...present(made), findings });
  });

  app.get('/scenario/versions', async ({ projectId }) => {
    const { rows } = await database.query<Version>(
      `SELECT version, definition, published_at, published_by, restored_from FROM dialog.scenario_versions
       WHERE project_id = $1 ORDER BY version DESC LIMIT 1000`,
      [projectId],
    );
    return { items: rows.map(present) };
  });

  app.post('/scenario/versions/:version/restore', async (request, reply) => {
    const { projectId } = request;
    const wanted = (request.params as { version: string }).version;
    const earlier = /^\d{1,9}$/.test(wanted) && (await findVersion(database, projectId, Number(wanted)));
    if (!earlier) throw new Problem(404, 'version_not_found', 'The scenario has no such version.');
    const world = await readWorld(database, projectId);
    const findings = checkedForPublication(earlier.definition, 'scenario', world);
    const made = await database.transaction(async (tx) => {
      await saveDraft(tx, projectId, JSON.stringify(earlier.definition));
      return publish(tx, projectId, {
        definition: earlier.definition,
        by: request.owner.email,
        restoredFrom: earlier.version,
        audit: { actor: ownerActor(request), requestId: request.id },
      });
    });
    return reply.code(201).send({ ...present(made), findings });
  });
}

interface Publication {
  definition: unknown;
  by: string;
  restoredFrom: number | null;
  audit: Pick<Parameters<typeof writeAudit>[1], 'actor' | 'requestId'>;
}

/** Dialogs in progress stay on the version they began with; new ones begin with this. */
async function publish(tx: Transaction, projectId: string, publication: Publication): Promise<Version> {
  const { definition, by, restoredFrom, audit } = publication;
  // Two publications at once get two numbers: the second waits for the first.
  await tx.query('SELECT 1 FROM dialog.scenario_drafts WHERE project_id = $1 FOR UPDATE', [projectId]);
  const { rows } = await tx.query<Version>(
    `INSERT INTO dialog.scenario_versions (project_id, version, definition, published_by, restored_from)
     SELECT $1, coalesce(max(version), 0) + 1, $2::json, $3, $4
     FROM dialog.scenario_versions WHERE project_id = $1
     RETURNING version, definition, published_at, published_by, restored_from`,
    [projectId, JSON.stringify(definition), by, restoredFrom],
  );
  await writeAudit(tx, {
    projectId,
    action: 'scenario.published',
    subject: { type: 'scenario', id: showId('project', projectId) },
    data: { version: rows[0]!.version, ...(restoredFrom === null ? {} : { restored_from: restoredFrom }) },
    ...audit,
  });
  return rows[0]!;
}

const empty = { triggers: [], steps: [] };

async function readDraft(database: Queryable, projectId: string) {
  const { rows } = await database.query<{ definition: unknown; updated_at: Date }>(
    'SELECT definition, updated_at FROM dialog.scenario_drafts WHERE project_id = $1',
    [projectId],
  );
  const draft = rows[0];
  return { definition: draft?.definition ?? empty, updated_at: draft?.updated_at.toISOString() ?? null };
}

async function saveDraft(tx: Queryable, projectId: string, definition: string): Promise<void> {
  await tx.query(
    `INSERT INTO dialog.scenario_drafts (project_id, definition) VALUES ($1, $2::json)
     ON CONFLICT (project_id) DO UPDATE SET definition = excluded.definition, updated_at = now()`,
    [projectId, definition],
  );
}

async function currentVersion(database: Queryable, projectId: string): Promise<Version | undefined> {
  const { rows } = await database.query<Version>(
    `SELECT version, definition, published_at, published_by, restored_from FROM dialog.scenario_versions
     WHERE project_id = $1 ORDER BY version DESC LIMIT 1`,
    [projectId],
  );
  return rows[0];
}

async function findVersion(
  database: Queryable,
  projectId: string,
  version: number,
): Promise<Version | undefined> {
  const { rows } = await database.query<Version>(
    `SELECT version, definition, published_at, published_by, restored_from FROM dialog.scenario_versions
     WHERE project_id = $1 AND version = $2`,
    [projectId, version],
  );
  return rows[0];
}

function present(row: Version) {
  return { ...row, published_at: row.published_at.toISOString() };
}
