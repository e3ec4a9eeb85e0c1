import { expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../fakes/receiver.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { keepSecret } from '../harness/console.ts';
import { type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';

useConsole();

/** Opens a page of a project as its owner. */
const open = (project: TestProject, path: string, opening?: Opening) =>
  openPage(`p/${project.id}/${path}`, opening);

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });
const dialog = () => visit.page.getByRole('dialog');
const tab = (name: string) => visit.page.getByRole('tab', { name, exact: true });

it('a subscription is made of kinds in words, its secret is shown once, and a sample and an event arrive signed with it', async () => {
  const project = await server.makeProject();
  // The fake checks signatures, so it has to know the secret, which is made here.
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
  const endpoint = await startReceiver(secret);
  onTestFinished(() => endpoint.close());
  await open(project, 'subscriptions', { height: 1300 });
  visit.expectFault(/status of 422/);
  await visit.page.getByText('No subscription yet').waitFor();
  await expectAccessible(visit, 'subscriptions-empty');
  await visit.click(button('New subscription'));
  await dialog().waitFor();
  await visit.write(endpoint.url);
  await visit.press('Enter');
  await visit.page.getByText('Choose at least one').waitFor();
  await visit.click(field('Name'));
  await visit.type('CRM');
  await visit.click(dialog().getByText('Operations', { exact: true }).first());
  await visit.click(dialog().getByText('An operation succeeded'));
  await visit.click(dialog().getByText('job.*', { exact: true }));
  expect(await dialog().getByRole('checkbox', { name: 'An operation succeeded' }).isChecked()).toBe(false);
  await visit.click(dialog().getByText('More settings'));
  await visit.click(dialog().getByLabel('Own secret (may be empty)'));
  await visit.write(secret);
  await expectAccessible(visit, 'subscriptions-new');
  await visit.press('Enter');
  await heading('CRM').waitFor();
  await visit.page.getByText('Nothing was delivered yet').waitFor();
  expect(await visit.page.content()).not.toContain(secret);

  await visit.click(tab('Try it'));
  await visit.click(button('Send a sample'));
  await visit.page.getByText('Status 204').waitFor();
  expect((await endpoint.waitFor(1))[0]!.body).toMatchObject({ test: true, type: 'job.succeeded' });
  await expectAccessible(visit, 'subscriptions-tried');

  const path = `/projects/${project.id}`;
  await server.make('PUT', `${path}/operations/order`, { name: 'Order', environments: ['sandbox'] });
  await visit.click(tab('Settings'));
  await visit.click(visit.page.getByText('Sandbox', { exact: true }).last());
  await visit.click(button('Save'));
  await visit.page.getByText('Saved', { exact: true }).waitFor();
  await server.make('POST', `${path}/operations/order/runs`, { input: {} });
  const [, event] = await endpoint.waitFor(2);
  expect(event!.body).toMatchObject({ type: 'job.succeeded', data: { environment: 'sandbox' } });
  expect(endpoint.refused).toEqual([]);
  await visit.click(tab('Deliveries'));
  await visit.page.getByRole('row').getByText('Delivered').waitFor();
  await expectAccessible(visit, 'subscriptions-deliveries');

  await visit.click(visit.page.getByRole('row').getByText('An operation succeeded'));
  await dialog().getByText('Status 204').waitFor();
  await expectAccessible(visit, 'subscriptions-delivery');
  await visit.click(button('Deliver again'));
  const [, , again] = await endpoint.waitFor(3);
  expect(again!.id).toBe(event!.id);
});

it('a subscription that stopped says why, and goes on by a press with what was missed', async () => {
  const project = await server.makeProject();
  const path = `/projects/${project.id}`;
  const secret = `whsec_${Buffer.from('another secret, of enough bytes.').toString('base64')}`;
  const endpoint = await startReceiver(secret);
  onTestFinished(() => endpoint.close());
  endpoint.answer = (_, response) => void response.writeHead(410).end('gone for good');
  const body = { name: 'CRM', kinds: ['job.*'], environments: ['sandbox'], url: endpoint.url };
  await server.make('PUT', `${path}/subscriptions/crm`, { ...body, signing_secret: secret });
  await server.make('PUT', `${path}/operations/order`, { name: 'Order', environments: ['sandbox'] });
  await open(project, 'subscriptions/crm', { height: 1400 });
  await visit.page.getByText('Works', { exact: true }).waitFor();
  await server.make('POST', `${path}/operations/order/runs`, { input: {} });
  await visit.page.getByText('It is told of nothing now').waitFor();
  await visit.page.getByRole('row').getByText('Failed').waitFor();
  await expectAccessible(visit, 'subscriptions-stopped');
  await visit.click(visit.page.getByRole('row').getByText('An operation succeeded'));
  await dialog().getByText('gone for good').waitFor();
  await visit.press('Escape');
  // What happens meanwhile follows.
  await server.make('POST', `${path}/operations/order/runs`, { input: {} });
  endpoint.answer = (_, response) => void response.writeHead(204).end();
  await visit.click(button('Enable'));
  await visit.page.getByText('Works', { exact: true }).waitFor();
  await visit.page.getByRole('row').getByText('Delivered').waitFor();

  await visit.click(tab('Settings'));
  await visit.click(button('New secret'));
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.click(visit.page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }));
  await expect.poll(() => field('Signing secret').inputValue()).toMatch(/^whsec_/);
  await keepSecret(visit);
  await visit.page.getByText('The one before it signs, too').waitFor();
});

it('subscriptions fit a phone in Russian', async () => {
  const project = await server.makeProject();
  const body = {
    name: 'Склад',
    kinds: ['message.*', 'view.*'],
    url: 'https://warehouse.example/hooks/parley',
  };
  await server.make('PUT', `/projects/${project.id}/subscriptions/warehouse`, body);
  await open(project, 'subscriptions', { width: 390, height: 844, touch: true, language: 'ru' });
  await visit.page.getByText('Клиент написал').waitFor();
  await expectNothingSideways(visit);
  await visit.screenshot('subscriptions-phone-list');
  await visit.click(visit.page.getByRole('link', { name: 'Склад' }));
  await visit.page.getByText('Доставок ещё не было').waitFor();
  await visit.click(tab('Параметры'));
  await visit.page.getByText('О чём сообщать').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'subscriptions-phone');
});
