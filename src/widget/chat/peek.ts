import { iconButton, make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import type { Faces } from './faces.ts';
import { pictures } from './view.ts';
import type { Message } from './wire.ts';

/** More than fits into its lines. */
const longest = 300;
const shownMs = 12_000;

interface Peeked extends Pick<Message, 'text' | 'attachments' | 'picture'> {
  /** As visitors see it. */
  by: string;
  isPerson: boolean;
}

/** Shows the beginning of a new message beside the launcher while the chat is closed. */
export class Peek {
  readonly #box: HTMLElement;
  readonly #words: HTMLButtonElement;
  readonly #faces: Faces;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ShadowRoot, texts: Texts, faces: Faces, open: () => void) {
    this.#faces = faces;
    // Screen readers hear it, as they hear the log while that is open.
    const region = make('div', root);
    region.role = 'status';
    this.#box = make('div', region);
    Object.assign(this.#box, { id: 'peek', hidden: true });
    this.#words = make('button', this.#box);
    Object.assign(this.#words, { type: 'button', onclick: open });
    iconButton(this.#box, texts.dismiss, pictures.close, 'dismiss').onclick = () => this.hide();
  }

  /** @param stays until the visitor closes it */
  show({ by, isPerson, picture, text, attachments }: Peeked, stays = false): void {
    const words = text || attachments?.map(({ name }) => name ?? '').join(', ');
    if (!words) return;
    this.#words.replaceChildren();
    this.#faces.before(make('strong', this.#words, by), by, isPerson, picture);
    make('span', this.#words, words.length > longest ? `${words.slice(0, longest)}…` : words);
    this.#box.hidden = false;
    clearTimeout(this.#timer);
    if (!stays) this.#timer = setTimeout(() => this.hide(), shownMs);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#box.hidden = true;
  }
}
