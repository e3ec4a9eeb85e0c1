import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { LoadResult } from './load.ts';
import { cpuMs } from './processes.ts';

/** One figure of the report: a ratio of two things measured side by side. */
export interface Figure {
  name: string;
  /** One for each round. Absent if the figure is not a ratio. */
  ratios?: number[];
  goal?: { at: 'least' | 'most'; value: number; wish?: number };
  /** The two sides of the ratio. */
  detail: string;
}

export interface Run extends LoadResult {
  perSecond: number;
  /** Processor time of the serving process for each request, in microseconds; much less noisy than the rate. */
  cpuUs: number;
}

/** One side of a comparison. */
export interface Side {
  pid: number;
  run(ms: number): Promise<LoadResult>;
  /** Waits, outside the measured time, until this side's work is finished and cannot disturb the next. */
  settle?(): Promise<void>;
}

/**
 * Measures the sides in turn, in every second round in the opposite order, so that other load on the machine affects
 * them equally. The first round is for warming up and is not counted.
 */
export async function interleave<Name extends string>(
  sides: Record<Name, Side>,
  rounds: number,
  ms: number,
): Promise<Record<Name, Run[]>> {
  const names = Object.keys(sides) as Name[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as Run[]])) as Record<Name, Run[]>;
  for (let round = -1; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      const { pid, run, settle } = sides[name];
      const before = cpuMs(pid);
      const result = await run(round < 0 ? Math.min(ms, 1500) : ms);
      const cpuUs = ((cpuMs(pid) - before) * 1000) / result.requests;
      await settle?.();
      checkStatuses(name, result);
      if (round < 0) continue;
      runs[name].push({ ...result, perSecond: (result.requests / result.ms) * 1000, cpuUs });
    }
  }
  return runs;
}

/** Rates of refused requests would mean nothing. */
function checkStatuses(name: string, { statuses }: LoadResult): void {
  const refused = Object.entries(statuses).filter(([status]) => !status.startsWith('2'));
  if (refused.length > 0)
    process.stderr.write(`\nWARNING: ${name} was answered ${JSON.stringify(statuses)}\n`);
}

export const ratios = (ours: number[], theirs: number[]): number[] =>
  ours.map((value, i) => value / theirs[i]!);

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const rates = (runs: Run[]): number[] => runs.map((run) => run.perSecond);
export const halves = (runs: Run[]): number[] => runs.map((run) => run.p50Ms);

/** `12,300/s (61 µs)`: requests a second, and processor time of the server a request. */
export function showRate(runs: Run[]): string {
  return `${whole(median(rates(runs)))}/s (${whole(median(runs.map((run) => run.cpuUs)))} µs)`;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const showMs = (value: number): string => `${value.toFixed(2)} ms`;

/** One line of the table. */
export function showFigure({ name, ratios: values, goal, detail }: Figure): string {
  if (!values) return `  ${name.padEnd(52)}${detail}`;
  const middle = median(values);
  const spread = `${Math.min(...values).toFixed(2)}..${Math.max(...values).toFixed(2)}`;
  const met = goal && (goal.at === 'least' ? middle >= goal.value : middle <= goal.value);
  const wish = goal?.wish === undefined ? '' : `, wish ${goal.wish}`;
  const aim = goal ? `goal ${goal.at === 'least' ? '>=' : '<='} ${goal.value}${wish}` : '';
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  return `  ${name.padEnd(52)}${middle.toFixed(2).padStart(6)}  ${spread.padEnd(13)}${aim.padEnd(25)}${verdict.padEnd(8)}${detail}`;
}

/** Writes the figures of a run into `bench/results`. @param facts about the run, besides those of the machine */
export function saveResults(file: string, facts: object, figures: Figure[]): void {
  const folder = new URL('results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const saved = {
    at: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    ...facts,
    figures: figures.map((figure) => ({ ...figure, median: figure.ratios && median(figure.ratios) })),
  };
  writeFileSync(new URL(file, folder), `${JSON.stringify(saved, null, 2)}\n`);
}
