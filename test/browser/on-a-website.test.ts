import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { differingPixels } from '../harness/pictures.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

// A global of the page, for the code that is evaluated there.
declare const document: any;

let server: TestServer;
let project: TestProject;
let chat: string;
let site: Site;
let chromium: Chromium;
let visit: Visit;
let script: string;
const phone: Screen = { width: 390, height: 760, touch: true };

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  chat = await makeSiteChat(server, project, site);
  script = `<script src="${server.url}/chat/${chat}.js"></script>`;
  await publish(server, project, {
    triggers: [
      { type: 'text', text: 'picture', start: 'picture' },
      { type: 'any', start: 'talk' },
    ],
    steps: [
      {
        id: 'picture',
        type: 'choice',
        text: 'Here it is. Do you like it?',
        image: `${site.url}/picture.svg`,
        options: [{ text: 'Yes', next: 'thanks' }],
      },
      { id: 'talk', type: 'message', text: Array.from({ length: 12 }, (_, i) => `Line ${i}`).join('\n') },
      { id: 'over', type: 'end' },
      { id: 'thanks', type: 'message', text: 'Glad to hear it' },
    ],
  });
  site.pages.set('/', { body: shopPage(script) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const opener = () => visit.page.getByRole('button', { name: 'Open the chat' });
const input = () => visit.page.getByLabel('Your message');
const panel = () => visit.page.getByRole('dialog');
const said = () => bubbles(visit.page);
const hears = (text: string) => until(async () => (await said()).includes(text));

async function say(text: string): Promise<void> {
  await visit.type(text);
  await visit.press('Enter');
}

/** Delays the picture until the test loads it. */
function holdPicture(): { load: () => void; isShown: () => Promise<boolean> } {
  let load = () => {};
  const after = new Promise<void>((resolve) => {
    load = resolve;
  });
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500"><rect width="600" height="500" fill="#8fb"/></svg>';
  site.pages.set('/picture.svg', { type: 'image/svg+xml', body, after });
  const picture = () => visit.page.getByAltText('Picture');
  return { load, isShown: () => picture().evaluate((image: any) => image.naturalWidth > 0) };
}

/** Fills the window with messages, and then asks for the picture. */
async function askForPicture(screen: Screen = {}): Promise<void> {
  visit = await chromium.visit(site.url, screen);
  await visit.click(opener());
  for (const count of [2, 4]) {
    await say('Tell me something');
    await until(async () => (await said()).length === count);
  }
  await say('picture');
  await visit.page.getByRole('button', { name: 'Yes' }).waitFor();
}

describe('a picture that loads late in the web chat', () => {
  it.each([
    ['desktop', {}],
    ['phone', phone],
  ])('keeps the buttons below it in view, on a %s', async (name, screen) => {
    const { load, isShown } = holdPicture();
    await askForPicture(screen);
    expect(await isShown()).toBe(false);
    load();
    await until(isShown);
    await visit.screenshot(`chat-picture-${name}`);
    await visit.click(visit.page.getByRole('button', { name: 'Yes' }));
    await hears('Glad to hear it');
  });

  it('does not move the text above it while somebody reads', async () => {
    const { load, isShown } = holdPicture();
    await askForPicture();
    const log = visit.page.getByRole('log');
    await visit.scroll(log, -2000);
    // Chromium scrolls step by step; at the upper end it rests.
    const isAtTop = () =>
      log.evaluate((element: any) => element.clientHeight - element.scrollTop >= element.scrollHeight - 1);
    await until(isAtTop);
    const top = async () => (await visit.page.getByText('Line 0').first().boundingBox())!.y;
    const before = await top();
    load();
    await until(isShown);
    await visit.screenshot('chat-picture-below');
    // Half a pixel at most, since screen positions are whole numbers.
    expect(await top()).toBeCloseTo(before, 0);
  });
});

describe('a page that shows a web chat', () => {
  it('does not change how the chat looks, even with styles for all elements', async () => {
    const look = async (path: string) => {
      visit = await chromium.visit(site.url + path);
      await visit.click(opener());
      await say('Hello');
      await until(async () => (await said()).length === 2);
      // Off the chat, which opened under the pointer: what is under it looks different.
      await visit.page.mouse.move(5, 5);
      const picture = await panel().screenshot({ animations: 'disabled' });
      await visit.screenshot(`chat-on${path.replace('/', '-')}`);
      await visit.close();
      return picture;
    };
    const style = `<style>
      body * { font: italic 40px/4 fantasy !important; color: lime !important; text-transform: uppercase;
        letter-spacing: 9px; text-align: right; white-space: nowrap; cursor: wait; user-select: none; zoom: 2;
        opacity: .4 !important; transform: rotate(9deg); pointer-events: none; visibility: hidden }
      body > div { display: none !important }
    </style>`;
    site.pages.set('/plain', { body: `<!doctype html>${script}` });
    site.pages.set('/styled', { body: `<!doctype html>${style}${script}` });
    const [plain, styled] = [await look('/plain'), await look('/styled')];
    // Styles of the page that reach the chat change thousands of pixels.
    visit = await chromium.visit(`${site.url}/plain`);
    expect(await differingPixels(visit.page, plain, styled)).toBeLessThan(10);
    // The measure sees what a person would: one bubble more.
    await visit.click(opener());
    await say('Hello');
    await until(async () => (await said()).length === 2);
    await say('Hello again');
    await until(async () => (await said()).length === 4);
    expect(await differingPixels(visit.page, plain, await panel().screenshot())).toBeGreaterThan(500);
  });

  it('shows one chat if it has the script twice, and shows it again after replacing its content', async () => {
    site.pages.set('/twice', { body: shopPage(script + script) });
    visit = await chromium.visit(`${site.url}/twice`);
    await visit.click(opener());
    await say('Hello');
    await until(async () => (await said()).length === 2);
    expect(await visit.page.getByRole('dialog').count()).toBe(1);
    await visit.page.evaluate((src) => {
      document.body.innerHTML = '<h1>Another page of the shop</h1>';
      document.body.append(Object.assign(document.createElement('script'), { src }));
    }, `${server.url}/chat/${chat}.js`);
    await panel().waitFor();
    expect([await visit.page.getByRole('dialog').count(), (await said()).length]).toEqual([1, 2]);
  });

  it('does not react with its shortcuts to keys typed in the chat', async () => {
    const shortcuts = `<script>addEventListener('keydown', (event) => {
      if (event.target.matches('input,textarea')) return;
      event.preventDefault();
      document.title = 'a shortcut';
    })</script>`;
    site.pages.set('/shortcuts', { body: shopPage(script, shortcuts) });
    visit = await chromium.visit(`${site.url}/shortcuts`);
    await visit.click(opener());
    await visit.type('/search');
    expect([await input().inputValue(), await visit.page.title()]).toEqual(['/search', 'A shop']);
  });
});

describe('the web chat on a phone', () => {
  it('covers the window, and Tab never leads out of it to the page behind', async () => {
    visit = await chromium.visit(site.url, phone);
    await visit.click(opener());
    expect(await panel().boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 760 });
    await say('Hello');
    await until(async () => (await said()).length === 2);
    await visit.screenshot('chat-phone');
    const seen = new Set<string>();
    for (let presses = 0; presses < 16; presses++) {
      await visit.press(presses < 8 ? 'Tab' : 'Shift+Tab');
      seen.add(await visit.focused());
    }
    expect([...seen].filter((name) => name.startsWith('a '))).toEqual([]);
    expect([...seen]).toContain('button "Talk to a person"');
    await visit.click(visit.page.getByRole('button', { name: 'Close the chat' }));
    await visit.tabTo('a "After"');
  });

  it('keeps the focus after a press of a button, without opening the keyboard', async () => {
    site.pages.set('/picture.svg', {
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    visit = await chromium.visit(site.url, phone);
    await visit.click(opener());
    await say('picture');
    await visit.click(visit.page.getByRole('button', { name: 'Yes' }));
    await hears('Glad to hear it');
    expect(await visit.focused()).toMatch(/^div "Messages"/);
  });
});

describe('a chat message that could not be sent', () => {
  it('can be tried again by keyboard, and is sent by itself once the server is reachable', async () => {
    visit = await chromium.visit(site.url);
    await visit.click(opener());
    await say('Hello');
    await until(async () => (await said()).length === 2);
    visit.expectFault(/ERR_INTERNET_DISCONNECTED/);
    await visit.page.context().setOffline(true);
    await say('Are you there?');
    await visit.page.getByText('Not sent').waitFor();
    await visit.screenshot('chat-not-sent');
    await visit.tabTo('button "Not sent. Press to try again."', 'Shift+Tab');
    await visit.press('Enter');
    await visit.page.context().setOffline(false);
    await until(async () => (await said()).length === 4);
    expect((await said())[2]).toBe('Are you there?');
    expect(await visit.focused()).toBe('textarea "Your message"');
    expect(await visit.page.getByText('Not sent').count()).toBe(0);
  });
});

describe('the page that has only the chat', () => {
  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(23, 27, 36)'],
  ] as const)('can be used at once, and is %s as the system of its visitor', async (theme, color) => {
    visit = await chromium.visit(`${server.url}/chat/${chat}`, { theme });
    await say('Hello');
    await until(async () => (await said()).length === 2);
    await visit.screenshot(`chat-page-${theme}`);
    const colorOf = (selector: string) =>
      visit.page
        .locator(selector)
        .evaluate((each: any) => (globalThis as any).getComputedStyle(each).backgroundColor);
    expect(await colorOf('dialog')).toBe(color);
    expect(await colorOf('body')).toBe(theme === 'dark' ? 'rgb(15, 18, 25)' : 'rgb(244, 246, 250)');
  });

  it('is light or dark as its page says, whatever the system of its visitor is', async () => {
    const script = `<script src="${server.url}/chat/${chat}.js" data-theme="light"></script>`;
    site.pages.set('/theme', { body: shopPage(script) });
    visit = await chromium.visit(`${site.url}/theme`, { theme: 'dark' });
    await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
    const color = await visit.page
      .locator('dialog')
      .evaluate((each: any) => (globalThis as any).getComputedStyle(each).backgroundColor);
    expect(color).toBe('rgb(255, 255, 255)');
  });
});
