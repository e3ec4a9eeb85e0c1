import { tagFollower } from './dialog/analytics/follow-tags.ts';
import { numberAllAudit } from './dialog/audit/numbering.ts';
import { limitsOfTargets } from './dialog/connections/limits.ts';
import { conversationRecorder } from './dialog/conversations/record.ts';
import { dueDialogs } from './dialog/dialogs/due.ts';
import { type Due, lookWhatIsDue } from './dialog/due.ts';
import { wakeFlows } from './dialog/flows/wake.ts';
import { tellFailures } from './dialog/gate/account-events.ts';
import { answerResetRequests } from './dialog/gate/password-resets.ts';
import { followConversations } from './dialog/inbox/follow.ts';
import { giveOut } from './dialog/inbox/queue.ts';
import { mailSender } from './dialog/mail/send.ts';
import { removeDeletedProjects, removeExpired } from './dialog/maintenance.ts';
import { notificationFollower } from './dialog/notifications/follow.ts';
import type { DialogParts } from './dialog/parts.ts';
import { wakeOrders } from './dialog/payments/wake.ts';
import { refillProfiles } from './dialog/profiles/refill.ts';
import { pushSender } from './dialog/push/send.ts';
import { applyRetention } from './dialog/retention/remove.ts';
import { fillSearch } from './dialog/search/fill.ts';
import { searchFollower } from './dialog/search/follow.ts';
import { sealAnew } from './dialog/secrets/rotation.ts';
import { namesOf } from './dialog/tasks/kinds.ts';
import { TaskRunner } from './dialog/tasks/run.ts';
import { Sweep } from './dialog/tasks/sweep.ts';
import { fanOut } from './dialog/webhooks/outbound/fan-out.ts';
import { dueRuns } from './dialog/workflows/due.ts';
import { workflowFollower } from './dialog/workflows/follow.ts';
import { startScheduled } from './dialog/workflows/triggers.ts';
import { atMost } from './platform/at-most.ts';
import { noteDatabaseFault } from './platform/fault-log.ts';

/** A follower of all projects' audit logs, as `LogFollower` is one. */
interface Follower {
  hear(projectIds: readonly string[] | undefined): void;
  run(): Promise<void>;
}

/** Work that is never done twice at once. */
interface Loop {
  /** Runs it a moment later, or once more after the run under way. */
  soon(): void;
  stop(): Promise<void>;
}

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
/** For followers whose news nobody waits for. */
const gatherMs = 1000;
const lookEveryMs = 1000;
const maintainEveryMs = 10 * 60_000;
const sealEveryMs = 10_000;
const tellFailuresEveryMs = 10_000;
/** An upload that got no byte for this long belongs to a process that died. */
const unfinishedUploadMs = 60 * 60_000;

/**
 * Starts the background work: tasks, their sweep, the numbering of the audit log, the notifications that follow from it, and the
 * deletion of old rows.
 */
