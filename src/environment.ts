import { z } from 'zod';
import {
  allowList,
  bucketAddress,
  databaseAddress,
  flag,
  isEncryptionKey,
  list,
  mailLanguages,
  mailSender,
  proxies,
  publicAddress,
  signingSecret,
  smtpAddress,
  url,
  whole,
} from './setting-values.ts';

/** Every setting, once, with its default; a check compares the names with `.env.example`. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  ROLE: z.enum(['all', 'api', 'worker'], { error: 'must be all, api or worker' }).default('all'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  FILES_URL: bucketAddress.optional(),
  FILES_MAX_MB: whole(1, 2048).default(50),
  FILES_PROJECT_MB: whole(1, 1_000_000_000).default(51_200),
  FILES_CHANNEL_MB: whole(1, 1_000_000_000).default(20_480),
  FILES_CUSTOMER_MB: whole(1, 1_000_000_000).default(500),
  FILES_ADDRESS_MB: whole(1, 1_000_000).default(2048),
  // The default depends on the size of the disk.
  FILES_FREE_MB: whole(0, 1_000_000_000).optional(),
  PUBLIC_URL: publicAddress.optional(),
  SECURITY_CONTACT: url('mailto:', 'https:', 'tel:').optional(),
  OWNER_EMAIL: z
    .string()
    .trim()
    .includes('@', { error: 'must be an e-mail address' })
    .max(320, 'must have at most 320 characters')
    .default('owner@example.com'),
  OWNER_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(1000, 'must have at most 1000 characters')
    .optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine((value) => isEncryptionKey(value), {
      error: 'must be 32 bytes in base64; make one with: openssl rand -base64 32',
    })
    .optional(),
  ENCRYPTION_KEY_FILE: z.string().optional(),
  ENCRYPTION_KEY_PREVIOUS: list
    .refine((keys) => keys.every(isEncryptionKey), {
      error: 'must be keys of 32 bytes in base64, separated by commas',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  TRUST_PROXY: proxies.default('false'),
  OUTBOUND_ALLOW: allowList.optional(),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: mailSender.optional(),
  MAIL_LANGUAGE: z.enum(mailLanguages, { error: `must be ${mailLanguages.join(' or ')}` }).default('en'),
  MIGRATE_AT_START: flag.default(true),
  DEMO: flag.default(true),
  RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(120),
  SESSION_RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(1200),
  PROJECT_QUEUE_LIMIT: whole(1, 1_000_000_000).default(100_000),
  PROJECT_DAILY_LIMIT: whole(1, 1_000_000_000).default(1_000_000),
  IDEMPOTENCY_RETENTION_DAYS: whole(7, 3650).default(7),
  AUDIT_RETENTION_DAYS: whole(1, 36_500).default(400),
  REQUEST_LOG_RETENTION_DAYS: whole(1, 36_500).default(30),
  TASK_RETENTION_DAYS: whole(1, 36_500).default(90),
  DELIVERY_RETENTION_DAYS: whole(1, 36_500).default(30),
  DIALOG_RETENTION_DAYS: whole(1, 36_500).default(365),
  CONVERSATION_RETENTION_DAYS: whole(1, 36_500).default(36_500),
  RETRY_DEADLINE_SECONDS: whole(1, 604_800).default(3600),
  LEASE_SECONDS: whole(2, 30).default(30),
  DRAIN_SECONDS: whole(0, 300).default(5),
  SHUTDOWN_SECONDS: whole(1, 600).default(10),
  REQUEST_TIMEOUT_SECONDS: whole(1, 600).default(30),
  BODY_MEMORY_MIB: whole(64, 1_048_576).default(256),
  MAX_CONNECTIONS: whole(10, 1_000_000).default(10_000),
  // The default depends on REDIS_URL.
  DATABASE_POOL: whole(4, 200).optional(),
  DATABASE_TIMEOUT_SECONDS: whole(1, 300).default(10),
  WORKER_CONCURRENCY: whole(1, 10_000).default(256),
  // The default is 4000, or the next port if the server itself uses 4000.
  RECEIVE_PORT: whole(1, 65_535).optional(),
  METRICS_PORT: whole(1, 65_535).optional(),
  READYZ_ON_PORT: flag.default(true),
  METRICS_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  CATALOG_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  CATALOG_READ_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  CATALOG_CSV_DEFUSE: flag.default(false),
  CATALOG_SEARCHES: whole(1, 100).optional(),
  CATALOG_VANISH_PERCENT: whole(0, 100).default(20),
  CATALOG_NOTIFY_URL: url('http:', 'https:').optional(),
  CATALOG_NOTIFY_SECRET: signingSecret.optional(),
  CATALOG_NOTIFY_PERCENT: whole(1, 1000).default(10),
  CATALOG_REPLACE_SECONDS: whole(10, 840).default(600),
});
