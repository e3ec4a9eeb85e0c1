import { programFile } from '../../platform/package-files.ts';
import { ThreadPool } from '../../platform/thread-pool.ts';
import { type ExpressionResult, type ExpressionWork, expressionMib, expressionMs } from './work.ts';

/**
 * Evaluates expressions of authors, which may loop for ever or fill any memory, in at most two processes. They start with the first
 * expression and end after some time without one. Threads would not do: where a single value exceeds the memory of a thread, the
 * engine ends the whole process.
 */
export class Expressions {
  readonly #pool: ThreadPool;
  readonly #ms: number;

  /**
   * @param waitMs how long an expression waits for a process, in milliseconds
   * @param ms processor time of one expression, in milliseconds
   */
  constructor({ waitMs, ms = expressionMs }: { waitMs?: number; ms?: number } = {}) {
    this.#ms = ms;
    const file = programFile('dialog/expression/expression-thread');
    const options = { file, kind: 'process', memoryMib: expressionMib } as const;
    this.#pool = new ThreadPool({ ...options, ...(waitMs === undefined ? {} : { waitMs }) });
  }

  /**
   * @param owner the id of the project: it has one process at a time
   * @throws PoolBusy if too many expressions wait
   */
  async evaluate(owner: string, work: ExpressionWork): Promise<ExpressionResult> {
    const done = await this.#pool.run<ExpressionResult>(owner, work, this.#ms);
    if ('result' in done) return done.result;
    return done.ended === 'clock'
      ? { code: 'transform_too_slow', message: `The expression took more than ${this.#ms} ms.` }
      : {
          code: 'transform_too_large',
          message: `The expression took more than ${expressionMib} MiB of memory.`,
        };
  }

  /** Number of processes that exist now. */
  get processes(): number {
    return this.#pool.size;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
