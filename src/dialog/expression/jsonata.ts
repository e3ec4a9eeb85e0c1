import { createRequire } from 'node:module';
import type jsonata from 'jsonata';
import { nearest } from '../../platform/nearest-name.ts';

/** JSONata, https://docs.jsonata.org, as steps may use it. */

type Jsonata = typeof jsonata;

/** Loads the language with the first expression. `require` does it at once, as the check of a definition needs it. */
const loadJsonata = (): Jsonata => createRequire(import.meta.url)('jsonata') as Jsonata;

/** Functions that are left out: what they give cannot be foreseen, or cannot be checked before it is carried out. */
export const leftOut = ['eval', 'random', 'shuffle'] as const;
const isLeftOut = (name: string) => leftOut.some((each) => each === name);

/** The functions of the language, also those that are left out; a test holds them against it. */
export const builtIn = `
  sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains replace split
  join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power random boolean not map zip filter single
  reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle distinct base64encode base64decode
  encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval toMillis fromMillis clone now millis`
  .trim()
  .split(/\s+/);

/** Why an expression cannot be used, and the character at which that shows, counted from 1. */
export interface ExpressionFault {
  message: string;
  at: number | null;
}

/** Finds why an expression cannot be used; undefined if it can. */
export function faultOfExpression(source: string): ExpressionFault | undefined {
  try {
    const tree: unknown = loadJsonata()(source).ast();
    return faultIn(tree);
  } catch (error) {
    if (error instanceof RangeError) return { message: 'it is nested too deep', at: null };
    const { message, position } = error as { message?: string; position?: number };
    return { message: message || 'it cannot be read', at: position ?? null };
  }
}

/** Looks through all parts of an expression for what no step may use. */
function faultIn(tree: unknown): ExpressionFault | undefined {
  const open: unknown[] = [tree];
  const seen = new Set<unknown>();
  // Whatever is bound anywhere counts, so that nothing right is refused: a function may call one that stands below it.
  const bound = new Set(['', '$']);
  const named: ParsedNode[] = [];
  const called = new Set<ParsedNode>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const part = node as ParsedNode;
    for (const name of boundBy(part)) if (typeof name === 'string') bound.add(name);
    if (part.type === 'variable') named.push(part);
    const callee = part.type === 'apply' ? part.rhs : part.procedure;
    if (callee?.type === 'variable') called.add(callee);
    if (part.type === 'number' && isInexact(part.value))
      return { message: 'a number has too many digits', at: part.position ?? null };
    open.push(...Object.values(node).filter((below) => typeof below === 'object' && below !== null));
  }
  const fault = named.find((part) => {
    const name = String(part.value);
    return !bound.has(name) && (isLeftOut(name) || (called.has(part) && !builtIn.includes(name)));
  });
  if (!fault) return undefined;
  const at = fault.position ?? null;
  const name = String(fault.value);
  if (isLeftOut(name)) return { message: `there is no $${name} here; give what it needs as "input"`, at };
  const near = nearest(
    name,
    [...builtIn, ...bound].filter((each) => !isLeftOut(each)),
  );
  return {
    message: `there is no function $${name}${near === undefined ? '' : `; did you mean $${near}?`}`,
    at,
  };
}

/** What a part of an expression gives names to, by `:=`, `function`, `@` or `#`. */
function boundBy({ type, value, lhs, focus, index, arguments: given = [] }: ParsedNode): unknown[] {
  const parameters = type === 'lambda' ? given.map((parameter) => parameter.value) : [];
  return [focus, index, type === 'bind' && lhs?.value, type === 'index' && value, ...parameters];
}

/** A part of a parsed expression, as far as the check reads it. */
interface ParsedNode {
  type?: string;
  value?: unknown;
  position?: number;
  focus?: string;
  index?: string;
  lhs?: ParsedNode;
  rhs?: ParsedNode;
  /** What is called. */
  procedure?: ParsedNode;
  arguments?: ParsedNode[];
}

/** Whether a number may have been rounded: whole numbers beyond 2^53 are not kept digit for digit, and others are none in JSON. */
export function isInexact(value: unknown): boolean {
  if (typeof value !== 'number') return false;
  return !Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** Whether JSON has a number that may have been rounded, at any depth. */
export function holdsInexact(json: unknown): boolean {
  const open = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (isInexact(value)) return true;
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) open.push(part);
  }
  return false;
}
