import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type ConsoleMessage,
  chromium,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core';
import { chromiumPath } from './chromium.ts';
import { patient } from './patience.ts';
import { until } from './until.ts';

// A global for code that is evaluated in the page. This project does not use the DOM's types, since its code runs in
// Node.
declare const document: any;
declare const performance: any;
declare const PerformanceObserver: any;

/**
 * Features of Chromium that are off. A second list replaces the one that Playwright gives, whose entries for Linux are the first lines here. The
 * popup of the address line is a page of its own for each window, in which nobody here types: it cost nearly half of the processor time of
 * a visit.
 */
const featuresOff = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
];

/** Only a page that hangs meets it: on a busy machine a browser takes many times as long as on an idle one. */
const longestMs = 45_000;

/** The screen and the input of a person. */
export interface Screen {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** A touch screen, as phones have one: clicks are taps. */
  touch?: boolean;
  /** The time zone of their clock; that of this machine if absent. */
  zone?: string;
  /**
   * Whether the browser may have the files of the pages, and the window with its process, of an earlier visit, which saves more than half of
   * the processor time of opening a page. It has nothing else of that visit. What a test does to the window itself, such as a virtual device,
   * stays in it.
   */
  isWarm?: boolean;
}

/** A real Chromium. Each test file starts one and closes it at its end. */
export interface Chromium {
  /**
   * Opens a page as a new visitor.
   * @param url undefined to go nowhere yet
   * @param screen by default 1280 × 800, light, with a mouse
   */
  visit(url: string | undefined, screen?: Screen): Promise<Visit>;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Whether pages have scroll bars that can be dragged; pictures are the same everywhere without them. */
  hasScrollBars?: boolean;
}

