import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { lock } from '../../platform/advisory-locks.ts';
import { newId, showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Vault } from '../../platform/secrets.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { dict, literal, text } from '../http/fields.ts';
import { ifNoneMatch, refuseToReplace } from '../http/only-new.ts';
import { projectPath } from '../http/path.ts';
import { askedAgain, isElsewhere } from '../http/secret-address.ts';
import { secret, settingsFaults } from '../http/secret-fields.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { knownSlugPath, slugPath } from '../http/slug.ts';
import { unknownFields, withUnknown } from '../http/unknown-fields.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { Roles } from '../rights/roles.ts';
import { testFor } from '../rights/sight.ts';
import { findConnection, openConnection } from './find.ts';
import { hearAnswers } from './heard-answer.ts';
import type { ConnectionKind } from './kind.ts';
import { connectionKinds } from './kinds.ts';
import type { ConnectionRow } from './schema.ts';
import { divide, fillIn, mask, type SecretsByPath, sealSecrets, tryOpenSecrets } from './secrets.ts';
import { secretsOf } from './secrets-of.ts';
import { connectionShape, testReportShape } from './shapes.ts';
import {
  readConnection as findBySlug,
  listConnections as findConnections,
  removeConnection,
  writeConnection,
  writeTest,
} from './store.ts';

interface ConnectionParts {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  /** Describes what uses a connection; a connection in use cannot be deleted. */
  usersOf: (tx: Transaction, projectId: string, connectionId: string) => Promise<string[]>;
}

const body = namedBody(
  'WantedConnection',
  z.object({
    name: text({ min: 1, max: 100 }),
    kind: literal(Object.keys(connectionKinds) as [string, ...string[]], { default: 'http' }),
    settings: secret(dict({ default: {} })),
  }),
  {
    name: 'CRM',
    kind: 'http',
    settings: { base_url: 'https://crm.example/api', auth: { type: 'bearer', token: 'a-token-of-the-crm' } },
  },
);

export const listConnections = endpoint(
  {
    operationId: 'listConnections',
    tags: ['Connections'],
    summary: 'List connections',
    params: projectPath,
    answers: { 200: listOf(connectionShape, 'By slug.') },
  },
  async (request, _reply, { database, vault }: ConnectionParts) => {
    const rows = await findConnections(database, request.projectId);
    return { items: rows.map((row) => present(row, vault, request.roles)) };
  },
);

export const readConnection = endpoint(
  {
    operationId: 'readConnection',
    tags: ['Connections'],
    summary: 'Read a connection',
    params: knownSlugPath,
    answers: { 200: connectionShape.describe('The connection.') },
    errors: ['connection_not_found'],
  },
  async (request, _reply, { database, vault }: ConnectionParts) =>
    present(await findConnection(database, request.projectId, request.params.slug), vault, request.roles),
);

