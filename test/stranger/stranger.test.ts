import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerRoutes } from '../gate/routes.ts';
import { Client } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { join } from '../harness/people.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { runTypedClient } from '../harness/typed-client.ts';
import { ApiDocument, nameOf, type Operation } from './document.ts';
import type { Exchange } from './program/record.ts';
import { makeProjectScene, type ProjectScene } from './scene.ts';

const catalogToken = 'a-token-that-writes';
const catalogReadToken = 'a-token-that-reads';

let server: TestServer;
let scene: ProjectScene;
/** An external system that fails every request, so that the outcomes are unknown. */
let dead: { url: string; server: HttpServer };

beforeAll(async () => {
  server = await startTestServer({
    CATALOG_TOKEN: catalogToken,
    CATALOG_READ_TOKEN: catalogReadToken,
  });
  scene = await makeProjectScene(server);
  const failing = createServer((_request, response) => void response.writeHead(500).end());
  await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve));
  dead = { url: `http://127.0.0.1:${(failing.address() as AddressInfo).port}`, server: failing };
});
afterAll(async () => {
  await server?.close();
  dead?.server.close();
});

const read = (name: string) => readFileSync(`test/stranger/program/${name}.ts`, 'utf8');

/**
 * Compiles a program against the types of a document and runs it.
 * @param adapt changes the program before
 * @returns what was exchanged
 */
async function visit(
  document: object,
  program: string,
  words: string[],
  adapt: (text: string) => string = (text) => text,
): Promise<Exchange[]> {
  const told = await runTypedClient(document, [server.url, ...words], adapt(read(program)), {
    'record.ts': read('record'),
    'authenticator.ts': readFileSync('test/harness/authenticator.ts', 'utf8'),
    'totp.ts': readFileSync('test/harness/totp.ts', 'utf8'),
  });
  return JSON.parse(told);
}

/** A list is overtaken by a newer one, or loses its source, between two of its rows. */
const neededLuck = (status: string, { path }: Operation) =>
  status === '409' && path.endsWith('/offers/import');

/** The program for the catalog as owners reach it: at other addresses, and with the errors of the owner API. */
const behindSession = (program: string) =>
  program
    .replaceAll("'/api/", "'/api/owner/catalog/")
    .replace('Array.isArray(unreadable.error)', 'Array.isArray(unreadable.error?.detail)')
    .replace("'price_raw' in faulty.error", "JSON.stringify(faulty.error.detail).includes('price_raw')");

interface Knock {
  key?: string;
  body?: string | Buffer;
  type?: string;
  headers?: Record<string, string>;
  /** In place of the scene's own. */
  project?: string;
  /** Of a record of the catalog. */
  id?: string;
  query?: string;
}

/** Calls an operation by hand to see the answers of its gates; the rest of the request need not be valid. */
async function knock(
  { method, path, bodyTypes }: Operation,
  {
    key,
    body = '{}',
    type = bodyTypes[0],
    headers,
    project = scene.project.id,
    id = '1',
    query = '',
  }: Knock = {},
): Promise<Exchange> {
  const filled = path.replace('{project_id}', project).replaceAll(/\{\w+\}/g, id) + query;
  const answer = await server.call(method, filled, {
    key,
    ...(bodyTypes.length > 0
      ? { raw: body, headers: { 'content-type': type!, ...headers } }
      : { headers: headers ?? {} }),
  });
  return {
    method,
    path,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: answer.text,
  };
}

/** The answers to what is right, which test/gate/tenancy.test.ts asks for. */
const shownAtGates = new Set(
  ownerRoutes.map((route) => `${nameOf(route).replaceAll(/:(\w+)/g, '{$1}')} ${route.success}`),
);

/** Answers that need an outage, or more than a test should send; every other declared answer must occur. */
const rare = ['408', '413', '429', '500', '503'];

/**
 * The declared answers that no exchange had.
 * @param program what asks for them
 * @param isOut says which answers cannot occur
 */
function unseen(
  program: string,
  document: ApiDocument,
  exchanges: Exchange[],
  isOut: (status: string, of: Operation) => boolean,
) {
  const seen = new Set(exchanges.map((exchange) => `${nameOf(exchange)} ${exchange.status}`));
  return document.operations.flatMap((operation) =>
    Object.keys(operation.responses)
      .filter((status) => !rare.includes(status) && !isOut(status, operation))
      .map((status) => `${nameOf(operation)} ${status}`)
      .filter((name) => !seen.has(name))
      .map(
        (name) =>
          `${name}: no request got this answer, which the endpoint declares; ` +
          `add one to test/stranger/program/${program}.ts, or take the answer out of the endpoint`,
      ),
  );
}

