import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillSearch } from '../../src/dialog/search/fill.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Queryable } from '../../src/platform/postgres.ts';
import { allStatements } from '../../src/platform/statement.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const uuidOf = (project: TestProject) => readId('project', project.id)!;
const query = (text: string, values: unknown[] = []) => server.server.parts.upkeep.query(text, values);

async function makeProject() {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  return { project, channel };
}

const search = (project: TestProject, q: string, more = '') =>
  server.make('GET', `/projects/${project.id}/search?q=${encodeURIComponent(q)}${more}`);

const person = (project: TestProject, channel: { id: string }, external_id: string, name?: string) =>
  server.make('POST', `/projects/${project.id}/identities`, { channel_id: channel.id, external_id, name });

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

/** From the newest on: nothing is filled in yet. */
const fromTheNewest = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

/** Messages on record of which no audit entry tells, as those of an upgraded project whose log was deleted. */
async function addRecorded(project: TestProject, identityId: string, count: number, text: string) {
  await query(
    `INSERT INTO dialog.conversation_messages
       (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at)
     SELECT $1, (lpad(to_hex((1764000000000 + n)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
       nextval('dialog.tasks_seq_seq'), $2, 'sandbox', 'in', 'received',
       json_build_object('text', $4::text || ' n' || n, 'data', json_build_object()), now()
     FROM generate_series(1, $3::int) AS n`,
    [uuidOf(project), readId('identity', identityId), count, text],
  );
  await query(
    `INSERT INTO dialog.search_cursors (project_id, messages_before) VALUES ($1, ${fromTheNewest})
     ON CONFLICT (project_id) DO UPDATE SET messages_before = EXCLUDED.messages_before`,
    [uuidOf(project)],
  );
}

it('a project without customers has nothing to fill in, and its readiness does not speak of the search', async () => {
  const { project } = await makeProject();
  const cursor = () =>
    query('SELECT messages_before, identities_before FROM dialog.search_cursors WHERE project_id = $1', [
      uuidOf(project),
    ]);
  await until(async () => (await cursor()).rows.length === 1);
  expect((await cursor()).rows).toEqual([{ messages_before: null, identities_before: null }]);
  const { items } = await server.make('GET', `/projects/${project.id}/readiness`);
  expect(items.map(({ id }: any) => id)).not.toContain('search');
});

it('finds customers by name and external id, and conversations by what both sides said', async () => {
  const { project, channel } = await makeProject();
  const ann = await person(project, channel, 'ann-4711@example.com', 'Ánn Öztürk');
  await person(project, channel, 'bob', 'Bob');
  await hear(channel, 'bob', 'Where does the blue bicycle go?');
  await server.send(project, ann.id, { text: 'Your Bicycle is on its way' });
  const found = await until(async () => {
    const answer = await search(project, 'BICYCLE');
    return answer.conversations.items.length === 2 && answer;
  });
  expect(found.conversations).toMatchObject({
    items: [
      { identity_id: ann.id, messages: [{ direction: 'out', excerpt: 'Your Bicycle is on its way' }] },
      { external_id: 'bob', name: 'Bob', messages: [{ direction: 'in', author: 'customer' }] },
    ],
    narrow: false,
  });
  expect(found.customers).toEqual({ items: [], narrow: false });
  const idsOf = async (q: string) =>
    (await search(project, q, '&type=customers')).customers.items.map(({ id }: any) => id);
  await until(async () => (await idsOf('öztürk')).length === 1);
  for (const q of ['ánn ÖZT', '4711', 'ann-4711@example.com', 'exam']) {
    expect([q, await idsOf(q)]).toEqual([q, [ann.profile_id]]);
  }
  // A visitor of a web chat is called by the end of the id, and found by it.
  const visitor = await person(project, channel, 'vis_0123456789abcdefghjkmnk4gy');
  await until(async () => (await idsOf('K4GY')).length === 1);
  expect(await idsOf('k4gy')).toEqual([visitor.profile_id]);
  for (const q of ['ánn bob', 'zt', '%', "'"]) expect([q, await idsOf(q)]).toEqual([q, []]);
  const only = await search(project, 'blue bicy', '&type=conversations');
  expect([Object.keys(only), only.conversations.items.length]).toEqual([['conversations'], 1]);
});

