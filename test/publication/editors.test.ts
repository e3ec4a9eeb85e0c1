import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client, TestProject } from '../harness/client.ts';
import { openEvents } from '../harness/event-stream.ts';
import { join, type Person } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
let anna: Person;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  anna = await join(server, project.id, 'developer');
});
afterAll(() => server?.close());

const hello = (text: string) => ({
  triggers: [{ type: 'command', command: '/start' }],
  steps: [{ id: 'hello', type: 'message', text }],
});
const path = (more: string) => `/projects/${project.id}${more}`;
const own = (definition: object) => ({ definition });
const named = (definition: object) => ({ name: 'Flow', definition });
const flow = (text: string) => ({ triggers: [], steps: [{ id: 'say', type: 'set', values: { text } }] });

/** The same promises for both kinds of drafts. */
const kinds = [
  {
    kind: 'scenario',
    draft: '/scenario/draft',
    base: '/scenario',
    body: own,
    text: hello,
    beforeFirst: async () => server.makeProject(),
  },
  {
    kind: 'workflow',
    draft: '/workflows/flow',
    base: '/workflows/flow',
    body: named,
    text: flow,
    beforeFirst: async () => server.makeProject(),
  },
];

it.each(kinds)(
  'the draft of a $kind keeps a view as it was sent, under the revision of the draft',
  async (of) => {
    project = await of.beforeFirst();
    const view = { positions: { b: [1, 2], a: [3, 4.5] }, groups: [], colours: { a: '#fff' } };
    const first = await server.owner('PUT', path(of.draft), { ...of.body(of.text('one')), view });
    expect([first.status < 300, first.headers.get('etag')]).toEqual([true, '"1"']);
    expect(first.body).not.toHaveProperty('view');
    const editor = await server.owner('GET', path(`${of.base}/editor`));
    expect(editor.headers.get('etag')).toBe('"1"');
    expect(editor.body).toEqual({
      revision: 1,
      definition: of.text('one'),
      view,
      saved_at: expect.any(String),
      saved_by: 'owner@example.com',
    });
    expect(editor.text).toContain(JSON.stringify(view));
    expect((await server.owner('GET', path(of.draft))).headers.get('etag')).toBe('"1"');

    // Left out it stays, null removes it, and the revision grows each time.
    await server.make('PUT', path(of.draft), of.body(of.text('two')));
    expect((await server.make('GET', path(`${of.base}/editor`))).view).toEqual(view);
    await server.make('PUT', path(of.draft), { ...of.body(of.text('two')), view: null });
    expect(await server.make('GET', path(`${of.base}/editor`))).toMatchObject({ revision: 3, view: null });
  },
);

it.each(kinds)(
  'a view of the $kind that is no object, or too large, is refused with a sentence',
  async (of) => {
    project = await of.beforeFirst();
    for (const view of [[], 'x', { text: 'x'.repeat(256 * 1024) }]) {
      const { status, body } = await server.owner('PUT', path(of.draft), {
        ...of.body(of.text('one')),
        view,
      });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'view']]);
    }
  },
);

it.each(kinds)(
  'who has changed an older revision of the draft of a $kind is shown the one that is there, and nothing is lost',
  async (of) => {
    project = await of.beforeFirst();
    const helper = await join(server, project.id, 'developer');
    const save = (who: Client, text: string, revision?: string): Promise<Answer> =>
      who.owner(
        'PUT',
        path(of.draft),
        { ...of.body(of.text(text)), view: { by: text } },
        revision === undefined ? {} : { 'if-match': revision },
      );
    expect((await save(server, 'mine', '"0"')).status).toBeLessThan(300);
    expect((await save(helper.client, 'theirs', '"1"')).headers.get('etag')).toBe('"2"');
    const refused = await save(server, 'mine again', '"1"');
    expect([refused.status, refused.body]).toEqual([
      412,
      {
        detail: expect.stringContaining(`revision 2 by now, saved by ${helper.email}`),
        code: 'draft_changed',
        current: {
          revision: 2,
          definition: of.text('theirs'),
          view: { by: 'theirs' },
          saved_at: expect.any(String),
          saved_by: helper.email,
        },
      },
    ]);
    expect((await server.make('GET', path(`${of.base}/editor`))).definition).toEqual(of.text('theirs'));
    expect((await save(server, 'first', '"0"')).status).toBe(412);
    expect((await save(server, 'of nothing', '"7"')).status).toBe(412);
    // As before without the header; a proxy may have weakened the tag.
    expect((await save(server, 'whatever')).headers.get('etag')).toBe('"3"');
    expect((await save(server, 'weak', 'W/"3"')).headers.get('etag')).toBe('"4"');
    for (const header of ['4', '*', '"x"']) {
      const { status, body } = await save(server, 'x', header);
      expect([status, body.detail[0].loc]).toEqual([422, ['header', 'if-match']]);
    }
  },
);

