import { make } from '../rich/dom.ts';
import { write } from '../rich/write.ts';
import type { Texts } from '../text/texts.ts';
import type { Faces } from './faces.ts';
import type { Files } from './files.ts';
import { makePicker } from './picker.ts';
import type { Times } from './places.ts';
import type { Asks, Message, Pressed } from './wire.ts';

/** A press of a button: its text, and where it stands; or what was chosen in place of words. */
export interface Press {
  text: string;
  button?: { message_id: string; index: number };
}

interface BubbleOptions {
  texts: Texts;
  files: Files;
  times: Times;
  faces: Faces;
  /** Keeps the focus where a person expects it, if what has it goes. */
  keepFocus: (change: () => void) => void;
  press: (press: Press) => Promise<void>;
}

/** Until then the server has said what became of a press, or its word was lost. */
const pressMs = 10_000;

/** Makes the part of a message that has its words. */
export function makeWords(box: HTMLElement, words = ''): HTMLElement {
  const said = make('div', box, words, 'said');
  said.dataset.part = 'text';
  return said;
}

/** Makes what the log shows of messages, and changes it. */
export class Bubbles {
  readonly #options: BubbleOptions;
  readonly #boxes = new Map<string, HTMLElement>();
  readonly #keys = new Map<string, HTMLElement>();
  /** What the last question with a calendar or a clock asked for. */
  #asked: Asks['type'] | undefined;

  constructor(options: BubbleOptions) {
    this.#options = options;
  }

  /** Makes the box of a message. @param hasKeys whether its reply buttons may still be pressed */
  make(message: Message, hasKeys: boolean): HTMLElement {
    const { message_id, direction, author, text, formatted, image, attachments, name, card } = message;
    const { texts, files, faces } = this.#options;
    const box = make('div', undefined, '', direction === 'in' ? 'in' : author);
    box.dataset.messageId = message_id;
    if (card) {
      box.classList.add('slide');
      Object.assign(box.dataset, card);
    }
    if (direction === 'out') this.#boxes.set(message_id, box);
    if (author === 'operator') {
      faces.before(make('small', box, name ?? texts.person), name ?? texts.person, true, message.picture);
    }
    if (/^https?:/.test(image)) {
      const picture = make('img', box, '', 'plain');
      Object.assign(picture, { referrerPolicy: 'no-referrer', alt: texts.picture, src: image });
      box.prepend(picture);
    }
    if (attachments) box.append(files.show(message));
    if (message.asks) this.#asked = message.asks.type;
    const shown = direction === 'in' ? this.worded(text) : text;
    if (text) write(shown === text ? (formatted ?? [text]) : [shown], makeWords(box), texts.hidden);
    this.#addKeys(message, box, hasKeys);
    if (message.asks && hasKeys) {
      makePicker(box, message.asks, texts, (chosen) => void this.#options.press({ text: chosen }));
    }
    this.revise(message);
    return box;
  }

  /** What a visitor said, as they read it: a day or a time that was asked for as their language writes it. */
  worded(text: string): string {
    return (this.#asked && this.#options.times.picked(this.#asked, text)) ?? text;
  }

  /** Takes away the reply buttons of earlier messages. */
  dropReplies(log: ParentNode): void {
    this.#options.keepFocus(() => {
      for (const keys of log.querySelectorAll('.once')) keys.remove();
    });
  }

  /** Greys out the reply buttons while an answer is on its way, or gives them back. */
  greyReplies(log: ParentNode, isGrey: boolean): void {
    for (const keys of log.querySelectorAll<HTMLElement>('.once')) this.#grey(keys, isGrey);
  }

  /** Shows a message as it is after the person edited or deleted it. */
  revise({ message_id, text, formatted, edited_at, deleted_at }: Message): void {
    const box = this.#boxes.get(message_id);
    if (!box || !(edited_at || deleted_at)) return;
    const { texts, keepFocus } = this.#options;
    keepFocus(() => {
      if (deleted_at) box.replaceChildren();
      const said = box.querySelector<HTMLElement>('.said') ?? makeWords(box);
      said.replaceChildren();
      if (deleted_at) make('em', said, texts.deleted);
      else write(formatted ?? [text], said, texts.hidden);
      box.querySelector('.edited')?.remove();
      if (!deleted_at) make('small', box, texts.edited, 'edited');
    });
  }

  /** What became of a press, in this tab or another. */
  settle({ message_id, spent, chosen }: Omit<Pressed, 'notice'>): void {
    const keys = this.#keys.get(message_id);
    if (!keys) return;
    const key = keys.children[chosen ?? -1];
    if (key) key.ariaPressed = 'true';
    keys.dataset.spent = spent ? 'true' : '';
    this.#grey(keys, spent);
  }

  #addKeys(
    { message_id, buttons, keyboard, columns, spent, chosen }: Message,
    box: HTMLElement,
    hasKeys: boolean,
  ): void {
    const isReply = keyboard === 'reply';
    if (buttons.length === 0 || (isReply && !hasKeys)) return;
    const keys = make('div', box, '', isReply ? 'keys once' : 'keys');
    if (!isReply) this.#keys.set(message_id, keys);
    keys.style.gridTemplateColumns = `repeat(${columns},minmax(0,1fr))`;
    keys.style.setProperty('--columns', `${columns}`);
    for (const [index, { text, url }] of buttons.entries()) {
      const key = make(url ? 'a' : 'button', keys, text);
      if (url) Object.assign(key, { href: url, target: '_blank', rel: 'noopener noreferrer' });
      else {
        Object.assign(key, { type: 'button' });
        key.onclick = () => void this.#press(keys, { text, button: { message_id, index } });
      }
    }
    const last = keys.lastElementChild as HTMLElement;
    if (buttons.length % columns === 1) last.style.gridColumn = '1/-1';
    if (spent) this.settle({ message_id, spent, ...(chosen !== undefined && { chosen }) });
  }

  /** A press is meant once, so the buttons are grey until the server has said what became of it. */
  async #press(keys: HTMLElement, press: Press): Promise<void> {
    if (keys.classList.contains('once')) return this.#options.press(press);
    this.#grey(keys, true);
    await this.#options.press(press);
    setTimeout(() => keys.dataset.spent || this.#grey(keys, false), pressMs);
  }

  /** Greys out the buttons of a message, or gives them back; its links stay. */
  #grey(keys: HTMLElement, isGrey: boolean): void {
    this.#options.keepFocus(() => {
      for (const key of keys.querySelectorAll('button')) key.disabled = isGrey;
    });
  }
}
