import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createVault } from '../../src/platform/secrets.ts';
import { type PushService, type Subscription, startPushService } from '../fakes/push-service.ts';
import type { TestProject } from '../harness/client.ts';
import { join, type Person } from '../harness/people.ts';
import { encryptionKey, startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, identityOf, makeChat, openBrowser } from '../webchat/scene.ts';

let service: PushService;
let server: TestServer;
let project: TestProject;
let chat: string;
let anna: Person;

beforeAll(async () => {
  service = await startPushService();
  // The guard of outgoing requests is on: it lets through what the operator names.
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});
beforeEach(async () => {
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
  anna = await join(server, project.id, 'operator');
});
afterAll(async () => {
  await server?.close();
  await service?.close();
});

const everything = { waiting: true, mine: true };
const wants = ({ client }: Person, push: object, quiet: object | null = null) =>
  client.make('PUT', `/projects/${project.id}/notifications`, {
    mail: { waiting: false, mine: false },
    push,
    quiet,
  });

/** Lets somebody be told in a browser. */
async function subscribe({ client }: Person): Promise<Subscription & { id: string }> {
  const { public_key } = await client.make('GET', '/push');
  const subscription = service.subscribe(public_key);
  const { id } = await client.make('POST', '/push/browsers', subscription);
  return { ...subscription, id };
}

interface Customer {
  visitor: Browser;
  profile: string;
}

