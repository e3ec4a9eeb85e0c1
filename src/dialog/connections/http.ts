import { z } from 'zod';
import { dict, laxInt, text } from '../http/fields.ts';
import { headerNameFault, isBadHeaderValue } from './headers.ts';
import { authorise } from './http-auth.ts';
import type { ConnectionKind } from './kind.ts';
import { reportOf } from './report.ts';

/** The address of an API, below which paths are put. */
export const baseUrl = text({ min: 1, max: 2000 }).superRefine((value, ctx) => {
  if (URL.canParse(value) && !/[\s\\]/.test(value)) {
    const { protocol, username, password, search, hash } = new URL(value);
    if (/^https?:$/.test(protocol) && username + password + search + hash === '' && !/[?#]$/.test(value))
      return;
  }
  ctx.addIssue({
    code: 'custom',
    message:
      'base_url must be an http:// or https:// address without user name, password, query and fragment',
    input: value,
  });
});

const headerName = text({ max: 100 }).superRefine((value, ctx) => {
  const fault = headerNameFault(value);
  if (fault) ctx.addIssue({ code: 'custom', message: `the header ${value} ${fault}`, input: value });
});

const headers = dict(text({ max: 2000 })).superRefine((value, ctx) => {
  for (const [name, content] of Object.entries(value)) {
    const fault =
      headerNameFault(name) ??
      (isBadHeaderValue(content) ? 'has characters that no header may have' : undefined);
    if (fault)
      ctx.addIssue({ code: 'custom', message: `the header ${name} ${fault}`, path: [name], input: content });
  }
});

const secret = text({ min: 1, max: 4000 }).superRefine((value, ctx) => {
  if (!isBadHeaderValue(value)) return;
  ctx.addIssue({ code: 'custom', message: 'has characters that no header may have', input: value });
});
const userName = text({ max: 500 }).superRefine((value, ctx) => {
  // RFC 7617: the first colon ends the user name.
  if (!value.includes(':')) return;
  ctx.addIssue({ code: 'custom', message: 'a user name has no colon', input: value });
});
const keyName = text({ min: 1, max: 100, pattern: '^[A-Za-z0-9_.-]+$' }).superRefine((value, ctx) => {
  const fault = headerNameFault(value);
  if (fault && !/^authorization$/i.test(value)) {
    ctx.addIssue({ code: 'custom', message: `the name ${value} ${fault}`, input: value });
  }
});

const auth = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('bearer'), token: secret }),
  z.object({ type: z.literal('basic'), username: userName, password: text({ max: 4000 }) }),
  z.object({
    type: z.literal('api_key'),
    in: z.enum(['header', 'query']).default('header'),
    name: keyName,
    key: secret,
  }),
  z.object({ type: z.literal('hmac'), secret: text({ min: 16, max: 4000 }) }),
]);
export type HttpAuth = z.output<typeof auth>;

const settings = z.object({
  base_url: baseUrl,
  headers: headers.prefault({}),
  auth: auth.prefault({ type: 'none' }),
  /** Asked for by a test call; `base_url` itself if there is none. */
  test_path: text({ max: 2000, pattern: '^/[!-~]*$' }).optional(),
  timeout_ms: laxInt({ ge: 100, le: 60_000, default: 15_000 }),
  max_concurrency: laxInt({ ge: 1, le: 100, default: 32 }),
  rate_per_second: laxInt({ ge: 1, le: 1000 }).nullish(),
  /** Gets the id of the job, for other sides that drop repetitions themselves. */
  idempotency_header: headerName.nullish(),
});
export type HttpSettings = z.output<typeof settings>;

/** A system that is called by HTTP requests, each made by an operation. */
export const http: ConnectionKind = {
  name: 'http',
  settings,
  secrets: ['auth.token', 'auth.password', 'auth.key', 'auth.secret'],
  newSecrets: () => ({}),
  async test(connection, outbound) {
    const given = connection.settings as HttpSettings;
    const url = new URL(given.base_url.replace(/\/$/, '') + (given.test_path ?? ''));
    const sent: Record<string, string> = {
      'user-agent': 'Parley',
      accept: 'application/json',
      ...lowerCased(given.headers),
    };
    authorise(given.auth, { url, headers: sent, body: '' });
    const outcome = await outbound.send({
      method: 'GET',
      url: url.href,
      headers: sent,
      timeoutMs: given.timeout_ms,
      maxResponseBytes: 64 * 1024,
    });
    return reportOf(outcome);
  },
};

/** Headers by their names in lower case, so that one sort of spelling replaces the other. */
export function lowerCased(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
}
