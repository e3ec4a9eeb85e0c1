import { make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import type { Server } from './server.ts';
import type { Attachment, Message, Stored } from './wire.ts';

/** The place of a file: the message, and which of its attachments. */
interface Place {
  n: number;
  index: number;
}

type Shown = Attachment & { shown: string };

const widest = 270;
const highest = 320;

/** Shows what messages have beside words: pictures, players, and cards of documents. */
export class Files {
  readonly #server: Server;
  readonly #texts: Texts;
  readonly #warn: (text: string) => void;

  constructor(server: Server, texts: Texts, warn: (text: string) => void) {
    this.#server = server;
    this.#texts = texts;
    this.#warn = warn;
  }

  show({ n, attachments = [] }: Message): HTMLElement {
    const list = make('div', undefined, '', 'files');
    let pics: HTMLElement | undefined;
    for (const [index, file] of attachments.entries()) {
      if (!/^https?:/.test(file.url)) continue;
      const place = { n, index };
      const shown = Object.assign(file, { shown: file.name || nameIn(file.url) });
      if (file.type !== 'image') pics = undefined;
      else pics ??= make('div', list, '', 'pics');
      if (pics) this.#picture(shown, place, pics);
      else if (file.type === 'document') list.append(this.#card(shown, place));
      else this.#player(shown, place, list);
    }
    return list;
  }

  /** What is on its way: cards without an address. */
  showSent(files: readonly Stored[]): HTMLElement {
    const list = make('div', undefined, '', 'files');
    for (const { name, type, size } of files) list.append(this.#words(make('div'), name, type, size));
    return list;
  }

  icon(name: string, type: string | undefined, parent: ParentNode): HTMLElement {
    const made = make('i', parent, this.#kind(name, type));
    made.ariaHidden = 'true';
    return made;
  }

  /** A size as people say it. */
  size(bytes: number): string {
    const { bytes: unit, kilo, mega } = this.#texts;
    if (bytes < 1000) return `${bytes} ${unit}`;
    const mb = bytes / 2 ** 20;
    return mb < 0.95
      ? `${Math.max(1, Math.round(bytes / 1024))} ${kilo}`
      : `${+mb.toFixed(mb < 10 ? 1 : 0)} ${mega}`;
  }

  /** Reads an address that has expired again. @returns whether it had */
  async #renew(file: Attachment, { n, index }: Place): Promise<boolean> {
    if (!isOld(file)) return false;
    const answer = await this.#server.send('GET', `/messages?after=${n - 1}`);
    const { items } = (await answer.json()) as { items: Message[] };
    Object.assign(file, items[0]?.attachments?.[index]);
    return true;
  }

  /** Loads a file into an element, and shows a card in place of what cannot be shown. */
  #load(element: HTMLImageElement | HTMLMediaElement, frame: HTMLElement, file: Shown, place: Place): void {
    const giveUp = () => frame.replaceWith(this.#card(file, place));
    element.onerror = async () => {
      element.onerror = giveUp;
      if (await this.#renew(file, place).catch(() => false)) element.src = file.url;
      else giveUp();
    };
    element.src = file.url;
  }

  /** Opens a file in a new tab, by an address that has not expired. */
  #link(made: HTMLAnchorElement, file: Attachment, place: Place): HTMLAnchorElement {
    Object.assign(made, { href: file.url, target: '_blank', rel: 'noopener noreferrer' });
    made.onclick = async (event) => {
      if (!isOld(file)) return;
      event.preventDefault();
      const isNew = await this.#renew(file, place).catch(() => false);
      if (isNew) window.open(file.url, '_blank', 'noopener,noreferrer');
      else this.#warn(this.#texts.fileGone);
    };
    return made;
  }

  #picture(file: Shown, place: Place, pics: HTMLElement): void {
    const { width, height } = file;
    const frame = this.#link(make('a', pics, '', width && height ? 'pic' : 'pic free'), file, place);
    const img = make('img', frame);
    Object.assign(img, { loading: 'lazy', referrerPolicy: 'no-referrer', alt: file.shown });
    if (width && height) {
      // Its place is kept before it is there.
      const scale = Math.min(1, widest / width, highest / height);
      img.width = Math.max(1, Math.round(width * scale));
      img.height = Math.max(1, Math.round(height * scale));
    }
    this.#load(img, frame, file, place);
  }

  #player(file: Shown, place: Place, list: HTMLElement): void {
    const isSound = file.type === 'audio';
    const frame = make('div', list, '', isSound ? 'sound' : '');
    if (isSound) make('span', frame, file.shown);
    const player = make(isSound ? 'audio' : 'video', frame);
    Object.assign(player, { controls: true, preload: 'metadata', playsInline: true, ariaLabel: file.shown });
    this.#load(player, frame, file, place);
  }

  /** A file to download: its name, type and size. */
  #card(file: Shown, place: Place): HTMLElement {
    return this.#words(this.#link(make('a'), file, place), file.shown, file.media_type, file.size);
  }

  #words<Made extends HTMLElement>(made: Made, name: string, type?: string, size?: number): Made {
    made.className = 'card';
    this.icon(name, type, made);
    const words = make('span', made);
    make('u', words, name);
    make('s', words, [this.#kind(name, type), size && this.size(size)].filter(Boolean).join(' · '));
    return made;
  }

  #kind(name: string, type = ''): string {
    const ending = /\.(\w{1,5})$/.exec(name)?.[1] ?? type.split('/').pop()!.slice(0, 4);
    return ending.toUpperCase() || this.#texts.file;
  }
}

const isOld = ({ url_expires_at: at }: Attachment) => at !== undefined && Date.parse(at) < Date.now();

function nameIn(url: string): string {
  try {
    const { pathname, host } = new URL(url);
    return decodeURIComponent(pathname.split('/').pop()!) || host;
  } catch {
    return 'file';
  }
}
