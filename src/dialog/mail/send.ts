import type { Logger } from 'pino';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { SealedShut, type Vault } from '../../platform/secrets.ts';
import { seldom } from '../../platform/seldom.ts';
import { MailFailed, openSmtp, type Smtp } from '../../platform/smtp.ts';
import type { MailSettings, Settings } from '../../settings.ts';
import {
  giveBack,
  noteFailed,
  noteGivenUp,
  noteSent,
  type TakenMail,
  takeMails,
  valuesOf,
} from './outbox.ts';
import { renderMail } from './render.ts';

const atOnce = 10;
/** A mail that is not taken by then is tried again later. */
const longestAttemptMs = 60_000;
/** Longer than an attempt and the note of its end take. */
const leaseSeconds = 120;
const firstPauseSeconds = 10;
const longestPauseSeconds = 15 * 60;
/** Who stops lets mails under way end for this long. */
const graceMs = 3000;

interface SenderParts {
  database: Database;
  vault: Vault;
  settings: Settings;
  log: Logger;
}

/** Sends the mails that are due; undefined if this installation sends none. @param ending stops it soon */
export function mailSender(
  { database, vault, settings, log }: SenderParts,
  ending: AbortSignal,
): (() => Promise<void>) | undefined {
  const { mail } = settings;
  if (!mail) return undefined;
  const smtp = openSmtp(mail.smtp, mail.from);
  const breakOff = new AbortController();
  ending.addEventListener('abort', () => setTimeout(() => breakOff.abort(), graceMs).unref());
  const complain = seldom((more, fault: string, facts: object) =>
    log.warn({ ...facts, times: Math.max(1, more) }, `a mail could not be sent and is tried again: ${fault}`),
  );
  const write = writer(settings, mail, vault);
  return async () => {
    for (let more = true; more && !ending.aborted; ) {
      const taken = await takeMails(database, { most: atOnce, leaseSeconds });
      await Promise.all(taken.map((each) => attempt(each, smtp)));
      more = taken.length === atOnce;
    }
  };

  async function attempt(taken: TakenMail, server: Smtp): Promise<void> {
    const facts = { id: showId('mail', taken.id), template: taken.template };
    try {
      const signal = AbortSignal.any([breakOff.signal, AbortSignal.timeout(longestAttemptMs)]);
      await server.send(write(taken), signal);
    } catch (error) {
      if (breakOff.signal.aborted) return giveBack(database, taken);
      const fault = faultOf(error);
      // A template or values that make no mail: no attempt would.
      if (fault === undefined) {
        log.error({ ...facts, err: error }, 'a mail is given up: it could not be written');
        return noteGivenUp(database, taken, 'it could not be written');
      }
      const seconds = pauseAfter(taken.attempts);
      const isLast = Date.now() + seconds * 1000 > taken.giveUpAt.getTime();
      if (isLast || (error instanceof MailFailed && error.isFinal)) {
        log.error({ ...facts, attempts: taken.attempts }, `a mail is given up: ${fault}`);
        return noteGivenUp(database, taken, fault);
      }
      complain(fault, facts);
      return noteFailed(database, taken, { seconds, fault });
    }
    await noteSent(database, taken);
    log.debug(facts, 'a mail was sent');
  }
}

/** Seconds until the next attempt: 10, 20, 40 and so on, up to a quarter of an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(20, attempts - 1));
}

function writer({ mailLanguage, publicUrl = '' }: Settings, { from }: MailSettings, vault: Vault) {
  const [, domain] = from.address.split('@');
  return (taken: TakenMail) => ({
    messageId: `${showId('mail', taken.id)}@${domain}`,
    date: taken.createdAt,
    to: taken.recipient,
    ...renderMail(taken.template, valuesOf(vault, taken), { language: mailLanguage, address: publicUrl }),
  });
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof MailFailed) return error.message;
  if (error instanceof SealedShut)
    return 'it was sealed with an encryption key that this process does not have';
  return undefined;
}
