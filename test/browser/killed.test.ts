import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { Client } from '../harness/client.ts';
import { buildConsole } from '../harness/console.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from '../process/scene.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';
import { bubbles, type Site, shopPage, startSite } from './scene.ts';

let scene: ProcessScene;
let site: Site;
let chromium: Chromium;
let visit: Visit;
let current: ServerProcess;
let client: Client;
let port: number;

/** A server at the address that the page knows. */
async function start(): Promise<void> {
  current = await scene.start({ PORT: String(port) });
  client = await scene.owner(current);
}

beforeAll(async () => {
  [scene, site, chromium, port] = await Promise.all([
    makeProcessScene(),
    startSite(),
    startChromium(),
    freePort(),
    buildConsole(),
  ]);
  await start();
  const project = { id: scene.project.id };
  const settings = { allowed_domains: [site.domain], title: 'Shop' };
  const chat = await makeChat(client, scene.project, { settings });
  await client.make('PUT', `/projects/${project.id}/scenario/draft`, {
    definition: {
      triggers: [{ type: 'any' }],
      steps: [{ id: 'echo', type: 'message', text: 'You said: {{ event.text }}' }],
    },
  });
  await client.make('POST', `/projects/${project.id}/scenario/publish`);
  site.pages.set('/', { body: shopPage(`<script async src="${current.url}/chat/${chat.id}.js"></script>`) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await scene?.close();
});

const said = () => bubbles(visit.page);

async function say(text: string): Promise<void> {
  await visit.type(text);
  await visit.press('Enter');
}

it('a conversation goes on over a server that is killed again and again: nothing is lost and nothing comes twice', async () => {
  visit = await chromium.visit(site.url);
  // However far a request has come when the server dies, Chromium has a word of its own for it.
  visit.expectFault(/net::ERR_|status of 503/);
  await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
  const words = ['One', 'Two', 'Three', 'Four'];
  for (const word of words) {
    await say(word);
    // In the middle of whatever becomes of it, at another moment each time.
    await new Promise((resolve) => setTimeout(resolve, words.indexOf(word) * 60));
    await current.kill();
    await say(`${word}, while nobody is there`);
    await start();
    await until(async () => (await said()).includes(`You said: ${word}, while nobody is there`));
    await until(async () => (await said()).includes(`You said: ${word}`));
  }
  await until(async () => (await visit.page.locator('.wait').count()) === 0);
  const all = words.flatMap((word) => [word, `${word}, while nobody is there`]);
  const [own, answers] = [
    (await said()).filter((text) => !text.startsWith('You said: ')),
    (await said()).filter((text) => text.startsWith('You said: ')),
  ];
  expect(own).toEqual(all);
  expect(answers).toEqual(all.map((text) => `You said: ${text}`));
  await visit.screenshot('chat-after-kills');
});

it('an operator answers on over a server that is killed: what both said is there once and in its order, without a reload', async () => {
  const conversations = `/projects/${scene.project.id}/conversations`;
  const customer = await openBrowser(client, (await makeChat(client, scene.project)).id);
  await customer.say('Question 0');
  const { profile_id } = await until(async () => {
    const { items } = await client.make('GET', conversations);
    return items.find((each: any) => each.customer.external_id === customer.visitorId);
  });
  // Where the page has the locks by which one of its tabs sends.
  const origin = `http://localhost:${port}`;
  visit = await chromium.visit(undefined);
  visit.expectFault(/net::ERR_|status of 50\d/);
  const [name = '', value = ''] = client.cookie.split('=');
  await visit.page.context().addCookies([{ name, value, url: origin }]);
  await visit.open(`${origin}/console/p/${scene.project.id}/inbox/${profile_id}`);
  const thread = visit.page.getByRole('log');
  const words = async () => thread.locator('[data-message-id] [data-part=text]').allInnerTexts();
  const answers = async () =>
    (await customer.messages()).map(({ text }) => text).filter((text) => text.startsWith('Answer'));
  const answer = async (text: string) => {
    await visit.type(text);
    await visit.press('Control+Enter');
  };
  await until(async () => (await words()).includes('Question 0'));
  await visit.click(visit.page.getByRole('textbox', { name: 'Reply', exact: true }));
  const expected: string[] = [];
  for (const n of [0, 1, 2]) {
    await answer(`Answer ${n}`);
    await new Promise((resolve) => setTimeout(resolve, n * 60));
    await current.kill();
    await answer(`Answer ${n}, while nobody is there`);
    await start();
    expected.push(`Answer ${n}`, `Answer ${n}, while nobody is there`);
    await until(async () => (await answers()).length === expected.length);
    // The stream goes on where it was.
    await customer.say(`Question ${n + 1}`);
    await until(async () => (await words()).includes(`Question ${n + 1}`));
  }
  expect(await answers()).toEqual(expected);
  await until(async () => {
    const shown = (await words()).filter((text) => text.startsWith('Answer'));
    return shown.join() === expected.join();
  });
  const questions = (await words()).filter((text) => text.startsWith('Question'));
  expect(questions).toEqual([0, 1, 2, 3].map((n) => `Question ${n}`));
  await visit.screenshot('inbox-after-kills');
});
