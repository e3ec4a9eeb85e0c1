import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectNothingSideways } from '../harness/accessibility.ts';
import type { TestProject } from '../harness/client.ts';
import { localhost, type Opening, openPage, server, useConsole, visit } from '../harness/console-scene.ts';
import { until } from '../harness/until.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';
import { publish } from './scene.ts';

let project: TestProject;
let chat: string;

useConsole();
beforeAll(async () => {
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
});

const open = (below: string, opening?: Opening) => openPage(`p/${project.id}/${below}`, opening);

const main = () => visit.page.getByRole('navigation').first();
/** What is said of the number beside the inbox. */
const inboxCounts = (words: string, inbox = link('Inbox')) =>
  until(async () => {
    const id = await inbox.getAttribute('aria-describedby');
    const count = visit.page.locator(`[id="${id}"]`);
    return (await count.count()) === 1 && (await count.getAttribute('aria-label')) === words;
  });
const link = (name: string | RegExp) => main().getByRole('link', { name, exact: typeof name === 'string' });
const text = (words: string) => visit.page.getByText(words, { exact: true });

it('a customer who writes where no bot answers is told of at the inbox, above all else on the overview and in the thread, until somebody answers', async () => {
  await open('overview', { height: 1400 });
  await text('Nobody waits for an answer, and nothing has failed.').waitFor();
  const customer = await openBrowser(server, chat);
  await customer.say('Do you open on Sunday?');
  // By the stream, without a reload.
  await text('1 customer waits for an answer').waitFor();
  await inboxCounts('1 customer waits for an answer');
  await until(async () => /^\(1\) Overview · .+ – Parley$/.test(await visit.page.title()));
  expect(await text('Nobody waits for an answer, and nothing has failed.').count()).toBe(0);
  await visit.screenshot('waiting-overview');
  await visit.click(visit.page.getByRole('link', { name: 'Open the inbox' }));
  await visit.page.waitForURL(/view=waiting/);
  await visit.click(visit.page.getByRole('option').filter({ hasText: 'Do you open on Sunday?' }));
  await text('No bot is published: every message waits for a person').waitFor();
  await visit.screenshot('waiting-thread');
  await visit.press('r');
  await visit.write('Yes, from ten');
  await visit.press('Control+Enter');
  await until(async () => (await customer.messages()).some(({ text }) => text === 'Yes, from ten'));
  // Whoever answers sees to it, and their words are theirs.
  await visit.page.getByText(/Website · Assigned to you/).waitFor();
  await visit.page.getByRole('log').getByText('You', { exact: true }).waitFor();
  // Where there is no bot, nothing is said of one.
  await visit.press('Escape');
  await visit.press('h');
  await text('You lead this dialog').waitFor();
  await visit.click(visit.page.getByRole('button', { name: 'Leave it to others' }));
  await text('You lead this dialog').waitFor({ state: 'detached' });
  await link('Inbox').waitFor();
  await visit.click(link('Overview'));
  await text('Nobody waits for an answer, and nothing has failed.').waitFor();
});

it('whom the bot answers is in no number; whom it leaves to people is, and the words above the thread say which it is', async () => {
  await publish(server, project, {
    triggers: [{ type: 'text', texts: ['hours'], match: 'contains', start: 'hours' }],
    steps: [{ id: 'hours', type: 'message', text: 'From ten to six.' }],
  });
  const served = await openBrowser(server, chat);
  await served.say('Your hours, please');
  await until(async () => (await served.messages()).some(({ text }) => text === 'From ten to six.'));
  await open('inbox', { theme: 'dark' });
  const row = (words: string) => visit.page.getByRole('option').filter({ hasText: words });
  await row('Your hours, please').getByRole('img', { name: 'Bot: From ten to six.' }).waitFor();
  await visit.click(row('Your hours, please'));
  await text('The bot answers what the customer writes').waitFor();
  await link('Inbox').waitFor();
  await served.say('And who are you?');
  await text('The bot has no answer to this: the customer waits for a person').waitFor();
  await inboxCounts('1 customer waits for an answer');
  await visit.screenshot('waiting-left-dark');

  // Beside the navigation's order: one press of Escape leaves the search for pages that nobody has written into.
  const order = await main().getByRole('link').allInnerTexts();
  const at = (name: string) => order.findIndex((each) => each.startsWith(name));
  expect([at('Overview'), at('Inbox'), at('Customers')]).toEqual([0, 1, 2]);
  expect(at('Channels')).toBeLessThan(at('Keys'));
  await visit.press('Control+k');
  await visit.page.getByRole('dialog', { name: 'Find', exact: true }).waitFor();
  await visit.press('Escape');
  await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('the list of projects says where customers wait, and leads to a new project', async () => {
  await open('overview');
  await inboxCounts('1 customer waits for an answer');
  await visit.open(`${localhost()}/console/projects`);
  const row = visit.page.getByRole('listitem').filter({ hasText: 'Test' });
  await row.getByText(/^1 live channel · Made/).waitFor();
  await row.getByText('1 waits', { exact: true }).waitFor();
  await visit.page.getByRole('button', { name: 'New project' }).waitFor();
  await visit.screenshot('projects');
  // All of a row leads to its project.
  await visit.click(row);
  await visit.page.waitForURL(/\/overview/);
});

it('on a phone and in Russian the number stands in the bar, everything fits, and axe finds nothing', async () => {
  await open('overview', { width: 390, height: 844, touch: true, language: 'ru' });
  await text('1 клиент ждёт ответа').waitFor();
  await inboxCounts('1 клиент ждёт ответа', visit.page.getByRole('link', { name: 'Входящие', exact: true }));
  await expectNothingSideways(visit);
  await expectAccessible(visit, 'waiting-phone-ru');
});

it('a page that was refused for too many requests says so, and shows what it has when the server takes more', async () => {
  const people = /\/api\/owner\/projects\/[^/]+\/people(\?|$)/;
  let isRefusing = true;
  await open('tables');
  visit.expectFault(/429/);
  await visit.page.route(people, (route) =>
    isRefusing
      ? route.fulfill({
          ...{ status: 429, headers: { 'retry-after': '1' } },
          json: { detail: 'This session has used its 60 requests of this minute.', code: 'rate_limited' },
        })
      : route.continue(),
  );
  await visit.page.goto(visit.page.url().replace('/tables', '/team'));
  const refusal = text('Too many requests in this minute. Wait a moment, then it goes on.');
  await refusal.waitFor();
  await visit.screenshot('refused-for-a-while');
  isRefusing = false;
  await visit.page.getByText('the only owner').waitFor();
  expect(await refusal.count()).toBe(0);
  await visit.page.unroute(people);
});
