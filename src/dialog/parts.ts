import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { BodyBudget } from '../platform/body-budget.ts';
import { shareConnections } from '../platform/connections.ts';
import { readOrigin } from '../platform/database-origin.ts';
import type { WhenReached } from '../platform/database-wait.ts';
import { noteDatabaseFault } from '../platform/fault-log.ts';
import { bucketStore } from '../platform/file-store/bucket.ts';
import type { FileStore } from '../platform/file-store/file-store.ts';
import { folderStore } from '../platform/file-store/folder.ts';
import { listen, type Notices, type OnNotice } from '../platform/notices.ts';
import { createOutboundHttp, type OutboundHttp } from '../platform/outbound-http.ts';
import { OutboundRequests } from '../platform/outbound-metrics.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../platform/postgres.ts';
import { type ProgressByWork, watchProgress } from '../platform/progress.ts';
import { memoryLimiter, type RateLimiter, redisLimiter, withFallback } from '../platform/rate-limit.ts';
import { watchRedis } from '../platform/redis-faults.ts';
import type { Vault } from '../platform/secrets.ts';
import { seldom } from '../platform/seldom.ts';
import { planByIndex, planOnce, type SessionSettings } from '../platform/session-settings.ts';
import { openTickets, type Tickets } from '../platform/tickets.ts';
import type { Settings } from '../settings.ts';
import { AuditNews, auditTopic } from './audit/news.ts';
import { disconnectionKind } from './channels/disconnection.ts';
import { fetchKind } from './channels/fetch-files.ts';
import { callbackKind } from './channels/telegram/callback.ts';
import { Feed } from './channels/webchat/feed.ts';
import { pressTopic } from './channels/webchat/press.ts';
import { revisionTopic } from './channels/webchat/revise.ts';
import { webchatTopic } from './channels/webchat/transcript.ts';
import { typingTopic } from './channels/webchat/typing.ts';
import { dialogKinds } from './dialogs/kinds.ts';
import { linkCodes } from './dialogs/redeem.ts';
import { tellCustomer } from './dialogs/telling.ts';
import { readScenarioVersion } from './dialogs/versions.ts';
import { automationEventKind } from './events/automation.ts';
import { Expressions } from './expression/expressions.ts';
import { createAttacher } from './files/attached.ts';
import { FactReader } from './files/facts.ts';
import { FileLinks } from './files/links.ts';
import { FileQuotas } from './files/quotas.ts';
import type { Performers } from './flows/calls.ts';
import { Definitions } from './flows/definitions.ts';
import { runOperation } from './flows/operation.ts';
import { runPayment } from './flows/payment.ts';
import { readTable, writeTable } from './flows/tables.ts';
import { queueTransform, transformKind } from './flows/transform.ts';
import { askApproval, awaitArrival } from './flows/waits.ts';
import { KeyRing } from './gate/key-ring.ts';
import { postgresLimiter } from './gate/postgres-limiter.ts';
import { RequestLog } from './gate/request-log.ts';
import { revocations } from './gate/revocations.ts';
import { liveTopic } from './live/announce.ts';
import { LiveStreams } from './live/streams.ts';
import { type Mail, openMail } from './mail/outbox.ts';
import { messageKind } from './messages/deliver.ts';
import { refusedAddress } from './messages/faults.ts';
import { pressKind } from './messages/presses.ts';
import { revisionKind } from './messages/revise.ts';
import { InputChecks } from './operations/input-schema.ts';
import { jobKind } from './operations/run.ts';
import { operationReader } from './operations/store.ts';
import { paymentRuns } from './payments/create.ts';
import { reconcileKind } from './payments/reconcile.ts';
import { refundKind } from './payments/refund.ts';
import { ProfileReader } from './profiles/store.ts';
import { DraftPresence } from './publication/presence.ts';
import { PublishedVersions } from './published/versions.ts';
import { Acceptor } from './tasks/accept.ts';
import { HandOver } from './tasks/hand-over.ts';
import { kindTable, type TaskKinds } from './tasks/kinds.ts';
import { type AttemptCounter, countAttempts } from './tasks/metrics.ts';
import { TaskQueue } from './tasks/queue.ts';
import type { LaneTicket } from './tasks/task.ts';
import { arrivalKind } from './waits/arrivals.ts';
import { ArrivalLog } from './webhooks/inbound/arrivals.ts';
import { inboundKind } from './webhooks/inbound/kind.ts';
import { deliveryKind } from './webhooks/outbound/delivery.ts';
import { startWorkflow } from './workflows/step.ts';
import { runKind } from './workflows/turns.ts';
import { readWorkflowVersion } from './workflows/versions.ts';

