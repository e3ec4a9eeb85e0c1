import { z } from 'zod';
import { dict, laxInt, text } from '../http/fields.ts';
import { baseUrl, hasDotSegment } from '../http/web-address.ts';
import { headerNameFault, isBadHeaderValue } from './headers.ts';
import { authField, authorise } from './http-auth.ts';
import type { ConnectionKind } from './kind.ts';
import { reportOf } from './report.ts';

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

const testPath = text({ max: 2000, pattern: '^/[!-~]*$' }).superRefine((value, ctx) => {
  const [path = ''] = value.split(/[?#]/);
  if (!hasDotSegment(path)) return;
  // A test sends the secrets, and is to send them nowhere but where operations do.
  ctx.addIssue({
    code: 'custom',
    message: 'test_path stays below base_url: it has no segments . and ..',
    input: value,
  });
});

const settings = z.object({
  base_url: baseUrl,
  headers: headers.prefault({}),
  auth: authField.prefault({ type: 'none' }),
  /** The path for a test call; without it, `base_url` itself. */
  test_path: testPath.optional(),
  timeout_ms: laxInt({ ge: 100, le: 60_000, default: 15_000 }),
  max_concurrency: laxInt({ ge: 1, le: 100, default: 32 }),
  rate_per_second: laxInt({ ge: 1, le: 1000 }).nullish(),
  /** The header that gets the id of the job, for other systems that drop repetitions themselves. */
  idempotency_header: headerName.nullish(),
});
export type HttpSettings = z.output<typeof settings>;

/** A system with an HTTP API; each operation makes one request. */
export const http: ConnectionKind = {
  name: 'http',
  settings,
  secrets: ['auth.token', 'auth.password', 'auth.key', 'auth.secret'],
  address: { setting: 'base_url' },
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
      service: 'connection',
      method: 'GET',
      url: url.href,
      headers: sent,
      timeoutMs: given.timeout_ms,
      maxResponseBytes: 64 * 1024,
    });
    return reportOf(outcome);
  },
};

/** Changes the names of headers to lower case, so that the same name in another case is replaced. */
export function lowerCased(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
}
