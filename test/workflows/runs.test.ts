import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId, readId, showId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { makeDialogScene } from '../dialogs/scene.ts';
import { startReceiver } from '../fakes/receiver.ts';
import type { TestProject } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
/** A second server on the same database. */
let other: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({}, server.database);
  project = await server.makeProject();
});

afterAll(async () => {
  await other?.close();
  await server?.close();
});

/** Saves and publishes a workflow. @returns its slug. */
async function publish(definition: object, more: object = {}): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  await server.make('PUT', path, { name: 'Flow', definition: { triggers: [], ...definition }, ...more });
  await server.make('POST', `${path}/publish`);
  return slug;
}

const start = (slug: string, body: unknown = {}, key: string = randomUUID()) =>
  server.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
    key: project.key,
    body,
    headers: { 'idempotency-key': key },
  });
const read = async (runId: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${runId}`, { key: project.key }))
    .body;
const ended = (runId: string) =>
  until(async () => {
    const run = await read(runId);
    return ['succeeded', 'failed', 'unknown'].includes(run.status) && run;
  });
/** The runs of a workflow, newest first. */
const runsOf = async (slug: string) =>
  (await server.make('GET', `/projects/${project.id}/workflows/${slug}/runs`)).items;

describe('a run', () => {
  it('is accepted, carried out step by step, and readable at its status_url', async () => {
    const slug = await publish({
      steps: [
        {
          id: 'branch',
          type: 'condition',
          branches: [{ if: { left: '{{input.n}}', op: 'gt', right: 5, as: 'number' }, next: 'big' }],
        },
        { id: 'small', type: 'end', output: 'small' },
        { id: 'big', type: 'end', output: { n: '{{input.n}}', from: 'big' } },
      ],
    });
    const accepted = await start(slug, { input: { n: 7 } });
    const { run_id } = accepted.body;
    expect([accepted.status, accepted.body]).toEqual([
      202,
      {
        run_id: expect.stringMatching(/^run_/),
        status: 'queued',
        status_url: `/api/v1/projects/${project.id}/workflow-runs/${run_id}`,
      },
    ]);
    const run = await ended(run_id);
    expect(await server.call('GET', accepted.body.status_url, { key: project.key })).toMatchObject({
      body: run,
    });
    expect(run).toEqual({
      run_id,
      workflow: slug,
      version: 1,
      environment: 'sandbox',
      status: 'succeeded',
      input: { n: 7 },
      output: { n: 7, from: 'big' },
      error: null,
      identity_id: null,
      started_by: 'key',
      steps: [
        expect.objectContaining({ id: 'branch', type: 'condition', status: 'succeeded', error: null }),
        expect.objectContaining({ id: 'big', type: 'end', status: 'succeeded' }),
      ],
      created_at: expect.any(String),
      started_at: expect.any(String),
      finished_at: expect.any(String),
    });
    const entries = await until(async () => {
      const found = (await server.audit(project)).filter(({ subject }) => subject.id === run_id);
      return found.length === 2 && found;
    });
    expect(entries.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['run.created', 'key'],
      ['run.succeeded', 'system'],
    ]);
  });

  it('waits for the time of a delay', async () => {
    // Long enough to be seen to wait.
    const seconds = wholeSeconds(1);
    const slug = await publish({ steps: [{ id: 'wait', type: 'delay', seconds }] });
    const { run_id } = (await start(slug)).body;
    const waiting = await until(async () => {
      const run = await read(run_id);
      return run.status === 'waiting' && run;
    });
    expect(waiting).toMatchObject({
      finished_at: null,
      steps: [{ id: 'wait', status: 'waiting', finished_at: null }],
    });
    const run = await ended(run_id);
    expect(run.steps).toHaveLength(1);
    expect(Date.parse(run.finished_at) - Date.parse(run.started_at)).toBeGreaterThanOrEqual(seconds * 1000);
  });

  it('goes through a list, and sends messages to its customer', async () => {
    const slug = await publish({
      steps: [
        {
          id: 'each',
          type: 'for_each',
          items: '{{input.items}}',
          steps: [{ id: 'say', type: 'message', text: '{{steps.each.index}}: {{steps.each.item}}' }],
        },
        { id: 'note', type: 'set', values: { items: '{{steps.each.count}}' } },
      ],
    });
    const scene = await makeDialogScene(server, project);
    const identity = await scene.identity();
    const items = ['a', 'b', 'c'];
    const run = await ended((await start(slug, { input: { items }, identity_id: identity })).body.run_id);
    expect([run.status, run.error, run.identity_id]).toEqual(['succeeded', null, identity]);
    expect(run.steps.filter(({ id }: any) => id === 'say')).toHaveLength(3);
    expect(await scene.told(identity)).toEqual(['0: a', '1: b', '2: c']);
  });

  it('in the sandbox sends nothing to a real customer: its messages are only stored', async () => {
    const secret = newSigningSecret();
    const receiver = await startReceiver(secret);
    onTestFinished(() => receiver.close());
    const channel = await server.makeChannel(project.id, receiver.url, { signing_secret: secret });
    const scene = await makeDialogScene(server, project, channel.id);
    const identity = await scene.identity();
    const steps = [{ id: 'say', type: 'message', text: 'From {{input.from}}' }];
    for (const environment of ['sandbox', 'live']) {
      const slug = await publish({ steps }, { environment });
      const body = { input: { from: environment }, identity_id: identity };
      expect(await ended((await start(slug, body)).body.run_id)).toMatchObject({
        status: 'succeeded',
        environment,
      });
    }
    const said = await until(async () => {
      const all = await scene.history(identity);
      return all.every(({ status }) => status === 'sent') && all;
    });
    expect(said.map(({ text, environment }) => [text, environment])).toEqual([
      ['From sandbox', 'sandbox'],
      ['From live', 'live'],
    ]);
    expect(receiver.received.map(({ body }) => body.text)).toEqual(['From live']);
  });

  it('fails with a reason if it has no identity to send to', async () => {
    const slug = await publish({ steps: [{ id: 'say', type: 'message', text: 'Hello' }] });
    const run = await ended((await start(slug)).body.run_id);
    expect([run.status, run.error.code, run.steps[0].status]).toEqual(['failed', 'no_identity', 'failed']);
  });

  it('stays on its version if another is published', async () => {
    const slug = await publish({
      steps: [
        { id: 'wait', type: 'delay', seconds: wholeSeconds(1) },
        { id: 'end', type: 'end', output: 1 },
      ],
    });
    const { run_id } = (await start(slug)).body;
    await until(async () => (await read(run_id)).status === 'waiting');
    const path = `/projects/${project.id}/workflows/${slug}`;
    const second = { triggers: [], steps: [{ id: 'end', type: 'end', output: 2 }] };
    await server.make('PUT', path, { name: 'Flow', definition: second });
    await server.make('POST', `${path}/publish`);
    const newer = await ended((await start(slug)).body.run_id);
    expect([newer.version, newer.output]).toEqual([2, 2]);
    const older = await ended(run_id);
    expect([older.version, older.output]).toEqual([1, 1]);
  });
});

describe('the start of a run', () => {
  it('with the same Idempotency-Key returns the same run, even after the workflow was deleted', async () => {
    const slug = await publish({ steps: [{ id: 'end', type: 'end' }] });
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => start(slug, { input: { a: 1 } }, key)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await ended(answers[0]!.body.run_id);
    expect(await runsOf(slug)).toHaveLength(1);
    expect((await start(slug, { input: { a: 2 } }, key)).body.code).toBe('idempotency_key_reused');
    await server.make('DELETE', `/projects/${project.id}/workflows/${slug}`);
    expect((await start(slug, { input: { a: 1 } }, key)).text).toBe(answers[0]!.text);
    expect((await start(slug, { input: { a: 1 } })).body.code).toBe('workflow_not_found');
  });

  it('is refused for an unknown workflow, and for one that is not published', async () => {
    for (const slug of ['nothing', 'No slug', 'x'.repeat(300), 'a\0b']) {
      const answer = await start(encodeURIComponent(slug));
      expect([answer.status, answer.body.code]).toEqual([404, 'workflow_not_found']);
    }
    await server.make('PUT', `/projects/${project.id}/workflows/draft`, { name: 'Draft' });
    const unpublished = await start('draft');
    expect([unpublished.status, unpublished.body.code]).toEqual([409, 'workflow_not_published']);
    const slug = await publish({ steps: [{ id: 'end', type: 'end' }] });
    for (const identity_id of [showId('identity', newId()), 'nonsense']) {
      const answer = await start(slug, { identity_id });
      expect([answer.status, answer.body.code]).toEqual([404, 'identity_not_found']);
    }
    for (const id of [showId('run', newId()), 'nonsense']) {
      const answer = await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${id}`, {
        key: project.key,
      });
      expect([answer.status, answer.body.code]).toEqual([404, 'run_not_found']);
    }
  });

  it.each<[unknown, string | undefined, [string, string]]>([
    [{ input: [] }, undefined, ['body.input', 'dict_type']],
    [{ input: null }, undefined, ['body.input', 'dict_type']],
    [{ input: { a: 'x\0' } }, undefined, ['body.input.a', 'value_error']],
    [{ identity_id: 7 }, undefined, ['body.identity_id', 'string_type']],
    [[], undefined, ['body', 'model_attributes_type']],
    [{}, 'short', ['header.idempotency-key', 'string_too_short']],
  ])('is refused with the error at its place: %j %s', async (body, key, fault) => {
    const answer = await start('any', body, key);
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: any) => [item.loc.join('.'), item.type])).toEqual([fault]);
  });
});

