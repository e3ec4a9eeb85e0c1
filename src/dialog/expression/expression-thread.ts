import { serveThread } from '../../platform/thread.ts';
import { evaluate } from './evaluate.ts';
import type { ExpressionWork } from './work.ts';

/** The process that evaluates expressions: see expressions.ts. */
serveThread((work: ExpressionWork) => evaluate(work));
