import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { type FreezingProxy, proxyDatabase } from '../harness/freezing-proxy.ts';
import { patient, patientSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { openSession, type Session } from '../process/database.ts';

let database: TestDatabase;
let proxy: FreezingProxy & { database: TestDatabase };
let server: TestServer;
let session: Session;
let receiver: Receiver;
const signingSecret = newSigningSecret();
/** Of a request; a statement of the worker may take three times as long. */
const timeoutSeconds = patientSeconds(1);

beforeAll(async () => {
  database = await createDatabase();
  proxy = await proxyDatabase(database);
  server = await startTestServer(
    { DATABASE_TIMEOUT_SECONDS: timeoutSeconds, LEASE_SECONDS: '2', OUTBOUND_ALLOW: '127.0.0.1' },
    proxy.database,
  );
  receiver = await startReceiver(signingSecret);
  session = await openSession(database.address);
});

afterAll(async () => {
  await server?.close();
  await receiver?.close();
  await session?.close();
  await proxy?.close();
  await database?.drop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('a message that the worker could not mark as begun in an outage longer than its lease is sent once afterwards, and is not unknown', async () => {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id, receiver.url, { signing_secret: signingSecret });
  const identities = [];
  for (let i = 0; i < 6; i++) identities.push((await server.makeIdentity(project.id, channel.id)).id);

  // The worker has sent the statement, but it reaches the database only after the outage.
  const held = proxy.holdBack('begin\0');
  const sent = await Promise.all(identities.map((identity) => server.send(project, identity)));
  const ids = sent.map(({ body }) => body.message_id);
  await held;
  proxy.freeze();
  proxy.freezeNew(true);
  await pause(9000 + 3000 * Number(timeoutSeconds));
  expect(proxy.thaw()).toBe(true);

  for (const id of ids) expect(await server.outcome(project, id, patient(30_000))).toBe('message.sent');
  expect(await session.count('unknown')).toBe(0);
  expect(await session.count('running')).toBe(0);
});
