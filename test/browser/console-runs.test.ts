import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import {
  localhost,
  type Opening,
  openPage,
  role,
  row,
  server,
  useConsole,
  visit,
} from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let project: TestProject;
let bank: Target;
/** Whether the bank takes the money. */
let isOpen = false;

useConsole();

const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);

/** Makes a workflow and publishes it. */
async function publish(slug: string, name: string, steps: unknown[], environment = 'live'): Promise<void> {
  await make('PUT', `/workflows/${slug}`, { name, environment, definition: { steps } });
  await make('POST', `/workflows/${slug}/publish`);
}

/** Starts a workflow, and waits until its run stands so. */
async function run(slug: string, status: string, input: object = {}): Promise<string> {
  const { run_id: id } = await make('POST', `/workflows/${slug}/runs`, { input });
  await until(async () => (await make('GET', `/runs/${id}`)).status === status);
  return id;
}

beforeAll(async () => {
  bank = await startTarget();
  project = await server.makeProject();
  const scene = new Scene(server, project);
  bank.manner = () =>
    isOpen
      ? { does: 'answer', status: 200, body: '{"receipt":"R-7"}' }
      : { does: 'answer', status: 400, body: '{"detail":"no such account"}' };
  await scene.connect('bank', { base_url: bank.url });
  await scene.define('pay', { connection: 'bank', request: { body: { sum: '{{ input.sum }}' } } });
  await publish('settle-up', 'Settle up', [
    { id: 'look', type: 'transform', input: { sum: '{{ input.sum }}' }, expression: '{ "double": sum * 2 }' },
    {
      ...{ id: 'pay', type: 'operation', operation: 'pay', input: { sum: '{{ input.sum }}' } },
      retry: { attempts: 2, backoff_seconds: 1 },
    },
    { id: 'done', type: 'end', output: { receipt: '{{ steps.pay.result.receipt }}' } },
  ]);
  await publish('refund', 'Refund', [
    {
      ...{ id: 'boss', type: 'wait_for', timeout_seconds: 86_400 },
      approval: { text: 'Refund {{ input.sum }} EUR?', options: ['half', 'all'] },
    },
    { id: 'done', type: 'end', output: { chosen: '{{ steps.boss.option }}' } },
  ]);
  await publish('remind', 'Remind', [
    {
      id: 'both',
      type: 'parallel',
      branches: [
        { steps: [{ id: 'night', type: 'delay', seconds: 86_400 }] },
        { steps: [{ id: 'note', type: 'set', vars: { noted: true } }] },
      ],
    },
    { id: 'done', type: 'end' },
  ]);
});
afterAll(() => bank?.close());

const open = (path: string, opening?: Opening) => openPage(`p/${project.id}/${path}`, opening);
const text = (words: string | RegExp) => visit.page.getByText(words);
const pane = (step: string) => role('complementary', `Step ${step}`);
/** The id of the run on the page. */
const shownRun = () => /\/runs\/(run_\w+)/.exec(visit.page.url())?.[1];

