import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDialogScene } from '../dialogs/scene.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { deliver, type MadeReceiver, makeReceiver } from './sender.ts';

let server: TestServer;
let project: TestProject;
let channel: { id: string };
const path = (of: string) => `/projects/${project.id}${of}`;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  channel = await server.makeChannel(project.id);
  const fields = { phone_keys: ['phone'], filter_keys: ['crm'], country_code: '49', trunk_prefix: '0' };
  await server.make('PUT', path('/customer-fields'), fields);
});
afterAll(() => server?.close());

const publish = async (slug: string, steps: unknown[]) => {
  const definition = { triggers: [], steps };
  await server.make('PUT', path(`/workflows/${slug}`), { name: slug, environment: 'sandbox', definition });
  await server.make('POST', path(`/workflows/${slug}/publish`));
};
const customer = async (externalId: string, state: Record<string, string>) => {
  const { id, profile_id } = await server.makeIdentity(project.id, channel.id, externalId);
  await server.call('PATCH', `/api/v1/projects/${project.id}/profiles/${profile_id}`, {
    key: project.key,
    body: { state },
  });
  return id;
};
const outcomeOf = (slug: string, eventId: string) =>
  until(async () => {
    const { items } = await server.make('GET', path(`/receivers/${slug}/deliveries`));
    return items.find((call: any) => call.event_id === eventId)?.outcome ?? undefined;
  });
let calls = 0;
const call = async (receiver: MadeReceiver, body: object) => {
  // The same body signed within the same second would be the same call.
  const answer = await deliver(server, receiver, { ...body, n: ++calls });
  expect(answer.status).toBe(202);
  return outcomeOf(receiver.slug, answer.body.event_id);
};
const ended = (id: string) =>
  until(async () => {
    const run = await server.make('GET', path(`/runs/${id}`));
    return ['succeeded', 'failed'].includes(run.status) && run;
  });
const saidTo = async (identity: string) =>
  (await server.make('GET', path(`/dialogs/${identity}/messages`))).items.map(({ text }: any) => text);
const identities = async (externalId: string) =>
  (
    await server.call(
      'GET',
      `/api/v1/projects/${project.id}/profiles?channel_id=${channel.id}&external_id=${externalId}`,
      { key: project.key },
    )
  ).body.items.map(({ identities: [one] }: any) => one);

const hello = [{ id: 'hello', type: 'message', text: 'Paid {{ input.no }}' }];

describe('a receiver whose target is a workflow', () => {
  it('runs it for the customer in a channel, and says clearly who is not known', async () => {
    const ann = await customer('ann', {});
    await publish('tell', hello);
    const identity = { channel_id: channel.id, external_id: '{{ body.who }}' };
    const target = { workflow: 'tell', input: { no: '{{ body.no }}' }, identity };
    const receiver = await makeReceiver(server, project.id, { target }, 'tell');
    expect((await server.make('GET', path('/receivers/tell'))).target).toEqual(target);
    const { runs } = await call(receiver, { who: 'ann', no: 7 });
    expect(await ended(runs[0])).toMatchObject({ status: 'succeeded', identity_id: ann });
    expect(await saidTo(ann)).toEqual(['Paid 7']);
    expect(await call(receiver, { who: 'bert', no: 8 })).toMatchObject({
      ...{ status: 'failed', runs: [] },
      error: { code: 'identity_not_found' },
    });
    expect(await call(receiver, { no: 9 })).toMatchObject({ error: { code: 'mapping_failed' } });
  });

  it('makes one customer for several calls at once, if it is asked to', async () => {
    await publish('make', hello);
    const identity = {
      ...{ channel_id: channel.id, external_id: '{{ body.who }}' },
      ...{ create: true, name: '{{ body.name }}' },
    };
    // Calls of one receiver wait for each other; those of several do not.
    const receivers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((slug) =>
        makeReceiver(server, project.id, { target: { workflow: 'make', identity } }, slug),
      ),
    );
    const who = Array.from({ length: 5 }, (_, n) => `new-${n}`);
    const outcomes = await Promise.all(
      receivers.flatMap((receiver, n) =>
        (n % 2 ? who : [...who].reverse()).map((each) => call(receiver, { who: each, name: 'Newcomer' })),
      ),
    );
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['handled']));
    for (const each of who) {
      const made = await identities(each);
      expect(made).toMatchObject([{ external_id: each, name: 'Newcomer' }]);
      await until(async () => (await saidTo(made[0].id)).length === receivers.length);
    }
    const created = (await server.audit(project)).filter(
      ({ action, actor }: any) => action === 'identity.created' && actor.type === 'receiver',
    );
    expect(created).toHaveLength(who.length);
  });

  it('finds the customer by a field of the profile, whoever wrote it how, and never guesses', async () => {
    const carl = await customer('carl', { phone: '0171 / 123 45 67', crm: '42' });
    await customer('dora', { phone: '+49 171 7654321' });
    await customer('dora-too', { phone: '0171 7654321' });
    await publish('by-field', hello);
    const by = (field: string) => ({
      target: { workflow: 'by-field', identity: { state_field: field, state_value: '{{ body.value }}' } },
    });
    const phone = await makeReceiver(server, project.id, by('phone'), 'by-phone');
    const crm = await makeReceiver(server, project.id, by('crm'), 'by-crm');
    const other = await makeReceiver(server, project.id, by('city'), 'by-city');
    const found = await Promise.all([call(phone, { value: '+49 (171) 1234567' }), call(crm, { value: 42 })]);
    for (const { runs } of found) expect(await ended(runs[0])).toMatchObject({ identity_id: carl });
    const codes = await Promise.all([
      call(phone, { value: '+49 171 7654321' }),
      call(phone, { value: '+49 171 9999999' }),
      call(phone, { value: 'no number' }),
      call(crm, { value: '4' }),
      call(other, { value: 'Berlin' }),
    ]);
    expect(codes.map(({ error }) => error.code)).toEqual([
      'identity_ambiguous',
      ...Array(3).fill('identity_not_found'),
      'field_not_listed',
    ]);
  });

  it('never reaches into another project', async () => {
    const stranger = await server.makeProject();
    const theirs = await server.makeChannel(stranger.id);
    await server.makeIdentity(stranger.id, theirs.id, 'ann');
    await publish('abroad', hello);
    const named = { channel_id: theirs.id, external_id: 'ann', create: true };
    const put = (identity: unknown) =>
      server.owner('PUT', path('/receivers/abroad'), {
        name: 'Abroad',
        target: { workflow: 'abroad', identity },
      });
    expect(await put(named)).toMatchObject({ status: 404, body: { code: 'channel_not_found' } });
    const templated = { ...named, channel_id: '{{ body.channel }}' };
    const target = { workflow: 'abroad', identity: templated };
    const receiver = await makeReceiver(server, project.id, { target }, 'abroad');
    expect(await call(receiver, { channel: theirs.id })).toMatchObject({
      error: { code: 'channel_not_found' },
    });
  });
});

