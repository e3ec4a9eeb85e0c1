import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../harness/accessibility.ts';
import { server, visit } from '../harness/console-scene.ts';
import { patient } from '../harness/patience.ts';
import { join as joinProject } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { by, nameOf, open, reply, row, said, scene, thread, useInbox, visitor } from './inbox-scene.ts';

// Of code that is evaluated in the page.
declare const document: any;

useInbox();
beforeAll(async () => {
  await server.make('PUT', `/projects/${scene.project.id}/replies/refund`, {
    title: 'How a refund works',
    text: 'Hello {{ profile.name }}, your refund takes three days.',
  });
});

it('somebody answers a visitor by keys alone: the words arrive on both sides, and what was begun survives a reload', async () => {
  const customer = await visitor('Do you have it in blue?');
  await open('inbox');
  // The bot has spoken last, and the row says what the customer said.
  await row(nameOf(customer)).getByRole('img', { name: 'Bot: Which size do you want?' }).waitFor();
  await row(nameOf(customer)).getByText('Do you have it in blue?').waitFor();
  await visit.press('j');
  await said('Do you have it in blue?').waitFor();
  await said('Which size do you want?').waitFor();
  // The id of the step is a detail of what the bot said.
  await thread().getByTitle('step ask_size, version 1').waitFor();
  await thread().getByText(nameOf(customer), { exact: true }).waitFor();
  await until(async () => (await scene.conversation({ ...customer } as never)).is_unread === false);
  await expectAccessible(visit, 'inbox-thread');

  // Both sides see that the other one types.
  const listening = await customer.listen({ typing: true });
  await visit.press('r');
  expect(await visit.focused()).toBe('textarea "Reply"');
  await visit.type('Yes, in *three* shades');
  await until(() => listening.events.some(({ event }) => event === 'typing'));
  await customer.call('POST', '/typing');
  await visit.page.getByText(/is typing/).waitFor();
  await visit.page.reload();
  await reply().waitFor();
  expect(await reply().inputValue()).toBe('Yes, in *three* shades');

  const own = thread().getByRole('listitem').filter({ hasText: 'Yes, in *three* shades' });
  await visit.page.getByText(/Your answer takes over from the bot\.$/).waitFor();
  await visit.press('r');
  await visit.press('Control+Enter');
  await until(async () => (await customer.messages()).some(({ text }) => text === 'Yes, in *three* shades'));
  // Whoever answers leads: what the customer says next is no answer to the bot.
  await visit.page.getByText('You lead this dialog; the bot is silent').waitFor();
  await thread().getByRole('img', { name: /^Sent/ }).last().waitFor();
  // The visitor looks at it, which shows here by itself.
  await customer.call('POST', '/read', { n: (await customer.messages()).at(-1).n });
  await own.getByRole('img', { name: /^Read/ }).waitFor();
  expect(await reply().inputValue()).toBe('');

  // A note is for colleagues.
  await visit.press('Escape');
  await visit.press('n');
  await visit.type('She is in a hurry');
  await visit.screenshot('inbox-note');
  await visit.press('Control+Enter');
  await thread().getByText('She is in a hurry').waitFor();
  expect((await customer.messages()).some(({ text }) => text === 'She is in a hurry')).toBe(false);

  // A prepared reply is found by its shortcut and rendered for this customer.
  await visit.press('Escape');
  await visit.press('r');
  await visit.type('/ref');
  await visit.page.getByRole('option', { name: /How a refund works/ }).waitFor();
  await visit.screenshot('inbox-canned');
  await visit.press('Enter');
  await until(async () => (await reply().inputValue()).endsWith('your refund takes three days.'));
  await visit.press('Control+Enter');
  await until(async () => (await customer.messages()).some(({ text }) => /takes three days/.test(text)));
  // One's own words are one's own in the list, and what the bot had asked before stands there as over.
  await row(nameOf(customer))
    .getByRole('img', { name: /^You: / })
    .waitFor();

  // What was said by mistake is mended where the visitor reads it.
  await own.hover();
  await visit.click(own.getByRole('button', { name: 'Edit or delete' }));
  await visit.click(by('menuitem', 'Edit'));
  await by('textbox', 'Text').waitFor();
  await visit.press('Control+a');
  await visit.type('Yes, in four shades');
  await visit.click(by('dialog', 'Edit the message').getByRole('button', { name: 'Save' }));
  await said('Yes, in four shades').waitFor();
  await until(async () => (await customer.messages()).some(({ text }) => text === 'Yes, in four shades'));
});

