import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTriedDraft } from '../../src/dialog/dialogs/test-conversations.ts';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { readDefinition } from '../../src/dialog/scenario/definition.ts';
import { readId } from '../../src/platform/ids.ts';
import { readSettings } from '../../src/settings.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type DialogScene, makeDialogScene } from './scene.ts';

let server: TestServer;
let scene: DialogScene;
/** A system outside, which no conversation with a draft may reach. */
let outside: Target;
let base: string;

beforeAll(async () => {
  [server, outside] = await Promise.all([useTestServer(), startTarget()]);
  scene = await makeDialogScene(server);
  base = `/projects/${scene.project.id}`;
  await server.make('PUT', `${base}/connections/shop`, {
    ...{ name: 'Shop', kind: 'http', settings: { base_url: outside.url } },
  });
  await server.make('PUT', `${base}/operations/price`, {
    ...{ name: 'Price', connection: 'shop', request: { path: '/' }, mock: { result: { amount: 7 } } },
  });
});
afterAll(async () => {
  await server?.close();
  await outside?.close();
});

const draft = (definition: object) => server.make('PUT', `${base}/scenario/draft`, { definition });
const at = (identityId?: string) =>
  `${base}/scenario/draft/conversations${identityId ? `/${identityId}` : ''}`;
const begin = async (body?: object): Promise<any> => {
  const answer = await server.owner('POST', at(), body);
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
  return answer.body;
};
const say = async (identityId: string, body: object) => {
  const answer = await server.owner('POST', `${at(identityId)}/messages`, body);
  expect([answer.status, answer.body.detail]).toEqual([202, undefined]);
};
const read = (identityId: string) => server.make('GET', at(identityId));
/** The conversation when this many messages have been said in it, and all that its customer said has been handled. */
const saidTo = (identityId: string, count: number): Promise<any> =>
  until(async () => {
    const conversation = await read(identityId);
    const out = conversation.messages.filter(({ direction }: any) => direction === 'out');
    const isHandled = conversation.messages.every(({ direction, did }: any) => direction === 'out' || did);
    return out.length >= count && isHandled && conversation;
  });
const texts = ({ messages }: any) =>
  messages
    .filter(({ direction }: any) => direction === 'out')
    .map(({ text }: any) => text)
    .toReversed();
const one = (text: string, more: object[] = []) => ({
  triggers: [{ type: 'any' }],
  steps: [{ id: 'm', type: 'message', text }, ...more],
});

