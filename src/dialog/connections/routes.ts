import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Vault } from '../../platform/secrets.ts';
import { writeAudit } from '../audit/entry.ts';
import { dict, literal, text } from '../http/fields.ts';
import { slugPath } from '../http/slug.ts';
import { toItems, type ValidationItem, ValidationProblem, valueError } from '../http/validation.ts';
import { ownerActor } from '../owner/session.ts';
import { findConnection, openConnection } from './find.ts';
import type { ConnectionKind } from './kind.ts';
import { connectionKinds } from './kinds.ts';
import type { ConnectionRow } from './schema.ts';
import { divide, fillIn, mask, openSecrets, type SecretsByPath, sealSecrets } from './secrets.ts';
import { listConnections, readConnection, removeConnection, writeConnection, writeTest } from './store.ts';

export interface ConnectionOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  /** What needs a connection, in words; such a connection is not deleted. */
  usersOf: (tx: Transaction, projectId: string, connectionId: string) => Promise<string[]>;
}

const body = z.object({
  name: text({ min: 1, max: 100 }),
  kind: literal(Object.keys(connectionKinds) as [string, ...string[]], { default: 'http' }),
  settings: dict({ default: {} }),
});

/** The connections of a project. Their secrets go in, and out only once when they were made here. */
export function connectionRoutes(plain: FastifyInstance, options: ConnectionOptions): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, vault, http, usersOf } = options;

  app.get('/connections', async (request) => {
    const rows = await listConnections(database, request.projectId);
    return { items: rows.map((row) => present(row, vault)) };
  });

  app.get('/connections/:slug', async (request) =>
    present(await findConnection(database, request.projectId, slugOf(request)), vault),
  );

  app.put('/connections/:slug', { schema: { params: slugPath, body } }, async (request, reply) => {
    const { slug } = request.params;
    const { projectId } = request;
    const wanted = request.body;
    const done = await database.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('connection/' || $1 || '/' || $2, 0))", [
        projectId,
        slug,
      ]);
      const former = await readConnection(tx, projectId, slug, 'update');
      if (former && former.kind !== wanted.kind) {
        const message = `this connection is of kind ${former.kind}, which cannot change; delete it or take another slug`;
        throw new ValidationProblem([valueError(['body', 'kind'], message, wanted.kind)]);
      }
      const kind = connectionKinds[wanted.kind]!;
      const made = former ? {} : kind.newSecrets();
      const stored = former ? openSecrets(vault, former.id, former.secrets) : made;
      const settings = check(kind, fillIn(kind, wanted.settings, {}), fillIn(kind, wanted.settings, stored));
      const { open, secret } = divide(kind, settings);
      const id = former?.id ?? newId();
      const row = await writeConnection(tx, {
        projectId,
        id,
        slug,
        kind: kind.name,
        name: wanted.name,
        settings: open,
        secrets: sealSecrets(vault, id, secret),
      });
      await writeAudit(tx, entryOf(request, row, former ? 'connection.updated' : 'connection.created'));
      const shown = Object.entries(made).filter(([path, value]) => secret[path] === value);
      return { row, isNew: !former, shown: Object.fromEntries(shown) };
    });
    return reply.code(done.isNew ? 201 : 200).send(present(done.row, vault, done.shown));
  });

  app.delete('/connections/:slug', async (request, reply) => {
    await database.transaction(async (tx) => {
      const row = await findConnection(tx, request.projectId, slugOf(request), 'update');
      const users = await usersOf(tx, request.projectId, row.id);
      if (users.length > 0) {
        throw new Problem(
          409,
          'connection_in_use',
          `This connection is in use by ${users.join(', ')}. Delete what uses it first, or give it another one.`,
        );
      }
      await removeConnection(tx, request.projectId, row.id);
      await writeAudit(tx, entryOf(request, row, 'connection.deleted'));
    });
    return reply.code(204).send();
  });

  // The one call that leaves from a request and not from a task: the owner waits for what it finds.
  app.post('/connections/:slug/test', async (request) => {
    const row = await findConnection(database, request.projectId, slugOf(request));
    const report = await connectionKinds[row.kind]!.test(openConnection(vault, row), http);
    await writeTest(database, row, report);
    return report;
  });
}

const slugOf = (request: FastifyRequest) => (request.params as { slug: string }).slug;

/**
 * @param given as sent, for the answer; @param filled the same with what is stored
 * @throws ValidationProblem which shows no secret
 */
function check(
  kind: ConnectionKind,
  given: Record<string, unknown>,
  filled: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = kind.settings.safeParse(filled);
  if (parsed.success) return parsed.data;
  throw new ValidationProblem(
    toItems(parsed.error.issues, 'body', given).map((item) => {
      const path = item.loc.slice(1);
      const { input, ...rest } = { ...item, loc: ['body', 'settings', ...path] };
      return mayShow(kind, path, item) ? { ...rest, input } : rest;
    }),
  );
}

/** What is no secret and, being no object, holds none. */
function mayShow(kind: ConnectionKind, path: (string | number)[], item: ValidationItem): boolean {
  return !kind.secrets.includes(path.join('.')) && (typeof item.input !== 'object' || item.input === null);
}

function present(row: ConnectionRow, vault: Vault, shown: SecretsByPath = {}) {
  const kind = connectionKinds[row.kind]!;
  return {
    id: showId('connection', row.id),
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    settings: mask(kind, row.settings, openSecrets(vault, row.id, row.secrets), shown),
    last_test: row.lastTest,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function entryOf(request: FastifyRequest, row: ConnectionRow, action: string) {
  return {
    projectId: row.projectId,
    actor: ownerActor(request),
    action,
    subject: { type: 'connection', id: showId('connection', row.id) },
    requestId: request.id,
    data: { slug: row.slug, kind: row.kind, name: row.name },
  };
}
