import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/postgres.ts';
import { as, rowsOf } from '../../../platform/sql-expressions.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { dialogs } from '../../dialogs/schema.ts';
import { channels, identities } from '../../schema.ts';
import { readPressNotice } from './press.ts';
import { webchatMessages } from './schema.ts';
import { isMessage, noticeOf, type SignFile, show, shownIfAny, type VisitorPlace } from './transcript.ts';
import { readTyping } from './typing.ts';

/** A browser tab that listens. */
interface Listener {
  visitor: VisitorPlace;
  response: ServerResponse;
  /** The number of the last message that was written to it. */
  after: number;
  /** What it was last told about an operator. */
  held: boolean | undefined;
  /** Makes addresses of files, as its browser reaches this server. */
  sign: SignFile;
  /** What else it asked to be told. */
  hears: Hears;
  /** A message that is being written until this time of `performance.now()`, and that it was not told about yet. */
  typing: { messageId: string; author: string; until: number } | undefined;
  /** Set if it has read nothing since before the last heartbeat. */
  stuck: boolean;
}

/** Events that a tab gets if it asks for them; scripts of earlier versions stumble over those that they do not know. */
interface Hears {
  /** That a message is being written. */
  typing?: boolean;
  /** What a press did. */
  presses?: boolean;
}

export interface FeedTimes {
  /** Notices can be lost, so all tabs are checked at this interval. */
  pollMs: number;
  /** A write at this interval keeps proxies from closing the connection. A tab that reads nothing in two of them is cut off. */
  heartbeatMs: number;
}

const usualTimes: FeedTimes = { pollMs: 5000, heartbeatMs: 15_000 };
const atOnce = 50;
/** Most bytes in memory for a tab that reads slowly. */
const mostUnsent = 128 * 1024;
/** Milliseconds for answers to be sent while the server stops. */
const graceMs = 1000;

