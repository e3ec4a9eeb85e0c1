import { and, eq, gt } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { newSecret, sameSecret, sha256 } from '../../platform/secrets.ts';
import type { Actor } from '../audit/entry.ts';
import { text } from '../http/fields.ts';
import { owners, sessions } from '../schema.ts';
import { checkPassword } from './passwords.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is logged in, on routes behind the owner's gate. */
    owner: { id: string; email: string; csrfToken: string };
  }
}

export interface SessionOptions {
  database: Database;
  limiter: RateLimiter;
  /** True where browsers reach the server over https: the cookie then never travels without it. */
  secure: boolean;
}

const sessionHours = 12;
const attemptWindowMs = 15 * 60_000;
const attemptsAllowed = 10;

/** A name with `__Host-` binds the cookie to this host, but browsers take it over https only. */
const cookieName = (secure: boolean) => (secure ? '__Host-parley' : 'parley');

const owner = z.object({
  owner: z.object({ id: z.string(), email: z.string() }),
  csrf_token: z.string(),
});

/** Log in, ask who is logged in, log out. */
export function sessionRoutes(plain: FastifyInstance, { database, limiter, secure }: SessionOptions): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;

  app.post(
    '/session',
    { schema: { body: z.object({ email: text({ max: 320 }), password: text({ max: 1000 }) }) } },
    async (request, reply) => {
      refuseOtherSites(request);
      const { email, password } = request.body;
      const account = email.trim().toLowerCase();
      const bucket = `login:${account}:${request.ip}`;
      const { count, resetMs } = await limiter.hit(bucket, attemptWindowMs);
      if (count > attemptsAllowed) {
        const seconds = Math.ceil(resetMs / 1000);
        throw new Problem(
          429,
          'too_many_attempts',
          `Too many attempts to log in. Try again in ${seconds} s.`,
          {
            headers: { 'Retry-After': String(seconds) },
          },
        );
      }
      const [found] = await database.orm.select().from(owners).where(eq(owners.email, account));
      if (!(await checkPassword(found?.passwordHash, password)) || !found) {
        throw new Problem(401, 'wrong_credentials', 'The e-mail address or the password is wrong.');
      }
      await limiter.clear(bucket);
      const token = newSecret('');
      const csrfToken = newSecret('');
      const expiresAt = new Date(Date.now() + sessionHours * 3_600_000);
      await database.orm
        .insert(sessions)
        .values({ tokenHash: sha256(token), ownerId: found.id, csrfToken, expiresAt });
      reply.setCookie(cookieName(secure), token, { ...cookie, expires: expiresAt });
      return present(found.id, found.email, csrfToken);
    },
  );

  const guarded = { onRequest: sessionGate({ database, secure }) };

  app.get('/session', guarded, async (request) =>
    present(request.owner.id, request.owner.email, request.owner.csrfToken),
  );

  app.delete('/session', guarded, async (request, reply) => {
    await database.orm
      .delete(sessions)
      .where(eq(sessions.tokenHash, sha256(request.cookies[cookieName(secure)]!)));
    return reply.clearCookie(cookieName(secure), cookie).code(204).send();
  });
}

/**
 * Lets a logged-in owner through; a write also needs the session's token in `X-CSRF-Token`, which another site cannot
 * know: https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function sessionGate({ database, secure }: Pick<SessionOptions, 'database' | 'secure'>) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const token = request.cookies[cookieName(secure)];
    const [session] = token
      ? await database.orm
          .select({ id: owners.id, email: owners.email, csrfToken: sessions.csrfToken })
          .from(sessions)
          .innerJoin(owners, eq(owners.id, sessions.ownerId))
          .where(and(eq(sessions.tokenHash, sha256(token)), gt(sessions.expiresAt, new Date())))
      : [];
    if (!session) {
      throw new Problem(
        401,
        'session_required',
        'Log in first: POST /api/owner/session with email and password.',
      );
    }
    request.owner = session;
    if (request.method === 'GET') return;
    refuseOtherSites(request);
    const sent = request.headers['x-csrf-token'];
    if (typeof sent !== 'string' || !sameSecret(sent, session.csrfToken)) {
      throw new Problem(
        403,
        'csrf_failed',
        'Send the csrf_token of GET /api/owner/session in the X-CSRF-Token header.',
      );
    }
  };
}

/** The owner as the audit log names them. */
export function ownerActor(request: FastifyRequest): Actor {
  return { type: 'owner', id: showId('owner', request.owner.id), name: request.owner.email };
}

/** Browsers say where a request comes from; other clients say nothing and carry no cookie unasked. */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  throw new Problem(403, 'csrf_failed', 'This request came from another site.');
}

function present(id: string, email: string, csrfToken: string): z.output<typeof owner> {
  return { owner: { id: showId('owner', id), email }, csrf_token: csrfToken };
}
