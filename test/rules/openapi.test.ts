import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCodes } from '../../src/dialog/http/answers.ts';
import { specificationVersion } from '../../src/platform/specification.ts';
import { lintOpenApi } from '../harness/lint-openapi.ts';
import { addDocument } from '../stranger/document.ts';
import { buildTestApp } from './app.ts';
import { readSources } from './sources.ts';

interface Media {
  schema: any;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Described {
  required?: boolean;
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}

interface Operation {
  operationId: string;
  description?: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: Described;
  responses: Record<string, Described & { content: Record<string, Media> }>;
}

/** The documents that the server serves, and their addresses. */
const projectDocument = '/api/v1/openapi.json';
const ownerDocument = '/api/owner/openapi.json';
const catalogDocument = '/api/openapi.json';
const documents = [projectDocument, ownerDocument, catalogDocument];

let app: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

async function read(url: string): Promise<any> {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function operations(url: string): Promise<[string, Operation][]> {
  const { paths, components } = await read(url);
  /** The target of a reference; the value itself if it is not one. */
  const resolve = (piece: any) => {
    const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(piece?.$ref ?? '') ?? [];
    return kind && name ? components[kind][name] : piece;
  };
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      {
        ...operation,
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
        ),
      },
    ]),
  );
}

/** The errors that a body can have. A file is not parsed, so nothing in it is wrong. */
function errorsOfBody({ requestBody }: Operation): string[] {
  if (!requestBody) return [];
  return requestBody.content?.['application/octet-stream'] ? ['408', '413'] : ['400', '413'];
}

/** Documents whose schemas have names and whose requests and answers have examples. */
const named = [projectDocument, ownerDocument, catalogDocument];

