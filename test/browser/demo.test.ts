import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FirstStart } from '../../src/dialog/projects/first-start.ts';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import { buildWidget } from '../harness/console.ts';
import { passHold } from '../harness/pass-hold.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles } from './scene.ts';

// A global for code that is evaluated in the page.
declare const document: any;

let server: TestServer;
let chromium: Chromium;
let visit: Visit;
let demo: NonNullable<FirstStart['demo']>;

beforeAll(async () => {
  await buildWidget();
  [server, chromium] = await Promise.all([startTestServer({ DEMO: 'true' }), startChromium()]);
  await server.server.showFirstStart(async (first) => {
    demo = first.demo!;
  });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await server?.close();
});

const said = () => bubbles(visit.page);
const hears = (text: string) => until(async () => (await said()).at(-1) === text);
const greeting =
  'Hello! This is the demo of Parley. What would you like to see?\n\n"Talk to a person", at the top of the chat, calls you, too: I am silent then until you give the dialog back in the inbox of the console, or for half an hour.';
const press = (name: string) => visit.click(visit.page.getByRole('button', { name, exact: true }));

const screens: [string, Screen][] = [
  ['desktop', {}],
  ['phone', { width: 390, height: 760, touch: true }],
];

describe('the chat of the demo', () => {
  it.each(screens)(
    'answers "hello" with buttons, a picture, a question and a handover, on a %s',
    async (name, screen) => {
      visit = await chromium.visit(`${server.url}/chat/${demo.chatChannelId}`, screen);
      await visit.screenshot(`demo-${name}-empty`);
      await visit.type('hello');
      await visit.press('Enter');
      await hears(greeting);
      await visit.screenshot(`demo-${name}-hello`);

      await press('A picture');
      await hears('What else?');
      await until(() =>
        visit.page
          .getByAltText('Picture')
          .evaluate((image: any) => image.complete && image.naturalWidth === 640),
      );
      expect(await visit.page.getByRole('link').getAttribute('href')).toBe(`${server.url}/docs`);
      await visit.screenshot(`demo-${name}-picture`);
      // All of it is in view, with the buttons below.
      const topOf = async (what: Locator) => (await what.boundingBox())!.y;
      const picture = visit.page.getByAltText('Picture');
      await until(async () => (await topOf(picture)) >= (await topOf(visit.page.getByRole('log'))));

      await press('A question');
      await hears('What is your name?');
      await visit.click(visit.page.getByLabel('Your message'));
      await visit.type('Ann');
      await visit.press('Enter');
      await hears('What else?');
      expect((await said()).at(-2)).toBe('Nice to meet you, Ann. Your profile remembers it.');

      await press('A person');
      await visit.page.getByText('We have called somebody.', { exact: true }).waitFor();
      await visit.screenshot(`demo-${name}-person`);
      await answerAsOperator('It is me.');
      await hears('It is me.');
      await release();
      await hears('What else?');
      await press('Nothing, thanks');
      await hears('Say hello to begin again.');
      await visit.screenshot(`demo-${name}-end`);
    },
  );

  it.each(screens)(
    'says what "Talk to a person" does, and hides buttons that would not be answered, on a %s',
    async (name, screen) => {
      visit = await chromium.visit(`${server.url}/chat/${demo.chatChannelId}`, screen);
      await visit.page.getByText('How can we help?').waitFor();
      await visit.type('hello');
      await visit.press('Enter');
      await hears(greeting);
      expect(await visit.page.getByText('How can we help?').isVisible()).toBe(false);
      const picture = visit.page.getByRole('button', { name: 'A picture', exact: true });
      expect(await picture.isVisible()).toBe(true);

      const call = visit.page.getByRole('button', { name: 'Talk to a person' });
      const { width, height } = (await call.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      await visit.click(call);
      await visit.page.getByText('We have called somebody. What').waitFor();
      expect(await picture.isVisible()).toBe(false);
      await answerAsOperator('It is me.');
      await hears('It is me.');
      const author = visit.page.locator('.operator small');
      expect([await author.textContent(), await author.isVisible()]).toEqual(['A person', true]);
      await visit.screenshot(`demo-${name}-called`);

      await release();
      await visit.page.getByText('A person has left.').waitFor();
      // The scenario has waited, so its buttons are there again.
      await picture.waitFor();
      await visit.click(visit.page.getByLabel('Your message'));
      await visit.type('hi');
      await visit.press('Enter');
      await hears(greeting);
      await press('A picture');
      await hears('What else?');
    },
  );

  it('greets a visitor again half an hour after their call for a person, and an operator reads what they said', async () => {
    visit = await chromium.visit(`${server.url}/chat/${demo.chatChannelId}`);
    await visit.type('hello');
    await visit.press('Enter');
    await hears(greeting);
    await visit.click(visit.page.getByRole('button', { name: 'Talk to a person' }));
    await visit.page.getByText('We have called somebody. What').waitFor();
    const { identity_id, held: hold } = await until(held);
    expect((Date.parse(hold.until) - Date.parse(hold.at)) / 60_000).toBeCloseTo(30, 1);
    await visit.click(visit.page.getByLabel('Your message'));
    await visit.type('Is anybody there?');
    await visit.press('Enter');
    const history = () => server.owner('GET', `/projects/${demo.projectId}/dialogs/${identity_id}/messages`);
    await until(async () =>
      (await history()).body.items.some(
        ({ text, did }: { text: string; did: string }) => text === 'Is anybody there?' && did === 'held',
      ),
    );
    await visit.screenshot('demo-desktop-nobody');

    await passHold(server, identity_id);
    await visit.page.getByText('Automatic answers come again.').waitFor();
    await visit.type('hello');
    await visit.press('Enter');
    await hears(greeting);
    await visit.screenshot('demo-desktop-greeted-again');
    await press('A picture');
    await hears('What else?');
  });

  it('leaves an operator half an hour to answer', async () => {
    visit = await chromium.visit(`${server.url}/chat/${demo.chatChannelId}`);
    await visit.type('hello');
    await visit.press('Enter');
    await hears(greeting);
    await press('A person');
    const dialog = (await until(held)) as { held: any; waiting: any };
    expect(
      Date.parse(dialog.held.until ?? dialog.waiting.until) - Date.parse(dialog.held.at),
    ).toBeGreaterThan(29 * 60_000);
    await release();
  });

  it('is published without findings of the check', async () => {
    const { body } = await server.owner('POST', `/projects/${demo.projectId}/scenario/check`);
    expect(body).toEqual({ publishable: true, findings: [] });
  });

  it('that was deleted says so, to a browser as a page and to a program as JSON', async () => {
    const gone = `${server.url}/chat/ch_00000000000000000000000000`;
    visit = await chromium.visit(undefined);
    visit.expectFault(/404/);
    await visit.open(gone);
    await visit.page.getByRole('heading', { name: 'There is no such chat' }).waitFor();
    await visit.screenshot('chat-gone');
    const answer = await fetch(gone);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      404,
      'channel_not_found',
    ]);
  });
});

