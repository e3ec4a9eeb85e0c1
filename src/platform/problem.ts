interface ProblemOptions {
  headers?: Record<string, string>;
  /** When to try again; becomes the `Retry-After` header. */
  retryAfterSeconds?: number;
  fields?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * An error that a client may see: a status, a stable code and a sentence that says what to do next. Internal details, such as
 * a driver's error or a stack, belong into `cause`, which only the log shows.
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
    { headers, retryAfterSeconds, fields, cause }: ProblemOptions = {},
  ) {
    super(detail, { cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.headers = {
      ...headers,
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    };
    this.fields = fields ?? {};
  }
}
