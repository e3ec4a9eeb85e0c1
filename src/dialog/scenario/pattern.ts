import { Allowance, TemplateError } from '../template/liquid.ts';
import { type Node, parse } from './pattern-syntax.ts';

/**
 * Regular expressions in definitions. They are JavaScript's, without features that need backtracking (back references, lookahead
 * and lookbehind). All alternatives are followed at the same time (https://swtch.com/~rsc/regexp/), so the time grows at most
 * with the length of the text times the size of the pattern. One search may still be long, so its visits are limited, and count
 * in the allowance of the turn.
 */

/** A pattern is invalid, or uses a feature that is not supported. The message is for people. */
export class PatternError extends Error {}

/** A compiled pattern. */
interface Pattern {
  /**
   * Whether the pattern matches anywhere in the text; always false for more than 3000 code points.
   * @throws TemplateError if the search takes too long
   */
  test(text: string): boolean;
}

const longestPattern = 200;
/** Code points of a text; a longer one matches nothing. */
export const longestText = 3000;
/** Counted repetitions are written out, so `(a{50}){50}` would be too large. */
const mostWritten = 1000;
/** Visits of instructions in one search; so many take 10 to 20 ms. */
export const mostVisitsInSearch = 1_000_000;
/** So many visits take as long as a step of a template. */
const visitsPerStep = 10;

export type Accepts = (char: string) => boolean;

/** A step of a compiled pattern; the last of a program is `match`. */
export type Instruction =
  | { kind: 'char'; accepts: Accepts }
  | { kind: 'split'; to: number[] }
  | { kind: 'assert'; assertion: string }
  | { kind: 'match' };

const known = new Map<string, Instruction[]>();
const mostKnown = 1000;

/**
 * Compiles a pattern; `(?i)` at the start ignores case. Compiled patterns are cached.
 * @throws PatternError
 */
export function readPattern(source: string): Pattern {
  compiled(source);
  return { test: (text) => matches(source, text, new Allowance()) };
}

/**
 * The same as `test` for a pattern of a definition, where searches share the allowance of the turn.
 * @throws TemplateError if this search, or all of them together with the templates, take too long
 */
export function matches(source: string, text: string, allowance: Allowance): boolean {
  return allowance.within(() => {
    const isNew = !known.has(source);
    const program = compiled(source);
    if (isNew) stepFor(source, allowance, program.length);
    return search(program, text, (visits) => stepFor(source, allowance, visits), source);
  });
}

/** The program of a pattern, from the cache if it was compiled before. @throws PatternError */
export function compiled(source: string): Instruction[] {
  const remembered = known.get(source);
  if (remembered) return remembered;
  if (source.length > longestPattern) {
    throw new PatternError(`a pattern has at most ${longestPattern} characters`);
  }
  const ignoreCase = source.startsWith('(?i)');
  const body = ignoreCase ? source.slice(4) : source;
  try {
    new RegExp(body, 'u');
  } catch (error) {
    throw new PatternError((error as Error).message);
  }
  const program = assemble(
    parse(body, (message) => new PatternError(message)),
    ignoreCase,
  );
  if (known.size >= mostKnown) known.delete(known.keys().next().value!);
  known.set(source, program);
  return program;
}

function stepFor(source: string, allowance: Allowance, visits: number): void {
  try {
    allowance.step(Math.ceil(visits / visitsPerStep));
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new TemplateError(
      `the templates and patterns take too long together; it ended at ${shown(source)}`,
    );
  }
}

