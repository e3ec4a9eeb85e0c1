import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
});
afterAll(() => server?.close());

/** Sends a body as it is written here. */
const send = (method: string, path: string, raw: string) =>
  server.owner(method, `/projects/${scene.project.id}${path}`, raw, { 'content-type': 'application/json' });

const flow = '{"triggers":[],"steps":[{"id":"a","type":"set","vars":{"x":#}}]}';
const atFlow = ['definition', 'steps', 0, 'vars', 'x'];
const operation = (more: string) =>
  `{"name":"Order","connection":"shop","environments":["sandbox"],"mock":{"result":1},${more}}`;

/** What people define: method, path, body with `#` for the number, the place of it. */
const definitions: [string, string, string, (string | number)[]][] = [
  ['PUT', '/workflows/long', `{"name":"Long","definition":${flow}}`, atFlow],
  ['POST', '/workflows/long/check', `{"definition":${flow}}`, atFlow],
  ['PUT', '/scenario/draft', `{"definition":${flow}}`, atFlow],
  ['POST', '/scenario/check', `{"definition":${flow}}`, atFlow],
  [
    'PUT',
    '/operations/body',
    operation('"request":{"path":"/","body":{"n":[#]}}'),
    ['request', 'body', 'n', 0],
  ],
  ['PUT', '/operations/mock', operation('"mock":{"result":#}'), ['mock', 'result']],
  [
    ...['PUT', '/operations/schema'],
    operation('"input_schema":{"properties":{"n":{"maximum":#}}}'),
    ['input_schema', 'properties', 'n', 'maximum'],
  ] as [string, string, string, string[]],
  [
    ...['PUT', '/receivers/long'],
    '{"name":"Long","verification":{"type":"none"},"response":{"status":200,"body":{"n":#}}}',
    ['response', 'body', 'n'],
  ] as [string, string, string, string[]],
];

describe('a number that a definition could not keep', () => {
  it.each(definitions)(
    'is refused at its place, and stored nowhere: %s %s',
    async (...[method, path, body, place]) => {
      await scene.connect('shop', { base_url: 'http://127.0.0.1:9' });
      const { status, body: answer } = await send(method, path, body.replace('#', '9007199254740993'));
      expect(status).toBe(422);
      const at = answer.detail.find(
        ({ loc }: any) => JSON.stringify(loc) === JSON.stringify(['body', ...place]),
      );
      expect(at?.msg).toContain('would be read as 9007199254740992; write it as text');
      if (method === 'PUT' && path !== '/scenario/draft')
        expect((await send('GET', path, '')).status).toBe(404);
    },
  );

  it.each(definitions.slice(0, 6))(
    'is fine in any spelling that a double keeps: %s %s',
    async (...[method, path, body]) => {
      for (const number of [
        '1e20',
        '0.1',
        '1.50',
        '19.989999999999998',
        '"9007199254740993"',
        '9007199254740992',
      ]) {
        const { status, text } = await send(method, path, body.replace('#', number));
        expect([number, text, status < 300]).toEqual([number, text, true]);
      }
    },
  );
});

describe('what is read from the text', () => {
  it('is taken with all digits: rows, inputs, pinned outputs, fields of customers', async () => {
    await send('PUT', '/tables/ids', '{"name":"Ids"}');
    const row = await send(
      'POST',
      '/tables/ids/rows?environment=sandbox',
      '{"data":{"id":9007199254740993}}',
    );
    expect([row.status, row.text]).toEqual([201, expect.stringContaining('9007199254740993')]);
    const { row: at } = row.body;
    const place = `/tables/ids/rows/${at}?environment=sandbox`;
    expect((await send('PATCH', place, '{"set":{"id":9007199254740995}}')).text).toContain(
      '9007199254740995',
    );
    expect((await send('PUT', place, '{"data":{"id":9007199254740997}}')).text).toContain('9007199254740997');
    await scene.define('kept', { environments: ['sandbox'], mock: { result: '{{ input.id }}' } });
    expect((await send('POST', '/operations/kept/runs', '{"input":{"id":9007199254740993}}')).status).toBe(
      202,
    );
    const steps = '[{"id":"end","type":"end","output":"{{ input.id }}"}]';
    await send('PUT', '/workflows/ids', `{"name":"Ids","definition":{"triggers":[],"steps":${steps}}}`);
    for (const path of ['/workflows/ids/draft/runs', '/workflows/ids/runs']) {
      await send('POST', '/workflows/ids/publish', '');
      const run = await send('POST', path, '{"input":{"id":9007199254740993}}');
      expect([path, run.text, run.status]).toEqual([path, run.text, 202]);
    }
    const view = '"view":{"x":0.12345678901234567891}';
    expect(
      (await send('PUT', '/scenario/draft', `{"definition":{"triggers":[],"steps":[]},${view}}`)).status,
    ).toBe(200);
  });
});
