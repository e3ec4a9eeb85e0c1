import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../test/harness/chromium.ts';
import { Client } from '../test/harness/client.ts';
import { median, whole } from './figures.ts';
import { onEmbedded, ownerAccount } from './ground.ts';
import { pause } from './processes.ts';
import { rows, seedConsole } from './seed-console.ts';

/**
 * `npm run bench:console`: how soon the console is there and answers, in a project with ten thousand rows of each kind: the overview after a
 * warm start, presses until the next picture that shows their effect, and the long pages while somebody reads on.
 *
 *   --screenshots x   writes a picture of every page of the project into this folder, in both themes, of a screen and of a phone
 */
const { values: flags } = parseArgs({ options: { screenshots: { type: 'string' } } });

const rounds = 5;
const pageDowns = 20;
/** A frame that takes longer is seen as a halt. */
const longFrameMs = 50;
/** In the inbox the keys open conversations, so that somebody who only reads on turns the wheel. */
const longPages = ['inbox', 'customers', 'runs', 'payments', 'log', 'audit'];
const budgets = { overviewMs: 1500, reactionMs: 100, scriptBytes: 250_000 };
const screens = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const tell = (line = '') => process.stdout.write(`${line}\n`);
function tellFigure(name: string, found: number, unit: string, budget?: number): void {
  const verdict = budget === undefined ? '' : `budget ${whole(budget)} ${unit}`.padEnd(22);
  const met = budget === undefined ? '' : found <= budget ? 'met' : 'MISSED';
  tell(`  ${name.padEnd(48)}${`${whole(found)} ${unit}`.padStart(12)}  ${verdict}${met}`);
}

/** In the page: waits for a picture in which something holds, and says when that was. @param holds an expression */
const seen = (holds: string) => `new Promise((done) => {
  const look = () => requestAnimationFrame(() => (${holds}) ? requestAnimationFrame(() => done(performance.now())) : look());
  look();
})`;
/** Nothing on the page is still being read. */
const isRead = `!document.querySelector('#content [role=status][data-shown]')`;
const shows = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
const hasHeading = (words: string) =>
  `[...document.querySelectorAll('#content h1, #content h2')].some((each) => each.textContent.trim() === '${words}')`;
const drawnRows = `document.querySelectorAll('[role=grid] > [role=rowgroup]:last-child > [role=row], [role=listbox] [role=option]').length`;

const running = await (async () => {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  return onEmbedded();
})();
const origin = `http://localhost:${running.main.port}`;
const client = new Client(origin);
const browser: Browser = await chromium.launch({
  executablePath: chromiumPath!,
  args: ['--no-sandbox', '--disable-gpu'],
});

/** A window of somebody who has logged in. */
async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: screens[0]!, ...options });
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript(`localStorage.setItem('parley.language', 'en')`);
  return context;
}

/** Goes to a page of the project, and waits until something holds there. @returns the time for that */
async function goTo(page: Page, path: string, holds: string): Promise<number> {
  await page.goto(`${origin}/console/p/${project}/${path}?env=sandbox`, { waitUntil: 'commit' });
  return (await page.evaluate(seen(holds))) as number;
}

/** From a press until the picture that shows its effect. */
async function react(page: Page, press: () => Promise<void>, holds: string): Promise<number> {
  await page.evaluate(`for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, (event) => { window.pressed = event.timeStamp }, { capture: true });
    window.slowest ??= new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) if (interactionId) slowestMs = Math.max(slowestMs, duration);
    }).observe({ type: 'event', durationThreshold: 16 }) ?? true;
    window.slowestMs ??= 0;
    window.shown = ${seen(holds)}; 0`);
  await press();
  return (await page.evaluate('shown.then((at) => at - pressed)')) as number;
}

