import { eq, getTableColumns } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { endpoint } from '../../platform/routes.ts';
import { newSecret, sameSecret, sha256 } from '../../platform/secrets.ts';
import type { Actor } from '../audit/entry.ts';
import { recordFailed } from '../audit/installation-log.ts';
import { hasFactor } from '../factors/has-factor.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { namedBody, nothing } from '../http/shapes.ts';
import type { Mail } from '../mail/outbox.ts';
import { owners } from '../schema.ts';
import { recordAccountEvent } from './account-events.ts';
import { type CheckedPassword, requirePassword, wrongCredentials } from './checked-password.ts';
import type { LoginGuard } from './login-guard.ts';
import { mayMakeProjects } from './members.ts';
import { noteNewDevice } from './new-device.ts';
import { sessionShape } from './owner-shapes.ts';
import { noteStrength } from './owners.ts';
import type { SiteSettings } from './passkeys-here.ts';
import { passwordFault } from './password-rules.ts';
import { checkPassword } from './passwords.ts';
import type { FoundToken } from './personal-tokens.ts';
import { countRequest } from './project-gate.ts';
import { projectsOf } from './projects.ts';
import { askSecondFactor } from './second-factor.ts';
import { beginSession, endSession, findSession, noteSeen, sessionHours } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the owner API, behind its gates. */
    owner: {
      id: string;
      email: string;
      /** Of the session; empty with a personal token, with which nothing can be done that concerns sessions. */
      csrfToken: string;
      sessionId: string;
      hasSecondFactor: boolean;
      /** Whether a second factor was given in this session within the last minutes; never with a personal token. */
      isConfirmed: boolean;
      /** The personal token that was sent instead of a session. */
      token?: FoundToken;
    };
  }
}

export interface SessionParts {
  database: Database;
  logins: LoginGuard;
  mail: Mail;
  /** True if browsers reach the server over https; the cookie is then never sent without it. */
  secure: boolean;
  settings: SiteSettings;
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
      'Sets the cookie of a session, which lasts 12 hours, or ends after 8 hours in which it is not used. Guesses at a password have to wait longer and longer. The right password of an account with a second factor is a 401 `second_factor_required`, with a token to go on with.',
    body: login,
    answers: {
      200: sessionShape
        .describe('The session; its cookie comes in `Set-Cookie`.')
        .meta({ headers: sessionCookie }),
    },
    errors: [
      'wrong_credentials',
      'second_factor_required',
      'csrf_failed',
      'too_many_attempts',
      'too_many_logins',
    ],
    bodyLimit: largestLogin,
  },
  async (request, reply, parts: SessionParts) => {
    refuseOtherSites(request);
    const person = await authenticate(request, reply, parts, request.body);
    if (person.hasSecondFactor) throw await askSecondFactor(request, parts, person, 'login');
    return openSession(request, reply, parts, { ...person, isConfirmed: false });
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
  const [found] = await database.orm
    .select({ ...getTableColumns(owners), hasSecondFactor: hasFactor(owners.id) })
    .from(owners)
    .where(eq(owners.email, account));
  const gone = clientGone(reply);
  const login = await logins.admit({ account, address: request.ip, ownerId: found?.id }, gone);
  const isRight = await checkPassword(found?.passwordHash, password, gone).catch(async (error) => {
    await login.notMade();
    throw error;
  });
  if (!isRight || !found) {
    await recordFailed(database, 'login.failed', found, request);
    throw wrongCredentials();
  }
  // Whoever knows the password must not clear the counts before each guess at the second factor.
  await (found.hasSecondFactor ? login.notMade() : login.succeeded(found.id));
  const isWeak = passwordFault(password, found.email) !== undefined;
  if (found.hasWeakPassword !== isWeak) await noteStrength(database, found.id, isWeak);
  return found;
}

/** Somebody whose password was right. */
export interface Authenticated extends CheckedPassword {
  email: string;
  /** Whether the password alone is not enough. */
  hasSecondFactor: boolean;
}

/** Somebody who may have a session. */
interface Entitled {
  id: string;
  email: string;
  /** Whether a second factor was given. Nobody who has one gets a session otherwise. */
  isConfirmed: boolean;
  /** With which the password was compared; null if something else was given, such as a passkey. */
  passwordHash: string | null;
  /** What else is written in the transaction that begins the session. */
  also?: (tx: Transaction) => Promise<void>;
}

