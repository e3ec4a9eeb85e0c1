import { expect, it, onTestFinished } from 'vitest';
import { startTarget } from '../fakes/target.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';

useConsole();

/** Opens a page of a project as its owner. */
const open = (project: TestProject, path: string, opening?: Opening) =>
  openPage(`p/${project.id}/${path}`, opening);

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });
const dialog = () => visit.page.getByRole('dialog');
const part = (name: string) => visit.page.getByRole('region', { name, exact: true });
const badge = (name: string) => visit.page.getByText(name, { exact: true }).first();

/** Replaces what stands in a field. */
async function fill(name: string, text: string): Promise<void> {
  await field(name).scrollIntoViewIfNeeded();
  await visit.click(field(name));
  await visit.press('Control+a');
  await visit.write(text);
}

it('a connection and an operation are made and tried in the sandbox and live within eight presses', async () => {
  const target = await startTarget();
  onTestFinished(() => target.close());
  target.manner = () => ({
    does: 'answer',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"A-77"}',
  });
  const project = await server.makeProject();
  await open(project, 'connections', { height: 1100 });
  let presses = 0;
  const press = async (act: () => Promise<void>) => {
    presses += 1;
    await act();
  };
  await press(() => visit.click(button('HTTP API')));
  await dialog().waitFor();
  await visit.write(target.url);
  await press(() => visit.press('Enter'));
  await visit.page.getByText('It works', { exact: true }).waitFor();
  await press(() => visit.click(visit.page.getByRole('link', { name: 'New operation' })));
  await dialog().waitFor();
  await visit.write('Place an order');
  // The field of the path is three tabs away; typing and Tab are no presses on something.
  await visit.tabTo('input ""');
  await visit.type('/orders');
  await visit.press('Tab');
  await visit.type('{"sku": "{{ input.sku }}"}');
  await visit.screenshot('operations-new');
  await press(() => visit.click(button('Make operation')));
  await heading('Place an order').waitFor();
  await expect.poll(() => field('Input').inputValue()).toBe('{\n  "sku": ""\n}');
  await visit.screenshot('operations-try');
  await fill('Input', '{"sku": "A-1"}');
  await press(() => visit.click(button('Try in the sandbox')));
  await badge('Succeeded').waitFor();
  await visit.page.getByText('Nothing was sent: the sandbox gives').waitFor();
  expect(target.arrivals.filter(({ method }) => method === 'POST')).toEqual([]);
  await press(() => visit.click(button('Run live')));
  expect(await visit.focused()).toBe('button "Cancel"');
  await press(() =>
    visit.click(visit.page.getByRole('alertdialog').getByRole('button', { name: 'Run live' })),
  );
  await part('Result').getByText('"A-77"').waitFor();
  expect(presses).toBeLessThanOrEqual(8);
  expect(target.arrivals.filter(({ method }) => method === 'POST')).toMatchObject([
    { url: '/orders', body: '{"sku":"A-1"}' },
  ]);
  await expectAccessible(visit, 'operations-tried');
});

it('the definition of an operation is changed field by field, and what the server refuses stands at its field', async () => {
  const target = await startTarget();
  onTestFinished(() => target.close());
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  const settings = { base_url: target.url, auth: { type: 'bearer', token: 'secret-of-the-shop' } };
  await server.make('PUT', `${path}/connections/shop`, { name: 'Shop', settings });
  const operation = { name: 'Look up', connection: 'shop', request: { method: 'GET', path: '/parcels' } };
  await server.make('PUT', `${path}/operations/look-up`, operation);
  await open(project, 'operations', { height: 1400 });
  await visit.page.getByText('GET /parcels').waitFor();
  await expectAccessible(visit, 'operations-list');
  await visit.click(visit.page.getByRole('link', { name: 'Look up' }));
  await heading('Request').waitFor();
  await fill('Path', '/parcels/{{ input.number }}');
  await visit.click(button('Add a parameter'));
  await visit.click(visit.page.getByLabel('Parameters of the address 1: Name'));
  await visit.type('lang');
  await visit.press('Tab');
  await visit.type('{{ input.language | default: "en" }}');
  await fill('Input', '{"type": "object", ');
  await visit.click(button('Save'));
  await visit.page.getByText('This is no JSON').waitFor();
  expect(await visit.page.evaluate("document.activeElement.getAttribute('aria-invalid')")).toBe('true');
  const schema = {
    type: 'object',
    required: ['number'],
    properties: {
      number: { type: 'integer', title: 'Number of the parcel' },
      language: { enum: ['en', 'ru'] },
    },
  };
  await fill('Input', JSON.stringify(schema));
  await fill('Result', '{{ response.bod');
  await visit.click(button('Save'));
  await field('Result').and(visit.page.locator('[aria-invalid="true"]')).waitFor();
  await visit.screenshot('operations-refused');
  await fill('Result', '{{ response.body.state }}');
  await fill('Result in the sandbox', '"on its way"');
  await visit.click(button('Save'));
  await visit.page.getByText('Jobs that were accepted before').waitFor();
  expect(await server.make('GET', `${path}/operations/look-up`)).toMatchObject({
    request: {
      method: 'GET',
      path: '/parcels/{{ input.number }}',
      query: { lang: '{{ input.language | default: "en" }}' },
    },
    input_schema: schema,
    result: '{{ response.body.state }}',
    mock: { result: 'on its way' },
  });
  await expectAccessible(visit, 'operations-definition');

  // The schema is a form now.
  await visit.page.evaluate('scrollTo(0, 0)');
  await visit.click(visit.page.getByRole('tab', { name: 'Try it' }));
  await visit.click(field('Number of the parcel'));
  await visit.type('42');
  await visit.click(visit.page.getByRole('button', { name: /language/ }));
  await visit.click(visit.page.getByRole('option', { name: 'ru' }));
  target.manner = () => ({
    does: 'answer',
    headers: { 'content-type': 'application/json' },
    body: '{"state":"there"}',
  });
  await visit.click(button('Run live'));
  await visit.click(visit.page.getByRole('alertdialog').getByRole('button', { name: 'Run live' }));
  await part('Result').getByText('there').waitFor();
  const sent = part('What was sent');
  await sent.getByText('/parcels/42?lang=ru').waitFor();
  await sent.getByText('[hidden]').waitFor();
  expect(await visit.page.content()).not.toContain('secret-of-the-shop');
  await visit.screenshot('operations-live');
});