describe('a message to a customer whom its step names', () => {
  const tell = (identity: unknown, more: object = {}) => [
    { id: 'tell', type: 'message', text: 'For {{ input.who }}', identity, ...more },
    { id: 'fine', type: 'end', output: '{{ steps.tell.identity_id }}' },
    { id: 'not', type: 'end', output: '{{ steps.tell.error.code }}' },
  ];
  const run = async (slug: string, input: object) => {
    const { run_id } = await server.make('POST', path(`/workflows/${slug}/runs`), { input });
    return ended(run_id);
  };
  const inChannel = () => ({ channel_id: channel.id, external_id: '{{ input.who }}' });

  it('reaches them in a run for nobody; who is not known leads to the branch, or fails the run', async () => {
    const eva = await customer('eva', {});
    await publish('step', tell(inChannel(), { on_failed: 'not' }));
    expect(await run('step', { who: 'eva' })).toMatchObject({ status: 'succeeded', output: eva });
    expect(await saidTo(eva)).toEqual(['For eva']);
    expect(await run('step', { who: 'x' })).toMatchObject({ output: 'identity_not_found' });
    expect(await run('step', { who: '' })).toMatchObject({ output: 'identity_not_found' });
    await publish('step-strict', tell(inChannel()));
    expect(await run('step-strict', { who: 'x' })).toMatchObject({
      status: 'failed',
      error: { code: 'identity_not_found' },
    });
  });

  it('makes them if it is asked to, in the words of their channel', async () => {
    const words = { variants: { webhook: { text: 'In a webhook' } }, on_failed: 'not' };
    await publish('step-make', tell({ ...inChannel(), create: true, name: 'Finn' }, words));
    const both = await Promise.all([run('step-make', { who: 'finn' }), run('step-make', { who: 'finn' })]);
    const made = await identities('finn');
    expect(made).toMatchObject([{ name: 'Finn' }]);
    expect(both.map(({ output }) => output)).toEqual([made[0].id, made[0].id]);
    expect(await saidTo(made[0].id)).toEqual(['In a webhook', 'In a webhook']);
  });
});

describe('an event of a receiver', () => {
  it('answers an open question only where its receiver says so; those that are there already go on as they did', async () => {
    const scene = await makeDialogScene(server, project, channel.id);
    await scene.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'ask', type: 'question', text: 'Name?', field: 'name' },
        { id: 'again', type: 'question', text: 'Is it {{ state.name }}?', field: 'sure' },
        { id: 'thanks', type: 'message', text: 'Thanks' },
      ],
    });
    const gina = await customer('gina', {});
    const event = { identity: gina, text: '{{ body.text }}' };
    const receiver = await makeReceiver(server, project.id, { target: { event } }, 'answers');
    const says = async (text: string) => {
      expect(await call(receiver, { text })).toMatchObject({ status: 'handled' });
      return scene.settled(gina);
    };
    const mayAnswer = async () => (await server.make('GET', path('/receivers/answers'))).target.event.answers;
    expect(await mayAnswer()).toBe(false);
    expect(await says('begin')).toEqual(['started']);
    expect((await says('Gina')).at(-1)).toBe('ignored');
    expect(await scene.told(gina)).toEqual(['Name?']);
    // As a version before this field has stored it; saved again without the field, it goes on as it did.
    await server.server.parts.database.query(
      `UPDATE dialog.receivers SET target = json_build_object('event', json_build_object(
        'identity', target->'event'->'identity', 'text', target->'event'->'text', 'data', target->'event'->'data'))
       WHERE slug = 'answers'`,
    );
    expect(await mayAnswer()).toBe(true);
    expect((await says('Gina')).at(-1)).toBe('filled');
    await server.make('PUT', path('/receivers/answers'), { name: 'Shop', target: { event } });
    expect(await mayAnswer()).toBe(true);
    expect((await says('yes')).at(-1)).toBe('filled');
    expect(await scene.waitForTold(gina, 3)).toEqual(['Name?', 'Is it Gina?', 'Thanks']);
  });
});
