import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessibleChat } from '../harness/accessibility.ts';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

declare const getComputedStyle: any;

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
    steps: [{ id: 'echo', type: 'message', text: 'You said: {{ event.text }}' }],
  });
  const body = shopPage(`<script async src="${server.url}/chat/${chat}.js"></script>`);
  for (const path of ['/', '/prices', '/prices/large', '/ru'])
    site.pages.set(path, { body: path === '/ru' ? body.replace('lang="en"', 'lang="ru"') : body });
});
afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const path = () => `/projects/${project.id}/channels/${chat}`;
const set = (settings: Record<string, unknown>) => server.make('PATCH', path(), { settings });
const standing = () => visit.page.locator('.state');
const opener = () => visit.page.locator('#open');
const peek = () => visit.page.locator('#peek');

const screens: [string, Screen][] = [
  ['desktop', {}],
  ['phone-dark', { width: 390, height: 760, touch: true, theme: 'dark' }],
];

it.each(screens)(
  'who has said nothing is greeted by the page that they are on, once, on a %s',
  async (name, screen) => {
    await set({
      greetings: [
        { page: '/prices*', after_seconds: 1, text: 'Shall we compute your price?' },
        { page: '/nowhere', text: 'Lost?' },
      ],
    });
    visit = await chromium.visit(`${site.url}/`, screen);
    await visit.page.locator('#open').waitFor();
    await visit.open(`${site.url}/prices/large`);
    await peek().getByText('Shall we compute your price?').waitFor();
    await visit.screenshot(`greeting-${name}`);
    await expectAccessibleChat(visit, `greeting-${name}`);
    // It is the first thing in the chat, too.
    await visit.click(peek().getByRole('button', { name: /Shall we compute/ }));
    await visit.page.locator('#welcome').getByText('Shall we compute your price?').waitFor();
    await visit.open(`${site.url}/prices`);
    const waited = await visit.page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const hosts = [...(globalThis as any).document.querySelectorAll('div')];
      return hosts.some(({ shadowRoot }) => shadowRoot?.querySelector('#peek:not([hidden])'));
    });
    expect(waited).toBe(false);
  },
);

it('a greeting is closed by keyboard, and none comes to those who have written', async () => {
  await set({
    greetings: [
      { page: '/', text: 'Welcome to every page' },
      { page: '/prices', text: 'Another welcome' },
    ],
  });
  visit = await chromium.visit(`${site.url}/`);
  await peek().getByText('Welcome to every page').waitFor();
  await visit.tabTo('button "Close the message"');
  await visit.press('Enter');
  await peek().waitFor({ state: 'hidden' });
  await visit.click(opener());
  await visit.type('Hello');
  await visit.press('Enter');
  await visit.page.getByText('You said: Hello').waitFor();
  await visit.open(`${site.url}/prices`);
  await visit.click(opener());
  await visit.page.getByText('You said: Hello').waitFor();
  expect(await peek().isVisible()).toBe(false);
  await set({ greetings: null });
});

it.each(screens)(
  'outside the hours a visitor is told when people are back, and cannot ask for one, on a %s',
  async (name, screen) => {
    await set({ hours: true, person_button: 'open', answer_minutes: 5 });
    const closed = { time_zone: 'Europe/Berlin', holidays: [] };
    const put = (week: object) => server.make('PUT', `/projects/${project.id}/calendar`, { ...closed, week });
    // The day after the next one, wherever the test runs.
    const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    const later = new Date(Date.now() + 3 * 86_400_000);
    await put({ [days[later.getUTCDay()]!]: [{ from: '09:00', to: '18:00' }] });
    visit = await chromium.visit(`${site.url}/`, screen);
    await visit.click(opener());
    await visit.page.getByText(/^We are back on .* at .*\. Write now, we will answer\.$/).waitFor();
    // It stays in the head of the chat when something was said.
    expect(await visit.page.locator('.state').textContent()).toMatch(/^Back on .* at .*[^.]$/);
    expect(await visit.page.getByRole('button', { name: 'Talk to a person' }).isVisible()).toBe(false);
    await visit.screenshot(`hours-closed-${name}`);
    await expectAccessibleChat(visit, `hours-closed-${name}`);
    await visit.open(`${site.url}/ru`);
    await visit.click(opener());
    await visit.page.getByText(/^Мы вернёмся \d.* в .*\. Напишите, мы ответим\.$/).waitFor();

    await put(Object.fromEntries(days.map((day) => [day, [{ from: '00:00', to: '24:00' }]])));
    await visit.open(`${site.url}/prices`);
    await visit.click(opener());
    await visit.page.getByText('People here usually answer within 5 min.').waitFor();
    await visit.page.getByRole('button', { name: 'Talk to a person' }).waitFor();
    await set({ hours: null, person_button: 'never', answer_minutes: null });
    // Browsers keep the script for five minutes.
    await visit.close();
    visit = await chromium.visit(`${site.url}/`, screen);
    await visit.click(opener());
    await visit.page.locator('#attach').waitFor();
    expect(await visit.page.getByRole('button', { name: 'Talk to a person' }).isVisible()).toBe(false);
    await set({ person_button: null });
  },
);

