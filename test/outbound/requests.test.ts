import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { selfSigned } from './self-signed.ts';
import { fakeLookup, httpServer, listen, outbound, post, rawServer } from './servers.ts';

afterEach(() => vi.unstubAllEnvs());

describe('host names are resolved once, checked and pinned', () => {
  it('localhost works if its addresses are allowed', async () => {
    const port = await listen(httpServer((_, response) => response.end('hello')));
    const { lookup } = fakeLookup({ localhost: [['127.0.0.1', '::1']] });
    const outcome = await outbound({ lookup }).send({ ...post, url: `http://localhost:${port}/` });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, body: 'hello' });
  });

  it('the system resolver is used by default', async () => {
    const port = await listen(httpServer((_, response) => response.end()));
    const outcome = await outbound().send({ ...post, url: `http://localhost:${port}/` });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
  });

  it.each([
    ['only private addresses', ['10.0.0.1']],
    ['the metadata address', ['169.254.169.254']],
    ['public and private addresses mixed', ['127.0.0.1', '10.0.0.1']],
    ['a private one first', ['::ffff:127.0.0.1', '127.0.0.1']],
  ])('a host name with %s is refused and no connection opens', async (_, addresses) => {
    let connections = 0;
    const port = await listen(rawServer(() => {}).on('connection', () => connections++));
    const { lookup } = fakeLookup({ 'evil.test': [addresses] });
    const outcome = await outbound({ lookup }).send({ ...post, url: `http://evil.test:${port}/` });
    expect(outcome).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('the name evil.test resolves to'),
    });
    expect(connections).toBe(0);
  });

  it('a host name that resolves differently after the check still gets the checked address', async () => {
    let hosts: (string | undefined)[] = [];
    const port = await listen(
      httpServer((request, response) => {
        hosts = [...hosts, request.headers.host];
        response.setHeader('connection', 'close');
        response.end();
      }),
    );
    const { lookup, calls } = fakeLookup({ 'rebind.test': [['127.0.0.1'], ['10.0.0.1']] });
    const http = outbound({ lookup });
    const url = `http://rebind.test:${port}/`;
    expect(await http.send({ ...post, url })).toMatchObject({ kind: 'answered' });
    expect(calls).toEqual(['rebind.test']);
    expect(hosts).toEqual([`rebind.test:${port}`]);
    // The next connection resolves the name again, and the new address is checked again.
    expect(await http.send({ ...post, url })).toMatchObject({ kind: 'refused' });
    expect(hosts).toHaveLength(1);
  });

  it('a host name on the allow-list is not checked further', async () => {
    const port = await listen(httpServer((_, response) => response.end()));
    const { lookup } = fakeLookup({ 'crm.internal': [['127.0.0.1']] });
    const http = outbound({ allow: ['crm.internal'], lookup });
    expect(await http.send({ ...post, url: `http://crm.internal:${port}/` })).toMatchObject({
      kind: 'answered',
    });
    expect(await http.send({ ...post, url: `http://127.0.0.1:${port}/` })).toMatchObject({ kind: 'refused' });
  });

  it('TLS still uses the host name, without the dot at its end', async () => {
    const names: string[] = [];
    const server = createTlsServer({
      ...selfSigned,
      SNICallback: (name, callback) => {
        names.push(name);
        callback(null);
      },
    });
    server.on('tlsClientError', () => {});
    const port = await listen(server);
    const { lookup } = fakeLookup({ 'self-signed.test': [['127.0.0.1']] });
    await outbound({ lookup }).send({ ...post, url: `https://self-signed.test.:${port}/` });
    expect(names).toEqual(['self-signed.test']);
  });
});

