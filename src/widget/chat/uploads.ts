import { draw, make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import type { Files } from './files.ts';
import type { Server } from './server.ts';
import type { Session, Stored } from './wire.ts';

/** A file beside the input: on its way, uploaded, or refused. */
interface Upload {
  file: File;
  box: HTMLElement;
  state: HTMLElement;
  bar: HTMLProgressElement;
  request?: XMLHttpRequest;
  stored?: Stored;
  isBad?: boolean;
}

interface UploadsOptions {
  server: Server;
  files: Files;
  texts: Texts;
  tray: HTMLElement;
  warn: (text: string) => void;
  /** All files are there, or refused. */
  settled: () => void;
  focus: () => void;
}

const mostFiles = 10;
const mostTries = 3;
const busyMs = 3000;
const again = 'M20 11a8 8 0 1 0-2.3 5.7M20 5v6h-6';

/** The files that a visitor is about to send: each is uploaded at once. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #all = new Set<Upload>();
  #limits: Session['uploads'] = { max_bytes: 0, types: null };

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  set limits(limits: Session['uploads']) {
    this.#limits = limits;
  }

  /** Whether the chat takes files. */
  get areTaken(): boolean {
    return this.#limits.max_bytes > 0;
  }

  get areUnderWay(): boolean {
    return [...this.#all].some(({ stored, isBad }) => !stored && !isBad);
  }

  add(chosen: Iterable<File>): void {
    const { texts, files, tray, warn, focus } = this.#options;
    for (const file of chosen) {
      if (this.#all.size >= mostFiles) {
        warn(texts.mostFiles(mostFiles));
        return;
      }
      const box = make('div', tray, '', 'up');
      if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type)) this.#preview(file, box);
      else files.icon(file.name, file.type, box);
      const words = make('span', box);
      make('u', words, file.name);
      const state = make('s', words, files.size(file.size));
      const bar = make('progress', box);
      Object.assign(bar, { max: 1, value: 0, ariaLabel: texts.uploading(file.name) });
      const upload: Upload = { file, box, state, bar };
      this.#all.add(upload);
      const remove = make('button', box, '×', 'remove');
      Object.assign(remove, { type: 'button', ariaLabel: texts.remove(file.name) });
      remove.onclick = () => {
        upload.request?.abort();
        this.#all.delete(upload);
        box.remove();
        this.#options.settled();
        focus();
      };
      void this.#send(upload);
    }
  }

  /** Takes what is to be sent, and empties the tray. @returns also the names of what was refused */
  take(): { stored: Stored[]; refused: string[] } {
    const all = [...this.#all];
    const refused = this.refused();
    const stored = all.flatMap((upload) => upload.stored ?? []);
    for (const { box } of all) box.remove();
    this.#all.clear();
    return { stored, refused };
  }

  /** The names of what was refused. */
  refused(): string[] {
    return [...this.#all].filter(({ isBad }) => isBad).map(({ file }) => file.name);
  }

  get hasStored(): boolean {
    return [...this.#all].some(({ stored }) => stored);
  }

  #preview(file: File, box: HTMLElement): void {
    const img = make('img', box);
    img.alt = '';
    img.src = URL.createObjectURL(file);
    img.onload = () => URL.revokeObjectURL(img.src);
    img.onerror = () => img.replaceWith(this.#options.files.icon(file.name, file.type, box));
  }

  /** @param mayRepeat it was no fault of the file, so it can be tried again */
  #refuse(upload: Upload, words: string, mayRepeat = false): void {
    const { box, bar, state, file } = upload;
    bar.hidden = mayRepeat;
    if (!mayRepeat) bar.remove();
    box.className = 'up bad';
    state.textContent = words;
    upload.isBad = true;
    if (mayRepeat) {
      const { texts, focus } = this.#options;
      const repeat = make('button', undefined, '', 'retry');
      Object.assign(repeat, {
        type: 'button',
        ariaLabel: texts.retry(file.name),
        title: texts.retry(file.name),
      });
      draw(again, repeat);
      box.querySelector('.remove')!.before(repeat);
      repeat.onclick = () => {
        repeat.remove();
        box.className = 'up';
        Object.assign(bar, { hidden: false, value: 0 });
        state.textContent = this.#options.files.size(file.size);
        upload.isBad = false;
        focus();
        void this.#send(upload);
      };
    }
    this.#options.settled();
  }

  async #send(upload: Upload, tries = 1): Promise<void> {
    const { server, texts, files } = this.#options;
    const { file } = upload;
    const tooLarge = () => texts.tooLarge(files.size(this.#limits.max_bytes));
    if (file.size > this.#limits.max_bytes) return this.#refuse(upload, tooLarge());
    if (!file.size) return this.#refuse(upload, texts.empty);
    try {
      await server.start();
    } catch {
      return this.#refuse(upload, texts.unreachable, true);
    }
    if (!this.#all.has(upload)) return;
    // fetch does not tell how much was sent.
    const request = new XMLHttpRequest();
    upload.request = request;
    request.upload.onprogress = ({ loaded, total }) => {
      upload.bar.value = loaded / total;
    };
    const lost = () => this.#refuse(upload, texts.notSent, true);
    request.onerror = lost;
    request.onload = () => {
      const { status } = request;
      if (status === 201) {
        upload.stored = { ...JSON.parse(request.response), size: file.size };
        upload.bar.remove();
        return this.#options.settled();
      }
      if (status === 401 && tries < mostTries) {
        return void server.begin().then(() => this.#send(upload, tries + 1), lost);
      }
      const isFull = /"code":"(?:file_quota|disk_full)"/.test(request.response);
      if (status === 503 && !isFull && tries < mostTries) {
        return void setTimeout(() => void this.#send(upload, tries + 1), busyMs);
      }
      const words = isFull
        ? texts.noRoom
        : { 413: tooLarge(), 415: texts.wrongType, 422: texts.empty }[status];
      if (words) this.#refuse(upload, words);
      else this.#refuse(upload, status === 429 ? texts.tooManyUploads : texts.notSent, true);
    };
    request.open('POST', `${server.base}/files?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('authorization', `Bearer ${server.token}`);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.send(file);
  }
}
