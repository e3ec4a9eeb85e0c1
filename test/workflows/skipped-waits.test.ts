import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dueDialogs } from '../../src/dialog/dialogs/due.ts';
import { wakeFlows } from '../../src/dialog/flows/wake.ts';
import { dueRuns } from '../../src/dialog/workflows/due.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Answer } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
  await server.makeChannel(scene.project.id);
});
afterAll(() => server?.close());

const day = 24 * 3600;
const talks = '/scenario/draft/conversations';
const define = (slug: string, steps: object[], environment = 'sandbox') =>
  scene.owner('PUT', `/workflows/${slug}`, { name: slug, environment, definition: { triggers: [], steps } });
const read = async (runId: string) => (await scene.owner('GET', `/runs/${runId}`)).body;
const becomes = (runId: string, status: string) =>
  until(async () => {
    const run = await read(runId);
    return run.status === status && run;
  });
const waiting = async (slug: string, steps: object[]): Promise<any> => {
  await define(slug, steps);
  const { run_id: id } = (await scene.owner('POST', `/workflows/${slug}/draft/runs`, {})).body;
  return becomes(id, 'waiting');
};
const skip = (run: any, body?: object) =>
  scene.owner('POST', `/workflows/${run.workflow}/runs/${run.run_id}/skip`, body);
const at = (steps: { id: string }[]) => steps.map(({ id }) => id);

/** A conversation with a draft that waits after the first words of its customer. */
async function talking(steps: object[]): Promise<string> {
  const definition = { triggers: [{ type: 'text', text: 'go' }], steps };
  await scene.owner('PUT', '/scenario/draft', { definition });
  const { identity_id: id } = (await scene.owner('POST', talks)).body;
  await scene.owner('POST', `${talks}/${id}/messages`, { text: 'go' });
  await until(async () => (await talk(id)).dialog?.state === 'waiting');
  return id;
}
const talk = async (id: string) => (await scene.owner('GET', `${talks}/${id}`)).body;
const told = ({ messages }: any): string[] =>
  messages.flatMap(({ direction, text }: any) => (direction === 'out' ? [text] : [])).toReversed();
const skipTalk = (id: string, body?: object) => scene.owner('POST', `${talks}/${id}/skip`, body);

/** What the audit log has of a flow, oldest first, once no turn of it is left. */
async function turns(subject: string, noun: 'run' | 'dialog'): Promise<string[]> {
  const { database } = server.server.parts;
  const id = readId(noun === 'run' ? 'run' : 'identity', subject);
  await until(async () => {
    const { rows } = await database.query(
      `SELECT FROM dialog.tasks WHERE kind = $1 AND state IN ('queued', 'running') AND lane LIKE '%' || $2 || '%'`,
      [noun, id],
    );
    return rows.length === 0;
  });
  return until(async () => {
    const { items } = (await scene.owner('GET', `/audit?subject_id=${subject}`)).body;
    return items.length > 0 && items.map(({ action }: any) => action).toReversed();
  });
}

