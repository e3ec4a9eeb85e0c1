import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
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

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
const codes = (findings: any[]) => findings.map(({ severity, code }) => `${severity} ${code}`);

describe('a method', () => {
  it('can be made, read, listed, replaced and deleted', async () => {
    const whole = {
      name: 'Order',
      description: 'Places an order.',
      environment: 'sandbox',
      target: { operation: 'echo' },
      input: [{ name: 'sku', type: 'string', required: true, description: '', max_length: 10 }],
      mapping: { code: '{{ input.sku }}' },
      identity: null,
      result: [{ name: 'code', type: 'string', description: '' }],
    };
    const made = await scene.owner('PUT', '/methods/order', whole);
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...whole,
        id: 'order',
        result: [{ name: 'code', type: 'string', description: '', value: '{{ result.code }}' }],
        published_version: null,
        created_at: time,
        updated_at: time,
        findings: [],
      },
    ]);
    const { findings: _, ...record } = made.body;
    expect((await scene.owner('GET', '/methods/order')).body).toEqual(record);
    expect((await scene.owner('GET', '/methods')).body).toEqual({ items: [record] });
    const again = await scene.owner('PUT', '/methods/order', {
      name: 'Order',
      target: { operation: 'echo' },
    });
    expect([again.status, again.body.input, again.body.mapping, again.body.result]).toEqual([
      200,
      [],
      null,
      null,
    ]);
    expect((await scene.owner('DELETE', '/methods/order')).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/check'],
      ['POST', '/publish'],
      ['GET', '/versions'],
      ['POST', '/versions/1/retire'],
    ]) {
      const gone = await scene.owner(method!, `/methods/order${path}`);
      expect([gone.status, gone.body.code]).toEqual([404, 'method_not_found']);
    }
    const entries = await server.audit(scene.project);
    expect(entries.filter(({ subject }) => subject.type === 'method').map(({ action }) => action)).toEqual([
      'method.created',
      'method.updated',
      'method.deleted',
    ]);
  });

  const field = (more: object) => ({ input: [{ name: 'a', type: 'string', ...more }] });
  it.each<[Record<string, unknown>, (string | number)[], string]>([
    [{ name: '' }, ['name'], 'string_too_short'],
    [{ environment: 'test' }, ['environment'], 'literal_error'],
    [{ target: {} }, ['target'], 'value_error'],
    [{ target: { operation: 'a', workflow: 'b' } }, ['target'], 'value_error'],
    [{ target: null }, ['target'], 'dict_type'],
    [{ mapping: 'x' }, ['mapping'], 'dict_type'],
    [{ mapping: { a: '\u0000' } }, ['mapping', 'a'], 'value_error'],
    [field({ type: 'text' }), ['input', 0, 'type'], 'literal_error'],
    [field({ name: '1a' }), ['input', 0, 'name'], 'string_pattern_mismatch'],
    [field({ name: '__proto__' }), ['input', 0, 'name'], 'string_pattern_mismatch'],
    [field({ name: 'constructor' }), ['input', 0, 'name'], 'value_error'],
    [field({ min_length: -1 }), ['input', 0, 'min_length'], 'greater_than_equal'],
    [field({ maximum: 'x' }), ['input', 0, 'maximum'], 'float_type'],
    [field({ required: 'maybe' }), ['input', 0, 'required'], 'bool_parsing'],
    [{ input: [1, 2].map(() => ({ name: 'a', type: 'string' })) }, ['input', 1, 'name'], 'value_error'],
    [{ input: Array(101).fill({ name: 'a', type: 'string' }) }, ['input'], 'too_long'],
    [{ result: [{ name: 'a' }] }, ['result', 0, 'type'], 'missing'],
    [{ mapping: { a: 'x'.repeat(70_000) } }, [], 'value_error'],
  ])('of another form is a 422: %.60j', async (wrong, path, type) => {
    const body = { name: 'Wrong', target: { operation: 'echo' }, ...wrong };
    const answer = await scene.owner('PUT', '/methods/wrong', body);
    expect([answer.status, answer.body.detail?.[0]?.loc, answer.body.detail?.[0]?.type]).toEqual([
      422,
      ['body', ...path],
      type,
    ]);
  });

  it('has a slug that is valid in a path', async () => {
    for (const slug of ['Order', '-x', 'a%20b', 'x'.repeat(64)]) {
      const answer = await scene.owner('PUT', `/methods/${slug}`, {
        name: 'X',
        target: { operation: 'echo' },
      });
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['path', 'slug']]);
    }
  });
});

