import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { readEnvFileHere } from './env-file.ts';
import { environment } from './environment.ts';
import { usualConnections } from './platform/connections.ts';
import type { Bucket } from './platform/file-store/bucket-address.ts';
import type { SmtpAddress } from './platform/smtp-address.ts';
import { type MailLanguage, type MailSender, trustedProxies } from './setting-values.ts';

/** Only this file reads the environment. */

/** The settings after reading. Durations end with their unit; names follow the environment variables. */
export interface Settings {
  host: string;
  /** Whether only this machine can reach the server: HOST is a loopback address and PUBLIC_URL is not set. */
  isPrivate: boolean;
  port: number;
  role: 'all' | 'api' | 'worker';
  /** Absolute path of the folder for the embedded database and its key. */
  dataDir: string;
  /** Whether files may be written there: with the embedded database, or if an operator named the folder. */
  usesDataDir: boolean;
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  /** False: the role of `databaseUrl` may not change tables, and `parley database migrate` does it. */
  migratesAtStart: boolean;
  /** Undefined: tickets and rate limits use Postgres or memory. */
  redisUrl: string | undefined;
  /** Where files are kept; undefined: a folder below `dataDir`. */
  bucket: Bucket | undefined;
  /** Of one file. */
  filesMaxBytes: number;
  /** Kept of a project, of a channel from all its customers, and of a customer. */
  filesProjectBytes: number;
  filesChannelBytes: number;
  filesCustomerBytes: number;
  /** Taken from one address by web chats within a day. */
  filesAddressBytes: number;
  /** What files leave free on their disk; undefined: as `Disk` says. */
  filesFloorBytes: number | undefined;
  /** Undefined: derived from the address on which the server listens. */
  publicUrl: string | undefined;
  /** Where weaknesses are reported: a URL for `security.txt`; undefined: there is none. */
  securityContact: string | undefined;
  ownerEmail: string;
  ownerPassword: string | undefined;
  /** Base64 of 32 bytes; undefined if it is in a file: `encryption-keys.ts` reads it. */
  encryptionKey: string | undefined;
  /** Absolute path of a file with the key; undefined also with the embedded database, whose key is in `dataDir`. */
  encryptionKeyFile: string | undefined;
  /** Keys that only open what they sealed. */
  encryptionKeyPrevious: string[];
  logLevel: string;
  /** As Fastify takes it: false, true, the addresses of proxies, or a function made from their number. */
  trustProxy: boolean | string | ((address: string, hop: number) => boolean);
  /** Private hosts and ranges that outgoing requests may reach. */
  outboundAllow: string[];
  /** True if `outboundAllow` is the loopback default and not the operator's choice. */
  outboundAllowIsDefault: boolean;
  /** Undefined: nothing is sent by mail. */
  mail: MailSettings | undefined;
  /** Of mails, and of the pages to which their links lead. */
  mailLanguage: MailLanguage;
  demo: boolean;
  rateLimitPerMinute: number;
  sessionRateLimitPerMinute: number;
  projectQueueLimit: number;
  projectDailyLimit: number;
  idempotencyRetentionDays: number;
  auditRetentionDays: number;
  requestLogRetentionDays: number;
  /** For finished tasks; others stay. */
  taskRetentionDays: number;
  /** For attempts to deliver webhooks. */
  deliveryRetentionDays: number;
  /** For dialogs that have ended; others stay. */
  dialogRetentionDays: number;
  /** Days after which what was said is deleted from the record of conversations; a hundred years unless set. */
  conversationRetentionDays: number;
  retryDeadlineMs: number;
  leaseMs: number;
  /** How long connections are still accepted after the process was told to stop. */
  drainMs: number;
  /** Longest time for running requests and tasks after that. */
  shutdownMs: number;
  /** A small body must be complete within it, and a stream must make progress; the head of a request has half of it. */
  requestTimeoutMs: number;
  /** Memory of this process for bodies of requests. */
  bodyMemoryBytes: number;
  /** Most connections of clients to this process. */
  maxConnections: number;
  /** Most connections to the database, in all. */
  databasePool: number;
  /** Longest time of one statement of a request. */
  databaseTimeoutMs: number;
  workerConcurrency: number;
  receivePort: number;
  /** Undefined: metrics are served on `port`, if there is a token for them. */
  metricsPort: number | undefined;
  /** Whether `/readyz` is served on `port`; on `metricsPort` it always is. */
  servesReadyz: boolean;
  /** Undefined: metrics are served only on a port of their own. */
  metricsToken: string | undefined;
  /** Undefined: the offer catalog requires no token. */
  catalogToken: string | undefined;
  /** A token that may read the offer catalog, but not write. */
  catalogReadToken: string | undefined;
  /** Whether exported CSV has an apostrophe before texts that a spreadsheet would compute. */
  catalogCsvDefuse: boolean;
  /** Most searches and counts of the offer catalog that run at once. */
  catalogSearches: number;
  /** A list is not applied unasked if more of a source's offers would vanish, in percent. */
  catalogVanishPercent: number;
  /** Where notices about offers that a list changed are sent; undefined: nowhere. */
  catalogNotify: { url: string; secret: string } | undefined;
  /** By how much a price has to move for a notice, in percent. */
  catalogNotifyPercent: number;
  /** Longest time of a statement that applies a list, in ms. */
  catalogReplaceMs: number;
}

