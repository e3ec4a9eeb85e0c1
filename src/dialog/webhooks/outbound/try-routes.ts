import { z } from 'zod';
import { newId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { signedHeaders } from '../../../platform/standard-webhooks.ts';
import { writeAudit } from '../../audit/entry.ts';
import { hearAnswers } from '../../connections/heard-answer.ts';
import { formsOf } from '../../connections/hide.ts';
import { ownerActor } from '../../gate/session.ts';
import { literal } from '../../http/fields.ts';
import { mayBeLeftOut, named, namedBody } from '../../http/shapes.ts';
import { knownSlugPath } from '../../http/slug.ts';
import { type DeliveryOptions, longestAnswerRead } from './delivery.ts';
import { eventKinds, matchingKinds } from './kinds.ts';
import { answerFields } from './shapes.ts';
import { findSubscription, signingSecretsOf } from './subscriptions.ts';

interface TryParts {
  database: Database;
  vault: Vault;
  http: DeliveryOptions['http'];
}

const timeoutMs = 15_000;

const tried = named(
  'TriedDelivery',
  z.object({
    ok: z.boolean().describe('The endpoint answered with a 2xx.'),
    status: z.int().nullable().describe('Of the answer; null if there was none.'),
    detail: z.string().describe('What happened, for people.'),
    duration_ms: z.int(),
    request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
    ...answerFields,
  }),
  {
    ok: true,
    status: 204,
    detail: 'The endpoint answered with status 204.',
    duration_ms: 84,
    request: {
      url: 'https://warehouse.example/hooks',
      headers: { 'content-type': 'application/json', 'webhook-id': 'dlv_01m7w96x0rf2ktq7b9s4c1v5mh' },
      body: '{"type":"job.succeeded","timestamp":"2026-11-20T11:12:40.321Z","test":true,"data":{}}',
    },
    ...{ answer: '', answer_headers: { server: 'warehouse' }, answer_truncated: false },
  },
);

// The request itself calls out, and not a task, because a person waits for the result.
export const trySubscription = endpoint(
  {
    operationId: 'trySubscription',
    tags: ['Subscriptions'],
    summary: 'Send a sample to a subscription',
    description:
      'One signed request, as a delivery makes it, whose body has `"test": true`: the endpoint can tell that nothing has happened. It ' +
      'is sent once, also to a disabled subscription, and is no delivery: it changes nothing of the subscription.',
    params: knownSlugPath,
    body: mayBeLeftOut(
      namedBody(
        'SampleDelivery',
        z.object({
          type: literal(eventKinds)
            .optional()
            .describe('The kind of event; the first that is subscribed to if left out.'),
        }),
        { type: 'job.succeeded' },
      ),
    ),
    answers: { 200: tried.describe('What was sent, and what was answered.') },
    errors: ['subscription_not_found'],
  },
  async (request, _reply, { database, vault, http }: TryParts) => {
    const { projectId } = request;
    const row = await findSubscription(database, projectId, request.params.slug);
    const type = request.body?.type ?? matchingKinds(row.kinds)[0]!;
    const at = new Date();
    const body = sampleBody(type, at, row.environments[0]!);
    const secrets = signingSecretsOf(vault, row.id, row);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Parley',
      ...signedHeaders(secrets, showId('delivery', newId()), body),
    };
    const answers = hearAnswers(http, secrets.flatMap(formsOf));
    const outcome = await answers.http.send({
      service: 'subscription',
      method: 'POST',
      url: row.url,
      headers,
      body,
      timeoutMs,
      maxResponseBytes: longestAnswerRead,
    });
    const heard = answers.last();
    const status = heard?.status ?? null;
    await writeAudit(database, {
      projectId,
      actor: ownerActor(request),
      action: 'subscription.tried',
      subject: { type: 'subscription', id: row.slug },
      requestId: request.id,
      data: { name: row.name, type, status },
    });
    return {
      ok: status !== null && status >= 200 && status < 300,
      status,
      detail:
        outcome.kind === 'answered' ? `The endpoint answered with status ${outcome.status}.` : outcome.reason,
      duration_ms: Date.now() - at.getTime(),
      request: { url: row.url, headers, body },
      answer: heard?.body ?? null,
      answer_headers: heard?.headers ?? {},
      answer_truncated: heard?.truncated ?? false,
    };
  },
);

/** A body of the form that deliveries have, about a record that does not exist. */
function sampleBody(type: string, at: Date, environment: 'sandbox' | 'live'): string {
  const [record = ''] = type.split('.');
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    test: true,
    data: {
      id: 0,
      subject: { type: record, id: 'test' },
      environment,
      actor: { type: 'system', id: null, name: null },
      request_id: null,
    },
  });
}
