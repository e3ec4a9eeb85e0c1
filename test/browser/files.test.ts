import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { download, upload } from '../files/scene.ts';
import { type Chromium, type Screen, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeSiteChat, publish, type Site, shopPage, startSite } from './scene.ts';

let server: TestServer;
let project: TestProject;
let chat: string;
let site: Site;
let chromium: Chromium;
let visit: Visit;
let folder: string;
const demo = readFileSync(new URL('../../src/widget/demo.png', import.meta.url));
/** A second of silence. */
const sound = Buffer.concat([
  Buffer.from(
    '524946466c1f000057415645666d74201000000001000100401f0000401f00000100080064617461401f0000',
    'hex',
  ),
  Buffer.alloc(8000, 128),
]);

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  chat = await makeSiteChat(server, project, site);
  // A busy server asks for another try.
  const stored = (name: string, bytes: Buffer | string) =>
    until(async () => (await upload(server, project, bytes, { name })).body.file_id as string | undefined);
  const picture = { type: 'image', file_id: await stored('shirt.png', demo) };
  const report = {
    type: 'document',
    file_id: await stored('Quarterly report, second half of 2026.pdf', '%PDF-1.7 x'),
  };
  const tone = { type: 'audio', file_id: await stored('Welcome.wav', sound) };
  site.pages.set('/far.png', { type: 'image/png', body: demo });
  site.pages.set('/film.mp4', { type: 'video/mp4', body: 'x' });
  const far = { type: 'image', url: `${site.url}/far.png` };
  const gone = { type: 'image', url: `${site.url}/gone/lost.png`, name: 'Lost.png' };
  const step = (id: string, more: object) => ({ id, type: 'message', next: 'over', ...more });
  await publish(server, project, {
    triggers: [
      ...['picture', 'album', 'papers', 'player', 'lost', 'mixed'].map((text) => ({
        ...{ type: 'text', text, start: text },
      })),
      { type: 'any', start: 'echo' },
    ],
    steps: [
      step('picture', { text: 'This is our shirt.', attachments: [picture], buttons: ['Buy', 'Another'] }),
      step('album', { attachments: [picture, far, picture] }),
      step('papers', {
        text: 'Your documents, as promised:',
        attachments: [report, { ...report, name: 'a.pdf' }],
      }),
      step('player', { text: 'Listen.', attachments: [tone] }),
      step('lost', { text: 'It was here.', attachments: [gone] }),
      step('mixed', { text: 'Some are here.', attachments: [picture, gone, picture] }),
      step('echo', { text: 'Thanks, {{ event.attachments.size | default: 0 }} received.' }),
      { id: 'over', type: 'end' },
    ],
  });
  site.pages.set('/', { body: shopPage(`<script src="${server.url}/chat/${chat}.js"></script>`) });
  folder = mkdtempSync(join(tmpdir(), 'parley-chosen-'));
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const screens: [string, Screen][] = [
  ['desktop', {}],
  ['desktop-dark', { theme: 'dark' }],
  ['phone', { width: 390, height: 760, touch: true }],
  ['phone-dark', { width: 390, height: 760, touch: true, theme: 'dark' }],
];

const log = () => visit.page.getByRole('log');

async function open(screen: Screen = {}): Promise<void> {
  visit = await chromium.visit(site.url, screen);
  // A busy server asks the chat to repeat an upload in a moment, which it does; browsers tell of it.
  visit.expectFault(/status of 503/);
  await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
  await visit.page.getByRole('button', { name: 'Attach files' }).waitFor();
}

/** Says a word, and waits for what the scenario answers. */
async function say(text: string): Promise<void> {
  const answers = visit.page.locator('[role=log] .scenario');
  const before = await answers.count();
  await visit.type(text);
  await visit.press('Enter');
  await until(async () => (await answers.count()) > before);
}

