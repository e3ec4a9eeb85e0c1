import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleChat } from '../harness/accessibility.ts';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

// Globals of the page, for the code that is evaluated there.
declare const document: any;
declare const window: any;

let server: TestServer;
let project: TestProject;
let chat: string;
let site: Site;
let chromium: Chromium;
let visit: Visit;
let script: string;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  chat = await makeSiteChat(server, project, site);
  script = `<script async src="${server.url}/chat/${chat}.js"></script>`;
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [{ id: 'echo', type: 'message', text: 'You said: {{ event.text }}' }],
  });
  site.pages.set('/', { body: shopPage(script) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const opener = () => visit.page.getByRole('button', { name: 'Open the chat' });
const panel = () => visit.page.getByRole('dialog');
const said = () => bubbles(visit.page);

async function talk(text = 'Hello'): Promise<void> {
  await visit.type(text);
  await visit.press('Enter');
  await until(async () => (await said()).includes(`You said: ${text}`));
}

const manifest = () => JSON.parse(readFileSync('dist/widget/manifest.json', 'utf8'));

describe('the files of the chat', () => {
  it('are small: the launcher less than 3 kB, all of it less than 30 kB', () => {
    const sizeOf = (name: string) => gzipSync(readFileSync(`dist/widget/${name}`), { level: 9 }).length;
    const [loader, body] = [sizeOf(manifest().loader.name), sizeOf(manifest().body.name)];
    expect(loader).toBeLessThan(3000);
    expect(loader + body).toBeLessThan(30_000);
  });

  it('can be loaded and checked by every site, for ever, at addresses that are named by their bytes', async () => {
    const answer = await fetch(`${server.url}/chat/assets/manifest.json`);
    const { loader, body } = (await answer.json()) as any;
    for (const { name, integrity } of [loader, body]) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { status, headers } = await fetch(`${server.url}/chat/assets/${name}`, {
          headers: { 'accept-encoding': encoding },
        });
        expect([status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
          ...[200, 'public, max-age=31536000, immutable', '*'],
        ]);
        expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      }
      expect(integrity).toMatch(/^sha384-/);
    }
    for (const name of [
      'loader-0123456789abcdef.js',
      '..%2fmanifest.json',
      'built-from',
      `${loader.name}.gz`,
    ])
      expect((await fetch(`${server.url}/chat/assets/${name}`)).status).toBe(404);
  });

  it('are not loaded before somebody moves to the launcher, but for that itself', async () => {
    visit = await chromium.visit(site.url);
    await opener().waitFor();
    const loaded = () =>
      visit.page.evaluate(() =>
        window.performance
          .getEntriesByType('resource')
          .flatMap(({ name }: any) => name.match(/[^/]*\.js$/) ?? []),
      );
    expect(await loaded()).toEqual([`${chat}.js`]);
    await visit.click(opener());
    await panel().waitFor();
    expect(await loaded()).toContain(manifest().body.name);
  });
});

