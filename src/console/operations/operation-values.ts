import { faultAt } from '../api/problem.ts';
import type { Shape } from '../api/shapes.ts';
import { jsonOfText, textOfJson } from '../kit/json-text.ts';
import { type Pair, pairsAsObject } from '../kit/pairs.ts';
import { t } from '../text/text.ts';
import type { Kind, Operation } from './operations.ts';

/** The definition of an operation as a form has it: what may be any JSON stands there as text. */

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export const bodyTypes = ['json', 'form', 'text'] as const;
export const environments = ['sandbox', 'live'] as const;
type Environment = (typeof environments)[number];

export interface OperationValues {
  name: string;
  description: string;
  /** The short name; empty for none. */
  connection: string;
  environments: Environment[];
  method: (typeof methods)[number];
  path: string;
  query: Pair[];
  headers: Pair[];
  body: string;
  bodyType: (typeof bodyTypes)[number];
  /** Of a payment. */
  amount: string;
  currency: string;
  product: string;
  access: 'forever' | 'days';
  days: number | null;
  purpose: string;
  receipt: string;
  schema: string;
  statuses: string[];
  when: string;
  result: string;
  mockResult: string;
  mockVariants: string;
  timeoutMs: number | null;
  mostBytes: number | null;
  isRepeatable: boolean;
}

type Json = Record<string, unknown>;
const wordOf = (value: unknown) => (typeof value === 'string' ? value : '');
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const oneOf = <Word extends string>(words: readonly Word[], value: unknown, other: Word): Word =>
  words.find((each) => each === value) ?? other;

/** What stands in the fields of a new operation. */
export const initialValues = (connection: string): OperationValues => ({
  ...{ name: '', description: '', connection, environments: ['sandbox', 'live'] },
  ...{ method: 'POST', path: '', query: [], headers: [], body: '', bodyType: 'json' },
  ...{ amount: '', currency: 'RUB', product: '', access: 'forever', days: null, purpose: '', receipt: '' },
  ...{ schema: '', statuses: [], when: '', result: '', mockResult: '', mockVariants: '' },
  ...{ timeoutMs: null, mostBytes: null, isRepeatable: false },
});

/** What stands in the fields before somebody changes them. */
export function valuesOf(operation: Operation): OperationValues {
  const { request, success, mock, input_schema: schema } = operation;
  const access = objectOf(request.access);
  const amount = objectOf(request.amount);
  return {
    ...initialValues(operation.connection ?? ''),
    ...{ name: operation.name, description: operation.description, environments: operation.environments },
    method: oneOf(methods, request.method, 'POST'),
    path: wordOf(request.path),
    query: Object.entries(objectOf(request.query)).map(([name, value]): Pair => [name, textOfQuery(value)]),
    headers: Object.entries(objectOf(request.headers)).map(([name, value]): Pair => [name, String(value)]),
    body: request.body_type === 'text' ? wordOf(request.body) : textOfJson(request.body),
    bodyType: oneOf(bodyTypes, request.body_type, 'json'),
    ...{ amount: wordOf(amount.value), currency: wordOf(amount.currency) || 'RUB' },
    ...{ product: wordOf(request.product), purpose: wordOf(request.description) },
    access: typeof access.days === 'number' ? 'days' : 'forever',
    days: typeof access.days === 'number' ? access.days : null,
    receipt: textOfJson(request.receipt),
    schema: Object.keys(schema).length === 0 ? '' : textOfJson(schema),
    statuses: (success.status ?? []).map(String),
    when: success.when ?? '',
    result: textOfJson(operation.result),
    mockResult: textOfJson(mock.result),
    mockVariants: textOfJson(mock.variants),
    ...{ timeoutMs: operation.timeout_ms, mostBytes: operation.max_response_bytes },
    isRepeatable: operation.repeatable === true,
  };
}

/** A text stands for itself; a list and other values are JSON. */
const textOfQuery = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
function queryOfText(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || /^\s*\{[{%]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws ApiProblem at the field if it is no JSON */
function read(text: string, path: string): unknown {
  try {
    return jsonOfText(text);
  } catch {
    throw faultAt(path, t('operations.no_json'));
  }
}

const unless = (isEmpty: boolean, fields: Json): Json => (isEmpty ? {} : fields);
const ifAny = (name: string, value: unknown): Json => (value === undefined ? {} : { [name]: value });

function requestOf(kind: Kind, values: OperationValues): Json {
  if (kind === 'webhook') return ifAny('body', read(values.body, 'request.body'));
  if (kind === 'payment') {
    const { amount, currency, product, access, days, purpose, receipt } = values;
    return {
      amount: { value: amount.trim().replace(',', '.'), currency },
      ...unless(product.trim() === '', {
        ...{ product: product.trim(), access: access === 'forever' ? access : { days } },
      }),
      description: purpose,
      ...ifAny('receipt', read(receipt, 'request.receipt')),
    };
  }
  const { method, path, query, headers, body, bodyType } = values;
  const content = bodyType === 'text' ? body || undefined : read(body, 'request.body');
  return {
    ...{ method, path: path.trim(), headers: pairsAsObject(headers), body_type: bodyType },
    query: Object.fromEntries(
      Object.entries(pairsAsObject(query)).map(([name, value]) => [name, queryOfText(value)]),
    ),
    ...ifAny('body', content),
  };
}

/** The body of the request that stores it. @throws ApiProblem at a field that is no JSON */
export function wantedOf(kind: Kind, values: OperationValues): Shape<'WantedOperation'> {
  const { name, description, connection, schema, statuses, when, result, timeoutMs, mostBytes } = values;
  const variants = read(values.mockVariants, 'mock.variants');
  const mockResult = read(values.mockResult, 'mock.result');
  const wanted = {
    ...{ kind, name, description, connection: connection || null, environments: values.environments },
    request: requestOf(kind, values),
    input_schema: read(schema, 'input_schema') ?? {},
    success: {
      status: statuses.length === 0 ? null : statuses.map(Number),
      when: when.trim() === '' ? null : when,
    },
    ...ifAny('result', read(result, 'result')),
    mock: { ...ifAny('result', mockResult), ...ifAny('variants', variants) },
    timeout_ms: timeoutMs,
    ...unless(mostBytes === null, { max_response_bytes: mostBytes }),
    repeatable: values.isRepeatable,
  };
  return wanted as Shape<'WantedOperation'>;
}

/** The fields of the input that the templates of an operation read, in the order in which they come. */
export function inputNamesOf({ request, result, mock }: Operation): string[] {
  const words = JSON.stringify([request, result ?? null, mock]);
  const found = [...words.matchAll(/\binput\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name!);
  return [...new Set(found)].filter((name) => name !== 'sandbox_error');
}
