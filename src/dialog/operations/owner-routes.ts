import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { findConnection } from '../connections/find.ts';
import { lockProject } from '../gate/projects.ts';
import { ownerActor } from '../gate/session.ts';
import { literal } from '../http/fields.ts';
import { ifNoneMatch, refuseToReplace } from '../http/only-new.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { isSlug, knownSlugPath, slugPath } from '../http/slug.ts';
import { unknownFields } from '../http/unknown-fields.ts';
import { toItems, type ValidationItem, ValidationProblem, valueError } from '../http/validation.ts';
import { allowanceToCheck } from '../template/liquid.ts';
import { presentRules } from '../template/rules.ts';
import { type Definition, definitionFaults, definitionFields, descriptionFields } from './definition.ts';
import type { InputChecks } from './input-schema.ts';
import type { OperationKind } from './kind.ts';
import { operationKinds } from './kinds.ts';
import { operationShape } from './shapes.ts';
import {
  readOperation as findOperation,
  listOperations as findOperations,
  type OperationRow,
  removeOperation,
  takeTurn,
  writeOperation,
} from './store.ts';

const body = namedBody(
  'WantedOperation',
  z.object({
    ...descriptionFields,
    kind: literal(Object.keys(operationKinds) as [string, ...string[]], { default: 'http' }),
    ...definitionFields,
  }),
  {
    name: 'Order',
    kind: 'http',
    description: '',
    connection: 'crm',
    environments: ['sandbox', 'live'],
    input_schema: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
    request: { method: 'POST', path: '/orders', body: { sku: '{{ input.sku }}' } },
    success: {},
    mock: { result: { order: 'TEST-1' } },
    timeout_ms: null,
    max_response_bytes: 1_048_576,
    repeatable: false,
  },
);
type Wanted = z.output<typeof body>;

/** More than any project has. This list has no pages. */
const mostListed = 10_000;

interface OperationParts {
  database: Database;
  inputChecks: InputChecks;
  /** @throws Problem if a published method runs the operation, which then cannot be deleted */
  refuseWhilePublished: (tx: Transaction, projectId: string, target: { operation: string }) => Promise<void>;
}

export const listOperations = endpoint(
  {
    operationId: 'listOperations',
    tags: ['Operations'],
    summary: 'List operations',
    params: projectPath,
    answers: { 200: listOf(operationShape, 'By slug.') },
  },
  async (request, _reply, { database }: OperationParts) => {
    const rows = await findOperations(database, request.projectId, { offset: 0, limit: mostListed });
    return { items: rows.map(present) };
  },
);

export const readOperation = endpoint(
  {
    operationId: 'readOperation',
    tags: ['Operations'],
    summary: 'Read an operation',
    params: knownSlugPath,
    answers: { 200: operationShape.describe('The operation.') },
    errors: ['operation_not_found'],
  },
  async (request, _reply, { database }: OperationParts) =>
    present(await find(database, request.projectId, request.params.slug)),
);

export const putOperation = endpoint(
  {
    operationId: 'putOperation',
    tags: ['Operations'],
    summary: 'Make or replace an operation',
    description: 'Every fault that can be found now is refused here, and not later at a run.',
    params: slugPath,
    headers: ifNoneMatch,
    body,
    answers: {
      200: operationShape.describe('The operation was replaced.'),
      201: operationShape.describe('The new operation.'),
    },
    errors: ['connection_not_found', 'already_exists'],
  },
  async (request, reply, { database, inputChecks }: OperationParts) => {
    const { slug } = request.params;
    const { projectId } = request;
    const wanted = request.body;
    const kind = operationKinds[wanted.kind]!;
    const atSchema = await inputChecks.schemaFault(wanted.input_schema, projectId);
    const { definition, faults } = define(kind, wanted, atSchema);
    if (faults.length > 0) throw new ValidationProblem(faults);
    const { row, isNew } = await database.transaction(async (tx) => {
      await takeTurn(tx, projectId, slug);
      const connectionId = await connectionFor(tx, projectId, kind, wanted);
      const former = await findOperation(tx, projectId, slug);
      refuseToReplace(request.headers, 'operation', !former);
      const content = { kind: kind.name, connectionId, inputSchema: wanted.input_schema, definition };
      const isSame = former !== undefined && isSameRevision(former, content);
      await writeOperation(tx, {
        projectId,
        slug,
        name: wanted.name,
        description: wanted.description,
        environments: wanted.environments,
        revision: { id: isSame ? former.revisionId : newId(), isNew: !isSame, ...content },
      });
      await writeAudit(
        tx,
        entryOf(request, slug, former ? 'operation.updated' : 'operation.created', wanted.name),
      );
      return { row: (await findOperation(tx, projectId, slug))!, isNew: !former };
    });
    return reply.code(isNew ? 201 : 200).send(present(row));
  },
);

