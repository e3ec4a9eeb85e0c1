import { existsSync } from 'node:fs';
import { sayOnce } from './say-once.ts';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium: CHROMIUM_PATH, or the paths of Linux distributions. Undefined if there is none. */
export const chromiumPath: string | undefined = process.env.CHROMIUM_PATH || usual.find(existsSync);

/**
 * Whether the tests that use a browser can run. Where no Chromium is found, a line on stderr says that they do not;
 * with `CI` set they run and fail, so that skipped tests do not look like passed ones.
 */
export function shouldRunInBrowser(): boolean {
  if (chromiumPath !== undefined || process.env.CI) return true;
  sayOnce('The tests in a browser are left out: no Chromium was found (CHROMIUM_PATH).');
  return false;
}
