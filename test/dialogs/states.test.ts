import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialogsBy } from '../../src/dialog/inbox/list.ts';
import { readId } from '../../src/platform/ids.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';
import { type DialogScene, makeDialogScene } from './scene.ts';

let server: TestServer;
let scene: DialogScene;
let otherChannel: string;
const who: Record<string, string> = {};

const definition = {
  triggers: ['ask', 'fail', 'end', 'call'].map((start) => ({
    type: 'event',
    where: { left: '{{event.text}}', op: 'eq', right: start },
    start,
  })),
  steps: [
    { id: 'ask', type: 'question', text: 'Secret words?', field: 'name' },
    { id: 'end', type: 'end' },
    { id: 'fail', type: 'end', status: 'failed' },
    { id: 'call', type: 'operation', operation: 'slow', input: {} },
    { id: 'gone', type: 'goto', to: 'end' },
  ],
};

beforeAll(async () => {
  // Its own: how Postgres finds a page depends on all rows of a table, also on those that other files left.
  server = await startTestServer();
  scene = await makeDialogScene(server);
  otherChannel = (await server.makeChannel(scene.project.id)).id;
  const operations = new Scene(server, scene.project);
  // Nothing listens there: the job is tried again, and the dialog goes on waiting for it.
  await operations.connect('shop', { base_url: 'http://127.0.0.1:9' });
  await operations.define('slow', { connection: 'shop', mock: { result: 1 } });
  const live = (await server.makeChannel(scene.project.id, 'http://127.0.0.1:9')).id;
  await scene.publish(definition);
  who.asked = await scene.identity();
  who.failed = await scene.identity();
  who.ended = (await server.makeIdentity(scene.project.id, otherChannel)).id;
  who.called = (await server.makeIdentity(scene.project.id, live)).id;
  who.silent = await scene.identity();
  await scene.event(who.asked, 'ask');
  await scene.event(who.failed, 'fail');
  await scene.event(who.ended, 'end');
  await scene.event(who.called, 'call');
  await scene.event(who.silent, 'nothing that starts anything');
  for (const identity of Object.values(who)) await scene.settled(identity);
  await scene.publish(definition);
});
afterAll(() => server?.close());

const call = async (query: string) =>
  server.call('GET', `/api/v1/projects/${scene.project.id}/dialogs?${query}`, { key: scene.project.key });
const named = ({ items }: any): string[] =>
  items.map(({ identity_id }: any) => Object.keys(who).find((name) => who[name] === identity_id)).sort();