/** A file of this machine. */
function chosen(name: string, bytes: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Chooses files as a person does: presses the button, and picks them in the window of the system. */
async function choose(...paths: string[]): Promise<void> {
  const opened = visit.page.waitForEvent('filechooser');
  await visit.click(visit.page.getByRole('button', { name: 'Attach files' }));
  await (await opened).setFiles(paths);
}

/** How much the darker of text and background lacks of the lighter, as WCAG 2.2 computes it, for all texts in the chat. */
const contrasts = (): Promise<[string, number][]> =>
  visit.page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as any;
    const host = [...document.querySelectorAll('div')].find((each: any) => each.shadowRoot);
    const rgb = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const light = (color: number[]) => {
      const [r, g, b] = color.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element: any): number[] => {
      for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
        const color = rgb(getComputedStyle(at).backgroundColor);
        if (color.length === 3 || color[3]! > 0.5) return color;
      }
      return [255, 255, 255];
    };
    const found: [string, number][] = [];
    for (const element of host.shadowRoot.querySelectorAll('dialog *')) {
      const own = [...element.childNodes].filter(
        (node: any) => node.nodeType === 3 && node.textContent.trim(),
      );
      if (own.length === 0 || element.getClientRects().length === 0 || element.closest('.wait')) continue;
      const [a, b] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      found.push([`${element.localName}.${element.className} ${element.textContent.slice(0, 20)}`, ratio]);
    }
    return found;
  });

describe('what is sent to a visitor', () => {
  it.each(screens)('is shown on a %s: pictures, documents and players, legible', async (name, screen) => {
    await open(screen);
    await say('picture');
    const picture = visit.page.getByRole('link', { name: 'shirt.png' }).first();
    await until(() => picture.locator('img').evaluate((img: any) => img.complete && img.naturalWidth > 0));
    await visit.screenshot(`files-picture-${name}`);
    await say('album');
    await say('papers');
    const card = visit.page.getByRole('link', { name: /Quarterly report/ });
    expect(await card.textContent()).toContain('PDF · 10 bytes');
    await visit.screenshot(`files-papers-${name}`);
    await say('player');
    await until(() =>
      log()
        .locator('audio')
        .evaluate((audio: any) => audio.duration > 0.9),
    );
    await visit.screenshot(`files-player-${name}`);
    const low = (await contrasts()).filter(([, ratio]) => ratio < 4.5);
    expect(low).toEqual([]);
    const wide = await log().evaluate((element: any) => element.scrollWidth - element.clientWidth);
    expect(wide).toBe(0);
  });

  it('keeps the place of a picture before it is there', async () => {
    await open();
    await say('picture');
    const img = visit.page.locator('[role=log] img').first();
    const box = await img.boundingBox();
    const shown = await img.evaluate(async (each: any) => {
      await each.decode();
      return each.naturalWidth / each.naturalHeight;
    });
    expect(Math.abs(box!.width / box!.height - shown)).toBeLessThan(0.02);
    expect(await img.getAttribute('loading')).toBe('lazy');
    expect(Number(await img.getAttribute('width'))).toBeGreaterThan(0);
  });

  it('can be downloaded by keyboard', async () => {
    await open();
    await say('papers');
    const href = await visit.page.getByRole('link', { name: /Quarterly report/ }).getAttribute('href');
    expect((await download(href!)).bytes.toString()).toBe('%PDF-1.7 x');
    await visit.tabTo('div "Messages"', 'Shift+Tab');
    await visit.press('Tab');
    expect(await visit.focused()).toContain('Quarterly report');
  });

  it.each(screens)('is a whole card where a picture cannot be shown, on a %s', async (name, screen) => {
    await open(screen);
    visit.expectFault(/404/);
    await say('lost');
    const cards = visit.page.getByRole('link', { name: /Lost\.png/ });
    await cards.locator('u').waitFor();
    expect(await log().locator('img').count()).toBe(0);
    await say('mixed');
    await until(async () => (await cards.count()) === 2);
    for (const card of await cards.all()) {
      // The name stands beside the icon, and the card has the width of all cards, also among pictures.
      const [whole, icon, words] = await Promise.all(
        [card, card.locator('i'), card.locator('span')].map(async (each) => (await each.boundingBox())!),
      );
      expect(whole!.width).toBe(270);
      expect(words!.x).toBeGreaterThan(icon!.x + icon!.width);
      expect(whole!.height).toBeLessThan(80);
    }
    await visit.screenshot(`files-lost-${name}`);
  });
});

