import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  preValidationHookHandler,
} from 'fastify';
import { z } from 'zod';
import { withChangedNumbers } from './changed-numbers.ts';
import type {} from './json-body.ts';
import { secretNames, withoutSecrets } from './secret-fields.ts';
import { unknownFields, withUnknown } from './unknown-fields.ts';
import { SUSPECT_ESCAPE } from './unstorable.ts';
import { unstorableItems } from './unstorable-items.ts';
import { type RequestPart, toItems, type ValidationItem } from './validation-items.ts';
import { ValidationProblem } from './validation-problem.ts';

export { type RequestPart, toItems, type ValidationItem, valueError } from './validation-items.ts';
export { ValidationProblem } from './validation-problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a read of the record shows that the body changes; where unknown fields are refused, these are not. */
    shown?: z.ZodType | undefined;
  }
}

/**
 * Checks every part of a request that its route declares as a zod schema (`params`, `querystring`, `headers`, `body`) and
 * throws one ValidationProblem for all of them. The handler finds the parsed values where `ZodTypeProvider` says. Call it
 * before the routes are declared; a route's own `preValidation` hooks run after it. Names in a header schema are lower case.
 * Schemas with async rules are not supported.
 *
 * @param unknown what happens to a query parameter, or a field of a body, that a route does not declare. FastAPI ignores it. `refuse`
 *   answers 422: otherwise a list with a misspelt filter would be the whole list, a write with a misspelt `?dry_run` would be
 *   carried out, and a misspelt setting would be lost without a word. So is a number of a body that would be read as another one.
 */
export function registerValidation(app: FastifyInstance, unknown: 'ignore' | 'refuse' = 'ignore'): void {
  // Fastify would stop at the first part that fails, so its own validation is switched off.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route) => {
    const isStrict = unknown === 'refuse';
    const parts = declaredParts(isStrict ? withStrictQuery(route.schema) : route.schema);
    if (parts.length === 0) return;
    const check = checkOf(parts, isStrict, route.config);
    route.preValidation = [check, ...[route.preValidation ?? []].flat()];
  });
}

interface Access {
  name: RequestPart;
  /** The member of a route's schema that declares it. */
  declaredAs: 'params' | 'querystring' | 'headers' | 'body';
  read(request: FastifyRequest, fields: readonly string[]): unknown;
  write(request: FastifyRequest, value: unknown): void;
  /** Whether a string of this part may contain a character that Postgres cannot store. This is a cheap test of the raw text. */
  isSuspect(request: FastifyRequest): boolean;
}

/** The parts of a request in the order in which FastAPI reports them. */
const PARTS: readonly Access[] = [
  {
    name: 'path',
    declaredAs: 'params',
    read: (request) => request.params,
    write: (request, value) => {
      request.params = value;
    },
    isSuspect: () => false,
  },
  {
    name: 'query',
    declaredAs: 'querystring',
    read: (request, fields) => withLastValues(request.query as Record<string, unknown>, fields),
    write: (request, value) => {
      request.query = value;
    },
    isSuspect: (request) => request.raw.url?.includes('%00') === true,
  },
  {
    name: 'header',
    declaredAs: 'headers',
    read: withFirstHeaders,
    write: (request, value) => replaceHeaders(request, value as Record<string, unknown>),
    isSuspect: () => false,
  },
  {
    name: 'body',
    declaredAs: 'body',
    read: (request) => request.body,
    write: (request, value) => {
      request.body = value;
    },
    isSuspect: (request) => SUSPECT_ESCAPE.test(request.bodyText),
  },
];

interface Part extends Access {
  schema: z.ZodType;
  /** The declared fields in their order; null if the schema is not a plain object. */
  fields: readonly string[] | null;
  /** Fields whose values no answer may repeat. */
  secrets: readonly string[];
}

