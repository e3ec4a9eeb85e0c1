import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageHeaders } from '../../../platform/page-headers.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Settings } from '../../../settings.ts';
import { frameAncestors } from './domains.ts';
import { openDoor } from './gate.ts';
import type { ChatChannel } from './visitors.ts';

const script = readFileSync(new URL('../../../../widget/chat.js', import.meta.url), 'utf8');
const packed = gzipSync(script);
const demoPicture = readFileSync(new URL('../../../../widget/demo.png', import.meta.url));

const style =
  'body{margin:0;padding:8vmin;' +
  'font:17px/1.5 system-ui,sans-serif;color:#1d2330;background:#f4f6fa}h1{margin:0;font-size:1.8em}p{color:#5b6474}' +
  '@media(prefers-color-scheme:dark){body{color:#e8ebf2;background:#0f1219}p{color:#a7b0c0}}';
const styleHash = hash('sha256', style, 'base64');

interface PageParts {
  database: Database;
  settings: Pick<Settings, 'publicUrl'>;
}

/** The picture of the demo. It comes from this server, so that the demo works without a network. */
export const readDemoPicture = endpoint({}, async (_request, reply) =>
  reply
    .headers({ 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' })
    .type('image/png')
    .send(demoPicture),
);

/** The page that contains only a chat, or with `.js` the script that adds the chat to a website. */
export const readChatPage = endpoint(
  { params: z.object({ channel_id: z.string() }) },
  async (request, reply, { database, settings }: PageParts) => {
    const { channel_id: name } = request.params;
    if (!name.endsWith('.js')) {
      const door = await openDoor(database, name).catch((error) => {
        if (error instanceof Problem && error.status === 404 && prefersPage(request)) return undefined;
        throw error;
      });
      return door
        ? sendPage(reply, door.channel, `${basePath(settings)}/chat/${name}.js`)
        : sendNoChat(reply);
    }
    await openDoor(database, name.slice(0, -'.js'.length));
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return reply
      .headers({
        'Cache-Control': 'public, max-age=300',
        // Without this header, cross-origin isolated pages could not load the script.
        'Cross-Origin-Resource-Policy': 'cross-origin',
        Vary: 'Accept-Encoding',
        ...(isPacked && { 'Content-Encoding': 'gzip' }),
      })
      .type('text/javascript; charset=utf-8')
      .send(isPacked ? packed : script);
  },
);

/** The path below which a proxy serves this server, without a final slash. */
function basePath({ publicUrl }: PageParts['settings']): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** A browser that opens an address asks for HTML; other clients get the JSON error. */
const prefersPage = (request: FastifyRequest) => request.headers.accept?.includes('text/html') === true;

/** A page for a person with an old address, such as that of a demo whose data was deleted. */
function sendNoChat(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers(
      pageHeaders(
        `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; frame-ancestors 'none'`,
      ),
    )
    .type('text/html; charset=utf-8')
    .send(
      page(
        'There is no such chat',
        '<p>It was deleted, or this address is not complete. Please ask for the new address where you found this one.</p>',
      ),
    );
}

/** @param title plain text @param body HTML below the title */
const page = (title: string, body: string, script = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${asText(title)}</title>` +
  '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content"><link rel="icon" href="data:,">' +
  `<style>${style}</style></head><body><main><h1>${asText(title)}</h1>${body}</main>${script}</body></html>`;

function sendPage(
  reply: FastifyReply,
  { title = 'Chat', allowedDomains }: ChatChannel,
  scriptPath: string,
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'sha256-${styleHash}'`,
    // `blob:` for pictures that a visitor is about to send.
    'img-src https: http: data: blob:',
    'media-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(allowedDomains)}`,
  ].join('; ');
  return reply
    .headers(pageHeaders(policy))
    .type('text/html; charset=utf-8')
    .send(
      page(
        title,
        '<p>Write to us: the chat is at the corner of this page.</p>',
        `<script src="${asText(scriptPath)}" data-open></script>`,
      ),
    );
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asText = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
