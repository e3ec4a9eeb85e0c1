import type { Transaction } from '../../platform/postgres.ts';
import { originOfRun, runTurn } from '../flows/run-turn.ts';
import type { Fault } from '../scenario/position.ts';
import type { Concurrency } from '../scenario/start-rules.ts';
import type { Environment } from '../schema.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import { countSlots, lockSlots, runsWithSlots, type Slot, takeSlots } from './slots.ts';

/** A run that is about to begin, of a workflow that limits how many there are at once. */
export interface Entrant extends Slot {
  runId: string;
  environment: Environment;
  identityId: string | null;
  rule: Concurrency;
}

/** What becomes of it: it begins, it waits, or it ends at once. */
export type Admission = 'begins' | 'waits' | { refused: Fault };

/** Most runs that wait for one key. */
const mostWaiting = 1000;

const skipped: Fault = { code: 'skipped', message: 'Another run with the same key was under way.' };
const tooMany: Fault = {
  code: 'queue_full',
  message: `${mostWaiting} runs with the same key wait already.`,
};

/** The error of a run that a newer one replaced. */
const replaced: Fault = { code: 'canceled', message: 'A newer run with the same key took its place.' };

const cancelWithinMs = 24 * 3600_000;

/** The key of runs that count together, with what keeps the two environments apart. */
export const slotKeyOf = (environment: Environment, key: string): string => `${environment} ${key}`;

/**
 * Decides for runs that are about to begin, in the order of their starts, which is that of their ids: turns may take them in any
 * order. Locks their keys and those of the runs that may end in this transaction, which must not hold any yet.
 * @param ending the keys of runs that this transaction may end
 * @returns what becomes of each by its id, and tasks that cancel the runs which newer ones replace
 */
export async function admit(
  tx: Transaction,
  given: Entrant[],
  ending: Slot[],
): Promise<{ admissions: Map<string, Admission>; cancels: QueuedTask[] }> {
  const entrants = [...given].sort((a, b) => (a.runId < b.runId ? -1 : 1));
  await lockSlots(tx, [...entrants, ...ending]);
  const admissions = new Map<string, Admission>();
  if (entrants.length === 0) return { admissions, cancels: [] };
  const counts = await countSlots(tx, entrants);
  const newest = await newestThere(tx, entrants);
  const known = new Map<string, { held: number; waiting: number }>();
  const entered: (Entrant & { held: boolean; most: number })[] = [];
  /** By key: the newest run that takes the place of the others. */
  const replacing = new Map<string, Entrant>();
  for (const [i, entrant] of entrants.entries()) {
    const { runId, rule } = entrant;
    const { limit: most = 1, when_full: whenFull = 'queue' } = rule;
    const place = placeOf(entrant);
    const count = known.get(place) ?? counts[i]!;
    known.set(place, count);
    const begins = count.waiting === 0 && count.held < most;
    if (!begins && whenFull === 'skip') admissions.set(runId, { refused: skipped });
    else if (!begins && (newest.get(place) ?? '') > runId) admissions.set(runId, { refused: replaced });
    else if (!begins && count.waiting >= mostWaiting) admissions.set(runId, { refused: tooMany });
    else {
      if (begins) count.held++;
      else count.waiting++;
      if (!begins && whenFull === 'cancel_running') replacing.set(place, entrant);
      entered.push({ ...entrant, held: begins, most });
      admissions.set(runId, begins ? 'begins' : 'waits');
    }
  }
  const cancels = await cancelsOf(tx, replacing, entered);
  await takeSlots(tx, entered);
  return { admissions, cancels };
}

/** By key: the newest run that is there already, where newer runs replace earlier ones. */
async function newestThere(tx: Transaction, entrants: Entrant[]): Promise<Map<string, string>> {
  const slots = new Map(
    entrants
      .filter(({ rule }) => rule.when_full === 'cancel_running')
      .map((entrant) => [placeOf(entrant), entrant]),
  );
  if (slots.size === 0) return new Map();
  const places = [...slots.keys()];
  // In the order of their ids, so the last one stays.
  const runs = await runsWithSlots(tx, [...slots.values()]);
  return new Map(runs.map(({ n, runId }) => [places[n - 1]!, runId]));
}

const placeOf = ({ projectId, slug, key }: Slot): string => `${projectId} ${slug} ${key}`;

/**
 * Cancels the runs that give way. Each is canceled by a task in its own lane, so a turn of it that is under way ends first, and the
 * newer run begins when its slot is free.
 */
async function cancelsOf(
  tx: Transaction,
  replacing: ReadonlyMap<string, Entrant>,
  entered: Entrant[],
): Promise<QueuedTask[]> {
  if (replacing.size === 0) return [];
  const newest = [...replacing.values()];
  const earlier = await runsWithSlots(tx, newest);
  const giveWay = [
    ...earlier.map(({ n, ...run }) => ({ ...newest[n - 1]!, ...run })),
    ...entered.filter(
      (entrant) => (replacing.get(placeOf(entrant))?.runId ?? entrant.runId) !== entrant.runId,
    ),
  ];
  return giveWay.map(({ projectId, slug, runId, environment, identityId }) => {
    const task = runTurn.task({
      ...{ identityId, environment, target: null, origin: originOfRun(slug) },
      payload: { type: 'cancel', id: runId, error: replaced },
    });
    return { projectId, task, requestId: null, deadlineMs: cancelWithinMs };
  });
}
