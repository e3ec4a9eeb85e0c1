import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { registerErrors } from '../../src/dialog/http/errors.ts';
import { laxInt, text } from '../../src/dialog/http/fields.ts';
import { registerJsonBodyParser } from '../../src/dialog/http/json-body.ts';
import { sendJson } from '../../src/dialog/http/send-json.ts';
import { registerValidation } from '../../src/dialog/http/validation.ts';
import { BodyBudget } from '../../src/platform/body-budget.ts';
import { endpoint, mountRoutes, type Route, route } from '../../src/platform/routes.ts';

interface Parts {
  shelf: Map<string, number>;
}

const readThing = endpoint(
  {
    params: z.object({ thing_id: z.string() }),
    querystring: z.object({ times: laxInt({ ge: 1, default: 1 }) }),
    answers: { 200: z.object({ total: z.int() }) },
    errors: ['thing_not_found'],
  },
  async (request, _reply, { shelf }: Parts) => {
    expectTypeOf(request.params.thing_id).toEqualTypeOf<string>();
    expectTypeOf(request.query.times).toEqualTypeOf<number>();
    expectTypeOf(request.body).toEqualTypeOf<unknown>();
    return { total: (shelf.get(request.params.thing_id) ?? 0) * request.query.times };
  },
);

const writeThing = endpoint(
  {
    params: z.object({ thing_id: z.string() }),
    body: z.object({ count: laxInt() }),
    answers: { 201: z.object({ count: z.int() }) },
    bodyLimit: 40,
  },
  async (request, reply, { shelf }: Parts) => {
    shelf.set(request.params.thing_id, request.body.count);
    return sendJson(reply.code(201), `{"count":${request.body.count}.0}`);
  },
);

const ping = endpoint({}, async () => 'pong');

type Gate = 'open' | 'closed';

const table: readonly Route<Gate, Parts, 'thing_not_found'>[] = [
  route('GET', '/things/{thing_id}', 'open', readThing),
  route('PUT', '/things/{thing_id}', 'open', writeThing),
  route('GET', '/ping', 'closed', ping),
];

let app: FastifyInstance;
const shelf = new Map([['spoon', 3]]);

beforeEach(() => {
  app = Fastify();
  registerErrors(app);
  registerJsonBodyParser(app, { budget: new BodyBudget(2 ** 20), holderOf: () => undefined });
  registerValidation(app);
  mountRoutes(app, table, { shelf }, ({ gate }) => ({
    onRequest: async (_request, reply) => {
      if (gate === 'closed') return reply.code(403).send('closed');
    },
  }));
});
afterEach(() => app.close());

describe('a route in a table of routes', () => {
  it('gives its handler the checked parts of the request and the parts of its API', async () => {
    expect((await app.inject('/things/spoon?times=2')).json()).toEqual({ total: 6 });
  });

  it('refuses a request without the declared form', async () => {
    const answer = await app.inject('/things/spoon?times=0');
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['query', 'times']]);
  });

  it('sends prepared text unchanged', async () => {
    const answer = await app.inject({ method: 'PUT', url: '/things/fork', payload: { count: 5 } });
    expect([answer.statusCode, answer.body]).toEqual([201, '{"count":5.0}']);
    expect(shelf.get('fork')).toBe(5);
  });

  it('has the body limit of its endpoint', async () => {
    const payload = { count: 5, more: 'x'.repeat(40) };
    expect((await app.inject({ method: 'PUT', url: '/things/fork', payload })).statusCode).toBe(413);
  });

  it('is behind the gate that its line names', async () => {
    const answer = await app.inject('/ping');
    expect([answer.statusCode, answer.body]).toEqual([403, 'closed']);
  });

  it('gets only the parts that its endpoint names', async () => {
    const declared: unknown[] = [];
    const other = Fastify({ exposeHeadRoutes: false });
    other.setValidatorCompiler(() => () => true);
    other.setSerializerCompiler(() => JSON.stringify);
    other.addHook('onRoute', ({ url, schema }) => void declared.push([url, Object.keys(schema ?? {})]));
    mountRoutes(other, table, { shelf });
    await other.close();
    expect(declared).toEqual([
      ['/things/:thing_id', ['params', 'querystring']],
      ['/things/:thing_id', ['params', 'body']],
      ['/ping', []],
    ]);
  });
});

describe('the compiler refuses', () => {
  it('a line whose endpoint needs parts that the API does not have', () => {
    const needy = endpoint({}, async (_request, _reply, { drawer }: { drawer: string }) => drawer);
    // @ts-expect-error the API has a shelf and no drawer
    const wrong: Route<Gate, Parts>[] = [route('GET', '/drawer', 'open', needy)];
    expect(wrong).toHaveLength(1);
  });

  it('an error code that the API does not know', () => {
    const strange = endpoint({ errors: ['thing_lost'] }, async () => 'lost');
    // @ts-expect-error its only code is thing_not_found
    const wrong: Route<Gate, Parts, 'thing_not_found'>[] = [route('GET', '/lost', 'open', strange)];
    expect(wrong).toHaveLength(1);
  });

  it('a gate that the API does not have', () => {
    // @ts-expect-error there is no such gate
    const wrong: Route<Gate, Parts>[] = [route('GET', '/ping', 'ajar', ping)];
    expect(wrong).toHaveLength(1);
  });

  it('an answer that fits none of the schemas', () => {
    const answers = { 200: z.object({ name: text() }) };
    // @ts-expect-error the name is a string
    const wrong = endpoint({ answers }, async () => ({ name: 5 }));
    expect(wrong.told.answers).toBe(answers);
  });
});
