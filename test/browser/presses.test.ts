import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let project: TestProject;
let site: Site;
let chromium: Chromium;
let visit: Visit;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  const chat = await makeSiteChat(server, project, site);
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [
      {
        id: 'menu',
        type: 'message',
        text: 'Welcome to the shop.',
        keyboard: 'inline',
        columns: 2,
        buttons: ['Prices', { text: 'Site', url: 'https://shop.example/' }],
      },
      {
        id: 'size',
        type: 'choice',
        text: 'Which size?',
        keyboard: 'inline',
        options: ['Small', 'Large'].map((text) => ({ text })),
      },
      { id: 'name', type: 'question', text: 'Your name?', field: 'name' },
      { id: 'done', type: 'message', text: 'Thank you, {{ state.name }}.' },
    ],
  });
  site.pages.set('/', { body: shopPage(`<script src="${server.url}/chat/${chat}.js"></script>`) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
const said = () => bubbles(visit.page);

it('used buttons of the web chat are grey, also after reloading, and an old one answers nothing and says so', async () => {
  visit = await chromium.visit(site.url);
  await visit.click(button('Open the chat'));
  await visit.type('Hello');
  await visit.press('Enter');
  await visit.click(button('Large'));
  await until(async () => (await said()).includes('Your name?'));
  await until(async () => (await button('Large').isDisabled()) && (await button('Small').isDisabled()));
  expect(await visit.focused()).toBe('textarea "Your message"');
  // A button that belongs to no question waits until the last one is answered.
  await visit.click(button('Prices'));
  await visit.page.getByText('Please answer the last question first.').waitFor();
  await until(async () => !(await button('Prices').isDisabled()));
  await visit.screenshot('chat-buttons-used');

  // Another tab shows the same, and there the keyboard cannot reach a used button either.
  await visit.open(site.url);
  await visit.click(button('Open the chat: new messages').or(button('Open the chat')));
  await until(async () => (await said()).includes('Your name?'));
  expect([await button('Large').isDisabled(), await button('Prices').isDisabled()]).toEqual([true, false]);
  await visit.type('Ann');
  await visit.press('Enter');
  await until(async () => (await said()).includes('Thank you, Ann.'));
});

it('a button that was taken away meanwhile says that it is out of date, and turns grey', async () => {
  visit = await chromium.visit(site.url);
  await visit.click(button('Open the chat'));
  await visit.type('Hello');
  await visit.press('Enter');
  await button('Small').waitFor();
  // The question is answered by typing, so its buttons are still there.
  await visit.type('Large');
  await visit.press('Enter');
  await until(async () => (await said()).includes('Your name?'));
  await visit.click(button('Small'));
  await visit.page.getByText('This button is out of date.').waitFor();
  await until(() => button('Small').isDisabled());
  await visit.screenshot('chat-button-out-of-date');
  await visit.type('Ann');
  await visit.press('Enter');
  await until(async () => (await said()).includes('Thank you, Ann.'));
});
