import { largestId } from '../fields.ts';

/** What a `source_identifier` may mean, in the three forms in which a source is looked up. */
export interface Identifier {
  text: string;
  /** As `sources.url_key`. */
  key: string;
  /** A possible id as decimal text. */
  id: string | null;
}

export function readIdentifier(text: string): Identifier {
  const id = /^\d{1,255}$/.test(text) && BigInt(text) <= largestId ? BigInt(text).toString() : null;
  return { text, key: urlKey(text), id };
}

/** An identifier that is an id and nothing else. */
export const onlyId = (id: string): Identifier => ({ text: '', key: '', id });

const address = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is;

/**
 * An address as it is compared with others: scheme and host without case, no last slash. What is no address keeps
 * its case.
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

/** The source that an unknown identifier creates: of a URL its host, of anything but digits a source of that name. */
export function sourceFor({ text, id }: Identifier): NewSource {
  if (text === '' || /^\d+$/.test(text)) return { error: `Source with ID ${id ?? text} does not exist.` };
  const match = address.exec(text);
  if (!match || !/^https?$/i.test(match[1]!)) return { name: text, url: null };
  const host = hostOf(match[2]!);
  return host === '' || !URL.canParse(text) ? { error: 'Enter a valid URL.' } : { name: host, url: text };
}

function hostOf(authority: string): string {
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
    .replace(/^www\.(?=.)/, '');
}
