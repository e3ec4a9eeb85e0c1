import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';
import { type RateLimiter, secondsUntilReset } from '../../platform/rate-limit.ts';
import type { ProblemCode } from '../http/answers.ts';
import type { Scope } from '../rights/scopes.ts';
import type { KeyRing, ProjectKey } from './key-ring.ts';
import { tooManyWrong } from './wrong-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that passed the gates of the project API. */
    projectKey: ProjectKey;
  }
  interface FastifyContextConfig {
    /** A key needs one of these for the route. */
    scopes?: readonly Scope[];
  }
}

const minuteMs = 60_000;

export interface ProjectGateOptions {
  keys: KeyRing;
  limiter: RateLimiter;
  requestsPerMinute: number;
}

/**
 * Adds the gates that every request of the project API passes before its body is read, in this order: the key (401), its
 * rate (429; every request of a key counts), its project (403), its scope (403).
 *
 * A route without a scope cannot be registered, so that no route is open by mistake.
 */
export function registerProjectGate(app: FastifyInstance, options: ProjectGateOptions): void {
  const admit = keyGate(app, options);
  app.addHook('onRoute', (route) => {
    if (!route.config?.scopes?.length) throw new Error(`${route.method} ${route.url} names no scope`);
  });

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const key = await admit(request, reply, (found) => found.methods === null);
    const { project_id: wanted } = request.params as { project_id: string };
    if (wanted !== key.publicProjectId) {
      throw new Problem(403, 'wrong_project', 'This key belongs to another project.');
    }
    const { scopes } = request.routeOptions.config;
    if (scopes && usedScope(key, scopes) === undefined) throw missingScope(...scopes);
  });
}

/**
 * Makes the first two gates, for every kind of key: the key must be in force, of the right kind and used from where it may be, and its
 * requests of this minute are counted. Sets `request.projectKey`.
 */
export function keyGate(app: FastifyInstance, { keys, limiter, requestsPerMinute }: ProjectGateOptions) {
  app.decorateRequest('projectKey', null as unknown as ProjectKey);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    isRightKind: (key: ProjectKey) => boolean,
  ): Promise<ProjectKey> => {
    const text = bearerToken(request.headers.authorization);
    if (text === undefined) throw unauthorized('not_authenticated', 'Not authenticated');
    const key = await keys.find(text);
    if (!key || !isRightKind(key)) throw (await tooManyWrong(limiter, request.ip)) ?? invalidKey();
    request.projectKey = key;
    // Before its rate: whoever has stolen a key must not use up the requests of its owner.
    if (!mayBeUsedFrom(key, request.ip)) {
      throw (await tooManyWrong(limiter, request.ip)) ?? addressNotAllowed(request.ip);
    }
    await countRequest(reply, { limiter, requestsPerMinute }, { bucket: `key:${key.id}`, what: 'key' });
    return key;
  };
}

/**
 * Counts a request against the rate of a key, token or session, and says in the headers of the answer how many are left.
 * @throws Problem 429
 */
export async function countRequest(
  reply: FastifyReply,
  { limiter, requestsPerMinute }: Omit<ProjectGateOptions, 'keys'>,
  { bucket, what }: { bucket: string; what: 'key' | 'token' | 'session' },
): Promise<void> {
  const { count, resetMs } = await limiter.hit(bucket, minuteMs);
  const left = Math.max(0, requestsPerMinute - count);
  const resetSeconds = secondsUntilReset(resetMs);
  reply.header('RateLimit-Policy', `"default";q=${requestsPerMinute};w=60`);
  reply.header('RateLimit', `"default";r=${left};t=${resetSeconds}`);
  if (count <= requestsPerMinute) return;
  throw new Problem(
    429,
    'rate_limited',
    `This ${what} has used its ${requestsPerMinute} requests of this minute. Try again in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}

/** Whether a key may be used from an address. */
export const mayBeUsedFrom = ({ addresses }: ProjectKey, address: string): boolean =>
  addresses === null || addresses.has(address);

function addressNotAllowed(address: string): Problem {
  return new Problem(
    403,
    'address_not_allowed',
    `This key may not be used from ${address}. Its owner can add the address to its allowed_addresses.`,
  );
}

/** The scope with which a key may call a route; undefined if it has none of them. */
export function usedScope(key: ProjectKey, scopes: readonly Scope[]): Scope | undefined {
  return scopes.find((scope) => key.scopes.has(scope));
}

/** The answer to a key that lacks a scope. @param scopes those of which it needs one */
export function missingScope(...scopes: Scope[]): Problem {
  return new Problem(
    403,
    'missing_scope',
    `This key lacks the scope ${scopes.join(' or ')}. Create a key that has it.`,
  );
}

/** The answer to a key that is unknown, was revoked or has expired. */
export function invalidKey(): Problem {
  return unauthorized('invalid_api_key', 'Invalid API key');
}

/** Reads the token by RFC 6750: the scheme in any case, then white space, then the token. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer\s+(\S.*)$/i.exec(header)?.[1];
}

function unauthorized(code: ProblemCode, detail: string): Problem {
  return new Problem(401, code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