// Each generates, compiles and runs a program, and then asks every operation what its gates answer.
describe('a client that is generated from the document', { timeout: patient(180_000) }, () => {
  it('compiles and gets the declared answers from every operation of the project API', async () => {
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
    expect(unseen('project', document, exchanges, isOut)).toEqual([]);
  });

  it('compiles and gets the declared answers from every operation of the owner API', async () => {
    const { body: text } = await server.call('GET', '/api/owner/openapi.json');
    const document = new ApiDocument(text);
    const exchanges = await visit(text, 'owner', [ownerEmail, ownerPassword, dead.url]);
    const headers = await sessionHeaders();
    // No role but the owner's passes all gates; these two together are refused at each that is not for everybody.
    const owner = new Client(server.url);
    await owner.logIn(ownerEmail, ownerPassword);
    const helpers: Record<string, string>[] = [];
    for (const role of ['analyst', 'billing'] as const) {
      helpers.push(await sessionHeaders(await join(owner, scene.project.id, role)));
    }
    const { token: everywhere } = await owner.make('POST', '/tokens', { name: 'Everywhere' });
    exchanges.push(...(await visit(text, 'catalog', [everywhere], behindSession)));
    const catalogIds = await makeOffer();
    const { token } = await owner.make('POST', '/tokens', {
      name: 'From elsewhere',
      allowed_addresses: ['203.0.113.9'],
    });
    const login = { email: ownerEmail, password: ownerPassword };
    // From elsewhere each is refused before anything is looked up, if its body is right.
    const bodies: [RegExp, object][] = [
      [/\/resets$/, { token: 'rst_unknown', new_password: ownerPassword }],
      [/\/accept$/, { token: 'inv_unknown', password: ownerPassword }],
      [/\/reset-requests$/, { email: ownerEmail }],
      [/\/session\/passkey-options$/, {}],
    ];
    const bodyFor = (path: string) => JSON.stringify(bodies.find(([end]) => end.test(path))?.[1] ?? login);
    for (const operation of document.operations) {
      exchanges.push(await knock(operation));
      // There are more routes than an address may call with wrong tokens in a minute.
      await server.server.parts.limiter.clear('wrong-key:127.0.0.1');
      exchanges.push(await knock(operation, { key: token }));
      const fromElsewhere = { ...headers, 'sec-fetch-site': 'cross-site' };
      exchanges.push(await knock(operation, { headers, query: '?nothing=1' }));
      if (operation.method !== 'GET') {
        exchanges.push(await knock(operation, { headers: fromElsewhere, body: bodyFor(operation.path) }));
      }
      if (operation.path.includes('{project_id}')) {
        exchanges.push(await knock(operation, { headers, project: 'prj_none' }));
        for (const helper of helpers) exchanges.push(await knock(operation, { headers: helper }));
      }
      if (operation.bodyTypes.length === 0) continue;
      if (operation.path.includes('/catalog/')) {
        // Bodies are read only if the record exists.
        const id = operation.path.includes('/sources/') ? catalogIds.source : catalogIds.offer;
        exchanges.push(await knock(operation, { headers, id, type: 'text/plain' }));
        // No UTF-8; for a file, one that is compressed and does not say so.
        const unreadable = operation.path.endsWith('/import') ? [0x1f, 0x8b, 8, 0] : [0x22, 0xff, 0x22];
        exchanges.push(await knock(operation, { headers, id, body: Buffer.from(unreadable) }));
        continue;
      }
      exchanges.push(await knock(operation, { headers, body: Buffer.from([0x22, 0xff, 0x22]) }));
      exchanges.push(await knock(operation, { headers, body: '"a text"' }));
    }
    await server.call('DELETE', `/api/sources/${catalogIds.source}/`, { key: catalogToken });
    expect(exchanges.flatMap((exchange) => document.faultsOf(exchange))).toEqual([]);
    const isOut = (status: string, operation: Operation) =>
      // Called there with their own examples, and held against the document.
      shownAtGates.has(`${nameOf(operation)} ${status}`) ||
      neededLuck(status, operation) ||
      // Canceling a run during its first turn needs luck.
      (status === '202' && operation.path.endsWith('/runs/{run_id}/cancel')) ||
      // A link for a new password needs a mail server: test/mail has one.
      (/^20[24]$/.test(status) && operation.path.includes('/password/reset')) ||
      // An unfinished payment, which prevents the deletion of a project, needs a shop: test/payments has one.
      (status === '409' && operation.method === 'DELETE' && operation.path.endsWith('/{project_id}'));
    expect(unseen('owner', document, exchanges, isOut)).toEqual([]);
  });

  it('compiles and gets the declared answers from every operation of the offer catalog', async () => {
    const { body: text } = await server.call('GET', '/api/openapi.json');
    const document = new ApiDocument(text);
    const exchanges = await visit(text, 'catalog', [catalogToken]);
    for (const operation of document.operations) {
      exchanges.push(await knock(operation));
      if (operation.method !== 'GET') exchanges.push(await knock(operation, { key: catalogReadToken }));
    }
    // Bodies are read only if the record exists.
    const id = await makeOffer();
    for (const { path, ...operation } of document.operations) {
      if (operation.bodyTypes.length === 0) continue;
      const named = path.replace('{id}', path.includes('/sources/') ? id.source : id.offer);
      const answer = await knock({ ...operation, path: named }, { key: catalogToken, type: 'text/plain' });
      exchanges.push({ ...answer, path });
    }
    expect(exchanges.flatMap((exchange) => document.faultsOf(exchange))).toEqual([]);
    expect(unseen('catalog', document, exchanges, neededLuck)).toEqual([]);
  });
});

/** Another session of the owner, whose cookie the test sends by itself. */
/** @param of the owner, unless somebody else is named */
async function sessionHeaders(
  of = { email: ownerEmail, password: ownerPassword },
): Promise<Record<string, string>> {
  const body = { email: of.email, password: of.password };
  const answer = await server.call('POST', '/api/owner/session', { body });
  const [cookie] = answer.headers.getSetCookie();
  return { cookie: cookie!.split(';')[0]!, 'x-csrf-token': answer.body.csrf_token };
}

async function makeOffer(): Promise<{ offer: string; source: string }> {
  const body = { source_identifier: 'Late', pn_raw: 'L-1' };
  const answer = await server.call('POST', '/api/offers/', { key: catalogToken, body });
  return { offer: String(answer.body.id), source: String(answer.body.source) };
}
