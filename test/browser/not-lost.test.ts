import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startFreezingProxy } from '../harness/freezing-proxy.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { identityOf } from '../webchat/scene.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

// A global of the page, for the code that is evaluated there.
declare const localStorage: any;

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
  site.pages.set('/', { body: shopPage(`<script async src="${server.url}/chat/${chat}.js"></script>`) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const opener = () => visit.page.getByRole('button', { name: 'Open the chat' });
const said = () => bubbles(visit.page);
const sent = () => visit.page.locator('[role=log] .in:not(.wait)');

async function open(): Promise<void> {
  visit = await chromium.visit(site.url);
  await visit.click(opener());
}

async function say(text: string): Promise<void> {
  await visit.type(text);
  await visit.press('Enter');
}

/** What the server has of the visitor of the page, oldest first. */
async function transcript(): Promise<string[]> {
  const token = await visit.page.evaluate((name) => localStorage.getItem(name), `parley-chat-${chat}`);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await server.call('GET', `/api/chat/${chat}/messages`, { headers });
  return body.items.map(({ text }: any) => text);
}

/** The identity of the visitor of the page. */
const identity = async () => {
  const token = await visit.page.evaluate((name) => localStorage.getItem(name), `parley-chat-${chat}`);
  const { body } = await server.call('POST', `/api/chat/${chat}/sessions`, {
    body: { visitor: token },
    headers: { origin: site.url },
  });
  return identityOf(server, project, body.visitor_id);
};

describe('what a visitor writes', () => {
  it('without a network is kept, and sent once by itself when that is back, in its order', async () => {
    await open();
    await say('One');
    await until(async () => (await sent().count()) === 1);
    visit.expectFault(/ERR_INTERNET_DISCONNECTED/);
    await visit.page.context().setOffline(true);
    await say('Two');
    await say('Three');
    await visit.page.getByText('No connection.').waitFor();
    await visit.screenshot('chat-offline');
    expect(await said()).toEqual(['One', 'Two', 'Three']);
    await visit.page.context().setOffline(false);
    await until(async () => (await sent().count()) === 3);
    expect(await transcript()).toEqual(['One', 'Two', 'Three']);
    expect(await said()).toEqual(['One', 'Two', 'Three']);
    expect(await visit.page.getByText('No connection.').count()).toBe(0);
  });

  it('and cannot send before the page is closed is sent by the next page, once', async () => {
    await open();
    await say('One');
    await until(async () => (await sent().count()) === 1);
    // The server takes it, and its answer does not come back: nobody can know.
    let lost = 0;
    await visit.page.route('**/messages', async (route) => {
      if (route.request().method() === 'POST' && lost === 0) await route.fetch();
      await route.abort();
      lost++;
    });
    visit.expectFault(/ERR_FAILED/);
    await say('Two');
    // It may be seen to have arrived by the stream.
    await until(() => lost > 0);
    await visit.page.unrouteAll({ behavior: 'wait' });
    await visit.open(site.url);
    await visit.click(opener());
    await until(async () => (await sent().count()) === 2);
    await until(async () => (await visit.page.locator('.wait').count()) === 0);
    expect(await transcript()).toEqual(['One', 'Two']);
    expect(await said()).toEqual(['One', 'Two']);
  });
});

describe('what is sent to a visitor', () => {
  it('while the stream was cut comes once, in its order', async () => {
    const network = await startFreezingProxy({ host: '127.0.0.1', port: server.server.port });
    try {
      const script = `<script async src="http://127.0.0.1:${network.port}/chat/${chat}.js"></script>`;
      site.pages.set('/cut', { body: shopPage(script) });
      visit = await chromium.visit(`${site.url}/cut`);
      visit.expectFault(/net::ERR_/);
      await visit.click(opener());
      await say('Hello');
      await until(async () => (await sent().count()) === 1);
      const id = await identity();
      // The stream runs: this comes by it.
      await server.send(project, id, { text: 'a' });
      await until(async () => (await said()).length === 2);
      const gone = visit.page.waitForEvent('requestfailed', (request) => request.url().includes('/events'));
      expect(network.cut()).toBeGreaterThan(0);
      await gone;
      for (const text of ['b', 'c', 'd']) await server.send(project, id, { text });
      await until(async () => (await transcript()).join() === 'Hello,a,b,c,d');
      expect(await said()).toEqual(['Hello', 'a']);
      network.mend();
      await until(async () => (await said()).length === 5);
      await server.send(project, id, { text: 'e' });
      await until(async () => (await said()).at(-1) === 'e');
      expect(await said()).toEqual(['Hello', 'a', 'b', 'c', 'd', 'e']);
    } finally {
      await network.close();
    }
  });

  it('is heard by all tabs through one stream, also when the one that listens is closed', async () => {
    await open();
    await say('Hello');
    await until(async () => (await sent().count()) === 1);
    const id = await identity();
    const second = await visit.page.context().newPage();
    const third = await visit.page.context().newPage();
    for (const page of [second, third]) {
      await page.goto(site.url);
      await page.locator('#open').click();
      await until(async () => (await bubbles(page)).length === 1);
    }
    const text = `To all ${randomUUID()}`;
    await server.send(project, id, { text });
    for (const page of [visit.page, second, third])
      await until(async () => (await bubbles(page)).at(-1) === text);
    await visit.page.close();
    const later = `To the others ${randomUUID()}`;
    await server.send(project, id, { text: later });
    for (const page of [second, third]) await until(async () => (await bubbles(page)).at(-1) === later);
    expect(await bubbles(third)).toEqual(['Hello', text, later]);
  });

  it('long ago is read when the visitor scrolls there, without a jump, with its days', async () => {
    await open();
    await say('The first words');
    await until(async () => (await sent().count()) === 1);
    const id = await identity();
    const { rows } = await server.server.parts.database.query<{ project_id: string; identity_id: string }>(
      "SELECT project_id, identity_id FROM dialog.webchat_messages WHERE content->>'text' = 'The first words'",
    );
    const { project_id, identity_id } = rows[0]!;
    await server.server.parts.database.query(
      `INSERT INTO dialog.webchat_messages (project_id, identity_id, n, message_id, direction, author, content, created_at)
       SELECT $1, $2, n, gen_random_uuid(), 'out', 'scenario', json_build_object('text', 'Message ' || n),
         now() - (200 - n) * interval '1 hour' FROM generate_series(2, 180) AS n`,
      [project_id, identity_id],
    );
    await server.server.parts.database.query(
      'UPDATE dialog.webchat_transcripts SET last = 180 WHERE project_id = $1 AND identity_id = $2',
      [project_id, identity_id],
    );
    await visit.open(site.url);
    await visit.click(opener());
    await until(async () => (await said()).length >= 50);
    const log = visit.page.getByRole('log');
    await until(async () => {
      await visit.scroll(log, -4000);
      return (await said()).length === 180;
    });
    expect((await said()).slice(0, 3)).toEqual(['The first words', 'Message 2', 'Message 3']);
    const days = await visit.page.locator('[role=log] .day').allTextContents();
    expect(days.length).toBeGreaterThan(6);
    expect(new Set(days).size).toBeGreaterThanOrEqual(days.length - 1);
    await visit.screenshot('chat-older');
    // Who reads above is not moved, and is told of what comes.
    await server.send(project, id, { text: 'Something new' });
    const pill = visit.page.locator('#newest');
    await pill.waitFor();
    expect(await pill.textContent()).toContain('1 new message');
    await visit.screenshot('chat-newest');
    await visit.click(pill);
    await until(async () => (await pill.count()) === 0 || !(await pill.isVisible()));
  });

  it('while the chat is closed is counted on its button, shown beside it, and told to the title of a hidden page', async () => {
    await open();
    await say('Hello');
    await until(async () => (await sent().count()) === 1);
    const id = await identity();
    await visit.click(visit.page.getByRole('button', { name: 'Close the chat' }));
    for (const text of ['First', 'Second']) await server.send(project, id, { text });
    await until(async () => (await visit.page.locator('#open').getAttribute('data-count')) === '2');
    await visit.page.locator('#peek').waitFor();
    await visit.screenshot('chat-peek');
    expect(await visit.page.locator('#open').getAttribute('aria-description')).toBe('2 new messages');
    // A reload forgets nothing.
    await visit.open(site.url);
    await until(async () => (await visit.page.locator('#open').getAttribute('data-count')) === '2');
    await visit.click(opener());
    await visit.click(visit.page.getByRole('button', { name: 'Close the chat' }));
    expect(await visit.page.getByRole('button', { name: 'Open the chat', exact: true }).count()).toBe(1);
  });
});

describe('what the server does not take', () => {
  it('leaves the buttons and stays over a reload, as does what is being typed, until it is sent', async () => {
    await publish(server, project, {
      triggers: [{ type: 'any' }],
      steps: [
        { id: 'ask', type: 'choice', text: 'Which?', options: [{ text: 'Small' }, { text: 'Large' }] },
        { id: 'end', type: 'message', text: 'Thanks' },
      ],
    });
    await open();
    await say('Hello');
    const small = () => visit.page.getByRole('button', { name: 'Small' });
    await small().waitFor();
    visit.expectFault(/403/);
    await visit.page.route('**/messages', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
    );
    await visit.click(small());
    const again = () => visit.page.getByRole('button', { name: 'Not sent. Press to try again.' });
    await again().waitFor();
    expect(await small().isEnabled()).toBe(true);
    await visit.click(visit.page.getByLabel('Your message'));
    await visit.type('Half a tho');
    await visit.page.unrouteAll({ behavior: 'wait' });
    await visit.open(site.url);
    await visit.click(opener());
    await again().waitFor();
    expect(await visit.page.getByLabel('Your message').inputValue()).toBe('Half a tho');
    expect(await small().isEnabled()).toBe(true);
    await visit.screenshot('chat-refused');
    await again().focus();
    await visit.press('Enter');
    await until(async () => (await said()).at(-1) === 'Thanks');
    expect(await transcript()).toEqual(['Hello', 'Which?', 'Small', 'Thanks']);
    expect([await again().count(), await small().count()]).toEqual([0, 0]);
  });
});