it('finds nothing of another project', async () => {
  const [ours, theirs] = [await makeProject(), await makeProject()];
  await person(theirs.project, theirs.channel, 'secret', 'Secretive');
  await hear(theirs.channel, 'secret', 'a secretive word');
  await until(async () => (await search(theirs.project, 'secretive')).conversations.items.length === 1);
  const found = await search(ours.project, 'secretive');
  expect(found).toEqual({
    customers: { items: [], narrow: false },
    conversations: { items: [], narrow: false },
  });
});

it('shows the newest 200 hits, and says when there are more', async () => {
  const { project, channel } = await makeProject();
  const ann = await person(project, channel, 'ann');
  await addRecorded(project, ann.id, 250, 'again');
  const found = await until(async () => {
    const { conversations } = await search(project, 'again', '&type=conversations');
    return conversations.narrow && conversations;
  });
  const [{ messages }] = found.items;
  expect(messages.length).toBe(200);
  expect(messages[0].excerpt).toBe('again n250');
  const { conversations } = await search(project, 'again n17');
  expect(conversations.narrow).toBe(false);
  expect(conversations.items[0].messages.length).toBe(11);
});

it('what is deleted from the record is not found any more, and neither is its index entry there', async () => {
  const { project, channel } = await makeProject();
  const ann = await person(project, channel, 'ann');
  await addRecorded(project, ann.id, 20, 'vanishing');
  await until(
    async () => (await search(project, 'vanishing')).conversations.items[0]?.messages.length === 20,
  );
  await query(`DELETE FROM dialog.conversation_messages WHERE project_id = $1`, [uuidOf(project)]);
  expect((await search(project, 'vanishing')).conversations.items).toEqual([]);
  const { rows } = await query(
    'SELECT count(*)::int AS n FROM dialog.search_messages WHERE project_id = $1',
    [uuidOf(project)],
  );
  expect(rows).toEqual([{ n: 0 }]);
});

it('what was there before is filled in once, however often a process dies between two batches', async () => {
  const { project, channel } = await makeProject();
  const ann = await person(project, channel, 'ann', 'Early Bird');
  await until(async () => (await search(project, 'early')).customers.items.length === 1);
  await addRecorded(project, ann.id, 3500, 'older');
  // As an upgrade leaves it: nothing is written, and everything is to be filled in.
  await query('DELETE FROM dialog.search_messages WHERE project_id = $1', [uuidOf(project)]);
  await query('DELETE FROM dialog.search_identities WHERE project_id = $1', [uuidOf(project)]);
  await query(
    `UPDATE dialog.search_cursors SET messages_before = ${fromTheNewest}, identities_before = ${fromTheNewest} WHERE project_id = $1`,
    [uuidOf(project)],
  );
  const { work } = server.server.parts;
  // A process that dies takes its transaction with it.
  const died = work.transaction(async (tx) => {
    await fillSearch({ transaction: (work: any) => work(tx) } as any);
    throw new Error('died');
  });
  await expect(died).rejects.toThrow('died');
  await Promise.all([fillSearch(work), fillSearch(work)]);
  await until(async () => {
    const { rows } = await query(
      'SELECT messages_before, identities_before FROM dialog.search_cursors WHERE project_id = $1',
      [uuidOf(project)],
    );
    return rows[0]?.messages_before === null && rows[0]?.identities_before === null;
  });
  const { rows } = await query(
    'SELECT count(*)::int AS n FROM dialog.search_messages WHERE project_id = $1',
    [uuidOf(project)],
  );
  expect(rows).toEqual([{ n: 3500 }]);
  expect((await search(project, 'early')).customers.items.length).toBe(1);
  expect((await search(project, 'older n3499')).conversations.items[0].messages.length).toBe(1);
  expect((await search(project, 'older n1')).conversations.items[0].messages.length).toBe(200);
});

