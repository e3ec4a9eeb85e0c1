import { randomInt } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Counter } from '../platform/metrics.ts';
import { listen, type Notices } from '../platform/notices.ts';
import { createOutboundHttp, type OutboundHttp } from '../platform/outbound-http.ts';
import { type Database, type DatabaseAddress, openDatabase, planOnce } from '../platform/postgres.ts';
import {
  memoryLimiter,
  postgresLimiter,
  type RateLimiter,
  redisLimiter,
  withFallback,
} from '../platform/rate-limit.ts';
import type { Vault } from '../platform/secrets.ts';
import { openTickets, type Tickets } from '../platform/tickets.ts';
import type { Settings } from '../settings.ts';
import { disconnectionKind } from './channels/disconnection.ts';
import { callbackKind } from './channels/telegram/callback.ts';
import { Feed } from './channels/webchat/feed.ts';
import { webchatTopic } from './channels/webchat/transcript.ts';
import { dialogKinds } from './dialogs/kinds.ts';
import { readScenarioVersion } from './dialogs/versions.ts';
import { automationEventKind } from './events/automation.ts';
import type { Performers } from './flows/calls.ts';
import { Definitions } from './flows/definitions.ts';
import { runOperation } from './flows/operation.ts';
import { runPayment } from './flows/payment.ts';
import { readTable, writeTable } from './flows/tables.ts';
import { startWorkflow } from './flows/workflow.ts';
import { KeyRing } from './gate/key-ring.ts';
import { RequestLog } from './gate/request-log.ts';
import { revocations } from './gate/revocations.ts';
import { messageKind } from './messages/deliver.ts';
import { InputChecks } from './operations/input-schema.ts';
import { jobKind } from './operations/run.ts';
import { paymentRuns } from './payments/create.ts';
import { reconcileKind } from './payments/reconcile.ts';
import { refundKind } from './payments/refund.ts';
import { linkCodes } from './profiles/redeem.ts';
import { Acceptor } from './tasks/accept.ts';
import type { TaskKinds } from './tasks/kinds.ts';
import type { LaneTicket } from './tasks/task.ts';
import { ArrivalLog } from './webhooks/inbound/arrivals.ts';
import { inboundKind } from './webhooks/inbound/kind.ts';
import { deliveryKind } from './webhooks/outbound/delivery.ts';
import { runKind } from './workflows/turns.ts';
import { readWorkflowVersion } from './workflows/versions.ts';

/** What the routes and the worker of the dialog side are made of. */
export interface DialogParts {
  /** For what is read and written now and then. */
  database: Database;
  /** For the few statements that every write and every task runs through. */
  hot: Database;
  vault: Vault;
  tickets: Tickets<LaneTicket>;
  limiter: RateLimiter;
  keys: KeyRing;
  /** Tells listening web chats what is new. */
  feed: Feed;
  requestLog: RequestLog;
  /** What arrived at receivers. */
  arrivals: ArrivalLog;
  acceptor: Acceptor;
  kinds: TaskKinds;
  /** What became of the tasks that this process carried out. */
  outcomes: Counter;
  /** The only way out, for an owner's test call; everything else leaves from a task. */
  http: OutboundHttp;
  inputChecks: InputChecks;
  /** The shard of the project counters for outcomes; another than the acceptor's, so that neither waits. */
  shard: number;
  log: Logger;
  settings: Settings;
  /** Closes what was opened, after the server and the worker have stopped. */
  close(): Promise<void>;
}

export interface DialogEnvironment {
  settings: Settings;
  address: DatabaseAddress;
  vault: Vault;
  installationId: string;
  log: Logger;
}

/** Pairs of counters' shards: more than processes that are likely to write at once. */
const shardPairs = 32;

const mostHotConnections = 6;

