import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { OutboundRequest } from '../../src/platform/outbound-http.ts';
import { httpServer, listen, outbound, post } from './servers.ts';

/** Sends a request to a server that answers with these bytes. */
async function ask(bytes: Buffer, headers: Record<string, string>, more: Partial<OutboundRequest> = {}) {
  const port = await listen(httpServer((_, response) => response.writeHead(200, headers).end(bytes)));
  return outbound().send({ ...post, url: `http://127.0.0.1:${port}/`, ...more });
}

describe('an answer in a content coding', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('%s is decoded, and its headers describe the decoded form', async (coding, encode) => {
    const outcome = await ask(encode('{"ok":"ä"}'), { 'content-encoding': coding, 'x-a': 'b' });
    expect(outcome).toMatchObject({ kind: 'answered', body: '{"ok":"ä"}', truncated: false });
    const { headers } = outcome as { headers: Record<string, string> };
    expect(headers).toMatchObject({ 'x-a': 'b' });
    expect(Object.keys(headers)).not.toContain('content-encoding');
    expect(Object.keys(headers)).not.toContain('content-length');
  });

  it.each(['identity', 'zstd', 'gzip, gzip'])('%s is passed on unchanged', async (coding) => {
    const outcome = await ask(Buffer.from('as it came'), { 'content-encoding': coding });
    expect(outcome).toMatchObject({ body: 'as it came', headers: { 'content-encoding': coding } });
  });

  it('counts its decoded bytes against the limit, so that a small answer cannot become a huge one', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'));
    expect(bomb.length).toBeLessThan(60_000);
    const outcome = await ask(bomb, { 'content-encoding': 'gzip' }, { maxResponseBytes: 1000 });
    expect(outcome).toMatchObject({ kind: 'answered', body: 'a'.repeat(1000), truncated: true });
  });

  it('of exactly the limit is complete', async () => {
    const outcome = await ask(
      brotliCompressSync('a'.repeat(1000)),
      { 'content-encoding': 'br' },
      { maxResponseBytes: 1000 },
    );
    expect(outcome).toMatchObject({ body: 'a'.repeat(1000), truncated: false });
  });

  it.each([
    ['is not what it says', Buffer.from('plain words')],
    ['breaks off', gzipSync('a'.repeat(5000)).subarray(0, 20)],
  ])('that %s is an answer with an incomplete body', async (_, bytes) => {
    const outcome = await ask(bytes, { 'content-encoding': 'gzip' });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, truncated: true });
  });

  it('that is empty is an empty body', async () => {
    const outcome = await ask(Buffer.alloc(0), { 'content-encoding': 'gzip' });
    expect(outcome).toMatchObject({ kind: 'answered', body: '', truncated: false });
  });

  it('ends although an endless stream decodes to nothing', async () => {
    const empty = gzipSync('');
    const port = await listen(
      httpServer((_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        const more = () => {
          while (!response.destroyed && response.write(Buffer.concat(Array(100).fill(empty)))) {}
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      }),
    );
    const outcome = await outbound().send({
      ...post,
      url: `http://127.0.0.1:${port}/`,
      maxResponseBytes: 1000,
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, truncated: true });
  });
});

it('an answer with 100 KiB of headers is accepted', async () => {
  const long = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`x-policy-${i}`, 'p'.repeat(5 * 1024)]),
  );
  expect(await ask(Buffer.from('fine'), long)).toMatchObject({ kind: 'answered', status: 200, body: 'fine' });
});
