import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersBy } from '../../src/dialog/profiles/listing.ts';
import { readId, showId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const uuidOf = (project: TestProject) => readId('project', project.id)!;

/** Customers from the database's own hand: what keeps lists has to see them whoever wrote them. */
async function addCustomers(project: TestProject, channelId: string, count: number): Promise<void> {
  await server.server.parts.upkeep.query(
    `WITH made AS (
       INSERT INTO dialog.profiles (project_id, id, tags, state, created_at)
       SELECT $1, (lpad(to_hex((1764000000000 + n)::bigint), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid,
         CASE WHEN n % 10 = 0 THEN ARRAY['vip'] ELSE '{}' END, json_build_object('city', 'city ' || n % 7),
         to_timestamp(1764000000 + n)
       FROM generate_series(1, $3::int) AS n RETURNING id, state)
     INSERT INTO dialog.identities (project_id, id, channel_id, external_id, name, profile_id)
     SELECT $1, id, $2, 'c' || id, CASE WHEN right(id::text, 1) <> '0' THEN 'Customer ' || id END, id FROM made`,
    [uuidOf(project), readId('channel', channelId), count],
  );
}

async function makeProject() {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  return { project, channel, path: `/projects/${project.id}/profiles` };
}

async function hear(channel: any, externalId: string, text: string): Promise<void> {
  const raw = JSON.stringify({ external_id: externalId, text, message_id: randomUUID() });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', channel.settings.signing_secret)
    .update(`${timestamp}.${raw}`)
    .digest('hex');
  const answer = await server.call('POST', `/api/channels/${channel.id}/webhook`, {
    raw,
    headers: { 'x-service-timestamp': timestamp, 'x-service-signature': signature },
  });
  expect(answer.status).toBe(202);
}

const patch = (project: TestProject, id: string, fields: object) =>
  server.call('PATCH', `/api/v1/projects/${project.id}/profiles/${id}`, { key: project.key, body: fields });

async function pagesOf(path: string): Promise<any[]> {
  const items: any[] = [];
  for (let cursor = ''; ; ) {
    const page = await server.make('GET', path + cursor);
    expect(page.items.length).toBeLessThanOrEqual(100);
    items.push(...page.items);
    if (page.next_cursor === null) return items;
    cursor = `${path.includes('?') ? '&' : '?'}cursor=${page.next_cursor}`;
  }
}

const idsIn = async (path: string): Promise<string[]> => (await pagesOf(path)).map(({ id }) => id);

describe('the list of customers', () => {
  it('has each customer once on pages of 100, in each of its orders', async () => {
    const { project, channel, path } = await makeProject();
    await addCustomers(project, channel.id, 250);
    const newest = await pagesOf(path);
    expect(newest.map(({ created_at }) => created_at)).toEqual(
      newest
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    );
    expect(new Set(newest.map(({ id }) => id)).size).toBe(250);
    const byActivity = await pagesOf(`${path}?order=active`);
    expect(byActivity.map(({ active_at }) => active_at)).toEqual(newest.map(({ active_at }) => active_at));
    const byName = await pagesOf(`${path}?order=name`);
    const names = byName.map(({ name }) => name);
    const named = names.filter((name) => name !== null);
    // Those without a name come last.
    expect(names.slice(0, named.length)).toEqual([...named].sort());
    expect(new Set(byName.map(({ id }) => id)).size).toBe(250);
  });

  it('says of a cursor of another order, and of one that no page gave, that it is none', async () => {
    const { project, channel, path } = await makeProject();
    await addCustomers(project, channel.id, 101);
    const { next_cursor: cursor } = await server.make('GET', path);
    const id = showId('profile', readId('project', project.id)!);
    const made = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
    for (const query of [
      `order=name&cursor=${cursor}`,
      'cursor=x',
      `order=name&cursor=${made('name', false, '\0', id)}`,
      ...[9e15, 9e14, -9e15, -1].map((at) => `order=active&cursor=${made('active', at, id)}`),
      'order=oldest',
      'state=city',
      'created_from=x',
    ]) {
      const answer = await server.owner('GET', `${path}?${query}`);
      expect([query, answer.status]).toEqual([query, 422]);
    }
  });

  it('finds customers by tag, access, channel, status, time and several of them', async () => {
    const { project, channel, path } = await makeProject();
    const second = await server.makeChannel(project.id);
    const { profile_id: ann } = await server.makeIdentity(project.id, channel.id);
    const { profile_id: bob } = await server.makeIdentity(project.id, second.id);
    const { profile_id: eve } = await server.makeIdentity(project.id, channel.id);
    await patch(project, ann, { tags: ['vip', 'новый'], access: { course: true, old: false } });
    await patch(project, bob, { tags: ['vip'], access: { course: { until: 'always' } }, status: 'blocked' });
    await server.server.parts.database.query(
      `UPDATE dialog.profiles SET paid_access = $3 WHERE project_id = $1 AND id = $2`,
      [
        uuidOf(project),
        readId('profile', eve),
        JSON.stringify([
          { product: 'book', until: null, order_id: 'ord_1' },
          { product: 'ended', until: '2020-01-01T00:00:00Z', order_id: 'ord_2' },
        ]),
      ],
    );
    const found = (query: string) => idsIn(`${path}?${query}`);
    expect(await found('tag=vip')).toEqual([bob, ann]);
    expect(await found(`tag=${encodeURIComponent('новый')}`)).toEqual([ann]);
    expect(await found('tag=nobody')).toEqual([]);
    expect(await found(`id=${ann},${eve},prof_none`)).toEqual([eve, ann]);
    expect(await found(`id=${ann},${eve}&tag=vip`)).toEqual([ann]);
    const tooMany = await server.owner('GET', `${path}?id=${Array(101).fill(ann)}`);
    expect([tooMany.status, tooMany.body.detail[0].loc]).toEqual([422, ['query', 'id']]);
    const counted = (query: string) => server.make('GET', `${path}/count?${query}`);
    expect(await counted('tag=vip')).toEqual({ count: 2, exact: true });
    expect(await counted('')).toEqual({ count: 3, exact: true });
    expect((await server.owner('GET', `${path}/count?state=city=Riga`)).status).toBe(422);
    const known = async (query = '') => (await server.make('GET', `${path}/tags${query}`)).items;
    expect(await known()).toEqual(['vip', 'новый']);
    expect(await known(`?begin=${encodeURIComponent('но')}`)).toEqual(['новый']);
    expect(await known('?begin=%25')).toEqual([]);
    expect(await found('access=course')).toEqual([bob, ann]);
    expect(await found('access=old')).toEqual([]);
    expect(await found('access=book')).toEqual([eve]);
    expect(await found('access=ended')).toEqual([]);
    expect(await found(`channel_id=${channel.id}`)).toEqual([eve, ann]);
    expect(await found('channel_id=ch_nothing')).toEqual([]);
    expect(await found('status=blocked')).toEqual([bob]);
    expect(await found(`tag=vip&channel_id=${second.id}&access=course&order=name`)).toEqual([bob]);
    expect(await found('created_from=2020-01-01T00:00:00Z')).toEqual([eve, bob, ann]);
    expect(await found('created_to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await found('active_from=2020-01-01T00:00:00Z&order=active')).toEqual([eve, bob, ann]);
    expect(await found('active_to=2020-01-01T00:00:00Z')).toEqual([]);
  });

  it('finds customers by the values of the keys that the project named, those who were there before included', async () => {
    const { project, channel, path } = await makeProject();
    // They are read again in several steps.
    await addCustomers(project, channel.id, 720);
    const refused = await server.owner('GET', `${path}?state=city=city 3`);
    expect([refused.status, refused.body.detail[0].msg]).toEqual([
      422,
      expect.stringContaining('none so far'),
    ]);
    const fields = { filter_keys: ['city'] };
    await server.make('PUT', `/projects/${project.id}/customer-fields`, fields);
    await until(async () => (await idsIn(`${path}?state=city=city 3`)).length === 103);
    const [first] = await idsIn(`${path}?state=city=city 3`);
    await patch(project, first!, { state: { city: 'Riga' } });
    expect(await idsIn(`${path}?state=city=Riga&order=active`)).toEqual([first]);
    expect((await idsIn(`${path}?state=city=city 3`)).length).toBe(102);
    await server.make('PUT', `/projects/${project.id}/customer-fields`, {});
    await until(async () => {
      const { rows } = await server.server.parts.database.query(
        `SELECT count(*)::int AS n FROM dialog.profile_facets WHERE project_id = $1 AND facet LIKE 'state:%'`,
        [uuidOf(project)],
      );
      return rows[0]?.n === 0;
    });
  });

  it('shows a customer who said something before those who were quiet', async () => {
    const { project, channel, path } = await makeProject();
    const quiet = await server.makeIdentity(project.id, channel.id, 'quiet');
    await server.makeIdentity(project.id, channel.id, 'other');
    await hear(channel, 'quiet', 'Hello');
    await until(async () => (await idsIn(`${path}?order=active`))[0] === quiet.profile_id);
  });

  it('a merge leaves the name and the tags of all to the one that goes on, and undoing it brings the other back', async () => {
    const { project, channel, path } = await makeProject();
    const [one, two] = [
      await server.makeIdentity(project.id, channel.id, 'one'),
      await server.make('POST', `/projects/${project.id}/identities`, {
        ...{ channel_id: channel.id, external_id: 'two', name: 'Zoe' },
      }),
    ];
    await patch(project, two.profile_id, { tags: ['late'] });
    const link = await server.make('POST', `${path}/link`, { profile_ids: [one.profile_id, two.profile_id] });
    expect(await pagesOf(`${path}?tag=late`)).toMatchObject([{ id: one.profile_id, name: 'Zoe' }]);
    await server.make('POST', `/projects/${project.id}/links/${link.link_id}/undo`);
    expect(await pagesOf(`${path}?tag=late`)).toMatchObject([{ id: two.profile_id, name: 'Zoe' }]);
    expect(await pagesOf(`${path}?order=name`)).toMatchObject([{ name: 'Zoe' }, { name: null }]);
  });
});

/** The tables that a plan reads from beginning to end. Channels are few. */
function readWhole(plan: any): string[] {
  const own =
    plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] !== 'channels' ? [plan['Relation Name']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
}

it('a page of forty thousand customers is found by an index, whatever its filter and wherever it begins', async () => {
  const { project, channel } = await makeProject();
  const { database } = server.server.parts;
  await addCustomers(project, channel.id, 40_000);
  await server.server.parts.database.query(
    `ANALYZE dialog.profiles, dialog.profile_cards, dialog.profile_facets, dialog.identities`,
  );
  const blank = { created_from: '', created_to: '', active_from: '', active_to: '', cursor: '' };
  const { rows: middles } = await database.query<{ id: string }>(
    'SELECT id FROM dialog.profiles WHERE project_id = $1 ORDER BY id OFFSET 20000 LIMIT 1',
    [uuidOf(project)],
  );
  const place = JSON.stringify(['newest', showId('profile', middles[0]!.id)]);
  const middle = Buffer.from(place).toString('base64url');
  const tried = {
    newest: { order: 'newest' },
    'from the middle': { order: 'newest', cursor: middle },
    'by tag': { order: 'newest', tag: 'vip' },
    'by tag from the middle': { order: 'newest', tag: 'vip', cursor: middle },
    'by channel': { order: 'newest', channel_id: channel.id },
    active: { order: 'active' },
    'by name': { order: 'name' },
  } as const;
  const read: Record<string, number> = {};
  for (const [name, query] of Object.entries(tried)) {
    const { text, values } = customersBy(uuidOf(project), { ...blank, ...query });
    const { rows } = await database.query<{ 'QUERY PLAN': any }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    read[name] = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    expect([name, readWhole(plan)]).toEqual([name, []]);
  }
  // It counts to ten thousand and says that there are more.
  const count = await server.make('GET', `/projects/${project.id}/profiles/count`);
  expect(count).toEqual({ count: 10_000, exact: false });
  // A hundred customers with their accounts and cards, each found by its key; all of them are twenty times as many.
  for (const [name, blocks] of Object.entries(read))
    expect([name, blocks]).toEqual([name, expect.toSatisfy((n: number) => n < 3000)]);
});

describe('a customer', () => {
  it('is shown with orders, dialogs and merges, and their page is that of the profile', async () => {
    const { project, channel, path } = await makeProject();
    const ann = await server.makeIdentity(project.id, channel.id, 'ann');
    await hear(channel, 'ann', 'Hello');
    const customer = await until(async () => {
      const read = await server.make('GET', `${path}/${ann.profile_id}`);
      return read.dialogs.length > 0 && read;
    });
    expect(customer).toMatchObject({
      ...{ id: ann.profile_id, status: 'active', tags: [], orders: [], links: [], name: null },
      identities: [{ id: ann.id }],
      dialogs: [{ identity_id: ann.id }],
    });
    const unknown = await server.owner('GET', `${path}/prof_nothing`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'profile_not_found']);
  });

  it('is changed by an operator through the rules of the project API, and the audit log names the person', async () => {
    const { project, channel, path } = await makeProject();
    const ann = await server.makeIdentity(project.id, channel.id);
    const operator = await join(server, project.id, 'operator');
    const raw = '{"state": {"10": "a", "2": "b"}, "access": {"n": 1.000000000000000000001}, "tags": ["vip"]}';
    const changed = await operator.client.owner('PATCH', `${path}/${ann.profile_id}`, JSON.parse(raw));
    expect([changed.status, changed.body.tags]).toEqual([200, ['vip']]);
    const read = await server.call(
      'GET',
      `/api/v1/projects/${project.id}/profiles/${ann.profile_id}`,
      project,
    );
    expect(changed.body).toEqual(read.body);
    const entry = await until(async () =>
      (await server.audit(project)).find(({ action }: any) => action === 'profile.updated'),
    );
    expect(entry).toMatchObject({
      actor: { type: 'owner', name: operator.email },
      subject: { id: ann.profile_id },
      data: { fields: expect.arrayContaining(['state', 'tags', 'access']), tags_added: ['vip'] },
    });
    const wrong = await operator.client.owner('PATCH', `${path}/${ann.profile_id}`, { tags: 'vip' });
    expect(wrong.status).toBe(422);
  });

  it('is called by another name in all their accounts, and by none once that is empty', async () => {
    const { project, channel, path } = await makeProject();
    const [ann, phone] = [
      await server.makeIdentity(project.id, channel.id, 'vis_1'),
      await server.makeIdentity(project.id, channel.id, 'vis_2'),
    ];
    await server.make('POST', `${path}/link`, { profile_ids: [ann.profile_id, phone.profile_id] });
    const operator = await join(server, project.id, 'operator');
    const call = (name: string, id = ann.profile_id) =>
      operator.client.owner('PATCH', `${path}/${id}`, { name });
    const named = await call(' Ann Lee ');
    expect(named.body.identities.map(({ name }: any) => name)).toEqual(['Ann Lee', 'Ann Lee']);
    expect((await server.make('GET', `${path}/${ann.profile_id}`)).name).toBe('Ann Lee');
    // Those who have the name already are not named again, and the name itself is not on record.
    await call('Ann Lee');
    const renamed = async () =>
      (await server.audit(project)).filter(({ action }: any) => action === 'identity.renamed');
    await until(async () => (await renamed()).length === 2);
    for (const { actor, data } of await renamed())
      expect([actor.name, data]).toEqual([operator.email, { fields: ['name'] }]);
    await call('');
    expect((await server.make('GET', `${path}/${ann.profile_id}`)).name).toBeNull();
    expect((await call('Nobody', 'prof_nothing')).status).toBe(404);
    expect((await call('x'.repeat(256))).status).toBe(422);
  });

  it('is called by what they told the bot, if no name is known, and is found by it', async () => {
    const { project, channel, path } = await makeProject();
    await server.make('PUT', `/projects/${project.id}/scenario/draft`, {
      definition: {
        triggers: [{ type: 'any', start: 'ask' }],
        steps: [{ id: 'ask', type: 'question', field: 'name', text: 'What is your name?' }],
      },
    });
    await server.make('POST', `/projects/${project.id}/scenario/publish`);
    await hear(channel, 'vis_teller', 'Hello');
    await hear(channel, 'vis_teller', ' Ann Lee ');
    const named = (q: string) => server.make('GET', `/projects/${project.id}/search?q=${q}&type=customers`);
    const [found] = await until(async () => {
      const { customers } = await named('Ann Lee');
      return customers.items.length > 0 && customers.items;
    });
    expect(found).toMatchObject({ name: 'Ann Lee', identities: [{ external_id: 'vis_teller' }] });
    const renamed = (await server.audit(project)).find(({ action }: any) => action === 'identity.renamed');
    expect(renamed).toMatchObject({ actor: { type: 'system' }, data: { fields: ['name'] } });
    // A name that is known stays.
    await server.make('PATCH', `${path}/${found.id}`, { name: 'Mrs Lee' });
    await patch(project, found.id, { state: { name: 'Somebody else' } });
    await until(async () => (await named('Mrs Lee')).customers.items.length === 1);
    // Those who were there when the keys were named are called so, too.
    const other = await makeProject();
    const ben = await server.makeIdentity(other.project.id, other.channel.id, 'ben');
    await server.make('PUT', `/projects/${other.project.id}/customer-fields`, {});
    await patch(other.project, ben.profile_id, { state: { called: 'Ben', name: '' } });
    await server.make('PUT', `/projects/${other.project.id}/customer-fields`, {
      name_keys: ['name', 'called'],
    });
    await until(async () => (await server.make('GET', `${other.path}/${ben.profile_id}`)).name === 'Ben');
  });

  it('gets and loses tags together with many others, with an entry for each that changed', async () => {
    const { project, channel, path } = await makeProject();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await server.makeIdentity(project.id, channel.id)).profile_id);
    await patch(project, ids[0]!, { tags: ['vip', 'old'] });
    await patch(project, ids[1]!, { tags: ['vip'] });
    const done = await server.make('POST', `${path}/tags`, {
      profile_ids: [...ids.slice(0, 4), ids[0], 'prof_nothing'],
      ...{ add: ['vip', 'vip'], remove: ['old'] },
    });
    expect(done).toEqual({ changed: 3, not_found: ['prof_nothing'] });
    expect(await idsIn(`${path}?tag=vip`)).toEqual(ids.slice(0, 4).reverse());
    expect(await idsIn(`${path}?tag=old`)).toEqual([]);
    const entries = await until(async () => {
      const updates = (await server.audit(project)).filter(({ data }: any) => data.fields?.join() === 'tags');
      return updates.length === 5 && updates.slice(2);
    });
    expect(entries.map(({ data }: any) => data)).toContainEqual({ fields: ['tags'], tags_removed: ['old'] });
    for (const body of [
      { profile_ids: ids, add: ['a'], remove: ['a'] },
      { profile_ids: ids },
      { profile_ids: [], add: ['a'] },
    ]) {
      expect((await server.owner('POST', `${path}/tags`, body)).status).toBe(422);
    }
  });
});