export type { MailLanguage };

/** How mails are sent. */
export interface MailSettings {
  smtp: SmtpAddress;
  from: MailSender;
}

/** A setting is wrong; the message is one line that names it. */
export class SettingsError extends Error {}

/** Names of all settings, for the check that documents them. */
export const settingNames = Object.keys(environment.shape);

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

/** True for an address that only this machine can reach. */
export const isLoopback = (host: string): boolean => loopbackHosts.has(host);

/**
 * The address of a server with these settings for programs on its own machine. If it listens on all addresses, this is 127.0.0.1.
 * @returns without a final slash
 */
export function localAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What the settings are read for. */
interface Use {
  /** False for commands that seal and open nothing, and so need no key. */
  opensSecrets?: boolean;
  /** Is called for each line that is probably a mistake. */
  warn?: (line: string) => void;
}

/** The only setting whose empty value has a meaning: it forbids every private address. */
const mayBeEmpty = 'OUTBOUND_ALLOW';

/**
 * Reads and checks all settings, so that nothing starts with a wrong one. An empty variable counts as not set, except
 * `OUTBOUND_ALLOW`.
 * @throws SettingsError with one line that names the first wrong setting
 */
export function readSettings(
  env: Record<string, string | undefined>,
  { opensSecrets = true, warn }: Use = {},
): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === mayBeEmpty),
    ),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const e = parsed.data;
  if (e.ENCRYPTION_KEY && e.ENCRYPTION_KEY_FILE) {
    throw new SettingsError('ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set; leave one of them out');
  }
  if (opensSecrets && e.DATABASE_URL && !e.ENCRYPTION_KEY && !e.ENCRYPTION_KEY_FILE) {
    throw new SettingsError(
      "ENCRYPTION_KEY (or ENCRYPTION_KEY_FILE) is required with DATABASE_URL: the key that this database's secrets are sealed with now, the same in every process. Only for a new database make one: openssl rand -base64 32",
    );
  }
  if (e.RECEIVE_PORT !== undefined && e.RECEIVE_PORT === e.PORT) {
    throw new SettingsError(`RECEIVE_PORT ${e.PORT} is the server's own PORT; choose another`);
  }
  if (!e.DATABASE_URL && e.ROLE !== 'all') {
    throw new SettingsError(
      `ROLE=${e.ROLE} needs DATABASE_URL: the embedded database serves one process only`,
    );
  }
  if ((e.CATALOG_NOTIFY_URL === undefined) !== (e.CATALOG_NOTIFY_SECRET === undefined)) {
    throw new SettingsError('CATALOG_NOTIFY_URL and CATALOG_NOTIFY_SECRET need each other');
  }
  if (e.CATALOG_READ_TOKEN && !e.CATALOG_TOKEN) {
    throw new SettingsError('CATALOG_READ_TOKEN needs CATALOG_TOKEN: without it no token is required');
  }
  if (e.METRICS_PORT !== undefined && e.METRICS_PORT === e.PORT) {
    throw new SettingsError(
      `METRICS_PORT=${e.METRICS_PORT} is the PORT of the server; choose another, or set only METRICS_TOKEN to have /metrics on PORT`,
    );
  }
  if (!e.READYZ_ON_PORT && e.METRICS_PORT === undefined) {
    throw new SettingsError(
      'READYZ_ON_PORT=false needs METRICS_PORT: the port on which /readyz is served instead',
    );
  }
  if (!e.MIGRATE_AT_START && !e.DATABASE_URL) {
    throw new SettingsError(
      'MIGRATE_AT_START=false needs DATABASE_URL: the embedded database is migrated by its server',
    );
  }
  if (e.SMTP_URL && !e.MAIL_FROM) {
    throw new SettingsError(
      'SMTP_URL needs MAIL_FROM: the sender of mails, such as Parley <parley@example.com>',
    );
  }
  if (e.MAIL_FROM && !e.SMTP_URL) {
    throw new SettingsError(
      'MAIL_FROM needs SMTP_URL: the mail server, such as smtp://USER:PASSWORD@host:587',
    );
  }
  if (e.SMTP_URL && e.PUBLIC_URL === undefined) {
    throw new SettingsError('SMTP_URL needs PUBLIC_URL: the address to which the links in mails lead');
  }
  const quotas = ['FILES_CUSTOMER_MB', 'FILES_CHANNEL_MB', 'FILES_PROJECT_MB', 'FILES_ADDRESS_MB'] as const;
  for (const name of quotas.filter((each) => e[each] < e.FILES_MAX_MB)) {
    const from = name === 'FILES_PROJECT_MB' ? 'anybody' : 'a customer';
    warn?.(
      `${name}=${e[name]} is below FILES_MAX_MB=${e.FILES_MAX_MB}: no file that large is taken from ${from}`,
    );
  }
  // A public address means that others can reach the server, also through a proxy in front of it.
  const isPrivate = isLoopback(e.HOST) && e.PUBLIC_URL === undefined;
  return {
    host: e.HOST,
    isPrivate,
    port: e.PORT,
    role: e.ROLE,
    dataDir: resolve(e.DATA_DIR),
    usesDataDir: e.DATABASE_URL === undefined || given.DATA_DIR !== undefined,
    databaseUrl: e.DATABASE_URL,
    migratesAtStart: e.MIGRATE_AT_START,
    redisUrl: e.REDIS_URL,
    bucket: e.FILES_URL,
    filesMaxBytes: e.FILES_MAX_MB * 2 ** 20,
    filesProjectBytes: e.FILES_PROJECT_MB * 2 ** 20,
    filesChannelBytes: e.FILES_CHANNEL_MB * 2 ** 20,
    filesCustomerBytes: e.FILES_CUSTOMER_MB * 2 ** 20,
    filesAddressBytes: e.FILES_ADDRESS_MB * 2 ** 20,
    filesFloorBytes: e.FILES_FREE_MB === undefined ? undefined : e.FILES_FREE_MB * 2 ** 20,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    securityContact: e.SECURITY_CONTACT,
    ownerEmail: e.OWNER_EMAIL.toLowerCase(),
    ownerPassword: e.OWNER_PASSWORD,
    encryptionKey: e.ENCRYPTION_KEY,
    encryptionKeyFile: e.ENCRYPTION_KEY_FILE && resolve(e.ENCRYPTION_KEY_FILE),
    encryptionKeyPrevious: e.ENCRYPTION_KEY_PREVIOUS ?? [],
    logLevel: e.LOG_LEVEL,
    trustProxy: trustedProxies(e.TRUST_PROXY),
    outboundAllow: e.OUTBOUND_ALLOW ?? (isPrivate ? ['127.0.0.1', '::1'] : []),
    outboundAllowIsDefault: e.OUTBOUND_ALLOW === undefined && isPrivate,
    mail: e.SMTP_URL && e.MAIL_FROM && { smtp: e.SMTP_URL, from: e.MAIL_FROM },
    mailLanguage: e.MAIL_LANGUAGE,
    demo: e.DEMO,
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE,
    sessionRateLimitPerMinute: e.SESSION_RATE_LIMIT_PER_MINUTE,
    projectQueueLimit: e.PROJECT_QUEUE_LIMIT,
    projectDailyLimit: e.PROJECT_DAILY_LIMIT,
    idempotencyRetentionDays: e.IDEMPOTENCY_RETENTION_DAYS,
    auditRetentionDays: e.AUDIT_RETENTION_DAYS,
    requestLogRetentionDays: e.REQUEST_LOG_RETENTION_DAYS,
    taskRetentionDays: e.TASK_RETENTION_DAYS,
    deliveryRetentionDays: e.DELIVERY_RETENTION_DAYS,
    dialogRetentionDays: e.DIALOG_RETENTION_DAYS,
    conversationRetentionDays: e.CONVERSATION_RETENTION_DAYS,
    retryDeadlineMs: e.RETRY_DEADLINE_SECONDS * 1000,
    leaseMs: e.LEASE_SECONDS * 1000,
    drainMs: e.DRAIN_SECONDS * 1000,
    shutdownMs: e.SHUTDOWN_SECONDS * 1000,
    requestTimeoutMs: e.REQUEST_TIMEOUT_SECONDS * 1000,
    bodyMemoryBytes: e.BODY_MEMORY_MIB * 2 ** 20,
    maxConnections: e.MAX_CONNECTIONS,
    databasePool: e.DATABASE_POOL ?? usualConnections(e.REDIS_URL),
    databaseTimeoutMs: e.DATABASE_TIMEOUT_SECONDS * 1000,
    workerConcurrency: e.WORKER_CONCURRENCY,
    receivePort: e.RECEIVE_PORT ?? (e.PORT === 4000 ? 4001 : 4000),
    metricsPort: e.METRICS_PORT,
    servesReadyz: e.READYZ_ON_PORT,
    metricsToken: e.METRICS_TOKEN,
    catalogToken: e.CATALOG_TOKEN,
    catalogReadToken: e.CATALOG_READ_TOKEN,
    catalogCsvDefuse: e.CATALOG_CSV_DEFUSE,
    // Known without asking Postgres, which runs on this machine unless an operator moved it.
    catalogSearches: e.CATALOG_SEARCHES ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    catalogVanishPercent: e.CATALOG_VANISH_PERCENT,
    catalogNotify:
      e.CATALOG_NOTIFY_URL === undefined
        ? undefined
        : { url: e.CATALOG_NOTIFY_URL, secret: e.CATALOG_NOTIFY_SECRET! },
    catalogNotifyPercent: e.CATALOG_NOTIFY_PERCENT,
    catalogReplaceMs: e.CATALOG_REPLACE_SECONDS * 1000,
  };
}

/** Reads the settings of this process: the environment, and for missing variables the file `.env` of the working directory. */
export function processSettings(warn: (line: string) => void = () => {}, use: Use = {}): Settings {
  const { values, warnings, fault } = readEnvFileHere(settingNames);
  if (fault) throw new SettingsError(fault);
  for (const [name, value] of values) process.env[name] ??= value;
  warnings.forEach(warn);
  return readSettings(process.env, { ...use, warn });
}
