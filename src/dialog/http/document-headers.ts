/** The headers of answers, as the OpenAPI documents describe them. */

/** A header of an answer, which is always text. */
export interface Header {
  description: string;
}

export type Headers = Record<string, Header>;

/**
 * Of every answer where a key or token may be sent. Those of the rate limit may occur with any status, because a request is counted
 * before it can fail otherwise.
 */
export const keyHeaders: Headers = {
  'X-Request-Id': { description: 'The request id that was sent, or a new one.' },
  'RateLimit-Policy': {
    description: 'Requests (q) in a window of seconds (w). Absent where the request was not counted.',
  },
  RateLimit: { description: 'Requests left after this one (r), seconds until all are back (t).' },
};

const wait: Headers = { 'Retry-After': { description: 'Seconds to wait.' } };

/** Further headers of errors, by status. */
export const keyErrorHeaders: Record<number, Headers> = {
  401: { 'WWW-Authenticate': { description: '`Bearer`, if a key or token is missing or wrong.' } },
  429: wait,
  503: wait,
};

/** Headers as a document spells them out. */
export const spellOut = (headers: Headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description }]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
