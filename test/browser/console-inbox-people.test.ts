import { beforeAll, expect, it } from 'vitest';
import { server, visit } from '../harness/console-scene.ts';
import { join as joinProject } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { by, open, reply, said, scene, thread, useInbox, visitor } from './inbox-scene.ts';

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
