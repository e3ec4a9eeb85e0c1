import { type Node, parse } from './pattern-syntax.ts';

/**
 * Regular expressions in definitions. They are JavaScript's, without what needs backtracking (references to groups,
 * looking ahead and behind), and are matched by stepping all alternatives at once (https://swtch.com/~rsc/regexp/):
 * the time grows with the length of the text times the size of the pattern, whatever the two are.
 */

/** A pattern that cannot be read, or asks for what is not offered. The message is for people. */
export class PatternError extends Error {}

/** A pattern that was read. */
export interface Pattern {
  /** Whether the pattern is found anywhere in the text; never in one of more than 3000 code points. */
  test(text: string): boolean;
}

const longestPattern = 200;
const longestText = 3000;
/** Counted repetitions are written out, so `(a{50}){50}` would be large. */
const mostWritten = 1000;

type Instruction =
  | { kind: 'char'; accepts(char: string): boolean }
  | { kind: 'split'; to: number[] }
  | { kind: 'assert'; assertion: string }
  | { kind: 'match' };

const known = new Map<string, Pattern>();
const mostKnown = 1000;

/**
 * Reads a pattern; `(?i)` in front ignores case. What was read is remembered.
 * @throws PatternError
 */
export function readPattern(source: string): Pattern {
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
  const pattern: Pattern = { test: (text) => search(program, text) };
  if (known.size >= mostKnown) known.delete(known.keys().next().value!);
  known.set(source, pattern);
  return pattern;
}

function assemble(tree: Node, ignoreCase: boolean): Instruction[] {
  const program: Instruction[] = [];
  let written = 0;
  const add = (instruction: Instruction) => program.push(instruction);
  const write = (node: Node): void => {
    // Nodes are counted, not instructions: `(){999999}` repeats what has none.
    if (++written > mostWritten) {
      throw new PatternError('the pattern is too large; make its counted repetitions smaller');
    }
    switch (node.kind) {
      case 'atom':
        add({ kind: 'char', accepts: acceptor(node.source, ignoreCase) });
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
        else for (let i = node.min; i < node.max; i++) writeEither([node.part, null]);
    }
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

/** One character is matched by the platform's own expressions, which cannot backtrack over it. */
function acceptor(source: string, ignoreCase: boolean): (char: string) => boolean {
  const literal = !ignoreCase && !/[\\[.]/.test(source);
  if (literal) return (char) => char === source;
  const expression = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
  return (char) => expression.test(char);
}

function search(program: Instruction[], text: string): boolean {
  if (text.length > 2 * longestText) return false;
  const chars = [...text];
  if (chars.length > longestText) return false;
  const visited = new Int32Array(program.length).fill(-1);
  let carried: number[] = [];
  for (let at = 0; at <= chars.length; at++) {
    const open = [...carried, 0];
    carried = [];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (visited[next] === at) continue;
      visited[next] = at;
      const instruction = program[next]!;
      if (instruction.kind === 'match') return true;
      if (instruction.kind === 'split') open.push(...instruction.to);
      else if (instruction.kind === 'assert') {
        if (holds(instruction.assertion, chars, at)) open.push(next + 1);
      } else if (at < chars.length && instruction.accepts(chars[at]!)) carried.push(next + 1);
    }
  }
  return false;
}

function holds(assertion: string, chars: string[], at: number): boolean {
  if (assertion === '^') return at === 0;
  if (assertion === '$') return at === chars.length;
  const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char);
  const atBoundary = isWord(chars[at - 1]) !== isWord(chars[at]);
  return assertion === '\\b' ? atBoundary : !atBoundary;
}
