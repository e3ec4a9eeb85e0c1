import { Problem } from '../../platform/problem.ts';
import { Seats } from '../../platform/seats.ts';

/** Each check uses one processor and 19 MiB. */
const checksAtOnce = 4;
const mostWaiting = 100;
const patienceMs = 10_000;

/** Shared by the whole process. */
const checks = new Seats(
  checksAtOnce,
  () =>
    new Problem(503, 'too_many_logins', 'Too many people log in at the moment. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    }),
  mostWaiting,
);

/**
 * Hashes with Argon2id and the minimum parameters of OWASP (19 MiB, 2 passes, 1 lane), which are the library's defaults:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password);
}

/** Loaded when it is needed first: most processes check no password. */
const argon2 = () => import('@node-rs/argon2');

let decoy: Promise<string> | undefined;

/** A hash that no password has. Failures are not kept. */
const decoyHash = (): Promise<string> => {
  decoy ??= hashPassword('no account has this password').catch((error) => {
    decoy = undefined;
    throw error;
  });
  return decoy;
};

/**
 * Compares a password with its hash. Four checks run at once in a process; others wait for up to ten seconds.
 * @param stored the hash, or undefined for an unknown account, which takes the same time and returns false
 * @param signal ends the wait
 * @throws Problem 503 if there was no room in time; the signal's reason
 */
export function checkPassword(
  stored: string | undefined,
  password: string,
  signal: AbortSignal,
): Promise<boolean> {
  return checks.hold(
    async () => {
      // Both are waited for: a failure that nobody waits for would end the process.
      const [{ verify }, other] = await Promise.all([argon2(), decoyHash()]);
      try {
        return (await verify(stored ?? other, password)) && stored !== undefined;
      } catch {
        return false; // a hash in another format
      }
    },
    signal,
    patienceMs,
  );
}