function assemble(tree: Node, ignoreCase: boolean): Instruction[] {
  const program: Instruction[] = [];
  let written = 0;
  const add = (instruction: Instruction) => program.push(instruction);
  const acceptors = new Map<string, Accepts>();
  const acceptorOf = (source: string) => {
    const accepts = acceptors.get(source) ?? acceptor(source, ignoreCase);
    acceptors.set(source, accepts);
    return accepts;
  };
  const write = (node: Node): void => {
    // Count nodes, not instructions: `(){999999}` repeats a node without instructions.
    if (++written > mostWritten) {
      throw new PatternError('the pattern is too large; make its counted repetitions smaller');
    }
    switch (node.kind) {
      case 'atom':
        add({ kind: 'char', accepts: acceptorOf(node.source) });
        break;
      case 'assert':
        add(node);
        break;
      case 'sequence':
        for (const part of node.parts) write(part);
        break;
      case 'either':
        writeEither(node.branches);
        break;
      case 'repeat':
        for (let i = 0; i < node.min; i++) write(node.part);
        if (node.max === Number.POSITIVE_INFINITY) writeStar(node.part);
        else writeOptional(node.part, node.max - node.min);
    }
  };
  /** Each repetition is skipped with all that follow, so that a position leads to two places and not to all of them. */
  const writeOptional = (part: Node, times: number) => {
    const splits: { to: number[] }[] = [];
    for (let i = 0; i < times; i++) {
      const split = { kind: 'split' as const, to: [program.length + 1] };
      splits.push(split);
      add(split);
      write(part);
    }
    for (const split of splits) split.to.push(program.length);
  };
  const writeEither = (branches: (Node | null)[]) => {
    const split = { kind: 'split' as const, to: [] as number[] };
    add(split);
    const ends = branches.map((branch) => {
      split.to.push(program.length);
      if (branch) write(branch);
      const end = { kind: 'split' as const, to: [] as number[] };
      add(end);
      return end;
    });
    for (const end of ends) end.to.push(program.length);
  };
  const writeStar = (part: Node) => {
    const start = program.length;
    const split = { kind: 'split' as const, to: [start + 1] };
    add(split);
    write(part);
    add({ kind: 'split', to: [start] });
    split.to.push(program.length);
  };
  write(tree);
  add({ kind: 'match' });
  return program;
}

/**
 * A single character is matched by JavaScript's own expression, which cannot backtrack over one character. All atoms that are
 * written alike share one answer for the character at hand.
 */
function acceptor(source: string, ignoreCase: boolean): Accepts {
  const literal = !ignoreCase && !/[\\[.]/.test(source);
  if (literal) return (char) => char === source;
  const expression = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
  let last: string | undefined;
  let accepted = false;
  return (char) => {
    if (char !== last) {
      accepted = expression.test(char);
      last = char;
    }
    return accepted;
  };
}

/** The characters of a text, as the instructions of a program see them. */
interface Subject {
  length: number;
  accepted(accepts: Accepts, at: number): boolean;
  holds(assertion: string, at: number): boolean;
  /** Told after each position. */
  visited(visits: number): void;
}

function search(
  program: Instruction[],
  text: string,
  count: (visits: number) => void,
  source: string,
): boolean {
  if (text.length > 2 * longestText) return false;
  const chars = [...text];
  if (chars.length > longestText) return false;
  let left = mostVisitsInSearch;
  return run(program, {
    length: chars.length,
    accepted: (accepts, at) => accepts(chars[at]!),
    holds: asserter(chars),
    visited(visits) {
      left -= visits;
      if (left < 0) {
        throw new TemplateError(`the pattern ${shown(source)} takes too long on this text; make it simpler`);
      }
      count(visits);
    },
  });
}

const shown = (source: string) => JSON.stringify(source.length > 50 ? `${source.slice(0, 50)}…` : source);

function run(program: Instruction[], { length, accepted, holds, visited: count }: Subject): boolean {
  const visited = new Int32Array(program.length + 1).fill(-1);
  let carried: number[] = [];
  for (let at = 0; at <= length; at++) {
    const open = carried;
    open.push(0);
    carried = [];
    let visits = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      visits++;
      if (visited[next] === at) continue;
      visited[next] = at;
      const instruction = program[next];
      if (instruction === undefined) continue;
      if (instruction.kind === 'match') return true;
      if (instruction.kind === 'split') for (const to of instruction.to) open.push(to);
      else if (instruction.kind === 'assert') {
        if (holds(instruction.assertion, at)) open.push(next + 1);
      } else if (at < length && accepted(instruction.accepts, at)) carried.push(next + 1);
    }
    count(visits);
  }
  return false;
}

/** Many instructions may ask for the boundary at one place, so it is looked up once. */
function asserter(chars: string[]): Subject['holds'] {
  let last = -1;
  let isBoundary = false;
  return (assertion, at) => {
    if (assertion === '^') return at === 0;
    if (assertion === '$') return at === chars.length;
    if (last !== at) isBoundary = isWord(chars[at - 1]) !== isWord(chars[at]);
    last = at;
    return assertion === '\\b' ? isBoundary : !isBoundary;
  };
}

/** Whether `\b` counts a character among those of words; what is before and behind a text is none. */
export const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char);
