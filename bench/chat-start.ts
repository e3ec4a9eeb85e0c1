import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../test/harness/chromium.ts';
import { Client } from '../test/harness/client.ts';
import { buildWidget } from '../test/harness/console.ts';
import { makeChat } from '../test/webchat/scene.ts';
import { median, whole } from './figures.ts';
import { startServer } from './processes.ts';

/**
 * How soon the chat of a website is there: from its script to the launcher, and from a press of that to the first letter that stands in the
 * field. Beside it two published packages of the npm registry, in the same Chromium and in turns: npm run bench:chat
 */

const rounds = 7;
/** A phone of the lower half, as Lighthouse has it. */
const phone = { cpu: 4, latencyMs: 150, bytesPerSecond: 204_800 };

interface Chat {
  name: string;
  /** What a page has to have for it. */
  script: string;
  launcher: string;
  /** Of the field; undefined if its own servers have to answer before there is one. */
  field?: string;
}

const peers = mkdtempSync(join(tmpdir(), 'parley-peers-'));
function fetchPeer(name: string): string {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', name, '--json', '--pack-destination', peers], { encoding: 'utf8' }),
  );
  const folder = join(peers, filename.replace('.tgz', ''));
  mkdirSync(folder);
  execFileSync('tar', ['xzf', join(peers, filename), '-C', folder, '--strip-components=1']);
  return folder;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};
const pages = new Map<string, string>();
const folders = new Map<string, string>();
const packed = new Map<string, Buffer>();
const site = createServer((request, response) => {
  const url = request.url!;
  const page = pages.get(url);
  const [, peer = '', ...path] = url.split('/');
  const folder = folders.get(peer);
  if (!page && (!folder || path.includes('..'))) return response.writeHead(404).end();
  const file = page ? '' : join(folder!, ...path);
  const bytes = packed.get(url) ?? gzipSync(page ?? readFileSync(file), { level: 9 });
  packed.set(url, bytes);
  const type = page ? 'text/html' : (types[extname(file)] ?? 'application/octet-stream');
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bytes);
});

/** In the page: waits until an element, also of a shadow tree, can be seen, and says when. */
const seen = `(selector) => new Promise((done) => {
  const find = (root) => {
    const own = root.querySelector(selector);
    if (own) return own;
    for (const each of root.querySelectorAll('*')) {
      const found = each.shadowRoot && find(each.shadowRoot);
      if (found) return found;
    }
  };
  const look = () => {
    const box = find(document)?.getBoundingClientRect();
    if (box && box.width > 20 && box.height > 10) done({ at: performance.now(), x: box.x + box.width / 2, y: box.y + box.height / 2 });
    else requestAnimationFrame(look);
  };
  look();
})`;

async function measure(browser: Browser, chat: Chat, isPhone: boolean) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (isPhone) {
      const { cpu, latencyMs: latency, bytesPerSecond } = phone;
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
      await devtools.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
      });
    }
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/${chat.name}`, {
      waitUntil: 'commit',
    });
    const launcher = (await page.evaluate(`(${seen})(${JSON.stringify(chat.launcher)})`)) as any;
    const started = (await page.evaluate('started')) as number;
    const shownMs = launcher.at - started;
    await page.waitForLoadState('load');
    if (!chat.field) return { shownMs, typedMs: undefined };
    await page.mouse.click(launcher.x, launcher.y);
    const field = (await page.evaluate(`(${seen})(${JSON.stringify(chat.field)})`)) as any;
    for (let tries = 0; tries < 200 && !(await page.evaluate('typed')); tries++) {
      await page.keyboard.type('x');
      if (!(await page.evaluate('typed')) && tries % 3 === 2) await page.mouse.click(field.x, field.y);
    }
    return { shownMs, typedMs: (await page.evaluate('typed - pressed')) as number };
  } finally {
    await context.close();
  }
}

buildWidget();
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const domain = `127.0.0.1:${(site.address() as AddressInfo).port}`;
execFileSync('npm', ['run', 'build:server', '--silent'], { stdio: 'inherit' });
const owner = { OWNER_EMAIL: 'owner@example.com', OWNER_PASSWORD: 'correct horse battery' };
const running = await startServer({
  ...owner,
  DATA_DIR: join(peers, 'data'),
  DEMO: 'false',
  LOG_LEVEL: 'warn',
});
const server = new Client(`http://127.0.0.1:${running.port}`);
const browser = await chromium.launch({
  executablePath: chromiumPath!,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  folders.set('typebot', fetchPeer('@typebot.io/js@0.10.7'));
  folders.set('n8n', fetchPeer('@n8n/chat@1.37.0'));
  await server.logIn(owner.OWNER_EMAIL, owner.OWNER_PASSWORD);
  const { id } = await makeChat(server, await server.makeProject(), {
    settings: { allowed_domains: [domain] },
  });
  const chats: Chat[] = [
    {
      name: 'ours',
      script: `<script async src="${server.url}/chat/${id}.js"></script>`,
      ...{ launcher: '#open', field: 'dialog[open] textarea' },
    },
    {
      name: 'typebot',
      script: `<script type="module">import Typebot from '/typebot/dist/web.js';
        Typebot.initBubble({ typebot: 'x', apiHost: 'http://${domain}' })</script>`,
      launcher: 'button[part="button"]',
    },
    {
      name: 'n8n',
      script: `<link rel="stylesheet" href="/n8n/dist/style.css"><script type="module">
        import { createChat } from '/n8n/dist/chat.bundle.es.js';
        createChat({ webhookUrl: 'http://${domain}/hook', loadPreviousSession: false })</script>`,
      ...{ launcher: '.chat-window-toggle', field: '.chat-window textarea' },
    },
  ];
  for (const { name, script } of chats) {
    pages.set(
      `/${name}`,
      `<!doctype html><html lang="en"><title>A shop</title><body><h1>A shop</h1><script>
      var pressed = 0, typed = 0, started = performance.now();
      addEventListener('pointerdown', () => { pressed ||= performance.now() }, true);
      addEventListener('input', () => { typed ||= performance.now() }, true);
      </script>${script}</body></html>`,
    );
  }
  for (const isPhone of [false, true]) {
    const found = new Map(chats.map(({ name }) => [name, { shown: [] as number[], typed: [] as number[] }]));
    for (let round = 0; round < rounds; round++) {
      for (const chat of chats) {
        const { shownMs, typedMs } = await measure(browser, chat, isPhone);
        found.get(chat.name)!.shown.push(shownMs);
        if (typedMs !== undefined) found.get(chat.name)!.typed.push(typedMs);
      }
    }
    const own = found.get('ours')!;
    console.log(
      isPhone ? `\nA phone (processor / ${phone.cpu}, 1.6 Mbit/s, ${phone.latencyMs} ms)` : '\nThis machine',
    );
    for (const [name, { shown, typed }] of found) {
      const tell = (all: number[], ours: number[]) =>
        all.length === 0
          ? 'needs its own servers'
          : `${whole(median(all))} ms (${(median(all) / median(ours)).toFixed(1)} times ours)`;
      console.log(`  ${name}: launcher ${tell(shown, own.shown)}, first letter ${tell(typed, own.typed)}`);
    }
  }
} finally {
  await browser.close();
  await running.stop();
  site.close();
  rmSync(peers, { recursive: true });
}
