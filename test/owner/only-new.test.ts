import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
});
afterAll(() => server?.close());

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.owner(method, `/projects/${project.id}${path}`, body, headers);

/** A body for each kind of thing that a PUT makes under a short name. */
const made: [path: string, body: Record<string, unknown>][] = [
  ['connections', { kind: 'http', settings: { base_url: 'https://crm.example.com' } }],
  ['operations', { environments: ['sandbox'], mock: { result: { ok: true } } }],
  ['methods', { target: { operation: 'first' } }],
  ['tables', { columns: [] }],
  ['receivers', {}],
  ['subscriptions', { kinds: ['message.sent'], url: 'https://crm.example.com/hook' }],
  ['workflows', {}],
];

describe('a PUT with If-None-Match: *', () => {
  const header = { 'if-none-match': '*' };

  it.each(made)('makes one of the %s, and replaces none', async (path, body) => {
    const first = await call('PUT', `/${path}/first`, { name: 'First', ...body }, header);
    expect(first.status, first.text).toBe(201);
    const before = (await call('GET', `/${path}/first`)).body;
    const second = await call('PUT', `/${path}/first`, { name: 'Second', ...body }, header);
    expect([second.status, second.body.code]).toEqual([412, 'already_exists']);
    expect((await call('GET', `/${path}/first`)).body).toEqual(before);
    const log = (await server.audit(project)).filter(
      ({ action, subject, data }) =>
        /\.updated$/.test(action) && (subject.id === 'first' || data.slug === 'first'),
    );
    expect(log.filter(({ action }) => action.startsWith(path.slice(0, 4)))).toEqual([]);
    // Without the header it is replaced, as ever.
    expect((await call('PUT', `/${path}/first`, { name: 'Third', ...body })).status).toBe(200);
    expect((await call('GET', `/${path}/first`)).body.name).toBe('Third');
  });

  it('lets one of two through that come at once', async () => {
    const both = await Promise.all(
      ['Anna', 'Ben'].map((name) => call('PUT', '/tables/both', { name, columns: [] }, header)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 412]);
    const winner = both.find(({ status }) => status === 201)!;
    expect((await call('GET', '/tables/both')).body.name).toBe(winner.body.name);
  });

  it('makes a prepared reply, and replaces none', async () => {
    const body = { title: 'Hello', text: 'Hello!' };
    expect((await call('PUT', '/replies/hello', body, header)).status).toBe(200);
    const again = await call('PUT', '/replies/hello', { ...body, text: 'Bye' }, header);
    expect([again.status, again.body.code]).toEqual([412, 'already_exists']);
    expect((await call('GET', '/replies')).body.items).toMatchObject([{ text: 'Hello!' }]);
  });

  it('knows no other value', async () => {
    const answer = await call('PUT', '/tables/other', { name: 'Other' }, { 'if-none-match': '"1"' });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['header', 'if-none-match']]);
  });
});