describe('a conversation with a draft', () => {
  it('is led by the draft as it was, while every other customer has the published scenario', async () => {
    await scene.publish(one('published'));
    await draft(one('first draft'));
    const first = await begin({ name: 'Ann' });
    await draft(one('second draft'));
    const second = await begin();
    expect([first.version < 0, second.version < first.version]).toEqual([true, true]);
    for (const { identity_id } of [first, second]) await say(identity_id, { text: 'Hello' });
    expect(texts(await saidTo(first.identity_id, 1))).toEqual(['first draft']);
    expect(texts(await saidTo(second.identity_id, 1))).toEqual(['second draft']);
    const { items } = await server.make('GET', `${base}/scenario/versions`);
    expect(items.map(({ version }: any) => version)).toEqual([1]);
    const figures = await server.make('GET', `${base}/analytics/scenario/steps?environment=sandbox`);
    expect([figures.versions, figures.steps.map(({ reached }: any) => reached)]).toEqual([[], [0]]);
    // Before the next publication its draft is not in force for anybody else.
    expect(await scene.publish(one('published again'))).toBe(2);
    await say(first.identity_id, { text: 'Hello again' });
    expect(texts(await saidTo(first.identity_id, 2))).toEqual(['first draft', 'first draft']);
  });

  it('takes pinned outputs in place of carrying steps out, in every flow that begins in it and in no other conversation', async () => {
    await draft({
      triggers: [{ type: 'text', text: 'ask' }],
      on_no_match: 'price',
      steps: [
        { id: 'name', type: 'question', text: 'Your name?', field: 'name' },
        { id: 'price', type: 'operation', operation: 'price', on_failed: 'sorry' },
        {
          ...{ id: 'buy', type: 'message', text: '{{ steps.name.value }} {{ steps.price.result.amount }}' },
          ...{ keyboard: 'inline', buttons: [{ text: 'Again', next: 'price' }] },
          next: 'end',
        },
        { id: 'sorry', type: 'message', text: 'sorry' },
        { id: 'end', type: 'end' },
      ],
    });
    const price = { status: 'failed', result: { amount: 12 }, error: null, job_id: null };
    const pinned = await begin({ pinned: { name: { value: 'Ann' }, price } });
    expect(pinned.findings).toEqual([]);
    const free = await begin();
    for (const { identity_id } of [pinned, free]) await say(identity_id, { text: 'ask' });
    // It goes on with the next step, whatever the output says.
    const shown = await saidTo(pinned.identity_id, 1);
    expect(texts(shown)).toEqual(['Ann 12']);
    const [heard] = shown.messages.filter(({ direction }: any) => direction === 'in');
    expect(
      heard.steps.slice(0, 2).map(({ id, status, input, output }: any) => [id, status, input, output]),
    ).toEqual([
      ['name', 'succeeded', { pinned: true }, { value: 'Ann' }],
      ['price', 'succeeded', { pinned: true }, price],
    ]);
    expect(texts(await saidTo(free.identity_id, 1))).toEqual(['Your name?']);
    // Flows that a message without a trigger, or a button, begins.
    await say(pinned.identity_id, { text: 'what?' });
    expect(texts(await saidTo(pinned.identity_id, 2)).at(-1)).toBe(' 12');
    const { id: messageId } = shown.messages.find(({ text }: any) => text === 'Ann 12');
    await say(pinned.identity_id, { button: { message_id: messageId, index: 0 } });
    expect(texts(await saidTo(pinned.identity_id, 3)).at(-1)).toBe(' 12');
    expect(outside.arrivals).toEqual([]);
  });

  it('says which pins name no step with an output, and which have no form of their step', async () => {
    await draft(one('hello', [{ id: 'price', type: 'operation', operation: 'price' }]));
    const refused = await server.owner('POST', at(), { pinned: { none: {}, m: {} } });
    expect([refused.status, refused.body.detail.map(({ loc, msg }: any) => [loc.join('.'), msg])]).toEqual([
      422,
      [
        ['body.pinned.none', 'Value error, there is no step "none"'],
        ['body.pinned.m', 'Value error, the step "m" has no output'],
      ],
    ]);
    const { findings } = await begin({ pinned: { price: { reslut: 1 } } });
    expect(findings.map(({ code, severity, path }: any) => [code, severity, path.join('.')])).toEqual([
      ['bad_pin', 'warning', 'pinned.price.reslut'],
    ]);
  });

  it('shows what was said and the path of steps, presses buttons, and reaches nobody outside', async () => {
    await draft({
      triggers: [{ type: 'any' }],
      steps: [
        { id: 'price', type: 'operation', operation: 'price', input: { n: 1 } },
        {
          ...{ id: 'menu', type: 'message', text: '{{ profile.name }}: {{ steps.price.result.amount }}' },
          ...{ keyboard: 'inline', buttons: [{ text: 'Buy', next: 'buy' }] },
        },
        { id: 'q', type: 'question', text: 'How many?', field: 'n' },
        { id: 'end', type: 'end' },
        { id: 'buy', type: 'message', text: 'Bought' },
      ],
    });
    const { identity_id: customer, channel_id: channel } = await begin({
      channel_id: scene.channelId,
      name: 'Ann',
    });
    expect(channel).toBe(scene.channelId);
    expect((await read(customer)).dialog).toBeNull();
    await say(customer, { text: 'Hello' });
    const shown = await saidTo(customer, 2);
    expect(texts(shown)).toEqual(['Ann: 7', 'How many?']);
    expect(shown.dialog).toMatchObject({ step: 'q', state: 'waiting', channel: { environment: 'sandbox' } });
    const heard = shown.messages.find(({ direction }: any) => direction === 'in');
    expect(heard.steps.map(({ id, status }: any) => [id, status])).toEqual([['price', 'waiting']]);
    const turn = shown.messages.find(({ direction }: any) => direction === 'turn');
    expect(turn.steps.map(({ id, status, output }: any) => [id, status, output?.result])).toEqual([
      ['price', 'succeeded', { amount: 7 }],
      ['menu', 'succeeded', undefined],
      ['q', 'waiting', undefined],
    ]);
    expect([turn.status, turn.error]).toEqual(['succeeded', null]);
    const menu = shown.messages.find(({ text }: any) => text === 'Ann: 7');
    await say(customer, { button: { message_id: menu.id, index: 0 } });
    const pressed = await saidTo(customer, 3);
    expect(texts(pressed)).toEqual(['Ann: 7', 'How many?', 'Bought']);
    expect(pressed.messages.find(({ direction }: any) => direction === 'in')).toMatchObject({
      did: 'branched',
      steps: [{ id: 'buy', status: 'succeeded', output: null }],
    });
    expect(outside.connections).toBe(0);
    const { items: jobs } = await server.make('GET', `${base}/jobs?status=succeeded`);
    expect(jobs.map(({ environment }: any) => environment)).toEqual(['sandbox']);
    for (const [body, loc] of [
      [{}, ['body', 'text']],
      [{ button: { message_id: menu.id, index: 9 } }, ['body', 'button']],
    ]) {
      const { status, body: answer } = await server.owner('POST', `${at(customer)}/messages`, body);
      expect([status, answer.detail[0].loc]).toEqual([422, loc]);
    }
  });

  it('is only for a customer of its own in the sandbox of its project', async () => {
    await draft(one('draft'));
    const { id: live } = await server.makeChannel(scene.project.id, outside.url);
    const refused = async (path: string, body: object = {}) => {
      const answer = await server.owner('POST', path, body);
      return [answer.status, answer.body.code];
    };
    expect(await refused(at(), { channel_id: live })).toEqual([409, 'not_a_test_customer']);
    expect(await refused(at(), { channel_id: 'ch_none' })).toEqual([404, 'channel_not_found']);
    const customer = await scene.identity();
    expect(await refused(`${at(customer)}/messages`, { text: 'x' })).toEqual([
      404,
      'test_conversation_not_found',
    ]);
    expect((await server.owner('GET', at(customer))).body.code).toBe('test_conversation_not_found');
    const other = await server.makeProject();
    const own = await begin();
    const elsewhere = `/projects/${other.id}/scenario/draft/conversations`;
    expect((await server.owner('GET', `${elsewhere}/${own.identity_id}`)).body.code).toBe(
      'test_conversation_not_found',
    );
    expect(await refused(elsewhere)).toEqual([409, 'no_sandbox_channel']);
    await draft({ triggers: [], steps: [] });
    expect(await refused(at())).toEqual([409, 'not_publishable']);
  });

  it('is forgotten after a while, and its customer then has the published scenario', async () => {
    const triggers = [{ type: 'any' }, { type: 'event' }];
    await scene.publish({ ...one('published'), triggers });
    await draft({ triggers, steps: [{ id: 'q', type: 'question', text: 'draft?', field: 'n' }] });
    const { identity_id: customer } = await begin();
    await say(customer, { text: 'Hello' });
    await saidTo(customer, 1);
    const { database } = server.server.parts;
    const age = (days: number) =>
      database.query(
        'UPDATE dialog.test_conversations SET started_at = now() - make_interval(days => $2::int) WHERE identity_id = $1',
        [readId('identity', customer)!, days],
      );
    await age(29);
    await removeExpired(database, readSettings({}));
    expect((await read(customer)).dialog.step).toBe('q');
    await age(31);
    await removeExpired(database, readSettings({}));
    expect((await server.owner('GET', at(customer))).body.code).toBe('test_conversation_not_found');
    // The draft is over, whether this process still has it in memory or not.
    await scene.event(customer, 'an answer');
    await scene.event(customer, 'Hello');
    expect(await scene.waitForTold(customer, 2)).toEqual(['draft?', 'published']);
  });
});

