import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { keepSecret } from '../harness/console.ts';
import {
  localhost,
  type Opening,
  openAsStranger,
  openPage,
  server,
  useConsole,
  visit,
} from '../harness/console-scene.ts';
import { ownerEmail, ownerPassword } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';

let project: TestProject;

useConsole();
beforeAll(async () => {
  project = await server.makeProject();
});

const open = (path: string, opening?: Opening) => openPage(`p/${project.id}/${path}`, opening);

const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
const button = (name: string | RegExp) =>
  visit.page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => visit.page.getByRole('textbox', { name, exact: true });
const focusIsFault = 'document.activeElement.getAttribute("aria-invalid") === "true"';
const statusWith = async (key: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/audit`, { key })).status;

/** Replaces what stands in a field. */
async function fill(name: string, text: string): Promise<void> {
  await visit.click(field(name));
  await visit.press('Control+a');
  await visit.write(text);
}

it('a key is made with what it may do, shown once, replaced with an overlap, and refused once it was ended', async () => {
  await open('keys');
  visit.expectFault(/status of 422/);
  await visit.click(button('New key'));
  await visit.page.getByRole('dialog').waitFor();
  // All of it fits, with the button.
  const save = (await button('Make key').boundingBox())!;
  expect(save.y + save.height).toBeLessThan(800);
  await visit.screenshot('keys-presets');
  await visit.click(visit.page.getByRole('button', { name: /What it is for/ }));
  await visit.click(visit.page.getByRole('option', { name: 'Backend that sends messages' }));
  const scope = (name: string) => visit.page.getByRole('checkbox', { name, exact: true });
  await until(() => scope('messages:write').isChecked());
  expect(await scope('audit:read').isChecked()).toBe(false);
  await visit.click(visit.page.getByRole('button', { name: /What it is for/ }));
  await visit.click(visit.page.getByRole('option', { name: 'I choose one by one' }));
  await until(async () => !(await scope('messages:write').isChecked()));
  // What the server refuses is said at its field, which gets the focus.
  await visit.click(button('Make key'));
  await until(async () => (await visit.page.evaluate(focusIsFault)) === true);
  await visit.type('Web shop');
  await visit.scroll(scope('workflows:run'), 2000);
  await visit.click(scope('audit:read'));
  expect(await scope('audit:read').isChecked()).toBe(true);
  // What was wrong before is no longer said of what stands there now.
  await until(async () => (await visit.page.getByRole('dialog').getByText('This is needed').count()) === 0);
  await until(
    async () => (await visit.page.getByRole('dialog').getByText('Choose at least one').count()) === 0,
  );
  await visit.screenshot('keys-new');
  await visit.click(button('Make key'));
  const shown = visit.page.getByRole('textbox', { name: 'Key', exact: true });
  await shown.waitFor();
  await visit.screenshot('keys-shown-once');
  await expectAccessible(visit, 'keys-once');
  const first = await shown.inputValue();
  // What is shown for a terminal works as it stands there.
  const command = await visit.page
    .getByRole('region', { name: 'Try it in a terminal' })
    .locator('pre')
    .innerText();
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(JSON.parse(stdout)).toHaveProperty('items');
  // Only its own button closes it, and whoever has not copied it is asked once more.
  await expect.poll(() => visit.focused()).toBe('button "Copy"');
  await visit.press('Escape');
  await visit.click(button('I have it'));
  await visit.page.getByRole('alert').getByText('You have not copied it here.').waitFor();
  await button('Close without copying').waitFor();
  await visit.screenshot('keys-not-copied');
  await keepSecret(visit);
  expect(await statusWith(first)).toBe(200);

  const row = visit.page.getByRole('listitem').filter({ hasText: 'Web shop' });
  await visit.click(row.getByRole('button', { name: 'Replace' }));
  await visit.click(visit.page.getByRole('dialog').getByRole('button', { name: 'Replace' }));
  await shown.waitFor();
  const second = await shown.inputValue();
  await keepSecret(visit);
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  await row.getByText('replaced, ends').waitFor();

  const lost = row.filter({ hasText: 'replaced' });
  await visit.click(lost.getByRole('button', { name: 'Revoke' }));
  await visit.page
    .getByRole('alertdialog', { name: `Revoke the key “Web shop …${first.slice(-4)}”?` })
    .waitFor();
  expect(await visit.focused()).toBe('button "Cancel"');
  await visit.screenshot('keys-end');
  await visit.press('Escape');
  expect(await statusWith(first)).toBe(200);
  await visit.click(lost.getByRole('button', { name: 'Revoke' }));
  await visit.press('Tab');
  await visit.press('Enter');
  await visit.page.getByRole('list', { name: 'Ended keys' }).waitFor();
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  // The list says when each was used last, and leads to its calls.
  await until(async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/keys`);
    return items.some((key: any) => key.hint === second.slice(-4) && key.last_used_at !== null);
  });
  await visit.page.reload();
  await row.getByRole('link', { name: /^used/ }).first().waitFor();
  await expectAccessible(visit, 'keys');
});

