import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/postgres.ts';
import { noticeOf, show, type TranscriptRow, type VisitorPlace } from './transcript.ts';

/** A browser tab that listens. */
interface Listener {
  visitor: VisitorPlace;
  response: ServerResponse;
  /** The last message that was written to it. */
  after: number;
  /** What it was last told about the operator. */
  held: boolean | undefined;
  /** Set while it takes nothing in, since before the last heartbeat. */
  stuck: boolean;
}

export interface FeedTimes {
  /** Notices can be lost, so everybody is looked after this often without one. */
  pollMs: number;
  /** Proxies and browsers give up a connection on which nothing moves. A tab that takes nothing in for two is cut off. */
  heartbeatMs: number;
}

const usualTimes: FeedTimes = { pollMs: 5000, heartbeatMs: 15_000 };
const atOnce = 50;
/** What may wait in memory for a tab that reads slowly. */
const mostUnsent = 128 * 1024;
/** Time for an answer to leave while the server stops. */
const graceMs = 1000;

/**
 * Tells listening tabs what is new to them, as server-sent events:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * A notice only says where to look. Each tab is told what stands in the transcript after what it was last told, so
 * nothing is lost or told twice, whichever process the notice came from and whether or not it came. To one that reads
 * slowly no more is written than it takes in: what waits for it waits in the database.
 */
export class Feed {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #due = new Set<Listener>();
  readonly #timers: NodeJS.Timeout[];
  #reading = false;
  #closed = false;

  constructor(database: Database, log: Logger, { pollMs, heartbeatMs } = usualTimes) {
    this.#database = database;
    this.#log = log;
    this.#timers = [setInterval(() => this.wake(), pollMs), setInterval(() => this.#beat(), heartbeatMs)];
  }

  /** How many tabs of a visitor listen in this process. */
  count(visitor: VisitorPlace): number {
    return this.#listeners.get(noticeOf(visitor))?.size ?? 0;
  }

  /** Begins to tell a tab what comes after the message `after`. Its headers have been written. */
  add(visitor: VisitorPlace, response: ServerResponse, after: number): void {
    if (this.#closed) {
      response.end();
      return;
    }
    const listener: Listener = { visitor, response, after, held: undefined, stuck: false };
    const name = noticeOf(visitor);
    const tabs = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, tabs.add(listener));
    response.once('close', () => {
      tabs.delete(listener);
      this.#due.delete(listener);
      if (tabs.size === 0 && this.#listeners.get(name) === tabs) this.#listeners.delete(name);
    });
    response.on('drain', () => {
      listener.stuck = false;
      this.#look([listener]);
    });
    // The browser's pause before it connects again after the connection was lost.
    response.write('retry: 2000\n\n');
    this.#look([listener]);
  }

  /** Looks for news of one visitor, or of all. @param notice as `noticeOf` has it. */
  wake(notice?: string): void {
    this.#look(notice === undefined ? this.#all() : (this.#listeners.get(notice) ?? []));
  }

  /** Ends every answer under way, so that nothing holds up a server that stops. */
  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const { response } of this.#all()) {
      response.end();
      setTimeout(() => response.destroy(), graceMs).unref();
    }
  }

  *#all(): Iterable<Listener> {
    for (const tabs of this.#listeners.values()) yield* tabs;
  }

  #look(listeners: Iterable<Listener>): void {
    for (const listener of listeners) if (takesIn(listener)) this.#due.add(listener);
    if (!this.#reading) void this.#read();
  }

  /** One statement for all that are due; those that become due meanwhile share the next one. */
  async #read(): Promise<void> {
    this.#reading = true;
    try {
      while (this.#due.size > 0) {
        const some = [...this.#due];
        this.#due.clear();
        const news = await readNews(this.#database, some);
        for (const [i, listener] of some.entries()) this.#tell(listener, news[i]!);
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'web chats cannot be read; trying again in 5 s');
    } finally {
      this.#reading = false;
    }
  }

  #tell(listener: Listener, { open, held, messages }: News): void {
    const { response } = listener;
    for (const row of messages) {
      if (!takesIn(listener)) return;
      response.write(`id: ${row.n}\nevent: message\ndata: ${JSON.stringify(show(row))}\n\n`);
      listener.after = row.n;
    }
    if (held !== listener.held && takesIn(listener)) {
      listener.held = held;
      response.write(`event: operator\ndata: ${JSON.stringify({ held })}\n\n`);
    }
    if (!open) response.end();
    else if (messages.length === atOnce) this.#look([listener]);
  }

  #beat(): void {
    for (const listener of this.#all()) {
      if (takesIn(listener)) listener.response.write(':\n\n');
      else if (listener.stuck) listener.response.destroy();
      else listener.stuck = true;
    }
  }
}

/** False while too much waits for a tab to read it, and when it is gone. */
const takesIn = ({ response }: Listener): boolean =>
  response.writableLength < mostUnsent && !response.writableEnded && !response.destroyed;

interface News {
  /** False when the channel was deleted. */
  open: boolean;
  held: boolean;
  messages: TranscriptRow[];
}

async function readNews(database: Database, listeners: Listener[]): Promise<News[]> {
  const { rows } = await database.query<TranscriptRow & { k: number; open: boolean; held: boolean }>({
    name: 'webchat-news',
    text: `SELECT w.k::int AS k, c.id IS NOT NULL AS open, d.held_at IS NOT NULL AS held, m.*
           FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) WITH ORDINALITY
             AS w(project_id, channel_id, external_id, after, k)
           LEFT JOIN dialog.channels AS c
             ON c.project_id = w.project_id AND c.id = w.channel_id AND c.deleted_at IS NULL
           LEFT JOIN dialog.identities AS i
             ON i.project_id = w.project_id AND i.channel_id = w.channel_id AND i.external_id = w.external_id
           LEFT JOIN dialog.dialogs AS d ON d.project_id = i.project_id AND d.identity_id = i.id
           LEFT JOIN LATERAL (
             SELECT m.n, m.message_id, m.direction, m.author, m.content, m.created_at
             FROM dialog.webchat_messages AS m
             WHERE m.project_id = i.project_id AND m.identity_id = i.id AND m.n > w.after
             ORDER BY m.n LIMIT ${atOnce}) AS m ON true
           ORDER BY w.k, m.n`,
    values: [
      listeners.map(({ visitor }) => visitor.projectId),
      listeners.map(({ visitor }) => visitor.channelId),
      listeners.map(({ visitor }) => visitor.externalId),
      listeners.map(({ after }) => after),
    ],
  });
  const news = listeners.map((): News => ({ open: false, held: false, messages: [] }));
  for (const row of rows) {
    const entry = news[row.k - 1]!;
    entry.open = row.open;
    entry.held = row.held;
    if (row.n !== null) entry.messages.push(row);
  }
  return news;
}