describe('an automation event', () => {
  const submit = (body: object) =>
    server.call('POST', `/api/v1/projects/${project.id}/automation-events`, { key: project.key, body });

  it('starts every published workflow with a matching trigger, each once, in its environment', async () => {
    const on = (source: string) => ({
      triggers: [{ type: 'event', source }],
      steps: [{ id: 'end', type: 'end', output: '{{event.deal}}' }],
    });
    const [exact, wide, elsewhere] = [
      await publish(on('custom.crm.deal')),
      await publish({
        ...on('custom.crm.*'),
        triggers: [...on('custom.crm.*').triggers, { type: 'event', source: '*' }],
      }),
      await publish(on('custom.shop')),
    ];
    const live = await publish(on('custom.crm.deal'), { environment: 'live' });
    const body = { event_id: `deal-${randomUUID()}`, source: 'custom.crm.deal', data: { deal: 77 } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(body)));
    expect(answers.filter((answer) => answer.body.duplicate === false)).toHaveLength(1);
    await until(async () => (await runsOf(exact)).length > 0 && (await runsOf(wide)).length > 0);
    const run = await ended((await runsOf(exact))[0].run_id);
    expect([run.output, run.status]).toEqual([77, 'succeeded']);
    const entry = await until(async () =>
      (await server.audit(project)).find(
        ({ action, subject }) => action === 'automation_event.started' && subject.id === body.event_id,
      ),
    );
    expect(entry.data.runs).toHaveLength(2);
    expect(
      await Promise.all([exact, wide, elsewhere, live].map(async (slug) => (await runsOf(slug)).length)),
    ).toEqual([1, 1, 0, 0]);
    // The same id in the other environment is another event.
    expect((await submit({ ...body, environment: 'live' })).body.duplicate).toBe(false);
    await until(async () => (await runsOf(live)).length === 1);
    expect((await submit({ ...body, data: {} })).body.code).toBe('event_id_reused');
  });

  it('starts no workflow whose condition cannot be evaluated, and the audit log says which and why', async () => {
    const where = { left: '{{ event.list | where_exp: "x", event.rule | size }}', op: 'eq', right: 2 };
    const never = { type: 'event', source: 'custom.other' };
    const slug = await publish({
      triggers: [never, { type: 'event', source: 'custom.shares', where }],
      steps: [{ id: 'end', type: 'end' }],
    });
    const faultsOf = async (rule: string) => {
      const eventId = randomUUID();
      await submit({ event_id: eventId, source: 'custom.shares', data: { list: [1, 2, 3], rule } });
      const entry = await until(async () =>
        (await server.audit(project)).find(
          ({ action, subject }) => /\.(started|ignored)$/.test(action) && subject.id === eventId,
        ),
      );
      return entry.data.trigger_faults;
    };
    expect(await faultsOf('((')).toEqual([
      {
        workflow: slug,
        trigger: 1,
        error: { code: 'bad_template', message: expect.stringMatching(/.{10}/) },
      },
    ]);
    expect(await runsOf(slug)).toEqual([]);
    // Nothing is logged for conditions that can be evaluated, whether they hold or not.
    expect(await faultsOf('x > 1')).toBeUndefined();
    expect(await faultsOf('x > 2')).toBeUndefined();
    expect(await runsOf(slug)).toHaveLength(1);
  });

  it.each<[Record<string, unknown>, [string, string]]>([
    [{ event_id: 'short' }, ['body.event_id', 'string_too_short']],
    [{ event_id: 'has space' }, ['body.event_id', 'string_pattern_mismatch']],
    [{ event_id: `${'x'.repeat(8)}\n` }, ['body.event_id', 'string_pattern_mismatch']],
    [{ source: 'crm' }, ['body.source', 'string_pattern_mismatch']],
    [{ source: `custom.${'x'.repeat(61)}` }, ['body.source', 'string_pattern_mismatch']],
    [{ environment: 'prod' }, ['body.environment', 'literal_error']],
    [{ data: 'x' }, ['body.data', 'dict_type']],
    [{ identity_id: 7 }, ['body.identity_id', 'string_type']],
  ])('is refused with the error at its place: %j', async (wrong, fault) => {
    const answer = await submit({ event_id: '12345678', source: 'custom.x', ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: any) => [item.loc.join('.'), item.type])).toEqual([fault]);
  });
});

