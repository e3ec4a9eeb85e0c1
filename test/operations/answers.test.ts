import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Manner, startTarget, type Target } from '../fakes/target.ts';
import { inCharsets } from '../fixtures/charsets.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { Scene } from './scene.ts';

let server: TestServer;
let scene: Scene;
let target: Target;
let manner: Manner;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
  target = await startTarget();
  target.manner = () => manner;
  await scene.connect('shop', { base_url: target.url });
  const request = { body: '{{ input }}' };
  await scene.define('whole', { connection: 'shop', request });
  await scene.define('part', { connection: 'shop', request, result: { id: '{{ response.body.id }}' } });
  await scene.define('blind', { connection: 'shop', request, result: { status: '{{ response.status }}' } });
});
afterAll(async () => {
  await server?.close();
  await target?.close();
});

/** How a live run ends whose answer has this body. */
async function ended(slug: string, body: string | Buffer, type: string, input: unknown = {}) {
  manner = { does: 'answer', headers: { 'content-type': type }, body };
  const raw = `{"environment":"live","input":${typeof input === 'string' ? input : JSON.stringify(input)}}`;
  const { status, result, error } = await scene.outcome(slug, { raw });
  return status === 'succeeded' ? result : [status, error.code, error.message];
}

const json = 'application/json';
const unreadable = (words: string) => ['unknown', 'answer_unreadable', expect.stringContaining(words)];

describe('an answer', () => {
  it.each([
    ['JSON', `\ufeff{"id":"A-1"}`, json],
    ['JSON in UTF-16', Buffer.from('\ufeff{"id":"A-1"}', 'utf16le'), json],
    ['JSON as text', `\ufeff {"id":"A-1"}`, 'text/plain'],
  ])('is read without its byte order mark: %s', async (_what, body, type) => {
    expect(await ended('part', body, type)).toEqual({ id: 'A-1' });
  });

  it.each(inCharsets)('in %s is text: %s', async (charset, text, bytes) => {
    expect(await ended('whole', bytes, `text/plain; charset=${charset}`)).toBe(text);
  });

  it('in JSON may be in another charset, too', async () => {
    const body = Buffer.from('{"id":"Müller"}', 'latin1');
    expect(await ended('part', body, 'application/json; charset=iso-8859-1')).toEqual({ id: 'Müller' });
  });

  it.each([json, 'text/plain', 'text/html; charset=utf-8'])(
    'that cannot be decoded is unknown, as %s',
    async (type) => {
      const body = Buffer.from('{"id":"\xff"}', 'latin1');
      expect(await ended('whole', body, type)).toEqual(unreadable('its body is not in utf-8'));
      expect(await ended('part', body, type)).toEqual(unreadable('its body is not in utf-8'));
      expect(await ended('blind', body, type)).toEqual({ status: 200 });
    },
  );

  it('of a charset that nobody knows is read as UTF-8, or unknown', async () => {
    expect(await ended('whole', 'Её', 'text/plain; charset=utf8mb4')).toBe('Её');
    expect(await ended('whole', 'Её', 'text/plain; charset=us-ascii')).toBe('Её');
    const words = 'its body names a charset that is not known here';
    expect(await ended('whole', Buffer.from([0xff]), 'text/plain; charset=klingon')).toEqual(
      unreadable(words),
    );
  });

  it('that is no text at all, such as a picture, has no body', async () => {
    const picture = Buffer.from('89504e470d0a1a0affd8', 'hex');
    expect(await ended('whole', picture, 'image/png')).toBe(null);
    expect(await ended('whole', picture, 'application/octet-stream')).toBe(null);
    expect(await ended('whole', 'plain', 'application/octet-stream')).toBe('plain');
  });
});

describe('JSON that comes as something else', () => {
  it.each(['text/json', 'application/problem+json', 'text/json; charset=utf-8'])(
    'is JSON as %s',
    async (type) => {
      expect(await ended('whole', '{"id":"A-1"}', type)).toEqual({ id: 'A-1' });
      expect(await ended('part', '{"id":', type)).toEqual(unreadable('claims to be JSON and is not'));
    },
  );

  it.each(['text/plain', 'text/html', 'application/octet-stream'])(
    'is read as JSON as %s, if a template reads inside of it',
    async (type) => {
      expect(await ended('part', '{"id":"A-1"}', type)).toEqual({ id: 'A-1' });
      expect(await ended('whole', '{"id":"A-1"}', type)).toBe('{"id":"A-1"}');
      // Text that only looks like it is text, as before.
      expect(await ended('part', '{"id":', type)).toEqual({ id: null });
    },
  );
});

describe('the digits of long numbers', () => {
  const id = '7615917337495251231';

  it('are kept in results, and in what is sent', async () => {
    expect(await ended('whole', `{"id":${id},"n":7}`, json)).toEqual({ id, n: 7 });
    expect(
      await ended('part', `{"id":${id}}`, 'text/plain', `{"id":${id},"share":0.12345678901234567891}`),
    ).toEqual({
      id,
    });
    expect(target.arrivals.at(-1)!.body).toBe(`{"id":"${id}","share":"0.12345678901234567891"}`);
  });

  it('stand as a number where an operation sends text', async () => {
    const request = {
      ...{ path: '/orders/{{ input.id }}', query: { id: '{{ input.id }}' } },
      ...{
        body_type: 'text',
        headers: { 'Content-Type': 'application/json' },
        body: '{"id":{{ input.id }}}',
      },
    };
    await scene.define('as-number', { connection: 'shop', request });
    await ended('as-number', '{}', json, `{"id":${id}}`);
    const { body, url } = target.arrivals.at(-1)!;
    expect([body, url]).toEqual([`{"id":${id}}`, `/orders/${id}?id=${id}`]);
  });
});
