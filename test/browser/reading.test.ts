import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let project: TestProject;
let site: Site;
let chromium: Chromium;
let visit: Visit;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  const chat = await makeSiteChat(server, project, site);
  site.pages.set('/', { body: shopPage(`<script src="${server.url}/chat/${chat}.js"></script>`) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const button = (name: string) => visit.page.getByRole('button', { name });

it('a message in the web chat is read when it stands in the window of the visitor, and not while the chat is closed', async () => {
  const send = async (identity: string, text: string) =>
    (await server.send(project, identity, { text })).body.message_id;
  const statusOf = async (message: string) =>
    (await server.call('GET', `/api/v1/projects/${project.id}/messages/${message}`, project)).body.status;
  visit = await chromium.visit(site.url);
  await visit.click(button('Open the chat'));
  await visit.type('Hello');
  await visit.press('Enter');
  const identity = await until(async () => {
    const { body } = await server.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    return body.items[0]?.identities[0].id as string | undefined;
  });
  const seen = await send(identity, 'Do you see this?');
  await until(async () => (await statusOf(seen)) === 'read');

  await visit.click(button('Close the chat'));
  const unseen = await send(identity, 'And this?');
  await until(async () => (await bubbles(visit.page)).includes('And this?'));
  await until(async () => (await statusOf(unseen)) === 'sent');
  // By the time that a third report would have arrived, none had.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await statusOf(unseen)).toBe('sent');
  await visit.click(button('Open the chat: new messages'));
  await until(async () => (await statusOf(unseen)) === 'read');
});

it('a visitor sees that what they wrote was delivered, and that a person has read it', async () => {
  visit = await chromium.visit(site.url);
  await visit.click(button('Open the chat'));
  await visit.type('Is anybody there?');
  await visit.press('Enter');
  const meta = visit.page.locator('[role=log] .in-meta');
  await until(async () => /· Delivered$/.test((await meta.textContent()) ?? ''));
  await visit.screenshot('chat-delivered');
  const { profile_id } = await until(async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/conversations`);
    return items.find(({ last_message }: any) => last_message?.text === 'Is anybody there?');
  });
  await server.make('POST', `/projects/${project.id}/conversations/${profile_id}/read`);
  await until(async () => /· Read$/.test((await meta.textContent()) ?? ''));
  await visit.screenshot('chat-read');
  // Also after a reload, without a stream that could say it again.
  await visit.open(site.url);
  await visit.click(button('Open the chat'));
  await until(async () => /· Read$/.test((await meta.textContent()) ?? ''));
});

it('every message in the web chat has its id and names the part that has its words, on a website and on the page of the chat', async () => {
  const own = await makeSiteChat(server, project, site);
  site.pages.set('/named', { body: shopPage(`<script src="${server.url}/chat/${own}.js"></script>`) });
  for (const page of [`${site.url}/named`, `${server.url}/chat/${own}`]) {
    const question = `What is at ${new URL(page).pathname}?`;
    visit = await chromium.visit(page);
    const opener = button('Open the chat');
    if (await opener.isVisible()) await visit.click(opener);
    await visit.type(question);
    await visit.press('Enter');
    const { profile_id } = await until(async () => {
      const { items } = await server.make('GET', `/projects/${project.id}/conversations`);
      return items.find(({ last_message }: any) => last_message?.text === question);
    });
    const { body: visitor } = await server.call(
      'GET',
      `/api/v1/projects/${project.id}/profiles/${profile_id}`,
      project,
    );
    const answer = { text: 'A **shop**', format: 'markdown' };
    const { body } = await server.send(project, visitor.identities[0].id, answer);
    const { items } = await server.make('GET', `/projects/${project.id}/profiles/${profile_id}/messages`);
    const asked = items.find(({ text }: any) => text === question);
    const wordsOf = (id: string) =>
      visit.page.locator(`[role=log] [data-message-id="${id}"] [data-part=text]`).allTextContents();
    await until(async () => (await wordsOf(asked.id)).length + (await wordsOf(body.message_id)).length === 2);
    expect([await wordsOf(asked.id), await wordsOf(body.message_id)]).toEqual([[question], ['A shop']]);
    await visit.close();
  }
});
