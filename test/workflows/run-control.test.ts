import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsBy } from '../../src/dialog/workflows/run-list.ts';
import { maxId, readId, showId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.makeProject();
});
afterAll(() => server?.close());

const at = (of: TestProject, slug: string) => `/projects/${of.id}/workflows/${slug}`;
async function publish(slug: string, steps: object[], triggers: object[] = []): Promise<void> {
  await server.make('PUT', at(project, slug), { name: 'Flow', definition: { triggers, steps } });
  await server.make('POST', `${at(project, slug)}/publish`);
}
const read = async (runId: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${runId}`, { key: project.key }))
    .body;
const becomes = (runId: string, ...statuses: string[]) =>
  until(async () => {
    const run = await read(runId);
    return statuses.includes(run.status) && run;
  });
const byHand = async (slug: string, body: object = {}) =>
  (await server.make('POST', `${at(project, slug)}/runs`, body)).run_id as string;
const rerun = (slug: string, runId: string, body?: object) =>
  server.owner('POST', `${at(project, slug)}/runs/${runId}/rerun`, body);
const list = async (query: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs?${query}`, { key: project.key }))
    .body;
const end = (output: string) => [{ id: 'end', type: 'end', output }];

describe('an owner', () => {
  it('starts a workflow by hand, with an input whose digits stay, and the audit log names them', async () => {
    await publish('by-hand', end('{{ input.n }}'));
    const run = await becomes(await byHand('by-hand', { input: { n: 7 } }), 'succeeded');
    expect([run.input, run.output]).toEqual([{ n: 7 }, 7]);
    const created = (await server.audit(project)).find(
      ({ action, subject }) => action === 'run.created' && subject.id === run.run_id,
    );
    expect([created!.actor.type, created!.data.started_by]).toEqual(['owner', 'owner']);
  });

  it('carries out an ended run again with its input and its event, by the newest or its own version', async () => {
    const source = `custom.${randomUUID().slice(0, 8)}`;
    const trigger = [{ type: 'event', source, start: 'second' }];
    const first = [{ id: 'first', type: 'end', output: 'first' }];
    await publish('again', [...first, { id: 'second', type: 'end', output: 'one {{ event.n }}' }], trigger);
    const body = { event_id: randomUUID(), source, data: { n: 5 } };
    await server.call('POST', `/api/v1/projects/${project.id}/automation-events`, { key: project.key, body });
    const run = await until(async () => (await list('workflow=again')).items[0]);
    await becomes(run.run_id, 'succeeded');
    await publish('again', [...first, { id: 'second', type: 'end', output: 'two {{ event.n }}' }], trigger);
    const newest = await rerun('again', run.run_id);
    const same = await rerun('again', run.run_id, { version: 'same' });
    expect([newest.status, same.status]).toEqual([202, 202]);
    expect(await becomes(newest.body.run_id, 'succeeded')).toMatchObject({ version: 2, output: 'two 5' });
    expect(await becomes(same.body.run_id, 'succeeded')).toMatchObject({ version: 1, output: 'one 5' });
  });

  it('starts one run for a request that is repeated with its Idempotency-Key, by each way to start one', async () => {
    await publish('repeated', end('{{ input.n }}'));
    const { body: first } = await server.owner('POST', `${at(project, 'repeated')}/runs`, {
      input: { n: 1 },
    });
    await becomes(first.run_id, 'succeeded');
    const ways: [string, object | undefined, object][] = [
      ['runs', { input: { n: 2 } }, { input: { n: 3 } }],
      [`runs/${first.run_id}/rerun`, undefined, { version: 'same' }],
      ['draft/runs', { input: { n: 4 } }, { input: { n: 5 } }],
    ];
    for (const [way, body, other] of ways) {
      const headers = { 'idempotency-key': randomUUID() };
      const post = (sent?: object, more: Record<string, string> = headers) =>
        server.owner('POST', `${at(project, 'repeated')}/${way}`, sent, more);
      const [one, two] = await Promise.all([post(body), post(body)]);
      const later = await post(body);
      expect([way, one.status, one.text, one.body.status]).toEqual([way, 202, two.text, 'queued']);
      expect([later.text, later.headers.get('idempotency-replayed')]).toEqual([one.text, 'true']);
      const reused = await post(other);
      expect([reused.status, reused.body.code]).toEqual([409, 'idempotency_key_reused']);
      const anew = await post(other, {});
      expect([anew.status, anew.body.run_id === one.body.run_id]).toEqual([202, false]);
      await becomes(one.body.run_id, 'succeeded');
      await becomes(anew.body.run_id, 'succeeded');
    }
    // What cannot begin is remembered by no key.
    const headers = { 'idempotency-key': randomUUID() };
    await publish('not-yet', [{ id: 'wait', type: 'delay', seconds: 3600 }]);
    const waiting = await byHand('not-yet');
    await becomes(waiting, 'waiting');
    const again = () =>
      server.owner('POST', `${at(project, 'not-yet')}/runs/${waiting}/rerun`, undefined, headers);
    expect((await again()).body.code).toBe('run_not_ended');
    await server.owner('POST', `${at(project, 'not-yet')}/cancel`);
    expect((await again()).status).toBe(202);
    const ids = (await list('workflow=repeated')).items.map(({ run_id }: any) => run_id);
    expect(ids).toHaveLength(7);
    await server.owner('POST', `${at(project, 'not-yet')}/cancel`);
  });

  it('does not carry out again what has not ended, or is of another workflow or project', async () => {
    await publish('waits', [{ id: 'wait', type: 'delay', seconds: 3600 }]);
    const waiting = await byHand('waits');
    await becomes(waiting, 'waiting');
    expect((await rerun('waits', waiting)).body.code).toBe('run_not_ended');
    expect((await rerun('by-hand', waiting)).body.code).toBe('run_not_found');
    const other = await server.makeProject();
    await server.make('PUT', at(other, 'waits'), { name: 'Flow', definition: { steps: end('x') } });
    await server.make('POST', `${at(other, 'waits')}/publish`);
    const foreign = await server.owner('POST', `${at(other, 'waits')}/runs/${waiting}/rerun`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'run_not_found']);
    const seen = await server.call('GET', `/api/v1/projects/${other.id}/workflow-runs`, { key: other.key });
    expect(seen.body.items).toEqual([]);
    await server.owner('POST', `${at(project, 'waits')}/cancel`);
  });
});

