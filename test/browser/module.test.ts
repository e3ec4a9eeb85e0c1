import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chromium, startChromium, type Visit } from '../harness/browser.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { bubbles, makeSiteChat, publish, type Site, startSite } from './scene.ts';

// Globals of the page, for the code that is evaluated there.
declare const document: any;
declare const window: any;

let server: TestServer;
let project: TestProject;
let chat: string;
let site: Site;
let chromium: Chromium;
let visit: Visit;
/** An application that has installed the package, as npm packs it. */
let application: string;

beforeAll(async () => {
  [server, site, chromium] = await Promise.all([startTestServer(), startSite(), startChromium()]);
  project = await server.makeProject();
  chat = await makeSiteChat(server, project, site);
  await publish(server, project, {
    triggers: [{ type: 'any' }],
    steps: [{ id: 'echo', type: 'message', text: 'You said: {{ event.text }}' }],
  });
  application = mkdtempSync(join(tmpdir(), 'parley-module-'));
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', resolve('dist/widget/npm'), '--json', '--pack-destination', application], {
      encoding: 'utf8',
    }),
  );
  const installed = join(application, 'node_modules/parley-chat');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', join(application, filename), '-C', installed, '--strip-components=1']);
});

afterEach(() => visit?.close());
afterAll(async () => {
  await chromium?.close();
  await site?.close();
  await server?.close();
  if (application) rmSync(application, { recursive: true });
});

const opener = () => visit.page.getByRole('button', { name: 'Open the chat' });
const panel = () => visit.page.getByRole('dialog');

/** Bundles an application for pages. @param code of its only file */
async function bundled(code: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const entry = join(application, 'app.ts');
  writeFileSync(entry, code);
  const built = await build({
    ...{ entryPoints: [entry], bundle: true, minify: true, write: false, format, logLevel: 'error' },
    platform: 'browser',
  });
  return built.outputFiles[0]!.text;
}

/** Puts an application on a page of the site, under a policy that allows only itself and what docs/webchat.md asks for. */
function show(path: string, code: string, more = ''): void {
  const policy = `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url}; img-src ${server.url} blob:; media-src ${server.url}${more}`;
  site.pages.set(`${path}.js`, { type: 'text/javascript', body: code });
  site.pages.set(path, {
    body: `<!doctype html><html lang="en"><head><title>An application</title>
<meta http-equiv="Content-Security-Policy" content="${policy}"></head>
<body><h1>An application</h1><script type="module" src="${path}.js"></script></body></html>`,
  });
}

async function talk(text = 'Hello'): Promise<void> {
  await visit.type(text);
  await visit.press('Enter');
  await until(async () => (await bubbles(visit.page)).includes(`You said: ${text}`));
}

