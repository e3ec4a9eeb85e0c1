import type { Registry } from 'prom-client';
import { addGauge } from './metrics.ts';

/** Work is stalled if none of it was done for this long although there was some. */
export const stalledAfterMs = 10_000;

/**
 * Watches whether a kind of work makes progress. Work that fails or hangs is no progress; without work nothing is expected.
 */
export class Progress {
  readonly #now: () => number;
  #underWay = 0;
  /** When work began to wait, without any done since. */
  #since: number | undefined;
  /** When work failed, without any done since. */
  #failedAt: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a piece of the work. It counts as done when it returns. */
  async watch<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#underWay++;
    this.#since ??= this.#now();
    try {
      const result = await work();
      this.advance();
      return result;
    } catch (error) {
      this.#failedAt = this.#now();
      throw error;
    } finally {
      this.#underWay--;
      if (this.#underWay === 0 && this.#failedAt === undefined) this.#since = undefined;
    }
  }

  /** Records that a part of the running work is done. */
  advance(): void {
    this.#since = this.#now();
    this.#failedAt = undefined;
  }

  /** Milliseconds in which there was work and none was done; 0 if no work came since the last failure. */
  stalledMs(): number {
    if (this.#since === undefined) return 0;
    const now = this.#now();
    if (this.#underWay === 0 && now - (this.#failedAt ?? 0) > stalledAfterMs) this.#since = undefined;
    return this.#since === undefined ? 0 : now - this.#since;
  }
}

/** The kinds of work of this process whose progress is watched. */
export type ProgressByWork = Readonly<Record<'acceptance' | 'claiming' | 'numbering', Progress>>;

/** Begins to watch each kind of work. */
export const watchProgress = (): ProgressByWork => ({
  acceptance: new Progress(),
  claiming: new Progress(),
  numbering: new Progress(),
});

/** The kinds of work that are stalled. */
export function stalledWork(progress: ProgressByWork): string[] {
  return Object.entries(progress).flatMap(([name, work]) =>
    work.stalledMs() > stalledAfterMs ? [name] : [],
  );
}

/** Adds the metric of what is stalled. */
export function addProgressMetric(registry: Registry, progress: ProgressByWork): void {
  addGauge(
    registry,
    {
      name: 'parley_stalled_seconds',
      help: 'How long there has been work in this process and none of it was done, by kind of work.',
      labels: ['work'],
    },
    () => Object.entries(progress).map(([work, each]) => [{ work }, each.stalledMs() / 1000]),
  );
}
