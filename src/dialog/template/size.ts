import { type Liquid, Tokenizer, TokenKind } from 'liquidjs';
import { TemplateError } from './allowance.ts';

/**
 * Counts in one pass how much of a template must be parsed and analysed. The time that liquidjs needs grows faster than the
 * size of a template: thousands of operands in one tag take seconds, during which the process does nothing else. So this
 * runs first.
 */

/** Most segments of a path, including those of paths in its brackets. */
const longestPath = 50;
/** Most arguments or operands in one tag or filter, and most filters of one tag. */
const mostOperands = 100;
/** Most paths in a template. */
const mostReads = 500;

/** The cost of an empty tag or expression, in pieces. */
const piecesOfTag = 5;

/** A quoted text, a name or a number, or a sign. */
const piece = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\.\.|[^\s'"()[\]|,.:<>=!]+|\S/gs;
/** Words between two operands. */
const between = new Set(['and', 'or', 'contains', 'in']);
/** Tags in which the engine searches for the next separator without regard to quotes. */
const skipping = new Set(['when', 'cycle']);

/**
 * Counts the pieces of a template: names, texts, numbers and signs.
 * @throws TemplateError if a path, a tag, a filter or the whole template is too large
 * @throws Error of liquidjs if a tag is not closed
 */
export function piecesOf(source: string, engine: Liquid): number {
  const counted = { reads: 0, pieces: 0 };
  const tokenizer = new Tokenizer(source);
  while (!tokenizer.end()) {
    const token = tokenizer.readTopLevelToken(engine.options);
    if (token.kind === TokenKind.HTML) continue;
    const content = source.slice(token.begin + 2, token.end - 2);
    if (token.kind === TokenKind.Output) count(content, counted);
    else countTag(content, counted);
  }
  return counted.pieces;
}

interface Counted {
  reads: number;
  pieces: number;
}

const tagName = /^[\s-]*(#|[^\s#]\w*)/;

function countTag(content: string, counted: Counted): void {
  const [head, name] = tagName.exec(content) ?? ['', ''];
  const rest = content.slice(head.length);
  if (name === 'liquid') for (const line of rest.split('\n')) countLine(line, counted);
  else if (name === '#') counted.pieces += piecesOfTag;
  else if (skipping.has(name!)) {
    const operands = rest.split(/,|or/).length;
    admitOperands(operands);
    admitReads(operands, counted);
    counted.pieces += piecesOfTag + operands;
  } else count(rest, counted);
}

/** Counts a line of a liquid tag, which is a tag itself. */
function countLine(line: string, counted: Counted): void {
  countTag(line.replace(/^(?:\s*liquid\b)+/, ''), counted);
}

/** Counts the content of an expression, or of a tag after its name. */
function count(content: string, counted: Counted): void {
  let operands = 0;
  let filters = 0;
  let segments = 0;
  let depth = 0;
  let before = '';
  counted.pieces += piecesOfTag;
  piece.lastIndex = 0;
  for (let found = piece.exec(content); found; found = piece.exec(content)) {
    let [text] = found;
    // After a value in brackets the engine searches for their end without regard to quotes.
    if (depth > 0 && before !== '[' && /^['"]./s.test(text)) {
      text = text[0]!;
      piece.lastIndex = found.index + 1;
    }
    counted.pieces++;
    if (text === '|') {
      admitOperands(++filters);
      operands = 0;
    } else if (text === '.' || text === '[') {
      if (text === '[') depth++;
      if (++segments > longestPath) throw new TemplateError(`a path has at most ${longestPath} segments`);
    } else if (text === ']') depth = Math.max(0, depth - 1);
    else if (text === '(') admitOperands(++operands);
    else if (/^[^\s)=<>!,:.]/.test(text) && before !== '.' && before !== '|' && !between.has(text)) {
      if (depth === 0) {
        admitOperands(++operands);
        segments = 1;
      }
      if (!/^['"\d-]/.test(text)) admitReads(1, counted);
    }
    before = text;
  }
}

function admitOperands(operands: number): void {
  if (operands > mostOperands) {
    throw new TemplateError(`a tag or a filter has at most ${mostOperands} arguments, operands or filters`);
  }
}

function admitReads(reads: number, counted: Counted): void {
  counted.reads += reads;
  if (counted.reads > mostReads) {
    throw new TemplateError(`a template reads at most ${mostReads} values; make several of it`);
  }
}
