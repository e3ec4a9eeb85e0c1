/**
 * What metrics have in common. They are those of prom-client, in a registry of each server, so that several in one process do not
 * share them. Use few labels with few values: a name or an id that a customer created is never one.
 */
import { Gauge, type Registry } from 'prom-client';
import { shareReading } from './shared-reading.ts';

/** The value of a gauge for each of its labelled places. */
export type Readings<Label extends string = never> = [labels: Record<Label, string>, value: number][];

/**
 * Adds a gauge whose values are read for each scrape. What cannot be read then is left out.
 * @param read may be asked by several scrapes at once
 */
export function addGauge<Label extends string = never>(
  registry: Registry,
  { name, help, labels = [] }: { name: string; help: string; labels?: readonly Label[] },
  read: () => Readings<Label> | Promise<Readings<Label>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const readings = await Promise.resolve(read()).catch(() => []);
      this.reset();
      // Without labels a reset gauge is 0, as if that had been read.
      if (readings.length === 0 && labels.length === 0) this.remove();
      for (const [given, value] of readings) this.set(given, value);
    },
  });
}

/** A gauge of one value. */
export const oneValue = (value: number): Readings => [[{}, value]];

/** What was read is good for so long, so that several scrapers, and the gauges of one scrape, share it. In milliseconds. */
const keptMs = 5000;

/**
 * Reads something for scrapes, at most once in five seconds.
 * @param patienceMs how long a scrape waits for it; as long as it takes if absent
 * @returns a function that gives what was read, or rejects
 */
export const readForScrapes = <Result>(
  read: () => Promise<Result>,
  patienceMs?: number,
): (() => Promise<Result>) => shareReading(read, { keptMs, ...(patienceMs && { patienceMs }) });
