import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumPath } from './chromium.ts';

// A global for code that is evaluated in the page. This project does not use the DOM's types, since its code runs in
// Node.
declare const document: any;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Only a page that hangs meets it: on a busy machine a browser takes many times as long as on an idle one. */
const longestMs = 180_000;

/** The screen and the input of a person. */
export interface Screen {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** A touch screen, as phones have one: clicks are taps. */
  touch?: boolean;
}

/** A real Chromium. Each test file starts one and closes it at its end. */
export interface Chromium {
  /** Opens a page as a new visitor. @param screen by default 1280 × 800, light, with a mouse. */
  visit(url: string, screen?: Screen): Promise<Visit>;
  close(): Promise<void>;
}

/** @throws where no Chromium is found. */
export async function startChromium(): Promise<Chromium> {
  if (chromiumPath === undefined) {
    throw new Error(
      'No Chromium was found: install the package `chromium`, or name its program in CHROMIUM_PATH.',
    );
  }
  const browser: Browser = await chromium.launch({
    executablePath: chromiumPath,
    args: flags,
    timeout: longestMs,
  });
  return {
    async visit(url, { width = 1280, height = 800, theme = 'light', touch = false } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
        hasTouch: touch,
        isMobile: touch,
      });
      const visit = new Visit(await context.newPage(), context, touch);
      await visit.open(url);
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
  readonly #context: BrowserContext;
  readonly #touch: boolean;
  readonly #faults: string[] = [];
  #expected: RegExp[] = [];

  constructor(page: Page, context: BrowserContext, touch: boolean) {
    this.page = page;
    this.#context = context;
    this.#touch = touch;
    page.setDefaultTimeout(longestMs);
    this.#watch(page);
    context.on('page', (opened) => this.#watch(opened));
  }

  /**
   * Opens an address as the first page, or as the second page of this visit, with all data that the first one stored.
   */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  /** Types character by character. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
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

  /** Saves a screenshot in the folder that TEST_SCREENSHOTS names; does nothing without it. */
  async screenshot(name: string): Promise<void> {
    const folder = process.env.TEST_SCREENSHOTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /** From now on, matching errors of the page and of its console are allowed. */
  expectFault(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Ends the visit. @throws when the page or its console had errors. */
  async close(): Promise<void> {
    await this.#context.close();
    const faults = this.#faults.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
    this.#expected = [];
    if (faults.length > 0) throw new Error(`The page had errors:\n${faults.join('\n')}`);
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#faults.push(`${error}`));
    page.on('crash', () => this.#faults.push('the page crashed'));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#faults.push(`${message.text()} (${message.location().url})`);
    });
  }

  async #middleOf(target: Locator): Promise<{ x: number; y: number }> {
    await target.waitFor();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target} cannot be seen`);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const isHit = await target.evaluate((element, { x, y }) => {
      const hit = element.getRootNode().elementFromPoint(x, y);
      return hit !== null && (element === hit || element.contains(hit));
    }, point);
    if (!isHit) throw new Error(`${target} is covered, or outside of the window`);
    return point;
  }
}
