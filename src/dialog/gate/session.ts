import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { newSecret, sameSecret, sha256 } from '../../platform/secrets.ts';
import type { Actor } from '../audit/entry.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { namedBody, nothing } from '../http/shapes.ts';
import { owners } from '../schema.ts';
import type { LoginGuard } from './login-guard.ts';
import { noteNewDevice } from './new-device.ts';
import { sessionShape } from './owner-shapes.ts';
import { noteStrength } from './owners.ts';
import { passwordFault } from './password-rules.ts';
import { checkPassword } from './passwords.ts';
import { beginSession, endSession, findSession, noteSeen, sessionHours } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner who is logged in, on routes behind the session gate. */
    owner: { id: string; email: string; csrfToken: string; sessionId: string };
  }
}

export interface SessionParts {
  database: Database;
  logins: LoginGuard;
  /** True if browsers reach the server over https; the cookie is then never sent without it. */
  secure: boolean;
}

const largestLogin = 4096;

/** The `__Host-` prefix binds the cookie to this host, but browsers accept it over https only. */
export const cookieName = (secure: boolean) => (secure ? '__Host-parley' : 'parley');

const cookie = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

export const sessionCookie = { 'Set-Cookie': { type: 'string', description: 'The cookie of the session.' } };

const login = namedBody(
  'Login',
  z.object({ email: text({ max: 320 }), password: secret(text({ max: 1000 })) }),
  { email: 'owner@example.com', password: 'correct horse battery' },
);

export const logIn = endpoint(
  {
    operationId: 'logIn',
    tags: ['Session'],
    summary: 'Log in',
    description:
      'Sets the cookie of a session, which lasts 12 hours, or ends after 8 hours in which it is not used. Guesses at a password have to wait longer and longer.',
    body: login,
    answers: {
      200: sessionShape
        .describe('The session; its cookie comes in `Set-Cookie`.')
        .meta({ headers: sessionCookie }),
    },
    errors: ['wrong_credentials', 'csrf_failed', 'too_many_attempts', 'too_many_logins'],
    bodyLimit: largestLogin,
  },
  async (request, reply, { database, logins, secure }: SessionParts) => {
    refuseOtherSites(request);
    const person = await authenticate(request, reply, { database, logins }, request.body);
    return openSession(request, reply, { database, secure }, { ...person, password: request.body.password });
  },
);

/**
 * Finds the account of an e-mail address and checks its password. Guesses wait longer and longer.
 * @throws Problem 401, 429 or 503
 */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, logins }: Pick<SessionParts, 'database' | 'logins'>,
  { email, password }: { email: string; password: string },
): Promise<Authenticated> {
  const account = email.trim().toLowerCase();
  const [found] = await database.orm.select().from(owners).where(eq(owners.email, account));
  const gone = clientGone(reply);
  const login = await logins.admit({ account, address: request.ip, ownerId: found?.id }, gone);
  const isRight = await checkPassword(found?.passwordHash, password, gone).catch(async (error) => {
    await login.notMade();
    throw error;
  });
  if (!isRight || !found) {
    throw new Problem(401, 'wrong_credentials', 'The e-mail address or the password is wrong.');
  }
  await login.succeeded(found.id);
  return found;
}

/** Somebody who has proved to be who they are. */
export interface Authenticated {
  id: string;
  email: string;
  /** Null until it is known. */
  hasWeakPassword: boolean | null;
}

/** Logs somebody in whose right to it was checked: sets the cookie of a new session, and notes where it was begun. */
export async function openSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, secure }: Pick<SessionParts, 'database' | 'secure'>,
  { id, email, hasWeakPassword, password }: Authenticated & { password: string },
): Promise<z.output<typeof sessionShape>> {
  const token = newSecret('');
  const csrfToken = newSecret('');
  const expiresAt = new Date(Date.now() + sessionHours * 3_600_000);
  const isWeak = passwordFault(password, email) !== undefined;
  const whence = { address: request.ip, userAgent: request.headers['user-agent'] };
  await database.transaction(async (tx) => {
    const session = { tokenHash: sha256(token), ownerId: id, csrfToken, expiresAt };
    const { isNewDevice } = await beginSession(tx, session, whence);
    if (isNewDevice) await noteNewDevice(tx, { id, email }, whence, request.id);
    if (hasWeakPassword !== isWeak) await noteStrength(tx, id, isWeak);
  });
  reply.setCookie(cookieName(secure), token, { ...cookie, secure, expires: expiresAt });
  return present(id, email, csrfToken);
}

export const readSession = endpoint(
  {
    operationId: 'readSession',
    tags: ['Session'],
    summary: 'Who is logged in',
    answers: { 200: sessionShape.describe('The session.') },
  },
  async (request) => present(request.owner.id, request.owner.email, request.owner.csrfToken),
);

export const logOut = endpoint(
  {
    operationId: 'logOut',
    tags: ['Session'],
    summary: 'Log out',
    answers: { 204: nothing('The session has ended.').meta({ headers: sessionCookie }) },
  },
  async (request, reply, { database, secure }: SessionParts) => {
    await endSession(database, request.owner.id, request.owner.sessionId);
    return reply
      .clearCookie(cookieName(secure), { ...cookie, secure })
      .code(204)
      .send();
  },
);

/**
 * Admits a logged-in owner. A write also needs the session's token in `X-CSRF-Token`, which another site cannot know:
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function sessionGate({ database, secure }: Pick<SessionParts, 'database' | 'secure'>) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const token = request.cookies[cookieName(secure)];
    const session = token ? await findSession(database, token) : undefined;
    if (!token || !session) {
      throw new Problem(
        401,
        'session_required',
        'Log in first: POST /api/owner/session with email and password.',
      );
    }
    request.owner = session;
    noteSeen(database, token, session);
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

/** The owner as an actor of the audit log. */
export function ownerActor({ owner }: Pick<FastifyRequest, 'owner'>): Actor {
  return { type: 'owner', id: showId('owner', owner.id), name: owner.email };
}

/**
 * Browsers say in `Sec-Fetch-Site` from where a request comes, though not to addresses with http:, to which they send only
 * `Origin`. Other clients send neither, and no cookie by themselves.
 */
export function refuseOtherSites(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && (origin === undefined || request.isOwnOrigin(origin))) return;
  throw new Problem(403, 'csrf_failed', 'This request came from another site.');
}

function present(id: string, email: string, csrfToken: string): z.output<typeof sessionShape> {
  return { owner: { id: showId('owner', id), email }, csrf_token: csrfToken };
}
