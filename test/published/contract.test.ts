import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { lintOpenApi } from '../harness/lint-openapi.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { runTypedClient } from '../harness/typed-client.ts';
import { MethodScene } from './scene.ts';

let server: TestServer;
let scene: MethodScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await MethodScene.make(server);
});

afterAll(async () => {
  await server?.close();
});

/** A method with everything that a contract can contain. */
const rich = {
  name: 'Order "now"',
  description: 'Places an order: *at once*.\n\nSecond paragraph.',
  input: [
    {
      name: 'sku',
      type: 'string',
      required: true,
      min_length: 2,
      max_length: 8,
      description: 'The article.',
    },
    { name: 'code', type: 'string', pattern: '^[A-Z]{3}-\\d+$' },
    { name: 'count', type: 'integer', default: 2, minimum: 1, maximum: 9 },
    { name: 'weight', type: 'number', minimum: -1.5, maximum: 0.25 },
    { name: 'size', type: 'string', enum: ['S', 'M'] },
    { name: 'tags', type: 'array', min_items: 2 },
    { name: 'more', type: 'object' },
    { name: 'gift', type: 'boolean', default: false },
    { name: 'customer', type: 'string' },
  ],
  identity: 'customer',
  mapping: { article: '{{ input.sku }}', pieces: '{{ input.count }}' },
  result: [
    { name: 'article', type: 'string', description: 'What was ordered.' },
    { name: 'pieces', type: 'integer' },
    { name: 'list', type: 'array' },
  ],
};

const contractOf = async (slug: string, key: string, version = 1) => {
  const answer = await server.call('GET', `${scene.pathOf(slug, version)}/openapi.json`, { key });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  return answer.body;
};

/** Compilers and linters give the same result on every backend, and take long. */
const onOneBackend = it.runIf(inject('backend').name === 'embedded');

describe('the contract of a version', () => {
  it('is the same document as JSON and as YAML', async () => {
    const { key } = await scene.offer('rich', rich);
    const document = await contractOf('rich', key);
    const yaml = await server.call('GET', `${scene.pathOf('rich')}/openapi.yaml`, { key });
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(parse(yaml.text)).toEqual(document);
    expect(Object.keys(document.paths)).toEqual([
      scene.pathOf('rich'),
      `${scene.pathOf('rich')}/jobs/{job_id}`,
    ]);
    expect(document.info).toMatchObject({ title: rich.name, version: '1' });
  });

  it('is the same document to readers of YAML 1.1, which read more words as other values', async () => {
    const words = [
      'yes',
      'no',
      'on',
      '12:30',
      '190:20:30',
      '2026-11-20',
      '0777',
      '1_000',
      '=',
      '<<',
      '~',
      '.5',
    ];
    const { key } = await scene.offer('old-yaml', {
      input: [
        { name: 'no', type: 'string', enum: words, default: 'yes' },
        { name: 'y', type: 'array' },
      ],
      result: [{ name: 'on', type: 'string' }],
    });
    const yaml = await server.call('GET', `${scene.pathOf('old-yaml')}/openapi.yaml`, { key });
    expect(parse(yaml.text, { version: '1.1' })).toEqual(await contractOf('old-yaml', key));
    // This library reads it as a text in every YAML version; others do not.
    expect(yaml.text).toContain('- "="');
  });

  it('describes the items of every array', async () => {
    const { key } = await scene.offer('arrays', rich);
    const arrays: any[] = [];
    JSON.stringify(await contractOf('arrays', key), (_, value) => {
      if ([value?.type].flat().includes('array')) arrays.push(value);
      return value;
    });
    expect(arrays).toHaveLength(4);
    for (const array of arrays) expect(array).toHaveProperty('items');
  });

  it('lists every error that a call can get', async () => {
    const { key } = await scene.offer('errors', { input: rich.input, identity: 'customer' });
    const { paths } = await contractOf('errors', key);
    const post = paths[scene.pathOf('errors')].post.responses;
    expect(Object.keys(post)).toEqual(
      [202, 400, 401, 403, 404, 408, 409, 410, 413, 422, 429, 500, 503].map(String),
    );
    const codes = (status: number) => post[status].content['application/json'].schema.properties.code.enum;
    expect(codes(404)).toEqual(['method_not_found', 'identity_not_found']);
    expect(codes(410)).toEqual(['version_retired']);
    expect(codes(429)).toEqual(['rate_limited', 'too_many_wrong_keys', 'queue_full', 'daily_limit']);
  });

  onOneBackend('passes the linter: a rich one, one without fields, and one that is retired', async () => {
    const long = { name: 'b', type: 'string', required: true, pattern: '^never$', min_length: 9 };
    const { key } = await scene.offer('lint', rich);
    await scene.draft('lint', { input: [long], result: null });
    await scene.publish('lint', { allow_breaking: true });
    await scene.owner('POST', '/methods/lint/versions/1/retire');
    const documents = await Promise.all([contractOf('lint', key), contractOf('lint', key, 2)]);
    expect(await Promise.all(documents.map(lintOpenApi))).toEqual(['', '']);
  });

  onOneBackend('gives types to a client in TypeScript, which then calls the server', async () => {
    const { key } = await scene.offer('typed', rich);
    const path = scene.pathOf('typed');
    const told = await runTypedClient(
      await contractOf('typed', key),
      [server.url, key],
      [
        "import createClient from 'openapi-fetch';",
        "import type { paths } from './contract.ts';",
        'const [baseUrl, key] = process.argv.slice(2) as [string, string];',
        "const headers = { authorization: 'Bearer ' + key };",
        'const client = createClient<paths>({ baseUrl, headers });',
        `const call = '${path}';`,
        '// @ts-expect-error a required field is missing',
        'const wrong = await client.POST(call, { body: { count: 1 } });',
        '// @ts-expect-error a field is of another type',
        "await client.POST(call, { body: { sku: 'A-1', count: 'x' } });",
        '// @ts-expect-error a value is not listed',
        "await client.POST(call, { body: { sku: 'A-1', size: 'XXL' } });",
        "const { data } = await client.POST(call, { body: { sku: 'A-1', count: 3, size: 'S' } });",
        'const params = { path: { job_id: data!.job_id } };',
        'for (;;) {',
        `  const job = await client.GET('${path}/jobs/{job_id}', { params });`,
        "  if (job.data!.status === 'queued' || job.data!.status === 'running') continue;",
        '  const article: string | null = job.data!.result!.article;',
        '  // @ts-expect-error it is no text',
        '  const pieces: string = job.data!.result!.pieces;',
        '  // @ts-expect-error a status that there is not',
        "  if (job.data!.status === 'done') throw new Error();",
        '  const { detail } = wrong.error!;',
        "  const code = typeof detail === 'string' ? '' : detail[0]!.type;",
        '  console.log(JSON.stringify({ article, pieces, code }));',
        '  break;',
        '}',
      ].join('\n'),
    );
    expect(JSON.parse(told)).toEqual({ article: 'A-1', pieces: 3, code: 'missing' });
  });
});