export async function openDialog({
  settings,
  address,
  vault,
  installationId,
  log,
}: DialogEnvironment): Promise<DialogParts> {
  // First, since it may refuse its setting and nothing is open yet that would have to be closed.
  const http: OutboundHttp = createOutboundHttp({ allow: settings.outboundAllow });
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to the database was lost');
  const database = openDatabase(address, { connections: settings.databasePool, onError });
  const hot = openDatabase(address, {
    connections: Math.min(mostHotConnections, settings.databasePool),
    onError,
    options: planOnce,
  });
  const prefix = `parley:${installationId}`;
  // In braces: on a Redis cluster BullMQ needs all keys of a queue in one slot.
  const tickets = openTickets<LaneTicket>({
    redisUrl: settings.redisUrl,
    database: address,
    prefix: `{${prefix}}`,
    log,
  });
  const { limiter, close: closeLimiter } = openLimiter(settings, database, prefix, log);
  const keys = new KeyRing(database);
  const feed = new Feed(database, log);
  const notices: Notices = await listen(
    address,
    {
      [revocations]: (keyId) => keys.forget(keyId === '*' ? undefined : keyId),
      [webchatTopic]: (visitor) => feed.wake(visitor),
    },
    log,
  );
  const pair = randomInt(shardPairs) * 2;
  const requestLog = new RequestLog(database, log);
  const arrivals = new ArrivalLog(database, log);
  const shard = pair + 1;
  const scenarios = new Definitions('scenario', readScenarioVersion);
  const workflows = new Definitions('workflow', readWorkflowVersion);
  const inputChecks = new InputChecks();
  const running = { inputChecks, shard, retryDeadlineMs: settings.retryDeadlineMs };
  const performers: Performers = {
    table_read: readTable,
    table_write: writeTable,
    workflow: startWorkflow(shard),
    operation: runOperation(running),
    payment: runPayment(running),
  };
  const turns = { performers, retryDeadlineMs: settings.retryDeadlineMs, shard };
  return {
    database,
    hot,
    vault,
    tickets,
    limiter,
    keys,
    feed,
    requestLog,
    arrivals,
    acceptor: new Acceptor(hot, tickets, settings, pair),
    kinds: {
      message: messageKind({ database: hot, vault, http }),
      job: jobKind({
        ...{ database: hot, vault, http },
        own: { payment: paymentRuns({ database, http, publicUrl: settings.publicUrl }) },
      }),
      reconcile: reconcileKind({ database, vault, http, shard }),
      refund: refundKind({ database, vault, http }),
      callback: callbackKind({ database, vault, http }),
      disconnection: disconnectionKind({ vault, http }),
      ...dialogKinds({ ...turns, scenarios, binding: linkCodes }),
      run: runKind({ ...turns, workflows }),
      automation_event: automationEventKind({ workflows, shard }),
      webhook_in: inboundKind({ workflows, shard }),
      delivery: deliveryKind({ database: hot, vault, http }),
    },
    outcomes: new Counter('parley_task_outcomes_total', 'Attempts that ended, by kind and by how.'),
    http,
    inputChecks,
    shard,
    log,
    settings,
    async close() {
      await requestLog.close();
      await arrivals.settle();
      await notices.close();
      feed.close();
      await tickets.close();
      closeLimiter();
      await http.close();
      await Promise.all([hot.close(), database.close()]);
    },
  };
}

/** Exact across processes: Redis where there is one; the database for several processes; memory for one alone. */
function openLimiter(settings: Settings, database: Database, prefix: string, log: Logger) {
  const alone = settings.databaseUrl === undefined;
  const local: RateLimiter = alone ? memoryLimiter() : postgresLimiter(database);
  if (!settings.redisUrl) return { limiter: local, close: () => {} };
  const redis = new Redis(settings.redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1000,
  });
  redis.on('error', (error) =>
    log.debug({ err: error }, 'Redis cannot be reached; rates are counted without it'),
  );
  return { limiter: withFallback(redisLimiter(redis, prefix), local), close: () => redis.disconnect() };
}
