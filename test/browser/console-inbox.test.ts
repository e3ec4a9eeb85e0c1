import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { Screen, Visit } from '../harness/browser.ts';
import { openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { patient } from '../harness/patience.ts';
import { join as joinProject } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { type InboxScene, makeInboxScene } from '../inbox/scene.ts';
import { type Browser, makeChat, openBrowser } from '../webchat/scene.ts';

// Of code that is evaluated in the page.
declare const document: any;

let scene: InboxScene;
let chat: string;

useConsole();
beforeAll(async () => {
  scene = await makeInboxScene(server);
  const project = `/projects/${scene.project.id}`;
  await scene.publish({
    triggers: [{ type: 'any' }],
    steps: [
      {
        id: 'ask_size',
        type: 'question',
        field: 'size',
        text: 'Which size do you want?',
        buttons: ['S', 'M', 'L'],
      },
      { id: 'person', type: 'handover' },
    ],
  });
  chat = (await makeChat(server, scene.project)).id;
  await server.make('PUT', `${project}/replies/refund`, {
    title: 'How a refund works',
    text: 'Hello {{ profile.name }}, your refund takes three days.',
  });
  await server.make('PUT', `${project}/customer-fields`, {
    ...{ phone_keys: ['phone'], mail_keys: [], filter_keys: [] },
    ...{ country_code: '49', trunk_prefix: '0' },
  });
});

// A busy server asks to repeat an upload in a moment, which the console does; browsers tell of it.
const open = (below: string, screen?: Screen, language = 'en') =>
  openPage(`p/${scene.project.id}/${below}`, {
    ...{ language, faults: /status of (?:401|503)/ },
    ...screen,
  });

const by = (role: Parameters<Visit['page']['getByRole']>[0], name: string | RegExp): Locator =>
  visit.page.getByRole(role, { name, exact: typeof name === 'string' });
const thread = () => visit.page.getByRole('log');
const said = (text: string) => thread().getByText(text, { exact: true });
const row = (words: string) => visit.page.getByRole('option').filter({ hasText: words });
/** How a visitor is called who has given no name. */
const nameOf = ({ visitorId }: Browser) => `Visitor ${visitorId.slice(-4).toUpperCase()}`;
const reply = () => by('textbox', 'Reply');

/** A visitor of the website who has said something. */
async function visitor(words: string): Promise<Browser & { profileId: string; identityId: string }> {
  const browser = await openBrowser(server, chat);
  await browser.say(words);
  const found = await until(async () => {
    const { body } = await scene.inbox('GET');
    return body.items.find(({ customer }: any) => customer.external_id === browser.visitorId);
  });
  return { ...browser, profileId: found.profile_id, identityId: found.customer.identity_id };
}

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
  await visit.press('r');
  await visit.press('Control+Enter');
  await until(async () => (await customer.messages()).some(({ text }) => text === 'Yes, in *three* shades'));
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
  await visit.click(by('dialog', 'Edit the message').getByRole('button', { name: 'Edit' }));
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
  await visit.page.getByText('Given back, it asks again: “Which size do you want?”').waitFor();
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

it('what comes while the hand is in the list waits as "new", and filters stay in the address', async () => {
  const first = await visitor('The first one');
  await open('inbox');
  await visit.click(row(nameOf(first)));
  await said('The first one').waitFor();
  const listed = () => visit.page.getByRole('option').evaluateAll((all) => all.map(({ id }: any) => id));
  const before = await listed();
  const second = await visitor('Somebody else');
  const fresh = by('button', '1 new');
  await fresh.waitFor();
  expect(await listed()).toEqual(before);
  await visit.screenshot('inbox-fresh');
  await visit.click(fresh);
  await row(nameOf(second)).waitFor();
  await expect.poll(async () => (await listed()).length).toBe(before.length + 1);

  await visit.click(by('button', /^Mine/));
  await visit.page.waitForURL(/view=mine/);
  await visit.page.reload();
  await until(async () => (await by('button', /^Mine/).getAttribute('aria-pressed')) === 'true');
  await visit.click(by('button', /^All/));
  await visit.press('Escape');
  await visit.press('/');
  await visit.type('Somebody');
  await visit.page.waitForURL(/q=Somebody/);
  const hit = by('button', /Somebody else/);
  await hit.locator('mark', { hasText: 'Somebody' }).waitFor();
  await hit.locator('time').waitFor();
  await visit.screenshot('inbox-found');
  await visit.click(hit);
  await said('Somebody else').waitFor();
  expect(visit.page.url()).not.toContain(first.profileId);
  // By keys: Enter opens the first hit, down goes to the hits, and up comes back.
  await visit.press('/');
  await visit.press('Control+a');
  await visit.type('first one');
  await visit.press('Enter');
  await said('The first one').waitFor();
  await visit.page.getByText(/^Searched are names/).waitFor();
  await until(async () => (await visit.page.locator('[data-hit][aria-current=true]').count()) === 1);
  await visit.press('ArrowDown');
  await expect.poll(() => visit.focused()).toMatch(/^button "/);
  await visit.press('ArrowUp');
  await expect.poll(() => visit.focused()).toMatch(/^input "/);
  // Somebody without a name is found by what they are called here.
  await visit.press('Control+a');
  await visit.type(nameOf(second));
  await visit.click(visit.page.locator('[data-hit]').filter({ hasText: nameOf(second) }));
  await said('Somebody else').waitFor();
});

it('a message that the search finds is brought into sight and marked, however far back it is, also from a copied address', async () => {
  const customer = await scene.customer();
  await customer.says('The violet umbrella with a hook');
  // More than a page of messages.
  await Promise.all(Array.from({ length: 60 }, (_, n) => customer.says(`Then number ${n}`)));
  const other = await scene.customer('somebody-else');
  await other.says('Something else');
  await open('inbox?env=sandbox');
  await row('somebody-else').waitFor();
  await visit.press('/');
  await visit.type('umbrella');
  const hit = visit.page.locator('[data-hit]');
  await visit.click(hit);
  const marked = thread().locator('li[aria-current]');
  const isInSight = async () => {
    await marked.getByText('The violet umbrella with a hook').waitFor();
    const [box, at] = [await thread().boundingBox(), await marked.boundingBox()];
    return at!.y >= box!.y && at!.y + at!.height <= box!.y + box!.height;
  };
  await until(isInSight);
  await visit.screenshot('inbox-found-message');
  // Whoever has read on is brought back by the same press; a new message does not move them.
  await visit.scroll(thread(), 9000);
  await until(async () => (await thread().evaluate((element: any) => element.scrollTop)) > -1);
  expect(await isInSight()).toBe(false);
  await visit.click(hit);
  await until(isInSight);
  await customer.says('Are you there?');
  await by('button', '1 new').waitFor();
  expect(await isInSight()).toBe(true);
  await visit.page.reload();
  await until(isInSight);
  // Another conversation begins where it begins.
  await visit.click(by('button', 'Clear the search'));
  await visit.click(row('somebody-else'));
  await visit.page.waitForURL((url) => !url.searchParams.has('message'));
  expect(await marked.count()).toBe(0);
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

it('files go along by the button and by a drop, and the customer gets them', async () => {
  const customer = await visitor('Send me the invoice');
  await open(`inbox/${customer.profileId}`);
  await said('Send me the invoice').waitFor();
  const path = join(tmpdir(), `invoice-${process.pid}.txt`);
  writeFileSync(path, 'Invoice 1042');
  const opened = visit.page.waitForEvent('filechooser');
  await visit.click(by('button', 'Attach files'));
  await (await opened).setFiles(path);
  const files = visit.page.getByRole('list', { name: 'Files' });
  await files.getByRole('button', { name: /^Remove invoice/ }).waitFor();
  const session = await visit.page.context().newCDPSession(visit.page);
  const box = (await thread().boundingBox())!;
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 40, y: box.y + 40, data });
  await until(async () => (await files.getByRole('button', { name: /^Remove invoice/ }).count()) === 2);
  await visit.screenshot('inbox-files');
  await visit.press('r');
  await visit.type('Here it is');
  await visit.press('Control+Enter');
  const got = await until(async () => (await customer.messages()).find(({ text }) => text === 'Here it is'));
  expect(got.content?.attachments ?? got.attachments).toHaveLength(2);
  await thread()
    .getByRole('link', { name: /invoice/ })
    .first()
    .waitFor();
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

it('on a phone and in Russian one screen leads to the next and back, everything fits, and axe finds nothing', async () => {
  const customer = await visitor('Is the shop open on Sunday?');
  await open('inbox', { width: 390, height: 844, touch: true }, 'ru');
  const name = `Посетитель ${customer.visitorId.slice(-4).toUpperCase()}`;
  await row(name).waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'inbox-phone-list');
  await visit.click(row(name));
  await said('Is the shop open on Sunday?').waitFor();
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'inbox-phone-thread');
  // Beside a long sentence the words of the button keep their distance from its sides.
  const sides = await by('button', 'Взять на себя').evaluate((button: any) => {
    const words = button.firstElementChild.getBoundingClientRect();
    const { left, right } = button.getBoundingClientRect();
    return [words.left - left, right - words.right];
  });
  for (const side of sides) expect(side).toBeGreaterThanOrEqual(12);
  const hint = await by('link', 'Клиенты не видят вашего имени: указать').boundingBox();
  expect(hint!.height).toBeGreaterThanOrEqual(44);
  // The keyboard leaves half of the screen: what is answered is in sight above the field.
  await visit.page.setViewportSize({ width: 390, height: 430 });
  await visit.click(visit.page.getByRole('textbox'));
  const [words, field] = await Promise.all([
    said('Is the shop open on Sunday?').boundingBox(),
    visit.page.getByRole('textbox').boundingBox(),
  ]);
  expect(words!.y).toBeGreaterThanOrEqual(0);
  expect(words!.y + words!.height).toBeLessThanOrEqual(field!.y);
  await visit.screenshot('inbox-phone-keyboard');
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await visit.click(visit.page.getByRole('textbox'));
  await visit.type('Yes, from ten');
  await visit.click(by('button', 'Отправить'));
  await until(async () => (await customer.messages()).some(({ text }) => text === 'Yes, from ten'));
  await visit.page.goBack();
  await row(name).waitFor();
});

it('ten thousand conversations scroll with a bounded number of elements, and any of them opens', async () => {
  const { upkeep } = server.server.parts;
  await upkeep.query(
    `WITH made AS (
       SELECT gen_random_uuid() AS profile, gen_random_uuid() AS identity, n FROM generate_series(1, 10000) AS n
     ), a AS (
       INSERT INTO dialog.profiles (project_id, id) SELECT $1, profile FROM made
     ), b AS (
       INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id, name)
       SELECT $1, identity, $2, 'of-many-' || n, profile, 'Customer ' || n FROM made
     )
     INSERT INTO dialog.conversations (project_id, profile_id, place, identity_id, channel_id, state, heard_at)
     SELECT $1, profile, -n, identity, $2, 'ended', now() - n * interval '1 minute' FROM made`,
    [readId('project', scene.project.id), readId('channel', scene.channelId)],
  );
  await open('inbox?env=sandbox');
  await row('Customer 1 ').first().waitFor();
  await visit.screenshot('inbox-many');
  const list = visit.page.getByRole('listbox', { name: 'Conversations' });
  const counted = () => visit.page.evaluate(() => document.querySelectorAll('*').length);
  const before = await counted();
  // As far as a person would turn the wheel; each turn brings the next page.
  const where = (): Promise<{ top: number; rest: number }> =>
    list.evaluate(({ scrollTop, scrollHeight, clientHeight }: any) => ({
      top: scrollTop,
      rest: scrollHeight - scrollTop - clientHeight,
    }));
  for (let turn = 0; turn < 8; turn++) {
    const { top } = await where();
    await visit.scroll(list, 6400);
    await until(async () => {
      const now = await where();
      return now.top > top && now.rest > 0;
    });
  }
  expect(await visit.page.getByRole('option').count()).toBeLessThan(40);
  expect(await counted()).toBeLessThan(before * 1.5);
  const deep = visit.page.getByRole('option').nth(12);
  const name = (await deep.textContent())!.match(/Customer \d+/)![0];
  expect(Number(name.slice(9))).toBeGreaterThan(300);
  await visit.click(deep);
  await by('heading', name).first().waitFor();
  await visit.press('j');
  const next = `Customer ${Number(name.slice(9)) + 1}`;
  await by('heading', next).first().waitFor();
  for (let n = 0; n < 10; n++) await visit.press('j');
  await visit.figures('inbox of 10,000 conversations');
  // A warm start: what was loaded before is in the browser's store.
  await visit.page.reload();
  await by('heading', `Customer ${Number(name.slice(9)) + 11}`)
    .first()
    .waitFor();
  const readyMs = Math.round(await visit.page.evaluate('performance.now()'));
  await visit.figures(
    `inbox of 10,000 conversations, a warm start that shows the conversation after ${readyMs} ms`,
  );
});