/** Everything that the routes and the worker of the dialog side use. */
export interface DialogParts {
  /** For statements of requests that run rarely. */
  database: Database;
  /** For the few statements that every write runs, and for what must not wait for slow requests: rates, presence, leases. */
  hot: Database;
  /** For the worker: what every task runs, and what it does by itself. */
  work: Database;
  /** For people's searches by words. Whoever searches much waits for other searches only. */
  searches: Database;
  /** For maintenance, also of the catalog: its statements have no time limit. */
  upkeep: Database;
  vault: Vault;
  tickets: Tickets<LaneTicket>;
  limiter: RateLimiter;
  /** The memory budget for request bodies in this process. */
  bodies: BodyBudget;
  keys: KeyRing;
  /** The bytes of files. */
  files: FileStore;
  /** Signs and checks the addresses from which files are downloaded. */
  fileLinks: FileLinks;
  /** Looks into uploads. */
  fileFacts: FactReader;
  /** Keeps files within their quotas. */
  fileQuotas: FileQuotas;
  /** Notifies listening web chats. */
  feed: Feed;
  /** Tells people who look on what happens in their projects. */
  live: LiveStreams;
  /** Who works on which draft at the moment. */
  draftPresence: DraftPresence;
  /** Which projects have new numbers in their audit log. */
  auditNews: AuditNews;
  requestLog: RequestLog;
  /** Accepts mails to people. */
  mail: Mail;
  /** Calls that arrived at receivers. */
  arrivals: ArrivalLog;
  /** Reads profiles for several requests at once. */
  profiles: ProfileReader;
  /** Reads operations for several runs at once. */
  readRunnable: ReturnType<typeof operationReader>;
  /** Reads the versions of published methods. */
  versions: PublishedVersions;
  /** Whether accepting, claiming and numbering make progress. */
  progress: ProgressByWork;
  acceptor: Acceptor;
  /** Leads from accepted writes to the worker of this process. */
  handOver: HandOver;
  kinds: TaskKinds;
  /** The published definitions of workflows. */
  workflows: Definitions;
  /** Counts the outcomes of the tasks that this process ran. */
  outcomes: AttemptCounter;
  /** Counts the requests to other systems. */
  outboundRequests: OutboundRequests;
  /** Routes use it only while an owner waits for the answer: tests, connecting a channel, readiness. Tasks do the rest. */
  http: OutboundHttp;
  inputChecks: InputChecks;
  /** For work that other work causes. It uses its own counters, so that it and the acceptor do not wait for each other. */
  queue: TaskQueue;
  /** For cancellations: they hold tasks or counters, and must not wait for a turn that waits for these. */
  cancelQueue: TaskQueue;
  log: Logger;
  settings: Settings;
  /** Closes everything, after the server and the worker have stopped. */
  close(): Promise<void>;
}

export interface DialogEnvironment {
  settings: Settings;
  /** The address at which this server is reached, without a final slash: PUBLIC_URL, or that of this process. */
  origin: string;
  address: DatabaseAddress;
  vault: Vault;
  installationId: string;
  bodies: BodyBudget;
  log: Logger;
  whenReached: WhenReached;
}

/** Pairs of shards of the project counters: more than processes that are likely to write at once. */
const shardPairs = 32;

/** Nobody waits for a statement of the worker, so it may take this many times as long. */
const workerPatience = 3;

/**
 * Opens connections, tickets and everything else that the routes and the worker of the dialog side use.
 * @throws Error if the database cannot be used; then nothing is open
 */
