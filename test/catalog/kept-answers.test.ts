import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patient } from '../harness/patience.ts';
import { type KeptRequest, keptRequests } from './kept-requests.ts';
import { type Catalog, startCatalog } from './scene.ts';

/**
 * The answers of the catalog to some thousands of requests, as they were before its checks became schemas. Clients may
 * depend on every byte. After an intended change, record the answers again with `RECORD=yes npx vitest run
 * test/catalog/kept-answers.test.ts` on one backend, and read the difference.
 */
const file = 'test/catalog/kept-answers.gz';
const maxKept = 600;
const maxParallel = 6;

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog?.close());

const kept = ['content-type', 'allow', 'www-authenticate', 'retry-after', 'content-disposition'];

/** An answer in one line, without what differs between two runs. For a long body only its hash is kept. */
async function answerTo({ method, path, body, type = 'application/json' }: KeptRequest): Promise<string> {
  const response = await fetch(`${catalog.server.url}/api${path}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
  });
  const text = (await response.text())
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z/g, '<time>')
    .replaceAll(catalog.server.url, '<server>');
  const headers = kept.flatMap((name) => response.headers.get(name) ?? []);
  const hash = createHash('sha256').update(text).digest('hex');
  const shown = text.length > maxKept ? `${text.slice(0, maxKept)} ... ${hash}` : text;
  return JSON.stringify([response.status, ...headers, shown]);
}

// Thousands of requests: half a minute on an idle machine.
const longestMs = patient(180_000);

it('every recorded request is answered byte for byte as before', { timeout: longestMs }, async () => {
  const lines: string[] = [];
  const reads: Promise<void>[] = [];
  for (const request of keptRequests()) {
    const { method, path, body } = request;
    // Reads change nothing, so several of them run at once.
    if (method !== 'GET' || reads.length === maxParallel) await Promise.all(reads.splice(0));
    const place = lines.push('') - 1;
    const answered = answerTo(request).then((answer) => {
      lines[place] = `${JSON.stringify([method, path, body?.slice(0, 300)])} => ${answer}`;
    });
    reads.push(answered);
    if (method !== 'GET') await Promise.all(reads.splice(0));
  }
  await Promise.all(reads);
  if (process.env.RECORD) writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
  const before = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -1);
  expect(lines.length).toBe(before.length);
  const changed = lines.flatMap((line, i) => (line === before[i] ? [] : [{ before: before[i], now: line }]));
  expect(changed.slice(0, 20)).toEqual([]);
});
