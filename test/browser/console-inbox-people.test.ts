import { beforeAll, expect, it } from 'vitest';
import type { Visit } from '../harness/browser.ts';
import { openPage, server, visit } from '../harness/console-scene.ts';
import { join as joinProject } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';
import { by, nameOf, open, reply, row, said, scene, thread, useInbox, visitor } from './inbox-scene.ts';
import { publish } from './scene.ts';

useInbox();
beforeAll(async () => {
  await server.make('PUT', `/projects/${scene.project.id}/customer-fields`, {
    ...{ phone_keys: ['phone'], mail_keys: [], filter_keys: [] },
    ...{ country_code: '49', trunk_prefix: '0' },
  });
});

it('takes what waits for a colleague, by the button and by its key: it is assigned first', async () => {
  const customer = await visitor('I need a person now');
  const colleague = await joinProject(server, scene.project.id, 'operator', 'olga@example.com');
  const now = () => scene.conversation({ ...customer } as never);
  // What is given to somebody while the bot leads it waits for them once the customer asks.
  const waitsForColleague = async () => {
    await scene.inbox('PUT', `/${customer.profileId}/assignment`, { assignee_id: colleague.id });
    await customer.call('POST', '/operator');
    await until(async () => (await now()).waiting_since !== null);
    await visit.page.getByText(/olga@example.com sees to it/).waitFor();
    await visit.page.getByText(/The customer asked for a person/).waitFor();
  };
  const isMine = async () => {
    const { is_held, waiting_since, assignee } = await now();
    return is_held && waiting_since === null && assignee?.email === 'owner@example.com';
  };
  await open(`inbox/${customer.profileId}`);
  await waitsForColleague();
  await visit.click(by('button', 'Take over'));
  await visit.page.getByText('You lead this dialog; the bot is silent').waitFor();
  await until(isMine);
  await visit.press('h');
  await until(async () => !(await now()).is_held);
  await waitsForColleague();
  await visit.press('h');
  await until(isMine);
  // What a colleague leads is taken from them, too.
  await scene.inbox('PUT', `/${customer.profileId}/assignment`, { assignee_id: colleague.id });
  await visit.page.getByText(/olga@example.com leads this dialog/).waitFor();
  await visit.click(by('button', 'Take over'));
  await until(isMine);
});

it('whoever was quicker is named before a second answer goes, and both are said if that is wanted', async () => {
  const customer = await visitor('Do you open on Sunday?');
  const colleague = await joinProject(server, scene.project.id, 'operator', 'irma@example.com');
  await open(`inbox/${customer.profileId}`);
  await said('Do you open on Sunday?').waitFor();
  await visit.click(reply());
  await visit.type('Yes, from ten');
  // Who else has it open is said above the field.
  const looking = `/projects/${scene.project.id}/conversations/${customer.profileId}/looking`;
  await colleague.client.owner('POST', looking, {});
  await visit.page.getByText('irma@example.com has it open, too').waitFor();
  await colleague.client.owner('POST', looking, { seconds: 0 });
  await visit.page.getByText('irma@example.com has it open, too').waitFor({ state: 'detached' });
  const dialog = `/projects/${scene.project.id}/dialogs/${customer.identityId}`;
  await colleague.client.make('POST', `${dialog}/messages`, { text: 'No, on Monday' });
  await said('No, on Monday').waitFor();
  await visit.press('Control+Enter');
  await visit.page.getByRole('alert').getByText('irma@example.com has answered since you began').waitFor();
  await visit.screenshot('inbox-answered-since');
  const answers = async () =>
    (await customer.messages()).map(({ text }) => text).filter((text) => /^(?:Yes|No),/.test(text));
  expect(await answers()).toEqual(['No, on Monday']);
  await visit.press('Control+Enter');
  await until(async () => (await answers()).join() === 'No, on Monday,Yes, from ten');
  await visit.page.getByText(/has answered since you began/).waitFor({ state: 'detached' });
});