it.each(kinds)(
  'of many who save the same revision of a $kind at the same moment one is saved',
  async (of) => {
    project = await of.beforeFirst();
    for (const revision of ['"0"', '"1"']) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          server.owner('PUT', path(of.draft), of.body(of.text(String(i))), { 'if-match': revision }),
        ),
      );
      expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
      expect(answers.map(({ status }) => status).filter((status) => status === 412)).toHaveLength(7);
    }
  },
);

it.each(kinds)('a version of a $kind becomes the draft without being published', async (of) => {
  project = await of.beforeFirst();
  await server.make('PUT', path(of.draft), { ...of.body(of.text('one')), view: { kept: true } });
  await server.make('POST', path(`${of.base}/publish`));
  await server.make('PUT', path(of.draft), of.body(of.text('two')));
  const restore = (version: string, headers: Record<string, string> = {}) =>
    server.owner('POST', path(`${of.base}/versions/${version}/draft`), undefined, headers);
  expect((await restore('1', { 'if-match': '"1"' })).status).toBe(412);
  const { status, headers, body } = await restore('1', { 'if-match': '"2"' });
  expect([status, headers.get('etag'), body]).toEqual([
    200,
    '"3"',
    expect.objectContaining({ revision: 3, definition: of.text('one'), view: { kept: true } }),
  ]);
  const { items } = await server.make('GET', path(`${of.base}/versions`));
  expect(items.map(({ version, published_by }: any) => [version, published_by])).toEqual([
    [1, 'owner@example.com'],
  ]);
  const entry = (await server.audit(project)).at(-1);
  expect(entry.data).toEqual({ revision: 3, restored_from: 1 });
  for (const version of ['0', '2', '-1', 'x', '99999999999']) {
    const answer = await restore(version);
    expect([answer.status, answer.body.code]).toEqual([404, 'version_not_found']);
  }
});

it('an earlier scenario is published anew over the revision of the draft that was seen, and over no other', async () => {
  const scenario = kinds.find(({ base }) => base === '/scenario')!;
  project = await scenario.beforeFirst();
  for (const text of ['one', 'two']) {
    await server.make('PUT', path(scenario.draft), scenario.body(scenario.text(text)));
    await server.make('POST', path('/scenario/publish'));
  }
  const restore = (revision: string) =>
    server.owner('POST', path('/scenario/versions/1/restore'), undefined, { 'if-match': revision });
  const refused = await restore('"1"');
  expect([refused.status, refused.body.code, refused.body.current.revision]).toEqual([
    412,
    'draft_changed',
    2,
  ]);
  const { items } = await server.make('GET', path('/scenario/versions'));
  expect(items.map(({ version }: any) => version)).toEqual([2, 1]);
  expect((await restore('"2"')).body).toMatchObject({ version: 3, restored_from: 1 });
});

