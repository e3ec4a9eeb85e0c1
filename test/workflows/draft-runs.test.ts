import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import { readSettings } from '../../src/settings.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;
/** A system outside, which no run of a draft may reach. */
let outside: Target;

beforeAll(async () => {
  server = await startTestServer();
  scene = new Scene(server, await server.makeProject());
  outside = await startTarget();
  await scene.connect('shop', { base_url: outside.url });
  await scene.define('order', { connection: 'shop', mock: { result: { id: 'MOCK' } } });
});
afterAll(async () => {
  await server?.close();
  await outside?.close();
});

const at = (slug: string) => `/workflows/${slug}`;
const draft = (slug: string, steps: object[], more: object = {}) =>
  scene.owner('PUT', at(slug), {
    name: slug,
    environment: 'live',
    definition: { triggers: [], steps, ...more },
  });
const tries = (slug: string, body: object = {}) => scene.owner('POST', `${at(slug)}/draft/runs`, body);
const read = async (runId: string) => (await scene.owner('GET', `/runs/${runId}`)).body;
const becomes = (runId: string, ...statuses: string[]) =>
  until(async () => {
    const run = await read(runId);
    return statuses.includes(run.status) && run;
  });
const tried = async (slug: string, body: object = {}): Promise<any> => {
  const answer = await tries(slug, body);
  expect([answer.status, answer.body.code]).toEqual([202, undefined]);
  return becomes(answer.body.run_id, 'succeeded', 'failed', 'unknown');
};
const call = { id: 'call', type: 'operation', operation: 'order', input: { n: '{{ input.n }}' } };
const end = (output: string) => ({ id: 'end', type: 'end', output });