function declaredParts(schema: FastifySchema = {}): Part[] {
  return PARTS.flatMap((part) => {
    const declared = schema[part.declaredAs];
    if (!(declared instanceof z.ZodType)) return [];
    const fields = declared instanceof z.ZodObject ? Object.keys(declared.shape) : null;
    return [{ ...part, schema: declared, fields, secrets: secretNames(declared) }];
  });
}

function withStrictQuery(schema: FastifySchema = {}): FastifySchema {
  const { querystring } = schema;
  return {
    ...schema,
    querystring:
      querystring instanceof z.ZodObject ? querystring.strict() : (querystring ?? z.strictObject({})),
  };
}

function checkOf(
  parts: readonly Part[],
  isStrict: boolean,
  { shown, keepsDigits }: Pick<FastifyContextConfig, 'shown' | 'keepsDigits'> = {},
): preValidationHookHandler {
  return (request, _reply, done) => {
    const items: ValidationItem[] = [];
    for (const part of parts) {
      const original = part.read(request, part.fields ?? []);
      const result = part.schema.safeParse(original);
      const wrong = result.success ? [] : itemsOf(part, result.error.issues, original);
      const found =
        isStrict && part.name === 'body'
          ? withChangedNumbers(
              withUnknown(wrong, unknownFields(part.schema, original, { shown })),
              original,
              request.bodyText,
              keepsDigits,
            )
          : wrong;
      const all = part.isSuspect(request) ? withUnstorable(part, found, original) : found;
      items.push(...withoutSecrets(all, part.secrets));
      if (result.success) part.write(request, result.data);
    }
    if (items.length > 0) done(new ValidationProblem(items));
    else done();
  };
}

function itemsOf(part: Part, issues: z.core.$ZodIssue[], original: unknown): ValidationItem[] {
  // FastAPI treats the literal null as a missing body.
  if (part.name === 'body' && (original === undefined || original === null)) {
    return [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }];
  }
  return toItems(issues, part.name, original);
}

/** Keeps the last value of a repeated parameter. */
function withLastValues(query: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  let single = query;
  for (const name of fields) {
    const value = query[name];
    if (!Array.isArray(value)) continue;
    if (single === query) single = { ...query };
    single[name] = value[value.length - 1];
  }
  return single;
}

/** Keeps the first value of a repeated header. Node joins the values, which could make one valid key of two invalid ones. */
function withFirstHeaders(request: FastifyRequest, names: readonly string[]): Record<string, unknown> {
  const { headers, rawHeaders } = request.raw;
  let first: Record<string, unknown> = headers;
  for (const name of names) {
    const joined = headers[name];
    if (typeof joined !== 'string' || !joined.includes(',')) continue;
    const at = rawHeaders.findIndex((raw, index) => index % 2 === 0 && raw.toLowerCase() === name);
    if (at < 0) continue;
    if (first === headers) first = { ...headers };
    first[name] = rawHeaders[at + 1];
  }
  return first;
}

/** Sets the headers only if parsing has changed them: after that Fastify merges them at every access. */
function replaceHeaders(request: FastifyRequest, parsed: Record<string, unknown>): void {
  const isChanged = Object.keys(parsed).some((name) => parsed[name] !== request.raw.headers[name]);
  if (isChanged) request.headers = parsed as FastifyRequest['headers'];
}

/** Adds items for the strings of declared fields that cannot be stored, in the order of declaration. */
function withUnstorable(part: Part, items: ValidationItem[], original: unknown): ValidationItem[] {
  const { fields } = part;
  const fieldItems = items.filter((item) => item.loc.length > 1);
  const isCrossField = items.length > 0 && items.every((item) => item.type === 'value_error');
  if (fieldItems.length < items.length && !isCrossField) return items;
  const added = unstorableItems(original, part.name, { fields, failed: fieldItems });
  if (added.length === 0) return items;

  // While a field is wrong, a cross-field rule cannot be checked.
  const all = [...fieldItems, ...added];
  const place = (item: ValidationItem) => fields?.indexOf(String(item.loc[1])) ?? 0;
  return all.sort((a, b) => place(a) - place(b));
}
