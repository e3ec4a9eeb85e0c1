import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../fixtures/ports.ts';
import { type ProxyName, type ProxyServer, startProxy } from '../fixtures/proxies.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import { Client } from '../harness/client.ts';
import { shouldRunWith } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from '../process/scene.ts';

/** Behind the proxies of docs/operations.md, with the settings of a server that are the default. */

let scene: ProcessScene;
let identities: string[];

beforeAll(async () => {
  scene = await makeProcessScene({ DRAIN_SECONDS: '5', TRUST_PROXY: '1' });
  identities = await Promise.all(Array.from({ length: 10 }, () => scene.identity()));
});

afterEach(() => scene.killAll());
afterAll(() => scene?.close());

/** New connections a second. */
const rate = 100;

/** One request on a connection of its own. @returns its status, or the code of its error */
function ask(url: string, method: string, body?: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${scene.project.key}`,
      ...(body && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': randomUUID(),
      }),
    };
    const agent = new Agent({ keepAlive: false });
    const sent = request(url, { method, agent, headers }, async (response) => {
      resolve(
        await text(response).then(
          (said) =>
            response.statusCode! < 300 ? String(response.statusCode) : `${response.statusCode} ${said}`,
          ({ code }: NodeJS.ErrnoException) => `${code} in the answer`,
        ),
      );
    });
    sent.on('error', ({ code }: NodeJS.ErrnoException) => resolve(`${code}`));
    sent.end(body);
  });
}

/** Sends messages and reads at this rate until it is told to stop. @returns how often each outcome came */
function load(proxy: ProxyServer) {
  const api = `${proxy.url}/api/v1/projects/${scene.project.id}`;
  const counts: Record<string, number> = {};
  const all: Promise<void>[] = [];
  const count = async (outcome: Promise<string>, kind: string) => {
    const said = `${kind} ${await outcome}`;
    counts[said] = (counts[said] ?? 0) + 1;
  };
  let n = 0;
  const timer = setInterval(() => {
    n++;
    const message = { identity_id: identities[n % identities.length], text: `message ${n}` };
    all.push(
      n % 2 === 0
        ? count(ask(`${api}/messages`, 'POST', JSON.stringify(message)), 'POST')
        : count(ask(`${api}/profiles?limit=1`, 'GET'), 'GET'),
    );
  }, 1000 / rate);
  return async () => {
    clearInterval(timer);
    await Promise.all(all);
    return counts;
  };
}

const isReady = ({ url }: Pick<ServerProcess, 'url'>) =>
  new Client(url).call('GET', '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );

describe.each<ProxyName>(['nginx', 'haproxy'])('behind %s', (name) => {
  it.runIf(shouldRunWith(name))(
    'processes that are restarted one after the other miss no request, and an import of any size passes',
    async () => {
      const ports = [await freePort(), await freePort()] as const;
      const start = (PORT: number) => scene.start({ PORT: String(PORT) });
      const servers = [await start(ports[0]), await start(ports[1])];
      const proxy = await startProxy(name, await freePort(), ports);
      try {
        const end = load(proxy);
        for (const [index, port] of ports.entries()) {
          await pause(1000);
          const stopping = servers[index]!.stop();
          // It says so while it still answers.
          const { url } = servers[index]!;
          const says = await until(async () => {
            const { status, body } = await new Client(url).call('GET', '/readyz');
            return status === 503 && body.status;
          });
          expect(says).toBe('stopping');
          expect(await stopping).toEqual({ code: 0, signal: null });
          servers[index] = await start(port);
          await until(() => isReady(servers[index]!));
        }
        await pause(1000);
        const counts = await end();
        expect(Object.keys(counts).sort()).toEqual(['GET 200', 'POST 202']);
        expect(counts['POST 202']).toBeGreaterThan(rate * 5);

        const offers = Array.from({ length: 20_000 }, (_, i) =>
          JSON.stringify({
            source_name: name,
            pn_raw: `${name} ${i}`,
            brand_raw: 'Bosch',
            title_raw: 'a'.repeat(150),
            price_raw: '10',
            price_currency: 'EUR',
          }),
        ).join('\n');
        expect(offers.length).toBeGreaterThan(3e6);
        const imported = await fetch(`${proxy.url}/api/offers/import/`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-ndjson' },
          body: offers,
        });
        expect([imported.status, await imported.json()]).toMatchObject([200, { created: 20_000 }]);
      } finally {
        await proxy.close();
      }
    },
  );
});