it.each(kinds)('two versions of a $kind, or one and the draft, are compared step by step', async (of) => {
  project = await of.beforeFirst();
  const compare = (query = '') => server.owner('GET', path(`${of.base}/compare${query}`));
  await server.make('PUT', path(of.draft), of.body(of.text('one')));
  expect((await compare()).body.code).toBe('version_not_found');
  await server.make('POST', path(`${of.base}/publish`));
  await server.make('PUT', path(of.draft), of.body(of.text('two')));
  await server.make('POST', path(`${of.base}/publish`));
  await server.make('PUT', path(of.draft), of.body(of.text('three')));
  const change = (before: string, after: string) => [
    expect.objectContaining({
      change: 'changed',
      paths: [expect.objectContaining({ change: 'changed', before, after })],
    }),
  ];
  const by = 'owner@example.com';
  const [draft, versions, backwards] = [
    (await compare()).body,
    (await compare('?from=1&to=2')).body,
    (await compare('?from=draft&to=1')).body,
  ];
  expect(draft).toEqual({
    from: { version: 2, at: expect.any(String), by },
    to: { version: null, at: expect.any(String), by },
    steps: change('two', 'three'),
    document: [],
  });
  expect([versions.steps, backwards.steps]).toEqual([change('one', 'two'), change('three', 'one')]);
  expect((await compare('?from=3')).body.code).toBe('version_not_found');
  expect((await compare('?from=first')).status).toBe(422);
});

it('people who work on the same draft know of each other, and are forgotten when they leave', async () => {
  project = await server.makeProject();
  anna = await join(server, project.id, 'developer');
  await server.make('PUT', path('/workflows/flow'), named(flow('one')));
  const url = `${server.url}/api/owner${path('/stream')}`;
  const stream = await openEvents(url, { cookie: server.cookie });
  await until(() => stream.events.length > 0);
  const told = () => stream.events.filter(({ event }) => event === 'draft_presence').map(({ data }) => data);
  const enter = (who: Client, of: string, body: object = {}) =>
    who.make('POST', path(`${of}/draft/presence`), body);

  expect(await enter(anna.client, '/workflows/flow', { step: 'say' })).toEqual({ items: [] });
  await until(() => told().length === 1);
  expect(told()[0]).toEqual({
    ...{ subject: { type: 'workflow', id: 'flow' }, person_id: anna.id, email: anna.email },
    ...{ step: 'say', here: true, seen_at: expect.any(String) },
  });
  expect((await enter(server, '/workflows/flow')).items).toEqual([
    { person_id: anna.id, email: anna.email, step: 'say', seen_at: expect.any(String) },
  ]);
  // Whoever works on another draft is not there.
  expect((await enter(server, '/scenario')).items).toEqual([]);
  await enter(anna.client, '/workflows/flow', { here: false });
  await until(async () => (await enter(server, '/workflows/flow')).items.length === 0);
  // Nobody is told of themselves.
  expect(told().every(({ person_id }) => person_id === anna.id)).toBe(true);
  stream.cut();
  const missing = await server.owner('POST', path('/workflows/none/draft/presence'), {});
  expect([missing.status, missing.body.code]).toEqual([404, 'workflow_not_found']);
});

it('a workflow is checked without being saved: what is sent, or the draft, with what its project has', async () => {
  project = await server.makeProject();
  await server.make('PUT', path('/workflows/flow'), named(flow('one')));
  const check = (body?: object) => server.owner('POST', path('/workflows/flow/check'), body);
  expect((await check()).body).toEqual({ publishable: true, findings: [] });
  const steps = [{ id: 'say', type: 'set', values: { text: 'x' }, next: 'nowhere' }];
  const { body } = await check({ definition: { triggers: [], steps } });
  expect(body.publishable).toBe(false);
  expect(body.findings).toMatchObject([{ code: 'unknown_target', path: ['steps', 0, 'next'], step: 'say' }]);
  // A type of step that only dialogs have.
  const asked = await check({ definition: { triggers: [], steps: [{ id: 'q', type: 'question' }] } });
  expect(asked.body.publishable).toBe(false);
  // Itself, by name: a circle that only a check knows which knows the name.
  const self = { definition: { triggers: [], steps: [{ id: 'w', type: 'workflow', workflow: 'flow' }] } };
  expect((await check(self)).body.findings.length).toBeGreaterThan(0);
  expect((await server.make('GET', path('/workflows/flow/editor'))).revision).toBe(1);
  expect((await server.owner('POST', path('/workflows/none/check'))).body.code).toBe('workflow_not_found');
});
