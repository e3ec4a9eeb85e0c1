import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import type jsonata from 'jsonata';

/**
 * A world of its own for one expression. The language hands out its functions as objects, into which a transform can write
 * (`|$sum|{"implementation": …}|`), and one copy of it shares them between all that it evaluates. So each expression gets a copy, together
 * with own built-in objects of JavaScript, and nothing that it can reach outlives it. Only texts go in and out.
 */
export interface Realm {
  jsonata: typeof jsonata;
  /** Makes a value of JSON out of this realm's objects. */
  parse(json: string): unknown;
}

/** What a realm runs first. `at`: where its clock stands, in milliseconds since 1970. `transcode`: as Node's `Buffer`, from text to text. */
type Setup = (at: number, transcode: (text: string, from: string, to: string) => string) => Realm;

let compiled: Script | undefined;

/** @param at what `$now()` and `$millis()` give, in milliseconds since 1970 */
export function newRealm(at: number): Realm {
  compiled ??= new Script(
    setupAround(readFileSync(createRequire(import.meta.url).resolve('jsonata'), 'utf8')),
  );
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  const setUp = compiled.runInContext(context) as Setup;
  return setUp(at, (text, from, to) =>
    Buffer.from(text, from as BufferEncoding).toString(to as BufferEncoding),
  );
}

const setupAround = (source: string) => `(at, transcode) => {
  Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [at]));
    }
    static now() {
      return at;
    }
  };
  // The language looks for this one class of Node.
  const global = {
    Buffer: {
      from: function (text, from) {
        return { toString: (to) => transcode(text, from, to) };
      },
    },
  };
  const module = { exports: {} };
  ((exports) => {
    ${source}
  })(module.exports);
  return { jsonata: module.exports, parse: JSON.parse };
}`;