export function startWorker(parts: DialogParts): Worker {
  const { upkeep, work, vault, tickets, kinds, outcomes, log, progress, settings, queue, files } = parts;
  const runner = new TaskRunner({
    database: work,
    hot: parts.hot,
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
      for (const { kind } of tasks) outcomes.inc({ kind, outcome: 'unknown' });
      log.warn(
        { tasks: tasks.length, ids: namesOf(kinds, tasks) },
        'these tasks are unknown now: the process that ran them stopped, or lost the database, after they had begun',
      );
    },
  });
  /** What follows the audit log. What nobody waits for gathers news for a while: many entries in one transaction cost far less. */
  const followers: { name: string; gathers?: true; follower: Follower }[] = [
    {
      name: 'the record of conversations',
      follower: conversationRecorder(work, followConversations),
    },
    { name: 'the words of the search', gathers: true, follower: searchFollower(work) },
    { name: 'the figures by tag', gathers: true, follower: tagFollower(work) },
    { name: 'the notification of people', follower: notificationFollower(work, parts.mail) },
    {
      name: 'the notification of subscriptions',
      // Tickets go to the queue, so that all workers share the lanes that one of them found.
      follower: fanOut({ database: work, queue, told: (lanes) => tickets.send(lanes) }),
    },
    {
      name: 'the start of workflows by what happens',
      follower: workflowFollower({
        ...{ database: work, queue, workflows: parts.workflows },
        projectQueueLimit: settings.projectQueueLimit,
        told: (lanes) => tickets.send(lanes),
      }),
    },
  ];
  const following = followers.map(({ name, gathers, follower }) => ({
    ...{ follower, gathers },
    loop: repeat(gathers ? gatherMs : followEveryMs, name, () => follower.run()),
  }));
  const unfollow = parts.auditNews.follow((projectIds) => {
    for (const { follower, gathers, loop } of following) {
      follower.hear(projectIds);
      if (!gathers) loop.soon();
    }
  });
  const numbering = repeat(numberAuditEveryMs, 'the numbering of the audit log', async () => {
    const slices = await progress.numbering.watch(() =>
      numberAllAudit(work, { advanced: () => progress.numbering.advance(), ending: ending.signal }),
    );
    // The first of many projects have new entries by now.
    if (slices > 1) numbering.soon();
  });
  const sendMails = mailSender({ database: work, vault, settings, log }, ending.signal);
  const sendPushes = pushSender({ database: work, vault, settings, log, http: parts.http }, ending.signal);
  /** What becomes due by itself. Each does all that is due, and is asked again while there is some. */
  const due: Partial<Record<keyof Due, Loop>> = {
    flows: onDemand('the waking of dialogs and runs', async () => {
      for (let more = true; more; ) {
        const woken = await wakeFlows(work, queue, [dueDialogs, dueRuns]);
        runner.offer(woken.lanes);
        more = woken.more;
      }
    }),
    schedules: onDemand('the start of scheduled workflows', async () => {
      for (let more = true; more; ) {
        const started = await work.transaction((tx) => startScheduled(tx, queue, parts.workflows));
        runner.offer(started.wake);
        more = started.more;
      }
    }),
    queues: onDemand('the queues of teams', () => giveOut(work)),
    orders: onDemand('the reconciliation of payments', async () => {
      for (let more = true; more; ) {
        const woken = await wakeOrders(work, queue);
        runner.offer(woken.lanes);
        more = woken.more;
      }
    }),
    pushes: onDemand('the sending of notifications to browsers', sendPushes),
    ...(sendMails && {
      resets: onDemand('the mailing of links for a new password', async () => {
        while ((await answerResetRequests(work, parts.mail)).more);
      }),
      mails: onDemand('the sending of mails', sendMails),
    }),
    refills: onDemand('the writing of what profiles are found by', async () => {
      while (!ending.signal.aborted && (await refillProfiles(work)));
    }),
    search: onDemand('the filling in of the search', async () => {
      while (!ending.signal.aborted && (await fillSearch(work)));
    }),
  };
  const loops = [
    repeat(lookEveryMs, 'the look at what is due', async () => {
      const found = await lookWhatIsDue(work);
      for (const kind of Object.keys(found) as (keyof Due)[]) if (found[kind]) due[kind]?.soon();
    }),
    ...Object.values(due),
    repeat(sweepEveryMs, 'the sweep', async () => {
      const { lanes, behind } = await sweep.run();
      runner.offer(lanes, behind);
    }),
    repeat(sealEveryMs, 'the sealing of secrets with a new key', async () => {
      const secrets = await sealAnew(work, vault, ending.signal);
      if (secrets > 0)
        log.info({ secrets }, 'sealed secrets anew that belonged to a previous encryption key');
    }),
    repeat(tellFailuresEveryMs, 'the telling of failed logins', async () => {
      while (!ending.signal.aborted && (await tellFailures(work)));
    }),
    numbering,
    ...following.map(({ loop }) => loop),
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
      stopping ??= Promise.all([
        // A statement without a time limit may wait on a frozen connection. What is left of the loops ends with the pools.
        atMost(graceMs, Promise.all(loops.map((loop) => loop.stop()))),
        runner.stop(graceMs + lateOutcomesMs),
      ]);
      await stopping;
    },
  };

  /** Runs `work` now, and again `ms` after each end. A failure is logged, and the next run tries again. */
  function repeat(ms: number, name: string, work: () => Promise<void>): Loop {
    return loop(work, name, { again: ms });
  }

  /** Runs `work` when it is asked to. A failure is logged; whoever asked asks again. */
  function onDemand(name: string, work: () => Promise<void>): Loop {
    return loop(work, name, {});
  }

  /** @param again milliseconds from the end of a run to the next that nobody asked for */
  function loop(work: () => Promise<void>, name: string, { again }: { again?: number }): Loop {
    let stopped = false;
    let isAsked = false;
    let isRunning = false;
    let timer: NodeJS.Timeout | undefined;
    let running = Promise.resolve();
    const plan = () => {
      clearTimeout(timer);
      const ms = isAsked ? soonMs : again;
      if (!stopped && !isRunning && ms !== undefined) timer = setTimeout(turn, ms);
    };
    const turn = () => {
      isAsked = false;
      isRunning = true;
      running = work()
        .catch((error) => {
          // What runs on after the stop loses its connections.
          if (stopped || noteDatabaseFault(log, error, name)) return;
          log.warn({ err: error }, `${name} failed and will run again`);
          isAsked = false;
        })
        .then(() => {
          isRunning = false;
          plan();
        });
    };
    if (again !== undefined) turn();
    return {
      soon() {
        if (isAsked) return;
        isAsked = true;
        plan();
      },
      async stop() {
        stopped = true;
        clearTimeout(timer);
        await running;
      },
    };
  }
}
