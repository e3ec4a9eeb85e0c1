import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

const markdown = `**Your order 1042** is *on its way*, ~~today~~ tomorrow.

Follow it at [our page](https://shop.example/orders/1042?from=chat) or www.example.com/track, or write to help@shop.com.

Enter \`PARLEY-7\` at the counter:

\`\`\`sh
curl -s https://shop.example/orders/1042/status --header "Authorization: Bearer …" | jq .status
exit
\`\`\`
Anything else?`;
const html =
  '<blockquote>Do you ship abroad?</blockquote><u>Yes</u>, to 40 countries. The winner is <tg-spoiler>Ann, see <a href="https://shop.example/ann">her page</a></tg-spoiler>. <a href="tel:+4930123456">Call us</a>.';
const hostile = `<script>document.title='x'</script><img src=x onerror="document.title='x'"><b onclick="document.title='x'" style="position:fixed">bold</b><a href="javascript:document.title='x'">one</a><a href="&#106;avascript:document.title='x'">two</a><a href="https://shop.example/&quot; onclick=&quot;document.title='x'">three</a>`;
const wide = `${'LongWord'.repeat(40)} https://shop.example/${'path/'.repeat(40)} **${'Bold'.repeat(60)}**`;
const rightToLeft = 'שלום! **ההזמנה שלך** בדרך: https://shop.example/1\n> 12 ש"ח';

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
  const say = (id: string, text: string, format: string, more = {}) => ({
    ...{ id, type: 'message', text, format, next: 'over', ...more },
  });
  await publish(server, project, {
    triggers: [
      ...['markdown', 'html', 'hostile', 'wide', 'hebrew', 'slow'].map((text) => ({
        ...{ type: 'text', text, start: text },
      })),
      { type: 'any', start: 'echo' },
    ],
    steps: [
      say('markdown', markdown, 'markdown'),
      say('html', html, 'html'),
      say('hostile', hostile, 'html'),
      say('wide', wide, 'markdown'),
      say('hebrew', rightToLeft, 'markdown'),
      { ...say('slow', 'Let me look that up.', 'plain'), next: 'found' },
      say('found', 'Here it is.', 'plain', { typing_seconds: 6 }),
      say('echo', 'Thanks.', 'plain'),
      { id: 'over', type: 'end' },
    ],
  });
  site.pages.set('/', { body: shopPage(`<script src="${server.url}/chat/${chat}.js"></script>`) });
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
});

const screens: [string, Screen][] = [
  ['desktop', {}],
  ['desktop-dark', { theme: 'dark' }],
  ['phone', { width: 390, height: 760, touch: true }],
  ['phone-dark', { width: 390, height: 760, touch: true, theme: 'dark' }],
];
const log = () => visit.page.getByRole('log');
const last = () => visit.page.locator('[role=log] .said').last();

async function open(screen: Screen): Promise<void> {
  visit = await chromium.visit(site.url, screen);
  await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
}

async function say(text: string, answers = 1): Promise<void> {
  const before = (await bubbles(visit.page)).length;
  await visit.type(text);
  await visit.press('Enter');
  await until(async () => (await bubbles(visit.page)).length === before + 1 + answers);
}

/** The elements of a bubble, in order: tag names, and the address of links. */
const elementsOf = (bubble: Locator): Promise<string[]> =>
  bubble.evaluate((element: any) =>
    [...element.querySelectorAll('*')].map((each: any) =>
      each.localName === 'a' ? `a ${each.getAttribute('href')}` : each.localName,
    ),
  );
/** Every name of an attribute in a bubble. */
const attributesOf = (bubble: Locator): Promise<string[]> =>
  bubble.evaluate((element: any) => [
    ...new Set<string>([...element.querySelectorAll('*')].flatMap((each: any) => each.getAttributeNames())),
  ]);