async function measureOverview(page: Page): Promise<void> {
  const isReady = `${hasHeading('Readiness')} && ${isRead}`;
  await goTo(page, 'overview', isReady);
  const script = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, each) => sum + each.encodedBodySize, 0)`,
  );
  tellFigure('script of a first visit, compressed', script as number, 'bytes', budgets.scriptBytes);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await goTo(page, 'overview', isReady));
  tellFigure('overview, opened again, until all of it is there', median(times), 'ms', budgets.overviewMs);
}

async function measurePresses(page: Page): Promise<void> {
  const isOverview = `${hasHeading('Overview')} && ${isRead}`;
  const leave = () => page.keyboard.press('Escape');
  const presses = [
    {
      ...{ name: 'Ctrl+K until Find is open', holds: shows('[role=dialog] input') },
      press: () => page.keyboard.press('Control+K'),
      ...{ undo: leave, isUndone: `!${shows('[role=dialog]')}` },
    },
    {
      ...{ name: 'a press until the menu of projects is open', holds: shows('[role=menu]') },
      press: () => page.getByRole('button', { name: 'Project: ' }).click(),
      ...{ undo: leave, isUndone: `!${shows('[role=menu]')}` },
    },
    {
      ...{ name: 'a press until the page of runs has its name', holds: hasHeading('Runs') },
      press: () => page.getByRole('link', { name: 'Runs', exact: true }).click(),
      ...{ undo: () => page.goBack(), isUndone: isOverview },
    },
  ];
  for (const { name, press, holds, undo, isUndone } of presses) {
    const first: number[] = [];
    const again: number[] = [];
    const pictures: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await goTo(page, 'overview', isOverview);
      // What the page loads beforehand once it is at rest is loaded.
      await pause(1000);
      first.push(await react(page, press, holds));
      await undo();
      await page.evaluate(seen(isUndone));
      again.push(await react(page, press, holds));
      // Browsers tell of a press some time after it.
      await pause(200);
      pictures.push((await page.evaluate('slowestMs')) as number);
    }
    tellFigure(name, median(again), 'ms', budgets.reactionMs);
    tellFigure('  the first time since the page was opened', median(first), 'ms', budgets.reactionMs);
    tellFigure('  the slower of both until any new picture', median(pictures), 'ms', budgets.reactionMs);
  }
}

async function measureLongPage(page: Page, path: string): Promise<void> {
  const firstMs = await goTo(page, path, `${drawnRows} > 4`);
  const list = page.locator('[role=grid], [role=listbox]').first();
  const isGrid = (await list.getAttribute('role')) === 'grid';
  if (isGrid) await list.focus();
  else await list.hover();
  await page.evaluate(`window.frames_ = []; let last = performance.now();
    const note = (at) => { frames_.push(at - last); last = at; requestAnimationFrame(note) };
    requestAnimationFrame(note); 0`);
  const began = performance.now();
  for (let n = 0; n < pageDowns; n++) {
    await (isGrid ? page.keyboard.press('PageDown') : page.mouse.wheel(0, screens[0]!.height));
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
  const readMs = performance.now() - began;
  const [frames, drawn] = (await page.evaluate(`[frames_, ${drawnRows}]`)) as [number[], number];
  const long = frames.filter((ms) => ms > longFrameMs);
  const worst = Math.max(...frames);
  tell(
    `  ${path.padEnd(14)}${`${whole(firstMs)} ms`.padStart(10)}${whole(drawn).padStart(14)}${`${whole(readMs)} ms`.padStart(18)}` +
      `${`${long.length} of ${frames.length}`.padStart(16)}${`${whole(worst)} ms`.padStart(14)}`,
  );
}

/** Every page of the project that needs no record, as the table of pages has them. */
async function takePictures(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const table = new URL('../src/console/pages.ts', import.meta.url).href;
  const { projectPages } = (await import(table)) as { projectPages: readonly { path: string }[] };
  const paths = projectPages.map(({ path }) => path).filter((path) => !path.includes('$'));
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of screens) {
      const context = await open({ viewport, colorScheme });
      const page = await context.newPage();
      for (const path of paths) {
        await goTo(page, path, `${shows('#content h1')} && ${isRead}`);
        const name = `${path.replaceAll('/', '-')}-${viewport.width}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, name) });
      }
      await context.close();
    }
  }
  tell(`\n${paths.length * 2 * screens.length} pictures in ${folder}`);
}

let project = '';
try {
  await client.logIn(ownerAccount.email, ownerAccount.password);
  project = await seedConsole(client, await running.pool('main'));
  const context = await open();
  const page = await context.newPage();
  tell(`The console, with ${whole(rows)} rows on each long page; medians of ${rounds} rounds`);
  await measureOverview(page);
  await measurePresses(page);
  tell(
    `\n  ${'page'.padEnd(14)}${'first rows'.padStart(10)}${'rows drawn'.padStart(14)}${`${pageDowns} page downs`.padStart(18)}` +
      `${`over ${longFrameMs} ms`.padStart(16)}${'worst frame'.padStart(14)}`,
  );
  for (const path of longPages) await measureLongPage(page, path);
  await context.close();
  if (flags.screenshots) await takePictures(flags.screenshots);
} finally {
  await browser.close();
  await running.close();
}
