import pg from 'pg';
import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import { buildConsole, logIn } from '../harness/console.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type InboxScene, makeInboxScene } from '../inbox/scene.ts';

let server: TestServer;
let chromium: Chromium;
let visit: Visit;
let scene: InboxScene;
let inbox: string;

beforeAll(async () => {
  await buildConsole();
  [server, chromium] = await Promise.all([startTestServer(), startChromium()]);
  scene = await makeInboxScene(server);
  inbox = `http://localhost:${server.server.port}/console/p/${scene.project.id}/inbox?env=sandbox`;
});
afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await server?.close();
});

async function open(): Promise<void> {
  visit = await chromium.visit(undefined);
  visit.expectFault(/status of 401/);
  await visit.open(inbox);
  await logIn(visit);
  await visit.page.locator('#content').waitFor();
}

const shows = (page: Page, words: string) => page.getByRole('option').filter({ hasText: words }).waitFor();

/** Ends when a message of a customer was told to the tabs. */
const hear = (id: string) =>
  new Promise<void>((resolve) => {
    new BroadcastChannel(`parley-stream-${id}`).onmessage = ({ data }: any) => {
      if (data.name === 'message.received') resolve();
    };
  });

it('ten tabs share one stream; when the one that holds it is closed, another reads on behind what it heard', async () => {
  await open();
  // Those under way: a stream that ended, as the one before the reload does, is none.
  const streams = new Map<Request, Page>();
  const context = visit.page.context();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/stream')) streams.set(request, request.frame().page());
  });
  const forget = (request: Request) => void streams.delete(request);
  context.on('requestfinished', forget).on('requestfailed', forget);
  await visit.page.reload();
  const tabs = [visit.page];
  while (tabs.length < 10) {
    const tab = await context.newPage();
    await tab.goto(inbox);
    tabs.push(tab);
  }
  const anna = await scene.customer('anna');
  await anna.says('Is anybody there?');
  await Promise.all(tabs.map((tab) => shows(tab, 'Is anybody there?')));
  expect([...streams.values()]).toEqual([visit.page]);

  const [, ...rest] = tabs;
  await tabs[0]!.close();
  await anna.says('Hello?');
  await Promise.all(rest.map((tab) => shows(tab, 'Hello?')));
  const [holder, ...others] = [...streams.values()].filter((page) => !page.isClosed());
  expect(others).toEqual([]);
  expect(rest).toContain(holder);
});

/** Lists follow the log; holds them back until the call that it gives. */
async function holdFollowersBack(): Promise<() => Promise<void>> {
  const holder = new pg.Client(server.database.address);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM dialog.conversation_cursors FOR UPDATE');
  return async () => {
    await holder.query('COMMIT');
    await holder.end();
  };
}

const isList = (at: { url(): string }) => /conversations\?[^&]*&open=true$/.test(at.url());

it('what a list has not followed yet when it is read appears without another event', async () => {
  await open();
  const carla = await scene.customer('carla');
  const { page } = visit;
  const goTo = (name: RegExp) => visit.click(page.getByRole('navigation').getByRole('link', { name }));
  await goTo(/^Overview/);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const letGo = await holdFollowersBack();
  try {
    const heard = page.evaluate(hear, scene.project.id);
    await carla.says('Am I too early?');
    await heard;
    const read = page.waitForResponse((response) => /conversations\?/.test(response.url()));
    await goTo(/^Inbox/);
    await read;
  } finally {
    await letGo();
  }
  await shows(page, 'Am I too early?');
});

it('what was on record when the stream opened, and not yet in the list that was read, appears without an event', async () => {
  await open();
  const { page } = visit;
  const dora = await scene.customer('dora');
  await page.goto('about:blank');
  const letGo = await holdFollowersBack();
  let isHeld = false;
  try {
    await dora.says('Am I even earlier?');
    await until(async () =>
      (await server.audit(scene.project)).some(({ data }) => data.identity_id === dora.identityId),
    );
    // Once the list has been read, nothing is read until the list has followed.
    await page.route(/conversations\?/, async (route) => {
      if (isHeld) await until(() => !isHeld);
      await route.continue();
    });
    const opened = page.waitForResponse((response) => response.url().endsWith('/stream'));
    const read = page.waitForResponse(isList).then(() => {
      isHeld = true;
    });
    await page.goto(inbox);
    await Promise.all([opened, read]);
  } finally {
    await letGo();
  }
  await scene.conversation(dora);
  isHeld = false;
  await shows(page, 'Am I even earlier?');
});

it('a lost connection is said, keeps what is on the screen, and heals by itself', async () => {
  const berta = await scene.customer('berta');
  await berta.says('Before the tunnel');
  await open();
  await shows(visit.page, 'Before the tunnel');
  visit.expectFault(/ERR_INTERNET_DISCONNECTED/);
  await visit.page.context().setOffline(true);
  await visit.page.getByText('No connection.').waitFor();
  await shows(visit.page, 'Before the tunnel');
  await berta.says('In the tunnel');
  await visit.page.context().setOffline(false);
  await shows(visit.page, 'In the tunnel');
  await until(async () => (await visit.page.getByText('No connection.').count()) === 0);
});