it('a run that failed opens at the step that failed, with its attempts, and runs again from there with what was before', async () => {
  isOpen = false;
  const failed = await run('settle-up', 'failed', { sum: 12 });
  await open('runs', { height: 1400 });
  await visit.click(row('Settle up').first());
  await pane('pay').waitFor();
  expect(shownRun()).toBe(failed);
  // Both attempts stand on the time line, and the last one is open.
  await row('Operation, attempt 1').waitFor();
  await row('Operation, attempt 2').waitFor();
  await pane('pay').getByText('http_400', { exact: true }).waitFor();
  expect(await pane('pay').getByRole('textbox', { name: 'What it was given' }).inputValue()).toContain(
    '"sum": 12',
  );
  await visit.click(pane('pay').getByText('The request'));
  await expect
    .poll(() => pane('pay').getByRole('textbox', { name: 'The request' }).inputValue())
    .toContain(bank.url);
  await expectAccessible(visit, 'runs-failed');
  await visit.click(role('tab', 'On the graph'));
  await visit.click(visit.page.locator('.react-flow__node').filter({ hasText: 'look' }));
  await pane('look').waitFor();
  await visit.screenshot('runs-graph');
  await visit.click(role('tab', 'Time line'));
  isOpen = true;
  const before = bank.arrivals.length;
  await visit.click(role('button', 'Run again from “pay”').first());
  await until(() => shownRun() !== failed);
  await text('R-7').first().waitFor();
  await row('look').waitFor({ state: 'detached' });
  expect(bank.arrivals.length).toBe(before + 1);
  const again = await make('GET', `/runs/${shownRun()}`);
  expect(again).toMatchObject({ rerun_of: failed, status: 'succeeded', output: { receipt: 'R-7' } });
  await visit.screenshot('runs-succeeded');
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(visit);
  await visit.screenshot('runs-run-phone');
});

it('what an action may have done already is repeated only after a question', async () => {
  bank.manner = () => ({ does: 'cut after reading' });
  const doubtful = await run('settle-up', 'unknown', { sum: 3 });
  bank.manner = () => ({ does: 'answer', status: 200, body: '{"receipt":"R-8"}' });
  await open(`runs/${doubtful}`);
  await visit.click(role('button', 'Run again from “pay”').first());
  visit.expectFault(/status of 409/);
  await role('alertdialog', 'Do it again?').waitFor();
  await role('alertdialog').getByText('the earlier call counts as not done').waitFor();
  await visit.screenshot('runs-doubtful');
  const before = bank.arrivals.length;
  await visit.press('Escape');
  await role('alertdialog').waitFor({ state: 'detached' });
  expect(bank.arrivals.length).toBe(before);
  // The step itself has a button, too, and whoever chooses it in the form reads the same.
  await visit.click(pane('pay').getByRole('button', { name: 'Run again from “pay”' }));
  await role('alertdialog', 'Do it again?').waitFor();
  await visit.press('Escape');
  await role('alertdialog').waitFor({ state: 'detached' });
  await visit.click(role('button', /^Run again$/));
  // From the beginning it is refused once, and says what would happen.
  await role('dialog').getByRole('button', { name: 'Run again' }).focus();
  await visit.press('Enter');
  await role('dialog').getByText('all of it is done again').waitFor();
  await role('dialog').getByRole('button', { name: 'Do it again' }).waitFor();
  expect(bank.arrivals.length).toBe(before);
  await visit.screenshot('runs-all-again');
  await visit.click(role('dialog').getByRole('button', { name: /At the beginning/ }));
  await visit.click(role('option', 'At a step'));
  await visit.click(role('dialog').getByRole('button', { name: /look/ }));
  await visit.click(role('option', 'pay'));
  await role('dialog').getByText('the earlier call counts as not done').waitFor();
  await visit.screenshot('runs-settles');
  await expectAccessible(visit, 'runs-settles');
  await visit.press('Escape');
  await role('dialog').waitFor({ state: 'detached' });
  expect(bank.arrivals.length).toBe(before);
  await visit.click(role('button', 'Run again from “pay”').first());
  await visit.click(role('alertdialog').getByRole('button', { name: 'Do it again' }));
  await until(() => shownRun() !== doubtful);
  await text('R-8').first().waitFor();
  expect(bank.arrivals.length).toBe(before + 1);
  const again = shownRun();
  const { job_id: job } = (await make('GET', `/runs/${doubtful}`)).steps.findLast(
    ({ id }: any) => id === 'pay',
  );
  expect((await make('GET', `/unsettled?id=${job}`)).items).toEqual([]);
  await open(`jobs/${job}`, { height: 1400 });
  await role('link', 'The run that does it again').waitFor();
  await visit.screenshot('runs-settled-job');
  await visit.click(role('link', 'The run that does it again'));
  await until(() => shownRun() === again);
});

