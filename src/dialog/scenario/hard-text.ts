import {
  type Accepts,
  compiled,
  type Instruction,
  isWord,
  longestText,
  mostVisitsInSearch,
} from './pattern.ts';

/**
 * Looks for texts on which a pattern is given up at run time. It counts visits as a search does and reads no clock, so that the
 * same pattern has the same answer always and everywhere.
 */

/** What a series of looks may still visit; each reduces it. */
export interface Effort {
  visits: number;
}

/** Characters of a text are chosen among so many, those first that most of the pattern accepts. */
const mostLetters = 16;
/** Choosing the letters takes as long as so many visits. */
const visitsToPrepare = 200_000;
const printable = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i));
const others = ['\n', 'é', 'я', '中', '😀'];

/**
 * Finds a text on which a search for a pattern is given up. The text is built one character at a time, always by the one with which the
 * pattern may go on in most ways; so a text that is found is a proof, and one that is not found is none.
 * @param effort if it does not last, nothing is found
 * @throws PatternError
 */
export function hardText(source: string, effort: Effort): string | null {
  const program = compiled(source);
  if (mostVisitsAtOnce(program) * (longestText + 1) <= mostVisitsInSearch) return null;
  effort.visits -= visitsToPrepare;
  if (effort.visits < 0) return null;
  const scale = new Scale(program, source);
  const seen = new Int32Array(program.length).fill(-1);
  let mark = 0;
  let text = '';
  let before: string | undefined;
  let carried: number[] = [];
  let visits = 0;
  for (let at = 0; at < longestText; at++) {
    let best: (Weighed & { reached: Reached }) | null = null;
    for (const letters of scale.groups) {
      const isBoundary = isWord(before) !== isWord(letters[0]!.char);
      const holds = (assertion: string) =>
        assertion === '^' ? at === 0 : assertion !== '$' && isBoundary === (assertion === '\\b');
      const reached = follow(program, [...carried, 0], { seen, mark: mark++, holds });
      if (reached === null) continue;
      effort.visits -= reached.visits;
      const weighed = scale.weigh(reached.chars, letters);
      if (best === null || isBetter(weighed, best)) best = { ...weighed, reached };
    }
    // It matches here, whatever comes next; or there is no more time to look.
    if (best === null || effort.visits < 0) return null;
    const { letter, reached } = best;
    before = letter.char;
    carried = reached.chars.filter((place) => letter.accepted[place]).map((place) => place + 1);
    text += before;
    visits += reached.visits;
    if (visits > mostVisitsInSearch) return text;
  }
  return null;
}

/** What `follow` comes to: the places of characters, and the visits that this took. */
interface Reached {
  chars: number[];
  visits: number;
}

/**
 * Follows splits and assertions at one position of a text, and counts as the search in pattern.ts does. That one has a loop of its
 * own, because it would be slower with this function.
 * @param open the places where it starts, which it consumes
 * @returns null if the pattern matches here
 */
function follow(
  program: Instruction[],
  open: number[],
  { seen, mark, holds }: { seen: Int32Array; mark: number; holds(assertion: string): boolean },
): Reached | null {
  const chars: number[] = [];
  let visits = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    visits++;
    if (seen[next] === mark) continue;
    seen[next] = mark;
    const instruction = program[next]!;
    if (instruction.kind === 'match') return null;
    if (instruction.kind === 'split') for (const to of instruction.to) open.push(to);
    else if (instruction.kind === 'char') chars.push(next);
    else if (holds(instruction.assertion)) open.push(next + 1);
  }
  return { chars, visits };
}

/** Most visits at one position: all places are open, and each leads to all that it can. */
function mostVisitsAtOnce(program: Instruction[]): number {
  let visits = 1;
  for (const instruction of program) visits += instruction.kind === 'split' ? instruction.to.length : 1;
  return visits;
}

interface Letter {
  char: string;
  /** 1 at each place of the program where it is accepted. */
  accepted: Uint8Array;
}

/** A letter as the next one of a text, and what it leads to. */
interface Weighed {
  letter: Letter;
  /** The number of places behind it. */
  places: number;
  /** The sum of these places: how far it leads. */
  far: number;
  /** Whether the pattern may match behind it, which ends the search early. */
  ends: boolean;
}

function isBetter(a: Weighed, b: Weighed): boolean {
  if (a.ends !== b.ends) return b.ends;
  if (a.places !== b.places) return a.places > b.places;
  return a.far > b.far;
}

/** Compares letters for one program. */
class Scale {
  /** The letters to choose among, in groups that a boundary of words does not distinguish. */
  readonly groups: Letter[][];
  readonly #ends: Uint8Array;

  constructor(program: Instruction[], source: string) {
    this.#ends = placesBeforeMatch(program);
    const hasBoundary = program.some((i) => i.kind === 'assert' && i.assertion.startsWith('\\'));
    const letters = lettersOf(program, source, hasBoundary);
    const words = letters.filter(({ char }) => isWord(char));
    const gaps = letters.filter(({ char }) => !isWord(char));
    this.groups = (hasBoundary ? [words, gaps] : [letters]).filter((group) => group.length > 0);
  }

  /** @returns the best of the letters at some places of characters */
  weigh(chars: number[], letters: Letter[]): Weighed {
    return letters.map((letter) => this.#weighOne(chars, letter)).reduce((a, b) => (isBetter(b, a) ? b : a));
  }

  #weighOne(chars: number[], letter: Letter): Weighed {
    const { accepted } = letter;
    const weighed: Weighed = { letter, places: 0, far: 0, ends: false };
    for (const place of chars) {
      if (accepted[place] === 0) continue;
      weighed.places++;
      weighed.far += place;
      if (this.#ends[place + 1] === 1) weighed.ends = true;
    }
    return weighed;
  }
}

/** Letters of which no two are accepted at the same places, those first that are accepted at most places. */
function lettersOf(program: Instruction[], source: string, hasBoundary: boolean): Letter[] {
  const uses = new Map<Accepts, number[]>();
  for (const [place, instruction] of program.entries()) {
    if (instruction.kind !== 'char') continue;
    const places = uses.get(instruction.accepts);
    if (places) places.push(place);
    else uses.set(instruction.accepts, [place]);
  }
  const all = [...uses.entries()];
  const found = new Map<string, Letter & { places: number }>();
  for (const char of new Set([...source, ...printable, ...others])) {
    const taken = all.filter(([accepts]) => accepts(char));
    // The first of its places names a test.
    const alike = `${hasBoundary && isWord(char)} ${taken.map(([, [first]]) => first)}`;
    if (found.has(alike)) continue;
    const places = taken.flatMap(([, its]) => its);
    const accepted = new Uint8Array(program.length);
    for (const place of places) accepted[place] = 1;
    found.set(alike, { char, accepted, places: places.length });
  }
  return [...found.values()].sort((a, b) => b.places - a.places).slice(0, mostLetters);
}

/** The places from which the pattern may match without a further character, other than at the start or the end of a text. */
function placesBeforeMatch(program: Instruction[]): Uint8Array {
  const from: number[][] = program.map(() => []);
  for (const [place, instruction] of program.entries()) {
    const isPassed = instruction.kind === 'assert' && instruction.assertion.startsWith('\\');
    const to = instruction.kind === 'split' ? instruction.to : isPassed ? [place + 1] : [];
    for (const next of to) from[next]!.push(place);
  }
  const found = new Uint8Array(program.length);
  const open = [program.length - 1];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found[next] === 1) continue;
    found[next] = 1;
    open.push(...from[next]!);
  }
  return found;
}
