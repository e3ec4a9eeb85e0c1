import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { writeAudit } from '../audit/entry.ts';
import { findConnection } from '../connections/find.ts';
import { literal } from '../http/fields.ts';
import { isSlug, slugPath } from '../http/slug.ts';
import { toItems, type ValidationItem, ValidationProblem, valueError } from '../http/validation.ts';
import { ownerActor } from '../owner/session.ts';
import { type Definition, definitionFaults, definitionFields, descriptionFields } from './definition.ts';
import { schemaFault } from './input-schema.ts';
import type { OperationKind } from './kind.ts';
import { operationKinds } from './kinds.ts';
import {
  listOperations,
  type OperationRow,
  readOperation,
  removeOperation,
  writeOperation,
} from './store.ts';

const body = z.object({
  ...descriptionFields,
  kind: literal(Object.keys(operationKinds) as [string, ...string[]], { default: 'http' }),
  ...definitionFields,
});
type Wanted = z.output<typeof body>;

/** More than anybody has; a list that an owner reads is not paged. */
const mostListed = 10_000;

/** What a project can do in other systems. Everything that can be known to be wrong is refused here, not at a run. */
export function operationOwnerRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get('/operations', async (request) => {
    const rows = await listOperations(database, request.projectId, { offset: 0, limit: mostListed });
    return { items: rows.map(present) };
  });

  app.get('/operations/:slug', async (request) =>
    present(await find(database, request.projectId, slugOf(request))),
  );

  app.put('/operations/:slug', { schema: { params: slugPath, body } }, async (request, reply) => {
    const { slug } = request.params;
    const { projectId } = request;
    const wanted = request.body;
    const kind = operationKinds[wanted.kind]!;
    const { definition, faults } = define(kind, wanted);
    if (faults.length > 0) throw new ValidationProblem(faults);
    const { row, isNew } = await database.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('operation/' || $1 || '/' || $2, 0))", [
        projectId,
        slug,
      ]);
      const connectionId = await connectionFor(tx, projectId, kind, wanted);
      const former = await readOperation(tx, projectId, slug);
      const content = { kind: kind.name, connectionId, inputSchema: wanted.input_schema, definition };
      const isSame = former !== undefined && isSameRevision(former, content);
      await writeOperation(tx, {
        projectId,
        slug,
        name: wanted.name,
        description: wanted.description,
        environments: wanted.environments,
        revision: { id: isSame ? former.revision_id : newId(), isNew: !isSame, ...content },
      });
      await writeAudit(
        tx,
        entryOf(request, slug, former ? 'operation.updated' : 'operation.created', wanted.name),
      );
      return { row: (await readOperation(tx, projectId, slug))!, isNew: !former };
    });
    return reply.code(isNew ? 201 : 200).send(present(row));
  });

  app.delete('/operations/:slug', async (request, reply) => {
    await database.transaction(async (tx) => {
      const row = await find(tx, request.projectId, slugOf(request));
      await removeOperation(tx, request.projectId, row.slug);
      await writeAudit(tx, entryOf(request, row.slug, 'operation.deleted', row.name));
    });
    return reply.code(204).send();
  });
}

const slugOf = (request: FastifyRequest) => (request.params as { slug: string }).slug;

/** @throws Problem 404 `operation_not_found` */
async function find(tx: Pick<Transaction, 'query'>, projectId: string, slug: string): Promise<OperationRow> {
  const row = isSlug(slug) ? await readOperation(tx, projectId, slug) : undefined;
  if (!row) throw new Problem(404, 'operation_not_found', 'This project has no such operation.');
  return row;
}

/** Reads a definition as its kind has it. */
function define(kind: OperationKind, wanted: Wanted): { definition: Definition; faults: ValidationItem[] } {
  const request = kind.request.safeParse(wanted.request);
  const definition: Definition = {
    request: request.success ? request.data : {},
    success: wanted.success,
    ...(wanted.result === undefined ? {} : { result: wanted.result }),
    mock: wanted.mock,
    timeout_ms: wanted.timeout_ms ?? null,
    max_response_bytes: wanted.max_response_bytes,
  };
  const faults = request.success
    ? kind
        .faults(request.data)
        .map(({ path, message, input }) => valueError(['body', 'request', ...path], message, input))
    : toItems(request.error.issues, 'body', wanted.request).map((item) => ({
        ...item,
        loc: ['body', 'request', ...item.loc.slice(1)],
      }));
  const atSchema = schemaFault(wanted.input_schema);
  if (atSchema) faults.push(valueError(['body', 'input_schema'], atSchema, wanted.input_schema));
  for (const { path, message, input } of definitionFaults(definition)) {
    faults.push(valueError(['body', ...path], message, input));
  }
  return { definition, faults };
}

/**
 * The connection that the operation names, held so that it cannot be deleted meanwhile.
 * @returns null for one that only lives in the sandbox and names none
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

/** Compared as it is stored: a PUT that changes nothing makes no revision. */
function isSameRevision(
  former: OperationRow,
  content: { kind: string; connectionId: string | null; inputSchema: object; definition: Definition },
): boolean {
  const stored = [former.kind, former.connection_id, former.input_schema, former.definition];
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
    input_schema: row.input_schema,
    ...row.definition,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
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
