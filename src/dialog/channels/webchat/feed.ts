import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { type EventStream, EventStreams } from '../../../platform/event-stream.ts';
import type { Database } from '../../../platform/postgres.ts';
import { as, rowsOf } from '../../../platform/sql-expressions.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { dialogs } from '../../dialogs/schema.ts';
import { channels, identities } from '../../schema.ts';
import { portraitOf } from './appearance.ts';
import { type Lead, leadColumns, showPerson } from './lead.ts';
import { readPressNotice } from './press.ts';
import { readRevised, readRevisionNotice } from './revise.ts';
import { webchatMessages, webchatTranscripts } from './schema.ts';
import { isMessage, noticeOf, type SignFile, show, shownIfAny, type VisitorPlace } from './transcript.ts';
import { readTyping, type TypingNotice } from './typing.ts';

/** A browser tab that listens. */
interface Listener {
  visitor: VisitorPlace;
  stream: EventStream;
  /** The number of the last message that was written to it. */
  after: number;
  /** What it was last told of who leads the dialog, as JSON. */
  lead: string | undefined;
  /** Up to where it was last told that what the visitor said was read. */
  seen: number;
  /** Makes addresses of files, as its browser reaches this server. */
  sign: SignFile;
  /** What else it asked to be told. */
  hears: Hears;
  /** What is being written, if it was not told about it yet. */
  typing: Writing | undefined;
}

/** A message that is being written. */
interface Writing {
  said: Omit<TypingNotice['typing'], 'ms'>;
  /** By `performance.now()`. */
  until: number;
}

/** Events that a tab gets if it asks for them; scripts of earlier versions stumble over those that they do not know. */
interface Hears {
  /** That a message is being written. */
  typing?: boolean;
  /** What a press did. */
  presses?: boolean;
  /** That a message was edited or deleted. */
  revisions?: boolean;
  /** That somebody has read what the visitor said. */
  seen?: boolean;
}

export interface FeedTimes {
  /** Notices can be lost, so all tabs are checked at this interval. */
  pollMs: number;
  /** A tab that reads nothing in two heartbeats is cut off. */
  heartbeatMs: number;
}

const usualTimes: FeedTimes = { pollMs: 5000, heartbeatMs: 15_000 };
const atOnce = 50;
/** Most bytes in memory for a tab that reads slowly. */
const mostUnsent = 128 * 1024;
/** Most visitors of whom it is remembered that somebody writes to them; those who come on top see it only if they listen. */
const mostWritten = 10_000;