export const deleteOperation = endpoint(
  {
    operationId: 'deleteOperation',
    tags: ['Operations'],
    summary: 'Delete an operation',
    description: 'Its jobs continue.',
    params: knownSlugPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['operation_not_found', 'target_published'],
  },
  async (request, reply, { database, refuseWhilePublished }: OperationParts) => {
    const { projectId } = request;
    await database.transaction(async (tx) => {
      // Deletions and publications of methods take turns, so that nothing published runs what was deleted.
      await lockProject(tx, projectId);
      const { slug, name } = await find(tx, projectId, request.params.slug);
      await refuseWhilePublished(tx, projectId, { operation: slug });
      await removeOperation(tx, projectId, slug);
      await writeAudit(tx, entryOf(request, slug, 'operation.deleted', name));
    });
    return reply.code(204).send();
  },
);

/** @throws Problem 404 `operation_not_found` */
async function find(tx: Pick<Transaction, 'orm'>, projectId: string, slug: string): Promise<OperationRow> {
  const row = isSlug(slug) ? await findOperation(tx, projectId, slug) : undefined;
  if (!row) throw new Problem(404, 'operation_not_found', 'This project has no such operation.');
  return row;
}

/** Reads a definition by its kind. @param atSchema what is wrong with its input schema */
function define(
  kind: OperationKind,
  wanted: Wanted,
  atSchema: string | undefined,
): { definition: Definition; faults: ValidationItem[] } {
  const request = kind.request.safeParse(wanted.request);
  const definition: Definition = {
    request: request.success ? request.data : {},
    success: wanted.success,
    ...(wanted.result === undefined ? {} : { result: wanted.result }),
    mock: wanted.mock,
    timeout_ms: wanted.timeout_ms ?? null,
    max_response_bytes: wanted.max_response_bytes,
    ...(wanted.repeatable && { repeatable: true }),
  };
  const allowance = allowanceToCheck();
  const faults = request.success
    ? kind
        .faults(request.data, allowance)
        .map(({ path, message, input }) => valueError(['body', 'request', ...path], message, input))
    : toItems(request.error.issues, 'body', wanted.request).map((item) => ({
        ...item,
        loc: ['body', 'request', ...item.loc.slice(1)],
      }));
  faults.unshift(...unknownFields(kind.request, wanted.request, { place: ['body', 'request'] }));
  if (atSchema) faults.push(valueError(['body', 'input_schema'], atSchema, wanted.input_schema));
  for (const { path, message, input } of definitionFaults(definition, allowance)) {
    faults.push(valueError(['body', ...path], message, input));
  }
  return { definition, faults };
}

/**
 * The connection that the operation names, locked so that it cannot be deleted meanwhile.
 * @returns null for a sandbox operation without a connection
 */
async function connectionFor(
  tx: Transaction,
  projectId: string,
  kind: OperationKind,
  { connection: slug, environments }: Wanted,
): Promise<string | null> {
  const fault = (message: string) =>
    new ValidationProblem([valueError(['body', 'connection'], message, slug ?? null)]);
  if (slug == null) {
    if (environments.includes('live')) throw fault('an operation that can run live needs a connection');
    return null;
  }
  const row = await findConnection(tx, projectId, slug, 'key share');
  if (!kind.connections.includes(row.kind)) {
    throw fault(
      `an operation of kind ${kind.name} goes through a connection of kind ${kind.connections.join(' or ')}`,
    );
  }
  return row.id;
}

/** Compares an operation as it is stored, so that a PUT without changes makes no revision. */
function isSameRevision(
  former: OperationRow,
  content: { kind: string; connectionId: string | null; inputSchema: object; definition: Definition },
): boolean {
  if (former.templateRules !== presentRules) return false;
  const stored = [former.kind, former.connectionId, former.inputSchema, former.definition];
  const given = [content.kind, content.connectionId, content.inputSchema, content.definition];
  return JSON.stringify(stored) === JSON.stringify(given);
}

function present(row: OperationRow) {
  return {
    id: row.slug,
    name: row.name,
    kind: row.kind,
    description: row.description,
    connection: row.connection,
    environments: row.environments,
    input_schema: row.inputSchema,
    ...row.definition,
    timeout_ms: row.definition.timeout_ms ?? null,
    repeatable: row.definition.repeatable || undefined,
    template_rules: row.templateRules,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function entryOf(request: FastifyRequest, slug: string, action: string, name: string) {
  return {
    projectId: request.projectId,
    actor: ownerActor(request),
    action,
    subject: { type: 'operation', id: slug },
    requestId: request.id,
    data: { name },
  };
}