describe('the check of a method', () => {
  const field = (type: string, more: object) => ({ input: [{ name: 'a', type, ...more }] });

  it.each<[string, Record<string, unknown>, string[], (string | number)[]]>([
    [
      'an operation that does not exist',
      { target: { operation: 'no' } },
      ['blocking target_not_found'],
      ['target', 'operation'],
    ],
    [
      'a workflow that does not exist',
      { target: { workflow: 'no' } },
      ['blocking target_not_found'],
      ['target', 'workflow'],
    ],
    [
      'an invalid name',
      { target: { workflow: 'NO' } },
      ['blocking target_not_found'],
      ['target', 'workflow'],
    ],
    [
      'an operation without this environment',
      { environment: 'live' },
      ['blocking target_environment'],
      ['environment'],
    ],
    [
      'a template that does not parse',
      { mapping: { a: ['{{ input. }'] } },
      ['blocking template'],
      ['mapping', 'a', 0],
    ],
    [
      'a template that reads an unknown name',
      { mapping: { a: '{{ state.x }}' } },
      ['blocking template'],
      ['mapping', 'a'],
    ],
    [
      'a field that does not exist',
      { mapping: { a: '{{ input.b }}' } },
      ['blocking unknown_field'],
      ['mapping', 'a'],
    ],
    [
      'a field that may be missing',
      { ...field('string', {}), mapping: { a: '{{ input.a }}' } },
      ['warning input_may_be_missing'],
      ['mapping', 'a'],
    ],
    [
      'a result template that does not parse',
      { result: [{ name: 'a', type: 'string', value: '{% if %}' }] },
      ['blocking template'],
      ['result', 0, 'value'],
    ],
    [
      'a result that reads the input',
      { result: [{ name: 'a', type: 'string', value: '{{ input.a }}' }] },
      ['blocking template'],
      ['result', 0, 'value'],
    ],
    ['an invalid pattern', field('string', { pattern: '(' }), ['blocking pattern'], ['input', 0, 'pattern']],
    [
      'a pattern with lookbehind',
      field('string', { pattern: '(?<=a)b' }),
      ['blocking pattern'],
      ['input', 0, 'pattern'],
    ],
    [
      'a pattern that JSON Schema does not know',
      field('string', { pattern: '(?i)a' }),
      ['blocking pattern'],
      ['input', 0, 'pattern'],
    ],
    [
      'a limit of another type',
      field('integer', { max_length: 1 }),
      ['blocking limit_of_another_type'],
      ['input', 0, 'max_length'],
    ],
    [
      'an enumeration of booleans',
      field('boolean', { enum: ['a'] }),
      ['blocking limit_of_another_type'],
      ['input', 0, 'enum'],
    ],
    [
      'limits that cross',
      field('integer', { minimum: 2, maximum: 1 }),
      ['blocking limits_crossed'],
      ['input', 0, 'minimum'],
    ],
    [
      'a default of another type',
      field('integer', { default: 'x' }),
      ['blocking default'],
      ['input', 0, 'default'],
    ],
    [
      'a default that is not listed',
      field('string', { default: 'x', enum: ['a'] }),
      ['blocking default'],
      ['input', 0, 'default'],
    ],
    [
      'a default that is never used',
      field('string', { default: 'x', required: true }),
      ['warning default_unused'],
      ['input', 0, 'default'],
    ],
    ['values of another type', field('string', { enum: ['a', 1] }), ['blocking enum'], ['input', 0, 'enum']],
    ['no value at all', field('string', { enum: [] }), ['blocking enum'], ['input', 0, 'enum']],
    ['a value twice', field('string', { enum: ['a', 'a'] }), ['blocking enum'], ['input', 0, 'enum']],
    ['an identity that is not a field', { identity: 'b' }, ['blocking identity_field'], ['identity']],
    [
      'an identity that is not a string',
      { ...field('integer', {}), identity: 'a' },
      ['blocking identity_field'],
      ['identity'],
    ],
  ])('finds %s, and publication is refused if that is blocking', async (_name, method, expected, path) => {
    const { findings } = await scene.draft('checked', method);
    expect([codes(findings), findings[0].path]).toEqual([expected, path]);
    expect(findings[0].message).toBeTruthy();
    const check = await scene.owner('POST', '/methods/checked/check');
    const blocked = expected.some((code) => code.startsWith('blocking'));
    expect(check.body).toEqual({ publishable: !blocked, findings });
    if (!blocked) return;
    const publish = await scene.owner('POST', '/methods/checked/publish', { allow_breaking: true });
    expect([publish.status, publish.body.code, publish.body.findings]).toEqual([
      409,
      'not_publishable',
      findings,
    ]);
  });

  it('finds a workflow that is not published or is in another environment', async () => {
    const steps = [{ id: 'end', type: 'end' }];
    await scene.flow('flow', steps);
    const draft = (environment: string) =>
      scene.draft('flowing', { environment, target: { workflow: 'flow' } });
    expect(codes((await draft('sandbox')).findings)).toEqual(['blocking workflow_not_published']);
    await scene.publishWorkflow('flow', steps);
    expect(codes((await draft('sandbox')).findings)).toEqual([]);
    expect(codes((await draft('live')).findings)).toEqual(['blocking target_environment']);
  });

  it('finds a payment without an identity field', async () => {
    await scene.define('sale', {
      kind: 'payment',
      environments: ['sandbox'],
      request: { amount: { value: '1.00', currency: 'RUB' } },
    });
    const draft = (required: boolean, identity: string | null = 'payer') =>
      scene.draft('pay', {
        target: { operation: 'sale' },
        input: [{ name: 'payer', type: 'string', required }],
        identity,
      });
    expect(codes((await draft(true, null)).findings)).toEqual(['blocking identity_needed']);
    expect(codes((await draft(false)).findings)).toEqual(['blocking identity_needed']);
    expect(codes((await draft(true)).findings)).toEqual([]);
    await scene.publish('pay');
    const { key } = await scene.keyFor('pay');
    const channel = await server.makeChannel(scene.project.id);
    const { id: payer } = await server.makeIdentity(scene.project.id, channel.id);
    expect((await scene.outcomeOf('pay', key, { payer })).status).toBe('succeeded');
  });

  it('finds fields that the operation needs and the method does not give', async () => {
    await scene.define('needy', {
      environments: ['sandbox'],
      input_schema: { type: 'object', properties: { a: {}, b: {}, c: {} }, required: ['a', 'b', 'c'] },
    });
    const target = { operation: 'needy' };
    const plain = await scene.draft('needs', {
      target,
      input: [
        { name: 'a', type: 'string', required: true },
        { name: 'b', type: 'string', default: '' },
        { name: 'c', type: 'string' },
      ],
    });
    expect(codes(plain.findings)).toEqual(['warning target_input_missing']);
    const mapped = await scene.draft('needs', { target, mapping: { a: 1 } });
    expect(codes(mapped.findings)).toHaveLength(2);
  });
});

