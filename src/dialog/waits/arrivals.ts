import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import type { Calendar } from '../project-settings/calendar.ts';
import { readCalendar } from '../project-settings/settings.ts';
import type { Arriving } from '../scenario/match.ts';
import { type Environment, identities } from '../schema.ts';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import type { Outbox } from '../tasks/outbox.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { type Told, taskFor } from '../tasks/waiters.ts';
import { inTurnWithLocks } from '../template/in-turn.ts';
import { anyJsonObject } from '../template/json.ts';
import { asksForHoursOf, matchKeyOf } from './form.ts';
import { flowWaits, type WaitKind } from './schema.ts';

/** What arrives in a project takes the waits that it fits, and notifies their flows, each in its own lane. */

/** An event or a call of a receiver. */
export interface Arrival {
  projectId: string;
  /** Only flows of this environment; null for those of both. */
  environment: Environment | null;
  incoming: Arriving;
  /** The customer whom it names. Then it is for flows of this customer, and for those without one. */
  identityId: string | null;
  requestId: string | null;
  /** Only waits that had begun by then; any if absent. */
  before?: Date;
}

/** Waits that one transaction takes. What is left for an arrival goes into tasks of their own. */
const takenAtOnce = 500;
/** What a step keeps of an arrival, in bytes of JSON: an output may have no more. */
const largestEvent = 60 * 1024;
const toldWithinMs = 24 * 3600_000;

const w = alias(flowWaits, 'w');
const i = alias(identities, 'i');
const own = alias(identities, 'own');

const places = rowsOf('p', { projectId: w.projectId, kind: w.kind, environment: w.environment });

// Steps from each form to the next along the index: there are few forms, however many flows wait.
const findForms = statement({
  name: 'waits-forms',
  params: { places },
  columns: {
    n: as(types.int, sql`forms.n::int`),
    form: as(types.text, sql`forms.form`),
    formKey: as(types.text, sql`forms.form_key`),
    now: as(types.instant, sql`now()`),
  },
  query: (p, columns) => {
    const next = (condition = sql`true`) => sql`
      SELECT ${w.formKey}, ${w.form} FROM ${flowWaits} AS ${w}
      WHERE ${w.projectId} = ${places.at.projectId} AND ${w.kind} = ${places.at.kind}
        AND ${w.environment} = ${places.at.environment} AND ${condition}
      ORDER BY ${w.formKey} LIMIT 1`;
    return sql`
      WITH RECURSIVE forms AS (
        SELECT ${places.n} AS n, first.form_key, first.form FROM ${p.places} CROSS JOIN LATERAL (${next()}) AS first
        UNION ALL
        SELECT forms.n, next.form_key, next.form
        FROM forms JOIN ${p.places} ON ${places.n} = forms.n
        CROSS JOIN LATERAL (${next(sql`${w.formKey} > forms.form_key`)}) AS next
      )
      SELECT ${columns} FROM forms ORDER BY forms.n, forms.form_key`;
  },
});

const fitting = rowsOf('f', {
  projectId: w.projectId,
  kind: w.kind,
  environment: w.environment,
  formKey: w.formKey,
  matchKey: w.matchKey,
  customer: orNull(types.uuid),
  before: types.instant,
  arrival: types.int,
});
const { at: f } = fitting;

