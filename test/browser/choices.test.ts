import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

// A global for code that is evaluated in the page.
declare const getComputedStyle: any;

let server: TestServer;
let site: Site;
let chromium: Chromium;
let visit: Visit;

const dishes = [
  ...['Tea', 'Coffee', 'Lemonade', 'Tomato soup with basil', 'Bread and butter', 'Salad', 'Cheese'],
  ...['A very long name of a dish that does not fit on a single line', 'Apple pie', 'Ice cream'],
];

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  for (const keyboard of ['inline', 'reply']) {
    const project = await server.makeProject();
    const chat = await makeSiteChat(server, project, site);
    await publish(server, project, {
      triggers: [{ type: 'any' }],
      vars: { dishes },
      steps: [
        {
          id: 'table',
          type: 'choice',
          text: 'Where would you like to sit?',
          ...{ keyboard, columns: 2 },
          options: ['Inside', 'Garden', 'Roof'].map((text) => ({ text })),
        },
        {
          id: 'dish',
          type: 'choice',
          text: 'What would you like?',
          ...{ keyboard, columns: 2 },
          options_from: { items: '{{ vars.dishes }}', text: '{{ item }}' },
          pages: { size: 4, more: 'More dishes', back: 'Back' },
          multiple: { min: 1, done: 'That is all' },
        },
        { id: 'done', type: 'message', text: 'It is on its way: {{ steps.dish.texts | join: ", " }}.' },
      ],
    });
    const script = `<script src="${server.url}/chat/${chat}.js"></script>`;
    site.pages.set(`/${keyboard}`, { body: shopPage(script) });
  }
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const press = (name: string) =>
  visit.click(
    visit.page.locator('button:enabled').and(visit.page.getByRole('button', { name, exact: true })),
  );
const hears = (text: string) => until(async () => (await bubbles(visit.page)).at(-1) === text);

const tapColour = (name: string) =>
  visit.page
    .getByRole('button', { name, exact: true })
    .first()
    .evaluate((element: any) => getComputedStyle(element).webkitTapHighlightColor);

const phone = { width: 390, height: 760, touch: true };
const all: { keyboard: string; name: string; screen: Screen }[] = [
  { keyboard: 'inline', name: 'light desktop', screen: {} },
  { keyboard: 'inline', name: 'dark phone', screen: { ...phone, theme: 'dark' } },
  { keyboard: 'reply', name: 'dark desktop', screen: { theme: 'dark' } },
  { keyboard: 'reply', name: 'light phone', screen: phone },
];

it.each(all)(
  'a visitor turns pages and takes several of many options, with $keyboard buttons, on a $name',
  async ({ keyboard, name, screen }) => {
    const shot = (what: string) => visit.screenshot(`choices-${keyboard}-${name.replace(' ', '-')}-${what}`);
    visit = await chromium.visit(`${site.url}/${keyboard}`, screen);
    await press('Open the chat');
    await visit.type('Hello');
    await visit.press('Enter');
    await hears('Where would you like to sit?');
    await shot('1-choice');
    await press('Garden');
    await hears('What would you like?');
    await shot('2-page');
    await press('Coffee');
    await hears('Chosen: Coffee');
    await shot('3-taken');
    await press('More dishes');
    await visit.page.locator('button:enabled', { hasText: 'Salad' }).waitFor();
    await shot('4-more');
    await press('Salad');
    await hears('Chosen: Coffee, Salad');
    await press('Back');
    await visit.page.locator('button:enabled', { hasText: '✓ Coffee' }).waitFor();
    await shot('5-back');
    // What a finger touches is marked by the chat's own colours, and not by a rectangle of the browser.
    expect(await tapColour('That is all')).toBe('rgba(0, 0, 0, 0)');
    await press('✓ Coffee');
    await hears('Chosen: Salad');
    await press('That is all');
    await hears('It is on its way: Salad.');
    await shot('6-done');
  },
);