describe('a request is sent unchanged, or not at all', () => {
  it.each([
    ['no URL', 'not a url'],
    ['another scheme', 'ftp://127.0.0.1/'],
    ['a file', 'file:///etc/passwd'],
    ['a user', 'http://user@127.0.0.1/'],
    ['a password', 'http://:hunter2@127.0.0.1/'],
    ['a line break', 'http://127.0.0.1/a\r\nb'],
    ['a space', ' http://127.0.0.1/'],
  ])('%s is refused without quoting it', async (_, url) => {
    const outcome = await outbound().send({ ...post, url });
    expect(outcome).toEqual({ kind: 'refused', reason: expect.not.stringContaining('hunter2') });
  });

  it.each([
    ['Host', 'other.test'],
    ['content-length', '0'],
    ['Transfer-Encoding', 'chunked'],
    ['Connection', 'close'],
    ['Keep-Alive', 'timeout=9'],
    ['Upgrade', 'h2c'],
    ['Expect', '100-continue'],
    ['TE', 'trailers'],
    ['x-secret', 'hunter2\r\nHost: other.test'],
    ['x-secret', 'hunter2\u0000'],
    ['x-secret', 'hunter2\u2028'],
    ['x bad', 'a'],
    ['', 'a'],
    ['x\r\ny', 'a'],
  ])('the header %j is refused and its value is not quoted', async (name, value) => {
    const begun = vi.fn(async () => {});
    const request = { ...post, url: 'http://127.0.0.1:9/', headers: { [name]: value }, beforeSend: begun };
    const outcome = await outbound().send(request);
    expect(outcome).toEqual({ kind: 'refused', reason: expect.not.stringContaining('hunter2') });
    expect(begun).not.toHaveBeenCalled();
  });

  it.each(['CONNECT', 'trace', 'GE T', 'GET\r\n', ''])('the method %j is refused', async (method) => {
    expect(await outbound().send({ ...post, method, url: 'http://127.0.0.1:9/' })).toMatchObject({
      kind: 'refused',
    });
  });

  it('method, path, query, headers and the bytes of the body arrive unchanged', async () => {
    let seen = '';
    const port = await listen(
      rawServer((socket, text) => {
        seen = text;
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
      }),
    );
    const outcome = await outbound().send({
      service: 'connection',
      method: 'POST',
      url: `http://127.0.0.1:${port}//a/%2e%2E/ü?q='1'&r=%00#fragment`,
      headers: { 'webhook-id': 'msg_1', 'X-Mixed': 'a\tb' },
      body: Buffer.from([0x7b, 0xff, 0x00, 0x7d]),
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 204 });
    const lines = [
      `POST //%C3%BC?q=%271%27&r=%00 HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      'connection: keep-alive',
    ];
    const rest = ['webhook-id: msg_1', 'X-Mixed: a\tb', 'content-length: 4', '', '{\xff\x00}'];
    expect(seen).toBe([...lines, ...rest].join('\r\n'));
  });

  it('a redirect is an answer and is not followed', async () => {
    const paths: (string | undefined)[] = [];
    const port = await listen(
      httpServer((request, response) => {
        paths.push(request.url);
        response.writeHead(307, { location: '/elsewhere' }).end();
      }),
    );
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/first` });
    expect(outcome).toMatchObject({ kind: 'answered', status: 307, headers: { location: '/elsewhere' } });
    expect(paths).toEqual(['/first']);
  });

  it('cookies are not stored', async () => {
    const cookies: (string | undefined)[] = [];
    const port = await listen(
      httpServer((request, response) => {
        cookies.push(request.headers.cookie);
        response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end();
      }),
    );
    const http = outbound();
    const first = await http.send({ ...post, url: `http://127.0.0.1:${port}/` });
    await http.send({ ...post, url: `http://127.0.0.1:${port}/` });
    expect(cookies).toEqual([undefined, undefined]);
    expect(first).toMatchObject({ headers: { 'set-cookie': 'a=1, b=2' } });
  });

  it('proxy variables of the environment are ignored', async () => {
    const proxied: (string | undefined)[] = [];
    const proxy = await listen(
      httpServer((request, response) => {
        proxied.push(request.url);
        response.end('proxy');
      }),
    );
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy}`);
    }
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const port = await listen(httpServer((_, response) => response.end('direct')));
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ kind: 'answered', body: 'direct' });
    expect(proxied).toEqual([]);
  });
});

describe('the body of an answer is limited in size', () => {
  const bytes = async (length: number, maxResponseBytes?: number) => {
    const port = await listen(httpServer((_, response) => response.end(Buffer.alloc(length, 'x'))));
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/`, maxResponseBytes });
    if (outcome.kind !== 'answered') throw new Error(outcome.reason);
    return [outcome.body.length, outcome.truncated];
  };

  it('a body of exactly the limit is complete', async () =>
    expect(await bytes(1000, 1000)).toEqual([1000, false]));
  it('one more byte is cut off', async () => expect(await bytes(1001, 1000)).toEqual([1000, true]));
  it('the default limit is 1 MiB', async () => expect(await bytes(3_000_000)).toEqual([1_048_576, true]));
  it('with a limit of zero there is still the status', async () =>
    expect(await bytes(10, 0)).toEqual([0, true]));

  it('reading an endless answer ends', async () => {
    const port = await listen(
      httpServer((_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
        };
        response.on('drain', more);
        more();
      }),
    );
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, truncated: true });
  });

  it('bytes that are not UTF-8 are no error, and repeated headers are joined', async () => {
    const port = await listen(
      httpServer((_, response) => {
        response.writeHead(200, { 'X-Twice': ['1', '2'] });
        response.end(Buffer.from([0x61, 0xff, 0x62]));
      }),
    );
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ body: 'a\ufffdb', headers: { 'x-twice': '1, 2' }, truncated: false });
  });
});