describe('a schedule', () => {
  /** Makes the next time of a workflow due. */
  const comeDue = (slug: string, ago: string) =>
    server.server.parts.database.query(
      `UPDATE dialog.workflow_triggers SET next_at = now() - $3::interval WHERE project_id = $1 AND slug = $2`,
      [readId('project', project.id), slug, ago],
    );
  const yearly = (missed?: 'once' | 'skip') => ({
    triggers: [{ type: 'schedule', cron: '0 0 1 1 *', ...(missed && { missed }) }],
    steps: [{ id: 'end', type: 'end', output: '{{event.missed}}' }],
  });

  it('starts a run once, however many processes run', async () => {
    const slugs = await Promise.all(Array.from({ length: 5 }, () => publish(yearly('skip'))));
    for (const slug of slugs) await comeDue(slug, '1 second');
    for (const slug of slugs) {
      await until(async () => (await runsOf(slug)).length === 1);
      const run = await ended((await runsOf(slug))[0].run_id);
      expect(run.output).toBe(false);
    }
    // Each has a new next time, and both processes have checked again.
    const { rows } = await server.server.parts.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM dialog.workflow_triggers WHERE next_at <= now()`,
    );
    expect(rows[0]!.n).toBe(0);
    for (const slug of slugs) expect(await runsOf(slug)).toHaveLength(1);
  });

  it('that was missed starts one run if the trigger says so, and is skipped otherwise', async () => {
    const [once, skipped, unsaid] = [
      await publish(yearly('once')),
      await publish(yearly('skip')),
      await publish(yearly()),
    ];
    for (const slug of [once, skipped, unsaid]) await comeDue(slug, '3 days');
    await until(async () => (await runsOf(once)).length === 1);
    expect((await ended((await runsOf(once))[0].run_id)).output).toBe(true);
    const { database } = server.server.parts;
    await until(async () => {
      const { rows } = await database.query(
        'SELECT 1 FROM dialog.workflow_triggers WHERE slug = ANY($1) AND next_at > now()',
        [[skipped, unsaid]],
      );
      return rows.length === 2;
    });
    for (const slug of [skipped, unsaid]) expect(await runsOf(slug)).toEqual([]);
  });
});
