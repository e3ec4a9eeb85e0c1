import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { Client } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from '../process/scene.ts';
import { type Browser, makeChat, openBrowser } from '../webchat/scene.ts';
import { bubbles, type Site, shopPage, startSite } from './scene.ts';

// Of code that is evaluated in the page.
declare const document: any;
declare const MutationObserver: any;

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
    makeProcessScene({}, { withConsole: true }),
    startSite(),
    startChromium(),
    freePort(),
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

/** The longer a server is away, the longer a browser waits before it tries again: half a minute at most, for the message and for the stream. */
const backMs = 60_000;

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
    await until(async () => (await said()).includes(`You said: ${word}, while nobody is there`), backMs);
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

/** A visitor who has said something, and the inbox opened at them. */
async function openInbox(words: string, at: Client = client) {
  const customer = await openBrowser(at, (await makeChat(client, scene.project)).id);
  await customer.say(words);
  const { profile_id } = await until(async () => {
    const { items } = await client.make('GET', `/projects/${scene.project.id}/conversations`);
    return items.find((each: any) => each.customer.external_id === customer.visitorId);
  });
  // Where the page has the locks by which one of its tabs sends.
  const origin = `http://localhost:${port}`;
  visit = await chromium.visit(undefined);
  const [name = '', value = ''] = client.cookie.split('=');
  await visit.page.context().addCookies([{ name, value, url: origin }]);
  await visit.open(`${origin}/console/p/${scene.project.id}/inbox/${profile_id}`);
  await until(async () => (await shown()).includes(words));
  return customer;
}

/** What the thread of the console shows. */
const shown = () => visit.page.getByRole('log').locator('[data-part=text]').allInnerTexts();
/** What the visitor has. */
const received = async (customer: Browser): Promise<string[]> =>
  (await customer.messages()).map(({ text }) => text);

it('an operator answers on over a server that is killed: what both said is there once and in its order on both sides, without a reload', async () => {
  const customer = await openInbox('Question 0');
  visit.expectFault(/net::ERR_|status of 50\d/);
  await visit.click(visit.page.getByRole('textbox', { name: 'Reply', exact: true }));
  const bothHave = async (words: string) => {
    await until(async () => (await received(customer)).includes(words));
    await until(async () => (await shown()).includes(words));
  };
  const all: string[] = [];
  // The bot has its say before a person answers.
  await bothHave('You said: Question 0');
  all.push('Question 0', 'You said: Question 0');
  for (const n of [0, 1, 2, 3]) {
    const answers = [`Answer ${n}`, `Answer ${n}, while nobody is there`];
    await visit.type(answers[0]!);
    await visit.press('Control+Enter');
    // In the middle of whatever becomes of it, at another moment each time.
    await new Promise((resolve) => setTimeout(resolve, n * 60));
    await current.kill();
    await visit.type(answers[1]!);
    await visit.press('Control+Enter');
    await start();
    await bothHave(answers[1]!);
    await customer.say(`Question ${n + 1}`);
    // The stream goes on where it was.
    await bothHave(`Question ${n + 1}`);
    all.push(...answers, `Question ${n + 1}`);
  }
  expect(await received(customer)).toEqual(all);
  expect(await shown()).toEqual(all);
  await visit.screenshot('inbox-after-kills');
});

it('what a visitor says to another process is on the screen of the inbox within a second', async () => {
  const other = await scene.start();
  const customer = await openInbox('Hello', await scene.owner(other));
  await visit.page.evaluate(() => {
    const seen: Record<string, number> = {};
    (globalThis as any).seen = seen;
    new MutationObserver(() => {
      const now = Date.now();
      for (const { textContent } of document.querySelectorAll('[role=log] [data-part=text]'))
        seen[textContent] ??= now;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const tookMs: number[] = [];
  for (const words of ['One', 'Two', 'Three', 'Four', 'Five']) {
    expect((await customer.say(words)).status).toBe(202);
    const committed = Date.now();
    await until(async () => (await shown()).includes(words));
    tookMs.push((await visit.page.evaluate((said) => (globalThis as any).seen[said], words)) - committed);
  }
  // The one in the middle: a single one may meet a moment in which the machine does something else.
  expect(tookMs.sort((a, b) => a - b)[2]).toBeLessThan(patient(1000));
});
