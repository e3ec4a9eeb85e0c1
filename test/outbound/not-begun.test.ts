import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import { patient } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { expired, selfSigned } from './self-signed.ts';
import { fakeLookup, httpServer, listen, outbound, post, rawServer } from './servers.ts';

afterEach(() => vi.unstubAllEnvs());

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const never = <T>() => new Promise<T>(() => {});

describe('a request that certainly was not sent is not_begun', () => {
  it('after a refused connection', async () => {
    const port = await freePort();
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/` });
    expect(outcome).toEqual({
      kind: 'not_begun',
      reason: `connection refused by 127.0.0.1:${port}`,
      why: 'connection_refused',
    });
  });

  it('if each address of a host name refuses the connection', async () => {
    const port = await freePort();
    const { lookup } = fakeLookup({ localhost: [['127.0.0.1', '::1']] });
    const outcome = await outbound({ lookup }).send({ ...post, url: `http://localhost:${port}/` });
    expect(outcome).toMatchObject({ kind: 'not_begun' });
    expect(outcome).toMatchObject({
      reason: expect.stringContaining(`connection refused by 127.0.0.1:${port}`),
    });
    expect(outcome).toMatchObject({ reason: expect.stringContaining(`[::1]:${port}`) });
  });

  it('if a host name does not resolve, or resolves to nothing', async () => {
    const { lookup } = fakeLookup({ 'empty.test': [[]] });
    const http = outbound({ lookup });
    const missing = await http.send({ ...post, url: 'http://missing.test/' });
    expect(missing).toEqual({
      kind: 'not_begun',
      reason: 'the name missing.test does not resolve (ENOTFOUND)',
      why: 'name_unknown',
    });
    expect(await http.send({ ...post, url: 'http://empty.test/' })).toMatchObject({ kind: 'not_begun' });
  });

  it('if the resolver does not answer', async () => {
    const http = outbound({ lookup: never, connectTimeoutMs: 50 });
    const outcome = await http.send({ ...post, url: 'http://slow.test/' });
    expect(outcome).toEqual({
      kind: 'not_begun',
      reason: 'no connection to slow.test within 50 ms',
      why: 'no_connection',
    });
  });

  it('if the TLS handshake does not end', async () => {
    const port = await listen(createTcpServer());
    const outcome = await outbound({ connectTimeoutMs: 50 }).send({
      ...post,
      url: `https://127.0.0.1:${port}/`,
    });
    expect(outcome).toMatchObject({ kind: 'not_begun', reason: expect.stringContaining('within 50 ms') });
  });

  it('if a TLS request goes to a plain port', async () => {
    const requests = vi.fn();
    const port = await listen(httpServer(requests));
    const outcome = await outbound().send({ ...post, url: `https://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({
      kind: 'not_begun',
      reason: expect.stringContaining('TLS with'),
      why: 'tls_failed',
    });
    expect(requests).not.toHaveBeenCalled();
  });

  it('if a TLS request goes to a port that closes at once', async () => {
    const port = await listen(createTcpServer((socket) => socket.destroy()));
    const outcome = await outbound().send({ ...post, url: `https://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ kind: 'not_begun', reason: expect.stringContaining('ECONNRESET') });
  });

  it('if the certificate is not trusted, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const requests = vi.fn();
    const server = createTlsServer(selfSigned, requests);
    const port = await listen(server);
    const { lookup } = fakeLookup({ 'self-signed.test': [['127.0.0.1']] });
    const outcome = await outbound({ lookup }).send({ ...post, url: `https://self-signed.test:${port}/` });
    expect(outcome).toEqual({
      kind: 'not_begun',
      reason: `certificate of self-signed.test:${port} not accepted: self-signed certificate`,
      why: 'certificate_refused',
    });
    expect(requests).not.toHaveBeenCalled();
  });

  it('if the certificate has expired', async () => {
    const port = await listen(createTlsServer(expired, () => {}));
    const { lookup } = fakeLookup({ 'expired.test': [['127.0.0.1']] });
    const outcome = await outbound({ lookup }).send({ ...post, url: `https://expired.test:${port}/` });
    expect(outcome).toMatchObject({ kind: 'not_begun', why: 'certificate_expired' });
  });

  it('if the deadline passes before the connection is open, and it is never sent later', async () => {
    const texts: string[] = [];
    let connections = 0;
    const server = rawServer((socket, text) => {
      texts.push(text.split(' ')[1]!);
      socket.write(OK);
    });
    const port = await listen(server.on('connection', () => connections++));
    const lookup = async () => {
      await sleep(150);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const http = outbound({ lookup });
    const outcome = await http.send({ ...post, url: `http://slow.test:${port}/late`, timeoutMs: 30 });
    expect(outcome).toEqual({
      kind: 'not_begun',
      reason: `the deadline of 30 ms passed before slow.test:${port} was connected`,
      why: 'no_connection',
    });
    await until(() => connections === 1);
    await sleep(50);
    expect(await http.send({ ...post, url: `http://slow.test:${port}/next` })).toMatchObject({
      kind: 'answered',
    });
    expect(texts).toEqual(['/next']);
    expect(connections).toBe(1);
  });

  it('if the deadline passes while all connections are in use, and it is never sent later', async () => {
    const paths: string[] = [];
    const waiting: Socket[] = [];
    const port = await listen(
      rawServer((socket, text) => {
        paths.push(text.split(' ')[1]!);
        waiting.push(socket);
      }),
    );
    const http = outbound();
    const url = `http://127.0.0.1:${port}`;
    const taken = Array.from({ length: 64 }, () => http.send({ ...post, url: `${url}/taken` }));
    await until(() => waiting.length === 64);
    const outcome = await http.send({ ...post, url: `${url}/queued`, timeoutMs: 30 });
    expect(outcome).toMatchObject({ kind: 'not_begun' });
    for (const socket of waiting) socket.write(OK);
    for (const one of await Promise.all(taken)) expect(one).toMatchObject({ kind: 'answered' });
    await sleep(30);
    expect(paths).not.toContain('/queued');
  });

  it('if it is one of many to a port that refuses, more than there are connections', async () => {
    const port = await freePort();
    const http = outbound();
    const send = () => http.send({ ...post, url: `http://127.0.0.1:${port}/`, timeoutMs: patient(5_000) });
    const outcomes = await Promise.all(Array.from({ length: 500 }, send));
    const reasons = new Set(outcomes.map((one) => (one.kind === 'not_begun' ? one.reason : one.kind)));
    expect([...reasons]).toEqual([`connection refused by 127.0.0.1:${port}`]);
  });
});