describe('the publication of a method', () => {
  const before = {
    input: [
      { name: 'a', type: 'integer', minimum: 1, maximum: 9 },
      { name: 'b', type: 'string', required: true, max_length: 9, enum: ['x', 'y'] },
      { name: 'c', type: 'array', max_items: 3 },
      { name: 'd', type: 'number', default: 1 },
    ],
    result: [
      { name: 'r', type: 'integer' },
      { name: 's', type: 'number' },
    ],
  };
  const changed = (name: string, more: object) => ({
    input: before.input.map((field) => (field.name === name ? { ...field, ...more } : field)),
  });
  const added = (more: object) => ({ input: [...before.input, { name: 'e', type: 'string', ...more }] });

  beforeAll(async () => {
    await scene.draft('stable', before);
    await scene.publish('stable');
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['nothing', {}, []],
    ['another name and description', { name: 'New', description: 'New' }, []],
    ['a new optional input', added({}), []],
    ['a new required input', added({ required: true }), ['breaking required_input_added']],
    ['an input that became required', changed('a', { required: true }), ['breaking input_became_required']],
    ['an input that became optional', changed('b', { required: false }), []],
    ['an input that was removed', { input: before.input.slice(1) }, ['warning input_removed']],
    ['another type', changed('c', { type: 'object', max_items: null }), ['breaking input_type_changed']],
    ['a wider type', changed('a', { type: 'number' }), []],
    ['a narrower type', changed('d', { type: 'integer' }), ['breaking input_type_changed']],
    ['a higher minimum', changed('a', { minimum: 2 }), ['breaking limit_narrowed']],
    ['a lower minimum', changed('a', { minimum: 0 }), []],
    ['a lower maximum', changed('a', { maximum: 8 }), ['breaking limit_narrowed']],
    ['no maximum', changed('a', { maximum: null }), []],
    ['a new limit', changed('c', { min_items: 1 }), ['breaking limit_narrowed']],
    ['a shorter text', changed('b', { max_length: 8 }), ['breaking limit_narrowed']],
    ['a new pattern', changed('b', { pattern: '^[xy]$' }), ['breaking pattern_changed']],
    ['a value less', changed('b', { enum: ['x'] }), ['breaking enum_narrowed']],
    ['a value more', changed('b', { enum: ['x', 'y', 'z'] }), []],
    ['a new enumeration', changed('a', { enum: [1, 2] }), ['breaking enum_narrowed']],
    ['another default', changed('d', { default: 2 }), ['warning default_changed']],
    ['a result less', { result: before.result.slice(1) }, ['breaking result_removed']],
    ['a result more', { result: [...before.result, { name: 't', type: 'string' }] }, []],
    [
      'a result of another type',
      { result: [{ name: 'r', type: 'string' }, before.result[1]] },
      ['breaking result_type_changed'],
    ],
    [
      'a result of a wider type',
      { result: [{ name: 'r', type: 'number' }, before.result[1]] },
      ['breaking result_type_changed'],
    ],
    ['a result of a narrower type', { result: [before.result[0], { name: 's', type: 'integer' }] }, []],
    ['no result fields', { result: null }, ['breaking result_form_changed']],
    ['an identity', { identity: 'b' }, ['breaking identity_changed']],
  ])('reports what %s would break', async (_name, change, expected) => {
    const { findings } = await scene.draft('stable', { ...before, ...change });
    expect(codes(findings)).toEqual(expected);
    if (!expected.some((code) => code.startsWith('breaking'))) return;
    const refused = await scene.owner('POST', '/methods/stable/publish');
    expect([refused.status, refused.body.code, refused.body.findings]).toEqual([
      409,
      'breaking_changes',
      findings,
    ]);
  });

  it('reports that it would act in another environment, or run another target', async () => {
    await scene.connect('hook', { url: 'https://hook.invalid/' }, 'webhook');
    await scene.define('other', { kind: 'webhook', connection: 'hook' });
    const { findings } = await scene.draft('stable', {
      ...before,
      environment: 'live',
      target: { operation: 'other' },
    });
    expect(codes(findings)).toEqual(['breaking environment_changed', 'warning target_changed']);
  });

  it('makes an immutable version, even a breaking one if confirmed; versions can be listed and retired', async () => {
    await scene.draft('versions', { input: [{ name: 'a', type: 'integer' }] });
    const first = await scene.publish('versions');
    expect(first).toEqual({
      id: 'versions',
      version: 1,
      url: scene.pathOf('versions'),
      contract_url: `${scene.pathOf('versions')}/openapi.json`,
      name: 'versions',
      description: '',
      environment: 'sandbox',
      target: { operation: 'echo' },
      input: [{ name: 'a', type: 'integer', required: false, description: '' }],
      mapping: null,
      identity: null,
      result: null,
      published_at: time,
      published_by: 'owner@example.com',
      retired_at: null,
      template_rules: 2,
      findings: [],
    });
    await scene.draft('versions', { input: [{ name: 'a', type: 'string' }] });
    const second = await scene.publish('versions', { allow_breaking: true });
    expect([second.version, codes(second.findings)]).toEqual([2, ['breaking input_type_changed']]);
    const { items } = (await scene.owner('GET', '/methods/versions/versions')).body;
    const { findings: _, id: __, ...stored } = first;
    expect([items.map(({ version }: any) => version), items[1]]).toEqual([[2, 1], stored]);
    for (const _again of [1, 2]) {
      const retired = await scene.owner('POST', '/methods/versions/versions/2/retire');
      expect([retired.status, retired.body.retired_at]).toEqual([200, time]);
    }
    expect((await scene.owner('GET', '/methods/versions')).body.published_version).toBe(1);
    for (const version of ['3', '0', 'x', '9'.repeat(30)]) {
      const missing = await scene.owner('POST', `/methods/versions/versions/${version}/retire`);
      expect([missing.status, missing.body.code]).toEqual([404, 'version_not_found']);
    }
    const entries = await server.audit(scene.project);
    const told = entries.filter(({ subject }) => subject.id === 'versions');
    expect(told.map(({ action, data }) => [action, data.version])).toEqual([
      ['method.created', undefined],
      ['method.published', 1],
      ['method.updated', undefined],
      ['method.published', 2],
      ['method.retired', 2],
    ]);
  });

  it('twice at the same instant makes two versions', async () => {
    await scene.draft('twice');
    const made = await Promise.all([scene.publish('twice'), scene.publish('twice')]);
    expect(made.map(({ version }) => version).sort()).toEqual([1, 2]);
  });
});

