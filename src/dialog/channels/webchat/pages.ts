import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../../platform/postgres.ts';
import { frameAncestors } from './domains.ts';
import { openDoor } from './gate.ts';
import type { ChatChannel } from './visitors.ts';

const script = readFileSync(new URL('../../../../widget/chat.js', import.meta.url), 'utf8');
const packed = gzipSync(script);

const style =
  'body{margin:0;padding:8vmin;' +
  'font:17px/1.5 system-ui,sans-serif;color:#1d2330;background:#f4f6fa}h1{margin:0;font-size:1.8em}p{color:#5b6474}';
const styleHash = hash('sha256', style, 'base64');

export interface ChatPagesOptions {
  database: Database;
  /** Where browsers reach this server, if the operator has said so. */
  publicUrl: string | undefined;
}

/** The script that puts a chat on a website, and a page that is nothing but a chat. */
export function chatPageRoutes(app: FastifyInstance, { database, publicUrl }: ChatPagesOptions): void {
  // Where a proxy serves this below a path.
  const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  app.get('/:channel_id', async (request, reply) => {
    const { channel_id: name } = request.params as { channel_id: string };
    if (!name.endsWith('.js')) {
      const { channel } = await openDoor(database, name);
      return sendPage(reply, channel, `${base}/chat/${name}.js`);
    }
    await openDoor(database, name.slice(0, -'.js'.length));
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return reply
      .headers({
        'Cache-Control': 'public, max-age=300',
        // Without it, pages that isolate themselves from other origins could not load it.
        'Cross-Origin-Resource-Policy': 'cross-origin',
        Vary: 'Accept-Encoding',
        ...(isPacked && { 'Content-Encoding': 'gzip' }),
      })
      .type('text/javascript; charset=utf-8')
      .send(isPacked ? packed : script);
  });
}

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
    'img-src https: http: data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(allowedDomains)}`,
  ].join('; ');
  return reply
    .headers({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${asText(title)}</title>` +
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">' +
        `<style>${style}</style></head><body><main><h1>${asText(title)}</h1>` +
        '<p>Write to us: the chat is at the corner of this page.</p></main>' +
        `<script src="${asText(scriptPath)}" data-open></script></body></html>`,
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
