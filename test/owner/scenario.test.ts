import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await useTestServer();
});

afterAll(async () => {
  await server?.close();
});

const path = (more = '') => `/projects/${project.id}/scenario${more}`;
const fine = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [{ id: 'hello', type: 'message', text: 'Hello' }],
};
const broken = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [
    { id: 'hello', type: 'message', text: 'Hello {{', next: 'nowhere' },
    { id: 'call', type: 'operation', operation: 'unknown' },
  ],
};

describe('a scenario', () => {
  beforeAll(async () => {
    project = await server.makeProject();
  });

  it('begins as an empty draft, which cannot be published', async () => {
    expect(await server.make('GET', path())).toEqual({
      draft: { definition: { triggers: [], steps: [] }, updated_at: null },
      published: null,
    });
    const refused = await server.owner('POST', path('/publish'));
    expect([refused.status, refused.body.code]).toEqual([409, 'not_publishable']);
    expect(refused.body.findings[0]).toMatchObject({ severity: 'blocking' });
  });

  it('is saved as it was written, and the answer has the findings of the check', async () => {
    const saved = await server.make('PUT', path('/draft'), { definition: broken });
    expect(saved.definition).toEqual(broken);
    expect(saved.findings.map((each: any) => each.code)).toEqual(
      expect.arrayContaining(['unknown_target', 'unknown_operation']),
    );
    expect((await server.make('GET', path('/draft'))).definition).toEqual(broken);
  });

  it('can be checked without being saved', async () => {
    expect(await server.make('POST', path('/check'), { definition: fine })).toMatchObject({
      publishable: true,
    });
    expect(await server.make('POST', path('/check'))).toMatchObject({ publishable: false });
    expect((await server.make('GET', path('/draft'))).definition).toEqual(broken);
  });

  it('with blocking findings is not published, and the answer lists them', async () => {
    const refused = await server.owner('POST', path('/publish'));
    expect([refused.status, refused.body.code]).toEqual([409, 'not_publishable']);
    expect(refused.body.detail).toMatch(/must be mended/);
    expect(refused.body.findings.map((each: any) => each.code)).toContain('unknown_target');
    expect((await server.make('GET', path())).published).toBeNull();
  });

  it('with an error of form is refused, and the answer says that there may be more findings', async () => {
    const faulty = { ...broken, steps: [...broken.steps, { id: 'x', type: 'end', colour: 'red' }] };
    await server.make('PUT', path('/draft'), { definition: faulty });
    const refused = await server.owner('POST', path('/publish'));
    expect(refused.body.findings.map((each: any) => each.code)).toEqual(['unknown_field']);
    expect(refused.body.detail).toMatch(/^At least one finding must be mended .* once these are mended\.$/);
    await server.make('PUT', path('/draft'), { definition: broken });
  });

  it('has versions that never change, and the audit log says who published them', async () => {
    await server.make('PUT', path('/draft'), { definition: fine });
    const one = await server.owner('POST', path('/publish'));
    expect([one.status, one.body]).toEqual([
      201,
      {
        version: 1,
        definition: fine,
        published_at: expect.any(String),
        published_by: 'owner@example.com',
        restored_from: null,
        template_rules: 2,
        findings: expect.any(Array),
      },
    ]);
    const other = { ...fine, steps: [{ id: 'bye', type: 'message', text: 'Bye' }] };
    await server.make('PUT', path('/draft'), { definition: other });
    // Two at once get two numbers.
    const both = await Promise.all([1, 2].map(() => server.make('POST', path('/publish'))));
    expect(both.map(({ version }) => version).sort()).toEqual([2, 3]);
    const restored = await server.owner('POST', path('/versions/1/restore'));
    expect([restored.status, restored.body.version, restored.body.restored_from]).toEqual([201, 4, 1]);
    const { items } = await server.make('GET', path('/versions'));
    expect(items.map((each: any) => [each.version, each.definition.steps[0].id])).toEqual([
      [4, 'hello'],
      [3, 'bye'],
      [2, 'bye'],
      [1, 'hello'],
    ]);
    expect(await server.make('GET', path())).toMatchObject({
      draft: { definition: fine },
      published: { version: 4 },
    });
    const entries = (await server.audit(project)).filter(({ action }) => action === 'scenario.published');
    expect(entries.map(({ actor, data }) => [actor.name, data.version])).toEqual([
      ['owner@example.com', 1],
      ['owner@example.com', expect.any(Number)],
      ['owner@example.com', expect.any(Number)],
      ['owner@example.com', 4],
    ]);
  });

  it.each(['0', '5', '1.5', 'x', '-1', '99999999999'])('has no version %s to restore', async (version) => {
    const answer = await server.owner('POST', path(`/versions/${version}/restore`));
    expect([answer.status, answer.body.code]).toEqual([404, 'version_not_found']);
  });

  it.each<[unknown, [string, string]]>([
    [{}, ['body.definition', 'missing']],
    [{ definition: [] }, ['body.definition', 'dict_type']],
    [{ definition: 'x' }, ['body.definition', 'dict_type']],
    [{ definition: { triggers: 'a\0' } }, ['body.definition.triggers', 'value_error']],
  ])('is not saved as %j', async (body, fault) => {
    const answer = await server.owner('PUT', path('/draft'), body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: any) => [item.loc.join('.'), item.type])).toEqual([fault]);
  });
});