it.each(screens)(
  'who asks for a person is told when one comes, also after a reload, until one is there, on a %s',
  async (name, screen) => {
    await set({ hours: true, answer_minutes: 5 });
    const put = (week: object) =>
      server.make('PUT', `/projects/${project.id}/calendar`, { time_zone: 'Etc/UTC', holidays: [], week });
    const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    const later = new Date(Date.now() + 3 * 86_400_000);
    const [closed, open] = [
      { [days[later.getUTCDay()]!]: [{ from: '09:00', to: '18:00' }] },
      Object.fromEntries(days.map((day) => [day, [{ from: '00:00', to: '24:00' }]])),
    ];
    const askFor = async (said: string) => {
      visit = await chromium.visit(`${site.url}/`, screen);
      await visit.click(opener());
      await visit.type(`Hello from a ${name}, ${said}`);
      await visit.press('Enter');
      await visit.page.getByText(`You said: Hello from a ${name}, ${said}`).waitFor();
      await visit.click(visit.page.getByRole('button', { name: 'Talk to a person' }));
    };
    const notice = (end: RegExp) =>
      visit.page
        .locator('.info')
        .getByText(new RegExp(`^We have called somebody\\. .* ${end.source}$`))
        .waitFor();

    await put(closed);
    await askFor('at night');
    const isBack = /We are back on .* at .*\. Write now, we will answer\./;
    await notice(isBack);
    await visit.screenshot(`person-closed-${name}`);
    await expectAccessibleChat(visit, `person-closed-${name}`);
    await visit.open(`${site.url}/prices`);
    await visit.click(opener());
    await notice(isBack);
    const { items } = await server.make('GET', `/projects/${project.id}/dialogs`);
    const held = items.find(({ held: hold }: any) => hold) ?? items[0];
    await server.make('POST', `/projects/${project.id}/dialogs/${held.identity_id}/messages`, {
      text: 'I am here already',
    });
    await visit.page.getByText('I am here already').waitFor();
    await visit.open(`${site.url}/`);
    await visit.click(opener());
    await visit.page.getByText('I am here already').waitFor();
    await visit.page.getByText('A person is here.').waitFor();
    await visit.close();

    await put(open);
    await askFor('by day');
    await notice(/A colleague will join, usually within 5 min\./);
    await visit.screenshot(`person-open-${name}`);
    await set({ hours: null, answer_minutes: null });
  },
);