it('takes it from the bot, assigns it, tags it, closes it and takes that back, each by its key', async () => {
  const customer = await visitor('I need a person');
  const colleague = await joinProject(server, scene.project.id, 'operator', 'oleg@example.com');
  const now = () => scene.conversation({ ...customer } as never);
  await open(`inbox/${customer.profileId}`);
  await said('I need a person').waitFor();
  await visit.page.getByText('The bot waits at “Which size do you want?”').waitFor();
  // What is said of the lead changes once, and does not go back while the list catches up.
  await visit.page.evaluate(() => {
    const seen: string[] = [];
    (globalThis as any).leads = seen;
    const look = () => {
      const words = document.querySelector('[data-lead]')?.textContent;
      if (words && seen.at(-1) !== words) seen.push(words);
    };
    new (globalThis as any).MutationObserver(look).observe(document.body, {
      ...{ childList: true, subtree: true, characterData: true, attributes: true },
    });
    look();
  });
  await visit.press('h');
  await visit.page.getByText('You lead this dialog; the bot is silent').waitFor();
  // What it does next is said before it is given back.
  await visit.page.getByText('Given back, the bot asks again: “Which size do you want?”').waitFor();
  await thread()
    .getByText(/^You took over, /)
    .waitFor();
  await until(async () => (await now()).is_held && (await now()).assignee?.email === 'owner@example.com');
  await visit.press('h');
  await visit.page.getByText('The bot waits at “Which size do you want?”').waitFor();
  await thread()
    .getByText(/^You gave it back to the bot, /)
    .waitFor();
  await until(async () => !(await now()).is_held && (await now()).assignee === null);
  const leads: string[] = await visit.page.evaluate(() => (globalThis as any).leads);
  expect(leads.map((words) => words.slice(0, 12))).toEqual(['The bot wait', 'You lead thi', 'The bot wait']);
  await visit.screenshot('inbox-lead-lines');

  await visit.press('a');
  await by('dialog', 'Assign to').waitFor();
  await visit.type('oleg');
  await by('option', /oleg@example\.com/).waitFor();
  await visit.press('ArrowDown');
  await expectAccessible(visit, 'inbox-assign');
  await visit.press('Enter');
  await until(async () => (await now()).assignee?.email === colleague.email);
  await visit.page.getByText(/oleg@example.com sees to it/).waitFor();

  await visit.press('t');
  await by('dialog', 'Add tags').waitFor();
  await visit.type('vip');
  await visit.press('Enter');
  await until(async () => (await now()).customer.tags.includes('vip'));
  await by('dialog', 'Add tags').waitFor({ state: 'detached' });

  await visit.press('u');
  await until(async () => (await now()).is_unread);
  await visit.press('e');
  await until(async () => !(await now()).is_open);
  const toast = visit.page.getByRole('status').locator('> div').filter({ hasText: 'Closed:' });
  await visit.click(toast.getByRole('button', { name: 'Undo' }));
  await until(async () => (await now()).is_open);

  // Closed while a person leads: what the bot does then is said, and taken back it is theirs again.
  await visit.press('h');
  await visit.page.getByText('You lead this dialog; the bot is silent').waitFor();
  await until(async () => (await now()).is_held);
  const hold = async () => (await scene.dialog(customer.identityId)).held;
  const closed = await hold();
  await visit.press('e');
  const asks = toast.filter({ hasText: 'the bot asks again: “Which size do you want?”' });
  await visit.click(asks.getByRole('button', { name: 'Undo' }));
  await until(async () => (await now()).is_open && ![undefined, closed.at].includes((await hold())?.at));
  await visit.press('h');
  await until(async () => (await hold()) === null);

  // The customer asks for a person, and is told apart at once.
  await customer.call('POST', '/operator');
  await visit.page.getByText(/The customer asked for a person/).waitFor();
  await visit.screenshot('inbox-waiting');
  // Keys stand in the list of keys, which its sign opens where the layout has it: a Russian one at the 7.
  const devtools = await visit.page.context().newCDPSession(visit.page);
  const sign = { key: '?', code: 'Digit7', modifiers: 8 };
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '?', ...sign });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...sign });
  await by('dialog', 'Keyboard shortcuts').getByText('Take over, or give back to the bot').waitFor();
  await visit.press('Escape');
});

it('by pointer: a dialog is held for an hour, one that is led goes back by itself, and prepared replies open', async () => {
  const customer = await visitor('Is Olga there?');
  await open(`inbox/${customer.profileId}`);
  const { page } = visit;
  const heldMs = async () => {
    const { held } = await scene.dialog(customer.identityId);
    return held && (held.until === null ? Number.POSITIVE_INFINITY : Date.parse(held.until) - Date.now());
  };
  const choose = async (name: string) => {
    await visit.click(by('button', 'More'));
    await by('menuitem', name).waitFor();
    await visit.screenshot(`inbox-menu-${name.startsWith('Give') ? 'back' : 'hold'}`);
    await visit.click(by('menuitem', name));
  };
  await visit.click(by('button', 'Take over'));
  await page.getByText('You lead this dialog; the bot is silent').waitFor();
  await until(async () => (await heldMs()) === Number.POSITIVE_INFINITY);
  await choose('Give back in an hour');
  await page.getByText(/^Yours until .+; then the bot goes on$/).waitFor();
  await until(async () => (await heldMs())! <= 3600_000);
  await visit.click(by('button', 'Prepared replies'));
  await by('option', /How a refund works/).waitFor();
  await visit.click(by('option', /How a refund works/));
  await until(async () => (await reply().inputValue()).endsWith('your refund takes three days.'));
});