describe('method keys', () => {
  it('are shown once, listed apart from project keys, and revoked', async () => {
    const own = await MethodScene.make(server);
    await own.draft('a');
    await own.draft('b');
    const made = await own.owner('POST', '/method-keys', { name: 'Shop', methods: ['a', 'b', 'a'] });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^mky_/),
        name: 'Shop',
        methods: ['a', 'b'],
        key: expect.stringMatching(/^ep_.{43}$/),
        hint: made.body.key.slice(-4),
        created_at: time,
        made_by: expect.stringMatching(/^own_/),
        expires_at: null,
        allowed_addresses: null,
        last_used_at: null,
        last_used_address: null,
        replaced_by: null,
        revoked_at: null,
      },
    ]);
    const { key: _, ...record } = made.body;
    const list = await own.owner('GET', '/method-keys');
    expect(list.body).toEqual({ items: [record] });
    expect(list.text).not.toContain(made.body.key);
    expect((await own.owner('GET', '/keys')).body.items.map((key: any) => key.id)).toEqual([
      own.project.keyId,
    ]);
    const asProjectKey = await own.owner('DELETE', `/keys/${record.id}`);
    expect(asProjectKey.status).toBe(404);
    expect((await own.owner('DELETE', `/method-keys/${own.project.keyId}`)).status).toBe(404);
    expect((await own.owner('DELETE', `/method-keys/${record.id}`)).status).toBe(204);
    const again = await own.owner('DELETE', `/method-keys/${record.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'key_not_found']);
    const entries = await server.audit(own.project);
    const told = entries.filter(({ subject }) => subject.id === record.id);
    expect(told.map(({ action, subject }) => [action, subject.type])).toEqual([
      ['method_key.created', 'method_key'],
      ['method_key.revoked', 'method_key'],
    ]);
  });

  it('are for existing methods only', async () => {
    const missing = await scene.owner('POST', '/method-keys', { name: 'X', methods: ['nothing'] });
    expect([missing.status, missing.body.code]).toEqual([404, 'method_not_found']);
    const none = await scene.owner('POST', '/method-keys', { name: 'X', methods: [] });
    expect([none.status, none.body.detail[0].loc]).toEqual([422, ['body', 'methods']]);
  });
});

describe('the target of a published method', () => {
  it.each([
    ['operation', (slug: string) => scene.define(slug, { environments: ['sandbox'], mock: { result: 1 } })],
    ['workflow', (slug: string) => scene.publishWorkflow(slug, [{ id: 'done', type: 'end' }])],
  ])(
    'cannot be deleted while a version is in force, and the error names the methods: %s',
    async (kind, make) => {
      const slug = `kept-${kind}`;
      await make(slug);
      for (const method of [`${slug}-b`, `${slug}-a`]) {
        await scene.draft(method, { target: { [kind]: slug } });
        await scene.publish(method);
      }
      const remove = () => scene.owner('DELETE', `/${kind}s/${slug}`);
      const refused = await remove();
      expect([refused.status, refused.body.code]).toEqual([409, 'target_published']);
      expect(refused.body.detail).toContain(`${slug}-a, ${slug}-b`);
      expect((await scene.owner('GET', `/${kind}s/${slug}`)).status).toBe(200);
      await scene.owner('POST', `/methods/${slug}-a/versions/1/retire`);
      expect((await remove()).body.detail).not.toContain(`${slug}-a`);
      await scene.owner('DELETE', `/methods/${slug}-b`);
      expect((await remove()).status).toBe(204);
    },
  );

  it.each([
    ['operation', (slug: string) => scene.define(slug, { environments: ['sandbox'], mock: { result: 1 } })],
    ['workflow', (slug: string) => scene.publishWorkflow(slug, [{ id: 'done', type: 'end' }])],
  ])('is either deleted or published, if both are asked for at the same time: %s', async (kind, make) => {
    const slugs = Array.from({ length: 10 }, (_, i) => `raced-${kind}-${i}`);
    for (const slug of slugs) {
      await make(slug);
      await scene.draft(slug, { target: { [kind]: slug } });
    }
    const answers = await Promise.all(
      slugs.map((slug) =>
        Promise.all([
          scene.owner('POST', `/methods/${slug}/publish`),
          scene.owner('DELETE', `/${kind}s/${slug}`),
        ]),
      ),
    );
    for (const both of answers) {
      expect(['201,409', '409,204']).toContain(both.map(({ status }) => status).join());
    }
  });
});
