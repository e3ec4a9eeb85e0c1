import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { documentOf } from '../../src/dialog/http/document.ts';
import { named, namedBody, refTo, writtenOut } from '../../src/dialog/http/shapes.ts';
import { endpoint, mountRoutes, type Route, route } from '../../src/platform/routes.ts';

/** The document of an API with these routes. */
async function documentWith(routes: readonly Route<'open', unknown, never>[]): Promise<any> {
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  const parts = documentOf({ prefix: '', routes, codesOf: () => [], headers: {}, errorHeaders: {} });
  await app.register(swagger, { openapi: { openapi: '3.1.0' }, ...parts });
  mountRoutes(app, routes, {}, ({ endpoint: { told } }) => ({ schema: { response: told.answers } }));
  await app.ready();
  const document = JSON.parse(JSON.stringify(app.swagger()));
  await app.close();
  return document;
}

/** The names of its schemas, without those of errors, which every document has. */
const namesIn = (document: any) =>
  Object.keys(document.components.schemas)
    .filter((name) => !name.startsWith('Validation'))
    .sort();

const take = (body: z.ZodType, answer: z.ZodType) =>
  route(
    'POST',
    '/things',
    'open',
    endpoint({ body, answers: { 200: answer } }, async () => ({})),
  );

it('a schema with the same form in requests and answers has one name', async () => {
  const thing = named('Thing', z.looseObject({ name: z.string() }), { name: 'spoon' });
  const document = await documentWith([take(thing, thing.describe('The thing.'))]);
  expect(namesIn(document)).toEqual(['Thing']);
  const { requestBody, responses } = document.paths['/things'].post;
  const media = { schema: { $ref: '#/components/schemas/Thing' }, example: { name: 'spoon' } };
  expect(requestBody.content['application/json']).toEqual(media);
  expect(responses[200]).toEqual({
    description: 'The thing.',
    headers: {},
    content: { 'application/json': media },
  });
});

it('a schema with another form in requests than in answers has two names, and so do schemas that contain it', async () => {
  const part = named('Part', z.object({ size: z.int().default(1) }), { size: 2 });
  const thing = named('Thing', z.looseObject({ parts: z.array(part) }), { parts: [] });
  const document = await documentWith([take(thing, thing)]);
  const { schemas } = document.components;
  expect(namesIn(document)).toEqual(['Part', 'PartInput', 'Thing', 'ThingInput']);
  expect(schemas.ThingInput.properties.parts.items).toEqual({ $ref: '#/components/schemas/PartInput' });
  expect(schemas.Thing.properties.parts.items).toEqual({ $ref: '#/components/schemas/Part' });
  expect([schemas.PartInput.required, schemas.Part.required]).toEqual([undefined, ['size']]);
});

it('a schema that only requests use keeps its plain name', async () => {
  const body = namedBody('NewThing', z.object({ size: z.int().default(1) }), {});
  const document = await documentWith([take(body, named('Thing', z.object({}), {}))]);
  expect(namesIn(document)).toEqual(['NewThing', 'Thing']);
});

it('a schema that only a hand-written one refers to is in the document', async () => {
  const part = namedBody('Part', z.object({ size: z.int() }), { size: 2 });
  const body = writtenOut(z.unknown(), { anyOf: [{ type: 'string' }, refTo(part)] }, [part]);
  const document = await documentWith([take(namedBody('NewThing', z.object({ body }), {}), z.object({}))]);
  const { schemas } = document.components;
  expect(schemas.NewThing.properties.body.anyOf[1]).toEqual({ $ref: '#/components/schemas/Part' });
  expect(schemas.Part.properties).toEqual({ size: expect.objectContaining({ type: 'integer' }) });
});

it('two documents may call different schemas by one name, and one document may not', async () => {
  const one = named('Thing', z.object({ one: z.string() }), { one: '1' });
  const other = named('Thing', z.object({ other: z.string() }), { other: '2' });
  const propertiesOf = async (schema: z.ZodType) =>
    Object.keys((await documentWith([take(z.object({}), schema)])).components.schemas.Thing.properties);
  expect([await propertiesOf(one), await propertiesOf(other)]).toEqual([['one'], ['other']]);
  await expect(documentWith([take(one, other)])).rejects.toThrow(
    'Two schemas of one document are called Thing.',
  );
});
