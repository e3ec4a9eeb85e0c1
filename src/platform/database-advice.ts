/** What to do about each cause for which a database cannot be used at all, by the code or the message of the error. */
const advice: [cause: RegExp, what: string][] = [
  [/^3D000$/, 'make it first, with createdb or CREATE DATABASE'],
  [
    /^28000$|role ".*" does not exist/,
    'make that user with createuser, allow it in pg_hba.conf, or name another',
  ],
  [/^28P01$/, 'correct the user or the password'],
  [
    /^42501$/,
    'the user must own the database, or have CREATE on it; one that may only change rows needs MIGRATE_AT_START=false',
  ],
  [/^ECONNREFUSED$/, 'nothing listens there: start Postgres, or correct the host and the port'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'no host is known by this name: correct it, or check the DNS'],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|timeout/,
    'the host does not answer: check its address and the network',
  ],
  [
    /^53300$/,
    'end other sessions, raise max_connections or the CONNECTION LIMIT of the role or of the database, or lower DATABASE_POOL',
  ],
  [/does not support SSL/, 'enable ssl in Postgres, or remove sslmode from the address'],
  [
    /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/,
    'name the authority that signed its certificate with sslrootcert=/path/to/ca.crt in the address',
  ],
];

/**
 * Says in one line why a database cannot be used, and what to do. A name with several addresses fails with one error for each of
 * them, and Drizzle wraps the driver's error.
 */
export function whyUnusable(error: unknown): string {
  let reason = error instanceof AggregateError ? error.errors[0] : error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  const [said = ''] = String(reason instanceof Error ? reason.message : reason).split('\n');
  const { code = '' } = reason as NodeJS.ErrnoException;
  const [, what] = advice.find(([cause]) => cause.test(code) || cause.test(said)) ?? [];
  return what ? `${said}; ${what}` : said;
}
