import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessibleChat } from '../harness/accessibility.ts';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let project: TestProject;
let site: Site;
let chromium: Chromium;
let script: string;
let secret: string;
const visits: Visit[] = [];

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [{ id: 'hello', type: 'message', text: 'How can I help?' }],
  });
  const chat = await makeSiteChat(server, project, site);
  const { settings } = await server.make('POST', `/projects/${project.id}/channels/${chat}/rotate`);
  secret = settings.signing_secret;
  script = `<script async src="${server.url}/chat/${chat}.js"></script>`;
});
afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.close();
});
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A device on which somebody is logged in at the shop. */
async function device(sub: string, lang = 'en', screen: Screen = {}, dir = 'ltr'): Promise<Visit> {
  const text = `${part({ alg: 'HS256' })}.${part({ sub, exp: Math.floor(Date.now() / 1000) + 3600 })}`;
  const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  const call = `<script>window.Parley = function () { (Parley.q = Parley.q || []).push(arguments) };
    Parley('identify', { token: '${token}' })</script>`;
  const path = `/${sub}-${lang}`;
  site.pages.set(path, {
    body: shopPage(script, call).replace('lang="en"', `lang="${lang}" dir="${dir}"`),
  });
  const visit = await chromium.visit(site.url + path, screen);
  visits.push(visit);
  await visit.click(visit.page.locator('#open'));
  await visit.page.getByRole('dialog').waitFor();
  return visit;
}

/** The conversation of somebody who was answered by a person, who asks what they think of it. */
async function askedForRating(visit: Visit, sub: string): Promise<void> {
  await visit.click(visit.page.locator('form textarea'));
  await visit.type('Where is my order?');
  await visit.press('Enter');
  const profile = await until(async () => {
    const { body } = await server.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    return body.items.find(({ identities }: any) => identities[0]?.external_id === `user:${sub}`)
      ?.id as string;
  });
  const close = `/projects/${project.id}/conversations/${profile}/close`;
  await until(
    async () => (await server.owner('POST', close, { rating_question: 'How did we do?' })).status < 300,
  );
}

const stars = (visit: Visit) => visit.page.locator('.operator .keys button');
const marked = (visit: Visit) =>
  stars(visit).evaluateAll((all) =>
    all.filter((each: any) => each.ariaPressed === 'true').map((each: any) => each.textContent),
  );

it('a rating that a visitor gave stays visible, after reloading and on other devices, and the first one stays', async () => {
  const one = await device('ann');
  await askedForRating(one, 'ann');
  const other = await device('ann', 'en', { theme: 'dark' });
  await until(async () => (await stars(other).count()) === 5);
  await until(async () => (await stars(one).count()) === 5);
  await one.screenshot('chat-rating-asked');
  await one.click(one.page.locator('.operator .keys button', { hasText: '4' }));
  for (const visit of [one, other]) {
    await until(async () => (await marked(visit)).join() === '4');
    expect(await stars(visit).evaluateAll((all) => all.every((each: any) => each.disabled))).toBe(true);
    await expectAccessibleChat(visit, 'a rating');
  }
  await one.screenshot('chat-rating-given');
  await other.screenshot('chat-rating-given-dark');
  await one.open(one.page.url());
  await one.click(one.page.locator('#open'));
  await until(async () => (await marked(one)).join() === '4');
  expect(await stars(one).evaluateAll((all) => all.every((each: any) => each.disabled))).toBe(true);
  const third = await device('ann', 'en', { width: 390, height: 760, touch: true });
  await until(async () => (await marked(third)).join() === '4');
  // A finger needs 44 pixels both ways, however short the question is.
  const sizes = await stars(third).evaluateAll((all) =>
    all.map((each: any) => [each.offsetWidth, each.offsetHeight]),
  );
  for (const size of sizes) expect(Math.min(...size)).toBeGreaterThanOrEqual(44);
  await third.screenshot('chat-rating-given-phone');
});

it('a rating can be given by keys, on a page from right to left', async () => {
  const visit = await device('leyla', 'ar', { theme: 'dark' }, 'rtl');
  await askedForRating(visit, 'leyla');
  await until(async () => (await stars(visit).count()) === 5);
  await visit.tabTo('button "5"', 'Shift+Tab');
  await visit.press('Enter');
  await until(async () => (await marked(visit)).join() === '5');
  await visit.screenshot('chat-rating-rtl');
});
