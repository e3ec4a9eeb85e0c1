/** One expression to be evaluated, see expression-thread.ts. */
export interface ExpressionWork {
  expression: string;
  input: unknown;
  /** What `$now()` and `$millis()` give, in milliseconds since 1970: the same however often this is done. */
  at: number;
}

/** What it gave, as JSON text; or why it gave nothing. */
export type ExpressionResult = { json: string } | { code: string; message: string };

/** Processor time of one expression, in milliseconds. */
export const expressionMs = 200;
export const expressionMib = 64;
/** Bytes of what an expression gives, as JSON. A little is left for the names around it in the output of its step. */
export const mostBytesGiven = 64 * 1024 - 100;
