import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { addressesOf, type PushBrowser, removeBrowser } from './browsers.ts';
import { callPushService, type PushAnswer, subjectOf } from './call.ts';
import { openPushKeys } from './keys.ts';

/** Nobody waits longer for a trial. */
const usefulSeconds = 60;

interface TrialParts {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  settings: Settings;
}

/** What the push service of a browser said. */
export interface Trial {
  browser: PushBrowser;
  answer: PushAnswer;
}

/**
 * Sends a trial to all browsers of a person, on the way of real notifications but at once, and not again. A browser whose subscription has
 * ended is forgotten, as otherwise. @param signal ends it soon @throws SealedShut
 */
export async function tryBrowsers(
  { database, vault, http, settings }: TrialParts,
  personId: string,
  signal: AbortSignal,
): Promise<Trial[]> {
  const addresses = await addressesOf(database, personId);
  if (addresses.length === 0) return [];
  const terms = {
    keys: await openPushKeys(database, vault),
    subject: subjectOf(settings),
    topic: 'trial',
    ...{ usefulSeconds, signal },
  };
  const message = { type: 'trial', at: new Date().toISOString() } as const;
  return Promise.all(
    addresses.map(async ({ p256dh, auth, ...browser }) => {
      const address = { endpoint: browser.endpoint, p256dh, auth };
      const answer = await callPushService(http, address, message, terms);
      if (answer.is === 'ended') await removeBrowser(database, { personId, id: browser.id });
      return { browser, answer };
    }),
  );
}
