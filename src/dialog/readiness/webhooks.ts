import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { type Environment, type TaskState, tasks } from '../schema.ts';
import type { TaskError } from '../tasks/task.ts';
import { arrivals, receivers } from '../webhooks/inbound/schema.ts';
import { warningOf } from '../webhooks/inbound/verification.ts';
import { subscriptions, webhookAttempts } from '../webhooks/outbound/schema.ts';
import { workflows } from '../workflows/schema.ts';
import {
  blocking,
  count,
  ok,
  type ReadinessCheck,
  type ReadinessItem,
  type ReadinessScene,
  warning,
} from './check.ts';

/** Days for which calls are kept. */
const rememberedDays = 7;

/** Most of the newest accepted calls of each receiver whose outcomes are read. */
const callsFollowed = 20;

const r = alias(receivers, 'r');
const w = alias(workflows, 'w');
const c = alias(arrivals, 'newest');

const findReceivers = statement({
  name: 'readiness-receivers',
  prepared: false,
  params: { projectId: r.projectId, days: types.int },
  columns: {
    slug: r.slug,
    name: r.name,
    accepted: as(types.int, sql`a.accepted`),
    rejected: as(types.int, sql`a.rejected`),
    reason: as(orNull(types.text), sql`a.reason`),
    /** Event ids of the newest accepted calls. */
    events: as(listOf(types.text), sql`coalesce(a.events, '{}')`),
    target: r.target,
    verification: r.verification,
    /** Whether the workflow of the target is published; false if the target has no workflow. */
    runnable: as(types.boolean, sql`${w.version} IS NOT NULL`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${receivers} AS ${r}
    LEFT JOIN ${workflows} AS ${w}
      ON ${w.projectId} = ${r.projectId} AND ${w.slug} = ${r.target}->>'workflow' AND ${w.deletedAt} IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE ${c.status} <> 'rejected')::int AS accepted,
        coalesce(sum(${c.count}) FILTER (WHERE ${c.status} = 'rejected'), 0)::int AS rejected,
        (array_agg(${c.reason} ORDER BY ${c.id} DESC) FILTER (WHERE ${c.status} = 'rejected'))[1] AS reason,
        (array_agg(${c.eventId} ORDER BY ${c.id} DESC)
          FILTER (WHERE ${c.status} = 'accepted' AND ${c.eventId} IS NOT NULL))[1:${callsFollowed}] AS events
      FROM (
        SELECT ${c.id}, ${c.status}, ${c.reason}, ${c.count}, ${c.eventId} FROM ${arrivals} AS ${c}
        WHERE ${c.projectId} = ${r.projectId} AND ${c.receiverId} = ${r.id}
          AND ${c.at} > now() - make_interval(days => ${p.days})
        ORDER BY ${c.id} DESC LIMIT 100) AS ${c}) AS a
    WHERE ${r.projectId} = ${p.projectId} ORDER BY ${r.slug}`,
});

type Receiver = ResultOf<typeof findReceivers>;

/**
 * Whether other systems have recently called the project's receivers with valid signatures, whether the targets exist, and
 * whether accepted calls could be handled.
 */
export const receiversUsed: ReadinessCheck = async (scene) => {
  const { database, projectId } = scene;
  const found = await findReceivers.all(database, { projectId, days: rememberedDays });
  const handled = await outcomesOf(scene, found);
  return found.flatMap((each) => [receiver(each, handled), ...openness(each)]);
};

/** A receiver that anybody can call is said apart from what else is known of it: it works, and that is the danger. */
function openness({ slug, name, verification }: Receiver): ReadinessItem[] {
  const detail = warningOf(verification);
  if (detail === null) return [];
  const subject = { id: `open_receiver:${slug}`, title: `Receiver ${name} is open`, name };
  return [
    warning(
      subject,
      detail,
      'Give it the verification of its sender; if the sender signs nothing, a token.',
      'receiver_open',
    ),
  ];
}

type Outcome = { state: TaskState; error: TaskError | null };

/** The outcomes of accepted calls, by event id, without those that were deleted by age. */
async function outcomesOf(
  { database, projectId }: ReadinessScene,
  found: Receiver[],
): Promise<Map<string, Outcome>> {
  const ids = new Map(
    found
      .flatMap(({ events }) => events)
      .flatMap((eventId) => {
        const id = readId('event', eventId);
        return id ? [[id, eventId] as const] : [];
      }),
  );
  if (ids.size === 0) return new Map();
  const rows = await database.orm
    .select({ id: tasks.id, state: tasks.state, error: tasks.error })
    .from(tasks)
    .where(and(eq(tasks.projectId, projectId), inArray(tasks.id, [...ids.keys()])));
  return new Map(
    rows.map(({ id, state, error }) => [ids.get(id)!, { state, error: error as TaskError | null }]),
  );
}

function receiver(
  { slug, name, accepted, rejected, reason, target, runnable, events }: Receiver,
  outcomes: Map<string, Outcome>,
): ReadinessItem {
  const subject = { id: `receiver:${slug}`, title: `Receiver ${name}`, name };
  if (target && 'workflow' in target && !runnable) {
    return blocking(
      subject,
      `Its calls cannot be handled: there is no published workflow "${target.workflow}".`,
      'Publish this workflow, or give the receiver another target.',
      'receiver_without_workflow',
      { workflow: target.workflow },
    );
  }
  const ends = events
    .flatMap((eventId) => outcomes.get(eventId) ?? [])
    .filter(({ state }) => state !== 'queued');
  const failures = ends.filter(({ state }) => state === 'failed');
  if (failures.length > 0) {
    const detail = `${count(failures.length, 'call')} of the last ${ends.length} that were accepted failed, the last one for: ${failures[0]!.error?.message}`;
    const action =
      'Look for webhook.failed in the audit log, and correct the target or what the caller sends.';
    const params = { failed: failures.length, of: ends.length, reason: failures[0]!.error?.message ?? '' };
    return failures.length === ends.length
      ? blocking(subject, detail, action, 'receiver_calls_fail', params)
      : warning(subject, detail, action, 'receiver_calls_fail', params);
  }
  const refusals = `${count(rejected, 'call')} rejected, the last for: ${reason}`;
  const counts = { accepted, rejected, reason: reason ?? '' };
  const correct = correction(reason);
  if (accepted > 0 && rejected === 0)
    return ok(subject, `It was called in the last ${rememberedDays} days.`, 'receiver_works', {
      days: rememberedDays,
    });
  if (accepted > 0)
    return warning(
      subject,
      `Of its last calls ${accepted} were taken; ${refusals}.`,
      correct,
      'receiver_rejects_some',
      counts,
    );
  if (rejected > 0)
    return blocking(
      subject,
      `None of its last calls was taken; ${refusals}.`,
      correct,
      'receiver_rejects_all',
      counts,
    );
  const detail = `Nobody called it in the last ${rememberedDays} days.`;
  return warning(
    subject,
    detail,
    'Have the other side make a call, or delete the receiver.',
    'receiver_unused',
    {
      days: rememberedDays,
    },
  );
}

/** What to do about calls that were refused for this reason: a fault of the signature, or the code of an error. */
function correction(reason: string | null): string {
  if (/^(?:signature|timestamp|secret)_/.test(reason ?? '')) {
    return 'Compare the secret and the clock of the caller with what this receiver expects.';
  }
  if (reason === 'unsupported_media_type') return 'Have the caller send JSON or a form.';
  return reason === 'validation_error'
    ? 'Have the caller send a JSON body; the 422 that it got says what is wrong with it.'
    : 'Lower the number of calls, or raise the limit that they met.';
}

/** The oldest queued deliveries of each subscription, which include failing ones. */
const deliveriesLookedAt = 20;

const s = alias(subscriptions, 's');
const t = alias(tasks, 't');
const a = alias(webhookAttempts, 'a');
const last = alias(webhookAttempts, 'last');

const findSubscriptions = statement({
  name: 'readiness-subscriptions',
  prepared: false,
  params: { projectId: s.projectId },
  columns: {
    slug: s.slug,
    name: s.name,
    environments: s.environments,
    state: s.state,
    reason: s.reason,
    /** The result of the last attempt of a delivery that waits for another one. */
    status: last.status,
    error: last.error,
    failing: as(types.boolean, sql`${last.at} IS NOT NULL`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${subscriptions} AS ${s}
    LEFT JOIN LATERAL (
      SELECT ${last.at}, ${last.status}, ${last.error}
      FROM (
        SELECT ${t.id} FROM ${tasks} AS ${t}
        WHERE ${t.projectId} = ${s.projectId} AND ${t.targetId} = ${s.id} AND ${t.kind} = 'delivery'
          AND ${t.state} = 'queued'
        ORDER BY ${t.seq} LIMIT ${deliveriesLookedAt}
      ) AS ${t}
      CROSS JOIN LATERAL (
        SELECT ${a.at}, ${a.status}, ${a.error} FROM ${webhookAttempts} AS ${a}
        WHERE ${a.projectId} = ${s.projectId} AND ${a.deliveryId} = ${t.id} ORDER BY ${a.n} DESC LIMIT 1
      ) AS ${last}
      ORDER BY ${last.at} DESC LIMIT 1
    ) AS ${last} ON true
    WHERE ${s.projectId} = ${p.projectId} ORDER BY ${s.slug}`,
});

