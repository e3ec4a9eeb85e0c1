import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/**
 * The only reader of the environment. Every setting is named once, here, with its default and what it is for;
 * `.env.example` lists the same names, which a check compares.
 */

const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1' || value === 'yes');

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const url = (...protocols: string[]) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol);
      } catch {
        return false;
      }
    },
    `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  );

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** One part of a list of proxies, as Fastify understands it. */
function isProxy(part: string): boolean {
  const text = part.trim();
  const named = text === 'loopback' || text === 'linklocal' || text === 'uniquelocal';
  return named || isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  ROLE: z.enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' }).default('all'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  OWNER_EMAIL: z.string().includes('@', { error: 'must be an e-mail address' }).default('owner@example.com'),
  OWNER_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, {
      error: 'must be 32 bytes in base64; make one with: openssl rand -base64 32',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  TRUST_PROXY: z
    .string()
    .refine((value) => /^(?:true|false|\d{1,3})$/.test(value) || value.split(',').every(isProxy), {
      error: 'must be true, false, how many proxies there are, or their addresses and ranges',
    })
    .default('false'),
  OUTBOUND_ALLOW: list.optional(),
  DEMO: flag.default(true),
  RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(120),
  PROJECT_QUEUE_LIMIT: whole(1, 1_000_000_000).default(100_000),
  PROJECT_DAILY_LIMIT: whole(1, 1_000_000_000).default(1_000_000),
  IDEMPOTENCY_RETENTION_DAYS: whole(7, 3650).default(7),
  AUDIT_RETENTION_DAYS: whole(1, 36_500).default(400),
  REQUEST_LOG_RETENTION_DAYS: whole(1, 36_500).default(30),
  TASK_RETENTION_DAYS: whole(1, 36_500).default(90),
  DELIVERY_RETENTION_DAYS: whole(1, 36_500).default(30),
  DIALOG_RETENTION_DAYS: whole(1, 36_500).default(365),
  RETRY_DEADLINE_SECONDS: whole(1, 604_800).default(3600),
  LEASE_SECONDS: whole(2, 30).default(30),
  SHUTDOWN_SECONDS: whole(1, 600).default(10),
  DATABASE_POOL: whole(4, 200).default(10),
  WORKER_CONCURRENCY: whole(1, 10_000).default(256),
  RECEIVE_PORT: whole(1, 65_535).default(4000),
  METRICS_PORT: whole(1, 65_535).optional(),
  METRICS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  CATALOG_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  CATALOG_READ_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
});

export interface Settings {
  host: string;
  port: number;
  role: 'all' | 'api' | 'worker';
  /** Absolute path; holds the embedded database and its key. */
  dataDir: string;
  /** Absent: the embedded database. */
  databaseUrl: string | undefined;
  /** Absent: tickets and rate limits on Postgres or in memory. */
  redisUrl: string | undefined;
  /** Absent: derived from the address that the server listens on. */
  publicUrl: string | undefined;
  ownerEmail: string;
  ownerPassword: string | undefined;
  /** Base64 of 32 bytes; absent only on the embedded database, where the key lies in `dataDir`. */
  encryptionKey: string | undefined;
  logLevel: string;
  /** As Fastify takes it: false, true, the addresses of proxies, or a rule made from their number. */
  trustProxy: boolean | string | ((address: string, hop: number) => boolean);
  /** Hosts and ranges that outgoing requests may reach although private. */
  outboundAllow: string[];
  /** True where `outboundAllow` is the loopback default rather than the operator's choice. */
  outboundAllowIsDefault: boolean;
  demo: boolean;
  rateLimitPerMinute: number;
  projectQueueLimit: number;
  projectDailyLimit: number;
  idempotencyRetentionDays: number;
  auditRetentionDays: number;
  requestLogRetentionDays: number;
  /** Of finished tasks; others stay. */
  taskRetentionDays: number;
  /** Of attempts to deliver webhooks. */
  deliveryRetentionDays: number;
  /** Of dialogs that have come to their end; others stay. */
  dialogRetentionDays: number;
  retryDeadlineMs: number;
  leaseMs: number;
  shutdownMs: number;
  databasePool: number;
  workerConcurrency: number;
  receivePort: number;
  /** Absent: metrics are served on `port`, if there is a token for them. */
  metricsPort: number | undefined;
  /** Absent: metrics are served on a port of their own only. */
  metricsToken: string | undefined;
  /** Absent: the offer catalog asks for no token. */
  catalogToken: string | undefined;
  /** Reads the offer catalog, and does not write. */
  catalogReadToken: string | undefined;
}

/** A setting is wrong; the message is one line that names it. */
export class SettingsError extends Error {}

/** Names of all settings, for the check that documents them. */
export const settingNames = Object.keys(environment.shape);

const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

/** True for an address that only this machine can reach. */
export const isLoopback = (host: string): boolean => loopbackHosts.has(host);

/**
 * Reads and checks the settings. An empty variable counts as not set.
 * @throws SettingsError with one line naming the first wrong setting.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const e = parsed.data;
  if (e.DATABASE_URL && !e.ENCRYPTION_KEY) {
    throw new SettingsError(
      'ENCRYPTION_KEY is required with DATABASE_URL, the same in every process; make one with: openssl rand -base64 32',
    );
  }
  if (!e.DATABASE_URL && e.ROLE !== 'all') {
    throw new SettingsError(
      `ROLE=${e.ROLE} needs DATABASE_URL: the embedded database serves one process only`,
    );
  }
  if (e.CATALOG_READ_TOKEN && !e.CATALOG_TOKEN) {
    throw new SettingsError('CATALOG_READ_TOKEN needs CATALOG_TOKEN: without it nobody is asked for a token');
  }
  const loopback = isLoopback(e.HOST);
  return {
    host: e.HOST,
    port: e.PORT,
    role: e.ROLE,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    redisUrl: e.REDIS_URL,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    ownerEmail: e.OWNER_EMAIL.toLowerCase(),
    ownerPassword: e.OWNER_PASSWORD,
    encryptionKey: e.ENCRYPTION_KEY,
    logLevel: e.LOG_LEVEL,
    trustProxy: trustProxy(e.TRUST_PROXY),
    outboundAllow: e.OUTBOUND_ALLOW ?? (loopback ? ['127.0.0.1', '::1'] : []),
    outboundAllowIsDefault: e.OUTBOUND_ALLOW === undefined && loopback,
    demo: e.DEMO,
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE,
    projectQueueLimit: e.PROJECT_QUEUE_LIMIT,
    projectDailyLimit: e.PROJECT_DAILY_LIMIT,
    idempotencyRetentionDays: e.IDEMPOTENCY_RETENTION_DAYS,
    auditRetentionDays: e.AUDIT_RETENTION_DAYS,
    requestLogRetentionDays: e.REQUEST_LOG_RETENTION_DAYS,
    taskRetentionDays: e.TASK_RETENTION_DAYS,
    deliveryRetentionDays: e.DELIVERY_RETENTION_DAYS,
    dialogRetentionDays: e.DIALOG_RETENTION_DAYS,
    retryDeadlineMs: e.RETRY_DEADLINE_SECONDS * 1000,
    leaseMs: e.LEASE_SECONDS * 1000,
    shutdownMs: e.SHUTDOWN_SECONDS * 1000,
    databasePool: e.DATABASE_POOL,
    workerConcurrency: e.WORKER_CONCURRENCY,
    receivePort: e.RECEIVE_PORT,
    metricsPort: e.METRICS_PORT,
    metricsToken: e.METRICS_TOKEN,
    catalogToken: e.CATALOG_TOKEN,
    catalogReadToken: e.CATALOG_READ_TOKEN,
  };
}

/** Settings of this process: the environment, and below it the file `.env` of the working directory. */
export function processSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

function trustProxy(value: string): Settings['trustProxy'] {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : value;
}
