import type { Memory } from './memory.ts';
import type { Server } from './server.ts';
import type { Stored } from './wire.ts';

/** What the visitor said and the server has not confirmed. */
export interface Letter {
  /** The server takes a message of one id once. */
  id: string;
  /** The visitor who said it: another one does not send it. */
  from: string;
  text: string;
  /** What is posted beside the id. */
  what: Record<string, unknown>;
  files: Stored[];
  /** The server has not taken it; it is sent when the visitor wants it again. */
  refused?: boolean;
}

/** What became of a letter. */
export type Fate =
  | { is: 'sent'; messageId: string }
  /** It is tried again by itself. */
  | { is: 'waiting'; isOffline: boolean }
  | { is: 'refused'; status: number };

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
const most = 50;

/**
 * Sends what the visitor says, one after the other. It is stored until the server has confirmed it, so that neither a lost network nor a
 * closed page loses it, and it has an id, so that the server takes it once.
 */
export class Outbox {
  readonly #memory: Memory;
  readonly #server: Server;
  readonly #tell: (letter: Letter, fate: Fate) => void;
  #letters: Letter[] = [];
  #isSending = false;
  #wait = firstWaitMs;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(memory: Memory, server: Server, tell: (letter: Letter, fate: Fate) => void) {
    this.#memory = memory;
    this.#server = server;
    this.#tell = tell;
  }

  /** What an earlier page has left, of this visitor. */
  restore(visitor: string): Letter[] {
    const here = new Set(this.#letters.map(({ id }) => id));
    const left = this.#read().filter(({ id, from }) => (from === visitor || !from) && !here.has(id));
    this.#letters.push(...left);
    return left;
  }

  get isEmpty(): boolean {
    return !this.#next;
  }

  add(letter: Letter): void {
    this.#letters.push(letter);
    this.#write([...this.#read(), letter].slice(-most));
    void this.send();
  }

  get #next(): Letter | undefined {
    return this.#letters.find(({ refused }) => !refused);
  }

  /** Sends what was refused, after what waits. */
  retry(letter: Letter): void {
    this.#letters = this.#letters.filter((each) => each !== letter);
    this.#write(this.#read().filter(({ id }) => id !== letter.id));
    letter.refused = false;
    this.add(letter);
  }

  /** Says whose the letters of this page are: nobody knew when they were written, or the visit has ended and another began. */
  sign(visitor: string): void {
    for (const letter of this.#letters) letter.from = visitor;
    const own = new Map(this.#letters.map((letter) => [letter.id, letter]));
    this.#write(this.#read().map((letter) => own.get(letter.id) ?? letter));
  }

  /** Drops everything: somebody else uses this browser now. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#letters = [];
    this.#write([]);
  }

  /** Sends what waits, now. */
  async send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let letter = this.#next; letter; letter = this.#next) {
        const fate = await this.#post(letter);
        if (this.#next !== letter) continue;
        if (fate.is === 'waiting') {
          this.#timer = setTimeout(() => void this.send(), this.#wait * (0.75 + Math.random() / 2));
          this.#wait = Math.min(this.#wait * 2, longestWaitMs);
          this.#tell(letter, fate);
          return;
        }
        this.#wait = firstWaitMs;
        const { id } = letter;
        if (fate.is === 'refused') {
          letter.refused = true;
          this.#write(this.#read().map((each) => (each.id === id ? { ...each, refused: true } : each)));
        } else {
          this.#letters = this.#letters.filter((each) => each.id !== id);
          this.#write(this.#read().filter((each) => each.id !== id));
        }
        this.#tell(letter, fate);
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #post({ id, what }: Letter): Promise<Fate> {
    try {
      const answer = await this.#server.post('/messages', { ...what, message_id: id });
      const { status } = answer;
      if (answer.ok) {
        const { message_id: messageId } = (await answer.json()) as { message_id: string };
        return { is: 'sent', messageId };
      }
      return status >= 500 || status === 408
        ? { is: 'waiting', isOffline: false }
        : { is: 'refused', status };
    } catch (error) {
      if (error instanceof Response) {
        const { status } = error;
        return status >= 500 || status === 429
          ? { is: 'waiting', isOffline: false }
          : { is: 'refused', status };
      }
      return { is: 'waiting', isOffline: true };
    }
  }

  #read(): Letter[] {
    try {
      return JSON.parse(this.#memory.read('outbox') ?? '[]') as Letter[];
    } catch {
      return [];
    }
  }

  #write(letters: Letter[]): void {
    this.#memory.write('outbox', letters.length > 0 ? JSON.stringify(letters) : undefined);
  }
}