it('in place of a draft that is not kept any more stands one that ends at once, so that no turn stops at it', async () => {
  const gone = await readTriedDraft(server.server.parts.database, readId('project', scene.project.id)!, -999);
  const { definition } = readDefinition(gone.definition, 'scenario');
  expect(definition!.steps.map(({ type }) => type)).toEqual(['end']);
});

describe('what is said in a conversation', () => {
  const upload = (identityId: string, bytes: string, of = base) =>
    server.owner('POST', `${of}/scenario/draft/conversations/${identityId}/files?name=order.txt`, bytes);

  it('may bring files that were uploaded to it, which the draft reads, and which no other conversation may bring', async () => {
    await draft(one('Got {{ event.attachments.size }}: {{ event.attachments[0].name }}'));
    const [first, second] = [await begin(), await begin()];
    const file = (await upload(first.identity_id, 'One pizza.')).body;
    expect(file).toMatchObject({ file_id: expect.stringMatching(/^file_/), name: 'order.txt' });
    const attachments = [{ type: 'document', file_id: file.file_id }];
    const foreign = await server.owner('POST', `${at(second.identity_id)}/messages`, { attachments });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'file_not_found']);
    await say(first.identity_id, { attachments });
    const conversation = await saidTo(first.identity_id, 1);
    expect(texts(conversation)).toEqual(['Got 1: order.txt']);
    const heard = conversation.messages.find(({ direction }: any) => direction === 'in');
    expect(heard.attachments).toMatchObject([{ type: 'document', name: 'order.txt', status: 'stored' }]);
    // A file is for one message; and nothing at all is none.
    const again = await server.owner('POST', `${at(first.identity_id)}/messages`, { attachments });
    expect(again.body.code).toBe('file_not_found');
    const nothing = await server.owner('POST', `${at(first.identity_id)}/messages`, { attachments: [] });
    expect(nothing.status).toBe(422);
    const other = await server.makeProject();
    const elsewhere = await upload(first.identity_id, 'x', `/projects/${other.id}`);
    expect(elsewhere.body.code).toBe('test_conversation_not_found');
  });

  it('is led by the published version if that is wanted, and says so if there is none', async () => {
    await scene.publish(one('as published'));
    await draft(one('as drafted'));
    for (const [body, expected] of [
      [{ which: 'published' }, 'as published'],
      [{ which: 'draft' }, 'as drafted'],
    ] as const) {
      const { identity_id } = await begin(body);
      await say(identity_id, { text: 'Hi' });
      expect(texts(await saidTo(identity_id, 1))).toEqual([expected]);
    }
    const other = await makeDialogScene(server);
    const path = `/projects/${other.project.id}/scenario/draft/conversations`;
    const refused = await server.owner('POST', path, { which: 'published' });
    expect([refused.status, refused.body.code]).toEqual([409, 'scenario_not_published']);
  });
});
