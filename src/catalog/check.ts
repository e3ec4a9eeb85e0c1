import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { inTurnOfBody } from '../platform/body-turns.ts';
import { readJson } from './body.ts';
import { type FieldErrors, invalid, type Model, pathId } from './errors.ts';
import { type Filters, readQuery } from './filters.ts';
import { Query } from './query.ts';

/** Checks a value. @returns the output of the schema, or DRF's errors by field */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema> } | { errors: FieldErrors } {
  const result = schema.safeParse(input);
  return result.success ? { value: result.data } : { errors: errorsOf(result.error.issues) };
}

/** Errors by field. Those of list elements are under their index, those of the whole value under `non_field_errors`. */
function errorsOf(issues: z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const names = path.length === 0 ? ['non_field_errors'] : path.map(String);
    const last = names.pop()!;
    let place = errors;
    for (const name of names) {
      const inner = place[name];
      const nested = isNested(inner) ? inner : {};
      place[name] = nested;
      place = nested;
    }
    const before = place[last];
    place[last] = Array.isArray(before) ? [...before, message] : [message];
  }
  return errors;
}

const isNested = (errors: FieldErrors[string] | undefined): errors is FieldErrors =>
  errors !== undefined && !Array.isArray(errors);

declare module 'fastify' {
  interface FastifyRequest {
    /** The filters of the query and their errors. A handler that reads a query must end with `filters.check()`. */
    filters: Filters;
  }
  interface FastifyContextConfig {
    /** True if an unknown parameter, or one that filters nothing, is an error. */
    strictQuery?: boolean;
  }
}

/** The path of one record. The schema is only documentation: an impossible id is a 404, not an error of a field. */
export const recordPath = (model: Model) =>
  z.object({ id: z.string().meta({ type: 'integer', minimum: 1 }) }).meta({ model });

/**
 * Refuses parameters of a query that a route does not know. Without it they are ignored, as in Django.
 * @param known all names that the route knows
 */
export type CheckNames = (request: FastifyRequest, known: readonly string[]) => void;

/** Finds a record; rejects with a 404 if there is none. */
export type Find = Record<Model, (id: string) => Promise<unknown>>;

/**
 * Checks the parts of a request that its route declares as schemas, in DRF's order: the record exists (404), the body can be
 * parsed (415, 400), its content is valid (400). Then the handler finds the parsed values where `ZodTypeProvider` says. Call it
 * before the routes are declared.
 *
 * Errors of a query are only collected, in `request.filters`: whether the sources that it names exist belongs into the same
 * answer, and only the database can tell.
 */
export function registerChecks(app: FastifyInstance, find: Find, checkNames?: CheckNames): void {
  // Fastify would check before the record is looked up, and would stop at the first part that fails.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route) => {
    const { params, querystring, body }: FastifySchema = route.schema ?? {};
    const model = params instanceof z.ZodObject ? (params.meta()?.model as Model) : undefined;
    const query = querystring instanceof z.ZodObject ? querystring : undefined;
    const content = body instanceof z.ZodType && route.config?.consumes === undefined ? body : undefined;
    if (!model && !query && !content && !checkNames) return;
    const known = Object.keys(query?.shape ?? {});
    const strict = route.config?.strictQuery === true;
    const checkAll = async (request: FastifyRequest) => {
      checkNames?.(request, known);
      if (model) {
        const id = pathId(request, model);
        if (query || content) await find[model](id);
      }
      if (query) {
        const { values, filters } = readQuery(query, new Query(request), { strict });
        request.query = values;
        request.filters = filters;
      }
      if (content) {
        const result = await inTurnOfBody(request, () => check(content, readJson(request)));
        if ('errors' in result) throw invalid(result.errors);
        request.body = result.value;
      }
    };
    route.preValidation = [checkAll, ...[route.preValidation ?? []].flat()];
  });
}
