import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Exchange } from './program/record.ts';

interface Response {
  /** Its place in the document, as a JSON pointer. */
  place: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

/** An operation of a document. */
export interface Operation {
  method: string;
  path: string;
  /** True if the request has more than the path: only then can its form be wrong. */
  hasInput: boolean;
  /** The types that its body may have; empty without a body. */
  bodyTypes: string[];
  responses: Record<string, Response>;
}

/** Headers of HTTP, its caching and what browsers may do, which every server may send; others must be documented. */
const plain = new Set(
  (
    'allow cache-control connection content-length content-security-policy content-type date keep-alive ' +
    'strict-transport-security transfer-encoding vary x-content-type-options'
  ).split(' '),
);

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** An OpenAPI document, to check exchanges against it. */
export class ApiDocument {
  readonly operations: Operation[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
  readonly #byName: Map<string, Operation>;
  /** By their place in the document. Ajv would compile one anew for each answer, with all that it refers to. */
  readonly #validators = new Map<string, ValidateFunction>();

  /** @param document as it is served; its answers count as complete, whether or not their schemas are closed */
  constructor(document: any) {
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('decimal', /^-?\d+(?:\.\d+)?$/);
    this.operations = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
        method: method.toUpperCase(),
        path,
        hasInput: requestBody !== undefined || parameters.some((p: { in: string }) => p.in !== 'path'),
        bodyTypes: Object.keys(requestBody?.content ?? {}),
        responses: Object.fromEntries(
          Object.entries<any>(responses).map(([status, response]) => [
            status,
            resolved(document, response, ['paths', path, method, 'responses', status]),
          ]),
        ),
      })),
    );
    this.#byName = new Map(this.operations.map((operation) => [nameOf(operation), operation]));
    addDocument(this.#ajv, closed(document));
  }

  /** The undocumented parts of an answer, one sentence for each. */
  faultsOf(exchange: Exchange): string[] {
    const faults = this.#faultsOf(exchange);
    return faults.map((fault) => `${nameOf(exchange)} ${exchange.status}: ${fault}`);
  }

  #faultsOf(exchange: Exchange): string[] {
    const { status, headers, body } = exchange;
    const response = this.#byName.get(nameOf(exchange))?.responses[status];
    if (!response) return [`the endpoint does not declare this status in its answers or errors, ${body}`];
    const declared = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    const faults = Object.keys(headers)
      .filter((name) => !plain.has(name) && !declared.has(name))
      .map((name) => `the header ${name} is not declared`);
    const types = Object.keys(response.content ?? {});
    if (types.length === 0) return body === '' ? faults : [...faults, 'a body is not declared'];
    const type = (headers['content-type'] ?? '').split(';', 1)[0]!;
    if (!types.includes(type)) return [...faults, `the type ${type} is not declared`];
    const validate = this.#validatorAt(`${response.place}/${pointer(['content', type, 'schema'])}`);
    if (valuesOf(type, body).every((value) => validate(value))) return faults;
    return [...faults, `${validate.errors!.map(inWords).join(', ')} in ${body}`];
  }

  #validatorAt(place: string): ValidateFunction {
    let validate = this.#validators.get(place);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `document#${place}` });
      this.#validators.set(place, validate);
    }
    return validate;
  }
}

/** What does not fit, with the property that is one too many: without its name nobody finds it in a long body. */
function inWords({ instancePath, message, params: { additionalProperty } }: ErrorObject): string {
  return `data${instancePath} ${message}${additionalProperty === undefined ? '' : ` such as "${additionalProperty}"`}`;
}

/** What a body says: one value, or that of each event. */
function valuesOf(type: string, body: string): unknown[] {
  if (type === 'application/json') return [JSON.parse(body)];
  if (type !== 'text/event-stream') return [body];
  return [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
}

/**
 * Makes the parts of an OpenAPI document known, as `document#` and their place. Named schemas are added one by one, too: what is only found
 * within another schema, Ajv compiles anew for each one that refers to it.
 */
export function addDocument(ajv: Ajv2020, document: any): void {
  ajv.addSchema({ ...document, $id: 'document' });
  for (const [name, schema] of Object.entries<object>(document.components?.schemas ?? {}))
    ajv.addSchema(schema, `document#/components/schemas/${name}`);
}

const pointer = (steps: string[]) =>
  steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** An answer of an operation, even if it only refers to a named one. */
function resolved(document: any, response: any, path: string[]): Response {
  const named = /^#\/components\/responses\/(\w+)$/.exec(response.$ref ?? '')?.[1];
  if (named === undefined) return { ...response, place: `/${pointer(path)}` };
  return { ...document.components.responses[named], place: `/components/responses/${named}` };
}

/** Object schemas that list their properties allow no others; combined schemas close themselves. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null || 'unevaluatedProperties' in node) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = 'properties' in copy && !('additionalProperties' in copy) && !isPart(copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

/** Errors combine this schema with their codes. */
const isPart = (schema: any) => 'detail' in schema.properties && 'code' in schema.properties;
