/**
 * A text with its formatting, in the order of reading: strings are text, in which "\n" is a line break. Every format is read
 * into this form, and every channel that shows formatting writes it from this form.
 */
export type Formatted = readonly (string | FormattedPart)[];

/** How a part of a text is formatted. */
export type Mark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler' | 'code_block' }
  /** Also inside a `code_block`, where it names the language. */
  | { type: 'code'; language?: string }
  /** `url` passes `isLinkTarget`. */
  | { type: 'link'; url: string }
  /** Telegram shows only the beginning of a long one that is `collapsed`. */
  | { type: 'quote'; collapsed?: boolean }
  /** An emoji of Telegram's by its number. Its text is what others see. */
  | { type: 'emoji'; id: string };

export type FormattedPart = Mark & { readonly children: Formatted };

/** Its children grow while it is open. */
type OpenPart = Mark & { children: (string | FormattedPart)[] };

/** Builds a tree from the marks and the text of a source in their order, with every mark closed inside the one around it. */
export class FormattedBuilder {
  readonly #top: (string | FormattedPart)[] = [];
  readonly #open: OpenPart[] = [];

  text(text: string): void {
    if (text === '') return;
    const into = this.#innermost();
    const last = into.at(-1);
    if (typeof last === 'string') into[into.length - 1] = last + text;
    else into.push(text);
  }

  open(mark: Mark): void {
    const part: OpenPart = { ...mark, children: [] };
    this.#innermost().push(part);
    this.#open.push(part);
  }

  /** Closes the innermost open mark of this type and the marks inside it. Does nothing if there is none. */
  close(type: Mark['type']): void {
    const at = this.#open.findLastIndex((part) => part.type === type);
    if (at >= 0) this.#open.length = at;
  }

  /** Closes all open marks. */
  finish(): Formatted {
    this.#open.length = 0;
    return this.#top;
  }

  #innermost(): (string | FormattedPart)[] {
    return this.#open.at(-1)?.children ?? this.#top;
  }
}

/** The text without its formatting. */
export function textOf(formatted: Formatted): string {
  return formatted.map((part) => (typeof part === 'string' ? part : textOf(part.children))).join('');
}

/** Whether a link in a chat may open this address. */
export function isLinkTarget(address: string): boolean {
  return /^(https?|tg|mailto|tel):/i.test(address) && URL.canParse(address);
}