it('on a page of a language that the chat does not speak times are in that of its words, and stand the right way round', async () => {
  await set({ hours: true });
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const later = new Date(Date.now() + 3 * 86_400_000);
  await server.make('PUT', `/projects/${project.id}/calendar`, {
    ...{ time_zone: 'Etc/UTC', holidays: [] },
    week: { [days[later.getUTCDay()]!]: [{ from: '09:00', to: '18:00' }] },
  });
  const body = shopPage(`<script async src="${server.url}/chat/${chat}.js"></script>`);
  site.pages.set('/ar', { body: body.replace('<html lang="en">', '<html lang="ar" dir="rtl">') });
  visit = await chromium.visit(`${site.url}/ar`, { zone: 'Etc/UTC' });
  await visit.click(opener());
  await expect
    .poll(() => standing().textContent(), { timeout: patient(10_000) })
    .toMatch(/^Back on [A-Z][a-z]+ \d+ at 9:00\sAM$/);
  await visit.type('Hello');
  await visit.press('Enter');
  await visit.page.getByText('You said: Hello').waitFor();
  await visit.click(visit.page.getByRole('button', { name: 'Talk to a person' }));
  const notice = visit.page.locator('.info').getByText(/we will answer\.$/);
  await notice.waitFor();
  await visit.screenshot('times-rtl');
  expect(await visit.page.getByRole('dialog').textContent()).not.toMatch(/[\u0600-\u06ff]/);
  // The full stop stands behind the last letter, and not before the line.
  const [letter, stop] = await notice.evaluate((element: any) => {
    const text = element.firstChild;
    return [2, 1].map((back) => {
      const range = element.ownerDocument.createRange();
      range.setStart(text, text.length - back);
      range.setEnd(text, text.length - back + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(stop).toBeGreaterThan(letter!);
  await set({ hours: null });
});

it('a visitor is told by their own clock until when people are there today, and that they have left as soon as they do', async () => {
  await set({ hours: true, person_button: 'open' });
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  // Somewhere it is noon, so the hours end today there, wherever the test runs.
  const east = 12 - new Date().getUTCHours();
  const zone = east === 0 ? 'Etc/UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  const end = new Date().setUTCMinutes(120, 0, 0);
  await server.make('PUT', `/projects/${project.id}/calendar`, {
    ...{ time_zone: zone, holidays: [] },
    week: Object.fromEntries(days.map((day) => [day, [{ from: '08:00', to: '14:00' }]])),
  });
  const here = 'America/New_York';
  const wanted = `Here until ${new Intl.DateTimeFormat('en', { timeZone: here, timeStyle: 'short' }).format(end)}`;
  visit = await chromium.visit(`${site.url}/`, { zone: here });
  await visit.click(opener());
  await expect.poll(() => standing().textContent(), { timeout: patient(10_000) }).toBe(wanted);
  // It stands where people look who want to know whether anybody is there: below the name, and above the button that asks for them.
  const placeOf = async (shown: Locator) => (await shown.boundingBox())!.y;
  const asks = visit.page.getByRole('button', { name: 'Talk to a person' });
  expect(await placeOf(standing())).toBeLessThan((await placeOf(asks)) + 12);
  await visit.screenshot('hours-open');
  await expectAccessibleChat(visit, 'hours-open');
  await visit.close();

  // The page stays open beyond the end.
  visit = await chromium.visit(undefined, { zone: here });
  await visit.page.clock.install({ time: end - 60_000 });
  await visit.open(`${site.url}/`);
  await visit.click(opener());
  await expect.poll(() => standing().textContent(), { timeout: patient(10_000) }).toBe(wanted);
  await visit.page.getByRole('button', { name: 'Talk to a person' }).waitFor();
  await visit.page.clock.fastForward(120_000);
  await expect.poll(() => standing().textContent(), { timeout: patient(10_000) }).toBe('');
  await visit.page.getByText('We are away at the moment.').waitFor();
  expect(await visit.page.getByRole('button', { name: 'Talk to a person' }).isVisible()).toBe(false);
  await set({ hours: null, person_button: null });
});

it.each(screens)(
  'the owner chooses words on the button, the corners, and a logo, on a %s',
  async (name, screen) => {
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#0a7"/></svg>';
    await set({ launcher: 'Ask us', radius: 0, logo: 'https://logo.example/a.svg' });
    visit = await chromium.visit(undefined, screen);
    await visit.page.route('https://logo.example/*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    );
    await visit.open(`${site.url}/`);
    await visit.page.getByRole('button', { name: 'Ask us: Open the chat' }).waitFor();
    await visit.screenshot(`launcher-words-${name}`);
    await visit.click(opener());
    const panel = visit.page.getByRole('dialog');
    await panel.waitFor();
    expect(await panel.evaluate((element: any) => getComputedStyle(element).borderRadius)).toBe('0px');
    await visit.type('Hello');
    await visit.press('Enter');
    await visit.page.getByText('You said: Hello').waitFor();
    const logos = visit.page.locator('header .face img, .by .face img');
    await until(async () => (await logos.count()) === 2);
    await visit.screenshot(`logo-${name}`);
    await expectAccessibleChat(visit, `logo-${name}`);
    await set({ launcher: null, radius: null, logo: null });
  },
);

it.each(screens)(
  'who is asked for their name before the chat answers once, and becomes a customer with it, on a %s',
  async (name, screen) => {
    await set({
      form: [
        { type: 'name', label: 'Your name', required: true },
        { type: 'mail', label: 'Your mail address' },
        { type: 'text', label: 'Your company', key: 'company' },
      ],
    });
    visit = await chromium.visit(`${site.url}/`, screen);
    await visit.click(opener());
    await until(
      async () => (await visit.focused()) === 'input "Your name"' || (await visit.focused()) === 'input ""',
    );
    expect(await visit.page.getByLabel('Your message').isVisible()).toBe(false);
    // Nobody is called before there is a field to say why.
    const asksForPerson = visit.page.getByRole('button', { name: 'Talk to a person' });
    expect(await asksForPerson.isVisible()).toBe(false);
    await visit.screenshot(`form-${name}`);
    await expectAccessibleChat(visit, `form-${name}`);
    await visit.type(`Ann of the ${name}`);
    await visit.press('Tab');
    await visit.type('ann@shop.example');
    await visit.press('Enter');
    await visit.page.getByLabel('Your message').waitFor();
    await asksForPerson.waitFor();
    await visit.type('Hello');
    await visit.press('Enter');
    await visit.page.getByText('You said: Hello').waitFor();
    const { body } = await server.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    const profile = body.items.find(({ identities }: any) => identities[0].name === `Ann of the ${name}`);
    expect(profile.state).toEqual({ email: 'ann@shop.example' });
    await visit.open(`${site.url}/prices`);
    await visit.click(opener());
    await visit.page.getByText('You said: Hello').waitFor();
    expect(await visit.page.getByLabel('Your name').isVisible()).toBe(false);
    await set({ form: null });
  },
);
