import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, showId } from '../../src/platform/ids.ts';
import { type DialogScene, greeting, makeDialogScene } from '../dialogs/scene.ts';
import { Client } from '../harness/client.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
/** A second server on the same database. */
let other: TestServer;
let scene: DialogScene;

beforeAll(async () => {
  server = await useTestServer();
  other = await startTestServer({}, server.database);
  scene = await makeDialogScene(server);
  await scene.publish(greeting);
});

afterAll(async () => {
  await other?.close();
  await server?.close();
});

const post = (body: unknown, client: Client = server, key = scene.project.key) =>
  client.call('POST', `/api/v1/projects/${scene.project.id}/events`, { key, body });

/** What the audit log says of an event, oldest first. */
const entriesOf = async (eventId: string) =>
  (await server.audit(scene.project)).filter(({ subject }) => subject.id === eventId);

describe('an event', () => {
  it('starts a flow whose trigger it fires, answers its question, and its data appears in the messages', async () => {
    const identity = await scene.identity();
    const first = { event_id: randomUUID(), identity_id: identity, text: 'begin' };
    const started = await post(first);
    expect([started.status, started.body]).toEqual([
      202,
      { event_id: first.event_id, status: 'queued', duplicate: false },
    ]);
    await scene.event(identity, 'Ann');
    const last = randomUUID();
    await scene.event(identity, 'Riga', { event_id: last, data: { greeting: 'welcome', big: 1 } });
    expect(await scene.settled(identity)).toEqual(['started', 'filled', 'filled']);
    expect(await scene.told(identity)).toEqual(['Your name?', 'Your city, Ann?', 'Ann of Riga, welcome']);
    const { profile_id } = await scene.dialog(identity);
    const profile = await server.call('GET', `/api/v1/projects/${scene.project.id}/profiles/${profile_id}`, {
      key: scene.project.key,
    });
    expect(profile.body.state).toEqual({ name: 'Ann', city: 'Riga' });

    const told = await until(async () => {
      const entries = await entriesOf(last);
      return entries.length === 2 && entries;
    });
    expect(told.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['event.accepted', 'key'],
      ['event.filled', 'system'],
    ]);
    expect(told[1].data).toMatchObject({
      identity_id: identity,
      version: 1,
      steps: [{ id: 'city' }, { id: 'bye' }],
    });
    // A customer's text is in the dialog, and never in the audit log.
    expect(JSON.stringify(await server.audit(scene.project))).not.toContain('Riga');
  });

  it('that nothing waits for is ignored, and the audit log says so', async () => {
    const identity = await scene.identity();
    const { body } = await scene.event(identity, 'whatever');
    expect(await scene.settled(identity)).toEqual(['ignored']);
    const entry = await until(async () => (await entriesOf(body.event_id))[1]);
    expect([entry.action, entry.data.reason]).toEqual(['event.ignored', 'no trigger fits']);
    expect(await scene.told(identity)).toEqual([]);
  });

  it('tries the next trigger if a condition cannot be evaluated, and the audit log says so', async () => {
    const own = await makeDialogScene(server);
    const where = { left: '{{ event.list | where_exp: "x", event.rule | size }}', op: 'gt', right: 1 };
    await own.publish({
      triggers: [
        { type: 'event', where },
        { type: 'text', text: 'shares' },
      ],
      steps: [{ id: 'hello', type: 'message', text: 'Hello' }],
    });
    const identity = await own.identity();
    const { body } = await own.event(identity, 'shares', { data: { list: [1, 2], rule: '((' } });
    expect(await own.settled(identity)).toEqual(['started']);
    const entry = await until(async () =>
      (await server.audit(own.project)).find(
        ({ action, subject }) => action === 'event.started' && subject.id === body.event_id,
      ),
    );
    expect(entry.data.trigger_faults).toEqual([
      { trigger: 0, error: { code: 'bad_template', message: expect.stringMatching(/.{10}/) } },
    ]);
  });

  it('cannot link an account: a link command in it is logged and not carried out', async () => {
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    const { body } = await scene.event(identity, '/start link_ABCD1234');
    expect(await scene.settled(identity)).toEqual(['started', 'binding_refused']);
    expect((await until(async () => (await entriesOf(body.event_id))[1])).action).toBe(
      'event.binding_refused',
    );
    // The question still waits.
    expect((await scene.dialog(identity)).waiting).toMatchObject({ step: 'name', for: 'answer' });
  });

  it('that comes twice is accepted once, even at two processes at the same instant', async () => {
    const identity = await scene.identity();
    const body = { event_id: `twice-${randomUUID()}`, identity_id: identity, text: 'begin' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(body, i % 2 ? other : server)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(answers.filter((answer) => answer.body.duplicate === false)).toHaveLength(1);
    expect(await scene.settled(identity)).toEqual(['started']);

    const reused = await post({ ...body, text: 'else' }, other);
    expect([reused.status, reused.body.code]).toEqual([409, 'event_id_reused']);
    // Another order of fields is the same body.
    const turned = Object.fromEntries(Object.entries(body).reverse());
    expect((await post(turned)).body.duplicate).toBe(true);
  });

  it('for an unknown identity is a 404, and its id can still be used', async () => {
    const event_id = randomUUID();
    for (const identity_id of [showId('identity', newId()), 'nonsense', '']) {
      const answer = await post({ event_id, identity_id, text: 'x' });
      expect([answer.status, answer.body.code]).toEqual([404, 'identity_not_found']);
    }
    const answer = await post({ event_id, identity_id: await scene.identity(), text: 'x' });
    expect([answer.status, answer.body.duplicate]).toEqual([202, false]);
  });

  it.each<[Record<string, unknown>, [string, string]]>([
    [{ event_id: '' }, ['body.event_id', 'string_too_short']],
    [{ event_id: 'x'.repeat(101) }, ['body.event_id', 'string_too_long']],
    [{ event_id: undefined }, ['body.event_id', 'missing']],
    [{ text: '' }, ['body.text', 'string_too_short']],
    [{ text: 'x'.repeat(3001) }, ['body.text', 'string_too_long']],
    [{ text: 'a\0b' }, ['body.text', 'value_error']],
    [{ text: '\ud800' }, ['body.text', 'value_error']],
    [{ data: [] }, ['body.data', 'dict_type']],
    [{ data: null }, ['body.data', 'dict_type']],
    [{ data: { a: 'x\0' } }, ['body.data.a', 'value_error']],
    [{ identity_id: 7 }, ['body.identity_id', 'string_type']],
  ])('is refused with the error at its place: %j', async (wrong, fault) => {
    const answer = await post({ event_id: 'e', identity_id: 'idn_x', text: 'x', ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: any) => [item.loc.join('.'), item.type])).toEqual([fault]);
  });
});