/** @throws where no Chromium is found. */
export async function startChromium({ hasScrollBars = false }: BrowserOptions = {}): Promise<Chromium> {
  if (chromiumPath === undefined) {
    throw new Error(
      'No Chromium was found: install the package `chromium`, or name its program in CHROMIUM_PATH.',
    );
  }
  const browser: Browser = await chromium.launch({
    executablePath: chromiumPath,
    args: flags,
    ...(hasScrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    timeout: patient(longestMs),
  });
  /** Empty windows, each in a browser of its own, by what cannot be changed about them. */
  const left = new Map<string, Page[]>();
  async function open(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    // tsx wraps each named function in a call of this, also in code that is evaluated in a page.
    await context.addInitScript('globalThis.__name = (named) => named');
    return context.newPage();
  }
  return {
    async visit(url, { width = 1280, height = 800, theme = 'light', touch = false, zone, isWarm } = {}) {
      const kind = JSON.stringify({ touch, zone });
      const device = { hasTouch: touch, isMobile: touch, ...(zone && { timezoneId: zone }) };
      const page = (isWarm && left.get(kind)?.pop()) || (await open(device));
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce', forcedColors: 'none' });
      const keep = (empty: Page) => left.set(kind, [...(left.get(kind) ?? []), empty]);
      const visit = new Visit(page, { touch, ...(isWarm && { keep }) });
      if (url !== undefined) await visit.open(url);
      return visit;
    },
    close: () => browser.close(),
  };
}

/**
 * A person at a page. They use only the keyboard and the pointer, so the browser trusts the events, and anything that
 * would stop a person stops the test: an element that is covered, outside of the window, or not reachable by Tab. Use
 * `page` only to read.
 */
export class Visit {
  readonly page: Page;
  readonly #touch: boolean;
  readonly #keep: ((empty: Page) => unknown) | undefined;
  #isOver = false;
  readonly #origins = new Set<string>();
  readonly #faults: string[] = [];
  /** What was asked of the window through it ends with it. */
  #devtools: CDPSession | undefined;
  #expected: RegExp[] = [];

  constructor(page: Page, { touch, keep }: { touch: boolean; keep?(empty: Page): unknown }) {
    this.page = page;
    this.#touch = touch;
    this.#keep = keep;
    page.setDefaultTimeout(patient(longestMs));
    this.#watch(page);
    page.context().on('page', this.#watch);
  }

  /**
   * Opens an address as the first page, or as the second page of this visit, with all data that the first one stored.
   */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  /** Runs this in the page each time before its own scripts. */
  async runFirst(source: string): Promise<void> {
    this.#devtools ??= await this.page.context().newCDPSession(this.page);
    await this.#devtools.send('Page.enable');
    await this.#devtools.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** Types character by character. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /**
   * Writes a text whose single characters do not matter: the first and the last one by keys, what stands between at once, as an input method
   * or a password manager does. A page renders for every key: 22 of them cost as much processor time as to open it.
   */
  async write(text: string): Promise<void> {
    await this.type(text.slice(0, 1));
    await this.page.keyboard.insertText(text.slice(1, -1));
    await this.type(text.slice(1).slice(-1));
  }

  /** Presses a key, or keys at once: `Enter`, `Shift+Tab`. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /**
   * The tag and the name of the focused element, such as `textarea "Your message"`; `body ""` if nothing has the focus.
   */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (!element) return 'none ""';
      const name =
        element.getAttribute('aria-label') ?? (element === document.body ? '' : element.textContent);
      return `${element.localName} "${name?.trim()}"`;
    });
  }

  /**
   * Presses Tab until this has the focus. @param name as `focused` gives it.
   * @throws when 60 presses do not lead there.
   */
  async tabTo(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const seen: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await this.press(key);
      const now = await this.focused();
      if (now === name) return;
      seen.push(now);
    }
    throw new Error(`${key} does not lead to ${name}, but to: ${[...new Set(seen)].join(', ')}`);
  }

  /** Moves the pointer to the middle of an element and presses it there, or taps. @throws when something covers it. */
  async click(target: Locator): Promise<void> {
    const { x, y } = await this.#middleOf(target);
    if (this.#touch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Turns the wheel of the mouse above an element. @param by pixels; negative ones go up. */
  async scroll(target: Locator, by: number): Promise<void> {
    const { x, y } = await this.#middleOf(target);
    await this.page.mouse.move(x, y);
    await this.page.mouse.wheel(0, by);
  }

  /** Presses the mouse at one point of the window, moves it to another one, and lets it go there. */
  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 8 });
    await this.page.mouse.up();
  }

  /** Saves a screenshot in the folder that TEST_SCREENSHOTS names; does nothing without it. */
  async screenshot(name: string): Promise<void> {
    const folder = process.env.TEST_SCREENSHOTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /**
   * Adds a line to `figures.txt` in the folder that TEST_SCREENSHOTS names, does nothing without it: how long the page took to show its
   * first words, what it loaded, and how long its slowest inputs took until the next picture, as its Performance API measured them.
   * Shorter inputs than 16 ms are not told by browsers.
   */
  async figures(name: string): Promise<void> {
    const folder = process.env.TEST_SCREENSHOTS;
    if (!folder) return;
    const found = await this.page.evaluate(async () => {
      const inputs: any[] = [];
      const observer = new PerformanceObserver((list: any) => inputs.push(...list.getEntries()));
      observer.observe({ type: 'event', buffered: true, durationThreshold: 16 });
      await new Promise((resolve) => setTimeout(resolve, 200));
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }: any) => name.endsWith('.js'));
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return {
        paintMs: Math.round(paint?.startTime ?? 0),
        scriptKb: Math.round(
          scripts.reduce((sum: number, each: any) => sum + each.encodedBodySize, 0) / 1000,
        ),
        inputsMs: inputs.map(({ duration }) => duration).sort((a, b) => b - a),
      };
    });
    const { paintMs, scriptKb, inputsMs } = found;
    mkdirSync(folder, { recursive: true });
    appendFileSync(
      join(folder, 'figures.txt'),
      `${name}: first words after ${paintMs} ms, ${scriptKb} kB of script, ${inputsMs.length} inputs of 16 ms or more, the slowest ${inputsMs.slice(0, 3).join(', ') || 'none'} ms\n`,
    );
  }

  /** From now on, matching errors of the page and of its console are allowed. */
  expectFault(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ends the visit. @throws when the page or its console had errors. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#keep) this.#keep(await this.#forget());
    else await this.page.context().close();
    const faults = this.#faults
      .splice(0)
      .filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
    this.#expected = [];
    if (faults.length > 0) throw new Error(`The page had errors:\n${faults.join('\n')}`);
  }

  /** What is heard of each page. */
  readonly #heard = Object.entries({
    pageerror: (error: Error) => this.#faults.push(`${error}`),
    crash: () => this.#faults.push('the page crashed'),
    console: (message: ConsoleMessage) => {
      if (message.type() !== 'error') return;
      this.#faults.push(`${message.text()} (${message.location().url})`);
    },
    framenavigated: (frame: Frame) => {
      if (/^http/.test(frame.url())) this.#origins.add(new URL(frame.url()).origin);
    },
  }) as [event: 'console', hear: () => void][];
  readonly #watch = (page: Page): void => {
    for (const [event, hear] of this.#heard) page.on(event, hear);
  };

  /** Makes the browser one that has only the files of its pages. @returns its one window */
  async #forget(): Promise<Page> {
    const { page } = this;
    const context = page.context();
    context.off('page', this.#watch);
    await this.#devtools?.detach();
    for (const each of context.pages()) if (each !== page) await each.close();
    const empty = page.isClosed() ? await context.newPage() : page;
    for (const [event, hear] of this.#heard) empty.off(event, hear);
    await Promise.all([empty.unrouteAll({ behavior: 'ignoreErrors' }), context.setOffline(false)]);
    if (/^http/.test(empty.url())) {
      // Also what the page is on its way to: it would break off the next way.
      await empty.evaluate('window.stop(); sessionStorage.clear()').catch(() => {});
      // At an empty page of the same site, the process stays for the next visit.
      await empty.route('**/*', (route) => route.fulfill({ contentType: 'text/plain', body: '' }));
      await empty.goto(new URL('/empty', empty.url()).href);
      await empty.unrouteAll();
    }
    await empty.mouse.move(0, 0);
    const devtools = await context.newCDPSession(empty);
    for (const origin of this.#origins) {
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
    await Promise.all([devtools.detach(), context.clearCookies(), context.clearPermissions()]);
    return empty;
  }

  /** Where an element is once it stands still: nobody presses what moves because something above it has just appeared. */
  async #atRest(target: Locator) {
    await target.waitFor();
    let last: Awaited<ReturnType<Locator['boundingBox']>> = null;
    return until(async () => {
      const box = await target.boundingBox();
      const isAtRest = last && box && last.x === box.x && last.y === box.y;
      last = box;
      if (isAtRest) return box;
      await new Promise((resolve) => setTimeout(resolve, 40));
    });
  }

  async #middleOf(target: Locator): Promise<{ x: number; y: number }> {
    const box = await this.#atRest(target);
    let cover = await coverOf(target);
    // For some frames after a tap has opened a dialog, Chromium finds only the body under a finger. Nobody is that quick.
    for (let tries = 0; cover !== null && tries < 20; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      cover = await coverOf(target);
    }
    if (cover !== null) throw new Error(`${target} is ${cover}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

/** What stands over the middle of an element; null if nothing does. In a frame the page of the element has places of its own. */
function coverOf(target: Locator): Promise<string | null> {
  return target.evaluate((element: any) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = element.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    if (hit !== null && (element === hit || element.contains(hit))) return null;
    const place = `${Math.round(left + width / 2)}, ${Math.round(top + height / 2)}`;
    return hit === null
      ? `outside of the window, at ${place}`
      : `covered at ${place} by ${hit.outerHTML.slice(0, 200)}`;
  });
}
