import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { type Server, startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { buildConsole } from '../harness/console.ts';
import { type TestServer, testEnvironment } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
/** The same database, behind a proxy that speaks https. */
let proxied: Server;

beforeAll(async () => {
  await buildConsole();
  server = await useTestServer();
  proxied = await startServer(
    readSettings({
      ...testEnvironment(server.database),
      PUBLIC_URL: 'https://parley.example.com',
      SECURITY_CONTACT: 'mailto:security@example.com',
    }),
    createLog('silent'),
  );
});
afterAll(async () => {
  await proxied?.stop(0);
  await server?.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${proxied.port}${path}`, { headers });

describe('answers', () => {
  it.each([
    '/healthz',
    '/readyz',
    '/nowhere',
    '/api/v1/openapi.json',
    '/api/v1/projects/prj_1/profiles',
    '/api/owner/session',
    '/api/offers/',
    '/api/published/nothing/here',
    '/api/webhooks/nothing',
  ])('%s: a browser loads and runs nothing, frames nothing, and comes back by https', async (path) => {
    const { headers } = await get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
  });

  it('a server without https asks for no https', async () => {
    const { headers } = await fetch(`${server.url}/healthz`);
    expect(headers.get('strict-transport-security')).toBe(null);
  });
});

describe('pages', () => {
  const pages = async (): Promise<string[]> => {
    const { id } = await server.makeProject();
    const channel = await server.make('POST', `/projects/${id}/channels`, {
      type: 'webchat',
      name: 'Chat',
      environment: 'live',
      settings: {},
    });
    const chats = [`/chat/${channel.id}`, '/chat/ch_01m84bvx56e0mrepwk125yksjg'];
    return ['/docs/', '/console', '/console/somewhere', ...chats];
  };

  it('each answer has a nonce of its own, and nothing else runs or styles a page', async () => {
    for (const path of await pages()) {
      const nonces = await Promise.all(
        [1, 2].map(async () => {
          const answer = await get(path, { accept: 'text/html' });
          const policy = answer.headers.get('content-security-policy')!;
          const [, nonce] = /script-src 'nonce-([^']{22,})'(?:;|$)/.exec(policy)!;
          expect([path, policy]).toEqual([path, expect.stringContaining(`; style-src 'nonce-${nonce}'`)]);
          expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
          const html = await answer.text();
          const tags = [...html.matchAll(/<(?:script|style|link rel="(?:stylesheet|modulepreload)")[^>]*>/g)];
          expect([path, tags.length]).not.toEqual([path, 0]);
          for (const [tag] of tags)
            expect([path, tag]).toEqual([path, expect.stringContaining(`nonce="${nonce}"`)]);
          expect(html).not.toMatch(/\son[a-z]+=["']/);
          return nonce;
        }),
      );
      expect([path, nonces[0]]).not.toEqual([path, nonces[1]]);
    }
  });

  it('attributes of style are free at /docs and in the console only, where no picture or font comes from outside', async () => {
    for (const path of await pages()) {
      const { headers } = await get(path, { accept: 'text/html' });
      const policy = new Map(
        headers
          .get('content-security-policy')!
          .split('; ')
          .map((line) => line.split(/ (.*)/) as [string, string]),
      );
      const isFree = /^\/(?:docs|console)/.test(path);
      expect([path, policy.get('style-src-attr')]).toEqual([path, isFree ? "'unsafe-inline'" : undefined]);
      expect([path, [...policy].join()]).not.toEqual([
        path,
        expect.stringMatching(/style-src(?:-elem)?,[^,]*unsafe/),
      ]);
      if (!isFree) continue;
      for (const what of ['img-src', 'font-src']) {
        const sources = (policy.get(what) ?? policy.get('default-src')!).split(' ');
        const outside = sources.filter((source) => !["'self'", 'blob:', 'data:', "'none'"].includes(source));
        expect([path, what, outside]).toEqual([path, what, []]);
      }
    }
  });

  it('no page may use a camera, a place, payments or another device, or tell where its visitor goes', async () => {
    for (const path of await pages()) {
      const { headers } = await get(path, { accept: 'text/html' });
      const permissions = headers.get('permissions-policy')!.split(', ');
      expect(permissions).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'payment=()']));
      expect([path, Object.fromEntries(headers)]).toMatchObject([
        path,
        {
          'content-type': 'text/html; charset=utf-8',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors /),
        },
      ]);
    }
  });
});

describe('/.well-known/security.txt', () => {
  it('says where to report a weakness, for less than a year', async () => {
    const answer = await get('/.well-known/security.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [contact, expires, canonical] = (await answer.text()).trim().split('\n');
    expect([contact, canonical]).toEqual([
      'Contact: mailto:security@example.com',
      'Canonical: https://parley.example.com/.well-known/security.txt',
    ]);
    const days = (Date.parse(expires!.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  it('is not there if nobody is named', async () => {
    const { status } = await fetch(`${server.url}/.well-known/security.txt`);
    expect(status).toBe(404);
  });
});
