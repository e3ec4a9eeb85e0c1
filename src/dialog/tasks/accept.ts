import { Batcher } from '../../platform/batcher.ts';
import { pgArray } from '../../platform/pg-array.ts';
import { type Database, sqlState } from '../../platform/postgres.ts';
import type { Tickets } from '../../platform/tickets.ts';
import type { Actor } from '../audit/entry.ts';
import type { Environment } from '../schema.ts';
import type { LaneTicket } from './task.ts';

/** A write as its route hands it over: what to remember, what to do, and what to write down about it. */
export interface Submission {
  projectId: string;
  /** The project key, checked once more in the statement that accepts: a revoked one accepts nothing. Null without one. */
  keyId: string | null;
  /** The endpoint and its target; with `key` it names the write. */
  endpoint: string;
  /** The Idempotency-Key, or the event id. */
  key: string;
  /** SHA-256 of the canonical body. */
  fingerprint: Buffer;
  /** The body of the 202, given again to every repetition. */
  answer: string;
  task: {
    id: string;
    kind: string;
    lane: string;
    /** JSON text. */
    payload: string;
    /** Checked to exist. */
    identityId: string | null;
    /** Null: that of the identity's channel. */
    environment: Environment | null;
    /** What holds it back in `live`: the channel of its identity, a connection, or nothing. */
    target: 'channel' | { id: string } | null;
  };
  /** Types of channel whose limits this write exceeds; it is refused if its identity is on one of them. */
  refusedChannelTypes: string[];
  audit: {
    actorType: Actor['type'];
    actorId: string | null;
    actorName: string | null;
    action: string;
    subjectType: string;
    subjectId: string;
    requestId: string;
    /** JSON text. */
    data: string;
  };
}

export type Acceptance =
  | { verdict: 'accepted' | 'replayed'; answer: string }
  | { verdict: 'reused' | 'revoked' | 'identity_not_found' | 'queue_full' | 'daily_limit' }
  | { verdict: 'channel_limits'; channelType: string };

/** The database refused this row, and it alone. */
interface Refusal {
  verdict: 'refused';
  error: unknown;
}

export interface AcceptLimits {
  projectQueueLimit: number;
  projectDailyLimit: number;
  retryDeadlineMs: number;
}

/**
 * Accepts writes by group commit: those that arrive while a commit is on its way leave together in the next one, as
 * one statement that stores the request keys, the tasks, their audit entries and the project's counters.
 *
 * One round trip and one wait for the disk serve a whole batch; a lone write leaves at once. Every write has its own
 * verdict, and a row that the database refuses fails alone.
 */
export class Acceptor {
  readonly #database: Database;
  readonly #tickets: Tickets<LaneTicket>;
  readonly #limits: AcceptLimits;
  readonly #shard: number;
  readonly #batcher: Batcher<Submission, Acceptance | Refusal>;
  /** Writes under way, by name: an equal one waits for the first instead of racing it. */
  readonly #underWay = new Map<string, { fingerprint: Buffer; outcome: Promise<Acceptance | Refusal> }>();

  /** @param shard of the project's counters that this process adds to while accepting. */
  constructor(database: Database, tickets: Tickets<LaneTicket>, limits: AcceptLimits, shard: number) {
    this.#database = database;
    this.#tickets = tickets;
    this.#limits = limits;
    this.#shard = shard;
    this.#batcher = new Batcher((batch) => this.#flush(batch));
  }

