import { type Json, mapStrings } from './json.ts';

/** What templates read of a flow itself: outputs of its steps, its variables and its input. */

export type Namespace = 'steps' | 'vars' | 'input';

const tag = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const quoted = /"[^"]*"|'[^']*'/g;
const named = /(?<![\w.])(steps|vars|input)\.([A-Za-z_]\w*)/g;
const bare = /(?<![\w.])(steps|vars|input)(?!\.[A-Za-z_]|\w)/;

/** Changes what is read in every template of a value. @param change what stands there instead; undefined: the same */
export function withReads(value: Json, change: (from: Namespace, name: string) => string | undefined): Json {
  const inTag = (words: string) =>
    words.replace(named, (whole, from, name) => change(from as Namespace, name) ?? whole);
  return mapStrings(value, (text) => (text.includes('{') ? text.replace(tag, inTag) : text));
}

/** What is read by name in the templates of values. */
export interface Reads extends Record<Namespace, Set<string>> {
  /** Something is read whose name is not written out: `steps[vars.x]`, `{{ vars }}`. */
  isComputed: boolean;
}

export function readsIn(values: readonly Json[]): Reads {
  const found: Reads = { steps: new Set(), vars: new Set(), input: new Set(), isComputed: false };
  for (const value of values) {
    mapStrings(value, (text) => {
      for (const [words] of text.matchAll(tag)) {
        if (bare.test(words.replace(quoted, ''))) found.isComputed = true;
      }
      return text;
    });
    withReads(value, (from, name) => {
      found[from].add(name);
      return undefined;
    });
  }
  return found;
}