describe('what a visitor sends', () => {
  const sent = () => visit.page.locator('[role=log] .in:not(.wait)');

  it.each(screens)(
    'is chosen in a window, shown with its progress, and arrives byte for byte, on a %s',
    async (name, screen) => {
      await open(screen);
      await choose(chosen('holiday.png', demo), chosen('Предложение.pdf', '%PDF-1.7 offer'));
      const tray = visit.page.locator('.up');
      await until(
        async () => (await tray.count()) === 2 && (await visit.page.locator('progress').count()) === 0,
      );
      await visit.type('My pictures');
      await visit.screenshot(`files-tray-${name}`);
      expect((await contrasts()).filter(([, ratio]) => ratio < 4.5)).toEqual([]);
      if (screen.touch) await visit.click(visit.page.getByRole('button', { name: 'Send' }));
      else await visit.press('Enter');
      await until(async () =>
        (await log().locator('.scenario').allTextContents()).includes('Thanks, 2 received.'),
      );
      expect(await tray.count()).toBe(0);
      const img = sent().locator('img');
      await until(() => img.evaluate((each: any) => each.complete && each.naturalWidth > 0));
      await visit.screenshot(`files-sent-${name}`);
      const [image, paper] = await sent().locator('.files a').all();
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect(hash((await download((await image!.getAttribute('href'))!)).bytes)).toBe(hash(demo));
      expect((await download((await paper!.getAttribute('href'))!)).bytes.toString()).toBe('%PDF-1.7 offer');
    },
  );

  it('may have no words, and is sent as soon as it is there', async () => {
    await open();
    await choose(
      chosen('large.bin.zip', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(6_000_000, 1)])),
    );
    await visit.press('Enter');
    await until(async () => (await sent().count()) === 1);
    expect(await sent().textContent()).toContain('large.bin.zip');
    expect(await sent().textContent()).toContain('5.7 MB');
  });

  it.each(screens)(
    'is refused in words if it is no file to send, and the rest is sent, on a %s',
    async (name, screen) => {
      const settings = { allowed_domains: [site.domain], title: 'Small', upload_mb: 1 };
      await server.make('PATCH', `/projects/${project.id}/channels/${chat}`, { settings });
      await open(screen);
      visit.expectFault(/415/);
      await choose(
        chosen('film.mov', Buffer.alloc(1_100_000, 7)),
        chosen('setup.exe', 'MZ nothing'),
        chosen('nothing.txt', ''),
        chosen('notes.txt', 'Notes'),
      );
      const states = () => visit.page.locator('.up s').allTextContents();
      await until(async () => (await visit.page.locator('progress').count()) === 0);
      expect(await states()).toEqual([
        'Too large: at most 1 MB.',
        'Files of this type are not taken.',
        'The file is empty.',
        '5 bytes',
      ]);
      const send = () =>
        screen.touch ? visit.click(visit.page.getByRole('button', { name: 'Send' })) : visit.press('Enter');
      await send();
      await until(async () => (await sent().count()) === 1);
      await visit.page
        .getByRole('alert')
        .filter({ hasText: 'Sent without film.mov, setup.exe, nothing.txt' })
        .waitFor();
      expect(await visit.page.locator('.up').count()).toBe(0);
      await visit.screenshot(`files-refused-${name}`);
      expect((await contrasts()).filter(([, ratio]) => ratio < 4.5)).toEqual([]);
      expect(await sent().textContent()).toContain('notes.txt');
      // Alone they stay, with their reasons.
      await choose(chosen('nothing.txt', ''));
      await send();
      await visit.page.getByRole('alert').filter({ hasText: 'Nothing was sent' }).waitFor();
      expect(await states()).toEqual(['The file is empty.']);
      await server.make('PATCH', `/projects/${project.id}/channels/${chat}`, {
        settings: { ...settings, upload_mb: 20 },
      });
    },
  );

  it('for which there is no room says what to do in its place', async () => {
    const { settings } = server.server.parts;
    const { filesChannelBytes } = settings;
    await open();
    settings.filesChannelBytes = 1;
    try {
      visit.expectFault(/429/);
      await choose(chosen('too-much.txt', 'Notes'));
      const words = 'There is no room for more files. Write it, or send a link.';
      await visit.page.locator('.up s').filter({ hasText: words }).waitFor();
      // To try it again would change nothing.
      expect(await visit.page.getByRole('button', { name: 'Try again: too-much.txt' }).count()).toBe(0);
      await say('only words');
    } finally {
      settings.filesChannelBytes = filesChannelBytes;
    }
  });

  it('for which the disk has no room says so at once, and words go on', async () => {
    const full = await startTestServer({ FILES_FREE_MB: '900000000' });
    try {
      const its = await makeSiteChat(full, await full.makeProject(), site);
      site.pages.set('/full', { body: shopPage(`<script src="${full.url}/chat/${its}.js"></script>`) });
      visit = await chromium.visit(`${site.url}/full`);
      visit.expectFault(/status of 503/);
      await visit.click(visit.page.getByRole('button', { name: 'Open the chat' }));
      await visit.page.getByRole('button', { name: 'Attach files' }).waitFor();
      let tries = 0;
      visit.page.on('request', (request) => {
        if (/\/files\?/.test(request.url())) tries++;
      });
      await choose(chosen('too-much.txt', 'Notes'));
      const words = 'There is no room for more files. Write it, or send a link.';
      await visit.page.locator('.up s').filter({ hasText: words }).waitFor();
      expect(tries).toBe(1);
      await visit.click(visit.page.getByRole('button', { name: 'Remove too-much.txt' }));
      await visit.type('only words');
      await visit.press('Enter');
      await log().getByText('only words').waitFor();
    } finally {
      await visit.close();
      await full.close();
    }
  });

  it('can be dropped on the chat', async () => {
    await open();
    const box = (await visit.page.locator('[role=log]').boundingBox())!;
    const files = [chosen('dropped.png', demo)];
    const session = await visit.page.context().newCDPSession(visit.page);
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      session.send('Input.dispatchDragEvent', {
        ...{ type, x: box.x + 50, y: box.y + 50 },
        data: { items: [], files, dragOperationsMask: 1 },
      });
    await drag('dragEnter');
    await drag('dragOver');
    await visit.page.getByText('Drop your files here').waitFor();
    await visit.screenshot('files-drop');
    await drag('drop');
    await until(async () =>
      (await visit.page.locator('.up').allTextContents()).join().includes('dropped.png'),
    );
    expect(await visit.page.getByText('Drop your files here').isVisible()).toBe(false);
    await visit.press('Enter');
    await until(async () => (await sent().locator('img').count()) === 1);
  });

  it('can be pasted into the text', async () => {
    await open();
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.page.evaluate(async (base64: string) => {
      const { fetch, navigator, ClipboardItem } = globalThis as any;
      const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    }, demo.toString('base64'));
    await visit.press('Control+V');
    await until(async () => (await visit.page.locator('.up').count()) === 1);
    await visit.press('Enter');
    await until(async () => (await sent().locator('img').count()) === 1);
  });

  it('can be removed before it is sent', async () => {
    await open();
    await choose(chosen('wrong.png', demo));
    await visit.click(visit.page.getByRole('button', { name: 'Remove wrong.png' }));
    expect(await visit.page.locator('.up').count()).toBe(0);
    expect(await visit.focused()).toBe('textarea "Your message"');
    await say('only words');
    expect(await sent().locator('.files').count()).toBe(0);
  });
});
