/** Text in the Bot API's HTML, and the part of it that a customer sees. */
export interface RichText {
  html: string;
  /** The text without tags, as Telegram counts it for its limits. */
  visible: string;
}

/** Escapes text and attribute values in double quotes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Writes the HTML that https://core.telegram.org/bots/api#html-style describes. It always closes tags in the right order,
 * because Telegram refuses a whole message for one that is not.
 */
export class HtmlWriter {
  #html = '';
  #visible = '';
  readonly #open: string[] = [];

  text(text: string): void {
    this.#html += escapeHtml(text);
    this.#visible += text;
  }

  /** @param attributes as written in the tag, with escaped values */
  open(tag: string, attributes = ''): void {
    this.#html += attributes === '' ? `<${tag}>` : `<${tag} ${attributes}>`;
    this.#open.push(tag);
  }

  /** Closes the innermost open tag of this name and the tags inside it. Does nothing if there is none. */
  close(tag: string): void {
    const from = this.#open.lastIndexOf(tag);
    if (from < 0) return;
    for (const open of this.#open.splice(from).toReversed()) this.#html += `</${open}>`;
  }

  /** Closes all open tags. */
  finish(): RichText {
    for (const open of this.#open.splice(0).toReversed()) this.#html += `</${open}>`;
    return { html: this.#html, visible: this.#visible };
  }
}

/** The attribute of a link, or undefined if a link in a chat should not open this address. */
export function hrefAttribute(address: string): string | undefined {
  const known = /^(https?|tg|mailto|tel):/i.test(address) && URL.canParse(address);
  return known ? `href="${escapeHtml(address)}"` : undefined;
}
