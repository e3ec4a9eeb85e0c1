/** Text in the Bot API's HTML, and how much of it a customer sees. */
export interface RichText {
  html: string;
  /** What is left once the tags are parsed, as Telegram counts it against its limits. */
  visible: string;
}

/** For text and for attribute values in double quotes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Collects the HTML that https://core.telegram.org/bots/api#html-style describes. Whatever is asked of it, tags are
 * closed in the order in which they were opened: Telegram refuses a whole message for one that is not.
 */
export class HtmlWriter {
  #html = '';
  #visible = '';
  readonly #open: string[] = [];

  text(text: string): void {
    this.#html += escapeHtml(text);
    this.#visible += text;
  }

  /** @param attributes as they stand in the tag, values escaped. */
  open(tag: string, attributes = ''): void {
    this.#html += attributes === '' ? `<${tag}>` : `<${tag} ${attributes}>`;
    this.#open.push(tag);
  }

  /** Closes the innermost open tag of this name, and before it what is open inside. Without one, nothing happens. */
  close(tag: string): void {
    const from = this.#open.lastIndexOf(tag);
    if (from < 0) return;
    for (const open of this.#open.splice(from).toReversed()) this.#html += `</${open}>`;
  }

  /** Closes what is still open. */
  finish(): RichText {
    for (const open of this.#open.splice(0).toReversed()) this.#html += `</${open}>`;
    return { html: this.#html, visible: this.#visible };
  }
}

/** The attribute of a link, or undefined where the address is none that a link in a chat should open. */
export function hrefAttribute(address: string): string | undefined {
  const known = /^(https?|tg|mailto|tel):/i.test(address) && URL.canParse(address);
  return known ? `href="${escapeHtml(address)}"` : undefined;
}
