import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { keepSecret } from '../harness/console.ts';
import { localhost, type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';

const run = promisify(execFile);

useConsole();

/** Opens a page of a project as its owner. */
const open = (project: TestProject, path: string, opening?: Opening) =>
  openPage(`p/${project.id}/${path}`, opening);

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });
const dialog = () => visit.page.getByRole('dialog');
const part = (name: string) => visit.page.getByRole('region', { name, exact: true });
const tab = (name: string) => visit.page.getByRole('tab', { name, exact: true });
const step = (name: string) =>
  visit.page.getByRole('listitem').filter({ has: visit.page.getByRole('heading', { name }) });

/** Chooses in a list that opens. */
async function choose(list: string | RegExp, name: string): Promise<void> {
  await visit.click(visit.page.getByRole('button', { name: list }));
  await visit.click(visit.page.getByRole('option', { name, exact: true }));
}

it('a receiver is made with a secret that is shown once, and the line for a shell that its page shows is accepted', async () => {
  const project = await server.makeProject();
  await open(project, 'receivers', { height: 1100 });
  await visit.page.getByText('No receiver yet').waitFor();
  await expectAccessible(visit, 'receivers-empty');
  await visit.click(button('New receiver'));
  await dialog().waitFor();
  await visit.write('Orders of the shop');
  await visit.screenshot('receivers-new');
  await visit.press('Enter');
  const shown = field('Secret of the receiver');
  await expect.poll(() => shown.inputValue()).toMatch(/^rsec_/);
  const secret = await shown.inputValue();
  await keepSecret(visit);
  await heading('Orders of the shop').waitFor();
  await step('First call').getByText('Waiting for it').waitFor();
  expect(await visit.page.content()).not.toContain(secret);
  await expectAccessible(visit, 'receivers-waiting');

  const lines = (await part('A call from a shell').locator('pre').textContent())!;
  const call = (key: string) => run('bash', ['-c', lines.replace("SECRET='…'", `SECRET='${key}'`)]);
  expect(JSON.parse((await call('another-secret')).stdout)).toMatchObject({ code: 'invalid_signature' });
  await step('First call').getByText('Its signature is wrong').waitFor();
  await visit.screenshot('receivers-refused');
  expect(JSON.parse((await call(secret)).stdout)).toMatchObject({ status: 'queued' });
  await step('First call').getByText('the last one came').waitFor();

  await visit.click(tab('Calls'));
  await visit.page.getByRole('row').getByText('Accepted').waitFor();
  await visit.page.getByRole('row').getByText('Refused').waitFor();
  await expectAccessible(visit, 'receivers-calls');

  // A new secret, while the old one goes on for a day.
  await visit.click(tab('Set-up'));
  await visit.click(button('New secret'));
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.click(visit.page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }));
  await expect.poll(() => shown.inputValue()).toMatch(/^rsec_/);
  expect(await shown.inputValue()).not.toBe(secret);
  await keepSecret(visit);
  await visit.page.getByText('The one before it is taken until').waitFor();
  expect(JSON.parse((await call(secret)).stdout)).toMatchObject({ status: 'queued' });

  // The page looks for calls again and again, and may do so in the moment in which the receiver is gone already.
  visit.expectFault(/status of 404 .*\/deliveries/);
  await visit.click(button('Delete'));
  await visit.click(visit.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await visit.page.getByText('No receiver yet').waitFor();
  expect(JSON.parse((await call(secret)).stdout)).toMatchObject({ code: 'invalid_signature' });
});

it('the lines for a shell prove a call by the rule of each sender for which they are shown', async () => {
  const project = await server.makeProject();
  const secret = 'a-secret-of-the-sender';
  const rules = [
    ...['github', 'stripe', 'shopify', 'slack', 'telegram-secret'].map((type) => ({ type })),
    { type: 'token', name: 'X-Key', prefix: 'Key ' },
    { type: 'basic', username: 'shop' },
  ];
  for (const verification of rules) {
    const body = { name: verification.type, verification, secret };
    await server.make('PUT', `/projects/${project.id}/receivers/${verification.type}`, body);
  }
  await open(project, 'receivers', { height: 1100 });
  for (const { type } of rules) {
    await visit.click(visit.page.getByRole('link', { name: type, exact: true }));
    const lines = (await part('A call from a shell').locator('pre').textContent())!;
    const { stdout } = await run('bash', ['-c', lines.replace("SECRET='…'", `SECRET='${secret}'`)]);
    expect(JSON.parse(stdout), type).toMatchObject({ status: 'queued' });
    await visit.click(visit.page.getByRole('link', { name: 'Receivers', exact: true }));
  }
});