describe('formatted messages in the web chat', () => {
  it.each(screens)('look as they were meant, on a %s', async (name, screen) => {
    await open(screen);
    await say('markdown');
    expect(await elementsOf(last())).toEqual([
      ...['strong', 'em', 's', 'a https://shop.example/orders/1042?from=chat'],
      ...['a https://www.example.com/track', 'a mailto:help@shop.com', 'code', 'pre'],
    ]);
    const link = last().getByRole('link', { name: 'our page' });
    expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual([
      'noopener noreferrer nofollow',
      '_blank',
    ]);
    const weightOf = (what: string) =>
      last()
        .locator(what)
        .evaluate((element: any) => element.ownerDocument.defaultView.getComputedStyle(element).fontWeight);
    expect([await weightOf('strong'), await weightOf('em')]).toEqual(['700', '400']);
    await visit.screenshot(`format-${name}-markdown`);
    await say('html');
    await visit.screenshot(`format-${name}-html`);
    await say('See https://shop.example/my_order_1, **not bold** <b>nor this</b>');
    expect(await elementsOf(visit.page.locator('[role=log] .in .said').last())).toEqual([
      'a https://shop.example/my_order_1',
    ]);
    await visit.screenshot(`format-${name}-said`);
  });

  it.each(screens)('stay inside their bubble, on a %s', async (name, screen) => {
    await open(screen);
    await say('wide');
    await say('hebrew');
    await say('markdown');
    await visit.screenshot(`format-${name}-wide`);
    const sizes = await visit.page
      .locator('[role=log] .said')
      .evaluateAll((all: any[]) =>
        all.map((element) => [element.scrollWidth - element.clientWidth, element.clientWidth]),
      );
    for (const [over, width] of sizes) {
      expect(over).toBe(0);
      expect(width).toBeLessThan(390);
    }
    expect(await log().evaluate((element: any) => element.scrollWidth - element.clientWidth)).toBe(0);
    // A long line of code is scrolled inside its block, also by keyboard.
    const block = last().locator('pre');
    const overflow = () =>
      block.evaluate((element: any) => [element.scrollWidth > element.clientWidth, element.scrollLeft]);
    expect(await overflow()).toEqual([true, 0]);
    await visit.tabTo(`pre "${(await block.textContent())!.trim()}"`, 'Shift+Tab');
    await visit.press('ArrowRight');
    await until(async () => ((await overflow())[1] as number) > 0);
    const hebrew = visit.page.locator('[role=log] .said').nth(3);
    const { left, right } = await hebrew.locator('strong').evaluate((element: any) => {
      const [inner, outer] = [element, element.parentElement].map((each) => each.getBoundingClientRect());
      return { left: inner.left - outer.left, right: outer.right - inner.right };
    });
    expect(right).toBeLessThan(left);
  });

  it('never run a script, have a handler or a style, or open an address of another kind', async () => {
    await open({});
    await say('hostile');
    expect(await elementsOf(last())).toEqual([
      'strong',
      'a https://shop.example/" onclick="document.title=\'x\'',
    ]);
    expect(await attributesOf(last())).toEqual(['class', 'href', 'target', 'rel']);
    await visit.click(last());
    await visit.screenshot('format-hostile');
    expect(await visit.page.title()).toBe('A shop');
  });

  it('hide a spoiler until it is pressed, by pointer or by keyboard', async () => {
    await open({});
    await say('html');
    const hidden = () => last().getByText('Ann, see').isVisible();
    expect(await hidden()).toBe(false);
    // Its link cannot be reached before.
    expect(await last().getByRole('link', { name: 'her page' }).count()).toBe(0);
    await visit.tabTo('span "Hidden text. Press to show it."', 'Shift+Tab');
    await visit.press('Enter');
    expect(await hidden()).toBe(true);
    await visit.screenshot('format-spoiler');
    await visit.click(visit.page.getByLabel('Your message'));
    await say('html');
    await visit.click(last().locator('.spoiler'));
    expect(await hidden()).toBe(true);
  });
});

describe('a message that is being written', () => {
  it.each(screens)('shows dots until it comes, and tells screen readers, on a %s', async (name, screen) => {
    await open(screen);
    // They are there for six seconds, which a busy machine may take to look for them.
    const dots = visit.page.locator('#dots').waitFor();
    await Promise.all([say('slow'), dots]);
    expect((await bubbles(visit.page)).slice(0, 2)).toEqual(['slow', 'Let me look that up.']);
    await visit.screenshot(`typing-${name}`);
    const status = visit.page.getByRole('status').filter({ hasText: 'A message is being written.' });
    expect(await status.count()).toBe(1);
    await until(async () => (await bubbles(visit.page)).at(-1) === 'Here it is.');
    expect([await visit.page.locator('#dots').isVisible(), await status.count()]).toEqual([false, 0]);
    // Who asked for less motion gets dots that stand still.
    const moving = () =>
      visit.page
        .locator('#dots i')
        .first()
        .evaluate(
          (element: any) => element.ownerDocument.defaultView.getComputedStyle(element).animationName,
        );
    expect(await moving()).toBe('none');
    await visit.page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).toBe('dot');
  });
});
