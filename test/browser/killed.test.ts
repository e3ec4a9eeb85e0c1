import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from '../process/scene.ts';
import { makeChat } from '../webchat/scene.ts';
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
