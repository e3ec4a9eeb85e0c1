import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import { lockProject } from '../gate/projects.ts';
import { ownerActor } from '../gate/session.ts';
import { laxBool } from '../http/fields.ts';
import { ifNoneMatch, refuseToReplace } from '../http/only-new.ts';
import { projectPath } from '../http/path.ts';
import { listOf, mayBeLeftOut, namedBody, nothing } from '../http/shapes.ts';
import { knownSlugPath, slugPath } from '../http/slug.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { checkMethod as findingsOf } from './check.ts';
import { longestDefinition, type MethodDefinition, methodBody } from './definition.ts';
import type { Finding } from './finding.ts';
import { methodNotFound } from './not-found.ts';
import {
  checkedMethodShape,
  methodCheckShape,
  methodShape,
  methodVersionShape,
  publishedMethodShape,
} from './shapes.ts';
import {
  readMethod as findMethod,
  listMethods as findMethods,
  insertVersion,
  listVersions,
  type MethodRow,
  newestVersion,
  removeMethod,
  retireVersion,
  type VersionRow,
  writeMethod,
} from './store.ts';
import { findTarget } from './targets.ts';
import { pathOfVersion, readVersionNumber } from './version-number.ts';

interface MethodParts {
  database: Database;
}

const wantedMethod = namedBody('WantedMethod', methodBody, {
  name: 'Order',
  description: 'Orders something.',
  environment: 'live',
  target: { operation: 'order' },
  input: [{ name: 'sku', type: 'string', required: true, description: '' }],
});

export const listMethods = endpoint(
  {
    operationId: 'listMethods',
    tags: ['Methods'],
    summary: 'List methods',
    params: projectPath,
    answers: { 200: listOf(methodShape, 'By slug.') },
  },
  async ({ projectId }, _reply, { database }: MethodParts) => ({
    items: (await findMethods(database, projectId)).map(present),
  }),
);

export const readMethod = endpoint(
  {
    operationId: 'readMethod',
    tags: ['Methods'],
    summary: 'Read a method',
    params: knownSlugPath,
    answers: { 200: methodShape.describe('The method.') },
    errors: ['method_not_found'],
  },
  async (request, _reply, { database }: MethodParts) => present(await find(database, request)),
);

export const putMethod = endpoint(
  {
    operationId: 'putMethod',
    tags: ['Methods'],
    summary: 'Make or replace the draft of a method',
    description: 'It is stored whatever the check finds.',
    params: slugPath,
    headers: ifNoneMatch,
    body: wantedMethod,
    answers: {
      200: checkedMethodShape.describe('The method was replaced.'),
      201: checkedMethodShape.describe('The new method.'),
    },
    errors: ['already_exists'],
  },
  async (request, reply, { database }: MethodParts) => {
    const { projectId } = request;
    const { slug } = request.params;
    const { name, description, ...definition } = request.body;
    if (JSON.stringify(definition).length > longestDefinition) {
      const message = `a method has at most ${longestDefinition} characters of JSON`;
      throw new ValidationProblem([valueError(['body'], message, null)]);
    }
    const { isNew, row } = await database.transaction(async (tx) => {
      const made = await writeMethod(tx, projectId, { slug, name, description, definition });
      refuseToReplace(request.headers, 'method', made);
      await writeAudit(tx, entryOf(request, slug, made ? 'created' : 'updated', { name }));
      return { isNew: made, row: (await findMethod(tx, projectId, slug))! };
    });
    const { findings } = await check(database, projectId, row);
    return reply.code(isNew ? 201 : 200).send({ ...present(row), findings });
  },
);

export const deleteMethod = endpoint(
  {
    operationId: 'deleteMethod',
    tags: ['Methods'],
    summary: 'Delete a method',
    description: 'Its versions accept no more calls.',
    params: knownSlugPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['method_not_found'],
  },
  async (request, reply, { database }: MethodParts) => {
    await database.transaction(async (tx) => {
      const { slug, name } = await find(tx, request, { lock: true });
      await removeMethod(tx, request.projectId, slug);
      await writeAudit(tx, entryOf(request, slug, 'deleted', { name }));
    });
    return reply.code(204).send();
  },
);