it('two people at one conversation see each other look and write, and their answers stand there once and in order for both', async () => {
  const customer = await visitor('Do you deliver to Riga?');
  const colleague = await joinProject(server, scene.project.id, 'operator', 'vera@example.com');
  await open(`inbox/${customer.profileId}`);
  const mine = visit;
  await open(`inbox/${customer.profileId}`, { as: colleague });
  const hers = visit;
  const fieldOf = ({ page }: Visit) => page.getByRole('textbox', { name: 'Reply', exact: true });
  const wordsOf = ({ page }: Visit) => page.getByRole('log').locator('[data-part=text]').allInnerTexts();
  await mine.page.getByText('vera@example.com has it open, too').waitFor();
  await hers.page.getByText('owner@example.com has it open, too').waitFor();
  await mine.click(fieldOf(mine));
  await mine.type('Yes, in two days');
  await hers.page.getByText('owner@example.com is writing an answer').waitFor();
  await hers.click(fieldOf(hers));
  await hers.type('Riga takes a week');
  await mine.page.getByText('vera@example.com is writing an answer').waitFor();
  await hers.screenshot('inbox-two-people');

  await hers.press('Control+Enter');
  await until(async () => (await wordsOf(mine)).includes('Riga takes a week'));
  await mine.press('Control+Enter');
  await mine.page.getByRole('alert').getByText('vera@example.com has answered since you began').waitFor();
  expect(await fieldOf(mine).inputValue()).toBe('Yes, in two days');
  await mine.press('Control+Enter');
  const all = [
    ...['Do you deliver to Riga?', 'Which size do you want?'],
    ...['Riga takes a week', 'Yes, in two days'],
  ];
  for (const each of [mine, hers]) {
    await until(async () => (await wordsOf(each)).length >= all.length);
    expect(await wordsOf(each)).toEqual(all);
  }
  expect((await customer.messages()).map(({ text }) => text)).toEqual(all);

  // Given to her while she is elsewhere, it is told her there, and the thread says who did it.
  await hers.press('Escape');
  await hers.click(hers.page.getByRole('link', { name: 'Customers', exact: true }));
  const assignment = { assignee_id: colleague.id };
  await scene.inbox('PUT', `/${customer.profileId}/assignment`, { assignee_id: null });
  await scene.inbox('PUT', `/${customer.profileId}/assignment`, assignment);
  const told = hers.page.getByRole('status').locator('> div').filter({ hasText: 'gave you a conversation' });
  await told.getByText('owner@example.com gave you a conversation').waitFor();
  await hers.click(told.getByRole('button', { name: 'Open it' }));
  await hers.page.getByRole('log').getByText('owner@example.com gave it to you').waitFor();
  await mine.page.getByRole('log').getByText('You gave it to vera@example.com').waitFor();
});

it('beside it stands the customer: changed in place, and made one with whoever has the same number, and two again', async () => {
  const customer = await visitor('It is me');
  const other = await scene.customer('the-same');
  await other.says('It is me, too');
  const phone = { state: { phone: '0171 1234567', city: 'Riga' } };
  for (const id of [customer.profileId, other.profileId])
    await server.make('PATCH', `/projects/${scene.project.id}/profiles/${id}`, phone);
  await open(`inbox/${customer.profileId}`);
  const side = visit.page.getByRole('complementary', { name: 'Customer', exact: true });
  await visit.click(side.getByRole('button', { name: 'city: Riga' }));
  await visit.press('Control+a');
  await visit.type('Bonn');
  await visit.press('Enter');
  await side.getByRole('button', { name: 'city: Bonn' }).waitFor();
  await visit.screenshot('inbox-customer');
  await visit.click(side.getByRole('button', { name: 'Compare' }));
  const merge = by('dialog', 'Make one customer of them?');
  await merge.getByText('webhook the-same').waitFor();
  await merge.getByText('Where they disagree').waitFor();
  await visit.screenshot('inbox-merge');
  await visit.click(merge.getByRole('button', { name: 'Make one customer' }));
  await visit.page.getByText('They are one customer now').waitFor();
  await thread().getByText('It is me, too', { exact: true }).waitFor();
  await visit.click(by('button', 'Undo').last());
  await until(async () => (await thread().getByText('It is me, too', { exact: true }).count()) === 0);
});

