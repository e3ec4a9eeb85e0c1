import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerEmail, ownerPassword, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { type Change, Example } from './scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());

const names = readdirSync('examples', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const readme = readFileSync('examples/README.md', 'utf8');

/** The versions that the program has printed. */
const versionsIn = (printed: string) => [...printed.matchAll(/^ {2}version (\d+)$/gm)].map(([, n]) => n);

it.each(names)(
  '%s is published as it is, for the sandbox and then live, and nothing is found in it',
  async (name) => {
    const tried = await Example.publish(server, name, { sandbox: true });
    const { project, printed } = await Example.publish(server, name, { project: tried.project });
    expect(
      [tried.printed, printed]
        .join('')
        .split('\n')
        .filter((line) => /^ {2}(?:warning|blocking) /.test(line)),
    ).toEqual([]);
    const versions = versionsIn(tried.printed);
    expect(versions).toEqual(versions.map(() => '1'));
    expect(versionsIn(printed)).toEqual(versions.map(() => '2'));
    expect(versions.length).toBeGreaterThan(0);
    const { items } = await server.make('GET', `/projects/${project.id}/workflows`);
    expect(items.map(({ environment }: any) => environment)).toEqual(items.map(() => 'live'));
  },
);

it('a workflow that is live stays live when it is published again without --live, until its file says otherwise', async () => {
  const { project } = await Example.publish(server, 'lead-form');
  const environments = async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/workflows`);
    return items.map(({ environment, published_version }: any) => [environment, published_version]);
  };
  const { printed } = await Example.publish(server, 'lead-form', { project, sandbox: true });
  expect(printed).toContain('PUT workflows/enter-lead\n  environment live\n');
  expect(await environments()).toEqual([['live', 2]]);
  const out: Change = [
    'workflows/enter-lead.json',
    '{\n  "name"',
    '{\n  "environment": "sandbox",\n  "name"',
  ];
  await Example.publish(server, 'lead-form', { project, sandbox: true, changes: [out] });
  expect(await environments()).toEqual([['sandbox', 3]]);
  // What --live says goes before what the file says.
  await Example.publish(server, 'lead-form', { project, changes: [out] });
  expect(await environments()).toEqual([['live', 4]]);
});

it('rows of an example that was published before stay as they have become', async () => {
  const example = await Example.publish(server, 'shop-order');
  await example.call('POST', '/tables/stock/rows', {
    environment: 'live',
    rows: [{ sku: 'NEW-1', left: 1 }],
  });
  const again = await Example.publish(server, 'shop-order', { project: example.project });
  expect(again.printed).toContain('left out: the table has rows of its own');
  expect(await again.rows('stock', 3)).toHaveLength(3);
});

it('every example has a section in the README', () => {
  expect(names.filter((name) => !readme.includes(`\n## ${name}\n`))).toEqual([]);
});

describe('the README', () => {
  it('has commands that publish an example without the program, after those that log in', async () => {
    const project = await server.makeProject();
    const logIn = /^csrf=\$\(curl[\s\S]*?\)$/m.exec(readFileSync('docs/api.md', 'utf8'))![0];
    const [commands] = [...readme.matchAll(/```bash\n([\s\S]*?)```/g)]
      .map(([, text]) => text!.trim())
      .filter((text) => text.includes('put scenario/draft'));
    const folder = mkdtempSync(join(tmpdir(), 'parley-readme-'));
    try {
      symlinkSync(resolve('examples'), join(folder, 'examples'));
      const script = [`base=${server.url}/api/owner`, logIn, commands]
        .join('\n')
        .replace('owner@example.com', ownerEmail)
        .replace('"password": "…"', `"password": "${ownerPassword}"`)
        .replace('prj_…', project.id);
      await promisify(execFile)('sh', ['-ec', script], { cwd: folder });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const { items } = await server.make('GET', `/projects/${project.id}/scenario/versions`);
    expect(items.map(({ version }: any) => version)).toEqual([1]);
  });
});

describe('the program', () => {
  const run = (args: string[], environment: object = {}) =>
    promisify(execFile)(process.execPath, ['examples/publish.mjs', ...args], {
      env: { PARLEY_URL: server.url, OWNER_PASSWORD: ownerPassword, ...environment },
    }).then(
      () => 'published',
      ({ stderr }) => stderr as string,
    );

  it('says what is missing, and shows what the server refuses', async () => {
    const { id } = await server.makeProject();
    expect(await run([])).toMatch(/^Usage: /);
    expect(await run(['examples/nothing', id])).toMatch(/^Usage: /);
    expect(await run(['docs', id])).toBe('There is nothing to publish in docs.\n');
    expect(await run(['examples/faq', id], { OWNER_PASSWORD: 'wrong' })).toMatch(
      /answered with 401:\n.*password/,
    );
    expect(await run(['examples/faq', id], { PARLEY_URL: 'http://127.0.0.1:9' })).toMatch(
      /^http:\/\/127\.0\.0\.1:9 does not answer: /,
    );
    expect(await run(['examples/faq', 'prj_none'])).toMatch(/project_not_found/);
  });
});
