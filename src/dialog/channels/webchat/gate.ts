import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../../platform/ids.ts';
import { namesLoopback } from '../../../platform/own-address.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Settings } from '../../../settings.ts';
import { exposed, forAnyPage } from './cross-origin.ts';
import { isAllowedOrigin, webOrigin } from './domains.ts';
import { type ChatChannel, findDoor, type Visitor } from './visitors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The web chat of a visitor's request. */
    chat: ChatChannel;
    /** The visitor whose token was sent, on routes that require one. */
    visitor: Visitor;
  }
  interface FastifyContextConfig {
    /** Admits requests without a visitor's token. */
    openToAll?: boolean;
  }
}

export interface ChatGateOptions {
  database: Database;
  settings: ChatGateSettings;
}

/** The public address of this server, if configured, and whether only browsers of this machine reach it. */
type ChatGateSettings = Pick<Settings, 'publicUrl' | 'isPrivate'>;

/**
 * Adds the gates of the visitors' API, in this order: the channel (404), the page that asks (403), the visitor (401).
 *
 * Browsers name the page in `Origin` and do not let it lie; other clients can write anything there. So `Origin` prevents a
 * chat on a foreign website, and only the token, never a cookie, identifies a visitor.
 */
export function registerChatGate(app: FastifyInstance, { database, settings }: ChatGateOptions): void {
  app.decorateRequest('chat', null as unknown as ChatChannel);
  app.decorateRequest('visitor', null as unknown as Visitor);

  app.addHook('onRequest', async (request, reply) => {
    const token = /^bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
    const { channel_id } = request.params as { channel_id: string };
    const { channel, visitor } = await openDoor(database, channel_id, token).catch((error) => {
      // Without the database nobody knows whose pages may read this; a chat that is no more has none.
      if (!(error instanceof Problem && error.status === 404)) reply.headers(forAnyPage);
      throw error;
    });
    request.chat = channel;
    refuseStrangePages(request, reply, settings);
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
 * Finds a web chat by its public id, and the visitor who has this token.
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

/** Adds CORS headers for pages that may use the chat, and refuses all others. */
function refuseStrangePages(request: FastifyRequest, reply: FastifyReply, settings: ChatGateSettings): void {
  const { origin } = request.headers;
  reply.header('Vary', 'Origin');
  if (origin === undefined) {
    // A browser omits `Origin` only when a page of this server reads; it always sends it when a page begins a session.
    if (request.method !== 'POST' || !request.routeOptions.config.openToAll) return;
    throw new Problem(403, 'origin_not_allowed', 'A session begins on a web page: send its Origin.');
  }
  if (!isOwnOrigin(origin, request, settings) && !isAllowedOrigin(origin, request.chat.allowedDomains)) {
    throw new Problem(
      403,
      'origin_not_allowed',
      'This chat may not stand on pages of this origin. Its owner can add the domain to allowed_domains.',
    );
  }
  reply.headers({
    'Access-Control-Allow-Origin': origin,
    ...exposed,
  });
}

/**
 * Whether an origin is this server's own, whose pages may use every chat. If only this machine reaches the server, the origin
 * must name it as loopback, so that a name made to resolve to it (DNS rebinding) is not accepted.
 */
function isOwnOrigin(
  origin: string,
  request: FastifyRequest,
  { publicUrl, isPrivate }: ChatGateSettings,
): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  if (isPrivate && !namesLoopback(request.raw.headers.host)) return false;
  return webOrigin(origin)?.host === request.host;
}
