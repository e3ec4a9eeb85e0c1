import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { type AuditEntry, system } from '../audit/entry.ts';
import type { Environment, Waiter } from '../schema.ts';
import type { Outbox } from '../tasks/outbox.ts';
import { formOf, keyOf, type Wanted } from './form.ts';
import { type ApprovalState, approvals, flowWaits } from './schema.ts';

/** One wait of a flow. */
export interface WaitPlace {
  projectId: string;
  lane: string;
  call: string;
}

/** A flow that begins to wait. */
export interface Waiting {
  projectId: string;
  environment: Environment;
  identityId: string | null;
  requestId: string | null;
  waiter: Waiter;
}

/** What a flow asks somebody to decide. */
export interface Question {
  step: string;
  text: string;
  options: string[] | null;
  until: string | null;
  /** The run that asks; null for a dialog. */
  runId: string | null;
}

const w = alias(flowWaits, 'w');
const a = alias(approvals, 'a');
const places = rowsOf('i', { projectId: w.projectId, lane: w.lane, call: w.call });

const hold = statement({
  name: 'waits-hold',
  params: { places },
  columns: { projectId: w.projectId, lane: w.lane, call: w.call },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${flowWaits} AS ${w}
    WHERE (${w.projectId}, ${w.lane}, ${w.call}) IN (
      SELECT ${places.at.projectId}, ${places.at.lane}, ${places.at.call} FROM ${p.places})
    ORDER BY ${w.projectId}, ${w.lane}, ${w.call} FOR UPDATE`,
});

const begun = rowsOf('b', {
  ...{ projectId: w.projectId, lane: w.lane, call: w.call, kind: w.kind, environment: w.environment },
  ...{ identityId: w.identityId, form: w.form, formKey: w.formKey, matchKey: w.matchKey, waiter: w.waiter },
});
const begunColumns = names(
  ...[w.projectId, w.lane, w.call, w.kind, w.environment],
  ...[w.identityId, w.form, w.formKey, w.matchKey, w.waiter],
);
const asked = rowsOf('q', {
  ...{ projectId: a.projectId, id: a.id, environment: a.environment, text: a.text, options: a.options },
  ...{ step: a.step, lane: a.lane, call: a.call, runId: a.runId, identityId: a.identityId },
  expiresAt: a.expiresAt,
});
const askedColumns = names(
  ...[a.projectId, a.id, a.environment, a.text, a.options, a.step, a.lane, a.call],
  ...[a.runId, a.identityId, a.expiresAt],
);

const begin = statement({
  name: 'waits-begin',
  params: { begun, asked },
  query: (p) => sql`
    WITH asked AS (
      INSERT INTO ${approvals} (${name(a.state)}, ${askedColumns})
      SELECT 'pending', ${askedColumns} FROM ${p.asked} ORDER BY ${asked.n}
    )
    INSERT INTO ${flowWaits} (${begunColumns})
    SELECT ${begunColumns} FROM ${p.begun} ORDER BY ${begun.at.projectId}, ${begun.at.lane}, ${begun.at.call}`,
});

const left = rowsOf('l', { projectId: a.projectId, lane: a.lane, call: a.call, state: a.state });
const endedColumns = {
  ...{ projectId: a.projectId, id: a.id, state: a.state, environment: a.environment, step: a.step },
  ...{ identityId: a.identityId, lane: a.lane, call: a.call },
};

const leave = statement({
  name: 'waits-leave',
  params: { left },
  columns: endedColumns,
  query: (p, columns) => sql`
    WITH gone AS (
      DELETE FROM ${flowWaits} AS ${w} WHERE (${w.projectId}, ${w.lane}, ${w.call}) IN (
        SELECT ${left.at.projectId}, ${left.at.lane}, ${left.at.call} FROM ${p.left})
      RETURNING ${w.projectId}, ${w.lane}, ${w.call}
    )
    UPDATE ${approvals} AS ${a} SET ${name(a.state)} = ${left.at.state}, ${name(a.decidedAt)} = clock_timestamp()
    FROM ${p.left} JOIN gone ON gone.project_id = ${left.at.projectId} AND gone.lane = ${left.at.lane}
      AND gone.call = ${left.at.call}
    WHERE ${a.projectId} = ${left.at.projectId} AND ${a.lane} = ${left.at.lane} AND ${a.call} = ${left.at.call}
      AND ${a.state} = 'pending'
    RETURNING ${columns}`,
});

const leaveAll = statement({
  name: 'waits-leave-all',
  params: { projectId: a.projectId, lanes: listOf(a.lane) },
  columns: endedColumns,
  query: (p, columns) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${w.lane}, ${w.call} FROM ${flowWaits} AS ${w}
      WHERE ${w.projectId} = ${p.projectId} AND ${w.lane} = ANY(${p.lanes})
      ORDER BY ${w.lane}, ${w.call} FOR UPDATE
    ), gone AS (
      DELETE FROM ${flowWaits} AS ${w} USING held
      WHERE ${w.projectId} = ${p.projectId} AND ${w.lane} = held.lane AND ${w.call} = held.call
      RETURNING ${w.lane}, ${w.call}
    )
    UPDATE ${approvals} AS ${a} SET ${name(a.state)} = 'canceled', ${name(a.decidedAt)} = clock_timestamp()
    FROM gone
    WHERE ${a.projectId} = ${p.projectId} AND ${a.lane} = gone.lane AND ${a.call} = gone.call
      AND ${a.state} = 'pending'
    RETURNING ${columns}`,
});