it('a wrong id in the address of the script is named in the console of the browser, with what to do', async () => {
  site.pages.set('/wrong', {
    body: shopPage(script.replace(chat, 'ch_01m7w91g09fcvvgf8h15snqc9b')),
  });
  visit = await chromium.visit(undefined);
  const said: string[] = [];
  visit.expectFault(/status of 404/);
  visit.page.on('console', (message) => said.push(message.text()));
  await visit.open(`${site.url}/wrong`);
  await until(() => said.length > 0);
  expect(said).toEqual([
    expect.stringMatching(/404 \(There is no web chat of this id\. Copy the line of code/),
  ]);
});

/** A page that allows only what docs/webchat.md asks it to allow. */
const strict = (scripts: string, more = '') =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${scripts}; connect-src ${server.url}; img-src ${server.url} blob:; media-src ${server.url}${more}">`;

describe('a page with a strict policy', () => {
  it.each([
    ['names the server', (url: string) => strict(url), ''],
    ['has a nonce', () => strict("'nonce-abc' 'strict-dynamic'"), ' nonce="abc"'],
    [
      'requires trusted types',
      (url: string) => strict(url, "; require-trusted-types-for 'script'; trusted-types parley"),
      '',
    ],
  ])('and that %s shows the chat, styled and without a fault', async (_, policy, nonce) => {
    const tag = `<script async${nonce} src="${server.url}/chat/${chat}.js"></script>`;
    site.pages.set('/strict', { body: shopPage(tag, policy(server.url)) });
    visit = await chromium.visit(`${site.url}/strict`);
    await visit.click(opener());
    await talk();
    expect((await panel().boundingBox())!.width).toBe(384);
  });

  it('may pin the launcher by its hash, which pins all of it', async () => {
    const { name, integrity } = manifest().loader;
    const tag = `<script async src="${server.url}/chat/assets/${name}" data-channel="${chat}" integrity="${integrity}" crossorigin="anonymous"></script>`;
    site.pages.set('/pinned', { body: shopPage(tag, strict(server.url)) });
    visit = await chromium.visit(`${site.url}/pinned`);
    await visit.click(opener());
    await talk();
    // How it looks comes by a request of its own.
    expect(await panel().locator('header b').textContent()).toBe('Shop');
  });
});

describe('a page that drives the chat', () => {
  it('opens, closes and toggles it, and is told, also by what it called before the script was there', async () => {
    const early = `<script>
      window.Parley = window.Parley || function () { (Parley.q = Parley.q || []).push(arguments) };
      window.told = [];
      for (const name of ['ready', 'open', 'close', 'message', 'unread'])
        Parley('on', name, (detail) => told.push(detail && detail.text ? name + ' ' + detail.text : name));
      Parley('open');
    </script>`;
    site.pages.set('/driven', { body: shopPage(script, early) });
    visit = await chromium.visit(`${site.url}/driven`);
    await panel().waitFor();
    await talk();
    await visit.page.evaluate(() => window.Parley('close'));
    expect(await panel().count()).toBe(0);
    await visit.page.evaluate(() => window.Parley('toggle'));
    await panel().waitFor();
    const told: string[] = await visit.page.evaluate(() => window.told);
    expect(told).toEqual(expect.arrayContaining(['ready', 'open', 'message You said: Hello', 'close']));
    expect(told.filter((name) => name === 'open')).toHaveLength(2);
  });

  it('is told in the console of a command and of an event that there are not', async () => {
    visit = await chromium.visit(undefined);
    const errors: string[] = [];
    visit.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    visit.expectFault(/Parley: there is no (event|command)/);
    await visit.open(site.url);
    await visit.click(opener());
    await panel().waitFor();
    await visit.page.evaluate(() => {
      window.Parley('on', 'unread', () => {});
      window.Parley('on', 'nope', () => {});
      window.Parley('wave');
    });
    expect(errors).toEqual(['Parley: there is no event "nope".', 'Parley: there is no command "wave".']);
  });

  it('finds nothing else of it among its own names', async () => {
    site.pages.set('/names', { body: shopPage('') });
    visit = await chromium.visit(`${site.url}/names`);
    const names = () => visit.page.evaluate(() => Object.getOwnPropertyNames(window));
    const before = new Set(await names());
    await visit.page.evaluate((src) => {
      document.head.append(Object.assign(document.createElement('script'), { src }));
    }, `${server.url}/chat/${chat}.js`);
    await visit.click(opener());
    await talk();
    expect((await names()).filter((name: string) => !before.has(name))).toEqual(['Parley']);
  });

  it('of one document takes it away and gives it back, with what was said, and listens once', async () => {
    visit = await chromium.visit(site.url);
    await visit.click(opener());
    await talk('One');
    for (let i = 0; i < 3; i++) {
      await visit.page.evaluate(() => window.Parley('unmount'));
      expect([await panel().count(), await opener().count()]).toEqual([0, 0]);
      await visit.page.evaluate(() => window.Parley('mount'));
    }
    await panel().waitFor();
    await visit.click(visit.page.getByLabel('Your message'));
    await talk('Two');
    expect(await said()).toEqual(['One', 'You said: One', 'Two', 'You said: Two']);
  });

  it('gives it a place among its own content, and the window above the page is back when that goes', async () => {
    const place = '<div style="height:480px;width:360px"><parley-chat></parley-chat></div>';
    site.pages.set('/inline', { body: shopPage(place + script) });
    visit = await chromium.visit(`${site.url}/inline`);
    await panel().waitFor();
    const box = (await panel().boundingBox())!;
    expect([box.width, box.height]).toEqual([360, 480]);
    expect([await opener().count(), await visit.page.getByRole('button', { name: 'Close' }).count()]).toEqual(
      [0, 0],
    );
    await visit.click(visit.page.getByLabel('Your message'));
    await talk();
    await visit.screenshot('chat-inline');
    // No button to close stands behind the menu: what is drawn of it is as far from its edge as the face is from the other one.
    const edges = await panel().evaluate((element: any) => {
      const boxOf = (selector: string) => element.querySelector(selector).getBoundingClientRect();
      const [frame, face, dots] = [element.getBoundingClientRect(), boxOf('.face'), boxOf('#menu path')];
      const halfStroke = (3.5 / 2) * (boxOf('#menu svg').width / 24);
      return { left: face.left - frame.left, right: frame.right - dots.right - halfStroke };
    });
    expect(Math.abs(edges.right - edges.left)).toBeLessThan(1);
    await visit.page.evaluate(() => document.querySelector('parley-chat').remove());
    await visit.click(opener());
    expect(await said()).toEqual(['Hello', 'You said: Hello']);
  });

  it('colours it by variables, and is warned of words that cannot be read', async () => {
    const style =
      '<style>:root{--parley-accent:rgb(14,124,134);--parley-radius:4px;--parley-side:left;--parley-offset:32px}</style>';
    site.pages.set('/variables', { body: shopPage(script, style) });
    visit = await chromium.visit(`${site.url}/variables`);
    const box = (await opener().boundingBox())!;
    expect(box.x).toBe(32);
    await visit.click(opener());
    const looks = await panel().evaluate((element: any) => {
      const look = (each: any) => element.ownerDocument.defaultView.getComputedStyle(each);
      return [look(element).borderRadius, look(element.querySelector('header')).backgroundColor];
    });
    expect(looks).toEqual(['4px', 'rgb(14, 124, 134)']);
    await visit.close();
    const pale = style.replace('rgb(14,124,134)', '#ffee88;--parley-on-accent:#ffffff');
    site.pages.set('/pale', { body: shopPage(script, pale) });
    visit = await chromium.visit(undefined);
    const warnings: string[] = [];
    visit.page.on('console', (message) => warnings.push(message.text()));
    await visit.open(`${site.url}/pale`);
    await visit.click(opener());
    await until(() => warnings.some((text) => /hard to read/.test(text)));
  });
});

it.each([
  ['#ffd54a', 'rgb(255, 213, 74)'],
  ['#0e7c86', 'rgb(14, 124, 134)'],
  // Too dark to be seen on a dark window, it is made brighter.
  ['#161a22', undefined],
])(
  'in the dark the words of a visitor stand on the accent, such as %s, and can be read',
  async (accent, wanted) => {
    const style = `<style>:root{--parley-accent:${accent}}</style>`;
    site.pages.set(`/accent-${accent.slice(1)}`, { body: shopPage(script, style) });
    visit = await chromium.visit(`${site.url}/accent-${accent.slice(1)}`, { theme: 'dark' });
    await visit.click(opener());
    await talk();
    const ground = (selector: string) =>
      panel()
        .locator(selector)
        .evaluate((each: any) => each.ownerDocument.defaultView.getComputedStyle(each).backgroundColor);
    const mine = await ground('.in .said');
    if (wanted) expect(mine).toBe(wanted);
    else {
      const bright = (colour: string) => Math.max(...colour.match(/\d+/g)!.map(Number));
      expect(bright(mine)).toBeGreaterThan(bright('rgb(23, 27, 36)') + 15);
    }
    await visit.screenshot(`chat-accent-dark-${accent.slice(1)}`);
    await expectAccessibleChat(visit, `chat-accent-dark-${accent.slice(1)}`);
  },
);

it('a visitor who wants it hears a new message while the chat is closed, and nobody else does', async () => {
  // The notes that the page plays.
  const spy = `<script>window.played = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) { window.played++; return start.apply(this, at) };</script>`;
  site.pages.set('/sound', { body: shopPage(script, spy) });
  visit = await chromium.visit(`${site.url}/sound`);
  const played = () => visit.page.evaluate(() => window.played);
  await visit.click(opener());
  await talk('One');
  const identity = await until(async () => {
    const { body } = await server.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    return body.items.at(-1)?.identities[0].id as string | undefined;
  });
  const menu = () => visit.page.locator('#menu');
  const close = () => visit.click(visit.page.getByRole('button', { name: 'Close the chat' }));
  const badge = (count: string) =>
    until(async () => (await visit.page.locator('#open').getAttribute('data-count')) === count);
  const send = async (text: string) => void (await server.send(project, identity, { text }));
  await close();
  await send('Quiet');
  await badge('1');
  expect(await played()).toBe(0);
  await visit.click(opener());
  await visit.click(menu());
  await visit.click(visit.page.getByRole('button', { name: 'Sound of new messages' }));
  const tried = await played();
  expect(tried).toBeGreaterThan(0);
  await visit.screenshot('chat-menu-sound');
  await visit.press('Escape');
  await close();
  await send('Loud');
  await badge('1');
  expect(await played()).toBeGreaterThan(tried);
});

it('a visitor is told how soon people answer, before they write and when they ask for one', async () => {
  const path = `/projects/${project.id}/channels/${chat}`;
  await server.make('PATCH', path, {
    settings: { allowed_domains: [site.domain], title: 'Shop', answer_minutes: 5 },
  });
  visit = await chromium.visit(site.url);
  await visit.click(opener());
  await visit.page.getByText('People here usually answer within 5 min.').waitFor();
  await visit.screenshot('chat-answers-soon');
  await server.make('PATCH', path, {
    settings: { allowed_domains: [site.domain], title: 'Shop', answer_minutes: null },
  });
});

describe('everybody', () => {
  it.each([
    ['desktop', 'ltr', {}],
    ['phone', 'ltr', { width: 390, height: 760, touch: true }],
    ['desktop-dark-rtl', 'rtl', { theme: 'dark' as const }],
    ['phone-rtl', 'rtl', { width: 390, height: 760, touch: true }],
  ])('can use the chat, on a %s', async (name, dir, screen) => {
    const body = shopPage(script).replace(
      '<html lang="en">',
      `<html lang="${dir === 'rtl' ? 'ru' : 'en'}" dir="${dir}">`,
    );
    site.pages.set(`/${name}`, { body });
    visit = await chromium.visit(`${site.url}/${name}`, screen);
    const russian = dir === 'rtl';
    await visit.click(visit.page.getByRole('button', { name: russian ? 'Открыть чат' : 'Open the chat' }));
    await panel().waitFor();
    await visit.page.locator('#attach').waitFor();
    await visit.screenshot(`embed-${name}-1-empty`);
    await expectAccessibleChat(visit, `embed-${name}-empty`);
    await talk('A rather long message that goes over more than a single line of the window');
    await visit.screenshot(`embed-${name}-2-said`);
    await expectAccessibleChat(visit, `embed-${name}-said`);
    await visit.click(visit.page.getByRole('button', { name: russian ? 'Эмодзи' : 'Emoji' }));
    await visit.screenshot(`embed-${name}-3-emoji`);
    await expectAccessibleChat(visit, `embed-${name}-emoji`);
    await visit.press('ArrowRight');
    await visit.press('Enter');
    expect(await visit.page.locator('form textarea').inputValue()).toBe('😄');
    await visit.click(visit.page.locator('#menu'));
    await visit.screenshot(`embed-${name}-4-menu`);
    await expectAccessibleChat(visit, `embed-${name}-menu`);
    await visit.click(visit.page.getByRole('button', { name: russian ? 'Тёмное' : 'Dark', exact: true }));
    const ground = () =>
      panel().evaluate((each: any) => each.ownerDocument.defaultView.getComputedStyle(each).backgroundColor);
    expect(await ground()).toBe('rgb(23, 27, 36)');
    // The choice is the visitor's, and stays.
    await visit.open(`${site.url}/${name}`);
    await visit.click(visit.page.locator('#open'));
    expect(await ground()).toBe('rgb(23, 27, 36)');
  });

  it('at a zoom of 400 per cent finds all of it in the window', async () => {
    visit = await chromium.visit(site.url, { width: 320, height: 256 });
    await visit.click(opener());
    await talk();
    await visit.screenshot('embed-zoom');
    const input = (await visit.page.locator('form textarea').boundingBox())!;
    expect(input.y + input.height).toBeLessThanOrEqual(256);
    expect(await panel().evaluate((each: any) => each.scrollWidth - each.clientWidth)).toBe(0);
  });
});