/**
 * Sends new messages to listening tabs, as server-sent events:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 *
 * A notice only says where to look. Each tab gets the messages of the transcript after the last one it was sent, so nothing
 * is lost or sent twice, whichever process sent the notice and even if it was lost. A tab that reads slowly gets only as much
 * as it reads; the rest waits in the database.
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
    // A start that fails before it answers requests ends without closing this.
    for (const timer of this.#timers) timer.unref();
  }

  /** Number of tabs of a visitor that listen in this process. */
  count(visitor: VisitorPlace): number {
    return this.#listeners.get(noticeOf(visitor))?.size ?? 0;
  }

  /**
   * Adds a tab that gets the messages after `after`. Its headers must have been written.
   * @param given.sign makes the addresses of files for it
   */
  add(
    visitor: VisitorPlace,
    response: ServerResponse,
    after: number,
    { sign, ...hears }: { sign: SignFile } & Hears,
  ): void {
    if (this.#closed) {
      response.end();
      return;
    }
    const listener: Listener = {
      ...{ visitor, response, after, sign, hears },
      ...{ held: undefined, typing: undefined, stuck: false },
    };
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
    // The browser's pause before it reconnects.
    response.write('retry: 2000\n\n');
    this.#look([listener]);
  }

  /** Checks for new messages of one visitor, or of all. @param notice as `noticeOf` writes it */
  wake(notice?: string): void {
    this.#look(notice === undefined ? this.#all() : (this.#listeners.get(notice) ?? []));
  }

  /** Tells the tabs of a visitor that a message is being written. @param notice the payload of a notice; lost ones do not matter */
  announce(notice: string | undefined): void {
    const typing = notice === undefined ? undefined : readTyping(notice);
    if (!typing) return;
    const { messageId, author, ms, visitor } = typing;
    const listeners = [...(this.#listeners.get(visitor) ?? [])].filter(({ hears }) => hears.typing);
    for (const listener of listeners) listener.typing = { messageId, author, until: performance.now() + ms };
    // The messages before it come first, and they may not have been read yet.
    this.#look(listeners);
  }

  /** Tells the tabs of a visitor what a press did. @param notice as `answerPress` sends it; who misses it sees it on reloading */
  showPress(notice: string | undefined): void {
    const shown = notice === undefined ? undefined : readPressNotice(notice);
    for (const listener of shown ? (this.#listeners.get(shown.visitor) ?? []) : []) {
      if (!listener.hears.presses || !takesIn(listener)) continue;
      listener.response.write(`event: press\ndata: ${JSON.stringify(shown!.press)}\n\n`);
    }
  }

  /** Ends all answers, so that they do not delay a server that stops. */
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

  /** Reads for all waiting tabs in one statement; tabs that come meanwhile share the next one. */
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
      const message = show(row, listener.sign);
      response.write(`id: ${row.n}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
      listener.after = row.n;
      if (message.message_id === listener.typing?.messageId) listener.typing = undefined;
    }
    if (held !== listener.held && takesIn(listener)) {
      listener.held = held;
      response.write(`event: operator\ndata: ${JSON.stringify({ held })}\n\n`);
    }
    if (messages.length < atOnce) this.#tellTyping(listener);
    if (!open) response.end();
    else if (messages.length === atOnce) this.#look([listener]);
  }

  #tellTyping(listener: Listener): void {
    const { typing, response } = listener;
    listener.typing = undefined;
    const seconds = typing ? Math.round(typing.until - performance.now()) / 1000 : 0;
    if (!typing || seconds <= 0 || !takesIn(listener)) return;
    const { messageId: message_id, author } = typing;
    response.write(`event: typing\ndata: ${JSON.stringify({ message_id, author, seconds })}\n\n`);
  }

  #beat(): void {
    for (const listener of this.#all()) {
      if (takesIn(listener)) listener.response.write(':\n\n');
      else if (listener.stuck) listener.response.destroy();
      else listener.stuck = true;
    }
  }
}

/** False while too many bytes wait for a tab to read, and after it has gone. */
const takesIn = ({ response }: Listener): boolean =>
  response.writableLength < mostUnsent && !response.writableEnded && !response.destroyed;

interface News {
  /** False if the channel was deleted. */
  open: boolean;
  held: boolean;
  messages: Parameters<typeof show>[0][];
}

const c = alias(channels, 'c');
const i = alias(identities, 'i');
const d = alias(dialogs, 'd');
const m = alias(webchatMessages, 'm');
const w = rowsOf('w', {
  projectId: i.projectId,
  channelId: i.channelId,
  externalId: i.externalId,
  after: types.int,
});

const findNews = statement({
  name: 'webchat-news',
  params: { listeners: w },
  columns: {
    place: w.n,
    open: as(types.boolean, sql`${c.id} IS NOT NULL`),
    held: as(types.boolean, sql`${d.heldAt} IS NOT NULL`),
    ...shownIfAny,
  },
  query: ({ listeners }, columns) => sql`
    SELECT ${columns} FROM ${listeners}
    LEFT JOIN ${channels} AS ${c}
      ON ${c.projectId} = ${w.at.projectId} AND ${c.id} = ${w.at.channelId} AND ${c.deletedAt} IS NULL
    LEFT JOIN ${identities} AS ${i}
      ON ${i.projectId} = ${w.at.projectId} AND ${i.channelId} = ${w.at.channelId}
        AND ${i.externalId} = ${w.at.externalId}
    LEFT JOIN ${dialogs} AS ${d} ON ${d.projectId} = ${i.projectId} AND ${d.identityId} = ${i.id}
    LEFT JOIN LATERAL (
      SELECT ${m}.* FROM ${webchatMessages} AS ${m}
      WHERE ${m.projectId} = ${i.projectId} AND ${m.identityId} = ${i.id} AND ${m.n} > ${w.at.after}
      ORDER BY ${m.n} LIMIT ${atOnce}) AS ${m} ON true
    ORDER BY ${w.n}, ${m.n}`,
});

async function readNews(database: Database, listeners: Listener[]): Promise<News[]> {
  const rows = await findNews.all(database, {
    listeners: listeners.map(({ visitor: { projectId, channelId, externalId }, after }) => {
      return { projectId, channelId, externalId, after };
    }),
  });
  const news = listeners.map((): News => ({ open: false, held: false, messages: [] }));
  for (const row of rows) {
    const entry = news[row.place - 1]!;
    entry.open = row.open;
    entry.held = row.held;
    if (isMessage(row)) entry.messages.push(row);
  }
  return news;
}
