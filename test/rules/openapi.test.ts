import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { CatalogParts } from '../../src/catalog/parts.ts';
import { problemCodes } from '../../src/dialog/http/answers.ts';
import type { DialogParts } from '../../src/dialog/parts.ts';
import { createLog } from '../../src/platform/log.ts';
import { readSettings } from '../../src/settings.ts';
import { lintOpenApi } from '../harness/lint-openapi.ts';
import { readSources } from './sources.ts';

interface Operation {
  operationId: string;
  description?: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { headers?: Record<string, unknown>; content: Record<string, { schema: any }> }>;
}

/** The documents that the server serves, and where. */
const projectDocument = '/api/v1/openapi.json';
const documents = [projectDocument, '/api/openapi.json'];

/** Declaring the routes needs no database: nothing but the settings is looked at before a request comes. */
const parts = {
  settings: readSettings({}),
  log: createLog('silent'),
  requestLog: { watch() {} },
  feed: { close() {} },
} as unknown as DialogParts;

let app: FastifyInstance;

beforeAll(async () => {
  app = await buildApp(parts, { settings: parts.settings } as unknown as CatalogParts);
});
afterAll(() => app?.close());

async function read(url: string): Promise<any> {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function operations(url: string): Promise<[string, Operation][]> {
  const { paths } = await read(url);
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

describe.each(documents)('the document at %s', (url) => {
  it('passes the linter', { timeout: 120_000 }, async () => {
    expect(await lintOpenApi(await read(url))).toBe('');
  });
});

describe("the project API's document", () => {
  const url = projectDocument;

  it('names with every operation the scope it needs, and describes it', async () => {
    const silent = (await operations(url))
      .filter(([, { description }]) => !/Needs the scope `[a-z]+:[a-z]+`\./.test(description ?? ''))
      .map(([name]) => `${name}: begin its description with "Needs the scope …"`);
    expect(silent).toEqual([]);
  });

  it('lists with every operation the errors of the gates, and with every body those of bodies', async () => {
    const expected = ['401', '403', '422', '429', '500', '503'];
    const incomplete = (await operations(url)).flatMap(([name, operation]) => {
      const wanted = 'requestBody' in operation ? [...expected, '400', '413'] : expected;
      const missing = wanted.filter((status) => !operation.responses[status]);
      return missing.length > 0
        ? [`${name} lacks ${missing.join(', ')}: use projectAnswers and bodyCodes`]
        : [];
    });
    expect(incomplete).toEqual([]);
  });

  it('gives each error the codes that carry its status, and X-Request-Id to every answer', async () => {
    const faults = (await operations(url)).flatMap(([name, { responses }]) =>
      Object.entries(responses).flatMap(([status, { headers, content }]) => {
        const found = headers?.['X-Request-Id'] ? [] : [`${name} ${status}: no X-Request-Id`];
        if (Number(status) < 400 || status === '422') return found;
        const codes: string[] = content['application/json']!.schema.properties.code.enum;
        const wrong = codes.filter(
          (code) => String(problemCodes[code as keyof typeof problemCodes][0]) !== status,
        );
        return [...found, ...wrong.map((code) => `${name} ${status}: ${code} has another status`)];
      }),
    );
    expect(faults).toEqual([]);
  });
});

describe('error codes', () => {
  /** Answers of addresses, not of operations; and the one that shows a list instead of its code. */
  const ofNoOperation = ['not_found', 'method_not_allowed', 'validation_error'];
  const raised = readSources('src').flatMap(({ path, text }) =>
    [...text.matchAll(/new Problem\(\s*(\d{3}),\s*'(\w+)'/g)].map(([, status, code]) => ({
      path,
      code: code!,
      status: Number(status),
    })),
  );

  it('are in the list of src/dialog/http/answers.ts, with the status they are raised with', () => {
    const wrong = raised
      .filter(({ code }) => !ofNoOperation.includes(code))
      .filter(({ code, status }) => problemCodes[code as keyof typeof problemCodes]?.[0] !== status)
      .map(({ path, code, status }) => `${path}: list ${code} with status ${status} in problemCodes`);
    expect(wrong).toEqual([]);
  });

  it('stand in docs/api.md, each in a row with its status', () => {
    const page = readFileSync('docs/api.md', 'utf8');
    const listed = [
      ...Object.entries(problemCodes).map(([code, [status]]) => ({ code, status: Number(status) })),
      { code: 'not_found', status: 404 },
      { code: 'method_not_allowed', status: 405 },
    ];
    const missing = listed.filter(({ code, status }) => !page.includes(`| ${status} | \`${code}\` |`));
    expect(missing).toEqual([]);
  });
});
