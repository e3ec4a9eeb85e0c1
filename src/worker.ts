import { numberAllAudit } from './dialog/audit/numbering.ts';
import { limitsOfTargets } from './dialog/connections/limits.ts';
import { conversationRecorder } from './dialog/conversations/record.ts';
import { dueDialogs } from './dialog/dialogs/due.ts';
import { wakeFlows } from './dialog/flows/wake.ts';
import { removeDeletedProjects, removeExpired } from './dialog/maintenance.ts';
import type { DialogParts } from './dialog/parts.ts';
import { wakeOrders } from './dialog/payments/wake.ts';
import { applyRetention } from './dialog/retention/remove.ts';
import { sealAnew } from './dialog/secrets/rotation.ts';
import { namesOf } from './dialog/tasks/kinds.ts';
import { TaskRunner } from './dialog/tasks/run.ts';
import { Sweep } from './dialog/tasks/sweep.ts';
import { fanOut } from './dialog/webhooks/outbound/fan-out.ts';
import { dueRuns } from './dialog/workflows/due.ts';
import { workflowFollower } from './dialog/workflows/follow.ts';
import { startScheduled } from './dialog/workflows/triggers.ts';
import { noteDatabaseFault } from './platform/fault-log.ts';

/** The background work of this process. */
export interface Worker {
  /**
   * Takes no more work, waits at most `graceMs` for running work, and then `lateOutcomesMs` for answers that are on their way.
   * May be called again.
   */
  stop(graceMs: number): Promise<void>;
}

/** The rest is closed after this part of the time until the process ends anyway (see src/main.ts). */
const lateOutcomesMs = 4000;
const sweepEveryMs = 2000;
const numberAuditEveryMs = 500;
/** News come at once; this is for followers that others held, or that could not go on. */
const followEveryMs = 500;
/** So that news that come together are taken together. */
const soonMs = 50;
const wakeEveryMs = 1000;
const maintainEveryMs = 10 * 60_000;
const sealEveryMs = 10_000;
/** An upload that got no byte for this long belongs to a process that died. */
const unfinishedUploadMs = 60 * 60_000;

/**
 * Starts the background work: tasks, their sweep, the numbering of the audit log, the notifications that follow from it, and the
 * deletion of old rows.
 */
