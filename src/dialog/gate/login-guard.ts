import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { networkOf } from '../../platform/network.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { type RateLimiter, secondsUntilReset } from '../../platform/rate-limit.ts';
import { sha256 } from '../../platform/secrets.ts';
import { build, statement } from '../../platform/statement.ts';
import { ownerNetworks } from './schema.ts';

const quarterMs = 15 * 60_000;
const hourMs = 3_600_000;
/** Attempts for one e-mail address from one network address in 15 minutes. */
const perAccountAndAddress = 10;
/** Failures from one network in an hour, for all accounts together. */
const perNetwork = 50;
/** Failures for one account in an hour without a delay. */
const withoutDelay = 20;
const longestDelayMs = 30_000;
/** Wrong codes of one account in an hour. Only somebody who knows its password can use them up. */
const codesPerAccount = 20;
/** Attempts that wait in this process; each keeps a connection open. */
const mostWaiting = 200;

const { ownerId, networkHash } = ownerNetworks;

const isKnownNetwork = statement({
  name: 'login-network-find',
  prepared: false,
  params: { ownerId, networkHash },
  query: (p) => sql`
    SELECT 1 FROM ${ownerNetworks} WHERE ${ownerId} = ${p.ownerId} AND ${networkHash} = ${p.networkHash}`,
});

const rememberNetwork = statement({
  name: 'login-network-remember',
  prepared: false,
  params: { ownerId, networkHash },
  query: (p) =>
    build
      .insert(ownerNetworks)
      .values(p)
      .onConflictDoUpdate({ target: [ownerId, networkHash], set: { lastLoginAt: sql`now()` } }),
});

/** Who tries to log in, and from where. */
export interface LoginAttempt {
  /** The e-mail address in the form in which it is compared. */
  account: string;
  address: string;
  /** Undefined if there is no such account; the same steps are taken then. */
  ownerId: string | undefined;
}

/** An attempt that may be made now. It counts as a failure until one of these is called. */
export interface AdmittedLogin {
  /** Everything that is needed was right. */
  succeeded(ownerId: string): Promise<void>;
  /** What was sent was not checked, or is not all that is needed. */
  notMade(): Promise<void>;
}

/**
 * Limits how fast passwords can be guessed: by network, by account and address, and by account alone. The limit by account
 * only delays attempts, and not those from networks where this owner has logged in before, so that guessing cannot lock an
 * owner out.
 */
export class LoginGuard {
  readonly #database: Database;
  readonly #limiter: RateLimiter;
  #waiting = 0;

  constructor(database: Database, limiter: RateLimiter) {
    this.#database = database;
    this.#limiter = limiter;
  }

  /**
   * Counts an attempt, and waits if it must be delayed.
   * @param signal ends the wait
   * @throws Problem 429; the signal's reason
   */
  async admit(attempt: LoginAttempt, signal: AbortSignal): Promise<AdmittedLogin> {
    const limiter = this.#limiter;
    const { account, address, ownerId } = attempt;
    const network = networkOf(address);
    const byAddress = `login:${account}:${address}`;
    const byNetwork = `login-network:${network}`;
    const byAccount = `login-account:${account}`;

    // First, so that one network, whatever it sends, uses up the counts of few accounts and makes few names to count by.
    const near = await limiter.hit(byNetwork, hourMs);
    if (near.count > perNetwork) throw tooMany(near.resetMs);
    const here = await limiter.hit(byAddress, quarterMs);
    if (here.count > perAccountAndAddress) {
      // Nothing was guessed: a program that repeats an old password must not use up the failures of its whole network.
      await limiter.takeBack(byNetwork);
      throw tooMany(here.resetMs);
    }
    if (!(await this.#knows(ownerId, network))) {
      const { count } = await limiter.hit(byAccount, hourMs);
      await this.#delay(delayAfter(count - 1), signal);
    }
    return {
      succeeded: async (id) => {
        await Promise.all([
          limiter.clear(byAddress),
          limiter.takeBack(byNetwork),
          limiter.clear(byAccount),
          this.#remember(id, network),
        ]);
      },
      notMade: () => limiter.takeBack(byNetwork),
    };
  }

  /**
   * Counts a code of a second factor. Six digits are few, so codes are refused and not only delayed, whatever network they come from.
   * @throws Problem 429
   */
  async admitCode(ownerId: string): Promise<void> {
    const { count, resetMs } = await this.#limiter.hit(codesOf(ownerId), hourMs);
    if (count > codesPerAccount) throw tooMany(resetMs);
  }

  /** The code was right. */
  codeSucceeded(ownerId: string): Promise<void> {
    return this.#limiter.clear(codesOf(ownerId));
  }

  async #delay(ms: number, signal: AbortSignal): Promise<void> {
    if (ms === 0) return;
    if (this.#waiting >= mostWaiting) throw tooMany(longestDelayMs);
    this.#waiting++;
    try {
      await pause(ms, undefined, { signal });
    } catch {
      throw signal.reason;
    } finally {
      this.#waiting--;
    }
  }

  async #knows(ownerId: string | undefined, network: string): Promise<boolean> {
    if (ownerId === undefined) return false;
    const found = await isKnownNetwork.run(this.#database, {
      ownerId,
      networkHash: hashOf(ownerId, network),
    });
    return found > 0;
  }

  async #remember(ownerId: string, network: string): Promise<void> {
    await rememberNetwork.run(this.#database, { ownerId, networkHash: hashOf(ownerId, network) });
  }
}

const codesOf = (ownerId: string) => `login-codes:${ownerId}`;

/** Milliseconds: from the 21st failure of an hour on 1 s, 2 s, 4 s and so on, up to 30 s. */
function delayAfter(failures: number): number {
  return failures < withoutDelay ? 0 : Math.min(longestDelayMs, 1000 * 2 ** (failures - withoutDelay));
}

/** The networks of an owner are private, so they are stored as hashes that can only be compared. */
const hashOf = (ownerId: string, network: string) => sha256(`${ownerId} ${network}`);

function tooMany(resetMs: number): Problem {
  const seconds = secondsUntilReset(resetMs);
  return new Problem(429, 'too_many_attempts', `Too many attempts to log in. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
