import type { FormField } from '../contract.ts';
import { make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import type { Memory } from './memory.ts';
import type { Notes } from './notes.ts';
import type { Server } from './server.ts';
import type { View } from './view.ts';

interface FormOptions {
  view: View;
  texts: Texts;
  memory: Memory;
  server: Server;
  notes: Notes;
  /** The fields; undefined if nothing is asked before the chat. */
  fields: () => FormField[] | undefined;
  /** Whether a visitor has said something, or the page has said who they are. */
  isKnown: () => boolean;
  /** The visitor may write now. */
  answered: () => void;
}

const longestAnswer = 500;
/** What a browser fills in by itself, and which keyboard a phone shows. */
const kinds = {
  name: { autocomplete: 'name', type: 'text' },
  mail: { autocomplete: 'email', type: 'email' },
  phone: { autocomplete: 'tel', type: 'tel' },
  text: { autocomplete: 'off', type: 'text' },
} as const;

/** Asks who a visitor is before they write for the first time. It stands in place of the field for messages. */
export class AskForm {
  readonly #options: FormOptions;
  readonly #form: HTMLFormElement;
  #drawn = '';

  constructor(options: FormOptions) {
    this.#options = options;
    this.#form = make('form', undefined, '', 'ask');
    this.#form.hidden = true;
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      void this.#send();
    };
    options.view.form.before(this.#form);
  }

  /** Whether it stands there. */
  get isShown(): boolean {
    return !this.#form.hidden;
  }

  focus(): void {
    this.#form.querySelector('input')?.focus();
  }

  /** Shows it, or takes it away. */
  refresh(): void {
    const { view, memory, fields, isKnown } = this.#options;
    const wanted = fields();
    const isWanted = !!wanted?.length && !memory.read('asked') && !isKnown();
    view.form.hidden = isWanted;
    this.#form.hidden = !isWanted;
    if (isWanted) this.#draw(wanted);
  }

  #draw(fields: FormField[]): void {
    const drawn = JSON.stringify(fields);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { texts } = this.#options;
    this.#form.replaceChildren();
    for (const { type, label, key, required } of fields) {
      const line = make('label', this.#form);
      const words = make('span', line, label);
      if (!required) make('small', words, texts.optional);
      const input = make('input', line);
      Object.assign(input, {
        ...kinds[type],
        name: key ?? type,
        required: !!required,
        maxLength: longestAnswer,
      });
    }
    const button = make('button', this.#form, texts.begin);
    button.type = 'submit';
  }

  async #send(): Promise<void> {
    const { server, memory, notes, texts, answered } = this.#options;
    const values = Object.fromEntries(
      [...new FormData(this.#form)].filter(([, value]) => typeof value === 'string' && value.trim()),
    );
    const button = this.#form.querySelector('button')!;
    button.disabled = true;
    try {
      const { ok, status } = await server.post('/about', { values });
      if (!ok) return notes.warn(status === 429 ? texts.tooMany : texts.failed);
      notes.tell();
      memory.write('asked', 'yes');
      this.refresh();
      answered();
    } catch {
      notes.warn(navigator.onLine ? texts.unreachable : texts.offline);
    } finally {
      button.disabled = false;
    }
  }
}
