import { Batcher } from '../../platform/batcher.ts';
import { type Database, sqlState } from '../../platform/postgres.ts';
import { Progress } from '../../platform/progress.ts';
import type { Tickets } from '../../platform/tickets.ts';
import {
  acceptWrites,
  acceptWritesWithFiles,
  recordOf,
  recordWithFiles,
  type VerdictRow,
} from './accept-statement.ts';
import { HandOver } from './hand-over.ts';
import { findRepetition, findRepetitions, judgeRepetition } from './repetition.ts';
import type { Acceptance, AcceptLimits, Refused, Submission } from './submission.ts';
import type { LaneTicket } from './task.ts';

/** The database refused this row only. */
interface Refusal {
  verdict: 'refused';
  error: unknown;
}

/**
 * Accepts writes by group commit: writes that arrive while a commit runs share the next one, a single statement that stores
 * the request keys, the tasks, their audit entries and the project's counters.
 *
 * So one round trip and one wait for the disk serve a whole batch, and a lone write starts at once. Every write gets its own
 * verdict, and a row that the database refuses fails alone.
 */
export class Acceptor {
  readonly #database: Database;
  readonly #tickets: Tickets<LaneTicket>;
  readonly #limits: AcceptLimits;
  readonly #handOver: HandOver;
  readonly #shard: number;
  readonly #batcher: Batcher<Submission, Acceptance | Refusal>;
  /** Writes being accepted, by name: an equal write waits for the first instead of racing it. */
  readonly #underWay = new Map<string, { fingerprint: Buffer; outcome: Promise<Acceptance | Refusal> }>();

  /**
   * @param shard the shard of the project counters that this process changes when it accepts
   * @param progress is told about accepted writes
   * @param handOver leads to the worker of this process, if there is one
   */
  constructor(
    database: Database,
    tickets: Tickets<LaneTicket>,
    limits: AcceptLimits,
    shard: number,
    progress = new Progress(),
    handOver = new HandOver(),
  ) {
    this.#database = database;
    this.#tickets = tickets;
    this.#limits = limits;
    this.#shard = shard;
    this.#handOver = handOver;
    this.#batcher = new Batcher((batch) => progress.watch(() => this.#flush(batch)), {
      limitMs: database.limitMs,
    });
  }

  /**
   * Accepts a write, or answers a repetition as the first time. Routes pass their refusals through here too, because a
   * repetition gets the first answer even if it would be refused now.
   * @throws the refusal, if this is not a repetition; the driver's error if the database cannot be reached, and then nothing
   *   was promised
   */
  async accept(submission: Submission | Refused): Promise<Acceptance> {
    if (!('refusal' in submission)) return this.#submit(submission);
    const repetition = await findRepetition(this.#database, submission);
    if (!repetition) throw submission.refusal;
    return repetition;
  }

  async #submit(submission: Submission): Promise<Acceptance> {
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
      // The first write stored nothing, so the key is free and this write is checked by itself.
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
          const { lane, origin } = submission.task;
          tickets.set(submission.projectId + lane, [submission.projectId, lane, row.targetId, origin]);
          return { verdict: 'accepted', answer: submission.answer };
        }
        case 'known':
          return judgeRepetition(submission, { fingerprint: row.fingerprint!, answer: row.answer! });
        case 'channel_limits':
          return { verdict: 'channel_limits', channelType: row.channelType! };
        case 'outrun':
          lost.push(i);
          return { verdict: 'reused' };
        case 'refused':
          return row;
        default:
          return { verdict: row.verdict };
      }
    });
    this.#tickets.send(this.#handOver.offer([...tickets.values()]));
    if (lost.length > 0) await this.#readOutrun(batch, outcomes, lost);
    return outcomes;
  }

  /**
   * Another process committed the same key after this statement took its snapshot, so the insert skipped a row that the
   * statement could not see. A new statement sees it.
   */
  async #readOutrun(batch: Submission[], outcomes: (Acceptance | Refusal)[], lost: number[]): Promise<void> {
    const found = await findRepetitions(
      this.#database,
      lost.map((i) => batch[i]!),
    );
    for (const [n, i] of lost.entries()) outcomes[i] = found[n] ?? outcomes[i]!;
  }

  /** Runs the statement; again after a deadlock; and in halves after refused data, until the bad row is alone. */
  async #write(batch: Submission[], attempt = 1): Promise<(VerdictRow | Refusal)[]> {
    try {
      const { projectQueueLimit, projectDailyLimit, retryDeadlineMs } = this.#limits;
      const limits = { projectQueueLimit, projectDailyLimit, retryDeadlineMs, shard: this.#shard };
      return batch.some(({ fileIds }) => fileIds !== undefined && fileIds.length > 0)
        ? await acceptWritesWithFiles.all(this.#database, { writes: batch.map(recordWithFiles), ...limits })
        : await acceptWrites.all(this.#database, { writes: batch.map(recordOf), ...limits });
    } catch (error) {
      const state = sqlState(error);
      if ((state === '40P01' || state === '40001') && attempt < 5) return this.#write(batch, attempt + 1);
      const badData = state?.startsWith('22') || state?.startsWith('23') || state === '54000';
      if (!badData || batch.length === 1) {
        if (!badData) throw error;
        return [{ verdict: 'refused', error }];
      }
      const half = batch.length >> 1;
      return [...(await this.#write(batch.slice(0, half))), ...(await this.#write(batch.slice(half)))];
    }
  }
}