export const checkMethod = endpoint(
  {
    operationId: 'checkMethod',
    tags: ['Methods'],
    summary: 'Check a method',
    params: knownSlugPath,
    answers: { 200: methodCheckShape.describe('What the check found.') },
    errors: ['method_not_found'],
  },
  async (request, _reply, { database }: MethodParts) => {
    const { findings } = await check(database, request.projectId, await find(database, request));
    return { publishable: !findings.some(({ severity }) => severity === 'blocking'), findings };
  },
);

export const publishMethod = endpoint(
  {
    operationId: 'publishMethod',
    tags: ['Methods'],
    summary: 'Publish a method',
    description: 'Changes that would break clients of the newest version must be allowed.',
    params: knownSlugPath,
    body: mayBeLeftOut(
      namedBody('Publication', z.object({ allow_breaking: laxBool({ default: false }) }), {
        allow_breaking: false,
      }),
    ),
    answers: { 201: publishedMethodShape.describe('The new version.') },
    errors: ['method_not_found', 'not_publishable', 'breaking_changes'],
  },
  async (request, reply, { database }: MethodParts) => {
    const { projectId } = request;
    const published = await database.transaction(async (tx) => {
      // The target cannot be deleted before this is committed: its deletion takes the same lock.
      await lockProject(tx, projectId);
      // Locked, so that the checked definition is the published one, and two publications get two numbers.
      const method = await find(tx, request, { lock: true });
      const { findings, pin } = await check(tx, projectId, method);
      refuse(findings, 'blocking');
      if (!request.body?.allow_breaking) refuse(findings, 'breaking');
      const { environment, target } = method.definition;
      const by = request.owner.email;
      const row = await insertVersion(tx, projectId, {
        ...{ id: newId(), method, environment, target, by },
        pin: pin!, // without it there is a blocking finding
      });
      await writeAudit(tx, entryOf(request, method.slug, 'published', { version: row.version }));
      return { id: method.slug, ...presentVersion(projectId, method.slug, row), findings };
    });
    return reply.code(201).send(published);
  },
);

export const listMethodVersions = endpoint(
  {
    operationId: 'listMethodVersions',
    tags: ['Methods'],
    summary: 'List versions of a method',
    params: knownSlugPath,
    answers: { 200: listOf(methodVersionShape, 'At most 1000, newest first.') },
    errors: ['method_not_found'],
  },
  async (request, _reply, { database }: MethodParts) => {
    const { slug } = await find(database, request);
    const rows = await listVersions(database, request.projectId, slug);
    return { items: rows.map((row) => presentVersion(request.projectId, slug, row)) };
  },
);

export const retireMethodVersion = endpoint(
  {
    operationId: 'retireMethodVersion',
    tags: ['Methods'],
    summary: 'Retire a version of a method',
    description: 'It accepts nothing more.',
    params: knownSlugPath.extend({ version: z.string().describe('Its number.') }),
    answers: { 200: methodVersionShape.describe('The version.') },
    errors: ['method_not_found', 'version_not_found'],
  },
  async (request, _reply, { database }: MethodParts) => {
    const { projectId } = request;
    const { slug } = await find(database, request);
    const version = readVersionNumber(request.params.version);
    return database.transaction(async (tx) => {
      const retired = version === undefined ? undefined : await retireVersion(tx, projectId, slug, version);
      if (!retired) throw new Problem(404, 'version_not_found', 'This method has no such version.');
      if (!retired.wasRetired) await writeAudit(tx, entryOf(request, slug, 'retired', { version }));
      return presentVersion(projectId, slug, retired.row);
    });
  },
);

interface SlugRequest {
  projectId: string;
  params: { slug: string };
}

async function find(
  tx: Transaction,
  { projectId, params: { slug } }: SlugRequest,
  options?: { lock: boolean },
): Promise<MethodRow> {
  const row = await findMethod(tx, projectId, slug, options);
  if (!row) throw methodNotFound();
  return row;
}

async function check(tx: Transaction, projectId: string, { slug, definition }: MethodRow) {
  const target = await findTarget(tx, projectId, definition.target);
  const newest = await newestVersion(tx, projectId, slug);
  return { findings: findingsOf(definition, target, newest?.definition), pin: target?.pin ?? null };
}

/** @throws Problem 409 if there are findings of this severity */
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
    template_rules: row.template_rules,
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
