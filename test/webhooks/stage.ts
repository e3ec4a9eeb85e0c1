import { randomBytes } from 'node:crypto';
import { writeAudit } from '../../src/dialog/audit/entry.ts';
import { numberAllAudit } from '../../src/dialog/audit/numbering.ts';
import { countAttempts } from '../../src/dialog/tasks/metrics.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import { TaskRunner } from '../../src/dialog/tasks/run.ts';
import type { LaneTicket } from '../../src/dialog/tasks/task.ts';
import { type DeliveryOptions, deliveryKind } from '../../src/dialog/webhooks/outbound/delivery.ts';
import { fanOut } from '../../src/dialog/webhooks/outbound/fan-out.ts';
import { type SubscriptionRow, saveSubscription } from '../../src/dialog/webhooks/outbound/subscriptions.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { createOutboundHttp } from '../../src/platform/outbound-http.ts';
import { Progress } from '../../src/platform/progress.ts';
import { createVault, type Vault } from '../../src/platform/secrets.ts';
import type { Tickets } from '../../src/platform/tickets.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { type Stage, setStage } from '../tasks/stage.ts';

/** Notifications without the HTTP side of the server: the audit log, the fan-out, and the worker of deliveries. */
export interface DeliveryStage extends Stage {
  vault: Vault;
  /** A subscription to everything about messages, with the receiver at its end. */
  subscribe(more?: { url?: string; slug?: string }): Promise<{ row: SubscriptionRow; receiver: Receiver }>;
  /** Writes this number of `message.sent` entries, numbered, without starting the fan-out. */
  happen(count: number): Promise<void>;
  /** Runs the fan-out of one worker. @returns the lanes that got work. */
  tell(): Promise<LaneTicket[]>;
  /** Carries deliveries out until the end of the test. */
  run(options: Partial<DeliveryOptions>, limits?: { concurrency?: number; perTarget?: number }): TaskRunner;
  deliveries(subscriptionId?: string): Promise<any[]>;
  /** Ends what a test started, and forgets what it wrote. */
  clear(): Promise<void>;
}

export async function setDeliveryStage(): Promise<DeliveryStage> {
  const stage = await setStage();
  const { database, projectId } = stage;
  await database.query(
    `WITH owner AS (INSERT INTO dialog.owners (id, email, password_hash) VALUES ($1, 'o@example.com', '') RETURNING id)
     INSERT INTO dialog.projects (id, owner_id, name) SELECT $2, id, 'p' FROM owner`,
    [newId(), projectId],
  );
  const vault = createVault(randomBytes(32).toString('base64'));
  const http = createOutboundHttp({ allow: ['127.0.0.1'] });
  const receivers: Receiver[] = [];
  const runners: TaskRunner[] = [];
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const end = async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
    await Promise.all(runners.splice(0).map((runner) => runner.stop(2000)));
  };
  return {
    ...stage,
    vault,
    async subscribe({ url, slug = `s-${newId()}` } = {}) {
      const receiver = await startReceiver(secret);
      receivers.push(receiver);
      const { rows } = await database.query<{ last: string }>(
        `SELECT coalesce(max(last), 0) AS last FROM dialog.audit_heads WHERE project_id = $1`,
        [projectId],
      );
      const { row } = await database.transaction((tx) =>
        saveSubscription(
          tx,
          vault,
          {
            projectId,
            slug,
            name: slug,
            kinds: ['message.*'],
            environments: ['live'],
            url: url ?? receiver.url,
            signingSecret: secret,
          },
          Number(rows[0]!.last),
          { actor: { type: 'owner', id: null, name: null }, requestId: null },
        ),
      );
      return { row, receiver };
    },
    async happen(count) {
      const entry = (n: number) => ({
        projectId,
        actor: { type: 'system' as const, id: null, name: null },
        action: 'message.sent',
        subject: { type: 'message', id: `msg_${n}` },
        environment: 'live' as const,
        data: { n },
      });
      for (let n = 0; n < count; n += 500) {
        await writeAudit(
          database,
          ...Array.from({ length: Math.min(500, count - n) }, (_, i) => entry(n + i)),
        );
      }
      await numberAllAudit(database);
    },
    async tell() {
      const lanes: LaneTicket[] = [];
      await fanOut({ database, queue: new TaskQueue(3), told: (some) => lanes.push(...some) }).run();
      for (const runner of runners) await runner.offer(lanes);
      return lanes;
    },
    run(options, { concurrency = 64, perTarget = 8 } = {}) {
      // Tickets that wait come back after their time, as from a queue.
      const tickets: Tickets<LaneTicket> = {
        ...stage.tickets,
        send: (lanes, delayMs = 0) => void setTimeout(() => void runner.offer(lanes), delayMs + 5),
      };
      const runner = new TaskRunner({
        database,
        hot: database,
        tickets,
        kinds: { delivery: deliveryKind({ database, vault, http, ...options }) },
        log: createLog('silent'),
        leaseMs: 30_000,
        concurrency,
        progress: new Progress(),
        outcomes: countAttempts([]),
        limitsOf: async () => ({ concurrency: perTarget, perSecond: null }),
        queue: new TaskQueue(5),
      });
      runner.start();
      runners.push(runner);
      return runner;
    },
    deliveries: async (subscriptionId) =>
      (await stage.tasks()).filter(
        (task) => task.kind === 'delivery' && (!subscriptionId || task.target_id === subscriptionId),
      ),
    async clear() {
      await end();
      await database.query(
        `TRUNCATE dialog.tasks, dialog.subscriptions, dialog.webhook_attempts, dialog.project_counters,
           dialog.audit_log, dialog.audit_inbox, dialog.audit_heads`,
      );
    },
    async close() {
      await end();
      await http.close();
      await stage.close();
    },
  };
}
