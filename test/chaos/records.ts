import pg from 'pg';
import { showId } from '../../src/platform/ids.ts';
import { Patience } from '../harness/patience.ts';
import { slugs } from './definitions.ts';

type Environment = 'live' | 'sandbox';

/** A message: said by a client, or by the scenario. */
export interface MessageRecord {
  id: string;
  state: string;
  environment: Environment;
  author: 'client' | 'scenario';
  /** External id of the customer. */
  customer: string;
  text: string;
}

export interface JobRecord {
  id: string;
  state: string;
  /** The write of the load that it was made for. */
  ref: string;
  /** The kind of flow that waits for it; null for a client's. */
  waiter: string | null;
}

export interface EventRecord {
  id: string;
  state: string;
  /** Its effect on the dialog, such as `filled`; null before it was processed. */
  did: string | null;
}

export interface RunRecord {
  id: string;
  state: string;
  ref: string;
}

/** The contents of the database after the run. */
export interface Records {
  /** In the order of their lanes. */
  messages: MessageRecord[];
  jobs: JobRecord[];
  events: EventRecord[];
  runs: RunRecord[];
  /** Rows that workflows wrote: the write that caused each, and the outcome of its order. */
  rows: { ref: string; order: string }[];
  /** The scenario's counts in the state of customers, by external id. */
  counts: Map<string, string>;
  /** Turns of dialogs and runs that did not succeed: never allowed, whatever is broken. */
  failedTurns: { kind: string; state: string; error: string | null }[];
  /** The number of unfinished writes in the project's counters. */
  unfinished: number;
  /** Messages of which the record of conversations says something else than their task; null is nothing. */
  misrecorded: { id: string; state: string | null; delivery: string | null }[];
}

/** Reads the records of the only project that was written to. */
export async function readRecords(connection: pg.ClientConfig): Promise<Records> {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await ask<Row>(connection, text, values)).rows;
  const messages = await rowsOf<MessageRecord>(
    `SELECT t.id, t.state, t.environment, coalesce(t.payload ->> 'author', 'client') AS author,
       i.external_id AS customer, t.payload ->> 'text' AS text
     FROM dialog.tasks AS t JOIN dialog.identities AS i ON i.project_id = t.project_id AND i.id = t.identity_id
     WHERE t.kind = 'message' ORDER BY t.seq`,
  );
  const jobs = await rowsOf<JobRecord>(
    `SELECT id, state, payload -> 'input' ->> 'ref' AS ref, waiter ->> 'kind' AS waiter
     FROM dialog.tasks WHERE kind = 'job' ORDER BY seq`,
  );
  const runs = await rowsOf<RunRecord>(
    `SELECT t.id, coalesce(r.status, t.state) AS state, t.payload -> 'input' ->> 'ref' AS ref
     FROM dialog.tasks AS t
     LEFT JOIN dialog.workflow_runs AS r ON r.project_id = t.project_id AND r.id = t.id
     WHERE t.kind = 'run' AND t.payload ->> 'type' = 'start' ORDER BY t.seq`,
  );
  const counts = await rowsOf<{ customer: string; count: string | null }>(
    `SELECT i.external_id AS customer, p.state ->> 'count' AS count
     FROM dialog.identities AS i JOIN dialog.profiles AS p ON p.project_id = i.project_id AND p.id = i.profile_id`,
  );
  const [counted] = await rowsOf<{ n: number }>(
    'SELECT coalesce(sum(unfinished), 0)::int AS n FROM dialog.project_counters',
  );
  return {
    messages: messages.map((row) => ({ ...row, id: showId('message', row.id) })),
    jobs: jobs.map((row) => ({ ...row, id: showId('job', row.id) })),
    runs: runs.map((row) => ({ ...row, id: showId('run', row.id) })),
    events: await rowsOf<EventRecord>(
      `SELECT payload ->> 'event_id' AS id, state, result ->> 'did' AS did
       FROM dialog.tasks WHERE kind = 'event' ORDER BY seq`,
    ),
    rows: await rowsOf<{ ref: string; order: string }>(
      `SELECT r.data ->> 'ref' AS ref, r.data ->> 'order' AS "order"
       FROM dialog.table_rows AS r JOIN dialog.tables AS t ON t.project_id = r.project_id AND t.id = r.table_id
       WHERE t.slug = $1 ORDER BY r.position`,
      [slugs.table],
    ),
    counts: new Map(counts.flatMap(({ customer, count }) => (count === null ? [] : [[customer, count]]))),
    failedTurns: await rowsOf<Records['failedTurns'][number]>(
      `SELECT kind, state, error ->> 'message' AS error FROM dialog.tasks
       WHERE kind IN ('event', 'dialog', 'run') AND state <> 'succeeded'`,
    ),
    unfinished: counted!.n,
    misrecorded: await misrecorded(connection),
  };
}

/** The record follows the audit log, so the last messages may still be on their way into it. In milliseconds. */
const recordedWithinMs = 15_000;

async function misrecorded(connection: pg.ClientConfig): Promise<Records['misrecorded']> {
  const patience = new Patience(recordedWithinMs);
  for (;;) {
    const { rows } = await ask<Records['misrecorded'][number]>(
      connection,
      `SELECT coalesce(t.id, m.id) AS id, t.state, m.delivery
       FROM (SELECT * FROM dialog.tasks WHERE kind IN ('message', 'received')) AS t
       FULL JOIN dialog.conversation_messages AS m ON m.project_id = t.project_id AND m.id = t.id
       WHERE m.delivery IS DISTINCT FROM
         CASE WHEN t.kind = 'received' THEN 'received' WHEN t.state = 'succeeded' THEN 'sent' ELSE t.state END`,
    );
    if (rows.length === 0 || patience.isOver)
      return rows.map((row) => ({ ...row, id: showId('message', row.id) }));
    await patience.pause(200);
  }
}

/** The number of unfinished tasks and waiting runs. */
export async function countUnended(connection: pg.ClientConfig): Promise<number> {
  const { rows } = await ask<{ n: number }>(
    connection,
    `SELECT (SELECT count(*) FROM dialog.tasks WHERE state IN ('queued', 'running'))::int
       + (SELECT count(*) FROM dialog.workflow_runs WHERE finished_at IS NULL)::int AS n`,
  );
  return rows[0]!.n;
}

/** Queries the database on a new connection, so that earlier faults of the run do not affect it. */
export async function ask<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query<Row>(text, values);
  } finally {
    await client.end().catch(() => {});
  }
}