it('on a phone with its keyboard open, a field of the customer is in sight while it is written in', async () => {
  const customer = await visitor('On my way');
  const state = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`field_${n + 1}`, `value ${n + 1}`]),
  );
  await server.make('PATCH', `/projects/${scene.project.id}/profiles/${customer.profileId}`, { state });
  await open(`inbox/${customer.profileId}`, { width: 390, height: 844, touch: true });
  await visit.click(by('button', 'Customer'));
  const side = by('complementary', 'Customer');
  await side.getByRole('heading', { name: nameOf(customer), level: 1 }).waitFor();
  const last = side.getByRole('button', { name: 'field_12: value 12' });
  await last.scrollIntoViewIfNeeded();
  await visit.click(last);
  const field = side.getByRole('textbox', { name: 'field_12' });
  await visit.page.setViewportSize({ width: 390, height: 430 });
  // Between what stands above and below the pane.
  const isInSight = async () => {
    const [pane, box] = [(await side.boundingBox())!, (await field.boundingBox())!];
    return box.y >= pane.y && box.y + box.height <= pane.y + pane.height && pane.y + pane.height <= 430;
  };
  await until(isInSight);
  await visit.screenshot('inbox-phone-customer');
  await visit.press('Control+a');
  await visit.type('another value');
  expect(await isInSight()).toBe(true);
  await visit.press('Enter');
  await side.getByRole('button', { name: 'field_12: another value' }).waitFor();
  // Another one, with the keyboard still there.
  const first = side.getByRole('button', { name: 'field_1: value 1', exact: true });
  await first.scrollIntoViewIfNeeded();
  await visit.click(first);
  await visit.press('Control+a');
  await visit.type('the first');
  await visit.press('Enter');
  await side.getByRole('button', { name: 'field_1: the first' }).waitFor();
  await visit.scroll(side, -3000);
  await visit.click(side.getByRole('button', { name: 'Back to the conversation' }));
  await said('On my way').waitFor();
});

it('the settings say by which answer a customer is called; the pencil beside the thread gives another name', async () => {
  const project = await server.makeProject();
  const page = (below: string) => openPage(`p/${project.id}/${below}`);
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [{ id: 'ask_name', type: 'question', field: 'full_name', text: 'What is your name?' }],
  });
  await page('settings?tab=customers');
  await visit.click(by('combobox', /^Fields with the name/));
  await visit.type('full_name');
  await visit.press('Enter');
  await visit.click(by('button', 'Save'));
  await until(async () => {
    const { name_keys } = await server.make('GET', `/projects/${project.id}/customer-fields`);
    return name_keys.includes('full_name');
  });
  await visit.screenshot('settings-name-keys');

  const customer = await openBrowser(server, (await makeChat(server, project)).id);
  await customer.say('Good morning');
  await until(async () => (await customer.messages()).some(({ text }) => text === 'What is your name?'));
  await customer.say('Mia Berg');
  await page('inbox');
  await visit.click(row('Mia Berg'));
  await by('heading', 'Mia Berg').first().waitFor();
  await visit.click(by('complementary', 'Customer').getByRole('button', { name: 'Change the name' }));
  await by('dialog', 'Change the name').waitFor();
  await visit.press('Control+a');
  await visit.type('Mia Berg-Olsen');
  await visit.click(by('dialog', 'Change the name').getByRole('button', { name: 'Save' }));
  await row('Mia Berg-Olsen').waitFor();
  // Above the thread and beside it.
  await until(async () => (await by('heading', 'Mia Berg-Olsen').count()) === 2);
});

it('an operation that was carried out for a customer stands in their time line', async () => {
  const operations = new Scene(server, scene.project);
  await operations.connect('bank', { base_url: 'https://bank.example' });
  await operations.define('book_visit', { connection: 'bank', request: { body: {} } });
  const customer = await scene.customer('books-a-visit');
  await customer.says('Please book a visit');
  await scene.conversation(customer);
  await open(`inbox/${customer.profileId}?env=sandbox`);
  await visit.click(by('complementary', 'Customer').getByRole('link', { name: 'Open profile' }));
  const line = by('region', 'What happened');
  await line.getByText('Please book a visit').waitFor();
  await operations.outcome('book_visit', { identity_id: customer.identityId });
  await line.getByText('Operation book_visit was carried out').waitFor();
  await visit.screenshot('customer-job');
});
