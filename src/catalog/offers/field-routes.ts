import type { FastifyInstance } from 'fastify';
import { sendJson } from '../answer.ts';
import { readObject } from '../body.ts';
import { invalid, pathId } from '../errors.ts';
import { type Reading, readKey, readOptionalDecimal, readRequiredText, required } from '../fields.ts';
import { operation, ref } from '../openapi.ts';
import type { CatalogParts } from '../parts.ts';
import { onlyId, readIdentifier } from '../sources/identifier.ts';
import { findOffer, requireSource, resolveSource, updateOffer } from './store.ts';

/** Changes of one field each. */
export function offerFieldRoutes(app: FastifyInstance, parts: CatalogParts): void {
  const { hot } = parts;
  const narrow = (
    path: string,
    id: string,
    summary: string,
    field: string,
    schema: object,
    problems: number[],
  ) => ({
    method: 'PATCH' as const,
    url: `/:id/${path}/`,
    ...operation({
      id,
      tag: 'offers',
      summary,
      onRecord: true,
      body: { type: 'object', properties: { [field]: schema }, required: [field] },
      success: { 200: ref('Offer') },
      problems,
    }),
  });
  /** Reads the one field that counts; whatever else the body holds changes nothing. */
  const take = <Value>(
    body: Record<string, unknown>,
    field: string,
    read: (value: unknown) => Reading<Value>,
  ): Value => {
    const reading = body[field] === undefined ? { errors: [required] } : read(body[field]);
    if ('errors' in reading) throw invalid({ [field]: reading.errors });
    return reading.value;
  };

  app.route({
    ...narrow(
      'price',
      'offers_price_partial_update',
      'Change the price and nothing else',
      'price_raw',
      {
        type: ['string', 'number', 'null'],
        description: 'null clears the price.',
      },
      [],
    ),
    handler: async (request, reply) => {
      const id = pathId(request, 'Offer');
      await findOffer(hot, id);
      const price = take(readObject(request), 'price_raw', readOptionalDecimal);
      return sendJson(reply, await updateOffer(parts, id, { price_raw: price }));
    },
  });
  app.route({
    ...narrow(
      'source',
      'offers_source_partial_update',
      'Move an offer to a source given by name or address',
      'source_identifier',
      {
        type: 'string',
        maxLength: 255,
      },
      [409],
    ),
    handler: async (request, reply) => {
      const id = pathId(request, 'Offer');
      await findOffer(hot, id);
      const text = take(readObject(request), 'source_identifier', (value) => readRequiredText(value, 255));
      return sendJson(
        reply,
        await updateOffer(parts, id, {}, await resolveSource(parts, readIdentifier(text))),
      );
    },
  });
  app.route({
    ...narrow(
      'source-id',
      'offers_source_id_partial_update',
      'Move an offer to a source given by its id',
      'source_id',
      {
        type: 'integer',
        minimum: 1,
      },
      [409],
    ),
    handler: async (request, reply) => {
      const id = pathId(request, 'Offer');
      await findOffer(hot, id);
      const key = take(readObject(request), 'source_id', readKey);
      const sourceId = await requireSource(hot, onlyId(key), 'source_id');
      return sendJson(reply, await updateOffer(parts, id, {}, sourceId));
    },
  });
}
