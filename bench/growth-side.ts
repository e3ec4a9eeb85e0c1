import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { readAudit } from '../src/dialog/audit/log.ts';
import { AuditNews } from '../src/dialog/audit/news.ts';
import { numberAllAudit } from '../src/dialog/audit/numbering.ts';
import { message } from '../src/dialog/content/payload.ts';
import { ProfileReader } from '../src/dialog/profiles/store.ts';
import { Acceptor } from '../src/dialog/tasks/accept.ts';
import { claimTasks } from '../src/dialog/tasks/claim.ts';
import { finishTasks } from '../src/dialog/tasks/finish.ts';
import { kindTable } from '../src/dialog/tasks/kinds.ts';
import { TaskQueue } from '../src/dialog/tasks/queue.ts';
import type { Submission } from '../src/dialog/tasks/submission.ts';
import { Sweep } from '../src/dialog/tasks/sweep.ts';
import type { LaneTicket } from '../src/dialog/tasks/task.ts';
import { newId, showId } from '../src/platform/ids.ts';
import { migrateDatabase } from '../src/platform/migrations.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../src/platform/postgres.ts';
import { planOnce, type SessionSettings } from '../src/platform/session-settings.ts';
import { seedProjects } from './seed-history.ts';

/** Writes that arrive together, as 64 connections bring them. */
const atOnce = 40;
const batches = 25;
const sweeps = 20;
const reads = 500;

/** What something cost: processor time of its connections and pages that it looked at, for each of its units. */
export interface Cost {
  us: number;
  pages: number;
}

/** The measured things, and what they are counted by. */
export const measured = {
  accept: 'Acceptance, a write',
  sweep: 'Sweep over 1,000 waiting tasks, a sweep',
  claim: 'Claim, a task',
  finish: 'Outcome, a task',
  number: 'Numbering of the audit log, an entry',
  profile: 'GET of a profile, one',
  audit: 'GET of the last page of the audit log, one',
} as const;
export type Name = keyof typeof measured;

