import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { addConsole, sharedBuild } from '../fixtures/server-build.ts';
import { type ServerProcess, spawnServer, startServerProcess } from '../fixtures/server-process.ts';
import { Client, type TestProject } from '../harness/client.ts';
import { buildConsole } from '../harness/console.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { patientSeconds } from '../harness/patience.ts';
import { encryptionKey, ownerEmail, ownerPassword, startTestServer } from '../harness/server.ts';
import { openSession, type Session } from './database.ts';

/** A lease that tests can wait for. A process that is not given its turn for as long loses what it works on. */
export const shortLease = () => patientSeconds(2, 10);

/** A database for several server processes, and a receiver for what they deliver. */
export interface ProcessScene {
  database: TestDatabase;
  /** The test's own connection. */
  session: Session;
  receiver: Receiver;
  project: TestProject;
  /** The live channel, and the secret with which calls to it are signed. */
  channel: { id: string; secret: string };
  /** Settings of every process, before those that a test adds. */
  environment: Record<string, string>;
  /** Starts a process, and waits until it is ready. */
  start(environment?: Record<string, string>): Promise<ServerProcess>;
  /** Starts a process, in another folder if one is given, and waits for nothing. */
  spawn(environment?: Record<string, string>, cwd?: string, args?: readonly string[]): Promise<ServerProcess>;
  /**
   * A role of this test that owns what the owner of the database does, and gets no more connections than these.
   * @returns its name, and the address of the database with it
   */
  limitedRole(connections: number): Promise<{ role: string; url: string }>;
  /** The owner, logged in at this process. */
  owner(server: ServerProcess): Promise<Client>;
  /** A new customer on the live channel. */
  identity(externalId?: string): Promise<string>;
  /** Kills remaining processes after each test. */
  killAll(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes the database, the receiver, and a project with a live channel.
 * @param more settings of every process @param withConsole whether the processes have the console
 */
export async function makeProcessScene(
  more: Record<string, string> = {},
  { withConsole = false } = {},
): Promise<ProcessScene> {
  const build = await sharedBuild(inject('build'));
  if (withConsole) {
    await buildConsole();
    addConsole(build);
  }
  const database = await createDatabase();
  const { redisUrl } = inject('backend');
  const environment = {
    DATABASE_URL: database.url,
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    ENCRYPTION_KEY: encryptionKey,
    OWNER_EMAIL: ownerEmail,
    OWNER_PASSWORD: ownerPassword,
    DEMO: 'false',
    LEASE_SECONDS: shortLease(),
    DRAIN_SECONDS: '0',
    RATE_LIMIT_PER_MINUTE: '100000',
    SESSION_RATE_LIMIT_PER_MINUTE: '100000',
    OUTBOUND_ALLOW: '127.0.0.1',
    ...more,
  };
  const signingSecret = newSigningSecret();
  const receiver = await startReceiver(signingSecret);
  const session = await openSession(database.address);
  const servers: ServerProcess[] = [];
  const killAll = async () => {
    await Promise.all(servers.splice(0).map((server) => server.kill()));
  };
  const owner = async (server: ServerProcess) => {
    const client = new Client(server.url);
    await client.logIn(ownerEmail, ownerPassword);
    return client;
  };

  // A server in this process makes the project, and stops before the first test.
  const maker = await startTestServer({ ...environment, ROLE: 'api' }, database);
  const project = await maker.makeProject();
  const channel = await maker.makeChannel(project.id, receiver.url, { signing_secret: signingSecret });
  const identities: string[] = [];
  for (let i = 0; i < 30; i++) identities.push((await maker.makeIdentity(project.id, channel.id)).id);
  await maker.close();

  return {
    database,
    session,
    receiver,
    project,
    channel: { id: channel.id, secret: signingSecret },
    environment,
    owner,
    async start(settings = {}) {
      const server = await startServerProcess(build, { ...environment, ...settings });
      servers.push(server);
      return server;
    },
    async spawn(settings = {}, cwd, args) {
      const server = spawnServer(build, { ...environment, ...settings }, cwd, args);
      servers.push(server);
      return server;
    },
    async identity() {
      const identity = identities.pop();
      if (!identity) throw new Error('all identities of this scene are in use');
      return identity;
    },
    async limitedRole(connections) {
      const role = `parley_limited_${randomBytes(6).toString('hex')}`;
      const [{ owner }] = (await session.query('SELECT current_user AS owner')) as [{ owner: string }];
      await session.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${connections} IN ROLE "${owner}"`);
      onTestFinished(async () => {
        await killAll();
        await session.query(`DROP ROLE ${role}`);
      });
      const url = new URL(database.url);
      url.searchParams.delete('user');
      url.username = role;
      return { role, url: url.href };
    },
    killAll,
    async close() {
      await killAll();
      await receiver.close();
      await session.close();
      await database.drop();
    },
  };
}
