import { afterAll, afterEach, beforeAll } from 'vitest';
import { type BrowserOptions, type Chromium, type Screen, startChromium, type Visit } from './browser.ts';
import { Client } from './client.ts';
import { buildConsole } from './console.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What the tests of a file work with; there once its tests begin. */
export let server: TestServer;
export let chromium: Chromium;
/** The page that was opened last. */
export let visit: Visit;
const visits: Visit[] = [];

/** Gives the tests of a file a server, the console and a browser. Each page is closed after its test. */
export function useConsole(options?: BrowserOptions): void {
  beforeAll(async () => {
    buildConsole();
    [server, chromium] = await Promise.all([startTestServer(), startChromium(options)]);
  });
  afterEach(async () => {
    for (const each of visits.splice(0)) await each.close();
  });
  afterAll(async () => {
    await chromium?.close();
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

async function openBrowser({ language = 'en', faults, ...screen }: Opening): Promise<void> {
  visit = await chromium.visit(undefined, { ...screen, isWarm: true });
  visits.push(visit);
  if (faults) visit.expectFault(faults);
  await visit.page.addInitScript(`try { localStorage.setItem('parley.language', '${language}') } catch {}`);
}

async function cookieOf({ email, password }: NonNullable<Opening['as']>): Promise<string> {
  const client = new Client(server.url);
  await client.logIn(email, password);
  return client.cookie;
}
