import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { httpServer, listen, outbound, rawServer } from './servers.ts';

const ask = (port: number, more: object = {}) =>
  outbound().download({
    service: 'webhook',
    url: `http://127.0.0.1:${port}/secret-path`,
    headers: {},
    ...more,
  });

describe('a download', () => {
  it('is read while it arrives', async () => {
    let finish = () => {};
    const port = await listen(
      httpServer((_, response) => {
        response.writeHead(200, { 'x-a': 'b' }).write('first');
        finish = () => response.end(' last');
      }),
    );
    const answer = await ask(port);
    if (answer.kind !== 'answered') throw new Error(answer.reason);
    expect(answer).toMatchObject({ status: 200, headers: { 'x-a': 'b' } });
    const [first] = await answer.body
      .iterator({ destroyOnReturn: false })
      .next()
      .then(({ value }) => [value]);
    expect(String(first)).toBe('first');
    finish();
    expect(await text(answer.body)).toBe(' last');
  });

  it.each([
    ['stands still', { silenceMs: 300 }, 'UND_ERR_BODY_TIMEOUT'],
    ['takes too long in all', { totalMs: 500 }, /./],
  ])('whose body %s fails', async (_, limits, code) => {
    const port = await listen(
      httpServer((_, response) => {
        response.writeHead(200).write('some');
        if (!('silenceMs' in limits)) setInterval(() => response.write('.'), 50).unref();
      }),
    );
    const answer = await ask(port, limits);
    if (answer.kind !== 'answered') throw new Error(answer.reason);
    const error = await text(answer.body).catch((fault) => fault);
    expect(String(error.code ?? error.name)).toMatch(code);
  });

  it.each([
    ['that hangs before its head', () => httpServer(() => {}), { headMs: 300 }],
    ['that is closed before its head', () => rawServer((socket) => socket.destroy()), {}],
    ['that is no HTTP', () => rawServer((socket) => socket.end('what?\r\n\r\n')), {}],
  ])('%s did not come, and the reason does not name the path', async (_, make, limits) => {
    const answer = await ask(await listen(make()), limits);
    expect(answer.kind).toBe('lost');
    expect(JSON.stringify(answer)).not.toContain('secret-path');
  });

  it('with less than its announced length fails', async () => {
    const port = await listen(
      rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')),
    );
    const answer = await ask(port);
    if (answer.kind !== 'answered') throw new Error(answer.reason);
    await expect(text(answer.body)).rejects.toThrow();
  });

  it('of a private address, or of a name that leads to one, is refused', async () => {
    const http = outbound({ lookup: async () => [{ address: '10.1.2.3', family: 4 }] });
    for (const url of [
      'http://10.0.0.1/',
      'http://files.example/',
      'ftp://files.example/',
      'http://a:b@c.example/',
    ]) {
      expect((await http.download({ service: 'webhook', url, headers: {} })).kind, url).toBe('refused');
    }
  });

  it('of a redirect is the redirect', async () => {
    const port = await listen(httpServer((_, response) => response.writeHead(302, { location: '/x' }).end()));
    expect(await ask(port)).toMatchObject({ kind: 'answered', status: 302 });
  });
});
