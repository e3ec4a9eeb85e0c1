/**
 * Metrics in the text format of Prometheus:
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 *
 * Use few labels with few values. A name or an id that a customer created is never a label.
 */

export type Labels = Readonly<Record<string, string>>;

/** One metric with all its labelled values, ready to be written. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  /** `suffix` follows the name, as in `_bucket`. */
  samples: { suffix?: string; labels?: Labels; value: number }[];
}

/** Counts events since the process started. */
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
    this.of(labels).value++;
  }

  /** The count with these labels. Raise its `value` where looking it up each time would cost too much. */
  of(labels: Labels): { value: number } {
    const key = keyOf(labels);
    let sample = this.#samples.get(key);
    if (!sample) {
      sample = { labels, value: 0 };
      this.#samples.set(key, sample);
    }
    return sample;
  }

  family(): Family {
    return { name: this.#name, help: this.#help, type: 'counter', samples: [...this.#samples.values()] };
  }
}

/** The durations with the same labels. */
export class Distribution {
  readonly labels: Labels;
  readonly #bounds: readonly number[];
  /** `counts[i]`: durations up to the bound of bucket `i` and above the bound before it. */
  readonly counts: number[];
  count = 0;
  sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.counts = bounds.map(() => 0);
  }

  observe(seconds: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
    if (bucket < bounds.length) this.counts[bucket]!++;
    this.count++;
    this.sum += seconds;
  }
}

/** Counts durations, by bucket. */
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
    this.of(labels).observe(seconds);
  }

  /** The durations with these labels, for where looking them up each time would cost too much. */
  of(labels: Labels): Distribution {
    const key = keyOf(labels);
    let found = this.#distributions.get(key);
    if (!found) {
      found = new Distribution(labels, this.#buckets);
      this.#distributions.set(key, found);
    }
    return found;
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

/** Makes a metric of values as they are now. */
export function gauge(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'gauge', samples };
}

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metrics as the body of an answer to Prometheus. */
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