it('somebody invited by a link joins, and sees only what their role may', async () => {
  await open('team');
  await visit.click(button('Invite'));
  const dialog = visit.page.getByRole('dialog');
  await dialog.waitFor();
  await visit.write('anna@example.com');
  expect(await field('E-mail').inputValue()).toBe('anna@example.com');
  // All roles are in sight with what they may do, and each is found by its name.
  const radio = (name: string) => dialog.getByRole('radio', { name, exact: true });
  for (const name of ['Owner', 'Developer', 'Operator', 'Analyst', 'Billing']) await radio(name).waitFor();
  await dialog.getByText('Sees payments, gives money back').waitFor();
  expect(await radio('Operator').isChecked()).toBe(true);
  await visit.press('Tab');
  await visit.press('ArrowUp');
  await until(() => radio('Developer').isChecked());
  await visit.click(radio('Operator'));
  await until(() => radio('Operator').isChecked());
  // Before it is made: no mail goes out, and an address of this computer alone is of no use to others.
  await visit.page.getByText(/This installation sends no mail/).waitFor();
  await visit.page.getByText(/leads to this computer only: nobody else can open the link/).waitFor();
  await expectAccessible(visit, 'team-invite');
  await visit.click(button('Make invitation'));
  const shown = visit.page.getByRole('textbox', { name: 'Invitation link', exact: true });
  await shown.waitFor();
  const lost = await shown.inputValue();
  await visit.page.getByText(/Keep it where you keep passwords/).waitFor({ state: 'detached' });
  await expectAccessible(visit, 'team-link');
  await keepSecret(visit);
  const list = visit.page.getByRole('list', { name: 'Invitations' });
  await list.getByText('anna@example.com').waitFor();
  // Whoever is the only owner cannot be taken out, so nothing offers it.
  expect(
    await visit.page.getByRole('list', { name: 'Members' }).getByRole('button', { name: 'Remove' }).count(),
  ).toBe(0);
  await visit.page.getByRole('list', { name: 'Members' }).getByText('owner@example.com').waitFor();
  // A lost link is made anew, and the old one is worth nothing.
  await visit.click(list.getByRole('button', { name: 'Make anew' }));
  await visit.page.getByRole('dialog', { name: 'Invite anna@example.com anew' }).waitFor();
  await visit.click(button('Make invitation'));
  await shown.waitFor();
  const link = await shown.inputValue();
  expect(link).not.toBe(lost);
  await keepSecret(visit);
  await expectAccessible(visit, 'team');
  await visit.close();

  await openAsStranger(link, { faults: /status of 4\d\d/ });
  await visit.page.getByText('You are invited to the project “Test” as operator.').waitFor();
  // Nothing but a password is asked for.
  expect(await visit.page.getByRole('textbox').count()).toBe(1);
  await field('Password').waitFor();
  await visit.type('short');
  await visit.press('Enter');
  await until(async () => (await visit.page.evaluate(focusIsFault)) === true);
  await visit.page.getByText('give at least 12 characters').waitFor();
  await expectAccessible(visit, 'invitation');
  await visit.press('Control+a');
  await visit.write('several words to remember');
  await visit.press('Enter');
  await heading('Overview').waitFor();
  expect(visit.page.url()).toContain(`/console/p/${project.id}/overview`);
  const names = await visit.page.getByRole('navigation').getByRole('link').allInnerTexts();
  expect(names).toContain('People');
  expect(names).not.toContain('Keys');
  await visit.open(`${localhost()}/console/p/${project.id}/keys`);
  await visit.page.getByText('owner@example.com').waitFor();
  // In the inbox whoever has no name for customers is shown where to set one.
  const visitor = await openBrowser(server, (await makeChat(server, project)).id);
  await visitor.say('Are roses here?');
  await visit.open(`${localhost()}/console/p/${project.id}/inbox`);
  await visit.click(visit.page.getByRole('option').first());
  await visit.click(visit.page.getByRole('link', { name: 'Customers see no name: set yours' }));
  await visit.page.getByRole('tab', { name: 'For you', selected: true }).waitFor();
  await fill('Your name for customers', 'Anna');
  await visit.click(button('Save'));
  await visit.page.getByText('Saved', { exact: true }).waitFor();
  const { items: present } = await server.make('GET', `/projects/${project.id}/presence`);
  expect(present).toContainEqual(expect.objectContaining({ name: 'Anna', is_available: false }));
  await visit.page.goBack();
  await visit.page.getByRole('textbox', { name: 'Reply', exact: true }).waitFor();
  expect(await visit.page.getByRole('link', { name: 'Customers see no name: set yours' }).count()).toBe(0);
  await visit.open(`${localhost()}/console/p/${project.id}/settings`);
  await visit.page.getByRole('tab', { name: 'Canned replies' }).waitFor();
  expect(await visit.page.getByRole('tab', { name: 'Delete' }).count()).toBe(0);
  await visit.close();

  // An owner gives another role, and removes somebody.
  await open('team');
  const row = visit.page.getByRole('listitem').filter({ hasText: 'anna@example.com' });
  await visit.click(row.getByRole('button', { name: /Role of/ }));
  await visit.click(visit.page.getByRole('option', { name: 'analyst' }));
  await visit.page.getByText('anna@example.com is “analyst” now').waitFor();
  await visit.click(row.getByRole('button', { name: 'Remove' }));
  await visit.press('Tab');
  await visit.press('Enter');
  await row.waitFor({ state: 'detached' });
  expect((await server.make('GET', `/projects/${project.id}/people`)).items.length).toBe(1);
});

