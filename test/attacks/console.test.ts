import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import { buildConsole, logIn } from '../harness/console.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type InboxScene, makeInboxScene } from '../inbox/scene.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';

/*
 * What a stranger or a colleague wrote, looked at in the console by somebody who may do everything. A text that ran, or that a policy had to stop,
 * is an error of the page, which ends the visit.
 */

// Of code that is evaluated in the page.
declare const document: any;

let server: TestServer;
let chromium: Chromium;
let visit: Visit;
let scene: InboxScene;
let origin: string;
let profileId: string;
let channelId: string;

const script = 'globalThis.pwned=1';
const hostile = (where: string) => `${where}"'><img src=x onerror=${script}><script>${script}</script>`;

beforeAll(async () => {
  await buildConsole();
  [server, chromium] = await Promise.all([useTestServer(), startChromium()]);
  origin = `http://localhost:${server.server.port}`;
  scene = await makeInboxScene(server);
  await scene.publish({ triggers: [{ type: 'any' }], steps: [{ id: 'person', type: 'handover' }] });
  const { id } = scene.project;
  const project = `/projects/${id}`;
  await server.make('PATCH', project, { name: hostile('project') });
  const chat = await makeChat(server, scene.project, { name: hostile('chat') });
  channelId = chat.id;
  await server.make('POST', `${project}/keys`, { name: hostile('key'), scopes: ['audit:read'] });
  await server.make('PUT', `${project}/replies/refund`, { title: hostile('reply'), text: hostile('text') });
  await server.make('POST', `${project}/invitations`, {
    ...{ email: '"<img/src=x/onerror=alert(1)>"@example.com', role: 'operator' },
  });
  const visitor = await openBrowser(server, chat.id);
  await visitor.say(`${hostile('said')} [a link](javascript:${script}) javascript:${script}`);
  const found = await until(async () => {
    const { body } = await scene.inbox('GET');
    return body.items.find(({ customer }: any) => customer.external_id === visitor.visitorId);
  });
  profileId = found.profile_id;
  await server.make('PATCH', `${project}/profiles/${profileId}`, {
    ...{ tags: [hostile('tag').slice(0, 40)], state: { city: hostile('city') } },
  });
  await scene.inbox('POST', `/${profileId}/notes`, { text: hostile('note') });
  const file = await server.call(
    'POST',
    `/api/owner${project}/files?name=${encodeURIComponent('<img src=x onerror=alert(1)>.html')}&environment=live`,
    {
      raw: `<script>${script}</script>`,
      headers: { cookie: server.cookie, 'content-type': 'text/html', ...(await token()) },
    },
  );
  expect(file.status).toBe(201);
  await scene.inbox('POST', `/${profileId}/messages`, { text: hostile('answer') });
});
afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await server?.close();
});

const token = async () => ({ 'x-csrf-token': (await server.make('GET', '/session')).csrf_token as string });

/** What of a page would be there only if a text had become a part of it. */
const harm = () =>
  visit.page.evaluate(() => ({
    pwned: (globalThis as any).pwned ?? null,
    elements: document.querySelectorAll('img[src="x"], [onerror], #content script').length,
    links: [...document.querySelectorAll('a[href]')].filter(({ href }: any) =>
      /^(?:javascript|data):/i.test(href),
    ).length,
  }));

it('what strangers and colleagues wrote is text in every page of the console, and its links lead to web addresses only', async () => {
  visit = await chromium.visit(undefined);
  visit.expectFault(/status of 401/);
  await visit.page.addInitScript(`localStorage.setItem('parley.language', 'en')`);
  const { id } = scene.project;
  await visit.open(`${origin}/console/p/${id}/overview`);
  await logIn(visit);
  await visit.page.locator('#content').waitFor();
  const pages: [path: string, shows: string][] = [
    ['overview', 'Overview'],
    [`inbox/${profileId}`, 'said'],
    ['customers', 'tag'],
    [`customers/${profileId}`, 'city'],
    ['keys', 'key'],
    ['audit', 'key'],
    ['log', 'Request'],
    ['team', '@example.com'],
    ['settings', 'project'],
    ['channels', 'chat'],
    [`channels/${channelId}`, 'chat'],
  ];
  for (const [path, shows] of pages) {
    await visit.open(`${origin}/console/p/${id}/${path}`);
    await visit.page.locator('#content').waitFor();
    await until(async () => (await visit.page.locator('#content').innerText()).includes(shows));
    expect([path, await harm()]).toEqual([path, { pwned: null, elements: 0, links: 0 }]);
  }
});

it('a login leads to no other site, whatever the address of the console says', async () => {
  visit = await chromium.visit(undefined);
  visit.expectFault(/status of 401/);
  for (const address of [
    '/console//evil.example',
    '/console/https://evil.example',
    '/console/?next=https://evil.example&return_to=//evil.example&redirect=https://evil.example',
    '/console/#https://evil.example',
  ]) {
    await visit.page.context().clearCookies();
    const answer = await fetch(server.url + address, { redirect: 'manual' });
    expect([address, answer.headers.get('location')]).toEqual([address, null]);
    if (answer.status !== 200) continue;
    await visit.open(origin + address);
    await logIn(visit);
    // Only then the cookie is there that the next round takes away.
    await visit.page.locator('input[name=email]').waitFor({ state: 'detached' });
    await visit.page.getByRole('main').waitFor();
    expect([address, new URL(visit.page.url()).origin]).toEqual([address, origin]);
  }
});
