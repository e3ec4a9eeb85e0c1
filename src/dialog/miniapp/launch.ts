/**
 * Why launch parameters prove nothing. These texts are for the owner; for the customer's device one general answer is enough.
 */
export const launchFaults = {
  empty:
    'There are no launch parameters; an app that was opened from a keyboard button or in a browser has none.',
  malformed: 'The launch parameters are not a query string as the platform makes it.',
  duplicate_name: 'A parameter comes more than once, so it is open which one was signed.',
  signature_missing: 'The launch parameters carry no signature of the expected form.',
  signature_wrong: 'The signature does not fit: the parameters were changed, or belong to another app.',
  sign_keys_unsupported: 'The signed names are listed in sign_keys, a form that is not accepted.',
  other_app: 'The launch parameters belong to another app than the one in the settings.',
  time_missing: 'The launch parameters do not say when they were made.',
  too_old: 'The launch parameters are older than the settings permit.',
  in_the_future: 'The launch parameters are from the future; check the clock of this server.',
  user_missing: 'The launch parameters name no user.',
} as const;

export type LaunchFault = keyof typeof launchFaults;

/** The user who opened the app, as the platform describes them. */
export interface LaunchUser {
  /** Digits. */
  id: string;
  name: string | null;
  username: string | null;
  /** A code of the platform, such as `ru`. */
  language: string | null;
}

/** Valid launch parameters prove that this user opened the app at that time. They do not prove that it happened only once. */
export type LaunchVerdict =
  | { valid: true; user: LaunchUser; issuedAt: Date }
  | { valid: false; reason: LaunchFault };

export interface Freshness {
  now: Date;
  maxAgeSeconds: number;
}

/** Allows for clocks that differ; a time further ahead is refused. */
const mostAheadSeconds = 60;

/** The verdict on invalid launch parameters. */
export const refused = (reason: LaunchFault): LaunchVerdict & { valid: false } => ({ valid: false, reason });

/**
 * The parameters of a query string, decoded once.
 *
 * Both platforms sign a text in which names, values and separators are not quoted. So parameters that could be split in
 * another way than they were signed are refused: no control characters, and no `=` or `&` in a name.
 */
export function readLaunch(launch: string): Map<string, string> | LaunchFault {
  const query = launch.startsWith('?') ? launch.slice(1) : launch;
  if (query === '') return 'empty';
  const parameters = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name, value] = halves(part).map(decoded);
    if (!name || value === undefined || /[=&]/.test(name)) return 'malformed';
    if (/[\p{Cc}\p{Cs}]/u.test(name) || /[\p{Cc}\p{Cs}]/u.test(value)) return 'malformed';
    if (parameters.has(name)) return 'duplicate_name';
    parameters.set(name, value);
  }
  return parameters;
}

/** Parameters in the order in which the platforms sign them. */
export function sorted(parameters: Iterable<[string, string]>): [string, string][] {
  return [...parameters].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param seconds since 1970, as the platform wrote them. @returns the time, or why it is refused */
export function readTime(seconds: string | undefined, { now, maxAgeSeconds }: Freshness): Date | LaunchFault {
  if (seconds === undefined || !/^\d{1,11}$/.test(seconds)) return 'time_missing';
  const issuedAt = new Date(Number(seconds) * 1000);
  const age = (now.getTime() - issuedAt.getTime()) / 1000;
  if (age > maxAgeSeconds) return 'too_old';
  return age < -mostAheadSeconds ? 'in_the_future' : issuedAt;
}

function halves(part: string): [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}

/** Decodes a text; undefined if it is not valid UTF-8 or has a wrong escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
