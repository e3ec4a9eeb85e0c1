import { z } from 'zod';
import { Batcher } from '../../../platform/batcher.ts';
import { showId } from '../../../platform/ids.ts';
import type { OutboundHttp, Outcome } from '../../../platform/outbound-http.ts';
import type { Database } from '../../../platform/postgres.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { signedHeaders } from '../../../platform/standard-webhooks.ts';
import { hearAnswers } from '../../connections/heard-answer.ts';
import { formsOf } from '../../connections/hide.ts';
import { defineKind, type TaskOf } from '../../tasks/kind.ts';
import { lanesOf } from '../../tasks/lanes.ts';
import { retryAfterMs } from '../../tasks/outcome.ts';
import type { TaskError, TaskOutcome } from '../../tasks/task.ts';
import { type Attempt, writeAttempts } from './attempts.ts';
import { disableSubscription, type Endpoint, readEndpoints, signingSecretsOf } from './subscriptions.ts';

/** A notification. Its body is the same on every attempt. */
const payload = z.object({
  /** The kind of event. */
  type: z.string(),
  /** The audit entry that it is about. */
  entry: z.number(),
  body: z.string(),
});
type DeliveryTask = TaskOf<z.infer<typeof payload>>;

const deliveryLanes = lanesOf('delivery');

/** Each delivery has its own lane: no order is promised, and one that waits for its next attempt must not block others. */
export const delivery = defineKind({ name: 'delivery', payload, lane: ({ id }) => deliveryLanes.of(id) });

export interface DeliveryOptions {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  /** Waits between attempts in milliseconds, each varied by up to a quarter; the last one repeats. */
  scheduleMs?: readonly number[];
  timeoutMs?: number;
}

/** Bytes of an answer that are read. What is kept of them is less, see `hearAnswers`. */
export const longestAnswerRead = 64 * 1024;

/** How long a delivery is retried. */
export const deliveryDeadlineMs = 24 * 3600_000;

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const usualScheduleMs = [
  5 * seconds,
  30 * seconds,
  2 * minutes,
  10 * minutes,
  30 * minutes,
  1 * hours,
  2 * hours,
  4 * hours,
  8 * hours,
];
/** How often a delivery checks whether its disabled subscription was enabled again. Enabling it also wakes the delivery. */
const disabledPauseMs = 30 * minutes;

/** The longest wait that an endpoint may ask for, equal to the longest in the schedule. */
const longestAskedMs = 8 * hours;
/** The last attempt is due this long before the deadline, so that its result is written before it. */
const beforeDeadlineMs = 1 * seconds;

interface Progress {
  /** Number of requests. `attempts` of the task may be larger, because it also counts waits for its subscription. */
  made: number;
  /** Set if the next attempt is the last one. */
  last: boolean;
}

/**
 * Delivers notifications. It never calls `begin`: a notification has a stable `webhook-id` and may arrive twice, so an
 * attempt that a crash interrupted, or that got no certain answer, is repeated. Any answer except a 2xx is retried for a
 * day; then the delivery fails, and its subscription is disabled.
 */
export function deliveryKind(options: DeliveryOptions) {
  const { database, vault, http, scheduleMs = usualScheduleMs, timeoutMs = 15 * seconds } = options;
  const endpoints = new Batcher<{ projectId: string; id: string }, Endpoint | undefined>((wanted) =>
    readEndpoints(database, wanted),
  );
  const attempts = new Batcher<Attempt, undefined>((made) => writeAttempts(database, made));
  return delivery.outer({
    record: 'delivery',
    succeeded: 'succeeded',
    quiet: 'success',
    async run(task) {
      const subscriptionId = task.targetId!;
      const endpoint = await endpoints.submit({ projectId: task.projectId, id: subscriptionId });
      if (!endpoint) {
        const message = 'The subscription was deleted before this could be delivered.';
        return { state: 'failed', error: { code: 'subscription_deleted', message } };
      }
      const { made, last } = (task.progress as Progress | null) ?? { made: 0, last: false };
      if (endpoint.state === 'disabled') {
        const message = 'The subscription is disabled; this waits until it is enabled or its day is over.';
        return { state: 'retry', error: { code: 'subscription_disabled', message }, inMs: disabledPauseMs };
      }
      const answer = await attempt(task, endpoint, signingSecretsOf(vault, subscriptionId, endpoint));
      const outcome = outcomeOf(answer);
      if (outcome.state === 'retry') {
        const planned = scheduleMs[Math.min(made, scheduleMs.length - 1)]! * (0.75 + Math.random() / 2);
        const wanted = Math.max(planned, Math.min(outcome.afterMs ?? 0, longestAskedMs));
        const left = task.deadlineAt.getTime() - Date.now() - beforeDeadlineMs;
        if (!last && left > 0) {
          const progress: Progress = { made: made + 1, last: wanted >= left };
          return { ...outcome, inMs: Math.min(wanted, left), progress };
        }
        await disable(task, `a delivery was not taken for a day: ${outcome.error.message}`);
        return { state: 'failed', error: outcome.error };
      }
      if (answer.kind === 'answered' && answer.status === 410) {
        await disable(task, 'the endpoint answered 410 Gone');
      }
      return outcome;
    },
  });

  async function attempt(task: DeliveryTask, endpoint: Endpoint, secrets: string[]): Promise<Outcome> {
    const { body } = task.payload;
    const at = new Date();
    const heard = hearAnswers(http, secrets.flatMap(formsOf));
    const answer = await heard.http.send({
      service: 'subscription',
      method: 'POST',
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley',
        ...signedHeaders(secrets, showId('delivery', task.id), body),
      },
      body,
      timeoutMs,
      maxResponseBytes: longestAnswerRead,
    });
    await attempts.submit({
      projectId: task.projectId,
      deliveryId: task.id,
      at,
      durationMs: Date.now() - at.getTime(),
      heard: heard.last(),
      error: answer.kind === 'answered' ? null : answer.reason,
    });
    return answer;
  }

  function disable(task: DeliveryTask, reason: string): Promise<void> {
    return database.transaction((tx) => disableSubscription(tx, task.projectId, task.targetId!, reason));
  }
}

/** The outcome of an answer, for an action that may happen twice. */
function outcomeOf(answer: Outcome): Extract<TaskOutcome, { state: 'succeeded' | 'failed' | 'retry' }> {
  switch (answer.kind) {
    case 'refused':
      return { state: 'failed', error: { code: 'address_refused', message: answer.reason } };
    case 'not_begun':
      return { state: 'retry', error: { code: 'not_reached', message: answer.reason } };
    case 'unknown':
      return { state: 'retry', error: { code: 'no_answer', message: answer.reason } };
    case 'answered': {
      const { status } = answer;
      if (status >= 200 && status < 300) return { state: 'succeeded', result: { status } };
      const error: TaskError = {
        code: `http_${status}`,
        message: `The other side answered with status ${status}.`,
      };
      if (status === 410) return { state: 'failed', error };
      return { state: 'retry', error, afterMs: retryAfterMs(answer.headers['retry-after']) };
    }
    default:
      return answer satisfies never;
  }
}
