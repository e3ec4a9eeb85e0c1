import { RE2JS } from 're2js';
import { readPattern } from '../scenario/pattern.ts';
import { type Node, parse } from '../scenario/pattern-syntax.ts';
import { TemplateError } from '../template/liquid.ts';

/**
 * Patterns in input schemas. JSON Schema uses those of ECMA-262. Here RE2 matches them in linear time; its syntax
 * (https://github.com/google/re2/wiki/Syntax) differs in white space, the dot and escapes.
 */

/** A pattern is invalid, or cannot be matched in linear time. The message is for people. */
export class SchemaPatternError extends Error {}

interface Pattern {
  test(text: string): boolean;
}

/**
 * How the patterns of a schema are matched. `linear`: by RE2. `stored`: schemas of an earlier release may have patterns that
 * RE2 cannot match, so they need a time limit. `method`: the patterns in fields of published methods.
 */
export type PatternKind = 'linear' | 'stored' | 'method';

/** Engines in the form that ajv takes (https://ajv.js.org/options.html#code). */
export const patternEngines = {
  linear: engine(linearPattern),
  stored: engine((source) => {
    try {
      return linearPattern(source);
    } catch {
      return new RegExp(source, 'u');
    }
  }),
  method: engine(methodPattern),
} satisfies Record<PatternKind, unknown>;

function engine(read: (source: string) => Pattern) {
  return Object.assign(
    (source: string) => {
      const pattern = read(source);
      // ajv identifies compiled patterns by their text.
      return { test: (text: string) => pattern.test(text), toString: () => source };
    },
    { code: 'pattern' },
  );
}

/** A text on which the search takes too long does not match, as one that is too long does not. */
function methodPattern(source: string): Pattern {
  const pattern = readPattern(source);
  return {
    test(text) {
      try {
        return pattern.test(text);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        return false;
      }
    },
  };
}

/** Translates a pattern to RE2. @throws SchemaPatternError */
export function linearPattern(source: string): Pattern {
  const refuse = (reason: string) =>
    new SchemaPatternError(`the pattern ${JSON.stringify(source.slice(0, 100))} cannot be used: ${reason}`);
  try {
    new RegExp(source, 'u');
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const tree = parse(source, refuse);
  try {
    const compiled = RE2JS.compile(written(tree));
    return { test: (text) => compiled.matcher(text).find() };
  } catch (error) {
    const { message } = error as Error;
    throw refuse(`it is not matched in linear time (${message.replace('error parsing regexp: ', '')})`);
  }
}

function written(node: Node): string {
  switch (node.kind) {
    case 'atom':
      return node.source.startsWith('[') ? writtenClass(node.source) : writtenAtom(node.source);
    case 'assert':
      return node.assertion;
    case 'sequence':
      return node.parts.map(written).join('');
    case 'either':
      return `(?:${node.branches.map(written).join('|')})`;
    case 'repeat': {
      const most = node.max === Number.POSITIVE_INFINITY ? '' : node.max;
      return `(?:${written(node.part)}){${node.min},${most}}`;
    }
    default:
      return node satisfies never;
  }
}

/** White space and line ends as ECMA-262 defines them (WhiteSpace, LineTerminator). */
const space = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const notSpace = String.raw`\x00-\x08\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;

function writtenAtom(source: string): string {
  if (source === '.') return String.raw`[^\n\r\x{2028}\x{2029}]`;
  if (source === String.raw`\s`) return `[${space}]`;
  if (source === String.raw`\S`) return `[^${space}]`;
  return source.startsWith('\\') ? writtenEscape(source) : codePoint(source.codePointAt(0)!);
}

const member = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|.)|./gsu;

function writtenClass(source: string): string {
  const isNot = source.startsWith('[^');
  const members = source.slice(isNot ? 2 : 1, -1).match(member) ?? [];
  if (members.length === 0) return isNot ? String.raw`[\x00-\x{10ffff}]` : String.raw`[^\x00-\x{10ffff}]`;
  const inner = members.map((part, i) => {
    if (part === String.raw`\s`) return space;
    if (part === String.raw`\S`) return notSpace;
    if (part === String.raw`\b`) return String.raw`\x08`;
    // Between two members it makes a range; a class cannot be the end of a range.
    if (part === '-') return i === 0 || i === members.length - 1 ? String.raw`\-` : '-';
    return part.startsWith('\\') ? writtenEscape(part) : codePoint(part.codePointAt(0)!);
  });
  return `[${isNot ? '^' : ''}${inner.join('')}]`;
}

function writtenEscape(source: string): string {
  const [, sign, rest] = /^\\(.)(.*)$/su.exec(source)!;
  switch (sign) {
    case 'd':
    case 'D':
    case 'w':
    case 'W':
    case 't':
    case 'n':
    case 'r':
    case 'f':
    case 'v':
      return source;
    case 'p':
    case 'P':
      return `\\${sign}${rest!.replace(/^\{(?:Script|sc|General_Category|gc)=/, '{')}`;
    case '0':
      return String.raw`\x00`;
    case 'c':
      return codePoint(rest!.codePointAt(0)! % 32);
    case 'x':
      return codePoint(Number.parseInt(rest!, 16));
    case 'u': {
      if (rest!.startsWith('{')) return codePoint(Number.parseInt(rest!.slice(1, -1), 16));
      const units = source.split('\\u').slice(1);
      return codePoint(
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))).codePointAt(0)!,
      );
    }
    default:
      return codePoint(sign!.codePointAt(0)!);
  }
}

const codePoint = (point: number) => `\\x{${point.toString(16)}}`;
