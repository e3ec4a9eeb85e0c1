import { beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { localhost, type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';

let project: TestProject;
let channel: { id: string };

const seeded = 10_000;

useConsole();
beforeAll(async () => {
  project = await server.makeProject();
  channel = await server.makeChannel(project.id);
  await server.make('PUT', `/projects/${project.id}/customer-fields`, {
    filter_keys: ['city'],
    phone_keys: ['phone'],
  });
  await seed();
});

/** Customers of a year ago, so that those whom a test makes are before them in every order. */
async function seed(): Promise<void> {
  await server.server.parts.upkeep.query(
    `WITH made AS (
       INSERT INTO dialog.profiles (project_id, id, tags, created_at)
       SELECT $1, (lpad(to_hex((1732000000000 + n)::bigint), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid,
         CASE WHEN n % 500 = 0 THEN ARRAY['wholesale'] ELSE '{}' END, to_timestamp(1732000000 + n)
       FROM generate_series(1, $3::int) AS n RETURNING id)
     INSERT INTO dialog.identities (project_id, id, channel_id, external_id, name, profile_id)
     SELECT $1, id, $2, 'c' || id, 'Customer ' || right(id::text, 4), id FROM made`,
    [readId('project', project.id), readId('channel', channel.id), seeded],
  );
}

async function makeCustomer(external_id: string, name: string | null, fields: object = {}): Promise<any> {
  const body = { channel_id: channel.id, external_id, ...(name !== null && { name }) };
  const identity = await server.make('POST', `/projects/${project.id}/identities`, body);
  await change(identity.profile_id, fields);
  return identity;
}

const change = (profileId: string, fields: object) =>
  server.make('PATCH', `/projects/${project.id}/profiles/${profileId}`, fields);

const open = (path: string, opening?: Opening) => openPage(`p/${project.id}/${path}`, opening);

const role = (name: Parameters<typeof visit.page.getByRole>[0], named?: string | RegExp) =>
  visit.page.getByRole(name, named === undefined ? {} : { name: named, exact: true });
const row = (name: string) => visit.page.getByRole('row').filter({ hasText: name });
const press = async (...keys: string[]) => {
  for (const key of keys) await visit.press(key);
};

it('ten thousand customers scroll with few elements drawn, by keys alone, and the address keeps the filters', async () => {
  await makeCustomer('zoe', 'Zoe', { tags: ['vip'], state: { city: 'Riga' } });
  // What is no filter or no value of one is taken out of the address.
  await open('customers?channel_id=ch_nothing&created=soon&order=x');
  await row('Zoe').waitFor();
  await visit.page.waitForURL((url) => !/channel_id|created/.test(url.search));
  await role('status').filter({ hasText: 'more than 10,000 customers' }).waitFor();
  await visit.screenshot('customers-many');
  const drawn = () => visit.page.getByRole('row').count();
  expect(await drawn()).toBeLessThan(60);
  // The arrows move along the rows, and reading on goes with them.
  await press('j', 'End');
  await visit.page.locator('[data-active][data-index="99"]').waitFor();
  await until(async () => {
    await press('End');
    return (await visit.page.locator('[data-active][data-index="299"]').count()) === 1;
  });
  expect(await drawn()).toBeLessThan(60);
  await press('Home');
  await visit.page.locator('[data-active][data-index="0"]').waitFor();
  await press('f');
  await role('searchbox', 'Find a filter').waitFor();
  await visit.screenshot('customers-filter');
  await visit.type('Tag');
  await press('ArrowDown', 'Enter');
  await role('textbox', 'Tag').waitFor();
  await visit.write('wholesale');
  await press('Enter');
  await visit.page.waitForURL(/tag=wholesale/);
  await role('status')
    .filter({ hasText: /^20 customers$/ })
    .waitFor();
  await press('f');
  await visit.type('State');
  await press('ArrowDown', 'Enter');
  await role('textbox', 'Value').waitFor();
  await visit.type('Riga');
  await press('Enter');
  await visit.page.getByText('No customer fits these filters.').waitFor();
  await visit.page.reload();
  await visit.page.getByText('No customer fits these filters.').waitFor();
  await expectAccessible(visit, 'customers-none-fits');
  await visit.click(role('button', 'Clear filters').last());
  await row('Zoe').waitFor();
  await visit.click(role('searchbox', 'Name, phone, mail or id'));
  await visit.type('zoe');
  await role('status')
    .filter({ hasText: /^1 customer$/ })
    .waitFor();
  await visit.tabTo('div "Customers"');
  await press('Enter');
  await role('heading', 'Zoe').waitFor();
  await visit.page.goBack();
  await role('status')
    .filter({ hasText: /^1 customer$/ })
    .waitFor();
});

it('several customers are tagged at once, that is undone, and what others change shows by itself', async () => {
  const una = await makeCustomer('una', 'Una');
  for (const name of ['Uma', 'Ulf']) await makeCustomer(name.toLowerCase(), name);
  await open('customers?order=newest');
  await row('Ulf').waitFor();
  await press('j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await role('toolbar', '3 selected').waitFor();
  await visit.screenshot('customers-selected');
  await visit.click(role('button', 'Change tags'));
  await role('dialog').waitFor();
  await visit.click(visit.page.getByRole('combobox').first());
  await visit.type('summer,');
  await visit.screenshot('customers-tags');
  await visit.click(role('dialog').getByRole('button', { name: 'Change tags' }));
  await visit.page.getByText('3 customers were changed').waitFor();
  await row('Una').filter({ hasText: 'summer' }).waitFor();
  const tagged = () => server.make('GET', `/projects/${project.id}/profiles/count?tag=summer`);
  expect((await tagged()).count).toBe(3);
  await visit.click(role('button', 'Undo'));
  await until(async () => (await tagged()).count === 0);
  await row('Una').filter({ hasNotText: 'summer' }).waitFor();
  const recorded = async (): Promise<string[]> =>
    (await server.make('GET', `/projects/${project.id}/audit`)).items.map(({ action }: any) => action);
  const isView = (action: string) => action.startsWith('view.');
  const viewsBefore = (await recorded()).filter(isView);
  await change(una.profile_id, { tags: ['regular'], status: 'gold' });
  await row('Una').filter({ hasText: 'regular' }).filter({ hasText: 'gold' }).waitFor();
  // Nobody has looked at a customer, so the audit log tells of no look. What comes after it is on record already.
  await change(una.profile_id, { status: 'silver' });
  await row('Una').filter({ hasText: 'silver' }).waitFor();
  const actions = await recorded();
  expect(actions).toContain('profile.updated');
  expect(actions.filter(isView)).toEqual(viewsBefore);
  // The pointer is somewhere in the list: what is new waits for a press.
  await visit.page.mouse.move(640, 400);
  await makeCustomer('new', 'Nora');
  await visit.click(role('button', 'The list has changed. Show it'));
  await row('Nora').waitFor();
});

it('one customer is edited, merged with another after a look at both, and taken apart again', async () => {
  const ann = await makeCustomer('ann', 'Ann', { state: { city: 'Berlin' }, tags: ['vip'] });
  await makeCustomer('anna', 'Anna B.', { state: { city: 'Bonn' }, tags: ['late'] });
  await server.send(project, ann.id, { text: 'Your order is on its way.' });
  await open(`customers/${ann.profile_id}`);
  await visit.page.getByText('Your order is on its way.').waitFor();
  await visit.click(role('button', /^Status: /));
  await visit.press('Control+a');
  await visit.type('gold');
  await press('Enter');
  await role('button', /^Status: gold/).waitFor();
  await visit.click(role('button', 'Change the name'));
  await visit.press('Control+a');
  await visit.type('Ann Lee');
  await press('Enter');
  await role('heading', 'Ann Lee').waitFor();
  await visit.screenshot('customer');
  await visit.click(role('button', 'Merge'));
  await visit.type('Anna B');
  await visit.click(role('dialog').getByRole('row').filter({ hasText: 'Anna B.' }));
  await role('dialog').getByText('Bonn').first().waitFor();
  await visit.screenshot('customer-merge');
  await visit.click(role('dialog').getByRole('button', { name: 'Make one customer' }));
  const links = role('region', 'Merges');
  await links.waitFor();
  // What says so lies over the corner for some seconds.
  await visit.page.getByText('They are one customer now').waitFor({ state: 'detached' });
  await visit.click(links.getByRole('button', { name: 'Undo' }));
  await links.getByText('undone since').waitFor();
  await visit.click(role('button', 'Add an account'));
  await visit.click(role('button', 'Make a code'));
  await role('dialog')
    .getByText(/^\/link /)
    .waitFor();
  await visit.screenshot('customer-code');
  await press('Escape');
  await visit.click(role('button', /^Everything/));
  await visit.type('Merg');
  await press('Enter');
  await visit.page.waitForURL(/show=link/);
  await visit.page.getByText('Your order is on its way.').waitFor({ state: 'hidden' });
  await expectAccessible(visit, 'customer-links');
  await visit.open(`${localhost()}/console/p/${project.id}/customers/prof_nothing`);
  visit.expectFault(/status of 404/);
  await visit.page.getByText('There is no such customer').waitFor();
});

it('a file is tried first, and its report says of each row what becomes of it; customers who look like one are told apart', async () => {
  await makeCustomer('p1', 'Pia', { state: { phone: '+49 171 1234567' } });
  await makeCustomer('p2', 'Pia W.', { state: { phone: '+49 171 1234567' } });
  await open('customers/import');
  // That of the page, and not of where one logs in.
  await visit.page.locator('#content h1').waitFor();
  await expectAccessible(visit, 'customers-import');
  const choose = async (text: string) => {
    const choosing = visit.page.waitForEvent('filechooser');
    await visit.click(role('button', 'Choose a file'));
    await (await choosing).setFiles({
      ...{ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
    });
  };
  const file = 'external_id,name,tags\nq1,Quinn,imported\nq2,Quentin,\np1,,seen\n,Nobody,\n';
  // Ids are of a channel, and nobody is looked for before it is said of which.
  await choose(file);
  await visit.page.getByText('Of which channel are the customers of customers.csv?').waitFor();
  await visit.click(role('button', /^The file has profile ids only/));
  await press('End', 'Enter');
  await choose(file);
  await visit.page.getByText('This would become of customers.csv').waitFor();
  await row('Line 5').waitFor();
  await expectAccessible(visit, 'customers-import-tried');
  const found = async () => (await server.make('GET', `/projects/${project.id}/profiles?tag=imported`)).items;
  expect(await found()).toEqual([]);
  await visit.click(role('button', 'Import 3 rows'));
  await visit.page.getByText('customers.csv was imported').waitFor();
  expect(await found()).toMatchObject([{ name: 'Quinn', tags: ['imported'] }]);
  await visit.click(role('tab', /^Taken/));
  await row('Line 2').waitFor();
  await visit.open(`${localhost()}/console/p/${project.id}/customers/suggestions`);
  await visit.page.getByText('Both have the number +491711234567').waitFor();
  await expectAccessible(visit, 'customers-suggestions');
  await visit.click(role('button', 'Two people'));
  await visit.page.getByText('No two customers look like one').waitFor();
});

it('an export has whom the filters show', async () => {
  await makeCustomer('exp', 'Explorer', { tags: ['exported'] });
  await open('customers?tag=exported');
  await row('Explorer').waitFor();
  const loading = visit.page.waitForEvent('download');
  await visit.click(role('link', 'Export'));
  const download = await loading;
  expect(download.suggestedFilename()).toBe('customers.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
  expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining('Explorer')]);
});

it('on a phone and in Russian everything fits, and a project without customers says how they come', async () => {
  const kim = await makeCustomer('kim', 'Ким', { tags: ['постоянный клиент'], state: { city: 'Рига' } });
  await open('customers', { width: 390, height: 844, touch: true, language: 'ru' });
  await row('Ким').waitFor();
  await expectAccessible(visit, 'customers-phone');
  await expectNothingSideways(visit);
  await visit.click(row('Ким').getByRole('link'));
  await role('heading', 'Ким').waitFor();
  await role('region', 'Аккаунты').waitFor();
  await expectAccessible(visit, 'customer-phone');
  await expectNothingSideways(visit);
  expect(visit.page.url()).toContain(kim.profile_id);
  const empty = await server.makeProject();
  await visit.open(`${localhost()}/console/p/${empty.id}/customers`);
  await visit.page.getByText('Клиенты приходят через каналы').waitFor();
  await expectAccessible(visit, 'customers-empty');
});
