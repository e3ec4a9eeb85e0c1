import { invalid } from './checks.ts';
import type { ApiObject } from './shop.ts';

const comparisons: Record<string, (at: number, bound: number) => boolean> = {
  gte: (at, bound) => at >= bound,
  gt: (at, bound) => at > bound,
  lte: (at, bound) => at <= bound,
  lt: (at, bound) => at < bound,
};

/** A page of payments or refunds, newest first. https://yookassa.ru/developers/using-api/lists */
export function pageOf(
  objects: readonly ApiObject[],
  query: URLSearchParams,
  filters: { times: readonly string[]; equal: readonly string[] },
): ApiObject {
  let [limit, start] = [10, 0];
  let found = objects.toReversed();
  const position = new Map(found.map(({ id }, index) => [id as string, index]));
  for (const [name, value] of query) {
    const [field = '', comparison = ''] = name.split('.');
    const compare = comparisons[comparison];
    if (name === 'limit') {
      limit = Number(value);
      if (!/^\d+$/.test(value) || limit < 1 || limit > 100) throw invalid('limit', 'must be 1 to 100');
    } else if (name === 'cursor') {
      const after = position.get(Buffer.from(value, 'base64url').toString());
      if (after === undefined) throw invalid('cursor', 'is not known');
      start = after + 1;
    } else if (filters.equal.includes(name)) {
      found = found.filter((object) => propertyOf(object, name) === value);
    } else if (filters.times.includes(field) && compare) {
      const bound = Date.parse(value);
      if (Number.isNaN(bound)) throw invalid(name, 'must be a time in ISO 8601');
      found = found.filter((object) => object[field] && compare(Date.parse(object[field]), bound));
    } else throw invalid(name, 'is not a documented parameter');
  }
  const rest = found.filter(({ id }) => position.get(id)! >= start);
  const items = rest.slice(0, limit);
  const cursor = rest.length > limit && Buffer.from(items[items.length - 1]!.id).toString('base64url');
  return { type: 'list', items, ...(cursor && { next_cursor: cursor }) };
}

function propertyOf(object: ApiObject, name: string): unknown {
  return name === 'payment_method' ? object.payment_method?.type : object[name];
}