const findFitting = statement({
  name: 'waits-find',
  params: { fitting, most: types.int },
  columns: {
    ...{ projectId: w.projectId, lane: w.lane, call: w.call, waiter: w.waiter },
    ...{ environment: w.environment, identityId: w.identityId },
    arrival: as(types.int, sql`${f.arrival}`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.fitting} JOIN ${flowWaits} AS ${w}
      ON ${w.projectId} = ${f.projectId} AND ${w.kind} = ${f.kind} AND ${w.environment} = ${f.environment}
        AND ${w.formKey} = ${f.formKey} AND ${w.matchKey} = ${f.matchKey}
    WHERE ${w.begunAt} <= ${f.before}
      AND (${f.customer} IS NULL OR ${w.identityId} IS NULL OR ${w.identityId} = ${f.customer} OR EXISTS (
        SELECT FROM ${identities} AS ${i} JOIN ${identities} AS ${own}
          ON ${own.projectId} = ${i.projectId} AND ${own.profileId} = ${i.profileId}
        WHERE ${i.projectId} = ${f.projectId} AND ${i.id} = ${f.customer} AND ${own.id} = ${w.identityId}))
    ORDER BY ${w.projectId}, ${w.lane}, ${w.call}, ${f.arrival} LIMIT ${p.most} FOR UPDATE OF ${w}`,
});

const taken = rowsOf('t', { projectId: w.projectId, lane: w.lane, call: w.call });

const take = statement({
  name: 'waits-take',
  params: { taken },
  query: (p) => sql`
    DELETE FROM ${flowWaits} AS ${w} WHERE (${w.projectId}, ${w.lane}, ${w.call}) IN (
      SELECT ${taken.at.projectId}, ${taken.at.lane}, ${taken.at.call} FROM ${p.taken})`,
});

/** Most flows that an entry of the audit log names. */
const mostNamed = 100;

/** What the audit log says of the flows that an arrival moved; nothing of none. */
export const movedData = (flows: string[]): { flows?: number; moved?: string[] } =>
  flows.length === 0 ? {} : { flows: flows.length, moved: flows.slice(0, mostNamed) };

const kindOf = ({ incoming }: Arrival): WaitKind => incoming.type;

const both: Environment[] = ['sandbox', 'live'];

/**
 * Takes the waits that some arrivals fit, each by the first of them. The caller holds no other lock that a flow's turn takes.
 * @returns the flows that each arrival will move by this transaction, by the public ids of runs, and of the customers of dialogs
 */
export async function takeWaits(tx: Transaction, outbox: Outbox, arrivals: Arrival[]): Promise<string[][]> {
  const moved = arrivals.map((): string[] => []);
  const wanted = await formsFor(tx, arrivals);
  if (wanted.length === 0) return moved;
  const found = await findFitting.all(tx, { fitting: wanted, most: takenAtOnce });
  const first = new Map(found.toReversed().map((row) => [JSON.stringify([row.lane, row.call]), row]));
  const rows = [...first.values()].reverse();
  if (rows.length > 0) await take.run(tx, { taken: rows });
  for (const row of rows) {
    moved[row.arrival]!.push(flowIdOf(row));
    outbox.queue(toldTask(row, arrivals[row.arrival]!));
  }
  if (found.length === takenAtOnce) {
    const open = new Map(wanted.map(({ arrival, before }) => [arrival, before]));
    for (const [arrival, before] of open) outbox.queue(restTask(arrivals[arrival]!, before));
  }
  return moved;
}

const flowIdOf = ({ waiter: { kind, id } }: ResultOf<typeof findFitting>): string =>
  showId(kind === 'run' ? 'run' : 'identity', id);

/** What to look for: for each arrival the forms of waits that it fits, with the values that it has. */
async function formsFor(tx: Transaction, arrivals: Arrival[]): Promise<RecordOf<typeof fitting>[]> {
  const known = new Map<string, RecordOf<typeof places>>();
  for (const arrival of arrivals) {
    const { projectId, environment } = arrival;
    for (const each of environment ? [environment] : both) {
      const kind = kindOf(arrival);
      known.set(`${projectId} ${kind} ${each}`, { projectId, kind, environment: each });
    }
  }
  const asked = [...known.values()];
  const forms = await findForms.all(tx, { places: asked });
  const wanted: RecordOf<typeof fitting>[] = [];
  const calendars = new Map<string, Calendar | null>();
  for (const [n, arrival] of arrivals.entries()) {
    const { projectId, environment, incoming, identityId: customer } = arrival;
    const kind = kindOf(arrival);
    for (const form of forms) {
      const place = asked[form.n - 1]!;
      if (place.projectId !== projectId || place.kind !== kind) continue;
      if (environment !== null && place.environment !== environment) continue;
      if (asksForHoursOf(form) && !calendars.has(projectId)) {
        calendars.set(projectId, await readCalendar(tx, projectId));
      }
      const calendar = calendars.get(projectId);
      const matchKey = await inTurnWithLocks(projectId, () => matchKeyOf(incoming, form, calendar));
      if (matchKey === undefined) continue;
      const { formKey, now } = form;
      wanted.push({ ...place, formKey, matchKey, customer, before: arrival.before ?? now, arrival: n });
    }
  }
  return wanted;
}

function toldTask(row: ResultOf<typeof findFitting>, { projectId, incoming, requestId }: Arrival) {
  const { waiter, environment, identityId } = row;
  const common = { id: waiter.id, call: waiter.call, task: null };
  const isTooLarge = Buffer.byteLength(JSON.stringify(incoming.event)) > largestEvent;
  const error = { code: 'output_too_large', message: 'what arrived has more than 60 KiB' };
  const payload: Told = isTooLarge
    ? { ...common, status: 'failed', result: null, error }
    : { ...common, status: 'succeeded', result: { event: incoming.event }, error: null };
  const task = taskFor(waiter, { environment, identityId }, payload);
  return { projectId, task, requestId, deadlineMs: toldWithinMs };
}

const arrivalLanes = lanesOf('arrival');

const restPayload = z.object({
  environment: z.enum(['sandbox', 'live']).nullable(),
  incoming: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('event'),
      source: z.string(),
      environment: z.enum(['sandbox', 'live']),
      event: anyJsonObject,
    }),
    z.object({ type: z.literal('receiver'), receiver: z.string(), event: anyJsonObject }),
  ]),
  customer: z.string().nullable(),
  before: z.string(),
});

/** The waits that an arrival fits and that one transaction could not take. */
export const rest = defineKind({
  name: 'arrival',
  payload: restPayload,
  lane: ({ id }) => arrivalLanes.of(id),
});

function restTask({ projectId, environment, incoming, identityId, requestId }: Arrival, before: Date) {
  const task = rest.task({
    payload: { environment, incoming, customer: identityId, before: before.toISOString() },
    // It is about the customer, and moves flows of others, too.
    identityId: null,
    environment: environment ?? 'sandbox',
    target: null,
  });
  return { projectId, task, requestId, deadlineMs: toldWithinMs };
}

/** The kind of task that takes the rest of many waits. */
export function arrivalKind() {
  return rest.inner({
    noun: 'arrival',
    succeeded: 'handled',
    subject: (task) => showId('event', task.id),
    async apply(tx, tasks, outbox) {
      const moved = await takeWaits(
        tx,
        outbox,
        tasks.map(({ projectId, requestId, payload: { environment, incoming, customer, before } }) => ({
          ...{ projectId, requestId, environment, incoming },
          identityId: customer,
          before: new Date(before),
        })),
      );
      return moved.map(
        (flows): TaskOutcome => ({ state: 'succeeded', data: { flows: 0, ...movedData(flows) } }),
      );
    },
  });
}
