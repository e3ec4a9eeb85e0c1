import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FlagsError, readFlags } from '../../src/flags.ts';
import { readSettings, SettingsError, settingNames } from '../../src/settings.ts';

const encryptionKey = randomBytes(32).toString('base64');
const servers = { DATABASE_URL: 'postgres://localhost/parley', ENCRYPTION_KEY: encryptionKey };

function faultOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} is accepted`);
}

describe('without any setting', () => {
  it('every setting has its documented default', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      catalogCsvDefuse: false,
      catalogSearches: Math.max(1, Math.floor(availableParallelism() / 2)),
      catalogVanishPercent: 20,
      catalogNotify: undefined,
      catalogNotifyPercent: 10,
      catalogReplaceMs: 600_000,
      role: 'all',
      dataDir: resolve('data'),
      usesDataDir: true,
      isPrivate: true,
      databaseUrl: undefined,
      migratesAtStart: true,
      redisUrl: undefined,
      publicUrl: undefined,
      securityContact: undefined,
      servesReadyz: true,
      ownerEmail: 'owner@example.com',
      ownerPassword: undefined,
      encryptionKey: undefined,
      encryptionKeyFile: undefined,
      encryptionKeyPrevious: [],
      logLevel: 'info',
      trustProxy: false,
      outboundAllow: ['127.0.0.1', '::1'],
      outboundAllowIsDefault: true,
      mail: undefined,
      mailLanguage: 'en',
      demo: true,
      drainMs: 5000,
      rateLimitPerMinute: 120,
      sessionRateLimitPerMinute: 1200,
      projectQueueLimit: 100_000,
      projectDailyLimit: 1_000_000,
      idempotencyRetentionDays: 7,
      auditRetentionDays: 400,
      requestLogRetentionDays: 30,
      taskRetentionDays: 90,
      deliveryRetentionDays: 30,
      dialogRetentionDays: 365,
      conversationRetentionDays: 36_500,
      retryDeadlineMs: 3_600_000,
      leaseMs: 30_000,
      shutdownMs: 10_000,
      requestTimeoutMs: 30_000,
      bodyMemoryBytes: 256 * 2 ** 20,
      maxConnections: 10_000,
      filesMaxBytes: 50 * 2 ** 20,
      filesProjectBytes: 50 * 2 ** 30,
      filesChannelBytes: 20 * 2 ** 30,
      filesCustomerBytes: 500 * 2 ** 20,
      filesAddressBytes: 2 * 2 ** 30,
      filesFloorBytes: undefined,
      databasePool: 14,
      databaseTimeoutMs: 10_000,
      workerConcurrency: 256,
      receivePort: 4000,
    });
  });

  it('an empty variable counts as not set, but for OUTBOUND_ALLOW', () => {
    const empty = Object.fromEntries(settingNames.map((name) => [name, '']));
    expect(readSettings(empty)).toEqual(readSettings({ OUTBOUND_ALLOW: '' }));
    delete empty.OUTBOUND_ALLOW;
    expect(readSettings(empty)).toEqual(readSettings({}));
    expect(readSettings({ PORT: undefined })).toEqual(readSettings({}));
  });

  it('the receiver of the first message never shares a port with the server', () => {
    expect(readSettings({ PORT: '4000' }).receivePort).toBe(4001);
    expect(readSettings({ PORT: '4001' }).receivePort).toBe(4000);
    expect(faultOf({ PORT: '5000', RECEIVE_PORT: '5000' })).toMatch(
      /^RECEIVE_PORT 5000 is the server's own PORT/,
    );
  });

  it('variables of other programs are ignored', () => {
    expect(readSettings({ PATH: '/bin', port: '1', NODE_ENV: 'production' })).toEqual(readSettings({}));
  });
});

describe('a wrong setting', () => {
  const wrong: [name: string, value: string][] = [
    ...['-1', '65536', '80a', ' 80', '1e3', '0x50', '3.5', '９'].map((v) => ['PORT', v] as [string, string]),
    ['ROLE', 'both'],
    ['ROLE', 'ALL'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['REDIS_URL', 'http://localhost'],
    ['REDIS_URL', 'localhost:6379'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'https://example.org/?a=1'],
    ['PUBLIC_URL', 'https://example.org/base#top'],
    ['PUBLIC_URL', 'https://example.org/?'],
    ['SECURITY_CONTACT', 'security@example.org'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'smtp://user@mail.example.org'],
    ['SMTP_URL', 'smtp://mail.example.org/inbox'],
    ['SMTP_URL', 'smtp://mail.example.org?tls=maybe'],
    ['SMTP_URL', 'smtps://mail.example.org?tls=off'],
    ['SMTP_URL', 'smtp://mail.example.org?secure=true'],
    ['SMTP_URL', 'smtp://a:b%zz@mail.example.org'],
    ['MAIL_FROM', 'Parley'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'Parley <a@example.org>\nBcc: b@example.org'],
    ['MAIL_LANGUAGE', 'xx'],
    ['OWNER_EMAIL', 'owner'],
    ['OWNER_PASSWORD', 'short'],
    ['ENCRYPTION_KEY', 'short'],
    ['ENCRYPTION_KEY', randomBytes(31).toString('base64')],
    ['ENCRYPTION_KEY', randomBytes(33).toString('base64')],
    ['ENCRYPTION_KEY_PREVIOUS', 'short'],
    ['ENCRYPTION_KEY_PREVIOUS', `${encryptionKey},short`],
    ['LOG_LEVEL', 'verbose'],
    ['TRUST_PROXY', 'maybe'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['OUTBOUND_ALLOW', '999.1.1.1/99'],
    ['OUTBOUND_ALLOW', '10.0.0.0/8, http://intern'],
    ['OUTBOUND_ALLOW', '10.0.0.0/33'],
    ['OWNER_EMAIL', `${'a'.repeat(320)}@example.com`],
    ['OWNER_PASSWORD', 'a'.repeat(1001)],
    ['TRUST_PROXY', 'proxy.example'],
    ['DEMO', 'maybe'],
    ['DEMO', 'on'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['RATE_LIMIT_PER_MINUTE', '1000001'],
    ['PROJECT_QUEUE_LIMIT', '0'],
    ['PROJECT_DAILY_LIMIT', '0'],
    ['IDEMPOTENCY_RETENTION_DAYS', '6'],
    ['AUDIT_RETENTION_DAYS', '0'],
    ['REQUEST_LOG_RETENTION_DAYS', '0'],
    ['TASK_RETENTION_DAYS', '36501'],
    ['DELIVERY_RETENTION_DAYS', '0'],
    ['DIALOG_RETENTION_DAYS', 'never'],
    ['METRICS_PORT', '0'],
    ['METRICS_TOKEN', 'short'],
    ['RETRY_DEADLINE_SECONDS', '0'],
    ['LEASE_SECONDS', '1'],
    ['LEASE_SECONDS', '31'],
    ['SHUTDOWN_SECONDS', '0'],
    ['DRAIN_SECONDS', '-1'],
    ['DATABASE_POOL', '3'],
    ['WORKER_CONCURRENCY', '0'],
    ['RECEIVE_PORT', '0'],
    ['RECEIVE_PORT', '99999999999999999999'],
  ];

  it.each(wrong)('stops the start with one line that names it: %s=%s', (name, value) => {
    const fault = faultOf({ [name]: value });
    expect(fault).toMatch(new RegExp(`^${name} `));
    expect(fault).not.toContain('\n');
    expect(fault).not.toMatch(/undefined|invalid input/i);
  });

  it.each([
    ['OWNER_PASSWORD', 'secret7'],
    ['METRICS_TOKEN', 'secret7'],
    ['ENCRYPTION_KEY', 'c2VjcmV0'],
    ['ENCRYPTION_KEY_PREVIOUS', 'c2VjcmV0'],
    ['DATABASE_URL', 'mysql://user:secret@host/x'],
    ['REDIS_URL', 'http://user:secret@host'],
    ['SMTP_URL', 'http://user:secret7@host'],
    ['SMTP_URL', 'smtp://user:secret7@host/path'],
    ['SMTP_URL', 'smtp://user:secret7%zz@host'],
    ['SMTP_URL', 'smtp://user:secret7@host?secure=true'],
  ])('is not quoted if it may be a secret: %s', (name, value) => {
    expect(faultOf({ [name]: value })).not.toContain(value);
    expect(faultOf({ [name]: value })).not.toContain('secret7');
  });

  it('says which words it takes, if it is a flag', () => {
    expect(faultOf({ DEMO: 'maybe' })).toBe('DEMO must be true or false (or yes or no, 1 or 0)');
  });

  it('is the first one of several', () => {
    expect(faultOf({ PORT: 'x', ROLE: 'y', DEMO: 'z' })).toMatch(/^PORT /);
  });
});

describe('settings that belong together', () => {
  it('a database of one’s own needs an encryption key, the same in every process', () => {
    expect(faultOf({ DATABASE_URL: servers.DATABASE_URL })).toMatch(/^ENCRYPTION_KEY .*DATABASE_URL/);
    expect(readSettings(servers).encryptionKey).toBe(encryptionKey);
  });

  it('an encryption key stands in a variable or in a file, and not in both', () => {
    const { DATABASE_URL } = servers;
    expect(readSettings({ DATABASE_URL, ENCRYPTION_KEY_FILE: 'key' }).encryptionKeyFile).toBe(resolve('key'));
    expect(faultOf({ ...servers, ENCRYPTION_KEY_FILE: 'key' })).toMatch(/^ENCRYPTION_KEY .*_FILE/);
  });

  it('previous encryption keys are a list', () => {
    const other = randomBytes(32).toString('base64');
    const given = { ...servers, ENCRYPTION_KEY_PREVIOUS: `${other}, ${encryptionKey}` };
    expect(readSettings(given).encryptionKeyPrevious).toEqual([other, encryptionKey]);
  });

  it('mail has a server, a sender and an address for its links', () => {
    const SMTP_URL = 'smtp://parley:p%40ss@mail.example.org';
    const MAIL_FROM = 'Parley <parley@example.org>';
    const PUBLIC_URL = 'https://parley.example.org';
    expect(faultOf({ SMTP_URL, PUBLIC_URL })).toMatch(/^SMTP_URL needs MAIL_FROM/);
    expect(faultOf({ MAIL_FROM, PUBLIC_URL })).toMatch(/^MAIL_FROM needs SMTP_URL/);
    expect(faultOf({ SMTP_URL, MAIL_FROM })).toMatch(/^SMTP_URL needs PUBLIC_URL/);
    expect(readSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL }).mail).toEqual({
      smtp: {
        ...{ host: 'mail.example.org', port: 587, tls: 'required' },
        login: { user: 'parley', password: 'p@ss' },
      },
      from: { name: 'Parley', address: 'parley@example.org' },
    });
  });

  it.each([
    ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, tls: 'off' }],
    ['smtp://[::1]:80', { host: '::1', port: 80, tls: 'off' }],
    ['smtp://localhost?tls=required', { host: 'localhost', port: 587, tls: 'required' }],
    ['smtp://mail:1025?tls=off', { host: 'mail', port: 1025, tls: 'off' }],
    ['smtp://mail.example?tls=unverified', { host: 'mail.example', port: 587, tls: 'unverified' }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, tls: 'from the start' }],
  ])(
    'TLS is required of a mail server, unless it is this machine or the address says otherwise: %s',
    (url, smtp) => {
      const given = { SMTP_URL: url, MAIL_FROM: 'a@example.org', PUBLIC_URL: 'https://a.example' };
      expect(readSettings(given).mail?.smtp).toEqual({ ...smtp, login: undefined });
    },
  );

  it('metrics cannot share a port', () => {
    expect(faultOf({ PORT: '8080', METRICS_PORT: '8080' })).toMatch(/^METRICS_PORT=8080 .*PORT/);
  });

  it('what is served only on the port for metrics needs one', () => {
    expect(faultOf({ READYZ_ON_PORT: 'false' })).toMatch(/^READYZ_ON_PORT=false needs METRICS_PORT/);
  });

  it('only a database of one’s own may be migrated by somebody else', () => {
    expect(faultOf({ MIGRATE_AT_START: 'false' })).toMatch(/^MIGRATE_AT_START=false needs DATABASE_URL/);
  });

  it.each(['api', 'worker'])('ROLE=%s needs a database that several processes can use', (role) => {
    expect(faultOf({ ROLE: role })).toMatch(new RegExp(`^ROLE=${role} .*DATABASE_URL`));
    expect(readSettings({ ...servers, ROLE: role }).role).toBe(role);
  });

  it('private addresses are allowed by default only while no other machine can reach the server', () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) {
      expect(readSettings({ HOST })).toMatchObject({
        outboundAllow: ['127.0.0.1', '::1'],
        outboundAllowIsDefault: true,
      });
    }
    for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'example.org']) {
      expect(readSettings({ HOST })).toMatchObject({ outboundAllow: [], outboundAllowIsDefault: false });
    }
    expect(readSettings({ OUTBOUND_ALLOW: ' 10.0.0.0/8 , intern.example,' })).toMatchObject({
      outboundAllow: ['10.0.0.0/8', 'intern.example'],
      outboundAllowIsDefault: false,
    });
  });
});

describe('OUTBOUND_ALLOW given empty', () => {
  it.each<Record<string, string>>([{}, { HOST: '::1' }, { HOST: '0.0.0.0' }, servers])(
    'forbids every private address, also with %j',
    (others) => {
      expect(readSettings({ ...others, OUTBOUND_ALLOW: '' })).toMatchObject({
        outboundAllow: [],
        outboundAllowIsDefault: false,
      });
    },
  );

  it('is the default of a server with a PUBLIC_URL, even behind a proxy on the same machine', () => {
    expect(readSettings({ PUBLIC_URL: 'https://a.example' })).toMatchObject({
      outboundAllow: [],
      outboundAllowIsDefault: false,
    });
    expect(
      readSettings({ PUBLIC_URL: 'https://a.example', OUTBOUND_ALLOW: '10.0.0.1' }).outboundAllow,
    ).toEqual(['10.0.0.1']);
  });
});

describe('a right setting', () => {
  it.each<[Record<string, string>, object]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ DEMO: 'false' }, { demo: false }],
    [{ DEMO: 'no' }, { demo: false }],
    [{ DEMO: '0' }, { demo: false }],
    [{ DEMO: 'yes' }, { demo: true }],
    [{ DEMO: 'False' }, { demo: false }],
    [{ CATALOG_CSV_DEFUSE: 'TRUE' }, { catalogCsvDefuse: true }],
    [
      { ...servers, DATABASE_URL: 'postgres://h/d?sslmode=require&a=b' },
      { databaseUrl: 'postgres://h/d?sslmode=verify-full&a=b' },
    ],
    ...['?sslmode=disable', '?sslmode=no-verify', '?uselibpqcompat=true&sslmode=require'].map(
      (query): [Record<string, string>, object] => [
        { ...servers, DATABASE_URL: `postgres://h/d${query}` },
        { databaseUrl: `postgres://h/d${query}` },
      ],
    ),
    [{ PUBLIC_URL: 'https://a.example/' }, { publicUrl: 'https://a.example' }],
    [{ OWNER_EMAIL: 'Me@Example.ORG' }, { ownerEmail: 'me@example.org' }],
    [{ OWNER_EMAIL: ' me@example.org ' }, { ownerEmail: 'me@example.org' }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ TRUST_PROXY: '10.0.0.0/8' }, { trustProxy: '10.0.0.0/8' }],
    [{ TRUST_PROXY: 'loopback, fd00::/8, 192.0.2.1' }, { trustProxy: 'loopback, fd00::/8, 192.0.2.1' }],
    [{ RETRY_DEADLINE_SECONDS: '2' }, { retryDeadlineMs: 2000 }],
    [
      { LEASE_SECONDS: '5', SHUTDOWN_SECONDS: '3', DRAIN_SECONDS: '0' },
      { leaseMs: 5000, shutdownMs: 3000, drainMs: 0 },
    ],
    [{ DATA_DIR: '/var/lib/parley' }, { dataDir: '/var/lib/parley' }],
    [{ ...servers }, { usesDataDir: false }],
    [{ ...servers, DATA_DIR: '/var/lib/parley' }, { usesDataDir: true }],
    [{ ...servers, REDIS_URL: 'rediss://h:1' }, { redisUrl: 'rediss://h:1' }],
  ])('is read: %j', (env, expected) => {
    expect(readSettings(env)).toMatchObject(expected);
  });

  it('TRUST_PROXY as a number trusts exactly that many hops', () => {
    const { trustProxy } = readSettings({ TRUST_PROXY: '2' });
    expect(trustProxy).toBeTypeOf('function');
    const trusts = trustProxy as (address: string, hop: number) => boolean;
    expect([0, 1, 2, 3].map((hop) => trusts('192.0.2.1', hop))).toEqual([true, true, false, false]);
  });
});

