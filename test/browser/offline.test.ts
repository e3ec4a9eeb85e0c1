import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { type FreezingProxy, startFreezingProxy } from '../harness/freezing-proxy.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { identityOf } from '../webchat/scene.ts';
import { bubbles, makeSiteChat, type Site, shopPage, startSite } from './scene.ts';

// A global of the page, for the code that is evaluated there.
declare const localStorage: any;

let server: TestServer;
let project: TestProject;
let chat: string;
let site: Site;
let chromium: Chromium;
let network: FreezingProxy;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  chat = await makeSiteChat(server, project, site);
  network = await startFreezingProxy({ host: '127.0.0.1', port: server.server.port });
  const script = `<script async src="http://127.0.0.1:${network.port}/chat/${chat}.js"></script>`;
  site.pages.set('/', { body: shopPage(script) });
});

afterAll(async () => {
  await chromium?.close();
  await network?.close();
  await site?.close();
  await server?.close();
});

/** A visitor in the middle of a conversation. */
async function begin() {
  const visit = await chromium.visit(site.url);
  visit.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
  await say(visit, 'One');
  await until(async () => (await visit.page.locator('[role=log] .in:not(.wait)').count()) === 1);
  const visitor = await visit.page.evaluate((name) => localStorage.getItem(name), `parley-chat-${chat}.who`);
  const token = await visit.page.evaluate((name) => localStorage.getItem(name), `parley-chat-${chat}`);
  const identity = await identityOf(server, project, visitor);
  await server.send(project, identity, { text: 'An answer' });
  await until(async () => (await bubbles(visit.page)).includes('An answer'));
  return { visit, token, identity };
}

async function say(visit: Visit, text: string): Promise<void> {
  await visit.type(text);
  await visit.press('Enter');
}

it('after half a minute without a network nothing is missing on either side and nothing came twice, whether the browser knew of it or not', async () => {
  const [told, untold] = [await begin(), await begin()];
  const both = [told, untold];
  network.freeze();
  network.freezeNew(true);
  await told.visit.page.context().setOffline(true);
  const cut = Date.now();
  // Both sides go on, in turns, over the whole time.
  for (const [i, word] of ['Two', 'Three', 'Four'].entries()) {
    for (const { visit, identity } of both) {
      await say(visit, word);
      await server.send(project, identity, { text: `Answer ${i}` });
    }
    await until(() => Date.now() - cut >= (i + 1) * 10_000);
  }
  for (const { visit } of both) {
    expect(await bubbles(visit.page)).toEqual(['One', 'An answer', 'Two', 'Three', 'Four']);
    await visit.page.locator('#note').filter({ hasText: /\S/ }).waitFor();
  }
  await told.visit.screenshot('chat-half-a-minute-offline');
  network.thaw();
  await told.visit.page.context().setOffline(false);
  for (const { visit, token } of both) {
    const said = () => bubbles(visit.page);
    await until(async () => (await said()).length === 8 && (await visit.page.locator('.wait').count()) === 0);
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await server.call('GET', `/api/chat/${chat}/messages`, { headers });
    const transcript: string[] = body.items.map(({ text }: any) => text);
    expect(await said()).toEqual(transcript);
    const byVisitor = (text: string) => !/nswer/.test(text);
    expect(transcript.filter(byVisitor)).toEqual(['One', 'Two', 'Three', 'Four']);
    const answers = transcript.filter((text) => !byVisitor(text));
    expect(answers).toEqual(['An answer', 'Answer 0', 'Answer 1', 'Answer 2']);
    expect(await visit.page.locator('#note').textContent()).toBe('');
    await visit.close();
  }
});
