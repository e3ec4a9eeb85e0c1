import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import { SealedShut, type Vault } from '../../platform/secrets.ts';
import { seldom } from '../../platform/seldom.ts';
import type { Settings } from '../../settings.ts';
import { callPushService, type PushedMessage, subjectOf } from './call.ts';
import { openPushKeys, type PushKeys } from './keys.ts';
import { noteBrowserEnded, notePushDone, notePushFailed, type TakenPush, takePushes } from './outbox.ts';

/** So that a push service that hangs holds up few others. */
const lanes = 4;
const atOnce = 5;
/** Longer than an attempt and the note of its end take. */
const leaseSeconds = 60;
/** Nobody needs to learn later that a customer waits. */
const usefulSeconds = 3600;
const firstPauseSeconds = 2;
const longestPauseSeconds = 600;

interface SenderParts {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  settings: Settings;
  log: Logger;
}

/**
 * Sends what is due to the push services of browsers (RFC 8030), encrypted for each browser (RFC 8291). It may arrive twice, and
 * shows one notification then. @param ending stops it soon
 */
export function pushSender(
  { database, vault, http, settings, log }: SenderParts,
  ending: AbortSignal,
): () => Promise<void> {
  const subject = subjectOf(settings);
  const complain = seldom((more, fault: string) =>
    log.warn({ times: Math.max(1, more) }, `a notification could not be sent to a browser: ${fault}`),
  );
  return () => sendAll({ closed: lanes - 1 });

  /** Sends in one lane, and opens another one where there is more than it takes. */
  async function sendAll(other: { closed: number }): Promise<void> {
    for (let more = true; more && !ending.aborted; ) {
      const taken = await takePushes(database, { most: atOnce, leaseSeconds });
      more = taken.length === atOnce;
      const opens = more && other.closed > 0;
      if (opens) other.closed -= 1;
      const keys = taken.length > 0 ? await readKeys() : undefined;
      await Promise.all([...taken.map((each) => attempt(each, keys)), opens && sendAll(other)]);
    }
  }

  async function readKeys(): Promise<PushKeys | undefined> {
    try {
      return await openPushKeys(database, vault);
    } catch (error) {
      if (error instanceof SealedShut) return undefined;
      throw error;
    }
  }

  async function attempt(push: TakenPush, keys: PushKeys | undefined): Promise<void> {
    if (push.project === null) return notePushDone(database, push);
    if (!keys) {
      complain('its key was sealed with an encryption key that this process does not have');
      return retry(push, 0);
    }
    const terms = { keys, subject, usefulSeconds, topic: topicOf(push), signal: ending };
    const answer = await callPushService(http, push, messageOf(push, push.project), terms);
    if (answer.fault !== undefined) complain(`${hostOf(push.endpoint)} ${answer.fault}`);
    if (answer.is === 'ended') return noteBrowserEnded(database, push);
    if (answer.is === 'again') return retry(push, answer.seconds);
    return notePushDone(database, push);
  }

  function retry(push: TakenPush, askedSeconds: number): Promise<void> {
    const planned = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(20, push.attempts - 1));
    const seconds = Math.max(planned, askedSeconds);
    const isTooLate = Date.now() + seconds * 1000 > push.createdAt.getTime() + usefulSeconds * 1000;
    return isTooLate ? notePushDone(database, push) : notePushFailed(database, push, seconds);
  }
}

/** The message about a conversation. */
const messageOf = (
  { profileId, projectId, isMine, createdAt }: TakenPush,
  projectName: string,
): PushedMessage => ({
  type: 'customer_waits',
  project: { id: showId('project', projectId), name: projectName },
  profile_id: showId('profile', profileId),
  mine: isMine,
  at: createdAt.toISOString(),
});

const topicOf = ({ projectId, profileId }: TakenPush): string =>
  createHash('sha256').update(`${projectId} ${profileId}`).digest('base64url').slice(0, 32);

const hostOf = (endpoint: string) => new URL(endpoint).host;
