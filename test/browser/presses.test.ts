import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
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

/** A scenario that says something beside a choice with reply buttons. */
async function openOffers(screen: Screen = {}): Promise<void> {
  const other = await server.makeProject();
  const chat = await makeSiteChat(server, other, site);
  await publish(server, other, {
    triggers: [{ type: 'any' }],
    on_unsupported: 'words',
    steps: [
      {
        id: 'size',
        type: 'choice',
        text: 'Which size?',
        columns: 2,
        options: ['Small', 'Medium', 'Large'].map((text) => ({ text })),
      },
      { id: 'done', type: 'message', text: 'Noted: {{ steps.size.text }}' },
      { id: 'over', type: 'end' },
      { id: 'words', type: 'message', text: 'I can read words only.' },
    ],
  });
  site.pages.set('/offers', { body: shopPage(`<script src="${server.url}/chat/${chat}.js"></script>`) });
  visit = await chromium.visit(`${site.url}/offers`, screen);
  await visit.click(button('Open the chat'));
  await visit.type('Hello');
  await visit.press('Enter');
  await button('Large').waitFor();
}

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

it('reply buttons stay when something is said beside their question, also after reloading, until the visitor answers', async () => {
  await openOffers();
  // A busy server asks the chat to repeat an upload in a moment, which it does; browsers tell of it.
  visit.expectFault(/status of 503/);
  const file = { name: 'shirt.txt', mimeType: 'text/plain', buffer: Buffer.from('A shirt') };
  const opened = visit.page.waitForEvent('filechooser');
  await visit.click(button('Attach files'));
  await (await opened).setFiles([file]);
  await until(async () => (await visit.page.locator('progress').count()) === 0);
  await visit.press('Enter');
  await until(async () => (await said()).at(-1) === 'I can read words only.');
  expect(await button('Large').isVisible()).toBe(true);

  await visit.open(`${site.url}/offers`);
  await visit.click(button('Open the chat: new messages').or(button('Open the chat')));
  await visit.click(button('Large'));
  await until(async () => (await said()).at(-1) === 'Noted: Large');
  expect(await button('Large').count()).toBe(0);

  // Those of the next question take the place of earlier ones, and words are an answer, too.
  await visit.type('Again');
  await visit.press('Enter');
  await until(async () => (await button('Small').count()) === 1);
  await visit.type('Small');
  await visit.press('Enter');
  await until(async () => (await said()).at(-1) === 'Noted: Small');
  expect(await button('Small').count()).toBe(0);
});

it.each(['light', 'dark'] as const)(
  'buttons on a %s phone are as high as a finger needs, and leave no gap',
  async (theme) => {
    await openOffers({ width: 390, height: 760, touch: true, theme });
    const [small, medium, large] = await Promise.all(
      ['Small', 'Medium', 'Large'].map(async (name) => (await button(name).boundingBox())!),
    );
    for (const { height } of [small!, medium!, large!]) expect(height).toBeGreaterThanOrEqual(44);
    expect(large!.x).toBe(small!.x);
    expect(large!.x + large!.width).toBe(medium!.x + medium!.width);
    await visit.screenshot(`chat-buttons-phone-${theme}`);
  },
);

it('bubbles and the chat itself keep an edge where the system sets all colours', async () => {
  await openOffers();
  await visit.page.emulateMedia({ forcedColors: 'active' });
  const edges = await visit.page
    .locator('dialog, header, .said')
    .evaluateAll((all: any[]) => all.map((each) => each.computedStyleMap().get('border-top-width').value));
  expect(edges).toEqual([1, 1, 1, 1]);
  await visit.screenshot('chat-forced-colours');
});