const held = async () =>
  (await server.owner('GET', `/projects/${demo.projectId}/dialogs?held=true`)).body.items[0];

async function answerAsOperator(text: string): Promise<void> {
  const { identity_id } = await held();
  await server.make('POST', `/projects/${demo.projectId}/dialogs/${identity_id}/messages`, { text });
}

async function release(): Promise<void> {
  const { identity_id } = await held();
  await server.make('POST', `/projects/${demo.projectId}/dialogs/${identity_id}/release`);
}

it('the API reference shows the operations of the APIs, with its own scripts and styles alone', async () => {
  visit = await chromium.visit(undefined);
  // A small document: the library takes long for ours on a busy machine.
  const document = {
    openapi: '3.1.0',
    info: { title: 'Parley', version: '1' },
    paths: {
      '/messages': {
        post: { summary: 'Send a message', responses: { 202: { description: 'It is kept.' } } },
      },
    },
  };
  await visit.page.route('**/openapi.json', (route) => route.fulfill({ json: document }));
  await visit.open(`${server.url}/docs/`);
  await visit.page.getByText('Send a message').first().waitFor();
  await visit.screenshot('reference');
  // Sheets of styles that were made while the page ran have its nonce, too.
  const nonces = await visit.page.evaluate(noncesOfStyles);
  expect(nonces.length).toBeGreaterThan(0);
  expect(new Set(nonces).size).toBe(1);
  expect(nonces[0]).not.toBe('');
});

const noncesOfStyles = (): string[] =>
  Array.from(document.querySelectorAll('style'), ({ nonce }: any) => nonce);
