import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { runTypedClient } from '../harness/typed-client.ts';
import { ApiDocument, nameOf, type Operation } from './document.ts';
import type { Exchange } from './program/record.ts';
import { makeProjectScene, type ProjectScene } from './scene.ts';

const catalogToken = 'a-token-that-writes';
const catalogReadToken = 'a-token-that-reads';

let server: TestServer;
let scene: ProjectScene;

beforeAll(async () => {
  server = await startTestServer({
    CATALOG_TOKEN: catalogToken,
    CATALOG_READ_TOKEN: catalogReadToken,
  });
  scene = await makeProjectScene(server);
});
afterAll(() => server?.close());

const read = (name: string) => readFileSync(`test/stranger/program/${name}.ts`, 'utf8');

/** Compiles a program against the types of a document and runs it. @returns what was exchanged */
async function visit(document: object, program: string, words: string[]): Promise<Exchange[]> {
  const told = await runTypedClient(document, [server.url, ...words], read(program), {
    'record.ts': read('record'),
  });
  return JSON.parse(told);
}

/** Calls an operation by hand, as the gates are met: what would have to be right behind them does not matter. */
async function knock(
  { method, path, bodyTypes }: Operation,
  { key, body = '{}', type = bodyTypes[0] }: { key?: string; body?: string | Buffer; type?: string } = {},
): Promise<Exchange> {
  const filled = path.replace('{project_id}', scene.project.id).replaceAll(/\{\w+\}/g, '1');
  const answer = await server.call(method, filled, {
    key,
    ...(bodyTypes.length > 0 ? { raw: body, headers: { 'content-type': type! } } : {}),
  });
  return {
    method,
    path,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: answer.text,
  };
}

/** Answers that take an outage, or more than a test should send: every other declared one is to be seen. */
const rare = ['413', '429', '500', '503'];

/** The declared answers that no exchange had. @param isOut says of which there can be none */
function unseen(
  document: ApiDocument,
  exchanges: Exchange[],
  isOut: (status: string, of: Operation) => boolean,
) {
  const seen = new Set(exchanges.map((exchange) => `${nameOf(exchange)} ${exchange.status}`));
  return document.operations.flatMap((operation) =>
    Object.keys(operation.responses)
      .filter((status) => !rare.includes(status) && !isOut(status, operation))
      .map((status) => `${nameOf(operation)} ${status}`)
      .filter((name) => !seen.has(name)),
  );
}

describe('a client that knows only the document', () => {
  it('compiles and gets what is declared from every operation of the project API', async () => {
    const { body: text } = await server.call('GET', '/api/v1/openapi.json');
    const document = new ApiDocument(text);
    const exchanges = await visit(text, 'project', scene.words);
    for (const operation of document.operations) {
      exchanges.push(await knock(operation), await knock(operation, { key: scene.foreignKey }));
      if (operation.bodyTypes.length === 0) continue;
      exchanges.push(
        await knock(operation, { key: scene.project.key, body: Buffer.from([0x22, 0xff, 0x22]) }),
      );
    }
    expect(exchanges.flatMap((exchange) => document.faultsOf(exchange))).toEqual([]);
    // A path alone is never malformed: an id that is none is a 404.
    const isOut = (status: string, { hasInput }: Operation) => status === '422' && !hasInput;
    expect(unseen(document, exchanges, isOut)).toEqual([]);
  });

  it('compiles and gets what is declared from every operation of the offer catalog', async () => {
    const { body: text } = await server.call('GET', '/api/openapi.json');
    const document = new ApiDocument(text);
    const exchanges = await visit(text, 'catalog', [catalogToken]);
    for (const operation of document.operations) {
      exchanges.push(await knock(operation));
      if (operation.method !== 'GET') exchanges.push(await knock(operation, { key: catalogReadToken }));
    }
    // Bodies are read once the record is there.
    const id = await makeOffer();
    for (const { path, ...operation } of document.operations) {
      if (operation.bodyTypes.length === 0) continue;
      const named = path.replace('{id}', path.includes('/sources/') ? id.source : id.offer);
      const answer = await knock({ ...operation, path: named }, { key: catalogToken, type: 'text/plain' });
      exchanges.push({ ...answer, path });
    }
    expect(exchanges.flatMap((exchange) => document.faultsOf(exchange))).toEqual([]);
    expect(unseen(document, exchanges, () => false)).toEqual([]);
  });
});

async function makeOffer(): Promise<{ offer: string; source: string }> {
  const body = { source_identifier: 'Late', pn_raw: 'L-1' };
  const answer = await server.call('POST', '/api/offers/', { key: catalogToken, body });
  return { offer: String(answer.body.id), source: String(answer.body.source) };
}
