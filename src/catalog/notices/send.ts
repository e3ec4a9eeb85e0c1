import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import { signedHeaders } from '../../platform/standard-webhooks.ts';
import { build, statement } from '../../platform/statement.ts';
import { notices } from '../schema.ts';

/** How long a sender has for a notice before another one may send it, too. */
const leaseSeconds = 60;
const timeoutMs = 15_000;
/** The wait after each failed attempt, in seconds; after the last one a notice is given up. Three days in all. */
const waits = [5, 30, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000];

const claim = statement({
  name: 'catalog-claim-notice',
  columns: { id: notices.id, body: notices.body, attempts: notices.attempts },
  query: (_, columns) => sql`
    UPDATE ${notices} SET due_at = now() + make_interval(secs => ${sql.raw(String(leaseSeconds))}), attempts = ${notices.attempts} + 1
    WHERE ${notices.id} = (
      SELECT ${notices.id} FROM ${notices} WHERE ${notices.dueAt} <= now() ORDER BY ${notices.dueAt} LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING ${columns}`,
});

const remove = statement({
  name: 'catalog-remove-notice',
  params: { id: notices.id },
  query: ({ id }) => build.delete(notices).where(sql`${notices.id} = ${id}`),
});

const postpone = statement({
  name: 'catalog-postpone-notice',
  params: { id: notices.id, until: notices.dueAt },
  query: ({ id, until }) => build.update(notices).set({ dueAt: until }).where(sql`${notices.id} = ${id}`),
});

interface SenderParts {
  database: Database;
  http: OutboundHttp;
  notify: { url: string; secret: string };
  log: Logger;
}

/**
 * Sends the notices that are due, one after the other, to the address of the settings: at least once each, with the same `webhook-id`.
 * @param ending aborts when the process stops
 */
async function sendNotices({ database, http, notify, log }: SenderParts, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const notice = await claim.first(database);
    if (!notice) return;
    const { id, body, attempts } = notice;
    const outcome = await http.send({
      service: 'catalog',
      method: 'POST',
      url: notify.url,
      headers: { 'content-type': 'application/json', ...signedHeaders(notify.secret, id, body) },
      ...{ body, timeoutMs, maxResponseBytes: 1024 },
    });
    if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) {
      await remove.run(database, { id });
      continue;
    }
    const why = outcome.kind === 'answered' ? `it answered ${outcome.status}` : outcome.reason;
    const wait = waits[attempts - 1];
    if (wait === undefined) {
      await remove.run(database, { id });
      log.error(
        { notice: id, attempts, why },
        'a notice about offers of the catalog could not be delivered, and is given up',
      );
    } else {
      log.warn(
        { notice: id, attempts, why, againInSeconds: wait },
        'a notice about offers of the catalog was not taken',
      );
      await postpone.run(database, { id, until: new Date(Date.now() + wait * 1000) });
    }
  }
}

const lookEveryMs = 2000;

/** Sends notices whenever they are due. @returns what stops that */
export function startNotices(parts: SenderParts): { stop(): Promise<void> } {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const look = () => {
    running = sendNotices(parts, ending.signal)
      .catch((error) => {
        // Its connections may be closed under it.
        if (!ending.signal.aborted)
          parts.log.error({ err: error }, 'the sending of notices of the catalog failed; it is tried again');
      })
      .then(() => {
        if (!ending.signal.aborted) timer = setTimeout(look, lookEveryMs);
      });
  };
  let timer = setTimeout(look, 0);
  return {
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
