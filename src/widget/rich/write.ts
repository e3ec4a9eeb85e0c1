import { make } from './dom.ts';

/** Formatted text as the server sends it: strings, and parts with such lists inside. */
export type Rich = (string | RichPart)[];

interface RichPart {
  type: string;
  url?: string;
  children: Rich;
}

const tags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  code_block: 'pre',
  quote: 'blockquote',
  spoiler: 'span',
  link: 'a',
} as const;

const isBlock = (part: Rich[number] | undefined) =>
  typeof part === 'object' && (part.type === 'code_block' || part.type === 'quote');

const tagOf = ({ type, url }: RichPart) =>
  Object.hasOwn(tags, type) && (type !== 'link' || /^(https?|mailto|tel):/i.test(url ?? ''))
    ? tags[type as keyof typeof tags]
    : undefined;

/**
 * Adds formatted text to an element, as elements and text only, never as HTML. Parts that cannot be shown leave their text.
 * @param hidden what a spoiler is called until it is pressed
 */
export function write(parts: Rich, parent: HTMLElement, hidden: string): void {
  for (const [i, part] of parts.entries()) {
    if (typeof part === 'string') {
      // Blocks stand apart by themselves.
      const text = isBlock(parts[i - 1]) ? part.replace(/^\n{1,2}/, '') : part;
      parent.append(isBlock(parts[i + 1]) ? text.replace(/\n{1,2}$/, '') : text);
      continue;
    }
    const tag = tagOf(part);
    const into = tag ? make(tag, parent) : parent;
    if (tag === 'a') {
      Object.assign(into, { href: part.url, target: '_blank', rel: 'noopener noreferrer nofollow' });
    }
    if (tag === 'pre') into.tabIndex = 0; // for scrolling by keyboard
    write(part.children, tag === 'span' ? cover(into, hidden) : into, hidden);
  }
}

/** Makes a spoiler. @returns the element for what it hides */
function cover(spoiler: HTMLElement, hidden: string): HTMLElement {
  spoiler.className = 'spoiler';
  Object.assign(spoiler, { role: 'button', ariaLabel: hidden, tabIndex: 0 });
  const uncover = (event: Event) => {
    event.preventDefault();
    spoiler.className = '';
    Object.assign(spoiler, { role: null, ariaLabel: null, tabIndex: -1, onclick: null, onkeydown: null });
  };
  spoiler.onclick = uncover;
  spoiler.onkeydown = (event) => {
    if (event.key === 'Enter' || event.key === ' ') uncover(event);
  };
  return make('span', spoiler);
}