type Subscription = ResultOf<typeof findSubscriptions>;

/** Whether the subscriptions are enabled, and their receivers accept what is sent. */
export const subscriptionsDeliver: ReadinessCheck = async ({ database, projectId }) => {
  const found = await findSubscriptions.all(database, { projectId });
  return found.map(subscription);
};

/** How many subscriptions are disabled, and of how many others deliveries are being repeated, of those that tell of an environment. */
export async function countSubscriptions(
  database: Queryable,
  { projectId, environment }: { projectId: string; environment: Environment },
): Promise<{ disabled: number; failing: number }> {
  const found = (await findSubscriptions.all(database, { projectId })).filter(({ environments }) =>
    environments.includes(environment),
  );
  const enabled = found.filter(({ state }) => state === 'enabled');
  return {
    disabled: found.length - enabled.length,
    failing: enabled.filter(({ failing }) => failing).length,
  };
}

function subscription({ slug, name, state, reason, failing, status, error }: Subscription): ReadinessItem {
  const subject = { id: `subscription:${slug}`, title: `Subscription ${name || slug}`, name: name || slug };
  if (state !== 'enabled') {
    return blocking(
      subject,
      `It is disabled and receives nothing${reason ? `: ${reason.replace(/\.?$/, '.')}` : '.'}`,
      'Mend the endpoint, then enable the subscription; what it missed follows.',
      'subscription_disabled',
      { reason: reason ?? '' },
    );
  }
  if (!failing) return ok(subject, 'It is enabled, and no delivery is being repeated.', 'subscription_works');
  return warning(
    subject,
    `Deliveries are being repeated: the last attempt ${status === null ? `had no answer (${error})` : `was answered with status ${status}`}.`,
    'Mend the endpoint: each delivery is tried for a day, and then the subscription is disabled.',
    'subscription_fails',
    { reason: status === null ? (error ?? '') : String(status) },
  );
}