export function startWorker(parts: DialogParts): Worker {
  const { background, upkeep, work, vault, tickets, kinds, outcomes, log, progress, settings, queue, files } =
    parts;
  const runner = new TaskRunner({
    database: work,
    tickets,
    kinds,
    outcomes,
    log,
    leaseMs: settings.leaseMs,
    progress: progress.claiming,
    concurrency: settings.workerConcurrency,
    limitsOf: limitsOfTargets(work),
    queue,
  });
  runner.start();
  parts.handOver.connect((lanes) => runner.takeOver(lanes));
  /** Ends work that may take minutes and can continue after the next start. */
  const ending = new AbortController();
  const sweep = new Sweep({
    ...{ database: work, kinds, queue },
    lost(tasks) {
      for (const { kind } of tasks) outcomes.add({ kind, outcome: 'unknown' });
      log.warn(
        { tasks: tasks.length, ids: namesOf(kinds, tasks) },
        'these tasks are unknown now: the process that ran them stopped, or lost the database, after they had begun',
      );
    },
  });
  const recorder = conversationRecorder(background);
  // Tickets go to the queue, so that all workers share the lanes that one of them found.
  const notifier = fanOut({ database: background, queue, told: (lanes) => tickets.send(lanes) });
  const recording = repeat(followEveryMs, 'the record of conversations', () => recorder.run());
  const starter = workflowFollower({
    ...{ database: background, queue, workflows: parts.workflows },
    projectQueueLimit: settings.projectQueueLimit,
    told: (lanes) => tickets.send(lanes),
  });
  const starting = repeat(followEveryMs, 'the start of workflows by what happens', () => starter.run());
  const notifying = repeat(followEveryMs, 'the notification of subscriptions', () => notifier.run());
  const unfollow = parts.auditNews.follow((projectIds) => {
    recorder.hear(projectIds);
    notifier.hear(projectIds);
    starter.hear(projectIds);
    recording.soon();
    notifying.soon();
    starting.soon();
  });
  const numbering = repeat(numberAuditEveryMs, 'the numbering of the audit log', async () => {
    const slices = await progress.numbering.watch(() =>
      numberAllAudit(background, { advanced: () => progress.numbering.advance(), ending: ending.signal }),
    );
    // The first of many projects have new entries by now.
    if (slices > 1) numbering.soon();
  });
  const loops = [
    repeat(sweepEveryMs, 'the sweep', async () => {
      const { lanes, behind } = await sweep.run();
      runner.offer(lanes, behind);
    }),
    repeat(wakeEveryMs, 'the waking of dialogs and runs', async () => {
      for (let more = true; more; ) {
        const woken = await wakeFlows(background, queue, [dueDialogs, dueRuns]);
        runner.offer(woken.lanes);
        more = woken.more;
      }
    }),
    repeat(wakeEveryMs, 'the reconciliation of payments', async () => {
      for (let more = true; more; ) {
        const woken = await wakeOrders(background, queue);
        runner.offer(woken.lanes);
        more = woken.more;
      }
    }),
    repeat(wakeEveryMs, 'the start of scheduled workflows', async () => {
      for (let more = true; more; ) {
        const started = await background.transaction((tx) => startScheduled(tx, queue, parts.workflows));
        runner.offer(started.wake);
        more = started.more;
      }
    }),
    repeat(sealEveryMs, 'the sealing of secrets with a new key', async () => {
      const secrets = await sealAnew(background, vault, ending.signal);
      if (secrets > 0)
        log.info({ secrets }, 'sealed secrets anew that belonged to a previous encryption key');
    }),
    numbering,
    recording,
    notifying,
    starting,
    repeat(maintainEveryMs, 'the removal of old rows', async () => {
      await removeExpired(upkeep, settings);
      await files.removeRemains(unfinishedUploadMs);
      const notRemoved = await removeDeletedProjects(upkeep, files);
      if (notRemoved) {
        log.warn(
          { files: notRemoved.files, err: notRemoved.fault, store: files.title },
          'deleted files are still in the store; the next removal of old rows tries again',
        );
      }
      const removed = await applyRetention(upkeep, settings, new Date(), ending.signal);
      if (removed.length > 0) log.info({ removed }, 'deleted expired records');
    }),
  ];
  let stopping: Promise<unknown> | undefined;
  return {
    async stop(graceMs) {
      ending.abort();
      unfollow();
      stopping ??= Promise.all([...loops.map((loop) => loop.stop()), runner.stop(graceMs + lateOutcomesMs)]);
      await stopping;
    },
  };

  /** Runs `work` now, and again `ms` after each end. A failure is logged, and the next run tries again. */
  function repeat(ms: number, name: string, work: () => Promise<void>) {
    let stopped = false;
    let isAsked = false;
    let timer: NodeJS.Timeout | undefined;
    let running = Promise.resolve();
    const turn = () => {
      timer = undefined;
      isAsked = false;
      running = work()
        .catch((error) => {
          if (noteDatabaseFault(log, error, name)) return;
          log.warn({ err: error }, `${name} failed; it will run again in ${ms} ms`);
          isAsked = false;
        })
        .then(() => {
          if (!stopped) timer = setTimeout(turn, isAsked ? soonMs : ms);
        });
    };
    turn();
    return {
      /** Runs `work` a moment later, or once more after the run under way. */
      soon() {
        isAsked = true;
        if (timer === undefined || stopped) return;
        clearTimeout(timer);
        timer = setTimeout(turn, soonMs);
      },
      async stop() {
        stopped = true;
        clearTimeout(timer);
        await running;
      },
    };
  }
}