it('what a call does is set, tried as the sender would call, and seen in the calls', async () => {
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  const workflow = {
    name: 'Bill',
    environment: 'live',
    definition: {
      trigger: { type: 'api' },
      start: 'end',
      steps: { end: { type: 'end' } },
    },
  };
  await server.make('PUT', `${path}/workflows/bill`, workflow);
  await server.make('PUT', `${path}/receivers/shop`, { name: 'Shop', verification: { type: 'none' } });
  await open(project, 'receivers/shop', { height: 1900 });
  await visit.page.getByText('Calls are not verified').waitFor();
  await visit.click(tab('Settings'));
  await choose(/A call$/, 'starts a workflow');
  await visit.click(visit.page.getByRole('combobox', { name: 'Workflow' }));
  await visit.click(visit.page.getByRole('option', { name: 'bill' }));
  await visit.click(field('Its input'));
  await visit.type('{"sum": "{{ body.total }}"}');
  await choose(/Who calls$/, 'Another system with a fixed key');
  await visit.page.getByText('Another sender gets another secret').waitFor();
  await visit.click(field('Name of the header or parameter'));
  await visit.type('X-Key');
  await visit.click(visit.page.getByText('An answer of your own'));
  await visit.click(field('Answer'));
  await visit.type('{"ok": true, "id": "{{ event_id }}"}');
  await expectAccessible(visit, 'receivers-settings');
  await visit.click(button('Save'));
  await expect.poll(() => field('Secret of the receiver').inputValue()).toMatch(/^rsec_/);
  await keepSecret(visit);
  expect(await server.make('GET', `${path}/receivers/shop`)).toMatchObject({
    target: { workflow: 'bill', input: { sum: '{{ body.total }}' } },
    verification: { type: 'token', in: 'header', name: 'X-Key' },
    response: { status: 200, body: { ok: true, id: '{{ event_id }}' } },
  });
  await visit.page.evaluate('scrollTo(0, 0)');
  await visit.click(tab('Try it'));
  await visit.click(field('Body'));
  await visit.press('Control+a');
  await visit.type('{"total": 7}');
  await visit.click(button('Call it'));
  await visit.page.getByText('Answered with status 200').waitFor();
  await part('Answer').getByText('"ok":true').waitFor();
  await part('The same call for a shell, as long as its signature is fresh').getByText('[hidden]').waitFor();
  expect(await field('Body').inputValue()).toBe('{"total": 7}');
  await expectAccessible(visit, 'receivers-tried');
});

it('a workflow is made from a receiver, and each call leads to what it started', async () => {
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  await server.make('PUT', `${path}/receivers/shop`, { name: 'Shop', verification: { type: 'none' } });
  await open(project, 'receivers/shop', { height: 1100 });
  await step('Address for the sender').getByText('Systems on the internet cannot reach').waitFor();
  await step('Address for the sender').getByText('PUBLIC_URL').waitFor();
  const call = async (body: string) => {
    const { url } = await server.make('GET', `${path}/receivers/shop`);
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };
  await call('{"order": 6}');
  await visit.click(tab('Calls'));
  await visit.page.getByRole('row').getByText('No published workflow has it').waitFor();
  await visit.click(tab('Set-up'));
  await visit.screenshot('receivers-make-workflow');
  await visit.click(button('Make a workflow from this receiver'));
  await visit.page.waitForURL(/\/workflows\/shop/);
  await heading('Shop').waitFor();
  expect(await server.make('GET', `${path}/workflows/shop`)).toMatchObject({
    environment: 'live',
    definition: { triggers: [{ type: 'receiver', receiver: 'shop' }] },
  });
  await server.make('POST', `${path}/workflows/shop/publish`);
  await call('{"order": 7}');
  await visit.open(`${localhost()}/console/p/${project.id}/receivers/shop?tab=calls`);
  await visit.click(tab('Calls'));
  await expectAccessible(visit, 'receivers-runs');
  await visit.click(visit.page.getByRole('link', { name: 'Its run' }));
  await visit.page.waitForURL(/\/runs\/run_/);
  await visit.page.getByText('"order": 7').first().waitFor();
});

it('a call opens with what it said, and is handled again once it is asked for', async () => {
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  const target = { workflow: 'bill', input: { sum: '{{ body.total }}' } };
  await server.make('PUT', `${path}/receivers/shop`, { name: 'Shop', target });
  await server.make('POST', `${path}/receivers/shop/try`, { body: '{"total": 7, "api_key": "k-1"}' });
  await open(project, 'receivers/shop', { height: 1100 });
  await visit.click(tab('Calls'));
  // The workflow is not there: the call has failed.
  const row = visit.page.getByRole('row').filter({ hasText: 'is not published: publish it' });
  await row.waitFor();
  const definition = { triggers: [], steps: [{ id: 'note', type: 'set', vars: { sum: '{{ input.sum }}' } }] };
  await server.make('PUT', `${path}/workflows/bill`, { name: 'Bill', environment: 'live', definition });
  await server.make('POST', `${path}/workflows/bill/publish`);

  await visit.click(row.getByRole('button'));
  await dialog().getByText('"total": 7').waitFor();
  await dialog().getByText('"api_key": "[hidden]"').waitFor();
  await dialog().getByText('x-parley-test: true').waitFor();
  await expectAccessible(visit, 'receivers-call');
  await visit.press('Escape');
  await dialog().waitFor({ state: 'hidden' });

  // By keys: the row, its button, the question.
  await visit.press('Enter');
  await dialog().getByText('"total": 7').waitFor();
  await button('Handle again').focus();
  await visit.press('Enter');
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.screenshot('receivers-replay');
  await visit.press('Tab');
  await visit.press('Enter');
  await dialog().waitFor({ state: 'hidden' });
  const again = visit.page.getByRole('row').filter({ hasText: 'An earlier call, handled again' });
  await again.getByRole('link', { name: 'Its run' }).waitFor();
  await visit.click(again.getByRole('button'));
  await dialog().getByText('Repeats the call').waitFor();
  await visit.screenshot('receivers-replayed');
  await visit.click(dialog().getByRole('link', { name: /^run_/ }));
  await visit.page.waitForURL(/\/runs\/run_/);
});

it('receivers fit a phone in Russian', async () => {
  const project = await server.makeProject();
  const body = { name: 'Заказы интернет-магазина', verification: { type: 'github' } };
  await server.make('PUT', `/projects/${project.id}/receivers/orders`, body);
  await open(project, 'receivers', { width: 390, height: 844, touch: true, language: 'ru' });
  await visit.click(visit.page.getByRole('link', { name: 'Заказы интернет-магазина' }));
  await heading('Адрес для отправителя').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'receivers-phone');
});
