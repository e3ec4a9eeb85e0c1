import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type EventStream, EventStreams } from '../../platform/event-stream.ts';
import { noteDatabaseFault } from '../../platform/fault-log.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { readToday } from '../analytics/today.ts';
import type { AuditNews } from '../audit/news.ts';
import { type FollowedEntry, type LogPage, readOn, readOnAtOnce } from '../audit/read-on.ts';
import { rolesNow, type Standing } from '../gate/standing.ts';
import { type ProjectGate, passes, type Role } from '../rights/roles.ts';
import { entryFor } from '../rights/sight.ts';
import { Announcer, type Passing, readPassing } from './announce.ts';
import { eventOf, eventText } from './event-text.ts';
import { gateOf } from './kinds.ts';

/** Somebody who is to be told what happens in a project. */
export interface Newcomer extends Standing {
  role: Role;
  /** After which entry they want to go on: its number as text. Undefined to begin with what happens from now on. */
  cursor?: string | undefined;
}

/** Gets the data of what passes. */
export type OnPassing = (projectId: string, data: Record<string, unknown>) => void;

/** A connection that listens. */
interface Listener extends Standing {
  role: Role;
  stream: EventStream;
  /** Where it wants to begin, until it has begun. */
  wanted: { cursor: string | undefined } | undefined;
  /** The number of the last entry that it was told, or need not be told. */
  after: number;
  /** The figures that it was told last. */
  figures: string;
}

/** Listeners at the same place of the same log, who are told the same. */
interface Place {
  projectId: string;
  after: number;
  listeners: Listener[];
}

/** Events that are written together. */
interface Piece {
  /** Empty if all its entries are hidden from the role. */
  events: Buffer;
  /** The number of the last entry in it. */
  upTo: number;
}

export interface LiveLimits {
  /** Streams of one person in this process. */
  perPerson: number;
  /** Streams of one project in this process. */
  perProject: number;
}

export interface LiveTimes {
  /** Notices can be lost, so all logs are looked at in this interval. */
  pollMs: number;
  /** The interval in which roles and sessions are looked at: who lost one is told nothing more after it. */
  checkMs: number;
  /** Figures are told in this interval at most. */
  figuresMs: number;
  /** Who reads nothing in two heartbeats is cut off. */
  heartbeatMs: number;
}

export const usualLimits: LiveLimits = { perPerson: 20, perProject: 1000 };
const usualTimes: LiveTimes = { pollMs: 5000, checkMs: 500, figuresMs: 2000, heartbeatMs: 15_000 };

/** A listener may go on after an entry if all that it missed is younger. */
const recentSeconds = 3600;
/** Bytes in memory for a client that reads slowly; the rest waits in the database. */
const mostUnsent = 64 * 1024;
const pieceBytes = 16 * 1024;
/** Places that one statement reads on from: listeners who keep up share one for each project. */
const placesAtOnce = 50;

interface LiveParts {
  database: Database;
  auditNews: AuditNews;
  log: Logger;
}

/**
 * Tells people who look on what happens in their projects, as server-sent events.
 *
 * What is on record follows the numbering of the audit log: a notice of `AuditNews` names projects, and one statement reads on
 * for all listeners in this process, however many they are. Each listener has its place in the log and is told what is behind
 * it, as fast as it reads. So nothing is left out, told twice or told in another order, whichever process a listener comes to.
 * What passes and is not on record is told to whoever is there.
 *
 * One statement each half second reads whether everybody may still listen, and in which role.
 */
export class LiveStreams {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #limits: LiveLimits;
  readonly #streams: EventStreams;
  readonly #announcer: Announcer;
  readonly #unfollow: () => void;
  readonly #timers: NodeJS.Timeout[];
  readonly #projects = new Map<string, Set<Listener>>();
  readonly #ofPerson = new Map<string, number>();
  readonly #due = new Set<Listener>();
  readonly #followers = new Map<string, OnPassing>();
  /** Projects whose figures may have changed. */
  readonly #counted = new Set<string>();
  #isReading = false;
  #isChecking = false;

