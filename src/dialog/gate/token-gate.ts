import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { findToken, noteTokenUse, tokenPrefix } from './personal-tokens.ts';
import { bearerToken, countRequest } from './project-gate.ts';
import { cookieName, type SessionGateOptions, sessionGate } from './session.ts';
import { tooManyWrong } from './wrong-keys.ts';

export interface PersonGateOptions extends SessionGateOptions {
  /** Of a personal token. */
  requestsPerMinute: number;
}

/** Makes the gates of the owner API that let a person pass. */
export function personGates(options: PersonGateOptions) {
  const { database, limiter, requestsPerMinute, secure } = options;
  const bySession = sessionGate(options);
  const limits = { limiter, requestsPerMinute };

  async function byToken(request: FastifyRequest, reply: FastifyReply, text: string): Promise<void> {
    const { project_id: publicId } = request.params as { project_id?: string };
    const projectId = publicId === undefined ? undefined : readId('project', publicId);
    const token = await findToken(database, text, projectId);
    if (!token) throw (await tooManyWrong(limiter, request.ip)) ?? invalidToken();
    // Before its rate: whoever has stolen a token must not use up the requests of its person.
    if (!token.isAllowedFrom(request.ip)) {
      throw (await tooManyWrong(limiter, request.ip)) ?? notAllowedFrom(request.ip);
    }
    await countRequest(reply, limits, { bucket: `token:${token.id}`, what: 'token' });
    noteTokenUse(database, token, request.ip);
    const { person, hasSecondFactor } = token;
    request.owner = { ...person, csrfToken: '', sessionId: '', hasSecondFactor, isConfirmed: false, token };
  }

  return {
    /** Admits a person by the cookie of a session only. */
    async session(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (personalTokenOf(request) !== undefined) {
        refuseBoth(request, secure);
        throw new Problem(
          403,
          'session_only',
          'A personal token works in projects. This needs a session: log in with POST /api/owner/session.',
        );
      }
      await bySession(request, reply);
    },

    /** Admits a person by a session or by a personal token; a token needs no X-CSRF-Token, because no browser sends it by itself. */
    async person(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const text = personalTokenOf(request);
      if (text === undefined) return bySession(request, reply);
      refuseBoth(request, secure);
      await byToken(request, reply, text);
    },
  };
}

/**
 * The personal token of a request. Other values of the header are not ours: a proxy that asks for a password of its own passes them
 * on with the cookie.
 */
function personalTokenOf({ headers }: FastifyRequest): string | undefined {
  const text = bearerToken(headers.authorization);
  return text?.startsWith(tokenPrefix) ? text : undefined;
}

/** Two credentials could belong to two people; RFC 6750, section 3.1, refuses such requests, too. */
function refuseBoth(request: FastifyRequest, secure: boolean): void {
  if (request.cookies[cookieName(secure)] === undefined) return;
  throw new Problem(
    401,
    'two_credentials',
    'Send the cookie of a session or a personal token, and not both.',
  );
}

const invalidToken = () =>
  new Problem(401, 'invalid_token', 'The personal token is unknown, was revoked or has expired.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

const notAllowedFrom = (address: string) =>
  new Problem(
    403,
    'address_not_allowed',
    `This token may not be used from ${address}. Make one whose allowed_addresses have it.`,
  );