/** Ends all waits of some flows of a project that have ended. @returns what the audit log says of it, without who did it */
export async function endWaits(
  tx: Queryable,
  projectId: string,
  lanes: string[],
): Promise<Omit<AuditEntry, 'actor' | 'requestId'>[]> {
  if (lanes.length === 0) return [];
  return (await leaveAll.all(tx, { projectId, lanes })).map(entryOf);
}

function entryOf(row: ResultOf<typeof leave>): Omit<AuditEntry, 'actor' | 'requestId'> {
  const { projectId, environment, identityId, step } = row;
  return {
    ...{ projectId, environment, identityId },
    action: `approval.${row.state}`,
    subject: { type: 'approval', id: showId('approval', row.id) },
    data: { step },
  };
}

const nameOf = ({ projectId, lane, call }: WaitPlace): string => JSON.stringify([projectId, lane, call]);

/**
 * The waits of turns that share a transaction. What begins and what is left is written together, at the end. A wait that may run
 * out is held first: what arrives at the same instant takes it either before, and then it does not run out, or not at all.
 */
export class HeldWaits {
  readonly #tx: Transaction;
  readonly #outbox: Outbox;
  readonly #taken = new Set<string>();
  readonly #begun = new Map<
    string,
    { wait: RecordOf<typeof begun>; asks: (() => RecordOf<typeof asked>) | null }
  >();
  readonly #left = new Map<string, RecordOf<typeof left> & Pick<AuditEntry, 'requestId' | 'cause'>>();

  constructor(tx: Transaction, outbox: Outbox) {
    this.#tx = tx;
    this.#outbox = outbox;
  }

  /** Locks some waits, after their flows. Those that are there no more were taken: their flows will be notified. */
  async hold(wanted: WaitPlace[]): Promise<void> {
    if (wanted.length === 0) return;
    const rows = await hold.all(this.#tx, { places: wanted });
    const there = new Set(rows.map(nameOf));
    for (const place of wanted) if (!there.has(nameOf(place))) this.#taken.add(nameOf(place));
  }

  /** Whether a wait that was to be held had been taken. */
  isTaken(place: WaitPlace): boolean {
    return this.#taken.has(nameOf(place));
  }

  /** A flow waits for an event or for a call of a receiver. */
  awaitArrival(flow: Waiting, wanted: Wanted): void {
    const kind = 'source' in wanted.of ? 'event' : 'receiver';
    const form = formOf(wanted);
    this.#begin(flow, { kind, ...form, matchKey: keyOf(Object.values(wanted.match)) }, null);
  }

  /** A flow waits for a decision. */
  ask(flow: Waiting, { step, text, options, until, runId }: Question): void {
    const { projectId, environment, identityId, waiter, requestId } = flow;
    const id = newId();
    const { lane, call } = waiter;
    const expiresAt = until === null ? null : new Date(until);
    // With the flow that asks as its cause: when it is written, another one moves, or none.
    const entry = this.#outbox.caused<AuditEntry>({
      ...{ projectId, environment, identityId, requestId },
      actor: system,
      action: 'approval.requested',
      subject: { type: 'approval', id: showId('approval', id) },
      data: { step, ...(runId && { run_id: showId('run', runId) }), expires_at: until },
    });
    this.#begin(flow, { kind: 'approval', form: '', formKey: '', matchKey: '' }, () => {
      this.#outbox.note(entry);
      return { projectId, id, environment, text, options, step, lane, call, runId, identityId, expiresAt };
    });
  }

  #begin(
    { projectId, environment, identityId, waiter }: Waiting,
    what: Pick<RecordOf<typeof begun>, 'kind' | 'form' | 'formKey' | 'matchKey'>,
    asks: (() => RecordOf<typeof asked>) | null,
  ): void {
    const { lane, call } = waiter;
    const wait = { projectId, lane, call, environment, identityId, ...what, waiter };
    this.#begun.set(nameOf(wait), { wait, asks });
  }

  /** A flow no longer waits. What was taken is not touched. @param requestId for the audit log */
  leave(
    place: WaitPlace,
    state: Extract<ApprovalState, 'timed_out' | 'canceled'>,
    requestId: string | null,
  ): void {
    // Within one transaction it has never been seen.
    if (this.#begun.delete(nameOf(place))) return;
    const { projectId, lane, call } = place;
    const { cause } = this.#outbox;
    this.#left.set(nameOf(place), { projectId, lane, call, state, requestId, cause });
  }

  /** Writes what began and what was left. */
  async settle(): Promise<void> {
    const gone = [...this.#left.values()];
    if (gone.length > 0) {
      const rows = await leave.all(this.#tx, {
        left: gone.map(({ requestId: _, cause: __, ...place }) => place),
      });
      for (const row of rows) {
        const { requestId = null, cause = null } = this.#left.get(nameOf(row)) ?? {};
        this.#outbox.note({ ...entryOf(row), actor: system, requestId, cause });
      }
    }
    const begun = [...this.#begun.values()];
    if (begun.length > 0) {
      const asked = begun.flatMap(({ asks }) => asks?.() ?? []);
      await begin.run(this.#tx, { begun: begun.map(({ wait }) => wait), asked });
    }
    this.#left.clear();
    this.#begun.clear();
  }
}
