import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { laxInt, text } from '../../http/fields.ts';
import { slugPath } from '../../http/slug.ts';
import { ownerActor } from '../../owner/session.ts';
import type { ArrivalLog } from './arrivals.ts';
import {
  deleteReceiver,
  findReceiver,
  listReceivers,
  type ReceiverRow,
  rotateReceiver,
  saveReceiver,
} from './receivers.ts';
import { targetField } from './target.ts';

export interface ReceiverRouteOptions {
  database: Database;
  vault: Vault;
  arrivals: ArrivalLog;
  /** Where this server is reached from outside; absent: where the owner reaches it. */
  publicUrl: string | undefined;
}

const page = 100;

/** The receivers of a project. A secret is made here and shown once. */
export function receiverRoutes(plain: FastifyInstance, options: ReceiverRouteOptions): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, vault, arrivals } = options;
  const shown = (request: FastifyRequest, row: ReceiverRow, secret?: string) =>
    present(row, options.publicUrl ?? `${request.protocol}://${request.host}`, secret);

  app.get('/receivers', async (request) => {
    const rows = await listReceivers(database, request.projectId);
    return { items: rows.map((row) => shown(request, row)) };
  });

  app.get('/receivers/:slug', async (request) =>
    shown(request, await findReceiver(database, request.projectId, slugOf(request))),
  );

  app.put(
    '/receivers/:slug',
    {
      schema: {
        params: slugPath,
        body: z.object({
          name: text({ min: 1, max: 100 }),
          target: targetField.nullish(),
        }),
      },
    },
    async (request, reply) => {
      const { name, target = null } = request.body;
      const wanted = { projectId: request.projectId, slug: request.params.slug, name, target };
      const { row, secret } = await database.transaction((tx) =>
        saveReceiver(tx, vault, wanted, changeOf(request)),
      );
      return reply.code(secret === undefined ? 200 : 201).send(shown(request, row, secret));
    },
  );

  app.delete('/receivers/:slug', async (request, reply) => {
    await database.transaction((tx) =>
      deleteReceiver(tx, request.projectId, slugOf(request), changeOf(request)),
    );
    return reply.code(204).send();
  });

  app.post('/receivers/:slug/rotate', async (request) => {
    const { row, secret } = await database.transaction((tx) =>
      rotateReceiver(tx, vault, request.projectId, slugOf(request), changeOf(request)),
    );
    return shown(request, row, secret);
  });

  app.get(
    '/receivers/:slug/deliveries',
    { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
    async (request) => {
      const { offset } = request.query;
      const { id } = await findReceiver(database, request.projectId, slugOf(request));
      await arrivals.settle(); // so that an owner sees the call just made
      const rows = await arrivals.read(request.projectId, id, offset, page + 1);
      return {
        items: rows.slice(0, page).map((row) => ({ ...row, at: row.at.toISOString() })),
        next_offset: rows.length > page ? offset + page : null,
      };
    },
  );
}

const slugOf = (request: FastifyRequest) => (request.params as { slug: string }).slug;
const changeOf = (request: FastifyRequest) => ({ actor: ownerActor(request), requestId: request.id });

function present(row: ReceiverRow, baseUrl: string, secret = 'set') {
  const id = showId('receiver', row.id);
  return {
    id,
    slug: row.slug,
    name: row.name,
    target: row.target,
    url: `${baseUrl}/api/webhooks/${id}`,
    secret,
    previous_secret_until: row.previousUntil?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
