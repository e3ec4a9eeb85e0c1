import type { Button } from '../../content/content.ts';
import { toText } from '../../template/liquid.ts';
import type { Offer, OfferedOption } from '../position.ts';
import { withPlainDashes } from '../typed-text.ts';
import { alsoCalled, folded, readOption } from './answers.ts';

/** The options of a choice as buttons on pages, and what an answer means among them. Pure functions. */

/** Most buttons of a message, in every type of channel. */
const mostButtons = 12;
const longestButton = 64;
const longestButtonId = 64;

/** Stands before an option that the customer has taken, when they may take several. */
const mark = '✓ ';

/** The texts of buttons that are no options, unless the author writes others. */
export const defaultLabels = { more: 'More', back: 'Back', done: 'Done' } as const;

/** The indices of the options on a page; `to` is behind the last. */
export interface Page {
  from: number;
  to: number;
  hasBack: boolean;
  hasMore: boolean;
}

/** The page of an offer. @param size how many options the author wants on it */
export function pageOf(total: number, { page, chosen }: Pick<Offer, 'page' | 'chosen'>, size?: number): Page {
  const room = mostButtons - (chosen ? 1 : 0);
  if (total <= Math.min(size ?? room, room)) return { from: 0, to: total, hasBack: false, hasMore: false };
  // Two buttons lead to the other pages.
  const each = Math.min(size ?? room, room - 2);
  const from = Math.min(page, Math.ceil(total / each) - 1) * each;
  const to = Math.min(from + each, total);
  return { from, to, hasBack: from > 0, hasMore: to < total };
}

/** Whether there is more than one page. */
export function isPaged(total: number, isMultiple: boolean, size?: number): boolean {
  return pageOf(total, { page: 0, ...(isMultiple && { chosen: [] }) }, size).hasMore;
}

/**
 * Texts of buttons that are told apart: one that is there before gets a number. They are cut to what a button can show.
 * @param others texts of other buttons
 */
export function namedApart(
  texts: readonly string[],
  { others = [], isMultiple = false }: { others?: readonly string[]; isMultiple?: boolean } = {},
): string[] {
  const longest = longestButton - (isMultiple ? mark.length : 0);
  const seen = new Set(others.map(folded));
  const counts = new Map<string, number>();
  return texts.map((text) => {
    let named = cut(text, longest);
    for (const name = folded(named); seen.has(folded(named)); ) {
      const n = (counts.get(name) ?? 1) + 1;
      counts.set(name, n);
      const ending = ` (${n})`;
      named = cut(text, longest - ending.length) + ending;
    }
    seen.add(folded(named));
    return named;
  });
}

function cut(text: string, longest: number): string {
  const characters = [...text.trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

/** The buttons of options, and without an offer nothing else. A button with a separate value sends that value, too. */
export function buttonsFor(options: readonly OfferedOption[], offer?: Offer | null, size?: number): Button[] {
  const button = ({ text, value }: OfferedOption, isTaken = false): Button => {
    const shown = isTaken ? `${mark}${text}` : text;
    const id = typeof value === 'object' ? text : toText(value);
    return id === text || id === '' || [...id].length > longestButtonId
      ? { text: shown }
      : { text: shown, id };
  };
  if (!offer) return options.map((option) => button(option));
  const { from, to, hasBack, hasMore } = pageOf(options.length, offer, size);
  const { chosen, labels } = offer;
  return [
    ...options.slice(from, to).map((option, i) => button(option, chosen?.includes(from + i))),
    ...(hasBack ? [{ text: labels.back }] : []),
    ...(hasMore ? [{ text: labels.more }] : []),
    ...(chosen ? [{ text: labels.done }] : []),
  ];
}

/** What an answer means: another page, the end of choosing, or options to be taken and to be given back. */
export type Meaning =
  | { is: 'page'; page: number }
  | { is: 'done' }
  | { is: 'options'; take: number[]; leave: number[] };

/** Reads an answer to a choice; null if it names nothing. */
export function meaningOf(
  text: string,
  options: readonly OfferedOption[],
  offer: Offer | null | undefined,
  size?: number,
): Meaning | null {
  if (!offer) {
    const index = readOption(text, options);
    return index === null ? null : { is: 'options', take: [index], leave: [] };
  }
  const shown = pageOf(options.length, offer, size);
  const said = folded(text);
  if (offer.chosen && said === folded(offer.labels.done)) return { is: 'done' };
  if (shown.hasMore || shown.hasBack) {
    if (said === folded(offer.labels.more)) return { is: 'page', page: offer.page + (shown.hasMore ? 1 : 0) };
    if (said === folded(offer.labels.back)) return { is: 'page', page: Math.max(offer.page - 1, 0) };
  }
  const named = optionNamed(said, options, shown);
  if (named !== null) return { is: 'options', take: [named], leave: [] };
  return offer.chosen ? severalNamed(said, options, shown) : null;
}

/** An option by its text, else by its value, else by what it is also called, else by its number on the page that is shown. */
function optionNamed(said: string, options: readonly OfferedOption[], { from, to }: Page): number | null {
  if (said === '') return null;
  const byText = options.findIndex(({ text }) => folded(text) === said);
  if (byText >= 0) return byText;
  const byValue = options.findIndex(
    ({ value }) => typeof value !== 'object' && folded(toText(value)) === said,
  );
  if (byValue >= 0) return byValue;
  const called = alsoCalled(said, options);
  if (called !== null) return called;
  const number = /^\d{1,2}$/.test(said) ? Number(said) : 0;
  return number >= 1 && number <= to - from ? from + number - 1 : null;
}

/** Several options with commas, semicolons or line breaks between them. One behind the mark, or a minus, is given back. */
function severalNamed(said: string, options: readonly OfferedOption[], shown: Page): Meaning | null {
  const parts = said
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > options.length) return null;
  const [take, leave]: [number[], number[]] = [[], []];
  for (const part of parts) {
    const named = optionNamed(part, options, shown);
    const left =
      named === null ? /^[✓-]\s*(.+)$/su.exec(withPlainDashes(part[0]!) + part.slice(1))?.[1] : undefined;
    const index = left === undefined ? named : optionNamed(left, options, shown);
    if (index === null) return null;
    (left === undefined ? take : leave).push(index);
  }
  return { is: 'options', take, leave };
}
