import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { Tickets } from '../../../platform/tickets.ts';
import { writeAudit } from '../../audit/entry.ts';
import { type NumberingParts, numberedHead } from '../../audit/numbering.ts';
import { ownerActor } from '../../gate/session.ts';
import { laxInt, list, literal, text } from '../../http/fields.ts';
import { ifNoneMatch, refuseToReplace } from '../../http/only-new.ts';
import { projectPath } from '../../http/path.ts';
import { secret, secretUnlessShown } from '../../http/secret-fields.ts';
import { listOf, mayBeLeftOut, namedBody, nothing, pageOf } from '../../http/shapes.ts';
import { knownSlugPath, slugPath } from '../../http/slug.ts';
import { signingSecret, webhookAddress } from '../../http/web-address.ts';
import type { Environment } from '../../schema.ts';
import type { TaskQueue } from '../../tasks/queue.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import {
  redeliver as deliverAgain,
  deliveryStates,
  readDelivery as findDelivery,
  presentDelivery,
  readDeliveries,
} from './deliveries.ts';
import { eventPatterns } from './kinds.ts';
import { deliveryShape, queuedDeliveryShape, subscriptionShape } from './shapes.ts';
import {
  enableSubscription as enable,
  findSubscription,
  listSubscriptions as findSubscriptions,
  rotateSubscription as newSecretOf,
  deleteSubscription as removeSubscription,
  type SubscriptionRow,
  saveSubscription,
} from './subscriptions.ts';

interface SubscriptionParts extends NumberingParts {
  vault: Vault;
  tickets: Tickets<LaneTicket>;
  queue: TaskQueue;
}

const page = 100;

const atLeastOne = <Item>(field: z.ZodType<Item[]>) =>
  field.superRefine((chosen, ctx) => {
    if (chosen.length === 0) ctx.addIssue({ code: 'custom', message: 'choose at least one', input: chosen });
  });

const subscription = namedBody(
  'WantedSubscription',
  z.object({
    name: text({ max: 100, default: '' }),
    kinds: atLeastOne(list(literal(eventPatterns), { max: eventPatterns.length })),
    environments: atLeastOne(list<Environment>(literal(['sandbox', 'live']), { max: 2, default: ['live'] })),
    url: webhookAddress,
    signing_secret: secretUnlessShown(signingSecret),
  }),
  {
    name: 'Warehouse',
    kinds: ['job.*', 'payment.succeeded'],
    environments: ['live'],
    url: 'https://warehouse.example/hooks',
  },
);

export const listSubscriptions = endpoint(
  {
    operationId: 'listSubscriptions',
    tags: ['Subscriptions'],
    summary: 'List subscriptions',
    params: projectPath,
    answers: { 200: listOf(subscriptionShape, 'By slug.') },
  },
  async (request, _reply, { database }: SubscriptionParts) => {
    const rows = await findSubscriptions(database, request.projectId);
    return { items: rows.map((row) => present(row)) };
  },
);

export const readSubscription = endpoint(
  {
    operationId: 'readSubscription',
    tags: ['Subscriptions'],
    summary: 'Read a subscription',
    params: knownSlugPath,
    answers: { 200: subscriptionShape.describe('The subscription.') },
    errors: ['subscription_not_found'],
  },
  async ({ projectId, params }, _reply, { database }: SubscriptionParts) =>
    present(await findSubscription(database, projectId, params.slug)),
);

export const putSubscription = endpoint(
  {
    operationId: 'putSubscription',
    tags: ['Subscriptions'],
    summary: 'Make or change a subscription',
    description: 'Without a secret one is made and shown once.',
    params: slugPath,
    headers: ifNoneMatch,
    body: subscription,
    answers: {
      200: subscriptionShape.describe('The subscription was changed.'),
      201: subscriptionShape.describe(
        'The new subscription. A secret that was made here is shown this once.',
      ),
    },
    errors: ['already_exists'],
  },
  async (request, reply, parts: SubscriptionParts) => {
    const { database, vault } = parts;
    const { signing_secret: given, ...body } = request.body;
    const { projectId } = request;
    const wanted = { projectId, slug: request.params.slug, signingSecret: given ?? undefined, ...body };
    const head = await numberedHead(parts, projectId);
    const { row, isNew, made } = await database.transaction(async (tx) => {
      const saved = await saveSubscription(tx, vault, wanted, head, changeOf(request));
      refuseToReplace(request.headers, 'subscription', saved.isNew);
      return saved;
    });
    return reply.code(isNew ? 201 : 200).send(present(row, made));
  },
);