it('a run that asks for a decision says so, and goes on with what was chosen', async () => {
  const asking = await run('refund', 'waiting', { sum: 250 });
  await open('runs');
  await role('list', 'Waits for a decision').getByText('Refund 250 EUR?').waitFor();
  await expectAccessible(visit, 'runs-decisions');
  await visit.click(role('link', 'Open the run').first());
  await text('Waits for the decision of a person.').waitFor();
  await visit.screenshot('runs-waiting');
  await visit.click(role('button', 'Approve'));
  await role('dialog', 'Approve this?').waitFor();
  await visit.click(role('dialog').getByRole('button', { name: /half/ }));
  await visit.click(role('option', 'all'));
  await visit.click(role('dialog').getByRole('textbox', { name: 'Comment' }));
  await visit.write('Once more.');
  await visit.screenshot('runs-approve');
  await visit.click(role('dialog').getByRole('button', { name: 'Approve' }));
  await text('Succeeded').first().waitFor();
  expect(await make('GET', `/runs/${asking}`)).toMatchObject({ output: { chosen: 'all' } });
  const [decided] = (await make('GET', '/approvals?status=approved')).items;
  expect(decided).toMatchObject({ comment: 'Once more.', option: 'all', run_id: asking });
});

it('a run that waits is cancelled after a question', async () => {
  const waiting = await run('remind', 'waiting');
  await open(`runs/${waiting}`);
  await pane('night')
    .getByText(/^Waits until/)
    .waitFor();
  await row('note').waitFor();
  await visit.click(role('button', 'Cancel the run'));
  await role('alertdialog', 'Cancel this run?').waitFor();
  await visit.click(role('alertdialog').getByRole('button', { name: 'Cancel the run' }));
  await text('Cancelled').first().waitFor();
  expect(await make('GET', `/runs/${waiting}`)).toMatchObject({
    status: 'failed',
    error: { code: 'canceled' },
  });
});

it('the list follows what happens, keeps its filters in the address, and starts a workflow by hand with what it reads', async () => {
  bank.manner = () => ({ does: 'answer', status: 200, body: '{"receipt":"R-9"}' });
  await open('runs?workflow=settle-up');
  await row('Settle up').first().waitFor();
  const rows = await row('Settle up').count();
  await visit.page.mouse.move(2, 2);
  await run('settle-up', 'succeeded', { sum: 1 });
  // Nobody's hand is in the list, so what is new comes by itself.
  await until(async () => (await row('Settle up').count()) === rows + 1);
  await visit.press('f');
  await visit.type('Status');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await visit.type('Failed');
  await visit.press('ArrowDown');
  await visit.press('Enter');
  await visit.page.waitForURL(/status=failed/);
  await row('Succeeded').first().waitFor({ state: 'detached' });
  await visit.click(role('button', 'Run by hand'));
  await role('dialog', 'Run a workflow by hand').waitFor();
  const input = role('dialog').getByRole('textbox', { name: 'Input' });
  expect(JSON.parse(await input.inputValue())).toEqual({ sum: '' });
  await visit.click(input);
  await visit.press('ControlOrMeta+a');
  await visit.type('{"sum": 5');
  await visit.click(role('dialog').getByRole('button', { name: 'Run', exact: true }));
  await role('dialog')
    .getByText(/^This is no JSON/)
    .waitFor();
  // What was written stays.
  expect(await input.inputValue()).toBe('{"sum": 5');
  await expectAccessible(visit, 'runs-by-hand');
  await visit.click(input);
  await visit.press('ControlOrMeta+a');
  await visit.type('{"sum": 5}');
  await visit.click(role('dialog').getByRole('button', { name: 'Run', exact: true }));
  await text('R-9').first().waitFor();
  expect(await make('GET', `/runs/${shownRun()}`)).toMatchObject({ input: { sum: 5 }, status: 'succeeded' });
  // The draft runs in the sandbox, where operations give their mocks.
  await open('runs?env=sandbox');
  await text('Nothing has run in the sandbox yet').waitFor();
  await expectAccessible(visit, 'runs-empty');
  await visit.click(role('button', 'Show the live ones'));
  await row('Settle up').first().waitFor();
  await visit.page.goBack();
  await text('Nothing has run in the sandbox yet').waitFor();
  await visit.click(role('button', 'Run by hand').first());
  await visit.click(role('dialog').getByRole('button', { name: /Version 1, published/ }));
  await visit.click(role('option', 'The draft as it is now'));
  await visit.click(role('dialog').getByRole('button', { name: 'Run', exact: true }));
  await until(() => shownRun() !== undefined);
  await text('Draft').first().waitFor();
});