it('jobs are listed by state and operation, appear by themselves, and one says what went wrong and what to do', async () => {
  const target = await startTarget();
  onTestFinished(() => target.close());
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  await server.make('PUT', `${path}/connections/shop`, { name: 'Shop', settings: { base_url: target.url } });
  await server.make('PUT', `${path}/operations/order`, { name: 'Order', connection: 'shop', request: {} });
  await server.make('PUT', `${path}/operations/cancel`, {
    name: 'Cancel it',
    connection: 'shop',
    request: {},
  });
  const run = (operation: string) =>
    server.make('POST', `${path}/operations/${operation}/runs`, { input: {}, environment: 'live' });
  await open(project, 'jobs');
  await visit.page.getByText('Nothing has run yet').waitFor();
  await visit.screenshot('jobs-empty');
  target.manner = () => ({ does: 'answer', status: 404 });
  await run('order');
  await visit.page.getByRole('row').getByText('Failed').waitFor();
  target.manner = () => ({ does: 'cut after reading' });
  await run('cancel');
  await visit.page.getByRole('row').getByText('Unknown').waitFor();
  await expectAccessible(visit, 'jobs-list');

  await visit.press('f');
  await visit.type('State');
  await visit.press('Enter');
  await visit.type('Unknown');
  await visit.press('Enter');
  await expect.poll(() => visit.page.url()).toContain('status=unknown');
  await expect.poll(() => visit.page.getByRole('row').getByText('Failed').count()).toBe(0);
  await visit.click(visit.page.getByRole('row').getByText('Cancel it'));
  await heading('Cancel it').waitFor();
  await visit.page.getByText('It may have happened').waitFor();
  await visit.page.getByText('1 attempt').waitFor();
  await expectAccessible(visit, 'jobs-one');
  await visit.click(visit.page.getByRole('button', { name: 'Settle', exact: true }));
  await visit.screenshot('jobs-settle');
  await visit.click(visit.page.getByRole('dialog').getByRole('button', { name: 'It was not done' }));
  await badge('Failed').waitFor();
  await visit.page.getByText('Outcome settled: it was not done').waitFor();
  expect(await visit.page.getByText('It may have happened').count()).toBe(0);
});

it('operations and jobs fit a phone in Russian', async () => {
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  const request = { method: 'POST', path: '/api/v2/orders/of/the/whole/warehouse/{{ input.number }}' };
  const operation = { name: 'Оформить заказ на складе', environments: ['sandbox'], request };
  await server.make('PUT', `${path}/operations/order`, operation);
  await open(project, 'operations', { width: 390, height: 844, touch: true, language: 'ru' });
  await visit.page.getByText('Оформить заказ на складе').waitFor();
  await expectNothingSideways(visit);
  await visit.screenshot('operations-phone');
  await visit.click(visit.page.getByRole('link', { name: 'Оформить заказ на складе' }));
  await visit.click(visit.page.getByRole('tab', { name: 'Проба' }));
  await visit.click(button('Попробовать в песочнице'));
  await badge('Успех').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'operations-phone-tried');
});