describe('the list of runs', () => {
  it('has by each filter the runs that it names, the newest first, with the reason of a failure', async () => {
    await publish('fails', [{ id: 'end', type: 'end', status: 'failed' }]);
    await publish('works', end('ok'));
    const before = new Date();
    const failed = await byHand('fails');
    const worked = await byHand('works');
    await becomes(failed, 'failed');
    await becomes(worked, 'succeeded');
    const ids = async (query: string) => (await list(query)).items.map(({ run_id }: any) => run_id);
    const from = encodeURIComponent(new Date(before.getTime() - 5000).toISOString());
    expect(await ids('workflow=fails&version=1&status=failed')).toEqual([failed]);
    expect(await ids('workflow=fails&version=2')).toEqual([]);
    expect((await ids(`from=${from}`)).slice(0, 2)).toEqual([worked, failed]);
    expect(await ids(`workflow=works&to=${from}`)).toEqual([]);
    expect(await ids('identity_id=idn_none')).toEqual([]);
    expect((await list('workflow=fails')).items[0].error.code).toBe('ended_as_failed');
    await publish('stands', [{ id: 'long', type: 'delay', seconds: 3600 }]);
    const standing = await byHand('stands');
    await becomes(standing, 'waiting');
    expect(await ids('step=long')).toEqual([standing]);
    expect(await ids('step=end&workflow=fails')).toEqual([failed]);
    await server.owner('POST', `${at(project, 'stands')}/cancel`);
    expect(await ids('step=long&status=failed')).toEqual([standing]);
    const owned = await server.make('GET', `/projects/${project.id}/runs?workflow=works`);
    expect(owned.items).toEqual((await list('workflow=works')).items);
  });

  it('goes on after a page where it ended, whatever was started meanwhile', async () => {
    await publish('many', end('ok'));
    const started = new Set<string>();
    for (let n = 0; n < 105; n++) started.add(await byHand('many'));
    await until(async () => (await list('workflow=many')).next_cursor !== null);
    for (const runId of started) await becomes(runId, 'succeeded');
    const first = await list('workflow=many');
    await becomes(await byHand('many'), 'succeeded');
    const second = await list(`workflow=many&cursor=${first.next_cursor}`);
    const all = [...first.items, ...second.items].map(({ run_id }: any) => run_id);
    expect([first.items.length, second.next_cursor]).toEqual([100, null]);
    expect(all).toEqual([...started].sort().reverse());
  });

  it('reads a page of any size of project by the index of its filter', async () => {
    const { database } = server.server.parts;
    const project = await server.makeProject();
    const projectId = readId('project', project.id)!;
    // One of a thousand stands at another step, has failed, is of a rare workflow, or of one customer.
    await database.query(
      `INSERT INTO dialog.workflow_runs
         (project_id, id, slug, version, environment, status, input, position, identity_id, created_at)
       SELECT $1, gen_random_uuid(), CASE WHEN n % 1000 = 1 THEN 'rare' ELSE 'flow' END, 1, 'live',
         CASE WHEN n % 1000 = 2 THEN 'failed' ELSE 'waiting' END, '{}',
         json_build_object('step', CASE WHEN n % 1000 = 0 THEN 'rare' ELSE 'usual' END),
         CASE WHEN n % 1000 = 3 THEN $1::uuid END, now()
       FROM generate_series(1, 20000) AS n`,
      [projectId],
    );
    await database.query('ANALYZE dialog.workflow_runs');
    const none = { from: '', to: '', cursor: '' };
    const searches: [Partial<Parameters<typeof runsBy>[1]>, RegExp][] = [
      [{}, /^workflow_runs_(project_id_id_pk|pkey)$/],
      [{ cursor: showId('run', maxId) }, /^workflow_runs_(project_id_id_pk|pkey)$/],
      [{ workflow: 'rare' }, /^workflow_runs_by_workflow$/],
      [{ status: 'failed' }, /^workflow_runs_by_status$/],
      [{ workflow: 'flow', status: 'failed' }, /^workflow_runs_by_workflow_status$/],
      [{ identity_id: project.id.replace('prj_', 'idn_') }, /^workflow_runs_by_identity$/],
      [{ step: 'rare' }, /^workflow_runs_by_step$/],
    ];
    for (const [filters, index] of searches) {
      const { text, values } = runsBy(projectId, { ...none, ...filters });
      const { rows } = await database.query<any>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      expect([filters, /"Index Name":"(\w+)"/.exec(JSON.stringify(rows))?.[1]]).toEqual([
        filters,
        expect.stringMatching(index),
      ]);
      const { Plan: top } = rows[0]['QUERY PLAN'][0];
      expect([filters, top['Shared Hit Blocks'] + top['Shared Read Blocks'] < 500]).toEqual([filters, true]);
    }
  });
});
