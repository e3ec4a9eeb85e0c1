import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
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
const dialog = () => visit.page.getByRole('dialog');
const part = (name: string) => visit.page.getByRole('region', { name, exact: true });
const tab = (name: string) => visit.page.getByRole('tab', { name, exact: true });
const group = (name: string) => visit.page.getByRole('group', { name, exact: true });
const question = () => visit.page.getByRole('alertdialog');

/** An operation that the methods of a project run, in the sandbox. */
async function makeOrder(project: TestProject): Promise<void> {
  await server.make('PUT', `/projects/${project.id}/operations/place-order`, {
    name: 'Place an order',
    environments: ['sandbox'],
    input_schema: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { type: 'string', maxLength: 20 }, quantity: { type: 'integer', minimum: 1 } },
    },
    mock: { result: { order: 'TEST-1', secret: 'not for others' } },
  });
}

/** Replaces what stands in a field. */
async function fill(field: ReturnType<typeof heading>, text: string): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  await visit.click(field);
  await visit.press('Control+a');
  await visit.write(text);
}

it('a method begins with the fields of its operation, is published, and breaks its clients only after a question', async () => {
  const project = await server.makeProject();
  await open(project, 'methods?env=sandbox', { height: 1900 });
  visit.expectFault(/status of 409/);
  await visit.page.getByText('A method runs an operation or a workflow').waitFor();
  await makeOrder(project);
  await visit.page.reload();
  await visit.click(button('New method'));
  await dialog().waitFor();
  await visit.type('Order');
  await visit.screenshot('methods-new');
  await visit.press('Enter');
  await heading('Order').waitFor();
  await group('sku').waitFor();
  await group('quantity').waitFor();
  await visit.click(button('Add a field of the result'));
  await fill(group('Field 1').getByRole('textbox', { name: 'Name' }), 'order');
  await visit.page.getByText('Save first: what is stored is published.').waitFor();
  await visit.click(button('Save'));
  await visit.page.getByText('Callers get it with the next version').waitFor();
  await expectAccessible(visit, 'methods-draft');
  await visit.click(button('Publish'));
  await visit.page.getByText('Version 1 is published').waitFor();

  // A template that reads nothing forbids publication, and is said with its place.
  await fill(visit.page.getByRole('textbox', { name: 'Mapping' }), '{"sku": "{{ input.article }}"}');
  await visit.click(button('Save'));
  await visit.page.getByText('This forbids publication').waitFor();
  expect(await button('Publish the next version').isDisabled()).toBe(true);
  await visit.screenshot('methods-blocked');
  await fill(visit.page.getByRole('textbox', { name: 'Mapping' }), '{"sku": "{{ input.sku }}"}');
  await visit.click(button('Add a field'));
  await fill(group('Field 3').getByRole('textbox', { name: 'Name' }), 'city');
  await visit.click(group('city').getByText('Callers have to send it'));
  await visit.click(button('Save'));
  await visit.page.getByText('This breaks clients of the newest version').waitFor();
  await visit.page.getByText('Clients do not send city yet').first().waitFor();
  await visit.page.getByText('“What callers send”, field 3').first().waitFor();
  await visit.click(button('Publish the next version'));
  await question().getByText('This breaks clients').waitFor();
  expect(await visit.focused()).toBe('button "Cancel"');
  await expectAccessible(visit, 'methods-breaking');
  await visit.press('Escape');
  const versions = async () =>
    (await server.make('GET', `/projects/${project.id}/methods/order/versions`)).items.length;
  expect(await versions()).toBe(1);
  await visit.click(button('Publish the next version'));
  await visit.click(question().getByRole('button', { name: 'Publish all the same' }));
  await visit.page.getByText('Version 2 is published').waitFor();
  expect(await versions()).toBe(2);

  await visit.click(tab('Versions'));
  await visit.click(button('Retire').last());
  await visit.click(question().getByRole('button', { name: 'Retire' }));
  await visit.page.getByText('Retired', { exact: false }).first().waitFor();
  await expectAccessible(visit, 'methods-versions');
});