  /** @throws what the driver throws when the database cannot be reached: nothing was promised then. */
  async accept(submission: Submission): Promise<Acceptance> {
    const name = `${submission.projectId}\n${submission.endpoint}\n${submission.key}`;
    for (;;) {
      const first = this.#underWay.get(name);
      if (!first) break;
      const outcome = await first.outcome;
      if (outcome.verdict === 'accepted' || outcome.verdict === 'replayed') {
        return first.fingerprint.equals(submission.fingerprint)
          ? { verdict: 'replayed', answer: outcome.answer }
          : { verdict: 'reused' };
      }
      // The first one stored nothing, so the key is free and this one is judged for itself.
    }
    const outcome = this.#batcher.submit(submission);
    this.#underWay.set(name, { fingerprint: submission.fingerprint, outcome });
    try {
      const judged = await outcome;
      if (judged.verdict === 'refused') throw judged.error;
      return judged;
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #flush(batch: Submission[]): Promise<(Acceptance | Refusal)[]> {
    const rows = await this.#write(batch);
    const tickets = new Map<string, LaneTicket>();
    const lost: number[] = [];
    const outcomes = rows.map((row, i): Acceptance | Refusal => {
      const submission = batch[i]!;
      switch (row.verdict) {
        case 'accepted': {
          const { lane } = submission.task;
          tickets.set(submission.projectId + lane, [submission.projectId, lane, row.target_id]);
          return { verdict: 'accepted', answer: submission.answer };
        }
        case 'known':
          return judgeRepetition(submission, row.fingerprint!, row.answer!);
        case 'channel_limits':
          return { verdict: 'channel_limits', channelType: row.channel_type! };
        case 'outrun':
          lost.push(i);
          return { verdict: 'reused' };
        case 'refused':
          return { verdict: 'refused', error: row.error };
        default:
          return { verdict: row.verdict };
      }
    });
    this.#tickets.send([...tickets.values()]);
    if (lost.length > 0) await this.#readOutrun(batch, outcomes, lost);
    return outcomes;
  }

  /**
   * Another process committed the same key after this statement's snapshot, so the insert gave way to a row that it
   * could not see. A new statement sees it.
   */
  async #readOutrun(batch: Submission[], outcomes: (Acceptance | Refusal)[], lost: number[]): Promise<void> {
    const { rows } = await this.#database.query<{ n: number; fingerprint: Buffer; answer: string }>({
      name: 'accept-outrun',
      text: `SELECT i.n::int AS n, k.fingerprint, k.answer
             FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS i(project_id, endpoint, key, n)
             JOIN dialog.request_keys AS k USING (project_id, endpoint, key)`,
      values: [
        lost.map((i) => batch[i]!.projectId),
        lost.map((i) => batch[i]!.endpoint),
        lost.map((i) => batch[i]!.key),
      ],
    });
    for (const row of rows) {
      const i = lost[row.n - 1]!;
      outcomes[i] = judgeRepetition(batch[i]!, row.fingerprint, row.answer);
    }
  }

  /** Runs the statement; after a deadlock again, after refused data in halves, until the one bad row stands alone. */
  async #write(batch: Submission[], attempt = 1): Promise<VerdictRow[]> {
    try {
      const { rows } = await this.#database.query<VerdictRow>({
        name: 'accept',
        text: acceptStatement,
        values: this.#parameters(batch),
      });
      return rows;
    } catch (error) {
      const state = sqlState(error);
      if ((state === '40P01' || state === '40001') && attempt < 5) return this.#write(batch, attempt + 1);
      const badData = state?.startsWith('22') || state?.startsWith('23') || state === '54000';
      if (!badData || batch.length === 1) {
        if (!badData) throw error;
        return [{ verdict: 'refused', error } as VerdictRow];
      }
      const half = batch.length >> 1;
      return [...(await this.#write(batch.slice(0, half))), ...(await this.#write(batch.slice(half)))];
    }
  }

  #parameters(batch: Submission[]): unknown[] {
    const column = (pick: (s: Submission) => string | Buffer | null) => pgArray(batch.map(pick));
    return [
      column((s) => s.projectId),
      column((s) => s.keyId),
      column((s) => s.endpoint),
      column((s) => s.key),
      column((s) => s.fingerprint),
      column((s) => s.answer),
      column((s) => s.task.id),
      column((s) => s.task.kind),
      column((s) => s.task.lane),
      column((s) => s.task.payload),
      column((s) => s.task.identityId),
      column((s) => s.task.environment),
      column((s) =>
        s.task.target === null || s.task.target === 'channel' ? s.task.target : s.task.target.id,
      ),
      column((s) => (s.refusedChannelTypes.length > 0 ? s.refusedChannelTypes.join(',') : null)),
      column((s) => s.audit.actorType),
      column((s) => s.audit.actorId),
      column((s) => s.audit.actorName),
      column((s) => s.audit.action),
      column((s) => s.audit.subjectType),
      column((s) => s.audit.subjectId),
      column((s) => s.audit.requestId),
      column((s) => s.audit.data),
      this.#limits.projectQueueLimit,
      this.#limits.projectDailyLimit,
      this.#limits.retryDeadlineMs,
      this.#shard,
    ];
  }
}

function judgeRepetition(submission: Submission, fingerprint: Buffer, answer: string): Acceptance {
  return fingerprint.equals(submission.fingerprint) ? { verdict: 'replayed', answer } : { verdict: 'reused' };
}

interface VerdictRow {
  verdict:
    | 'accepted'
    | 'known'
    | 'outrun'
    | 'refused'
    | 'revoked'
    | 'identity_not_found'
    | 'channel_limits'
    | 'queue_full'
    | 'daily_limit';
  fingerprint: Buffer | null;
  answer: string | null;
  channel_type: string | null;
  target_id: string | null;
  error?: unknown;
}

/**
 * The whole of acceptance. Keys are inserted in the order of their names, since two batches in opposite orders would
 * deadlock; tasks in the order of arrival, since their sequence is the order of their lane. The limits are read in
 * the same snapshot: batches of other processes that commit at the same moment are not seen, so a limit may be
 * overshot by at most what they hold.
 */
