import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type BrowserOptions, type Chromium, type Screen, startChromium, type Visit } from './browser.ts';
import { Client } from './client.ts';
import { buildConsole } from './console.ts';
import type { TestServer } from './server.ts';
import { useTestServer } from './shared-server.ts';

/** What the tests of a file work with; there once its tests begin. */
export let server: TestServer;
export let chromium: Chromium;
/** The page that was opened last. */
export let visit: Visit;
const visits: Visit[] = [];

interface Setting extends BrowserOptions {
  /** Starts a server for this file alone. */
  start?: () => Promise<TestServer>;
}

/** The browser of all files of a worker, so that their pages are warm; it ends with the worker. */
let shared: Promise<Chromium> | undefined;

/**
 * Gives the tests of a file a server, the console and a browser: those of the worker, unless the file asks for something special. Each page is
 * closed after its test.
 */
export function useConsole({ start, ...options }: Setting = {}): void {
  const isShared = start === undefined && Object.keys(options).length === 0;
  beforeAll(async () => {
    await buildConsole();
    if (isShared) shared ??= startChromium();
    [server, chromium] = await Promise.all([
      (start ?? useTestServer)(),
      isShared ? shared! : startChromium(options),
    ]);
  });
  afterEach(async () => {
    for (const each of visits.splice(0)) await each.close();
  });
  afterAll(async () => {
    if (!isShared) await chromium?.close();
    await server?.close();
  });
}

/** Where a page has a secure context, as the clipboard needs it. */
export const localhost = (): string => `http://localhost:${server.server.port}`;

export interface Opening extends Screen {
  language?: string;
  /** Whose session it is; by default the owner's. */
  as?: { email: string; password: string };
  /** What the browser's console may report beside what a test expects later; by default nothing. */
  faults?: RegExp;
  /** The address of the server; by default at localhost. */
  at?: string;
  /** What is done to the window before it goes anywhere. */
  prepare?: (page: Page) => Promise<void>;
}

/**
 * Opens a page of the console in the browser of somebody who has logged in already.
 * @param path below `/console/`
 */
export async function openPage(path: string, { as, ...opening }: Opening = {}): Promise<void> {
  const { at = localhost() } = opening;
  await openBrowser(opening);
  const [name = '', value = ''] = (as ? await cookieOf(as) : server.cookie).split('=');
  await visit.page.context().addCookies([{ name, value, url: at }]);
  await visit.open(`${at}/console/${path}`);
  await visit.page.locator('#content h1').waitFor();
}

/** Opens an address in the browser of somebody who has not logged in. */
export async function openAsStranger(
  address: string,
  opening: Omit<Opening, 'as' | 'at'> = {},
): Promise<void> {
  await openBrowser(opening);
  await visit.open(address);
}

async function openBrowser({ language = 'en', faults, prepare, ...screen }: Opening): Promise<void> {
  visit = await chromium.visit(undefined, { isWarm: true, ...screen });
  visits.push(visit);
  if (faults) visit.expectFault(faults);
  await visit.runFirst(`try { localStorage.setItem('parley.language', '${language}') } catch {}`);
  await prepare?.(visit.page);
}

async function cookieOf({ email, password }: NonNullable<Opening['as']>): Promise<string> {
  const client = new Client(server.url);
  await client.logIn(email, password);
  return client.cookie;
}

/** What has this role on the page. @param name all of it, or a pattern */
export const role = (kind: Parameters<Page['getByRole']>[0], name?: string | RegExp): Locator =>
  visit.page.getByRole(kind, name === undefined ? {} : { name, exact: true });

/** The rows of tables in which these words stand. */
export const row = (words: string | RegExp): Locator => role('row').filter({ hasText: words });

/** Presses keys one after the other. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await visit.press(key);
}