it('the contract shows what callers need, and its code in curl, JavaScript and Python calls the method with a key of four presses', async () => {
  const project = await server.makeProject();
  await makeOrder(project);
  const path = `/projects/${project.id}`;
  await server.make('PUT', `${path}/methods/order`, {
    name: 'Order',
    environment: 'sandbox',
    target: { operation: 'place-order' },
    input: [
      {
        name: 'sku',
        type: 'string',
        required: true,
        description: 'Article’s number',
        enum: ["O'Neill", 'B-2'],
      },
      { name: 'quantity', type: 'integer', minimum: 1, default: 1 },
    ],
    result: [{ name: 'order', type: 'string' }],
  });
  await server.make('POST', `${path}/methods/order/publish`);
  await open(project, 'methods/order?tab=contract', { height: 1500 });
  await visit.page.getByText('Article’s number').waitFor();
  await expectAccessible(visit, 'methods-contract');
  await visit.click(visit.page.locator('#content').getByRole('link', { name: 'Keys' }));
  await visit.click(button('New key for methods'));
  await dialog().waitFor();
  await visit.type('Partner');
  await visit.click(dialog().getByText('order', { exact: true }));
  await visit.press('Enter');
  const shown = visit.page.getByRole('textbox', { name: 'Key', exact: true });
  await expect.poll(() => shown.inputValue()).toMatch(/^ep_/);
  const key = await shown.inputValue();
  await keepSecret(visit);

  await visit.open(`${localhost()}/console/p/${project.id}/methods/order?tab=contract`);
  await heading('Code').waitFor();
  const folder = await mkdtemp(join(tmpdir(), 'parley-code-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { ...process.env, METHOD_KEY: key };
  const codeIn = async (language: string) => {
    await visit.click(button(language));
    return (await part(language).locator('pre').textContent())!;
  };
  const { stdout: accepted } = await run('bash', ['-c', await codeIn('curl')], { env });
  expect(JSON.parse(accepted)).toMatchObject({ status: 'queued' });
  await writeFile(join(folder, 'call.mjs'), await codeIn('JavaScript'));
  const { stdout: said } = await run(process.execPath, [join(folder, 'call.mjs')], { env });
  expect(said).toContain("succeeded { order: 'TEST-1' }");
  await writeFile(join(folder, 'call.py'), await codeIn('Python'));
  const python = await run('python3', [join(folder, 'call.py')], { env });
  expect(python.stdout).toContain("succeeded {'order': 'TEST-1'}");
  expect(await codeIn('PHP')).toContain(String.raw`{"sku":"O\'Neill"`);
  await visit.screenshot('methods-php');

  await visit.click(tab('Try it'));
  await visit.click(visit.page.getByRole('button', { name: /sku/ }));
  await visit.click(visit.page.getByRole('option', { name: 'B-2' }));
  await visit.click(button('Try in the sandbox'));
  await part('Result').getByText('TEST-1').waitFor();
  await visit.page.getByText('Callers get only the fields of the contract').waitFor();
  await expectAccessible(visit, 'methods-tried');
});

it('methods fit a phone in Russian', async () => {
  const project = await server.makeProject();
  await makeOrder(project);
  const path = `/projects/${project.id}`;
  const body = { name: 'Оформление заказа', target: { operation: 'place-order' } };
  await server.make('PUT', `${path}/methods/order`, {
    ...body,
    input: [{ name: 'sku', type: 'string', required: true, max_length: 20 }],
  });
  await server.make('POST', `${path}/methods/order/publish`);
  await open(project, 'methods', { width: 390, height: 844, touch: true, language: 'ru' });
  await visit.click(visit.page.getByRole('link', { name: 'Оформление заказа' }));
  await group('sku').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'methods-phone');
  await visit.click(tab('Контракт'));
  await heading('Код').waitFor();
  await expectNothingSideways(visit);
  await visit.screenshot('methods-phone-contract');
});
