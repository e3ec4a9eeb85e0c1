import { bodyCodes, type ProblemCode, textsByStatus } from '../http/answers.ts';
import { keyErrorHeaders, keyHeaders, spellOut } from '../http/document-headers.ts';
import { exampleInput, exampleResult } from './contract-examples.ts';
import type { ResultField } from './definition.ts';
import type { VersionContent } from './versions.ts';

/** What a contract says besides the content of its version. */
export interface ContractFacts {
  /** The path at which the version is called. */
  path: string;
  slug: string;
  version: number;
  retired: boolean;
  publicUrl: string | undefined;
}

/**
 * The contract of one version: an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html), complete enough to generate
 * a typed client.
 */
export function contractOf(content: VersionContent, facts: ContractFacts): object {
  const { slug, version, path, publicUrl } = facts;
  const { name, description, schema, definition } = content;
  const acceptCodes: ProblemCode[] = [
    ...(definition.identity === null ? [] : (['identity_not_found'] as const)),
    ...bodyCodes,
    'idempotency_key_reused',
    'target_not_available',
    'version_retired',
    'queue_full',
    'daily_limit',
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: String(version),
      description:
        `${description === '' ? '' : `${description}\n\n`}A call is accepted with 202 and carried out once; ` +
        '`status_url` tells what became of it. Every error but a 422 is `{"detail", "code"}`: `detail` is a sentence ' +
        'for people, `code` is stable.',
      license: { name: 'As agreed with the owner of the method', identifier: 'LicenseRef-owner' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    security: [{ methodKey: [] }],
    tags: [{ name: slug, description: name }],
    paths: {
      [path]: {
        post: {
          operationId: 'call',
          tags: [slug],
          summary: name,
          description:
            'The answer means that the call is stored. Fields that are not listed are ignored. Strings hold no NUL ' +
            'character and no half of a surrogate pair.',
          ...(facts.retired ? { deprecated: true } : {}),
          parameters: [idempotencyKey],
          requestBody: {
            required: true,
            content: json({ $ref: '#/components/schemas/Input' }, exampleInput(definition.input)),
          },
          responses: {
            202: answer('Stored; it will be carried out once.', 'Accepted', replayed, {
              job_id: exampleId,
              status: 'queued',
              status_url: `${path}/jobs/${exampleId}`,
            }),
            ...errors([...gateCodes, ...acceptCodes]),
            422: answer('The body does not have the declared form; every fault is listed.', 'Faults', rates),
          },
        },
      },
      [`${path}/jobs/{job_id}`]: {
        get: {
          operationId: 'getJob',
          tags: [slug],
          summary: 'Read what became of a call',
          description: 'This is the `status_url` of a call. Ask again while it is `queued` or `running`.',
          parameters: [{ name: 'job_id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: answer('The call as it stands now.', 'Job', rates, {
              job_id: exampleId,
              status: 'succeeded',
              result: exampleResult(definition.result),
              error: null,
            }),
            ...errors([...gateCodes, 'job_not_found']),
          },
        },
      },
    },
    components: {
      securitySchemes: {
        methodKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A method key, `ep_…`. For servers only.',
        },
      },
      schemas: { Input: schema, ...schemas, Job: job, Result: resultSchema(definition.result) },
    },
  };
}

const exampleId = 'job_01m7w9ass2fdft80zaf5at9rfj';

const gateCodes = [
  'not_authenticated',
  'invalid_api_key',
  'address_not_allowed',
  'missing_method',
  'method_not_found',
  'rate_limited',
  'too_many_wrong_keys',
  'internal_error',
  'database_unavailable',
  'busy',
  'starting',
  'stopping',
] as const satisfies ProblemCode[];

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Names this call. A repetition with the same key and body gets the first answer and does nothing; without a key ' +
    'every call is a new one.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
};

const rates = spellOut(keyHeaders);
const replayed = spellOut({
  ...keyHeaders,
  'Idempotency-Replayed': { description: '`true` when this is the answer to an earlier request.' },
});

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

const answer = (description: string, schema: string, headers: object, example?: unknown) => ({
  description,
  headers,
  content: json({ $ref: `#/components/schemas/${schema}` }, example),
});

/** The error answers for these codes, by status. */
function errors(codes: readonly ProblemCode[]): Record<number, object> {
  return Object.fromEntries(
    textsByStatus(codes).map(({ status, ofStatus, description }) => {
      const newest = ofStatus.includes('version_retired')
        ? { newest_version: { type: ['integer', 'null'], description: 'The version to call instead.' } }
        : {};
      const properties = { detail: { type: 'string' }, code: { type: 'string', enum: ofStatus }, ...newest };
      const schema = { type: 'object', properties, required: Object.keys(properties) };
      const headers = spellOut({ ...keyHeaders, ...keyErrorHeaders[status] });
      return [status, { description, headers, content: json(schema) }];
    }),
  );
}

const schemas = {
  Accepted: {
    type: 'object',
    properties: {
      job_id: { type: 'string' },
      status: { type: 'string', const: 'queued' },
      status_url: { type: 'string', description: 'The path at which the call is read.' },
    },
    required: ['job_id', 'status', 'status_url'],
  },
  Faults: {
    type: 'object',
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            loc: { type: 'array', items: { type: ['string', 'integer'] } },
            msg: { type: 'string' },
            input: {},
            ctx: { type: 'object', additionalProperties: true },
          },
          required: ['type', 'loc', 'msg'],
        },
      },
    },
    required: ['detail'],
  },
};

const job = {
  type: 'object',
  properties: {
    job_id: { type: 'string' },
    status: {
      type: 'string',
      enum: ['queued', 'running', 'succeeded', 'failed', 'unknown'],
      description: '`unknown`: it may have happened, and nobody can tell. The service does not repeat it.',
    },
    result: {
      description: 'Null until it has succeeded.',
      anyOf: [{ $ref: '#/components/schemas/Result' }, { type: 'null' }],
    },
    error: {
      description: 'Why it failed or is unknown; null otherwise.',
      anyOf: [
        {
          type: 'object',
          properties: { code: { type: 'string' }, message: { type: 'string' } },
          required: ['code', 'message'],
        },
        { type: 'null' },
      ],
    },
  },
  required: ['job_id', 'status', 'result', 'error'],
};

/** The schema of a result. A value that does not have its type is null. */
function resultSchema(fields: readonly ResultField[] | null): object {
  if (fields === null) return { description: 'What the method gives.' };
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, type, description }) => [
        name,
        {
          type: [type, 'null'],
          ...(description === '' ? {} : { description }),
          ...(type === 'object' ? { additionalProperties: true } : {}),
          ...(type === 'array' ? { items: {} } : {}),
        },
      ]),
    ),
    required: fields.map(({ name }) => name),
  };
}
