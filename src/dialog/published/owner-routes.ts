import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import { laxBool } from '../http/fields.ts';
import { slugPath } from '../http/slug.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { ownerActor } from '../owner/session.ts';
import { checkMethod } from './check.ts';
import { longestDefinition, type MethodDefinition, methodBody } from './definition.ts';
import type { Finding } from './finding.ts';
import { methodNotFound } from './not-found.ts';
import {
  insertVersion,
  listMethods,
  listVersions,
  type MethodRow,
  newestVersion,
  readMethod,
  removeMethod,
  retireVersion,
  type VersionRow,
  writeMethod,
} from './store.ts';
import { findTarget } from './targets.ts';
import { pathOfVersion, readVersionNumber } from './version-number.ts';

/** The methods of a project: drafts, their check, and their versions. */
export function ownerMethodRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get('/methods', async ({ projectId }) => ({
    items: (await listMethods(database, projectId)).map(present),
  }));

  app.get('/methods/:slug', async (request) => present(await find(database, request)));

  app.put('/methods/:slug', { schema: { params: slugPath, body: methodBody } }, async (request, reply) => {
    const { projectId } = request;
    const { slug } = request.params;
    const { name, description, ...definition } = request.body;
    if (JSON.stringify(definition).length > longestDefinition) {
      const message = `a method has at most ${longestDefinition} characters of JSON`;
      throw new ValidationProblem([valueError(['body'], message, null)]);
    }
    const { isNew, row } = await database.transaction(async (tx) => {
      const made = await writeMethod(tx, projectId, { slug, name, description, definition });
      await writeAudit(tx, entryOf(request, slug, made ? 'created' : 'updated', { name }));
      return { isNew: made, row: (await readMethod(tx, projectId, slug))! };
    });
    const { findings } = await check(database, projectId, row);
    return reply.code(isNew ? 201 : 200).send({ ...present(row), findings });
  });

  app.delete('/methods/:slug', async (request, reply) => {
    await database.transaction(async (tx) => {
      const { slug, name } = await find(tx, request, { lock: true });
      await removeMethod(tx, request.projectId, slug);
      await writeAudit(tx, entryOf(request, slug, 'deleted', { name }));
    });
    return reply.code(204).send();
  });

  app.post('/methods/:slug/check', async (request) => {
    const { findings } = await check(database, request.projectId, await find(database, request));
    return { publishable: !findings.some(({ severity }) => severity === 'blocking'), findings };
  });

  app.post(
    '/methods/:slug/publish',
    { schema: { body: z.object({ allow_breaking: laxBool({ default: false }) }).nullish() } },
    async (request, reply) => {
      const { projectId } = request;
      const published = await database.transaction(async (tx) => {
        // Locked, so that what is checked is what is published, and two publications get two numbers.
        const method = await find(tx, request, { lock: true });
        const { findings, pin } = await check(tx, projectId, method);
        refuse(findings, 'blocking');
        if (!request.body?.allow_breaking) refuse(findings, 'breaking');
        const { environment, target } = method.definition;
        const by = request.owner.email;
        const row = await insertVersion(tx, projectId, {
          ...{ id: newId(), method, environment, target, by },
          pin: pin!, // its absence is a blocking finding
        });
        await writeAudit(tx, entryOf(request, method.slug, 'published', { version: row.version }));
        return { id: method.slug, ...presentVersion(projectId, method.slug, row), findings };
      });
      return reply.code(201).send(published);
    },
  );

  app.get('/methods/:slug/versions', async (request) => {
    const { slug } = await find(database, request);
    const rows = await listVersions(database, request.projectId, slug);
    return { items: rows.map((row) => presentVersion(request.projectId, slug, row)) };
  });

  app.post('/methods/:slug/versions/:version/retire', async (request) => {
    const { projectId } = request;
    const { slug } = await find(database, request);
    const version = readVersionNumber((request.params as { version: string }).version);
    return database.transaction(async (tx) => {
      const retired = version === undefined ? undefined : await retireVersion(tx, projectId, slug, version);
      if (!retired) throw new Problem(404, 'version_not_found', 'This method has no such version.');
      if (!retired.wasRetired) await writeAudit(tx, entryOf(request, slug, 'retired', { version }));
      return presentVersion(projectId, slug, retired.row);
    });
  });
}

async function find(tx: Queryable, request: FastifyRequest, options?: { lock: boolean }): Promise<MethodRow> {
  const { slug } = request.params as { slug: string };
  const row = await readMethod(tx, request.projectId, slug, options);
  if (!row) throw methodNotFound();
  return row;
}

async function check(tx: Queryable, projectId: string, { slug, definition }: MethodRow) {
  const target = await findTarget(tx, projectId, definition.target);
  const newest = await newestVersion(tx, projectId, slug);
  return { findings: checkMethod(definition, target, newest?.definition), pin: target?.pin ?? null };
}

/** @throws Problem 409 where there are findings of this severity */
function refuse(findings: Finding[], severity: 'blocking' | 'breaking'): void {
  const count = findings.filter((finding) => finding.severity === severity).length;
  if (count === 0) return;
  const what = count === 1 ? 'one finding' : `${count} findings`;
  if (severity === 'blocking') {
    const detail = `This method cannot be published before ${what} of "findings" ${count === 1 ? 'is' : 'are'} mended.`;
    throw new Problem(409, 'not_publishable', detail, { fields: { findings } });
  }
  const detail = `Clients of the newest version would break: see ${what} of "findings". Publish with "allow_breaking": true if that is meant.`;
  throw new Problem(409, 'breaking_changes', detail, { fields: { findings } });
}

function present({ slug, definition, created_at, updated_at, name, description, ...row }: MethodRow) {
  return {
    id: slug,
    name,
    description,
    ...(definition satisfies MethodDefinition),
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function presentVersion(projectId: string, slug: string, { definition, ...row }: VersionRow) {
  const path = pathOfVersion(showId('project', projectId), slug, row.version);
  return {
    version: row.version,
    url: path,
    contract_url: `${path}/openapi.json`,
    name: row.name,
    description: row.description,
    ...definition,
    published_at: row.published_at.toISOString(),
    published_by: row.published_by,
    retired_at: row.retired_at?.toISOString() ?? null,
  };
}

function entryOf(
  request: FastifyRequest,
  slug: string,
  what: string,
  data: Record<string, unknown>,
): AuditEntry {
  return {
    projectId: request.projectId,
    actor: ownerActor(request),
    action: `method.${what}`,
    subject: { type: 'method', id: slug },
    requestId: request.id,
    data,
  };
}