const acceptStatement = `
WITH input AS (
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::text[], $7::uuid[], $8::text[], $9::text[],
    $10::text[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
    $18::text[], $19::text[], $20::text[], $21::text[], $22::text[]
  ) WITH ORDINALITY AS i(
    project_id, key_id, endpoint, key, fingerprint, answer, task_id, kind, lane,
    payload, identity_id, environment, target, refused, actor_type, actor_id, actor_name, action,
    subject_type, subject_id, request_id, data, n
  )
), judged AS (
  SELECT i.*,
    coalesce(i.environment, c.environment) AS at_environment,
    -- Nothing in a sandbox goes through a channel or connection, so none holds it back.
    CASE WHEN coalesce(i.environment, c.environment) = 'live'
      THEN CASE WHEN i.target = 'channel' THEN c.id ELSE i.target::uuid END END AS at_target,
    c.type AS channel_type,
    known.fingerprint AS known_fingerprint,
    known.answer AS known_answer,
    CASE
      WHEN i.key_id IS NOT NULL AND pk.id IS NULL THEN 'revoked'
      WHEN known.key IS NOT NULL THEN 'known'
      WHEN i.identity_id IS NOT NULL AND c.id IS NULL THEN 'identity_not_found'
      WHEN c.type = ANY (string_to_array(i.refused, ',')) THEN 'channel_limits'
    END AS verdict
  FROM input AS i
  LEFT JOIN dialog.project_keys AS pk
    ON pk.project_id = i.project_id AND pk.id = i.key_id AND pk.revoked_at IS NULL
  LEFT JOIN dialog.request_keys AS known
    ON known.project_id = i.project_id AND known.endpoint = i.endpoint AND known.key = i.key
  LEFT JOIN dialog.identities AS t ON t.project_id = i.project_id AND t.id = i.identity_id
  LEFT JOIN dialog.channels AS c
    ON c.project_id = t.project_id AND c.id = t.channel_id AND c.deleted_at IS NULL
), room AS (
  SELECT p.project_id,
    $23::bigint - coalesce(sum(c.unfinished), 0)::bigint AS queue,
    $24::bigint
      - coalesce(sum(c.accepted) FILTER (WHERE c.day = (now() AT TIME ZONE 'UTC')::date), 0)::bigint AS daily
  FROM (SELECT DISTINCT project_id FROM input) AS p
  LEFT JOIN dialog.project_counters AS c ON c.project_id = p.project_id
  GROUP BY p.project_id
), ruled AS (
  -- No ruling: nothing speaks against the write. Its place is its number among those of its project in this batch.
  SELECT j.*,
    coalesce(j.verdict, CASE
      WHEN j.place <= least(r.queue, r.daily) THEN NULL
      WHEN r.queue <= r.daily THEN 'queue_full'
      ELSE 'daily_limit'
    END) AS ruling
  FROM (
    SELECT *, count(*) FILTER (WHERE verdict IS NULL) OVER (PARTITION BY project_id ORDER BY n) AS place
    FROM judged
  ) AS j
  JOIN room AS r ON r.project_id = j.project_id
), new_keys AS (
  INSERT INTO dialog.request_keys (project_id, endpoint, key, fingerprint, answer)
  SELECT project_id, endpoint, key, fingerprint, answer FROM ruled
  WHERE ruling IS NULL ORDER BY project_id, endpoint, key
  ON CONFLICT DO NOTHING
  RETURNING project_id, endpoint, key
), won AS (
  SELECT * FROM ruled
  WHERE ruling IS NULL
    -- IS TRUE keeps this a hashed look-up: as a join it would compare every row with every other.
    AND ((project_id, endpoint, key) IN (SELECT project_id, endpoint, key FROM new_keys)) IS TRUE
), new_tasks AS (
  INSERT INTO dialog.tasks
    (project_id, id, kind, lane, payload, identity_id, environment, target_id, request_id, deadline_at)
  SELECT project_id, task_id, kind, lane, payload::json, identity_id, at_environment, at_target, request_id,
    now() + make_interval(secs => $25::bigint / 1000.0)
  FROM won ORDER BY n
), new_entries AS (
  INSERT INTO dialog.audit_inbox
    (project_id, actor_type, actor_id, actor_name, action, subject_type, subject_id, environment, request_id,
     identity_id, data)
  SELECT project_id, actor_type, actor_id, actor_name, action, subject_type, subject_id, at_environment, request_id,
    identity_id, data::json
  FROM won ORDER BY n
), counted AS (
  INSERT INTO dialog.project_counters AS c (project_id, shard, unfinished, day, accepted)
  SELECT project_id, $26::smallint, count(*), (now() AT TIME ZONE 'UTC')::date, count(*)
  FROM won GROUP BY project_id ORDER BY project_id
  ON CONFLICT (project_id, shard) DO UPDATE SET
    unfinished = c.unfinished + excluded.unfinished,
    accepted = CASE WHEN c.day = excluded.day THEN c.accepted ELSE 0 END + excluded.accepted,
    day = excluded.day
)
SELECT
  coalesce(ruling, CASE WHEN n IN (SELECT n FROM won) THEN 'accepted' ELSE 'outrun' END) AS verdict,
  known_fingerprint AS fingerprint,
  known_answer AS answer,
  channel_type,
  at_target AS target_id
FROM ruled
ORDER BY n`;
