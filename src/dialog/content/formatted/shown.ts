import { find } from 'linkifyjs';
import type { ResolvedContent } from '../content.ts';
import { readFormatted } from './read.ts';
import type { Formatted, FormattedPart } from './tree.ts';

/** A part of a message as browsers get it. They may show children of a type that they do not know as text. */
export type ShownPart = string | ShownMark;
interface ShownMark {
  type: Exclude<FormattedPart['type'], 'emoji'>;
  /** Of a link: an address with one of `shownSchemes`. */
  url?: string;
  children: ShownPart[];
}

/** Schemes that mean the same on every device. */
const shownSchemes = /^(?:https?|mailto|tel):/i;

/** Enough for any text that somebody wrote. What is formatted beyond that is sent as text. */
const mostMarks = 300;
/** Deeper marks are left out; their text is not. Links of addresses may be one deeper. */
const deepest = 9;

/** Without one of these a text has no address. */
const mayHaveAddress = /[^\s.]\.[^\s.]|@|:\/\//;
/** An address ends before white space, and before these marks, which the library would take into it. */
const word = /[^\s«»‹›“”„‟‘’‚…。、，！？；：（）【】《》「」『』]+/gu;

/**
 * A message's text for a browser: formatted as its `format` says, with the web and e-mail addresses in it as links.
 * @returns undefined if its text is all there is to it
 */
export function formattedFor(text: string, format: ResolvedContent['format']): ShownPart[] | undefined {
  if (format === 'plain' && !mayHaveAddress.test(text)) return undefined;
  const budget: Budget = { left: mostMarks };
  const shown: ShownPart[] = [];
  addParts(readFormatted(text, format), shown, [], budget);
  const linked = linkAddresses(shown, budget);
  return linked.every((part) => typeof part === 'string') && linked.join('') === text ? undefined : linked;
}

/** How many more marks there may be. */
interface Budget {
  left: number;
}

/** @param around the types of the marks around these parts */
function addParts(
  parts: Formatted,
  into: ShownPart[],
  around: readonly FormattedPart['type'][],
  budget: Budget,
): void {
  for (const part of parts) {
    if (typeof part === 'string') {
      addText(part, into);
      continue;
    }
    const mark = budget.left > 0 && around.length < deepest ? shownMark(part, around) : undefined;
    if (!mark) {
      addParts(part.children, into, around, budget);
      continue;
    }
    budget.left--;
    addParts(part.children, mark.children, [...around, part.type], budget);
    if (mark.children.length > 0) into.push(mark);
    else budget.left++;
  }
}

function addText(text: string, into: ShownPart[]): void {
  const last = into.at(-1);
  if (typeof last === 'string') into[into.length - 1] = last + text;
  else into.push(text);
}

/** A mark without its children; undefined if browsers get these alone. */
function shownMark(part: FormattedPart, around: readonly FormattedPart['type'][]): ShownMark | undefined {
  switch (part.type) {
    case 'emoji':
      return undefined;
    case 'link':
      return around.includes('link') || !isShownAddress(part.url)
        ? undefined
        : { type: 'link', url: part.url, children: [] };
    case 'code':
      return around.includes('code') || around.includes('code_block')
        ? undefined
        : { type: 'code', children: [] };
    default:
      return around.includes(part.type) ? undefined : { type: part.type, children: [] };
  }
}

const isShownAddress = (address: string): boolean => shownSchemes.test(address) && URL.canParse(address);

/** Makes the addresses in texts links, except in code and in what is a link already. */
function linkAddresses(parts: ShownPart[], budget: Budget): ShownPart[] {
  return parts.flatMap((part): ShownPart[] => {
    if (typeof part === 'string') return linksIn(part, budget);
    const isFinal = part.type === 'link' || part.type === 'code' || part.type === 'code_block';
    return [isFinal ? part : { ...part, children: linkAddresses(part.children, budget) }];
  });
}

function linksIn(text: string, budget: Budget): ShownPart[] {
  const parts: ShownPart[] = [];
  let from = 0;
  for (const { 0: candidate, index } of text.matchAll(word)) {
    if (!mayHaveAddress.test(candidate)) continue;
    for (const found of addressesIn(candidate)) {
      if (budget.left === 0) break;
      if (!isMeantAsAddress(found, candidate[found.start - 1])) continue;
      budget.left--;
      const start = index + found.start;
      if (start > from) parts.push(text.slice(from, start));
      parts.push({ type: 'link', url: found.href, children: [found.value] });
      from = index + found.end;
    }
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

const usual = { defaultProtocol: 'https' };
const scheme = 'https://';
/** A host that begins with `www.`, and has another dot. The library knows it only below top-level domains that it knows. */
const bareHost = /(?<![\p{L}\p{N}_@./\\:=?&#%+~-])www\.(?=[^\s./?#:@]+\.[\p{L}\p{N}])(?![^\s/?#]*@)/giu;

/** What may be addresses in a text without white space, with their places in it. */
function addressesIn(text: string): Found[] {
  const hosts = [...text.matchAll(bareHost)].map(({ index }) => index);
  return [0, ...hosts].flatMap((from, i) => {
    const part = text.slice(from, hosts[i]);
    const known = find(part, usual);
    const [first] = known;
    const isUnknown = i > 0 && (first?.start !== 0 || part[first.end] === '.');
    const shift = isUnknown ? from - scheme.length : from;
    return (isUnknown ? find(scheme + part, usual) : known).map((found) => {
      const [start, end] = [Math.max(from, found.start + shift), found.end + shift];
      return { ...found, start, end, value: text.slice(start, end) };
    });
  });
}

type Found = Pick<ReturnType<typeof find>[number], 'type' | 'value' | 'href' | 'start' | 'end'>;

/** Countries and other top-level domains whose names are those of files, too: README.md, photos.zip. */
const fileEndings = new Set(['cc', 'md', 'mov', 'pl', 'ps', 'py', 'rs', 'sh', 'so', 'zip']);

/**
 * Whether the writer meant an address. Without a scheme or `www.` it must not look like a file, and the end of its host must be
 * in lower case: in "Thanks.In a week" only a space is missing. One with a user name looks like that of another host, so it stays
 * text.
 */
function isMeantAsAddress({ type, value, href }: Found, before: string | undefined): boolean {
  if (!isShownAddress(href) || new URL(href).username !== '') return false;
  if (type === 'email' || /^(?:https?:\/\/|mailto:|www\.)/i.test(value)) return true;
  const [host = ''] = value.split(/[/?#:]/);
  const end = host.slice(host.lastIndexOf('.') + 1);
  const isPath = before === '/' || before === '\\';
  return host.includes('.') && end === end.toLowerCase() && !isPath && !fileEndings.has(end);
}