describe('events of one customer', () => {
  const echo = {
    triggers: [{ type: 'event' }],
    steps: [
      { id: 'ask', type: 'question', text: 'Next?', field: 'said' },
      { id: 'repeat', type: 'message', text: 'You said {{state.said}}' },
      { id: 'again', type: 'goto', to: 'ask' },
    ],
  };

  it('each advance the dialog once, in the order of acceptance, however many processes run', async () => {
    const echoes = await makeDialogScene(server);
    await echoes.publish(echo);
    const second = new Client(other.url);
    await second.logIn(ownerEmail, ownerPassword);
    const atOther: DialogScene = await makeDialogScene(second, echoes.project, echoes.channelId);
    const [busy, quiet] = [await echoes.identity(), await echoes.identity()];
    await echoes.event(busy, 'begin');
    await echoes.event(quiet, 'begin');
    await echoes.waitForTold(busy, 1);
    const texts = Array.from({ length: 50 }, (_, i) => `no. ${i}`);
    await Promise.all(texts.map((text, i) => (i % 2 ? atOther : echoes).event(busy, text)));
    // Meanwhile two events for another customer, at the same instant at two processes.
    await Promise.all([echoes.event(quiet, 'one'), atOther.event(quiet, 'two')]);

    expect(await echoes.settled(busy)).toEqual(['started', ...Array(50).fill('filled')]);
    const all = await echoes.history(busy);
    expect(all).toHaveLength(1 + 1 + 50 * 3);
    const accepted = all.filter((item: any) => item.direction === 'event').map((item: any) => item.text);
    const repeated = all
      .filter((item: any) => item.direction === 'out' && item.text.startsWith('You said'))
      .map((item: any) => item.text.slice('You said '.length));
    expect(new Set(repeated)).toEqual(new Set(texts));
    expect(repeated).toEqual(accepted.slice(1));

    expect(await echoes.settled(quiet)).toEqual(['started', 'filled', 'filled']);
    expect((await echoes.told(quiet)).filter((text) => text === 'Next?')).toHaveLength(3);
  });
});