/**
 * Logs somebody in whose right to it was checked: sets the cookie of a new session, and notes where it was begun.
 * @throws Problem 401 if the password was changed meanwhile
 */
export async function openSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, mail, secure }: Pick<SessionParts, 'database' | 'mail' | 'secure'>,
  { id, email, isConfirmed, passwordHash, also }: Entitled,
): Promise<z.output<typeof sessionShape>> {
  const token = newSecret('');
  const csrfToken = newSecret('');
  const expiresAt = new Date(Date.now() + sessionHours * 3_600_000);
  const whence = { address: request.ip, userAgent: request.headers['user-agent'] };
  await database.transaction(async (tx) => {
    if (passwordHash !== null) await requirePassword(tx, { id, passwordHash });
    await also?.(tx);
    const session = { tokenHash: sha256(token), ownerId: id, csrfToken, expiresAt, isConfirmed };
    const begun = await beginSession(tx, session, whence);
    await recordAccountEvent(tx, {
      kind: 'session.begun',
      person: { id, email },
      request,
      data: {
        session: showId('session', begun.id),
        new_device: begun.isNewDevice,
        second_factor: isConfirmed,
      },
    });
    if (begun.isNewDevice) await noteNewDevice(tx, mail, { id, email }, whence, request.id);
  });
  reply.setCookie(cookieName(secure), token, { ...cookie, secure, expires: expiresAt });
  return present(database, id, email, csrfToken);
}

export const readSession = endpoint(
  {
    operationId: 'readSession',
    tags: ['Session'],
    summary: 'Who is logged in',
    answers: { 200: sessionShape.describe('The session.') },
  },
  async ({ owner }, _reply, { database }: SessionParts) =>
    present(database, owner.id, owner.email, owner.csrfToken),
);

export const logOut = endpoint(
  {
    operationId: 'logOut',
    tags: ['Session'],
    summary: 'Log out',
    answers: { 204: nothing('The session has ended.').meta({ headers: sessionCookie }) },
  },
  async (request, reply, { database, secure }: SessionParts) => {
    const { owner: person } = request;
    await database.transaction((tx) =>
      endSession(tx, person.sessionId, { person, request, why: 'logged out' }),
    );
    return reply
      .clearCookie(cookieName(secure), { ...cookie, secure })
      .code(204)
      .send();
  },
);

export interface SessionGateOptions extends Pick<SessionParts, 'database' | 'secure'> {
  limiter: RateLimiter;
  sessionRequestsPerMinute: number;
}

/**
 * Admits a logged-in owner, whose requests of this minute are counted by session. A write also needs the session's token in `X-CSRF-Token`, which another site cannot know:
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function sessionGate({ database, secure, limiter, sessionRequestsPerMinute }: SessionGateOptions) {
  const limits = { limiter, requestsPerMinute: sessionRequestsPerMinute };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = request.cookies[cookieName(secure)];
    const session = token ? await findSession(database, token) : undefined;
    if (!token || !session) {
      throw new Problem(
        401,
        'session_required',
        'Log in first: POST /api/owner/session with email and password.',
      );
    }
    await countRequest(reply, limits, { bucket: `session:${session.sessionId}`, what: 'session' });
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

/** The owner as an actor of the audit log. The name says so if a personal token acted. */
export function ownerActor({ owner }: Pick<FastifyRequest, 'owner'>): Actor {
  const name = owner.token ? `${owner.email} (token ${owner.token.name})` : owner.email;
  return { type: 'owner', id: showId('owner', owner.id), name };
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

async function present(
  database: Database,
  id: string,
  email: string,
  csrfToken: string,
): Promise<z.output<typeof sessionShape>> {
  const [may_make_projects, own] = await Promise.all([
    mayMakeProjects(database, id),
    projectsOf(database, id),
  ]);
  return {
    owner: { id: showId('owner', id), email, may_make_projects },
    projects: own.map(({ id: project, name, role }) => ({ id: showId('project', project), name, role })),
    csrf_token: csrfToken,
  };
}
