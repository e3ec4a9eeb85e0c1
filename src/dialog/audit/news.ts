import { notify } from '../../platform/notices.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';

/**
 * The topic of notices about new numbers in audit logs. A notice is a list of projects, by their stored ids, with a space
 * between them. It says that their logs may be longer than before, and nothing else: whoever hears it reads the log after
 * its own cursor.
 */
export const auditTopic = 'parley_audit_news';

/** A notice has less than 8,000 bytes, and an id with its space 37. */
export const projectsInNotice = 200;

/** Polls announce what they numbered together: a notice holds up every other commit that sends one. */
const announceEveryMs = 100;

/** Gets the projects with new numbers, or undefined after a time in which notices may have been lost. */
export type OnAuditNews = (projectIds: readonly string[] | undefined) => void;

/**
 * News of audit logs, between all processes of an installation. Whoever numbers entries announces their projects; whoever
 * follows a log subscribes. Notices can be lost, so followers also look by themselves, seldom.
 */
export class AuditNews {
  readonly #database: Database;
  readonly #followers = new Set<OnAuditNews>();
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Calls `onNews` with news from all processes, this one included. @returns a function that ends this */
  follow(onNews: OnAuditNews): () => void {
    this.#followers.add(onNews);
    return () => void this.#followers.delete(onNews);
  }

  /** Takes a notice of `auditTopic`, as `listen` hands it over. */
  hear(payload: string | undefined): void {
    const projectIds = payload?.split(' ');
    for (const onNews of this.#followers) onNews(projectIds);
  }

  /** Announces a project to all processes a moment later, together with others. */
  announce(projectId: string): void {
    this.#waiting.add(projectId);
    this.#timer ??= setTimeout(() => this.#send(), announceEveryMs);
  }

  /** Sends what waits to be announced. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#send();
    await this.#sending;
  }

  #send(): void {
    this.#timer = undefined;
    const projectIds = [...this.#waiting];
    this.#waiting.clear();
    for (let n = 0; n < projectIds.length; n += projectsInNotice) {
      const some = projectIds.slice(n, n + projectsInNotice);
      this.#sending = this.#sending
        .then(() => announceNow(this.#database, some))
        // Other code reports a database that is away, and followers look by themselves.
        .catch(() => {});
    }
  }
}

/**
 * Announces projects when the surrounding transaction commits, or at once outside of a transaction.
 * @param projectIds at most `projectsInNotice`
 */
export function announceNow(tx: Queryable, projectIds: readonly string[]): Promise<void> {
  return notify(tx, auditTopic, projectIds.join(' '));
}