  constructor({ database, auditNews, log }: LiveParts, limits = usualLimits, times: Partial<LiveTimes> = {}) {
    const { pollMs, checkMs, figuresMs, heartbeatMs } = { ...usualTimes, ...times };
    this.#database = database;
    this.#log = log;
    this.#limits = limits;
    this.#streams = new EventStreams({ heartbeatMs, mostUnsent });
    this.#announcer = new Announcer(database);
    this.#unfollow = auditNews.follow((projectIds) => this.#hearNews(projectIds));
    this.#timers = [
      setInterval(() => this.#look(this.#all()), pollMs),
      setInterval(() => void this.#check(), checkMs),
      setInterval(() => void this.#count(), figuresMs),
    ];
    // A start that fails before it answers requests ends without closing this.
    for (const timer of this.#timers) timer.unref();
  }

  /** @throws Problem 429 if the person or the project has as many streams in this process as it may */
  admit({ personId, projectId }: Pick<Standing, 'personId' | 'projectId'>): void {
    const { perPerson, perProject } = this.#limits;
    if ((this.#ofPerson.get(personId) ?? 0) >= perPerson) {
      throw tooMany(`You listen in ${perPerson} places already. Close one.`);
    }
    if ((this.#projects.get(projectId)?.size ?? 0) >= perProject) {
      throw tooMany(`${perProject} people listen to this project already. Close a window that shows it.`);
    }
  }

  /** Adds an answer whose head was written. */
  add({ projectId, personId, sessionId, role, cursor }: Newcomer, response: ServerResponse): void {
    const stream = this.#streams.open(response, {
      drained: () => this.#look([listener]),
      closed: () => this.#remove(listener),
      // With its place, so that a listener who was told nothing for long can still go on after it.
      beat: () => (listener.wanted ? ':\n\n' : `:\nid: ${listener.after}\n\n`),
    });
    if (!stream) return;
    const listener: Listener = {
      ...{ projectId, personId, sessionId, role, stream },
      ...{ wanted: { cursor }, after: 0, figures: '' },
    };
    const beside = this.#projects.get(projectId) ?? new Set();
    this.#projects.set(projectId, beside.add(listener));
    this.#ofPerson.set(personId, (this.#ofPerson.get(personId) ?? 0) + 1);
    this.#counted.add(projectId);
    this.#look([listener]);
  }

  /** Tells listeners in all processes what passes. It can be lost. */
  announce(passing: Passing): void {
    this.#announcer.announce(passing);
  }

  /** Calls `onPassing` with what passes under this name in any process, this one included. */
  follow(event: string, onPassing: OnPassing): void {
    this.#followers.set(event, onPassing);
  }

  /** Takes a notice of `liveTopic`. */
  hear(notice: string | undefined): void {
    for (const { projectId, event, gate, exceptPersonId, text } of notice ? readPassing(notice) : []) {
      this.#followers.get(event)?.(projectId, JSON.parse(text));
      const events = Buffer.from(eventText(event, text));
      for (const listener of this.#projects.get(projectId) ?? []) {
        if (listener.personId !== exceptPersonId) this.#tellNow(listener, gate, events);
      }
    }
  }

  /** Number of listeners in this process. */
  get size(): number {
    let size = 0;
    for (const { size: some } of this.#projects.values()) size += some;
    return size;
  }

  /** Ends all streams, so that they do not delay a server that stops; their clients go on elsewhere. */
  async close(): Promise<void> {
    this.#unfollow();
    for (const timer of this.#timers) clearInterval(timer);
    this.#streams.close();
    await this.#announcer.close();
  }

  *#all(): Iterable<Listener> {
    for (const listeners of this.#projects.values()) yield* listeners;
  }

  #remove(listener: Listener): void {
    const { projectId, personId } = listener;
    this.#due.delete(listener);
    const beside = this.#projects.get(projectId);
    if (!beside?.delete(listener)) return;
    if (beside.size === 0) this.#projects.delete(projectId);
    const left = this.#ofPerson.get(personId)! - 1;
    if (left === 0) this.#ofPerson.delete(personId);
    else this.#ofPerson.set(personId, left);
  }

  #hearNews(projectIds: readonly string[] | undefined): void {
    for (const projectId of projectIds ?? this.#projects.keys()) {
      const listeners = this.#projects.get(projectId);
      if (!listeners) continue;
      this.#counted.add(projectId);
      this.#look(listeners);
    }
  }

  #look(listeners: Iterable<Listener>): void {
    for (const listener of listeners) if (listener.stream.takesIn) this.#due.add(listener);
    if (!this.#isReading) void this.#read();
  }

  /** Reads for all waiting listeners in one statement; those that come meanwhile share the next one. */
  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      // After this turn of the event loop, so that listeners that come together are read for together.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#due.size > 0) {
        const places = this.#takePlaces();
        const pages = await readOn(this.#database, places, recentSeconds);
        for (const [i, place] of places.entries()) this.#tell(place, pages[i]!);
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'live streams cannot be read; trying again in 5 s');
    } finally {
      this.#isReading = false;
    }
  }

  /** Takes waiting listeners by their places. */
  #takePlaces(): Place[] {
    const places = new Map<string, Place>();
    for (const listener of this.#due) {
      const { projectId } = listener;
      const after = listener.wanted ? placeOf(listener.wanted.cursor) : listener.after;
      const name = `${projectId} ${after}`;
      let place = places.get(name);
      if (!place) {
        if (places.size === placesAtOnce) continue;
        place = { projectId, after, listeners: [] };
        places.set(name, place);
      }
      place.listeners.push(listener);
      this.#due.delete(listener);
    }
    return [...places.values()];
  }

