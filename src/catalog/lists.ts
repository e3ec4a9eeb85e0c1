import { z } from 'zod';
import { objectFault, readId } from './fields.ts';
import { isRecord, pythonType } from './json.ts';
import { idShape, reference, withName } from './shapes.ts';
import { words } from './words.ts';

/** Most elements of one bulk call. */
const maxElements = 10_000;

/** A fault in a body that should contain a list: its place, and the message. */
type Fault = { path: string[]; message: string };

/**
 * The elements of a bulk body: `{"<name>": [...]}` or the bare array, 1 to 10,000 of them.
 * @param names the allowed names of the list; messages use the first one
 */
function elementsOf(body: unknown, names: readonly [string, ...string[]]): unknown[] | Fault {
  const [name] = names;
  let list: unknown = body;
  if (!Array.isArray(body)) {
    if (!isRecord(body)) return { path: [], message: objectFault(body)! };
    const given = names.find((n) => n in body);
    if (given === undefined) return { path: [name], message: words.required };
    list = body[given];
  }
  const wrong = (message: string) => ({ path: [name], message });
  if (list === null) return wrong(words.null);
  if (!Array.isArray(list)) return wrong(words.notList(pythonType(list)));
  if (list.length === 0) return wrong(words.emptyList);
  if (list.length > maxElements) return wrong(words.longList(maxElements));
  return list;
}

/** The document's schema for such a body. */
function described(id: string, name: string, items: object, example: unknown[]) {
  const elements = { type: 'array', items, minItems: 1, maxItems: maxElements };
  return {
    id,
    anyOf: [{ type: 'object', properties: { [name]: elements }, required: [name] }, elements],
    example: { [name]: example },
  };
}

/**
 * The body of a bulk call. The handler checks its elements one by one: invalid ones are reported, the others are processed.
 * @param id the name of the body in the document
 * @param names the allowed names of the list; the document shows the first one
 * @param element the schema of an element in the document: a named schema, or any JSON Schema
 */
export function bulk(
  id: string,
  names: readonly [string, ...string[]],
  element: z.ZodType | object,
  example: unknown[],
) {
  const shown = described(id, names[0], element instanceof z.ZodType ? reference(element) : element, example);
  return withName(
    z
      .unknown()
      .transform((body, ctx): unknown[] => {
        const elements = elementsOf(body, names);
        if (Array.isArray(elements)) return elements;
        ctx.issues.push({ code: 'custom', ...elements, input: body });
        return z.NEVER;
      })
      .meta(shown),
  );
}

/** The body of a bulk deletion: ids as decimal texts, without duplicates. */
export const ids = withName(
  z
    .unknown()
    .transform((body, ctx): string[] => {
      const elements = elementsOf(body, ['ids']);
      if (!Array.isArray(elements)) {
        ctx.issues.push({ code: 'custom', ...elements, input: body });
        return z.NEVER;
      }
      const found = new Set<string>();
      elements.forEach((input, index) => {
        const id = readId(input);
        if ('value' in id) found.add(id.value);
        else {
          for (const message of id.errors)
            ctx.issues.push({ code: 'custom', path: ['ids', index], message, input });
        }
      });
      return [...found];
    })
    .meta(described('BulkDeletionRequest', 'ids', idShape, [1, 2])),
);
