import { notify } from '../../platform/notices.ts';
import type { Database } from '../../platform/postgres.ts';
import { isProjectGate, type ProjectGate } from '../rights/roles.ts';

/** The topic of notices about what happens and is not on record. Payload: as `readPassing` reads it. */
export const liveTopic = 'parley_live';

/** Something that happens and is not on record, such as that somebody writes. Whoever misses it has missed nothing. */
export interface Passing {
  projectId: string;
  /** The name of the event: a word without a dot, so that it is no kind of the audit log. */
  event: string;
  /** Who is told. */
  gate: ProjectGate;
  /** Whoever caused it, and is not told. */
  exceptPersonId?: string;
  /** Ids and what a list shows; no secrets, and at most 4 KiB as JSON. */
  data: Record<string, unknown>;
}

/** A notice has less than 8,000 bytes, also with what surrounds the data. */
const largestPassing = 4096;
const largestNotice = 7500;

/** What happens within this time is told together: a notice holds up every other commit that sends one. */
const announceEveryMs = 100;

/** Tells all processes of an installation what passes. It is never part of a transaction. */
export class Announcer {
  readonly #database: Database;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Tells it a moment later. @throws Error if it is too large for a notice */
  announce({ projectId, event, gate, exceptPersonId, data }: Passing): void {
    const text = JSON.stringify(data);
    if (Buffer.byteLength(text) > largestPassing) {
      throw new Error(`The event ${event} has more than ${largestPassing} bytes.`);
    }
    this.#waiting.push([projectId, event, gate, exceptPersonId ?? '-', text].join(' '));
    this.#timer ??= setTimeout(() => this.#send(), announceEveryMs);
  }

  /** Tells what waits to be told. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#send();
    await this.#sending;
  }

  #send(): void {
    this.#timer = undefined;
    let notice = '';
    for (const line of this.#waiting.splice(0)) {
      if (notice !== '' && Buffer.byteLength(notice) + Buffer.byteLength(line) >= largestNotice) {
        this.#notify(notice);
        notice = '';
      }
      notice += notice === '' ? line : `\n${line}`;
    }
    if (notice !== '') this.#notify(notice);
  }

  #notify(notice: string): void {
    this.#sending = this.#sending
      .then(() => notify(this.#database, liveTopic, notice))
      // Other code reports a database that is away, and nobody needs what passes later.
      .catch(() => {});
  }
}

/** What a notice says, with the data still as JSON text. */
export type ToldPassing = Omit<Passing, 'data'> & { text: string };

/** Reads the payload of a notice, without what another build may have written in another form. */
export function readPassing(payload: string): ToldPassing[] {
  return payload.split('\n').flatMap((line) => {
    const [, projectId, event, gate, person, text] =
      /^(\S+) ([a-z_]+) ([a-z]+) (\S+) (\{.*\})$/.exec(line) ?? [];
    if (text === undefined || !isProjectGate(gate!)) return [];
    return [
      {
        projectId: projectId!,
        event: event!,
        gate,
        ...(person !== '-' && { exceptPersonId: person! }),
        text,
      },
    ];
  });
}
