type Schema = Record<string, unknown>;

/** Keywords whose schemas apply to the same value as the schema that contains them. */
const single = ['not', 'if', 'then', 'else'];
const lists = ['allOf', 'anyOf', 'oneOf'];
const named = ['dependentSchemas'];

const origin = 'schema:/';

/**
 * Whether a schema refers to itself for the same value, as `{"$ref": "#"}` does, so that a check would never end. References
 * that lead into another value, as in a tree, are allowed.
 */
export function isEndless(schema: Schema): boolean {
  const places = new Map<string, Schema>();
  const bases = new Map<Schema, string>();
  collect(schema, origin, '', places, bases);
  const done = new Set<Schema>();
  const above = new Set<Schema>();
  const leadsBack = (at: unknown): boolean => {
    if (!isSchema(at) || done.has(at)) return false;
    if (above.has(at)) return true;
    above.add(at);
    const next: unknown[] = [
      ...['$ref', '$dynamicRef'].map((keyword) => target(at[keyword], bases.get(at) ?? origin, places)),
      ...single.map((keyword) => at[keyword]),
      ...lists.flatMap((keyword) => (Array.isArray(at[keyword]) ? at[keyword] : [])),
      ...named.flatMap((keyword) => (isSchema(at[keyword]) ? Object.values(at[keyword]) : [])),
    ];
    const found = next.some(leadsBack);
    above.delete(at);
    done.add(at);
    return found;
  };
  return [...bases.keys()].some(leadsBack);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Collects every object by its address: by its path below its base, and by its id and anchors. */
function collect(
  value: unknown,
  base: string,
  path: string,
  places: Map<string, Schema>,
  bases: Map<Schema, string>,
): void {
  if (typeof value !== 'object' || value === null) return;
  let [ownBase, ownPath] = [base, path];
  if (isSchema(value)) {
    places.set(`${base}#${path}`, value);
    const id = typeof value.$id === 'string' ? resolved(value.$id, base) : undefined;
    if (id !== undefined) {
      [ownBase, ownPath] = [id.replace(/#$/, ''), ''];
      places.set(`${ownBase}#`, value);
    }
    for (const anchor of [value.$anchor, value.$dynamicAnchor]) {
      if (typeof anchor === 'string') places.set(`${ownBase}#${anchor}`, value);
    }
    bases.set(value, ownBase);
  }
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, ownBase, `${ownPath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, places, bases);
  }
}

function target(reference: unknown, base: string, places: Map<string, Schema>): Schema | undefined {
  if (typeof reference !== 'string') return undefined;
  const [file, fragment = ''] = (resolved(reference, base) ?? '').split('#');
  try {
    return places.get(`${file}#${decodeURIComponent(fragment)}`);
  } catch {
    return undefined;
  }
}

function resolved(reference: string, base: string): string | undefined {
  try {
    return reference.startsWith('#') ? base + reference : new URL(reference, base).href;
  } catch {
    return undefined;
  }
}