/** One of the two databases, with the connections of a server. */
export class Side {
  readonly name: 'empty' | 'full';
  readonly pool: pg.Pool;
  /** As in a server, but one connection each, so that its processor time can be read. */
  readonly hot: Database;
  readonly work: Database;
  readonly background: Database;
  readonly upkeep: Database;
  readonly #pids: number[] = [];
  readonly #queue = new TaskQueue(1);
  readonly #kinds = kindTable(
    message.outer({
      record: 'message',
      succeeded: 'sent',
      run: async () => ({ state: 'succeeded' }),
    }),
  );
  #busy: Busy[] = [];

  private constructor(name: 'empty' | 'full', address: DatabaseAddress) {
    this.name = name;
    const open = (session?: SessionSettings) =>
      openDatabase(address, { connections: 1, onError: () => {}, session });
    this.pool = new pg.Pool({ ...address, max: 1 });
    this.pool.on('error', () => {}); // connections that end with their database
    this.hot = open(planOnce);
    this.work = open(planOnce);
    this.background = open();
    this.upkeep = open();
  }

  /** @param busyProjects the projects that are at work, the first ones of all */
  static async open(
    postgres: DatabaseAddress,
    name: 'empty' | 'full',
    { projects, busyProjects }: { projects: number; busyProjects: number },
  ): Promise<Side> {
    const admin = new pg.Client(postgres);
    await admin.connect();
    await admin.query(`CREATE DATABASE bench_${name}`);
    await admin.end();
    const address = { ...postgres, database: `bench_${name}` };
    await migrateDatabase(address);
    const side = new Side(name, address);
    await seedProjects(side.pool, projects);
    for (const database of side.#databases()) {
      const { rows } = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      side.#pids.push(rows[0]!.pid);
    }
    const { rows } = await side.pool.query<Busy>(
      `SELECT c.project, c.customer, c.project_id, c.identity_id, c.profile_id, p.key_id
       FROM bench.customers AS c JOIN bench.projects AS p ON p.n = c.project
       WHERE c.project < ${busyProjects} ORDER BY c.customer, c.project`,
    );
    side.#busy = rows;
    return side;
  }

  #databases(): Database[] {
    return [this.hot, this.work, this.background, this.upkeep];
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), ...this.#databases().map((each) => each.close())]);
  }

  async size(): Promise<string> {
    const { rows } = await this.pool.query(
      'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
    );
    return rows[0].size;
  }

  async vacuum(): Promise<void> {
    await this.upkeep.query('VACUUM (ANALYZE, PARALLEL 0) dialog.tasks');
    await this.upkeep.query('VACUUM (ANALYZE, PARALLEL 0) dialog.audit_inbox');
  }

  /** Carries messages from acceptance to the numbered log, step by step. */
  async round(): Promise<Record<Name, Cost>> {
    const writes = batches * atOnce;
    const lanes: LaneTicket[] = [];
    const accept = await this.#cost(writes, async () => {
      lanes.push(...(await this.#accept(writes)));
    });
    const sweep = new Sweep({ database: this.work, kinds: this.#kinds, queue: this.#queue });
    const swept = await this.#cost(sweeps, async () => {
      for (let n = 0; n < sweeps; n++) await sweep.run();
    });
    const claimed: Awaited<ReturnType<typeof claimTasks>>[] = [];
    const claim = await this.#cost(writes, async () => {
      for (let i = 0; i < lanes.length; i += atOnce) {
        claimed.push(await claimTasks(this.work, lanes.slice(i, i + atOnce), 60_000));
      }
    });
    const finish = await this.#cost(writes, async () => {
      for (const batch of claimed) {
        const outcomes = batch.map((task) => ({ task, outcome: { state: 'succeeded' as const } }));
        await finishTasks(this.work, this.#kinds, this.#queue, outcomes);
      }
    });
    const done = claimed.reduce((sum, batch) => sum + batch.length, 0);
    if (done !== writes) throw new Error(`${done} of ${writes} tasks were claimed`);
    const number = await this.#cost(2 * writes, async () => {
      await numberAllAudit(this.background);
    });
    const profiles = new ProfileReader(this.hot);
    const profile = await this.#cost(reads, async () => {
      for (let n = 0; n < reads; n++) {
        const { project_id: projectId, profile_id: id } = this.#busy[n % this.#busy.length]!;
        if (!(await profiles.read(projectId, id))) throw new Error('a profile is missing');
      }
    });
    const heads = await this.pool.query<{ project_id: string; last: string }>(
      'SELECT project_id, last FROM dialog.audit_heads ORDER BY project_id LIMIT 100',
    );
    const gone = new AbortController().signal;
    const polls = { database: this.hot, auditNews: new AuditNews(this.hot) };
    const audit = await this.#cost(reads, async () => {
      for (let n = 0; n < reads; n++) {
        const { project_id: projectId, last } = heads.rows[n % heads.rows.length]!;
        await readAudit(polls, gone, projectId, Math.max(0, Number(last) - 10));
      }
    });
    return { accept, sweep: swept, claim, finish, number, profile, audit };
  }

  /** Accepts as many writes as a round, and carries them out. @returns their number */
  async acceptOnly(): Promise<number> {
    const writes = batches * atOnce;
    await this.#accept(writes);
    return writes;
  }

  async #accept(writes: number): Promise<LaneTicket[]> {
    const limits = { projectQueueLimit: 1e6, projectDailyLimit: 1e6, retryDeadlineMs: 86_400_000 };
    const lanes: LaneTicket[] = [];
    const tickets = {
      send: (sent: LaneTicket[]) => void lanes.push(...sent),
      consume: () => {},
      isUp: async () => true,
      stopConsuming: async () => {},
      close: async () => {},
    };
    const acceptor = new Acceptor(this.hot, tickets, limits, 0);
    for (let i = 0; i < writes; i += atOnce) {
      const batch = Array.from({ length: atOnce }, (_, n) => this.#busy[(i + n) % this.#busy.length]!);
      const answers = await Promise.all(batch.map((to) => acceptor.accept(submission(to))));
      if (answers.some(({ verdict }) => verdict !== 'accepted')) throw new Error('a write was refused');
    }
    return lanes;
  }

  async #cost(units: number, work: () => Promise<void>): Promise<Cost> {
    const pages = await this.#pages();
    const ns = this.#time();
    await work();
    const us = (this.#time() - ns) / 1000 / units;
    return { us, pages: ((await this.#pages()) - pages) / units };
  }

  /** Processor time and bytes of the write-ahead log; nothing else writes to this Postgres. */
  async costOfRemoval<Result>(
    work: () => Promise<Result>,
  ): Promise<{ us: number; bytes: number; result: Result }> {
    // Every first change of a page after a checkpoint logs the whole page, as it would in production.
    await this.pool.query('CHECKPOINT');
    const from = await this.#logged();
    const ns = this.#time();
    const result = await work();
    return { us: (this.#time() - ns) / 1000, bytes: (await this.#logged()) - from, result };
  }

  /** Bytes of the write-ahead log for each unit that `work` did. */
  async logOf(work: () => Promise<number>): Promise<{ bytes: number }> {
    await this.pool.query('CHECKPOINT');
    const from = await this.#logged();
    const units = await work();
    return { bytes: ((await this.#logged()) - from) / units };
  }

  async #logged(): Promise<number> {
    const { rows } = await this.pool.query(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`,
    );
    return rows[0].bytes;
  }

  /** Processor time of the connections so far, in nanoseconds. Linux only. */
  #time(): number {
    const of = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]);
    return this.#pids.reduce((sum, pid) => sum + of(pid), 0);
  }

  /** Pages of tables and indexes that were looked at so far. */
  async #pages(): Promise<number> {
    for (const database of this.#databases()) await database.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await this.pool.query(
      `SELECT sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::float8 AS pages
       FROM pg_statio_user_tables WHERE schemaname = 'dialog'`,
    );
    return rows[0].pages;
  }
}

interface Busy {
  project: number;
  customer: number;
  project_id: string;
  identity_id: string;
  profile_id: string;
  key_id: string;
}

const content = {
  text: 'Your order 4711 is ready. Shall we deliver it today between five and seven, or will you collect it?',
};

/** A message as the route submits it. */
function submission({ project_id: projectId, identity_id: identityId, key_id: keyId }: Busy): Submission {
  const id = newId();
  const messageId = showId('message', id);
  return {
    projectId,
    endpoint: 'messages',
    key: randomUUID(),
    fingerprint: randomBytes(32),
    keyId,
    answer: JSON.stringify({ message_id: messageId, status: 'queued' }),
    task: message.task({ id, payload: content as never, identityId, environment: null, target: 'channel' }),
    refusedChannelTypes: [],
    audit: {
      actor: { type: 'key', id: showId('key', keyId), name: 'bench' },
      action: 'message.accepted',
      subject: { type: 'message', id: messageId },
      requestId: randomUUID(),
      data: { identity_id: showId('identity', identityId) },
    },
  };
}
