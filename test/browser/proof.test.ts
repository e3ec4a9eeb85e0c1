import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeChat } from '../webchat/scene.ts';
import { bubbles, publish, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let project: TestProject;
let site: Site;
let chromium: Chromium;
let visit: Visit;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [{ id: 'echo', type: 'message', text: 'You said: {{ event.text }}' }],
  });
  const settings = { allowed_domains: [site.domain], title: 'Shop', proof_above: 0 };
  const { id } = await makeChat(server, project, { settings });
  // A policy without workers, from the page or from anywhere else.
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${server.url}; connect-src ${server.url}; img-src ${server.url} blob:; worker-src 'none'">`;
  site.pages.set('/', {
    body: shopPage(`<script async src="${server.url}/chat/${id}.js"></script>`, policy),
  });
});
afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

it('a visitor of a chat that asks for work notices nothing, and types meanwhile', async () => {
  visit = await chromium.visit(undefined);
  // The browser notes each refusal among its errors.
  visit.expectFault(/429/);
  const proofs: boolean[] = [];
  visit.page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(sessions|messages)$/.test(request.url()))
      proofs.push('parley-proof' in request.headers());
  });
  await visit.open(site.url);
  await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
  // The first words are typed while the session is being worked for.
  await visit.type('The first words');
  expect(await visit.page.getByLabel('Your message').inputValue()).toBe('The first words');
  await visit.press('Enter');
  await visit.type('The second words');
  await visit.press('Enter');
  await until(async () => (await bubbles(visit.page)).includes('You said: The second words'));
  expect((await bubbles(visit.page)).filter((text) => !text.startsWith('You said'))).toEqual([
    'The first words',
    'The second words',
  ]);
  expect(await visit.page.locator('#note').textContent()).toBe('');
  // A session and two messages: each without a proof, and then with its own.
  expect(proofs).toEqual([false, true, false, true, false, true]);
});