const patterns = [
  '^a',
  'b$',
  '^[a-c]*$',
  '\\d{2,3}',
  '(?:ab|c)+',
  '^.{0,3}$',
  '\\p{L}',
  '^(a+)+$',
  '[^x]',
  '',
];
const small = fc.integer({ min: -3, max: 6 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const range = (least: string, most: string, limit: fc.Arbitrary<number>) =>
  fc
    .tuple(optional(limit), optional(limit))
    .map(([a, b]) => (a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]))
    .map(([a, b]) => ({ [least]: a, [most]: b }));
const length = fc.integer({ min: 0, max: 4 });
const number = fc.oneof(small, fc.constantFrom(0.5, -0.25, 2.5, 1e20));
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x', '1', '7', ' ', 'ä', '😀', '\n'), maxLength: 6 }),
  fc.constantFrom('aaaaaaaaaa!', 'x'.repeat(3001)),
);
const anything = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(small, { maxLength: 5 }),
  fc.dictionary(fc.constantFrom('a', 'b'), small),
);

const limitsOf: Record<string, fc.Arbitrary<object>> = {
  string: fc
    .tuple(range('min_length', 'max_length', length), optional(fc.constantFrom(...patterns.filter(Boolean))))
    .map(([limits, pattern]) => ({ ...limits, pattern })),
  integer: range('minimum', 'maximum', fc.oneof(small, fc.constant(1.5))),
  number: range('minimum', 'maximum', number),
  boolean: fc.constant({}),
  object: fc.constant({}),
  array: range('min_items', 'max_items', length),
};

const names = ['a', 'Bb', 'c_1', 'size', 'length'];
const field = fc
  .constantFrom(...Object.keys(limitsOf))
  .chain((type) => fc.record({ type: fc.constant(type), required: fc.boolean(), limits: limitsOf[type]! }))
  .map(({ limits, ...rest }) => ({ ...rest, ...limits }));
const method = fc
  .tuple(fc.subarray(names), fc.array(field, { minLength: 5, maxLength: 5 }))
  .map(([chosen, fields]) => chosen.map((name, i) => ({ name, ...fields[i]! })));

/** Mostly of the right type, so that the limits decide. */
const valueFor: Record<string, fc.Arbitrary<unknown>> = {
  string: text,
  integer: small,
  number,
  boolean: fc.boolean(),
  object: fc.dictionary(fc.constantFrom('a', 'b'), small),
  array: fc.array(small, { maxLength: 5 }),
};
/** Required fields are mostly present, since a missing one is always an error. */
const bodyFor = (fields: { name: string; type: string; required: boolean }[]) =>
  fc
    .tuple(
      anything,
      ...fields.map(({ type, required }) =>
        fc.oneof(
          { weight: 8, arbitrary: valueFor[type]! },
          { weight: 1, arbitrary: anything },
          { weight: required ? 1 : 5, arbitrary: fc.constant(undefined) },
        ),
      ),
    )
    .map(([other, ...values]) => ({
      other,
      ...Object.fromEntries(fields.map(({ name }, i) => [name, values[i]])),
    }));
const cases = method.chain((fields) =>
  fc.record({
    fields: fc.constant(fields),
    bodies: fc.array(bodyFor(fields), { minLength: 8, maxLength: 8 }),
  }),
);

it('the schema of a contract accepts exactly the bodies that the server accepts', async () => {
  await scene.draft('random');
  const { key } = await scene.keyFor('random');
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async ({ fields, bodies }) => {
      await scene.draft('random', { input: fields });
      const { version } = await scene.publish('random', { allow_breaking: true });
      const { components } = await contractOf('random', key, version);
      const takes = new Ajv2020({ strict: false }).compile(components.schemas.Input);
      const promised = bodies.map((body) => (takes(JSON.parse(JSON.stringify(body))) ? 202 : 422));
      const answers = await Promise.all(
        bodies.map((body) => server.call('POST', scene.pathOf('random', version), { key, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual(promised);
      seen.accepted += promised.filter((status) => status === 202).length;
      seen.refused += promised.filter((status) => status === 422).length;
    }),
    { numRuns: 25 },
  );
  // Only accepted bodies, or only refused ones, would prove nothing.
  expect(seen.accepted).toBeGreaterThan(40);
  expect(seen.refused).toBeGreaterThan(40);
});