describe('an application that was bundled with the package', () => {
  it.each([
    ['', ''],
    [
      ' that requires trusted types',
      "; require-trusted-types-for 'script'; trusted-types parley parley-module",
    ],
  ])('shows the chat under a strict policy%s, drives it, and is told', async (name, more) => {
    const code = await bundled(`
      import { boot, close, mount, on, open, unmount } from 'parley-chat';
      // What is called before the chat is there is done later.
      const told: string[] = ((window as any).told = []);
      on('ready', () => told.push('ready'));
      on('open', () => told.push('open'));
      on('message', ({ text }) => told.push(text));
      const stop = on('close', () => told.push('never'));
      stop();
      open();
      const here = { server: ${JSON.stringify(server.url)}, channel: '${chat}' };
      boot(here).then(() => told.push('booted'));
      boot(here);
      Object.assign(window, { app: { boot: () => boot(here), close, mount, unmount } });`);
    const path = `/bundled${name.length}`;
    show(path, code, more);
    visit = await chromium.visit(`${site.url}${path}`);
    await panel().waitFor();
    await talk();
    await expect
      .poll(() => visit.page.evaluate(() => window.told), { timeout: patient(10_000) })
      .toEqual(['booted', 'ready', 'open', 'You said: Hello']);
    expect(await visit.page.locator('script[src$=".js"]').count()).toBe(2);
    // Twice is once, both ways, and what was said is still there.
    for (let i = 0; i < 2; i++) await visit.page.evaluate(() => window.app.unmount());
    expect([await panel().count(), await opener().count()]).toEqual([0, 0]);
    for (const back of ['mount', 'mount', 'boot', 'boot'])
      await visit.page.evaluate((each) => window.app[each](), back);
    await panel().waitFor();
    expect(await panel().count()).toBe(1);
    expect(await bubbles(visit.page)).toEqual(['Hello', 'You said: Hello']);
    await visit.page.evaluate(() => window.app.close());
    await opener().waitFor();
    expect(await visit.page.evaluate(() => window.told)).not.toContain('never');
  });

  it('has nothing on its page when it only imports it, and says what is wrong with another chat', async () => {
    const code = await bundled(`
      import * as chat from 'parley-chat';
      Object.assign(window, { chat });`);
    show('/imported', code);
    visit = await chromium.visit(`${site.url}/imported`);
    await until(() => visit.page.evaluate(() => 'chat' in window));
    expect(await visit.page.evaluate(() => ['Parley' in window, document.scripts.length])).toEqual([
      false,
      1,
    ]);
    const refused = (options: unknown) =>
      visit.page.evaluate(async (given) => {
        try {
          await window.chat.boot(given);
        } catch (error: any) {
          return error.message;
        }
      }, options);
    expect(await refused({ server: 'parley.example', channel: chat })).toContain('server is an address');
    expect(await refused({ server: server.url, channel: 'website' })).toContain('channel is the id');
    visit.expectFault(/404|ERR_/);
    const nobody = 'ch_01m84bvx56e0mrepwk125yksjg';
    expect(await refused({ server: server.url, channel: nobody })).toContain('could not be loaded');
    // After a failure it can be tried again; while a chat is there another is refused.
    expect(await refused({ server: `${server.url}/`, channel: chat })).toBeUndefined();
    await opener().waitFor();
    expect(await refused({ server: server.url, channel: nobody })).toContain('has the chat');
  });

  it('is rendered on a server, where the functions do nothing', async () => {
    const code = await bundled(`
      import { boot, identify, on, open, shutdown, unmount } from 'parley-chat';
      on('unread', () => {})();
      for (const each of [open, shutdown, unmount]) each();
      identify({ token: '' });
      await boot({ server: 'https://parley.example', channel: 'ch_1' });
      process.stdout.write(JSON.stringify([typeof Parley, typeof window]));`);
    const program = join(application, 'server.mjs');
    writeFileSync(program, code);
    const said = execFileSync(process.execPath, [program], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual(['undefined', 'undefined']);
  });

  it('is checked by TypeScript with the types of the package', () => {
    const file = join(application, 'typed.ts');
    const check = (code: string) => {
      writeFileSync(file, code);
      const options = [
        '--noEmit',
        '--strict',
        '--moduleResolution',
        'bundler',
        '--module',
        'esnext',
        '--types',
        '',
      ];
      const compiler = resolve('node_modules/typescript/bin/tsc');
      try {
        execFileSync(
          process.execPath,
          [compiler, '--ignoreConfig', ...options, '--lib', 'es2022,dom', file],
          {
            cwd: application,
            encoding: 'utf8',
          },
        );
        return '';
      } catch (error: any) {
        return `${error.stdout}`;
      }
    };
    const good = `import { boot, on, type ChatMessage } from 'parley-chat';
      const stop: () => void = on('unread', (count) => void count.toFixed());
      on('message', (message: ChatMessage) => void message.text.trim());
      void boot({ server: 'https://parley.example', channel: 'ch_1', theme: 'dark' }).then(stop);`;
    expect(check(good)).toBe('');
    expect(check(`import { on } from 'parley-chat'; on('unraed', () => {});`)).toContain('unraed');
    expect(check(`import { boot } from 'parley-chat'; void boot({ server: '' });`)).toContain('channel');
  });
});

it('a page whose scripts are modules imports it from the server', async () => {
  const answer = await fetch(`${server.url}/chat/module.js`);
  expect([
    answer.status,
    answer.headers.get('access-control-allow-origin'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, '*', 'public, max-age=300']);
  expect(await answer.text()).toBe(readFileSync('dist/widget/npm/index.js', 'utf8'));
  show(
    '/imports',
    `import { boot } from '${server.url}/chat/module.js';
     await boot({ server: '${server.url}', channel: '${chat}' });`,
  );
  visit = await chromium.visit(`${site.url}/imports`);
  await visit.click(opener());
  await talk();
});

it('the package is small, and has no version but that of the server', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const packed = JSON.parse(readFileSync(join(application, 'node_modules/parley-chat/package.json'), 'utf8'));
  expect(packed).toMatchObject({ version, sideEffects: false, type: 'module' });
  expect(packed.dependencies).toBeUndefined();
  expect(readFileSync('dist/widget/npm/index.js').length).toBeLessThan(3000);
});
