import { largestId } from '../fields.ts';
import { words } from '../words.ts';

/** A `source_identifier` in the three forms by which a source is looked up. */
export interface Identifier {
  text: string;
  /** In the form of `sources.url_key`. */
  key: string;
  /** A possible id as decimal text. */
  id: string | null;
}

/** Reads a `source_identifier`. */
export function readIdentifier(text: string): Identifier {
  const id = /^\d{1,255}$/.test(text) && BigInt(text) <= largestId ? BigInt(text).toString() : null;
  return { text, key: urlKey(text), id };
}

/** What two identifiers have in common that name the same. */
export const identityOf = ({ text, id }: Identifier): string => (text === '' ? `\0${id}` : text);

/** An identifier that is only an id. */
export const onlyId = (id: string): Identifier => ({ text: '', key: '', id });

const address = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is;

/**
 * An address in the form for comparison: scheme and host in lower case, without a final slash. Any other text keeps its case.
 */
export function urlKey(url: string): string {
  const match = address.exec(url.trim());
  if (!match) return url.trim().replace(/\/$/, '');
  const [, scheme, authority, rest] = match as unknown as [string, string, string, string];
  const at = authority.lastIndexOf('@') + 1;
  const host = authority.slice(0, at) + authority.slice(at).toLowerCase();
  return `${scheme.toLowerCase()}://${host}${rest}`.replace(/\/$/, '');
}

export type NewSource = { name: string; url: string | null } | { error: string };

/** The source that an unknown identifier creates: for a URL its host, for digits an error, otherwise a source of that name. */
export function sourceFor({ text, id }: Identifier): NewSource {
  if (text === '' || /^\d+$/.test(text)) return { error: words.unknownSource(id ?? text) };
  const match = address.exec(text);
  if (!match || !/^https?$/i.test(match[1]!)) return { name: text, url: null };
  const host = hostOf(match[2]!);
  return host === '' || !URL.canParse(text) ? { error: words.notUrl } : { name: host, url: text };
}

function hostOf(authority: string): string {
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
    .replace(/^www\.(?=.)/, '');
}
