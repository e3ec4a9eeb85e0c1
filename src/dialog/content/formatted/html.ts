import { type Formatted, FormattedBuilder, isLinkTarget, type Mark } from './tree.ts';

/** A start or end tag, or a character reference. A tag without its closing quote or `>` is text. */
const piece =
  /<(?<end>\/?)(?<name>[a-z][a-z0-9-]*)(?<attributes>(?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=]+))?)*)\s*\/?>|&(?<reference>#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/giu;

const attribute =
  /(?<name>[^\s=<>"'/]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s]+)))?/gu;

const namedCharacters: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Tags that need no attribute. */
const plainTags = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  'tg-spoiler': 'spoiler',
  pre: 'code_block',
} as const;

/** What the end tags of all known names close. */
const typeOfTag: Readonly<Record<string, Mark['type']>> = {
  ...plainTags,
  a: 'link',
  code: 'code',
  blockquote: 'quote',
  span: 'spoiler',
  'tg-emoji': 'emoji',
};

/**
 * Reads the tags of a text that Telegram accepts, in any HTML. A tag outside this subset, or with an attribute that Telegram
 * would refuse, stays visible as text; `<br>` becomes a line break. It never fails, because a tag that is unknown, unclosed or
 * crossed must not stop a message.
 */
export function readHtml(source: string): Formatted {
  const builder = new FormattedBuilder();
  /** Start tags that were left as text, by name, so that their end tags are left as text too. */
  const literal = new Map<string, number>();
  let from = 0;
  for (const match of source.matchAll(piece)) {
    builder.text(source.slice(from, match.index));
    from = match.index + match[0].length;
    const { end, name: rawName, attributes, reference } = match.groups!;
    if (reference !== undefined) {
      builder.text(decodeReference(reference) ?? match[0]);
      continue;
    }
    const name = rawName!.toLowerCase();
    if (name === 'br') {
      builder.text('\n');
    } else if (end === '') {
      const mark = markOf(name, readAttributes(attributes!));
      if (mark) builder.open(mark);
      else {
        literal.set(name, (literal.get(name) ?? 0) + 1);
        builder.text(match[0]);
      }
    } else if (!Object.hasOwn(typeOfTag, name)) {
      builder.text(match[0]);
    } else if ((literal.get(name) ?? 0) > 0) {
      literal.set(name, literal.get(name)! - 1);
      builder.text(match[0]);
    } else {
      builder.close(typeOfTag[name]!);
    }
  }
  builder.text(source.slice(from));
  return builder.finish();
}

/** What a start tag means; undefined for one that Telegram would refuse. */
function markOf(name: string, attributes: ReadonlyMap<string, string>): Mark | undefined {
  if (Object.hasOwn(plainTags, name)) return { type: plainTags[name as keyof typeof plainTags] };
  switch (name) {
    case 'span':
      return attributes.get('class') === 'tg-spoiler' ? { type: 'spoiler' } : undefined;
    case 'a': {
      const url = attributes.get('href') ?? '';
      return isLinkTarget(url) ? { type: 'link', url } : undefined;
    }
    case 'code': {
      const [, language] = /^language-([\w+#.-]{1,40})$/.exec(attributes.get('class') ?? '') ?? [];
      return language === undefined ? { type: 'code' } : { type: 'code', language };
    }
    case 'blockquote':
      return attributes.has('expandable') ? { type: 'quote', collapsed: true } : { type: 'quote' };
    case 'tg-emoji': {
      const id = attributes.get('emoji-id') ?? '';
      // A positive signed number of 64 bits; the few with 19 digits that begin with a 9 are left out.
      return /^(?:[1-9][0-9]{0,17}|[1-8][0-9]{18})$/.test(id) ? { type: 'emoji', id } : undefined;
    }
    default:
      return undefined;
  }
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { groups } of text.matchAll(attribute)) {
    const { name, double, single, bare } = groups!;
    found.set(name!.toLowerCase(), decodeReferences(double ?? single ?? bare ?? ''));
  }
  return found;
}

const decodeReferences = (text: string): string =>
  text.replaceAll(
    /&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/gi,
    (whole, reference: string) => decodeReference(reference) ?? whole,
  );

/** The character for `&…;`; undefined for a name that Telegram does not know, or a number that is not a character. */
function decodeReference(reference: string): string | undefined {
  if (!reference.startsWith('#')) {
    return Object.hasOwn(namedCharacters, reference) ? namedCharacters[reference] : undefined;
  }
  const hexadecimal = reference[1] === 'x' || reference[1] === 'X';
  const code = hexadecimal ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  const isCharacter = code >= 0x20 && code < 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter || code === 0x0a ? String.fromCodePoint(code) : undefined;
}