/**
 * Sends new messages to listening tabs, as server-sent events.
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
  /** By visitor: a tab connects only after its first message was sent, when the answer may be in the writing already. */
  readonly #writing = new Map<string, Writing>();
  readonly #streams: EventStreams;
  readonly #timer: NodeJS.Timeout;
  #reading = false;

  constructor(database: Database, log: Logger, { pollMs, heartbeatMs } = usualTimes) {
    this.#database = database;
    this.#log = log;
    this.#streams = new EventStreams({ heartbeatMs, mostUnsent });
    // A start that fails before it answers requests ends without closing this.
    this.#timer = setInterval(() => {
      this.#forgetWritten();
      this.wake();
    }, pollMs).unref();
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
    const name = noticeOf(visitor);
    const tabs = this.#listeners.get(name) ?? new Set();
    const stream = this.#streams.open(response, {
      drained: () => this.#look([listener]),
      closed: () => {
        tabs.delete(listener);
        this.#due.delete(listener);
        if (tabs.size === 0 && this.#listeners.get(name) === tabs) this.#listeners.delete(name);
      },
    });
    if (!stream) return;
    const listener: Listener = {
      ...{ visitor, stream, after, sign, hears },
      ...{ lead: undefined, seen: 0, typing: hears.typing ? this.#writing.get(name) : undefined },
    };
    this.#listeners.set(name, tabs.add(listener));
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
    const { ms, ...said } = typing.typing;
    if (ms === 0) return void this.#endTyping(typing.visitor);
    const writing = { said, until: performance.now() + ms };
    if (this.#writing.size >= mostWritten) this.#forgetWritten();
    if (this.#writing.size < mostWritten) this.#writing.set(typing.visitor, writing);
    const listeners = [...(this.#listeners.get(typing.visitor) ?? [])].filter(({ hears }) => hears.typing);
    for (const listener of listeners) listener.typing = writing;
    // The messages before it come first, and they may not have been read yet.
    this.#look(listeners);
  }

  /** Tells the tabs of a visitor what a press did. @param notice as `answerPress` sends it; who misses it sees it on reloading */
  showPress(notice: string | undefined): void {
    const shown = notice === undefined ? undefined : readPressNotice(notice);
    for (const listener of shown ? (this.#listeners.get(shown.visitor) ?? []) : []) {
      if (!listener.hears.presses || !listener.stream.takesIn) continue;
      listener.stream.write(`event: press\ndata: ${JSON.stringify(shown!.press)}\n\n`);
    }
  }

  /** Shows the tabs of a visitor a message that was changed. @param notice who misses it sees the change on reloading */
  async showRevision(notice: string | undefined): Promise<void> {
    const told = notice === undefined ? undefined : readRevisionNotice(notice);
    const listeners = told ? [...(this.#listeners.get(told.visitor) ?? [])] : [];
    for (const { hears, stream, visitor, sign, after } of listeners) {
      if (!hears.revisions) continue;
      // A visitor has few tabs, and people change few messages.
      const message = await readRevised(this.#database, visitor, told!.message_id, sign).catch(
        () => undefined,
      );
      // A tab that was not shown the message yet is shown it as it is now.
      if (!message || message.n > after || !stream.takesIn) continue;
      stream.write(`event: revision\ndata: ${JSON.stringify(message)}\n\n`);
    }
  }

  /** Ends all answers, so that they do not delay a server that stops. */
  close(): void {
    clearInterval(this.#timer);
    this.#streams.close();
  }

  *#all(): Iterable<Listener> {
    for (const tabs of this.#listeners.values()) yield* tabs;
  }

  /** A person has finished. What the scenario writes goes on. */
  #endTyping(visitor: string): void {
    const isPerson = (writing: Writing | undefined) => writing?.said.message_id === undefined;
    if (isPerson(this.#writing.get(visitor))) this.#writing.delete(visitor);
    for (const listener of this.#listeners.get(visitor) ?? [])
      if (isPerson(listener.typing)) listener.typing = undefined;
  }

  #forgetWritten(): void {
    const now = performance.now();
    for (const [visitor, { until }] of this.#writing) if (until <= now) this.#writing.delete(visitor);
  }

  #look(listeners: Iterable<Listener>): void {
    for (const listener of listeners) if (listener.stream.takesIn) this.#due.add(listener);
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

  #tell(listener: Listener, { open, held, person, seen, messages }: News): void {
    const { stream } = listener;
    const lead = JSON.stringify({ held, person });
    // First, because who says what follows is somebody else from now on.
    if (lead !== listener.lead && stream.takesIn) {
      listener.lead = lead;
      stream.write(`event: operator\ndata: ${lead}\n\n`);
    }
    for (const row of messages) {
      if (!stream.takesIn) return;
      const message = show(row, listener.visitor.channelId, listener.sign);
      stream.write(`id: ${row.n}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
      listener.after = row.n;
      if (message.message_id === listener.typing?.said.message_id) listener.typing = undefined;
    }
    if (listener.hears.seen && seen > listener.seen && stream.takesIn) {
      listener.seen = seen;
      stream.write(`event: seen\ndata: ${JSON.stringify({ n: seen })}\n\n`);
    }
    if (messages.length < atOnce) this.#tellTyping(listener);
    if (!open) stream.end();
    else if (messages.length === atOnce) this.#look([listener]);
  }

  #tellTyping(listener: Listener): void {
    const { typing, stream, visitor } = listener;
    listener.typing = undefined;
    const seconds = typing ? Math.round(typing.until - performance.now()) / 1000 : 0;
    if (!typing || seconds <= 0 || !stream.takesIn) return;
    const { picture, ...said } = typing.said;
    const told = { ...said, ...portraitOf(visitor.channelId, picture), seconds };
    stream.write(`event: typing\ndata: ${JSON.stringify(told)}\n\n`);
  }
}

interface News extends Lead {
  /** False if the channel was deleted. */
  open: boolean;
  seen: number;
  messages: Parameters<typeof show>[0][];
}

const c = alias(channels, 'c');
const i = alias(identities, 'i');
const d = alias(dialogs, 'd');
const m = alias(webchatMessages, 'm');
const t = alias(webchatTranscripts, 't');
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
    ...leadColumns(d),
    seen: as(types.int, sql`coalesce(${t.seen}, 0)`),
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
    LEFT JOIN ${webchatTranscripts} AS ${t} ON ${t.projectId} = ${i.projectId} AND ${t.identityId} = ${i.id}
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
  const news = listeners.map((): News => ({ open: false, held: false, person: null, seen: 0, messages: [] }));
  for (const row of rows) {
    const entry = news[row.place - 1]!;
    entry.open = row.open;
    entry.held = row.held;
    entry.person = showPerson(row.person, listeners[row.place - 1]!.visitor.channelId);
    entry.seen = row.seen;
    if (isMessage(row)) entry.messages.push(row);
  }
  return news;
}