describe('the list of dialogs', () => {
  it.each<[string, string[]]>([
    ['', ['asked', 'called', 'ended', 'failed', 'silent']],
    ['state=idle', ['silent']],
    ['state=active', ['called']],
    ['state=waiting', ['asked']],
    ['state=failed', ['failed']],
    ['state=ended', ['ended']],
    ['step=ask', ['asked']],
    ['step=fail', ['failed']],
    ['step=end&state=ended', ['ended']],
    ['step=gone', []],
    ['version=1', ['asked', 'called', 'ended', 'failed']],
    ['version=2', []],
    ['channel_id=OTHER', ['ended']],
    ['channel_id=OTHER&state=failed', []],
    ['channel_id=ch_none', []],
    ['held=true', []],
  ])('has by "%s" those that stand so, for clients and for owners', async (query, expected) => {
    const real = query.replace('OTHER', otherChannel);
    expect(named((await call(real)).body)).toEqual(expected);
    expect(named(await server.make('GET', `/projects/${scene.project.id}/dialogs?${real}`))).toEqual(
      expected,
    );
  });

  it('says where each stands and why it failed, and to clients nothing of what was said', async () => {
    const { body } = await call('state=failed');
    expect(body.items[0]).toMatchObject({
      identity_id: who.failed,
      channel: { id: scene.channelId, type: 'webhook', environment: 'sandbox' },
      ...{ version: 1, state: 'failed', step: 'fail', waiting: null, held: null },
      error: { code: 'ended_as_failed' },
    });
    expect((await call('')).text).not.toContain('Secret words');
    expect((await call('state=waiting')).body.items[0].waiting).toEqual({
      step: 'ask',
      for: 'answer',
      until: null,
    });
  });

  it.each(['state=lost', 'version=0', 'cursor=next', 'cursor=1.idn_none', 'held=perhaps'])(
    'refuses %s',
    async (query) => {
      expect((await call(query)).status).toBe(422);
      expect((await server.owner('GET', `/projects/${scene.project.id}/dialogs?${query}`)).status).toBe(422);
    },
  );

  it('moves a dialog to its new state with each turn', async () => {
    const identity = await scene.identity();
    await scene.event(identity, 'ask');
    await until(async () => (await scene.dialog(identity))?.state === 'waiting');
    await scene.event(identity, 'Ann');
    await until(async () => (await scene.dialog(identity)).state === 'ended');
    expect((await scene.dialog(identity)).step).toBe('end');
    await scene.event(identity, 'fail');
    await until(async () => (await scene.dialog(identity)).error?.code === 'ended_as_failed');
  });

  it('goes on after a page where it ended, and finds each page by the index of its filter', async () => {
    const { database } = server.server.parts;
    const project = await server.makeProject();
    const projectId = readId('project', project.id)!;
    const channel = await server.makeChannel(project.id);
    const [channelId, otherId] = [channel.id, (await server.makeChannel(project.id)).id].map(
      (id) => readId('channel', id)!,
    );
    await database.query(
      `WITH made AS (
         INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
         SELECT $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
           CASE WHEN n % 250 = 3 THEN $3::uuid ELSE $2::uuid END, n::text, $1 FROM generate_series(1, 30000) AS n
         RETURNING id, channel_id, external_id::int AS n)
       INSERT INTO dialog.dialogs (project_id, identity_id, channel_id, version, position, updated_at)
       SELECT $1, id, channel_id, CASE WHEN n % 250 = 2 THEN 1 ELSE 2 END,
         CASE WHEN n % 250 = 0 THEN '{"step":null,"endedAt":"book","ended":{"status":"failed","error":{"code":"a","message":"b"}}}'
           WHEN n % 250 = 1 THEN '{"step":"rare","waiting":{"kind":"answer","until":null},"ended":null}'
           ELSE '{"step":"ask","waiting":{"kind":"answer","until":null},"ended":null}' END::json,
         now() - make_interval(secs => n / 3)
       FROM made`,
      [projectId, channelId, otherId],
    );
    await database.query('ANALYZE dialog.dialogs');
    await database.query('ANALYZE dialog.identities');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: any = await server.call(
        'GET',
        `/api/v1/projects/${project.id}/dialogs?state=failed&cursor=${cursor}`,
        { key: project.key },
      );
      seen.push(...page.body.items.map(({ identity_id }: any) => identity_id));
      cursor = page.body.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    const searches = [
      [{}, 'dialogs_by_activity'],
      [{ state: 'failed' }, 'dialogs_by_state'],
      [{ step: 'rare' }, 'dialogs_by_step'],
      [{ version: 1 }, 'dialogs_by_version'],
      [{ channel_id: 'OTHER' }, 'dialogs_by_channel'],
    ] as const;
    const listed = await server.make('GET', `/projects/${project.id}/channels`);
    const shown = listed.items.find(({ id }: any) => readId('channel', id) === otherId).id;
    for (const [given, index] of searches) {
      const filters = 'channel_id' in given ? { channel_id: shown as string } : given;
      const { text, values } = dialogsBy(projectId, { ...filters, cursor: '' });
      const { rows } = await database.query<any>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      const plan = JSON.stringify(rows);
      expect([given, /"Index Name":"(dialogs_\w+)"/.exec(plan)?.[1]]).toEqual([given, index]);
      const { Plan: top } = rows[0]['QUERY PLAN'][0];
      expect(top['Shared Hit Blocks'] + top['Shared Read Blocks'], plan).toBeLessThan(2000);
    }
  });
});
