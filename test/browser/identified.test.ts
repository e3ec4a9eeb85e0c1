import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, type Site, shopPage, startSite } from './scene.ts';

// A global of the page, for the code that is evaluated there.
declare const window: any;

let server: TestServer;
let site: Site;
let chromium: Chromium;
let visit: Visit;
let secret: string;
let script: string;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  const project = await server.makeProject();
  const chat = await makeSiteChat(server, project, site);
  const { settings } = await server.make('POST', `/projects/${project.id}/channels/${chat}/rotate`);
  secret = settings.signing_secret;
  script = `<script async src="${server.url}/chat/${chat}.js"></script>`;
  site.pages.set('/', { body: shopPage(script) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The page of somebody who is logged in at the shop. */
function pageOf(path: string, sub: string, key = secret): string {
  const text = `${part({ alg: 'HS256' })}.${part({ sub, exp: Math.floor(Date.now() / 1000) + 3600 })}`;
  const token = `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  const call = `<script>window.Parley = window.Parley || function () { (Parley.q = Parley.q || []).push(arguments) };
    Parley('identify', { token: '${token}' })</script>`;
  site.pages.set(path, { body: shopPage(script, call) });
  return site.url + path;
}

const opener = () => visit.page.getByRole('button', { name: 'Open the chat' });
const said = () => bubbles(visit.page);
const arrived = (count: number) =>
  until(async () => (await visit.page.locator('[role=log] .in:not(.wait)').count()) === count);

async function say(text: string): Promise<void> {
  await visit.click(visit.page.getByLabel('Your message'));
  await visit.type(text);
  await visit.press('Enter');
}

it('who logs in at the website keeps what they said, has it on every device, and leaves nothing after logging out', async () => {
  visit = await chromium.visit(site.url);
  await visit.click(opener());
  await say('Before I logged in');
  await arrived(1);
  await visit.open(pageOf('/ann', 'ann'));
  await visit.click(opener());
  await say('After it');
  await arrived(2);
  expect(await said()).toEqual(['Before I logged in', 'After it']);
  await visit.close();

  visit = await chromium.visit(`${site.url}/ann`);
  await visit.click(opener());
  await arrived(2);
  expect(await said()).toEqual(['Before I logged in', 'After it']);
  await visit.page.evaluate(() => window.Parley('shutdown'));
  await visit.open(site.url);
  await visit.click(opener());
  await say('Somebody else');
  await arrived(1);
  expect(await said()).toEqual(['Somebody else']);
});

it('another user of the same browser sees nothing of the first one, in no tab', async () => {
  visit = await chromium.visit(pageOf('/first', 'first'));
  await visit.click(opener());
  await say('This is mine');
  await arrived(1);
  const other = await visit.page.context().newPage();
  await other.goto(pageOf('/second', 'second'));
  await other.locator('#open').click();
  await other.locator('#welcome').waitFor();
  expect(await bubbles(other)).toEqual([]);
  await until(async () => (await said()).length === 0);
});

it('a forged word about the user is refused in the console of the browser, and the chat goes on without it', async () => {
  visit = await chromium.visit(undefined);
  visit.expectFault(/status of 401/);
  visit.expectFault(/The signature is wrong/);
  const told: string[] = [];
  visit.page.on('console', (message) => told.push(message.text()));
  await visit.open(pageOf('/forged', 'ann', 'whsec_guess'));
  await until(() => told.some((text) => /user of this page is not taken.*signature is wrong/.test(text)));
  await visit.click(opener());
  await say('Hello');
  await arrived(1);
  expect(await said()).toEqual(['Hello']);
});