describe('a quota of files', () => {
  const warningsOf = (env: Record<string, string>) => {
    const warnings: string[] = [];
    readSettings(env, { warn: (line) => warnings.push(line) });
    return warnings;
  };

  it('into which the largest file does not fit is a warning that names both settings', () => {
    for (const name of ['FILES_CUSTOMER_MB', 'FILES_CHANNEL_MB', 'FILES_PROJECT_MB', 'FILES_ADDRESS_MB']) {
      expect(warningsOf({ [name]: '49' })).toEqual([
        `${name}=49 is below FILES_MAX_MB=50: no file that large is taken from ${name === 'FILES_PROJECT_MB' ? 'anybody' : 'a customer'}`,
      ]);
      expect(warningsOf({ [name]: '50' })).toEqual([]);
    }
    expect(warningsOf({ FILES_MAX_MB: '501' })).toEqual([
      expect.stringMatching(/FILES_CUSTOMER_MB=500 .*=501/),
    ]);
    expect(warningsOf({})).toEqual([]);
  });
});

describe('the command line', () => {
  it('has one flag', () => {
    expect(readFlags([])).toEqual({ acceptLostSecrets: false });
    expect(readFlags(['--accept-lost-secrets'])).toEqual({ acceptLostSecrets: true });
  });

  it.each(['--accept-lost-secret', '--accept-lost-secrets=yes', 'now'])(
    'with another word stops the start with one line that names it: %s',
    (word) => {
      expect(() => readFlags([word])).toThrow(FlagsError);
      expect(() => readFlags([word])).toThrow(JSON.stringify(word));
    },
  );
});