describe('a wait that is skipped in the sandbox', () => {
  it('leads a run where its end would have led, with the clock as it is and no other run moved', async () => {
    const steps = [
      { id: 'wait', type: 'delay', seconds: 2 * day },
      { id: 'end', type: 'end', output: "{{ 'now' | date: '%Y-%m-%dT%H:%M:%SZ' }}" },
    ];
    const run = await waiting('delays', steps);
    const other = await waiting('delays', steps);
    const days = (Date.parse(run.waits_until) - Date.now()) / 1000 / day;
    expect([days > 1.99, days <= 2]).toEqual([true, true]);
    const answer = await skip(run, { until: run.waits_until });
    expect([answer.status, answer.body]).toEqual([202, { status: 'queued', until: run.waits_until }]);
    const done = await becomes(run.run_id, 'succeeded');
    expect(at(done.steps)).toEqual(['wait', 'end']);
    expect(Math.abs(Date.parse(done.output) - Date.parse(done.finished_at))).toBeLessThan(60_000);
    expect(done).not.toHaveProperty('waits_until');
    expect((await read(other.run_id)).status).toBe('waiting');
    const { items } = (await scene.owner('GET', `/audit?subject_id=${run.run_id}&action=run.wait_skipped`))
      .body;
    expect(items.map(({ actor, data }: any) => [actor.type, data])).toEqual([
      ['owner', { workflow: 'delays', until: run.waits_until }],
    ]);
  });

  it('leads to on_timeout of an approval, which nobody can decide afterwards', async () => {
    const run = await waiting('asks', [
      { id: 'ask', type: 'wait_for', approval: { text: 'Go?' }, timeout_seconds: day, on_timeout: 'late' },
      { id: 'end', type: 'end', output: 'in time' },
      { id: 'late', type: 'end', output: '{{ steps.ask.status }}' },
    ]);
    const [approval] = (await scene.owner('GET', '/approvals')).body.items;
    expect((await skip(run)).status).toBe(202);
    expect((await becomes(run.run_id, 'succeeded')).output).toBe('timed_out');
    const late = await scene.owner('POST', `/approvals/${approval.id}/approve`, {});
    expect([late.status, late.body.code]).toEqual([409, 'already_decided']);
  });

  it('moves of branches the one whose time comes first, and the next with the next request', async () => {
    const run = await waiting('branches', [
      {
        ...{ id: 'both', type: 'parallel' },
        branches: [
          { steps: [{ id: 'long', type: 'delay', seconds: 5 * day }] },
          { steps: [{ id: 'short', type: 'delay', seconds: day }] },
        ],
      },
      { id: 'end', type: 'end', output: 'both' },
    ]);
    await skip(run);
    const half: any = await until(async () => {
      const now = await read(run.run_id);
      return now.waits_until !== run.waits_until && now;
    });
    expect(half.steps.flatMap(({ id, status }: any) => (status === 'waiting' ? [id] : []))).toEqual([
      'both',
      'long',
    ]);
    await skip(half);
    expect((await becomes(run.run_id, 'succeeded')).output).toBe('both');
  });

  it('is skipped once by many requests at once, beside the clock that finds the same wait over', async () => {
    const steps = [
      { id: 'first', type: 'delay', seconds: day },
      { id: 'second', type: 'delay', seconds: 2 * day },
      { id: 'end', type: 'end' },
    ];
    const { database, queue, tickets } = server.server.parts;
    const runs = await Promise.all(Array.from({ length: 8 }, () => waiting('races', steps)));
    const customers: string[] = [];
    const said = { id: 'said', type: 'message', text: 'once' };
    for (let i = 0; i < 4; i++) customers.push(await talking([steps[0]!, said, steps[1]!]));
    const ids = [
      ...runs.map(({ run_id: id }) => readId('run', id)),
      ...customers.map((id) => readId('identity', id)),
    ];
    // Their rows say that they are due, as if the clock of the database had gone on; the position knows better.
    const due = async () => {
      for (const [table, column] of [
        ['workflow_runs', 'id'],
        ['dialogs', 'identity_id'],
      ]) {
        await database.query(`UPDATE dialog.${table} SET wake_at = now() WHERE ${column} = ANY ($1)`, [ids]);
      }
      const { lanes } = await wakeFlows(database, queue, [dueDialogs, dueRuns]);
      tickets.send(lanes);
    };
    const answers = await Promise.all([
      ...runs.flatMap((run) => [skip(run), skip(run, { until: run.waits_until }), skip(run)]),
      due(),
      ...customers.flatMap((id) => [skipTalk(id), skipTalk(id)]),
    ]);
    // A request that comes after the first turn finds another wait, and may skip that one only if it names none.
    expect(
      answers.flatMap((answer) => (answer ? [answer.status] : [])).every((s) => s === 202 || s === 409),
    ).toBe(true);
    for (const { run_id: id } of runs) {
      const log = await turns(id, 'run');
      const asked = new Set(
        (await scene.owner('GET', `/audit?subject_id=${id}&action=run.wait_skipped`)).body.items.map(
          ({ data }: any) => data.until,
        ),
      );
      const steps = at((await read(id)).steps);
      // As many waits are over as different ones were skipped, and never more.
      expect([id, steps.length - 1, log.includes('run.failed')]).toEqual([id, asked.size, false]);
    }
    for (const id of customers) {
      await turns(id, 'dialog');
      expect(told(await talk(id))).toEqual(['once']);
    }
  });

  it('is over once if it is skipped in the moment in which its time comes', async () => {
    const steps = [
      { id: 'first', type: 'delay', seconds: wholeSeconds(3) },
      { id: 'second', type: 'delay', seconds: 2 * day },
    ];
    const said = { id: 'said', type: 'message', text: 'once' };
    const id = await talking([steps[0]!, said, steps[1]!]);
    const run = await waiting('moments', steps);
    const { until: named } = (await talk(id)).dialog.waiting;
    // Requests keep on coming until the clock of the server, or one of them, has led both on.
    const codes = new Set<string>();
    const press = async (ask: (body: object) => Promise<Answer>, wanted: string) => {
      await new Promise((resolve) => setTimeout(resolve, Date.parse(wanted) - 50 - Date.now()));
      for (let code = ''; code !== 'no_such_wait'; codes.add(code)) {
        code = (await ask({ until: wanted })).body.code ?? 'taken';
      }
    };
    await Promise.all([
      press((body) => skipTalk(id, body), named),
      press((body) => skip(run, body), run.waits_until),
    ]);
    expect(codes).toEqual(new Set(['taken', 'no_such_wait']));
    await turns(run.run_id, 'run');
    await turns(id, 'dialog');
    expect((await read(run.run_id)).steps.map(({ id, status }: any) => [id, status])).toEqual([
      ['first', 'succeeded'],
      ['second', 'waiting'],
    ]);
    const { dialog, ...rest } = await talk(id);
    expect([told({ ...rest }), dialog.step, dialog.state]).toEqual([['once'], 'second', 'waiting']);
  });

  it('is not skipped if the flow has gone on before, where the request names the wait', async () => {
    const run = await waiting('goes-on', [
      { id: 'first', type: 'delay', seconds: day },
      { id: 'second', type: 'delay', seconds: 2 * day },
    ]);
    await skip(run);
    await until(async () => (await read(run.run_id)).steps.length === 2);
    const stale = await skip(run, { until: run.waits_until });
    expect([stale.status, stale.body.code]).toEqual([409, 'no_such_wait']);
    expect((await read(run.run_id)).status).toBe('waiting');
  });

  it('is refused for what is live, what waits for no time, and what has ended', async () => {
    await define('lives', [{ id: 'wait', type: 'delay', seconds: day }], 'live');
    await scene.owner('POST', '/workflows/lives/publish');
    const { run_id: id } = (await scene.owner('POST', '/workflows/lives/runs', {})).body;
    const live = await becomes(id, 'waiting');
    const refused = await skip(live);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_in_sandbox']);
    expect(refused.body.detail).toMatch(/live/);
    expect((await read(id)).status).toBe('waiting');
    const event = await waiting('events', [{ id: 'wait', type: 'wait_for', event: { source: 'custom.x' } }]);
    expect((await skip(event)).body.code).toBe('no_such_wait');
    const ended = await waiting('ends', [{ id: 'wait', type: 'delay', seconds: day }]);
    await skip(ended);
    await becomes(ended.run_id, 'succeeded');
    expect((await skip(ended)).body.code).toBe('no_such_wait');
    expect((await skip({ ...ended, workflow: 'events' })).body.code).toBe('run_not_found');
  });

  it('leads a conversation with a draft on: after a delay, from an unanswered question, and where no person came', async () => {
    const id = await talking([
      { id: 'wait', type: 'delay', seconds: 3 * day },
      {
        ...{ id: 'ask', type: 'question', text: 'Who?', field: 'who' },
        timeout_seconds: day,
        on_timeout: 'none',
      },
      { id: 'none', type: 'message', text: 'nobody' },
      { id: 'help', type: 'handover', text: 'A person comes.', timeout_seconds: day },
      { id: 'alone', type: 'message', text: 'released: {{ steps.help.released }}' },
    ]);
    const counts = [1, 3, 4];
    for (const count of counts) {
      const { dialog } = await talk(id);
      const { status } = await skipTalk(id, { until: dialog.held?.until ?? dialog.waiting.until });
      expect(status).toBe(202);
      await until(async () => told(await talk(id)).length >= count);
    }
    const over = await talk(id);
    expect(told(over)).toEqual(['Who?', 'nobody', 'A person comes.', 'released: false']);
    expect([over.dialog.state, over.dialog.held]).toEqual(['ended', null]);
    expect((await skipTalk(id)).body.code).toBe('no_such_wait');
  });

  it('stays as long as a person has the conversation without an end', async () => {
    const id = await talking([{ id: 'wait', type: 'delay', seconds: day }]);
    await scene.owner('POST', `/dialogs/${id}/hold`, {});
    expect((await skipTalk(id)).body.code).toBe('no_such_wait');
    await scene.owner('POST', `/dialogs/${id}/release`);
    await until(async () => (await talk(id)).dialog.held === null);
    expect((await talk(id)).dialog).toMatchObject({ state: 'waiting', step: 'wait' });
  });
});
