import { numberAllAudit } from './dialog/audit/log.ts';
import { limitsOfTargets } from './dialog/connections/limits.ts';
import { wakeFlows } from './dialog/flows/wake.ts';
import { removeDeletedProjects, removeExpired } from './dialog/maintenance.ts';
import type { DialogParts } from './dialog/parts.ts';
import { wakeOrders } from './dialog/payments/wake.ts';
import { applyRetention } from './dialog/retention/remove.ts';
import { TaskRunner } from './dialog/tasks/run.ts';
import { Sweep } from './dialog/tasks/sweep.ts';
import { fanOut } from './dialog/webhooks/outbound/fan-out.ts';
import { startScheduled } from './dialog/workflows/triggers.ts';

export interface Worker {
  /** Takes no more work, and waits for what is under way, `graceMs` at the most. May be called again. */
  stop(graceMs: number): Promise<void>;
}

const sweepEveryMs = 2000;
const numberAuditEveryMs = 500;
const wakeEveryMs = 1000;
const maintainEveryMs = 10 * 60_000;

/**
 * Starts what works in the background: the tasks, their sweep, the numbering of the audit log and the notifications that
 * follow from it, and the removal of old rows.
 */
export function startWorker(parts: DialogParts): Worker {
  const { database, hot, tickets, kinds, outcomes, log, settings, shard } = parts;
  const runner = new TaskRunner({
    database: hot,
    tickets,
    kinds,
    outcomes,
    log,
    leaseMs: settings.leaseMs,
    concurrency: settings.workerConcurrency,
    limitsOf: limitsOfTargets(hot),
    shard,
  });
  runner.start();
  /** Ends what may take minutes and can go on after the next start. */
  const ending = new AbortController();
  const sweep = new Sweep({ database: hot, kinds, shard });
  const loops = [
    repeat(sweepEveryMs, 'the sweep', async () => {
      // Not awaited: lanes that have to wait for room must not hold up the next sweep.
      void runner.offer(await sweep.run());
    }),
    repeat(wakeEveryMs, 'the waking of dialogs and runs', async () => {
      for (let more = true; more; ) {
        const woken = await wakeFlows(database, shard);
        void runner.offer(woken.lanes);
        more = woken.more;
      }
    }),
    repeat(wakeEveryMs, 'the reconciliation of payments', async () => {
      for (let more = true; more; ) {
        const woken = await wakeOrders(database, shard);
        void runner.offer(woken.lanes);
        more = woken.more;
      }
    }),
    repeat(wakeEveryMs, 'the start of scheduled workflows', async () => {
      for (let more = true; more; ) {
        const started = await database.transaction((tx) => startScheduled(tx, shard));
        void runner.offer(started.wake);
        more = started.more;
      }
    }),
    repeat(numberAuditEveryMs, 'the numbering of the audit log and what follows from it', async () => {
      await numberAllAudit(database);
      // By ticket, so that all workers share what one of them found.
      await fanOut(database, shard, (lanes) => tickets.send(lanes));
    }),
    repeat(maintainEveryMs, 'the removal of old rows', async () => {
      await removeExpired(database, settings);
      await removeDeletedProjects(database);
      const removed = await applyRetention(database, settings, new Date(), ending.signal);
      if (removed.length > 0) log.info({ removed }, 'removed what had had its time');
    }),
  ];
  let stopping: Promise<unknown> | undefined;
  return {
    async stop(graceMs) {
      ending.abort();
      stopping ??= Promise.all([...loops.map((loop) => loop.stop()), runner.stop(graceMs)]);
      await stopping;
    },
  };

  /** Runs `work` now, and again that long after it ended; a failure is told and the next time tries again. */
  function repeat(ms: number, name: string, work: () => Promise<void>) {
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    let running = Promise.resolve();
    const turn = () => {
      running = work()
        .catch((error) => log.warn({ err: error }, `${name} failed; it will run again in ${ms} ms`))
        .then(() => {
          if (!stopped) timer = setTimeout(turn, ms);
        });
    };
    turn();
    return {
      async stop() {
        stopped = true;
        clearTimeout(timer);
        await running;
      },
    };
  }
}