it('a hold that ends by its time is over in the thread, above it and in the list, and nobody has to reload', async () => {
  const customer = await visitor('Until when are you there?');
  await open(`inbox/${customer.profileId}`);
  const bot = visit.page.getByText('The bot waits at “Which size do you want?”');
  await bot.waitFor();
  const held = `/projects/${scene.project.id}/dialogs/${customer.identityId}/hold`;
  await server.make('POST', held, { until: new Date(Date.now() + patient(4000)).toISOString() });
  await visit.page.getByText(/^Yours until .+; then the bot goes on$/).waitFor();
  await row(nameOf(customer)).getByText('With a person').waitFor();
  await visit.screenshot('inbox-held-until');
  await bot.waitFor();
  await thread()
    .getByText(/^The bot goes on, /)
    .waitFor();
  await row(nameOf(customer)).getByText('With a person').waitFor({ state: 'detached' });
  // What the customer says now is for the bot again.
  await customer.say('M');
  await visit.page.getByText(/^The customer asked for a person/).waitFor();
});

it('answers that cannot be sent are kept by all tabs, and go once and in their order when they can', async () => {
  const customer = await visitor('Are you there?');
  await open(`inbox/${customer.profileId}`);
  await said('Are you there?').waitFor();
  visit.expectFault(/ERR_FAILED/);
  const { page } = visit;
  await page.route('**/dialogs/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await visit.click(reply());
  for (const words of ['I am', 'What is it?']) {
    await visit.type(words);
    await visit.press('Control+Enter');
  }
  const late = thread().getByText('The server has not taken it yet.');
  await until(async () => (await late.count()) === 2);
  await visit.screenshot('inbox-late');
  await page.reload();
  await until(async () => (await late.count()) === 2);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const answers = async () =>
    (await customer.messages()).map(({ text }) => text).filter((text) => /^(?:I am|What)/.test(text));
  await until(async () => (await answers()).length === 2);
  await until(async () => (await late.count()) === 0);
  expect(await answers()).toEqual(['I am', 'What is it?']);
  for (const words of ['I am', 'What is it?']) await until(async () => (await said(words).count()) === 1);
  await tab.close();
});

it('without a connection what was read stays, and one line says so', async () => {
  const customer = await visitor('Does it rain?');
  await open(`inbox/${customer.profileId}`, { faults: /ERR_INTERNET_DISCONNECTED/ });
  await said('Does it rain?').waitFor();
  const { page } = visit;
  const failed = (what: RegExp) => page.waitForEvent('requestfailed', (request) => what.test(request.url()));
  const reads = Promise.all([failed(/\/messages/), failed(/\/conversations\?/)]);
  await page.context().setOffline(true);
  const line = page.getByText(/^No connection\. What you see may be old/);
  await line.waitFor();
  await reads;
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  expect(await page.getByText('The server cannot be reached.').count()).toBe(0);
  expect(await said('Does it rain?').count()).toBe(1);
  await page.context().setOffline(false);
  await line.waitFor({ state: 'detached' });
  await customer.say('It does');
  await said('It does').waitFor();
});

it('whoever answers from far above sees their own words, and is not told of them as news', async () => {
  const customer = await visitor('The first of many');
  const long = (n: number) => `${n}: ${'and so it went on '.repeat(30)}`.trim();
  for (let n = 0; n < 8; n++) await customer.say(long(n));
  await open('inbox');
  await visit.click(row(nameOf(customer)));
  await said(long(7)).waitFor();
  const box = thread();
  await visit.scroll(box, -3000);
  await until(async () => (await box.evaluate((element: any) => element.scrollTop)) < -200);
  await visit.click(reply());
  await visit.type('I have read it all');
  await visit.press('Control+Enter');
  await until(async () => (await customer.messages()).some(({ text }) => text === 'I have read it all'));
  await until(async () => (await said('I have read it all').count()) === 1);
  await until(async () => (await box.evaluate((element: any) => element.scrollTop)) > -48);
  expect(await visit.page.getByRole('button', { name: /^\d+ new/ }).count()).toBe(0);
});
