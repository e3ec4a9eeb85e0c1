import { textFor } from '../text/text.ts';

/** A request that the server refused, or that did not reach it. Its message is a sentence for people. */
export class ApiProblem extends Error {
  /** 0 if there was no answer. */
  readonly status: number;
  /** Stable, of the API's list; `offline` if there was no answer. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** Of a 422: what is wrong with which field of the body, by its path, such as `settings.url`. */
  readonly fields: ReadonlyMap<string, string>;
  /** In how many seconds it may go, if the server said so. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole answer. */
  readonly body: Record<string, unknown>;
  /** The same as it was sent, with all digits of its numbers; empty if this was no answer. */
  readonly text: string;

  constructor(
    status: number,
    body: Record<string, unknown>,
    {
      requestId,
      retryAfterSeconds,
      text = '',
    }: { requestId?: string | undefined; retryAfterSeconds?: number | undefined; text?: string } = {},
  ) {
    const fields = fieldsOf(body.detail);
    super(typeof body.detail === 'string' ? body.detail : [...new Set(fields.values())].join(' '));
    this.name = 'ApiProblem';
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : status === 422 ? 'invalid' : 'internal_error';
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
    this.body = body;
    this.text = text;
  }
}

interface Item {
  type?: string;
  loc?: unknown[];
  msg?: string;
  /** Values of the rule, such as `{ max_length: 200 }`. */
  ctx?: Record<string, string | number>;
}

/** @param detail of a 422: `[{type, loc: ['body', 'name'], msg, ctx}]` */
function fieldsOf(detail: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  if (!Array.isArray(detail)) return fields;
  for (const { type = '', loc = [], msg = '', ctx } of detail as Item[]) {
    const path = loc.slice(1).join('.');
    if (!fields.has(path)) fields.set(path, faultOf(type, path, forPeople(msg), ctx));
  }
  return fields;
}

/**
 * What is wrong with a field: by the type of the fault; for faults that only the server knows, by the field. The server's sentence is English, so
 * other languages say it in words of their own and have it as a detail.
 */
function faultOf(type: string, path: string, msg: string, ctx?: Record<string, string | number>): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const other = textFor('fault_of', name, textFor('fault', 'other', msg, { msg }), { msg });
  return textFor('fault', type, other, ctx);
}

/** Without the words that tell programs which kind of fault it is. */
const forPeople = (msg: string) =>
  msg.replace(/^Value error, /, '').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** What a form itself finds wrong with a field, in the form of a refusal. @param path of the field in the body */
export const faultAt = (path: string, msg: string): ApiProblem =>
  new ApiProblem(422, { detail: [{ loc: ['body', ...path.split('.')], msg }] });

/** Whether something that was thrown is a refusal with this code. */
export const hasCode = (error: unknown, code: string): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code;