export const deleteSubscription = endpoint(
  {
    operationId: 'deleteSubscription',
    tags: ['Subscriptions'],
    summary: 'Delete a subscription',
    params: knownSlugPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['subscription_not_found'],
  },
  async (request, reply, { database }: SubscriptionParts) => {
    await database.transaction((tx) =>
      removeSubscription(tx, request.projectId, request.params.slug, changeOf(request)),
    );
    return reply.code(204).send();
  },
);

export const rotateSubscription = endpoint(
  {
    operationId: 'rotateSubscription',
    tags: ['Subscriptions'],
    summary: 'Give a subscription a new secret',
    description: 'For a day, requests are also signed with the previous secret.',
    params: knownSlugPath,
    body: mayBeLeftOut(
      namedBody('NewSigningSecret', z.object({ signing_secret: secret(signingSecret.nullish()) }), {
        signing_secret: 'whsec_dGhlIHNlY3JldCBvZiBvdXIgd2FyZWhvdXNl',
      }),
    ),
    answers: {
      200: subscriptionShape.describe('The subscription. A secret that was made here is shown this once.'),
    },
    errors: ['subscription_not_found'],
  },
  async (request, _reply, { database, vault }: SubscriptionParts) => {
    const wanted = {
      projectId: request.projectId,
      slug: request.params.slug,
      signingSecret: request.body?.signing_secret ?? undefined,
    };
    const { row, made } = await database.transaction((tx) =>
      newSecretOf(tx, vault, wanted, changeOf(request)),
    );
    return present(row, made);
  },
);

export const enableSubscription = endpoint(
  {
    operationId: 'enableSubscription',
    tags: ['Subscriptions'],
    summary: 'Enable a subscription again',
    description: 'It continues where it stopped.',
    params: knownSlugPath,
    answers: { 200: subscriptionShape.describe('The subscription.') },
    errors: ['subscription_not_found'],
  },
  async (request, _reply, { database, tickets }: SubscriptionParts) => {
    const { row, wake } = await database.transaction((tx) =>
      enable(tx, request.projectId, request.params.slug, changeOf(request)),
    );
    tickets.send(wake);
    return present(row);
  },
);

export const listDeliveries = endpoint(
  {
    operationId: 'listDeliveries',
    tags: ['Subscriptions'],
    summary: 'List deliveries',
    description: 'With their attempts.',
    params: projectPath,
    querystring: z.object({
      subscription: text().optional(),
      status: literal(deliveryStates).optional(),
      offset: laxInt({ ge: 0, default: 0 }),
    }),
    answers: { 200: pageOf(deliveryShape, 'At most 100, newest first.') },
    errors: ['subscription_not_found'],
  },
  async (request, _reply, { database }: SubscriptionParts) => {
    const { subscription: slug, status, offset } = request.query;
    const { projectId } = request;
    const rows = await readDeliveries(database, {
      projectId,
      subscriptionId: slug === undefined ? undefined : (await findSubscription(database, projectId, slug)).id,
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

export const readDelivery = endpoint(
  {
    operationId: 'readDelivery',
    tags: ['Subscriptions'],
    summary: 'Read a delivery',
    description: 'With its attempts.',
    params: projectPath.extend({ id: z.string().describe('`dlv_…`') }),
    answers: { 200: deliveryShape.describe('The delivery.') },
    errors: ['delivery_not_found'],
  },
  async ({ projectId, params }, _reply, { database }: SubscriptionParts) => {
    const id = readId('delivery', params.id);
    const row = id && (await findDelivery(database, projectId, id));
    if (!row) throw deliveryNotFound();
    return presentDelivery(row);
  },
);

export const redeliver = endpoint(
  {
    operationId: 'redeliver',
    tags: ['Subscriptions'],
    summary: 'Deliver something again',
    description: 'Under the same `webhook-id`, for another day.',
    params: projectPath.extend({ id: z.string().describe('`dlv_…`') }),
    answers: { 202: queuedDeliveryShape.describe('It is queued.') },
    errors: ['delivery_not_found', 'subscription_deleted', 'subscription_disabled'],
  },
  async (request, reply, { database, tickets, queue }: SubscriptionParts) => {
    const { projectId } = request;
    const id = readId('delivery', request.params.id);
    if (!id) throw deliveryNotFound();
    const queued = await database.transaction(async (tx) => {
      const result = await deliverAgain(tx, projectId, id, queue);
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
  },
);

/** Limit of offsets, so that they fit into the database's integers; no list is that long. */
const furthest = 1_000_000_000;

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