export const putConnection = endpoint(
  {
    operationId: 'putConnection',
    tags: ['Connections'],
    summary: 'Make or replace a connection',
    description: 'Secrets that are left out stay as they are, unless the address changes.',
    params: slugPath,
    headers: ifNoneMatch,
    body,
    answers: {
      200: connectionShape.describe('The connection was replaced.'),
      201: connectionShape.describe('The new connection. A secret that was made here is shown this once.'),
    },
    errors: ['already_exists'],
  },
  async (request, reply, { database, vault, http }: ConnectionParts) => {
    const { slug } = request.params;
    const { projectId } = request;
    const wanted = request.body;
    const done = await database.transaction(async (tx) => {
      await lock(tx, `connection/${projectId}/${slug}`);
      const former = await findBySlug(tx, projectId, slug, 'update');
      refuseToReplace(request.headers, 'connection', !former);
      if (former && former.kind !== wanted.kind) {
        const message = `this connection is of kind ${former.kind}, which cannot change; delete it or take another slug`;
        throw new ValidationProblem([valueError(['body', 'kind'], message, wanted.kind)]);
      }
      const kind = connectionKinds[wanted.kind]!;
      const moved = former !== undefined && isElsewhere(kind.address, former.settings, wanted.settings);
      // Whoever may change the address must not learn the secrets that were entered for the old one.
      const kept = !former ? undefined : moved ? {} : tryOpenSecrets(vault, former.id, former.secrets);
      const made = kept ? {} : kind.newSecrets();
      const stored = kept ?? made;
      const settings = check(kind, wanted.settings, stored, moved);
      const fault = kind.addressFault?.(settings, http);
      if (fault) {
        const { setting } = kind.address;
        throw new ValidationProblem([valueError(['body', 'settings', setting], fault, settings[setting])]);
      }
      const { open, secret: sealed } = divide(kind, settings);
      const id = former?.id ?? newId();
      const row = await writeConnection(tx, {
        projectId,
        id,
        slug,
        kind: kind.name,
        name: wanted.name,
        settings: open,
        secrets: sealSecrets(vault, id, sealed),
      });
      await writeAudit(tx, entryOf(request, row, former ? 'connection.updated' : 'connection.created'));
      const shown = Object.entries(made).filter(([path, value]) => sealed[path] === value);
      return { row, isNew: !former, shown: Object.fromEntries(shown) };
    });
    return reply.code(done.isNew ? 201 : 200).send(present(done.row, vault, request.roles, done.shown));
  },
);

export const deleteConnection = endpoint(
  {
    operationId: 'deleteConnection',
    tags: ['Connections'],
    summary: 'Delete a connection',
    params: knownSlugPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['connection_not_found', 'connection_in_use'],
  },
  async (request, reply, { database, usersOf }: ConnectionParts) => {
    await database.transaction(async (tx) => {
      const row = await findConnection(tx, request.projectId, request.params.slug, 'update');
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
  },
);

// The request itself calls out, and not a task, because the owner waits for the result.
export const testConnection = endpoint(
  {
    operationId: 'testConnection',
    tags: ['Connections'],
    summary: 'Test a connection',
    description: 'Makes one harmless call and waits for the answer.',
    params: knownSlugPath,
    answers: { 200: testReportShape.describe('What the call found.') },
    errors: ['connection_not_found'],
  },
  async (request, _reply, { database, vault, http }: ConnectionParts) => {
    const row = await findConnection(database, request.projectId, request.params.slug);
    const connection = openConnection(vault, row);
    const heard = hearAnswers(http, secretsOf(connection));
    const found = await connectionKinds[row.kind]!.test(connection, heard.http);
    const answer = heard.last();
    const report = { ...found, ...(answer && { answer }) };
    await writeTest(database, row, report);
    return testFor(request.roles, report);
  },
);

/**
 * @param given as sent
 * @param stored secrets to use where none were sent
 * @param moved whether the address differs from that of the stored secrets
 * @throws ValidationProblem that shows no secret
 */
function check(
  kind: ConnectionKind,
  given: Record<string, unknown>,
  stored: SecretsByPath,
  moved: boolean,
): Record<string, unknown> {
  const shown = fillIn(kind, given, {});
  const unknown = unknownFields(kind.settings, shown, { place: ['body', 'settings'] });
  const parsed = kind.settings.safeParse(fillIn(kind, given, stored));
  if (parsed.success && unknown.length === 0) return parsed.data;
  const again = moved ? askedAgain(kind.address) : undefined;
  const faults = settingsFaults(parsed.error?.issues ?? [], shown, kind.secrets, again);
  throw new ValidationProblem(withUnknown(faults, unknown));
}

function present(
  row: ConnectionRow,
  vault: Vault,
  roles: Roles,
  shown: SecretsByPath = {},
): z.output<typeof connectionShape> {
  const kind = connectionKinds[row.kind]!;
  return {
    id: showId('connection', row.id),
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    // Secrets that are lost are shown as those that were never set: they have to be entered.
    settings: mask(kind, row.settings, tryOpenSecrets(vault, row.id, row.secrets) ?? {}, shown),
    last_test: row.lastTest && testFor(roles, row.lastTest),
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
