/** A refusal in the words of the Bot API, without the "Bad Request: " in front. */
export class BadRequest extends Error {}

export interface Entity {
  type: string;
  text: string;
  url?: string;
  language?: string;
}

const types: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  'tg-emoji': 'custom_emoji',
  span: 'spoiler',
  a: 'text_link',
  pre: 'pre',
  code: 'code',
  blockquote: 'blockquote',
};
const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/**
 * Reads HTML as Telegram does, with its refusals: `parse_html` in
 * https://github.com/tdlib/td/blob/master/td/telegram/MessageEntity.cpp
 */
export function parseHtml(source: string): { text: string; entities: Entity[] } {
  let text = '';
  const entities: Entity[] = [];
  const open: { name: string; from: number; attributes: Map<string, string> }[] = [];
  const refuse = (words: string): never => {
    throw new BadRequest(`can't parse entities: ${words}`);
  };
  let i = 0;
  while (i < source.length) {
    const c = source[i]!;
    if (c === '&') {
      const [whole, code] = decode(source.slice(i));
      text += code;
      i += whole;
    } else if (c !== '<') {
      text += c;
      i++;
    } else if (source[i + 1] === '/') {
      const end = source.indexOf('>', i);
      if (end < 0) refuse(`Unclosed end tag at byte offset ${i}`);
      const name = source
        .slice(i + 2, end)
        .trim()
        .toLowerCase();
      const started = open.pop() ?? refuse(`Unexpected end tag at byte offset ${i}`);
      if (name !== '' && name !== started.name) {
        refuse(`Unmatched end tag at byte offset ${i}, expected "</${started.name}>", found "</${name}>"`);
      }
      entities.push({ type: types[started.name]!, text: text.slice(started.from), ...argumentsOf(started) });
      i = end + 1;
    } else {
      const tag = /^<([^\s>]*)((?:\s+[^\s=>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9.-]+))?)*)\s*>/.exec(
        source.slice(i),
      );
      const name = tag?.[1]?.toLowerCase() ?? refuse(`Unclosed start tag at byte offset ${i}`);
      if (!types[name]) refuse(`Unsupported start tag "${name}" at byte offset ${i}`);
      const attributes = new Map<string, string>();
      for (const [, key, a, b, d] of tag![2]!.matchAll(
        /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.-]+)))?/g,
      )) {
        attributes.set(key!.toLowerCase(), decodeAll(a ?? b ?? d ?? ''));
      }
      if (name === 'span' && attributes.get('class') !== 'tg-spoiler') {
        refuse(`Tag "span" must have class "tg-spoiler" at byte offset ${i}`);
      }
      if (name === 'tg-emoji' && !/^\d+$/.test(attributes.get('emoji-id') ?? '')) {
        refuse('Invalid custom emoji identifier specified');
      }
      open.push({ name, from: text.length, attributes });
      i += tag![0].length;
    }
  }
  if (open.length > 0) refuse(`Can't find end tag corresponding to start tag "${open.at(-1)!.name}"`);
  return { text, entities };
}

function argumentsOf({
  name,
  attributes,
}: {
  name: string;
  attributes: Map<string, string>;
}): Partial<Entity> {
  if (name === 'a') return { url: attributes.get('href') ?? '' };
  const language = attributes.get('class')?.replace(/^language-/, '');
  return name === 'code' && language ? { language } : {};
}

/** @returns the length that was read, and the character that it means. */
function decode(text: string): [number, string] {
  const found = /^&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));?/i.exec(text);
  if (!found) return [1, '&'];
  const [whole, hexadecimal, decimal, name] = found;
  if (name !== undefined) return characters[name] ? [whole.length, characters[name]] : [1, '&'];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code === 0 || code >= 0x10ffff ? [1, '&'] : [whole.length, String.fromCodePoint(code)];
}

function decodeAll(text: string): string {
  let decoded = '';
  for (let i = 0; i < text.length; ) {
    const [length, character] = text[i] === '&' ? decode(text.slice(i)) : [1, text[i]!];
    decoded += character;
    i += length;
  }
  return decoded;
}