it('settings are saved by a bar that shows when something was changed, and nobody leaves changes behind unasked', async () => {
  await open('settings');
  visit.expectFault(/status of 422/);
  await field('Name of the project').waitFor();
  await fill('Name of the project', 'Garden shop');
  await button('Save').waitFor();
  await expectAccessible(visit, 'settings-general');
  await visit.click(visit.page.getByRole('navigation').getByRole('link', { name: 'People', exact: true }));
  await visit.page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await visit.press('Enter');
  await visit.click(button('Save'));
  await visit.page.getByText('Saved', { exact: true }).waitFor();
  await button('Save').waitFor({ state: 'detached' });
  expect((await server.make('GET', `/projects/${project.id}`)).name).toBe('Garden shop');

  // A number that is too high stays as it was written, and what is allowed stands below it.
  await fill('Ended dialogs', '99999');
  await visit.press('Tab');
  await visit.page.getByText(/^Allowed: 1 to [\d,]+\.$/).waitFor();
  expect(await field('Ended dialogs').inputValue()).toBe('99,999');
  await visit.click(button('Discard'));
  await visit.page.getByText(/^Allowed: /).waitFor({ state: 'detached' });

  await visit.click(visit.page.getByRole('tab', { name: 'Working hours' }));
  await visit.click(visit.page.getByText('There are working hours'));
  await visit.click(button('Add a day'));
  await visit.click(button('Save'));
  await visit.page.getByText('By what is saved').waitFor();
  await button('Save').waitFor({ state: 'detached' });
  const { week, holidays } = await server.make('GET', `/projects/${project.id}/calendar`);
  expect([Object.keys(week).length, week.monday, holidays.length]).toEqual([
    5,
    [{ from: '09:00', to: '18:00' }],
    1,
  ]);
  await expectAccessible(visit, 'settings-hours');

  await visit.click(visit.page.getByRole('tab', { name: 'Customer keys' }));
  await fill('Calling code of your country', 'x');
  await visit.click(button('Save'));
  await until(
    async () => (await field('Calling code of your country').getAttribute('aria-invalid')) === 'true',
  );
  expect(await visit.page.evaluate(focusIsFault)).toBe(true);
  await expectAccessible(visit, 'settings-customers');
  await visit.click(button('Discard'));

  await visit.click(visit.page.getByRole('tab', { name: 'Canned replies' }));
  await visit.click(button('New reply'));
  await visit.page.getByRole('dialog').waitFor();
  await visit.type('refund');
  await visit.press('Tab');
  await visit.write('How a refund works');
  await visit.press('Tab');
  await visit.write('It takes three days.');
  await visit.click(button('Save'));
  await visit.page.getByText('It takes three days.').waitFor();
  await expectAccessible(visit, 'settings-replies');
  for (const tab of ['Hand-over', 'For you', 'Mini apps', 'Delete']) {
    await visit.click(visit.page.getByRole('tab', { name: tab }));
    await visit.page.getByRole('tabpanel', { name: tab }).waitFor();
    await until(async () => (await visit.page.getByRole('status', { name: 'Loading' }).count()) === 0);
    await expectAccessible(visit, `settings-${tab.toLowerCase().replace(' ', '-')}`);
  }
});