it('is answered from the index, whatever Postgres takes a question for', async () => {
  const { project, channel } = await makeProject();
  await person(project, channel, 'ann');
  await hear(channel, 'ann', 'one of few');
  await until(
    async () => (await search(project, 'few', '&type=conversations')).conversations.items.length > 0,
  );
  await query('ANALYZE dialog.search_messages, dialog.search_identities');
  const keyOf = (table: string) => `${table}_project_id_id_pk`;
  const byKey = ['conversation_messages', 'identities'].map(keyOf);
  for (const [name, ...indexes] of [
    ['search-messages', 'search_messages_by_word', ...byKey],
    ['search-accounts', 'search_identities_by_word', keyOf('identities')],
  ]) {
    const { text } = [...allStatements()].find((each) => each.name === name)!;
    const planOf = async (database: Queryable) => {
      const { rows } = await database.query<any>(`EXPLAIN ${text}`, [uuidOf(project), "'%few'"]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const { searches } = server.server.parts;
    const plan = await planOf(searches);
    // Each hit by its key, also in a project with a thousand times as many messages as most have.
    for (const index of indexes) expect(plan).toMatch(new RegExp(`Index Scan (on|using) ${index}`));
    expect(plan).not.toMatch(/Seq Scan|Gather|Materialize/);
  }
  // With a table of millions Postgres would read all of it: for this searches have connections of their own.
  const { rows } = await server.server.parts.searches.query(
    `SELECT current_setting('enable_seqscan') AS tables, current_setting('max_parallel_workers_per_gather') AS processes`,
  );
  expect(rows).toEqual([{ tables: 'off', processes: '0' }]);
});

it('a word that everybody says is found in the newest bucket alone, however many messages there are', async () => {
  const { project, channel } = await makeProject();
  const ann = await person(project, channel, 'ann');
  await until(async () => (await search(project, 'ann')).customers.items.length === 1);
  // Straight into the index: 60,000 messages in six buckets.
  await query(
    `WITH made AS (
       INSERT INTO dialog.conversation_messages
         (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at)
       SELECT $1, gen_random_uuid(), nextval('dialog.tasks_seq_seq'), $2, 'sandbox', 'in', 'received',
         json_build_object('text', 'common n' || n, 'data', json_build_object()), now()
       FROM generate_series(1, 60000) AS n RETURNING project_id, id, seq, payload ->> 'text' AS text
     ), numbered AS (SELECT made.*, row_number() OVER (ORDER BY seq) - 1 AS n FROM made)
     INSERT INTO dialog.search_messages (project_id, id, seq, words)
     SELECT m.project_id, m.id, m.seq, array_to_tsvector(ARRAY(
       SELECT c.number || '.' || n / 10000 || ':' || word FROM unnest(string_to_array(m.text, ' ')) AS word))
     FROM numbered AS m JOIN dialog.search_cursors AS c ON c.project_id = m.project_id`,
    [uuidOf(project), readId('identity', ann.id)],
  );
  await query(
    `UPDATE dialog.search_cursors SET messages = 60000, messages_before = NULL WHERE project_id = $1`,
    [uuidOf(project)],
  );
  await query('ANALYZE dialog.search_messages, dialog.conversation_messages');
  const { text } = [...allStatements()].find(({ name }) => name === 'search-messages')!;
  const plans = async (question: string) => {
    const { rows } = await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [uuidOf(project), question]);
    const scans: any[] = [];
    const walk = (plan: any): void => {
      if (/search_messages/.test(plan['Relation Name'] ?? plan['Index Name'] ?? '')) scans.push(plan);
      for (const each of plan.Plans ?? []) walk(each);
    };
    walk((rows[0] as any)['QUERY PLAN'][0].Plan);
    return scans.map((scan) => [scan['Node Type'], scan['Actual Loops'], scan['Index Name'] ?? '']);
  };
  expect(await plans("'%common'")).toEqual([
    ['Bitmap Heap Scan', 2, ''],
    ['Bitmap Index Scan', 2, 'search_messages_by_word'],
  ]);
  // One that hardly anybody says is looked for in all of them.
  expect(await plans("'%common' & '%n77'")).toEqual([
    ['Bitmap Heap Scan', 8, ''],
    ['Bitmap Index Scan', 8, 'search_messages_by_word'],
  ]);
  const { conversations } = await search(project, 'common', '&type=conversations');
  expect([conversations.narrow, conversations.items[0].messages[0].excerpt]).toEqual([true, 'common n60000']);
}, 240_000);
