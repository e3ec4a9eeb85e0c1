/**
 * An error that a caller may see: a status, a stable code and a sentence that says what to do next.
 * Whatever must stay inside (a driver error, a stack) goes into `cause` and from there into the log only.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further fields of the answer's body, such as the current `revision` of a table. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    more: { headers?: Record<string, string>; fields?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.fields = more.fields ?? {};
  }
}
