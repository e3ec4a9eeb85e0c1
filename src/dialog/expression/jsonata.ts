import { createRequire } from 'node:module';
import type jsonata from 'jsonata';

/** JSONata, https://docs.jsonata.org, as steps may use it. */

type Jsonata = typeof jsonata;

/** Loads the language with the first expression. `require` does it at once, as the check of a definition needs it. */
const loadJsonata = (): Jsonata => createRequire(import.meta.url)('jsonata') as Jsonata;

/** Functions that are left out: what they give cannot be foreseen, or cannot be checked before it is carried out. */
export const leftOut = ['eval', 'random', 'shuffle'] as const;

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
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const {
      type,
      value,
      position: at = null,
    } = node as { type?: string; value?: unknown; position?: number };
    if (type === 'variable' && leftOut.some((name) => name === value)) {
      return { message: `there is no $${value} here; give what it needs as "input"`, at };
    }
    if (type === 'number' && isInexact(value)) return { message: 'a number has too many digits', at };
    open.push(...Object.values(node).filter((part) => typeof part === 'object' && part !== null));
  }
  return undefined;
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
