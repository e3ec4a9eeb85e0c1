import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asHtml } from '../../../platform/html-text.ts';
import { openPage, type PageRights } from '../../../platform/page-headers.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Settings } from '../../../settings.ts';
import { text } from '../../http/fields.ts';
import { frameAncestors } from './domains.ts';
import { openDoor } from './gate.ts';
import type { ChatChannel } from './visitors.ts';
import { sendLoader } from './widget-files.ts';

const style =
  'body{margin:0;padding:8vmin;' +
  'font:17px/1.5 system-ui,sans-serif;color:#1d2330;background:#f4f6fa}h1{margin:0;font-size:1.8em}p{color:#5b6474}' +
  '@media(prefers-color-scheme:dark){body{color:#e8ebf2;background:#0f1219}p{color:#a7b0c0}}';

interface PageParts {
  database: Database;
  settings: Pick<Settings, 'publicUrl'>;
}

/** The page that contains only a chat, or with `.js` the script that adds the chat to a website. */
export const readChatPage = endpoint(
  {
    params: z.object({ channel_id: z.string() }),
    /** `preview`: a chat that does not take the focus from the page around it. */
    querystring: z.object({ preview: text({ max: 1 }).optional() }),
  },
  async (request, reply, { database, settings }: PageParts) => {
    const { channel_id: name } = request.params;
    const isScript = name.endsWith('.js');
    const isBrowser = isScript ? isForPage(request) : prefersPage(request);
    const opening = openDoor(database, isScript ? name.slice(0, -'.js'.length) : name);
    const door = await (isBrowser ? opening.catch(noneIfMissing) : opening);
    if (isScript) return door ? sendLoader(request, reply, door.channel.look) : sendNoScript(reply);
    if (!door) return sendNoChat(reply);
    const script = `${basePath(settings)}/chat/${name}.js`;
    return sendPage(reply, door.channel, { script, isPreview: request.query.preview !== undefined });
  },
);

/** The path below which a proxy serves this server, without a final slash. */
function basePath({ publicUrl }: PageParts['settings']): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** A browser that opens an address asks for HTML; other clients get the JSON error. */
const prefersPage = (request: FastifyRequest) => request.headers.accept?.includes('text/html') === true;

/** A browser that loads the script for a page says so (Fetch Metadata); other clients get the JSON error. */
const isForPage = (request: FastifyRequest) => request.headers['sec-fetch-dest'] === 'script';

function noneIfMissing(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}

const noScript =
  'There is no web chat of this id. Copy the line of code anew from the page of the channel in the console of Parley.';

/**
 * The script of a chat that is not there. A browser runs no script of a 404, and says nothing of one that is no script
 * (`ERR_BLOCKED_BY_ORB`); of this one it names the status in its console, in Chromium with the reason where that is sent (HTTP/1.1).
 */
function sendNoScript(reply: FastifyReply): FastifyReply {
  reply.raw.statusMessage = noScript;
  return reply
    .code(404)
    .headers({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-store' })
    .type('text/javascript; charset=utf-8')
    .send(`// ${noScript}\n`);
}

/** A page for a person with an old address, such as that of a demo whose data was deleted. */
function sendNoChat(reply: FastifyReply): FastifyReply {
  return sendHtml(reply.code(404), {
    title: 'There is no such chat',
    body: '<p>It was deleted, or this address is not complete. Please ask for the new address where you found this one.</p>',
  });
}

function sendPage(
  reply: FastifyReply,
  { look: { title = 'Chat' }, allowedDomains }: ChatChannel,
  { script, isPreview }: { script: string; isPreview: boolean },
): FastifyReply {
  return sendHtml(reply, {
    title,
    body: '<p>Write to us: the chat is at the corner of this page.</p>',
    script,
    isPreview,
    rights: {
      // `blob:` for pictures that a visitor is about to send.
      'img-src': 'https: http: data: blob:',
      'media-src': 'https: http:',
      'frame-ancestors': frameAncestors(allowedDomains),
    },
  });
}

interface Page {
  /** Plain text. */
  title: string;
  /** HTML below the title. */
  body: string;
  /** The path of the script of a chat. */
  script?: string;
  /** The chat opens without taking the focus. */
  isPreview?: boolean;
  rights?: PageRights;
}

function sendHtml(reply: FastifyReply, { title, body, script, isPreview, rights }: Page): FastifyReply {
  const { nonce, headers } = openPage(rights);
  return reply
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${asHtml(title)}</title>` +
        '<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content"><link rel="icon" href="data:,">' +
        `<style nonce="${nonce}">${style}</style></head><body><main><h1>${asHtml(title)}</h1>${body}</main>` +
        `${script === undefined ? '' : `<script src="${asHtml(script)}" ${isPreview ? 'data-open="quietly"' : 'data-open'} nonce="${nonce}"></script>`}</body></html>`,
    );
}
