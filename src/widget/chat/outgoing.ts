import { make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import { type Bubbles, makeWords } from './bubbles.ts';
import type { Draft } from './draft.ts';
import type { Files } from './files.ts';
import type { Log } from './log.ts';
import type { Memory } from './memory.ts';
import type { Notes } from './notes.ts';
import { type Fate, type Letter, Outbox } from './outbox.ts';
import type { Server } from './server.ts';
import type { Uploads } from './uploads.ts';
import type { Message, Stored } from './wire.ts';

interface OutgoingOptions {
  server: Server;
  memory: Memory;
  texts: Texts;
  files: Files;
  uploads: Uploads;
  log: Log;
  bubbles: Bubbles;
  notes: Notes;
  input: HTMLTextAreaElement;
  draft: Draft;
  keepFocus: (change: () => void) => void;
  /** The id of the visitor; empty before the first session. */
  visitor: () => string;
  /** What the visitor says, as they read it. */
  worded: (text: string) => string;
  /** The server has what the visitor said. */
  said: () => void;
}

/** What stands in the log until the transcript has it. */
interface Pending {
  letter: Letter;
  box: HTMLElement;
  /** The id that the server gave it. */
  messageId?: string;
}

/** What the visitor says, on its way to the transcript. */
export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #outbox: Outbox;
  #pending: Pending[] = [];
  readonly #arrived = new Set<string>();
  #sendsWhenThere = false;

  constructor(options: OutgoingOptions) {
    this.#options = options;
    this.#outbox = new Outbox(options.memory, options.server, (letter, fate) => this.#tell(letter, fate));
  }

  /** A session has begun: what an earlier page could not send is sent now. */
  begin(visitor: string): void {
    this.#outbox.sign(visitor);
    this.#options.draft.restore(visitor);
    for (const letter of this.#outbox.restore(visitor)) {
      this.#show(letter);
      if (letter.refused) this.#refuse(this.#pending.at(-1)!);
    }
    if (!this.#outbox.isEmpty) void this.#outbox.send();
  }

  /** The log was emptied for another visit of the same person: what they said goes on. */
  showAgain(): void {
    this.#arrived.clear();
    for (const { box, letter } of this.#pending) this.#options.log.addOwn(box, letter.text);
  }

  /** Whether nothing waits to be sent. */
  get isEmpty(): boolean {
    return this.#outbox.isEmpty;
  }

  hurry(): void {
    if (!this.#outbox.isEmpty) void this.#outbox.send();
  }

  clear(): void {
    this.#outbox.clear();
    this.#pending = [];
    this.#arrived.clear();
  }

  /** Sends what is written and the files beside it, as soon as these are there. */
  submit(): void {
    const { input, draft, uploads, texts, notes } = this.#options;
    const text = input.value.trim();
    if (uploads.areUnderWay) {
      this.#sendsWhenThere = true;
      notes.tell(texts.afterFiles);
      return;
    }
    if (!text && !uploads.hasStored) {
      if (uploads.refused().length > 0) notes.warn(texts.nothingSent);
      return;
    }
    draft.clear();
    const { stored, refused } = uploads.take();
    const attachments = stored.map(({ file_id, type }) => ({ type: kindOf(type), file_id }));
    const what = stored.length > 0 ? { ...(text && { text }), attachments } : { text };
    // What was left out is said last, where the success of the rest would hide it.
    void this.say(text, what, stored).then(
      () => refused.length > 0 && notes.warn(texts.sentWithout(refused.join(', '))),
    );
  }

  /** The files are there, or refused: sends what waited for them. */
  release(): void {
    if (!this.#sendsWhenThere || this.#options.uploads.areUnderWay) return;
    this.#sendsWhenThere = false;
    this.#options.notes.tell();
    this.submit();
  }

  /** Says something. Resolves when its fate is known the first time. */
  say(text: string, what: Record<string, unknown> = { text }, files: Stored[] = []): Promise<void> {
    const id = `${Date.now()}-${Math.random()}`;
    const letter: Letter = { id, from: this.#options.visitor(), text, what, files };
    this.#show(letter);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#outbox.add(letter);
    });
  }

  /** The transcript has something that the visitor said, in this tab or another. */
  arrived({ message_id, text }: Message): void {
    this.#arrived.add(message_id);
    const known = this.#pending.findIndex(({ messageId }) => messageId === message_id);
    // The stream may be faster than the answer.
    const at =
      known >= 0
        ? known
        : this.#pending.findIndex(
            (each) => !each.messageId && !each.letter.refused && each.letter.text === text,
          );
    if (at >= 0) this.#remove(at);
  }

  readonly #waiting = new Map<string, () => void>();

  #show(letter: Letter): void {
    const { log, files, worded } = this.#options;
    const box = make('div', undefined, '', 'in wait');
    if (letter.files.length > 0) box.append(files.showSent(letter.files));
    if (letter.text) makeWords(box, worded(letter.text));
    this.#pending.push({ letter, box });
    log.addOwn(box, letter.text);
  }

  #tell(letter: Letter, fate: Fate): void {
    const { notes, texts, said } = this.#options;
    const at = this.#pending.findIndex((each) => each.letter.id === letter.id);
    const pending = this.#pending[at];
    if (fate.is === 'sent') {
      notes.tell();
      if (pending) {
        pending.messageId = fate.messageId;
        pending.box.dataset.messageId = fate.messageId;
        if (this.#arrived.has(fate.messageId)) this.#remove(at);
        else this.#offer(pending, undefined);
      }
      said();
    } else {
      if (fate.is === 'waiting') notes.tell(fate.isOffline ? texts.offline : texts.unreachable);
      else if (fate.status === 429) notes.warn(texts.tooMany);
      if (pending) {
        if (fate.is === 'refused') this.#refuse(pending);
        else this.#offer(pending, () => void this.#outbox.send());
      }
    }
    this.#waiting.get(letter.id)?.();
    this.#waiting.delete(letter.id);
  }

  /** What was not taken stays, with the buttons that it meant to answer. */
  #refuse(pending: Pending): void {
    this.#options.bubbles.greyReplies(this.#options.log.lines, false);
    this.#offer(pending, () => this.#outbox.retry(pending.letter));
  }

  /** Lets the visitor send something again, or no longer. */
  #offer({ box }: Pending, again: (() => void) | undefined): void {
    const old = box.querySelector<HTMLButtonElement>('.again');
    if (!again) {
      if (old) this.#options.keepFocus(() => old.remove());
      return;
    }
    const button = old ?? make('button', box, this.#options.texts.again, 'again');
    Object.assign(button, { type: 'button', onclick: again });
  }

  #remove(at: number): void {
    const [pending] = this.#pending.splice(at, 1);
    this.#options.keepFocus(() => pending?.box.remove());
  }
}

function kindOf(type: string): string {
  const [family = ''] = type.split('/');
  return /^(image|audio|video)$/.test(family) ? family : 'document';
}