/** A customer who calls for a person. */
async function caller(): Promise<Customer> {
  const visitor = await openBrowser(server, chat);
  await visitor.say('My secret is 4711');
  const identity = await identityOf(server, project, visitor.visitorId);
  const { profile_id } = await until(async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/dialogs`);
    return items.find((each: any) => each.identity_id === identity);
  });
  await visitor.call('POST', '/operator');
  return { visitor, profile: profile_id };
}

const browsersOf = async ({ client }: Person) => (await client.make('GET', '/push')).items;

/** Waits until nothing waits for push services any more. */
const allSent = () =>
  until(async () => {
    const { rows } = await server.server.parts.database.query<any>('SELECT 1 FROM dialog.pushes');
    return rows.length === 0;
  });

it('a customer who waits is shown in every browser of whoever wants it, once until it is read, and never with what was said', async () => {
  await wants(anna, everything);
  const [desk, phone] = [await subscribe(anna), await subscribe(anna)];
  const ann = await caller();
  const [told] = await service.waitFor(desk.endpoint, 1);
  await service.waitFor(phone.endpoint, 1);
  expect(told).toMatchObject({ urgency: 'high', ttl: 3600, subject: 'mailto:owner@example.com' });
  expect(told!.message).toEqual({
    type: 'customer_waits',
    project: { id: project.id, name: expect.any(String) },
    profile_id: ann.profile,
    mine: false,
    at: expect.stringMatching(/Z$/),
  });
  expect(JSON.stringify(service.arrived)).not.toContain('4711');
  await ann.visitor.say('Is anybody there?');
  // What another customer says comes after it, so what was said before would have arrived.
  const ben = await caller();
  await until(() => service.arrived.some(({ message }) => message.profile_id === ben.profile));
  const ofAnn = () =>
    service.arrived.filter(
      ({ endpoint, message }) => endpoint === desk.endpoint && message.profile_id === ann.profile,
    );
  expect(ofAnn()).toHaveLength(1);
  await anna.client.make('POST', `/projects/${project.id}/conversations/${ann.profile}/take`);
  await anna.client.make('POST', `/projects/${project.id}/conversations/${ann.profile}/read`);
  await ann.visitor.say('Hello?');
  await until(() => ofAnn().length === 2);
  expect(ofAnn()[1]!.message.mine).toBe(true);
  // A browser that is away gets the newest notification of a conversation only.
  expect(new Set(ofAnn().map(({ topic }) => topic)).size).toBe(1);
  expect(service.wrong).toEqual([]);
});

it('a browser whose subscription has ended is forgotten, one that cannot be reached gets it later, and a hopeless one only once', async () => {
  await wants(anna, everything);
  const [gone, busy, full] = [await subscribe(anna), await subscribe(anna), await subscribe(anna)];
  service.answer(gone.endpoint, { status: 410 });
  service.answer(busy.endpoint, { status: 503, headers: { 'retry-after': '1' } });
  service.answer(full.endpoint, { status: 413 });
  await caller();
  await service.waitFor(busy.endpoint, 1);
  await allSent();
  expect([gone, busy, full].map(({ endpoint }) => service.requests(endpoint))).toEqual([1, 2, 1]);
  expect((await browsersOf(anna)).map(({ id }: any) => id).sort()).toEqual([busy.id, full.id].sort());
});

it('a trial goes to all browsers of whoever asks and of nobody else, and says what each push service answered', async () => {
  const boris = await join(server, project.id, 'analyst');
  const other = await subscribe(boris);
  const fine = await subscribe(anna);
  const gone = await subscribe(anna);
  const wrong = await subscribe(anna);
  const busy = await subscribe(anna);
  // Nobody listens at this address.
  const { public_key } = await anna.client.make('GET', '/push');
  const unreached = { ...service.subscribe(public_key), endpoint: 'http://127.0.0.1:9/push/nobody' };
  const { id: away } = await anna.client.make('POST', '/push/browsers', unreached);
  service.answer(gone.endpoint, { status: 410 });
  service.answer(wrong.endpoint, { status: 403 });
  service.answer(busy.endpoint, { status: 503, headers: { 'retry-after': '1' } });
  const { items } = await anna.client.make('POST', '/push/trial');
  expect(items.map(({ id, outcome, status }: any) => [id, outcome, status])).toEqual([
    [away, 'failed', null],
    [busy.id, 'failed', 503],
    [wrong.id, 'failed', 403],
    [gone.id, 'ended', 410],
    [fine.id, 'taken', 201],
  ]);
  expect(items[4]).toMatchObject({ device: expect.any(String), created_at: expect.stringMatching(/Z$/) });
  const [came] = await service.waitFor(fine.endpoint, 1);
  expect(came).toMatchObject({
    urgency: 'high',
    ttl: 60,
    topic: 'trial',
    subject: 'mailto:owner@example.com',
  });
  expect(came!.message).toEqual({ type: 'trial', at: expect.stringMatching(/Z$/) });
  expect(service.wrong).toEqual([]);
  expect(service.requests(other.endpoint)).toBe(0);
  // It is not tried again, and only the browser whose subscription has ended is forgotten.
  expect(service.requests(busy.endpoint)).toBe(1);
  expect((await browsersOf(anna)).map(({ id }: any) => id)).toEqual([away, busy.id, wrong.id, fine.id]);
});

it('a person tries their notifications five times a minute, whatever others do', async () => {
  const boris = await join(server, project.id, 'operator');
  expect(await anna.client.make('POST', '/push/trial')).toEqual({ items: [] });
  for (let n = 0; n < 4; n++) await anna.client.make('POST', '/push/trial');
  const refused = await anna.client.owner('POST', '/push/trial');
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_trials']);
  await boris.client.make('POST', '/push/trial');
});

it('nobody is told in quiet hours, without wanting it, or of another project', async () => {
  const hour = new Date().getUTCHours();
  const at = (n: number) => `${String((n + 24) % 24).padStart(2, '0')}:00`;
  const boris = await join(server, project.id, 'operator');
  const clara = await join(server, project.id, 'operator');
  await wants(anna, everything, { from: at(hour - 2), to: at(hour + 3), time_zone: 'UTC' });
  await wants(boris, { waiting: false, mine: true });
  await wants(clara, everything);
  const asleep = await subscribe(anna);
  const busy = await subscribe(boris);
  const awake = await subscribe(clara);
  const other = await server.makeProject();
  const outside = await join(server, other.id, 'operator');
  await outside.client.make('PUT', `/projects/${other.id}/notifications`, {
    mail: { waiting: false, mine: false },
    push: everything,
    quiet: null,
  });
  const elsewhere = await subscribe(outside);
  await caller();
  await service.waitFor(awake.endpoint, 1);
  await allSent();
  expect([asleep, busy, elsewhere].map(({ endpoint }) => service.requests(endpoint))).toEqual([0, 0, 0]);
});

it('a browser is of whoever subscribed there last, and is forgotten when it is removed or all sessions end', async () => {
  const boris = await join(server, project.id, 'operator');
  const { id: _, ...shared } = await subscribe(anna);
  expect(await browsersOf(anna)).toMatchObject([{ device: expect.any(String) }]);
  await boris.client.make('POST', '/push/browsers', shared);
  await boris.client.make('POST', '/push/browsers', shared);
  const [itsNow] = await browsersOf(boris);
  expect([await browsersOf(anna), await browsersOf(boris)]).toEqual([[], [itsNow]]);
  const foreign = await anna.client.owner('DELETE', `/push/browsers/${itsNow.id}`);
  expect([foreign.status, foreign.body.code]).toEqual([404, 'browser_not_found']);
  await boris.client.make('DELETE', `/push/browsers/${itsNow.id}`);
  expect(await browsersOf(boris)).toEqual([]);
  await subscribe(boris);
  await boris.client.make('DELETE', '/sessions?others=true');
  expect(await browsersOf(boris)).toEqual([]);
  for (let n = 0; n < 22; n++) await subscribe(boris);
  expect(await browsersOf(boris)).toHaveLength(20);
});

it('an address that is none of a push service, and keys that are none, are refused with a sentence, and a private address gets nothing', async () => {
  const { endpoint, keys } = service.subscribe((await anna.client.make('GET', '/push')).public_key);
  const faults = async (body: object) => {
    const answer = await anna.client.owner('POST', '/push/browsers', body);
    return [answer.status, answer.body.detail.map(({ loc }: any) => loc.join('.'))];
  };
  const wrongAddresses = ['http://push.example/x', 'ftp://push.example/x', 'https://a:b@push.example/x', 'x'];
  for (const wrong of wrongAddresses) {
    expect(await faults({ endpoint: wrong, keys })).toEqual([422, ['body.endpoint']]);
  }
  const offCurve = Buffer.alloc(65, 7).fill(4, 0, 1).toString('base64url');
  expect(await faults({ endpoint, keys: { p256dh: offCurve, auth: 'short' } })).toEqual([
    422,
    ['body.keys.p256dh', 'body.keys.auth'],
  ]);
  await wants(anna, everything);
  // Whoever answers at these addresses is reached by this server only.
  for (const address of ['https://169.254.169.254/latest', 'https://10.0.0.1/push']) {
    await anna.client.make('POST', '/push/browsers', { endpoint: address, keys });
  }
  const real = await subscribe(anna);
  await caller();
  await service.waitFor(real.endpoint, 1);
  await until(async () => (await browsersOf(anna)).length === 1);
});

it('an installation has one pair of keys, whose private half is sealed', async () => {
  const { rows } = await server.server.parts.database.query<any>(
    'SELECT id, public_key, sealed FROM dialog.push_keys',
  );
  expect(rows).toHaveLength(1);
  const { id, public_key, sealed } = rows[0];
  expect((await anna.client.make('GET', '/push')).public_key).toBe(public_key);
  const opened = createVault(encryptionKey).open(`push/${id}`, sealed);
  expect(Buffer.from(opened, 'base64url')).toHaveLength(32);
});
