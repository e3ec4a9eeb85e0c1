import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parley } from '../fixtures/parley-command.ts';
import { sharedBuild } from '../fixtures/server-build.ts';
import type { Client, TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** `parley unsettled` settles what is unknown in two projects, beside the server. */

let build: Awaited<ReturnType<typeof sharedBuild>>;
let scene: ProcessScene;
let client: Client;
let second: TestProject;
/** Messages to one customer in the order in which they were sent, one to another customer, and one of the second project. */
let ordered: string[];
let single: string;
let elsewhere: string;
const secondName = 'Second\tproject';

beforeAll(async () => {
  build = await sharedBuild(inject('build'));
  scene = await makeProcessScene();
  client = await scene.owner(await scene.start());
  const { id } = await client.make('POST', '/projects', { name: secondName });
  second = { id, key: (await client.makeKey(id)).key, keyId: '' };
  const channel = await client.makeChannel(second.id, scene.receiver.url, {
    signing_secret: scene.channel.secret,
  });
  const other = await client.makeIdentity(second.id, channel.id, 'customer of the second');

  scene.receiver.answer = (_received, response) => void response.writeHead(500).end();
  const send = async (project: TestProject, identity: string) =>
    (await client.send(project, identity)).body.message_id as string;
  const identity = await scene.identity();
  ordered = [];
  for (let i = 0; i < 4; i++) ordered.push(await send(scene.project, identity));
  single = await send(scene.project, await scene.identity());
  elsewhere = await send(second, other.id);
  for (const id of [...ordered, single]) {
    expect(await client.outcome(scene.project, id)).toBe('message.unknown');
  }
  expect(await client.outcome(second, elsewhere)).toBe('message.unknown');
  scene.receiver.answer = (_received, response) => void response.writeHead(204).end();
});

afterAll(async () => {
  await scene?.killAll();
  await scene?.close();
});

const said = async (...args: string[]) => {
  const { status, ...texts } = await parley(build, ['unsettled', ...args], scene.environment);
  expect([status, texts]).toEqual([0, texts]);
  return texts;
};
const run = async (...args: string[]) => (await said(...args)).stdout;

/** The ids that a list names: as with `cut`, whatever else is on standard output would be taken for one. */
const listed = async (...args: string[]) =>
  (await run('list', ...args))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0]!);

const stateOf = async (id: string) => (await scene.session.task(id)).state;

it('lists those of all projects with channel, customer and reason, and by each of these', async () => {
  const all = [...ordered, single, elsewhere];
  expect((await listed()).sort()).toEqual([...all].sort());
  const lines = (await run('list', '--project', second.id, '--json')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      id: elsewhere,
      kind: 'message',
      environment: 'live',
      project: { id: second.id, name: secondName },
      target: { id: expect.stringMatching(/^ch_/), name: expect.any(String) },
      external_id: 'customer of the second',
      reason: { code: 'http_500', message: expect.stringContaining('500') },
      since: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  // A cell of the text has no tab of its own.
  expect(await said('list', '--project', second.id)).toEqual({
    stdout: expect.stringMatching(/^[^\n]*\t\S+ \(Second project\)\t[^\n]*\n$/),
    stderr: '1 unknown outcome.\n',
  });
  expect(await listed('--external-id', 'customer of the second')).toEqual([elsewhere]);
  expect(await listed('--channel', scene.channel.id)).toEqual([...ordered, single]);
  expect((await listed('--reason', 'http_500', '--kind', 'message')).length).toBe(all.length);
  for (const none of [
    ['--reason', 'lost'],
    ['--kind', 'job'],
    ['--environment', 'sandbox'],
    ['--before', '2026-01-01'],
    ['--since', '2100-01-01T00:00:00Z'],
  ]) {
    expect(await said('list', ...none)).toEqual({ stdout: '', stderr: 'There is none.\n' });
  }
});

it('settles nothing unless it is told to, and never all by mistake', async () => {
  expect(await run('settle', 'failed', '--channel', scene.channel.id)).toBe(
    '5 unknown outcomes would be settled as "failed". Nothing was done: look at them with "parley unsettled list", and add --yes to do it.\n',
  );
  for (const [args, reason] of [
    [['settle', 'done', '--yes'], /^Nothing was settled: name the records .* or add --all\.\n$/],
    [['settle', 'done', 'prj_1', '--yes'], /^"prj_1" is not the id of a message, job, …\.\n$/],
    [['list', '--kind', 'letter'], /^--kind letter: there is no such kind; the kinds are message, job, /],
    [['list', '--since', 'yesterday'], /^"yesterday" is no moment; write it as /],
    [['list', '--channel', second.id], /is not the id of a channel \(ch_…\) or connection/],
    [
      ['settle', 'done', '--reason', 'lost', '--yes'],
      /^Nothing was settled: there is no such unknown outcome\.\n$/,
    ],
  ] as const) {
    const { status, stdout, stderr } = await parley(build, ['unsettled', ...args], scene.environment);
    expect([args, status, stdout]).toEqual([args, 1, '']);
    expect(stderr).toMatch(reason);
  }
  expect((await listed()).length).toBe(6);
});

it('settles those of one project with a note, and the audit log says who did', async () => {
  expect(await run('settle', 'done', elsewhere, '--note', 'seen at the shop', '--yes')).toBe(
    '1 unknown outcome settled as "done".\n',
  );
  expect(await stateOf(elsewhere)).toBe('succeeded');
  const { body } = await client.call('GET', `/api/v1/projects/${second.id}/audit`, second);
  expect(body.items.at(-1)).toMatchObject({
    action: 'message.settled',
    actor: { type: 'system', name: expect.stringMatching(/^parley unsettled \(.+\)$/) },
    subject: { type: 'message', id: elsewhere },
    data: { outcome: 'done', note: 'seen at the shop' },
  });
});

it('does again, in their order and once each, what was never done', async () => {
  scene.receiver.received.length = 0;
  expect(await run('settle', 'retry', ...[...ordered].reverse(), '--yes')).toBe(
    '4 unknown outcomes settled as "retry".\n',
  );
  await until(async () => (await Promise.all(ordered.map(stateOf))).every((state) => state === 'succeeded'));
  expect(scene.receiver.received.map(({ id }) => id)).toEqual(ordered);
  expect(await listed()).toEqual([single]);
  await run('settle', 'failed', '--all', '--yes');
  expect(await stateOf(single)).toBe('failed');
});
