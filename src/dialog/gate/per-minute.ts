import { Problem } from '../../platform/problem.ts';
import { type RateLimiter, secondsUntilReset } from '../../platform/rate-limit.ts';

const minuteMs = 60_000;

type TooMany =
  | 'too_many_sessions'
  | 'too_many_messages'
  | 'too_many_uploads'
  | 'too_many_trials'
  | 'typing_too_often';

/** How often something may happen in a minute. */
interface PerMinute {
  bucket: string;
  allowed: number;
  /** Makes another refusal than the usual one. @param seconds until the minute ends */
  refusal?: (seconds: number) => Promise<Problem>;
}

/** Counts a hit in the current minute. @throws Problem 429 with this code if there were too many */
export async function limitPerMinute(
  limiter: RateLimiter,
  bucket: string,
  allowed: number,
  code: TooMany,
): Promise<void> {
  const { count, resetMs } = await limiter.hit(bucket, minuteMs);
  if (count > allowed) throw tooMany(allowed, resetMs, code);
}

/** When buckets that are full begin anew, so that who goes on meanwhile costs no round trip. */
const full = new WeakMap<RateLimiter, Map<string, number>>();
const mostFull = 10_000;

/**
 * Counts a hit of several limits in one round trip. Who is beyond a limit uses up nothing of those after it.
 * @param limits the narrowest one first
 * @throws Problem 429 with this code if there were too many of one, or the refusal of that limit
 */
export async function limitTogether(
  limiter: RateLimiter,
  limits: readonly PerMinute[],
  code: TooMany,
): Promise<void> {
  const known = full.get(limiter) ?? new Map<string, number>();
  full.set(limiter, known);
  const now = Date.now();
  for (const limit of limits) {
    const until = known.get(limit.bucket);
    if (until === undefined) continue;
    if (until > now) throw await refusalOf(limit, until - now, code);
    known.delete(limit.bucket);
  }
  const hits = await Promise.all(limits.map(({ bucket }) => limiter.hit(bucket, minuteMs)));
  const at = hits.findIndex(({ count }, i) => count > limits[i]!.allowed);
  if (at < 0) return;
  const [limit, { resetMs }] = [limits[at]!, hits[at]!];
  if (known.size >= mostFull) known.delete(known.keys().next().value!);
  known.set(limit.bucket, now + resetMs);
  await Promise.all(limits.slice(at + 1).map((later) => limiter.takeBack(later.bucket)));
  throw await refusalOf(limit, resetMs, code);
}

const refusalOf = async (
  { allowed, refusal }: PerMinute,
  resetMs: number,
  code: TooMany,
): Promise<Problem> => (refusal ? refusal(secondsUntilReset(resetMs)) : tooMany(allowed, resetMs, code));

function tooMany(allowed: number, resetMs: number, code: TooMany): Problem {
  const seconds = secondsUntilReset(resetMs);
  return new Problem(429, code, `That was ${allowed} in a minute. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
