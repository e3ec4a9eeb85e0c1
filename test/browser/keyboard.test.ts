import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let project: TestProject;
let chat: string;
let site: Site;
let chromium: Chromium;
let visit: Visit;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  chat = await makeSiteChat(server, project, site);
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [
      {
        id: 'size',
        type: 'choice',
        text: 'Which size?',
        options: ['Small', 'Large'].map((text) => ({ text })),
      },
      { id: 'done', type: 'message', text: 'Noted: {{ steps.size.text }}' },
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

const opener = 'button "Open the chat"';
const input = 'textarea "Your message"';
const said = () => bubbles(visit.page);

describe('the web chat by keyboard alone', () => {
  it('can be opened and used without a pointer', async () => {
    visit = await chromium.visit(site.url);
    await visit.tabTo(opener);
    await visit.press('Enter');
    expect(await visit.focused()).toBe(input);
    await visit.type('Hello, who is there? 12');
    for (let i = 0; i < 3; i++) await visit.press('Backspace');
    await visit.screenshot('chat-typed');
    await visit.press('Enter');
    await until(async () => (await said()).length === 2);
    expect(await said()).toEqual(['Hello, who is there?', 'Which size?']);
    expect(await visit.focused()).toBe(input);

    await visit.tabTo('button "Large"', 'Shift+Tab');
    await visit.screenshot('chat-button-focused');
    await visit.press('Space');
    await until(async () => (await said()).length === 4);
    expect((await said()).slice(2)).toEqual(['Large', 'Noted: Large']);
    await visit.screenshot('chat-answered');
    // The pressed button has disappeared, and the focus is back in the text field.
    expect(await visit.focused()).toBe(input);
    await visit.type('Thanks');
    await visit.press('Enter');
    await until(async () => (await said()).includes('Thanks'));
  });

  it('begins a new line on Shift and Enter, also before its window is there', async () => {
    visit = await chromium.visit(site.url);
    let show = () => {};
    const isAwaited = new Promise<void>((resolve) => {
      show = resolve;
    });
    await visit.page.route('**/chat/assets/*', async (route) => {
      await isAwaited;
      await route.continue();
    });
    const writeTwoLines = async (first: string, second: string) => {
      await visit.type(first);
      await visit.press('Shift+Enter');
      await visit.type(second);
      await visit.press('Enter');
    };
    await visit.tabTo(opener);
    await visit.press('Space');
    await writeTwoLines('One', 'Two');
    show();
    await until(async () => (await said()).includes('One\nTwo'));
    await writeTwoLines('Three', 'Four');
    await until(async () => (await said()).includes('Three\nFour'));
  });

  it('is left by Tab and by Shift and Tab, to the links of the page', async () => {
    visit = await chromium.visit(site.url);
    await visit.tabTo(opener);
    await visit.press('Enter');
    await visit.tabTo('a "Before"');
    await visit.tabTo(input);
    await visit.tabTo('a "After"', 'Shift+Tab');
  });

  it('is closed by Escape, and the focus returns to its button', async () => {
    visit = await chromium.visit(site.url);
    await visit.tabTo(opener);
    await visit.press('Enter');
    await visit.type('Not said yet');
    await visit.press('Escape');
    expect(await visit.focused()).toBe(opener);
    await visit.press('Enter');
    expect(await visit.page.getByLabel('Your message').inputValue()).toBe('Not said yet');
  });
});
