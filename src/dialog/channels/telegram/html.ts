import { HtmlWriter, hrefAttribute, type RichText } from './html-writer.ts';

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

/** The tag that is written for each of Telegram's equivalent names. */
const plainTags: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  'tg-spoiler': 'tg-spoiler',
  pre: 'pre',
};

/**
 * Reads any HTML and writes the subset that Telegram accepts. A tag outside this subset, or with an attribute that Telegram
 * would refuse, stays visible as text; `<br>` becomes a line break. It never fails, because Telegram would refuse the whole
 * message for a tag that is unknown, unclosed or crossed.
 */
export function sanitizeHtml(source: string): RichText {
  const writer = new HtmlWriter();
  /** Start tags that were left as text, by name, so that their end tags are left as text too. */
  const literal = new Map<string, number>();
  let from = 0;
  for (const match of source.matchAll(piece)) {
    writer.text(source.slice(from, match.index));
    from = match.index + match[0].length;
    const { end, name: rawName, attributes, reference } = match.groups!;
    if (reference !== undefined) {
      writer.text(decodeReference(reference) ?? match[0]);
      continue;
    }
    const name = rawName!.toLowerCase();
    if (name === 'br') {
      writer.text('\n');
    } else if (end === '') {
      const tag = tagOf(name, readAttributes(attributes!));
      if (tag) writer.open(...tag);
      else {
        literal.set(name, (literal.get(name) ?? 0) + 1);
        writer.text(match[0]);
      }
    } else if (!isKnown(name)) {
      writer.text(match[0]);
    } else if ((literal.get(name) ?? 0) > 0) {
      literal.set(name, literal.get(name)! - 1);
      writer.text(match[0]);
    } else {
      writer.close(name === 'span' ? 'tg-spoiler' : (plainTags[name] ?? name));
    }
  }
  writer.text(source.slice(from));
  return writer.finish();
}

const isKnown = (name: string): boolean =>
  Object.hasOwn(plainTags, name) || ['a', 'code', 'blockquote', 'span', 'tg-emoji'].includes(name);

/** The name and attributes to write for a start tag; undefined for one that Telegram would refuse. */
function tagOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
): [tag: string, attributes?: string] | undefined {
  const plain = Object.hasOwn(plainTags, name) ? plainTags[name] : undefined;
  if (plain) return [plain];
  switch (name) {
    case 'span':
      return attributes.get('class') === 'tg-spoiler' ? ['tg-spoiler'] : undefined;
    case 'a': {
      const href = hrefAttribute(attributes.get('href') ?? '');
      return href === undefined ? undefined : ['a', href];
    }
    case 'code': {
      const language = /^language-[\w+#.-]{1,40}$/.exec(attributes.get('class') ?? '');
      return language ? ['code', `class="${language[0]}"`] : ['code'];
    }
    case 'blockquote':
      return attributes.has('expandable') ? ['blockquote', 'expandable'] : ['blockquote'];
    case 'tg-emoji': {
      const id = attributes.get('emoji-id') ?? '';
      // A positive signed number of 64 bits; the few with 19 digits that begin with a 9 are left out.
      return /^(?:[1-9][0-9]{0,17}|[1-8][0-9]{18})$/.test(id) ? ['tg-emoji', `emoji-id="${id}"`] : undefined;
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
