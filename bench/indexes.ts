import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newSigningSecret } from '../src/platform/standard-webhooks.ts';
import { startReceiver } from '../test/fakes/receiver.ts';
import { startTarget } from '../test/fakes/target.ts';
import { buildServer } from '../test/fixtures/server-build.ts';
import { startServerProcess } from '../test/fixtures/server-process.ts';
import { Client } from '../test/harness/client.ts';
import { until } from '../test/harness/until.ts';

/**
 * `npm run bench:indexes`: how many bytes of the write-ahead log the indexes of dialogs, runs and tasks cost for each turn, job and run,
 * and what the same work writes without those that the lists and counts of flows brought. The rounds with and without them take turns
 * on one database. Pages that a checkpoint makes the log repeat are not counted, so the load of the machine changes nothing. It needs
 * a Postgres server with pg_walinspect at TEST_DATABASE_URL.
 *
 *   --customers n  whose dialogs have four turns a round, and as many jobs and runs; 100 unless told otherwise
 *   --rounds n     of each kind; 3 unless told otherwise
 */
const { values: flags } = parseArgs({
  options: {
    customers: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
const customers = Number(flags.customers);
const rounds = Number(flags.rounds);

/** Indexes that 0.12.0 had not, by table. */
const added = {
  dialogs: [
    ...['dialogs_by_state', 'dialogs_by_step', 'dialogs_by_version', 'dialogs_by_channel'],
    ...['dialogs_waiting', 'dialogs_waiting_at_more'],
  ],
  workflow_runs: [
    ...['workflow_runs_by_status', 'workflow_runs_by_workflow_status', 'workflow_runs_by_identity'],
    ...['workflow_runs_by_step', 'workflow_runs_waiting', 'workflow_runs_waiting_at_more'],
    ...[
      'workflow_runs_unfinished',
      'workflow_runs_awaited',
      'workflow_runs_of_sandbox',
      'workflow_runs_again',
    ],
  ],
  tasks: [
    ...['tasks_jobs', 'tasks_jobs_by_revision', 'tasks_jobs_by_identity'],
    ...['tasks_runs_to_begin', 'tasks_awaited', 'tasks_waiting'],
  ],
};
/** These are part of how tasks are carried out, so nothing goes on without them; they are measured and never left out. */
const needed = ['tasks_waiting'];

const admin = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const name = `parley_bench_${process.pid}`;
const databaseUrl = Object.assign(new URL(admin), { pathname: name }).href;
const owner = { email: 'owner@example.com', password: 'correct horse battery' };
const tell = (line: string) => process.stdout.write(`${line}\n`);

const steward = new pg.Client(admin);
await steward.connect();
await steward.query(`CREATE DATABASE ${name} TEMPLATE template0`);
const session = new pg.Client(databaseUrl);
await session.connect();
const rowsOf = async (text: string, values?: unknown[]) => (await session.query(text, values)).rows;
const build = buildServer();
const signingSecret = newSigningSecret();
const [receiver, target] = await Promise.all([startReceiver(signingSecret), startTarget()]);
const server = await startServerProcess(build, {
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  OWNER_EMAIL: owner.email,
  OWNER_PASSWORD: owner.password,
  DEMO: 'false',
  RATE_LIMIT_PER_MINUTE: '1000000',
  OUTBOUND_ALLOW: '127.0.0.1',
});

const client = new Client(server.url);
await client.logIn(owner.email, owner.password);
const project = await client.makeProject();
const put = (path: string, body: object) => client.make('PUT', `/projects/${project.id}${path}`, body);
const post = async (path: string, body: object) => {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await client.call('POST', `/api/v1/projects/${project.id}${path}`, {
    key: project.key,
    body,
    headers,
  });
  if (answer.status !== 202) throw new Error(`${path}: ${answer.status} ${answer.text}`);
};

try {
  await session.query('CREATE EXTENSION pg_walinspect');
  const channel = await client.makeChannel(project.id, receiver.url, { signing_secret: signingSecret });
  await put('/connections/shop', { name: 'Shop', kind: 'http', settings: { base_url: target.url } });
  await put('/operations/order', { name: 'Order', connection: 'shop', request: { path: '/orders' } });
  const order = { id: 'order', type: 'operation', operation: 'order' };
  const steps = [
    { id: 'name', type: 'question', text: 'Name?', field: 'name' },
    { id: 'age', type: 'question', text: 'Age?', field: 'age' },
    { id: 'city', type: 'question', text: 'City?', field: 'city' },
    { id: 'bye', type: 'message', text: '{{ state.name }} of {{ state.city }}' },
  ];
  await put('/scenario/draft', { definition: { triggers: [{ type: 'event' }], steps } });
  await client.make('POST', `/projects/${project.id}/scenario/publish`);
  await put('/workflows/ship', {
    name: 'Ship',
    environment: 'live',
    definition: { triggers: [], steps: [order] },
  });
  await client.make('POST', `/projects/${project.id}/workflows/ship/publish`);
  const identities: string[] = [];
  for (let n = 0; n < customers; n++) identities.push((await client.makeIdentity(project.id, channel.id)).id);

  const works: Record<string, { count: number; work: () => Promise<void> }> = {
    turn: {
      count: customers * 4,
      async work() {
        for (const text of ['hello', 'Ann', '30', 'Bonn']) {
          for (const identity_id of identities)
            await post('/events', { event_id: randomUUID(), identity_id, text });
          await settled();
        }
      },
    },
    job: {
      count: customers,
      async work() {
        for (const identity_id of identities)
          await post('/operations/order/runs', { environment: 'live', input: {}, identity_id });
        await settled();
      },
    },
    run: {
      count: customers,
      async work() {
        for (const identity_id of identities) await post('/workflows/ship/run', { input: {}, identity_id });
        await settled();
      },
    },
  };
  const left = Object.values(added)
    .flat()
    .filter((index) => !needed.includes(index));
  const definitions = new Map<string, string>();
  for (const { indexname, indexdef } of await rowsOf(
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'dialog' AND indexname = ANY ($1)`,
    [left],
  )) {
    definitions.set(indexname, indexdef);
  }
  const figures = Object.fromEntries(
    Object.keys(works).map((work) => [work, { with: [] as Written[], without: [] as Written[] }]),
  );
  for (let round = -1; round < rounds; round++) {
    for (const side of ['with', 'without'] as const) {
      if (side === 'without')
        for (const index of definitions.keys()) await session.query(`DROP INDEX dialog.${index}`);
      for (const [work, { work: run }] of Object.entries(works)) {
        const written = await writtenBy(run);
        // The first round only warms up.
        if (round >= 0) figures[work]![side].push(written);
      }
      if (side === 'without') for (const text of definitions.values()) await session.query(text);
    }
  }
  for (const [work, { count }] of Object.entries(works)) {
    const bytes = (side: 'with' | 'without') =>
      figures[work]![side].map(({ all }) => Math.round(all / count)).sort((a, b) => a - b);
    tell(`\nA ${work}: ${bytes('with').join(', ')} bytes with them, ${bytes('without').join(', ')} without.`);
    const each = figures[work]!.with;
    const sums = new Map<string, number>();
    for (const { by } of each) {
      for (const [index, n] of by) sums.set(index, (sums.get(index) ?? 0) + n / count / each.length);
    }
    for (const [index, n] of [...sums].sort((a, b) => b[1] - a[1])) {
      const isAdded = left.includes(index) || needed.includes(index);
      if (n >= 1) tell(`  ${Math.round(n).toString().padStart(6)}  ${index}${isAdded ? ' (added)' : ''}`);
    }
  }
} finally {
  await server.kill();
  await session.end();
  await steward.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await steward.end();
  await Promise.all([receiver.close(), target.close()]);
  build.remove();
}
process.exit();

/** Bytes of the log: all that this database wrote, and by relation. */
interface Written {
  all: number;
  by: Map<string, number>;
}

async function writtenBy(work: () => Promise<void>): Promise<Written> {
  const place = async () => (await rowsOf('SELECT pg_current_wal_insert_lsn() AS lsn'))[0].lsn;
  const from = await place();
  await work();
  await session.query('SELECT pg_switch_wal()');
  const rows = await rowsOf(
    `SELECT coalesce(c.relname, 'other') AS name, sum(r.record_length - r.fpi_length)::float8 AS bytes
     FROM pg_get_wal_records_info($1, pg_current_wal_flush_lsn()) AS r
     CROSS JOIN LATERAL regexp_match(r.block_ref, 'rel \\d+/(\\d+)/(\\d+)') AS m
     LEFT JOIN pg_class AS c ON pg_relation_filenode(c.oid) = m[2]::oid
     WHERE m[1]::oid = (SELECT oid FROM pg_database WHERE datname = current_database())
     GROUP BY 1`,
    [from],
  );
  const by = new Map<string, number>(rows.map(({ name, bytes }) => [name, bytes]));
  return { all: [...by.values()].reduce((sum, bytes) => sum + bytes, 0), by };
}

async function settled(): Promise<void> {
  await until(async () => {
    const [{ open }] = await rowsOf(
      `SELECT (SELECT count(*) FROM dialog.tasks WHERE state IN ('queued', 'running'))::int
            + (SELECT count(*) FROM dialog.workflow_runs WHERE finished_at IS NULL)::int AS open`,
    );
    return open === 0;
  }, 120_000);
}
