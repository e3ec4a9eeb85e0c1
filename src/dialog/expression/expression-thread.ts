import { serveThread } from '../../platform/thread.ts';
import { evaluate } from './evaluate.ts';
import { loadJsonata } from './jsonata.ts';
import type { ExpressionWork } from './work.ts';

/** The process that evaluates expressions: see expressions.ts. What an expression left behind in it could be met by the next. */
loadJsonata();
for (const made of [Object, Array, Function, String, Number, RegExp, Promise]) {
  Object.preventExtensions(made.prototype);
  Object.preventExtensions(made);
}

serveThread((work: ExpressionWork) => evaluate(work));
