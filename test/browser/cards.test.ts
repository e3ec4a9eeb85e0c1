import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessibleChat, expectNothingSideways } from '../harness/accessibility.ts';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let site: Site;
let chromium: Chromium;
let visit: Visit;

const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="${colour}"/></svg>`;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  const project = await server.makeProject();
  const chat = await makeSiteChat(server, project, site);
  for (const [name, colour] of [
    ['tea', 'seagreen'],
    ['coffee', 'sienna'],
  ] as const)
    site.pages.set(`/${name}.svg`, { type: 'image/svg+xml', body: picture(colour) });
  const card = (title: string, name: string) => ({
    ...{ title, text: 'Freshly made, in a cup that you may keep', image: `${site.url}/${name}.svg` },
    buttons: [
      { text: `Take ${name}`, next: name },
      { text: 'Read more', url: 'https://shop.example/' },
    ],
  });
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [
      {
        id: 'offers',
        type: 'message',
        text: 'What do you like?',
        cards: [
          card('Tea', 'tea'),
          card('Coffee', 'coffee'),
          { title: 'Nothing', buttons: [{ text: 'Take nothing', next: 'end' }] },
        ],
      },
      { id: 'end', type: 'end' },
      { id: 'tea', type: 'message', text: 'Tea it is.', next: 'day' },
      { id: 'coffee', type: 'message', text: 'Coffee it is.', next: 'day' },
      {
        id: 'day',
        type: 'question',
        text: 'On which day?',
        var: 'day',
        validate: { type: 'date', min: '2026-11-20', message: 'From 20 November on, please.' },
      },
      {
        id: 'moment',
        type: 'question',
        text: 'And when do we call?',
        var: 'moment',
        validate: { type: 'datetime', timezone: 'Asia/Tokyo' },
      },
      { id: 'told', type: 'message', text: '{{ vars.day }} and {{ vars.moment }}' },
      {
        id: 'hour',
        type: 'question',
        text: 'Until when are you there?',
        var: 'hour',
        validate: { type: 'time', min: '09:00', max: '18:30', message: 'Between 9 and 18:30, please.' },
      },
      { id: 'until', type: 'message', text: 'Until {{ vars.hour }}.' },
    ],
  });
  const script = (more = '') => `<script ${more} src="${server.url}/chat/${chat}.js"></script>`;
  site.pages.set('/', { body: shopPage(script()) });
  site.pages.set('/ru', { body: shopPage(script('data-lang="ru"')) });
  site.pages.set('/rtl', { body: shopPage(script('data-dir="rtl"')) });
});
afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

async function offered(path: string, screen?: Screen): Promise<void> {
  visit = await chromium.visit(site.url + path, screen);
  await visit.click(visit.page.locator('#open'));
  await visit.page.locator('dialog[open]').waitFor();
  await visit.type('Hello');
  await visit.press('Enter');
  await until(async () => (await visit.page.locator('.deck .slide').count()) === 3);
}
const last = async () => (await bubbles(visit.page)).at(-1);

it('cards stand side by side and are reached by keys, and a calendar and a clock answer questions by keys', async () => {
  await offered('/');
  const boxes = await visit.page
    .locator('.deck .slide')
    .evaluateAll((all) => all.map((each: any) => each.getBoundingClientRect().toJSON()));
  expect(new Set(boxes.map(({ top }: any) => Math.round(top))).size).toBe(1);
  expect(boxes[1].left).toBeGreaterThan(boxes[0].right);
  await visit.screenshot('chat-cards');
  await expectAccessibleChat(visit, 'chat-cards');
  // The last card is outside of the row until it is reached.
  await visit.tabTo('button "Take coffee"', 'Shift+Tab');
  await visit.press('Enter');
  await until(async () => (await last()) === 'On which day?');
  await visit.page.locator('.pick input[type=date]').focus();
  await visit.screenshot('chat-date');
  await expectAccessibleChat(visit, 'chat-date');
  await visit.type('11192026');
  await visit.press('Enter');
  // Too early: the browser says so, and sends nothing.
  expect(await visit.page.locator('.pick input:invalid').count()).toBe(1);
  expect(await last()).toBe('On which day?');
  // From the year back to the month.
  for (let parts = 0; parts < 2; parts++) await visit.press('Shift+Tab');
  await visit.type('12012026');
  await visit.press('Enter');
  await until(async () => (await last()) === 'And when do we call?');
  // The visitor reads their answer as their language writes it; the server got it as it is.
  expect(await bubbles(visit.page)).toContain('December 1, 2026');
  expect(await visit.page.locator('.pick').count()).toBe(1);
  expect(await visit.page.locator('.pick').textContent()).toContain('Asia/Tokyo');
  await visit.page.locator('.pick input[type=datetime-local]').focus();
  await visit.screenshot('chat-datetime');
  await expectAccessibleChat(visit, 'chat-datetime');
  await visit.type('12012026');
  await visit.press('Tab');
  await visit.type('0230PM');
  await visit.press('Enter');
  await until(async () => (await last()) === 'Until when are you there?');
  expect(await bubbles(visit.page)).toContain('2026-12-01 and 2026-12-01T14:30:00+09:00');
  // A clock alone: no calendar, no zone, and its own limits.
  const clock = visit.page.locator('.pick input');
  expect(await clock.evaluateAll((all) => all.map(({ type, min, max }: any) => [type, min, max]))).toEqual([
    ['time', '09:00', '18:30'],
  ]);
  expect(await visit.page.locator('.pick small').count()).toBe(0);
  await clock.focus();
  await visit.screenshot('chat-time');
  await expectAccessibleChat(visit, 'chat-time');
  await visit.type('0800PM');
  await visit.press('Enter');
  expect(await visit.page.locator('.pick input:invalid').count()).toBe(1);
  expect(await last()).toBe('Until when are you there?');
  for (let parts = 0; parts < 2; parts++) await visit.press('Shift+Tab');
  await visit.type('0545PM');
  await visit.press('Enter');
  await until(async () => (await last()) === 'Until 17:45.');
  expect(await visit.page.locator('.pick').count()).toBe(0);
  const answers = ['December 1, 2026', /^December 1, 2026 at 2:30\sPM$/, /^5:45\sPM$/];
  for (const answer of answers)
    expect(await bubbles(visit.page)).toContainEqual(expect.stringMatching(answer));
  // And so they do later.
  await visit.open(visit.page.url());
  await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
  await until(async () => (await last()) === 'Until 17:45.');
  for (const answer of answers)
    expect(await bubbles(visit.page)).toContainEqual(expect.stringMatching(answer));
});

it.each([
  ['/ru', { theme: 'dark' }],
  ['/rtl', {}],
  ['/', { width: 390, height: 780, touch: true }],
] as const)('cards fit and are read on %s %j', async (path, screen) => {
  await offered(path, screen);
  await visit.screenshot(`chat-cards${path.replace('/', '-')}-${'touch' in screen ? 'phone' : 'wide'}`);
  await expectNothingSideways(visit);
  await expectAccessibleChat(visit, `cards on ${path}`);
  await visit.click(visit.page.getByRole('button', { name: 'Take tea' }));
  await until(async () => (await last()) === 'On which day?');
  await visit.page.locator('.pick input').waitFor();
  await expectAccessibleChat(visit, `a calendar on ${path}`);
  await visit.screenshot(`chat-date${path.replace('/', '-')}-${'touch' in screen ? 'phone' : 'wide'}`);
});
