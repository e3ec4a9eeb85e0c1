import type { Texts } from '../text/texts.ts';
import type { View } from './view.ts';
import type { Lead, Message, Typing } from './wire.ts';

/** What is being written is forgotten so long after it should have come: nobody says if it was given up. */
const graceMs = 5000;

interface NotesOptions {
  view: View;
  texts: Texts;
  keepFocus: (change: () => void) => void;
  /** Whether a visitor may ask for a person now. */
  mayAsk: () => boolean;
  /** What is said of people while none of them answers: until when they are there. */
  standing: () => string;
  /** Says when a person comes; empty if nobody knows. */
  soon: () => string;
  /** Adds a line between the messages. */
  inform: (text: string) => void;
}

/** What the chat says about itself: who answers, who writes, what went wrong. */
export class Notes {
  readonly #options: NotesOptions;
  /** The name of the person who is there; empty while one is called, undefined while the scenario answers. */
  #person: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = '';

  constructor(options: NotesOptions) {
    this.#options = options;
  }

  /** Whether a person answers. */
  get isHeld(): boolean {
    return this.#person !== undefined;
  }

  /**
   * Lets the visitor ask for a person.
   * @param ask returns whether that was accepted
   */
  operator(ask: () => Promise<boolean>): void {
    const { view, texts, soon } = this.#options;
    view.person.onclick = async () => {
      const isAsked = await ask();
      // A person may have taken the dialog meanwhile.
      if (!isAsked) this.warn(texts.failed);
      else if (!this.isHeld) this.tell(soon() || texts.asking);
    };
  }

  /**
   * Says who leads the dialog from now on. While people do, the scenario gets no messages, so its buttons are hidden.
   * @param isNow false for what was so once: nobody is promised any more
   */
  hold({ held, person }: Lead, isNow = true): void {
    const { view, texts, keepFocus, inform, mayAsk, soon } = this.#options;
    const before = this.#person;
    const now = held ? person && (person.name ?? texts.person) : undefined;
    keepFocus(() => {
      view.person.hidden = held || !mayAsk();
      view.lines.className = held ? 'held' : '';
    });
    this.#person = now ?? (held ? '' : undefined);
    const isNews = this.#person !== before;
    if (isNews && now) inform(texts.here(now));
    else if (isNews && held) inform(`${texts.called} ${isNow ? soon() : ''}`.trim());
    else if (isNews) inform(before ? texts.left(before) : texts.nobody);
    this.#showState();
    // A stream begins with this, also after what the visitor was warned of: that stays.
    if (isNews || view.note.role !== 'alert') this.tell();
  }

  /** Somebody else uses this browser now, and is told nothing of it. */
  forget(): void {
    this.#person = undefined;
    this.hold({ held: false, person: null });
  }

  /** Whether a person may be asked for has changed, or until when people are there. */
  refresh(): void {
    const { view, keepFocus, mayAsk } = this.#options;
    this.#showState();
    keepFocus(() => {
      view.person.hidden = this.isHeld || !mayAsk();
    });
  }

  #showState(): void {
    const { view, texts, standing } = this.#options;
    const text = this.#person ? texts.held(this.#person) : this.isHeld ? texts.waits : standing();
    if (view.state.textContent !== text) view.state.textContent = text;
  }

  tell = (text = ''): void => this.#say(text, 'status', '');

  /** Says what went wrong. */
  warn = (text: string): void => this.#say(text, 'alert', 'bad');

  /** Shows that a message is being written. */
  writes({ message_id, author, name, seconds }: Typing): void {
    if (message_id && message_id === this.#lastId) return;
    const { view, texts } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop(), seconds * 1000 + graceMs);
    view.dots.hidden = false;
    // Screen readers get words in place of the dots.
    view.typing.textContent =
      author === 'operator' ? texts.personWrites(name ?? texts.person) : texts.writing;
  }

  /** A message is there, so nobody writes it any more. */
  came({ direction, message_id }: Message): void {
    this.#lastId = message_id;
    if (direction === 'out') this.#stop();
  }

  #stop(): void {
    const { dots, typing } = this.#options.view;
    clearTimeout(this.#timer);
    dots.hidden = true;
    typing.textContent = '';
  }

  #say(text: string, role: 'status' | 'alert', look: string): void {
    const { note } = this.#options.view;
    // The role comes first: screen readers say at once what changes in an alert.
    note.role = role;
    note.className = look;
    note.textContent = text;
  }
}
