import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Exchange } from './program/record.ts';

interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

/** An operation of a document. */
export interface Operation {
  method: string;
  path: string;
  /** True where something besides the path is sent: only then can it have the wrong form. */
  hasInput: boolean;
  /** The types that its body may have; empty without a body. */
  bodyTypes: string[];
  responses: Record<string, Response>;
}

/** Headers of HTTP and its caching that every server may send; whatever else it sends is worth a line. */
const plain = new Set(
  (
    'allow cache-control connection content-length content-type date keep-alive transfer-encoding vary ' +
    'x-content-type-options'
  ).split(' '),
);

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** An OpenAPI document, for holding exchanges against it. */
export class ApiDocument {
  readonly operations: Operation[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #byName: Map<string, Operation>;

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
        responses,
      })),
    );
    this.#byName = new Map(this.operations.map((operation) => [nameOf(operation), operation]));
    this.#ajv.addSchema(closed({ ...document, $id: 'document' }) as object);
  }

  /** What is in an answer that its document does not tell of, one sentence each. */
  faultsOf(exchange: Exchange): string[] {
    const faults = this.#faultsOf(exchange);
    return faults.map((fault) => `${nameOf(exchange)} ${exchange.status}: ${fault}`);
  }

  #faultsOf(exchange: Exchange): string[] {
    const { status, headers, body } = exchange;
    const response = this.#byName.get(nameOf(exchange))?.responses[status];
    if (!response) return [`the status is not declared, ${body}`];
    const declared = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    const faults = Object.keys(headers)
      .filter((name) => !plain.has(name) && !declared.has(name))
      .map((name) => `the header ${name} is not declared`);
    const types = Object.keys(response.content ?? {});
    if (types.length === 0) return body === '' ? faults : [...faults, 'a body is not declared'];
    const type = (headers['content-type'] ?? '').split(';', 1)[0]!;
    if (!types.includes(type)) return [...faults, `the type ${type} is not declared`];
    const validate = this.#ajv.compile({ $ref: pointerTo(exchange, type) });
    if (validate(type === 'application/json' ? JSON.parse(body) : body)) return faults;
    return [...faults, `${this.#ajv.errorsText(validate.errors)} in ${body}`];
  }
}

function pointerTo({ method, path, status }: Exchange, type: string): string {
  const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
  const encode = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `document#/${steps.map((step) => encode(String(step))).join('/')}`;
}

/** Schemas of objects that name their properties allow no others. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = 'properties' in copy && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