it('what cannot be had yet leads to what is missing: mail, a workflow, a shop', async () => {
  await open('settings?tab=notifications');
  await visit.page.getByText(/^This installation sends no mail\. .*SMTP_URL/).waitFor();
  expect(await visit.page.getByRole('switch', { name: /^Mail when a customer waits/ }).isDisabled()).toBe(
    true,
  );
  await visit.open(`${localhost()}/console/p/${project.id}/payments`);
  await visit.click(visit.page.getByRole('link', { name: 'Connect a shop' }));
  await visit.page.getByRole('dialog', { name: 'Connect a YooKassa shop' }).waitFor();
  await visit.open(`${localhost()}/console/p/${project.id}/runs`);
  await visit.click(visit.page.getByRole('link', { name: 'Make a workflow first' }));
  await heading('Workflows').waitFor();
});

it('the log shows what programs asked for, narrowed by filters in the address, and the audit log follows live', async () => {
  await statusWith(project.key);
  await server.call('GET', `/api/v1/projects/${project.id}/profiles/prf_nothing`, { key: project.key });
  await open('log?status=404');
  await visit.page.getByRole('grid', { name: 'Log' }).getByText('prf_nothing').waitFor();
  expect(await visit.page.getByRole('row').count()).toBe(2);
  await visit.page.getByText('Accepted today').waitFor();
  await expectAccessible(visit, 'log');
  await visit.open(`${localhost()}/console/p/${project.id}/audit?by=owner`);
  const grid = visit.page.getByRole('grid', { name: 'Audit log' });
  await grid.getByText('Project: created').waitFor();
  // Records are called by the names that people gave them.
  await grid.getByRole('row').filter({ hasText: 'Project: created' }).getByText('project Test').waitFor();
  await server.makeKey(project.id);
  await until(async () => (await grid.getByText('Key: created').count()) > 1);
  await visit.click(grid.getByText('Key: created').first());
  await visit.page.getByRole('dialog').getByText('key.created').waitFor();
  await visit.screenshot('audit-entry');
  await visit.press('Escape');
  await expectAccessible(visit, 'audit');
});

it('in Russian and on a phone every page stays within the screen', async () => {
  const phone = { width: 390, height: 844, touch: true, language: 'ru', faults: /status of 401/ };
  await openAsStranger(`${localhost()}/console/p/${project.id}/keys`, phone);
  await visit.click(visit.page.getByLabel('Эл. почта'));
  await visit.write(ownerEmail);
  await visit.press('Tab');
  await visit.write(ownerPassword);
  await visit.press('Enter');
  await heading('Ключи').waitFor();
  for (const [path, title] of [
    ['keys', 'Ключи'],
    ['log', 'Журнал запросов'],
    ['audit', 'Журнал действий'],
    ['team', 'Люди'],
    ['settings', 'Настройки'],
    ['settings?tab=hours', 'Настройки'],
    ['settings?tab=notifications', 'Настройки'],
  ] as const) {
    await visit.open(`${localhost()}/console/p/${project.id}/${path}`);
    await heading(title).waitFor();
    await until(async () => (await visit.page.getByRole('status', { name: 'Загрузка' }).count()) === 0);
    await expectNothingSideways(visit);
    await expectAccessible(visit, `phone-${path.replace('?tab=', '-')}`);
  }
});

it('a project is deleted once its name was typed', async () => {
  const doomed = await server.make('POST', '/projects', { name: 'Old shop' });
  await open('settings?tab=delete');
  await visit.open(`${localhost()}/console/p/${doomed.id}/settings?tab=delete`);
  await visit.click(visit.page.getByRole('tabpanel').getByRole('button', { name: 'Delete the project' }));
  const verb = button('Delete for ever');
  await verb.waitFor();
  expect(await verb.isDisabled()).toBe(true);
  await visit.type('Old shop');
  await visit.screenshot('settings-delete-project');
  // What the page still asks of the project then.
  visit.expectFault(/status of 404/);
  await visit.click(verb);
  await heading('Projects').waitFor();
  expect((await server.owner('GET', `/projects/${doomed.id}`)).status).toBe(404);
});

it('in Russian what the server refuses is said in Russian, with the words of its field', async () => {
  await open('team', { width: 390, height: 844, touch: true, language: 'ru' });
  visit.expectFault(/status of 422/);
  await visit.click(button('Пригласить'));
  await visit.page.getByRole('dialog').waitFor();
  await visit.page.getByText(/не шлёт почту/).waitFor();
  await visit.click(visit.page.getByRole('dialog').getByLabel('Эл. почта'));
  await visit.type('anna');
  await visit.press('Enter');
  await visit.page.getByText('Введите адрес почты, такой как anna@example.com').waitFor();
  await expectNothingSideways(visit);
  await visit.screenshot('team-invite-ru');
});
