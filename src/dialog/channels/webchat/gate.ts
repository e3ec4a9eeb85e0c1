import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { isAllowedOrigin, webOrigin } from './domains.ts';
import { type ChatChannel, findDoor, type Visitor } from './visitors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The web chat that a visitor's request is for. */
    chat: ChatChannel;
    /** Whose token came with it, on routes that ask for one. */
    visitor: Visitor;
  }
  interface FastifyContextConfig {
    /** Lets a request through without a visitor's token. */
    openToAll?: boolean;
  }
}

export interface ChatGateOptions {
  database: Database;
  /** Where browsers reach this server, if the operator has said so. */
  publicUrl: string | undefined;
}

/**
 * The gates of the visitors' API, in this order: the channel (404), the page that asks (403), the visitor (401).
 *
 * Browsers say which page asks and do not let it lie; other clients say what they like. So `Origin` keeps a chat from
 * being put on a strange website, and the token, never a cookie, is what proves a visitor.
 */
export function registerChatGate(app: FastifyInstance, { database, publicUrl }: ChatGateOptions): void {
  app.decorateRequest('chat', null as unknown as ChatChannel);
  app.decorateRequest('visitor', null as unknown as Visitor);

  app.addHook('onRequest', async (request, reply) => {
    const token = /^bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
    const { channel, visitor } = await openDoor(
      database,
      (request.params as { channel_id: string }).channel_id,
      token,
    );
    request.chat = channel;
    refuseStrangePages(request, reply, publicUrl);
    if (request.method === 'OPTIONS' || request.routeOptions.config.openToAll) return;
    if (!visitor) {
      throw new Problem(401, 'visitor_required', 'Begin a session first: POST /sessions of this chat.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    request.visitor = visitor;
  });
}

/**
 * A web chat by its public id, and the visitor whose token this is.
 * @throws Problem 404 `channel_not_found`
 */
export async function openDoor(
  database: Database,
  publicId: string,
  token?: string,
): Promise<{ channel: ChatChannel; visitor: Visitor | undefined }> {
  const channelId = readId('channel', publicId);
  const door = channelId && (await findDoor(database, channelId, token));
  if (!door) throw new Problem(404, 'channel_not_found', 'There is no such web chat.');
  return door;
}

/** Answers for pages that may use the chat carry what their browser asks for; all others are refused. */
function refuseStrangePages(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): void {
  const { origin } = request.headers;
  reply.header('Vary', 'Origin');
  if (origin === undefined) {
    // A browser leaves it out only where a page of this server reads; it always names the page that begins a session.
    if (request.method !== 'POST' || !request.routeOptions.config.openToAll) return;
    throw new Problem(403, 'origin_not_allowed', 'A session begins on a web page: send its Origin.');
  }
  if (!isOwnOrigin(origin, request, publicUrl) && !isAllowedOrigin(origin, request.chat.allowedDomains)) {
    throw new Problem(
      403,
      'origin_not_allowed',
      'This chat may not stand on pages of this origin. Its owner can add the domain to allowed_domains.',
    );
  }
  reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  });
}

/** The server's own pages may use every chat of its. */
function isOwnOrigin(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return webOrigin(origin)?.host === request.host;
}

const minuteMs = 60_000;

/** Counts one more in this minute. @throws Problem 429 with this code when there were too many. */
export async function limitPerMinute(
  limiter: RateLimiter,
  bucket: string,
  allowed: number,
  code: 'too_many_sessions' | 'too_many_messages',
): Promise<void> {
  const { count, resetMs } = await limiter.hit(bucket, minuteMs);
  if (count <= allowed) return;
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  throw new Problem(429, code, `That was ${allowed} in a minute. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
