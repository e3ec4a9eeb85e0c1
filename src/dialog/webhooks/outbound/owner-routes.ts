import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { Tickets } from '../../../platform/tickets.ts';
import { writeAudit } from '../../audit/entry.ts';
import { numberedHead } from '../../audit/log.ts';
import { signingSecret, webhookAddress } from '../../channels/webhook.ts';
import { laxInt, list, literal, text } from '../../http/fields.ts';
import { slugPath } from '../../http/slug.ts';
import { ownerActor } from '../../owner/session.ts';
import type { Environment } from '../../schema.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { deliveryStates, presentDelivery, readDeliveries, redeliver } from './deliveries.ts';
import { eventPatterns } from './kinds.ts';
import {
  deleteSubscription,
  enableSubscription,
  findSubscription,
  listSubscriptions,
  rotateSubscription,
  type SubscriptionRow,
  saveSubscription,
} from './subscriptions.ts';

export interface SubscriptionRouteOptions {
  database: Database;
  vault: Vault;
  tickets: Tickets<LaneTicket>;
  /** The shard of the project counters. */
  shard: number;
}

const page = 100;

const atLeastOne = <Item>(field: z.ZodType<Item[]>) =>
  field.superRefine((chosen, ctx) => {
    if (chosen.length === 0) ctx.addIssue({ code: 'custom', message: 'choose at least one', input: chosen });
  });

const subscription = z.object({
  name: text({ max: 100, default: '' }),
  kinds: atLeastOne(list(literal(eventPatterns), { max: eventPatterns.length })),
  environments: atLeastOne(list<Environment>(literal(['sandbox', 'live']), { max: 2, default: ['live'] })),
  url: webhookAddress,
  signing_secret: signingSecret.nullish(),
});

/** Whom a project tells what happens in it, and how that went. */
export function subscriptionRoutes(plain: FastifyInstance, options: SubscriptionRouteOptions): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, vault, tickets, shard } = options;

  app.get('/subscriptions', async (request) => {
    const rows = await listSubscriptions(database, request.projectId);
    return { items: rows.map((row) => present(row)) };
  });

  app.put(
    '/subscriptions/:slug',
    { schema: { params: slugPath, body: subscription } },
    async (request, reply) => {
      const { signing_secret: given, ...body } = request.body;
      const { projectId } = request;
      const wanted = { projectId, slug: request.params.slug, signingSecret: given ?? undefined, ...body };
      const head = await numberedHead(database, projectId);
      const { row, isNew, made } = await database.transaction((tx) =>
        saveSubscription(tx, vault, wanted, head, changeOf(request)),
      );
      return reply.code(isNew ? 201 : 200).send(present(row, made));
    },
  );

  app.delete('/subscriptions/:slug', async (request, reply) => {
    await database.transaction((tx) =>
      deleteSubscription(tx, request.projectId, slugOf(request), changeOf(request)),
    );
    return reply.code(204).send();
  });

  app.post(
    '/subscriptions/:slug/rotate',
    { schema: { body: z.object({ signing_secret: signingSecret.nullish() }).nullish() } },
    async (request) => {
      const wanted = {
        projectId: request.projectId,
        slug: slugOf(request),
        signingSecret: request.body?.signing_secret ?? undefined,
      };
      const { row, made } = await database.transaction((tx) =>
        rotateSubscription(tx, vault, wanted, changeOf(request)),
      );
      return present(row, made);
    },
  );

  app.post('/subscriptions/:slug/enable', async (request) => {
    const { row, wake } = await database.transaction((tx) =>
      enableSubscription(tx, request.projectId, slugOf(request), changeOf(request)),
    );
    tickets.send(wake);
    return present(row);
  });

  app.get(
    '/deliveries',
    {
      schema: {
        querystring: z.object({
          subscription: text().optional(),
          status: literal(deliveryStates).optional(),
          offset: laxInt({ ge: 0, default: 0 }),
        }),
      },
    },
    async (request) => {
      const { subscription: slug, status, offset } = request.query;
      const { projectId } = request;
      const rows = await readDeliveries(database, {
        projectId,
        subscriptionId:
          slug === undefined ? undefined : (await findSubscription(database, projectId, slug)).id,
        state: status,
        offset: Math.min(offset, furthest),
        most: page + 1,
      });
      return {
        items: rows.slice(0, page).map(presentDelivery),
        next_offset: rows.length > page ? offset + page : null,
      };
    },
  );

  app.post('/deliveries/:id/redeliver', async (request, reply) => {
    const { projectId } = request;
    const id = readId('delivery', (request.params as { id: string }).id);
    if (!id) throw deliveryNotFound();
    const queued = await database.transaction(async (tx) => {
      const result = await redeliver(tx, projectId, id, shard);
      if (result === 'missing') throw deliveryNotFound();
      if (result === 'ended') {
        throw new Problem(409, 'subscription_deleted', 'The subscription of this delivery was deleted.');
      }
      if (result === 'disabled') {
        throw new Problem(409, 'subscription_disabled', 'Enable the subscription of this delivery first.');
      }
      await writeAudit(tx, {
        projectId,
        ...changeOf(request),
        action: 'delivery.redelivered',
        subject: { type: 'delivery', id: showId('delivery', id) },
      });
      return result;
    });
    tickets.send(queued.wake);
    return reply.code(202).send({ id: showId('delivery', id), status: 'queued' });
  });
}

/** Of offsets, so that they fit the database's integers; no list is so long. */
const furthest = 1_000_000_000;

const slugOf = (request: FastifyRequest) => (request.params as { slug: string }).slug;
const changeOf = (request: FastifyRequest) => ({ actor: ownerActor(request), requestId: request.id });

function present(row: SubscriptionRow, made?: string) {
  return {
    slug: row.slug,
    name: row.name,
    kinds: row.kinds,
    environments: row.environments,
    url: row.url,
    signing_secret: made ?? 'set',
    previous_secret_until: row.previousUntil?.toISOString() ?? null,
    status: row.state,
    reason: row.reason,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function deliveryNotFound(): Problem {
  return new Problem(404, 'delivery_not_found', 'This project has no such delivery.');
}