describe.each(documents)('the document at %s', (url) => {
  it('passes the linter', async () => {
    expect(await lintOpenApi(await read(url))).toBe('');
  });

  it('has the version of the specification', async () => {
    expect((await read(url)).info.version).toBe(specificationVersion);
  });

  it('spells out the pattern of moments at most once', async () => {
    const text = JSON.stringify(await read(url));
    expect(text.match(/"format":"date-time","pattern"/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});

describe.each(named)('the document at %s', (url) => {
  it('has an example of every request and answer, and each fits its schema', async () => {
    const document = await read(url);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('decimal', /^-?\d+(?:\.\d+)?$/);
    addDocument(ajv, document);
    const faults = (await operations(url)).flatMap(([name, { requestBody, responses }]) =>
      Object.entries({ request: requestBody, ...responses }).flatMap(([part, described]) => {
        const media = described?.content?.['application/json'];
        if (!media) return [];
        const examples =
          'example' in media
            ? [media.example]
            : Object.values(media.examples ?? {}).map(({ value }) => value);
        if (examples.length === 0 || examples.includes(undefined))
          return [
            `${name} ${part} has no example: name its schema by named() or namedBody() of src/dialog/http/shapes.ts, which take one`,
          ];
        const fits = ajv.compile(inDocument(media.schema));
        return examples
          .filter((example) => !fits(example))
          .map(() => `the example of ${name} ${part}: ${ajv.errorsText(fits.errors)}`);
      }),
    );
    expect(faults).toEqual([]);
  });

  it('has a name for every schema of a request or an answer', async () => {
    const unnamed = (await operations(url)).flatMap(([name, { requestBody, responses }]) =>
      Object.entries({ request: requestBody, ...responses }).flatMap(([part, described]) => {
        const schema = described?.content?.['application/json']?.schema;
        return schema && !schema.$ref && !schema.allOf?.[0].$ref
          ? [`${name} ${part}: name its schema by named() or namedBody() of src/dialog/http/shapes.ts`]
          : [];
      }),
    );
    expect(unnamed).toEqual([]);
  });

  it('describes each error answer once', async () => {
    const { paths } = await read(url);
    const spelledOut = Object.entries<any>(paths).flatMap(([path, methods]) =>
      Object.values<any>(methods).flatMap(({ responses }) =>
        Object.entries<any>(responses)
          .filter(([status, { $ref }]) => Number(status) >= 400 && !$ref)
          .map(([status]) => `${path} ${status}`),
      ),
    );
    expect(spelledOut).toEqual([]);
  });
});

/** A schema of a document, whose references lead into that document. */
function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `document${value}` : value));
}

describe("the project API's document", () => {
  const url = projectDocument;

  it('names the scope of every operation, and describes it', async () => {
    const silent = (await operations(url))
      .filter(
        ([, { description }]) =>
          !/Needs the scope `[a-z]+:[a-z]+`( or `[a-z]+:[a-z]+`)?\./.test(description ?? ''),
      )
      .map(([name]) => `${name}: begin its description with "Needs the scope …"`);
    expect(silent).toEqual([]);
  });

  it('lists the errors of the gates for every operation, and the errors of bodies for every body', async () => {
    const expected = ['401', '403', '422', '429', '500', '503'];
    const incomplete = (await operations(url)).flatMap(([name, operation]) => {
      const wanted = [...expected, ...errorsOfBody(operation)];
      const missing = wanted.filter((status) => !operation.responses[status]);
      return missing.length > 0
        ? [`${name} lacks ${missing.join(', ')}: see codesOf in src/dialog/project-document.ts`]
        : [];
    });
    expect(incomplete).toEqual([]);
  });
});

describe("the owner API's document", () => {
  const url = ownerDocument;
  /** Each with the errors of what it does in place of a gate: it checks a password, or limits how often it is called. */
  const errorsWithoutSession: Record<string, string[]> = {
    'POST /api/owner/session': ['401', '403', '429'],
    'POST /api/owner/session/second-factor': ['401', '403', '429'],
    'POST /api/owner/session/passkey-options': ['401', '403', '429'],
    'POST /api/owner/session/passkey': ['403'],
    'POST /api/owner/invitations/read': [],
    'POST /api/owner/invitations/accept': ['401', '403', '429'],
    'POST /api/owner/password/reset-requests': ['403', '429'],
    'POST /api/owner/password/resets': ['403'],
  };
  const withoutSession = Object.keys(errorsWithoutSession);

  it('lists the errors of its gates for every operation, and the errors of bodies for every body', async () => {
    const incomplete = (await operations(url)).flatMap(([name, operation]) => {
      const isOpen = withoutSession.includes(name);
      const isOfProject = name.includes('{project_id}');
      // Whoever is in a project may see it, who else is there, and what of it happens that they may see.
      const isForAll = /^GET \/api\/owner\/projects\/\{project_id\}(?:\/people|\/stream)?$/.test(name);
      const wanted = [
        ...['422', '500', '503'],
        ...(isOpen ? [] : ['401']),
        ...((name.startsWith('GET') && (!isOfProject || isForAll)) || isOpen ? [] : ['403']),
        ...(isOfProject ? ['404'] : []),
        ...errorsOfBody(operation),
        ...(errorsWithoutSession[name] ?? []),
      ];
      const missing = wanted.filter((status) => !operation.responses[status]);
      return missing.length > 0
        ? [`${name} lacks ${missing.join(', ')}: see codesOf in src/dialog/owner-document.ts`]
        : [];
    });
    expect(incomplete).toEqual([]);
  });

  it('requires a session for every operation but the login, invitations and forgotten passwords, and a CSRF token for every write; in projects, for their list, and for the catalog, a personal token instead', async () => {
    const faults = (await operations(url)).flatMap(([name, { security }]) => {
      const withSession = name.startsWith('GET') ? { session: [] } : { session: [], csrf: [] };
      const takesToken = /\/\{project_id\}|\/catalog\/|^GET \/api\/owner\/projects$/.test(name);
      const wanted = takesToken ? [withSession, { token: [] }] : [withSession];
      const isRight =
        JSON.stringify(security) === JSON.stringify(withoutSession.includes(name) ? [] : wanted);
      return isRight ? [] : [`${name}: see securityOf in src/dialog/owner-document.ts`];
    });
    expect(faults).toEqual([]);
  });

  it('says that a body is optional if it is', async () => {
    const optional = (await operations(url))
      .filter(([, { requestBody }]) => requestBody?.required === false)
      .map(([, { operationId }]) => operationId);
    expect(optional.sort()).toEqual([
      'approve',
      'askNewPasskey',
      'askPasskey',
      'checkScenario',
      'checkWorkflow',
      'closeConversation',
      'createTotp',
      'holdDialog',
      'publishMethod',
      'reject',
      'rerunWorkflowRun',
      'rotateKey',
      'rotateMethodKey',
      'rotateReceiver',
      'rotateSubscription',
      'skipWaitOfRun',
      'skipWaitOfTestConversation',
      'startTestConversation',
      'tryOperation',
      'tryReceiver',
      'trySubscription',
    ]);
  });
});

describe.each([projectDocument, ownerDocument])('the errors of the document at %s', (url) => {
  it('have codes that fit their status, and every answer has X-Request-Id', async () => {
    const faults = (await operations(url)).flatMap(([name, { responses }]) =>
      Object.entries(responses).flatMap(([status, { headers, content }]) => {
        const found = headers?.['X-Request-Id'] ? [] : [`${name} ${status}: no X-Request-Id`];
        if (Number(status) < 400 || status === '422') return found;
        const codes: string[] = content['application/json']!.schema.allOf[1].properties.code.enum;
        const wrong = codes.filter(
          (code) => String(problemCodes[code as keyof typeof problemCodes][0]) !== status,
        );
        return [...found, ...wrong.map((code) => `${name} ${status}: ${code} has another status`)];
      }),
    );
    expect(faults).toEqual([]);
  });
});

describe('all error codes', () => {
  /** Errors of requests before their operation is known, and the one whose body is a list without a code. */
  const ofNoOperation = ['several_hosts', 'not_found', 'method_not_allowed', 'validation_error'];
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
      .map(
        ({ path, code, status }) =>
          `${path}: list ${code} with status ${status} in problemCodes of src/dialog/http/answers.ts`,
      );
    expect(wrong).toEqual([]);
  });

  it('are in docs/api.md, each in a row with its status', () => {
    const page = readFileSync('docs/api.md', 'utf8');
    const listed = [
      ...Object.entries(problemCodes).map(([code, [status]]) => ({ code, status: Number(status) })),
      { code: 'several_hosts', status: 400 },
      { code: 'not_found', status: 404 },
      { code: 'method_not_allowed', status: 405 },
    ];
    const missing = listed
      .map(({ code, status }) => `| ${status} | \`${code}\` |`)
      .filter((row) => !page.includes(row))
      .map((row) => `docs/api.md: add the row "${row} When it is answered. |" to the table of errors`);
    expect(missing).toEqual([]);
  });
});
