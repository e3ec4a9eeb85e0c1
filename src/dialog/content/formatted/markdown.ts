import { type Formatted, FormattedBuilder, isLinkTarget, type Mark } from './tree.ts';

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

/** Characters that may begin a formatted part. If they do not, they stay text. */
interface Opener {
  mark: string;
  begins?: Mark;
}
type Item = string | Opener | { close: Mark['type'] } | { code: string; language?: string; isBlock: boolean };

/**
 * Reads common Markdown: `**bold**`, `__bold__`, `*italic*`, `_italic_`, `~~strike~~`, `` `code` ``,
 * fenced blocks and `[links](https://…)`. It never fails: a mark without its partner, and all other Markdown, stays as it was
 * written.
 */
export function readMarkdown(source: string): Formatted {
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
  return build(items);
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
    const type = typeOf(partner.mark);
    partner.begins = { type };
    items.push({ close: type });
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

const typeOf = (mark: string): 'strike' | 'bold' | 'italic' =>
  mark[0] === '~' ? 'strike' : mark.length === 2 ? 'bold' : 'italic';

/** Reads the end of a link's label, with or without a target. @returns the openers that remain open */
function readBracket(text: string, target: string | undefined, items: Item[], open: Opener[]): Opener[] {
  const at = open.findLastIndex(({ mark }) => mark.endsWith('['));
  if (at < 0 || target === undefined || !isLinkTarget(target)) {
    items.push(text);
    return at < 0 ? open : open.toSpliced(at, 1);
  }
  open[at]!.begins = { type: 'link', url: target };
  items.push({ close: 'link' });
  // Links cannot be nested, so brackets around this link are text.
  return open.slice(0, at).filter(({ mark }) => !mark.endsWith('['));
}

const isInk = (character: string | undefined): boolean => character !== undefined && !/\s/u.test(character);

/** Removes one space on either side, which separates a backtick from the mark: CommonMark, "code spans". */
const withoutPadding = (code: string): string => (/^ .*[^ ].* $/s.test(code) ? code.slice(1, -1) : code);

function build(items: readonly Item[]): Formatted {
  const builder = new FormattedBuilder();
  for (const item of items) {
    if (typeof item === 'string') builder.text(item);
    else if ('close' in item) builder.close(item.close);
    else if ('code' in item) addCode(builder, item.code, item.isBlock, item.language);
    else if (item.begins === undefined) builder.text(item.mark);
    else builder.open(item.begins);
  }
  return builder.finish();
}

function addCode(builder: FormattedBuilder, code: string, isBlock: boolean, language = ''): void {
  const hasLanguage = /^[\w+#.-]{1,40}$/.test(language);
  if (isBlock) builder.open({ type: 'code_block' });
  if (!isBlock || hasLanguage) builder.open(hasLanguage ? { type: 'code', language } : { type: 'code' });
  builder.text(code);
  if (!isBlock || hasLanguage) builder.close('code');
  if (isBlock) builder.close('code_block');
}
