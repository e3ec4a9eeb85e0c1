/**
 * The forms of facets. The function `dialog.facets_of` of the database makes the same of a profile, so that whatever changes one keeps
 * them. A long tag or value is cut, so whoever looks for a facet also compares what it stands for.
 */

const longest = 200;
/** Cut by code points, as Postgres does. */
const cut = (given: string) => (given.length > longest ? [...given].slice(0, longest).join('') : given);

export const facetOf = {
  tag: (tag: string) => `tag:${cut(tag)}`,
  access: (product: string) => `access:${cut(product)}`,
  state: (key: string, value: string) => `state:${key}=${cut(value)}`,
};
