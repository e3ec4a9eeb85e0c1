import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Chromium, type Screen, startChromium, type Visit } from './browser.ts';
import { buildConsole, logIn } from './console.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What the tests of a file work with; there once its tests begin. */
export let server: TestServer;
let chromium: Chromium;
/** The page that was opened last. */
export let visit: Visit;

/** Gives the tests of a file a server, the console and a browser. Each page is closed after its test. */
export function useConsole(): void {
  beforeAll(async () => {
    buildConsole();
    [server, chromium] = await Promise.all([startTestServer(), startChromium()]);
  });
  afterEach(() => visit?.close());
  afterAll(async () => {
    await chromium?.close();
    await server?.close();
  });
}

/** Where a page has a secure context, as the clipboard needs it. */
export const localhost = (): string => `http://localhost:${server.server.port}`;

export interface Opening extends Screen {
  language?: string;
  /** Who logs in; by default the owner. */
  as?: { email: string; password: string };
  /** What the browser's console may report; by default that a request was refused. */
  faults?: RegExp;
}

/** Opens an address of the console, and logs in there. */
export async function openPage(
  address: string,
  { language = 'en', as, faults = /status of 4\d\d/, ...screen }: Opening = {},
): Promise<void> {
  visit = await chromium.visit('about:blank', screen);
  visit.expectFault(faults);
  await visit.page.addInitScript(`try { localStorage.setItem('parley.language', '${language}') } catch {}`);
  await visit.open(address);
  await logIn(visit, as?.email, as?.password);
  await visit.page.locator('#content h1').waitFor();
}
