import { expect, it } from 'vitest';
import { namedEdges } from '../../src/dialog/scenario/check/graph.ts';
import { stepId } from '../../src/dialog/scenario/fields.ts';
import { type Step, steps } from '../../src/dialog/scenario/step-types.ts';

/** The smallest value that has every target of a schema, each aimed at "there"; undefined if it has none. */
function aimedBy(schema: any): unknown {
  if (schema === stepId) return 'there';
  const { def } = schema._zod;
  switch (def.type) {
    case 'object': {
      const { id: _, ...fields } = def.shape;
      const found = Object.entries(fields).map(([name, field]) => [name, aimedBy(field)] as const);
      const aimed = found.filter(([, value]) => value !== undefined);
      return aimed.length > 0 ? Object.fromEntries(aimed) : undefined;
    }
    case 'array': {
      const item = aimedBy(def.element);
      return item === undefined ? undefined : [item];
    }
    case 'optional':
    case 'nullable':
      return aimedBy(def.innerType);
    case 'pipe':
      return aimedBy(def.out);
    case 'union':
      return def.options.map(aimedBy).find((value: unknown) => value !== undefined);
    default:
      // The steps inside a for_each, which are lazy, have edges of their own.
      return undefined;
  }
}

/** The places of all values "there". */
function placesIn(value: unknown, at: (string | number)[] = []): string[] {
  if (value === 'there') return [at.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]));
}

const listOfSteps = (steps as any)._zod.def.out._zod.def;
const schemas = new Map<Step['type'], unknown>(
  listOfSteps.element._zod.def.options.map((schema: any) => [schema.shape.type.value, schema]),
);

it.each([...schemas])(
  'each target that a step of type %s can name is an edge of the graph',
  (type, schema) => {
    const aimed = aimedBy(schema);
    const step = { branches: [], options: [], ...(aimed as object), id: 'here', type } as unknown as Step;
    const edges = namedEdges(step).map(({ path }) => path!.join('.'));
    const forgotten = placesIn(aimed).filter((place) => !edges.includes(place));
    expect(
      forgotten.map((place) => `${type}: aim at its "${place}" in namedEdges of scenario/check/graph.ts`),
    ).toEqual([]);
  },
);

it('the targets of a choice, of a condition and of a goto are found in their schemas', () => {
  const targetsOf = (type: Step['type']) => placesIn(aimedBy(schemas.get(type)));
  expect(targetsOf('choice')).toEqual(['next', 'options.0.next', 'on_empty', 'on_invalid', 'on_timeout']);
  expect(targetsOf('condition')).toEqual(['next', 'branches.0.next', 'else']);
  expect(targetsOf('goto')).toEqual(['to']);
});