  #tell({ listeners, after }: Place, page: LogPage): void {
    const { entries } = page;
    const pieces = new Map<Role, Piece[]>();
    for (const listener of listeners) {
      const { stream, role } = listener;
      if (!stream.takesIn) continue;
      if (listener.wanted && !begin(listener, after, page)) continue;
      if (!pieces.has(role)) pieces.set(role, piecesFor(role, entries));
      for (const { events, upTo } of pieces.get(role)!) {
        if (!stream.takesIn) break;
        if (events.length > 0) stream.write(events);
        listener.after = upTo;
      }
      if (entries.length === readOnAtOnce && stream.takesIn) this.#due.add(listener);
    }
  }

  /** Ends the streams of those who may not listen any more, and tells others of their new role. */
  async #check(): Promise<void> {
    if (this.#isChecking || this.#projects.size === 0) return;
    this.#isChecking = true;
    try {
      const standings = new Map<string, Listener[]>();
      for (const listener of this.#all()) {
        const name = `${listener.projectId} ${listener.sessionId}`;
        const same = standings.get(name);
        if (same) same.push(listener);
        else standings.set(name, [listener]);
      }
      const groups = [...standings.values()];
      const roles = await rolesNow(
        this.#database,
        groups.map(([first]) => first!),
      );
      for (const [i, group] of groups.entries()) {
        for (const listener of group) changeRole(listener, roles[i]);
      }
    } catch (error) {
      // While the database is away there is nothing to tell either.
      if (!noteDatabaseFault(this.#log, error, 'the roles of live streams')) {
        this.#log.warn({ err: error }, 'the roles of live streams cannot be read; trying again');
      }
    } finally {
      this.#isChecking = false;
    }
  }

  async #count(): Promise<void> {
    const projectIds = [...this.#counted].filter((projectId) => this.#projects.has(projectId));
    this.#counted.clear();
    if (projectIds.length === 0) return;
    try {
      for (const [projectId, days] of await readToday(this.#database, projectIds)) {
        const figures = eventText('figures', JSON.stringify({ items: days }));
        const events = Buffer.from(figures);
        for (const listener of this.#projects.get(projectId) ?? []) {
          if (listener.figures === figures) continue;
          if (this.#tellNow(listener, 'read', events)) listener.figures = figures;
        }
      }
    } catch {
      for (const projectId of projectIds) this.#counted.add(projectId);
    }
  }

  /** Tells what has no place in the log. @returns false if it was not told */
  #tellNow({ wanted, role, stream }: Listener, gate: ProjectGate, events: Buffer): boolean {
    if (wanted || !passes(role, gate) || !stream.takesIn) return false;
    stream.write(events);
    return true;
  }
}

const tooMany = (detail: string) => new Problem(429, 'too_many_streams', detail, { retryAfterSeconds: 30 });

/** The place that a client names; behind the end of every log if it names none. */
const placeOf = (cursor: string | undefined): number =>
  cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER;

/**
 * Gives a listener its place: where it wanted to begin, or the end of the log.
 * @param after the place behind which the page was read
 * @returns whether it goes on with the entries of the page
 */
function begin(listener: Listener, after: number, { head, entries: [next] }: LogPage): boolean {
  const { wanted, role, stream } = listener;
  listener.wanted = undefined;
  // Without gaps: if another number follows, entries between were deleted.
  const isKnown = after === head || (next?.id === after + 1 && next.isRecent);
  const wantsOn = wanted?.cursor !== undefined;
  listener.after = wantsOn && isKnown ? after : head;
  const name = wantsOn && !isKnown ? 'reset' : 'open';
  stream.write(eventText(name, JSON.stringify({ cursor: listener.after, role }), listener.after));
  return wantsOn && isKnown;
}

/** The events of a page for one role, in pieces. */
function piecesFor(role: Role, entries: readonly FollowedEntry[]): Piece[] {
  const pieces: Piece[] = [];
  let events = '';
  for (const [i, entry] of entries.entries()) {
    if (passes(role, gateOf(entry.action))) events += eventOf(entryFor([role], entry));
    if (events.length < pieceBytes && i < entries.length - 1) continue;
    pieces.push({ events: Buffer.from(events), upTo: entry.id });
    events = '';
  }
  return pieces;
}

/** @param role undefined if the listener may not listen any more */
function changeRole(listener: Listener, role: Role | undefined): void {
  if (role === listener.role) return;
  if (role === undefined) {
    listener.stream.end();
    return;
  }
  listener.role = role;
  if (!listener.wanted && listener.stream.takesIn) {
    listener.stream.write(eventText('role', JSON.stringify({ role })));
  }
}
