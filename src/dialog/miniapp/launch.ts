/**
 * Why launch parameters prove nothing.
 *
 * Told to the owner only: to the customer's device one answer for all of them is enough.
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

/** Who opened the app, as the platform says. */
export interface LaunchUser {
  /** Digits. */
  id: string;
  name: string | null;
  username: string | null;
  /** A code of the platform, such as `ru`. */
  language: string | null;
}

/** What launch parameters prove: that this user opened the app then. Not that they did so only once. */
export type LaunchVerdict =
  | { valid: true; user: LaunchUser; issuedAt: Date }
  | { valid: false; reason: LaunchFault };

export interface Freshness {
  now: Date;
  maxAgeSeconds: number;
}

/** Clocks differ; what is further ahead than that was not made by one that is right. */
const mostAheadSeconds = 60;

export const refused = (reason: LaunchFault): LaunchVerdict & { valid: false } => ({ valid: false, reason });

/**
 * The parameters of a query string, decoded once.
 *
 * Both platforms sign a text in which names, values and the signs between them stand unquoted. So nothing is let
 * through that could be divided in another way than it was signed: no control characters, and no `=` or `&` in a name.
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

/** Parameters in the order in which they are signed. */
export function sorted(parameters: Iterable<[string, string]>): [string, string][] {
  return [...parameters].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @param seconds since 1970, as the platform wrote them. @returns the moment, or why it does not count. */
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

/** undefined for what is no UTF-8, or no escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
