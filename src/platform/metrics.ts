/**
 * Metrics in the text format of Prometheus:
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 *
 * Labels are few and of few values: a name or an id of what a customer made is never one.
 */

export type Labels = Readonly<Record<string, string>>;

/** One metric with all its labelled values, ready to be written. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** `suffix` follows the name, as in `_bucket`. */
  samples: { suffix?: string; labels?: Labels; value: number }[];
}

/** Counts what happened since the process started. */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #samples = new Map<string, { labels: Labels; value: number }>();

  /** @param name ends in `_total`. */
  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  add(labels: Labels): void {
    const key = keyOf(labels);
    const sample = this.#samples.get(key);
    if (sample) sample.value++;
    else this.#samples.set(key, { labels, value: 1 });
  }

  family(): Family {
    return { name: this.#name, help: this.#help, type: 'counter', samples: [...this.#samples.values()] };
  }
}

interface Distribution {
  labels: Labels;
  /** How many were at most as long as the bucket of the same place, and longer than the one before. */
  counts: number[];
  count: number;
  sum: number;
}

/** Counts durations by how long they were. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #buckets: readonly number[];
  readonly #distributions = new Map<string, Distribution>();

  /** @param buckets upper bounds in seconds, growing. */
  constructor(name: string, help: string, buckets: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#buckets = buckets;
  }

  observe(labels: Labels, seconds: number): void {
    const key = keyOf(labels);
    let found = this.#distributions.get(key);
    if (!found) {
      found = { labels, counts: this.#buckets.map(() => 0), count: 0, sum: 0 };
      this.#distributions.set(key, found);
    }
    const bucket = this.#buckets.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) found.counts[bucket]!++;
    found.count++;
    found.sum += seconds;
  }

  family(): Family {
    const samples: Family['samples'] = [];
    for (const { labels, counts, count, sum } of this.#distributions.values()) {
      let below = 0;
      for (const [i, bound] of this.#buckets.entries()) {
        below += counts[i]!;
        samples.push({ suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below });
      }
      samples.push({ suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count });
      samples.push({ suffix: '_sum', labels, value: sum });
      samples.push({ suffix: '_count', labels, value: count });
    }
    return { name: this.#name, help: this.#help, type: 'histogram', samples };
  }
}

/** A value as it is now. */
export function gauge(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'gauge', samples };
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

export function exposition(families: readonly Family[]): string {
  const lines = families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${written(labels)} ${value}`),
    ]);
  return `${lines.join('\n')}\n`;
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(special, escaped)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const special = /["\\\n]/g;
const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`);

const keyOf = (labels: Labels): string => Object.values(labels).join('\0');
