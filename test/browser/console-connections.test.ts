import { expect, it, onTestFinished } from 'vitest';
import { startTarget } from '../fakes/target.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { keepSecret } from '../harness/console.ts';
import { localhost, type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';

useConsole();

/** Opens a page of a project as its owner. */
const open = (project: TestProject, path: string, opening?: Opening) =>
  openPage(`p/${project.id}/${path}`, opening);

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const dialog = () => visit.page.getByRole('dialog');
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });

/** Replaces what stands in a field. */
async function fill(name: string, text: string): Promise<void> {
  await field(name).scrollIntoViewIfNeeded();
  await visit.click(field(name));
  await visit.press('Control+a');
  await visit.write(text);
}

it('a connection is made with a secret that is never shown again, tested in words, changed, and deleted once nothing uses it', async () => {
  const target = await startTarget();
  onTestFinished(() => target.close());
  target.manner = ({ headers }) => ({
    does: 'answer',
    status: headers.authorization === 'Bearer right-token' ? 200 : 401,
  });
  const project = await server.makeProject();
  await open(project, 'connections', { height: 1200 });
  visit.expectFault(/status of 4(?:09|22)/);
  await visit.page.getByText('No connection yet').waitFor();
  await expectAccessible(visit, 'connections-empty');

  // Begun and put off by keys alone: the focus returns to where it was.
  await visit.tabTo('button "HTTP API"');
  await visit.press('Enter');
  await dialog().waitFor();
  await visit.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await visit.focused()).toBe('button "HTTP API"');

  await visit.click(button('HTTP API'));
  await dialog().waitFor();
  await visit.write('no address');
  await visit.press('Enter');
  // What the server refuses stands at its field, which has the focus.
  await dialog().locator('[aria-invalid="true"]').waitFor();
  expect(await dialog().getByRole('alert').count()).toBe(0);
  await visit.press('Control+a');
  await visit.write(target.url);
  await visit.click(dialog().getByRole('button', { name: /How it knows you/ }));
  await visit.click(visit.page.getByRole('option', { name: 'Bearer token' }));
  await visit.click(visit.page.getByLabel('Token', { exact: true }));
  await visit.write('wrong-token');
  await fill('Name', 'Warehouse');
  await visit.screenshot('connections-new');
  await visit.press('Enter');

  await heading('Warehouse').waitFor();
  await visit.page.getByText('it does not accept the credentials').waitFor();
  await expectAccessible(visit, 'connections-refused');
  expect(await visit.page.getByLabel('Token', { exact: true }).inputValue()).toBe('');
  expect(await visit.page.content()).not.toContain('wrong-token');

  await visit.click(visit.page.getByLabel('Token', { exact: true }));
  await visit.write('right-token');
  await visit.click(button('Save'));
  await visit.page.getByText('Saved. It holds for queued calls, too.').waitFor();
  await visit.click(button('Test again'));
  await visit.page.getByText('It works', { exact: true }).waitFor();
  expect(target.arrivals.at(-1)!.headers.authorization).toBe('Bearer right-token');

  // Other changes leave the secret as it is.
  await visit.click(visit.page.getByText('More settings'));
  await fill('Path of the test', '/health');
  await visit.click(button('Add a header'));
  await visit.click(visit.page.getByLabel('Headers of every request 1: Name'));
  await visit.type('X-Shop');
  await visit.press('Tab');
  await visit.type('main');
  await visit.screenshot('connections-dirty');
  await visit.click(button('Save'));
  await expect
    .poll(async () => (await server.make('GET', `/projects/${project.id}/connections/warehouse`)).settings)
    .toMatchObject({ test_path: '/health', headers: { 'X-Shop': 'main' }, auth: { token: 'set' } });
  await button('Save').waitFor({ state: 'detached' });
  await visit.click(button('Test again'));
  await expect.poll(() => target.arrivals.at(-1)!.url).toBe('/health');
  expect(target.arrivals.at(-1)!.headers).toMatchObject({
    'x-shop': 'main',
    authorization: 'Bearer right-token',
  });

  const operation = { name: 'Place an order', connection: 'warehouse', request: { path: '/orders' } };
  await server.make('PUT', `/projects/${project.id}/operations/order`, operation);
  await visit.page.reload();
  await visit.page.getByText('Place an order').waitFor();
  await visit.page.evaluate('scrollTo(0, 0)');
  await visit.click(button('Delete'));
  await visit.page.getByText('An operation uses it: Place an order').waitFor();
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.click(visit.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await visit.page.getByText('This connection is in use by').waitFor();
  await visit.press('Escape');
  await server.make('DELETE', `/projects/${project.id}/operations/order`);
  await visit.click(button('Delete'));
  await visit.click(visit.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await visit.page.getByText('No connection yet').waitFor();
});

it('the secret of a signed webhook is shown once, and its window closes by its own button only', async () => {
  const project = await server.makeProject();
  await open(project, 'connections?new=webhook');
  await dialog().waitFor();
  await visit.write('https://shop.example/hooks');
  await visit.press('Enter');
  const secret = visit.page.getByRole('textbox', { name: 'Signing secret' });
  await expect.poll(() => secret.inputValue()).toMatch(/^whsec_/);
  const shown = await secret.inputValue();
  await visit.press('Escape');
  expect(await secret.inputValue()).toBe(shown);
  await keepSecret(visit);
  await heading('Webhook').waitFor();
  expect(await visit.page.content()).not.toContain(shown);
  expect(await visit.page.getByLabel('Signing secret').inputValue()).toBe('');
});

it('a name that is taken makes no second thing of it: what is there is never replaced by something new', async () => {
  const project = await server.makeProject();
  const settings = { base_url: 'https://one.example' };
  await server.make('PUT', `/projects/${project.id}/connections/crm`, { name: 'CRM', settings });
  await open(project, 'connections');
  await visit.page.getByRole('link', { name: 'CRM' }).waitFor();
  await visit.click(button('New connection'));
  await visit.click(visit.page.getByRole('menuitem', { name: 'HTTP API' }));
  await dialog().getByRole('textbox').first().waitFor();
  await visit.write('https://two.example');
  await fill('Name', 'CRM');
  await visit.click(dialog().getByText('More settings'));
  expect(await field('Short name').getAttribute('placeholder')).toBe('crm-2');
  await visit.click(field('Short name'));
  await visit.type('crm');
  await visit.press('Enter');
  await visit.page.getByText('This short name is taken').waitFor();
  await visit.press('Control+a');
  await visit.press('Delete');
  await visit.press('Enter');
  await heading('Test').waitFor();
  const { items } = await server.make('GET', `/projects/${project.id}/connections`);
  expect(items.map((each: any) => [each.slug, each.settings.base_url])).toEqual([
    ['crm', 'https://one.example'],
    ['crm-2', 'https://two.example'],
  ]);
});

it('a host that cannot be reached is said in the language of the reader, in its test and in each attempt of a call', async () => {
  const project = await server.makeProject();
  const below = `/projects/${project.id}`;
  const settings = { base_url: 'https://no-such-host.invalid' };
  await server.make('PUT', `${below}/connections/gone`, { name: 'Gone', settings });
  const operation = { name: 'Order', connection: 'gone', request: { path: '/orders' } };
  await server.make('PUT', `${below}/operations/order`, operation);
  await open(project, 'connections/gone', { language: 'ru' });
  const why = 'Для имени хоста нет адреса. Ничего не отправлено.';
  await visit.click(button('Проверить'));
  await visit.page.getByText(why).waitFor();
  await visit.screenshot('connections-gone');
  await visit.open(`${localhost()}/console/p/${project.id}/operations/order?tab=try`);
  await visit.click(button('Выполнить по-настоящему'));
  await visit.click(
    visit.page.getByRole('alertdialog').getByRole('button', { name: 'Выполнить по-настоящему' }),
  );
  // The attempt that did not happen, and what was meant to be sent.
  await visit.page.getByRole('listitem').filter({ hasText: why }).first().waitFor();
  await visit.page.getByText('Что собирались отправить').waitFor();
  expect(await visit.page.getByText('not_reached').count()).toBeGreaterThan(0);
  await expectAccessible(visit, 'operation-not-reached');
});

it('connections fit a phone in Russian', async () => {
  const project = await server.makeProject();
  const settings = { base_url: 'https://crm.example/api', auth: { type: 'bearer', token: 'a-token' } };
  await server.make('PUT', `/projects/${project.id}/connections/crm`, { name: 'CRM', settings });
  await open(project, 'connections', { width: 390, height: 844, touch: true, language: 'ru' });
  await visit.page.getByRole('link', { name: 'CRM' }).waitFor();
  await expectNothingSideways(visit);
  await visit.screenshot('connections-phone');
  await visit.click(visit.page.getByRole('link', { name: 'CRM' }));
  await heading('Настройки').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'connections-phone-one');
});