describe('the time line of a customer', () => {
  it('has messages, events, dialogs, merges and notes, newest first, and its pages leave out and repeat nothing', async () => {
    const { project, channel, path } = await makeProject();
    const other = await server.makeChannel(project.id);
    const ann = await server.makeIdentity(project.id, channel.id, 'ann');
    const too = await server.makeIdentity(project.id, other.id, 'too');
    await server.make('POST', `${path}/link`, { profile_ids: [ann.profile_id, too.profile_id] });
    for (let n = 0; n < 30; n++) {
      await server.send(project, n % 2 ? ann.id : too.id, { text: `message ${n}` });
      if (n % 3 === 0) {
        await server.call('POST', `/api/v1/projects/${project.id}/events`, {
          key: project.key,
          body: { event_id: `event-${n}-${project.id}`, identity_id: ann.id, text: `event ${n}` },
        });
      }
    }
    await server.server.parts.database.query(
      `INSERT INTO dialog.conversation_messages
         (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at)
       SELECT $1, gen_random_uuid(), -n, $2, 'sandbox', 'in', 'received',
         json_build_object('text', 'old ' || n, 'data', json_build_object()), now() - interval '1 day' - n * interval '1 s'
       FROM generate_series(1, 90) AS n`,
      [uuidOf(project), readId('identity', ann.id)],
    );
    await server.make('POST', `/projects/${project.id}/dialogs/${too.id}/hold`);
    const notes = `/projects/${project.id}/conversations/${ann.profile_id}/notes`;
    await until(
      async () => (await server.owner('POST', notes, { text: 'Ask for the invoice' })).status === 201,
    );
    // Nothing moves any more: 30 messages have their outcome, and 10 events had their turn.
    await until(async () => {
      const log = await server.audit(project);
      return log.filter(({ action }) => ['message.sent', 'event.ignored'].includes(action)).length === 40;
    });
    const items = await pagesOf(`${path}/${ann.profile_id}/timeline`);
    expect(items.find(({ type }: any) => type === 'note').note).toMatchObject({
      text: 'Ask for the invoice',
      author: { email: expect.stringContaining('@') },
    });
    const counted = Object.fromEntries(
      ['message', 'event', 'link', 'note'].map((type) => [
        type,
        items.filter((item: any) => item.type === type).length,
      ]),
    );
    expect(counted).toEqual({ message: 120, event: 10, link: 1, note: 1 });
    const texts = items.flatMap((item: any) => item.message?.text ?? item.event?.text ?? []);
    expect(new Set(texts).size).toBe(130);
    for (const type of ['message', 'event', 'link', 'dialog', 'run', 'payment']) {
      const only = await pagesOf(`${path}/${ann.profile_id}/timeline?type=${type}`);
      expect([type, only]).toEqual([type, items.filter((item: any) => item.type === type)]);
    }
    expect((await server.owner('GET', `${path}/${ann.profile_id}/timeline?type=x`)).status).toBe(422);
    expect(texts.slice(-90)).toEqual(Array.from({ length: 90 }, (_, n) => `old ${n + 1}`));
  });

  it('has the jobs of operations for all accounts, in pages too, and not those for others', async () => {
    const { project, channel, path } = await makeProject();
    const scene = new Scene(server, project);
    await scene.connect('bank', { base_url: 'https://bank.example' });
    await scene.define('book', { connection: 'bank', request: { body: {} } });
    const [ann, too, other] = [
      await server.makeIdentity(project.id, channel.id, 'ann'),
      await server.makeIdentity(project.id, channel.id, 'too'),
      await server.makeIdentity(project.id, channel.id, 'other'),
    ];
    await server.make('POST', `${path}/link`, { profile_ids: [ann.profile_id, too.profile_id] });
    const jobs: string[] = [];
    for (const { id } of [ann, too, other])
      jobs.push((await scene.outcome('book', { identity_id: id })).job_id);
    const items = await pagesOf(`${path}/${ann.profile_id}/timeline?type=job`);
    expect(items.map(({ job }: any) => [job.job_id, job.operation_id, job.status])).toEqual(
      [jobs[1], jobs[0]].map((id) => [id, 'book', 'succeeded']),
    );
    const all = await pagesOf(`${path}/${ann.profile_id}/timeline`);
    expect(all.filter(({ type }: any) => type === 'job')).toEqual(items);
  });

  it('refuses a cursor that no page gave', async () => {
    const { project, channel, path } = await makeProject();
    const ann = await server.makeIdentity(project.id, channel.id);
    for (const cursor of ['x', Buffer.from('{"said":"1"}').toString('base64url')]) {
      const answer = await server.owner('GET', `${path}/${ann.profile_id}/timeline?cursor=${cursor}`);
      expect(answer.status).toBe(422);
    }
  });
});