describe('a run of a draft', () => {
  it('is in the sandbox, also of a live workflow, without a published version and with no socket outside', async () => {
    await draft('fresh', [call, end('{{ input.n }} {{ steps.call.result.id }} {{ event.of }}')]);
    const run = await tried('fresh', { input: { n: 7 }, event: { of: 'crm' } });
    expect([run.status, run.environment, run.output]).toEqual(['succeeded', 'sandbox', '7 MOCK crm']);
    expect([run.version < 0, outside.connections]).toEqual([true, 0]);
    expect((await scene.owner('GET', `${at('fresh')}/versions`)).body.items).toEqual([]);
    expect((await scene.owner('GET', at('fresh'))).body.published_version).toBeNull();
    expect((await scene.owner('POST', `${at('fresh')}/publish`)).body.version).toBe(1);
  });

  it('takes pinned outputs in place of doing their steps, also after it has waited', async () => {
    const steps = [
      call,
      { id: 'wait', type: 'wait_for', event: { source: 'custom.go' } },
      { id: 'later', type: 'operation', operation: 'order', input: {} },
      end('{{ steps.call.result.id }} {{ steps.later.result }}'),
    ];
    await draft('pins', steps);
    const pinned = {
      call: { status: 'succeeded', result: { id: 'PIN' } },
      later: { result: 12345678901234 },
    };
    const { body } = await tries('pins', { pinned });
    await becomes(body.run_id, 'waiting');
    const event = { event_id: 'go-1-draft', source: 'custom.go', environment: 'sandbox' };
    await scene.call('POST', '/automation-events', { body: event });
    const run = await becomes(body.run_id, 'succeeded', 'failed');
    expect([run.status, run.output]).toEqual(['succeeded', 'PIN 12345678901234']);
    expect(run.steps.map(({ id, input }: any) => [id, input?.pinned ?? false])).toEqual([
      ['call', true],
      ['wait', false],
      ['later', true],
      ['end', false],
    ]);
    expect((await scene.call('GET', '/jobs?operation_id=order&status=queued')).body.items).toEqual([]);
    const again = await scene.owner('POST', `${at('pins')}/runs/${body.run_id}/rerun`, { version: 'same' });
    await becomes(again.body.run_id, 'waiting');
    expect((await read(again.body.run_id)).steps[0].input).toEqual({ pinned: true });
    await scene.owner('POST', `${at('pins')}/cancel`);
  });

  it('is carried out again as the published version, in the sandbox and with its pins, unless it is to be the same', async () => {
    await draft('again', [call, end('draft {{ steps.call.result.id }}')]);
    const run = await tried('again', { pinned: { call: { status: 'succeeded', result: { id: 'PIN' } } } });
    const rerun = (body?: object) => scene.owner('POST', `${at('again')}/runs/${run.run_id}/rerun`, body);
    expect((await rerun()).body.code).toBe('workflow_not_published');
    await draft('again', [call, end('published {{ steps.call.result.id }}')]);
    await scene.owner('POST', `${at('again')}/publish`);
    const outcome = async (body?: object) => {
      const answer = (await rerun(body)).body;
      const { version, environment, output } = await becomes(answer.run_id, 'succeeded');
      // Which of the two it is stands in the answer already.
      expect(answer.version).toBe(version);
      return [version, environment, output];
    };
    expect(await outcome()).toEqual([1, 'sandbox', 'published PIN']);
    expect(await outcome({ version: 'same' })).toEqual([run.version, 'sandbox', 'draft PIN']);
    expect(outside.connections).toBe(0);
  });

  it('stays as the draft was, whatever becomes of it, and the same draft is kept once', async () => {
    const waits = (said: string) => [
      { id: 'wait', type: 'wait_for', event: { source: `custom.${said}` } },
      end(said),
    ];
    await draft('changes', waits('one'));
    const first = (await tries('changes')).body.run_id;
    const same = (await tries('changes')).body.run_id;
    await draft('changes', waits('two'));
    const other = (await tries('changes')).body.run_id;
    const versions = [];
    for (const id of [first, same, other]) versions.push((await becomes(id, 'waiting')).version);
    expect(versions).toEqual([-1, -1, -2]);
    await scene.call('POST', '/automation-events', {
      body: { event_id: 'one-draft-1', source: 'custom.one' },
    });
    expect((await becomes(first, 'succeeded')).output).toBe('one');
    expect((await becomes(same, 'succeeded')).output).toBe('one');
    expect((await read(other)).status).toBe('waiting');
    expect((await scene.call('GET', '/workflow-runs?workflow=changes&version=-1')).body.items).toHaveLength(
      2,
    );
    await scene.owner('POST', `${at('changes')}/cancel`);
  });

  it('is for a customer of the sandbox, whose profile it may change, and for no other', async () => {
    const sandbox = await server.makeChannel(scene.project.id);
    const live = await server.makeChannel(scene.project.id, outside.url);
    const test = await server.makeIdentity(scene.project.id, sandbox.id);
    const real = await server.makeIdentity(scene.project.id, live.id);
    await draft('tags', [{ id: 'tag', type: 'tag', add: ['tried'] }, end('{{ profile.tags[0] }}')]);
    expect((await tried('tags', { identity_id: test.id })).output).toBe('tried');
    const refused = await tries('tags', { identity_id: real.id });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_a_test_customer']);
    expect((await tries('tags', { identity_id: 'idn_none' })).body.code).toBe('identity_not_found');
  });

  it('is refused with what is wrong: findings of the draft, or the place in the request', async () => {
    await draft('faulty', [{ id: 'call', type: 'operation', operation: 'none' }]);
    const faulty = await tries('faulty');
    expect([faulty.status, faulty.body.code, faulty.body.findings.length > 0]).toEqual([
      409,
      'not_publishable',
      true,
    ]);
    await draft('sound', [
      { id: 'each', type: 'for_each', items: [1], steps: [{ ...call, id: 'inner' }] },
      { id: 'if', type: 'condition', branches: [{ if: { left: 1, op: 'eq', right: 1 }, next: 'end' }] },
      end('x'),
    ]);
    const places = async (body: object) =>
      (await tries('sound', body)).body.detail?.map(({ loc }: any) => loc);
    expect(await places({ pinned: { none: 1, if: 2 }, step: 'inner' })).toEqual([
      ['body', 'pinned', 'none'],
      ['body', 'pinned', 'if'],
      ['body', 'step'],
    ]);
    expect((await tried('sound', { step: 'end' })).output).toBe('x');
    expect((await tries('nothing')).body.code).toBe('workflow_not_found');
    const other = new Scene(server, await server.makeProject());
    expect((await other.owner('POST', `${at('sound')}/draft/runs`, {})).body.code).toBe('workflow_not_found');
  });

  it('says what is odd about it: warnings of the check, and pins that have no form of their step', async () => {
    await draft('odd', [call, { ...call, id: 'second' }, end('{{ steps.none.x }}')]);
    const pinned = { call: { status: 'succeeded', reslut: 1 }, second: 7 };
    const { status, body } = await tries('odd', { pinned });
    expect(status).toBe(202);
    expect(body.version).toBeLessThan(0);
    expect(body.findings.map(({ code, severity, path }: any) => [code, severity, path.join('.')])).toEqual([
      ['unknown_read', 'warning', 'steps.2.output'],
      ['bad_pin', 'warning', 'pinned.call.reslut'],
      ['bad_pin', 'warning', 'pinned.second'],
    ]);
    expect((await becomes(body.run_id, 'succeeded')).version).toBe(body.version);
  });

  it('is kept as long as a run can need it, and then its rerun says that it is gone', async () => {
    const { database } = server.server.parts;
    const projectId = readId('project', scene.project.id)!;
    await draft('old', [end('x')]);
    const run = await tried('old');
    const age = (days: number) =>
      database.query(
        `UPDATE dialog.workflow_versions SET published_at = now() - make_interval(days => $2::int)
         WHERE project_id = $1 AND slug = 'old' AND version < 0`,
        [projectId, days],
      );
    const again = () => scene.owner('POST', `${at('old')}/runs/${run.run_id}/rerun`, { version: 'same' });
    await age(61);
    await removeExpired(database, readSettings({}));
    expect((await again()).status).toBe(202);
    await age(63);
    await removeExpired(database, readSettings({}));
    expect((await again()).body.code).toBe('draft_gone');
    expect((await tried('old')).output).toBe('x');
  });
});
