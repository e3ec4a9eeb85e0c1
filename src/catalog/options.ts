import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { decimalPlaces, maxDigits } from './decimal.ts';
import { allowOf, idForm, isNotFound, type Model, notFound } from './errors.ts';
import { newOffer, offer, offerChange } from './offers/shapes.ts';
import { newSource, source } from './sources/shapes.ts';

/**
 * Answers OPTIONS like DRF's SimpleMetadata (https://www.django-rest-framework.org/api-guide/metadata/): what an address
 * is, and in `actions` the fields that a client may write there.
 */

type JsonSchema = Record<string, unknown>;
type Properties = Record<string, JsonSchema>;

interface FieldInfo {
  type: string;
  required: boolean;
  read_only: boolean;
  label: string;
  max_length?: number;
  max_digits?: number;
  decimal_places?: number;
}

type Fields = Record<string, FieldInfo>;

/** The properties of a named schema in the document. */
function propertiesOf(schema: z.ZodType, io: 'input' | 'output'): Properties {
  const { $defs = {} } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return $defs[schema.meta()?.id ?? '']?.properties as Properties;
}

const shownSource = propertiesOf(source, 'output');
const sentSource = propertiesOf(newSource, 'input');
// What is shown only if it is asked for is no field of the record.
const { updated_at: _updated, last_seen_at: _seen, ...shownOffer } = propertiesOf(offer, 'output');
// A new offer names its source only by `source_identifier`.
const { source: _, ...sentOffer } = propertiesOf(newOffer, 'input');

/** Imports are made by sending a file. */
const actionsOf: Record<Exclude<Model, 'Import'>, Record<'POST' | 'PUT', Fields>> = {
  Source: {
    POST: fields(shownSource, sentSource, ['name']),
    PUT: fields(shownSource, sentSource, ['name']),
  },
  Offer: {
    POST: fields(shownOffer, sentOffer, ['source_identifier', 'pn_raw']),
    // Here `source` is allowed as well, so neither of the two is required alone.
    PUT: fields(shownOffer, propertiesOf(offerChange, 'input'), ['pn_raw']),
  },
};

/**
 * Declares OPTIONS for every address of a plugin, behind the same gate as its other methods. Call it after its routes.
 * @param find rejects with a 404 if there is no record with this id, because a missing record cannot be written
 */
export function optionsRoutes(
  app: FastifyInstance,
  model: Model,
  gate: (request: FastifyRequest) => Promise<void>,
  find: (id: string) => Promise<unknown>,
): void {
  const exists = (id: string) =>
    find(id).then(
      () => true,
      (error) => {
        if (isNotFound(error)) return false;
        throw error;
      },
    );
  const actions = model === 'Import' ? undefined : actionsOf[model];
  for (const [url, address] of app.catalogRoutes) {
    if (url !== app.prefix && !url.startsWith(`${app.prefix}/`)) continue;
    const isInstance = url === `${app.prefix}/:id`;
    const isCollection = url === app.prefix || url === `${app.prefix}/strict`;
    app.options(
      url.slice(app.prefix.length) || '/',
      { prefixTrailingSlash: 'slash', schema: { hide: true }, onRequest: gate },
      async (request, reply) => {
        const { id = '0' } = request.params as { id?: string };
        if (!/^-?\d+$/.test(id)) throw notFound();
        let writable: Record<string, Fields> | undefined;
        if (actions && request.mayWrite && isCollection) writable = { POST: actions.POST };
        if (actions && request.mayWrite && isInstance && idForm.test(id) && (await exists(id))) {
          writable = { PUT: actions.PUT };
        }
        return reply.header('allow', allowOf(address.methods)).send({
          name: `${model} ${isInstance ? 'Instance' : 'List'}`,
          description: '',
          renders: address.renders,
          parses: address.parses,
          ...(writable ? { actions: writable } : {}),
        });
      },
    );
  }
}

/** @param sent the fields that can be written; the others are read-only */
function fields(shown: Properties, sent: Properties, required: string[]): Fields {
  const names = [
    ...new Set([...Object.keys(shown).slice(0, 2), ...Object.keys(sent), ...Object.keys(shown)]),
  ];
  return Object.fromEntries(
    names.map((name) => [
      name,
      infoOf(name, (sent[name] ?? shown[name])!, name in sent, required.includes(name)),
    ]),
  );
}

function infoOf(name: string, schema: JsonSchema, isWritable: boolean, required: boolean): FieldInfo {
  const { format, maxLength } = schema;
  const type =
    name === 'id'
      ? 'integer'
      : format === 'decimal'
        ? 'decimal'
        : format === 'date-time'
          ? 'datetime'
          : name === 'source' || schema.type === undefined
            ? 'field'
            : 'string';
  const words = name.replaceAll('_', ' ');
  return {
    type,
    required,
    read_only: !isWritable,
    label: name === 'id' ? 'ID' : words[0]!.toUpperCase() + words.slice(1),
    ...(typeof maxLength === 'number' ? { max_length: maxLength } : {}),
    ...(type === 'decimal' ? { max_digits: maxDigits, decimal_places: decimalPlaces } : {}),
  };
}
