import { HtmlWriter, hrefAttribute, type RichText } from './html-writer.ts';

/**
 * The tokens that have a meaning in a line of Markdown; everything between them is text. Addresses are tokens too, so that
 * their underscores are not read as emphasis.
 */
const token = new RegExp(
  [
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /(?<=^|\n)```(?<language>[^\n`]*)\n(?<block>(?:[\s\S]*?\n)?)```[ \t]*(?=\n|$)/,
    /(?<!`)(?<ticks>`+)(?!`)(?<code>[\s\S]*?[^`])\k<ticks>(?!`)/,
    /(?<address>https?:\/\/[^\s<>*~`[\]()\\]*[^\s<>*~`[\]()\\_.,:;!?])/,
    /(?<run>\*+|_+|~+)/,
    /(?<label>!?\[)/,
    /\]\(\s*<?(?<target>[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\s*\)/,
    /(?<bracket>\])/,
    /(?<paragraph>\n[ \t]*\n)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** A mark that may open a tag. If it does not, it stays text. */
interface Opener {
  mark: string;
  tag?: string;
  attributes?: string;
}
type Item = string | Opener | { close: string } | { code: string; language?: string; isBlock: boolean };

/**
 * Turns common Markdown into Telegram's HTML: `**bold**`, `__bold__`, `*italic*`, `_italic_`, `~~strike~~`, `` `code` ``,
 * fenced blocks and `[links](https://…)`. It never fails: a mark without its partner, and all other Markdown, stays as it was
 * written.
 */
export function markdownToHtml(source: string): RichText {
  const items: Item[] = [];
  let open: Opener[] = [];
  let from = 0;
  for (const match of source.matchAll(token)) {
    items.push(source.slice(from, match.index));
    from = match.index + match[0].length;
    const { escaped, language, block, code, address, run, label, target, bracket } = match.groups!;
    if (escaped !== undefined || address !== undefined) items.push(escaped ?? address!);
    else if (block !== undefined) {
      items.push({ code: block.replace(/\n$/, ''), isBlock: true, language: language!.trim() });
    } else if (code !== undefined) items.push({ code: withoutPadding(code), isBlock: false });
    else if (run !== undefined) readRun(run, source[match.index - 1], source[from], items, open);
    else if (label !== undefined) {
      const opener = { mark: label };
      items.push(opener);
      open.push(opener);
    } else if (target !== undefined || bracket !== undefined) {
      open = readBracket(match[0], target, items, open);
    } else {
      // No mark reaches across paragraphs.
      open = [];
      items.push(match[0]);
    }
  }
  items.push(source.slice(from));
  return write(items);
}

/** Reads marks of emphasis: they close if they can and open otherwise, as CommonMark does in the usual cases. */
function readRun(
  run: string,
  before: string | undefined,
  after: string | undefined,
  items: Item[],
  open: Opener[],
): void {
  const kind = run[0]!;
  const isMark = kind === '~' ? run.length === 2 : run.length <= 3;
  // An underscore inside a word, as in snake_case, is not a mark.
  const inWord = (neighbour: string | undefined) =>
    kind === '_' && neighbour !== undefined && /[\p{L}\p{N}]/u.test(neighbour);
  const canOpen = isMark && isInk(after) && !inWord(before);
  const canClose = isMark && isInk(before) && !inWord(after);
  let left = run.length;
  while (canClose && left > 0) {
    const at = partnerOf(kind, left, open, !canOpen);
    if (at < 0) break;
    const partner = open[at]!;
    open.splice(at);
    partner.tag = tagOf(partner.mark);
    items.push({ close: partner.tag });
    left -= partner.mark.length;
  }
  while (left > 0 && canOpen) {
    const opener = { mark: kind.repeat(Math.min(left, 2)) };
    items.push(opener);
    open.push(opener);
    left -= opener.mark.length;
  }
  items.push(kind.repeat(left));
}

/** The innermost opener of the same length; otherwise a shorter one, if the run could do nothing else. */
function partnerOf(kind: string, length: number, open: readonly Opener[], orShorter: boolean): number {
  const same = open.findLastIndex(({ mark }) => mark === kind.repeat(length));
  if (same >= 0 || !orShorter) return same;
  return open.findLastIndex(({ mark }) => mark[0] === kind && mark.length < length);
}

const tagOf = (mark: string): string => (mark[0] === '~' ? 's' : mark.length === 2 ? 'b' : 'i');

/** Reads the end of a link's label, with or without a target. @returns the openers that remain open */
function readBracket(text: string, target: string | undefined, items: Item[], open: Opener[]): Opener[] {
  const at = open.findLastIndex(({ mark }) => mark.endsWith('['));
  const attributes = target === undefined ? undefined : hrefAttribute(target);
  if (at < 0 || attributes === undefined) {
    items.push(text);
    return at < 0 ? open : open.toSpliced(at, 1);
  }
  Object.assign(open[at]!, { tag: 'a', attributes });
  items.push({ close: 'a' });
  // Links cannot be nested, so brackets around this link are text.
  return open.slice(0, at).filter(({ mark }) => !mark.endsWith('['));
}

const isInk = (character: string | undefined): boolean => character !== undefined && !/\s/u.test(character);

/** Removes one space on either side, which separates a backtick from the mark: CommonMark, "code spans". */
const withoutPadding = (code: string): string => (/^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code);

function write(items: readonly Item[]): RichText {
  const writer = new HtmlWriter();
  for (const item of items) {
    if (typeof item === 'string') writer.text(item);
    else if ('close' in item) writer.close(item.close);
    else if ('code' in item) writeCode(writer, item.code, item.isBlock, item.language);
    else if (item.tag === undefined) writer.text(item.mark);
    else writer.open(item.tag, item.attributes);
  }
  return writer.finish();
}

function writeCode(writer: HtmlWriter, code: string, isBlock: boolean, language = ''): void {
  const hasLanguage = /^[\w+#.-]{1,40}$/.test(language);
  if (isBlock) writer.open('pre');
  if (!isBlock || hasLanguage) writer.open('code', hasLanguage ? `class="language-${language}"` : '');
  writer.text(code);
  if (!isBlock || hasLanguage) writer.close('code');
  if (isBlock) writer.close('pre');
}