it('a draft of a workflow is tried from its editor as it was just written, and what is pinned stands in for its step', async () => {
  const steps = [
    { id: 'pay', type: 'operation', operation: 'pay', input: { sum: '{{ input.sum }}' } },
    { id: 'done', type: 'end', output: { receipt: '{{ steps.pay.result.receipt }}' } },
  ];
  await make('PUT', '/workflows/tried', { name: 'Tried', environment: 'live', definition: { steps } });
  await open('workflows/tried?step=pay', { height: 1100 });
  await visit.click(visit.page.locator('summary').getByText('Pinned output'));
  await visit.click(role('button', 'Pin its last output'));
  const output = role('textbox', 'Output as JSON');
  await output.waitFor();
  await visit.press('ControlOrMeta+a');
  await visit.type('{"status": "succeeded", "result": {"receipt": "T-1"}, "error": null, "job_id": null}');
  const before = bank.arrivals.length;
  await visit.click(role('button', 'Try it'));
  await role('dialog', 'Run a workflow by hand').waitFor();
  await role('dialog').getByText('Not carried out, since their outputs are pinned: pay.').waitFor();
  await visit.screenshot('runs-try-draft');
  await expectAccessible(visit, 'runs-try-draft');
  await visit.click(role('dialog').getByRole('button', { name: 'Run', exact: true }));
  await until(() => shownRun() !== undefined);
  await until(async () => (await make('GET', `/runs/${shownRun()}`)).status === 'succeeded');
  const tried = await make('GET', `/runs/${shownRun()}`);
  expect(tried).toMatchObject({ environment: 'sandbox', output: { receipt: 'T-1' } });
  expect(bank.arrivals.length).toBe(before);
  await text('T-1').first().waitFor();
  await visit.screenshot('runs-tried');
});

it('in Russian and on a phone everything fits', async () => {
  await open('runs', { width: 390, height: 844, touch: true, language: 'ru' });
  await row('Settle up').first().waitFor();
  await expectNothingSideways(visit);
  await visit.screenshot('runs-phone-ru');
});

it('a run of the sandbox goes on at once by a button, and a live one has none', async () => {
  const steps = [
    { id: 'sleep', type: 'delay', seconds: 2 * 86_400 },
    { id: 'done', type: 'end', output: { slept: true } },
  ];
  await publish('sleep', 'Sleep', steps, 'sandbox');
  await publish('sleep-live', 'Sleep live', steps);
  const id = await run('sleep', 'waiting');
  await open(`runs/${id}?env=sandbox`);
  await role('button', 'Skip the wait (2 days)').waitFor();
  await expectAccessible(visit, 'runs-skip');
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(visit);
  await visit.screenshot('runs-skip-phone');
  await visit.click(role('button', 'Skip the wait (2 days)'));
  await text('"slept": true').first().waitFor();
  expect((await make('GET', `/runs/${id}`)).status).toBe('succeeded');
  const live = await run('sleep-live', 'waiting');
  await visit.open(`${localhost()}/console/p/${project.id}/runs/${live}`);
  await pane('sleep')
    .getByText(/^Waits until/)
    .waitFor();
  expect(await role('button', /Skip the wait/).count()).toBe(0);
});