export async function openDialog({
  settings,
  origin,
  address,
  vault,
  installationId,
  bodies,
  log,
  whenReached,
}: DialogEnvironment): Promise<DialogParts> {
  // First, because it may refuse its setting, and then nothing is open that must be closed.
  const outboundRequests = new OutboundRequests();
  const http = outboundRequests.counted(createOutboundHttp({ allow: settings.outboundAllow }));
  const onError = (error: Error) => {
    if (noteDatabaseFault(log, error, 'a connection that rested')) return;
    log.warn({ err: error }, 'a connection to the database was lost');
  };
  const shares = shareConnections(settings);
  const pool = (connections: number, statementMs: number | undefined, session?: SessionSettings) =>
    openDatabase(address, { connections, onError, statementMs, session });
  const requestMs = settings.databaseTimeoutMs;
  const workMs = requestMs * workerPatience;
  const database = pool(shares.dialog, requestMs);
  const hot = pool(shares.hot, requestMs, planOnce);
  // Some of its statements look every second for what is due. Whatever the tables hold, they take what they look for from an index.
  const work = pool(shares.work, workMs, planOnce);
  // A worker answers no searches.
  const searches = shares.searches > 0 ? pool(shares.searches, requestMs, planByIndex) : database;
  // Who waits for it waits for a removal of old rows, and nobody waits for them.
  const upkeep = openDatabase(address, { connections: shares.upkeep, onError, waitMs: 15 * 60_000 });
  const keys = new KeyRing(hot);
  const feed = new Feed(database, log);
  const auditNews = new AuditNews(work);
  // Not with the connections of requests: whoever loses a role must not be told more because others wait for them.
  const live = new LiveStreams({ database: work, auditNews, log });
  const topics = {
    [revocations]: (keyId) => keys.forget(keyId === '*' ? undefined : keyId),
    [webchatTopic]: (visitor) => feed.wake(visitor),
    [typingTopic]: (notice) => feed.announce(notice),
    [revisionTopic]: (notice) => void feed.showRevision(notice),
    [pressTopic]: (notice) => feed.showPress(notice),
    [auditTopic]: (projectIds) => auditNews.hear(projectIds),
    [liveTopic]: (notice) => live.hear(notice),
  } satisfies Record<string, OnNotice>;
  const pools = new Set([database, hot, work, searches, upkeep]);
  let place: string;
  let notices: Notices;
  try {
    place = await whenReached(() => readOrigin(database));
    notices = await whenReached(() => listen(address, topics, log));
  } catch (error) {
    feed.close();
    await live.close();
    await auditNews.close();
    await http.close('break off');
    await Promise.all([...pools].map((each) => each.close()));
    throw error;
  }
  // The prefix has the name of the database: a copy restored from a dump belongs to the same installation, but must not take
  // the tickets of the original or use up its rates.
  const prefix = `parley:${installationId}:${place}`;
  // In braces, because on a Redis cluster BullMQ needs all keys of a queue in one slot.
  const tickets = openTickets<LaneTicket>({
    redisUrl: settings.redisUrl,
    database: address,
    connections: shares.tickets,
    prefix: `{${prefix}}`,
    log,
  });
  const { limiter, close: closeLimiter } = openLimiter(settings, hot, prefix, log);
  const progress = watchProgress();
  const handOver = new HandOver();
  const pair = randomInt(shardPairs) * 2;
  const requestLog = new RequestLog(database, log);
  const arrivals = new ArrivalLog(database, log);
  const queue = new TaskQueue(pair + 1);
  const cancelQueue = new TaskQueue(shardPairs * 2);
  const scenarios = new Definitions('scenario', readScenarioVersion);
  const workflows = new Definitions('workflow', readWorkflowVersion);
  const inputChecks = new InputChecks({
    onBusy: seldom((more, project: string) => {
      const line = 'inputs wait for a thread to check them, and some are refused';
      if (more === 0) log.warn({ project }, line);
      else log.warn({ project, times: more }, `${line} (${more} more in ten seconds)`);
    }),
  });
  const expressions = new Expressions();
  const running = { inputChecks, retryDeadlineMs: settings.retryDeadlineMs };
  const performers: Performers = {
    table_read: readTable,
    table_write: writeTable,
    workflow: startWorkflow(),
    message: tellCustomer({ refusal: refusedAddress }),
    operation: runOperation(running),
    payment: runPayment(running),
    arrival: awaitArrival,
    approval: askApproval,
    transform: queueTransform(settings),
  };
  const files = openFiles(settings);
  const fileFacts = new FactReader(log);
  const fileQuotas = new FileQuotas(settings);
  const fileLinks = new FileLinks(vault);
  const attacher = createAttacher({ database: work, files, fileLinks, origin });
  const turns = { performers, retryDeadlineMs: settings.retryDeadlineMs, refusal: refusedAddress };
  const kinds = kindTable(
    messageKind({ database: work, vault, http, attacher }),
    jobKind({
      ...{ database: work, vault, http, inputChecks },
      own: { payment: paymentRuns({ database: work, http, publicUrl: settings.publicUrl }) },
    }),
    reconcileKind({ database: work, vault, http, queue }),
    refundKind({ database: work, vault, http }),
    callbackKind({ database: work, vault, http }),
    revisionKind({ database: work, vault, http }),
    pressKind({ database: work, vault, http }),
    disconnectionKind({ vault, http }),
    fetchKind({ database: work, vault, http, files, fileFacts, fileQuotas, settings }),
    ...dialogKinds({ ...turns, scenarios, binding: linkCodes }),
    runKind({ ...turns, workflows, cancelQueue }),
    transformKind({ expressions }),
    automationEventKind({ workflows }),
    arrivalKind(),
    inboundKind({ workflows }),
    deliveryKind({ database: work, vault, http }),
  );
  return {
    database,
    hot,
    work,
    searches,
    upkeep,
    vault,
    tickets,
    limiter,
    bodies,
    keys,
    files,
    fileLinks,
    fileFacts,
    fileQuotas,
    feed,
    live,
    draftPresence: new DraftPresence(live),
    auditNews,
    requestLog,
    mail: openMail(vault, settings),
    arrivals,
    profiles: new ProfileReader(hot),
    readRunnable: operationReader(hot),
    versions: new PublishedVersions(hot),
    progress,
    acceptor: new Acceptor(hot, tickets, settings, pair, progress.acceptance, handOver),
    handOver,
    kinds,
    workflows,
    outcomes: countAttempts(Object.keys(kinds)),
    outboundRequests,
    http,
    inputChecks,
    queue,
    cancelQueue,
    log,
    settings,
    async close() {
      await inputChecks.close();
      await expressions.close();
      await fileFacts.close();
      await files.close();
      await requestLog.close();
      await arrivals.settle();
      await live.close();
      await auditNews.close();
      await notices.close();
      await tickets.close();
      closeLimiter();
      // The worker has stopped waiting, so nobody could write the outcome of a request that is answered later.
      await http.close('break off');
      await Promise.all([...pools].map((each) => each.close()));
    },
  };
}

/** The store of files: a bucket if there is one, else a folder beside the embedded database. */
function openFiles({ bucket, dataDir, usesDataDir, filesFloorBytes }: Settings): FileStore {
  const folder = join(dataDir, 'files');
  return bucket
    ? bucketStore(bucket, { receiveIn: usesDataDir ? folder : tmpdir() })
    : folderStore(folder, filesFloorBytes);
}

/** A limiter with exact counts: in Redis if there is one, else in the database for several processes, else in memory. */
function openLimiter(settings: Settings, database: Database, prefix: string, log: Logger) {
  const alone = settings.databaseUrl === undefined;
  const local: RateLimiter = alone ? memoryLimiter() : postgresLimiter(database);
  if (!settings.redisUrl) return { limiter: local, close: () => {} };
  const redis = new Redis(settings.redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A frozen connection is replaced after this time; until then rates are counted without Redis.
    socketTimeout: 3000,
  });
  const use = watchRedis(log, 'counting rates');
  redis.on('ready', use.works);
  redis.on('error', (error) => {
    if (!use.failed(error)) log.warn({ err: error }, 'rates are counted without Redis');
  });
  return { limiter: withFallback(redisLimiter(redis, prefix), local), close: () => redis.disconnect() };
}
